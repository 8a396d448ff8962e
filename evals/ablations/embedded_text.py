"""What text is embedded: case, accents and where they come from, the type, the payee, the codes; and which prefix."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from core.domain.search import Leg
from core.domain.types import DECISION_TYPES
from core.greek.accents import accented, prepare
from core.greek.fold import fold, join_acronyms, tidy
from evals.ablations.bed import Asked, Bed, fused
from evals.ablations.rows import Way, compared
from evals.ablations.vectors import Exact, Store, built, sample, within

_WORD = re.compile(r"[^\W\d_]+")
_MARK = re.compile("[άέήίόύώΐΰ]")
_AROUND = """
SELECT DISTINCT ON (d.text_id) d.text_id, d.decision_type,
       ARRAY(SELECT DISTINCT p.name FROM line_payees p
              WHERE p.organization_uid = d.organization_uid AND p.ada = d.ada AND p.name IS NOT NULL
                AND p.is_natural IS NOT TRUE LIMIT 3) AS payees,
       ARRAY(SELECT DISTINCT c.code FROM money_lines l, unnest(array_append(l.cpvs, l.kae)) AS c(code)
              WHERE l.organization_uid = d.organization_uid AND l.ada = d.ada AND c.code IS NOT NULL LIMIT 4) AS codes
  FROM decisions d
 WHERE d.text_id = ANY($1)
 ORDER BY d.text_id, d.issued_on DESC, d.ada DESC
"""
_BUILT = "prepared (small letters, accents of the list and its endings)"
TYPE_BEFORE = "prepared, type before"
_AROUND_IT = {
    "prepared, payees after": {"payees": True},
    "prepared, payees and codes after": {"payees": True, "codes": True},
}
Text = Callable[[int], str]
Vector = Sequence[float]


def _by_word(text: str, read: Callable[[str], str]) -> str:
    """Small letters; a word without an accent is read anew."""

    def one(found: re.Match[str]) -> str:
        small = found.group().lower()
        return small if _MARK.search(small) else read(small)

    return _WORD.sub(one, join_acronyms(tidy(text)))


def _learnt(texts: Mapping[int, str]) -> dict[str, str]:
    """Folded word → its commonest accented form among the subjects themselves."""
    counted: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for text in texts.values():
        for word in _WORD.findall(text):
            if _MARK.search(word.lower()):
                counted[fold(word)][word.lower()] += 1
    return {word: forms.most_common(1)[0][0] for word, forms in counted.items()}


async def texts_of(bed: Bed, ids: Sequence[int]) -> dict[str, Text]:
    """Way → the text of an id that is embedded; the application's own first."""
    around = {record["text_id"]: record for record in await bed.pool.fetch(_AROUND, list(ids))}
    learnt = _learnt(bed.texts)

    def beside(text_id: int, *, kind: bool = False, payees: bool = False, codes: bool = False) -> str:
        record = around[text_id]
        parts = [DECISION_TYPES[record["decision_type"]].title] if kind else []
        parts += [bed.texts[text_id], *(record["payees"] if payees else ()), *(record["codes"] if codes else ())]
        return prepare(". ".join(parts))

    def listed(word: str) -> str:
        return (accented(word) or word).lower()

    return {
        _BUILT: lambda one: prepare(bed.texts[one]),
        "as published": lambda one: bed.texts[one],
        "small letters, accents as published": lambda one: tidy(bed.texts[one]).lower(),
        "small letters, no accents": lambda one: fold(bed.texts[one]),
        "accents of the list alone": lambda one: _by_word(bed.texts[one], listed),
        "accents learnt from the subjects": lambda one: _by_word(bed.texts[one], lambda word: learnt.get(word, word)),
        TYPE_BEFORE: partial(beside, kind=True),
        **{name: partial(beside, **parts) for name, parts in _AROUND_IT.items()},
    }


async def text(bed: Bed) -> dict[str, Any]:
    """Case and accents, over a sample. The questions are prepared in every row."""
    return await _embedded(bed, sample(bed), lambda name: name not in _AROUND_IT)


async def around(bed: Bed) -> dict[str, Any]:
    """The same, with what stands beside the subject in the newest act that has it."""
    return await _embedded(bed, sample(bed), lambda name: name == _BUILT or name in _AROUND_IT)


async def typed(bed: Bed) -> dict[str, Any]:
    """The type before the subject, over every text: what a sample says of it is only a lead."""
    return await _embedded(bed, sorted(bed.texts), lambda name: name in (_BUILT, TYPE_BEFORE))


async def _embedded(bed: Bed, ids: Sequence[int], chosen: Callable[[str], bool]) -> dict[str, Any]:
    store = await passages(bed, ids)
    ways = []
    for name, make in (await texts_of(bed, ids)).items():
        if chosen(name):
            rows = await store.rows([make(text_id) for text_id in ids])
            ways += both(bed, name, Exact(ids=np.array(ids), rows=rows), lambda one: one.query.vectors)
    return told(bed, ids, ways)


async def passages(bed: Bed, ids: Sequence[int]) -> Store:
    store = Store(bed.place, "passages", bed.embedder.encode_passages)
    store.give([prepare(bed.texts[text_id]) for text_id in ids], await built(bed, ids))
    return store


async def prefixes(bed: Bed) -> dict[str, Any]:
    """E5's «query: » and «passage: », on either side; and the accents of the question."""
    ids = sample(bed)
    texts = [prepare(bed.texts[text_id]) for text_id in ids]
    passages = Exact(ids=np.array(ids), rows=await built(bed, ids))
    queries = Exact(ids=np.array(ids), rows=await Store(bed.place, "queries", partial(_as_queries, bed)).rows(texts))
    asked = {
        "query": lambda text: bed.embedder.encode_query(prepare(text)),
        "passage": partial(_as_passage, bed),
        "typed": bed.embedder.encode_query,
        "folded": lambda text: bed.embedder.encode_query(fold(text)),
    }
    vectors = {
        name: {one.readings: [await encode(text) for text in one.readings] for one in bed.of("golden", "heldout")}
        for name, encode in asked.items()
    }
    ways: list[Way] = []
    for name, exact, side in (
        ("question query, text passage", passages, "query"),
        ("both query", queries, "query"),
        ("both passage", passages, "passage"),
        ("question passage, text query", queries, "passage"),
        ("question as typed (accents not put back)", passages, "typed"),
        ("question without accents", passages, "folded"),
    ):
        ways += both(bed, name, exact, partial(_of, vectors[side]))
    return told(bed, ids, ways)


def _of(vectors: Mapping[tuple[str, ...], Sequence[Vector]], one: Asked) -> Sequence[Vector]:
    return vectors[one.readings]


async def _as_queries(bed: Bed, texts: Sequence[str]) -> list[Vector]:
    return [await bed.embedder.encode_query(text) for text in texts]


async def _as_passage(bed: Bed, text: str) -> Vector:
    (vector,) = await bed.embedder.encode_passages([prepare(text)])
    return vector  # type: ignore[no-any-return]


def both(
    bed: Bed,
    name: str,
    exact: Exact,
    vectors: Callable[[Asked], Sequence[Vector]],
    *,
    measured: Mapping[str, float] | None = None,
) -> list[Way]:
    """The leg alone, and fused with what words find among the same texts."""
    asked = bed.of("golden", "heldout")
    held = frozenset(exact.ids.tolist())
    near = [exact.nearest(vectors(one)) for one in asked]
    orders = [
        fused(within(one, Leg.WORDS, held), found, within(one, Leg.GRAMS, held))
        for one, found in zip(asked, near, strict=True)
    ]
    return [
        Way(name=f"{name}: {place}", orders=order, measured=measured or {})
        for place, order in (("alone", near), ("fused", orders))
    ]


def told(bed: Bed, ids: Sequence[int], ways: Sequence[Way]) -> dict[str, Any]:
    asked, among = bed.of("golden", "heldout"), frozenset(ids)
    rows = {
        place: compared(asked, [one for one in ways if one.name.endswith(place)], among=among)
        for place in ("alone", "fused")
    }
    return {"texts": len(ids), **rows}
