"""Each trap of the invented world stands in its JSON as the source would write it; the truth says what it is worth."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from core.domain.identifiers import parse_ada
from core.domain.ledger import AmountState, Flag, Stage
from core.domain.period import ATHENS
from ingest.world import Case, SetAside, World, build

DAY = 86_400_000
Json = dict


@pytest.fixture(scope="module")
def made() -> World:
    return build()


def values(row: Json) -> Json:
    return row["extraFieldValues"]


def lines(row: Json) -> list[Json]:
    sponsors = values(row).get("sponsor") or []
    return sponsors if isinstance(sponsors, list) else [sponsors]


def parties(row: Json) -> list[Json | None]:
    return [line["sponsorAFMName"] for line in lines(row)]


def sums(row: Json) -> list[object]:
    return [line["expenseAmount"].get("amount") for line in lines(row)]


def header(row: Json) -> object:
    return (values(row)["amountWithVAT"] or {}).get("amount")


def awarded(row: Json) -> object:
    return (values(row)["awardAmount"] or {}).get("amount")


def accounts(row: Json) -> list[Json]:
    return values(row)["amountWithKae"] or []


def athens(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone(ATHENS)


def new_year_in_athens(row: Json) -> bool:
    issued = row["issueDate"]
    utc = datetime.fromtimestamp(issued / 1000, UTC)
    return athens(issued).date() == date(utc.year + 1, 1, 1) and utc.hour == 22


# What the JSON of some act of each case must show.
SIGNS: dict[Case, Callable[[Json], bool]] = {
    Case.NEW_YEAR_AT_ATHENS_MIDNIGHT: new_year_in_athens,
    Case.POSTED_LATE: lambda row: row["publishTimestamp"] - row["issueDate"] >= 40 * DAY,
    Case.DATE_DOUBTFUL: lambda row: row["publishTimestamp"] - row["issueDate"] > 400 * DAY,
    Case.LATIN_ADA_IN_SUBJECT: lambda row: (
        row["subject"].rsplit(" ", 1)[1] != parse_ada(row["subject"].rsplit(" ", 1)[1])
    ),
    Case.LOOKALIKE_LETTERS: lambda row: "∆" in row["subject"] and "µ" in row["subject"],
    Case.LINE_BREAKS: lambda row: (
        "\n" in row["subject"] and "πρω\nτόκολλο" in row["subject"] and "   " in row["subject"]
    ),
    Case.ENTITIES: lambda row: all(entity in row["subject"] for entity in ("&quot;", "&amp;", "&#39;")),
    Case.PRIVATE_DATA: lambda row: row["privateData"],
    Case.REVOKED: lambda row: row["status"] == "REVOKED" and row["documentUrl"] is None,
    Case.PENDING_REVOCATION: lambda row: row["status"] == "PENDING_REVOCATION" and row["documentUrl"] is not None,
    Case.CORRECTED: lambda row: bool(row["correctedVersionId"]),
    Case.EDITED: lambda row: not row["correctedVersionId"] and row["submissionTimestamp"] > row["publishTimestamp"],
    Case.CORRECTED_UNDER_ANOTHER_ADA: lambda row: row["subject"].startswith("ΟΡΘΗ ΕΠΑΝΑΛΗΨΗ"),
    Case.POSTED_TWICE: lambda row: len(sums(row)) == 1,
    Case.ALIKE_WITH_OTHER_PROTOCOL: lambda row: len(sums(row)) == 1,
    Case.EMPTY_PAYEE: lambda row: parties(row) == [{}],
    Case.NULL_PAYEE: lambda row: parties(row) == [None],
    Case.PAYROLL_WITHOUT_AMOUNT: lambda row: not lines(row) and values(row)["skipVatReason"] == "SKIP_VAT_REASON_1",
    Case.COMPENSATIONS_WITHOUT_AMOUNT: lambda row: (
        not lines(row) and values(row)["skipVatReason"] == "SKIP_VAT_REASON_2"
    ),
    Case.NO_SPONSORS_NO_REASON: lambda row: not lines(row) and values(row)["skipVatReason"] is None,
    Case.AMOUNT_MISSING: lambda row: values(row).get("awardAmount") == {"currency": "EUR"},
    Case.AMOUNT_FIELD_NULL: lambda row: values(row)["awardAmount"] is None,
    Case.ESTIMATE_NULL: lambda row: values(row)["estimatedAmount"] == {"amount": None, "currency": "EUR"},
    Case.SCIENTIFIC_NOTATION: lambda row: values(row)["estimatedAmount"]["amount"] >= 10_000_000,
    Case.BARE_NUMBERS_WITHOUT_HEADER: lambda row: (
        values(row)["amountWithVAT"] is None and all(isinstance(line["amountWithVAT"], float) for line in accounts(row))
    ),
    Case.LINES_DIFFER: lambda row: header(row) != accounts(row)[0]["amountWithVAT"],
    Case.NULL_LISTS: lambda row: row["signerIds"] is None and values(row)["relatedDecisions"] is None,
    Case.SINGLE_OBJECT_FOR_LIST: lambda row: isinstance(values(row)["sponsor"], dict),
    Case.SEVERAL_KAES_IN_ONE: lambda row: lines(row)[0]["kae"] == "4510, 6501",
    Case.PAYEE_IS_SELF: lambda row: (
        len(lines(row)) == 5 and {party["afm"] for party in parties(row)} == {values(row)["org"]["afm"]}
    ),
    Case.FOREIGN_PAYEE: lambda row: parties(row) == [{"afmType": "INT", "noVATOrg": "10001"}],
    Case.SEVERAL_PAYEES: lambda row: len({party["afm"] for party in parties(row)}) == 3,
    Case.ONE_PAYEE_WITHOUT_AMOUNT: lambda row: sums(row)[0] is not None and sums(row)[1] is None,
    Case.UNDIVIDED: lambda row: len(values(row)["person"]) == 3,
    Case.BUYER_AMONG_PAYEES: lambda row: values(row)["person"][0]["name"].startswith("ΔΗΜΟΣ"),
    Case.PRIVATE_CONTRACTOR: lambda row: ",," in values(row)["person"][0]["name"],
    Case.AFM_AS_AMOUNT: lambda row: sums(row) == [int(parties(row)[0]["afm"])],
    Case.AFM_WITHOUT_ZERO_AS_AMOUNT: lambda row: f"0{awarded(row):.0f}" == values(row)["person"][0]["afm"],
    Case.KAE_AS_AMOUNT: lambda row: f"{header(row):.0f}" == accounts(row)[0]["kae"],
    Case.PROTOCOL_AS_AMOUNT: lambda row: f"{awarded(row):.0f}" == row["protocolNumber"],
    Case.PAYMENT_HUNDREDFOLD: lambda row: sums(row)[0] > 1_000_000 and bool(values(row)["relatedEkgrisiDapanis"]),
    Case.AWARD_HUNDREDFOLD: lambda row: awarded(row) > 1_000_000 and bool(values(row)["textRelatedADA"]),
    Case.ABOVE_BUDGET: lambda row: accounts(row)[0]["kaeBudgetRemainder"] * 5 < header(row),
    Case.FOREIGN_CURRENCY: lambda row: lines(row)[0]["expenseAmount"]["currency"] == "USD",
    Case.PLACEHOLDER: lambda row: awarded(row) == 0.01,
    Case.ZERO: lambda row: awarded(row) == 0,
    Case.GENUINELY_LARGE: lambda row: awarded(row) > 1_000_000 and awarded(row) % 1000 == 0,
    Case.REVERSAL_UNFLAGGED: lambda row: (
        row["subject"] == "ΑΝΑΤΡΟΠΗ" and not values(row)["recalledExpenseDecision"] and header(row) > 0
    ),
    Case.REVERSAL_FLAGGED: lambda row: (
        values(row)["recalledExpenseDecision"] and bool(values(row)["relatedPartialADA"])
    ),
    Case.REVERSAL_NEGATIVE: lambda row: header(row) < 0 and "Ανάληψη" in row["subject"],
    Case.REVERSAL_PARTIAL: lambda row: values(row)["partialead"] and "Μερική ανάκληση" in row["subject"],
    Case.TIPPER_TRUCK: lambda row: "ΦΟΡΤΗΓΟΥ ΜΕ ΑΝΑΤΡΟΠΗ" in row["subject"],
    Case.TIPPER_TRUCK_REVERSED: lambda row: row["subject"].count("ΑΝΑΤΡΟΠΗ") == 2,
    Case.RECALL_OF_SOMETHING_ELSE: lambda row: "ανάκλησης διακήρυξης" in row["subject"],
    Case.MULTI_YEAR: lambda row: header(row) == 15_000_000 and "πολυετούς" in row["subject"],
    Case.INCOMING_GRANT: lambda row: "Αποδοχή χρηματοδότησης" in row["subject"] and parties(row) == [{}],
    Case.CONTRACT_IN_SEVERAL_ACTS: lambda row: "contractAmount" in values(row),
}


@pytest.mark.parametrize("case", Case)
def test_every_world_sets_every_trap(case: Case, made: World) -> None:
    adas = {each.ada for each in made.truth.with_case(case)}
    rows = [row for row in made.decisions if row["ada"] in adas]
    shown = [row for row in rows if row["extraFieldValues"] is not None and SIGNS[case](row)] if rows else []
    assert shown, f"{len(rows)} acts, none shows it"


def test_a_large_world_sets_the_traps_at_several_bodies() -> None:
    large = build(seed=4, decisions=17_000)
    assert {each.organization_uid for each in large.truth.with_case(Case.MULTI_YEAR)} == set(large.covered[:2])


COUNTED_IN_FULL = (
    Case.NEW_YEAR_AT_ATHENS_MIDNIGHT,
    Case.POSTED_LATE,
    Case.CORRECTED,
    Case.EDITED,
    Case.ALIKE_WITH_OTHER_PROTOCOL,
    Case.EMPTY_PAYEE,
    Case.NULL_PAYEE,
    Case.BARE_NUMBERS_WITHOUT_HEADER,
    Case.LINES_DIFFER,
    Case.SINGLE_OBJECT_FOR_LIST,
    Case.PAYEE_IS_SELF,
    Case.FOREIGN_PAYEE,
    Case.SEVERAL_PAYEES,
    Case.UNDIVIDED,
    Case.GENUINELY_LARGE,
    Case.TIPPER_TRUCK,
    Case.RECALL_OF_SOMETHING_ELSE,
    Case.MULTI_YEAR,
)
SET_ASIDE = {
    Case.REVOKED: SetAside.REVOKED,
    Case.PENDING_REVOCATION: SetAside.PENDING_REVOCATION,
    Case.AFM_AS_AMOUNT: SetAside.AFM_AS_AMOUNT,
    Case.AFM_WITHOUT_ZERO_AS_AMOUNT: SetAside.AFM_AS_AMOUNT,
    Case.KAE_AS_AMOUNT: SetAside.CODE_AS_AMOUNT,
    Case.PROTOCOL_AS_AMOUNT: SetAside.CODE_AS_AMOUNT,
    Case.PAYMENT_HUNDREDFOLD: SetAside.HUNDREDFOLD,
    Case.AWARD_HUNDREDFOLD: SetAside.HUNDREDFOLD,
    Case.ABOVE_BUDGET: SetAside.ABOVE_BUDGET,
    Case.FOREIGN_CURRENCY: SetAside.FOREIGN_CURRENCY,
    Case.INCOMING_GRANT: SetAside.NOT_EXPENDITURE,
}


def truth_rows(made: World, case: Case) -> list:
    adas = {each.ada for each in made.truth.with_case(case)}
    return [row for row in made.truth.rows if row.ada in adas]


@pytest.mark.parametrize("case", COUNTED_IN_FULL)
def test_odd_looks_do_not_take_an_amount_out_of_totals(case: Case, made: World) -> None:
    rows = truth_rows(made, case)
    assert rows and all(row.counted and row.sign == 1 and row.amount for row in rows)


@pytest.mark.parametrize("case", SET_ASIDE)
def test_wrong_and_withdrawn_amounts_are_in_no_total(case: Case, made: World) -> None:
    rows = truth_rows(made, case)
    assert rows and all(row.set_aside is SET_ASIDE[case] and row.amount for row in rows)


@pytest.mark.parametrize("case", [case for case in Case if case.name.startswith("REVERSAL")])
def test_reversals_are_subtracted_whatever_tells_of_them(case: Case, made: World) -> None:
    rows = truth_rows(made, case)
    assert rows and all(row.sign == -1 and row.amount > 0 and Flag.REVERSAL in row.flags for row in rows)


@pytest.mark.parametrize("case", [Case.POSTED_TWICE, Case.CORRECTED_UNDER_ANOTHER_ADA, Case.CONTRACT_IN_SEVERAL_ACTS])
def test_one_expense_in_several_acts_counts_once_in_its_stage(case: Case, made: World) -> None:
    rows = [row for row in truth_rows(made, case) if row.stage is not Stage.CONTRACT]
    assert [row.set_aside for row in rows] == [None, SetAside.SAME_AGAIN]
    assert rows[0].amount == rows[1].amount


def test_an_amount_is_unread_only_where_nothing_says_why_it_is_missing(made: World) -> None:
    unread = [row for row in made.truth.rows if row.state is AmountState.UNREAD]
    assert {row.ada for row in unread} == {row.ada for row in truth_rows(made, Case.NO_SPONSORS_NO_REASON)}


def test_a_posting_program_dates_money_at_athens_midnight_and_others_at_utc_midnight(made: World) -> None:
    program, by_hand = set(), set()
    for row in made.decisions:
        at_athens_midnight = row["issueDate"] % DAY != 0
        (program if at_athens_midnight else by_hand).add((row["organizationId"], row["decisionTypeId"]))
    assert program == {(made.covered[0], "Β.1.3"), (made.covered[0], "Β.2.1")}
    assert not program & by_hand


def test_the_utility_pays_through_approvals_alone(made: World) -> None:
    utility = made.covered[2]
    assert made.truth.total(organization_uid=utility, stage=Stage.PAYMENT).decisions == 0
    assert made.truth.total(organization_uid=utility, stage=Stage.APPROVAL).net > Decimal(10_000)


def test_every_sign_belongs_to_a_case() -> None:
    assert set(SIGNS) == set(Case)
