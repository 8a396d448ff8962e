"""The dirty cases that every world holds (DIAVGEIA_API §17.2), and the stage on which each of them is set."""

from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from enum import StrEnum

from core.domain.ledger import AmountState, Flag, Stage
from ingest.worlds import amounts, subjects
from ingest.worlds.acts import purchases, values
from ingest.worlds.acts.purchases import Purchase
from ingest.worlds.catalogue import Body
from ingest.worlds.desk import Act, Desk, Money
from ingest.worlds.parties import Json
from ingest.worlds.truth import SetAside


class Case(StrEnum):
    """One trap each. `World.truth.with_case(case)` lists the decisions that set it."""

    NEW_YEAR_AT_ATHENS_MIDNIGHT = "new_year_at_athens_midnight"
    POSTED_LATE = "posted_late"
    DATE_DOUBTFUL = "date_doubtful"
    LATIN_ADA_IN_SUBJECT = "latin_ada_in_subject"
    LOOKALIKE_LETTERS = "lookalike_letters"
    LINE_BREAKS = "line_breaks"
    ENTITIES = "entities"
    PRIVATE_DATA = "private_data"
    REVOKED = "revoked"
    PENDING_REVOCATION = "pending_revocation"
    CORRECTED = "corrected"
    EDITED = "edited"
    CORRECTED_UNDER_ANOTHER_ADA = "corrected_under_another_ada"
    POSTED_TWICE = "posted_twice"
    ALIKE_WITH_OTHER_PROTOCOL = "alike_with_other_protocol"
    EMPTY_PAYEE = "empty_payee"
    NULL_PAYEE = "null_payee"
    PAYROLL_WITHOUT_AMOUNT = "payroll_without_amount"
    COMPENSATIONS_WITHOUT_AMOUNT = "compensations_without_amount"
    NO_SPONSORS_NO_REASON = "no_sponsors_no_reason"
    AMOUNT_MISSING = "amount_missing"
    AMOUNT_FIELD_NULL = "amount_field_null"
    ESTIMATE_NULL = "estimate_null"
    SCIENTIFIC_NOTATION = "scientific_notation"
    BARE_NUMBERS_WITHOUT_HEADER = "bare_numbers_without_header"
    LINES_DIFFER = "lines_differ"
    NULL_LISTS = "null_lists"
    SINGLE_OBJECT_FOR_LIST = "single_object_for_list"
    SEVERAL_KAES_IN_ONE = "several_kaes_in_one"
    PAYEE_IS_SELF = "payee_is_self"
    FOREIGN_PAYEE = "foreign_payee"
    SEVERAL_PAYEES = "several_payees"
    ONE_PAYEE_WITHOUT_AMOUNT = "one_payee_without_amount"
    UNDIVIDED = "undivided"
    BUYER_AMONG_PAYEES = "buyer_among_payees"
    PRIVATE_CONTRACTOR = "private_contractor"
    AFM_AS_AMOUNT = "afm_as_amount"
    AFM_WITHOUT_ZERO_AS_AMOUNT = "afm_without_zero_as_amount"
    KAE_AS_AMOUNT = "kae_as_amount"
    PROTOCOL_AS_AMOUNT = "protocol_as_amount"
    PAYMENT_HUNDREDFOLD = "payment_hundredfold"
    AWARD_HUNDREDFOLD = "award_hundredfold"
    ABOVE_BUDGET = "above_budget"
    FOREIGN_CURRENCY = "foreign_currency"
    PLACEHOLDER = "placeholder"
    ZERO = "zero"
    GENUINELY_LARGE = "genuinely_large"
    REVERSAL_UNFLAGGED = "reversal_unflagged"
    REVERSAL_FLAGGED = "reversal_flagged"
    REVERSAL_NEGATIVE = "reversal_negative"
    REVERSAL_PARTIAL = "reversal_partial"
    TIPPER_TRUCK = "tipper_truck"
    TIPPER_TRUCK_REVERSED = "tipper_truck_reversed"
    RECALL_OF_SOMETHING_ELSE = "recall_of_something_else"
    MULTI_YEAR = "multi_year"
    INCOMING_GRANT = "incoming_grant"
    CONTRACT_IN_SEVERAL_ACTS = "contract_in_several_acts"


@dataclass(slots=True, kw_only=True)
class Trap:
    """One dirty case about to be set: by this body, on this day, around one purchase."""

    desk: Desk
    body: Body
    day: date
    case: Case
    purchase: Purchase = field(init=False)

    def __post_init__(self) -> None:
        self.use("stationery", self.euro(900, 9_000))

    def euro(self, low: float, high: float) -> Decimal:
        """An amount with cents: never a code, never a round sum."""
        amount = amounts.euro(self.desk.rng, low, high)
        return amount if amount % 1 else amount + Decimal("0.37")

    def use(self, topic: str, amount: Decimal) -> None:
        """Makes the purchase one of another topic and amount, from a supplier that is no private person."""
        self.purchase = purchases.new_purchase(self.desk, self.body, self.desk.catalogue.topic[topic], self.day, amount)
        self.purchase.fiscal_year = self.day.year
        self.purchase.supplier = next(party for party in self.purchase.topic.suppliers if not party.natural)

    def act(self, decision_type: str, kind: str, content: Json | None, *money: Money) -> Act:
        """An act of the purchase, with a subject of a kind of `world.toml`, not yet posted."""
        said = subjects.write(self.desk, kind, body=self.body, day=self.day, item=self.purchase.item, payee="")
        return Act(
            body=self.body,
            decision_type=decision_type,
            subject=said.text,
            issued_on=self.day,
            values=content,
            money=money,
            topic=self.purchase.topic,
            named=said.named,
            direct=said.direct,
            chain=self.purchase.chain,
            cases=(self.case.value,),
        )

    def say(self, act: Act, template: str) -> None:
        """Gives an act a subject of its own, not dressed."""
        said = subjects.fill(self.desk, template, body=self.body, day=self.day, item=self.purchase.item, plain=True)
        act.subject, act.named, act.direct = said.text, said.named, said.direct

    def money(self, stage: Stage, amount: Decimal | None) -> Money:
        """A planned amount for the purchase's supplier. None: not stated at the source."""
        planned = purchases.paid_to(self.purchase, stage, Decimal(0))
        state = AmountState.STATED if amount is not None else AmountState.UNSTATED
        return replace(planned, amount=amount, state=state)

    def set_aside(self, stage: Stage, amount: Decimal, why: SetAside) -> Money:
        """A planned amount that no total may hold."""
        return replace(self.money(stage, amount), set_aside=why)

    def sponsor(self, amount: Json) -> Json:
        """A line of a payment to the purchase's supplier."""
        return values.sponsor(self.purchase.supplier, self.purchase.supplier.names[0], amount)

    def payment(self, amount: Decimal) -> Act:
        """An ordinary payment of the purchase."""
        content = values.payment(body=self.body.party, sponsors=[self.sponsor(values.money(amount))])
        return self.act("Β.2.2", "payment", content, self.money(Stage.PAYMENT, amount))

    def award(self, amount: Json | None, *money: Money, people: object = None) -> Act:
        """A direct award of the purchase; its amount as given."""
        named = values.persons([(self.purchase.supplier, self.purchase.supplier.names[0])])
        content = values.award(
            people=named if people is None else people,
            amount=amount,
            kind=self.purchase.topic.kind,
            cpv=[self.purchase.topic.cpv],
            target=None,
        )
        return self.act("Δ.1", "award_plain", content, *money)

    def commitment(
        self, amount: Decimal, *, kind: str = "commitment", money: Money | None = None, **more: object
    ) -> Act:
        """A commitment of the purchase; `more` replaces fields of its `extraFieldValues`."""
        content = values.commitment(year=self.day.year, entry=None, amount=values.money(amount), lines=[]) | more
        return self.act("Β.1.3", kind, content, money or Money(stage=Stage.COMMITMENT, amount=amount))

    def post(self, act: Act) -> str:
        return self.desk.post(act)


REVERSED = frozenset({Flag.REVERSAL})
