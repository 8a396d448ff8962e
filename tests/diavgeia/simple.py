"""The simple search: its few parameters, everything else dropped in silence (DIAVGEIA_API §3.1, §3.2)."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime

from tests.diavgeia.query import LABELS, Group, Node, Term, Text, conjunction, conjuncts
from tests.diavgeia.ranges import norm_simple

_BEFORE = {"term": "q"}
_AFTER = {
    "type": "decisionTypeUid",
    "unit": "unitUid",
    "signer": "signerUid",
    "tag": "thematicCategory",
    "subject": "subject",
    "protocol": "protocolNumber",
    "ada": "ada",
}


def query_of(parameters: Mapping[str, str], *, now: datetime, default_status: str | None) -> Node:
    """The query that the source makes of the parameters it knows; its parts in the order of its echo."""
    issued = _day(parameters.get("from_issue_date")), _day(parameters.get("to_issue_date"))
    submitted = _day(parameters.get("from_date")), _day(parameters.get("to_date"))
    parts = [
        *_fields(_BEFORE, parameters),
        *norm_simple(issued, submitted, now),
        *_organizations(parameters.get("org", "")),
        *_fields(_AFTER, parameters),
        *_status(parameters.get("status"), default_status),
    ]
    return conjunction(parts)


def with_status(query: Node, default: str | None) -> Node:
    """With the default where the query names no status."""
    named = any(isinstance(part, Term) and part.field == "status" for part in conjuncts(query))
    return query if named else conjunction([*conjuncts(query), *_status(None, default)])


def _fields(names: Mapping[str, str], parameters: Mapping[str, str]) -> Iterator[Node]:
    for name, field in names.items():
        values = _several(parameters.get(name, ""))
        if values:
            yield _either([Term(field, Text(value)) for value in values])


def _organizations(text: str) -> Iterator[Node]:
    """Uids first, then latin names."""
    named = sorted(_several(text), key=lambda value: (not value.isdigit(), value))
    if named:
        yield _either(
            [Term("organizationUid" if name.isdigit() else "organizationLatinName", Text(name)) for name in named]
        )


def _status(text: str | None, default: str | None) -> Iterator[Node]:
    wanted = (text or default or "all").upper()
    if wanted in LABELS:
        yield Term("status", Text(LABELS[wanted]))


def _either(terms: list[Term]) -> Node:
    return terms[0] if len(terms) == 1 else Group("OR", tuple(terms))


def _several(text: str) -> list[str]:
    return [value.strip().replace('"', " ") for value in text.split(";") if value.strip()]


def _day(text: str | None) -> date | None:
    """None for what is no day: dropped like everything the source does not know."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None
