"""Counts over all subjects: stems, the vocabulary, and what no act holds any more."""

from dataclasses import replace
from typing import Any

from core.greek.lexemes import stem
from core.greek.phonetic import sound
from core.store import decisions
from tests.builders import a_decision


async def vocabulary(db: Any) -> dict[str, int]:
    return {row["word"]: row["texts"] for row in await db.fetch("SELECT word, texts FROM vocabulary")}


async def test_each_word_is_counted_once_a_subject(db: Any) -> None:
    subjects = ["Καύσιμα και καύσιμα", "Προμήθεια καυσίμων", "ΠΡΟΜΗΘΕΙΑ ΚΑΥΣΙΜΩΝ", "Μίσθωση 12345 α"]
    await decisions.save(db, decisions=[a_decision(subject) for subject in subjects])
    await decisions.refresh_statistics(db)
    assert await vocabulary(db) == {"καυσιμα": 1, "καυσιμων": 1, "προμηθεια": 1, "μισθωση": 1}
    row = await db.fetchrow("SELECT lexeme, phonetic FROM vocabulary WHERE word = 'μισθωση'")
    assert tuple(row) == (stem("μισθωση"), sound("μισθωση"))


async def test_every_text_has_its_postings(db: Any) -> None:
    await decisions.save(db, decisions=[a_decision("Καύσιμα για τα καύσιμα"), a_decision("Καύσιμα")])
    await decisions.refresh_statistics(db)
    rows = await db.fetch("SELECT t.sample, p.lexeme, p.tf FROM postings p JOIN texts t ON t.id = p.text_id ORDER BY 3")
    assert [tuple(row) for row in rows] == [
        ("Καύσιμα", stem("καυσιμα"), 1),
        ("Καύσιμα για τα καύσιμα", stem("καυσιμα"), 2),
    ]


async def test_stems_are_counted_by_subject(db: Any) -> None:
    await decisions.save(db, decisions=[a_decision("Καύσιμα, καύσιμα"), a_decision("Προμήθεια καυσίμων")])
    await decisions.refresh_statistics(db)
    counts = {row["lexeme"]: row["texts"] for row in await db.fetch("SELECT lexeme, texts FROM lexeme_counts")}
    assert counts == {stem("καυσιμα"): 2, stem("προμηθεια"): 1}


async def test_a_subject_that_was_corrected_away_is_forgotten(db: Any) -> None:
    act = a_decision("Προμήθεια καυσίμων")
    await decisions.save(db, decisions=[act])
    await decisions.refresh_statistics(db)
    corrected = replace(a_decision("Προμήθεια γάλακτος", ada=act.ada), version_key=b"k" * 32)
    await decisions.save(db, decisions=[corrected])
    await decisions.refresh_statistics(db)
    assert await vocabulary(db) == {"προμηθεια": 1, "γαλακτοσ": 1}
    assert await db.fetchval("SELECT count(*) FROM texts") == 1
    assert await db.fetchval("SELECT count(*) FROM lexeme_counts") == 2


async def test_refreshing_again_writes_nothing(db: Any) -> None:
    await decisions.save(db, decisions=[a_decision("Προμήθεια καυσίμων")])
    await decisions.refresh_statistics(db)
    rows = await db.fetch(
        "SELECT word, xmin::text FROM vocabulary UNION ALL SELECT lexeme, xmin::text FROM lexeme_counts"
    )
    await decisions.refresh_statistics(db)
    again = await db.fetch(
        "SELECT word, xmin::text FROM vocabulary UNION ALL SELECT lexeme, xmin::text FROM lexeme_counts"
    )
    assert again == rows
