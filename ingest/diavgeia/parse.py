"""A row of Διαύγεια → a Decision, or a Rejection with its reason (DIAVGEIA_API §4)."""

import html
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from core.domain.decision import Decision, Status
from core.domain.identifiers import parse_ada
from core.domain.ledger import Flag
from core.domain.money import fields, rules
from core.domain.types import DECISION_TYPES
from core.errors import InvalidInput
from core.greek.fold import tidy
from ingest.diavgeia import links
from ingest.diavgeia.rows import BrokenJson, canonical, decode, storable, version_key, without_unstorable

ATHENS = ZoneInfo("Europe/Athens")
_LATE = timedelta(days=400)  # an act posted later than that, or earlier than issued, has a mistyped date
_LIKELY_YEARS = range(2000, 2100)
_TYPE_LETTERS = str.maketrans({"A": "Α", "B": "Β", "E": "Ε", "Z": "Ζ", "∆": "Δ"})
_ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-fA-F]+|[a-zA-Z]+);")


class Reason(StrEnum):
    """Why a row is no decision."""

    BROKEN_JSON = "broken_json"
    CUT_SHORT = "cut_short"
    NOT_A_DECISION = "not_a_decision"
    SOURCE_ERROR = "source_error"
    BAD_ADA = "bad_ada"
    NO_ORGANIZATION = "no_organization"
    UNKNOWN_TYPE = "unknown_type"
    UNKNOWN_STATUS = "unknown_status"
    BAD_DATE = "bad_date"
    NOT_STORED = "not_stored"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejection:
    """A row that could not be read, kept as it came."""

    ada: str | None
    reason: Reason
    raw: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the register tells about a row: is this a body's uid, and what is its ΑΦΜ."""

    registered: Callable[[str], bool]
    issuer_afm: Callable[[str], str | None]


NOTHING_KNOWN = Known(registered=lambda _: False, issuer_afm=lambda _: None)


class _Refused(Exception):
    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


def parse(row: Mapping[str, object], raw: str = "", *, known: Known = NOTHING_KNOWN) -> Decision | Rejection:
    """`row` comes from `rows.decode`; `raw` is its text, for the record if it is refused."""
    text = canonical(row)
    if not storable(text):
        row = {str(without_unstorable(key)): without_unstorable(value) for key, value in row.items()}
        text = canonical(row)
    try:
        return _decision(row, text, known)
    except _Refused as refused:
        return rejection(refused.reason, raw or text, ada=fields.text(row.get("ada")))


def rejection(reason: Reason, raw: str, *, ada: str | None = None) -> Rejection:
    """`raw` in a form that the database can keep."""
    return Rejection(ada=ada and str(without_unstorable(ada)), reason=reason, raw=str(without_unstorable(raw)))


def _decision(row: Mapping[str, object], text: str, known: Known) -> Decision:
    ada, organization_uid, decision_type, status = _identity(row)
    issued_ms, issued_on = _issued(row.get("issueDate"))
    published_at, submitted_at = _instant(row.get("publishTimestamp")), _instant(row.get("submissionTimestamp"))
    act = _act(row, decision_type, known.issuer_afm(organization_uid))
    money = rules.read(act)
    return Decision(
        ada=ada,
        organization_uid=organization_uid,
        decision_type=decision_type,
        subject=act.subject,
        protocol_number=act.protocol_number,
        issued_on=issued_on,
        issued_ms=issued_ms,
        published_at=published_at,
        submitted_at=submitted_at,
        status=status,
        private=row.get("privateData") is True,
        unit_uids=_uids(row.get("unitIds")),
        signer_uids=_uids(row.get("signerIds")),
        thematic_uids=_uids(row.get("thematicCategoryIds")),
        fiscal_year=money.fiscal_year,
        version_id=fields.text(row.get("versionId")),
        corrects=fields.text(row.get("correctedVersionId")),
        amount_state=money.state,
        lines=money.lines,
        links=links.links_of(ada, act.values, act.subject, registered=known.registered),
        flags=money.flags | _date_flags(issued_on, published_at or submitted_at),
        fidelity=fields.text(row.get("_fidelity")),
        raw=text,
        version_key=version_key(text),
    )


def _act(row: Mapping[str, object], decision_type: str, issuer_afm: str | None) -> rules.Act:
    values = row.get("extraFieldValues")
    return rules.Act(
        decision_type=decision_type,
        subject=shown_subject(row.get("subject")),
        values=values if isinstance(values, Mapping) else {},
        protocol_number=fields.text(row.get("protocolNumber")),
        issuer_afm=issuer_afm,
        detail_fetched=_mark(row.get("_detail_fetched")),
    )


def _identity(row: Mapping[str, object]) -> tuple[str, str, str, Status]:
    if "errorCode" in row:
        raise _Refused(Reason.SOURCE_ERROR)
    written_type = fields.text(row.get("decisionTypeId"))
    if written_type is None or "ada" not in row:
        raise _Refused(Reason.NOT_A_DECISION)
    decision_type = DECISION_TYPES.get(written_type.translate(_TYPE_LETTERS))
    if decision_type is None or not decision_type.posted:
        raise _Refused(Reason.UNKNOWN_TYPE)
    organization_uid = fields.text(row.get("organizationId"))
    if organization_uid is None:
        raise _Refused(Reason.NO_ORGANIZATION)
    try:
        ada, status = parse_ada(fields.text(row.get("ada")) or ""), Status(str(row.get("status")).upper())
    except InvalidInput:
        raise _Refused(Reason.BAD_ADA) from None
    except ValueError:
        raise _Refused(Reason.UNKNOWN_STATUS) from None
    return ada, organization_uid, decision_type.uid, status


def _issued(value: object) -> tuple[int, date]:
    """A date in disguise: midnight of Athens or of UTC, by the habit of who posts; in Athens both are one day."""
    moment = _instant(value)
    if moment is None:
        raise _Refused(Reason.BAD_DATE)
    return round(moment.timestamp() * 1000), moment.astimezone(ATHENS).date()


def issue_day(raw: str) -> date | None:
    """The Athens day of a row's text that may not be readable otherwise."""
    try:
        row = decode(raw)
        return _issued(row.get("issueDate"))[1] if isinstance(row, Mapping) else None
    except (BrokenJson, _Refused):
        return None


def _instant(value: object) -> datetime | None:
    """Epoch milliseconds → aware UTC; None for what is no moment of the years 1–9999."""
    milliseconds = fields.number(value)
    if milliseconds is None:
        return None
    try:
        return datetime.fromtimestamp(float(milliseconds) / 1000, UTC)
    except (OverflowError, ValueError, OSError):
        return None


def _date_flags(issued_on: date, posted_at: datetime | None) -> frozenset[Flag]:
    if posted_at is None:
        doubtful = issued_on.year not in _LIKELY_YEARS
    else:
        doubtful = abs(posted_at.astimezone(ATHENS).date() - issued_on) > _LATE
    return frozenset({Flag.DATE_DOUBTFUL}) if doubtful else frozenset()


def shown_subject(value: object) -> str:
    """The subject fit to be shown: «&amp;» as «&», even if it was escaped twice, no odd spaces or invisible marks."""
    subject = value if isinstance(value, str) else ""
    for _ in range(2):
        if not _ENTITY.search(subject):
            break
        subject = html.unescape(subject)
    return tidy(str(without_unstorable(subject)))


def _mark(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _uids(value: object) -> tuple[str, ...]:
    listed = value if isinstance(value, list) else [value]
    return tuple(uid for uid in map(fields.text, listed) if uid)
