"""The pattern language of the cue files, on a small lexicon of our own; and the shipped files."""

import tomllib
from importlib.resources import files

from core.answer.reading.cues import Lexicon, Signs, lexicon
from core.answer.reading.page import Page

SMALL = Lexicon(
    [
        {
            "spelled": ["πληρωμές", "αναθέσεις"],
            "stage": {"payment": ["πλήρωσ*|πληρωμ*"], "award": ["ανάθεσ*|αναθέσ*"]},
            "ask": {"how": ["πόσα|πόσο", "τι ποσό"], "stop": ["μη|μην μου? .. στείλεις"]},
            "talk": {"stop": ["stop"]},
        }
    ]
)


def cues(text: str) -> list[tuple[str, int, int]]:
    return [(each.cue, each.places.start, each.places.stop) for each in SMALL.find(Page.of(text))]


def test_words_and_beginnings_in_any_case_and_accent() -> None:
    for text in ("πόσα πλήρωσε", "ΠΟΣΑ ΠΛΗΡΩΣΕ", "ποσα πληρωσε"):
        assert cues(text) == [("ask.how", 0, 1), ("stage.payment", 1, 2)]


def test_greeklish_and_spelling_by_ear() -> None:
    assert cues("posa plirose") == [("ask.how", 0, 1), ("stage.payment", 1, 2)]
    assert cues("πλίροσε") == [("stage.payment", 0, 1)]


def test_one_slip_of_the_finger_is_mended_in_long_unknown_words_only() -> None:
    assert cues("πλήρωνες") == []
    assert cues("πληρωμςέ") == [("stage.payment", 0, 1)]
    assert cues("αναθσεεις") == [("stage.award", 0, 1)]
    assert cues("συνθέσεις") == []


def test_optional_words_and_gaps() -> None:
    assert cues("μη στείλεις") == [("ask.stop", 0, 2)]
    assert cues("μην μου στείλεις") == [("ask.stop", 0, 3)]
    assert cues("μη μου τα ξανά στείλεις") == [("ask.stop", 0, 5)]
    assert cues("μη μου τα ξανά ποτέ πια εδώ στείλεις") == []


def test_latin_words_are_matched_as_they_are() -> None:
    assert cues("stop") == [("talk.stop", 0, 1)]


def test_within_a_family_the_longer_cue_wins() -> None:
    signs = Signs(SMALL.find(Page.of("τι ποσό πλήρωσε")))
    assert [(each.cue, len(each.places)) for each in signs.family("ask")] == [("ask.how", 2)]
    assert "stage.payment" in signs
    assert not signs.any("stage.award", "talk.stop")


def test_a_word_of_the_language_is_not_taken_for_another_that_sounds_alike() -> None:
    signs = Signs(lexicon().find(Page.of("εκστρατεία ενημέρωσης για ανακύκλωση")))
    assert "alert.wish" not in signs


def test_no_pattern_of_the_files_begins_with_a_word_that_may_be_missing() -> None:
    folder = files("core.answer.reading")
    for name in ("plain.toml", "money.toml", "turns.toml", "scope.toml"):
        table = tomllib.loads(folder.joinpath(name).read_text(encoding="utf-8"))
        tables = [each for each in table.values() if isinstance(each, dict)]
        for pattern in (pattern for each in tables for patterns in each.values() for pattern in patterns):
            first = pattern.split()[0]
            assert not first.endswith("?") and first != "..", pattern
