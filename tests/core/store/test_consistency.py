"""Acts beside the acts that they name: amounts that exceed them, corrections under another ΑΔΑ."""

from datetime import date
from typing import Any

import pytest

from core.domain.decision import Decision, Status
from core.domain.ledger import Payee, Stage
from core.store import decisions
from tests.builders import a_decision, a_line, a_payment, an_award

SUPPLIER = Payee(afm="800579607", name="ΔΟΚΙΜΗ Ε.Ε.")
TYPES = {Stage.APPROVAL: "Β.2.1", Stage.COMMITMENT: "Β.1.3", Stage.PAYMENT: "Β.2.2"}


def an_act(stage: Stage, amount: str | None, subject: str = "Πράξη για υλικά", **more: Any) -> Decision:
    line = a_line(amount, stage=stage, payees=(SUPPLIER,))
    return a_decision(subject, decision_type=TYPES[stage], lines=(line,), **more)


async def aside(db: Any, *arrived: Decision) -> dict[str, tuple[str, str]]:
    """ΑΔΑ → why it is out of totals, and by which act."""
    await decisions.save(db, decisions=arrived)
    await decisions.screen(db)
    out = {row["ada"] for row in await db.fetch("SELECT ada FROM set_aside_lines")}
    rows = await db.fetch("SELECT ada, flag, other_ada FROM screened WHERE flag IN ('exceeds', 'replaced')")
    assert {row["ada"] for row in rows} <= out
    return {row["ada"]: (row["flag"], row["other_ada"]) for row in rows}


async def test_a_payment_above_its_approval_is_doubtful(db: Any) -> None:
    approval = an_act(Stage.APPROVAL, "1000.00")
    payment = an_act(Stage.PAYMENT, "1010.01", links=(approval.ada,))
    assert await aside(db, approval, payment) == {payment.ada: ("exceeds", approval.ada)}


@pytest.mark.parametrize(("approved", "paid"), [("1000.00", "1010.00"), ("1000.00", "400.00"), ("10.00", "11.00")])
async def test_one_percent_and_one_euro_are_nothing(db: Any, approved: str, paid: str) -> None:
    approval = an_act(Stage.APPROVAL, approved)
    assert await aside(db, approval, an_act(Stage.PAYMENT, paid, links=(approval.ada,))) == {}


async def test_approvals_that_a_payment_names_are_added(db: Any) -> None:
    one, other = an_act(Stage.APPROVAL, "600.00"), an_act(Stage.APPROVAL, "400.00", "Άλλη πράξη")
    payment = an_act(Stage.PAYMENT, "1000.00", links=(one.ada, other.ada))
    assert await aside(db, one, other, payment) == {}


async def test_an_award_may_be_stated_without_vat(db: Any) -> None:
    award = an_award("1000.00", payees=(SUPPLIER,))
    within = an_act(Stage.APPROVAL, "1240.00", links=(award.ada,))
    beyond = an_act(Stage.APPROVAL, "1260.00", "Άλλη πράξη", links=(award.ada,))
    assert await aside(db, award, within, beyond) == {beyond.ada: ("exceeds", award.ada)}


async def test_what_is_unstated_or_withdrawn_does_not_speak(db: Any) -> None:
    silent = an_act(Stage.APPROVAL, None)
    revoked = an_act(Stage.APPROVAL, "5.00", "Άλλη πράξη", status=Status.REVOKED)
    payments = [an_act(Stage.PAYMENT, "900.00", links=(each.ada,)) for each in (silent, revoked)]
    assert await aside(db, silent, revoked, *payments) == {}


async def test_a_verdict_goes_when_its_reason_does(db: Any) -> None:
    approval = an_act(Stage.APPROVAL, "1000.00")
    payment = an_act(Stage.PAYMENT, "9000.00", links=(approval.ada,))
    assert await aside(db, approval, payment)
    assert await aside(db, an_act(Stage.APPROVAL, "9000.00", "Πράξη για υλικά, πλήρης", ada=approval.ada)) == {}


@pytest.mark.parametrize("stage", [Stage.COMMITMENT, Stage.APPROVAL, Stage.PAYMENT])
async def test_a_correction_under_another_ada_counts_and_the_first_act_does_not(db: Any, stage: Stage) -> None:
    first = an_act(stage, "512.40", "Προμήθεια γραφικής ύλης", issued_on=date(2024, 3, 14))
    again = an_act(stage, "512.40", "Ορθή επανάληψη: προμήθεια γραφικής ύλης", issued_on=date(2024, 4, 2))
    assert await aside(db, first, again) == {first.ada: ("replaced", again.ada)}
    assert await db.fetchval("SELECT sum(amount) FROM countable_lines") == first.lines[0].amount


async def test_a_correction_that_names_its_act_may_state_another_amount(db: Any) -> None:
    first = an_act(Stage.COMMITMENT, "900.00", "Προμήθεια γραφικής ύλης", issued_on=date(2024, 3, 14))
    again = an_act(Stage.COMMITMENT, "700.00", "ΟΡΘΗ ΕΠΑΝΑΛΗΨΗ", issued_on=date(2024, 4, 2), links=(first.ada,))
    assert await aside(db, first, again) == {first.ada: ("replaced", again.ada)}


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
    assert await aside(db, first, an_act(Stage.APPROVAL, amount, subject, issued_on=day)) == {}


async def test_the_same_payment_unlinked_is_not_judged(db: Any) -> None:
    assert await aside(db, an_act(Stage.APPROVAL, "10.00"), a_payment("9000.00")) == {}
