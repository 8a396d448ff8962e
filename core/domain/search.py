"""What a search asks and what it finds: the question in the form of each leg, and the acts that came up, fused."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from core.domain.answer import Row
from core.domain.condition import WordGroup


class Leg(StrEnum):
    """The three ways in which a subject may be near a question (DESIGN §5)."""

    WORDS = "words"
    GRAMS = "grams"
    DENSE = "dense"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchQuery:
    """One question as the legs take it.

    `groups`: its words, each widened, the first alternative as typed. `phrase`: the lexemes in the order typed.
    `grams`: n-grams of each reading (as typed, in Greek letters, corrected): a text is as near as its nearest reading.
    `vectors`: of the same readings; empty where there is no encoder or no index, and that leg stays out.
    """

    groups: tuple[WordGroup, ...] = ()
    phrase: tuple[str, ...] = ()
    grams: tuple[Mapping[int, int], ...] = ()
    vectors: tuple[tuple[float, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPage:
    """Acts in the order of the fusion, one for each distinct subject (`same_subject` counts the others).

    `total`: distinct subjects that came up. `matched`: how many of them hold the question's words, or sound like them;
    with none, nothing was found and the rows are suggestions: nearness of meaning alone decides nothing (DESIGN §5).
    `legs`: those that ran.
    """

    rows: tuple[Row, ...] = ()
    total: int = 0
    matched: int = 0
    legs: tuple[Leg, ...] = ()

    @property
    def found(self) -> bool:
        return self.matched > 0
