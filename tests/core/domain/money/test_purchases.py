"""What is bought, and what is let or sold: subjects as they are posted."""

import pytest

from core.domain.ledger import Flag, Stage
from core.domain.money.purchases import purchase_flags
from core.domain.money.subjects import subject_flags
from core.greek.fold import fold

REVENUE = {Flag.REVENUE, Flag.NOT_EXPENDITURE}


@pytest.mark.parametrize("stage", [Stage.AWARD, Stage.CONTRACT])
@pytest.mark.parametrize(
    "subject",
    [
        "παραχώρηση απλής χρήσης αιγιαλού",
        "ΠΑΡΑΧΩΡΗΣΗ ΚΟΙΝΟΧΡΗΣΤΟΥ ΧΩΡΟΥ ΑΙΓΙΑΛΟΥ ΓΙΑ ΧΡΟΝΙΚΟ ΔΙΑΣΤΗΜΑ 16/6/202 ΕΩΣ 31/12/2020",
        "ΣΥΜΦΩΝΗΤΙΚΟ (εκμίσθωση δημοτικού ακινήτου - δημοτικού περιπτέρου Πλατείας)",
        "ΣΥΜΦΩΝΗΤΙΚΟ ΜΙΣΘΩΣΗΣ <<- Δημοτικό περίπτερο Κεντρικής πλατείας >>",
        "ΙΔΙΩΤΙΚΟ ΣΥΜΦΩΝΗΤΙΚΟ ΕΠΑΓΓΕΛΜΑΤΙΚΗΣ ΜΙΣΘΩΣΗΣ (δημοτικού ακινήτου εμβαδού 92,15 τμ.)",
        "Κατακύρωση δημόσιου πλειοδοτικού διαγωνισμού για τη μίσθωση του κυλικείου στο 3ο Γυμνάσιο",
        "ΜΙΣΘΩΤΗΡΙΟ ΣΥΜΒΟΛΑΙΟ ΔΟΚΙΜΟΠΟΥΛΟΥ ΓΙΑ ΤΟΠΟΘΕΤΗΣΗ ΤΡΑΠΕΖΟΚΑΘΙΣΜΑΤΩΝ",
        "Εκποίηση παλαιών οχημάτων του Δήμου",
    ],
)
def test_what_the_body_lets_or_sells_is_revenue(subject: str, stage: Stage) -> None:
    assert purchase_flags(fold(subject), stage) == REVENUE


@pytest.mark.parametrize(
    "subject",
    [
        "ΔΗΜΟΣΙΕΥΣΗ ΠΑΡΑΧΩΡΗΣΗ ΧΡΗΣΗΣ ΑΙΓΙΑΛΟΥ",
        "Ανάθεση δημοσίευσης διακήρυξης που αφορά την εκμίσθωση του κυλικείου του Δημοτικού Σχολείου",
        "Απευθείας ανάθεση της υπηρεσίας «Υπηρεσίες εκμίσθωσης – συντήρησης φωτοτυπικών μηχανημάτων»",
        "Ορισμός δικαστικού επιμελητή (επίδοση Καταγγελίας Σύμβασης Επαγγελματικής Εκμίσθωσης Ακινήτου)",
        "ΜΙΣΘΩΣΗ ΕΚΣΚΑΦΕΑ ΕΛΑΣΤΙΧΟΦΟΡΟΥ ΜΕ ΤΟΝ ΧΕΙΡΙΣΤΗ",
        "Ενοικίαση τραπεζοκαθισμάτων για εκδήλωση",
        "Σ46/2021 Ιδιωτικό συμφωνητικό μίσθωσης Έκτασης για χρήση ως αποθηκευτικού χώρου υλικών",
        "(Σ069/2020) Ιδιωτικό Συμφωνητικό Μίσθωσης εξοπλισμού",
        "Μίσθωση ακινήτου για τη στέγαση του ΚΕΠ σε δημοτικό κατάστημα",
        "Παραχώρηση άδειας χρήσης λογισμικού",
        "Μίσθωση κλιματιστικών σε δημοτικά καταστήματα",
        "Μίσθωση χημικών τουαλετών στο δημοτικό αναψυκτήριο",
        "Μίσθωση χώρου για τη λειτουργία κυλικείου",
        "Σύμβαση παραχώρησης χρήσης πλατφόρμας τηλεδιάσκεψης",
        "Κατασκευή και τοποθέτηση ομπρελών σκίασης στην παιδική χαρά",
    ],
)
def test_what_is_paid_for_beside_it_is_none(subject: str) -> None:
    assert not purchase_flags(fold(subject), Stage.AWARD)
    assert Flag.REVENUE not in purchase_flags(fold(subject), Stage.CONTRACT)


@pytest.mark.parametrize("stage", [Stage.AWARD, Stage.CONTRACT])
@pytest.mark.parametrize(
    "subject",
    [
        "ΠΡΟΓΡΑΜΜΑΤΙΚΗ ΣΥΜΒΑΣΗ του άρθρου 100 του Ν. 3852/2010 Μεταξύ«ΔΗΜΟΥ»Και«Δ.Ε.Υ.Α.»για την «ΚΑΤΑΣΚΕΥΗ ΑΓΩΓΟΥ»",
        "1Η ΤΡΟΠΟΠΟΙΗΣΗ ΠΡΟΓΡΑΜΜΑΤΙΚΗΣ ΣΥΜΒΑΣΗΣ Εσωτερικά και εξωτερικά δίκτυα ύδρευσης (Σ12/2016)",
        "Έγκριση σύναψης Προγραμματικής Σύμβασης του Δήμου με τον Αναπτυξιακό Οργανισμό για την παροχή υπηρεσιών",
        "Έγκριση σχεδίου και όρων της προγραμματικής συμφωνίας με την Περιφέρεια",
        "ΠΡΟΓΡΑΜΑΤΙΚΗ ΣΥΜΒΑΣΗ Σ033/2021",
    ],
)
def test_an_agreement_between_bodies_is_neither_award_nor_contract(subject: str, stage: Stage) -> None:
    assert purchase_flags(fold(subject), stage) == {Flag.AGREEMENT}


@pytest.mark.parametrize(
    "subject",
    [
        "Ανάθεση μελέτης στο πλαίσιο της προγραμματικής σύμβασης με την Περιφέρεια",
        "Κατασκευή αγωγού (προγραμματική σύμβαση με τη ΔΕΥΑ)",
        "Έγκριση πρακτικού και ανάθεση της σύμβασης συντήρησης προγραμμάτων",
    ],
)
def test_what_is_bought_within_an_agreement_is_an_award(subject: str) -> None:
    assert Flag.AGREEMENT not in purchase_flags(fold(subject), Stage.AWARD)


def test_money_that_a_body_commits_and_pays_for_an_agreement_stays_its_spending() -> None:
    subject = fold("Προγραμματική σύμβαση με τον Αναπτυξιακό Οργανισμό, Ιούλιος 2024")
    for stage in (Stage.COMMITMENT, Stage.PAYMENT):
        assert Flag.AGREEMENT not in subject_flags(subject, stage)


@pytest.mark.parametrize(
    "subject", ["ΜΙΣΘΩΤΗΡΙΟ ΣΥΜΒΟΛΑΙΟ", "ΣΥΜΦΩΝΗΤΙΚΟ ΜΙΣΘΩΣΗΣ (αίθουσες του Πολιτιστικού Κέντρου)"]
)
def test_a_lease_that_does_not_say_who_lets_is_told_and_counts(subject: str) -> None:
    assert purchase_flags(fold(subject), Stage.CONTRACT) == {Flag.REVENUE}


def test_a_tender_that_lets_is_told() -> None:
    assert purchase_flags(fold("Εκμίσθωση κυλικείου"), Stage.TENDER) == {Flag.REVENUE}
