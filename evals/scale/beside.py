"""The usual recipe of search beside ours in one run, over generated subjects: whether it is found, and how fast.

Each question is some words of one subject, without accents, every second one with a slip in each long word; what
answers it is every subject that holds all of the words as they were written, told by plain comparison of words.
Generated vectors say nothing of rare words, so the leg by meaning finds nearly none of them, for the recipe as for us:
the quality of both over real subjects and vectors is `evals.seed_recipe`'s.
"""

import random
from collections.abc import AsyncIterator
from typing import Any

import asyncpg

from core.app import open_embedder
from core.greek.fold import words
from core.greek.lexemes import STOP_WORDS
from core.settings import Settings
from core.store import embeddings
from core.store.pool import Pool, open_pool
from core.store.server import Server
from evals.search import Case, misspelled
from evals.seed_recipe import SET_UP, Ours, Recipe, asked

_TABLE = "evals_recipe_texts"  # kept: a bed is asked again
_QUESTIONS = 60
_LEAST, _MOST = 3, 5  # words of a question
_PAGE = 10_000
_SOME = "SELECT id, sample FROM texts ORDER BY md5(sample) LIMIT $1"


async def beside(settings: Settings, server: Server) -> dict[str, Any]:
    """Each in turn, twice, with an encoder that remembers no question; the second time is told."""
    owner = await asyncpg.connect(server.owner_dsn())
    try:
        await owner.execute(SET_UP.format(name=_TABLE))
    finally:
        await owner.close()
    async with await open_pool(server.app_dsn(), min_size=3, max_size=6, command_seconds=120) as pool:
        cases = await _cases(pool)
        told: dict[str, Any] = {"questions": len(cases)}
        for _ in range(2):
            told["recipe"] = await asked(Recipe(server.owner_dsn(), open_embedder(settings), _TABLE), cases)
            told["ours"] = await asked(Ours(pool, open_embedder(settings)), cases)
    theirs, ours = told["recipe"], told["ours"]
    gained = ours["quality"]["fused"]["success_5"] - theirs["quality"]["fused"]["success_5"]
    faster = ours["milliseconds"]["p50"] <= theirs["milliseconds"]["p50"]
    return told | {"gained": round(gained, 3), "met": gained >= 0.12 and faster}


async def _cases(pool: Pool) -> list[Case]:
    rng = random.Random(1)
    drawn = [_drawn(record["sample"], rng) for record in await pool.fetch(_SOME, 3 * _QUESTIONS)]
    wanted = list(dict.fromkeys(each for each in drawn if len(each) >= _LEAST))[:_QUESTIONS]
    held: dict[tuple[str, ...], set[int]] = {each: set() for each in wanted}
    async for texts in _pages(pool):
        for text in texts:
            own = set(words(text.sample))
            for each, found in held.items():
                if own.issuperset(each):
                    found.add(text.id)
    return [
        Case(
            id=f"K-{place}",
            words=(" ".join(misspelled(each, rng) if place % 2 else each),),
            kind="typo" if place % 2 else "plain",
            relevant=frozenset(found),
            first=False,
        )
        for place, (each, found) in enumerate(held.items())
    ]


def _drawn(sample: str, rng: random.Random) -> tuple[str, ...]:
    """Words in their order, but for those of every sentence, numbers and letters alone."""
    told = [word for word in dict.fromkeys(words(sample)) if len(word) > 3 and word not in STOP_WORDS]
    told = [word for word in told if word.isalpha()]
    kept = sorted(rng.sample(range(len(told)), min(_MOST, len(told))))
    return tuple(told[place] for place in kept)


async def _pages(pool: Pool) -> AsyncIterator[list[embeddings.Text]]:
    last = 0
    while texts := await embeddings.texts_after(pool, text_id=last, limit=_PAGE):
        yield texts
        last = texts[-1].id
