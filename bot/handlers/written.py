"""What a message asks, without what only addresses the bot; and which messages address it."""

import re
from collections.abc import Collection

from telegram import Message
from telegram.ext import filters

from bot.text.spans import heard
from core.greek.fold import fold

_COMMAND = re.compile(r"^\s*/\S*")


def question_in(message: Message) -> str:
    """Text or caption, without a leading command and without the bot's name."""
    written = _COMMAND.sub("", message.text or message.caption or "", count=1)
    return heard(_mention_of(message).sub(" ", written))


def _mention_of(message: Message) -> re.Pattern[str]:
    return re.compile(rf"@{re.escape(message.get_bot().username)}\b", re.IGNORECASE)


class GreekCommand(filters.MessageFilter):
    """«/βοήθεια», accents or not, capitals or not: Telegram itself knows commands in Latin letters only."""

    def __init__(self, *words: str, bare: bool = False) -> None:
        """`words` as `fold` gives them; `bare`: the word alone is enough, without the slash."""
        super().__init__(name=f"GreekCommand{words}")
        self._words: Collection[str] = words
        self._bare = bare

    def filter(self, message: Message) -> bool:
        first, _, rest = (message.text or "").strip().partition(" ")
        word, _, whose = first.removeprefix("/").partition("@")
        ours = not whose or whose.lower() == message.get_bot().username.lower()
        return ours and fold(word) in self._words and (first.startswith("/") or (self._bare and not rest))


class Addressed(filters.MessageFilter):
    """In a group: a reply to a message of ours, or one that names us."""

    def filter(self, message: Message) -> bool:
        answered = message.reply_to_message
        in_topic = answered is not None and answered.forum_topic_created is not None  # what opens a topic is no reply
        author = answered.from_user if answered and not in_topic else None
        if author is not None and author.id == message.get_bot().id:
            return True
        return bool(_mention_of(message).search(message.text or message.caption or ""))
