"""How purchases go on: direct awards, tenders, instalments, what is left at the year's end, monthly bills and payrolls."""

from datetime import date, timedelta
from decimal import Decimal

from core.domain.decision import LinkKind
from core.domain.ledger import AmountState, Flag, Stage
from ingest.worlds import amounts, purchases, subjects, values
from ingest.worlds.catalogue import Body, Topic
from ingest.worlds.desk import Act, Desk, Money
from ingest.worlds.parties import Party, PayeeClass
from ingest.worlds.purchases import Purchase

Paid = list[tuple[date, Decimal]]


def some_topic(desk: Desk, body: Body) -> Topic:
    """A topic that this body buys, frequent ones more often."""
    listed = [topic for topic in desk.catalogue.topics if topic.weight and (not body.topics or topic.key in body.topics)]
    return desk.rng.choices(listed, weights=[topic.weight for topic in listed])[0]


def direct(desk: Desk, body: Body, day: date) -> None:
    """The common case: committed, awarded without tender, paid; one in sixteen is given up after the commitment."""
    rng = desk.rng
    purchase = purchases.new_purchase(desk, body, some_topic(desk, body), day, _near_limit(desk))
    spare = Decimal(str(round(rng.uniform(1.01, 1.08), 3))) if rng.random() < 0.4 else Decimal(1)
    committed = (purchase.amount * spare).quantize(amounts.CENT)
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
    purchase = purchases.new_purchase(desk, body, some_topic(desk, body), day, amounts.euro(rng, 38_000, 620_000))
    estimate = (purchase.amount * Decimal(str(round(rng.uniform(1.02, 1.3), 3)))).quantize(amounts.CENT)
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
    amount = values.money(estimate) if estimate is not None else {"amount": None, "currency": "EUR"}
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
            purchases.pay(desk, purchase, day, amount, approval)
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
        purchases.commit(desk, purchase, again_on, owed, kind="recommitment", year=purchase.fiscal_year + 1)


def bills(desk: Desk, body: Body, topic: Topic, year: int, every: int) -> None:
    """A standing service for a year: committed whole in January, paid each month or second month. Rents never change."""
    amount = amounts.euro(desk.rng, topic.low, topic.high)
    dues = [_due(year, month) for month in range(every, 13, every)]
    purchase = purchases.new_purchase(desk, body, topic, date(year, 1, 2), amount)
    purchase.commitment = purchases.commit(
        desk, purchase, amounts.workday(date(year, 1, 2)), amount * len(dues), kind="yearly_commitment", year=year
    )
    for day in dues:
        if day > desk.until:
            return
        spread = Decimal(1) if topic.key == "rent" else Decimal(str(round(desk.rng.uniform(0.6, 1.0), 3)))
        due = (amount * spread).quantize(amounts.CENT)
        if body.warrants:
            purchases.approve(desk, purchase, day, due, kind="warrant")
        else:
            purchases.pay(desk, purchase, day, due, "", kind="rent" if topic.key == "rent" else "monthly")


def _due(year: int, month: int) -> date:
    return amounts.workday(date(year, month, 20))


def payroll(desk: Desk, body: Body, year: int, every: int) -> None:
    """Wages: payments with a skip reason, without payees and without an amount."""
    for month in range(every, 13, every):
        day = _due(year, month)
        if day > desk.until:
            return
        said = subjects.write(desk, "payroll", body=body, day=day)
        money = Money(
            stage=Stage.PAYMENT,
            amount=None,
            state=AmountState.UNSTATED,
            payee_class=PayeeClass.PAYROLL,
            flags=frozenset({Flag.PAYROLL}),
        )
        sponsors = [] if desk.rng.random() < 0.5 else None
        content = values.payment(body=body.party, sponsors=sponsors, skip_reason=values.SALARIES)
        desk.post(
            Act(
                body=body,
                decision_type="Β.2.2",
                subject=said.text,
                issued_on=day,
                values=content,
                money=[money],
                cases=("payroll_without_amount",),
            )
        )


def remittances(desk: Desk, body: Body, year: int, every: int) -> None:
    """Contributions, taxes and loans: payments, yet not to suppliers."""
    kinds = (("remittance", PayeeClass.SOCIAL_INSURANCE, "82.21"), ("tax", PayeeClass.TAX, "63.11"), ("debt", PayeeClass.DEBT, "65.17"))
    for place, month in enumerate(range(every, 13, every)):
        day = _due(year, month)
        if day > desk.until:
            return
        kind, payee_class, kae = kinds[place % 3]
        said = subjects.write(desk, kind, body=body, day=day)
        receiver = desk.catalogue.neighbour(payee_class).party
        amount = amounts.euro(desk.rng, 900, 21_000)
        desk.post(_plain_payment(body, day, said.text, receiver, amount, kae))


def transfer(desk: Desk, body: Body, year: int) -> None:
    """The yearly contribution to a supervised body: money that stays in the public sector."""
    day = amounts.after(desk.rng, date(year, 3, 1), 0, 40)
    receivers = [each for each in desk.catalogue.neighbours if each.supervisor == body.uid]
    if day > desk.until or not receivers:
        return
    said = subjects.write(desk, "transfer", body=body, day=day)
    amount = amounts.euro(desk.rng, 12_000, 60_000)
    desk.post(_plain_payment(body, day, said.text, receivers[0].party, amount, "00-6715"))


def _plain_payment(body: Body, day: date, subject: str, receiver: Party, amount: Decimal, kae: str) -> Act:
    line = values.sponsor(receiver, receiver.names[0], values.money(amount), kae=kae)
    return Act(
        body=body,
        decision_type="Β.2.2",
        subject=subject,
        issued_on=day,
        values=values.payment(body=body.party, sponsors=[line]),
        money=[
            Money(stage=Stage.PAYMENT, amount=amount, payees=(receiver.afm,), payee_class=receiver.payee_class, kae=kae)
        ],
    )
