"""Choices → buttons, and the grammar of what a pressed button sends back: `v1:<kind>:<answer id>:<index>`.

Nothing in it carries authority: it is parsed strictly, and the answer id is looked up among those of the same chat.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from telegram import CopyTextButton, InlineKeyboardButton, InlineKeyboardMarkup

from bot.replies.catalog import REPLIES
from bot.text.spans import showable
from core.domain.answer import Answer, Choice, ChoiceKind, Outcome, plain

_SOURCE = "https://diavgeia.gov.gr/"
_GRAMMAR = re.compile(r"v1:([a-z]{2,8}):([0-9A-Za-z_-]{1,40}):([0-9]{1,3})")
_DATA_BYTES, _COPY_CHARACTERS, _LABEL_CHARACTERS = 64, 256, 60
_ROWS, _A_ROW, _ROW_CHARACTERS = 8, 3, 36
OPINIONS = ("v1:good:", "v1:bad:", "v1:why:")
_JUDGED = frozenset({Outcome.ANSWERED, Outcome.PARTIAL, Outcome.NOT_IN_DATA})
_CARD = "find_decision"


class Pressed(StrEnum):
    """What a pressed button asks for: the choices that come back to us, and one of the door's own."""

    ASK = "ask"
    PAGE = "page"
    HOW = "how"
    BODY = "body"
    WANT = "want"
    TABLE = "table"
    CHART = "chart"
    CHECK = "check"
    ALERT = "alert"
    WATCH = "watch"
    PAPER = "paper"
    SHEET = "sheet"
    BROADCAST = "cast"  # the operator's: its number stands where an answer's id would
    GOOD = "good"
    BAD = "bad"
    WHY = "why"
    AGAIN = "again"  # a question that failed: it is the message that ours replies to


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    kind: Pressed
    answer_id: str
    index: int

    @property
    def data(self) -> str:
        return f"v1:{self.kind}:{self.answer_id}:{self.index}"


def parse_press(data: str) -> Press | None:
    """None for whatever is not exactly one of our buttons."""
    match = _GRAMMAR.fullmatch(data)
    if match is None or match[1] not in set(Pressed):
        return None
    return Press(kind=Pressed(match[1]), answer_id=match[2], index=int(match[3]))


def keyboard(answer: Answer) -> InlineKeyboardMarkup | None:
    """At most eight rows, the first choices first; a button that Telegram would refuse is left out, never shortened."""
    made = (_button(answer, index, choice) for index, choice in enumerate(answer.choices))
    rows = _rows(button for button in made if button)[:_ROWS]
    rows += [_opinions(answer.receipt)] if _is_judged(answer) else []
    return InlineKeyboardMarkup(rows) if rows else None


def reasons_row(answer_id: str) -> list[list[InlineKeyboardButton]]:
    """Why an answer was of no use, two beside each other."""
    labels = (REPLIES.reason_wrong, REPLIES.reason_missing, REPLIES.reason_unclear, REPLIES.reason_other)
    made = [
        InlineKeyboardButton(label, callback_data=Press(kind=Pressed.WHY, answer_id=answer_id, index=index).data)
        for index, label in enumerate(labels)
    ]
    return [made[:2], made[2:]]


def _is_judged(answer: Answer) -> bool:
    """What was looked for, a card of one act apart: that is what the source says."""
    looked = any(finding.lookup != _CARD for finding in answer.findings)
    return bool(answer.receipt) and answer.outcome in _JUDGED and looked


def _opinions(answer_id: str) -> list[InlineKeyboardButton]:
    kinds = (("👍", Pressed.GOOD), ("👎", Pressed.BAD))
    return [
        InlineKeyboardButton(label, callback_data=Press(kind=kind, answer_id=answer_id, index=0).data)
        for label, kind in kinds
    ]


def retry_keyboard(press: Press | None) -> InlineKeyboardMarkup:
    """Under an error: the failed press again, or the question that the error message replies to."""
    again = press or Press(kind=Pressed.AGAIN, answer_id="message", index=0)
    return InlineKeyboardMarkup([[InlineKeyboardButton(REPLIES.retry, callback_data=again.data)]])


def _button(answer: Answer, index: int, choice: Choice) -> InlineKeyboardButton | None:
    label = _label(choice.label)
    match choice.kind:
        case _ if not label:
            return None
        case ChoiceKind.LINK:
            return InlineKeyboardButton(label, url=choice.text) if choice.text.startswith(_SOURCE) else None
        case ChoiceKind.COPY:
            fits = 1 <= len(choice.text) <= _COPY_CHARACTERS
            return InlineKeyboardButton(label, copy_text=CopyTextButton(showable(choice.text))) if fits else None
        case _:
            data = Press(kind=Pressed(choice.kind), answer_id=answer.receipt, index=index).data
            good = parse_press(data) is not None and len(data.encode()) <= _DATA_BYTES
            return InlineKeyboardButton(label, callback_data=data) if good else None


def _label(text: str) -> str:
    label = " ".join(showable(plain(text)).split())
    return label if len(label) <= _LABEL_CHARACTERS else label[: _LABEL_CHARACTERS - 1].rstrip() + "…"


def _rows(buttons: Iterable[InlineKeyboardButton]) -> list[list[InlineKeyboardButton]]:
    """Short labels side by side, long ones alone: a row that is too wide is cut off on a telephone."""
    rows: list[list[InlineKeyboardButton]] = []
    for button in buttons:
        row = rows[-1] if rows else []
        wide = sum(len(other.text) for other in row) + len(button.text) > _ROW_CHARACTERS
        if row and len(row) < _A_ROW and not wide:
            row.append(button)
        else:
            rows.append([button])
    return rows
