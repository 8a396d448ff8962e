"""Every named statement is prepared against the migrated schema, and somebody asks for it.

Within a file, blocks that create a temporary table are run first, so that the others can name it.
"""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from core.store import sql

_STORE = Path(sql.__file__).parent
_FILES = sorted(path.stem for path in _STORE.glob("*.sql"))
_TEMPORARY = re.compile(r"^CREATE TEMP(ORARY)? TABLE", re.IGNORECASE | re.MULTILINE)


def test_there_are_statements_to_check() -> None:
    assert {"migrate", "server"} <= set(_FILES)


@pytest.mark.parametrize("name", _FILES)
async def test_statements_fit_the_schema(db: Any, name: str) -> None:
    statements = sql.load(name)
    for text in statements.values():
        if _TEMPORARY.search(text):
            await db.execute(text)
    for statement, text in statements.items():
        try:
            await db.prepare(text)
        except Exception as error:
            error.add_note(f"core/store/{name}.sql: {statement}")
            raise


@pytest.mark.parametrize("name", _FILES)
def test_a_module_asks_only_for_statements_that_are_there(name: str) -> None:
    assert _asked(ast.parse((_STORE / f"{name}.py").read_text())) <= set(sql.load(name))


def test_no_statement_is_left_over() -> None:
    """Asked for by name, or by the beginning of its name («create_»)."""
    trees = [ast.parse(path.read_text()) for path in _STORE.glob("*.py")]
    asked = set().union(*(_asked(tree) for tree in trees))
    constants = {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    words = {word for text in constants if isinstance(text, str) for word in text.split()}
    beginnings = tuple(word for word in words if re.fullmatch(r"[a-z]+_", word))
    names = {(file, name) for file in _FILES for name in sql.load(file)}
    assert not {pair for pair in names if pair[1] not in asked | words and not pair[1].startswith(beginnings)}


def _asked(tree: ast.Module) -> set[str]:
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "STATEMENTS"
    }
