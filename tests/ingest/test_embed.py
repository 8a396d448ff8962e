"""`ingest embed`: each distinct text once, newest first, on from where a killed run stopped, anew when it must."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import pytest

from core.domain.decision import Decision
from core.errors import Misconfigured, Unavailable
from core.greek.accents import prepare
from core.store import decisions, embeddings
from core.store.pool import Pool
from ingest.embed import Report, embed
from tests.builders import a_decision
from tests.embedders import FakeEmbedder

LETTERS = "αβγδεζηθικλμνξοπρστυφχψω"


def subjects(count: int) -> list[str]:
    return [f"προμήθεια {LETTERS[n % 24]}{LETTERS[n // 24 % 24]}{LETTERS[n // 576]}ας" for n in range(count)]


async def hold(pool: Pool, *acts: Decision) -> None:
    async with pool.acquire() as db, db.transaction():
        await decisions.save(db, decisions=acts)
        await decisions.refresh_statistics(db)


async def run(pool: Pool, embedder: Any, *, rebuild: bool = False) -> Report:
    return await embed(pool, embedder, rebuild=rebuild, watch=lambda _: None)


class KilledEmbedder(FakeEmbedder):
    """Stops the run in the middle of its second batch."""

    async def encode_passages(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        if self.encoded:
            raise ConnectionAbortedError
        return await super().encode_passages(texts)


async def test_each_prepared_text_is_encoded_once_and_every_text_has_its_vector(fresh: Pool) -> None:
    await hold(fresh, *(a_decision(subject) for subject in ("ΚΑΥΣΙΜΑ ΚΙΝΗΣΗΣ", "Καύσιμα  κίνησης", "Μισθοδοσία")))
    embedder = FakeEmbedder()
    report = await run(fresh, embedder)
    assert sorted(embedder.encoded) == sorted(map(prepare, ("Καύσιμα κίνησης", "Μισθοδοσία")))
    assert (report.texts, report.decisions, report.vectors, report.grams) == (2, 3, 2, 2)
    assert await embeddings.missing(fresh, idf_texts=2) == embeddings.Missing(vectors=0, grams=0)


async def test_texts_of_the_newest_acts_come_first(fresh: Pool) -> None:
    acts = [
        a_decision(subject, issued_on=date(2024, 1, 1) + timedelta(days=n)) for n, subject in enumerate(subjects(9))
    ]
    await hold(fresh, *acts)
    embedder = FakeEmbedder()
    await run(fresh, embedder)
    assert embedder.encoded == [prepare(act.subject) for act in reversed(acts)]


async def test_a_second_run_has_nothing_to_do(fresh: Pool) -> None:
    await hold(fresh, *map(a_decision, subjects(5)))
    await run(fresh, FakeEmbedder())
    again = FakeEmbedder()
    report = await run(fresh, again)
    assert (again.encoded, report.vectors, report.grams, report.counted) == ([], 0, 0, 0)


async def test_after_a_kill_the_next_run_goes_on_and_encodes_nothing_twice(fresh: Pool) -> None:
    await hold(fresh, *map(a_decision, subjects(300)))
    killed, after = KilledEmbedder(), FakeEmbedder()
    with pytest.raises(ConnectionAbortedError):
        await run(fresh, killed)
    kept = (await embeddings.counts(fresh)).vectors
    assert kept == len(killed.encoded) > 0
    report = await run(fresh, after)
    assert report.vectors == 300 - kept
    assert not set(killed.encoded) & set(after.encoded)


async def test_n_grams_are_counted_anew_once_there_are_twice_as_many_texts(fresh: Pool) -> None:
    everything = [a_decision(subject) for subject in subjects(8)]
    runs = []
    for held in (3, 5, 6, 8):
        await hold(fresh, *everything[:held])
        report = await run(fresh, FakeEmbedder())
        runs.append((report.counted, report.grams))
    assert runs == [(3, 3), (0, 2), (6, 6), (0, 2)]


async def test_an_index_made_by_another_model_is_refused_and_rebuilt_when_asked(fresh: Pool) -> None:
    await hold(fresh, *map(a_decision, subjects(3)))
    await run(fresh, FakeEmbedder())
    other = FakeEmbedder(dimension=64)
    with pytest.raises(Misconfigured, match="--rebuild"):
        await run(fresh, other)
    assert other.encoded == []
    report = await run(fresh, other, rebuild=True)
    assert (report.vectors, report.grams) == (3, 3)


async def test_two_runs_at_once_are_one_run(fresh: Pool) -> None:
    await hold(fresh, *map(a_decision, subjects(2)))
    async with fresh.acquire() as other:
        assert await embeddings.only_run(other)
        with pytest.raises(Unavailable, match="Τρέχει ήδη"):
            await run(fresh, FakeEmbedder())
        await embeddings.end_run(other)
    assert (await run(fresh, FakeEmbedder())).vectors == 2


async def test_without_decisions_there_is_nothing_to_embed(fresh: Pool) -> None:
    report = await run(fresh, FakeEmbedder())
    assert (report.texts, report.vectors, report.grams) == (0, 0, 0)


async def test_progress_is_told_batch_by_batch(fresh: Pool) -> None:
    await hold(fresh, *map(a_decision, subjects(300)))
    seen: list[tuple[int, int]] = []
    await embed(fresh, FakeEmbedder(), rebuild=False, watch=lambda report: seen.append((report.grams, report.vectors)))
    assert seen == sorted(seen)
    assert len({vectors for _, vectors in seen}) >= 3
    assert seen[-1] == (300, 300)
