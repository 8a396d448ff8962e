"""Files and pictures of comparisons and of payees: every line adds up to what the answer told."""

from datetime import date
from decimal import Decimal

import pytest

from core.answer.kept.files import Files
from core.domain.answer import ChoiceKind
from core.domain.payees import PRIVATE_UNNAMED
from core.domain.request import Unit
from core.domain.table import Table
from tests.builders import an_award
from tests.core.answer.conftest import OTHER_TOWN, TODAY, TOWN, Talk
from tests.core.answer.kept.conftest import Town
from tests.core.answer.kept.test_check import an_act, checked
from tests.core.answer.kept.test_tables import IN, column

COMPARED = ("σύγκρινε τις αναθέσεις του 2023 με του 2024", TOWN)


def sums(table: Table, by: str) -> dict[object, Decimal]:
    found: dict[object, Decimal] = {}
    for key, amount in zip(column(table, by), column(table, IN), strict=True):
        found[key] = found.get(key, Decimal(0)) + (amount if isinstance(amount, Decimal) else Decimal(0))
    return found


async def test_each_side_adds_up_to_what_was_told_of_it(talk: Talk, files: Files) -> None:
    answer = await talk.ask(COMPARED[0], organization=COMPARED[1])
    assert ChoiceKind.TABLE in {each.kind for each in answer.choices}
    told = {each.label: each.value for each in answer.figures if each.unit is Unit.EURO}
    table = await files.table(talk.conversation, answer.receipt)
    assert sums(table, "Πλευρά") == {"2023": told["net 2023"], "2024": told["net 2024"]}
    chart = await files.chart(talk.conversation, answer.receipt)
    assert [(bar.label, bar.value) for bar in chart.bars] == list(sums(table, "Πλευρά").items())


async def test_bodies_and_topics_are_sides_too(talk: Talk, files: Files) -> None:
    for question in ("ποιος δήμος ανέθεσε περισσότερα το 2024", "καύσιμα ή γραφική ύλη; σύγκρινε αναθέσεις το 2024"):
        answer = await talk.ask(question, organization=None if "δήμος" in question else TOWN)
        table = await files.table(talk.conversation, answer.receipt)
        told = [each.value for each in answer.figures if each.label.startswith("net ") and each.unit is Unit.EURO]
        assert sorted(sums(table, "Πλευρά").values()) == sorted(told), question
        if "δήμος" in question:
            assert not any(column(table, "Ανάδοχος")), "no payee is named across bodies"


async def test_every_line_of_a_ranking_of_payees_has_its_acts(talk: Talk, files: Files) -> None:
    answer = await talk.ask("ποιοι πήραν τα περισσότερα από αναθέσεις το 2024", organization=TOWN)
    assert {ChoiceKind.TABLE, ChoiceKind.CHART} <= {each.kind for each in answer.choices}
    lines = {
        int(each.label.split()[1]): each.value
        for each in answer.figures
        if each.label.startswith("payee ") and each.unit is Unit.EURO
    }
    table = await files.table(talk.conversation, answer.receipt)
    assert len(lines) >= 5
    assert sums(table, "Θέση") == lines
    shown = [str(each) for each in column(table, "Ανάδοχος")]
    assert all("ΑΦΜ" not in name.removesuffix("(ΑΦΜ …)") for name in shown if name.startswith(PRIVATE_UNNAMED[:8]))
    chart = await files.chart(talk.conversation, answer.receipt)
    assert [bar.value for bar in chart.bars] == [lines[place] for place in sorted(lines)]


async def test_a_ranking_by_acts_is_drawn_by_acts(talk: Talk, files: Files) -> None:
    answer = await talk.ask("ποιοι πήραν τις περισσότερες αναθέσεις το 2024", organization=TOWN)
    chart = await files.chart(talk.conversation, answer.receipt)
    assert chart.unit is Unit.DECISIONS
    values = [bar.value or 0 for bar in chart.bars]
    assert values == sorted(values, reverse=True)
    table = await files.table(talk.conversation, answer.receipt)
    first = {ada for ada, place in zip(column(table, "ΑΔΑ"), column(table, "Θέση"), strict=True) if place == 1}
    assert len(first) == values[0]


async def test_what_one_payee_got_is_a_file_of_its_acts(talk: Talk, files: Files) -> None:
    ranking = await talk.ask("ποιοι πήραν τα περισσότερα από αναθέσεις", organization=TOWN)
    table = await files.table(talk.conversation, ranking.receipt)
    afm = next(
        name.split("ΑΦΜ ")[1][:9] for name in map(str, column(table, "Ανάδοχος")) if "ΑΦΜ 0" in name or "ΑΦΜ 9" in name
    )
    answer = await talk.ask(f"πόσα πήρε ο ΑΦΜ {afm} από αναθέσεις", organization=TOWN)
    told = next(each.value for each in answer.figures if each.label == "net" and each.unit is Unit.EURO)
    table = await files.table(talk.conversation, answer.receipt)
    assert sum((each for each in column(table, IN) if isinstance(each, Decimal)), Decimal(0)) == told
    assert afm in table.caption


@pytest.mark.parametrize(
    "question",
    [COMPARED[0], "ποιοι πήραν τα περισσότερα από αναθέσεις το 2024", "ποιος δήμος ανέθεσε περισσότερα το 2024"],
)
async def test_they_are_asked_again_like_any_other(talk: Talk, files: Files, question: str) -> None:
    answer = await talk.ask(question, organization=None if "δήμος" in question else TOWN)
    checked = await files.check(talk.conversation, answer.receipt, today=TODAY)
    assert checked.figures
    assert checked.same
    assert not any(OTHER_TOWN in figure.label or TOWN in figure.label for figure in checked.figures)


async def test_a_side_that_changed_is_told(town: Town) -> None:
    await town.post(an_act("100"), an_award("50", "Προμήθεια τροφίμων", issued_on=date(2024, 3, 14)))
    answer = await town.ask("σύγκρινε αναθέσεις για καύσιμα με αναθέσεις για τρόφιμα το 2024")
    new = an_act("30.10")
    await town.post(new)
    again = await checked(town, answer.receipt)
    told = {each.label: (each.then, each.now) for each in again.figures}
    assert told["net καύσιμα"] == (Decimal(100), Decimal("130.10"))
    assert told["net τρόφιμα"] == (Decimal(50), Decimal(50))
    assert new.ada in {each.ada for each in again.changes}
