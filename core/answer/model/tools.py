"""The lookups as tools of a model: which arguments each has, as JSON schemas, and the reader of what it sends."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from core.answer import prompts
from core.domain.afm import valid_afm
from core.domain.identifiers import parse_ada
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import Grouping
from core.errors import InvalidInput
from core.greek.dates import describe
from core.ports import Tool
from core.store.open_data import OpenColumn, OpenView

ANSWER, QUERY = "answer", "query_open_data"
_GROUPS = (Grouping.YEAR, Grouping.QUARTER, Grouping.MONTH, Grouping.ORGANIZATION)
_MOST_WORDS, _MOST_PERIODS, _MOST_ADAS, _MOST_ROWS, _LONGEST, _LONGEST_SQL = 6, 4, 5, 10, 80, 2_000
_DAY = {"type": "string", "format": "date"}
_TEXT = {"type": "string"}
Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """`schema` is what a model is told; `read` takes what it sent, or raises InvalidInput."""

    schema: Schema
    read: Callable[[Any], Any]


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > _LONGEST:
        raise InvalidInput("χρειάζεται κείμενο με λίγα γράμματα")
    return value.strip()


def _sql(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > _LONGEST_SQL:
        raise InvalidInput(f"χρειάζεται ένα SELECT με έως {_LONGEST_SQL} γράμματα")
    return value.strip()


def _texts(most: int) -> Callable[[Any], tuple[str, ...]]:
    def read(value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or not 1 <= len(value) <= most:
            raise InvalidInput(f"χρειάζεται λίστα με 1 έως {most} κείμενα")
        return tuple(_text(each) for each in value)

    return read


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise InvalidInput("χρειάζεται true ή false")
    return value


def _number(value: Any) -> int:
    """Clamped: a model that asks for a thousand rows gets the most that it may have."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise InvalidInput("χρειάζεται ακέραιος")
    bounded = min(max(value, 1), _MOST_ROWS)  # before it becomes an int: 1e999999999 would be a long one
    if bounded != int(bounded):
        raise InvalidInput("χρειάζεται ακέραιος")
    return int(bounded)


def _day(value: Any) -> date:
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        raise InvalidInput("χρειάζεται ημερομηνία YYYY-MM-DD") from None


def _one_of(kind: type[Stage] | type[Grouping], *known: str) -> Argument:
    def read(value: Any) -> Stage | Grouping:
        if value not in known:
            raise InvalidInput(f"χρειάζεται ένα από: {', '.join(known)}")
        return kind(value)

    return Argument(schema={"type": "string", "enum": list(known)}, read=read)


def _afm(value: Any) -> str:
    if not isinstance(value, str) or not valid_afm(value):
        raise InvalidInput("χρειάζεται έγκυρος ΑΦΜ")
    return value


def period_of(since: date | None, last: date | None) -> Period:
    if since and last and last < since:
        raise InvalidInput("η last_day είναι πριν από τη since")
    until = last + timedelta(days=1) if last else None
    return Period(since=since, until=until, words=describe(since, until))


def _periods(value: Any) -> tuple[Period, ...]:
    if not isinstance(value, list) or not 2 <= len(value) <= _MOST_PERIODS:
        raise InvalidInput(f"χρειάζεται λίστα με 2 έως {_MOST_PERIODS} περιόδους")
    if not all(isinstance(each, dict) and each.keys() == {"since", "last_day"} for each in value):
        raise InvalidInput("κάθε περίοδος έχει since και last_day")
    return tuple(period_of(_day(each["since"]), _day(each["last_day"])) for each in value)


def _list_of(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


_PERIOD = {"type": "object", "properties": {"since": _DAY, "last_day": _DAY}, "required": ["since", "last_day"]}
ARGUMENTS: Mapping[str, Argument] = {
    "words": Argument(schema=_list_of(_TEXT), read=_texts(_MOST_WORDS)),
    "organizations": Argument(schema=_list_of(_TEXT), read=_texts(_MOST_WORDS)),
    "since": Argument(schema=_DAY, read=_day),
    "last_day": Argument(schema=_DAY, read=_day),
    "direct_only": Argument(schema={"type": "boolean"}, read=_flag),
    "stage": _one_of(Stage, *(stage.value for stage in Stage)),
    "group_by": _one_of(Grouping, *(group.value for group in _GROUPS)),
    "newest_first": Argument(schema={"type": "boolean"}, read=_flag),
    "largest": Argument(schema={"type": "boolean"}, read=_flag),
    "by_acts": Argument(schema={"type": "boolean"}, read=_flag),
    "limit": Argument(schema={"type": "integer", "minimum": 1, "maximum": _MOST_ROWS}, read=_number),
    "afm": Argument(schema={"type": "string", "pattern": "^[0-9]{9}$"}, read=_afm),
    "periods": Argument(schema=_list_of(_PERIOD), read=_periods),
    "adas": Argument(schema=_list_of(_TEXT), read=lambda value: tuple(map(parse_ada, _texts(_MOST_ADAS)(value)))),
    "ada": Argument(schema=_TEXT, read=lambda value: parse_ada(_text(value))),
    "name": Argument(schema=_TEXT, read=_text),
    "sql": Argument(schema=_TEXT, read=_sql),
}
_FILTER = ("words", "organizations", "since", "last_day", "direct_only")
_NEEDED = frozenset({"adas", "ada", "name", "sql"})
# What these find is worded by the planner alone: no model is asked above it, and none has them.
PLANNED_ALONE = frozenset(
    {
        "average_amount",
        "contract_awards",
        "spending_share",
        "posting_delay",
        "near_limit",
        "left_out",
        "read_document",
        "search_documents",
    }
)
# The arguments of each lookup (`core.answer.lookups`); what is not given is the question's.
LOOKUP_ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "total_spending": (*_FILTER, "stage", "group_by"),
    "count_decisions": (*_FILTER, "stage", "group_by"),
    "search_decisions": (*_FILTER, "stage", "newest_first", "limit"),
    "rank_decisions": (*_FILTER, "stage", "largest", "limit"),
    "rank_payees": (*_FILTER, "stage", "by_acts", "limit"),
    "payee_history": ("organizations", "since", "last_day", "stage", "afm"),
    "compare": ("words", "periods", "stage"),
    "explain_change": ("words", "periods", "stage"),
    "find_decision": ("adas",),
    "trace_case": ("ada",),
    "find_organization": ("name",),
    "coverage": ("organizations",),
    QUERY: ("sql",),
}


def tools(views: Sequence[OpenView] = ()) -> tuple[Tool, ...]:
    """All lookups that a model may use, and the answer itself. Without `views` it has no SELECT of its own."""
    about = prompts.TOOLS["arguments"]
    told = {**prompts.TOOLS["lookups"], QUERY: _open_data(views)}
    made = [
        Tool(name=name, description=told[name], parameters=_schema(names, about))
        for name, names in LOOKUP_ARGUMENTS.items()
        if views or name != QUERY
    ]
    text = {"type": "object", "properties": {"text": {**_TEXT, "description": about["text"]}}, "required": ["text"]}
    return (*made, Tool(name=ANSWER, description=told[ANSWER], parameters=text))


def _open_data(views: Sequence[OpenView]) -> str:
    """What the comments of the views and of their columns say; what most views share is told once."""
    if not views:
        return ""
    every = {column.name: column for view in views for column in view.columns}
    of = {name: [view for view in views if any(each.name == name for each in view.columns)] for name in every}
    shared = {name: column for name, column in every.items() if 2 * len(of[name]) > len(views)}
    return prompts.OPEN_DATA.filled(
        columns=", ".join(map(_told, shared.values())), views="· ".join(_view(view, shared) for view in views)
    )


def _view(view: OpenView, shared: Mapping[str, OpenColumn]) -> str:
    names = {column.name for column in view.columns}
    own = ", ".join(_told(column) for column in view.columns if column.name not in shared)
    lacking = ", ".join(name for name in shared if name not in names)
    return f"{view.name} ({view.title}): {own}" + (f", χωρίς {lacking}" if lacking else "")


def _told(column: OpenColumn) -> str:
    """The name, and what has to be known besides."""
    _, _, more = column.comment.partition(": ")
    return f"{column.name} ({more})" if more else column.name


def _schema(names: tuple[str, ...], about: Mapping[str, str]) -> Schema:
    """What it does not say (that there is nothing else, how many at most) is said by `values`, when it matters."""
    return {
        "type": "object",
        "properties": {name: _described(name, about) for name in names},
        **({"required": needed} if (needed := [name for name in names if name in _NEEDED]) else {}),
    }


def _described(name: str, about: Mapping[str, str]) -> Schema:
    """What most lookups share is told once, in the system prompt."""
    schema = ARGUMENTS[name].schema
    return {**schema, "description": about[name]} if name in about else schema


def json_object(sent: str) -> dict[str, Any]:
    """What a model sent as arguments; broken or cut off it is an error, never a default (SEEDS finding 6)."""
    try:
        found = json.loads(sent, parse_float=Decimal, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        found = None
    if isinstance(found, str) and re.match(r"\s*\{", found):  # an object sent as a string inside of a string
        return json_object(found)
    if not isinstance(found, dict):
        raise InvalidInput("Τα ορίσματα δεν διαβάζονται ως αντικείμενο JSON.")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def values(lookup: str, sent: str) -> dict[str, Any]:
    """The arguments of one call, each of its type; null is as good as not given. Raises InvalidInput."""
    known = LOOKUP_ARGUMENTS[lookup]
    given = {name: value for name, value in json_object(sent).items() if value is not None}
    if odd := sorted(given.keys() - set(known)):
        raise InvalidInput(f"Η αναζήτηση {lookup} δεν έχει όρισμα «{odd[0]}»· έχει: {', '.join(known)}.")
    if missing := sorted(_NEEDED & set(known) - given.keys()):
        raise InvalidInput(f"Λείπει το «{missing[0]}».")
    read = {}
    for name, value in given.items():
        try:
            read[name] = ARGUMENTS[name].read(value)
        except InvalidInput as error:
            raise InvalidInput(f"Στο «{name}» {error}.") from None
    return read
