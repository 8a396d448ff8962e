"""The environment as an operator writes it."""

import os
import re
from pathlib import Path

import pytest

from core.errors import Misconfigured
from core.settings import Settings, default_data_dir

_EXAMPLE = Path(__file__).resolve().parents[1] / ".env.example"
_NAMES = [name.upper() for name in Settings.model_fields]


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No variable of ours and no .env; what `read` sets is undone."""
    for name in (*_NAMES, "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    monkeypatch.chdir(tmp_path)


def test_the_example_lists_every_setting_once_and_nothing_else() -> None:
    assert sorted(re.findall(r"^([A-Z][A-Z0-9_]*)=", _EXAMPLE.read_text(), re.MULTILINE)) == sorted(_NAMES)


def test_the_example_works_as_it_stands_and_changes_nothing(tmp_path: Path) -> None:
    defaults = Settings()
    (tmp_path / ".env").write_text(_EXAMPLE.read_text())
    assert Settings() == defaults
    assert defaults.home_organization == "6265"


def test_variables_win_over_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("HOME_ORGANIZATION=6202\nREPLY_SECONDS=5\nSOMETHING_ELSE=1\n")
    monkeypatch.setenv("HOME_ORGANIZATION", "99220018")
    settings = Settings.read()
    assert (settings.home_organization, settings.reply_seconds) == ("99220018", 5.0)


def test_reading_sets_the_threads_of_libraries_that_are_loaded_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBEDDER_THREADS", "2")
    Settings.read()
    assert os.environ["OMP_NUM_THREADS"] == "2"


@pytest.mark.parametrize(
    ("name", "value", "form"),
    [
        ("TELEGRAM_TOKEN", "my token", "@BotFather"),
        ("DATABASE_URL", "mysql://somewhere", "postgresql://"),
        ("READER_DATABASE_URL", "reader", "postgresql://"),
        ("HOME_ORGANIZATION", "Ρόδος", "6265"),
        ("OPERATORS", "@somebody", "12345678"),
        ("EMBEDDER_THREADS", "0", "1 έως 64"),
        ("DIAVGEIA_BASE_URL", "ftp://elsewhere", "https://diavgeia.gov.gr/opendata"),
        ("DIAVGEIA_CONTACT", "όνομα@παράδειγμα", "e-mail"),
        ("DIAVGEIA_SPACING_MS", "-1", "χιλιοστά"),
        ("DIAVGEIA_AT_ONCE", "3", "1 ή 2"),
        ("DIAVGEIA_IPV4_ONLY", "perhaps", "true ή false"),
        ("DEMO", "maybe", "auto, on ή off"),
        ("REPLY_SECONDS", "soon", "δευτερολέπτων"),
        ("LOG_LEVEL", "LOUD", "WARNING"),
        ("LOG_JSON", "perhaps", "true ή false"),
    ],
)
def test_a_value_that_cannot_work_is_named_with_its_form_and_not_repeated(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, form: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(Misconfigured) as raised:
        Settings.read()
    assert str(raised.value).startswith(f"{name}: ")
    assert form in str(raised.value)
    assert value not in str(raised.value)


def test_secrets_are_told_to_the_log_and_hidden_from_repr(monkeypatch: pytest.MonkeyPatch) -> None:
    token = "123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc"
    monkeypatch.setenv("TELEGRAM_TOKEN", token)
    monkeypatch.setenv("DATABASE_URL", "postgresql://owner:p%40ss@host/one")
    settings = Settings.read()
    assert settings.secrets == (token, "p%40ss", "p@ss")
    assert not [secret for secret in settings.secrets if secret in repr(settings)]


def test_data_live_under_the_machine_for_root_and_under_the_user_for_anyone_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert default_data_dir() == Path("/var/lib/diafaneia")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setenv("HOME", "/home/maria")
    assert default_data_dir() == Path("/home/maria/.local/share/diafaneia")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert Settings().data_dir == tmp_path / "diafaneia"
    monkeypatch.setenv("DATA_DIR", "~/elsewhere")
    assert Settings().data_dir == Path("/home/maria/elsewhere")


def test_a_key_without_a_model_stops_the_start_and_no_key_is_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLM_API_KEY", "sk-of-the-first")
    with pytest.raises(Misconfigured, match="LLM_MODEL"):
        Settings.read()
    monkeypatch.setenv("LLM_MODEL", "some-model")
    monkeypatch.setenv("LLM_FALLBACK_API_KEY", "sk-of-the-second")
    with pytest.raises(Misconfigured, match="LLM_FALLBACK_MODEL"):
        Settings.read()
    monkeypatch.setenv("LLM_FALLBACK_MODEL", "another-model")
    settings = Settings.read()
    assert {"sk-of-the-first", "sk-of-the-second"} <= set(settings.secrets)
    assert "sk-of" not in repr(settings)


def test_operators_are_accounts_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().operator_ids == frozenset()
    monkeypatch.setenv("OPERATORS", " 12345678, 99 ")
    assert Settings.read().operator_ids == frozenset({12345678, 99})
