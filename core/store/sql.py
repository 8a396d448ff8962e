"""Named statements: `-- name: total` in core/store/spending.sql is `sql.load("spending").total`.

A block runs to the next `-- name:` line; comments inside it stay with it. One statement a block, `$1` parameters.
A block that creates a temporary table makes it available to the blocks that name it (tests/test_sql.py runs it first).
"""

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files

_NAME = re.compile(r"^-- name: *(\w+)\s*$", re.MULTILINE)


class Statements(Mapping[str, str]):
    """Texts of one file by name, as attributes or items."""

    def __init__(self, source: str, texts: Mapping[str, str]) -> None:
        self._source = source
        self._texts = dict(texts)

    def __getattr__(self, name: str) -> str:
        if name.startswith("_") or name not in self._texts:
            raise AttributeError(f"{self._source} has no statement named {name}")
        return self._texts[name]

    def __getitem__(self, name: str) -> str:
        return self._texts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


def parse(source: str, text: str) -> Statements:
    """Splits a file; two blocks of one name, or text before the first one that is not a comment, are errors."""
    head, *parts = _NAME.split(text)
    if any(line.strip() and not line.startswith("--") for line in head.splitlines()):
        raise ValueError(f"{source}: a statement without a name")
    names, texts = parts[::2], [block.strip().rstrip(";") for block in parts[1::2]]
    if len(set(names)) != len(names):
        raise ValueError(f"{source}: two statements of one name")
    return Statements(source, dict(zip(names, texts, strict=True)))


def load(module: str) -> Statements:
    """Statements of `core/store/<last part of module>.sql`; in a store module: `STATEMENTS = sql.load(__name__)`."""
    name = module.rpartition(".")[2] + ".sql"
    return parse(name, files("core.store").joinpath(name).read_text(encoding="utf-8"))
