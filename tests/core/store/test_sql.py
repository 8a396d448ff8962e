"""The loader of named statements."""

import pytest

from core.store import sql

TEXT = """-- Everything about totals.

-- name: total
-- What it is for.  $1 organization
SELECT sum(amount) FROM lines WHERE organization_uid = $1;

-- name: count
SELECT count(*) FROM lines;
"""


def test_statements_are_found_by_name_with_their_comment() -> None:
    statements = sql.parse("spending.sql", TEXT)
    assert list(statements) == ["total", "count"]
    assert statements.count == statements["count"] == "SELECT count(*) FROM lines"
    assert statements.total.startswith("-- What it is for.  $1 organization\nSELECT sum(amount)")


def test_a_name_that_is_not_there_is_told_with_its_file() -> None:
    with pytest.raises(AttributeError, match=r"spending.sql.*totl"):
        _ = sql.parse("spending.sql", TEXT).totl


@pytest.mark.parametrize("text", ["SELECT 1;\n" + TEXT, TEXT + "-- name: total\nSELECT 2;\n"])
def test_a_statement_without_a_name_and_a_name_used_twice_are_errors(text: str) -> None:
    with pytest.raises(ValueError, match=r"spending.sql"):
        sql.parse("spending.sql", text)


def test_a_module_loads_the_file_beside_it() -> None:
    assert "pg_advisory_lock" in sql.load("core.store.migrate").lock
