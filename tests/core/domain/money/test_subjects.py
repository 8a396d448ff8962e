"""What subjects say about money: reversals above all."""

import pytest

from core.domain.ledger import Flag, Stage
from core.domain.money.subjects import is_many, reverses, subject_flags
from core.greek.fold import fold


@pytest.mark.parametrize(
    "subject",
    [
        "ΑΝΑΤΡΟΠΗ",
        "Ανατροπή δέσμευσης πίστωσης για την προμήθεια φορτηγού με ανατροπή",
        "ΑΝΑΤΡΟΠΕΣ ΔΕΣΜΕΥΣΕΩΝ ΠΡΟΫΠΟΛΟΓΙΣΜΟΥ 2025",
        "Ανατροπή ποσού για επισκευή μηχανήματος",
        "Αποδέσμευση. Προμήθεια καυσίμων",
        "ΣΥΜ 20 κίνηση για αποδέσμευση ποσού",
        "ΑΠΟΦΑΣΗ ΑΝΑΚΛΗΣΗΣ ΑΝΑΛΗΨΗΣ ΥΠΟΧΡΕΩΣΗΣ",
        "Ανάκληση της υπ' αριθ. 12/2024 απόφασης ανάληψης υποχρέωσης",
        "ΜΕΡΙΚΗ ΑΝΑΚΛΗΣΗ ΔΕΣΜ.(ΑΓΔ48) εκσυγχρονισμός εγκαταστάσεων",
        "Προμήθεια εργαλείων (ΑΝΑΚΛΗΣΗ ΑΓΔ00151)",
        "Θερμική ενέργεια 2021 (ΑΝΑΚΛΗΣΗ)",
        "Μερική ανάκληση: προσδιορισμός ζωνών προστασίας",
        "ΑΝΑΚΛΗΣΗ",
        "Ακύρωση δέσμευσης πίστωσης",
        "Συμψηφιστική (Υπόλοιπο Συμβάσεων) : 7. Απόφαση Ανάληψης Υποχρέωσης με Σύμβαση (763 - 2/9/2025)",
        "ΣΥΜΨΗΦΙΣΤΙΚΗ ΤΗΣ ΑΑΥΣ 87/2022 ΛΟΓΩ ΛΗΞΗΣ ΤΗΣ ΣΥΜΒΑΣΗΣ",
        "Μείωση της Α.Α.Υ. 123",
        "Μείωση ποσού της δέσμευσης 55",
    ],
)
def test_a_commitment_that_undoes_another_is_seen(subject: str) -> None:
    assert reverses(fold(subject))


@pytest.mark.parametrize(
    "subject",
    [
        "Φορτηγό αυτοκίνητο μικτού βάρους 11tn 4Χ4 με ανατροπή",
        "Προμήθεια φορτηγού ανατροπής",
        "Κιβωτάμαξα με υδραυλική ανατροπή",
        "ΠΡΟΜΗΘΕΙΑ ΜΕΤΑΧΕΙΡΙΣΜΕΝΟΥ ΦΟΡΤΗΓΟΥ ΑΝΑΤΡΕΠΟΜΕΝΟΥ",
        "Μίσθωση ανατρεπόμενου φορτηγού",
        "Δέσμευση πίστωσης για δικαστικά έξοδα ανάκλησης αδειών",
        "Ξύλευση δένδρων για μείωση κινδύνου πυρκαγιών",
        "Υπηρεσίες για τη μείωση των διαρροών νερού",
        "Αποζημίωση μελών για συνεδριάσεις",
        "Δέσμευση πίστωσης για καύσιμα",
        "Συμπληρωματική: 7. Απόφαση Ανάληψης Υποχρέωσης με Σύμβαση (341 - 8/4/2022)",
        "Έκδοση συμψηφιστικών ενταλμάτων",
        "Συμψηφιστική δαπάνη ΔΕΗ",
        "Συμψηφιστική πληρωμή εισφορών",
        "Συμψηφιστική εγγραφή επιχορήγησης",
        "ΑΜΕΣΗ ΕΠΙΣΤΡΟΦΗ ΕΚ ΠΑΡΑΔΡΟΜΗΣ ΠΛΗΡΩΜΗΣ ΕΡΓΟΥ",
    ],
)
def test_lorries_that_tip_and_recalls_of_other_things_are_no_reversals(subject: str) -> None:
    assert not reverses(fold(subject))


@pytest.mark.parametrize(
    ("subject", "stage", "flag"),
    [
        ("Αποδοχή χρηματοδότησης της Περιφέρειας", Stage.APPROVAL, Flag.NOT_EXPENDITURE),
        ("Τροποποίηση Π.Υ. για την εγγραφή πίστωσης", Stage.APPROVAL, Flag.NOT_EXPENDITURE),
        ("3η αναμόρφωση προϋπολογισμού", Stage.APPROVAL, Flag.NOT_EXPENDITURE),
        ("Έγκριση σύναψης Προγραμματικής Σύμβασης", Stage.APPROVAL, Flag.NOT_EXPENDITURE),
        ("Πλειοδοτικός διαγωνισμός για εκμίσθωση κυλικείου", Stage.TENDER, Flag.REVENUE),
        ("Προμήθεια τροφίμων παιδικού σταθμού", Stage.CONTRACT, Flag.SUPPLY),
        ("Συντήρηση αντλιοστασίων", Stage.CONTRACT, Flag.SERVICE),
        ("Μελέτη ωρίμανσης του έργου «Κατασκευή δικτύου»", Stage.CONTRACT, Flag.SERVICE),
        ("Δίκτυο ύδρευσης Τ.Κ. Γραμμένης", Stage.CONTRACT, Flag.WORKS),
        ("ΕΝΤΟΛΗ ΠΛΗΡΩΜΗΣ ΧΕ 238-03/04/2026", Stage.APPROVAL, Flag.WARRANT),
        ("XEΠ 21Γ-Απόδοση κρατήσεων", Stage.APPROVAL, Flag.WARRANT),
        ("Έγκριση δαπάνης για υπηρεσίες καθαρισμού 2026-2027", Stage.APPROVAL, Flag.MULTI_YEAR),
        ("Μισθοδοσία Μαρτίου", Stage.PAYMENT, Flag.PAYROLL),
        ("Τακτικές αποδοχές υπαλλήλων", Stage.COMMITMENT, Flag.PAYROLL),
        ("Έγκριση πολυετούς δαπάνης για καύσιμα", Stage.COMMITMENT, Flag.MULTI_YEAR),
        ("Έλεγχος ποιότητας νερού 2023-2025", Stage.COMMITMENT, Flag.MULTI_YEAR),
    ],
)
def test_a_subject_flags_its_act(subject: str, stage: Stage, flag: Flag) -> None:
    assert subject_flags(fold(subject), stage) == {flag}


def test_an_approval_of_salaries_is_no_purchase() -> None:
    said = subject_flags(fold("ΚΑΤΑΒΟΛΗ ΑΠΟΔΟΧΩΝ Β΄ ΔΕΚΑΠΕΝΘΗΜΕΡΟΥ"), Stage.APPROVAL)
    assert said == {Flag.PAYROLL, Flag.NOT_EXPENDITURE}


@pytest.mark.parametrize(
    ("subject", "stage"),
    [
        ("Έγκριση δαπάνης για υπηρεσίες μισθοδοσίας", Stage.APPROVAL),
        ("Μη μισθολογικές παροχές", Stage.COMMITMENT),
        ("Αποδοχή χρηματοδότησης", Stage.PAYMENT),
        ("Έργο του ΕΣΠΑ 2014-2020", Stage.COMMITMENT),
        ("Προμήθεια τροφίμων", Stage.APPROVAL),
        ("Κατασκευή δικτύου (προγραμματική σύμβαση με τη ΔΕΥΑ)", Stage.CONTRACT),
        ("Σύμβαση εργασίας ΙΔΟΧ για την υλοποίηση υπηρεσιών", Stage.CONTRACT),
        ("Έγκριση δαπάνης για την υλοποίηση της προγραμματικής σύμβασης", Stage.APPROVAL),
        ("Έγκριση δαπάνης μετά την αποδοχή χρηματοδότησης", Stage.APPROVAL),
    ],
)
def test_what_only_looks_alike_is_not_flagged(subject: str, stage: Stage) -> None:
    assert subject_flags(fold(subject), stage) == frozenset()


def test_others_behind_a_name_are_many() -> None:
    assert is_many("ΔΟΚΙΜΑΣΤΙΚΟΣ & ΛΟΙΠΟΙ") and is_many("Δοκιμαστικός και λοιποί")
    assert not is_many("ΛΟΙΠΟΣ ΑΕ")
