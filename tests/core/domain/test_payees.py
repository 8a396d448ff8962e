"""What readers may see of payees: companies in full, private persons masked, named only as one body's contractors."""

import pytest

from core.domain.ledger import Payee, Stage
from core.domain.payees import Setting, concerns_people, is_private_person, names_contractors, shown_payees

COMPANY = Payee(afm="999999999", name="ΔΟΚΙΜΗ Ο.Ε.")
NATURAL = Payee(afm="123456783", name="ΔΟΚΙΜΟΠΟΥΛΟΣ,,ΔΟΚΙΜΙΟΣ,ΠΑΤΡΩΝΥΜΟΣ", natural=True)
UNNAMED = Payee(afm="023456783", name=None, natural=True)


def setting(
    subject: str = "Προμήθεια καυσίμων κίνησης",
    *,
    stage: Stage | None = Stage.AWARD,
    one_body: bool = True,
    issuer_afm: str | None = None,
) -> Setting:
    return Setting(stage=stage, decision_type="Δ.1", subject=subject, one_body=one_body, issuer_afm=issuer_afm)


def test_a_company_is_shown_with_its_afm():
    assert shown_payees([COMPANY], setting=setting()) == ("ΔΟΚΙΜΗ Ο.Ε., ΑΦΜ 999999999",)


def test_a_company_without_a_name_says_so():
    unnamed = Payee(afm="999999999", name=None)

    assert shown_payees([unnamed], setting=setting()) == ("ΑΦΜ 999999999, όνομα δεν αναφέρεται",)


def test_a_payee_without_an_afm_is_shown_by_its_name():
    foreign = Payee(afm=None, name="EXAMPLE GMBH")

    assert shown_payees([foreign], setting=setting()) == ("EXAMPLE GMBH",)


def test_companies_are_shown_across_bodies_and_in_every_stage():
    payment = setting("Μισθοδοσία", stage=Stage.PAYMENT, one_body=False)

    assert shown_payees([COMPANY], setting=payment) == ("ΔΟΚΙΜΗ Ο.Ε., ΑΦΜ 999999999",)


def test_a_private_contractor_is_named_first_name_first_without_afm_or_fathers_name():
    assert shown_payees([NATURAL], setting=setting()) == ("ΔΟΚΙΜΙΟΣ ΔΟΚΙΜΟΠΟΥΛΟΣ",)


def test_a_private_contractor_without_a_name_shows_no_digit():
    assert shown_payees([UNNAMED], setting=setting()) == ("ιδιώτης (ΑΦΜ …)",)


@pytest.mark.parametrize(
    "where",
    [
        setting(one_body=False),
        setting(stage=Stage.PAYMENT),
        setting(stage=Stage.APPROVAL),
        setting(stage=Stage.COMMITMENT),
        setting(stage=Stage.GRANT),
        setting(stage=Stage.PERSONNEL),
        setting(stage=None),
        setting("Πρόσληψη προσωπικού με σύμβαση ΙΔΟΧ"),
        setting("Οικονομική ενίσχυση απόρου"),
        setting("ΑΠΟΖΗΜΙΩΣΗ ΓΙΑ ΥΠΕΡΩΡΙΑΚΗ ΑΠΑΣΧΟΛΗΣΗ"),
        setting("Καταβολή μισθοδοσίας Μαρτίου"),
        setting("Σύμβαση μίσθωσης έργου", stage=Stage.CONTRACT),
        setting("Σύμβαση εργασίας για τη συντήρηση κτιρίων", stage=Stage.CONTRACT),
        setting("Παροχή υπηρεσιών συντήρησης κήπων με 2 άτομα", stage=Stage.CONTRACT),
    ],
)
def test_nobody_is_named_from_pay_hiring_benefits_work_contracts_or_across_bodies(where):
    assert shown_payees([NATURAL], setting=where) == ("ιδιώτης",)
    assert shown_payees([UNNAMED], setting=where) == ("ιδιώτης",)


@pytest.mark.parametrize(
    "subject", ["Σύμβαση προμήθειας γραφικής ύλης", "ΕΠΙΣΚΕΥΗ ΟΧΗΜΑΤΩΝ", "Συντήρηση και επισκευή αντλιοστασίων"]
)
def test_a_contract_that_buys_something_names_its_contractor(subject):
    assert names_contractors(setting(subject, stage=Stage.CONTRACT))


@pytest.mark.parametrize(
    "payee",
    [
        Payee(afm="123456783", name="ΔΟΚΙΜΟΠΟΥΛΟΣ ΔΟΚΙΜΙΟΣ"),
        Payee(afm="045678903", name=None),
        Payee(afm="075678903", name=None),
        Payee(afm="075678903", name="ΔΟΚΙΜΟΠΟΥΛΟΣ Δ."),
        Payee(afm="123456783", name="ΔΗΜΟΥ ΔΟΚΙΜΗ"),
        Payee(afm=None, name="ΔΟΚΙΜΟΠΟΥΛΟΣ,,ΔΟΚΙΜΙΟΣ,ΠΑΤΡΩΝΥΜΟΣ"),
        Payee(afm=None, name="ΔΟΚΙΜΟΠΟΥΛΟΣ ΓΕΩΡΓΙΟΣ"),
        Payee(afm="999999999", name="ΔΟΚΙΜΟΠΟΥΛΟΥ,,ΜΑΡΙΑ,ΠΑΤΡΩΝΥΜΟΣ"),
    ],
)
def test_persons_are_known_by_afm_by_double_comma_or_by_a_first_name(payee):
    assert is_private_person(payee)


@pytest.mark.parametrize(
    "payee",
    [
        Payee(afm="999999999", name="ΔΟΚΙΜΟΠΟΥΛΟΣ ΓΕΩΡΓΙΟΣ"),
        Payee(afm="082000463", name="Α ΔΟΚΙΜΟΣ ΚΑΙ ΣΙΑ ΕΕ"),
        Payee(afm="045678903", name="ΔΟΚΙΜΟΠΟΥΛΟΣ ΓΕΩΡΓΙΟΣ ΚΑΙ ΣΙΑ Ο.Ε."),
        Payee(afm=None, name="ΑΦΟΙ ΓΕΩΡΓΙΟΥ Α.Ε."),
        Payee(afm=None, name="EXAMPLE GMBH"),
    ],
)
def test_companies_are_known_by_afm_or_by_their_legal_form(payee):
    assert not is_private_person(payee)


def test_an_afm_typed_into_a_name_is_not_shown():
    typed = Payee(afm="123456783", name="ΔΟΚΙΜΟΠΟΥΛΟΣ ΔΟΚΙΜΙΟΣ 123456783", natural=True)

    assert shown_payees([typed], setting=setting()) == ("ΔΟΚΙΜΟΠΟΥΛΟΣ ΔΟΚΙΜΙΟΣ",)


def test_private_persons_together_are_one_line():
    payment = setting(stage=Stage.PAYMENT)

    assert shown_payees([NATURAL, COMPANY, UNNAMED], setting=payment) == ("ΔΟΚΙΜΗ Ο.Ε., ΑΦΜ 999999999", "2 ιδιώτες")


def test_the_issuing_body_is_no_payee_beside_others_and_alone_is_called_itself():
    body = Payee(afm="998888887", name="ΔΗΜΟΣ ΕΠΙΔΕΙΞΗΣ")
    own = setting(issuer_afm="998888887")

    assert shown_payees([body, COMPANY], setting=own) == ("ΔΟΚΙΜΗ Ο.Ε., ΑΦΜ 999999999",)
    assert shown_payees([body], setting=own) == ("ο ίδιος ο φορέας",)


def test_an_act_without_payees_shows_none():
    assert shown_payees([], setting=setting(issuer_afm="998888887")) == ()
    assert shown_payees([Payee(afm=None, name=None)], setting=setting()) == ()


@pytest.mark.parametrize(
    "subject",
    [
        "Προμήθεια τροφίμων",
        "Ασφαλτόστρωση οδού",
        "Ανάλυση δειγμάτων νερού",
        "Σύνταξη σχεδίων και τευχών δημοπράτησης",
        "Ανάθεση σύνταξης μελέτης",
        "Διακοπή σύνταξης της τεχνικής μελέτης",
        "Καταβολή αμοιβής για σύνταξη τευχών",
        "Προμήθεια ειδών ένδυσης προσωπικού (είδη ατομικής προστασίας)",
        "Παροχές ένδυσης (ένδυση εργατοτεχνικού και ένστολου προσωπικού)",
        "Προμήθεια μέσων ατομικής προστασίας των εργαζομένων",
    ],
)
def test_a_purchase_is_not_about_people(subject):
    assert not concerns_people(subject)


@pytest.mark.parametrize(
    "subject",
    [
        "Αίτηση συνταξιοδότησης υπαλλήλου",
        "Χορήγηση σύνταξης γήρατος",
        "Διακοπή σύνταξης του ΔΟΚΙΜΟΠΟΥΛΟΥ",
        "Αναπροσαρμογή σύνταξης",
        "Καταβολή σύνταξης με πράξη του Γ.Λ.Κ.",
        "Λύση σύμβασης λόγω συντάξεως",
        "Μισθοδοσία και ένδυση προσωπικού",
        "Παροχή ένδυσης στον υπάλληλο ΔΟΚΙΜΟΠΟΥΛΟ",
    ],
)
def test_pensions_pay_and_what_one_employee_gets_are_about_people(subject):
    assert concerns_people(subject)
