"""Conditions of a SELECT: a column or a sum beside a constant of its kind, lists, limits, another SELECT's names."""

import re
from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal

from sqlglot import exp

from core.answer.open_sql import selects, values
from core.answer.open_sql.model import Kind, Scope, Typed, only, refused
from core.greek.dates import short_day
from core.greek.numbers import format_count, format_euro

_SIGNS: Mapping[type[exp.Expression], str] = {
    exp.EQ: ":",
    exp.NEQ: "όχι",
    exp.LT: "<",
    exp.LTE: "≤",
    exp.GT: ">",
    exp.GTE: "≥",
}
_TURNED: Mapping[type[exp.Expression], type[exp.Expression]] = {
    exp.EQ: exp.EQ,
    exp.NEQ: exp.NEQ,
    exp.LT: exp.GT,
    exp.LTE: exp.GTE,
    exp.GT: exp.LT,
    exp.GTE: exp.LTE,
}
_STATES = {"stated": "δηλώνεται", "unstated": "δεν δηλώνεται", "unread": "δεν το έχουμε φορτώσει"}
_MOST_LISTED, _LONGEST_TEXT = 30, 120
_LARGEST = Decimal(10) ** 12
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_KNOWN = {"payee": "μόνο πράξεις με έναν ανάδοχο ή δικαιούχο", "kae": "μόνο πράξεις με έναν ΚΑΕ"}
_ELSEWHERE = re.compile(r"(\[.*\])")  # what was said of another SELECT
_NO_PATTERNS = "δεν επιτρέπονται LIKE και μοτίβα· για λέξεις του θέματος topic = 'λέξεις', για ονόματα ="

Condition = tuple[exp.Expression, str]


def condition(node: object, scope: Scope) -> Condition:
    """The condition anew, and in words. Raises InvalidInput naming what is not allowed."""
    scope.reading.one_more_term()
    reader = _READERS.get(type(node))
    if reader is None or not isinstance(node, exp.Expression):
        name = node.key if isinstance(node, exp.Expression) else str(node)
        raise refused(f"δεν επιτρέπεται «{name[:40]}» ως συνθήκη")
    return reader(node, scope)


def _inside(node: exp.Expression, scope: Scope) -> Condition:
    only(node, "this")
    made, words = condition(node.this, scope)
    return exp.paren(made), words


def _joined(word: str) -> Callable[[exp.Expression, Scope], Condition]:
    def read(node: exp.Expression, scope: Scope) -> Condition:
        only(node, "this", "expression")
        first, said = condition(node.this, scope)
        second, too = condition(node.expression, scope)
        made = type(node)(this=exp.paren(first), expression=exp.paren(second))
        return made, f"({said} {word} {too})" if word == "ή" else f"{said}, {too}"

    return read


def _denied(node: exp.Expression, scope: Scope) -> Condition:
    only(node, "this")
    made, words = condition(node.this, scope)
    parts = _ELSEWHERE.split(words)
    known = [note for note in map(_note, _KNOWN) if any(note in part for part in parts[::2])]
    for note in known:
        parts[::2] = [part.replace(note, "") for part in parts[::2]]
    return exp.Not(this=exp.paren(made)), f"όχι ({''.join(parts)}){''.join(known)}"


def _compared(node: exp.Expression, scope: Scope) -> Condition:
    only(node, "this", "expression")
    sign, left, right = type(node), node.this, node.expression
    if _is_constant(left):
        sign, left, right = _TURNED[sign], right, left
    if _is_constant(left):
        raise refused("σταθερά δίπλα σε σταθερά")
    first = values.value(left, scope)
    if not _is_constant(right):
        return _between_two(sign, first, values.value(right, scope))
    if first.kind is Kind.TOPIC:
        return _topic(sign, first, right, scope)
    if first.kind is Kind.NAME and sign not in (exp.EQ, exp.NEQ):
        raise refused(f"στη στήλη «{first.title}» μόνο =, <>, IN")
    made, words = _constant(first, right, scope)
    return sign(this=first.node, expression=made), _said(first, sign, words)


def _said(first: Typed, sign: type[exp.Expression], words: str) -> str:
    return f"{first.title}{'' if sign is exp.EQ else ' '}{_SIGNS[sign]} {words}{_note(first.column)}"


def _note(column: str) -> str:
    """An act of several payees or codes has none in the views: it is neither this one nor another."""
    return f" ({_KNOWN[column]})" if column in _KNOWN else ""


def _between_two(sign: type[exp.Expression], first: Typed, second: Typed) -> Condition:
    if first.kind is not second.kind or first.kind in {Kind.TOPIC, Kind.NAME} or first.hundred is not second.hundred:
        raise refused(f"δεν συγκρίνεται «{first.title}» με «{second.title}»")
    return sign(this=exp.paren(first.node), expression=exp.paren(second.node)), _said(first, sign, second.title)


def _topic(sign: type[exp.Expression], first: Typed, right: exp.Expression, scope: Scope) -> Condition:
    """Every word must be among the lexemes of the subject, as in all totals of the house (DESIGN §4)."""
    if sign not in (exp.EQ, exp.NEQ):
        raise refused("το topic στέκεται μόνο με =")
    place, words = scope.reading.value_of("topic", _text(right))
    query = exp.Cast(this=place, to=exp.DataType.build("tsquery", dialect="postgres", udt=True))
    made: exp.Expression = exp.MatchAgainst(this=query, expressions=[first.node])
    return (exp.Not(this=exp.paren(made)) if sign is exp.NEQ else made), _said(first, sign, words)


def _among(node: exp.Expression, scope: Scope) -> Condition:
    only(node, "this", "expressions", "query")
    first = values.value(node.this, scope)
    if first.kind is Kind.TOPIC:
        raise refused("το topic στέκεται μόνο με =· πολλές λέξεις: topic = 'πρώτη' OR topic = 'δεύτερη'")
    if node.args.get("query") is not None:
        return _named_elsewhere(first, node.args["query"], scope)
    if not 1 <= len(node.expressions) <= _MOST_LISTED or not all(map(_is_constant, node.expressions)):
        raise refused(f"IN με 1 έως {_MOST_LISTED} σταθερές, ή με SELECT")
    made = [_constant(first, each, scope) for each in node.expressions]
    listed = exp.In(this=first.node, expressions=[each for each, _ in made])
    return listed, f"{first.title}: {' ή '.join(words for _, words in made)}{_note(first.column)}"


def _named_elsewhere(first: Typed, query: exp.Expression, scope: Scope) -> Condition:
    """Those whom another SELECT names. It stands by itself: it cannot see the columns of this one."""
    inner = query.this if isinstance(query, exp.Subquery) else query
    if isinstance(query, exp.Subquery):
        only(query, "this")
    found = selects.selected(inner, scope.reading, scope.queries)
    if len(found.columns) != 1 or first.kind is not Kind.NAME or found.columns[0][1].column != first.column:
        raise refused(f"IN (SELECT …) μόνο με μία στήλη, την ίδια: {first.column or 'organization, payee, ada'}")
    source = exp.Subquery(this=found.node, alias=exp.TableAlias(this=exp.to_identifier("s", quoted=True)))
    column = exp.column("c1", table="s", quoted=True)
    known = exp.Not(this=exp.Is(this=column, expression=exp.Null()))  # NOT IN finds nothing beside a null
    held = exp.Select(expressions=[column.copy()], from_=exp.From(this=source), where=exp.Where(this=known))
    told = ", ".join((found.source.view.title, *found.conditions))
    return exp.In(this=first.node, query=exp.Subquery(this=held)), f"{first.title} από: [{told}]{_note(first.column)}"


def _limits(node: exp.Expression, scope: Scope) -> Condition:
    only(node, "this", "low", "high")
    first = values.value(node.this, scope)
    if first.kind in {Kind.NAME, Kind.TOPIC}:
        raise refused(f"BETWEEN δεν γίνεται στη στήλη «{first.title}»")
    (low, least), (high, most) = (_constant(first, node.args[name], scope) for name in ("low", "high"))
    return exp.Between(this=exp.paren(first.node), low=low, high=high), f"{first.title}: {least} έως {most}"


def _empty(node: exp.Expression, scope: Scope) -> Condition:
    only(node, "this", "expression", "negate")
    if not isinstance(node.expression, exp.Null):
        raise refused("IS μόνο με NULL")
    first = values.value(node.this, scope)
    made: exp.Expression = exp.Is(this=exp.paren(first.node), expression=exp.Null())
    there = "υπάρχει ένας μόνο" if first.column in _KNOWN else "υπάρχει"
    if node.args.get("negate"):
        return exp.Not(this=made), f"{there}: {first.title}"
    return made, f"δεν {there}: {first.title}"


def _pattern(node: exp.Expression, scope: Scope) -> Condition:
    raise refused(_NO_PATTERNS)


def _is_constant(node: object) -> bool:
    inner = node.this if isinstance(node, exp.Cast | exp.Neg) else node
    return isinstance(inner, exp.Literal)


def _text(node: exp.Expression) -> str:
    """Of a constant; its letters are looked up, never run."""
    if not isinstance(node, exp.Literal) or not 0 < len(str(node.this).strip()) <= _LONGEST_TEXT:
        raise refused(f"χρειάζεται κείμενο με έως {_LONGEST_TEXT} γράμματα")
    return str(node.this).strip()


def _constant(first: Typed, node: exp.Expression, scope: Scope) -> Condition:
    """A constant of the column's kind, made anew from what was read, and in words."""
    match first.kind:
        case Kind.NAME if first.column == "amount_state":
            text = _text(node)
            if text not in _STATES:
                raise refused(f"amount_state: {', '.join(_STATES)}")
            return exp.Literal.string(text), _STATES[text]
        case Kind.NAME:
            return scope.reading.value_of(first.column, _text(node))
        case Kind.DAY:
            return _day(node)
        case Kind.EURO | Kind.SHARE | Kind.COUNT | Kind.NUMBER | Kind.TIME:
            return _number(first.kind, node)
        case _:
            raise refused(f"η στήλη «{first.title}» δεν συγκρίνεται")


def _day(node: exp.Expression) -> Condition:
    if isinstance(node, exp.Cast):
        only(node, "this", "to")
        if node.args["to"].this.name != "DATE":
            raise refused("χρειάζεται ημέρα 'YYYY-MM-DD'")
        node = node.this
    text = _text(node)
    try:
        day = date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        day = None
    if day is None:
        raise refused(f"«{text}» δεν είναι ημέρα 'YYYY-MM-DD'")
    literal = exp.Literal.string(day.isoformat())
    return exp.Cast(this=literal, to=exp.DataType.build("date", dialect="postgres")), short_day(day)


def _number(kind: Kind, node: exp.Expression) -> Condition:
    less = isinstance(node, exp.Neg)
    found = values.constant(node.this if less else node)
    if found is None or found > _LARGEST or (kind in {Kind.TIME, Kind.COUNT, Kind.NUMBER} and found != int(found)):
        raise refused("χρειάζεται απλός αριθμός")
    number = -found if less else found
    made = exp.Literal.number(str(found))
    return (exp.Neg(this=made) if less else made), _told(kind, number)


def _told(kind: Kind, number: Decimal) -> str:
    match kind:
        case Kind.EURO:
            return format_euro(number)
        case Kind.TIME | Kind.SHARE:
            return str(number)
        case _:
            return format_count(int(number))


_READERS: Mapping[type, Callable[[exp.Expression, Scope], Condition]] = {
    exp.Paren: _inside,
    exp.And: _joined("και"),
    exp.Or: _joined("ή"),
    exp.Not: _denied,
    **dict.fromkeys(_SIGNS, _compared),
    exp.In: _among,
    exp.Between: _limits,
    exp.Is: _empty,
    **dict.fromkeys((exp.Like, exp.ILike, exp.RegexpLike, exp.RegexpILike, exp.SimilarTo), _pattern),
}
