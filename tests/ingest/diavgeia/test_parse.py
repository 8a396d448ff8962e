"""A row → a Decision or a Rejection, on small literal rows."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from core.domain.decision import Decision, Link, LinkKind, Status
from core.domain.ledger import AmountState, Flag
from ingest.diavgeia.parse import Known, Reason, Rejection, parse, shown_subject
from ingest.diavgeia.rows import decode

ADA = "6ΑΑΑΩ1Ρ-4ΟΚ"


def row(**changes: Any) -> dict[str, Any]:
    """An award as the source writes it; a change to `...` leaves the key out."""
    whole = {
        "ada": ADA,
        "protocolNumber": "72/2025 ΔΟΚ",
        "subject": "Προμήθεια καυσίμων",
        "issueDate": 1744848000000,
        "organizationId": "6265",
        "unitIds": ["81689"],
        "signerIds": None,
        "decisionTypeId": "Δ.1",
        "thematicCategoryIds": ["20"],
        "extraFieldValues": {"awardAmount": {"amount": 100, "currency": "EUR"}, "person": []},
        "privateData": False,
        "publishTimestamp": 1744876800123,
        "submissionTimestamp": 1744876800123,
        "versionId": "139c6b46-6b98-4aaa-89ee-5b704aa5b157",
        "status": "PUBLISHED",
        "correctedVersionId": None,
    }
    return {key: value for key, value in (whole | changes).items() if value is not ...}


def decision(**changes: Any) -> Decision:
    parsed = parse(row(**changes))
    assert isinstance(parsed, Decision)
    return parsed


def test_a_whole_row_becomes_a_decision() -> None:
    read = decision()
    assert (read.ada, read.organization_uid, read.decision_type, read.status) == (ADA, "6265", "Δ.1", Status.PUBLISHED)
    assert (read.issued_on, read.issued_ms) == (date(2025, 4, 17), 1744848000000)
    assert read.published_at == datetime(2025, 4, 17, 8, 0, 0, 123000, tzinfo=UTC)
    assert (read.unit_uids, read.signer_uids, read.thematic_uids) == (("81689",), (), ("20",))
    assert (read.amount_state, read.lines[0].amount, read.corrects, read.private) == (
        AmountState.STATED,
        100,
        None,
        False,
    )


@pytest.mark.parametrize(
    ("milliseconds", "day"),
    [
        (1744848000000, date(2025, 4, 17)),  # UTC midnight
        (1743368400000, date(2025, 3, 31)),  # Athens midnight, summer
        (1740175200000, date(2025, 2, 22)),  # Athens midnight, winter
        (1735682400000, date(2025, 1, 1)),  # the new year's commitment
        (1735682400000.0, date(2025, 1, 1)),
    ],
)
def test_an_issue_date_is_an_athens_day_in_both_conventions(milliseconds: float, day: date) -> None:
    assert decision(issueDate=milliseconds).issued_on == day


@pytest.mark.parametrize("published", [1744876800123, None])
def test_a_date_far_from_its_posting_or_from_our_times_is_doubtful(published: int | None) -> None:
    typed_1925 = decision(issueDate=-1411171200000, publishTimestamp=published, submissionTimestamp=published)
    assert Flag.DATE_DOUBTFUL in typed_1925.flags
    assert Flag.DATE_DOUBTFUL not in decision(publishTimestamp=published).flags


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"ada": ...}, Reason.NOT_A_DECISION),
        ({"decisionTypeId": None}, Reason.NOT_A_DECISION),
        ({"ada": None}, Reason.BAD_ADA),
        ({"ada": "50000000-5"}, Reason.BAD_ADA),
        ({"organizationId": None}, Reason.NO_ORGANIZATION),
        ({"decisionTypeId": "Ω.9"}, Reason.UNKNOWN_TYPE),
        ({"decisionTypeId": "2.4.4"}, Reason.UNKNOWN_TYPE),
        ({"status": None}, Reason.UNKNOWN_STATUS),
        ({"status": "ΑΝΑΡΤΗΜΕΝΗ"}, Reason.UNKNOWN_STATUS),
        ({"issueDate": None}, Reason.BAD_DATE),
        ({"issueDate": "24/08/2022 03:00:00"}, Reason.BAD_DATE),
        ({"issueDate": 10**18}, Reason.BAD_DATE),
    ],
)
def test_what_cannot_be_read_is_a_rejection_with_its_reason_and_row(changes: dict[str, Any], reason: Reason) -> None:
    rejected = parse(row(**changes), "as it came")
    assert isinstance(rejected, Rejection)
    assert (rejected.reason, rejected.raw) == (reason, "as it came")


def test_an_error_in_the_place_of_an_act_is_the_sources() -> None:
    rejected = parse({"errorCode": "DECISION-102"})
    assert isinstance(rejected, Rejection)
    assert (rejected.reason, rejected.raw) == (Reason.SOURCE_ERROR, '{"errorCode":"DECISION-102"}')


def test_a_rejection_can_be_stored_whatever_it_holds() -> None:
    rejected = parse(row(ada="Χ\x00Ψ", status="?"), "a\x00b\ud835")
    assert isinstance(rejected, Rejection)
    assert (rejected.ada, rejected.raw) == ("ΧΨ", "ab")


def test_latin_letters_in_a_type_or_an_ada_are_read_as_greek() -> None:
    read = decision(ada="6AAAΩ1P-4OK", decisionTypeId="B.2.2", extraFieldValues=None)
    assert (read.ada, read.decision_type) == (ADA, "Β.2.2")


@pytest.mark.parametrize("values", [None, [], "text", {}])
def test_fields_that_are_no_object_are_none_at_all(values: object) -> None:
    assert decision(extraFieldValues=values).amount_state is AmountState.UNREAD


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("ΚΑΔΟΙ Α &amp; Β", "ΚΑΔΟΙ Α & Β"),
        ("ΚΑΔΟΙ Α &amp;amp; Β", "ΚΑΔΟΙ Α & Β"),
        ("Έργο &laquo;Χ&raquo; &#8211; φάση", "Έργο «Χ» – φάση"),
        ("Α & Β &c", "Α & Β &c"),
        ("δύο\r\n γραμμές\u00a0εδώ", "δύο γραμμές εδώ"),
        ("ποσό &#0;&#xD835;τέλος", "ποσό \ufffd\ufffdτέλος"),
        (None, ""),
    ],
)
def test_a_subject_is_shown_without_entities_and_odd_marks(sent: object, shown: str) -> None:
    assert shown_subject(sent) == shown


def test_what_postgres_refuses_leaves_every_field() -> None:
    read = decision(subject="ποσό\x00 \ud835και", protocolNumber="1\x00", extraFieldValues={"fek\x00": "\ud835"})
    assert (read.subject, read.protocol_number) == ("ποσό και", "1")
    assert "\\u0000" not in read.raw and "\ud835" not in read.raw


def test_a_missing_privacy_mark_is_no_mark_and_a_set_one_stays() -> None:
    assert not decision(privateData=None).private
    assert decision(privateData=True).private


def test_our_marks_tell_what_was_not_fetched() -> None:
    read = decision(extraFieldValues={}, _detail_fetched=False, _fidelity="flat")
    assert (read.amount_state, read.fidelity) == (AmountState.UNREAD, "flat")
    assert decision(extraFieldValues={}, _detail_fetched=True).amount_state is AmountState.UNSTATED


def test_a_correction_names_the_version_it_corrects() -> None:
    read = decision(correctedVersionId="fe1c4753-fda5-4c42-b0de-20a27bee944f")
    assert read.corrects == "fe1c4753-fda5-4c42-b0de-20a27bee944f"


def test_the_register_tells_who_issues_and_which_adas_are_real() -> None:
    known = Known(registered={"6265"}.__contains__, issuer_afm={"6265": "997561152"}.get)
    award = {
        "awardAmount": {"amount": 1},
        "person": [{"afm": "997561152", "name": "Δ"}, {"afm": "800579607", "name": "Χ"}],
    }
    changed = row(extraFieldValues=award, subject="Βλ. 9ΒΜΣΩ1Ρ-ΑΝΝ και ΕΛΕΝΗ-ΤΕ")
    read = parse(changed, known=known)
    assert isinstance(read, Decision)
    assert [payee.afm for payee in read.lines[0].payees] == ["800579607"]
    assert read.links == (Link(target_ada="9ΒΜΣΩ1Ρ-ΑΝΝ", kind=LinkKind.SUBJECT),)


def test_the_same_row_in_another_order_is_the_same_version() -> None:
    text = '{"ada": "6ΑΑΑΩ1Ρ-4ΟΚ", "decisionTypeId": "Α.2", "organizationId": "1", "status": "REVOKED", "issueDate": 0'
    plain, marked = decode(text + "}"), decode(text + ', "_fidelity": "flat"}')
    assert isinstance(plain, dict) and isinstance(marked, dict)
    first, second = parse(plain), parse(dict(reversed(marked.items())))
    assert isinstance(first, Decision) and isinstance(second, Decision)
    assert (first.version_key, first.raw) == (second.version_key, second.raw)
