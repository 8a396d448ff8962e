"""Names inside of PDFs: told apart word by word, whatever a stranger's cell holds."""

import time

import pytest

from core.answer import inside
from core.answer.names import is_name, is_name_in_capitals, name_stem
from core.answer.redacting import names_beside_numbers
from core.domain.document import Page, Passage, PassageKind, Quality

_LONG = 10_000
_SOON = 1.0  # seconds for 10,000 characters: read once they take some milliseconds, tried in every way for ever


def _page(*texts: str) -> Page:
    passages = tuple(Passage(kind=PassageKind.ROW, text=text) for text in texts)
    return Page(number=1, quality=Quality.READABLE, passages=passages)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("ΔΟΚΙΜΟΣ ΔΟΚΙΜΟΠΟΥΛΟΣ", True),
        (" Δόκιμος Δοκιμόπουλος-Επιδείξεως ", True),
        ("Γ. ΔΟΚΙΜΟΠΟΥΛΟΣ", True),
        ("Γ.ΔΟΚΙΜΟΠΟΥΛΟΣ", True),
        ("ΔΟΚΙΜΟΠΟΥΛΟΣ", False),
        ("Δόκιμος δοκιμόπουλος", False),
        ("ΑΡΘΡΟ 5", False),
        ("........", False),
        ("", False),
        ("ΔΟΚΙΜΟΣ " * 7, False),
    ],
)
def test_what_is_a_name(text, is_one):
    assert is_name(text) is is_one


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("ΔΟΚΙΜΟΠΟΥΛΟΥ ΖΩΗ", True),
        ("ΓΕΩΡΓΙΟΣ", True),
        ("Γ. ΔΟΚΙΜΟΠΟΥΛΟΣ", True),
        ("ΑΦΜ", False),
        ("ΔΟΚΙΜΟΠΟΥΛΟΥ Ζωή", False),
        ("....", False),
    ],
)
def test_what_is_a_name_in_capitals(text, is_one):
    assert is_name_in_capitals(text) is is_one


@pytest.mark.parametrize("run", ["Δ" * _LONG, "Δ." * (_LONG // 2), "ΔΑ " * (_LONG // 3), "." * _LONG, "Δ'-" * 3_000])
@pytest.mark.parametrize("end", [",", " (υπογραφή) ΑΦΜ 120000006", " | ΑΦΜ 120000006"])
def test_ten_thousand_characters_are_answered_at_once(run, end):
    page = _page("Ο ΔΗΜΑΡΧΟΣ", run + end)
    began = time.process_time()
    inside.signers("6ΑΑΑΩΔΟ-ΔΟΚ", [page])
    names_beside_numbers([page])
    assert time.process_time() - began < _SOON


@pytest.mark.parametrize(
    "forms",
    [
        "παπαδοπουλοσ παπαδοπουλου παπαδοπουλο παπαδοπουλε",
        "γεωργιοσ γεωργιου γεωργιο",
        "γιαννησ γιαννη γιαννην",
        "παππασ παππα παππαν",
        "μαρια μαριασ μαριαν",
        "ζωη ζωησ ζωην",
        "σαπφω σαπφωσ σαπφουσ",
        "αχιλλευσ αχιλλεωσ αχιλλεα",
    ],
)
def test_a_name_has_one_stem_in_all_its_cases(forms):
    assert len({name_stem(form) for form in forms.split()}) == 1


def test_other_names_have_other_stems_and_the_short_ones_stay():
    assert name_stem("παπαδοπουλοσ") != name_stem("παπαδακησ")
    assert name_stem("ζω") == "ζω"
