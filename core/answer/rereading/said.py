"""What the reader's own words hold: the only numbers, times and names that a rewrite of them may use. Pure."""

import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from core.answer.reading.page import Page
from core.domain.period import Period
from core.domain.request import Request
from core.greek.fold import fold, words
from core.greek.greeklish import readings
from core.greek.lexemes import stem
from core.greek.numbers import find_amounts
from core.greek.phonetic import sound
from core.greek.variants import widen

Read = Callable[[str, tuple[str, ...]], Request]

_DIGITS = re.compile(r"\d[\d.,]*")
_THOUSANDS = re.compile(r"\b\d{1,3}(?:,\d{3})+\b")
_COMMON = 5  # letters that two words of one root share at their beginning


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """`requests`: how rules read the message and each text before it, the message last; `own`: it by itself, with
    nothing of the texts before. `english`: it has to be translated.
    """

    requests: tuple[Request, ...]
    own: Request
    words: frozenset[str]
    stems: frozenset[str]
    sounds: frozenset[str]
    numbers: frozenset[str]
    own_numbers: frozenset[str]
    english: bool

    @property
    def periods(self) -> frozenset[Period]:
        return frozenset(period for each in self.requests for period in periods_of(each))

    def tells(self, period: Period) -> bool:
        """The same days, whatever words name them."""
        return any((period.since, period.until) == (each.since, each.until) for each in self.periods)

    def holds(self, word: str) -> bool:
        """The word itself, another form of it, one that sounds so, or the official word for it."""
        folded = fold(word)
        near = folded in self.words or stem(folded) in self.stems or sound(folded) in self.sounds
        return near or self._of_one_root(folded) or self._widens_to(folded)

    def names(self, word: str) -> bool:
        """A name stands as it was typed, in another case, or in Latin letters."""
        folded = fold(word)
        return folded in self.words or stem(folded) in self.stems or sound(folded) in self.sounds

    def untold(self, questions: str) -> tuple[str, ...]:
        """Words of an English message that say what it is about, and are no name that the questions have."""
        known = {fold(part) for word in words(questions) for part in (word, sound(word))}
        plain = {
            word for section in ("english", "neutral") for line in table()[section]["words"] for word in line.split()
        }
        plain |= {*table()["time"], *table()["numbers"]}
        left = (word for word in words(self.own.text) if not word.isdigit() and word not in plain)
        return tuple(word for word in left if not known & {word, *(sound(fold(each)) for each in readings(word))})

    def _of_one_root(self, folded: str) -> bool:
        return len(folded) >= _COMMON and any(each.startswith(folded[:_COMMON]) for each in self.words)

    def _widens_to(self, folded: str) -> bool:
        official = {stem(part) for said in self.words for way in widen(said) for part in way}
        return stem(folded) in official


def said_of(message: str, previous: Sequence[str], read: Read) -> Said:
    texts = (*previous, message)
    requests = tuple(read(text, tuple(texts[:place])) for place, text in enumerate(texts))
    found = frozenset(_in_greek(texts))
    years = {str(year) for each in requests for year in each.years}
    english = holds_english(message)
    numbers = numbers_of(in_greek_digits(message) if english else message)
    return Said(
        requests=requests,
        own=read(message, ()),
        words=found,
        stems=frozenset(map(stem, found)),
        sounds=frozenset(map(sound, found)),
        numbers=frozenset(
            {
                *numbers,
                *(number for text in texts for number in numbers_of(text)),
                *years,
                *_worded(found),
            }
        ),
        own_numbers=numbers,
        english=english,
    )


def holds_english(text: str) -> bool:
    """Two of its words are English, and none is in Greek letters: it cannot be looked up as it stands."""
    tokens = Page.of(text).tokens
    greek = [token for token in tokens if not token.latin and not any(map(str.isdigit, token.word))]
    english = {word for line in table()["english"]["words"] for word in line.split()}
    return len(english & {token.word for token in tokens}) > 1 and not greek


def _in_greek(texts: Iterable[str]) -> Iterable[str]:
    """Each word, and what it may be where it is in Latin letters: Greeklish, or a word of time in English."""
    for word in (word for text in texts for word in words(text)):
        yield word
        if word.isascii() and not word.isdigit():
            yield from map(fold, readings(word))
            yield from table()["time"].get(word, ())


def numbers_of(text: str) -> frozenset[str]:
    """«5.000,00», «5000» and «5 χιλιάδες» are one number."""
    digits = {plain_number(found) for found in _DIGITS.findall(text)}
    return frozenset(digits | {plain_number(f"{each.value:f}", point=".") for each in find_amounts(text)})


def in_greek_digits(english: str) -> str:
    """«20,000» of an English message is 20000."""
    return _THOUSANDS.sub(lambda found: found.group().replace(",", ""), english)


def plain_number(typed: str, *, point: str = ",") -> str:
    whole, _, cents = typed.rstrip(".,").partition(point)
    bare = re.sub(r"\D", "", whole).lstrip("0") or "0"
    cents = cents.rstrip("0")
    return f"{bare},{cents}" if cents else bare


def _worded(found: Iterable[str]) -> Iterable[str]:
    numbers = table()["numbers"]
    return (each for word in found for each in numbers.get(word, ()))


def periods_of(request: Request) -> tuple[Period, ...]:
    whole = (request.period,) if request.period else ()
    return (*whole, *request.sides.periods)


@cache
def table() -> dict[str, dict[str, tuple[str, ...]]]:
    """`words.toml`, folded: what a word in English may be in Greek."""
    text = files("core.answer.rereading").joinpath("words.toml").read_text(encoding="utf-8")
    return {
        name: {key: tuple(map(fold, str(value).split("|"))) for key, value in section.items()}
        for name, section in tomllib.loads(text).items()
    }
