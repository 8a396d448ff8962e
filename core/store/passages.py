"""What PDFs say, found by its words: lexemes of each passage that can be quoted, and the passages that hold some."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from core.domain.document import Passage, PassageKind, Quality
from core.domain.period import Period
from core.greek.lexemes import lexemes
from core.store import sql
from core.store.pool import Connection, Db

STATEMENTS = sql.load(__name__)
_COMMON = 2_000  # passages: a lexeme that stands in more of them leads nowhere
_LEADS, _TOGETHER = 5, 2  # of the rarest words, so many have to stand in one passage


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A passage by its place, and which of the lexemes it holds."""

    ada: str
    page: int
    seq: int
    lexemes: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rarity:
    """In how many passages each lexeme stands (of common ones: at least so many), of about how many."""

    held: dict[str, int]
    passages: int


def words_of(passage: Passage, quality: Quality) -> str:
    """The literal of the tsvector, without places; a row with its header. Empty where nothing may be found."""
    if quality is not Quality.READABLE or passage.kind is PassageKind.STAMP:
        return ""
    return " ".join(f"'{lexeme}'" for lexeme in sorted(set(lexemes(f"{passage.header} {passage.text}"))))


async def rarity(db: Db, *, words: Sequence[str]) -> Rarity:
    held = {row["lexeme"]: row["passages"] for row in await db.fetch(STATEMENTS.held, list(words), _COMMON)}
    return Rarity(held=held, passages=max(await db.fetchval(STATEMENTS.how_many), 1, *held.values()))


async def found(
    db: Db, *, words: Sequence[str], rare: Rarity, organizations: Sequence[str] | None, period: Period, limit: int
) -> list[Hit]:
    """Passages that hold two of the rarest words at least, or the only one that stands anywhere; most words first."""
    standing = sorted((word for word in words if rare.held.get(word)), key=lambda word: rare.held[word])
    leads = standing[:_LEADS]
    if not leads:
        return []
    pairs = combinations(leads, min(_TOGETHER, len(leads)))
    query = " | ".join("(" + " & ".join(f"'{lexeme}'" for lexeme in pair) + ")" for pair in pairs)
    rows = await db.fetch(STATEMENTS.found, query, list(words), organizations, period.since, period.until, limit)
    return [
        Hit(ada=row["ada"], page=row["page"], seq=row["seq"], lexemes=frozenset(row["lexemes"] or ())) for row in rows
    ]


async def unread(db: Db, *, limit: int) -> list[tuple[str, str]]:
    """Body and ΑΔΑ of files that were read before their passages were searched."""
    return [(row["organization_uid"], row["ada"]) for row in await db.fetch(STATEMENTS.unread, limit)]


async def fill(db: Connection, *, organization_uid: str, ada: str) -> int:
    """The lexemes of one file's passages; how many passages that were."""
    rows = await db.fetch(STATEMENTS.texts, organization_uid, ada)
    made = [
        (organization_uid, ada, row["page"], row["seq"], words_of(_passage(row), Quality(row["quality"])))
        for row in rows
    ]
    await db.executemany(STATEMENTS.write_words, made)
    return len(made)


def _passage(row: dict[str, str]) -> Passage:
    return Passage(kind=PassageKind(row["kind"]), text=row["text"], header=row["header"])


async def count_files(db: Db, *, organizations: Sequence[str] | None) -> int:
    """Acts whose text can be searched."""
    return int(await db.fetchval(STATEMENTS.files, organizations))
