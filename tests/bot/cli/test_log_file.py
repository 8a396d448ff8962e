"""The log of a conversation in the terminal: in a file, never on the screen, secrets struck."""

import logging

import pytest

from bot.cli.log_file import LogFile, log_to_file

TOKEN = "8412345678:AAaaBBbbCCccDDddEEeeFFffGGggHHhhIIi"


@pytest.fixture
def root_log():
    """The root logger as it was."""
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    yield root
    root.setLevel(level)
    root.handlers[:] = handlers


def test_what_is_logged_before_its_directory_is_there_is_not_lost(tmp_path):
    file = LogFile(tmp_path / "later" / "terminal.log")
    file.write("πρώτη\n")
    assert not file.path.parent.exists()
    file.path.parent.mkdir()
    file.write("δεύτερη\n")
    assert file.path.read_text(encoding="utf-8") == "πρώτη\nδεύτερη\n"


def test_at_the_end_the_directory_is_made_if_nobody_else_did(tmp_path):
    file = LogFile(tmp_path / "never" / "terminal.log")
    file.settle()
    assert not file.path.parent.exists()
    file.write("σφάλμα\n")
    file.settle()
    assert file.path.read_text(encoding="utf-8") == "σφάλμα\n"


def test_a_log_that_cannot_be_written_disturbs_nobody(tmp_path):
    (tmp_path / "a file").write_text("")
    file = LogFile(tmp_path / "a file" / "terminal.log")
    file.write("σφάλμα\n")
    file.settle()


def test_a_log_that_has_grown_is_begun_anew(tmp_path):
    file = LogFile(tmp_path / "terminal.log")
    file.path.write_text("α" * 3 * 1024**2, encoding="utf-8")
    file.write("νέα\n")
    assert file.path.read_text(encoding="utf-8") == "νέα\n"


def test_nothing_is_logged_to_the_screen_and_no_secret_to_the_file(tmp_path, capsys, root_log):
    file = log_to_file(tmp_path / "terminal.log", level="INFO", as_json=False, secrets=(TOKEN,))
    try:
        raise RuntimeError(f"https://api.telegram.org/bot{TOKEN}/getMe")
    except RuntimeError:
        logging.getLogger("bot").exception("code 7F3A")
    logged = file.path.read_text(encoding="utf-8")
    assert "code 7F3A" in logged and "Traceback" in logged
    assert TOKEN not in logged
    assert capsys.readouterr() == ("", "")
