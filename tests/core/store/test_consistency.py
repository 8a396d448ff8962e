"""Acts beside the acts that they name: amounts that may exceed them, what may be corrected under another ΑΔΑ."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from core.domain.decision import Decision, Status
from core.domain.ledger import Flag, Payee, Stage
from core.store import decisions
from tests.builders import a_decision, a_line, a_payment, an_award

SUPPLIER = Payee(afm="800579607", name="ΔΟΚΙΜΗ Ε.Ε.")
TYPES = {Stage.APPROVAL: "Β.2.1", Stage.COMMITMENT: "Β.1.3", Stage.PAYMENT: "Β.2.2"}


def an_act(stage: Stage, amount: str | None, subject: str = "Πράξη για υλικά", **more: Any) -> Decision:
    line = a_line(amount, stage=stage, payees=(SUPPLIER,))
    return a_decision(subject, decision_type=TYPES[stage], lines=(line,), **more)


async def told(db: Any, *arrived: Decision) -> dict[str, tuple[str, str]]:
    """ΑΔΑ → what is told of it, and by which act; nothing that is told is out of totals for it."""
    await decisions.save(db, decisions=arrived)
    await decisions.screen(db)
    rows = await db.fetch("SELECT ada, flag, other_ada, suspect FROM screened WHERE flag IN ('exceeds', 'replaced')")
    assert not any(row["suspect"] for row in rows)
    return {row["ada"]: (row["flag"], row["other_ada"]) for row in rows}


async def counted(db: Any, stage: Stage) -> Decimal | None:
    total: Decimal | None = await db.fetchval("SELECT sum(amount * sign) FROM countable_lines WHERE stage = $1", stage)
    return total


async def test_a_payment_above_its_approval_is_told_and_counts(db: Any) -> None:
    approval = an_act(Stage.APPROVAL, "1000.00")
    payment = an_act(Stage.PAYMENT, "1010.01", links=(approval.ada,))
    assert await told(db, approval, payment) == {payment.ada: ("exceeds", approval.ada)}
    assert await counted(db, Stage.PAYMENT) == Decimal("1010.01")


@pytest.mark.parametrize(("approved", "paid"), [("1000.00", "1010.00"), ("1000.00", "400.00"), ("10.00", "11.00")])
async def test_one_percent_and_one_euro_are_nothing(db: Any, approved: str, paid: str) -> None:
    approval = an_act(Stage.APPROVAL, approved)
    assert await told(db, approval, an_act(Stage.PAYMENT, paid, links=(approval.ada,))) == {}


async def test_approvals_that_a_payment_names_are_added(db: Any) -> None:
    one, other = an_act(Stage.APPROVAL, "600.00"), an_act(Stage.APPROVAL, "400.00", "Άλλη πράξη")
    payment = an_act(Stage.PAYMENT, "1000.00", links=(one.ada, other.ada))
    assert await told(db, one, other, payment) == {}


async def test_an_award_may_be_stated_without_vat(db: Any) -> None:
    award = an_award("1000.00", payees=(SUPPLIER,))
    within = an_act(Stage.APPROVAL, "1240.00", links=(award.ada,))
    beyond = an_act(Stage.APPROVAL, "1260.00", "Άλλη πράξη", links=(award.ada,))
    assert await told(db, award, within, beyond) == {beyond.ada: ("exceeds", award.ada)}


async def test_what_is_unstated_or_withdrawn_does_not_speak(db: Any) -> None:
    silent = an_act(Stage.APPROVAL, None)
    revoked = an_act(Stage.APPROVAL, "5.00", "Άλλη πράξη", status=Status.REVOKED)
    payments = [an_act(Stage.PAYMENT, "900.00", links=(each.ada,)) for each in (silent, revoked)]
    assert await told(db, silent, revoked, *payments) == {}


async def test_a_verdict_goes_when_its_reason_does(db: Any) -> None:
    approval = an_act(Stage.APPROVAL, "1000.00")
    payment = an_act(Stage.PAYMENT, "9000.00", links=(approval.ada,))
    assert await told(db, approval, payment)
    assert await told(db, an_act(Stage.APPROVAL, "9000.00", "Πράξη για υλικά, πλήρης", ada=approval.ada)) == {}


@pytest.mark.parametrize("stage", [Stage.COMMITMENT, Stage.APPROVAL, Stage.PAYMENT])
async def test_what_a_correction_under_another_ada_may_correct_is_told_and_counts(db: Any, stage: Stage) -> None:
    first = an_act(stage, "512.40", "Προμήθεια γραφικής ύλης", issued_on=date(2024, 3, 14))
    again = an_act(stage, "512.40", "Ορθή επανάληψη: προμήθεια γραφικής ύλης", issued_on=date(2024, 4, 2))
    assert await told(db, first, again) == {first.ada: ("replaced", again.ada)}
    assert await counted(db, stage) == Decimal("1024.80")


async def test_a_correction_that_names_its_act_may_state_another_amount(db: Any) -> None:
    first = an_act(Stage.COMMITMENT, "900.00", "Προμήθεια γραφικής ύλης", issued_on=date(2024, 3, 14))
    again = an_act(Stage.COMMITMENT, "700.00", "ΟΡΘΗ ΕΠΑΝΑΛΗΨΗ", issued_on=date(2024, 4, 2), links=(first.ada,))
    assert await told(db, first, again) == {first.ada: ("replaced", again.ada)}


@pytest.mark.parametrize(
    ("subject", "amount", "day"),
    [
        ("Ορθή επανάληψη: προμήθεια τροφίμων", "512.40", date(2024, 4, 2)),
        ("Ορθή επανάληψη: προμήθεια γραφικής ύλης", "512.41", date(2024, 4, 2)),
        ("Ορθή επανάληψη: προμήθεια γραφικής ύλης", "512.40", date(2025, 4, 2)),
        ("Προμήθεια γραφικής ύλης", "512.40", date(2024, 4, 2)),
    ],
)
async def test_what_is_no_correction_of_it_leaves_it_alone(db: Any, subject: str, amount: str, day: date) -> None:
    first = an_act(Stage.APPROVAL, "512.40", "Προμήθεια γραφικής ύλης", issued_on=date(2024, 3, 14))
    assert await told(db, first, an_act(Stage.APPROVAL, amount, subject, issued_on=day)) == {}


async def test_the_same_payment_unlinked_is_not_judged(db: Any) -> None:
    assert await told(db, an_act(Stage.APPROVAL, "10.00"), a_payment("9000.00")) == {}


async def test_an_approval_that_is_not_held_forbids_a_verdict(db: Any) -> None:
    one = an_act(Stage.APPROVAL, "600.00")
    assert await told(db, one, an_act(Stage.PAYMENT, "1000.00", links=(one.ada, "ΨΞ4ΤΩΕ6-ΑΒΓ"))) == {}


async def test_an_approval_that_states_nothing_forbids_a_verdict(db: Any) -> None:
    one, silent = an_act(Stage.APPROVAL, "600.00"), an_act(Stage.APPROVAL, None, "Άλλη πράξη")
    assert await told(db, one, silent, an_act(Stage.PAYMENT, "1000.00", links=(one.ada, silent.ada))) == {}


async def test_a_later_approval_is_no_earlier_act(db: Any) -> None:
    payment = an_act(Stage.PAYMENT, "5000.00", "Πληρωμή α΄ δόσης", issued_on=date(2023, 3, 1))
    later = an_act(Stage.APPROVAL, "500.00", "Έγκριση β΄ δόσης", links=(payment.ada,), issued_on=date(2024, 3, 1))
    assert await told(db, payment, later) == {}


async def test_what_others_are_paid_is_not_held_against_an_award(db: Any) -> None:
    award = an_award("1000.00", payees=(SUPPLIER,))
    lines = (
        a_line("1000.00", stage=Stage.PAYMENT, payees=(SUPPLIER,)),
        a_line("4000.00", stage=Stage.PAYMENT, seq=2, payees=(Payee(afm="094289571", name="ΑΛΛΗ ΑΕ"),)),
    )
    payment = a_decision("Χρηματικό ένταλμα", decision_type="Β.2.2", lines=lines, links=(award.ada,))
    assert await told(db, award, payment) == {}


@pytest.mark.parametrize(("paid", "flags"), [("1400.00", []), ("1800.00", ["exceeds"])])
async def test_a_contract_speaks_with_the_amount_in_force(db: Any, paid: str, flags: list[str]) -> None:
    title = "«Συντήρηση λεβήτων κτιρίων»"
    award = an_award("1000.00", f"Ανάθεση {title}", payees=(SUPPLIER,), issued_on=date(2024, 1, 5))
    changed = an_award("1400.00", f"Τροποποίηση σύμβασης {title}", payees=(SUPPLIER,), issued_on=date(2024, 5, 5))
    payment = an_act(Stage.PAYMENT, paid, "Πληρωμή", links=(award.ada,), issued_on=date(2024, 7, 1))
    found = await told(db, award, changed, payment)
    assert await db.fetchval("SELECT other_ada FROM screened WHERE flag = 'same_contract'") == changed.ada
    assert list(found.items()) == [(payment.ada, (flag, changed.ada)) for flag in flags]


async def test_where_several_acts_fit_a_correction_points_at_none(db: Any) -> None:
    subject = "μίσθωμα αποθήκης υλικών"
    rents = [an_act(Stage.PAYMENT, "500.00", subject, issued_on=date(2024, month, 5)) for month in range(1, 7)]
    again = an_act(Stage.PAYMENT, "500.00", f"Ορθή επανάληψη: {subject}", issued_on=date(2024, 6, 20))
    assert await told(db, *rents, again) == {}
    named = replace(again, ada="ΨΞ4ΤΩΕ6-ΑΒΓ", links=an_act(Stage.PAYMENT, "1", links=(rents[2].ada,)).links)
    assert await told(db, named) == {rents[2].ada: ("replaced", named.ada)}


async def test_a_correction_posted_twice_counts_once(db: Any) -> None:
    subject = "Ορθή επανάληψη: προμήθεια γραφικής ύλης"
    twice = [
        an_act(Stage.PAYMENT, "512.40", subject, issued_on=date(2024, 4, 2), protocol_number="77") for _ in range(2)
    ]
    await told(db, *twice)
    assert await counted(db, Stage.PAYMENT) == Decimal("512.40")


async def test_a_corrected_reversal_corrects_no_commitment(db: Any) -> None:
    first = an_act(Stage.COMMITMENT, "900.00", "Προμήθεια γραφικής ύλης", issued_on=date(2024, 3, 14))
    line = a_line("200.00", stage=Stage.COMMITMENT, payees=(SUPPLIER,), sign=-1)
    subject = "Ορθή επανάληψη: μερική ανάκληση της δέσμευσης"
    reversal = a_decision(subject, decision_type="Β.1.3", lines=(line,), issued_on=date(2024, 4, 2), links=(first.ada,))
    assert await told(db, first, reversal) == {}
    assert await counted(db, Stage.COMMITMENT) == 700


async def test_acts_without_a_payee_are_not_alike(db: Any) -> None:
    acts = [
        a_decision(
            subject, decision_type="Β.2.2", lines=(a_line("512.40", stage=Stage.PAYMENT, payees=payees),), issued_on=day
        )
        for payees in ((), (Payee(afm=None, name=None),))
        for subject, day in (
            ("Προμήθεια γραφικής ύλης", date(2024, 3, 2)),
            ("Ορθή επανάληψη: προμήθεια γραφικής ύλης", date(2024, 4, 2)),
        )
    ]
    assert await told(db, *acts) == {}


async def test_a_doubtful_correction_corrects_nothing(db: Any) -> None:
    first = an_act(Stage.PAYMENT, "512.40", "Προμήθεια γραφικής ύλης", issued_on=date(2024, 3, 2))
    flags = frozenset({Flag.AFM_AS_AMOUNT})
    line = a_line("800579607", stage=Stage.PAYMENT, payees=(SUPPLIER,), flags=flags)
    again = a_decision("Ορθή επανάληψη", decision_type="Β.2.2", lines=(line,), links=(first.ada,))
    assert await told(db, first, again) == {}


async def test_acts_of_one_day_need_no_hour(db: Any) -> None:
    acts = [
        replace(an_act(Stage.PAYMENT, "512.40", subject, issued_on=date(2024, 4, 2)), published_at=None)
        for subject in ("Ορθή επανάληψη: προμήθεια γραφικής ύλης", "Προμήθεια γραφικής ύλης")
    ]
    again, first = acts
    assert await told(db, *acts) == {first.ada: ("replaced", again.ada)}
