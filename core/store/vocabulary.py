"""The words of the subjects that we hold: what is there, what sounds like a word, what is near it, what it is too."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from core.store import sql
from core.store.pool import Db

STATEMENTS = sql.load(__name__)
_NEAR = 40
_SAMPLE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A word of some subject, folded; in how many distinct subjects it stands."""

    word: str
    lexeme: str
    phonetic: str
    texts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """A lexeme that sounds like another one, with its commonest word and the number of subjects that hold it."""

    lexeme: str
    word: str
    texts: int


async def held(db: Db, *, lexemes: Sequence[str]) -> dict[str, int]:
    """Those lexemes that stand in some subject, and in how many."""
    records = await db.fetch(STATEMENTS.held, list(lexemes))
    return {record["lexeme"]: record["texts"] for record in records}


async def holding(db: Db, *, queries: Sequence[str]) -> list[int]:
    """How many distinct subjects each of these tsqueries is true of, in their order."""
    records = await db.fetch(STATEMENTS.holding, list(queries))
    return [record["texts"] for record in records]


async def share(db: Db, *, words: str, so: str) -> float:
    """The share of the subjects with these words that hold them in this way; both are tsqueries."""
    return float(await db.fetchval(STATEMENTS.share, words, so, _SAMPLE))


async def sounding(db: Db, *, sounds: Sequence[str]) -> list[Known]:
    """Words that sound so, the commonest first."""
    return [Known(**dict(record)) for record in await db.fetch(STATEMENTS.sounding, list(sounds))]


async def near(db: Db, *, words: Sequence[str]) -> dict[str, list[Known]]:
    """For each folded word, the words that share most trigrams with it."""
    found: defaultdict[str, list[Known]] = defaultdict(list)
    for record in await db.fetch(STATEMENTS.near, list(words), _NEAR):
        facts = dict(record)
        found[facts.pop("asked")].append(Known(**facts))
    return dict(found)


async def spellings(db: Db, *, lexemes: Sequence[str]) -> dict[str, list[Spelling]]:
    """For each lexeme, the others that are heard alike."""
    found: defaultdict[str, list[Spelling]] = defaultdict(list)
    for record in await db.fetch(STATEMENTS.spellings, list(lexemes)):
        facts = dict(record)
        found[facts.pop("asked")].append(Spelling(**facts))
    return dict(found)
