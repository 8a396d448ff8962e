"""The sentences of el.toml as typed fields, and the command lists of commands.toml."""

import re
import tomllib
from dataclasses import dataclass, fields
from importlib.resources import files
from typing import Final

from core.domain.answer import BOLD, BOLD_END, CODE, CODE_END
from core.errors import Misconfigured


@dataclass(frozen=True, slots=True, kw_only=True)
class Replies:
    """One field for each sentence. Fill the named places with `str.format`, after `plain` where the value is data."""

    demo: str
    busy: str
    was_away: str
    broken: str
    unavailable: str
    ungrounded: str
    invalid: str
    retry: str
    thanks: str
    why: str
    reason_wrong: str
    reason_missing: str
    reason_unclear: str
    reason_other: str
    dead_button: str
    no_text: str
    voice: str
    picture: str
    document: str
    sticker: str
    contact: str
    forwarded: str
    too_long: str
    other: str
    nothing_written: str
    nothing_to_search: str
    search_for: str
    unknown_command: str
    paper_large: str
    paper_encrypted: str
    paper_damaged: str
    paper_not_fetched: str
    paper_unstamped: str
    paper_several: str
    help_telegram: str
    bad_link: str
    inline_hint: str
    inline_missing: str
    inline_near: str
    inline_open: str
    not_yours: str
    admins_only: str
    export: str
    export_name: str
    shut_out: str
    broadcast_send: str
    broadcast_cancel: str
    broadcast_stop: str
    terminal_opening: str
    terminal_prompt: str
    terminal_choices: str
    terminal_sources: str
    terminal_more_sources: str
    terminal_copy: str
    terminal_closing: str
    first_start: str
    first_start_failed: str
    no_token: str
    telegram_ready: str
    token_refused: str
    check_token: str
    check_token_absent: str
    check_token_good: str
    check_token_unanswered: str
    check_start: str
    log_is_at: str
    bad_day: str
    nothing_to_understand: str
    line_unreadable: str
    file_unreadable: str
    file_unwritable: str
    file_ending: str
    file_written: str
    chart_partial: str
    bad_receipt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandList:
    """The commands of one scope («private», «groups») in one language ("" is every other language)."""

    scope: str
    language: str
    commands: tuple[tuple[str, str], ...]


def parse_replies(text: str) -> Replies:
    """A missing, unknown or empty sentence stops the start, and names itself."""
    sentences = tomllib.loads(text)
    declared = {field.name for field in fields(Replies)}
    if wrong := sorted(declared.symmetric_difference(sentences)):
        raise Misconfigured(f"bot/replies/el.toml: λείπουν ή περισσεύουν {', '.join(wrong)}")
    if empty := sorted(name for name, sentence in sentences.items() if not isinstance(sentence, str) or not sentence):
        raise Misconfigured(f"bot/replies/el.toml: χωρίς κείμενο {', '.join(empty)}")
    return Replies(**{name: _marked(sentence) for name, sentence in sentences.items()})


def command_lists() -> tuple[CommandList, ...]:
    scopes = tomllib.loads(_read("commands.toml"))
    return tuple(
        CommandList(scope=scope, language=language, commands=tuple(commands.items()))
        for scope, languages in scopes.items()
        for language, commands in languages.items()
    )


def _marked(sentence: str) -> str:
    bold = re.sub(r"\*\*(.+?)\*\*", rf"{BOLD}\1{BOLD_END}", sentence)
    return re.sub(r"`(.+?)`", rf"{CODE}\1{CODE_END}", bold)


def _read(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


REPLIES: Final = parse_replies(_read("el.toml"))
