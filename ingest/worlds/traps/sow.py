"""The list of all traps, and the sowing of one of each."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from ingest.worlds.catalogue import Body
from ingest.worlds.desk import Desk
from ingest.worlds.traps import money, reversals, shape, text
from ingest.worlds.traps.stage import Case, Trap

# Payrolls (Case.PAYROLL_WITHOUT_AMOUNT) come every month anyway.
TRAPS: Mapping[Case, Callable[[Trap], None]] = {
    Case.NEW_YEAR_AT_ATHENS_MIDNIGHT: text.new_year_at_athens_midnight,
    Case.POSTED_LATE: text.posted_late,
    Case.DATE_DOUBTFUL: text.date_doubtful,
    Case.LATIN_ADA_IN_SUBJECT: text.latin_ada_in_subject,
    Case.LOOKALIKE_LETTERS: text.lookalike_letters,
    Case.LINE_BREAKS: text.line_breaks,
    Case.ENTITIES: text.entities,
    Case.PRIVATE_DATA: text.private_data,
    Case.REVOKED: text.revoked,
    Case.PENDING_REVOCATION: text.pending_revocation,
    Case.CORRECTED: text.corrected,
    Case.EDITED: text.edited,
    Case.CORRECTED_UNDER_ANOTHER_ADA: text.corrected_under_another_ada,
    Case.POSTED_TWICE: text.posted_twice,
    Case.ALIKE_WITH_OTHER_PROTOCOL: text.alike_with_other_protocol,
    Case.EMPTY_PAYEE: shape.empty_payee,
    Case.NULL_PAYEE: shape.null_payee,
    Case.COMPENSATIONS_WITHOUT_AMOUNT: shape.compensations_without_amount,
    Case.NO_SPONSORS_NO_REASON: shape.no_sponsors_no_reason,
    Case.AMOUNT_MISSING: shape.amount_missing,
    Case.AMOUNT_FIELD_NULL: shape.amount_field_null,
    Case.SCIENTIFIC_NOTATION: shape.scientific_notation,
    Case.ESTIMATE_NULL: shape.estimate_null,
    Case.BARE_NUMBERS_WITHOUT_HEADER: shape.bare_numbers_without_header,
    Case.LINES_DIFFER: shape.lines_differ,
    Case.NULL_LISTS: shape.null_lists,
    Case.SINGLE_OBJECT_FOR_LIST: shape.single_object_for_list,
    Case.SEVERAL_KAES_IN_ONE: shape.several_kaes_in_one,
    Case.PAYEE_IS_SELF: shape.payee_is_self,
    Case.FOREIGN_PAYEE: shape.foreign_payee,
    Case.SEVERAL_PAYEES: shape.several_payees,
    Case.ONE_PAYEE_WITHOUT_AMOUNT: shape.one_payee_without_amount,
    Case.UNDIVIDED: shape.undivided,
    Case.BUYER_AMONG_PAYEES: shape.buyer_among_payees,
    Case.PRIVATE_CONTRACTOR: shape.private_contractor,
    Case.AFM_AS_AMOUNT: money.afm_as_amount,
    Case.AFM_WITHOUT_ZERO_AS_AMOUNT: money.afm_without_zero_as_amount,
    Case.KAE_AS_AMOUNT: money.kae_as_amount,
    Case.PROTOCOL_AS_AMOUNT: money.protocol_as_amount,
    Case.PAYMENT_HUNDREDFOLD: money.payment_hundredfold,
    Case.AWARD_HUNDREDFOLD: money.award_hundredfold,
    Case.ABOVE_BUDGET: money.above_budget,
    Case.FOREIGN_CURRENCY: money.foreign_currency,
    Case.PLACEHOLDER: money.placeholder,
    Case.ZERO: money.zero,
    Case.GENUINELY_LARGE: money.genuinely_large,
    Case.MULTI_YEAR: money.multi_year,
    Case.INCOMING_GRANT: money.incoming_grant,
    Case.CONTRACT_IN_SEVERAL_ACTS: money.contract_in_several_acts,
    Case.REVERSAL_UNFLAGGED: reversals.reversal_unflagged,
    Case.REVERSAL_FLAGGED: reversals.reversal_flagged,
    Case.REVERSAL_NEGATIVE: reversals.reversal_negative,
    Case.REVERSAL_PARTIAL: reversals.reversal_partial,
    Case.TIPPER_TRUCK: reversals.tipper_truck,
    Case.TIPPER_TRUCK_REVERSED: reversals.tipper_truck_reversed,
    Case.RECALL_OF_SOMETHING_ELSE: reversals.recall_of_something_else,
}


def sow(desk: Desk, body: Body, days: Sequence[date]) -> None:
    """Sets every trap once, on days drawn from `days`."""
    for case, set_trap in TRAPS.items():
        set_trap(Trap(desk=desk, body=body, day=desk.rng.choice(days), case=case))
