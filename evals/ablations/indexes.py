"""How vectors are kept: how far the index looks, and how many bits a number takes."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import asyncpg
import numpy as np
from pgvector import HalfVector
from pgvector.asyncpg import register_vector

from core.domain.search import Leg
from core.store import search_legs
from core.store.pool import Connection, transaction
from core.store.server import open_server
from evals.ablations.bed import Asked, Bed, fused
from evals.ablations.embedded_text import TYPE_BEFORE, texts_of
from evals.ablations.paired import DEPTH
from evals.ablations.rows import Way, compared
from evals.ablations.vectors import Exact, Floats, Store, built, sample, within
from evals.bench import quantile

_EFS = (100, 40, 200, 400)  # the application's own first
_RESCORED = 4 * DEPTH
_ROWS = 1_000


def spent(times: Sequence[float]) -> dict[str, float]:
    """Milliseconds of seconds."""
    return {f"ms_p{int(share * 100)}": round(1000 * quantile(times, share), 1) for share in (0.5, 0.95)}


def recall(orders: Sequence[Sequence[int]], exact: Sequence[Sequence[int]]) -> dict[str, float]:
    """How much of the exact first ten and fifty is given."""
    told = {}
    for most in (10, DEPTH):
        shares = [
            len(set(near[:most]) & set(wanted[:most])) / len(wanted[:most])
            for near, wanted in zip(orders, exact, strict=True)
            if wanted
        ]
        told[f"recall_{most}"] = round(sum(shares) / len(shares), 3)
    return told


def _with_words(asked: Sequence[Asked], one: Way, held: frozenset[int] | None = None) -> Way:
    """The same dense leg, fused with what words find (among the texts `held`)."""
    orders = []
    for each, near in zip(asked, one.orders, strict=True):
        words, grams = (each.legs[leg] if held is None else within(each, leg, held) for leg in (Leg.WORDS, Leg.GRAMS))
        orders.append(fused(words, near, grams))
    return replace(one, orders=orders)


async def _dense(connection: Connection, bed: Bed, one: Asked, *, ef: int | None) -> list[int]:
    """`ef`: None ranks every text."""
    scope = bed.scope if ef else replace(bed.scope, ids=list(bed.texts))
    async with transaction(connection) as open_connection:
        await open_connection.execute("SELECT set_config('hnsw.ef_search', $1, true)", str(ef or 100))
        found = await search_legs.dense(open_connection, query=one.query, scope=scope)
    return [each.text_id for each in found]


async def ef_search(bed: Bed) -> dict[str, Any]:
    """By the application's own statement and index, one connection, the encoder left out."""
    asked = bed.of("golden", "heldout")
    ways: list[Way] = []
    async with bed.pool.acquire() as connection:
        exact = [await _dense(connection, bed, one, ef=None) for one in asked]
        for ef in (*_EFS, None):
            orders, times = [], []
            for one in asked:
                started = time.perf_counter()
                orders.append(await _dense(connection, bed, one, ef=ef))
                times.append(time.perf_counter() - started)
            name = f"ef_search {ef}" if ef else "no index, every text"
            ways.append(Way(name=name, orders=orders, measured=spent(times) | recall(orders, exact)))
    return {
        "texts": len(bed.texts),
        "alone": compared(asked, ways),
        "fused": compared(asked, [_with_words(asked, one) for one in ways]),
    }


def _int8(rows: Floats) -> Floats:
    """A scale a text."""
    scale = np.abs(rows).max(axis=1, keepdims=True) / 127
    return np.asarray(np.round(rows / scale) * scale, dtype=np.float32)


def _half(rows: Floats) -> Floats:
    return rows.astype(np.float16).astype(np.float32)


def _bits(rows: Floats) -> Floats:
    """Signs: their product orders as the Hamming distance does."""
    return np.where(rows > 0, np.float32(1), np.float32(-1))


def _rescored(rough: Exact, fine: Exact, asked: Asked) -> list[int]:
    signs = [_bits(np.array([vector], dtype=np.float32))[0].tolist() for vector in asked.query.vectors]
    chosen = np.isin(rough.ids, rough.nearest(signs, most=_RESCORED))
    return Exact(ids=fine.ids[chosen], rows=fine.rows[chosen]).nearest(asked.query.vectors)


async def rounded(bed: Bed) -> dict[str, Any]:
    """What rounding costs, every text of the sample ranked: vectors as the encoder makes them, whole, then rounded.

    Those of the application are kept rounded; these, with the type before the subject, `type` has encoded already.
    """
    ids = sample(bed)
    store = Store(bed.place, "passages", bed.embedder.encode_passages)
    typed = (await texts_of(bed, ids))[TYPE_BEFORE]
    rows = await store.rows([typed(text_id) for text_id in ids])
    asked, held = bed.of("golden", "heldout"), frozenset(ids)
    numbers = np.array(ids)
    half, bits = Exact(ids=numbers, rows=_half(rows)), Exact(ids=numbers, rows=_bits(rows))
    kept = {"16 bits (halfvec)": half, "32 bits (vector)": Exact(ids=numbers, rows=rows)}
    kept |= {"8 bits, a scale a text": Exact(ids=numbers, rows=_int8(rows)), "1 bit, question whole": bits}
    ways = [Way(name=name, orders=[exact.nearest(one.query.vectors) for one in asked]) for name, exact in kept.items()]
    ways.append(Way(name=f"1 bit, {_RESCORED} rescored by 16", orders=[_rescored(bits, half, one) for one in asked]))
    return {
        "texts": len(ids),
        "alone": compared(asked, ways, among=held),
        "fused": compared(asked, [_with_words(asked, one, held) for one in ways], among=held),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kind:
    """A way to keep vectors in Postgres: its column, its index, and how the nearest are asked for."""

    name: str
    column: str
    index: str
    nearest: str
    make: Callable[[Sequence[float]], Any]


_NEAREST = "SELECT id FROM kept ORDER BY embedding <=> $1 LIMIT $2"
_BY_BITS = """
SELECT id FROM (SELECT id, embedding FROM kept ORDER BY binary_quantize(embedding)::bit(384)
                <~> binary_quantize($1::halfvec(384)) LIMIT 200) near
 ORDER BY embedding <=> $1 LIMIT $2
"""
_KINDS = (
    _Kind(
        name="16 bits (halfvec)",
        column="halfvec(384)",
        index="hnsw (embedding halfvec_cosine_ops)",
        nearest=_NEAREST,
        make=lambda one: HalfVector(list(one)),
    ),
    _Kind(
        name="32 bits (vector)",
        column="vector(384)",
        index="hnsw (embedding vector_cosine_ops)",
        nearest=_NEAREST,
        make=list,
    ),
    _Kind(
        name="index of 1 bit, 200 rescored by 16",
        column="halfvec(384)",
        index="hnsw ((binary_quantize(embedding)::bit(384)) bit_hamming_ops)",
        nearest=_BY_BITS,
        make=lambda one: HalfVector(list(one)),
    ),
)


async def kept_in(bed: Bed) -> dict[str, Any]:
    """All the texts in a server of its own, an index for each kind: sizes, building, speed, recall."""
    asked = bed.of("golden", "heldout")
    ids = sorted(bed.texts)
    rows = await built(bed, ids)
    whole = Exact(ids=np.array(ids), rows=rows)
    exact = [whole.nearest(one.query.vectors[:1]) for one in asked]
    server = await open_server(data_dir=bed.place / "server", database_url=None)
    try:
        connection = await asyncpg.connect(server.embedded.dsn() if server.embedded else server.owner_dsn())
        try:
            await connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
            await connection.execute("SET hnsw.ef_search = 200; SET maintenance_work_mem = '512MB'")
            await register_vector(connection)
            ways = [await _kept(connection, kind, ids, rows, asked, exact) for kind in _KINDS]
        finally:
            await connection.close()
    finally:
        await server.close()
    return {
        "texts": len(ids),
        "alone": compared(asked, ways),
        "fused": compared(asked, [_with_words(asked, one) for one in ways]),
    }


async def _kept(
    connection: Any, kind: _Kind, ids: Sequence[int], rows: Floats, asked: Sequence[Asked], exact: Sequence[list[int]]
) -> Way:
    """The first reading of a question alone, `ef_search` 200: kinds are compared, not the leg."""
    await connection.execute(f"DROP TABLE IF EXISTS kept; CREATE TABLE kept (id bigint, embedding {kind.column})")
    for start in range(0, len(ids), _ROWS):
        part = zip(ids[start : start + _ROWS], rows[start : start + _ROWS].tolist(), strict=True)
        await connection.executemany("INSERT INTO kept VALUES ($1, $2)", [(one, kind.make(row)) for one, row in part])
    started = time.perf_counter()
    await connection.execute(f"CREATE INDEX kept_index ON kept USING {kind.index}")
    building = time.perf_counter() - started
    orders, times = [], []
    for one in asked:
        vector = kind.make(one.query.vectors[0])
        started = time.perf_counter()
        orders.append([record["id"] for record in await connection.fetch(kind.nearest, vector, DEPTH)])
        times.append(time.perf_counter() - started)
    sizes = await connection.fetchrow(
        "SELECT pg_relation_size('kept') / 1e6 AS table_mb, pg_relation_size('kept_index') / 1e6 AS index_mb"
    )
    measured = {name: round(float(size), 1) for name, size in dict(sizes).items()} | {"build_s": round(building, 1)}
    return Way(name=kind.name, orders=orders, measured=measured | spent(times) | recall(orders, exact))
