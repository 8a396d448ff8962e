"""Covered bodies named in passing, misspelled, or by half their name: what the register's own names do not catch."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from rapidfuzz.distance import OSA

from core.answer.setting import Setting
from core.domain.organization import Organization
from core.domain.request import Intent, OrganizationMention, Request
from core.greek.fold import fold, words
from core.greek.greeklish import readings
from core.greek.lexemes import STOP_WORDS, stem
from core.greek.phonetic import sound

_KINDS = frozenset(
    map(
        stem,
        (
            *("δημοσ", "δημοτικη", "επιχειρηση", "υδρευσησ", "αποχετευσησ", "δευα", "περιφερεια", "περιφερειασ"),
            *("κεντρο", "οργανισμοσ", "νπδδ", "νπιδ"),
        ),
    )
)
_LONG = 5  # shorter sounds must be the same
_MANY = 3  # so many words of a long name stand for all of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """The request with its bodies as they are called, and what was read differently: (as typed, the body's name)."""

    request: Request
    corrections: tuple[tuple[str, str], ...] = ()


def heard(request: Request, setting: Setting, *, current: str | None) -> Heard:
    """`current`: the body that the chat means anyway; its own name in a topic may be a village, and stays."""
    if request.organizations:
        return _mentions(request, setting)
    for body in setting.covered:
        said = _said(request.topic, body) if body.uid != current else ()
        if said:
            mention = OrganizationMention(words=" ".join(said), uids=(body.uid,))
            topic = tuple(word for word in request.topic if word not in said)
            return Heard(request=replace(request, organizations=(mention,), topic=topic))
    return Heard(request=request)


def _mentions(request: Request, setting: Setting) -> Heard:
    """Names that fit no body of the register are tried by ear; leftovers of a body's own name leave the topic."""
    found, corrections = [], []
    for mention in request.organizations:
        body = None if mention.uids else next((each for each in setting.covered if _names(mention, each)), None)
        if body is not None:
            corrections.append((mention.words, body.label))
        found.append(mention if body is None else replace(mention, uids=(body.uid,)))
    if request.intent is Intent.COMPARE:
        found += _beside(request, setting, {uid for mention in found for uid in mention.uids})
    named = [setting.body(uid) for mention in found for uid in mention.uids if setting.is_covered(uid)]
    topic = tuple(word for word in request.topic if not any(_is_part(word, body) for body in named))
    sides = replace(request.sides, topics=_still_topics(request, topic))
    made = replace(request, organizations=tuple(found), topic=topic, sides=sides)
    return Heard(request=made, corrections=tuple(corrections))


def _still_topics(request: Request, topic: Collection[str]) -> tuple[tuple[str, ...], ...]:
    """The sides that are topics still; one alone is what all sides are about."""
    kept = [side for words in request.sides.topics if (side := tuple(word for word in words if word in topic))]
    return tuple(kept) if len(kept) > 1 else ()


def _beside(request: Request, setting: Setting, named: Collection[str]) -> list[OrganizationMention]:
    """Bodies of a comparison that were read as topics: «kausima stylida vs makrakomi»."""
    others = [(body, _said(request.topic, body)) for body in setting.covered if body.uid not in named]
    return [OrganizationMention(words=" ".join(said), uids=(body.uid,)) for body, said in others if said]


def _own_words(body: Organization) -> list[str]:
    """The words of a name that no other body of its kind has."""
    return [word for word in words(body.label) if len(word) > 2 and word not in STOP_WORDS and stem(word) not in _KINDS]


def _sounds_like(word: str, other: str) -> bool:
    if word.isascii():
        return any(_sounds_like(reading, other) for reading in map(fold, readings(word)) if not reading.isascii())
    first, second = sound(word), sound(other)
    if stem(word) == stem(other) or first == second:
        return True
    return min(len(first), len(second)) >= _LONG and int(OSA.distance(first, second)) <= 1


def _is_part(word: str, body: Organization) -> bool:
    own = _own_words(body)
    return bool(own) and all(any(_sounds_like(part, other) for other in own) for part in words(word))


def _names(mention: OrganizationMention, body: Organization) -> bool:
    typed = [word for word in words(mention.words) if stem(word) not in _KINDS and word not in STOP_WORDS]
    own = _own_words(body)
    return bool(typed) and bool(own) and all(any(_sounds_like(word, other) for word in typed) for other in own)


def _said(topic: tuple[str, ...], body: Organization) -> tuple[str, ...]:
    """The words of a topic that name this body; "" when they do not name it whole, or by three words of a long name."""
    own = _own_words(body)
    said = tuple(word for word in topic if _is_part(word, body))
    hit = [other for other in own if any(_sounds_like(part, other) for word in said for part in words(word))]
    whole = len(hit) == len(own) or (len(hit) >= _MANY and 2 * len(hit) >= len(own))
    if not own or not whole:
        return ()
    kinds = tuple(word for word in topic if all(stem(part) in _KINDS for part in words(word)))
    return (*kinds, *said)
