"""Who gets the money: payees by their ΑΦΜ under all their names, ranked within a stage, and what one of them got."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from core.domain.answer import Row
from core.domain.condition import DecisionFilter
from core.domain.decision import Status
from core.domain.ledger import Stage
from core.domain.payee_classes import Party, PayeeClass
from core.store import matched, spending, sql
from core.store.filters import matching
from core.store.pool import Db

STATEMENTS = sql.load(__name__)
GROUPS_CAP = 200
_CLASSES = len(PayeeClass)
_WORDS = 7  # their place among the arguments of matching_decisions()


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """What one payee, several of one undivided amount (`keys`), or a whole class (no keys) got in one stage.

    A contract of several acts counts once. `largest`: the body and ΑΔΑ of a payee's largest act.
    """

    payee_class: PayeeClass
    keys: tuple[str, ...]
    decisions: int
    without_amount: int
    payees: int
    amount: Decimal
    largest: tuple[str, str] | None

    @property
    def token(self) -> str:
        """How a filter leaves it out: those of one undivided amount only together."""
        return "+".join(self.keys)


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """Of `decisions` published acts `own` name only the body itself, `silent` nobody; `unread`: not read so far."""

    decisions: int
    own: int
    silent: int
    unread: int

    @property
    def unnamed(self) -> int:
        return self.own + self.silent + self.unread

    @property
    def mostly(self) -> bool:
        """Too few acts name a payee for a ranking to mean anything."""
        return self.unnamed * 2 > self.decisions


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one payee got in a stage: in all (`part` and `key` empty), in a year or from a body.

    `shared`: acts whose one amount it holds together with others. Amounts as in `Share`.
    """

    stage: Stage
    shared: bool
    part: str
    key: str
    decisions: int
    without_amount: int
    amount: Decimal


def _arguments(where: DecisionFilter) -> tuple[object, ...]:
    return matching(replace(where, status=Status.PUBLISHED), as_money=True)


async def _in_texts(db: Db, statement: str, where: DecisionFilter, *own: object) -> list[Mapping[str, Any]]:
    """Records of a statement that takes the texts of the words instead of the words."""
    bound = list(_arguments(where))
    bound[_WORDS] = None
    found: list[Mapping[str, Any]] = await db.fetch(statement, *bound, *own, await matched.texts(db, where=where))
    return found


def _party(record: Mapping[str, Any]) -> Party:
    return Party(
        key=record["key"],
        afm=record["afm"],
        names=tuple(record["names"] or ()),
        own_names=tuple(record["own_names"] or ()),
        registered=record["registered"],
    )


async def parties(db: Db, *, where: DecisionFilter) -> list[Party]:
    """Everybody whom the acts of a filter name."""
    return [_party(record) for record in await _in_texts(db, STATEMENTS.parties, where, list(where.without))]


async def parties_of(db: Db, *, keys: Collection[str]) -> list[Party]:
    """Known payees by key; one that no act names is left out."""
    return [_party(record) for record in await db.fetch(STATEMENTS.parties_of, list(keys))] if keys else []


async def alike(db: Db, *, names: Sequence[str], limit: int) -> list[Party]:
    """Payees whose names are near one of these, written as `core.greek.names.company_key` writes them."""
    records = await db.fetch(STATEMENTS.alike, list(names), limit)
    return await parties_of(db, keys=[record["key"] for record in records])


async def silence(db: Db, *, where: DecisionFilter) -> Silence:
    """How many acts of a filter name no payee; suspects and repeats are acts too."""
    (record,) = await _in_texts(db, STATEMENTS.silence, where, list(where.without))
    return Silence(**record)


async def subjects(db: Db, *, where: DecisionFilter, keys: Collection[str]) -> list[tuple[str, str, str, bool]]:
    """Key of the payee, subject, type and privacy of the acts that name one of these payees."""
    records = await _in_texts(db, STATEMENTS.subjects, where, list(keys)) if keys else []
    return [(each["key"], each["subject"], each["decision_type"], each["private"]) for each in records]


async def ranked(
    db: Db,
    *,
    where: DecisionFilter,
    classes: Mapping[str, PayeeClass],
    by_acts: bool,
    limit: int,
) -> list[Share]:
    """Whole classes first, then suppliers, the largest first."""
    most = min(limit, GROUPS_CAP) + _CLASSES
    keys, kinds = list(classes), [each.value for each in classes.values()]
    records = await _in_texts(db, STATEMENTS.ranked, where, keys, kinds, by_acts, most, list(where.without))
    return [_share(record) for record in records]


def _share(record: Mapping[str, Any]) -> Share:
    return Share(
        payee_class=PayeeClass(record["class"]),
        keys=() if record["whole"] else tuple(record["keys"] or ()),
        decisions=record["decisions"],
        without_amount=record["without_amount"],
        payees=record["payees"],
        amount=record["amount"],
        largest=None if record["whole"] else (record["organization_uid"], record["ada"]),
    )


async def history(db: Db, *, where: DecisionFilter, key: str) -> list[Part]:
    """What one payee got, stage by stage; nothing is added across stages."""
    records = await db.fetch(STATEMENTS.history, *_arguments(where), key)
    return [Part(**{**record, "stage": Stage(record["stage"])}) for record in records]


async def acts(db: Db, *, where: DecisionFilter, key: str, stage: Stage, limit: int) -> list[Row]:
    """The acts of one payee in a stage, the largest first, shared amounts too."""
    records = await db.fetch(STATEMENTS.acts, *_arguments(where), key, stage, limit)
    return await spending.rows_of(db, where=where, acts=records)


@dataclass(frozen=True, slots=True, kw_only=True)
class Got:
    """What one act adds to a payee: `keys` as in `Share`; `shared` with others who are not in the line."""

    keys: str
    row: Row
    signed: Decimal | None
    shared: bool = False


async def acts_of_shares(
    db: Db, *, where: DecisionFilter, classes: Mapping[str, PayeeClass], lines: Sequence[str], limit: int
) -> list[Got]:
    """The acts behind lines of `ranked`, line by line, the largest first; each line's add up to its amount."""
    keys, kinds = list(classes), [each.value for each in classes.values()]
    bound = (*_arguments(where), keys, kinds, list(lines), limit, list(where.without))
    records = await db.fetch(STATEMENTS.acts_of_shares, *bound)
    return await _got(db, where, records, [record["keys"] for record in records])


async def party_acts(db: Db, *, where: DecisionFilter, key: str, stage: Stage, limit: int) -> list[Got]:
    """All acts of one payee in a stage: its own, which add up to its part of `history`, then those it shares."""
    records = await db.fetch(STATEMENTS.party_acts, *_arguments(where), key, stage, limit)
    return await _got(db, where, records, [key] * len(records))


async def _got(db: Db, where: DecisionFilter, records: Sequence[Mapping[str, Any]], keys: Sequence[str]) -> list[Got]:
    rows = await spending.rows_of(db, where=where, acts=records)
    return [
        Got(
            keys=key,
            row=row,
            signed=None if record["amount"] is None else record["amount"] * record["sign"],
            shared=record.get("shared", False),
        )
        for key, record, row in zip(keys, records, rows, strict=True)
    ]


async def rows_of_shares(db: Db, *, where: DecisionFilter, shares: Sequence[Share], stage: Stage) -> list[Row]:
    """The largest act of each share, in their order."""
    if not shares:
        return []
    keys = [share.largest for share in shares if share.largest]
    records = await db.fetch(STATEMENTS.acts_of, *map(list, zip(*keys, strict=True)), stage)
    found = {(record["organization_uid"], record["ada"]): record for record in records}
    return await spending.rows_of(db, where=where, acts=[found[key] for key in dict.fromkeys(keys) if key in found])
