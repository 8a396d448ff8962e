"""Words that are looked for inside PDFs, and how much of them a passage holds."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from core.answer.quotes import is_denial, tokens_of
from core.domain.document import Passage
from core.greek.fold import words as folded
from core.greek.lexemes import lexemes
from core.greek.numbers import numbers_in_words, says_number

_OF_KIN = 0.5  # a word of the same matter, instead of the one that was asked
_OF_FAMILY = 0.8  # «δημοσίευση» and «δημοσιευθεί»
_FAMILY, _SHARE = 5, 0.7  # letters that two words of one family begin with, and what part of the longer one
_ELSEWHERE = 0.5  # a word that stands elsewhere on the page, or in the act's subject
_DENIED = 4  # letters: «ακυρώθηκε» and «ακύρωσε» deny alike
_LEAST_NUMBER = 2  # «ένα», «μία» are articles


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number of the question: as digits, and as the words that say it."""

    digits: str
    said: tuple[str, ...] = ()

    def stands(self, tokens: frozenset[str]) -> bool:
        return self.digits in tokens or bool(self.said and tokens.issuperset(self.said))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """`lexemes` in the order in which they were asked; `kin`: others that may stand for one of them.

    `bound`: those without which a passage says the opposite of what is asked («απορρίπτονται»).
    """

    lexemes: tuple[str, ...]
    bound: frozenset[str] = frozenset()
    numbers: tuple[Number, ...] = ()
    kin: Mapping[str, frozenset[str]]

    @property
    def every(self) -> frozenset[str]:
        return frozenset(self.lexemes).union(*self.kin.values())

    def share(self, lexeme: str, held: frozenset[str]) -> float:
        """Of one word that was asked: 1 where it stands, less where others of its family or matter do."""
        if lexeme in held:
            return 1.0
        if any(of_family(lexeme, other) for other in held):
            return _OF_FAMILY
        return _OF_KIN if self.kin.get(lexeme, frozenset()) & held else 0.0

    def may_answer(self, passage: Passage, held: frozenset[str]) -> bool:
        """The numbers that were asked stand there, and what was denied is denied."""
        said = tokens(passage) if self.numbers else frozenset()
        denied = all(
            any(shared(lexeme, other) >= _DENIED for other in held) or self.share(lexeme, held) for lexeme in self.bound
        )
        return denied and all(each.stands(said) for each in self.numbers)

    def in_family(self, held: frozenset[str]) -> frozenset[str]:
        """Those of the words that stand here, in whatever form."""
        return frozenset(other for lexeme in self.lexemes for other in held if of_family(lexeme, other))


@lru_cache(maxsize=65_536)
def of_family(one: str, other: str) -> bool:
    """One beginning, which is most of both: noun and verb have stems of their own."""
    begun = shared(one, other)
    return begun >= _FAMILY and begun >= _SHARE * max(len(one), len(other)) and not one[0].isdigit()


def shared(one: str, other: str) -> int:
    """Letters that both begin with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def wanted(asked: Sequence[str], kin: Mapping[str, frozenset[str]]) -> Wanted:
    text = " ".join(asked)
    found = tuple(dict.fromkeys(lexemes(text)))
    return Wanted(
        lexemes=found,
        bound=frozenset(lexemes(" ".join(word for word in folded(text) if is_denial(word)))),
        numbers=tuple(numbers_of(text)),
        kin={lexeme: kin[lexeme] for lexeme in found if lexeme in kin},
    )


def numbers_of(text: str) -> Iterable[Number]:
    """«832», «20.10.2015», «18:30-19:30», «σαράντα πέντε»: what no other number may stand for."""
    yield from (Number(digits=token) for token in tokens_of(text) if token[:1].isdigit())
    run: list[str] = []
    for word in (*folded(text), ""):
        if word and says_number(word):
            run.append(word)
            continue
        value = numbers_in_words(run)
        if value is not None and value >= _LEAST_NUMBER:
            yield Number(digits=str(value), said=tuple(run))
        run = []


def weights(asked: Wanted, held: Mapping[str, int], passages: int) -> dict[str, float]:
    """How much each word tells: rare ones most, those that stand nowhere as much as the rarest."""
    return {lexeme: math.log(1 + passages / max(held.get(lexeme, 0), 0.5)) for lexeme in asked.lexemes}


def tokens(passage: Passage) -> frozenset[str]:
    return frozenset(tokens_of(f"{passage.header} {passage.text}"))


def covered(
    asked: Wanted, weighs: Mapping[str, float], held: frozenset[str], around: frozenset[str] = frozenset()
) -> float:
    """From 0 to 1: how much of what was asked stands here; `around`: lexemes near by, which count for half."""
    total = sum(weighs.values()) or 1.0
    shares = (
        weighs[lexeme] * max(asked.share(lexeme, held), _ELSEWHERE * asked.share(lexeme, around)) for lexeme in weighs
    )
    return sum(shares) / total
