"""The guard alone: every attack is refused by a sentence, and what is written comes from the tree, over the views."""

# ruff: noqa: S608  (statements are what is tested here: texts as a model writes them)

import re

import pytest
import sqlglot
from hypothesis import given, settings
from hypothesis import strategies as some
from sqlglot import exp

from core.answer import sql_guard
from core.answer.sql_guard import OpenQuery
from core.errors import InvalidInput
from core.store.open_data import MOST_ROWS, OpenColumn, OpenData, OpenView
from tests.core.answer.open_sql.attacks import ATTACKS

PAYMENTS, AWARDS, COMMITMENTS = "open_data.payments", "open_data.awards", "open_data.commitments"
ALLOWED = [
    f"SELECT payee, sum(paid_eur) AS total, count(*) FROM {PAYMENTS} WHERE organization = 'Δήμος' AND year = 2024 "
    "GROUP BY payee HAVING sum(paid_eur) > 1000 ORDER BY total DESC LIMIT 10",
    f"WITH m AS (SELECT year, month, sum(paid_eur) AS s FROM {PAYMENTS} WHERE issued_on >= DATE '2024-01-01' GROUP BY "
    "1, 2) SELECT year, avg(s), max(s), count(*) FROM m GROUP BY year ORDER BY 2 DESC",
    f"SELECT 100.0 * sum(paid_eur) FILTER (WHERE month IN (1, 2)) / nullif(sum(paid_eur), 0) FROM {PAYMENTS}",
    f"SELECT sum(CASE WHEN year = 2024 THEN paid_eur ELSE 0 END) - sum(paid_eur) FILTER (WHERE year = 2023) "
    f"FROM {PAYMENTS} p WHERE p.payee IN (SELECT payee FROM {AWARDS} WHERE awarded_eur BETWEEN 1 AND 2)",
    f"SELECT ada, issued_on, paid_eur FROM {PAYMENTS} WHERE topic = 'καύσιμα' AND NOT (kae = '10' OR kae IS NULL) "
    "ORDER BY paid_eur DESC NULLS LAST OFFSET 5",
    f"SELECT fiscal_year, sum(committed_eur) FROM {COMMITMENTS} GROUP BY fiscal_year",
    f"WITH c AS (SELECT committed_eur AS s FROM {COMMITMENTS} WHERE fiscal_year = 2024) SELECT sum(s) FROM c",
    'SELECT "ada" FROM "open_data"."payments" FETCH FIRST 5 ROWS ONLY',
    f"SELECT DISTINCT payee FROM {PAYMENTS} WHERE issued_on BETWEEN '2024-01-01' AND '2024-12-31'",
    "SELECT EXTRACT(YEAR FROM issued_on) AS y, count(DISTINCT payee), round(avg(paid_eur), 2)::numeric "
    f"FROM {PAYMENTS} GROUP BY y;",
]
_ONE_PAYEE, _ONE_CODE = "μόνο πράξεις με έναν ανάδοχο ή δικαιούχο", "μόνο πράξεις με έναν ΚΑΕ"
_TYPES = {"issued_on": "date", "year": "integer", "month": "integer", "topic": "tsvector"}


def _view(name: str, amount: str, *more: str) -> OpenView:
    names = ("ada", "organization", "issued_on", "year", "month", "payee", "kae", "topic", "amount_state", *more)
    columns = [OpenColumn(name=each, kind=_TYPES.get(each, "text"), comment=each) for each in names]
    columns = [OpenColumn(name="fiscal_year", kind="integer", comment="έτος") if c.name in more else c for c in columns]
    return OpenView(name=name, title=name, columns=(*columns, OpenColumn(name=amount, kind="numeric", comment="ποσό")))


VIEWS = (
    _view("payments", "paid_eur"),
    _view("awards", "awarded_eur"),
    _view("commitments", "committed_eur", "fiscal_year"),
    _view("decisions", "none_eur"),
)
# All that a statement of ours may consist of.
_NODES = {
    *(exp.Select, exp.From, exp.Table, exp.TableAlias, exp.Identifier, exp.Alias, exp.Column, exp.Subquery),
    *(exp.Where, exp.Group, exp.Having, exp.Order, exp.Ordered, exp.Limit, exp.Offset, exp.Distinct, exp.Star),
    *(exp.Sum, exp.Count, exp.Avg, exp.Min, exp.Max, exp.Filter, exp.Extract, exp.Var, exp.Cast, exp.DataType),
    *(exp.Sub, exp.Div, exp.Mul, exp.Nullif, exp.Literal, exp.Paren, exp.Neg, exp.Null, exp.MatchAgainst),
    *(exp.And, exp.Or, exp.Not, exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.In, exp.Between, exp.Is),
}


def written(query: OpenQuery) -> list[str]:
    values = [each.text for each in query.named]
    return [query.statement(values), query.basis(values)]


def check_reads_views_alone(query: OpenQuery) -> None:
    for text in written(query):
        (tree,) = sqlglot.parse(text, read="postgres")
        assert tree is not None
        assert {type(node) for node in tree.walk()} <= _NODES
        tables = list(tree.find_all(exp.Table))
        assert tables and all(
            (table.db, table.name in {v.name for v in VIEWS}) == ("open_data", True) for table in tables
        )
        assert not tree.args.get("joins") and not tree.comments
    assert re.search(r" LIMIT (\d+)", written(query)[0])
    assert all(int(most) <= MOST_ROWS + 1 for most in re.findall(r" LIMIT (\d+)", written(query)[0]))


@pytest.mark.parametrize("sql", ATTACKS.values(), ids=ATTACKS.keys())
def test_every_attack_is_refused_by_a_sentence(sql: str) -> None:
    with pytest.raises(InvalidInput, match=r"^Το ερώτημα δεν έγινε: .+\.$"):
        sql_guard.read(sql, VIEWS)


@pytest.mark.parametrize("sql", ALLOWED)
def test_what_is_allowed_is_written_anew_over_the_views(sql: str) -> None:
    check_reads_views_alone(sql_guard.read(sql, VIEWS))


async def test_the_views_themselves_take_what_is_written(reader: OpenData) -> None:
    """Names are looked up before; here any value of the right form stands for them."""
    for sql in ALLOWED:
        query = sql_guard.read(sql, reader.views)
        values = ["'x'" if each.column == "topic" else "1" for each in query.named]
        rows, basis = await reader.run((query.statement(values), ()), (query.basis(values), ()))
        assert len(basis.rows) == 1
        assert all(len(row) == len(query.columns) for row in rows.rows)


def test_titles_are_what_is_computed_whatever_the_model_calls_it() -> None:
    sql = f'SELECT sum(paid_eur) AS "ο δήμαρχος έκλεψε", count(*) AS people FROM {PAYMENTS} WHERE year = 2024'
    titles, conditions = sql_guard.read(sql, VIEWS).told([])
    assert titles == ("άθροισμα (ποσό)", "πράξεις")
    assert conditions == ("year: 2024",)


def test_conditions_of_every_select_are_told() -> None:
    sql = (
        f"WITH a AS (SELECT payee, sum(paid_eur) AS s FROM {PAYMENTS} WHERE year = 2024 GROUP BY payee "
        "ORDER BY s DESC LIMIT 3) SELECT sum(s) FROM a WHERE s > 10"
    )
    titles, conditions = sql_guard.read(sql, VIEWS).told([])
    assert titles == ("άθροισμα (άθροισμα (ποσό) ανά payee)",)
    assert conditions[0] == "year: 2024"
    assert conditions[1].startswith("μόνο 3 γραμμές, κατά άθροισμα (ποσό), από το μεγαλύτερο")
    assert conditions[2] == "άθροισμα (ποσό) ανά payee > 10,00 €"


def test_whom_a_denial_leaves_out_is_told() -> None:
    """Acts of several payees or codes, of persons or of nobody are neither this one nor surely another."""
    for column, note in (("payee", _ONE_PAYEE), ("kae", _ONE_CODE)):
        for condition, words in (
            (f"{column} = 'Α'", f"{column}: α"),
            (f"{column} <> 'Α'", f"{column} όχι α"),
            (f"NOT {column} = 'Α'", f"όχι ({column}: α)"),
            (f"{column} IN ('Α', 'Β')", f"{column}: α ή β"),
            (f"{column} NOT IN ('Α', 'Β')", f"όχι ({column}: α ή β)"),
        ):
            query = sql_guard.read(f"SELECT sum(paid_eur) FROM {PAYMENTS} WHERE {condition}", VIEWS)
            assert query.told(["α", "β"])[1] == (f"{words} ({note})",)
    titles, _ = sql_guard.read(f"SELECT sum(paid_eur) FILTER (WHERE kae = 'Α') FROM {PAYMENTS}", VIEWS).told(["α"])
    assert titles == (f"άθροισμα (ποσό), όπου kae: α ({_ONE_CODE})",)
    elsewhere = f"NOT payee IN (SELECT payee FROM {AWARDS} WHERE kae = 'Α')"
    _, (told,) = sql_guard.read(f"SELECT sum(paid_eur) FROM {PAYMENTS} WHERE {elsewhere}", VIEWS).told(["α"])
    assert told == f"όχι (payee από: [awards, kae: α ({_ONE_CODE})]) ({_ONE_PAYEE})"
    _, (told,) = sql_guard.read(f"SELECT count(*) FROM {PAYMENTS} WHERE kae IS NULL", VIEWS).told([])
    assert told == "δεν υπάρχει ένας μόνο: kae"
    _, (told,) = sql_guard.read(f"SELECT sum(paid_eur) FROM {PAYMENTS} WHERE year <> 2024", VIEWS).told([])
    assert told == "year όχι 2024"


def test_texts_are_values_to_be_looked_up_and_never_run() -> None:
    """SQ-07: words of SQL, quotes, dashes and signs inside of a text are nothing but text."""
    for text in ("UPDATE λογισμικού", "ΔΡΑΣΗ -- ΦΑΣΗ Β; έργα", "O'Neill Hellas", "50% έκπτωση", "α\\β", "{0} /* x */"):
        quoted = text.replace("'", "''")
        query = sql_guard.read(f"SELECT count(*) FROM {PAYMENTS} WHERE payee = '{quoted}'", VIEWS)
        assert [each.text for each in query.named] == [text]
        assert text not in query.statement(["094019245"])
        assert query.told([text])[1] == (f"payee: {text} ({_ONE_PAYEE})",)


def test_a_limit_is_clamped_wherever_it_stands() -> None:
    for sql in (f"SELECT ada FROM {PAYMENTS} LIMIT 100000", f"SELECT ada FROM {PAYMENTS}", ALLOWED[-3]):
        check_reads_views_alone(sql_guard.read(sql, VIEWS))


def test_one_row_more_than_asked_for_tells_of_others() -> None:
    for limit, most in ((" LIMIT 20", 20), (" LIMIT 500", MOST_ROWS), ("", MOST_ROWS), (" LIMIT 0", 0)):
        query = sql_guard.read(f"SELECT ada FROM {PAYMENTS}{limit}", VIEWS)
        assert query.most == most
        assert query.statement([]).endswith(f" LIMIT {most + 1}")
    inner = f"SELECT sum(p) FROM (SELECT paid_eur AS p FROM {PAYMENTS} ORDER BY 1 DESC LIMIT 3) t"
    assert " LIMIT 3)" in sql_guard.read(inner, VIEWS).statement([])


OUTSIDE = [
    f"SELECT sum(p) FROM (SELECT paid_eur AS p, organization AS o FROM {PAYMENTS}) t WHERE o = '6265'",
    f"WITH a AS (SELECT paid_eur AS p, year AS y FROM {PAYMENTS}) SELECT sum(p) FROM a WHERE y = 2024",
    f"WITH a AS (SELECT paid_eur AS p FROM {PAYMENTS}) SELECT sum(p) FROM a WHERE 1000 < p",
    f"WITH a AS (SELECT paid_eur AS p, EXTRACT(YEAR FROM issued_on) AS y FROM {PAYMENTS}), b AS (SELECT p AS p, "
    "y AS y FROM a) SELECT sum(p) FROM b WHERE NOT (y = 2024)",
    f"WITH a AS (SELECT organization AS o, sum(paid_eur) AS s FROM {PAYMENTS} GROUP BY 1) SELECT s FROM a WHERE "
    "s > 5 AND o = '6265'",
    f"WITH a AS (SELECT payee, sum(paid_eur) AS s FROM {PAYMENTS} GROUP BY 1) SELECT sum(s) FROM a WHERE payee IN "
    f"(SELECT payee FROM {AWARDS})",
    f"SELECT sum(paid_eur) FROM {PAYMENTS} GROUP BY organization HAVING organization = '6265'",
    f"SELECT year, sum(paid_eur) FROM {PAYMENTS} GROUP BY year HAVING year > 2020 AND sum(paid_eur) > 1",
]


@pytest.mark.parametrize("sql", OUTSIDE)
def test_what_chooses_acts_stands_where_the_view_is_read(sql: str) -> None:
    """Else the acts underneath would be counted without it, and so would those that were not read."""
    with pytest.raises(InvalidInput, match="μόνο στο WHERE του SELECT που διαβάζει open_data"):
        sql_guard.read(sql, VIEWS)


def test_what_chooses_sums_may_stand_outside() -> None:
    for sql in (
        f"WITH a AS (SELECT payee, sum(paid_eur) AS s FROM {PAYMENTS} WHERE year = 2024 GROUP BY 1) SELECT sum(s) "
        "FROM a WHERE s > 10",
        f"SELECT payee, sum(paid_eur) FROM {PAYMENTS} GROUP BY 1 HAVING sum(paid_eur) FILTER (WHERE year = 2024) > 1",
    ):
        check_reads_views_alone(sql_guard.read(sql, VIEWS))


def test_a_later_name_does_not_change_what_an_earlier_query_reads() -> None:
    sql = (
        f"WITH a AS (SELECT payee AS x FROM {PAYMENTS} WHERE year = 2023), b AS (SELECT x FROM a) "
        "SELECT count(*) FROM b"
    )
    assert "2023" in written(sql_guard.read(sql, VIEWS))[0]
    for shadow in (
        f"WITH a AS (SELECT x FROM b), b AS (SELECT payee AS x FROM {PAYMENTS}) SELECT count(*) FROM a",
        f"WITH a AS (SELECT ada FROM {PAYMENTS}), a AS (SELECT ada FROM {AWARDS}) SELECT ada FROM a",
        "WITH a AS (SELECT ada FROM a) SELECT ada FROM a",
        f"WITH a AS (SELECT ada FROM {PAYMENTS}) SELECT ada FROM (WITH a AS (SELECT ada FROM {AWARDS}) SELECT ada "
        "FROM a) t",
        f"WITH open_data AS (SELECT ada FROM {PAYMENTS}) SELECT ada FROM open_data",
    ):
        with pytest.raises(InvalidInput):
            sql_guard.read(shadow, VIEWS)
    apart = f"WITH a AS (WITH b AS (SELECT ada FROM {AWARDS}) SELECT ada FROM b) SELECT ada FROM "
    assert "awards" in written(sql_guard.read(apart + "a", VIEWS))[0]
    with pytest.raises(InvalidInput):
        sql_guard.read(apart + "b", VIEWS)


_PIECES = some.sampled_from(
    [
        *(
            "pg_sleep(9)",
            "public.chats",
            "decisions",
            "open_data.payments",
            "open_data.awards",
            "pg_roles",
            "*",
            ",",
            ";",
        ),
        *(
            "SELECT",
            "FROM",
            "WHERE",
            "WITH a AS (",
            "(",
            ")",
            "UNION ALL",
            "CROSS JOIN",
            "--",
            "/*",
            "*/",
            "'",
            '"',
            "$$",
        ),
        *(
            "repeat('x', 9)",
            "::regclass",
            "OVER ()",
            "LIMIT 9999999",
            "FOR UPDATE",
            "INTO x",
            "RETURNING *",
            "1e9",
            "||",
        ),
        *(
            "LATERAL",
            "ONLY",
            "RECURSIVE",
            "ORDER BY 1",
            "GROUP BY 1",
            "HAVING",
            "DISTINCT",
            "payee",
            "sum(paid_eur)",
            "\\",
        ),
        *(
            "DELETE FROM public.chats",
            "U&",
            "E'\\x41'",
            "NULL",
            "year = 2024",
            "AND",
            "OR",
            "NOT",
            "IN",
            "EXISTS",
            "\x00",
        ),
    ]
)


@settings(max_examples=1500, deadline=None)
@given(
    sql=some.sampled_from([*ALLOWED, *ATTACKS.values()]),
    cuts=some.lists(some.tuples(some.integers(0, 60), some.integers(0, 3), _PIECES), min_size=1, max_size=4),
)
def test_no_mutation_of_a_query_gets_anything_but_views(sql: str, cuts: list[tuple[int, int, str]]) -> None:
    words = sql.split(" ")
    for place, gone, piece in cuts:
        at = place % (len(words) + 1)
        words[at : at + gone] = [piece]
    try:
        query = sql_guard.read(" ".join(words), VIEWS)
    except InvalidInput:
        return
    check_reads_views_alone(query)
