"""What a button about alerts does. It is kept with the answer that shows the button: a press brings only its place."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.domain.answer import Choice, ChoiceKind
from core.domain.subscription import Frequency, News, Wish
from core.store.subscriptions import wish_json, wish_of


class Do(StrEnum):
    OFFER = "offer"  # asks whether the question of this answer is to be watched
    ADD = "add"
    LIST = "list"
    SHOW = "show"
    FREQUENCY = "frequency"
    PAUSE = "pause"
    RESUME = "resume"
    STOP = "stop"
    STOP_ALL = "stop_all"
    DELETE = "delete"
    DELETED = "deleted"  # surely
    EDIT = "edit"
    REPLACE = "replace"
    KEEP = "keep"  # nothing is changed
    UNLIKE = "unlike"  # asks what of this act is unwanted
    EXCLUDE = "exclude"
    MORE = "more"  # what a letter did not list
    MISSED = "missed"  # sends what was held back
    DROP = "drop"  # never sends it
    FORGET = "forget"


CHANGES = frozenset(Do) - {Do.OFFER, Do.LIST, Do.SHOW, Do.MORE, Do.KEEP, Do.UNLIKE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """`number`: a subscription of the chat that the button is in; `numbers`: several. The rest is of single deeds."""

    do: Do
    number: int | None = None
    numbers: tuple[int, ...] = ()
    wish: Wish | None = None
    title: str = ""
    frequency: Frequency = Frequency.DAILY
    weekday: int = 0
    ada: str = ""
    decision_type: str = ""
    letter: int = 0
    page: int = 1
    days: int = 0  # of a pause; 0 is until it is resumed

    def choice(self, label: str) -> Choice:
        kind = ChoiceKind.ALERT if self.do in CHANGES else ChoiceKind.WATCH
        return Choice(label=label, kind=kind, text=self._text())

    def _text(self) -> str:
        said: dict[str, Any] = {"do": self.do.value}
        for name, default in _PLAIN.items():
            value = getattr(self, name)
            if value != default:
                said[name] = value.value if isinstance(value, StrEnum) else value
        if self.numbers:
            said["numbers"] = list(self.numbers)
        if self.wish is not None:
            said["wish"] = wish_json(self.wish)
        return json.dumps(said, ensure_ascii=False)


_PLAIN: Mapping[str, Any] = {
    "number": None,
    "title": "",
    "frequency": Frequency.DAILY,
    "weekday": 0,
    "ada": "",
    "decision_type": "",
    "letter": 0,
    "page": 1,
    "days": 0,
}


def command_of(choice: Choice) -> Command:
    """As `Command.choice` wrote it."""
    said = json.loads(choice.text)
    kept = {name: said[name] for name in _PLAIN if name in said}
    if "frequency" in kept:
        kept["frequency"] = Frequency(kept["frequency"])
    return Command(
        do=Do(said["do"]),
        numbers=tuple(said.get("numbers", ())),
        wish=wish_of(said["wish"]) if "wish" in said else None,
        **kept,
    )


def watching(adas: tuple[str, ...], *, revoked_only: bool = False) -> Command:
    """What happens to single acts, told as soon as it is found."""
    only = (News.PENDING, News.REVOKED) if revoked_only else ()
    return Command(do=Do.ADD, wish=Wish(adas=adas, only=only), frequency=Frequency.IMMEDIATE)
