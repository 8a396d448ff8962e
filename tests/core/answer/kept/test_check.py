"""An answer asked again after its acts changed: what is other, and why."""

from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal

from core.answer.compose.checked import checked_answer
from core.domain.answer import ChoiceKind, plain
from core.domain.checked import ChangeKind, Checked
from core.domain.decision import Decision, Status
from core.domain.ledger import Flag
from tests.builders import a_decision, a_line, an_award
from tests.core.answer.conftest import TODAY
from tests.core.answer.kept.conftest import Town

QUESTION = "πόσα ανατέθηκαν για καύσιμα το 2024"


def an_act(amount: str, **fields: object) -> Decision:
    return an_award(amount, "Προμήθεια καυσίμων κίνησης", issued_on=date(2024, 3, 14), **fields)


def later(decision: Decision, **changes: object) -> Decision:
    """The same act in a newer version."""
    changed = replace(decision, submitted_at=datetime(2026, 11, 1, tzinfo=UTC), **changes)
    return replace(changed, version_key=bytes(reversed(decision.version_key)), raw=decision.raw.replace("{", "{ ", 1))


async def checked(town: Town, receipt: str) -> Checked:
    return await town.files.check("test:town", receipt, today=TODAY)


async def test_nothing_changed(town: Town) -> None:
    await town.post(an_act("100.50"), an_act("20"))
    answer = await town.ask(QUESTION)
    again = await checked(town, answer.receipt)
    assert again.same
    assert again.figures[0].then == again.figures[0].now == Decimal("120.5")


async def test_a_new_act_is_told(town: Town) -> None:
    await town.post(an_act("100"))
    answer = await town.ask(QUESTION)
    new = an_act("30.10")
    await town.post(new)
    again = await checked(town, answer.receipt)
    assert (again.figures[0].then, again.figures[0].now) == (Decimal(100), Decimal("130.10"))
    assert [(each.ada, each.kind, each.now) for each in again.changes] == [(new.ada, ChangeKind.NEW, Decimal("30.10"))]
    assert "νέα πράξη" in again.changes[0].why


async def test_a_revoked_act_is_told(town: Town) -> None:
    stays, goes = an_act("100"), an_act("40")
    await town.post(stays, goes)
    answer = await town.ask(QUESTION)
    await town.post(later(goes, status=Status.REVOKED))
    again = await checked(town, answer.receipt)
    assert again.figures[0].now == Decimal(100)
    assert [(each.ada, each.kind, each.then) for each in again.changes] == [(goes.ada, ChangeKind.GONE, Decimal(40))]
    assert again.changes[0].why == "ανακλήθηκε η ανάρτηση"


async def test_a_corrected_amount_is_told_with_both(town: Town) -> None:
    act = an_act("100")
    await town.post(act, an_act("1"))
    answer = await town.ask(QUESTION)
    await town.post(later(act, lines=(a_line("90"),)))
    again = await checked(town, answer.receipt)
    assert [(each.kind, each.then, each.now) for each in again.changes] == [
        (ChangeKind.CHANGED, Decimal(100), Decimal(90))
    ]


async def test_an_amount_that_needs_a_look_now_is_told(town: Town) -> None:
    act = an_act("100")
    await town.post(act, an_act("1"))
    answer = await town.ask(QUESTION)
    doubt = frozenset({Flag.ABOVE_BUDGET})
    await town.post(later(act, lines=(a_line("100", flags=doubt),), flags=doubt))
    again = await checked(town, answer.receipt)
    assert again.changes[0].kind is ChangeKind.GONE
    assert "πίστωση" in again.changes[0].why


async def test_a_new_version_with_the_same_amount_changes_no_figure(town: Town) -> None:
    act = an_act("100")
    await town.post(act)
    answer = await town.ask(QUESTION)
    await town.post(later(act))
    again = await checked(town, answer.receipt)
    assert again.same
    assert again.rewritten == 1


async def test_a_number_of_acts_is_asked_again_too(town: Town) -> None:
    await town.post(an_act("1"), an_act("2"))
    answer = await town.ask("πόσες αποφάσεις για καύσιμα το 2024")
    new = a_decision("Μελέτη καυσίμων", issued_on=date(2024, 5, 5))
    await town.post(new)
    again = await checked(town, answer.receipt)
    assert (again.figures[0].then, again.figures[0].now) == (2, 3)
    assert [each.ada for each in again.changes] == [new.ada]


async def test_a_card_is_asked_again_too(town: Town) -> None:
    act = an_act("100")
    await town.post(act)
    answer = await town.ask(f"ΑΔΑ {act.ada}")
    assert (await checked(town, answer.receipt)).same
    await town.post(later(act, status=Status.REVOKED))
    again = await checked(town, answer.receipt)
    assert again.changes[0].kind is ChangeKind.GONE


async def test_a_file_made_after_a_change_says_that_the_answer_said_otherwise(town: Town) -> None:
    await town.post(an_act("100"))
    answer = await town.ask(QUESTION)
    await town.post(an_act("30"))
    table = await town.files.table("test:town", answer.receipt)
    assert "130,00 €" in table.caption
    assert "Τα στοιχεία άλλαξαν από την απάντηση, που έλεγε 100,00 €" in table.caption
    assert dict(table.recipe)["Συμφωνεί με το αρχείο"] != "ναι"


async def test_the_recipe_of_an_answer_offers_to_ask_it_again(town: Town) -> None:
    await town.post(an_act("100"))
    answer = await town.ask(QUESTION)
    how = next(place for place, choice in enumerate(answer.choices) if choice.kind is ChoiceKind.HOW)
    recipe = await town.assistant.choose("test:town", answer.receipt, how, TODAY)
    assert [choice.kind for choice in recipe.choices] == [ChoiceKind.CHECK]
    assert recipe.receipt == answer.receipt
    assert answer.receipt in recipe.text


async def test_the_reply_names_both_figures_and_every_act_that_changed(town: Town) -> None:
    stays, goes = an_act("1000"), an_act("40")
    await town.post(stays, goes)
    answer = await town.ask(QUESTION)
    new = an_act("30.10")
    await town.post(new, later(goes, status=Status.REVOKED), later(stays, lines=(a_line("900"),)))
    told = checked_answer(await checked(town, answer.receipt))
    text = plain(told.text)
    assert "δεν ισχύει πια όπως δόθηκε" in text
    assert "Αναθέσεις: τότε 1.040,00 €, σήμερα 930,10 €" in text
    assert f"+ {new.ada} · 30,10 € · νέα πράξη" in text
    assert f"− {goes.ada} · 40,00 € · ανακλήθηκε η ανάρτηση" in text
    assert f"≠ {stays.ada} · από 1.000,00 € σε 900,00 €" in text
    assert {cited.ada for cited in told.citations} == {new.ada, goes.ada, stays.ada}


async def test_a_picture_made_after_a_change_says_so(town: Town) -> None:
    await town.post(an_act("100"), an_award("5", "Καύσιμα", issued_on=date(2023, 3, 14)))
    answer = await town.ask("πόσα ανατέθηκαν για καύσιμα ανά έτος")
    chart = await town.files.chart("test:town", answer.receipt)
    assert not any("άλλαξαν" in note for note in chart.notes)
    await town.post(an_act("30"))
    chart = await town.files.chart("test:town", answer.receipt)
    assert any("άλλαξαν" in note for note in chart.notes)
