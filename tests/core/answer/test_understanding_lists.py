"""Questions that ask for acts: topics, what is left out of them, types, periods, bodies, payees, units, codes."""

from datetime import date

import pytest

from core.answer.slots import from_json, to_json
from core.domain.ledger import Stage
from core.domain.request import Intent, Link, Scope
from tests.core.answer.messages import gist, read

SPELLINGS = [
    (
        "αποφάσεις για συντήρηση σχολικών κτιρίων 2023",
        "αποφασεις για συντηρηση σχολικων κτιριων 2023",
        "ΑΠΟΦΑΣΕΙΣ ΓΙΑ ΣΥΝΤΗΡΗΣΗ ΣΧΟΛΙΚΩΝ ΚΤΙΡΙΩΝ 2023",
        "apofaseis gia sintirisi sxolikon ktirion 2023",
        "2023 αποφάσις για συντίρηση σχολικών κτηρίων",
    ),
    (
        "δείξε μου αποφάσεις για αδέσποτα στη Στυλίδα",
        "δειξε μου αποφασεις για αδεσποτα στη στυλιδα",
        "ΔΕΙΞΕ ΜΟΥ ΑΠΟΦΑΣΕΙΣ ΓΙΑ ΑΔΕΣΠΟΤΑ ΣΤΗ ΣΤΥΛΙΔΑ",
        "deikse mou apofaseis gia adespota sti stylida",
        "στη Στυλίδα για αδέσποτα δείξε μου αποφάσεις",
    ),
    (
        "διαγωνισμοί για ασφαλτοστρώσεις το 2024",
        "διαγωνισμοι για ασφαλτοστρωσεις το 2024",
        "ΔΙΑΓΩΝΙΣΜΟΙ ΓΙΑ ΑΣΦΑΛΤΟΣΤΡΩΣΕΙΣ ΤΟ 2024",
        "diagonismoi gia asfaltostroseis to 2024",
        "το 2024 για ασφαλτοστρώσεις διαγωνησμοί",
    ),
    (
        "τελευταίες 10 πληρωμές του δήμου",
        "τελευταιες 10 πληρωμες του δημου",
        "ΤΕΛΕΥΤΑΙΕΣ 10 ΠΛΗΡΩΜΕΣ ΤΟΥ ΔΗΜΟΥ",
        "teleutaies 10 pliromes tou dimou",
        "του δήμου οι τελευταίες 10 πλιρωμές",
    ),
]


@pytest.mark.parametrize("spellings", SPELLINGS, ids=[each[0] for each in SPELLINGS])
def test_five_spellings_ask_the_same(spellings: tuple[str, ...]) -> None:
    first = gist(spellings[0])
    assert first["intent"] is Intent.RECORDS
    for spelling in spellings[1:]:
        assert gist(spelling) == first, spelling


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("τι αγόρασε ο δήμος για τα σκουπίδια", ("σκουπίδια",)),
        ("λάστιχα", ("λάστιχα",)),
        ("φαγητό στους παιδικούς σταθμούς", ("φαγητό", "παιδικούς", "σταθμούς")),
        ("τι έχει αποφασίσει ο δήμος για τα αδέσποτα σκυλιά στην παραλία", ("αδέσποτα", "σκυλιά", "παραλία")),
        ("ψάχνω μια απόφαση που λέει για μονοδρόμηση", ("μονοδρόμηση",)),
        ("έχει βγει τίποτα για την παιδική χαρά;", ("παιδική", "χαρά")),
        ("Ό,ΤΙ ΑΦΟΡΑ ΤΟ ΚΟΛΥΜΒΗΤΗΡΙΟ", ("ΚΟΛΥΜΒΗΤΗΡΙΟ",)),
        ("βρες αποφάσεις: κάδοι, απορριμματοφόρα", ("κάδοι", "απορριμματοφόρα")),
        ("μετακινήσεις εκτός έδρας", ("μετακινήσεις", "εκτός", "έδρας")),
        ("βοήθεια στο σπίτι", ("βοήθεια", "σπίτι")),
        ("μέσα ατομικής προστασίας", ("μέσα", "ατομικής", "προστασίας")),
        ("τέλος παρεπιδημούντων", ("τέλος", "παρεπιδημούντων")),
        ("αντιπυρική περίοδος", ("αντιπυρική", "περίοδος")),
        ("νέα γέφυρα", ("νέα", "γέφυρα")),
        ("ηλεκτρικός πίνακας σχολείου", ("ηλεκτρικός", "πίνακας", "σχολείου")),
        ("αποφάσεις για το δημοτικό συμβούλιο", ("δημοτικό", "συμβούλιο")),
        ("μίσθωση κτιρίου για ΚΑΠΗ", ("μίσθωση", "κτιρίου", "ΚΑΠΗ")),
        ("έγκριση μελέτης οδοποιίας", ("έγκριση", "μελέτης", "οδοποιίας")),
        ("ανάληψη υπηρεσίας υπαλλήλου", ("ανάληψη", "υπηρεσίας", "υπαλλήλου")),
        ("covid", ("covid",)),
        ("κορονοϊός", ("κορονοϊός",)),
        ("τι βγήκε για Κ.Δ.Α.Π.;", ("Κ.Δ.Α.Π.",)),
        ("τι γράφει η διαύγεια για τα σκουπίδια", ("σκουπίδια",)),
        ("πληρώθηκε η εταιρεία καθαριότητας;", ("εταιρεία", "καθαριότητας")),
        ("έχει νοικιάσει ο δήμος κτίριο για το ΚΕΠ;", ("μίσθωση", "κτίριο", "ΚΕΠ")),
    ],
)
def test_topic_words_stay_in_their_order_and_cue_words_go(text: str, topic: tuple[str, ...]) -> None:
    request = read(text)
    assert request.intent is Intent.RECORDS
    assert request.topic == topic


def test_a_verb_becomes_the_noun_of_its_deed() -> None:
    assert read("τι επισκεύασε ο δήμος στα σχολεία").topic == ("επισκευή", "σχολεία")
    assert read("ποια σχολεία συντηρήθηκαν").topic == ("σχολεία", "συντήρηση")


def test_a_verb_that_no_subject_would_hold_is_told_not_searched() -> None:
    request = read("σταμάτησε ο δήμος τις πληρωμές για το κολυμβητήριο;")
    assert request.topic == ("κολυμβητήριο",)
    assert "unused:σταμάτησε" in request.notes


@pytest.mark.parametrize(
    ("text", "topic", "exclude"),
    [
        ("αποφάσεις για σχολεία αλλά όχι παιδικούς σταθμούς", ("σχολεία",), ("παιδικούς", "σταθμούς")),
        ("καύσιμα χωρίς λιπαντικά", ("καύσιμα",), ("λιπαντικά",)),
        ("αποφάσεις για έργα εκτός από οδοποιία, 2025", ("έργα",), ("οδοποιία",)),
        ("φωτισμός πλην των σχολείων", ("φωτισμός",), ("σχολείων",)),
        ("έργα, όχι μελέτες", ("έργα",), ("μελέτες",)),
        ("δεν θέλω τα καύσιμα, θέλω τα λιπαντικά", ("λιπαντικά",), ("καύσιμα",)),
    ],
)
def test_what_is_left_out(text: str, topic: tuple[str, ...], exclude: tuple[str, ...]) -> None:
    request = read(text)
    assert (request.topic, request.exclude) == (topic, exclude)


def test_a_body_that_is_left_out_is_not_asked_for() -> None:
    request = read("αδέσποτα εκτός από τη Στυλίδα")
    assert request.organizations == ()
    assert request.exclude == ("Στυλίδα",)


@pytest.mark.parametrize(
    ("text", "types", "stage"),
    [
        ("διακηρύξεις 2025", ("Δ.2.1",), Stage.TENDER),
        ("κατακυρώσεις 2024", ("Δ.2.2",), Stage.AWARD),
        ("συμβάσεις για τα απορρίμματα", ("Γ.3.4",), Stage.CONTRACT),
        ("υπέγραψε ο δήμος σύμβαση για τα σκουπίδια;", ("Γ.3.4",), Stage.CONTRACT),
        ("χρηματικά εντάλματα για καθαρίστριες", ("Β.2.2",), Stage.PAYMENT),
        ("αναλήψεις υποχρέωσης για ρεύμα", ("Β.1.3",), Stage.COMMITMENT),
        ("εγκρίσεις δαπανών για δεξιώσεις", ("Β.2.1",), Stage.APPROVAL),
        ("επιχορηγήσεις σε αθλητικούς συλλόγους", ("Β.4",), Stage.GRANT),
        ("εγκύκλιοι για μετακινήσεις", ("Α.3",), None),
        ("κανονιστικές αποφάσεις για λαϊκές αγορές", ("Α.2",), None),
        ("Δ.1 για καύσιμα", ("Δ.1",), Stage.AWARD),
        ("B.1.3 για καύσιμα", ("Β.1.3",), Stage.COMMITMENT),
        ("υπήρξε διαγωνισμός για τα οχήματα ή έγινε ανάθεση;", ("Δ.2.1", "Δ.1"), None),
    ],
)
def test_types_by_name_and_by_code(text: str, types: tuple[str, ...], stage: Stage | None) -> None:
    request = read(text)
    assert (request.intent, request.decision_types, request.stage) == (Intent.RECORDS, types, stage)


@pytest.mark.parametrize(
    "text",
    [
        "τροποποίηση σύμβασης ύδρευσης",
        "ματαίωση διαγωνισμού για λεωφορεία",
        "προγραμματική σύμβαση με την περιφέρεια",
        "πρακτικό διαγωνισμού",
        "ακυρώθηκε ο διαγωνισμός για τα λεωφορεία;",
    ],
)
def test_a_type_inside_a_subject_is_a_topic(text: str) -> None:
    request = read(text)
    assert request.decision_types == ()
    assert any(word.startswith(("σύμβασ", "διαγωνισμ")) for word in request.topic)


@pytest.mark.parametrize(
    ("text", "years", "since", "until"),
    [
        ("σχολεία 2025", (2025,), date(2025, 1, 1), date(2026, 1, 1)),
        ("σχολεία πέρσι", (2025,), date(2025, 1, 1), date(2026, 1, 1)),
        ("σχολεία από 1/3/2024 έως 15/3/2024", (), date(2024, 3, 1), date(2024, 3, 16)),
        ("τι βγήκε χθες;", (), date(2026, 10, 4), date(2026, 10, 5)),
        ("αποφάσεις του Μαρτίου 2024", (), date(2024, 3, 1), date(2024, 4, 1)),
        ("έργα οδοποιίας 2021-2023", (2021, 2022, 2023), date(2021, 1, 1), date(2024, 1, 1)),
        ("σχολεία 2022 και 2024", (2022, 2024), date(2022, 1, 1), date(2025, 1, 1)),
        ("Πράξεις της εβδομάδας", (), date(2026, 10, 5), date(2026, 10, 12)),
        ("πληρωμές του μήνα", (), date(2026, 10, 1), date(2026, 11, 1)),
        ("πληρωμές του έτους", (2026,), date(2026, 1, 1), date(2027, 1, 1)),
    ],
)
def test_periods(text: str, years: tuple[int, ...], since: date, until: date) -> None:
    request = read(text)
    assert request.period is not None
    assert (request.years, request.period.since, request.period.until) == (years, since, until)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("απόφαση για το πανηγύρι της 8ης Σεπτεμβρίου", "Σεπτεμβρίου"),
        ("ανάπλαση πλατείας 25ης Μαρτίου", "Μαρτίου"),
        ("οδός 28ης Οκτωβρίου", "Οκτωβρίου"),
        ("διαγωνισμοί που τρέχουν τώρα", None),
    ],
)
def test_a_day_in_a_name_is_no_period(text: str, word: str | None) -> None:
    request = read(text)
    assert request.period is None
    assert word is None or word in request.topic


@pytest.mark.parametrize(
    ("text", "uids", "own"),
    [
        ("καύσιμα στον Δήμο Στυλίδας", ["6289"], False),
        ("καύσιμα στυλίδα", ["6289"], False),
        ("kausima rodos", ["6265"], False),
        ("αποφάσεις της ΔΕΥΑ Κοζάνης για αντλίες", ["50449"], False),
        ("αντλίες Δ.Ε.Υ.Α. Κοζάνης", ["50449"], False),
        ("καύσιμα του δήμου", [], True),
        ("τι έκανε ο δήμος μας για τα αδέσποτα", [], True),
        ("αποφάσεις για την πλατεία Ρόδου", [], False),
        ("υπάρχει απόφαση για την πεζοδρόμηση της Αγίου Νικολάου;", [], False),
        ("όχι, τα σχολεία", [], False),
    ],
)
def test_bodies(text: str, uids: list[str], own: bool) -> None:
    request = read(text)
    assert [uid for each in request.organizations for uid in each.uids] == uids
    assert request.own_body is own


def test_a_body_that_no_register_has_is_named_without_a_uid() -> None:
    (mention,) = read("δήμος Ατλαντίδας σκουπίδια").organizations
    assert (mention.words, mention.uids) == ("δήμος Ατλαντίδας", ())


def test_a_body_carries_its_label() -> None:
    (mention,) = read("καύσιμα Μακρακώμη").organizations
    assert mention.labels == ("ΔΗΜΟΣ ΜΑΚΡΑΚΩΜΗΣ",)


@pytest.mark.parametrize(
    ("text", "payee"),
    [
        ("έχει πάρει κάτι η εταιρεία «Δοκιμή Καθαρισμοί» από τον δήμο;", "Δοκιμή Καθαρισμοί"),
        ("συμβάσεις με την εταιρεία τεχνοδομική", "τεχνοδομική"),
        ("αναθέσεις στην Alpha Consulting ΙΚΕ", "Alpha Consulting ΙΚΕ"),
        ("αναθέσεις στη ΔΟΚΙΜΗ ΤΕΧΝΙΚΗ Α.Ε. το 2024", "ΔΟΚΙΜΗ ΤΕΧΝΙΚΗ Α.Ε."),
        ("ανάθεση στον «ΚΑΘΑΡΙΣΜΟΙ ΔΟΚΙΜΗΣ Ο.Ε.» το 2022", "ΚΑΘΑΡΙΣΜΟΙ ΔΟΚΙΜΗΣ Ο.Ε."),
    ],
)
def test_companies_as_payees(text: str, payee: str) -> None:
    request = read(text)
    assert (request.intent, request.payee) == (Intent.RECORDS, payee)


def test_a_quotation_without_a_company_is_a_topic() -> None:
    request = read("αποφάσεις για το έργο «Ανάπλαση πλατείας»")
    assert request.payee is None
    assert request.topic[-2:] == ("Ανάπλαση", "πλατείας")


def test_interjections_are_no_legal_form() -> None:
    request = read("πόσα πήγαν για καύσιμα το 2024 εε και για φώτα")
    assert request.payee is None


@pytest.mark.parametrize(
    "text",
    [
        "πόσα πλήρωσε ο δήμος στον Κώστα Δοκιμίδη",
        "πληρωμές στη Μαρία Δοκιμάκη",
        "αποφάσεις για τον γιώργο δοκιμόπουλο",
        "ποιος είναι ο υπάλληλος Γ.Π. που τιμωρήθηκε;",
        "πόσα παίρνει ο γείτονάς μου",
        "ονόματα απόρων που πήραν επίδομα",
    ],
)
def test_private_persons_are_not_searched(text: str) -> None:
    request = read(text)
    assert (request.intent, request.scope) == (Intent.OUT_OF_SCOPE, Scope.PRIVATE_PERSON)
    assert request.topic == ()


@pytest.mark.parametrize(
    "text",
    [
        "οδός Γεωργίου Δοκιμάκη ασφαλτόστρωση",
        "πλατεία Ελευθερίου Βενιζέλου",
        "Γυμνάσιο Ελευθερίου Βενιζέλου",
        "αποφάσεις για τον Άγιο Γεώργιο",
        "πρόγραμμα Αντώνης Τρίτσης",
        "οδοιπορικά αντιδημάρχων",
        "Αποστολή Λογαριασμών στην Ύδρευση",
        "οικογενειακή παροχή υπαλλήλων",
    ],
)
def test_places_saints_and_offices_are_no_private_persons(text: str) -> None:
    request = read(text)
    assert (request.intent, request.scope) == (Intent.RECORDS, None)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("αποφάσεις της Οικονομικής Επιτροπής για δικηγόρους", "Οικονομικής Επιτροπής"),
        ("αποφάσεις του δημοτικού συμβουλίου για τέλη", "δημοτικού συμβουλίου"),
        ("αποφάσεις για το δημοτικό συμβούλιο", None),
    ],
)
def test_who_decides_is_a_unit_and_what_is_decided_a_topic(text: str, unit: str | None) -> None:
    assert read(text).unit_words == unit


def test_codes_are_slots_not_words() -> None:
    assert read("σύμβαση 21SYMV007049778").adam == "21SYMV007049778"
    assert read("cpv 09134100-8").cpv == "09134100-8"
    assert read("πληρωμές ΚΑΕ 10.6117").kae == "10.6117"
    assert read("απόφαση 125/2025 της Δημοτικής Επιτροπής").act_number == "125/2025"
    assert read("συμβάσεις με τον ΑΦΜ 094019245").afm == "094019245"
    for text in ("σύμβαση 21SYMV007049778", "cpv 09134100-8", "πληρωμές ΚΑΕ 10.6117", "συμβάσεις με τον ΑΦΜ 094019245"):
        assert read(text).topic == ()


def test_newest_first_and_revoked() -> None:
    assert read("τελευταίες αποφάσεις").newest_first
    assert read("οι πιο πρόσφατες αναθέσεις").newest_first
    assert not read("νέα γέφυρα").newest_first
    assert read("ανακληθείσες αποφάσεις 2024").status == "REVOKED"


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("βενζίνη και πετρέλαιο", Link.AND),
        ("βενζινη κ πετρελαιο", Link.AND),
        ("benzini kai petrelaio", Link.AND),
        ("βενζίνη & πετρέλαιο", Link.AND),
        ("αποφάσεις για βενζίνη και για πετρέλαιο", Link.AND),
        ("βενζίνη ή πετρέλαιο", Link.OR),
        ("βενζινη η πετρελαιο", Link.OR),
        ("ΒΕΝΖΙΝΗ Ή ΠΕΤΡΕΛΑΙΟ", Link.OR),
        ("είτε βενζίνη είτε πετρέλαιο", Link.OR),
        ("βενζίνη, πετρέλαιο", Link.COMMA),
        ("βενζίνη για πετρέλαιο", Link.APART),
        ("βενζίνη πετρέλαιο", None),
        ("βενζίνη. πετρέλαιο", None),
    ],
)
def test_what_stands_between_two_words(text: str, link: Link | None) -> None:
    request = read(text)
    assert len(request.topic) == 2
    assert [joint.link for joint in request.joints] == ([link] if link else [])


def test_a_topic_is_written_back_as_it_was_joined() -> None:
    request = read("αποφάσεις για βενζίνη ή πετρέλαιο κίνησης, τόνερ και χαρτί για σχολεία")
    assert request.topic_text == "βενζίνη ή πετρέλαιο κίνησης, τόνερ και χαρτί για σχολεία"
    assert read(f"αποφάσεις για {request.topic_text}").joints == request.joints


def test_joints_survive_the_store() -> None:
    request = read("αποφάσεις για βενζίνη ή πετρέλαιο κάτω από 500 ευρώ")
    kept = from_json(to_json(request))
    assert (kept.joints, kept.amount_below) == (request.joints, True)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("ρε παιδιά τι γίνεται με τα αδέσποτα επιτέλους, κοιμάται ο δήμος;", ("αδέσποτα",)),
        ("είμαι δημοσιογράφος και θέλω τις αποφάσεις για εκδηλώσεις", ("εκδηλώσεις",)),
        ("χρειάζομαι επειγόντως αποφάσεις για αποχέτευση στο χωριό μου", ("αποχέτευση",)),
        ("Τέλεια, ωραία. Βρες μου κάτι για την αποχέτευση", ("αποχέτευση",)),
        ("ντροπή! αποφάσεις για σκουπίδια", ("σκουπίδια",)),
        ("παιχνίδια για παιδιά", ("παιχνίδια", "παιδιά")),
        ("γρήγορα τεστ", ("γρήγορα", "τεστ")),
    ],
)
def test_what_carries_no_topic_is_left_out_and_told(text: str, topic: tuple[str, ...]) -> None:
    request = read(text)
    assert (request.intent, request.topic) == (Intent.RECORDS, topic)
    kept_words = len(topic) == 2
    assert any(note.startswith("ignored:") for note in request.notes) is not kept_words


@pytest.mark.parametrize(
    "text",
    [
        "how much did the municipality spend on fuel in 2024",
        "show me the decisions about water supply",
        "which contracts were awarded for school buses?",
        "please tell me what the mayor paid for christmas lights",
    ],
)
def test_english_is_asked_for_in_greek(text: str) -> None:
    request = read(text)
    assert (request.intent, request.scope, request.topic) == (Intent.UNCLEAR, Scope.FOREIGN_LANGUAGE, ())


@pytest.mark.parametrize("text", ["posa dothikan gia kausima to 2024", "anatheseis gia led", "apofaseis gia the mall"])
def test_greeklish_is_greek(text: str) -> None:
    assert read(text).scope is None


def test_an_act_is_shown_in_any_language() -> None:
    assert read("what is decision 9Ω4Τ7ΛΗ-ΔΟΚ about").intent is Intent.ADASEARCH
