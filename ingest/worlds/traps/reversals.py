"""Traps in reversals of commitments: unflagged, flagged, negative, partial, and subjects that only look like one."""

from decimal import Decimal

from core.domain.decision import LinkKind
from core.domain.ledger import Stage
from ingest.worlds import amounts
from ingest.worlds.acts import purchases, values
from ingest.worlds.desk import Act, Money
from ingest.worlds.traps.stage import REVERSED, Trap


def _committed(trap: Trap) -> str:
    """The commitment that a reversal of the same year undoes."""
    return purchases.commit(trap.desk, trap.purchase, trap.day.replace(month=2, day=3), trap.purchase.amount)


def _reversal(trap: Trap, amount: Decimal, target: str | None, **more: object) -> Act:
    money = Money(stage=Stage.COMMITMENT, amount=amount, sign=-1, flags=REVERSED)
    act = trap.commitment(amount, kind="reversal", money=money, relatedPartialADA=target, **more)
    act.links = {target: LinkKind.REVERSED} if target else {}
    return act


def reversal_unflagged(trap: Trap) -> None:
    """«ΑΝΑΤΡΟΠΗ» and nothing else; the flag is false, the amount positive."""
    _committed(trap)
    act = _reversal(trap, trap.purchase.amount, None)
    trap.say(act, "ΑΝΑΤΡΟΠΗ")
    trap.post(act)


def reversal_flagged(trap: Trap) -> None:
    """Only the flag tells; the subject is the commitment's own."""
    act = _reversal(trap, trap.purchase.amount, _committed(trap), recalledExpenseDecision=True)
    trap.say(act, "{nom}")
    trap.post(act)


def reversal_negative(trap: Trap) -> None:
    """Only the sign tells, as some programs write since 2025."""
    amount = trap.purchase.amount
    act = _reversal(trap, amount, None, amountWithVAT=values.money(-amount))
    _committed(trap)
    trap.say(act, "Ανάληψη υποχρέωσης για {acc}")
    trap.post(act)


def reversal_partial(trap: Trap) -> None:
    """Half of a commitment, named in its own field."""
    half = (trap.purchase.amount / 2).quantize(amounts.CENT)
    act = _reversal(trap, half, _committed(trap), partialead=True)
    trap.say(act, "Μερική ανάκληση ανάληψης υποχρέωσης για {acc}")
    trap.post(act)


def tipper_truck(trap: Trap) -> None:
    """A lorry that tips is no reversal."""
    trap.use("trucks", trap.euro(20_000, 36_000))
    act = trap.commitment(trap.purchase.amount)
    trap.say(act, "ΔΕΣΜΕΥΣΗ ΠΙΣΤΩΣΗΣ ΓΙΑ ΤΗΝ ΠΡΟΜΗΘΕΙΑ ΦΟΡΤΗΓΟΥ ΜΕ ΑΝΑΤΡΟΠΗ")
    act.named = True
    trap.post(act)


def tipper_truck_reversed(trap: Trap) -> None:
    """And its commitment can be reversed all the same."""
    trap.use("trucks", trap.euro(20_000, 36_000))
    _committed(trap)
    act = _reversal(trap, trap.purchase.amount, None)
    trap.say(act, "ΑΝΑΤΡΟΠΗ ΔΕΣΜΕΥΣΗΣ ΓΙΑ ΤΗΝ ΠΡΟΜΗΘΕΙΑ ΦΟΡΤΗΓΟΥ ΜΕ ΑΝΑΤΡΟΠΗ")
    act.named = True
    trap.post(act)


def recall_of_something_else(trap: Trap) -> None:
    """A commitment for the publication of another act's recall."""
    act = trap.commitment(trap.purchase.amount)
    trap.say(act, "Δέσμευση πίστωσης για τη δημοσίευση περίληψης ανάκλησης διακήρυξης")
    act.topic = None
    trap.post(act)
