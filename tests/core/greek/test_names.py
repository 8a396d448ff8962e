"""Names: bodies of the register by what people call them, companies by comparable keys."""

import json
from pathlib import Path

import pytest

from core.greek.names import BodyName, OrganizationIndex, company_key, has_legal_form, organization_key

BODIES = (
    BodyName(uid="6265", label="ΔΗΜΟΣ ΡΟΔΟΥ", category="MUNICIPALITY", covered=True),
    BodyName(uid="6309", label="ΔΗΜΟΣ ΧΑΝΙΩΝ", category="MUNICIPALITY"),
    BodyName(uid="6125", label="ΔΗΜΟΣ ΙΩΑΝΝΙΤΩΝ", category="MUNICIPALITY"),
    BodyName(uid="6202", label="ΔΗΜΟΣ ΚΑΜΕΝΩΝ ΒΟΥΡΛΩΝ", category="MUNICIPALITY"),
    BodyName(uid="6030", label="ΔΗΜΟΣ ΑΜΦΙΚΛΕΙΑΣ - ΕΛΑΤΕΙΑΣ", category="MUNICIPALITY"),
    BodyName(uid="6160", label="ΔΗΜΟΣ ΚΩ", category="MUNICIPALITY"),
    BodyName(uid="6004", label="ΔΗΜΟΣ ΑΓΙΑΣ", category="MUNICIPALITY"),
    BodyName(uid="6236", label="ΔΗΜΟΣ ΠΑΛΑΜΑ", category="MUNICIPALITY"),
    BodyName(uid="1", label="ΔΗΜΟΣ ΗΡΑΚΛΕΙΟΥ ΚΡΗΤΗΣ", category="MUNICIPALITY"),
    BodyName(uid="2", label="ΔΗΜΟΣ ΗΡΑΚΛΕΙΟΥ ΑΤΤΙΚΗΣ", category="MUNICIPALITY"),
    BodyName(uid="50449", label="ΔΗΜΟΤΙΚΗ ΕΠΙΧΕΙΡΗΣΗ ΥΔΡΕΥΣΗΣ ΑΠΟΧΕΤΕΥΣΗΣ (Δ.Ε.Υ.Α.) ΚΟΖΑΝΗΣ", category="DEYA"),
    BodyName(uid="52826", label="ΔΗΜΟΤΙΚΗ ΕΠΙΧΕΙΡΗΣΗ ΥΔΡΕΥΣΗΣ ΑΠΟΧΕΤΕΥΣΗΣ ΔΗΜΟΥ ΡΟΔΟΥ (Δ.Ε.Υ.ΑΡ)", category="DEYA"),
    BodyName(uid="50797", label="Δ.Ε.Υ.Α ΕΔΕΣΣΑΣ", category="DEYA"),
    BodyName(
        uid="53315", label="Ν.Π.Δ.Δ. ΔΗΜΟΤΙΚΟΣ ΟΡΓΑΝΙΣΜΟΣ ΠΟΛΙΤΙΣΜΟΥ ΑΘΛΗΤΙΣΜΟΥ ΡΟΔΟΥ -Δ.Ο.Π.Α.Ρ.", category="NPDD"
    ),
    BodyName(uid="5011", label="ΠΕΡΙΦΕΡΕΙΑ ΝΟΤΙΟΥ ΑΙΓΑΙΟΥ", category="REGION"),
    BodyName(uid="99221940", label="ΓΕΝΙΚΟ ΝΟΣΟΚΟΜΕΙΟ ΡΟΔΟΥ ΑΝΔΡΕΑΣ ΠΑΠΑΝΔΡΕΟΥ", category="NPDD"),
    BodyName(uid="77", label="ΥΠΟΥΡΓΕΙΟ ΠΑΙΔΕΙΑΣ, ΘΡΗΣΚΕΥΜΑΤΩΝ ΚΑΙ ΑΘΛΗΤΙΣΜΟΥ", category="MINISTRY"),
    BodyName(uid="78", label="ΣΧΟΛΙΚΕΣ ΕΠΙΤΡΟΠΕΣ", category="NPDD"),
)
INDEX = OrganizationIndex(BODIES)


def named(text: str) -> list[tuple[str, tuple[str, ...], bool]]:
    return [(one.words, one.uids, one.certain) for one in INDEX.find(text)]


@pytest.mark.parametrize(
    ("text", "words", "uid"),
    [
        ("πόσα έδωσε ο Δήμος Ρόδου για καύσιμα", "Δήμος Ρόδου", "6265"),
        ("οι αναθέσεις του δημου ροδου", "δημου ροδου", "6265"),
        ("ΣΤΟΝ ΔΗΜΟ ΡΟΔΟΥ", "ΔΗΜΟ ΡΟΔΟΥ", "6265"),
        ("ο δήμος της Κω", "δήμος της Κω", "6160"),
        ("dhmos rodou", "dhmos rodou", "6265"),
        ("ο Δήμος Ιωαννίνων", "Δήμος Ιωαννίνων", "6125"),
        ("δήμος Καμένων Βούρλων", "δήμος Καμένων Βούρλων", "6202"),
        ("ο Δήμος Αμφίκλειας", "Δήμος Αμφίκλειας", "6030"),
        ("Δήμος Αγιάς", "Δήμος Αγιάς", "6004"),
        ("η ΔΕΥΑ Κοζάνης", "ΔΕΥΑ Κοζάνης", "50449"),
        ("της Δ.Ε.Υ.Α. Κοζάνης", "Δ.Ε.Υ.Α. Κοζάνης", "50449"),
        ("h deya kozanhs", "deya kozanhs", "50449"),
        ("ΔΕΥΑ Έδεσσας", "ΔΕΥΑ Έδεσσας", "50797"),
        ("ο ΔΟΠΑΡ", "ΔΟΠΑΡ", "53315"),
        ("Περιφέρεια Νοτίου Αιγαίου", "Περιφέρεια Νοτίου Αιγαίου", "5011"),
    ],
)
def test_a_body_is_found_by_its_name(text: str, words: str, uid: str) -> None:
    assert named(text) == [(words, (uid,), True)]


@pytest.mark.parametrize(
    ("text", "words", "uid"),
    [
        ("αποφάσεις για τη Ρόδο", "Ρόδο", "6265"),
        ("καύσιμα χανια 2023", "χανια", "6309"),
        ("kausima rodos", "rodos", "6265"),
        ("στα Γιάννενα", "Γιάννενα", "6125"),
        ("στα Καμένα Βούρλα", "Καμένα Βούρλα", "6202"),
        ("νοσοκομείο Ρόδου", "νοσοκομείο Ρόδου", "99221940"),
        ("Υπουργείο Παιδείας", "Υπουργείο Παιδείας", "77"),
        ("η δευακ", "δευακ", "50449"),
        ("ΔΕΥΑΡ", "ΔΕΥΑΡ", "52826"),
    ],
)
def test_a_place_or_part_of_a_name_is_a_guess(text: str, words: str, uid: str) -> None:
    assert named(text) == [(words, (uid,), False)]


@pytest.mark.parametrize(
    "text",
    [
        "πόσα ξόδεψε ο δήμος", "πλατεία Ελευθερίας", "Αγία Μαρίνα", "ρόδα και ποδήλατα", "μια παλάμα", "καμένα δέντρα",
        "οδός Ρόδου 5", "οι σχολικές επιτροπές", "", "πες μου για τον Παπαδόπουλο", "ο δήμος Έργα και ημέρες",
    ],
)  # fmt: skip
def test_what_names_no_body_is_left_alone(text: str) -> None:
    assert named(text) == []


@pytest.mark.parametrize("text", ["ο Δήμος Ηρακλείου", "στο Ηράκλειο"])
def test_several_bodies_that_fit_are_offered(text: str) -> None:
    [(_, uids, certain)] = named(text)
    assert (set(uids), certain) == ({"1", "2"}, False)


def test_two_bodies_are_two_mentions_in_order() -> None:
    assert [uids for _, uids, _ in named("Ρόδου ή Χανίων;")] == [("6265",), ("6309",)]


def test_a_municipality_of_no_register_is_named_without_a_body() -> None:
    assert named("ο Δήμος Ατλαντίδας") == [("Δήμος Ατλαντίδας", (), False)]


def test_covered_bodies_win_where_several_fit() -> None:
    both = (
        BodyName(uid="a", label="ΔΗΜΟΣ ΠΟΛΗΣ", category="MUNICIPALITY"),
        BodyName(uid="b", label="ΔΗΜΟΣ ΠΟΛΗΣ", category="MUNICIPALITY", covered=True),
    )
    assert OrganizationIndex(both).find("Δήμος Πόλης")[0].uids == ("b",)


def test_labels_are_those_of_the_register() -> None:
    assert INDEX.label("6265") == "ΔΗΜΟΣ ΡΟΔΟΥ"


def test_keys_of_bodies_ignore_case_inflection_and_spelling() -> None:
    assert organization_key("του Δήμου Ρόδου") == organization_key("ΔΗΜΟΣ ΡΟΔΟΥ")
    assert organization_key("Δ.Ε.Υ.Α. ΚΟΖΑΝΗΣ") == organization_key(BODIES[10].label)


@pytest.mark.parametrize(
    "name",
    [
        "ΔΟΚΙΜΗ ΚΑΥΣΙΜΑ Α.Ε.",
        "«Δοκιμή Καύσιμα»",
        "ΔΟΚΙΜΗ ΚΑΥΣΙΜΑ ΜΟΝΟΠΡΟΣΩΠΗ Ι.Κ.Ε.",
        "ΔΟΚΙΜΗ ΚΑΥΣΙΜΑ Α Ε",
        "ΔΟΚΙΜΗ ΚΑΥΣΙΜΑ & ΣΙΑ Ο.Ε.",
    ],
)
def test_a_company_has_one_key_whatever_its_form(name: str) -> None:
    assert company_key(name) == "δοκιμη καυσιμα"


def test_a_name_of_nothing_but_a_form_keeps_it() -> None:
    assert company_key("Α.Ε.") == "αε"


@pytest.mark.parametrize(
    ("name", "legal"),
    [
        ("ΔΟΚΙΜΗ Α.Ε.", True), ("ΔΟΚΙΜΗ ΑΕ", True), ("ΔΟΚΙΜΗ Μ. Ι.Κ.Ε.", True), ("Δοκιμή Ε.Π.Ε.", True),
        ("DOKIMI LTD", True),
        ("ΣΥΛΛΟΓΟΣ ΓΟΝΕΩΝ", True), ("ΔΟΚΙΜΟΠΟΥΛΟΣ ΓΕΩΡΓΙΟΣ", False),
        ("Α.Ε. ΔΟΚΙΜΟΠΟΥΛΟΣ", False), ("ΔΟΚΙΜΟΠΟΥΛΟΣ ΔΗΜΟΣ", False), ("ΔΟΚΙΜΟΠΟΥΛΟΥ ΑΕΤΗ", False), ("", False),
    ],
)  # fmt: skip
def test_a_legal_form_is_recognised(name: str, legal: bool) -> None:
    assert has_legal_form(name) is legal


@pytest.mark.shared
def test_every_municipality_is_found_by_its_own_label(shared_data: Path) -> None:
    listed = json.loads((shared_data / "fixtures" / "organizations_active.json").read_text(encoding="utf-8"))
    bodies = [
        BodyName(uid=one["uid"], label=one["label"], category=one["category"], latin_name=one["latinName"])
        for one in listed["organizations"]
    ]
    index = OrganizationIndex(bodies)
    missed = [
        body.label
        for body in bodies
        if body.category == "MUNICIPALITY"
        and body.label.startswith("ΔΗΜΟΣ")
        and not any(body.uid in one.uids for one in index.find(f"πόσα έδωσε ο {body.label} το 2024"))
    ]
    assert len(bodies) == 5_342
    assert missed == []
