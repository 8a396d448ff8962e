"""What questions read first, read into memory before the first of them."""

from core.store import sql
from core.store.pool import Db

STATEMENTS = sql.load(__name__)

# In the order in which they matter: by ΑΔΑ, by body and day, money, words, then the two large graphs.
RELATIONS = (
    "decisions_ada",
    "decisions_pkey",
    "answers_conversation",
    "register_pkey",
    "decisions_issued",
    "decisions_type",
    "counted_acts_pkey",
    "counted_acts_subject",
    "counted_flags_pkey",
    "decisions_countable",
    "decisions_subject",
    "money_lines_pkey",
    "money_lines_stage",
    "screened_pkey",
    "screened_suspect",
    "vocabulary_pkey",
    "vocabulary_lexeme",
    "vocabulary_phonetic",
    "vocabulary_trgm",
    "lexeme_counts_pkey",
    "texts_pkey",
    "texts_lexemes",
    "texts_length",
    "texts",
    "links_pkey",
    "line_payees_pkey",
    "decisions",
    "money_lines",
    "postings_pkey",
    "text_vectors_hnsw",
    "text_grams_hnsw",
)


async def read(db: Db, *, relation: str) -> int | None:
    """Blocks read of an index or a table; None where the server has no pg_prewarm, or no such relation."""
    blocks = await db.fetchval(STATEMENTS.read, relation)
    return None if blocks is None else int(blocks)
