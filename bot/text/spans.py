"""The text of an answer as spans: marks read once, so that every door only has to dress them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.domain.answer import BOLD, BOLD_END, CODE, CODE_END, ITALIC, ITALIC_END, MARKS, plain

_MARK = re.compile(f"([{MARKS}])")
_OPENED_BY = {BOLD_END: BOLD, CODE_END: CODE, ITALIC_END: ITALIC}
# What no screen should be handed: control characters (a terminal obeys them), half surrogates (no UTF-8 for them),
# and the invisible ones that turn the reading order around. Line ends and joiners inside emoji stay.
_UNSHOWABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A stretch of text that looks the same all over. Code is never bold or italic: Telegram wants it bare."""

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False


def showable(text: str) -> str:
    """Text without what a screen must not be handed; marks are left alone."""
    return _UNSHOWABLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def heard(text: str) -> str:
    """What a person wrote, fit to be read and to be told back: marks are ours alone."""
    return plain(showable(text)).strip()


def spans(text: str) -> Iterator[Span]:
    """Marks may stand in any order, unclosed too: a style lasts until its own end mark or the end of the text."""
    on: set[str] = set()
    for piece in _MARK.split(showable(text)):
        if piece in _OPENED_BY:
            on.discard(_OPENED_BY[piece])
        elif piece and piece in MARKS:
            on.add(piece)
        elif piece:
            code = CODE in on
            yield Span(text=piece, bold=BOLD in on and not code, italic=ITALIC in on and not code, code=code)
