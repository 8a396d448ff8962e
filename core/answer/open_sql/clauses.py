"""GROUP BY, HAVING, ORDER BY, LIMIT of a SELECT: by columns of the result, by their numbers, or by values."""

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from core.answer.open_sql import conditions, values
from core.answer.open_sql.model import Kind, Scope, Typed, identifier, only, refused
from core.store.open_data import MOST_ROWS

_LARGEST_OFFSET = 10_000
_GROUPED = {Kind.NAME, Kind.TIME, Kind.DAY}

Outputs = Sequence[tuple[str, Typed]]


def _ordinal(node: object, columns: Outputs) -> Typed | None:
    """A column of the result, by number or by name."""
    if isinstance(node, exp.Literal):
        place = values.constant(node)
        if place is None or place != int(place) or not 1 <= place <= len(columns):
            raise refused("χρειάζεται αριθμός στήλης")
        return columns[int(place) - 1][1]
    if isinstance(node, exp.Column) and node.args.get("table") is None:
        return dict(columns).get(identifier(node.this))
    return None


def group(node: exp.Select, made: exp.Select, columns: Outputs, scope: Scope) -> list[Typed]:
    clause = node.args.get("group")
    if clause is None:
        return []
    only(clause, "expressions")
    inside = replace(scope, aggregates=False)
    grouped = [_ordinal(each, columns) or values.value(each, inside) for each in clause.expressions]
    if odd := [each for each in grouped if each.kind not in _GROUPED or each.counted]:
        raise refused(f"GROUP BY δεν γίνεται με «{odd[0].title}»")
    made.set("group", exp.Group(expressions=[each.node.copy() for each in grouped]))
    return grouped


def having(node: exp.Select, made: exp.Select, scope: Scope) -> list[str]:
    clause = node.args.get("having")
    if clause is None:
        return []
    only(clause, "this")
    having, words = conditions.condition(clause.this, scope)
    made.set("having", exp.Having(this=having))
    return [words]


def order(node: exp.Select, made: exp.Select, columns: Outputs, scope: Scope, *, outermost: bool) -> list[str]:
    """The distinct, the order and the limit, never above MOST_ROWS; one more row of the result tells of others."""
    if node.args.get("distinct") is not None:
        made.set("distinct", exp.Distinct())
    words = ""
    if (clause := node.args.get("order")) is not None:
        only(clause, "expressions")
        ordered = [_ordered(each, columns, scope) for each in clause.expressions]
        made.set("order", exp.Order(expressions=[each for each, _ in ordered]))
        words = ordered[0][1]
    if (offset := _whole(node.args.get("offset"))) is not None:
        made.set("offset", exp.Offset(expression=exp.Literal.number(min(offset, _LARGEST_OFFSET))))
    if node.args.get("limit") is None and not outermost:
        return []
    most = most_rows(node)
    made.set("limit", exp.Limit(expression=exp.Literal.number(most + 1 if outermost else most)))
    skipped = f" μετά τις {offset}" if offset else ""
    if outermost:
        return [f"γραμμές{skipped}"] if offset else []
    return [f"μόνο {most} γραμμές{skipped}{words}"]


def most_rows(node: exp.Select) -> int:
    """As many as its LIMIT says, and no more than MOST_ROWS."""
    limit = _whole(node.args.get("limit"))
    return MOST_ROWS if limit is None else min(limit, MOST_ROWS)


def _ordered(node: exp.Expression, columns: Outputs, scope: Scope) -> tuple[exp.Expression, str]:
    only(node, "this", "desc", "nulls_first")
    found = _ordinal(node.this, columns) or values.value(node.this, scope)
    if found.kind is Kind.TOPIC:
        raise refused("ORDER BY δεν γίνεται με topic")
    down = bool(node.args.get("desc"))
    made = exp.Ordered(this=found.node.copy(), desc=down, nulls_first=False)
    return made, f", κατά {found.title}, {'από το μεγαλύτερο' if down else 'από το μικρότερο'}"


def _whole(clause: object) -> int | None:
    if clause is None:
        return None
    number = None
    if isinstance(clause, exp.Limit | exp.Offset):
        only(clause, "expression")
        number = values.constant(clause.expression)
    elif isinstance(clause, exp.Fetch):
        number = values.constant(clause.args.get("count"))
    if number is None or number != int(number):
        raise refused("LIMIT και OFFSET μόνο με ακέραιο")
    return int(number)
