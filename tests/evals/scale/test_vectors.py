"""Generated vectors: unit ones, the same for the same text, near those of like subjects."""

import numpy as np

from core.store.embeddings import Text
from evals.scale.vectors import cell, points


def _centres(*samples: str) -> dict[int, np.ndarray]:
    rng = np.random.default_rng(5)
    made = {}
    for sample in samples:
        vector = rng.standard_normal(384, dtype=np.float32)
        made[cell(sample)] = vector / np.linalg.norm(vector)
    return made


def test_points_are_unit_vectors_and_do_not_change():
    texts = [Text(id=1, sample="ΠΡΟΜΗΘΕΙΑ ΚΑΥΣΙΜΩΝ 2015"), Text(id=2, sample="Συντήρηση οχημάτων")]
    centres = _centres(*(text.sample for text in texts))

    one, other = (np.array(list(points(texts, centres))) for _ in range(2))

    assert np.allclose(np.linalg.norm(one, axis=1), 1, atol=1e-5)
    assert np.array_equal(one, other)


def test_subjects_that_differ_by_a_number_stand_together_others_apart():
    texts = [
        Text(id=1, sample="ΠΡΟΜΗΘΕΙΑ ΚΑΥΣΙΜΩΝ 2015"),
        Text(id=2, sample="Προμήθεια καυσίμων 2016"),
        Text(id=3, sample="Συντήρηση οχημάτων"),
    ]
    fuel, again, cars = points(texts, _centres(texts[0].sample, texts[2].sample))

    assert float(fuel @ again) > 0.8
    assert float(fuel @ cars) < 0.5
