"""From words to a page of acts: readings, exclusions, and search by meaning only with vectors of the same maker."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from core.answer import searching, topics
from core.domain.condition import DecisionFilter
from core.domain.search import Leg, SearchPage
from core.errors import Misconfigured, Unavailable
from core.store import decisions, embeddings
from core.store.embeddings import Text
from tests.builders import BODY, OTHER_BODY, a_decision
from tests.embedders import FakeEmbedder

SUBJECTS = ("Προμήθεια καυσίμων κίνησης", "Προμήθεια ελαστικών", "Συντήρηση σχολικών κτιρίων", "Μισθοδοσία")


class DumbEmbedder(FakeEmbedder):
    """Never answers in time."""

    async def encode_query(self, text: str) -> Sequence[float]:
        raise Unavailable("δεν απάντησε")


@pytest.fixture
async def held(db: Any) -> Any:
    await decisions.save(db, decisions=[a_decision(subject) for subject in SUBJECTS])
    await decisions.save(db, decisions=[a_decision("Καύσιμα θέρμανσης", body=OTHER_BODY)])
    await decisions.refresh_statistics(db)
    await fill(db, FakeEmbedder())
    return db


async def fill(db: Any, embedder: FakeEmbedder) -> None:
    await embeddings.begin(db, maker=searching.maker(embedder), rebuild=False)
    texts: list[Text] = await embeddings.texts_after(db, text_id=0, limit=100)
    vectors = await embedder.encode_passages([text.sample for text in texts])
    await embeddings.save_vectors(db, made=zip(texts, vectors, strict=True))


async def find(
    db: Any,
    *words: str,
    embedder: FakeEmbedder | None = None,
    where: DecisionFilter = DecisionFilter(),  # noqa: B008  (frozen)
    exclude: Sequence[str] = (),
    bind: bool = False,
) -> SearchPage:
    topic = await topics.resolve(db, words=words, exclude=exclude)
    return await searching.find(
        db,
        embedder=embedder,
        words=words,
        topic=topic,
        where=replace(where, condition=topic.condition),
        limit=5,
        bind=bind,
    )


async def test_the_act_that_holds_the_words_comes_first(held: Any) -> None:
    page = await find(held, "καύσιμα", "κίνησης", embedder=FakeEmbedder())
    assert (page.rows[0].subject, page.found) == ("Προμήθεια καυσίμων κίνησης", True)
    assert page.legs == (Leg.WORDS, Leg.DENSE)


async def test_words_are_asked_and_required_only_when_bound(held: Any) -> None:
    near = await find(held, "καύσιμα", "ρουκέτες", embedder=FakeEmbedder())
    assert near.rows
    bound = await find(held, "καύσιμα", "ρουκέτες", embedder=FakeEmbedder(), bind=True)
    assert (bound.rows, bound.total) == ((), 0)


async def test_what_is_excluded_never_comes_up(held: Any) -> None:
    page = await find(held, "προμήθεια", exclude=["ελαστικά"], embedder=FakeEmbedder())
    assert page.rows
    assert "Προμήθεια ελαστικών" not in [row.subject for row in page.rows]


async def test_the_filter_binds(held: Any) -> None:
    page = await find(held, "καύσιμα", where=DecisionFilter(organizations=(BODY,)), embedder=FakeEmbedder())
    assert {row.organization_uid for row in page.rows} == {BODY}


async def test_greeklish_is_searched_as_typed_and_as_read(held: Any) -> None:
    embedder = FakeEmbedder()
    page = await find(held, "kausima", embedder=embedder)
    assert embedder.asked == ["kausima", "καύσιμα"]
    assert page.rows[0].subject in ("Καύσιμα θέρμανσης", "Προμήθεια καυσίμων κίνησης")


async def test_accents_are_put_back_for_the_encoder_and_the_readers_own_stay(held: Any) -> None:
    embedder = FakeEmbedder()
    await find(held, "ΣΥΝΤΗΡΗΣΗ", "κτίρίων", embedder=embedder)
    assert embedder.asked[0] == "συντήρηση κτίρίων"


async def test_without_an_encoder_sounds_and_words_answer(held: Any) -> None:
    page = await find(held, "καύσιμα")
    assert (page.found, Leg.DENSE in page.legs) == (True, False)


async def test_an_encoder_that_does_not_answer_is_left_out(held: Any) -> None:
    page = await find(held, "καύσιμα", embedder=DumbEmbedder())
    assert (page.found, Leg.DENSE in page.legs) == (True, False)


async def test_vectors_of_another_model_are_never_compared(held: Any) -> None:
    other = FakeEmbedder()
    other.model = "another"
    page = await find(held, "καύσιμα", embedder=other)
    assert (other.asked, Leg.DENSE in page.legs) == ([], False)
    with pytest.raises(Misconfigured, match="--rebuild"):
        await searching.index_state(held, embedder=other)


async def test_the_state_of_the_index_is_a_sentence(db: Any) -> None:
    embedder = FakeEmbedder()
    assert not (await searching.index_state(db, embedder=None)).dense
    await decisions.save(db, decisions=[a_decision("Καύσιμα"), a_decision("Μισθοδοσία")])
    state = await searching.index_state(db, embedder=embedder)
    assert (state.dense, "0 από 2" in state.sentence, "ingest embed" in state.sentence) == (False, True, True)
    await fill(db, embedder)
    state = await searching.index_state(db, embedder=embedder)
    assert (state.dense, state.sentence) == (True, "Έτοιμα και τα 2 θέματα.")
