"""Each rule of the graders broken alone: the answer that was right turns red, and the gate that it breaks is named."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from core.domain.answer import Answer, Citation, Figure, Finding, Outcome, Row
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import Unit
from core.errors import Unavailable
from evals.cases import Case, Kind
from evals.checks import failed, grade
from evals.corpora.entries import Corpus, Entry, Query, indexed

BODY = "1"
DAY = date(2024, 5, 6)


def entry(ada: str, amount: str | None, *, stage: str = "award", topic: str = "fuel", **more: object) -> Entry:
    usual = {"organization": BODY, "decision_type": "Δ.1", "issued_on": DAY, "year": 2024, "published": True}
    return Entry(ada=ada, stage=stage, amount=amount and Decimal(amount), topic=topic, **{**usual, **more})


ENTRIES = (
    entry("6ΑΑΑΩ1Ρ-ΑΑΑ", "1000.50"),
    entry("6ΑΑΒΩ1Ρ-ΑΑΒ", "234.06"),
    entry("6ΑΑΓΩ1Ρ-ΑΑΓ", None),
    entry("6ΑΑΔΩ1Ρ-ΑΑΔ", "700", stage="payment"),
    entry("6ΑΑΕΩ1Ρ-ΑΑΕ", "50", topic="waste"),
    entry("6ΑΑΖΩ1Ρ-ΑΑΖ", "99", published=False),
    entry("6ΑΑΗΩ1Ρ-ΑΑΗ", "123400", counted=False),
)
CORPUS = Corpus(
    name="world",
    today=date(2026, 1, 1),
    entries=ENTRIES,
    by_ada=indexed(ENTRIES),
    subjects={each.ada: "Προμήθεια καυσίμων" for each in ENTRIES},
    has_topic=lambda each, topic: each.topic == topic,
    known_stages=frozenset({"award", "payment"}),
)
ABOUT = Query(organizations=(BODY,), stage="award", years=(2024,), topic="fuel")
FIGURE = Figure(
    value=Decimal("1234.56"),
    unit=Unit.EURO,
    stage=Stage.AWARD,
    period=Period.year(2024),
    decisions=3,
    without_amount=1,
    label="net",
)
TOLD = Answer(
    outcome=Outcome.ANSWERED,
    text="Το 2024 ο δήμος ανέθεσε για καύσιμα τουλάχιστον 1.234,56 €, σε 3 πράξεις.",
    figures=(FIGURE,),
    citations=(Citation(ada="6ΑΑΑΩ1Ρ-ΑΑΑ"), Citation(ada="6ΑΑΒΩ1Ρ-ΑΑΒ")),
)


def case(kind: Kind, **more: object) -> Case:
    return Case(id="X", text="…", trap="…", kind=kind, today=CORPUS.today, **{"about": ABOUT, **more})


TOTAL = case(Kind.TOTAL)


def with_figure(**changes: object) -> Answer:
    return replace(TOLD, figures=(replace(FIGURE, **changes),))


def test_a_right_total_passes() -> None:
    assert grade(TOTAL, TOLD, CORPUS).passed


@pytest.mark.parametrize(
    ("answer", "is_wrong_figure"),
    [
        (replace(with_figure(value=Decimal("1234.57")), text=TOLD.text.replace("34,56", "34,57")), True),
        (with_figure(decisions=4), True),
        (with_figure(without_amount=0), True),
        (with_figure(stage=Stage.PAYMENT), True),
        (with_figure(period=Period.year(2023)), False),
        (with_figure(period=Period()), False),
        (replace(TOLD, text=TOLD.text.replace("1.234,56", "1234.56")), False),
        (replace(TOLD, text=TOLD.text.replace("ανέθεσε", "έδωσε")), False),
        (replace(TOLD, citations=()), False),
        (replace(TOLD, citations=(Citation(ada="6ΑΑΕΩ1Ρ-ΑΑΕ"),)), False),
        (replace(TOLD, outcome=Outcome.NOT_IN_DATA), False),
        (replace(TOLD, figures=()), False),
    ],
)  # fmt: skip
def test_each_rule_of_a_total_broken_alone_is_red(answer: Answer, is_wrong_figure: bool) -> None:
    verdict = grade(TOTAL, answer, CORPUS)
    assert not verdict.passed
    assert verdict.wrong_figure is is_wrong_figure


def test_a_stage_that_was_never_read_may_not_be_told() -> None:
    unread = tuple(replace(each, amount=None, unread=True) for each in ENTRIES[:2])
    corpus = replace(CORPUS, entries=(*unread, *ENTRIES[2:]), by_ada=indexed((*unread, *ENTRIES[2:])))
    assert grade(TOTAL, TOLD, corpus).wrong_figure
    silent = replace(TOLD, outcome=Outcome.PARTIAL, text="Τα ποσά δεν τα έχουμε φορτώσει.", figures=(), citations=())
    assert grade(TOTAL, silent, corpus).passed
    assert not grade(TOTAL, replace(silent, outcome=Outcome.ANSWERED), corpus).passed


def test_an_act_that_nobody_holds_is_invented_in_a_citation_and_in_the_text() -> None:
    cited = replace(TOLD, citations=(*TOLD.citations, Citation(ada="6ΧΧΧΩ1Ρ-ΧΧΧ")))
    named = replace(TOLD, text=TOLD.text + " Δείτε 6ΧΧΧΩ1Ρ-ΧΧΧ.")
    assert grade(TOTAL, cited, CORPUS).invented_ada
    assert grade(TOTAL, named, CORPUS).invented_ada
    asked = replace(TOTAL, text="τι είναι η 6ΧΧΧΩ1Ρ-ΧΧΧ")
    assert not grade(asked, named, CORPUS).invented_ada


def test_what_a_list_says_of_an_act_is_what_the_act_says() -> None:
    row = Row(
        ada="6ΑΑΑΩ1Ρ-ΑΑΑ",
        organization_uid=BODY,
        subject="",
        decision_type="Δ.1",
        issued_on=DAY,
        stage=Stage.AWARD,
        amount=Decimal("1000.50"),
    )
    listed = replace(TOLD, findings=(Finding(lookup="x", arguments=(), rows=(row,)),))
    assert grade(TOTAL, listed, CORPUS).passed
    off = replace(listed, findings=(Finding(lookup="x", arguments=(), rows=(replace(row, amount=Decimal(1000)),)),))
    assert grade(TOTAL, off, CORPUS).wrong_figure


def test_a_count_is_exact_and_holds_suspects() -> None:
    wanted = case(Kind.COUNT)
    figure = replace(FIGURE, value=Decimal(4), unit=Unit.DECISIONS, label="decisions")
    right = replace(TOLD, text="Βρήκα 4 αναθέσεις.", figures=(figure,), citations=())
    assert grade(wanted, right, CORPUS).passed
    assert grade(wanted, replace(right, figures=(replace(figure, value=Decimal(3)),)), CORPUS).wrong_figure
    assert not grade(wanted, replace(right, text="Βρήκα 14 αναθέσεις."), CORPUS).passed
    assert not grade(wanted, replace(right, figures=()), CORPUS).passed


def test_a_ranking_is_in_order_and_each_amount_its_own() -> None:
    wanted = case(Kind.RANK, limit=2)
    first, second = (
        replace(FIGURE, label=each.ada, value=each.amount, decisions=1) for each in ENTRIES[:2] if each.amount
    )
    text = "1. 6ΑΑΑΩ1Ρ-ΑΑΑ 1.000,50 €\n2. 6ΑΑΒΩ1Ρ-ΑΑΒ 234,06 €"
    right = replace(TOLD, text=text, figures=(first, second))
    assert grade(wanted, right, CORPUS).passed
    assert grade(wanted, replace(right, figures=(second, first)), CORPUS).wrong_figure
    suspect = replace(first, label="6ΑΑΗΩ1Ρ-ΑΑΗ", value=Decimal(123400))
    assert grade(wanted, replace(right, figures=(suspect, first)), CORPUS).wrong_figure
    assert not grade(wanted, replace(right, figures=()), CORPUS).passed


def test_a_list_has_a_relevant_act_in_the_first_five_and_none_of_another_body() -> None:
    wanted = case(Kind.RECORDS)
    assert grade(wanted, TOLD, CORPUS).place == 1
    assert grade(wanted, TOLD, CORPUS).passed
    payment = replace(TOLD, citations=(*TOLD.citations, Citation(ada="6ΑΑΔΩ1Ρ-ΑΑΔ")))
    assert not grade(wanted, payment, CORPUS).passed
    late = replace(TOLD, citations=(*[Citation(ada="6ΑΑΕΩ1Ρ-ΑΑΕ")] * 5, *TOLD.citations))
    assert grade(wanted, late, CORPUS).place == 6
    assert not grade(wanted, late, CORPUS).passed
    assert not grade(wanted, replace(TOLD, outcome=Outcome.UNCLEAR), CORPUS).passed


def test_a_card_is_of_exactly_the_act_that_was_asked() -> None:
    wanted = case(Kind.CARD, adas=("6ΑΑΑΩ1Ρ-ΑΑΑ",))
    figure = replace(FIGURE, label="6ΑΑΑΩ1Ρ-ΑΑΑ", value=Decimal("1000.50"))
    right = replace(TOLD, text="6ΑΑΑΩ1Ρ-ΑΑΑ 1.000,50 €", figures=(figure,), citations=TOLD.citations[:1])
    assert grade(wanted, right, CORPUS).passed
    assert not grade(wanted, replace(right, citations=TOLD.citations), CORPUS).passed
    assert not grade(wanted, replace(right, text="6ΑΑΑΩ1Ρ-ΑΑΑ 1.000,51 €"), CORPUS).passed
    assert grade(wanted, replace(right, figures=(replace(figure, value=Decimal(9)),)), CORPUS).wrong_figure
    near = case(Kind.CARD, absent=("6ΑΑΑΩ1Ρ-ΑΑΧ",))
    none = replace(TOLD, outcome=Outcome.NOT_IN_DATA, text="Δεν βρήκα 6ΑΑΑΩ1Ρ-ΑΑΧ.", figures=(), citations=())
    assert grade(near, none, CORPUS).passed
    assert not grade(near, replace(none, outcome=Outcome.ANSWERED), CORPUS).passed
    assert not grade(near, right, CORPUS).passed


@pytest.mark.parametrize(
    "answer",
    [
        TOLD,
        replace(TOLD, outcome=Outcome.REFUSED),
        Answer(outcome=Outcome.REFUSED, text="Ίσως 5 €."),
        Answer(outcome=Outcome.REFUSED, text="Δείτε.", citations=TOLD.citations),
    ],
)
def test_a_refusal_that_tells_anything_breaks_its_gate(answer: Answer) -> None:
    wanted = case(Kind.REFUSAL, outcomes=("refused",))
    assert grade(wanted, Answer(outcome=Outcome.REFUSED, text="Δεν αναζητώ ιδιώτες."), CORPUS).passed
    assert grade(wanted, answer, CORPUS).answered_refusal


def test_the_kind_of_a_refusal_is_its_outcome() -> None:
    wanted = case(Kind.REFUSAL, outcomes=("wrong_unit",))
    verdict = grade(wanted, Answer(outcome=Outcome.OUT_OF_SCOPE, text="Όχι."), CORPUS)
    assert not verdict.passed
    assert not verdict.answered_refusal


def test_words_that_must_and_must_not_stand_are_looked_for_without_accents() -> None:
    held = replace(TOTAL, must=("τουλαχιστον",))
    assert grade(held, TOLD, CORPUS).passed
    assert not grade(replace(TOTAL, must=("ανακληθ",)), TOLD, CORPUS).passed
    assert not grade(replace(TOTAL, must_not=("καυσιμα",)), TOLD, CORPUS).passed


def test_an_outage_is_never_a_pass() -> None:
    assert not failed(Unavailable("η βάση δεν απαντά")).passed


def _compared() -> tuple[Corpus, Case, Answer]:
    """600,00 € in 2023 against the 1.234,56 € of the total: 634,56 € more, 105,8%."""
    older = entry("9ΑΑΑΩ1Ρ-ΑΑΑ", "600", year=2023, issued_on=DAY.replace(year=2023))
    entries = (older, *ENTRIES)
    corpus = replace(CORPUS, entries=entries, by_ada=indexed(entries), subjects={**CORPUS.subjects, older.ada: "…"})
    sides = (("2023", replace(ABOUT, years=(2023,))), ("2024", ABOUT))
    before = replace(FIGURE, value=Decimal("600.00"), label="net 2023", decisions=1, without_amount=0)
    gap = Figure(value=Decimal("634.56"), unit=Unit.EURO, stage=Stage.AWARD, label="difference 2023 → 2024")
    percent = Figure(value=Decimal("105.8"), unit=Unit.PERCENT, stage=Stage.AWARD, label="percent 2023 → 2024")
    told = Answer(
        outcome=Outcome.ANSWERED,
        text="Οι αναθέσεις αυξήθηκαν από 600,00 € (2023) σε 1.234,56 € (2024): διαφορά 634,56 €, αύξηση 105,8%.",
        figures=(before, replace(FIGURE, label="net 2024"), gap, percent),
        citations=TOLD.citations,
    )
    return corpus, case(Kind.COMPARE, sides=sides), told


def _changed(told: Answer, place: int, **changes: object) -> Answer:
    figures = list(told.figures)
    figures[place] = replace(figures[place], **changes)
    return replace(told, figures=tuple(figures))


def test_a_right_comparison_passes() -> None:
    corpus, compared, told = _compared()
    assert grade(compared, told, corpus).problems == []


@pytest.mark.parametrize(
    ("place", "changes"),
    [
        (0, {"value": Decimal("600.01")}),
        (1, {"decisions": 2}),
        (2, {"value": Decimal("-634.56")}),
        (2, {"label": "difference 2024 → 2023"}),
        (3, {"value": Decimal("105.7")}),
        (3, {"stage": Stage.PAYMENT}),
    ],
)
def test_each_figure_of_a_comparison_broken_alone_is_wrong(place: int, changes: dict[str, object]) -> None:
    corpus, compared, told = _compared()
    assert grade(compared, _changed(told, place, **changes), corpus).wrong_figure


def test_a_comparison_says_which_way_it_went_and_tells_both_sides() -> None:
    corpus, compared, told = _compared()
    assert grade(compared, replace(told, text=told.text.replace("αυξήθηκαν", "μειώθηκαν")), corpus).wrong_figure
    assert not grade(compared, replace(told, figures=told.figures[1:]), corpus).passed
    assert not grade(compared, replace(told, text=told.text.replace("διαφορά 634,56 €, ", "")), corpus).passed
    assert not grade(compared, replace(told, citations=()), corpus).passed


def test_a_share_of_the_difference_and_the_rest_without_the_act_are_checked() -> None:
    corpus, compared, told = _compared()
    share = Figure(value=Decimal("157.7"), unit=Unit.PERCENT, stage=Stage.AWARD, label="share 6ΑΑΑΩ1Ρ-ΑΑΑ")
    without = Figure(value=Decimal("234.06"), unit=Unit.EURO, stage=Stage.AWARD, label="without 6ΑΑΑΩ1Ρ-ΑΑΑ")
    assert grade(compared, replace(told, figures=(*told.figures, share, without)), corpus).problems == []
    for wrong in (replace(share, value=Decimal("157.6")), replace(without, value=Decimal("234.07"))):
        assert grade(compared, replace(told, figures=(*told.figures, wrong)), corpus).wrong_figure


def test_stages_are_not_subtracted() -> None:
    corpus, compared, told = _compared()
    paid = entry("9ΑΑΒΩ1Ρ-ΑΑΒ", "600", stage="payment", year=2023, issued_on=DAY.replace(year=2023))
    corpus = replace(corpus, entries=(*corpus.entries, paid), by_ada=indexed((*corpus.entries, paid)))
    sides = (("2023", replace(compared.sides[0][1], stage="payment")), compared.sides[1])
    assert grade(replace(compared, sides=sides), told, corpus).wrong_figure


def test_another_stage_is_ranked_only_in_part_and_only_as_it_is() -> None:
    asked = Case(id="K", text="…", trap="…", kind=Kind.RANK, today=DAY, about=replace(ABOUT, stage="contract"), limit=1)
    figure = Figure(value=Decimal("1000.50"), unit=Unit.EURO, stage=Stage.AWARD, label="6ΑΑΑΩ1Ρ-ΑΑΑ")
    answer = Answer(outcome=Outcome.PARTIAL, text="1. 6ΑΑΑΩ1Ρ-ΑΑΑ · 1.000,50 €", figures=(figure,))
    assert grade(asked, answer, CORPUS).passed
    assert grade(asked, replace(answer, outcome=Outcome.ANSWERED), CORPUS).wrong_figure
    second = replace(figure, value=Decimal("234.06"), label="6ΑΑΒΩ1Ρ-ΑΑΒ")
    assert grade(asked, replace(answer, figures=(second,)), CORPUS).wrong_figure
