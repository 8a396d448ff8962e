"""Comparisons the whole way, over the invented bodies; the truth is added up from the generator's rows."""

from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from core.domain.answer import Outcome, Question
from core.domain.request import Unit
from tests.core.answer.conftest import OTHER_TOWN, TODAY, TOWN, Talk


def net(talk: Talk, stage: str, year: int, *, body: str = TOWN, topic: str | None = None) -> Decimal:
    published = {act.ada for act in talk.world.truth.decisions if act.status == "PUBLISHED"}
    rows = [
        row
        for row in talk.world.truth.rows
        if row.organization_uid == body and row.stage == stage and row.year == year and row.ada in published
        and row.counted and (topic is None or (row.topic == topic and row.named))
    ]  # fmt: skip
    return sum((row.sign * row.amount for row in rows if row.amount is not None), Decimal(0))


def euro(amount: Decimal) -> str:
    return f"{amount.quantize(Decimal('0.01'), ROUND_HALF_UP):,.2f} €".translate(str.maketrans(",.", ".,"))


def first(talk: Talk) -> str:
    return talk.text.split("\n\n")[0]


async def test_two_years_stand_with_their_difference_and_percent_in_the_first_sentence(talk: Talk) -> None:
    answer = await talk.ask("σύγκρινε τις αναθέσεις το 2023 και το 2024", organization=TOWN)
    old, new = net(talk, "award", 2023), net(talk, "award", 2024)
    assert answer.outcome is Outcome.ANSWERED
    assert "αναθέσεις" in first(talk)
    moved = "μειώθηκαν" if new < old else "αυξήθηκαν"
    assert f"{moved} από {euro(old)} (2023) σε {euro(new)} (2024): διαφορά {euro(abs(old - new))}" in first(talk)
    percent = next(figure for figure in answer.figures if figure.unit is Unit.PERCENT)
    assert percent.value == ((new - old) / old * 100).quantize(Decimal("0.1"), ROUND_HALF_UP)


async def test_a_fall_that_was_a_rise_is_denied(talk: Talk) -> None:
    assert net(talk, "award", 2023) < net(talk, "award", 2024)
    await talk.ask("γιατί μειώθηκαν οι αναθέσεις το 2024", organization=TOWN)
    assert "δεν μειώθηκαν· αυξήθηκαν από" in first(talk)
    assert "Την αιτία δεν τη δείχνουν τα στοιχεία" in talk.text


async def test_asked_why_the_largest_act_is_named_with_its_share_and_the_total_without_it(talk: Talk) -> None:
    answer = await talk.ask("γιατί αυξήθηκαν οι πληρωμές το 2025", organization=OTHER_TOWN)
    shares = {figure.label.split()[1]: figure.value for figure in answer.figures if figure.label.startswith("share ")}
    rows = [
        row for row in talk.world.truth.rows
        if row.organization_uid == OTHER_TOWN and row.stage == "payment" and row.year == 2025 and row.counted
    ]  # fmt: skip
    top = max(rows, key=lambda row: row.amount or 0)
    old, new = (net(talk, "payment", year, body=OTHER_TOWN) for year in (2024, 2025))
    assert top.ada in talk.text
    assert shares[top.ada] == (top.amount / (new - old) * 100).quantize(Decimal("0.1"), ROUND_HALF_UP)
    without = next(figure for figure in answer.figures if figure.label == f"without {top.ada}")
    assert without.value == new - top.amount


async def test_stages_stand_beside_each_other_without_a_difference(talk: Talk) -> None:
    answer = await talk.ask("σύγκρινε συμβάσεις και αναθέσεις του 2023", organization=TOWN)
    assert euro(net(talk, "contract", 2023)) in talk.text
    assert euro(net(talk, "award", 2023)) in talk.text
    assert not [figure for figure in answer.figures if figure.label.startswith(("difference", "percent"))]


async def test_nothing_found_on_one_side_is_no_zero_and_no_difference(talk: Talk) -> None:
    answer = await talk.ask("σύγκρινε τις συμβάσεις το 2024 και το 2025", organization=OTHER_TOWN)
    assert answer.outcome is Outcome.PARTIAL
    assert "2024 · δεν βρήκα πράξεις" in talk.text
    assert euro(net(talk, "contract", 2025, body=OTHER_TOWN)) in talk.text
    assert "%" not in talk.text
    assert not [figure for figure in answer.figures if figure.label.startswith("difference")]


async def test_every_municipality_is_ranked_and_no_utility(talk: Talk) -> None:
    await talk.ask("ποιος δήμος πλήρωσε περισσότερα το 2024", organization=TOWN)
    town, other = (net(talk, "payment", 2024, body=body) for body in (TOWN, OTHER_TOWN))
    assert town > other
    assert talk.text.index(euro(town)) < talk.text.index(euro(other))
    assert "ΔΕΥΑ" not in talk.text


async def test_two_topics_are_two_sides(talk: Talk) -> None:
    await talk.ask("καύσιμα ή απορρίμματα: πού ανέθεσε περισσότερα το 2024;", organization=TOWN)
    fuel, waste = (net(talk, "award", 2024, topic=topic) for topic in ("fuel", "waste"))
    assert fuel and waste
    assert euro(fuel) in first(talk)
    assert euro(waste) in first(talk)
    assert euro(abs(fuel - waste)) in first(talk)


async def test_a_year_outside_is_refused_with_how_far_the_data_reach(talk: Talk) -> None:
    answer = await talk.ask("σύγκρινε τις αναθέσεις του 2021 και του 2024", organization=TOWN)
    assert answer.outcome is Outcome.OUTSIDE_COVERAGE
    assert "από 1/1/2023 έως" in talk.text
    assert not answer.figures


async def test_a_side_is_a_button_that_gives_its_total_with_its_acts(talk: Talk) -> None:
    await talk.ask("σύγκρινε τις αναθέσεις το 2023 και το 2024", organization=TOWN)
    total = await talk.press("2023")
    assert euro(net(talk, "award", 2023)) in talk.text
    assert total.figures[0].period.since == date(2023, 1, 1)


async def test_bodies_in_two_years_are_asked_back_with_the_years_as_buttons(talk: Talk) -> None:
    question = "σύγκρινε τις πληρωμές του Δήμου Επίδειξης και του Δήμου Νεράιδας το 2024 και το 2025"
    answer = await talk.ask(question, organization=TOWN)
    assert answer.outcome is Outcome.UNCLEAR
    await talk.press("2025")
    assert euro(net(talk, "payment", 2025, body=OTHER_TOWN)) in talk.text


async def test_numbers_of_acts_of_every_body_are_asked_one_body_at_a_time(talk: Talk) -> None:
    await talk.ask("ποιος δήμος έβγαλε τις περισσότερες αναθέσεις το 2024", organization=TOWN)
    answer = await talk.press("Δήμος Νεράιδας")
    assert answer.outcome is Outcome.ANSWERED


async def test_why_after_a_comparison_explains_its_difference(talk: Talk) -> None:
    await talk.ask("σύγκρινε τις πληρωμές το 2024 και το 2025", organization=TOWN)
    question = Question(
        conversation=talk.conversation, text="γιατί;", asked_on=TODAY, organization_uid=TOWN,
        previous=("σύγκρινε τις πληρωμές το 2024 και το 2025",),
    )  # fmt: skip
    answer = await talk.assistant.answer(question)
    assert "Την αιτία δεν τη δείχνουν τα στοιχεία" in answer.text
    assert [finding.lookup for finding in answer.findings] == ["compare", "explain_change"]


async def test_no_private_person_is_named_where_bodies_stand_side_by_side(talk: Talk) -> None:
    answer = await talk.ask("ποιος δήμος ανέθεσε περισσότερα το 2024", organization=TOWN)
    assert not [row.payees for finding in answer.findings for row in finding.rows if row.payees]


async def test_the_chat_s_own_body_is_the_other_side(talk: Talk) -> None:
    await talk.ask("σύγκρινε τον δήμο με τον Δήμο Νεράιδας στις πληρωμές του 2024", organization=TOWN)
    for body in (TOWN, OTHER_TOWN):
        assert euro(net(talk, "payment", 2024, body=body)) in first(talk)


async def test_what_is_no_money_is_not_compared_between_bodies(talk: Talk) -> None:
    answer = await talk.ask("ποιος δήμος έχει περισσότερους υπαλλήλους το 2024", organization=TOWN)
    assert answer.outcome is Outcome.UNCLEAR
    assert "€" not in talk.text


async def test_each_municipality_is_told_when_each_is_asked(talk: Talk) -> None:
    await talk.ask("πόσα πλήρωσε ο κάθε δήμος το 2025", organization=TOWN)
    for body in (TOWN, OTHER_TOWN):
        assert euro(net(talk, "payment", 2025, body=body)) in talk.text
