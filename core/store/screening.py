"""Screens over a body's decisions together: lost decimal points, one contract in several acts, the same act again.

Only what changed since it was last screened is (migration 0007 notes it); after a change of the rules everything.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from core.domain.contracts.act import ContractAct
from core.domain.contracts.grouping import contracts, kin
from core.domain.ledger import Flag
from core.store import sql
from core.store.pool import Connection

STATEMENTS = sql.load(__name__)
_MEDIAN_OF = 5  # fewer acts of a type make no habit
_NONE = "INSERT 0 0"
_BEGIN = ("create_touched", "clear_touched", "take_owed")
_EMPTY = tuple(
    f"{verb}_{name}" for name in ("found", "amounts", "large", "asked_again") for verb in ("create", "clear")
)
_SCREENS = ("find_payee_is_issuer", "touch_contracts")
_REPEATS = ("ask_again", "analyze_asked_again", "analyze_found", "find_same_again")
_RULES = ("core.domain.contracts", "core.greek")  # what the statements and their rules read words by


async def screen(db: Connection) -> list[str]:
    """Inside the caller's transaction; what is no longer found is unflagged. The uids of the bodies screened."""
    await db.execute(STATEMENTS.forget_readings, _rules())
    await db.execute(STATEMENTS.forget_compared, _rules())
    await db.execute(STATEMENTS.owe_all, _rules())
    for name in _BEGIN:
        await db.execute(STATEMENTS[name])
    bodies = [row["organization_uid"] for row in await db.fetch(STATEMENTS.bodies)]
    if bodies:
        await _screen(db, bodies)
    return bodies


async def is_owed(db: Connection) -> bool:
    """A body changed since it was screened, or the rules did."""
    return bool(await db.fetchval(STATEMENTS.is_owed, _rules()))


async def _screen(db: Connection, bodies: Sequence[str]) -> None:
    for name in (*_EMPTY, "index_amounts", "index_subjects"):
        await db.execute(STATEMENTS[name])
    await db.execute(STATEMENTS.read_amounts, bodies)
    await db.execute(STATEMENTS.analyze_amounts)
    await db.execute(STATEMENTS.find_large, _MEDIAN_OF)
    await db.execute(STATEMENTS.analyze_large)
    if await db.execute(STATEMENTS.compare_subjects) != _NONE:
        await db.execute(STATEMENTS.analyze_compared)
    await db.execute(STATEMENTS.find_hundredfold)
    await _find_contracts(db, bodies)
    for name in _SCREENS:
        await db.execute(STATEMENTS[name], bodies)
    for name in _REPEATS:
        await db.execute(STATEMENTS[name])
    await db.execute(STATEMENTS.drop_lost, bodies)
    await db.execute(STATEMENTS.write)


async def _find_contracts(db: Connection, bodies: Sequence[str]) -> None:
    """One contract in several acts of a stage: all but one are set aside, and that one is marked.

    Acts that stand as they were when they were last read are not read again: their subjects are what takes time.
    """
    acts = [ContractAct(**record) for record in await db.fetch(STATEMENTS.contract_acts, bodies)]
    sets = {_key(members): members for members in kin(acts)}
    read = {row["acts"]: row["found"] for row in await db.fetch(STATEMENTS.readings, bodies)}
    new = {key: _read(members) for key, members in sets.items() if key not in read}
    if stale := read.keys() - sets.keys():
        await db.execute(STATEMENTS.drop_readings, list(stale))
    if new:
        owners = [sets[key][0].organization_uid for key in new]
        await db.execute(STATEMENTS.write_readings, owners, list(new), list(map(json.dumps, new.values())))
    found = [
        (members[0].organization_uid, *each)
        for key, members in sets.items()
        for each in (new[key] if key in new else read[key])
    ]
    if found:
        await db.copy_records_to_table("found", records=found, schema_name="pg_temp")


def _key(acts: Sequence[ContractAct]) -> bytes:
    """Of everything that the reading looks at, in whatever order the acts came."""
    told = [
        (act.organization_uid, act.stage, act.ada, act.issued_on, act.amount.normalize(), act.subject, *_ties(act))
        for act in sorted(acts, key=lambda act: act.ada)
    ]
    return hashlib.sha256(repr(told).encode()).digest()


def _ties(act: ContractAct) -> tuple[list[str], list[str]]:
    return sorted(act.payees), sorted(act.cites)


def _read(acts: Sequence[ContractAct]) -> list[list[object]]:
    """[ΑΔΑ, flag, other ΑΔΑ, whether it is set aside] of every act of a contract in several acts.

    The act that counts names one of the others; each lot names the award that was signed by lots.
    """
    found = list(contracts(acts))
    kept = {each.counted.ada: each.others[-1].ada for each in found if not each.lots}
    kept |= {lot.ada: each.acts[0].ada for each in found for lot in each.lots}
    return [
        *([ada, Flag.SEVERAL_ACTS.value, other, False] for ada, other in kept.items()),
        *([act.ada, Flag.SAME_CONTRACT.value, each.counted.ada, True] for each in found for act in each.others),
    ]


@cache
def _rules() -> bytes:
    """The screens' own source is the version of their rules: no number that somebody forgets to raise."""
    here = files("core.store")
    sources = [here / "screening.py", here / "screening.sql"]
    sources += [source for package in _RULES for source in _within(files(package))]
    digest = hashlib.sha256()
    for source in sources:
        digest.update(source.read_bytes())
    return digest.digest()


def _within(place: Traversable) -> Iterator[Traversable]:
    return (each for each in sorted(place.iterdir(), key=lambda each: each.name) if each.is_file())


async def flagged(db: Connection) -> dict[str, int]:
    """How many decisions each screen flags now."""
    return {row["flag"]: row["decisions"] for row in await db.fetch(STATEMENTS.flagged)}
