"""Everyday words widen to official ones, acronyms open and close, and nothing widens to something else."""

import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from core.greek.lexemes import acronyms, lexemes
from core.greek.variants import broader, phrases, widen

TABLE: dict[str, Any] = tomllib.loads(files("core.greek").joinpath("variants.toml").read_text(encoding="utf-8"))


def meanings(word: str) -> set[tuple[str, ...]]:
    return {lexemes(" ".join(words)) for words in widen(word)}


@pytest.mark.parametrize(
    ("everyday", "official"),
    [
        ("σκουπίδια", "απορρίμματα"),
        ("ΣΚΟΥΠΙΔΙΩΝ", "απορρίμματα"),
        ("λαστιχα", "ελαστικά"),
        ("λάστιχα", "επίσωτρα"),
        ("φαγητό", "σίτιση"),
        ("φαγητό", "τρόφιμα"),
        ("δρόμους", "οδοποιία"),
        ("φώτα", "ηλεκτροφωτισμός"),
        ("σχολεία", "σχολικών"),
        ("ρεύμα", "ηλεκτρική ενέργεια"),
        ("αδέσποτα", "ζώα συντροφιάς"),
        ("ΚΔΑΠ", "Κέντρο Δημιουργικής Απασχόλησης Παιδιών"),
        ("ΣΒΑΚ", "Σχέδιο Βιώσιμης Αστικής Κινητικότητας"),
        ("Μ.Α.Π.", "Μέσα Ατομικής Προστασίας"),
        ("ΤΑΠ", "Τέλος Ακίνητης Περιουσίας"),
        ("Ι.Δ.Ο.Χ.", "Ιδιωτικού Δικαίου Ορισμένου Χρόνου"),
        ("οτα", "Οργανισμός Τοπικής Αυτοδιοίκησης"),
    ],
)
def test_an_everyday_word_widens_to_what_decisions_write(everyday: str, official: str) -> None:
    assert lexemes(official) in meanings(everyday)


def test_the_word_itself_comes_first_as_it_was_typed() -> None:
    assert widen("Σκουπίδια")[0] == ("Σκουπίδια",)
    assert widen("ξραζκρ") == (("ξραζκρ",),)


def test_an_official_word_does_not_shrink_to_an_everyday_one() -> None:
    assert lexemes("φαγητό") not in meanings("τρόφιμα")
    assert lexemes("φώτα") not in meanings("λαμπτήρες")


def test_expressions_of_several_words_are_taken_whole() -> None:
    taken = phrases(["συντήρηση", "κάδων", "σκουπιδιών", "2024"])
    assert [(one.start, one.count) for one in taken] == [(0, 1), (1, 2), (3, 1)]
    assert taken[1].alternatives[0] == ("κάδων", "σκουπιδιών")
    assert ("κάδοι", "απορριμμάτων") in taken[1].alternatives


def test_the_longest_expression_wins_and_stop_words_inside_it_are_passed_over() -> None:
    whole = phrases(["τέλη", "για", "το", "Κέντρο", "Δημιουργικής", "Απασχόλησης", "των", "Παιδιών"])
    assert whole[-1].count == 5
    assert ("ΚΔΑΠ",) in whole[-1].alternatives


def test_no_word_is_lost() -> None:
    words = ["τα", "σκουπίδια", "και", "οι", "παιδικοί", "σταθμοί", "της", "ΔΕΥΑ"]
    covered = [place for one in phrases(words) for place in range(one.start, one.start + one.count)]
    assert covered == list(range(len(words)))
    assert phrases([]) == ()


def test_no_alternative_says_only_more_than_the_word_itself() -> None:
    """Such an entry finds nothing new: what holds all the lexemes of the word is found by the word."""
    idle = [
        (everyday, other)
        for everyday, others in TABLE["official"].items()
        for other in others
        if set(lexemes(everyday)) <= set(lexemes(other))
    ]
    assert idle == []


def test_no_expression_is_listed_twice() -> None:
    keys = Counter(lexemes(everyday) for everyday in TABLE["official"])
    assert [key for key, count in keys.items() if count > 1] == []
    kin = Counter(lexemes(word) for group in TABLE["same"] for word in group)
    assert [key for key, count in kin.items() if count > 1] == []


def test_every_expression_has_lexemes() -> None:
    written = [*TABLE["official"], *TABLE["acronyms"], *TABLE["acronyms"].values()]
    written += [word for words in [*TABLE["official"].values(), *TABLE["same"]] for word in words]
    assert [text for text in written if not lexemes(text)] == []
    assert len(TABLE["official"]) + len(TABLE["same"]) + len(TABLE["acronyms"]) >= 300


def test_acronyms_are_words_by_themselves() -> None:
    assert {"δευα", "κδαπ", "αμεα", "δεη"} <= acronyms()
    assert lexemes("ΔΕΗ ΚΑΠΗ ΟΤΑ") == ("δεη", "καπη", "οτα")


def test_a_part_is_offered_its_whole_and_is_never_read_as_it() -> None:
    assert broader(["βενζίνη", "πετρέλαιο", "κίνησης"]) == ("καύσιμα",)
    assert broader(["ψεκασμός", "κουνούπια", "Στυλίδα"]) == ("απεντόμωση", "Στυλίδα")
    assert broader(["καύσιμα"]) == ()
    assert lexemes("καύσιμα") not in meanings("βενζίνη")
