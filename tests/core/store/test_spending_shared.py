"""The real decisions: every figure of the store against the one that evals/truth_money.py takes from the raw JSON."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from core.domain.condition import Condition, DecisionFilter, WordGroup
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import Grouping
from core.greek.lexemes import lexemes
from core.greek.names import has_legal_form
from core.greek.persons import holds_person
from core.store import spending
from core.store.pool import Pool
from evals import truth_money as truth
from evals.corpora import real

pytestmark = pytest.mark.shared

# Topic: the words as a reader types them, and for each the forms that the raw subjects may hold, written out by hand,
# misprints («καυσίμης», «αποριμάτων») and one abbreviation («αντλιοσ.») included.
TOPICS: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "καύσιμα": (("καύσιμα", ("καυσιμα", "καυσιμων", "καυσιμο", "καυσιμου", "καυσιμησ")),),
    "συντήρηση κτιρίων": (
        ("συντήρηση", ("συντηρηση", "συντηρησησ", "συντηρησεωσ", "συντηρησεισ", "συντηρησεων")),
        ("κτίρια", tuple(f"κτ{letter}ρι{end}" for letter in "ιη" for end in ("ο", "ου", "α", "ων"))),
    ),
    "απορρίμματα": (
        (
            "απορρίμματα",
            tuple(f"απο{r}ρι{m}μ{end}" for r in ("ρ", "") for m in ("μ", "") for end in ("α", "ατα", "ατων", "ατοσ")),
        ),
    ),
    "τρόφιμα": (("τρόφιμα", ("τροφιμα", "τροφιμων", "τροφιμου", "τροφιμο")),),
    "αντλίες": (("αντλίες", ("αντλια", "αντλιασ", "αντλιεσ", "αντλιων", "αντλιοσ")),),
    "ασφάλιση οχημάτων": (
        ("ασφάλιση", ("ασφαλιση", "ασφαλισησ", "ασφαλισεισ", "ασφαλισεων")),
        ("οχήματα", ("οχημα", "οχηματα", "οχηματων", "οχηματοσ")),
    ),
    "εντάλματα": (("εντάλματα", ("ενταλμα", "ενταλματα", "ενταλματοσ", "ενταλματων")),),
    "ηλεκτρική ενέργεια": (
        ("ηλεκτρική", ("ηλεκτρικ*",)),
        ("ενέργεια", ("ενεργεια", "ενεργειασ", "ενεργειεσ", "ενεργειων")),
    ),
}
PERSONAL = re.compile(r"(?<!\d)(?:[1-6]|0[0-7])\d{7,8}(?!\d)")
BODIES = ("50449", "6202", "6179", "6030", "6289", "6125")
YEARS = range(2020, 2027)

TOTALS: list[tuple[str, Stage, int | None, str | None]] = [
    *[(body, Stage.AWARD, year, None) for body in BODIES[:5] for year in YEARS],
    *[("50449", Stage.COMMITMENT, year, None) for year in YEARS],
    *[(body, Stage.CONTRACT, None, None) for body in BODIES[:5]],
    ("6125", Stage.APPROVAL, 2015, None),
    ("6125", Stage.APPROVAL, 2016, None),
    ("6125", Stage.APPROVAL, 2015, "εντάλματα"),
    *[
        (body, Stage.AWARD, None, topic)
        for body in BODIES[:5]
        for topic in ("καύσιμα", "συντήρηση κτιρίων", "απορρίμματα")
    ],
    *[(body, Stage.AWARD, 2023, topic) for body in BODIES[:5] for topic in ("καύσιμα", "τρόφιμα", "ασφάλιση οχημάτων")],
    *[("50449", Stage.COMMITMENT, 2022, topic) for topic in TOPICS],
    *[("50449", Stage.COMMITMENT, None, topic) for topic in TOPICS],
]


def condition(topic: str | None) -> Condition:
    words = TOPICS[topic] if topic else ()
    return Condition(groups=tuple(WordGroup(shown=(word,), alternatives=(lexemes(word),)) for word, _ in words))


def forms(topic: str | None) -> Sequence[Collection[str]]:
    return [listed for _, listed in TOPICS[topic]] if topic else []


@pytest.fixture(scope="session")
def acts(shared_data) -> list[truth.Act]:
    return truth.read(shared_data / name for name in ("decisions_api.jsonl.gz", "decisions_flat.jsonl.gz"))


@pytest.fixture(scope="session")
def set_aside(acts, shared_data) -> frozenset[str]:
    """ΑΔΑs that totals must leave out: read by hand, or steps of a contract by the truth's own code."""
    return real.left_out(acts, shared_data)


async def test_what_totals_leave_out_is_what_the_truth_leaves_out(corpus: Pool, set_aside: frozenset[str]) -> None:
    rows = await spending.rows_set_aside(corpus, where=DecisionFilter(), limit=spending.ROWS_CAP)
    assert {row.ada for row in rows} == set_aside


@pytest.mark.parametrize(("body", "stage", "year", "topic"), TOTALS)
async def test_a_total_is_that_of_the_raw_json_to_the_cent(corpus, acts, set_aside, body, stage, year, topic):
    period = Period.year(year) if year else Period()
    where = DecisionFilter(organizations=(body,), period=period, stage=stage, condition=condition(topic))

    totals = await spending.stage_totals(corpus, where=where)
    asked = truth.chosen(
        acts, organizations=[body], stage=stage, years=[year] if year else [], topic=forms(topic), without=set_aside
    )
    expected = truth.total(asked)

    found = next(iter(totals), None)
    assert (found.decisions if found else 0, found.net if found else 0) == (expected.acts, expected.net)
    assert (found.unstated + found.unread if found else 0) == expected.without_amount


@pytest.mark.parametrize("stage", [Stage.AWARD, Stage.COMMITMENT, Stage.CONTRACT, Stage.APPROVAL, Stage.PAYMENT])
async def test_what_counts_and_what_is_set_aside_are_together_everything(corpus, acts, stage):
    where = DecisionFilter(organizations=BODIES, stage=stage)

    [total] = await spending.stage_totals(corpus, where=where)
    aside = await spending.rows_set_aside(corpus, where=where, limit=spending.ROWS_CAP)
    expected = truth.total(truth.chosen(acts, organizations=BODIES, stage=stage))

    assert total.decisions + len(aside) == expected.acts
    assert total.net + sum(row.sign * row.amount for row in aside if row.amount is not None) == expected.net


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("largest", [True, False])
async def test_a_ranking_is_that_of_the_raw_json(corpus, acts, set_aside, body, largest):
    stage = Stage.APPROVAL if body == "6125" else Stage.AWARD
    where = DecisionFilter(organizations=(body,))

    rows = await spending.ranked(corpus, where=where, stage=stage, largest=largest, limit=10)
    shown = {row.ada for row in rows}
    asked = truth.chosen(acts, organizations=[body], stage=stage, without=set_aside)
    smallest_ranked = min(row.amount for row in rows)
    known = [act for act in asked if largest or act.ada in shown or (act.amount or 0) >= smallest_ranked]

    assert [(row.ada, row.amount) for row in rows] == [
        (act.ada, act.amount) for act in truth.ranked(known, largest=largest, limit=10)
    ]


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("group_by", [Grouping.YEAR, Grouping.DECISION_TYPE])
async def test_counts_by_year_and_type_are_those_of_the_raw_json(corpus, acts, body, group_by):
    counts = dict(await spending.count_by(corpus, where=DecisionFilter(organizations=(body,)), group_by=group_by))

    expected: dict[str, int] = {}
    for act in truth.chosen(acts, organizations=[body]):
        key = str(act.issued_on.year) if group_by is Grouping.YEAR else act.decision_type
        expected[key] = expected.get(key, 0) + 1
    assert counts == expected


@pytest.mark.parametrize("topic", TOPICS)
async def test_counts_of_a_topic_by_body_are_those_of_the_raw_json(corpus, acts, topic):
    where = DecisionFilter(condition=condition(topic))

    counts = dict(await spending.count_by(corpus, where=where, group_by=Grouping.ORGANIZATION))

    expected: dict[str, int] = {}
    for act in truth.chosen(acts, topic=forms(topic)):
        expected[act.organization] = expected.get(act.organization, 0) + 1
    assert counts == expected


async def test_only_published_acts_are_counted(corpus, acts):
    everything = await spending.count(corpus, where=DecisionFilter())
    revoked = await spending.count(corpus, where=DecisionFilter(status="REVOKED"))

    assert everything == sum(act.status == "PUBLISHED" for act in acts)
    assert revoked == sum(act.status == "REVOKED" for act in acts)


async def test_most_payments_were_never_read_and_most_awards_were(corpus):
    where = replace(DecisionFilter(), organizations=BODIES)

    totals = {total.stage: total for total in await spending.stage_totals(corpus, where=where)}

    assert totals[Stage.PAYMENT].mostly_unread
    assert not totals[Stage.AWARD].mostly_unread
    assert totals[Stage.COMMITMENT].mostly_unread  # four bodies' commitments were never read


@pytest.mark.parametrize("stage", list(Stage))
async def test_no_private_persons_afm_is_in_any_row_and_no_person_is_named_from_a_payment(corpus, stage):
    for body in BODIES:
        where = DecisionFilter(organizations=(body,))
        rows = await spending.rows_behind(corpus, where=where, stage=stage)
        shown = [payee for row in rows for payee in row.payees]

        persons = [each for each in shown if PERSONAL.search(each) and not has_legal_form(each)]
        assert not persons
        if stage not in (Stage.AWARD, Stage.CONTRACT):
            assert not [each for each in shown if "ΑΦΜ" not in each and holds_person(each) and not has_legal_form(each)]


async def test_the_groups_of_a_total_add_up_to_it(corpus):
    where = DecisionFilter(organizations=("50449",))

    for group_by in (Grouping.YEAR, Grouping.QUARTER, Grouping.MONTH, Grouping.DECISION_TYPE, Grouping.ORGANIZATION):
        groups = await spending.totals_by(corpus, where=where, stage=Stage.COMMITMENT, group_by=group_by)
        [total] = await spending.stage_totals(corpus, where=replace(where, stage=Stage.COMMITMENT))
        assert sum((group.net for group in groups), Decimal(0)) == total.net
