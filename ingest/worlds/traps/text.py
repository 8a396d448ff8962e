"""Traps in dates, texts and versions: late postings, look-alike letters, revocations, corrections, repeats."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

from core.domain.decision import LinkKind, Status
from core.domain.ledger import Stage
from ingest.worlds import amounts, subjects
from ingest.worlds.acts import purchases, values
from ingest.worlds.desk import Money
from ingest.worlds.parties import Json
from ingest.worlds.traps.stage import REVERSED, Trap
from ingest.worlds.truth import SetAside

_TO_LATIN = str.maketrans("ΑΒΕΗΙΚΜΝΟΡΤΧΥΖ", "ABEHIKMNOPTXYZ")


def new_year_at_athens_midnight(trap: Trap) -> None:
    """1 January, that in UTC is the year before."""
    trap.day = date(trap.day.year, 1, 1)
    trap.post(trap.commitment(trap.purchase.amount, kind="yearly_commitment"))


def posted_late(trap: Trap) -> None:
    act = trap.payment(trap.purchase.amount)
    act.delay = trap.desk.rng.randint(40, 75)
    trap.post(act)


def date_doubtful(trap: Trap) -> None:
    """The year of issue mistyped: posted 420 days later."""
    trap.day = amounts.workday(min(trap.day, trap.desk.until - timedelta(days=500)))
    act = trap.award(values.money(trap.purchase.amount), trap.money(Stage.AWARD, trap.purchase.amount))
    act.delay = 420
    trap.post(act)


def latin_ada_in_subject(trap: Trap) -> None:
    """A reversal that cites its commitment by an ΑΔΑ in Latin letters."""
    target = purchases.commit(trap.desk, trap.purchase, trap.day.replace(month=2, day=3), trap.purchase.amount)
    money = Money(stage=Stage.COMMITMENT, amount=trap.purchase.amount, sign=-1, flags=REVERSED)
    act = trap.commitment(trap.purchase.amount, kind="reversal", money=money)
    act.subject = f"ΑΝΑΚΛΗΣΗ ΤΗΣ ΑΝΑΛΗΨΗΣ ΥΠΟΧΡΕΩΣΗΣ ΜΕ ΑΔΑ: {target.translate(_TO_LATIN)}"
    act.named = False
    act.links = {target: LinkKind.SUBJECT}
    trap.post(act)


def lookalike_letters(trap: Trap) -> None:
    act = trap.payment(trap.purchase.amount)
    trap.say(act, "Εξόφληση για {acc} του ∆ήµου")
    act.subject = subjects.lookalikes(act.subject)
    trap.post(act)


def line_breaks(trap: Trap) -> None:
    """Between words, and in the middle of one."""
    act = trap.payment(trap.purchase.amount)
    trap.say(act, "Πληρωμή\n{gen}   σύμφωνα με το πρω\nτόκολλο")
    trap.post(act)


def entities(trap: Trap) -> None:
    act = trap.payment(trap.purchase.amount)
    trap.say(act, "Πληρωμή &quot;{nom}&quot; &amp; λοιπά &#39;είδη&#39;")
    trap.post(act)


def private_data(trap: Trap) -> None:
    """A benefit: the document is withheld."""
    content: Json = {
        "kanonistikipraxitype": None,
        "kanonistikiPraxiPublishMedium": None,
        "fek": None,
        "relatedDecisions": [],
        "documentType": values.ACT,
    }
    act = trap.act("2.4.7.1", "payroll", content)
    trap.say(act, "Χορήγηση έκτακτου βοηθήματος σε δημότη")
    act.topic, act.private = None, True
    trap.post(act)


def revoked(trap: Trap) -> None:
    act = trap.payment(trap.purchase.amount)
    act.status = Status.REVOKED
    trap.post(act)
    other = trap.award(values.money(trap.purchase.amount), trap.money(Stage.AWARD, trap.purchase.amount))
    other.status = Status.REVOKED
    trap.post(other)


def pending_revocation(trap: Trap) -> None:
    act = trap.payment(trap.purchase.amount)
    act.status = Status.PENDING_REVOCATION
    trap.post(act)


def corrected(trap: Trap) -> None:
    """The same ΑΔΑ, another amount: the first version had two digits exchanged."""
    act = trap.payment(trap.purchase.amount)
    earlier = trap.purchase.amount + Decimal("90.00")
    act.before = values.payment(body=trap.body.party, sponsors=[trap.sponsor(values.money(earlier))])
    trap.post(act)


def edited(trap: Trap) -> None:
    """Only the metadata changed: no version is named as corrected."""
    act = trap.payment(trap.purchase.amount)
    act.edited = True
    trap.post(act)


def corrected_under_another_ada(trap: Trap) -> None:
    """Posted again some days later, with the same protocol number, as «ορθή επανάληψη»: one award."""
    trap.day = trap.day.replace(day=5)
    act = trap.award(values.money(trap.purchase.amount), trap.money(Stage.AWARD, trap.purchase.amount))
    act.protocol = trap.desk.protocol(trap.body, trap.day.year)
    first = trap.post(act)
    again = trap.set_aside(Stage.AWARD, trap.purchase.amount, SetAside.SAME_AGAIN)
    content = (act.values or {}) | {"relatedDecisions": values.related([first])}
    trap.post(
        replace(
            act,
            subject=f"ΟΡΘΗ ΕΠΑΝΑΛΗΨΗ - {act.subject}",
            issued_on=trap.day + timedelta(days=6),
            values=content,
            money=[again],
            links={first: LinkKind.RELATED},
        )
    )


def posted_twice(trap: Trap) -> None:
    """The same act under two ΑΔΑs, twenty-one seconds apart."""
    act = trap.payment(trap.purchase.amount)
    act.protocol = trap.desk.protocol(trap.body, trap.day.year)
    trap.post(act)
    published = int(str(trap.desk.decisions[-1]["publishTimestamp"])) + 21_000
    again = trap.set_aside(Stage.PAYMENT, trap.purchase.amount, SetAside.SAME_AGAIN)
    stamps: Json = {"publishTimestamp": published, "submissionTimestamp": published}
    trap.post(replace(act, money=[again], overrides=stamps))


def alike_with_other_protocol(trap: Trap) -> None:
    """Two payments alike but for the protocol number: both count."""
    act = trap.payment(trap.purchase.amount)
    trap.post(act)
    trap.post(replace(act, protocol=None))
