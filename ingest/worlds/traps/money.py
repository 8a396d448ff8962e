"""Traps in amounts: codes typed as euro, ×100, multi-year sums, incoming grants, one contract in several acts."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from core.domain.decision import LinkKind
from core.domain.ledger import Flag, Stage
from ingest.worlds import amounts
from ingest.worlds.acts import chains, purchases, values
from ingest.worlds.desk import Money
from ingest.worlds.traps.stage import Trap
from ingest.worlds.truth import SetAside

_CODE = Decimal("2420203001")


def afm_as_amount(trap: Trap) -> None:
    """The payee's ΑΦΜ typed as the amount."""
    amount = Decimal(trap.purchase.supplier.afm)
    act = trap.payment(amount)
    act.money = [trap.set_aside(Stage.PAYMENT, amount, SetAside.AFM_AS_AMOUNT)]
    trap.post(act)


def afm_without_zero_as_amount(trap: Trap) -> None:
    """An ΑΦΜ that begins with a zero, as an amount without it."""
    old = next(p for topic in trap.desk.catalogue.topics for p in topic.suppliers if p.afm.startswith("0"))
    trap.purchase.supplier = old
    amount = Decimal(int(old.afm))
    trap.post(trap.award(values.money(amount), trap.set_aside(Stage.AWARD, amount, SetAside.AFM_AS_AMOUNT)))


def kae_as_amount(trap: Trap) -> None:
    """The account's number typed as the amount, in the header and in the line."""
    line = values.kae_line(_CODE, str(_CODE), _CODE, Decimal(0))
    money = Money(stage=Stage.COMMITMENT, amount=_CODE, kae=str(_CODE), set_aside=SetAside.CODE_AS_AMOUNT)
    trap.post(trap.commitment(_CODE, money=money, amountWithKae=[line]))


def protocol_as_amount(trap: Trap) -> None:
    """The protocol number typed as the amount."""
    number = trap.desk.rng.randrange(24_001, 24_999, 2)
    amount = Decimal(number)
    act = trap.award(values.money(amount), trap.set_aside(Stage.AWARD, amount, SetAside.CODE_AS_AMOUNT))
    act.protocol = str(number)
    trap.post(act)


def payment_hundredfold(trap: Trap) -> None:
    """A payment without its decimal point; commitment, award and approval of the same chain state the right amount."""
    right = trap.euro(16_000, 28_000)
    trap.use("waste", right)
    purchase = trap.purchase
    purchase.commitment = purchases.commit(trap.desk, purchase, trap.day, right)
    trap.day = amounts.after(trap.desk.rng, trap.day, 4, 9)
    purchase.award = purchases.award(trap.desk, purchase, trap.day)
    trap.day = amounts.after(trap.desk.rng, trap.day, 20, 40)
    approval = purchases.approve(trap.desk, purchase, trap.day, right)
    trap.day += timedelta(days=2)
    wrong = right * 100
    content = values.payment(
        body=trap.body.party,
        sponsors=[trap.sponsor(values.money(wrong))],
        approvals=[approval],
        others=[purchase.award],
    )
    act = trap.act("Β.2.2", "payment", content, trap.set_aside(Stage.PAYMENT, wrong, SetAside.HUNDREDFOLD))
    act.links = {approval: LinkKind.APPROVAL, purchase.award: LinkKind.RELATED}
    trap.post(act)


def award_hundredfold(trap: Trap) -> None:
    """An award a hundred times its commitment."""
    right = trap.euro(16_000, 28_000)
    trap.use("computers", right)
    commitment = purchases.commit(trap.desk, trap.purchase, trap.day, right)
    trap.day = amounts.after(trap.desk.rng, trap.day, 4, 9)
    wrong = right * 100
    act = trap.award(values.money(wrong), trap.set_aside(Stage.AWARD, wrong, SetAside.HUNDREDFOLD))
    act.values = (act.values or {}) | {"textRelatedADA": commitment}
    act.links = {commitment: LinkKind.TENDER_OR_AWARD}
    trap.post(act)


def above_budget(trap: Trap) -> None:
    """Ten times the whole appropriation of its own line."""
    budget = trap.euro(4_000, 6_000)
    amount = budget * 10 + amounts.CENT
    credit = (budget / 2).quantize(amounts.CENT)
    line = values.kae_line(amount, trap.purchase.kae, budget, credit)
    money = Money(stage=Stage.COMMITMENT, amount=amount, kae=trap.purchase.kae, set_aside=SetAside.ABOVE_BUDGET)
    trap.post(trap.commitment(amount, money=money, amountWithKae=[line]))


def foreign_currency(trap: Trap) -> None:
    """Dollars, that no total of euro may hold."""
    amount = trap.purchase.amount
    content = values.payment(body=trap.body.party, sponsors=[trap.sponsor(values.money(amount, "USD"))])
    money = trap.set_aside(Stage.PAYMENT, amount, SetAside.FOREIGN_CURRENCY)
    trap.post(trap.act("Β.2.2", "payment", content, money))


def placeholder(trap: Trap) -> None:
    """One cent, so that the form could be sent."""
    cent = Decimal("0.01")
    trap.post(
        trap.award(values.money(cent), replace(trap.money(Stage.AWARD, cent), flags=frozenset({Flag.PLACEHOLDER})))
    )


def zero(trap: Trap) -> None:
    """Zero is a number, not a missing amount."""
    trap.post(trap.award(values.money(Decimal("0.00")), trap.money(Stage.AWARD, Decimal("0.00"))))


def genuinely_large(trap: Trap) -> None:
    """A round, large award that is right: its tender says so."""
    amount = Decimal(trap.desk.rng.randrange(1_100, 1_900) * 1000).quantize(amounts.CENT)
    trap.use("water", amount)
    tender = chains.call_for_tenders(trap.desk, trap.purchase, trap.day, amount + 90_000)
    trap.day = amounts.after(trap.desk.rng, trap.day, 80, 120)
    chains.adjudicate(trap.desk, trap.purchase, trap.day, tender, cases=(trap.case,))


def multi_year(trap: Trap) -> None:
    """A whole project in one commitment."""
    amount = Decimal("15000000.00")
    trap.use("schools", amount)
    money = Money(stage=Stage.COMMITMENT, amount=amount, kae="30-7331.002", flags=frozenset({Flag.MULTI_YEAR}))
    line = values.kae_line(amount, "30-7331.002", amount, Decimal(0))
    act = trap.commitment(amount, money=money, amountWithKae=[line], budgettype=values.INVESTMENT)
    year = trap.day.year
    trap.say(act, f"Έγκριση πολυετούς δέσμευσης πίστωσης ετών {year}-{year + 2} για τη συντήρηση σχολικών κτηρίων")
    act.named = True
    trap.post(act)


def incoming_grant(trap: Trap) -> None:
    """One sum three times as «approval»: the money came in, the budget was amended, the agreement was approved."""
    amount = trap.euro(60_000, 120_000)
    for template in (
        "Αποδοχή χρηματοδότησης για την ενίσχυση πολιτικής προστασίας",
        "Αναμόρφωση προϋπολογισμού οικονομικού έτους {year}",
        "Έγκριση σύναψης προγραμματικής σύμβασης με την Περιφέρεια",
    ):
        line = values.sponsor(None, "", values.money(amount))
        content = values.approval(body=trap.body.party, sponsors=[line])
        flags = frozenset({Flag.NOT_EXPENDITURE})
        money = Money(stage=Stage.APPROVAL, amount=amount, flags=flags, set_aside=SetAside.NOT_EXPENDITURE)
        act = trap.act("Β.2.1", "approval", content, money)
        trap.say(act, template)
        act.topic = None
        trap.post(act)
        trap.day += timedelta(days=7)


def contract_in_several_acts(trap: Trap) -> None:
    """Adjudication, modification and contract of one project, each with its whole amount: one award, one contract."""
    trap.use("schools", trap.euro(900_000, 2_500_000))
    purchase = trap.purchase
    tender = chains.call_for_tenders(trap.desk, purchase, trap.day, purchase.amount + 40_000)
    trap.day = amounts.after(trap.desk.rng, trap.day, 90, 110)
    purchase.award = chains.adjudicate(trap.desk, purchase, trap.day, tender, cases=(trap.case,))
    trap.day = amounts.after(trap.desk.rng, trap.day, 40, 60)
    people = values.persons([(purchase.supplier, purchase.supplier.names[0])])
    content = values.adjudication(
        people=people, amount=values.money(purchase.amount), target=None, others=[purchase.award]
    )
    again = replace(purchases.paid_to(purchase, Stage.AWARD, purchase.amount), set_aside=SetAside.SAME_AGAIN)
    act = trap.act("Δ.2.2", "modification", content, again)
    act.links = {purchase.award: LinkKind.RELATED}
    trap.post(act)
    trap.day = amounts.after(trap.desk.rng, trap.day, 10, 20)
    purchases.contract(trap.desk, purchase, trap.day, cases=(trap.case,))
