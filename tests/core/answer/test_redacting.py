"""Whoever is paid as a private person is hidden in the PDF, in whichever case he stands there."""

import pytest

from core.answer.redacting import without_persons
from core.domain.document import Page, Passage, PassageKind, Quality

_PAYEE = frozenset({"παπαδοπουλοσ", "γεωργιοσ"})


def _shown(text: str, names: frozenset[str] = _PAYEE) -> str:
    page = Page(number=1, quality=Quality.READABLE, passages=(Passage(kind=PassageKind.SENTENCE, text=text),))
    (shown,) = without_persons([page], names)
    return shown.passages[0].text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("πληρωμή του ΠΑΠΑΔΟΠΟΥΛΟΥ ΓΕΩΡΓΙΟΥ για ενοίκιο", "πληρωμή του … … για ενοίκιο"),
        ("στον Παπαδόπουλο Γεώργιο", "στον … …"),
        ("ο ΠΑΠΑΔΟΠΟΥΛΟΣ ΓΕΩΡΓΙΟΣ έλαβε", "ο … … έλαβε"),
        ("παπαδόπουλος γεώργιος", "… …"),
        ("του Παπαδοπούλου Ιωάννη για ενοίκιο", "του … … για ενοίκιο"),
        ("του ΠΑΠΑΔΟΠΟΥΛΟΥ-ΞΨΞΙΔΗ", "του …-…"),
    ],
)
def test_a_name_is_hidden_in_every_case_with_what_belongs_to_it(text, shown):
    assert _shown(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "Η πληρωμή γίνεται για ενοίκιο του Παπαδάκη Ιωάννη",
        "ΠΛΗΡΩΜΗ ΕΝΟΙΚΙΟΥ ΑΠΡΙΛΙΟΥ",
        "ποσού 500,00 € με ένταλμα 15",
    ],
)
def test_other_words_stay(text):
    assert _shown(text) == text


def test_common_words_beside_a_name_stay_and_so_does_a_common_word_of_its_stem():
    assert _shown("ΠΛΗΡΩΜΗ ΠΑΠΑΔΟΠΟΥΛΟΥ ΕΝΟΙΚΙΟ") == "ΠΛΗΡΩΜΗ … ΕΝΟΙΚΙΟ"
    assert (
        _shown("ο οικείος δήμος πληρώνει τον Δήμο Ξψξίδη", frozenset({"δημου"})) == "ο οικείος δήμος πληρώνει τον … …"
    )


def test_without_names_only_numbers_are_hidden():
    assert _shown("ΠΑΠΑΔΟΠΟΥΛΟΥ ΑΦΜ 123456783", frozenset()).startswith("ΠΑΠΑΔΟΠΟΥΛΟΥ ΑΦΜ ")
