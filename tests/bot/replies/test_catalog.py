"""Every sentence of the bot's own is there, in the voice of the house."""

import re
from dataclasses import fields

import pytest

from bot.replies.catalog import REPLIES, Replies, command_lists, parse_replies
from core.domain.answer import CODE, CODE_END
from core.errors import Misconfigured

SENTENCES = {field.name: getattr(REPLIES, field.name) for field in fields(Replies)}
FILLED = {
    "broken": {"code"},
    "too_long": {"length", "most"},
    "paper_large": {"size", "most"},
    "paper_several": {"adas"},
    "help_telegram": {"username"},
    "inline_missing": {"ada"},
    "inline_near": {"ada"},
    "search_for": {"words"},
    "terminal_more_sources": {"count"},
    "terminal_copy": {"text"},
    "first_start_failed": {"code"},
    "telegram_ready": {"username"},
    "check_token_good": {"username"},
    "line_unreadable": {"number"},
    "file_unreadable": {"path"},
    "file_unwritable": {"path"},
    "file_written": {"path"},
    "file_ending": {"endings"},
    "log_is_at": {"path"},
}


@pytest.mark.parametrize("name", SENTENCES)
def test_a_sentence_has_the_places_that_the_code_fills(name):
    assert set(re.findall(r"\{(\w*)\}", SENTENCES[name])) == FILLED.get(name, set())


@pytest.mark.parametrize("name", SENTENCES)
def test_no_sentence_shouts_or_apologises(name):
    assert not re.search(r"!|συγγνώμη|λυπ", SENTENCES[name].lower())


def test_a_missing_and_an_unknown_sentence_stop_the_start_by_name():
    with pytest.raises(Misconfigured, match=r"busy.*stray"):
        parse_replies("\n".join(f'{name} = "α"' for name in [*SENTENCES, "stray"] if name != "busy"))


def test_an_empty_sentence_stops_the_start():
    with pytest.raises(Misconfigured, match="busy"):
        parse_replies("\n".join(f'{name} = "{"" if name == "busy" else "α"}"' for name in SENTENCES))


def test_backticks_become_marks():
    parsed = parse_replies("\n".join(f'{name} = "δείτε `κάτι`"' for name in SENTENCES))
    assert parsed.busy == f"δείτε {CODE}κάτι{CODE_END}"


def test_commands_are_what_telegram_takes():
    for entry in command_lists():
        for name, words in entry.commands:
            assert re.fullmatch(r"[a-z0-9_]{1,32}", name)
            assert 1 <= len(words) <= 256
