"""Questions that ask for a figure: stages by verb and noun, measures, groupings, units, limits."""

from decimal import Decimal

import pytest

from core.domain.ledger import Stage
from core.domain.request import Grouping, Intent, Metric, Unit
from tests.core.answer.messages import gist, read

SPELLINGS = [
    (
        "πόσα ανατέθηκαν το 2024 στη Στυλίδα;",
        "ποσα ανατεθηκαν το 2024 στη στυλιδα",
        "ΠΟΣΑ ΑΝΑΤΕΘΗΚΑΝ ΤΟ 2024 ΣΤΗ ΣΤΥΛΙΔΑ",
        "posa anatethikan to 2024 sti stylida",
        "το 2024 στη Στυλίδα πόσα ανατέθικαν",
    ),
    (
        "πόσα δεσμεύτηκαν το 2023 στη ΔΕΥΑ Κοζάνης;",
        "ποσα δεσμευτηκαν το 2023 στη δευα κοζανης",
        "ΠΟΣΑ ΔΕΣΜΕΥΤΗΚΑΝ ΤΟ 2023 ΣΤΗ ΔΕΥΑ ΚΟΖΑΝΗΣ",
        "posa desmeutikan to 2023 sti deya kozanis",
        "στη ΔΕΥΑ Κοζάνης πόσα δεσμέυτικαν το 2023",
    ),
    (
        "πόσα πλήρωσε ο δήμος για καύσιμα το 2025;",
        "ποσα πληρωσε ο δημος για καυσιμα το 2025",
        "ΠΟΣΑ ΠΛΗΡΩΣΕ Ο ΔΗΜΟΣ ΓΙΑ ΚΑΥΣΙΜΑ ΤΟ 2025",
        "posa plirose o dimos gia kausima to 2025",
        "για καύσιμα το 2025 πόσα πλίροσε ο δήμος",
    ),
    (
        "πόσες αποφάσεις έβγαλε ο Δήμος Μακρακώμης για σχολεία;",
        "ποσες αποφασεις εβγαλε ο δημος μακρακωμης για σχολεια",
        "ΠΟΣΕΣ ΑΠΟΦΑΣΕΙΣ ΕΒΓΑΛΕ Ο ΔΗΜΟΣ ΜΑΚΡΑΚΩΜΗΣ ΓΙΑ ΣΧΟΛΕΙΑ",
        "poses apofaseis evgale o dimos makrakomis gia sxoleia",
        "για σχολεία πόσες αποφάσις έβγαλε ο δήμος Μακρακώμης",
    ),
    (
        "ποια ήταν η μεγαλύτερη ανάθεση του 2024;",
        "ποια ηταν η μεγαλυτερη αναθεση του 2024",
        "ΠΟΙΑ ΗΤΑΝ Η ΜΕΓΑΛΥΤΕΡΗ ΑΝΑΘΕΣΗ ΤΟΥ 2024",
        "poia itan i megalyteri anathesi tou 2024",
        "η μεγαλίτερη ανάθεση του 2024 ποια ήταν",
    ),
    (
        "ποια ήταν η ακριβότερη σύμβαση για φωτισμό;",
        "ποια ηταν η ακριβοτερη συμβαση για φωτισμο",
        "ΠΟΙΑ ΗΤΑΝ Η ΑΚΡΙΒΟΤΕΡΗ ΣΥΜΒΑΣΗ ΓΙΑ ΦΩΤΙΣΜΟ",
        "poia itan i akrivoteri symvasi gia fotismo",
        "για φωτισμό ποια σύμβαση ήταν η ακριβώτερη",
    ),
]


@pytest.mark.parametrize("spellings", SPELLINGS, ids=[each[0] for each in SPELLINGS])
def test_five_spellings_ask_the_same(spellings: tuple[str, ...]) -> None:
    first = gist(spellings[0])
    assert first["intent"] is Intent.AGGREGATE
    for spelling in spellings[1:]:
        assert gist(spelling) == first, spelling


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        ("πόσα ξόδεψε ο δήμος για πανηγύρια", Stage.PAYMENT),
        ("πόσο μας κόστισε το πανηγύρι", Stage.PAYMENT),
        ("πόσα δαπανήθηκαν για φάρμακα", Stage.PAYMENT),
        ("πόσα έχει δώσει ο δήμος για φάρμακα", Stage.PAYMENT),
        ("πόσα πετάξαμε στα πυροτεχνήματα", Stage.PAYMENT),
        ("πόσα λεφτά πήγαν στα φωτάκια", Stage.PAYMENT),
        ("σύνολο πληρωμών για φωτισμό", Stage.PAYMENT),
        ("πόσα ανέθεσε ο δήμος για μελέτες", Stage.AWARD),
        ("σύνολο αναθέσεων για μελέτες", Stage.AWARD),
        ("πόσα κατακυρώθηκαν για έργα", Stage.AWARD),
        ("πόσα δέσμευσε η ΔΕΥΑ Κοζάνης για χλώριο", Stage.COMMITMENT),
        ("σύνολο αναλήψεων υποχρέωσης για ρεύμα", Stage.COMMITMENT),
        ("πόσα ενέκρινε ο δήμος για τουρισμό", Stage.APPROVAL),
        ("σύνολο εγκρίσεων δαπανών για στεφάνια", Stage.APPROVAL),
        ("σύνολο συμβάσεων καθαριότητας", Stage.CONTRACT),
        ("πόσα συμφώνησε με συμβάσεις ο δήμος για φάρμακα", Stage.CONTRACT),
        ("πόσα συμφωνήθηκαν για φάρμακα", Stage.CONTRACT),
        ("πόσα δόθηκαν σε επιχορηγήσεις συλλόγων", Stage.GRANT),
        ("σύνολο διαγωνισμών για οχήματα", Stage.TENDER),
    ],
)
def test_verbs_and_nouns_name_the_stage(text: str, stage: Stage) -> None:
    request = read(text)
    assert (request.intent, request.metric, request.stage) == (Intent.AGGREGATE, Metric.SUM, stage)
    assert request.unit is Unit.EURO
    assert request.topic


def test_words_of_the_question_itself_are_no_topic() -> None:
    assert read("σύμφωνα με τη Διαύγεια, πόσα ανατέθηκαν το 2022").topic == ()
    assert read("πόσα συμφωνήθηκαν με συμβάσεις με τον ΑΦΜ 099511937").topic == ()
    assert read("πόσα ανατέθηκαν για σύμφωνο συνεργασίας").topic == ("σύμφωνο", "συνεργασίας")


def test_plain_money_means_payments_but_is_not_named() -> None:
    request = read("πόσα για αδέσποτα το 2025;")
    assert (request.stage, request.stage_named) == (Stage.PAYMENT, False)
    assert read("πόσα πληρώθηκαν για αδέσποτα;").stage_named


def test_awards_are_counted_as_a_stage_and_remembered_by_name() -> None:
    total = read("σύνολο αναθέσεων 2024")
    assert (total.stage, total.decision_types, total.named_types) == (Stage.AWARD, (), ("Δ.1",))
    listed = read("αναθέσεις για λάστιχα")
    assert (listed.intent, listed.decision_types) == (Intent.RECORDS, ("Δ.1",))


def test_a_direct_award_is_said_so() -> None:
    assert read("απευθείας αναθέσεις για λογισμικό").direct_only
    assert read("απ' ευθείας αναθέσεις για λογισμικό").direct_only
    assert not read("αναθέσεις για λογισμικό").direct_only


@pytest.mark.parametrize(
    ("text", "metric", "unit"),
    [
        ("πόσες αναθέσεις έγιναν το 2024", Metric.COUNT, Unit.DECISIONS),
        ("πόσοι διαγωνισμοί βγήκαν το 2024", Metric.COUNT, Unit.DECISIONS),
        ("ποιος δήμος έχει τις περισσότερες αναθέσεις", Metric.COUNT, Unit.DECISIONS),
        ("πόσο μισθό παίρνει ο δήμαρχος", Metric.SUM, Unit.EURO),
        ("λεφτά για το καρναβάλι", Metric.SUM, Unit.EURO),
        ("έξοδα ταξιδιού δημάρχου", Metric.SUM, Unit.EURO),
        ("πλήθος αποφάσεων για σχολεία", Metric.COUNT, Unit.DECISIONS),
        ("πόσες φορές πληρώθηκε δικηγόρος", Metric.COUNT, Unit.DECISIONS),
        ("πόσες απευθείας αναθέσεις έγιναν φέτος", Metric.COUNT, Unit.DECISIONS),
        ("πόσοι υπάλληλοι προσλήφθηκαν το 2025", Metric.COUNT_PEOPLE, Unit.PEOPLE),
        ("πόσα άτομα προσέλαβε ο δήμος το 2024", Metric.COUNT_PEOPLE, Unit.PEOPLE),
        ("πόσες προσλήψεις έγιναν φέτος", Metric.COUNT_PEOPLE, Unit.PEOPLE),
        ("πόσα απορριμματοφόρα αγόρασε ο δήμος", Metric.COUNT, Unit.THINGS),
        ("πόσους κάδους πήρε ο δήμος", Metric.COUNT, Unit.THINGS),
        ("κατά μέσο όρο πόσο κοστίζει ένα κλιματιστικό", Metric.UNIT_PRICE, Unit.EURO),
        ("πόσο κάνει ένα απορριμματοφόρο", Metric.UNIT_PRICE, Unit.EURO),
        ("πόσα ξοδεύει ο δήμος για νερό ανά κάτοικο", Metric.PER_CAPITA, Unit.EURO),
        ("η φθηνότερη ανάθεση για μελέτες", Metric.SMALLEST, Unit.EURO),
        ("οι 5 μεγαλύτερες πληρωμές του 2024", Metric.LARGEST, Unit.EURO),
        ("ποια απόφαση για οχήματα είχε το μεγαλύτερο ποσό", Metric.LARGEST, Unit.EURO),
        ("πόσα έδωσε ο δήμος για καύσιμα και σε ποιους;", Metric.SUM_AND_PAYEES, Unit.EURO),
        ("τι ποσοστό των αναθέσεων ήταν απευθείας", Metric.SHARE, Unit.PERCENT),
        ("τι μερίδιο έχουν τα καύσιμα στις πληρωμές", Metric.SHARE, Unit.PERCENT),
        ("ποιος είναι ο μέσος όρος των αναθέσεων", Metric.AVERAGE, Unit.EURO),
        ("η διάμεσος των αναθέσεων το 2023", Metric.MEDIAN, Unit.EURO),
        ("πόσο καθυστερεί η ανάρτηση των αποφάσεων", Metric.DELAY, Unit.DAYS),
        ("σε πόσες μέρες αναρτώνται οι αναθέσεις", Metric.DELAY, Unit.DAYS),
        ("πόσα σε κατακυρώσεις το 2023", Metric.SUM, Unit.EURO),
    ],
)
def test_the_measure_and_its_unit(text: str, metric: Metric, unit: Unit) -> None:
    request = read(text)
    assert (request.intent, request.metric, request.unit) == (Intent.AGGREGATE, metric, unit)


@pytest.mark.parametrize(
    ("text", "group"),
    [
        ("πόσα ξόδεψε ο δήμος ανά έτος", Grouping.YEAR),
        ("πώς εξελίχθηκαν οι δαπάνες φωτισμού", Grouping.YEAR),
        ("πληρωμές ανά μήνα το 2023", Grouping.MONTH),
        ("μηνιαίες πληρωμές 2023", Grouping.MONTH),
        ("αναθέσεις ανά τρίμηνο 2024", Grouping.QUARTER),
        ("αποφάσεις ανά είδος 2024", Grouping.DECISION_TYPE),
        ("αποφάσεις ανά φορέα", Grouping.ORGANIZATION),
        ("αναθέσεις ανά προμηθευτή 2024", Grouping.PAYEE),
        ("κορυφαίοι 10 προμηθευτές", Grouping.PAYEE),
        ("ποιες εταιρείες πήραν τις αναθέσεις καθαρισμού", Grouping.PAYEE),
        ("ποιοι πήραν τα περισσότερα λεφτά το 2024", Grouping.PAYEE),
        ("οι εργολάβοι του δήμου", Grouping.PAYEE),
        ("ποιος πήρε τα καύσιμα", Grouping.PAYEE),
        ("με ποιους συνεργάζεται ο δήμος για αδέσποτα", Grouping.PAYEE),
        ("ποιος έχει πάρει τις περισσότερες αναθέσεις το 2023", Grouping.PAYEE),
        ("με ποιες εταιρείες συνεργάζεται ο δήμος για καθαριότητα", Grouping.PAYEE),
        ("πόσες φορές ανατέθηκε κάτι στον ίδιο εργολάβο", Grouping.PAYEE),
    ],
)
def test_groupings(text: str, group: Grouping) -> None:
    request = read(text)
    assert (request.intent, request.group_by) == (Intent.AGGREGATE, group)


def test_a_grouping_that_no_lookup_has_is_told() -> None:
    assert "group:ΚΑΕ" in read("πληρωμές 2024 ανά ΚΑΕ").notes


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("top 5 αναθέσεις 2025", 5),
        ("οι τρεις μεγαλύτερες συμβάσεις", 3),
        ("οι 10 ακριβότερες πληρωμές", 10),
        ("κορυφαίοι 10 προμηθευτές", 10),
        ("η μεγαλύτερη ανάθεση", None),
    ],
)
def test_how_many_rows_are_wanted(text: str, limit: int | None) -> None:
    assert read(text).limit == limit


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("αναθέσεις πάνω από 50.000 για μελέτες", "50000", None),
        ("πληρωμές κάτω από 1.500 ευρώ", None, "1500"),
        ("αναθέσεις από 10.000 έως 30.000€", "10000", "30000"),
        ("αναθέσεις μεταξύ 10.000 και 20.000 ευρώ", "10000", "20000"),
        ("πληρωμές άνω του 1 εκατομμυρίου", "1000000", None),
        ("ανάθεση 24.800 ευρώ", "24800", "24800"),
        ("τελευταίες 10 πληρωμές", None, None),
        ("αποφάσεις του 2024", None, None),
    ],
)
def test_amounts_are_limits(text: str, low: str | None, high: str | None) -> None:
    request = read(text)
    assert request.amount_min == (Decimal(low) if low else None)
    assert request.amount_max == (Decimal(high) if high else None)
    assert not any(word.isdigit() for word in request.topic)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("ποιος πήρε τα καύσιμα", ("καύσιμα",)),
        ("με ποιες εταιρείες συνεργάζεται ο δήμος για καθαριότητα", ("καθαριότητα",)),
        ("τι έχει αναλάβει η ΔΟΚΙΜΗ ΑΕ", ()),
        ("πόσα πήραν συνολικά οι 3 μεγαλύτεροι ανάδοχοι", ()),
    ],
)
def test_words_that_ask_who_got_it_are_no_topic(text: str, topic: tuple[str, ...]) -> None:
    assert read(text).topic == topic


def test_the_basis_of_a_limit_is_no_exclusion() -> None:
    request = read("αναθέσεις κάτω από 30.000 χωρίς ΦΠΑ")
    assert request.exclude == ()
    assert "basis:net" in request.notes


def test_posa_and_posa_the_noun_are_told_apart() -> None:
    assert read("συνολικό ποσό αναθέσεων 2022").metric is Metric.SUM
    assert read("ΣΥΝΟΛΙΚΟ ΠΟΣΟ ΑΝΑΘΕΣΕΩΝ 2022").metric is Metric.SUM
    assert read("αποφάσεις χωρίς ποσό").metric is None


@pytest.mark.parametrize(
    ("text", "above", "below"),
    [
        ("αναθέσεις άνω των 50.000 ευρώ για μελέτες", True, False),
        ("αναθέσεις από 50.000 ευρώ και πάνω για μελέτες", False, False),
        ("αναθέσεις έως 50.000 ευρώ για μελέτες", False, False),
        ("αναθέσεις κάτω από 50.000 ευρώ για μελέτες", False, True),
        ("αναθέσεις από 10.000 έως 50.000 ευρώ για μελέτες", False, False),
        ("αναθέσεις 50.000 ευρώ για μελέτες", False, False),
    ],
)
def test_whether_the_limit_itself_is_wanted(text: str, above: bool, below: bool) -> None:
    request = read(text)
    assert (request.amount_above, request.amount_below) == (above, below)
    assert request.topic == ("μελέτες",)


@pytest.mark.parametrize(
    ("text", "topic", "unit"),
    [
        ("πόσα λίτρα πετρέλαιο αγοράστηκαν το 2023", ("πετρέλαιο",), "λίτρα"),
        ("ποσα λιτρα πετρελαιο", ("πετρελαιο",), "λιτρα"),
        ("πόσα τετραγωνικά μέτρα πλακόστρωσης", ("πλακόστρωσης",), "τετραγωνικά μέτρα"),
        ("πόσες ώρες υπερωρίες πληρώθηκαν", ("υπερωρίες",), "ώρες"),
        ("πόσους τόνους άσφαλτο", ("άσφαλτο",), "τόνους"),
    ],
)
def test_a_unit_of_measure_is_no_topic(text: str, topic: tuple[str, ...], unit: str) -> None:
    request = read(text)
    assert (request.topic, request.unit, request.metric) == (topic, Unit.THINGS, Metric.COUNT)
    assert f"unit:{unit}" in request.notes


@pytest.mark.parametrize("text", ["ΜΕΤΡΑ ΓΙΑ ΤΟΝ ΚΟΡΩΝΟΙΟ", "μέτρα προστασίας", "μετρα κατα της πυρκαγιας"])
def test_measures_that_are_taken_are_not_an_order_to_count(text: str) -> None:
    assert read(text).metric is None
    assert read(text).topic[0].casefold().startswith(("μετρα", "μέτρα"))


@pytest.mark.parametrize("text", ["μέτρα τις αποφάσεις για πυρασφάλεια", "ΜΕΤΡΑ ΜΟΥ ΤΙΣ ΑΝΑΘΕΣΕΙΣ ΓΙΑ ΠΥΡΑΣΦΑΛΕΙΑ"])
def test_an_order_to_count(text: str) -> None:
    assert read(text).metric is Metric.COUNT


@pytest.mark.parametrize(
    "text",
    ["πόσες συμβάσεις υπέγραψε ο δήμος το 2023 και τι αξίας;", "πόσες συμβάσεις έγιναν το 2023, συνολικής αξίας;"],
)
def test_how_many_and_of_what_worth_is_a_sum_that_tells_both(text: str) -> None:
    request = read(text)
    assert (request.metric, request.stage, request.topic) == (Metric.SUM, Stage.CONTRACT, ())


def test_a_change_by_quarter_is_a_course_and_no_comparison() -> None:
    request = read("μεταβολή αναθέσεων ανά τρίμηνο 2023-2024")
    assert (request.intent, request.group_by, request.topic) == (Intent.AGGREGATE, Grouping.QUARTER, ())
