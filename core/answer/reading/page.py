"""A message as words with their places, and what each word was read as: what nobody takes is the topic."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from core.greek.fold import fold, spans, tidy
from core.greek.greeklish import candidates
from core.greek.phonetic import sound

_ADDRESS = re.compile(r"(?<![\w.])@\w+")  # «@diavgeia_bot …» in a group
_LATIN = re.compile(r"(?=.*[a-z])[a-z0-9]+")
_BREAK = re.compile(r"[,;.·:!?…()«»\"“”\n]")
_READINGS = 4


def word_set(words: str) -> frozenset[str]:
    """The words of a line."""
    return frozenset(words.split())


ARTICLES = word_set("ο η το οι τα του τησ των τον τη την τουσ τισ στο στη στην στον στουσ στισ στα σε")


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """One word. `word` is folded; `readings` are the Greek words that one in Latin letters may stand for."""

    start: int
    end: int
    typed: str
    word: str
    latin: bool
    readings: tuple[str, ...]

    @property
    def capital(self) -> bool:
        return self.typed[:1].isupper()

    @property
    def greek(self) -> str:
        """The word in Greek letters, as near as can be told."""
        return self.readings[0] if self.readings else self.word


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What a folded word may be: its Greek readings when it is in Latin letters, and how it sounds."""

    latin: bool
    readings: tuple[str, ...]
    sounds: frozenset[str]


@lru_cache(maxsize=16_384)
def heard(word: str) -> Heard:
    """«agnoise» sounds like «αγνόησε» too: two vowels in Latin letters need not be one sound."""
    latin = bool(_LATIN.fullmatch(word))
    readings = tuple(dict.fromkeys(fold(each) for each in candidates(word)[:_READINGS])) if latin else ()
    apart = tuple(each.replace("οι", "οη") for each in readings)
    return Heard(latin=latin, readings=readings, sounds=frozenset(map(sound, (*readings, *apart) or (word,))))


def _token(text: str, start: int, end: int, folded: str) -> Token:
    known = heard(folded)
    return Token(start=start, end=end, typed=text[start:end], word=folded, latin=known.latin, readings=known.readings)


@dataclass(slots=True, kw_only=True)
class Page:
    """The working sheet of one message. `taken` says, word by word, what it was read as."""

    text: str
    tokens: tuple[Token, ...]
    taken: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str) -> "Page":
        """The message tidied, without the mention that addresses us in a group."""
        clean = tidy(_ADDRESS.sub(" ", text))
        return cls(text=clean, tokens=tuple(_token(clean, word.start, word.end, word.folded) for word in spans(clean)))

    @property
    def all_capitals(self) -> bool:
        return self.text == self.text.upper()

    @property
    def has_capitals(self) -> bool:
        """Capitals say something here: the message is not all in capitals, nor all in small letters."""
        return not self.all_capitals and any(token.capital for token in self.tokens[1:])

    def inside(self, start: int, end: int) -> range:
        """The words that touch the stretch [start, end) of the text."""
        touching = [i for i, token in enumerate(self.tokens) if token.start < end and token.end > start]
        return range(touching[0], touching[-1] + 1) if touching else range(0)

    def take(self, places: range, reading: str) -> None:
        """Marks words as read; what was read first stays."""
        for place in places:
            self.taken.setdefault(place, reading)

    def take_around(self, places: range, words: frozenset[str], reading: str) -> None:
        """Takes words, and those beside them that say what they are: «αξίας», «έτος», «ΑΦΜ»."""
        self.take(places, reading)
        before = places[0] - 1
        while self.word(before) in words or (self.word(before) in ARTICLES and self.word(before - 1) in words):
            self.take(range(before, before + 1), reading)
            before -= 1
        after = places[-1] + 1
        if self.word(after) in words and not self.breaks_after(places[-1]):
            self.take(range(after, after + 1), reading)

    def release(self, places: range) -> None:
        for place in places:
            self.taken.pop(place, None)

    def is_free(self, place: int) -> bool:
        return 0 <= place < len(self.tokens) and place not in self.taken

    def free(self) -> Iterator[int]:
        return (place for place in range(len(self.tokens)) if place not in self.taken)

    def breaks_after(self, place: int) -> bool:
        """Punctuation stands between this word and the next, or it is the last."""
        if place + 1 >= len(self.tokens):
            return True
        return bool(_BREAK.search(self.text[self.tokens[place].end : self.tokens[place + 1].start]))

    def between(self, place: int) -> str:
        """What stands between this word and the next."""
        if not 0 <= place < len(self.tokens) - 1:
            return ""
        return self.text[self.tokens[place].end : self.tokens[place + 1].start]

    def word(self, place: int) -> str:
        """The folded word at the place, or nothing."""
        return self.tokens[place].word if 0 <= place < len(self.tokens) else ""

    def typed(self, places: range) -> str:
        """The text of these words as it was typed, what stands between them too."""
        return self.text[self.tokens[places[0]].start : self.tokens[places[-1]].end] if len(places) else ""
