"""Which limit an award comes under, by what its subject says: subjects as they are posted."""

import pytest

from core.domain.ledger import Flag
from core.domain.money.award_kinds import award_kind
from core.greek.fold import fold


@pytest.mark.parametrize(
    ("subject", "kind"),
    [
        ("Απόφαση Δημάρχου περί Ανάθεσης του έργου «Αποκατάσταση νοτίου τμήματος του περιτοιχίσματος»", Flag.WORKS),
        ("ΣΥΜΦΩΝΗΤΙΚΟ του ΕΡΓΟΥ : «ΑΝΑΠΛΑΣΕΙΣ ΠΛΑΤΕΙΩΝ»", Flag.WORKS),
        ("1η ΣΥΜΠΛΗΡΩΜΑΤΙΚΗ ΣΥΜΒΑΣΗ ΚΑΤΑΣΚΕΥΗΣ ΕΡΓΟΥ: «ΚΑΤΑΣΚΕΥΗ ΠΕΖΟΔΡΟΜΙΩΝ»", Flag.WORKS),
        ("ΚΑΤΑΣΚΕΥΗ ΣΥΝΔΕΣΜΩΝ ΥΔΡΕΥΣΗΣ ΟΙΚΙΣΜΟΥ", Flag.WORKS),
        ("Έγκριση τευχών μελέτης και απευθείας ανάθεση του έργου: «Συντήρηση δρόμων»", Flag.WORKS),
        ("Έγκριση των τευχών της μελέτης και απευθείας ανάθεση της προμήθειας με τίτλο «Χλωρίωση»", Flag.SUPPLY),
        ("ΠΡΟΜΗΘΕΙΑ ΥΛΙΚΩΝ ΓΙΑ ΤΗΝ ΚΑΤΑΣΚΕΥΗ ΤΟΥ ΕΡΓΟΥ", Flag.SUPPLY),
        ("Υπηρεσίες συμβούλου για την υποστήριξη του έργου «Ανάπλαση»", Flag.SERVICE),
        ("ΣΥΜΒΑΣΗ ΕΚΠΟΝΗΣΗΣ ΤΗΣ ΜΕΛΕΤΗΣ: «ΥΔΡΑΥΛΙΚΗ ΜΕΛΕΤΗ ΤΟΥ ΕΡΓΟΥ»", Flag.SERVICE),
        ("ΣΧΕΔΙΑΣΜΟΣ ΚΑΙ ΚΑΤΑΣΚΕΥΗ ΝΕΑΣ ΙΣΤΟΣΕΛΙΔΑΣ", None),
        ("ΠΕΡΙΣΥΛΛΟΓΗ ΚΑΙ ΕΠΙΤΗΡΗΣΗ ΑΔΕΣΠΟΤΩΝ ΖΩΩΝ", None),
        ("ΓΙΑ ΕΡΓΑΣΙΕΣ ΚΟΠΗΣ ΔΕΝΔΡΩΝ", None),
    ],
)
def test_the_first_kind_that_a_subject_names_is_the_awards(subject: str, kind: Flag | None) -> None:
    assert award_kind(fold(subject)) is kind
