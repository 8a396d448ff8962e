"""What stands between the words of a topic: «και», «ή», a comma, a preposition. The data decide what it means."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from core.answer.reading.page import ARTICLES, Page, word_set
from core.domain.request import Joint, Link

_AND = word_set("και κι κ kai ke k ki and καθωσ μαζι")
_OR = word_set("ειτε h i or ite eite")
_PREPOSITIONS = word_set(
    "για σε στο στη στην στον στουσ στισ στα με απο ωσ προσ κατα περι gia se sto sti stin stous sta me apo"
)
_SIGNS = {"&": Link.AND, "+": Link.AND, "/": Link.OR}
_PASSED = frozenset({"period", "body", "own", "plain", "stage", "type", "metric", "act"})


def read(page: Page, parts: Sequence[tuple[int, str]], *, inside: str = "") -> tuple[Joint, ...]:
    """How each word of the topic is tied to the next, where anything ties or parts them.

    `inside`: what all of them were taken as, when they are not the topic but what is left out of it.
    """
    tied = []
    for (before, one), (after, other) in pairwise(parts):
        link = _link(page, before, after, _PASSED | {inside})
        if link is not None and one != other:
            tied.append(Joint(before=one, after=other, link=link))
    return tuple(tied)


def _link(page: Page, before: int, after: int, passed: frozenset[str]) -> Link | None:
    between = range(before + 1, after)
    if any(page.is_free(place) or page.taken[place] not in passed for place in between):
        return None
    if any(_is_or(page, place) for place in between):
        return Link.OR
    if any(page.word(place) in _AND for place in between):
        return Link.AND
    if any(page.word(place) in _PREPOSITIONS for place in between):
        return Link.APART
    return _by_sign(page, before, between)


def _by_sign(page: Page, before: int, between: Iterable[int]) -> Link | None:
    """«τόνερ & χαρτί»; a comma ties only what it stands right between: «σχολεία, γήπεδα»."""
    words = list(between)
    marks = "".join(page.between(place) for place in (before, *words))
    sign = next((link for mark, link in _SIGNS.items() if mark in marks), None)
    bare = all(page.word(place) in ARTICLES for place in words)
    return sign or (Link.COMMA if bare and marks.count(",") == 1 and not set(marks) & set(".;·!?") else None)


def _is_or(page: Page, place: int) -> bool:
    """«ή»; without its accent only between bare nouns of a message that has no accents: else it is an article."""
    token = page.tokens[place]
    if token.word in _OR or token.typed in ("ή", "Ή", "ἤ"):
        return True
    return token.word == "η" and not _has_accents(page) and page.word(place + 1) not in ARTICLES


def _has_accents(page: Page) -> bool:
    return any(letter in "άέήίόύώΐΰΆΈΉΊΌΎΏ" for letter in page.text)
