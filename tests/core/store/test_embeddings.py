"""What the vectors were made with is remembered; n-grams are weighed by how rare they are."""

import math
from typing import Any

import pytest

from core.domain.search import Leg
from core.errors import Misconfigured
from core.greek.phonetic import grams
from core.store import decisions, embeddings
from core.store.embeddings import Counts, Index, Maker, Missing, Text
from core.store.pool import Pool
from tests.builders import a_decision

MAKER = Maker(model="small", dimension=384, prefixes="query/passage", preparation=1)
OTHERS = [
    Maker(model="large", dimension=384, prefixes="query/passage", preparation=1),
    Maker(model="small", dimension=768, prefixes="query/passage", preparation=1),
    Maker(model="small", dimension=384, prefixes="none", preparation=1),
    Maker(model="small", dimension=384, prefixes="query/passage", preparation=2),
]
VECTOR = [1.0] + [0.0] * 383


async def hold(db: Any, *subjects: str) -> list[Text]:
    await decisions.save(db, decisions=[a_decision(subject) for subject in subjects])
    return await embeddings.texts_after(db, text_id=0, limit=100)


async def test_before_the_first_run_there_is_no_index(db: Any) -> None:
    assert await embeddings.index(db) is None
    embeddings.refuse_other(None, MAKER)


async def test_a_run_notes_what_makes_the_vectors(db: Any) -> None:
    assert await embeddings.begin(db, maker=MAKER, rebuild=False) == Index(maker=MAKER, idf_texts=0)
    assert await embeddings.index(db) == Index(maker=MAKER, idf_texts=0)
    assert await embeddings.begin(db, maker=MAKER, rebuild=False) == Index(maker=MAKER, idf_texts=0)


@pytest.mark.parametrize("other", OTHERS, ids=str)
async def test_another_maker_is_refused_with_the_command_that_mends_it(db: Any, other: Maker) -> None:
    await embeddings.begin(db, maker=MAKER, rebuild=False)
    with pytest.raises(Misconfigured, match="python -m ingest embed --rebuild") as refusal:
        await embeddings.begin(db, maker=other, rebuild=False)
    assert other.model in str(refusal.value)
    assert await embeddings.index(db) == Index(maker=MAKER, idf_texts=0)


async def test_a_rebuild_empties_the_index_and_takes_vectors_of_another_length(db: Any) -> None:
    (text,) = await hold(db, "Καύσιμα")
    await embeddings.begin(db, maker=MAKER, rebuild=False)
    await embeddings.save_vectors(db, made=[(text, VECTOR)])
    await embeddings.begin(db, maker=OTHERS[1], rebuild=True)
    assert not await embeddings.has_vectors(db)
    assert await embeddings.save_vectors(db, made=[(text, [*VECTOR, *[0.0] * 384])]) == 1


async def test_the_vector_of_a_text_that_changed_meanwhile_is_not_kept(db: Any) -> None:
    (text,) = await hold(db, "ΚΑΥΣΙΜΑ")
    await hold(db, "Καύσιμα")
    assert await embeddings.save_vectors(db, made=[(text, VECTOR)]) == 0
    assert [missing.sample for missing in await embeddings.without_vector(db, limit=9)] == ["Καύσιμα"]


async def test_what_is_missing_is_counted_by_the_count_in_force(db: Any) -> None:
    first, second = await hold(db, "Καύσιμα", "Μισθοδοσία")
    await embeddings.save_vectors(db, made=[(first, VECTOR)])
    await embeddings.save_grams(db, made=[(second.id, {7: 1.0})], idf_texts=2)
    assert await embeddings.counts(db) == Counts(texts=2, vectors=1, grams=1, decisions=2)
    assert await embeddings.missing(db, idf_texts=2) == Missing(vectors=1, grams=1)
    assert await embeddings.missing(db, idf_texts=4) == Missing(vectors=1, grams=2)
    assert await embeddings.without_grams(db, idf_texts=2, limit=9) == [first]


async def test_one_run_at_a_time(pool: Pool) -> None:
    async with pool.acquire() as one, pool.acquire() as other:
        assert await embeddings.only_run(one)
        assert not await embeddings.only_run(other)
        await embeddings.end_run(one)
        assert await embeddings.only_run(other)
        await embeddings.end_run(other)


@pytest.mark.parametrize("leg", [Leg.GRAMS, Leg.DENSE])
async def test_an_index_that_was_dropped_is_built_again_and_one_that_is_there_is_left(db: Any, leg: Leg) -> None:
    async def built() -> set[str]:
        rows = await db.fetch("SELECT indexname FROM pg_indexes WHERE indexname LIKE 'text_%_hnsw'")
        return {row["indexname"] for row in rows}

    both = await built()
    await embeddings.drop_index(db, leg=leg)
    assert len(await built()) == 1
    await embeddings.build_index(db, leg=leg)
    await embeddings.build_index(db, leg=leg)
    assert await built() == both


async def test_counts_of_n_grams_are_replaced_and_those_of_a_single_text_left_out_where_there_are_many(db: Any) -> None:
    await embeddings.begin(db, maker=MAKER, rebuild=False)
    await embeddings.save_gram_counts(db, counted={1: 1, 2: 5}, texts=10)
    assert await embeddings.gram_counts(db) == {1: 1, 2: 5}
    await embeddings.save_gram_counts(db, counted={1: 1, 2: 6, 3: 2}, texts=1_000)
    assert await embeddings.gram_counts(db) == {2: 6, 3: 2}
    assert await embeddings.index(db) == Index(maker=MAKER, idf_texts=1_000)


def test_a_rare_n_gram_weighs_more_and_the_length_is_one() -> None:
    weights = embeddings.weighed({1: 1, 2: 1, 3: 2}, {1: 2, 2: 500, 3: 500}, 1_000)
    assert weights[1] > weights[3] > weights[2]
    assert math.isclose(sum(weight**2 for weight in weights.values()), 1)


def test_what_the_count_does_not_know_is_left_out_of_a_text_and_weighs_in_a_question() -> None:
    assert set(embeddings.weighed({1: 1, 9: 1}, {1: 2}, 1_000)) == {1}
    asked = embeddings.weighed({1: 1, 9: 1}, {1: 2}, 1_000, question=True)
    assert asked[9] > asked[1] > 0


def test_of_a_very_long_text_the_heaviest_n_grams_are_kept() -> None:
    counted = {gram: gram + 1 for gram in range(900)}
    assert set(embeddings.weighed(dict.fromkeys(range(900), 1), counted, 1_000)) == set(range(400))


def test_a_text_without_letters_has_no_n_grams() -> None:
    assert embeddings.weighed(grams("…"), {}, 10) == {}
