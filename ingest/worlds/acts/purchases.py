"""One purchase and the acts that it leaves: commitment, reversal, award, contract, approval, payment."""

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from core.domain.decision import LinkKind
from core.domain.ledger import Flag, Stage
from ingest.worlds import amounts, subjects
from ingest.worlds.acts import values
from ingest.worlds.catalogue import Body, Item, Topic
from ingest.worlds.desk import Act, Desk, Money
from ingest.worlds.parties import Json, Party, spelled

_STATED = 0.8  # share of links that the acts state


@dataclass(slots=True, kw_only=True)
class Purchase:
    """One thing bought by one body from one supplier. Later acts fill the ΑΔΑs in."""

    body: Body
    topic: Topic
    item: Item
    supplier: Party
    amount: Decimal
    started_on: date
    fiscal_year: int
    chain: int
    commitment: str = ""
    award: str = ""
    kae: str = field(init=False)

    def __post_init__(self) -> None:
        self.kae = kae_of(self.topic, self.fiscal_year)


def kae_of(topic: Topic, year: int) -> str:
    """Since 2026 municipalities use another chart of accounts."""
    if year < 2026:
        return topic.kae
    digits = topic.kae.replace("-", "").replace(".", "")
    return f"{digits[:3]}.{digits[3:]:0>7}"


def new_purchase(desk: Desk, body: Body, topic: Topic, day: date, amount: Decimal | None = None) -> Purchase:
    rng = desk.rng
    return Purchase(
        body=body,
        topic=topic,
        item=rng.choice(topic.items),
        supplier=rng.choice(topic.suppliers),
        amount=amount or amounts.euro(rng, topic.low, topic.high),
        started_on=day,
        fiscal_year=day.year + (day.month == 12 and rng.random() < 0.3),
        chain=desk.next_chain(),
    )


def stated(desk: Desk, ada: str) -> bool:
    """Whether an act names the other one: links are sparse at the source."""
    return bool(ada) and desk.rng.random() < _STATED


def commit(
    desk: Desk, purchase: Purchase, day: date, amount: Decimal, *, kind: str = "commitment", year: int | None = None
) -> str:
    """A commitment (Β.1.3); amounts of its budget line are bare numbers."""
    year = year or purchase.fiscal_year
    kae = kae_of(purchase.topic, year)
    budget = (amount * Decimal(desk.rng.randint(12, 60)) / 10).quantize(amounts.CENT)
    with_lines = desk.rng.random() < 0.75
    credit = budget - amount
    said = subjects.write(desk, kind, body=purchase.body, day=day, item=purchase.item)
    lines = [values.kae_line(amount, kae, budget, credit)] if with_lines else []
    return desk.post(
        Act(
            body=purchase.body,
            decision_type="Β.1.3",
            subject=said.text,
            issued_on=day,
            values=values.commitment(year=year, entry=entry(desk), amount=values.money(amount), lines=lines),
            money=[Money(stage=Stage.COMMITMENT, amount=amount, kae=kae if with_lines else None)],
            topic=purchase.topic,
            named=said.named,
            chain=purchase.chain,
        )
    )


def entry(desk: Desk) -> str | None:
    """The number in the register of commitments, where the program files one."""
    return f"Α/{desk.rng.randrange(1, 9000)}" if desk.rng.random() < 0.6 else None


def reverse(desk: Desk, purchase: Purchase, day: date, amount: Decimal, *, year: int) -> str:
    """A reversal: again a Β.1.3, its amount positive and its flag false.

    Since 2025 some programs write a negative amount instead, and nothing else that tells.
    """
    negative = day.year >= 2025 and not purchase.body.erp and desk.rng.random() < 0.5
    kind = "commitment" if negative else "reversal"
    said = subjects.write(desk, kind, body=purchase.body, day=day, item=purchase.item)
    target = purchase.commitment if stated(desk, purchase.commitment) else None
    content = values.commitment(
        year=year,
        entry=entry(desk),
        amount=values.money(-amount if negative else amount),
        lines=[],
        recalled=not negative and desk.rng.random() < 0.08,
        target=target,
    )
    return desk.post(
        Act(
            body=purchase.body,
            decision_type="Β.1.3",
            subject=said.text,
            issued_on=day,
            values=content,
            money=[Money(stage=Stage.COMMITMENT, amount=amount, sign=-1, flags=frozenset({Flag.REVERSAL}))],
            topic=purchase.topic,
            named=said.named,
            chain=purchase.chain,
            links={target: LinkKind.REVERSED} if target else {},
        )
    )


def award(desk: Desk, purchase: Purchase, day: date) -> str:
    """A direct award (Δ.1), «απευθείας» where its subject says so."""
    name = spelled(purchase.supplier, desk.rng, day.year)
    usual = "award_plain" if purchase.supplier.natural else "award"
    kind = "direct_award" if desk.rng.random() < 0.4 else usual
    said = subjects.write(desk, kind, body=purchase.body, day=day, item=purchase.item, payee=name.strip("«»"))
    target = purchase.commitment if stated(desk, purchase.commitment) else None
    unnamed = desk.rng.random() < 0.12
    content = values.award(
        people=[] if unnamed else values.persons([(purchase.supplier, name)]),
        amount=values.money(purchase.amount),
        kind=purchase.topic.kind,
        cpv=[purchase.topic.cpv] if desk.rng.random() < 0.6 else None,
        target=target,
    )
    return desk.post(
        Act(
            body=purchase.body,
            decision_type="Δ.1",
            subject=said.text,
            issued_on=day,
            values=content,
            money=[paid_to(purchase, Stage.AWARD, purchase.amount, unnamed=unnamed)],
            topic=purchase.topic,
            named=said.named,
            direct=said.direct,
            chain=purchase.chain,
            links={target: LinkKind.TENDER_OR_AWARD} if target else {},
        )
    )


def paid_to(
    purchase: Purchase, stage: Stage, amount: Decimal, *, unnamed: bool = False, kae: str | None = None
) -> Money:
    """A planned amount for the purchase's supplier."""
    if unnamed:
        return Money(stage=stage, amount=amount, kae=kae)
    supplier = purchase.supplier
    return Money(stage=stage, amount=amount, payees=(supplier.afm,), payee_class=supplier.payee_class, kae=kae)


def contract(desk: Desk, purchase: Purchase, day: date, *, cases: tuple[str, ...] = ()) -> str:
    """A supply or service contract filed under Γ.3.4, as municipalities do."""
    name = spelled(purchase.supplier, desk.rng, day.year)
    said = subjects.write(desk, "contract", body=purchase.body, day=day, item=purchase.item)
    others = [purchase.award] if stated(desk, purchase.award) else []
    return desk.post(
        Act(
            body=purchase.body,
            decision_type="Γ.3.4",
            subject=said.text,
            issued_on=day,
            values=values.contract(
                people=values.persons([(purchase.supplier, name)]),
                amount=values.money(purchase.amount),
                duration=None,
                others=others,
            ),
            money=[paid_to(purchase, Stage.CONTRACT, purchase.amount)],
            topic=purchase.topic,
            named=said.named,
            chain=purchase.chain,
            links=dict.fromkeys(others, LinkKind.RELATED),
            cases=cases,
        )
    )


def approve(desk: Desk, purchase: Purchase, day: date, amount: Decimal, *, kind: str = "approval") -> str:
    """An approval (Β.2.1); of kind «warrant» where the body pays through approvals."""
    name = spelled(purchase.supplier, desk.rng, day.year)
    said = subjects.write(desk, kind, body=purchase.body, day=day, item=purchase.item)
    commitments = [purchase.commitment] if stated(desk, purchase.commitment) else []
    line = values.sponsor(purchase.supplier, name, values.money(amount), kae=purchase.kae, cpv=purchase.topic.cpv)
    return desk.post(
        Act(
            body=purchase.body,
            decision_type="Β.2.1",
            subject=said.text,
            issued_on=day,
            values=values.approval(body=purchase.body.party, sponsors=[line], commitments=commitments),
            money=[paid_to(purchase, Stage.APPROVAL, amount, kae=purchase.kae)],
            topic=purchase.topic,
            named=said.named,
            chain=purchase.chain,
            links=dict.fromkeys(commitments, LinkKind.COMMITMENT),
        )
    )


def pay(
    desk: Desk, purchase: Purchase, day: date, amount: Decimal, *, approval: str = "", kind: str | None = None
) -> str:
    """A payment (Β.2.2); three in ten say nothing of what was bought."""
    rng = desk.rng
    name = spelled(purchase.supplier, rng, day.year)
    usual = "payment_terse" if rng.random() < 0.3 else "payment"
    said = subjects.write(desk, kind or usual, body=purchase.body, day=day, item=purchase.item)
    approvals = [approval] if stated(desk, approval) else []
    others = [purchase.award] if not approvals and stated(desk, purchase.award) else []
    kae = purchase.kae if rng.random() < 0.5 else None
    line: Json = values.sponsor(purchase.supplier, name, values.money(amount), kae=kae)
    links = dict.fromkeys(approvals, LinkKind.APPROVAL) | dict.fromkeys(others, LinkKind.RELATED)
    return desk.post(
        Act(
            body=purchase.body,
            decision_type="Β.2.2",
            subject=said.text,
            issued_on=day,
            values=values.payment(body=purchase.body.party, sponsors=[line], approvals=approvals, others=others),
            money=[paid_to(purchase, Stage.PAYMENT, amount, kae=kae)],
            topic=purchase.topic,
            named=said.named,
            chain=purchase.chain,
            links=links,
        )
    )
