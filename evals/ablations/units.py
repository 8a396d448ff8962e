"""What a row of the search is: a distinct subject, an act, a sentence; and what else of an act words may stand in."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from core.domain.search import Leg
from core.domain.types import DECISION_TYPES
from core.greek.accents import prepare
from core.greek.lexemes import stem
from evals.ablations.bed import Asked, Bed, fused
from evals.ablations.embedded_text import both, passages, told
from evals.ablations.mirror import How, Mirror
from evals.ablations.paired import DEPTH
from evals.ablations.rows import Way, compared, way
from evals.ablations.vectors import Exact, Units, built, sample

_BETWEEN = re.compile(r"(?<=[^\W\d_]{4}[.;·:])\s+|\s+[-–—]\s+|\n+")  # no dot of «ΑΡ. 12», «Δ. Λήμνου»
_LEAST = 12  # letters: a shorter piece says nothing by itself
_ACTS = "SELECT text_id, count(*) AS acts FROM decisions WHERE gone_at IS NULL GROUP BY text_id"
_BESIDE = """
SELECT d.text_id, array_agg(DISTINCT d.decision_type) AS types,
       array_remove(array_agg(DISTINCT p.name) FILTER (WHERE p.is_natural IS NOT TRUE), NULL) AS payees
  FROM decisions d
  LEFT JOIN line_payees p USING (organization_uid, ada)
 WHERE d.gone_at IS NULL
 GROUP BY d.text_id
"""


def an_act_a_row(order: Sequence[int], acts: Mapping[int, int]) -> list[int]:
    """Every act of a text after the other; further acts of a subject that was shown gain nothing: negative ids."""
    listed: list[int] = []
    for text_id in order:
        listed += [text_id, *(-len(listed) - again for again in range(1, acts.get(text_id, 1)))]
    return listed[:DEPTH]


def sentences(text: str) -> list[str]:
    """A subject in its sentences and clauses between dashes; whole where there is nothing to part."""
    pieces: list[str] = []
    for piece in _BETWEEN.split(text):
        if pieces and min(len(piece), len(pieces[-1])) < _LEAST:
            pieces[-1] += f" {piece}"
        elif piece:
            pieces.append(piece)
    return pieces or [text]


async def sentences_of(bed: Bed) -> dict[str, Any]:
    """A vector a subject, or one a sentence, of which the nearest counts: over a sample, exact."""
    ids = sample(bed)
    store = await passages(bed, ids)
    parted = [(text_id, piece) for text_id in ids for piece in sentences(bed.texts[text_id])]
    owners = np.array([text_id for text_id, _ in parted])
    rows = await store.rows([prepare(piece) for _, piece in parted])
    whole = Exact(ids=np.array(ids), rows=await built(bed, ids))
    everything = Units(ids=np.concatenate([whole.ids, owners]), rows=np.concatenate([whole.rows, rows]))
    ways: list[Way] = []
    for name, units in (
        ("a vector a subject", whole),
        ("a vector a sentence", Units(ids=owners, rows=rows)),
        ("both", everything),
    ):
        ways += both(bed, name, units, lambda one: one.query.vectors, measured={"vectors": len(units.ids)})
    return told(bed, ids, ways)


def _distinct(orders: Sequence[Sequence[int]]) -> float:
    """Subjects among the first ten."""
    return round(sum(sum(one > 0 for one in order[:10]) for order in orders) / len(orders), 2)


async def rows_of(bed: Bed) -> dict[str, Any]:
    """The ranking of the application, a row a subject or a row an act."""
    asked = bed.of("golden", "heldout")
    acts: Counter[int] = Counter({record["text_id"]: record["acts"] for record in await bed.pool.fetch(_ACTS)})
    orders = [fused(*(one.legs[leg] for leg in (Leg.WORDS, Leg.DENSE, Leg.GRAMS))) for one in asked]
    ways = [Way(name="a row a distinct subject", orders=orders)]
    ways.append(Way(name="a row an act", orders=[an_act_a_row(order, acts) for order in orders]))
    sized = [
        Way(name=one.name, orders=one.orders, measured={"rows": rows, "subjects_of_ten": _distinct(one.orders)})
        for one, rows in zip(ways, (len(bed.texts), acts.total()), strict=True)
    ]
    return {"texts": len(bed.texts), "fused": compared(asked, sized)}


async def beside(bed: Bed) -> dict[str, Any]:
    """Words in memory, over the subject and what stands beside it in the act."""
    asked = bed.of("golden", "heldout")
    extra: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for record in await bed.pool.fetch(_BESIDE):
        extra["types"][record["text_id"]] = " ".join(DECISION_TYPES[one].title for one in record["types"])
        extra["payees"][record["text_id"]] = " ".join(record["payees"] or ())
    ways = []
    for name, parts in (("subject", ()), ("subject, types", ("types",)), ("subject, payees", ("payees",))):
        texts = {
            text_id: " ".join([text, *(extra[part].get(text_id, "") for part in parts)])
            for text_id, text in bed.texts.items()
        }
        mirror = Mirror(texts, stem)
        ways.append(way(name, asked, partial(mirror.find, how=How()), postings=sum(map(len, mirror.postings.values()))))
    return {"texts": len(bed.texts), "alone": compared(asked, ways), "fused": compared(asked, _fused(asked, ways))}


def _fused(asked: Sequence[Asked], ways: Sequence[Way]) -> list[Way]:
    return [
        Way(
            name=one.name,
            orders=[
                fused(words, each.legs[Leg.DENSE], each.legs[Leg.GRAMS])
                for words, each in zip(one.orders, asked, strict=True)
            ],
            measured=one.measured,
        )
        for one in ways
    ]
