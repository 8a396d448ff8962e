"""Values of a SELECT: columns, sums and counts, differences, quotients. Anything else is refused."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal

from sqlglot import exp

from core.answer.open_sql import conditions
from core.answer.open_sql.model import Kind, Scope, Typed, identifier, listed, only, refused

_SUMMED = {Kind.EURO, Kind.COUNT}
_SORTED = {Kind.EURO, Kind.COUNT, Kind.NUMBER, Kind.SHARE, Kind.TIME, Kind.DAY}
_PARTS = {"YEAR": "έτος", "QUARTER": "τρίμηνο", "MONTH": "μήνας"}
_NUMERIC = {"DECIMAL", "INT", "BIGINT", "DOUBLE", "FLOAT", "SMALLINT"}
_ACTS = "πράξεις"


def value(node: object, scope: Scope) -> Typed:
    """Raises InvalidInput naming what is not allowed."""
    reader = _READERS.get(type(node))
    if reader is None or not isinstance(node, exp.Expression):
        name = node.name or node.key if isinstance(node, exp.Expression) else str(node)
        raise refused(f"δεν επιτρέπεται «{name[:40].lower()}» ως τιμή· {_ALLOWED}")
    return reader(node, scope)


_ALLOWED = (
    "επιτρέπονται στήλες, count, sum, avg, min, max (και με FILTER), extract, διαφορές, πηλίκα, 100 * πηλίκο. "
    "Σταθερές μόνο σε συνθήκες"
)


def _inside(node: exp.Expression, scope: Scope) -> Typed:
    only(node, "this")
    return value(node.this, scope)


def _resolved(node: exp.Expression, scope: Scope) -> Typed:
    """A column of the one source; whatever stands before its name can only be that source."""
    only(node, "this", "table")
    if node.args.get("table") is not None:
        identifier(node.args["table"])
    name = identifier(node.this)
    found = scope.source.columns.get(name)
    if found is None:
        raise refused(f"δεν υπάρχει στήλη «{name[:40]}»· υπάρχουν: {listed(list(scope.source.columns))}")
    return replace(found, node=found.node.copy())


def _extract(node: exp.Expression, scope: Scope) -> Typed:
    only(node, "this", "expression")
    part = node.this.name.upper()
    day = value(node.expression, scope)
    if part not in _PARTS or day.kind is not Kind.DAY:
        raise refused("EXTRACT μόνο YEAR, QUARTER ή MONTH από ημερομηνία")
    whole = exp.Cast(
        this=exp.Extract(this=exp.var(part), expression=day.node), to=exp.DataType.build("int", dialect="postgres")
    )
    return replace(day, node=whole, kind=Kind.TIME, title=f"{_PARTS[part]} ({day.title})", column="")


def _cast(node: exp.Expression, scope: Scope) -> Typed:
    """Numbers stay what they are: they are formatted by code."""
    only(node, "this", "to")
    inner = value(node.this, scope)
    if inner.kind not in _SORTED - {Kind.DAY} or node.args["to"].this.name not in _NUMERIC:
        raise refused("δεν επιτρέπεται CAST")
    return inner


def _rounded(node: exp.Expression, scope: Scope) -> Typed:
    """Rounding is for readers, and done for them."""
    only(node, "this", "decimals")
    return value(node.this, scope)


def _known(node: exp.Expression, scope: Scope) -> Typed:
    """coalesce(x, 0) is x: what is not known is not zero. nullif(x, 0) is what every quotient has."""
    only(node, "this", "expressions", "expression")
    rest = [*(node.args.get("expressions") or ()), *([node.expression] if node.args.get("expression") else ())]
    if len(rest) != 1 or constant(rest[0]) != 0:
        raise refused(f"{node.key.upper()} μόνο με 0")
    return value(node.this, scope)


def constant(node: object) -> Decimal | None:
    """The number that a literal is; None for anything else."""
    if isinstance(node, exp.Literal) and not node.args.get("is_string"):
        text = str(node.this)
        if len(text) <= 20 and text.replace(".", "", 1).isdecimal() and text.isascii():
            return Decimal(text)
    return None


def _difference(node: exp.Expression, scope: Scope) -> Typed:
    only(node, "this", "expression")
    first, second = value(node.this, scope), value(node.expression, scope)
    if first.kind is not second.kind or first.kind not in _SUMMED or first.hundred or second.hundred:
        raise refused("διαφορά μόνο δύο ποσών ή δύο πληθών")
    title = f"({first.title}) − ({second.title})"
    node = exp.Sub(this=exp.paren(first.node), expression=exp.paren(second.node))
    return _made(node, first.kind, title, first, second)


def _quotient(node: exp.Expression, scope: Scope) -> Typed:
    only(node, "this", "expression", "typed", "safe")
    first, second = value(node.this, scope), value(node.expression, scope)
    same = first.kind is second.kind and first.kind in {*_SUMMED, Kind.NUMBER}
    each = first.kind is Kind.EURO and second.kind in {Kind.COUNT, Kind.NUMBER} and not first.hundred
    if second.hundred or not (same or each):
        raise refused("πηλίκο μόνο δύο ποσών, δύο πληθών, ή ποσού διά πλήθος")
    divided = exp.Div(
        this=exp.Cast(this=exp.paren(first.node), to=exp.DataType.build("numeric", dialect="postgres")),
        expression=exp.Nullif(this=exp.paren(second.node), expression=exp.Literal.number(0)),
    )
    title = f"({first.title}) ÷ ({second.title})"
    made = _made(divided, Kind.SHARE if same else Kind.EURO, title, first, second)
    return replace(made, hundred=first.hundred)


def _hundredfold(node: exp.Expression, scope: Scope) -> Typed:
    only(node, "this", "expression")
    pair = (node.this, node.expression)
    other = next((pair[1 - place] for place in (0, 1) if constant(pair[place]) == 100), None)
    if other is None:
        raise refused("πολλαπλασιασμός μόνο με το 100")
    inner = value(other, scope)
    if inner.hundred or inner.kind not in {*_SUMMED, Kind.NUMBER, Kind.SHARE}:
        raise refused("100 * μόνο ποσό, πλήθος ή πηλίκο")
    multiplied = exp.Mul(this=exp.Literal.number(100), expression=exp.paren(inner.node))
    return replace(inner, node=multiplied, hundred=True, column="")


def _made(node: exp.Expression, kind: Kind, title: str, *parts: Typed) -> Typed:
    if len(title) > 600:
        raise refused("πολύ σύνθετη τιμή")
    return Typed(node=node, kind=kind, title=title, counted=any(part.counted for part in parts))


def _filtered(node: exp.Expression, scope: Scope) -> Typed:
    only(node, "this", "expression")
    if not isinstance(node.this, exp.AggFunc):
        raise refused("FILTER μόνο σε count, sum, avg, min, max")
    where, words = conditions.condition(node.expression.this, replace(scope, aggregates=False))
    inner = value(node.this, scope)
    if isinstance(inner.node, exp.Filter):
        raise refused("FILTER ή CASE, όχι και τα δύο")
    return _where(inner, where, words)


def _where(inner: Typed, where: exp.Expression, words: str) -> Typed:
    node = exp.Filter(this=inner.node, expression=exp.Where(this=where))
    return replace(inner, node=node, title=f"{inner.title}, όπου {words}")


def _cases(node: exp.Expression, scope: Scope) -> tuple[exp.Expression, exp.Expression | None, exp.Expression, str]:
    """The value, what it is else, and the condition of CASE WHEN … THEN … [ELSE …] END."""
    only(node, "ifs", "default")
    branches = node.args["ifs"]
    if len(branches) != 1:
        raise refused("CASE με ένα μόνο WHEN")
    where, words = conditions.condition(branches[0].this, replace(scope, aggregates=False))
    return branches[0].args["true"], node.args.get("default"), where, words


def _aggregate(node: exp.Expression, scope: Scope) -> Typed:
    """Of CASE only what is the same as FILTER: a zero adds nothing to a sum, but would count in a mean."""
    if not scope.aggregates:
        raise refused("δεν επιτρέπεται σύνολο μέσα σε σύνολο ή στο WHERE· βάλτε το σε WITH")
    only(node, "this", "big_int")
    inside = replace(scope, aggregates=False)
    if isinstance(node, exp.Count):
        return _count(node, inside)
    if not isinstance(node.this, exp.Case):
        return _folded(node, value(node.this, inside))
    chosen, default, where, words = _cases(node.this, inside)
    empty = default is None or isinstance(default, exp.Null)
    if isinstance(node, exp.Sum) and (empty or constant(default) == 0):
        made = _counted_rows(inside) if constant(chosen) == 1 else _folded(node, value(chosen, inside))
        return _where(made, where, words)
    if not empty:
        raise refused("ELSE μόνο 0 μέσα σε sum")
    return _where(_folded(node, value(chosen, inside)), where, words)


_FOLDS: Mapping[type[exp.Expression], str] = {
    exp.Sum: "άθροισμα",
    exp.Avg: "μέσος όρος",
    exp.Min: "ελάχιστο",
    exp.Max: "μέγιστο",
}


def _folded(node: exp.Expression, inner: Typed) -> Typed:
    adds = isinstance(node, exp.Sum | exp.Avg)
    if inner.kind not in (_SUMMED if adds else _SORTED) or inner.hundred:
        raise refused(f"{node.key} δεν γίνεται στη στήλη «{inner.title}»")
    title = f"{_FOLDS[type(node)]} ({inner.title})"
    return Typed(node=type(node)(this=inner.node), kind=inner.kind, title=title, counted=True)


def _count(node: exp.Expression, scope: Scope) -> Typed:
    what = node.this
    if isinstance(what, exp.Star) or constant(what) == 1:
        return _counted_rows(scope)
    if isinstance(what, exp.Case):
        chosen, default, where, words = _cases(what, scope)
        if constant(chosen) != 1 or not (default is None or isinstance(default, exp.Null)):
            raise refused("count(CASE …) μόνο με THEN 1")
        return _where(_counted_rows(scope), where, words)
    if isinstance(what, exp.Distinct):
        only(what, "expressions")
        if len(what.expressions) != 1:
            raise refused("count(DISTINCT …) μόνο μίας στήλης")
        inner = value(what.expressions[0], scope)
        node = exp.Count(this=exp.Distinct(expressions=[_sortable(inner).node]))
        acts = inner.column == "ada" and scope.source.acts
        title = _ACTS if acts else f"πόσοι διαφορετικοί ({inner.title})"
        return Typed(node=node, kind=Kind.COUNT if acts else Kind.NUMBER, title=title, counted=True)
    inner = _sortable(value(what, scope))
    return Typed(node=exp.Count(this=inner.node), kind=Kind.COUNT, title=f"όσες έχουν: {inner.title}", counted=True)


def _sortable(inner: Typed) -> Typed:
    if inner.kind is Kind.TOPIC:
        raise refused("το topic στέκεται μόνο σε συνθήκες: topic = 'λέξεις'")
    return inner


def _counted_rows(scope: Scope) -> Typed:
    title = _ACTS if scope.source.acts else "γραμμές"
    return Typed(node=exp.Count(this=exp.Star()), kind=Kind.COUNT, title=title, counted=True)


_READERS: Mapping[type, Callable[[exp.Expression, Scope], Typed]] = {
    exp.Paren: _inside,
    exp.Column: _resolved,
    exp.Extract: _extract,
    exp.Cast: _cast,
    exp.Round: _rounded,
    exp.Coalesce: _known,
    exp.Nullif: _known,
    exp.Sub: _difference,
    exp.Div: _quotient,
    exp.Mul: _hundredfold,
    exp.Filter: _filtered,
    exp.Count: _aggregate,
    exp.Sum: _aggregate,
    exp.Avg: _aggregate,
    exp.Min: _aggregate,
    exp.Max: _aggregate,
}
