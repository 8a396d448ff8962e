"""One sentence at a time: what a total, an act, a ranking and a comparison allow to be said, and what they do not."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from types import MappingProxyType

import pytest

from core.answer.claims.check import Told, checked
from core.answer.lookups import count_decisions, rank_decisions, total_spending
from core.answer.lookups.count_decisions import CountFinding
from core.answer.lookups.figures import acts, of_total
from core.answer.lookups.rank_decisions import RankFinding
from core.answer.lookups.total_spending import TotalFinding
from core.answer.setting import Setting
from core.answer.steps import Call, Situation
from core.answer.topics import Topic
from core.domain.answer import Finding, Row
from core.domain.asked import Asked
from core.domain.condition import Condition, DecisionFilter, StageTotal, WordGroup
from core.domain.ledger import Flag, Stage
from core.domain.organization import Organization
from core.domain.period import Period
from core.domain.request import Intent, Request
from core.errors import Ungrounded
from core.greek.lexemes import lexemes
from core.greek.names import BodyName, OrganizationIndex

TODAY = date(2026, 10, 31)
TOWN, OTHER = (
    Organization(uid=uid, label=label, covered=True) for uid, label in (("1", "ΔΗΜΟΣ ΑΛΦΑΣ"), ("2", "ΔΗΜΟΣ ΒΗΤΑΣ"))
)
FUEL = WordGroup(shown=("καύσιμα",), alternatives=(lexemes("καύσιμα"),))
REQUEST = Request(
    text="πόσα ανατέθηκαν για καύσιμα το 2024",
    intent=Intent.AGGREGATE,
    topic=("καύσιμα",),
    period=Period.year(2024),
    stage=Stage.AWARD,
)
WHERE = DecisionFilter(organizations=("1",), period=Period.year(2024), condition=Condition(groups=(FUEL,)))


def a_total(stage: Stage, net: str, decisions: int) -> StageTotal:
    nothing = Decimal(0)
    return StageTotal(
        stage=stage, decisions=decisions, unstated=0, unread=0, gross=Decimal(net), reversed=nothing, reversals=0,
        suspects=0, suspect_amount=nothing, same_again=0,
    )  # fmt: skip


def a_row(ada: str, amount: str, day: int, **more: object) -> Row:
    return Row(
        ada=ada, organization_uid="1", subject=f"Προμήθεια λιπαντικών {day}", decision_type="Δ.1",
        issued_on=date(2024, 3, day), stage=Stage.AWARD, amount=Decimal(amount), payees=("ΟΜΕΓΑ ΑΕ",), **more,
    )  # fmt: skip


FIRST, SECOND = a_row("6ΑΑΑΩΔΟ-ΔΟΚ", "900.00", 5), a_row("6ΒΒΒΩΔΟ-ΔΟΧ", "100.50", 6)
DOUBTFUL = a_row("6ΓΓΓΩΔΟ-ΔΟΜ", "90000.00", 7, flags=(Flag.HUNDREDFOLD,))


def total_of(where: DecisionFilter, *totals: StageTotal) -> tuple[Call, TotalFinding]:
    counted = [figure for each in totals for figure in of_total(each, period=where.period, tellable=True)]
    finding = Finding(lookup="total_spending", arguments=(), figures=tuple(counted), asked=Asked(where=where))
    found = TotalFinding(finding=finding, stages=totals, asked=totals[0].stage, leading=totals[0])
    return Call(lookup="total_spending", arguments=total_spending.Arguments(where=where)), found


def count_of(number: int) -> tuple[Call, CountFinding]:
    figure = acts(number, "decisions", period=WHERE.period)
    finding = Finding(lookup="count_decisions", arguments=(), figures=(figure,), asked=Asked(where=WHERE))
    call = Call(lookup="count_decisions", arguments=count_decisions.Arguments(where=WHERE))
    return call, CountFinding(finding=finding, count=number)


def ranking(*rows: Row) -> tuple[Call, RankFinding]:
    call = Call(lookup="rank_decisions", arguments=rank_decisions.Arguments(where=WHERE, stage=Stage.AWARD))
    finding = Finding(lookup="rank_decisions", arguments=(), rows=rows)
    return call, RankFinding(finding=finding, stage=Stage.AWARD, total=None, rows=rows)


AWARDED, PAID = a_total(Stage.AWARD, "1000.50", 2), a_total(Stage.PAYMENT, "777.00", 3)
LAST_YEAR = total_of(replace(WHERE, period=Period.year(2023)), a_total(Stage.AWARD, "555.00", 8))
ELSEWHERE = total_of(replace(WHERE, organizations=("2",)), a_total(Stage.AWARD, "444.00", 9))
EVERYTHING = total_of(replace(WHERE, condition=Condition()), a_total(Stage.AWARD, "333.00", 11))
FOUND = (
    total_of(WHERE, AWARDED, PAID),
    count_of(40),
    ranking(FIRST, SECOND, DOUBTFUL),
    LAST_YEAR,
    ELSEWHERE,
    EVERYTHING,
)


@pytest.fixture(scope="module")
def situation() -> Situation:
    bodies = {body.uid: body for body in (TOWN, OTHER)}
    setting = Setting(
        index=OrganizationIndex(
            BodyName(uid=each.uid, label=each.label, category="MUNICIPALITY", latin_name=None, covered=True)
            for each in bodies.values()
        ),
        organizations=MappingProxyType(bodies),
        covered=(TOWN, OTHER),
        coverage={},
        home="1",
        demo=False,
    )
    return Situation(
        request=REQUEST,
        setting=setting,
        today=TODAY,
        topic=Topic(condition=WHERE.condition),
        bodies=(TOWN,),
        calls=tuple(call for call, _ in FOUND),
        results=tuple(found for _, found in FOUND),
    )


SAID = [
    "Το 2024 ο Δήμος Αλφας ανέθεσε για καύσιμα 1.000,50 €.",
    "Ανατέθηκαν 1.000,50 €, σε 2 αναθέσεις.",
    "Πληρώθηκαν 777,00 €.",
    "Σύμφωνα με τη Διαύγεια, το 2024 βρήκα 40 πράξεις για καύσιμα.",
    "Η μεγαλύτερη ανάθεση είναι η 6ΑΑΑΩΔΟ-ΔΟΚ, στις 5/3/2024, ύψους 900,00 €, προς ΟΜΕΓΑ ΑΕ.",
    "Η ανάθεση 6ΒΒΒΩΔΟ-ΔΟΧ, «Προμήθεια λιπαντικών 6», είναι 100,50 €.",
    "Για «καύσιμα» ανατέθηκαν 1.000,50 €.",
    "Οι πληρωμές είναι 777,00 €.",
    "Οι αναθέσεις για καύσιμα ήταν ύψους 1.000,50 €.",
    "Σχετική απόφαση είναι η 6ΒΒΒΩΔΟ-ΔΟΧ.",
    "Η ανάθεση 6ΒΒΒΩΔΟ-ΔΟΧ είναι 100,50 €.",
]
NOT_SAID = {
    "another stage": "Πληρώθηκαν 1.000,50 €.",
    "no stage": "Το ποσό είναι 1.000,50 €.",
    "two stages": "Ανατέθηκαν και πληρώθηκαν 1.000,50 €.",
    "another year's figure": "Το 2024 ανατέθηκαν 555,00 €.",
    "another year, though true": "Ανατέθηκαν 555,00 €.",
    "the figure in another year": "Το 2023 ανατέθηκαν 1.000,50 €.",
    "two years": "Το 2023 και το 2024 ανατέθηκαν 1.000,50 €.",
    "another body's figure": "Ανατέθηκαν 444,00 €.",
    "another body, though true": "Ο Δήμος Βήτας ανέθεσε 444,00 €.",
    "the figure of another body": "Ο Δήμος Βήτας ανέθεσε 1.000,50 €.",
    "fewer words": "Ανατέθηκαν 333,00 €.",
    "another topic": "Για σχολεία ανατέθηκαν 1.000,50 €.",
    "direct only": "Ανατέθηκαν απευθείας 1.000,50 €.",
    "a count as awards": "Βρήκα 40 αναθέσεις.",
    "a count beside euro": "Ανατέθηκαν 1.000,50 € σε 40 πράξεις.",
    "a count of another stage": "Πληρώθηκαν 777,00 € σε 2 πράξεις.",
    "a sum of acts": "Ανατέθηκαν 1.000,50 €, άθροισμα 2 πράξεων.",
    "people": "Βρήκα 40 υπαλλήλους.",
    "a bare number": "Ανατέθηκαν 1.000,50 €, 40 συνολικά.",
    "another act's amount": "Η ανάθεση 6ΒΒΒΩΔΟ-ΔΟΧ είναι 900,00 €.",
    "a total as an act's": "Η ανάθεση 6ΒΒΒΩΔΟ-ΔΟΧ είναι 1.000,50 €.",
    "another act's day": "Η ανάθεση 6ΒΒΒΩΔΟ-ΔΟΧ εκδόθηκε στις 5/3/2024.",
    "another act's quotation": "Η ανάθεση 6ΒΒΒΩΔΟ-ΔΟΧ, «Προμήθεια λιπαντικών 5», είναι 100,50 €.",
    "half a quotation": "Η ανάθεση 6ΒΒΒΩΔΟ-ΔΟΧ, «Προμήθεια», είναι 100,50 €.",
    "two acts, one amount": "Οι αναθέσεις 6ΑΑΑΩΔΟ-ΔΟΚ και 6ΒΒΒΩΔΟ-ΔΟΧ είναι 900,00 €.",
    "a stage that is not the act's": "Η πληρωμή 6ΒΒΒΩΔΟ-ΔΟΧ είναι 100,50 €.",
    "a doubtful amount": "Η ανάθεση 6ΓΓΓΩΔΟ-ΔΟΜ είναι 90.000,00 €.",
    "the second as the largest": "Η μεγαλύτερη ανάθεση είναι η 6ΒΒΒΩΔΟ-ΔΟΧ, 100,50 €.",
    "the first as the smallest": "Η μικρότερη ανάθεση είναι η 6ΑΑΑΩΔΟ-ΔΟΚ, 900,00 €.",
    "a payee without an act": "Η ΟΜΕΓΑ ΑΕ έλαβε 900,00 €.",
    "a rise": "Αυξήθηκαν και ανατέθηκαν 1.000,50 €.",
    "a fall without a figure": "Οι αναθέσεις μειώθηκαν.",
    "a denial": "Δεν ανατέθηκαν 1.000,50 €.",
    "number words": "Ανατέθηκαν 1.000,50 € σε δύο αναθέσεις.",
    "an adjective": "Ανατέθηκαν ύποπτα 1.000,50 €.",
    "a year that nothing is of": "Ανατέθηκαν 1.000,50 €. Σύμφωνα με τα στοιχεία του 2019.",
    "a code": "Ανατέθηκαν 1.000,50 €, ΚΑ 64.7323.0004.",
    "full-width digits": "Ανατέθηκαν １.０００,５１ €.",
    "another currency": "Ανατέθηκαν 1.000,50 $.",
    "thousands": "Ανατέθηκαν 1 χιλ. €.",
    "one payment of three": "Η πληρωμή είναι 777,00 €.",
    "one award of two": "Η ανάθεση για καύσιμα ήταν ύψους 1.000,50 €.",
    "a plural of one award": "Οι αναθέσεις είναι η 6ΒΒΒΩΔΟ-ΔΟΧ, 100,50 €.",
    "the largest, in the plural": "Οι μεγαλύτερες αναθέσεις είναι η 6ΑΑΑΩΔΟ-ΔΟΚ, ύψους 900,00 €.",
    "the one award of three": "Η ανάθεση είναι η 6ΒΒΒΩΔΟ-ΔΟΧ.",
    "the one relevant decision": "Η σχετική απόφαση είναι η 6ΒΒΒΩΔΟ-ΔΟΧ.",
    "one award, two acts": "Σχετική ανάθεση είναι η 6ΑΑΑΩΔΟ-ΔΟΚ και η 6ΒΒΒΩΔΟ-ΔΟΧ.",
    "a count in the singular": "Βρήκα 40 πράξη.",
    "no finding": "Σύμφωνα με τα στοιχεία.",
    "nothing": "",
}  # fmt: skip


@pytest.mark.parametrize("text", SAID)
def test_what_was_found_may_be_said(text: str, situation: Situation) -> None:
    assert isinstance(checked(text, situation), Told)


@pytest.mark.parametrize("name", NOT_SAID)
def test_anything_else_is_refused(name: str, situation: Situation) -> None:
    with pytest.raises(Ungrounded):
        checked(NOT_SAID[name], situation)


def test_one_act_is_told_in_the_singular(situation: Situation) -> None:
    one = total_of(WHERE, a_total(Stage.AWARD, "900.00", 1))
    asked = replace(situation, calls=(one[0],), results=(one[1],))
    assert checked("Η ανάθεση για καύσιμα ήταν 900,00 €.", asked).evidence
    assert checked("Ανατέθηκαν 900,00 €, σε 1 ανάθεση.", asked).evidence
    for plural in ("Οι αναθέσεις για καύσιμα ήταν 900,00 €.", "Ανατέθηκαν 900,00 €, σε 1 αναθέσεις."):
        with pytest.raises(Ungrounded):
            checked(plural, asked)


def test_one_false_sentence_refuses_all(situation: Situation) -> None:
    with pytest.raises(Ungrounded):
        checked(f"{SAID[0]} {NOT_SAID['another stage']}", situation)


def test_failed_and_empty_lookups_are_no_evidence(situation: Situation) -> None:
    empty = total_of(WHERE, a_total(Stage.AWARD, "0", 0))
    none = replace(empty[1], stages=(), leading=None, finding=replace(empty[1].finding, figures=(), asked=None))
    with pytest.raises(Ungrounded, match="Καμία αναζήτηση"):
        checked(SAID[0], replace(situation, calls=(empty[0],), results=(none,)))


def test_limits_of_the_question_may_be_repeated(situation: Situation) -> None:
    request = replace(REQUEST, amount_min=Decimal(5))
    limited = total_of(replace(WHERE, amount_min=Decimal(5)), AWARDED)
    asked = replace(situation, request=request, calls=(limited[0],), results=(limited[1],))
    assert checked("Ανατέθηκαν 1.000,50 €.", asked).evidence
    with pytest.raises(Ungrounded):  # a figure without the limit is of something else
        checked("Ανατέθηκαν 1.000,50 €.", replace(situation, request=request))
