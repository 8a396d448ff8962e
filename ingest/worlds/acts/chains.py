"""How purchases go on: direct awards, tenders, instalments, what is left at the year's end."""

from datetime import date, timedelta
from decimal import Decimal

from core.domain.decision import LinkKind
from core.domain.ledger import AmountState, Stage
from ingest.worlds import amounts, subjects
from ingest.worlds.acts import purchases, values
from ingest.worlds.acts.purchases import Purchase
from ingest.worlds.catalogue import Body, Topic
from ingest.worlds.desk import Act, Desk, Money
from ingest.worlds.parties import Json

Paid = list[tuple[date, Decimal]]
_TENDERED_FROM = 20_000  # topics with purchases as large as that go to tender, too


def some_topic(desk: Desk, body: Body, *, least: int = 0) -> Topic:
    """A topic that this body buys, frequent ones more often; `least`: of those that reach such amounts."""
    bought = [topic for topic in desk.catalogue.topics if topic.weight and topic.high >= least]
    listed = [topic for topic in bought if not body.topics or topic.key in body.topics]
    return desk.rng.choices(listed, weights=[topic.weight for topic in listed])[0]


def direct(desk: Desk, body: Body, day: date) -> None:
    """The common case: committed, awarded without tender, paid; one in sixteen is given up after the commitment."""
    rng = desk.rng
    purchase = purchases.new_purchase(desk, body, some_topic(desk, body), day, _near_limit(desk))
    spare = Decimal(str(round(rng.uniform(1.01, 1.08), 3))) if rng.random() < 0.4 else Decimal(1)
    committed = amounts.scaled(purchase.amount, spare)
    purchase.commitment = purchases.commit(desk, purchase, day, committed)
    awarded_on = amounts.after(rng, day, 2, 25)
    paid: Paid = []
    if rng.random() < 0.06:
        given_up_on = amounts.after(rng, day, 30, 120)
        if given_up_on <= min(desk.until, date(purchase.fiscal_year, 12, 31)):
            purchases.reverse(desk, purchase, given_up_on, committed, year=purchase.fiscal_year)
        return
    if awarded_on <= desk.until:
        purchase.award = purchases.award(desk, purchase, awarded_on)
        signed_on = amounts.after(rng, awarded_on, 1, 12)
        if rng.random() < 0.12 and signed_on <= desk.until:
            purchases.contract(desk, purchase, signed_on)
        paid = settle(desk, purchase, awarded_on, rng.choices((1, 2, 3), weights=(60, 28, 12))[0], approved=0.12)
    year_end(desk, purchase, committed, paid)


def _near_limit(desk: Desk) -> Decimal | None:
    """A few awards stand exactly at the limit of direct awards, with VAT or without."""
    chance = desk.rng.random()
    if chance < 0.006:
        return (amounts.LIMIT * amounts.WITH_VAT).quantize(amounts.CENT)
    return amounts.LIMIT if chance < 0.009 else None


def tendered(desk: Desk, body: Body, day: date) -> None:
    """A tender (Δ.2.1), its adjudication (Δ.2.2), usually a contract (Γ.3.4), and payments over a year or two."""
    rng = desk.rng
    topic = some_topic(desk, body, least=_TENDERED_FROM)
    purchase = purchases.new_purchase(desk, body, topic, day, amounts.euro(rng, 38_000, 620_000))
    estimate = amounts.scaled(purchase.amount, Decimal(str(round(rng.uniform(1.02, 1.3), 3))))
    purchase.commitment = purchases.commit(desk, purchase, day, estimate)
    opened_on, won_on = amounts.after(rng, day, 5, 30), amounts.after(rng, day, 80, 170)
    paid: Paid = []
    tender = call_for_tenders(desk, purchase, opened_on, estimate) if opened_on <= desk.until else ""
    if won_on <= desk.until:
        purchase.award = adjudicate(desk, purchase, won_on, tender)
        signed_on = amounts.after(rng, won_on, 20, 45)
        if rng.random() < 0.7 and signed_on <= desk.until:
            purchases.contract(desk, purchase, signed_on)
        paid = settle(desk, purchase, signed_on, rng.randint(2, 6), approved=0.3)
    year_end(desk, purchase, estimate, paid)


def call_for_tenders(desk: Desk, purchase: Purchase, day: date, estimate: Decimal | None) -> str:
    """A tender with its estimate; none is stated as `amount: null`."""
    said = subjects.write(desk, "tender", body=purchase.body, day=day, item=purchase.item)
    target = purchase.commitment if purchases.stated(desk, purchase.commitment) else None
    amount: Json = {"amount": None if estimate is None else float(estimate), "currency": "EUR"}
    state = AmountState.STATED if estimate is not None else AmountState.UNSTATED
    return desk.post(
        Act(
            body=purchase.body,
            decision_type="Δ.2.1",
            subject=said.text,
            issued_on=day,
            values=values.tender(cpv=purchase.topic.cpv, kind=purchase.topic.kind, amount=amount, target=target),
            money=[Money(stage=Stage.TENDER, amount=estimate, state=state)],
            topic=purchase.topic,
            named=said.named,
            chain=purchase.chain,
            links={target: LinkKind.TENDER_OR_AWARD} if target else {},
        )
    )


def adjudicate(desk: Desk, purchase: Purchase, day: date, tender: str, *, cases: tuple[str, ...] = ()) -> str:
    """The award that ends a tender."""
    said = subjects.write(desk, "adjudication", body=purchase.body, day=day, item=purchase.item)
    target = tender if purchases.stated(desk, tender) else None
    people = values.persons([(purchase.supplier, purchase.supplier.names[0])])
    return desk.post(
        Act(
            body=purchase.body,
            decision_type="Δ.2.2",
            subject=said.text,
            issued_on=day,
            values=values.adjudication(people=people, amount=values.money(purchase.amount), target=target),
            money=[purchases.paid_to(purchase, Stage.AWARD, purchase.amount)],
            topic=purchase.topic,
            named=said.named,
            chain=purchase.chain,
            links={target: LinkKind.TENDER_OR_AWARD} if target else {},
            cases=cases,
        )
    )


def settle(desk: Desk, purchase: Purchase, day: date, instalments: int, *, approved: float) -> Paid:
    """Pays in instalments until the world's last day; an approval goes before some of them."""
    paid: Paid = []
    for amount in amounts.parts(desk.rng, purchase.amount, instalments):
        day = amounts.after(desk.rng, day, 20, 75)
        if day > desk.until:
            break
        if purchase.body.warrants:
            purchases.approve(desk, purchase, day, amount, kind="warrant")
        else:
            asked_on = amounts.workday(day - timedelta(days=desk.rng.randint(4, 9)))
            approval = purchases.approve(desk, purchase, asked_on, amount) if desk.rng.random() < approved else ""
            purchases.pay(desk, purchase, day, amount, approval=approval)
        paid.append((day, amount))
    return paid


def year_end(desk: Desk, purchase: Purchase, committed: Decimal, paid: Paid) -> None:
    """What is unpaid on 31 December is often reversed and, while it is still owed, committed again in January."""
    last_day = date(purchase.fiscal_year, 12, 31)
    left = committed - sum((amount for day, amount in paid if day <= last_day), Decimal(0))
    if left <= 0 or last_day > desk.until or desk.rng.random() > 0.6:
        return
    reversed_on = max(last_day - timedelta(days=desk.rng.choice((0, 0, 1, 3))), purchase.started_on)
    purchases.reverse(desk, purchase, reversed_on, left, year=purchase.fiscal_year)
    owed = purchase.amount - sum((amount for day, amount in paid if day <= last_day), Decimal(0))
    again_on = amounts.workday(last_day + timedelta(days=desk.rng.randint(5, 25)))
    if purchase.award and owed > 0 and again_on <= desk.until:
        purchases.commit(
            desk,
            purchase,
            again_on,
            amounts.scaled(owed, Decimal(1)),
            kind="recommitment",
            year=purchase.fiscal_year + 1,
        )
