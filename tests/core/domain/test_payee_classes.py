"""Who is a supplier and who is something else, by the register and by name."""

import pytest

from core.domain.payee_classes import Party, PayeeClass, class_of


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ΔΟΚΙΜΗ ΤΕΧΝΙΚΗ Α.Ε.", PayeeClass.SUPPLIER),
        ("Δ.Ε.Η. ΙΩΑΝΝΙΝΩΝ", PayeeClass.SUPPLIER),
        ("Ι.Κ.Α. ΙΩΑΝΝΙΝΩΝ", PayeeClass.SOCIAL_INSURANCE),
        ("ΕΦΚΑ", PayeeClass.SOCIAL_INSURANCE),
        ("Α ΔΟΥ ΙΩΑΝΝΙΝΩΝ", PayeeClass.TAX),
        ("ΥΠΟΥΡΓΕΙΟ ΟΙΚΟΝΟΜΙΚΩΝ (ΓΙΑ Φ.Μ.Υ.)", PayeeClass.TAX),
        ("ΤΑΜΕΙΟ ΠΑΡΑΚΑΤΑΘΗΚΩΝ ΚΑΙ ΔΑΝΕΙΩΝ", PayeeClass.DEBT),
        ("ΤΡΑΠΕΖΑ ΔΟΚΙΜΗΣ", PayeeClass.DEBT),
        ("ΕΝΙΑΙΑ ΣΧΟΛΙΚΗ ΕΠΙΤΡΟΠΗ Α/ΘΜΙΑΣ ΕΚΠ/ΣΗΣ ΔΗΜΟΥ ΔΟΚΙΜΗΣ", PayeeClass.PUBLIC_BODY),
        ("ΔΗΜΟΣ ΔΟΚΙΜΗΣ", PayeeClass.PUBLIC_BODY),
        ("ΔΟΚΙΜΑΣΤΙΚΟ ΠΑΝΕΠΙΣΤΗΜΙΟ ΔΟΚΙΜΗΣ", PayeeClass.PUBLIC_BODY),
        ("ΕΚΔΟΣΕΙΣ ΠΑΝΕΠΙΣΤΗΜΙΟΥ ΔΟΚΙΜΗΣ Α.Ε.", PayeeClass.SUPPLIER),
        ("ΔΙΚΗΓΟΡΙΚΟΣ ΣΥΛΛΟΓΟΣ ΔΟΚΙΜΗΣ", PayeeClass.PUBLIC_BODY),
        ("ΤΑΧΥΔΡΟΜΙΚΟ ΤΑΜΙΕΥΤΗΡΙΟ", PayeeClass.DEBT),
        ("ΔΟΚΙΜΙΔΗΣ & ΛΟΙΠΟΙ", PayeeClass.PAYROLL),
        (None, PayeeClass.SUPPLIER),
    ],
)
def test_a_class_by_name(name: str | None, expected: PayeeClass) -> None:
    assert class_of(Party(key="997777776", afm="997777776", names=(name,) if name else ())) is expected


def test_whoever_is_in_the_register_is_no_supplier() -> None:
    party = Party(key="997777776", afm="997777776", names=("ΔΟΚΙΜΗ",), registered=True)
    assert class_of(party) is PayeeClass.PUBLIC_BODY


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ((), PayeeClass.PERSON),
        (("ΔΟΚΙΜΟΠΟΥΛΟΣ,,ΔΟΚΙΜΙΟΣ",), PayeeClass.PERSON),
        (("ΔΟΚΙΜΟΠΟΥΛΟΣ", "ΔΟΚΙΜΟΠΟΥΛΟΣ ΚΑΙ ΣΙΑ Ο.Ε."), PayeeClass.SUPPLIER),
    ],
)
def test_a_number_of_persons_is_one_unless_some_act_gives_a_legal_form(
    names: tuple[str, ...], expected: PayeeClass
) -> None:
    assert class_of(Party(key="045678903", afm="045678903", names=names)) is expected


def test_a_person_is_named_by_the_acts_in_question_alone_and_without_his_number() -> None:
    party = Party(key="123456783", afm="123456783", names=("ΔΟΚΙΜΟΠΟΥΛΟΣ,,ΔΟΚΙΜΙΟΣ,ΑΛΛΟΣ",))
    assert party.words == "ιδιώτης (ΑΦΜ …)"


def test_a_company_is_named_by_another_act_and_that_is_said() -> None:
    party = Party(key="997777776", afm="997777776", names=("ΔΟΚΙΜΗ Α.Ε.",))
    assert party.words == "ΔΟΚΙΜΗ Α.Ε., ΑΦΜ 997777776 (όνομα από άλλη πράξη)"
