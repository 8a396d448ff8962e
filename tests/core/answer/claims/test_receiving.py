"""Who got what, of how much, and how often: sentences whose figure is true and whose meaning is not."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from core.answer.claims.check import checked
from core.answer.lookups import Result, rank_payees
from core.answer.lookups.rank_decisions import Arguments, RankFinding
from core.answer.lookups.rank_payees import PayeeRankFinding, Ranked, of_share
from core.answer.steps import Call, Situation
from core.domain.answer import Finding
from core.domain.condition import Condition, DecisionFilter, WordGroup
from core.domain.ledger import Stage
from core.domain.payee_classes import Party, PayeeClass
from core.domain.period import Period
from core.errors import Ungrounded
from core.greek.lexemes import lexemes
from core.store.payees import Share, Silence
from tests.core.answer.claims.test_claims import (
    AWARDED,
    FIRST,
    FUEL,
    PAID,
    REQUEST,
    WHERE,
    a_row,
    situation,
    total_of,
)

__all__ = ["situation"]


def a_party(afm: str, name: str) -> Party:
    return Party(key=afm, afm=afm, names=(name,), own_names=(name,), registered=False)


OMEGA, SIGMA = a_party("094289571", "ΟΜΕΓΑ ΑΕ"), a_party("800579607", "ΣΙΓΜΑ ΟΕ")
NAMESAKE = a_party("099999999", "ΟΜΕΓΑ ΑΕ")


def payees_of(
    *shares: tuple[Sequence[Party], str], by_acts: bool = False, where: DecisionFilter = WHERE
) -> tuple[Call, PayeeRankFinding]:
    ranked, counted = [], []
    for place, (parties, amount) in enumerate(shares, 1):
        share = Share(
            payee_class=PayeeClass.SUPPLIER, keys=tuple(each.key for each in parties), decisions=1, without_amount=0,
            payees=len(parties), amount=Decimal(amount), largest=("1", FIRST.ada),
        )  # fmt: skip
        ranked.append(Ranked(shown=" + ".join(each.words for each in parties), share=share, row=None))
        counted += of_share(share, f"payee {place}", Stage.AWARD, WHERE.period)
    finding = Finding(lookup="rank_payees", arguments=(), figures=tuple(counted))
    arguments = rank_payees.Arguments(where=where, stage=Stage.AWARD, limit=5, by_acts=by_acts)
    return Call(lookup="rank_payees", arguments=arguments), PayeeRankFinding(
        finding=finding, stage=Stage.AWARD, total=None, ranked=tuple(ranked), suppliers=None, apart=(),
        silence=Silence(decisions=5, own=0, silent=0, unread=0),
    )  # fmt: skip


def found(situation: Situation, pair: tuple[Call, Result]) -> Situation:
    return replace(situation, calls=(*situation.calls, pair[0]), results=(*situation.results, pair[1]))


TWO = payees_of(((OMEGA,), "500"), ((SIGMA,), "100"))


@pytest.mark.parametrize(
    "text",
    [
        "Από αναθέσεις η ΟΜΕΓΑ ΑΕ έλαβε 500,00 €. Από αναθέσεις η ΣΙΓΜΑ ΟΕ έλαβε 100,00 €.",
        "Το 2024 ο Δήμος Αλφας ανέθεσε στην ΟΜΕΓΑ ΑΕ 500,00 €.",
        "Ανατέθηκαν 500,00 € προς την εταιρεία ΟΜΕΓΑ ΑΕ.",
        "Το μεγαλύτερο ποσό από αναθέσεις έλαβε η ΟΜΕΓΑ ΑΕ, 500,00 €.",
    ],
)
def test_one_payee_and_its_own_figure(text: str, situation: Situation) -> None:
    assert checked(text, found(situation, TWO)).evidence


@pytest.mark.parametrize(
    "text",
    [
        "Από αναθέσεις η ΟΜΕΓΑ ΑΕ έλαβε 100,00 € και η ΣΙΓΜΑ ΟΕ 500,00 €.",
        "Από αναθέσεις η ΟΜΕΓΑ ΑΕ έλαβε 500,00 € και η ΣΙΓΜΑ ΟΕ 100,00 €.",
        "Από αναθέσεις η ΟΜΕΓΑ ΑΕ και η ΣΙΓΜΑ ΟΕ έλαβαν 500,00 €.",
        "Από αναθέσεις η ΟΜΕΓΑ ΑΕ έλαβε 500,00 € σε 2 αναθέσεις.",
        "Η ΟΜΕΓΑ ΑΕ ανέθεσε 500,00 €.",
        "Από αναθέσεις ο Δήμος Αλφας έλαβε από την ΟΜΕΓΑ ΑΕ 500,00 €.",
        "Από αναθέσεις της ΟΜΕΓΑ ΑΕ δόθηκαν στον Δήμο Αλφας 500,00 €.",
        "Το μεγαλύτερο ποσό από αναθέσεις έλαβε η ΣΙΓΜΑ ΟΕ, 100,00 €.",
    ],
)
def test_payees_are_not_swapped_joined_or_turned_round(text: str, situation: Situation) -> None:
    with pytest.raises(Ungrounded):
        checked(text, found(situation, TWO))


def test_a_shared_amount_is_nobodys_own_and_a_name_is_one_payees(situation: Situation) -> None:
    said = "Από αναθέσεις η ΟΜΕΓΑ ΑΕ έλαβε 700,00 €."
    assert checked(said, found(situation, payees_of(((OMEGA,), "700")))).evidence
    for shares in ((((OMEGA, SIGMA), "700"),), (((OMEGA,), "700"), ((NAMESAKE,), "20"))):
        with pytest.raises(Ungrounded):
            checked(said, found(situation, payees_of(*shares)))


def test_an_act_of_two_payees_is_not_told_with_one(situation: Situation) -> None:
    shared = replace(FIRST, ada="6ΔΔΔΩΔΟ-ΔΟΛ", payees=("ΟΜΕΓΑ ΑΕ", "ΣΙΓΜΑ ΟΕ"))
    call = Call(lookup="rank_decisions", arguments=Arguments(where=WHERE, stage=Stage.AWARD))
    finding = Finding(lookup="rank_decisions", arguments=(), rows=(shared,))
    asked = found(situation, (call, RankFinding(finding=finding, stage=Stage.AWARD, total=None, rows=(shared,))))
    assert checked("Η ανάθεση 6ΔΔΔΩΔΟ-ΔΟΛ είναι 900,00 €, προς ΟΜΕΓΑ ΑΕ και προς ΣΙΓΜΑ ΟΕ.", asked).acts
    with pytest.raises(Ungrounded):
        checked("Η ανάθεση 6ΔΔΔΩΔΟ-ΔΟΛ είναι 900,00 €, προς ΟΜΕΓΑ ΑΕ.", asked)


LIMITED = replace(WHERE, amount_min=Decimal(10000))


@pytest.mark.parametrize(
    ("text", "is_said"),
    [
        ("Ανατέθηκαν 1.000,50 €, από αναθέσεις πάνω από 10.000 €.", True),
        ("Ανατέθηκαν 1.000,50 €, από αναθέσεις άνω των 10.000,00 €.", True),
        ("Ανατέθηκαν 1.000,50 €, από αναθέσεις κάτω από 10.000 €.", False),
        ("Ανατέθηκαν 1.000,50 €, από αναθέσεις πάνω από 20.000 €.", False),
        ("Ο Δήμος Αλφας ανέθεσε συνολικά 10.000,00 €. Ανατέθηκαν 1.000,50 €.", False),
        ("Ανατέθηκαν πάνω από 10.000,00 €. Ανατέθηκαν 1.000,50 €.", False),
        ("Το 2024 ανατέθηκαν 10.000,00 € σε 2 αναθέσεις.", False),
        ("Ανατέθηκαν πάνω από 1.000,50 €.", False),
        ("Ανατέθηκαν έως 1.000,50 €.", False),
    ],
)
def test_a_limit_of_the_question_is_no_figure(text: str, is_said: bool, situation: Situation) -> None:
    call, total = total_of(LIMITED, AWARDED, PAID)
    request = replace(REQUEST, amount_min=Decimal(10000))
    asked = replace(situation, request=request, calls=(call,), results=(total,))
    if is_said:
        assert checked(text, asked).evidence
        return
    with pytest.raises(Ungrounded):
        checked(text, asked)


@pytest.mark.parametrize(
    "text",
    [
        "Ανατέθηκαν 1.000,50 € με ΦΠΑ.",
        "Ανατέθηκαν 1.000,50 € με Φ.Π.Α.",
        "Στα 1.000,50 € των αναθέσεων είναι και ο ΦΠΑ.",
        "Η ανάθεση 6ΑΑΑΩΔΟ-ΔΟΚ είναι 900,00 € με ΦΠΑ.",
        "Ο Δήμος Αλφας εισέπραξε 777,00 € από πληρωμές.",
        "Στον Δήμο Αλφας πληρώθηκαν 777,00 €.",
        "Σε δήμο πληρώθηκαν 777,00 €.",
        "Πληρώθηκαν προς τον Δήμο Αλφας 777,00 €.",
        "Ανατέθηκαν 1.000,50 € προς τον Δήμο Αλφας.",
        "Πληρώθηκε ποσό 777,00 € προς την εταιρεία.",
        "Πληρώθηκαν ακόμη 777,00 €.",
        "Πληρώθηκαν 777,00 € ανά μήνα.",
        "Πληρώθηκαν 777,00 € κατά μήνα.",
        "Πληρώθηκαν 777,00 € ο μήνας.",
        "Πληρώθηκαν 777,00 € τον μήνα.",
        "Πληρώθηκαν 777,00 € το έτος.",
        "Πληρώθηκαν 777,00 € σε μήνα.",
        "Πληρώθηκαν 777,00 € την πράξη.",
        "Πληρώθηκαν 777,00 € οι μήνες.",
        "Πληρώθηκαν 777,00 € ανά πράξη, σε 3 πληρωμές.",
        "Σε δικαιούχο πληρώθηκαν 777,00 €.",
        "Ο δικαιούχος έλαβε από πληρωμές 777,00 €.",
        "Πληρώθηκαν για υπηρεσίες 777,00 €.",
        "Πληρώθηκαν για προμήθεια καύσιμα 777,00 €.",
        "Πληρώθηκαν για εργασίες 777,00 €.",
        "Τον Μάρτιο πληρώθηκαν 777,00 €.",
    ],
)
def test_no_direction_rate_tax_or_kind_is_made_up(text: str, situation: Situation) -> None:
    with pytest.raises(Ungrounded):
        checked(text, situation)


@pytest.mark.parametrize("when", ["Το έτος 2024", "Κατά το έτος 2024", "Κατά το 2024"])
def test_a_time_with_its_date_is_no_rate(when: str, situation: Situation) -> None:
    assert checked(f"{when} πληρώθηκαν 777,00 €.", situation).evidence


def test_the_largest_is_of_what_was_asked(situation: Situation) -> None:
    said = "Η μεγαλύτερη ανάθεση λιπαντικών είναι η 6ΔΔΔΩΔΟ-ΔΟΛ, ύψους 9,00 €."
    row = a_row("6ΔΔΔΩΔΟ-ΔΟΛ", "9.00", 8)
    narrower = replace(WHERE, period=Period(since=WHERE.period.since, until=row.issued_on.replace(month=6)))
    oils = WordGroup(shown=("λιπαντικά",), alternatives=(lexemes("λιπαντικών"),))
    topic = replace(WHERE, condition=Condition(groups=(FUEL, oils)))
    for where, is_said in ((WHERE, True), (narrower, False), (topic, False)):
        call = Call(lookup="rank_decisions", arguments=Arguments(where=where, stage=Stage.AWARD))
        finding = Finding(lookup="rank_decisions", arguments=(), rows=(row,))
        asked = found(situation, (call, RankFinding(finding=finding, stage=Stage.AWARD, total=None, rows=(row,))))
        if is_said:
            assert checked(said, asked).acts
            continue
        with pytest.raises(Ungrounded, match="πρώτο μιας κατάταξης"):
            checked(said, asked)


def test_the_largest_by_acts_is_not_the_largest_in_euro(situation: Situation) -> None:
    with pytest.raises(Ungrounded, match="πρώτο μιας κατάταξης"):
        checked(
            "Το μεγαλύτερο ποσό από αναθέσεις έλαβε η ΟΜΕΓΑ ΑΕ, 500,00 €.",
            found(situation, payees_of(((OMEGA,), "500"), by_acts=True)),
        )
