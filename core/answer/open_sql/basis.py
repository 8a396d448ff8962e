"""What a result rests on: its acts, and of how many the amount is not stated or was never read by us (DESIGN §4)."""

from collections.abc import Iterator, Sequence

from sqlglot import exp

from core.answer.open_sql.model import Kind, Source

_UNMET = frozenset({"payee", "kae", "amount_state"})  # beside amounts: what an act that was not read does not have


def basis_of(source: Source, where: exp.Expression | None) -> exp.Select:
    """Counts acts that meet every condition: all, unstated, unread; then the same of those that meet the conditions
    without limits on amounts, payees and codes, which an act that was not read cannot meet. Without amounts: all.
    """
    terms = list(_terms(where.this)) if where is not None else []
    limits = [each for each in terms if _limits(each, source)]
    made = exp.Select(expressions=[_counted(limits)], from_=exp.From(this=source.node.copy()))
    if "amount_state" in source.columns:
        states = [[], [_state(source, "unstated")], [_state(source, "unread")]]
        counts = [_counted([*limits, *each]) for each in states] + [_counted(each) for each in states]
        made.set("expressions", counts)
    loose = [each for each in terms if each not in limits]
    if loose:
        made.set("where", exp.Where(this=exp.and_(*loose)))
    return made


def _terms(node: exp.Expression) -> Iterator[exp.Expression]:
    """Conditions that all bind."""
    if isinstance(node, exp.And):
        yield from _terms(node.this)
        yield from _terms(node.expression)
    elif isinstance(node, exp.Paren):
        yield from _terms(node.this)
    else:
        yield node


def _limits(term: exp.Expression, source: Source) -> bool:
    """Of this SELECT alone: another one inside of IN has conditions of its own."""
    amounts = {name for name, each in source.columns.items() if each.kind is Kind.EURO}
    outside = [each for each in term.find_all(exp.Column) if each.find_ancestor(exp.Subquery) is None]
    return any(each.name in amounts | _UNMET for each in outside)


def _state(source: Source, state: str) -> exp.Expression:
    return exp.EQ(this=source.columns["amount_state"].node.copy(), expression=exp.Literal.string(state))


def _counted(conditions: Sequence[exp.Expression]) -> exp.Expression:
    counted = exp.Count(this=exp.Star())
    if not conditions:
        return counted
    return exp.Filter(this=counted, expression=exp.Where(this=exp.and_(*(each.copy() for each in conditions))))
