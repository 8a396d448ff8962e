"""What search may know of a subject: nobody is found by the name under which a body hired him."""

import pytest

from core.domain.subjects import searched_subject
from core.greek.lexemes import lexemes


@pytest.mark.parametrize(
    ("subject", "decision_type", "kept", "gone"),
    [
        ("ΠΑΡΑΤΑΣΗ ΣΥΜΒΑΣΗΣ ΙΔΟΧ-ΦΑΝΤΑΣΤΙΚΟΓΙΑΝΝΗ ΠΑΝΑΓΙΩΤΑ", "Γ.3.4", "σύμβαση", "Παναγιώτα"),
        ("Σύμβαση Εργασίας ΙΔΟΧ (Ανυπαρκτόπουλος Γεώργιος).", "Γ.3.4", "εργασίας", "Γεώργιος"),
        ("ΑΠΟΦΑΣΗ ΠΡΟΣΛΗΨΗΣ ΜΕ ΣΥΜΒΑΣΗ ΕΡΓΑΣΙΑΣ_ΜΑΡΙΑ ΠΛΑΣΜΑΤΙΔΟΥ", "2.4.7.1", "πρόσληψης", "Μαρία"),
    ],
)
def test_nobody_is_found_by_a_first_name(subject: str, decision_type: str, kept: str, gone: str) -> None:
    found = lexemes(searched_subject(subject, decision_type))
    assert lexemes(kept)[0] in found
    assert lexemes(gone)[0] not in found


def test_a_saint_of_a_street_is_nobody() -> None:
    subject = "Ανάπλαση οδού Αγίου Νικολάου και πλατείας Αγίας Παρασκευής"
    assert searched_subject(subject, "Δ.1") == subject
