"""Text and earlier turns → Request: rules alone, pure. `reading` finds what is said, `intents` what is wanted."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from core.answer import telling
from core.answer.intents import alerts, editing, outside, questions, turns
from core.answer.parts.splitting import split
from core.answer.reading import sheet
from core.domain.request import Intent, Request
from core.greek.names import OrganizationIndex

_TURNS_KEPT = 4


def understand(
    text: str,
    *,
    today: date,
    bodies: OrganizationIndex,
    previous: Sequence[str] = (),
    registered: Callable[[str], bool] | None = None,
) -> Request:
    """What the text asks. `previous` are the same user's earlier texts in this conversation, oldest first;
    `registered(uid)` tells whether a body of that uid exists, which makes an ΑΔΑ of its acts certain.
    """
    known = registered or _unregistered

    def one(before: str, turns_before: tuple[str, ...]) -> Request:
        return understand(before, today=today, bodies=bodies, previous=turns_before, registered=known)

    def earlier(before: str, turns_before: tuple[str, ...]) -> Request:
        """Of an earlier message with several questions the last one goes on."""
        several = split(before, one, turns_before)
        return several.parts[-1].request if several else one(before, turns_before)

    read = sheet.read(text, today=today, bodies=bodies, registered=known, previous=tuple(previous)[-_TURNS_KEPT:])
    made = outside.orders(read) or editing.edits(read) or alerts.read(read, earlier) or outside.read(read)
    made = made or questions.about_act(read) or turns.read(read, earlier)
    return replace(_by_text(made or questions.read(read), text, one), text=text)


def _by_text(made: Request, text: str, one: Callable[[str, tuple[str, ...]], Request]) -> Request:
    """«ποια απόφαση του Δήμου Ρόδου λέει ότι …»: body and time stand before the verb; what follows is looked for."""
    asked = telling.telling(text)
    if asked is None or not telling.may_be_told(made):
        return made
    head = one(asked.head, ())
    topic = made.topic if made.intent is Intent.RECORDS else ()
    return Request(
        text=text,
        intent=Intent.RECORDS,
        ask=telling.ASK,
        about=asked.words,
        topic=topic,
        joints=made.joints if topic else (),
        organizations=head.organizations,
        own_body=head.own_body,
        period=head.period,
    )


def _unregistered(uid: str) -> bool:
    return False
