"""What comes back every month: bills of standing services, rents, payrolls, contributions, taxes, loans."""

from datetime import date
from decimal import Decimal

from core.domain.ledger import AmountState, Flag, Stage
from ingest.worlds import amounts, subjects
from ingest.worlds.acts import purchases, values
from ingest.worlds.catalogue import Body, Topic
from ingest.worlds.desk import Act, Desk, Money
from ingest.worlds.parties import Party, PayeeClass


def bills(desk: Desk, body: Body, topic: Topic, year: int, every: int) -> None:
    """A standing service for a year: committed whole in January, paid every so many months. Rents never change."""
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
            purchases.pay(desk, purchase, day, due, kind="rent" if topic.key == "rent" else "monthly")


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
        sponsors: object = [] if desk.rng.random() < 0.5 else None
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
    kinds = (
        ("remittance", PayeeClass.SOCIAL_INSURANCE, "82.21"),
        ("tax", PayeeClass.TAX, "63.11"),
        ("debt", PayeeClass.DEBT, "65.17"),
    )
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
