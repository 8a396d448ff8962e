"""One record → its money lines: every type, every shape, signs, states and flags."""

from decimal import Decimal

import pytest

from core.domain.ledger import AmountState, Flag, Line, Payee, Stage
from core.domain.money.rules import Act, Reading, read

COMPANY = {"afm": "800579607", "name": "ΔΟΚΙΜΗ ΟΕ", "afmType": "EL"}
OTHER = {"afm": "099362767", "name": "ΔΟΚΙΜΗ ΑΕ", "afmType": "EL"}
BODY = {"afm": "997561152", "name": "ΔΗΜΟΣ ΔΟΚΙΜΗΣ", "afmType": "EL"}


def money(amount: object) -> dict[str, object]:
    return {"amount": amount, "currency": "EUR"}


def reading(decision_type: str, values: dict[str, object], subject: str = "", **more: object) -> Reading:
    return read(Act(decision_type=decision_type, subject=subject, values=values, **more))  # type: ignore[arg-type]


def only(decision_type: str, values: dict[str, object], subject: str = "", **more: object) -> Line:
    (line,) = reading(decision_type, values, subject, **more).lines
    return line


@pytest.mark.parametrize(
    ("decision_type", "values", "stage"),
    [
        ("Β.1.2", {"amountWithVATAndKae": [{"kae": "53.00", "amountWithVAT": money(50)}]}, Stage.COMMITMENT),
        ("Β.1.3", {"amountWithVAT": money(50)}, Stage.COMMITMENT),
        ("Β.2.1", {"sponsor": [{"sponsorAFMName": COMPANY, "expenseAmount": money(50)}]}, Stage.APPROVAL),
        ("Β.2.2", {"sponsor": [{"sponsorAFMName": COMPANY, "expenseAmount": money(50)}]}, Stage.PAYMENT),
        ("Β.4", {"amountWithVAT": money(50), "donationReceiver": [COMPANY]}, Stage.GRANT),
        ("Β.6", {"investAmount": 50}, Stage.GRANT),
        ("Δ.1", {"awardAmount": money(50), "person": [COMPANY]}, Stage.AWARD),
        ("Δ.2.1", {"estimatedAmount": money(50)}, Stage.TENDER),
        ("Δ.2.2", {"awardAmount": money(50), "person": [COMPANY]}, Stage.AWARD),
        ("Γ.3.4", {"contractAmount": money(50), "person": [COMPANY]}, Stage.CONTRACT),
        ("Γ.2", {"positionSalary": money(50)}, Stage.PERSONNEL),
        ("100", {"positionSalary": money(50)}, Stage.PERSONNEL),
    ],
)
def test_every_type_has_its_own_field_and_stage(decision_type: str, values: dict[str, object], stage: Stage) -> None:
    read_ = reading(decision_type, values)
    (line,) = read_.lines
    assert (read_.state, line.stage, line.amount, line.sign, line.seq) == (AmountState.STATED, stage, 50, 1, 1)
    assert not line.flags


@pytest.mark.parametrize("decision_type", ["Α.2", "Β.1.1", "Β.3", "Β.5", "2.4.7.1", "Ζ.1"])
def test_a_type_without_money_has_no_line_whatever_its_fields(decision_type: str) -> None:
    read_ = reading(decision_type, {"amountWithVAT": money(5), "financialYear": 2024})
    assert (read_.state, read_.lines, read_.fiscal_year) == (None, (), 2024)


def test_bare_numbers_in_kae_lines_are_read_and_kept_apart() -> None:
    values = {
        "financialYear": 2025,
        "amountWithVAT": money(Decimal("300.5")),
        "amountWithKae": [{"amountWithVAT": Decimal("100.5"), "kae": "10.1"}, {"amountWithVAT": 200, "kae": "10.2"}],
    }
    lines = reading("Β.1.3", values).lines
    assert [(line.seq, line.amount, line.kae, line.fiscal_year) for line in lines] == [
        (1, Decimal("100.5"), "10.1", 2025),
        (2, Decimal(200), "10.2", 2025),
    ]


def test_the_header_wins_over_lines_that_do_not_add_up() -> None:
    values = {
        "amountWithVAT": money(100),
        "amountWithKae": [{"amountWithVAT": 60, "kae": "1"}, {"amountWithVAT": 60, "kae": "2"}],
    }
    line = only("Β.1.3", values)
    assert (line.amount, line.kae, line.flags) == (100, None, {Flag.LINES_DIFFER})


def test_lines_stand_for_a_header_that_is_missing() -> None:
    lines = reading("Β.1.3", {"amountWithVAT": money(None), "amountWithKae": {"amountWithVAT": 60, "kae": "1"}}).lines
    assert [(line.amount, line.state) for line in lines] == [(60, AmountState.STATED)]


@pytest.mark.parametrize("listed", [[], None, {}])
def test_a_header_without_lines_stands_alone(listed: object) -> None:
    assert only("Β.1.3", {"amountWithVAT": money(60), "amountWithKae": listed}).amount == 60


def test_the_body_named_in_a_kae_line_is_no_payee() -> None:
    values = {"amountWithVAT": money(9), "amountWithKae": [{"sponsorAFMName": BODY, "amountWithVAT": 9}]}
    assert only("Β.1.3", values).payees == ()


@pytest.mark.parametrize(
    ("values", "subject"),
    [
        ({"amountWithVAT": money(9), "recalledExpenseDecision": True}, "Απόφαση"),
        ({"amountWithVAT": money(-9), "recalledExpenseDecision": False}, "Απόφαση"),
        ({"amountWithVAT": money(9), "recalledExpenseDecision": False}, "ΑΝΑΤΡΟΠΗ"),
        ({"amountWithVAT": money(-9), "amountWithKae": [{"amountWithVAT": 9}]}, "Απόφαση"),
        ({"amountWithVAT": money(-9), "amountWithKae": [{"amountWithVAT": -9}]}, "ΑΝΑΤΡΟΠΗ"),
    ],
)
def test_a_reversal_by_flag_sign_or_subject_is_stored_positive(values: dict[str, object], subject: str) -> None:
    line = only("Β.1.3", values, subject)
    assert (line.amount, line.sign, line.flags) == (9, -1, {Flag.REVERSAL})


def test_a_partial_flag_alone_reverses_nothing() -> None:
    assert only("Β.1.3", {"amountWithVAT": money(9), "partialead": True}, "Ανάληψη υποχρέωσης").sign == 1


def test_only_commitments_are_reversed_by_their_subject() -> None:
    assert only("Δ.1", {"awardAmount": money(9)}, "Ανάκληση ανάληψης υποχρέωσης").sign == 1


def test_a_negative_payment_is_a_cancellation() -> None:
    values = {"sponsor": [{"sponsorAFMName": COMPANY, "expenseAmount": money(-5000)}]}
    line = only("Β.2.2", values)
    assert (line.amount, line.sign, line.flags) == (5000, -1, {Flag.REVERSAL})


def test_each_payee_of_a_payment_is_a_line() -> None:
    sponsor = [
        {"sponsorAFMName": COMPANY, "expenseAmount": money(1), "cpv": "50000000-5", "kae": "10, 11"},
        {"sponsorAFMName": {}, "expenseAmount": money(2), "cpv": ""},
        {"sponsorAFMName": None, "expenseAmount": None},
    ]
    read_ = reading("Β.2.2", {"sponsor": sponsor})
    assert [(line.amount, line.state, len(line.payees)) for line in read_.lines] == [
        (1, AmountState.STATED, 1),
        (2, AmountState.STATED, 0),
        (None, AmountState.UNSTATED, 0),
    ]
    assert (read_.lines[0].cpvs, read_.lines[0].kae) == (("50000000-5",), "10, 11")
    assert read_.state is AmountState.STATED


def test_a_single_object_stands_for_a_list() -> None:
    assert only("Β.2.1", {"sponsor": {"sponsorAFMName": COMPANY, "expenseAmount": money(3)}}).amount == 3
    assert only("Δ.1", {"person": COMPANY, "awardAmount": 3}).payees == (Payee(afm="800579607", name="ΔΟΚΙΜΗ ΟΕ"),)


def test_one_amount_of_several_payees_is_neither_multiplied_nor_divided() -> None:
    line = only("Δ.2.2", {"person": [COMPANY, OTHER], "awardAmount": money(63000)})
    assert (line.amount, len(line.payees), line.flags) == (63000, 2, {Flag.UNDIVIDED})


def test_the_buyer_among_the_payees_is_left_out() -> None:
    line = only("Δ.2.2", {"person": [BODY, COMPANY], "awardAmount": money(9)}, issuer_afm="997561152")
    assert [payee.afm for payee in line.payees] == ["800579607"]
    assert line.flags == {Flag.PAYEE_IS_ISSUER}


def test_a_body_that_pays_itself_stays_as_the_act_says() -> None:
    line = only("Β.2.2", {"org": BODY, "sponsor": [{"sponsorAFMName": BODY, "expenseAmount": money(9)}]})
    assert [payee.afm for payee in line.payees] == ["997561152"]
    assert line.flags == {Flag.PAYEE_IS_ISSUER}


def test_the_register_outweighs_a_payer_field_that_holds_the_supplier() -> None:
    values = {"org": COMPANY, "sponsor": [{"sponsorAFMName": COMPANY, "expenseAmount": money(9)}]}
    assert not only("Β.2.2", values, issuer_afm="997561152").flags


@pytest.mark.parametrize(
    ("values", "fetched", "state"),
    [
        ({}, False, AmountState.UNREAD),
        ({}, True, AmountState.UNSTATED),
        ({}, None, AmountState.UNREAD),
        ({"sponsor": []}, None, AmountState.UNREAD),
        ({"sponsor": None}, None, AmountState.UNREAD),
        ({"sponsor": []}, True, AmountState.UNSTATED),
        ({"sponsor": [], "skipVatReason": "SKIP_VAT_REASON_2"}, None, AmountState.UNSTATED),
        ({"sponsor": [{"sponsorAFMName": COMPANY, "expenseAmount": money(None)}]}, None, AmountState.UNSTATED),
        ({"sponsor": [{"sponsorAFMName": COMPANY, "expenseAmount": money(0)}]}, None, AmountState.STATED),
        ({"sponsor": [{"sponsorAFMName": COMPANY, "expenseAmount": money(7)}]}, False, AmountState.STATED),
    ],
)
def test_a_missing_amount_is_unread_or_unstated_and_never_zero(
    values: dict[str, object], fetched: bool | None, state: AmountState
) -> None:
    read_ = reading("Β.2.2", values, detail_fetched=fetched)
    assert (read_.state, len(read_.lines)) == (state, 1)
    assert (read_.lines[0].amount is None) is (state is not AmountState.STATED)


@pytest.mark.parametrize(
    "values", [{"awardAmount": None}, {"awardAmount": money(None)}, {"awardAmount": {"currency": "EUR"}}]
)
def test_a_field_that_is_there_and_empty_is_unstated_at_the_source(values: dict[str, object]) -> None:
    assert reading("Δ.1", values).state is AmountState.UNSTATED


def test_an_unread_reversal_is_still_a_reversal() -> None:
    line = only("Β.1.3", {}, "Αποδέσμευση. Καύσιμα", detail_fetched=False)
    assert (line.amount, line.state, line.sign) == (None, AmountState.UNREAD, -1)


def test_payroll_is_flagged_and_states_no_amount() -> None:
    read_ = reading("Β.2.2", {"sponsor": [], "skipVatReason": "SKIP_VAT_REASON_1"})
    assert (read_.state, read_.flags) == (AmountState.UNSTATED, {Flag.PAYROLL})


def test_an_afm_or_a_code_as_amount_is_suspect_and_kept() -> None:
    values = {"person": [{"afm": "094472918", "name": "ΔΟΚΙΜΗ ΑΕ"}], "awardAmount": money(Decimal("9.4472918E7"))}
    line = only("Δ.1", values)
    assert (line.amount, line.flags, line.suspect) == (94472918, {Flag.AFM_AS_AMOUNT}, True)
    coded = only(
        "Β.1.3", {"amountWithVAT": money(2420203001), "amountWithKae": [{"kae": "2420203001", "amountWithVAT": 1}]}
    )
    assert Flag.CODE_AS_AMOUNT in coded.flags and coded.amount == 2420203001


def test_a_sum_too_large_to_be_one_is_suspect_and_has_no_figure() -> None:
    line = only("Β.1.3", {"amountWithVAT": money(Decimal("2.1E15"))})
    assert (line.amount, line.suspect) == (None, True)


def test_another_currency_is_kept_and_suspect() -> None:
    line = only("Δ.1", {"awardAmount": {"amount": 9, "currency": "USD"}})
    assert (line.amount, line.currency, line.suspect) == (9, "USD", True)


def test_an_approval_that_spends_nothing_is_flagged() -> None:
    values = {"sponsor": [{"sponsorAFMName": {}, "expenseAmount": money(Decimal("95732.8"))}]}
    read_ = reading("Β.2.1", values, "Αποδοχή χρηματοδότησης")
    assert read_.flags == {Flag.NOT_EXPENDITURE}
    assert read_.lines[0].payees == ()


def test_a_fiscal_year_belongs_to_commitments() -> None:
    assert only("Β.1.3", {"financialYear": 2023, "amountWithVAT": money(1)}).fiscal_year == 2023
    assert only("Β.6", {"financialYear": 2023, "investAmount": 1}).fiscal_year is None
    assert reading("Β.1.3", {"financialYear": 23, "amountWithVAT": money(1)}).fiscal_year is None


@pytest.mark.parametrize(("header", "parts"), [(6493493, ["64934.93"]), (18590421, ["185904", "0.21"])])
def test_a_header_of_a_hundred_times_its_lines_is_doubtful(header: int, parts: list[str]) -> None:
    listed = [{"amountWithVAT": Decimal(part), "kae": f"10.{place}"} for place, part in enumerate(parts)]
    line = only("Β.1.3", {"amountWithVAT": money(header), "amountWithKae": listed})
    assert (line.amount, line.flags, line.suspect) == (header, {Flag.LINES_DIFFER, Flag.HUNDREDFOLD}, True)


@pytest.mark.parametrize("header", ["6493493.50", "649349.30", "64934.93"])
def test_another_difference_is_told_and_counts(header: str) -> None:
    listed = [{"amountWithVAT": Decimal("64934.93"), "kae": "10"}]
    assert not only("Β.1.3", {"amountWithVAT": money(Decimal(header)), "amountWithKae": listed}).suspect


def test_a_warrant_posted_as_an_approval_counts_as_one_and_is_told() -> None:
    values = {"sponsor": [{"sponsorAFMName": COMPANY, "expenseAmount": money(9)}]}
    line = only("Β.2.1", values, "ΧΡΗΜΑΤΙΚΟ ΕΝΤΑΛΜΑ")
    assert (line.stage, line.flags, line.suspect) == (Stage.APPROVAL, {Flag.WARRANT}, False)
    assert not only("Β.2.2", values, "Χρηματικό ένταλμα 12").flags


def test_revenue_filed_as_a_contract_or_an_award_is_kept_out_of_totals() -> None:
    let = only("Γ.3.4", {"contractAmount": money(9)}, "παραχώρηση απλής χρήσης αιγιαλού")
    assert (let.amount, let.flags, let.suspect) == (9, {Flag.REVENUE, Flag.NOT_EXPENDITURE}, True)
    unsure = only("Γ.3.4", {"contractAmount": money(9)}, "ΜΙΣΘΩΤΗΡΙΟ ΣΥΜΒΟΛΑΙΟ ΔΟΚΙΜΟΠΟΥΛΟΥ")
    assert (unsure.flags, unsure.suspect) == ({Flag.REVENUE}, False)
