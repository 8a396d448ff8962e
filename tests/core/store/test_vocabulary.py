"""The words of our subjects: is a lexeme there, what sounds like a word, what is near it, how else it is spelled."""

from typing import Any

import pytest

from core.greek.lexemes import stem
from core.greek.phonetic import sound
from core.store import decisions, vocabulary
from core.store.vocabulary import Spelling
from tests.builders import a_decision

SUBJECTS = ("Προμήθεια καυσίμων", "Καύσιμα κίνησης", "Συντήρηση κτιρίων", "Συντίρηση οχημάτων", "Παράταση 2024")


@pytest.fixture
async def words(db: Any) -> Any:
    await decisions.save(db, decisions=[a_decision(subject) for subject in SUBJECTS])
    await decisions.refresh_statistics(db)
    return db


async def test_lexemes_that_some_subject_holds_are_counted(words: Any) -> None:
    assert await vocabulary.held(words, lexemes=[stem("καυσιμα"), stem("λιπαντικα")]) == {stem("καυσιμα"): 2}


async def test_words_are_found_by_their_sound_the_commonest_first(words: Any) -> None:
    found = await vocabulary.sounding(words, sounds=[sound("συντυρηση"), sound("καφσημα")])
    assert {known.word for known in found} == {"συντηρηση", "συντιρηση", "καυσιμα"}


async def test_words_are_found_by_the_letters_that_they_share(words: Any) -> None:
    near = await vocabulary.near(words, words=["καυσμα", "ξξξξ"])
    assert "καυσιμα" in [known.word for known in near["καυσμα"]]
    assert "ξξξξ" not in near


async def test_lexemes_that_are_heard_alike_are_spellings_of_each_other(words: Any) -> None:
    right, wrong = stem("συντηρηση"), stem("συντιρηση")
    assert await vocabulary.spellings(words, lexemes=[right]) == {
        right: [Spelling(lexeme=wrong, word="συντιρηση", texts=1)]
    }
    assert await vocabulary.spellings(words, lexemes=[stem("καυσιμα")]) == {}
