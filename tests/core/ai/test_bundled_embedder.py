"""The bundled model through its port: unit vectors, order kept, the event loop free, a late answer is Unavailable."""

import asyncio
import time
from collections.abc import Iterator

import numpy as np
import pytest

from core.ai.bundled_embedder import BundledEmbedder
from core.errors import Unavailable

SUBJECTS = [
    "προμήθεια καυσίμων κίνησης και θέρμανσης",
    "συντήρηση δημοτικού φωτισμού",
    "αποκομιδή απορριμμάτων και ανακύκλωση",
    "έγκριση μετακίνησης προέδρου",
    "προμήθεια ελαστικών για τα οχήματα του δήμου",
    "μίσθωση ακινήτου για τη στέγαση του παιδικού σταθμού",
    "ορισμός δικηγόρου",
    "καταβολή μισθωμάτων",
    "διάθεση πίστωσης",
    "πρόσληψη εποχικού προσωπικού",
]


@pytest.fixture(scope="module")
def embedder() -> Iterator[BundledEmbedder]:
    made = BundledEmbedder()
    yield made
    made.close()


async def test_vectors_are_unit_and_of_the_declared_dimension(embedder: BundledEmbedder) -> None:
    vectors = np.array([await embedder.encode_query("καύσιμα"), *await embedder.encode_passages(SUBJECTS)])
    assert vectors.shape == (1 + len(SUBJECTS), embedder.dimension)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-4)


async def test_a_question_is_nearest_to_the_subject_that_means_it(embedder: BundledEmbedder) -> None:
    passages = np.array(await embedder.encode_passages(SUBJECTS))
    for question, expected in (("λάστιχα αυτοκινήτων", 4), ("σκουπίδια", 2), ("ενοίκιο για νηπιαγωγείο", 5)):
        assert int(np.argmax(passages @ np.array(await embedder.encode_query(question)))) == expected


async def test_a_batch_gives_what_one_by_one_gives(embedder: BundledEmbedder) -> None:
    together = np.array(await embedder.encode_passages(SUBJECTS))
    alone = np.array([(await embedder.encode_passages([subject]))[0] for subject in SUBJECTS])
    assert float((together * alone).sum(axis=1).min()) > 0.9995


async def test_texts_of_any_kind_give_finite_vectors_in_a_batch(embedder: BundledEmbedder) -> None:
    odd = ["", " ", "🙂🙂", "a\0b", "ΛΟΓΟΣ " * 700, "x" * 20_000, "½ ℡ ﬁ", "\n\t", "ὀξεῖα", "漢字", "123/45"]
    vectors = np.array(await embedder.encode_passages(odd))
    assert np.isfinite(vectors).all()
    alone = np.array([(await embedder.encode_passages([text]))[0] for text in odd])
    assert float((vectors * alone).sum(axis=1).min()) > 0.999


async def test_no_texts_give_no_vectors(embedder: BundledEmbedder) -> None:
    assert await embedder.encode_passages([]) == []


async def test_the_event_loop_stays_free_while_a_batch_is_encoded(embedder: BundledEmbedder) -> None:
    batch = asyncio.create_task(embedder.encode_passages(SUBJECTS * 8))
    beats = 0
    while not batch.done():
        await asyncio.sleep(0.002)
        beats += 1
    assert len(await batch) == len(SUBJECTS) * 8
    assert beats > 20


async def test_a_late_answer_is_unavailable_in_greek() -> None:
    slow = BundledEmbedder(query_seconds=0.05)
    slow._one.submit(time.sleep, 0.4)
    with pytest.raises(Unavailable, match="δεν απάντησε"):
        await slow.encode_query("καύσιμα")
    slow.close()


async def test_a_question_asked_again_is_not_encoded_again(embedder: BundledEmbedder) -> None:
    first = await embedder.encode_query("ασφαλτοστρώσεις δρόμων")
    assert await embedder.encode_query("ασφαλτοστρώσεις δρόμων") is first
    assert await embedder.encode_query("ασφαλτοστρώσεις οδών") != first
