"""The words leg: BM25 or ts_rank, what goes first, how far words are widened; and what a word is cut down to."""

import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import simplemma
import Stemmer

from core.domain.search import Leg
from core.greek.accents import accented
from core.greek.fold import fold
from core.greek.lexemes import stem
from core.store import search_legs
from core.store.pool import Db
from evals.ablations.bed import Asked, Bed, fused
from evals.ablations.mirror import Cut, How, Mirror
from evals.ablations.paired import DEPTH
from evals.ablations.rows import Way, compared, way
from evals.bench import quantile

_RANKED = "SELECT id FROM texts WHERE lexemes @@ $1::text::tsquery ORDER BY {rank} DESC, id DESC LIMIT $2"
_RANKS = {
    "ts_rank": "ts_rank(lexemes, $1::text::tsquery)",
    "ts_rank, by length (1)": "ts_rank(lexemes, $1::text::tsquery, 1)",
    "ts_rank_cd, by length (1)": "ts_rank_cd(lexemes, $1::text::tsquery, 1)",
}
_FEWEST = 5


def _tsquery(one: Asked, between: str) -> str:
    """The groups of the question, any alternative of each."""
    groups = []
    for group in one.query.groups:
        phrases = (" <-> ".join(f"'{lexeme}'" for lexeme in phrase) for phrase in group.alternatives if phrase)
        groups.append("(" + " | ".join(f"({phrase})" for phrase in phrases) + ")")
    return f" {between} ".join(group for group in groups if group != "()")


async def _ts_ranked(db: Db, one: Asked, rank: str) -> list[int]:
    """All the words; any of them when fewer than five texts hold all."""
    found: list[int] = []
    for between in "&|":
        query = _tsquery(one, between)
        if query and len(found) < _FEWEST:
            more = [record["id"] for record in await db.fetch(_RANKED.format(rank=rank), query, DEPTH)]
            found = list(dict.fromkeys([*found, *more]))
    return found[:DEPTH]


async def _timed(bed: Bed, name: str, rank: str | None) -> Way:
    """By the statement of the application, or by `ts_rank`; both over the same lexemes, in the database."""
    orders, times = [], []
    async with bed.pool.acquire() as connection:
        for one in bed.asked:
            started = time.perf_counter()
            if rank is None:
                found = await search_legs.words(connection, query=one.query, scope=bed.scope)
                orders.append([each.text_id for each in found])
            else:
                orders.append(await _ts_ranked(connection, one, rank))
            times.append(1000 * (time.perf_counter() - started))
    return Way(name=name, orders=orders, measured=_spent(times))


def _spent(times: Sequence[float]) -> dict[str, float]:
    return {f"ms_p{int(share * 100)}": round(quantile(times, share), 1) for share in (0.5, 0.95)}


def _with_dense(asked: Sequence[Asked], one: Way) -> Way:
    orders = [
        fused(words, each.legs[Leg.DENSE], each.legs[Leg.GRAMS]) for words, each in zip(one.orders, asked, strict=True)
    ]
    return Way(name=one.name, orders=orders, measured=one.measured)


def _told(bed: Bed, ways: Sequence[Way]) -> dict[str, Any]:
    both = [_with_dense(bed.asked, one) for one in ways]
    return {"texts": len(bed.texts), "alone": compared(bed.asked, ways), "fused": compared(bed.asked, both)}


async def ranking(bed: Bed) -> dict[str, Any]:
    """The database's own rankings, and, in memory, the leg with one thing left out (`agree`: the same first ten)."""
    built = await _timed(bed, "BM25, phrase > all > half of the weight", None)
    ways = [built, *[await _timed(bed, name, rank) for name, rank in _RANKS.items()]]
    mirror = Mirror(bed.texts, stem)
    same = way("the same in memory", bed.asked, partial(mirror.find, how=How()))
    agree = [mine[:10] == theirs[:10] for mine, theirs in zip(same.orders, built.orders, strict=True)]
    ways += [
        same,
        way("no phrase first", bed.asked, partial(mirror.find, how=How(phrase=False))),
        way("no phrase, no whole first", bed.asked, partial(mirror.find, how=How(phrase=False, whole=False))),
        way("k1 = 0.6", bed.asked, partial(mirror.find, how=How(k1=0.6))),
        way("k1 = 2", bed.asked, partial(mirror.find, how=How(k1=2.0))),
        way("b = 0.4", bed.asked, partial(mirror.find, how=How(b=0.4))),
        way("b = 1", bed.asked, partial(mirror.find, how=How(b=1.0))),
        way("words as asked, not widened", bed.asked, partial(mirror.find, how=How(), widen=False)),
    ]
    return _told(bed, ways) | {"agree": round(sum(agree) / len(agree), 3)}


def _snowball() -> Cut:
    stemmer = Stemmer.Stemmer("greek")
    return lambda word: str(stemmer.stemWord(word))


def _lemma(word: str) -> str:
    """Of the accented form: the list of lemmas knows no other."""
    return fold(simplemma.lemmatize(accented(word) or word, lang="el"))


async def forms(bed: Bed) -> dict[str, Any]:
    """In memory, over the same questions as they were read: spelling is mended before, by our stems, in every row."""
    cuts: dict[str, Cut] = {
        "our stems": stem,
        "Snowball as it stands": _snowball(),
        "lemmas (simplemma)": _lemma,
        "whole words": lambda word: word,
    }
    ways = []
    for name, cut in cuts.items():
        mirror = Mirror(bed.texts, cut)
        sizes = {"lexemes": len(mirror.postings), "postings": sum(map(len, mirror.postings.values()))}
        ways.append(way(name, bed.asked, partial(mirror.find, how=How()), **sizes))
    return _told(bed, ways)
