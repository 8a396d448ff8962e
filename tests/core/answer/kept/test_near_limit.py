"""Awards close under the limit: the cent that decides, the day that decides, and what is not among them."""

from datetime import date

import pytest

from core.domain.answer import Answer, Outcome, plain
from core.domain.decision import Status
from core.domain.request import Unit
from tests.builders import an_award
from tests.core.answer.kept.conftest import Town

DIRECT = "Απευθείας ανάθεση προμήθειας γραφικής ύλης"


def numbers(answer: Answer) -> dict[str, int]:
    """Awards by limit and reading of VAT."""
    told = [each for each in answer.figures if each.unit is Unit.DECISIONS and each.label.startswith("decisions ")]
    return {each.label.removeprefix("decisions "): int(each.value) for each in told if each.label.count(" ") == 2}


async def listed(town: Town, text: str) -> tuple[Answer, list[str]]:
    answer = await town.ask(text)
    return answer, [item.key for item in answer.listed]


async def test_both_ends_of_each_reading_to_the_cent(town: Town) -> None:
    amounts = "28499.99", "28500", "30000", "30000.01", "35339.99", "35340", "37200", "37200.01"
    acts = {amount: an_award(amount, f"Έργο αριθμός {place} της πόλης") for place, amount in enumerate(amounts)}
    await town.post(*acts.values())
    answer, adas = await listed(town, "αναθέσεις κοντά στο όριο το 2024")
    assert numbers(answer) == {"30000 net": 2, "30000 gross": 2}
    assert adas == [acts[amount].ada for amount in ("30000", "28500", "37200", "35340")]
    assert "Η λίστα δεν σημαίνει παράβαση" in plain(answer.text)


async def test_the_limit_is_that_of_the_day_of_issue(town: Town) -> None:
    before = an_award("19900", "Καθαρισμός δεξαμενών", issued_on=date(2021, 5, 31))
    after = an_award("29900", "Καθαρισμός φρεατίων", issued_on=date(2021, 6, 1))
    no_more = an_award("19800", "Καθαρισμός τάφρων", issued_on=date(2021, 6, 1))
    not_yet = an_award("29800", "Καθαρισμός ρεμάτων", issued_on=date(2021, 5, 31))
    await town.post(before, after, no_more, not_yet)
    answer, adas = await listed(town, "αναθέσεις κοντά στο όριο το 2021")
    assert numbers(answer) == {"20000 net": 1, "30000 net": 1}
    assert adas == [before.ada, after.ada]


async def test_a_limit_that_was_not_in_force_is_said(town: Town) -> None:
    await town.post(an_award("19900", "Καθαρισμός δεξαμενών", issued_on=date(2020, 5, 31)))
    answer = await town.ask("αναθέσεις κοντά στο όριο των 30.000 το 2020")
    assert "δεν ίσχυε τότε" in plain(answer.text)
    assert numbers(answer) == {"20000 net": 1}
    early = await town.ask("αναθέσεις κοντά στο όριο το 2015")
    assert early.outcome in (Outcome.NOT_IN_DATA, Outcome.OUTSIDE_COVERAGE)
    assert not numbers(early)


async def test_only_published_awards_that_count_and_direct_ones_only_by_their_own_words(town: Town) -> None:
    direct, plain_one = an_award("29000", DIRECT), an_award("29100", "Προμήθεια υλικών ύδρευσης")
    tendered = an_award("29200", "Κατακύρωση προμήθειας λαμπτήρων", decision_type="Δ.2.2")
    revoked = an_award("29300", "Προμήθεια ειδών παντοπωλείου", status=Status.REVOKED)
    await town.post(direct, plain_one, tendered, revoked)
    answer, adas = await listed(town, "αναθέσεις λίγο κάτω από το όριο της απευθείας ανάθεσης το 2024")
    assert adas == [plain_one.ada, direct.ada]
    assert "1 γράφει «απευθείας» στο θέμα" in plain(answer.text)
    _, direct_only = await listed(town, "απευθείας αναθέσεις κοντά στο όριο το 2024")
    assert direct_only == [direct.ada]


async def test_the_file_the_check_and_the_picture_hold_the_same_acts(town: Town) -> None:
    kept = [an_award("29000", DIRECT), an_award("37200", "Προμήθεια λαμπτήρων")]
    await town.post(*kept, an_award("33000", "Προμήθεια τροφίμων"), an_award("12000", "Προμήθεια καυσίμων"))
    answer = await town.ask("αναθέσεις κοντά στο όριο το 2024")
    table = await town.files.table("test:town", answer.receipt)
    assert [row[0] for row in table.rows] == [each.ada for each in kept]
    assert "28.500,00 € έως 30.000,00 €" in str(table.recipe)
    checked = await town.files.check("test:town", answer.receipt, today=date(2026, 10, 31))
    assert [(each.then, each.now) for each in checked.figures] == [(1, 1), (1, 1)]
    chart = await town.files.chart("test:town", answer.receipt)
    drawn = {bar.label: bar.value for bar in chart.bars if bar.value}
    assert drawn == {"29.000": 1, "33.000": 1, "38.000": 1}
    assert any("30.000,00 €" in note for note in chart.notes)


async def test_one_taken_out_is_out_of_the_list_and_of_its_file(town: Town) -> None:
    first, second = an_award("29900", DIRECT), an_award("29000", "Προμήθεια λαμπτήρων")
    await town.post(first, second)
    await town.ask("αναθέσεις κοντά στο όριο το 2024")
    answer, adas = await listed(town, "βγάλε την πρώτη")
    assert adas == [second.ada]
    assert numbers(answer) == {"30000 net": 1}
    table = await town.files.table("test:town", answer.receipt)
    assert [row[0] for row in table.rows] == [second.ada]


@pytest.mark.parametrize("text", ["αναθέσεις πάνω από το όριο το 2024", "τα όρια του οικισμού"])
async def test_another_question_about_limits_is_not_this_one(town: Town, text: str) -> None:
    await town.post(an_award("29000", DIRECT))
    assert not numbers(await town.ask(text))
