"""How a window is asked for, and whether the source's own reading of it (`info.query`) says the same.

DIAVGEIA_API §3: what it does not like in a query it changes in silence, and only the echo tells.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from core.domain.period import ATHENS
from ingest.diavgeia.failures import EchoMismatch
from ingest.plan import Window

_END_OF_DAY = time(23, 59, 59)
_FAR = date(2099, 12, 31)  # neither search knows an open end

_INSTANT = r"DT\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)\)"
_RANGE = re.compile(rf"\[\s*{_INSTANT}\s+TO\s+{_INSTANT}\s*\]")
_CLAUSE = re.compile(
    r'\s*(?P<open>\()?\s*(?P<field>\w+)\s*:\s*(?P<value>"[^"]*"|\[[^\]]*\]|[^\s()"\[\]]+)\s*(?P<close>\))?\s*'
)
_AND = re.compile(r"AND\b")

Range = tuple[datetime, datetime]
Value = str | Range


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`clauses` are what the echo must hold, no others: field → text, or an instant of UTC to another.

    UTC, for Python finds a moment of the hour that comes twice equal to no other zone's.
    """

    path: str
    parameters: Mapping[str, str]
    clauses: Mapping[str, Value]


def advanced(window: Window) -> Question:
    """The canonical query of ingestion (DIAVGEIA_API §3.8): one body, whole issue days of Athens, any status."""
    body = window.organization_uid
    issued = (_athens(window.first, time.min), _athens(window.last, _END_OF_DAY))
    text = f'organizationUid:"{body}" AND issueDate:[{_bare(issued[0])} TO {_bare(issued[1])}]'
    clauses: dict[str, Value] = {"organizationUid": body, "issueDate": _utc(issued)}
    if window.submitted_since is not None:
        submitted = (window.submitted_since.replace(microsecond=0).astimezone(ATHENS), _athens(_FAR, _END_OF_DAY))
        text += f" AND submissionTimestamp:[{_with_offset(submitted[0])} TO {_with_offset(submitted[1])}]"
        clauses["submissionTimestamp"] = _utc(submitted)
    return Question(path="search/advanced.json", parameters={"q": text}, clauses=clauses)


def simple(window: Window) -> Question:
    """The same by the simple search, where an upper day means its midnight: one day more is asked for (§3.5).

    So acts of the next day that are kept at midnight of Athens come too, and the source counts them.
    """
    end = window.last + timedelta(days=1)
    parameters = {
        "org": window.organization_uid,
        "from_issue_date": window.first.isoformat(),
        "to_issue_date": end.isoformat(),
        "status": "all",
    }
    issued = (_athens(window.first, time.min), _athens(end, time.min))
    clauses: dict[str, Value] = {"organizationUid": window.organization_uid, "issueDate": _utc(issued)}
    if window.submitted_since is not None:
        since = window.submitted_since.astimezone(ATHENS).date()
        parameters |= {"from_date": since.isoformat(), "to_date": _FAR.isoformat()}
        clauses["submissionTimestamp"] = _utc((_athens(since, time.min), _athens(_FAR, time.min)))
    return Question(path="search.json", parameters=parameters, clauses=clauses)


def verify(echo: str, question: Question) -> None:
    """EchoMismatch unless the echo says the same: ranges as instants, filters by value, nothing lost or added.

    An added clause hides rows as surely as a lost one lets foreign rows in.
    """
    heard = clauses_of(echo)
    if heard is None:
        raise EchoMismatch(f"Η Διαύγεια απάντησε σε ερώτημα που δεν διαβάζεται: «{echo[:200]}».")
    for name in sorted(heard.keys() | question.clauses.keys()):
        wanted, got = question.clauses.get(name), heard.get(name)
        if wanted != got:
            raise EchoMismatch(f"Η Διαύγεια απάντησε σε άλλο ερώτημα: {name} {_shown(got)} αντί {_shown(wanted)}.")


def clauses_of(echo: str) -> dict[str, Value] | None:
    """Field → value of a plain conjunction; None when it is anything else (OR, a field twice, unread text)."""
    found: dict[str, Value] = {}
    place = 0
    while True:
        clause = _CLAUSE.match(echo, place)
        if clause is None or clause["field"] in found or bool(clause["open"]) != bool(clause["close"]):
            return None
        value = _value(clause["value"])
        if value is None:
            return None
        found[clause["field"]] = value
        if clause.end() == len(echo):
            return found
        joined = _AND.match(echo, clause.end())
        if joined is None:
            return None
        place = joined.end()


def _value(text: str) -> Value | None:
    if not text.startswith("["):
        return " ".join(text.strip('"').split())
    bounds = _RANGE.fullmatch(text)
    if bounds is None:
        return None
    try:
        return _instant(bounds[1]), _instant(bounds[2])
    except ValueError:
        return None


def _instant(text: str) -> datetime:
    """Athens when no offset is given; compared across offsets it stays one instant."""
    moment = datetime.fromisoformat(text)
    return moment.replace(tzinfo=ATHENS).astimezone(UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _shown(value: Value | None) -> str:
    if value is None:
        return "(τίποτα)"
    if isinstance(value, str):
        return f"«{value}»"
    return " έως ".join(moment.astimezone(ATHENS).isoformat(timespec="seconds") for moment in value)


def _utc(span: Range) -> Range:
    return span[0].astimezone(UTC), span[1].astimezone(UTC)


def _athens(day: date, at: time) -> datetime:
    return datetime.combine(day, at, tzinfo=ATHENS)


def _bare(moment: datetime) -> str:
    return f"DT({moment:%Y-%m-%dT%H:%M:%S})"


def _with_offset(moment: datetime) -> str:
    return f"DT({moment.isoformat(timespec='seconds')})"
