"""A query of Διαύγεια as a tree: how it reads (the echo) and which acts it means."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

from core.domain.period import ATHENS
from core.greek.fold import words
from tests.diavgeia.acts import Act

Bound = datetime | Decimal | str


@dataclass(frozen=True, slots=True)
class Text:
    text: str


@dataclass(frozen=True, slots=True)
class Between:
    low: Bound
    high: Bound


@dataclass(frozen=True, slots=True)
class OneOf:
    options: tuple[str, ...]


Value = Text | Decimal | bool | Between | OneOf


@dataclass(frozen=True, slots=True)
class Term:
    field: str
    value: Value


@dataclass(frozen=True, slots=True)
class Group:
    """`operator` is AND or OR."""

    operator: str
    parts: tuple["Node", ...]


Node = Term | Group
Matches = Callable[[Act], bool]

LABELS = {
    "PUBLISHED": "Αναρτημένη",
    "REVOKED": "Ανακληθείσα",
    "PENDING_REVOCATION": "Εν αναμονή ανάκλησης",
    "SUBMITTED": "Υποβληθείσα",
}
_INSTANTS = {"issueDate": "issue_ms", "submissionTimestamp": "submission_ms", "publishTimestamp": "publish_ms"}


def conjunction(parts: Iterable[Node]) -> Node:
    listed = tuple(parts)
    return listed[0] if len(listed) == 1 else Group("AND", listed)


def conjuncts(node: Node) -> tuple[Node, ...]:
    """What must hold at once."""
    if isinstance(node, Group) and node.operator == "AND":
        return tuple(inner for part in node.parts for inner in conjuncts(part))
    return (node,)


def written(node: Node, *, inside: bool = False) -> str:
    """The query in the source's own words: offsets of Athens, quotes, brackets."""
    if isinstance(node, Group):
        text = f" {node.operator} ".join(written(part, inside=True) for part in node.parts)
        return f"({text})" if inside and node.operator == "OR" else text
    return f"{node.field}:{_value(node.value)}"


def _value(value: Value) -> str:
    match value:
        case Text(text):
            return f'"{text}"'
        case Between(low, high):
            return f"[{_bound(low)} TO {_bound(high)}]"
        case OneOf(options):
            return "[" + ",".join(f'"{option}"' for option in options) + "]"
        case bool():
            return "true" if value else "false"
        case _:
            return f"{value:f}"


def _bound(bound: Bound) -> str:
    match bound:
        case datetime():
            return f"DT({bound.astimezone(ATHENS).isoformat(timespec='seconds')})"
        case Decimal():
            return f"{bound:f}"
        case _:
            return f'"{bound}"'


def compiled(node: Node, uids_of: Callable[[str], frozenset[str]]) -> Matches:
    """`uids_of` gives the bodies of a latin name."""
    if isinstance(node, Group):
        parts = [compiled(part, uids_of) for part in node.parts]
        if node.operator == "AND":
            return lambda act: all(part(act) for part in parts)
        return lambda act: any(part(act) for part in parts)
    return _term(node.field, node.value, uids_of)


def _term(field: str, value: Value, uids_of: Callable[[str], frozenset[str]]) -> Matches:
    if field in _INSTANTS:
        return _instants(_INSTANTS[field], value)
    if isinstance(value, Between):
        low, high = value.low, value.high
        return lambda act: any(_within(low, number, high) for number in act.values(field))
    wanted = value.options if isinstance(value, OneOf) else (_plain(value),)
    match field:
        case "organizationUid":
            return lambda act: act.organization in wanted
        case "organizationLatinName":
            uids = frozenset(uid for name in wanted for uid in uids_of(name))
            return lambda act: act.organization in uids
        case "decisionTypeUid":
            return lambda act: act.decision_type in wanted
        case "status":
            return lambda act: LABELS.get(act.status) in wanted or act.status in wanted
        case "subject" | "q" | "content" | "receiverName":
            phrases = [f" {' '.join(words(text))} " for text in wanted]
            return lambda act: any(phrase in text for phrase in phrases for text in _folded(act, field))
    return lambda act: any(str(found) in wanted for found in act.values(field))


def _folded(act: Act, field: str) -> list[str]:
    return [f" {' '.join(words(str(text)))} " for text in act.values(field)]


def _instants(name: str, value: Value) -> Matches:
    if not isinstance(value, Between) or not isinstance(value.low, datetime) or not isinstance(value.high, datetime):
        return lambda _: False
    low, high = milliseconds(value.low), milliseconds(value.high)
    return lambda act: low <= getattr(act, name) <= high


def _within(low: Bound, number: object, high: Bound) -> bool:
    if not isinstance(number, int | float | Decimal) or not isinstance(low, Decimal) or not isinstance(high, Decimal):
        return False
    return low <= Decimal(str(number)) <= high


def _plain(value: Value) -> str:
    if isinstance(value, Text):
        return value.text
    return _value(value)


def milliseconds(moment: datetime) -> int:
    return round(moment.astimezone(UTC).timestamp() * 1000)
