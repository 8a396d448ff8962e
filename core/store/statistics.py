"""What search counts over all subjects, refreshed after a load: postings, how rare a stem is, the vocabulary."""

from collections import Counter

from core.greek.fold import words
from core.greek.lexemes import STOP_WORDS, stem
from core.greek.phonetic import sound
from core.store import sql
from core.store.pool import Connection

STATEMENTS = sql.load(__name__)
_PAGE = 5_000
_LONGEST = 60  # longer runs of letters are glued text, no words


async def refresh_statistics(db: Connection) -> None:
    """Inside the caller's transaction; only rows that differ are written, so readers are never without a vocabulary."""
    await db.execute(STATEMENTS.keep_plans)
    await db.execute(STATEMENTS.drop_lost_texts)
    counted = await _count_words(db)
    await db.execute(STATEMENTS.create_counted_words)
    await db.execute(STATEMENTS.clear_counted_words)
    rows = ((word, stem(word), sound(word), texts) for word, texts in counted.items())
    await db.copy_records_to_table("counted_words", records=[row for row in rows if row[1]], schema_name="pg_temp")
    for name in ("drop_lost_words", "write_words", "write_postings", "drop_lost_lexemes", "write_lexemes", "analyze"):
        await db.execute(STATEMENTS[name])


async def _count_words(db: Connection) -> Counter[str]:
    """In how many texts each word stands, read page by page."""
    counted: Counter[str] = Counter()
    cursor = await db.cursor(STATEMENTS.samples)
    while page := await cursor.fetch(_PAGE):
        for row in page:
            counted.update({word for word in words(row["sample"]) if _is_word(word)})
    return counted


def _is_word(word: str) -> bool:
    return 1 < len(word) <= _LONGEST and word not in STOP_WORDS and not word.isdigit()
