"""One SELECT: a single source, no joins, so that nothing is multiplied; written anew from what was read."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from core.answer.open_sql import clauses, conditions, values
from core.answer.open_sql.basis import basis_of
from core.answer.open_sql.model import (
    SCHEMA,
    Kind,
    Reading,
    Scope,
    Source,
    Typed,
    columns_of,
    identifier,
    listed,
    only,
    refused,
)

_CLAUSES = ("with_", "expressions", "from_", "where", "group", "having", "order", "limit", "offset", "distinct")
_MOST_COLUMNS = 8
_QUERY_NAME = re.compile(r"[a-zα-ω_][a-zα-ω0-9_]{0,40}")
_YEARS = "commitments: ή WHERE fiscal_year = έτος, ή στο εξωτερικό SELECT GROUP BY fiscal_year· τα έτη δεν προστίθενται"
_ONE_WHERE = (
    f"όροι για στήλες των πράξεων μόνο στο WHERE του SELECT που διαβάζει {SCHEMA}.…, "
    "όχι στο HAVING ή έξω από subquery και WITH"
)

Queries = Mapping[str, exp.Select]
Outputs = list[tuple[str, Typed]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Selected:
    """`columns`: by the names that the query gives them; in the statement they are c1, c2 …

    `basis`: what counts the acts that are underneath (`core.answer.open_sql.basis`). `most`: rows that may be shown.
    """

    node: exp.Select
    columns: tuple[tuple[str, Typed], ...]
    source: Source
    conditions: tuple[str, ...]
    grouped: tuple[str, ...]
    basis: exp.Select
    most: int


def selected(node: object, reading: Reading, queries: Queries, *, outermost: bool = False) -> Selected:
    if not isinstance(node, exp.Select):
        raise refused("χρειάζεται ένα SELECT")
    only(node, *_CLAUSES)
    reading.one_more_select()
    queries = _with(node, reading, queries)
    source = _source(node.args.get("from_"), reading, queries)
    scope = Scope(reading=reading, source=source, queries=queries, aggregates=True)
    made = exp.Select(from_=exp.From(this=source.node))
    said = [*source.conditions, *_where(node, made, scope)]
    if source.basis is not None:
        _check_basis(made.args.get("where"), source)
    columns = _outputs(node, scope)
    grouped = clauses.group(node, made, columns, scope)
    _check_shape(node, columns, grouped, outermost=outermost)
    if source.basis is None and source.view.name == "commitments":
        _check_years(node, columns, grouped, outermost=outermost)
    made.set("expressions", [_named(each, place) for place, (_, each) in enumerate(columns, 1)])
    said += clauses.having(node, made, scope)
    _check_basis(made.args.get("having"), source)
    said += clauses.order(node, made, columns, scope, outermost=outermost)
    return Selected(
        node=made,
        columns=tuple(columns),
        source=source,
        conditions=tuple(said),
        grouped=tuple(each.title for each in grouped),
        basis=source.basis or basis_of(source, made.args.get("where")),
        most=clauses.most_rows(node),
    )


def _named(each: Typed, place: int) -> exp.Expression:
    return exp.Alias(this=each.node.copy(), alias=exp.to_identifier(f"c{place}", quoted=True))


def _with(node: exp.Select, reading: Reading, queries: Queries) -> Queries:
    """Each may read those before it. None may have the name of a view, or of one that is known already."""
    given = node.args.get("with_")
    if given is None:
        return queries
    only(given, "expressions")
    known = dict(queries)
    for each in given.expressions:
        only(each, "this", "alias", "materialized")
        only(each.args["alias"], "this")
        name = identifier(each.args["alias"].this)
        if name in known or name in reading.views or name == SCHEMA or not _QUERY_NAME.fullmatch(name):
            raise refused(f"το όνομα «{name[:40]}» του WITH υπάρχει ήδη ή δεν επιτρέπεται")
        if not isinstance(each.this, exp.Select):
            raise refused("στο WITH μόνο SELECT")
        known[name] = _closed(each.this, dict(known))
    return known


def _closed(query: exp.Select, before: Queries) -> exp.Select:
    """The query with what it may see, so that a later name cannot change what it reads."""
    query.meta["queries"] = before
    return query


def _source(clause: object, reading: Reading, queries: Queries) -> Source:
    if not isinstance(clause, exp.From):
        raise refused("λείπει το FROM")
    only(clause, "this")
    read = clause.this
    alias = f"t{reading.selects}"
    if isinstance(read, exp.Subquery):
        only(read, "this", "alias")
        if read.args.get("alias") is not None:
            only(read.args["alias"], "this")
        return _of_query(read.this, reading, queries, alias)
    if not isinstance(read, exp.Table):
        raise refused(f"στο FROM μόνο {SCHEMA}.όνομα ή WITH")
    only(read, "this", "db", "alias")
    if read.args.get("alias") is not None:
        only(read.args["alias"], "this")
    name = identifier(read.this)
    if read.args.get("db") is None and name in queries:
        query = queries[name]
        return _of_query(query, reading, query.meta["queries"], alias)
    view = reading.views.get(name)
    if read.args.get("db") is None or identifier(read.args["db"]) != SCHEMA or view is None:
        raise refused(
            f"δεν διαβάζεται «{name[:40]}»· υπάρχουν: {listed([f'{SCHEMA}.{each}' for each in reading.views])}"
        )
    table = exp.Table(
        this=exp.to_identifier(name, quoted=True),
        db=exp.to_identifier(SCHEMA),
        alias=exp.TableAlias(this=exp.to_identifier(alias)),
    )
    columns = columns_of(view, alias)
    return Source(node=table, columns=columns, view=view, acts=True, of_acts=frozenset(columns))


def _of_query(query: object, reading: Reading, queries: Queries, alias: str) -> Source:
    found = selected(query, reading, queries)
    per = f" ανά {listed(found.grouped)}" if found.grouped else ""
    columns = {
        name: replace(
            each,
            node=exp.column(f"c{place}", table=alias),
            title=each.title + (per if each.counted else ""),
            column=each.column,
            counted=False,
        )
        for place, (name, each) in enumerate(found.columns, 1)
    }
    node = exp.Subquery(this=found.node, alias=exp.TableAlias(this=exp.to_identifier(alias)))
    return Source(
        node=node,
        columns=columns,
        view=found.source.view,
        acts=found.source.acts and not found.grouped and not any(each.counted for _, each in found.columns),
        of_acts=frozenset(
            f"c{place}" for place, (_, each) in enumerate(found.columns, 1) if _says_of_acts(each, found.source)
        ),
        conditions=found.conditions,
        basis=found.basis,
    )


def _says_of_acts(each: Typed, source: Source) -> bool:
    return not each.counted and any(column.name in source.of_acts for column in each.node.find_all(exp.Column))


def _check_basis(clause: exp.Expression | None, source: Source) -> None:
    """The acts underneath are counted by the WHERE that reads the view: no other condition may choose among them."""
    within = (exp.AggFunc, exp.Filter, exp.Subquery)
    found = clause.find_all(exp.Column) if clause is not None else ()
    if any(each.name in source.of_acts and each.find_ancestor(*within) is None for each in found):
        raise refused(_ONE_WHERE)


def _where(node: exp.Select, made: exp.Select, scope: Scope) -> list[str]:
    clause = node.args.get("where")
    if clause is None:
        return []
    only(clause, "this")
    where, words = conditions.condition(clause.this, replace(scope, aggregates=False))
    made.set("where", exp.Where(this=where))
    return [words]


def _outputs(node: exp.Select, scope: Scope) -> Outputs:
    """Each names a column or computes from columns: no constant is shown as if it had been found."""
    if not 1 <= len(node.expressions) <= _MOST_COLUMNS:
        raise refused(f"1 έως {_MOST_COLUMNS} στήλες")
    found: dict[str, Typed] = {}
    for place, each in enumerate(node.expressions, 1):
        if isinstance(each, exp.Star) or (isinstance(each, exp.Column) and isinstance(each.this, exp.Star)):
            raise refused(f"γράψτε τις στήλες αντί για *: {listed(list(scope.source.columns))}")
        inner = each
        if isinstance(each, exp.Alias):
            only(each, "this", "alias")
            inner = each.this
        made = values.value(inner, scope)
        if made.kind is Kind.TOPIC or (made.hundred and made.kind is not Kind.SHARE):
            raise refused(f"η στήλη «{made.title}» δεν δίνεται")
        name = identifier(each.args["alias"]) if isinstance(each, exp.Alias) else made.column or f"c{place}"
        if name in found:
            raise refused("δύο στήλες με το ίδιο όνομα")
        found[name] = made
    return list(found.items())


def _check_shape(node: exp.Select, columns: Outputs, grouped: Sequence[Typed], *, outermost: bool) -> None:
    """What is neither counted nor grouped by would be of any row; rows that fall together would be lost to a sum."""
    counted = any(each.counted for _, each in columns)
    if counted or grouped:
        keys = [each.node for each in grouped]
        if loose := [each for _, each in columns if not each.counted and each.node not in keys]:
            raise refused(f"η στήλη «{loose[0].title}» λείπει από το GROUP BY")
    distinct = node.args.get("distinct")
    if distinct is not None:
        only(distinct)
        if not outermost or counted:
            raise refused("DISTINCT μόνο στο εξωτερικό SELECT, χωρίς σύνολα")


def _check_years(node: exp.Select, columns: Outputs, grouped: Sequence[Typed], *, outermost: bool) -> None:
    """What is not paid is committed again the year after: years are never added up (DIAVGEIA_API §9.5)."""
    if outermost and any(each.column == "fiscal_year" for each in grouped):
        return
    if outermost and not any(each.counted for _, each in columns):
        return
    where = node.args.get("where")
    if where is not None and _fixes_year(where.this):
        return
    raise refused(_YEARS)


def _fixes_year(node: object) -> bool:
    """One of the conditions that all bind is fiscal_year = a number."""
    if isinstance(node, exp.Paren):
        return _fixes_year(node.this)
    if isinstance(node, exp.And):
        return _fixes_year(node.this) or _fixes_year(node.expression)
    if not isinstance(node, exp.EQ) or not isinstance(node.this, exp.Column):
        return False
    return identifier(node.this.this) == "fiscal_year" and values.constant(node.expression) is not None
