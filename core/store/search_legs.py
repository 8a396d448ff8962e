"""The three legs of search: each gives the texts nearest to a question in its own way, bound by the same filter."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pgvector import HalfVector

from core.domain.condition import WordGroup
from core.domain.search import SearchQuery
from core.store import embeddings, sql
from core.store.pool import Db

STATEMENTS = sql.load("search")

CANDIDATES = 50
SOUNDS_ALIKE = 0.45  # cosine of n-grams from which a subject counts as found by its sound; what is absent stays under
_TEXTS_READ = 20_000  # of a very common word only the newest texts are ranked
_ENOUGH = 0.5  # of the weight of the question's words
_WIDENED = 0.8  # an official word for an everyday one counts a little less than the word as typed


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """A filter as the statements take it, and the ids of the texts that pass it while they are few (null: wide)."""

    arguments: tuple[object, ...]
    ids: list[int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A text that a leg found; `counts` when it makes the search a find, not only a suggestion."""

    text_id: int
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Term:
    """A lexeme of one alternative of one group of words."""

    lexeme: str
    group: int
    alternative: int
    size: int
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class _Facts:
    """How rare lexemes are, among how many texts, of what length."""

    texts: Mapping[str, int]
    all_texts: int
    mean_length: float

    def rarity(self, lexeme: str) -> float:
        held = min(self.texts.get(lexeme, 0), self.all_texts)
        return math.log(1 + (self.all_texts - held + 0.5) / (held + 0.5))

    def is_held(self, group: WordGroup) -> bool:
        return any(all(self.texts.get(lexeme) for lexeme in phrase) for phrase in group.alternatives)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """A question's words as the statement takes them.

    `enough`: the weight that brings a text up, half of the words that some subject holds. `found`: beyond it a text is
    a find, half of all the words, so that one word of a question about something else finds nothing.
    """

    terms: tuple[_Term, ...]
    weights: tuple[float, ...]
    needed: tuple[str, ...]
    enough: float
    found: float


def _group_rarity(group: WordGroup, facts: _Facts) -> float:
    """A group is as common as its commonest alternative, and that as rare as its rarest lexeme."""
    return min(max(map(facts.rarity, phrase)) for phrase in group.alternatives)


def _weight_of_all(weights: Sequence[float], held: Sequence[int]) -> float:
    """A word that no subject holds counts as much as the rarest that one does."""
    known = [weights[place] for place in held]
    return sum(known) + max(known, default=0) * (len(weights) - len(known))


def _needed(groups: Sequence[WordGroup], weights: Sequence[float], enough: float, facts: _Facts) -> tuple[str, ...]:
    """Lexemes one of which every answer holds: the commonest groups, while not enough together, lead nowhere."""
    left, needed = enough, []
    for place in sorted(range(len(groups)), key=lambda place: weights[place]):
        if left - weights[place] > 0:
            left -= weights[place]
            continue
        needed += [max(phrase, key=facts.rarity) for phrase in groups[place].alternatives]
    return tuple(dict.fromkeys(needed))


def _plan(groups: Sequence[WordGroup], facts: _Facts) -> _Plan:
    weights = [_group_rarity(group, facts) for group in groups]
    held = [place for place, group in enumerate(groups) if facts.is_held(group)]
    enough = _ENOUGH * sum(weights[place] for place in held)
    terms, alternative = [], 0
    for place, group in enumerate(groups):
        for rank, phrase in enumerate(group.alternatives):
            alternative += 1
            weight = weights[place] * (_WIDENED if rank else 1.0)
            lexemes = tuple(dict.fromkeys(phrase))
            terms += [
                _Term(lexeme=one, group=place + 1, alternative=alternative, size=len(lexemes), weight=weight)
                for one in lexemes
            ]
    return _Plan(
        terms=tuple(terms),
        weights=tuple(weights),
        needed=_needed([groups[place] for place in held], [weights[place] for place in held], enough, facts),
        enough=enough,
        found=_ENOUGH * _weight_of_all(weights, held),
    )


async def _facts(db: Db, groups: Sequence[WordGroup]) -> _Facts:
    lexemes = sorted({lexeme for group in groups for phrase in group.alternatives for lexeme in phrase})
    records = await db.fetch(STATEMENTS.lexeme_facts, lexemes)
    return _Facts(
        texts={record["lexeme"]: record["texts"] for record in records},
        all_texts=max(1, records[0]["all_texts"]),
        mean_length=records[0]["mean_length"],
    )


def _phrase(lexemes: Sequence[str]) -> str | None:
    return " <-> ".join(f"'{lexeme}'" for lexeme in lexemes) if len(lexemes) > 1 else None


async def words(db: Db, *, query: SearchQuery, scope: Scope) -> list[Candidate]:
    """BM25, a phrase before all the words, all before enough of them."""
    groups = [group for group in query.groups if group.alternatives and all(group.alternatives)]
    if not groups:
        return []
    facts = await _facts(db, groups)
    plan = _plan(groups, facts)
    if not plan.needed:
        return []
    records = await db.fetch(
        STATEMENTS.words,
        *scope.arguments,
        [term.lexeme for term in plan.terms],
        [term.group for term in plan.terms],
        [term.alternative for term in plan.terms],
        [term.size for term in plan.terms],
        [term.weight for term in plan.terms],
        list(plan.weights),
        list(plan.needed),
        plan.enough,
        _phrase(query.phrase),
        facts.mean_length,
        scope.ids,
        CANDIDATES,
        _TEXTS_READ,
    )
    return [Candidate(text_id=record["text_id"], counts=record["matched"] > plan.found) for record in records]


async def grams(db: Db, *, query: SearchQuery, scope: Scope) -> list[Candidate]:
    """Nearest by sound: what is misspelled, spelled by ear, or in Latin letters."""
    asked = [reading for reading in query.grams if reading]
    index = await embeddings.index(db) if asked else None
    if index is None or not index.idf_texts:
        return []
    wanted = sorted({gram for reading in asked for gram in reading})
    counted = {record["gram"]: record["texts"] for record in await db.fetch(STATEMENTS.gram_counts, wanted)}
    weighed = [embeddings.weighed(reading, counted, index.idf_texts, question=True) for reading in asked]
    vectors = [embeddings.sparse(weights) for weights in weighed]
    near = await _nearest(db, STATEMENTS.grams_narrow, STATEMENTS.grams_wide, vectors, scope)
    return [Candidate(text_id=text_id, counts=1 - distance >= SOUNDS_ALIKE) for text_id, distance in near]


async def dense(db: Db, *, query: SearchQuery, scope: Scope) -> list[Candidate]:
    """Nearest in meaning. Its cosines have no absolute meaning with E5: they decide nothing but the order."""
    vectors = [HalfVector(list(vector)) for vector in query.vectors]
    near = await _nearest(db, STATEMENTS.dense_narrow, STATEMENTS.dense_wide, vectors, scope)
    return [Candidate(text_id=text_id, counts=False) for text_id, _ in near]


async def _nearest(db: Db, narrow: str, wide: str, vectors: Sequence[Any], scope: Scope) -> list[tuple[int, float]]:
    """A text is as near as its nearest reading."""
    best: dict[int, float] = {}
    for vector in vectors:
        if scope.ids is None:
            records = await db.fetch(wide, *scope.arguments, vector, CANDIDATES)
        else:
            records = await db.fetch(narrow, vector, scope.ids, CANDIDATES)
        for record in records:
            if not math.isnan(record["distance"]):
                best[record["text_id"]] = min(record["distance"], best.get(record["text_id"], 2.0))
    return sorted(best.items(), key=lambda item: (item[1], -item[0]))[:CANDIDATES]
