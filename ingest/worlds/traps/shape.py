"""Traps in the shapes of the source's JSON: empty and null parties, missing amounts, lists that are none."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from core.domain.ledger import AmountState, Flag, Stage
from ingest.worlds.acts import values
from ingest.worlds.desk import Act, Money
from ingest.worlds.parties import Json, Party, PayeeClass
from ingest.worlds.traps.stage import Trap


def empty_payee(trap: Trap) -> None:
    amount = trap.purchase.amount
    content = values.approval(body=trap.body.party, sponsors=[values.sponsor(None, "", values.money(amount))])
    trap.post(trap.act("Β.2.1", "approval", content, Money(stage=Stage.APPROVAL, amount=amount)))


def null_payee(trap: Trap) -> None:
    amount = trap.purchase.amount
    line: Json = {"sponsorAFMName": None, "expenseAmount": values.money(amount)}
    content = values.payment(body=None, sponsors=[line])
    trap.post(trap.act("Β.2.2", "payment", content, Money(stage=Stage.PAYMENT, amount=amount)))


def _without_amount(trap: Trap, state: AmountState, reason: str | None) -> Act:
    payee_class = PayeeClass.PAYROLL if reason else PayeeClass.NOBODY
    money = Money(stage=Stage.PAYMENT, amount=None, state=state, payee_class=payee_class)
    content = values.payment(body=trap.body.party, sponsors=[], skip_reason=reason)
    act = trap.act("Β.2.2", "payment_terse", content, money)
    act.topic = None
    return act


def compensations_without_amount(trap: Trap) -> None:
    trap.post(_without_amount(trap, AmountState.UNSTATED, values.COMPENSATIONS))


def no_sponsors_no_reason(trap: Trap) -> None:
    """No payees and no reason for it: whoever stored the row did not read them."""
    trap.post(_without_amount(trap, AmountState.UNREAD, None))


def amount_missing(trap: Trap) -> None:
    """`{"currency": "EUR"}`: in an award, in a commitment."""
    trap.post(trap.award(values.money(None), trap.money(Stage.AWARD, None)))
    money = Money(stage=Stage.COMMITMENT, amount=None, state=AmountState.UNSTATED)
    trap.post(trap.commitment(Decimal(1), money=money, amountWithVAT=values.money(None)))


def amount_field_null(trap: Trap) -> None:
    trap.post(trap.award(None, trap.money(Stage.AWARD, None)))


def scientific_notation(trap: Trap) -> None:
    """Ten million and more are written with an exponent."""
    amount = Decimal("12345678.91")
    trap.use("water", amount)
    content = values.tender(cpv=trap.purchase.topic.cpv, kind="Έργα", amount=values.money(amount), target=None)
    trap.post(trap.act("Δ.2.1", "tender", content, Money(stage=Stage.TENDER, amount=amount)))


def estimate_null(trap: Trap) -> None:
    """A tender that brings money in, without an estimate."""
    amount: Json = {"amount": None, "currency": "EUR"}
    content = values.tender(cpv="70130000-1", kind="Υπηρεσίες", amount=amount, target=None, revenue=True)
    act = trap.act("Δ.2.1", "tender", content, Money(stage=Stage.TENDER, amount=None, state=AmountState.UNSTATED))
    trap.say(act, "Διακήρυξη δημοπρασίας εκμίσθωσης κυλικείου")
    act.topic = None
    trap.post(act)


def bare_numbers_without_header(trap: Trap) -> None:
    """The amount stands in the budget lines alone."""
    first, second = trap.euro(800, 2_000), trap.euro(100, 700)
    kaes = (trap.purchase.kae, "00-6495")
    lines = [
        values.kae_line(amount, kae, amount * 3, amount * 2) for amount, kae in zip((first, second), kaes, strict=True)
    ]
    act = trap.commitment(first, amountWithVAT=None, amountWithKae=lines)
    act.money = [
        Money(stage=Stage.COMMITMENT, amount=amount, kae=kae) for amount, kae in zip((first, second), kaes, strict=True)
    ]
    trap.post(act)


def lines_differ(trap: Trap) -> None:
    """The header and its lines disagree: the header counts."""
    amount = trap.purchase.amount
    line = values.kae_line(amount - 100, trap.purchase.kae, amount * 3, amount * 2)
    money = Money(stage=Stage.COMMITMENT, amount=amount, flags=frozenset({Flag.LINES_DIFFER}))
    trap.post(trap.commitment(amount, money=money, amountWithKae=[line]))


def null_lists(trap: Trap) -> None:
    """Every list that can be null is null, once in a payment, once in an act without money."""
    amount = trap.purchase.amount
    line = trap.sponsor(values.money(amount)) | {"cpv": None}
    content = values.payment(body=trap.body.party, sponsors=[line], approvals=None, others=None)
    act = trap.act("Β.2.2", "payment", content, trap.money(Stage.PAYMENT, amount))
    act.overrides = {"signerIds": None, "unitIds": None, "thematicCategoryIds": None, "attachments": None}
    trap.post(act)
    other = trap.act("2.4.7.1", "payroll", None)
    trap.say(other, "Βεβαίωση μόνιμης κατοικίας")
    other.topic = None
    trap.post(other)


def single_object_for_list(trap: Trap) -> None:
    amount = trap.purchase.amount
    content = values.payment(body=trap.body.party, sponsors=trap.sponsor(values.money(amount)))
    trap.post(trap.act("Β.2.2", "payment", content, trap.money(Stage.PAYMENT, amount)))


def several_kaes_in_one(trap: Trap) -> None:
    amount = trap.purchase.amount
    line = trap.sponsor(values.money(amount)) | {"kae": "4510, 6501"}
    content = values.approval(body=trap.body.party, sponsors=[line], commitments=None, others=None)
    trap.post(trap.act("Β.2.1", "approval", content, replace(trap.money(Stage.APPROVAL, amount), kae="4510, 6501")))


def payee_is_self(trap: Trap) -> None:
    """The body pays itself, in five lines: bookkeeping, yet money of the stage."""
    listed = [trap.euro(100, 4_000) for _ in range(5)]
    own = trap.body.party
    lines = [values.sponsor(own, own.names[0], values.money(amount)) for amount in listed]
    flags = frozenset({Flag.PAYEE_IS_ISSUER})
    money = [
        Money(stage=Stage.PAYMENT, amount=amount, payees=(own.afm,), payee_class=PayeeClass.SELF, flags=flags)
        for amount in listed
    ]
    trap.post(trap.act("Β.2.2", "payment_terse", values.payment(body=own, sponsors=lines), *money))


def foreign_payee(trap: Trap) -> None:
    amount = trap.purchase.amount
    line: Json = {"sponsorAFMName": {"afmType": "INT", "noVATOrg": "10001"}, "expenseAmount": values.money(amount)}
    content = values.payment(body=trap.body.party, sponsors=[line])
    trap.post(trap.act("Β.2.2", "payment", content, Money(stage=Stage.PAYMENT, amount=amount)))


def several_payees(trap: Trap) -> None:
    """Each line has its own payee."""
    _several(trap, (trap.euro(200, 900), trap.euro(1_000, 5_000), trap.euro(300, 700)))


def one_payee_without_amount(trap: Trap) -> None:
    _several(trap, (trap.euro(200, 900), None))


def _several(trap: Trap, listed: tuple[Decimal | None, ...]) -> None:
    suppliers = [topic.suppliers[0] for topic in trap.desk.catalogue.topics[: len(listed)]]
    lines = [
        values.sponsor(supplier, supplier.names[0], values.money(amount))
        for supplier, amount in zip(suppliers, listed, strict=True)
    ]
    money = [
        replace(trap.money(Stage.PAYMENT, amount), payees=(supplier.afm,))
        for supplier, amount in zip(suppliers, listed, strict=True)
    ]
    act = trap.act("Β.2.2", "payment_terse", values.payment(body=trap.body.party, sponsors=lines), *money)
    act.topic = None
    trap.post(act)


def undivided(trap: Trap) -> None:
    """One amount for three contractors together."""
    trap.use("asphalt", trap.euro(20_000, 36_000))
    group = [topic.suppliers[0] for topic in trap.desk.catalogue.topics[:3]]
    _grouped(trap, group, tuple(each.afm for each in group), Flag.UNDIVIDED)


def buyer_among_payees(trap: Trap) -> None:
    """The first person listed is the body itself, which is no payee beside another (DIAVGEIA_API §8.11)."""
    supplier = trap.purchase.supplier
    _grouped(trap, (trap.body.party, supplier), (supplier.afm,), Flag.PAYEE_IS_ISSUER)


def _grouped(trap: Trap, listed: Sequence[Party], payees: tuple[str, ...], flag: Flag) -> None:
    amount = trap.purchase.amount
    people = values.persons([(each, each.names[0]) for each in listed])
    content = values.adjudication(people=people, amount=values.money(amount), target=None)
    money = replace(trap.money(Stage.AWARD, amount), payees=payees, flags=frozenset({flag}))
    trap.post(trap.act("Δ.2.2", "adjudication", content, money))


def private_contractor(trap: Trap) -> None:
    trap.use("strays", trap.euro(500, 4_000))
    person = next(party for party in trap.purchase.topic.suppliers if party.natural)
    trap.purchase.supplier = person
    trap.post(trap.award(values.money(trap.purchase.amount), trap.money(Stage.AWARD, trap.purchase.amount)))
