"""Messages that lean on an earlier one, comparisons, and what is too vague to answer."""

from datetime import date

import pytest

from core.domain.ledger import Stage
from core.domain.request import Grouping, Intent, Metric, Scope
from tests.core.answer.messages import read

SUM = "πόσα έδωσε ο Δήμος Στυλίδας για καύσιμα το 2023;"
LIST = "αποφάσεις για ασφαλτοστρώσεις 2023"


@pytest.mark.parametrize(
    "text", ["και το 2024;", "και για το 2024;", "kai to 2024?", "ΚΑΙ ΤΟ 2024", "το 2024;", "μόνο του 2024"]
)
def test_another_year_of_the_same_question(text: str) -> None:
    request = read(text, SUM)
    assert (request.intent, request.years, request.topic) == (Intent.FOLLOWUP, (2024,), ("καύσιμα",))
    assert (request.stage, request.metric) == (Stage.PAYMENT, Metric.SUM)
    assert request.organizations[0].uids == ("6289",)


def test_another_body_topic_stage_or_grouping_of_the_same_question() -> None:
    assert read("και στη Μακρακώμη;", SUM).organizations[0].uids == ("6179",)
    assert read("και για φωτισμό;", SUM).topic == ("φωτισμό",)
    assert read("μόνο οι αναθέσεις", SUM).stage is Stage.AWARD
    assert read("ανά μήνα", SUM).group_by is Grouping.MONTH
    assert read("και σε ποιους;", SUM).group_by is Grouping.PAYEE
    for text in ("και στη Μακρακώμη;", "και για φωτισμό;", "μόνο οι αναθέσεις", "ανά μήνα"):
        request = read(text, SUM)
        assert (request.intent, request.years) == (Intent.FOLLOWUP, (2023,))


def test_a_chain_of_follow_ups() -> None:
    request = read("και το 2021;", LIST, "και το 2022;")
    assert (request.intent, request.topic, request.years) == (Intent.FOLLOWUP, ("ασφαλτοστρώσεις",), (2021,))


@pytest.mark.parametrize(
    ("text", "items", "ask"),
    [
        ("η τρίτη τι λέει;", (3,), "summary"),
        ("στείλε μου το pdf της πρώτης", (1,), "pdf"),
        ("steile mou to pdf tis protis", (1,), "pdf"),
        ("ποιος υπέγραψε την τρίτη;", (3,), "signer"),
        ("άνοιξε τη 2", (2,), None),
        ("βγάλε τη 2", (2,), "without"),
        ("η τελευταία ισχύει;", (-1,), "status"),
    ],
)
def test_an_item_of_the_earlier_list(text: str, items: tuple[int, ...], ask: str | None) -> None:
    request = read(text, LIST)
    assert (request.intent, request.items, request.ask) == (Intent.FOLLOWUP, items, ask)
    assert request.topic == ()


@pytest.mark.parametrize(
    ("text", "ask"),
    [
        ("γιατί τόσο πολλά;", "why"),
        ("giati?", "why"),
        ("είσαι σίγουρος; εγώ βρίσκω άλλο νούμερο", "explain"),
        ("πώς το βρήκες;", "explain"),
        ("κάν' το excel", "export"),
        ("στείλ' το σε excel", "export"),
        ("δείξε περισσότερα", "more"),
        ("κι άλλες", "more"),
    ],
)
def test_what_is_asked_of_the_earlier_answer(text: str, ask: str) -> None:
    request = read(text, SUM)
    assert (request.intent, request.ask) == (Intent.FOLLOWUP, ask)


def test_measuring_what_was_listed() -> None:
    total = read("πόσα είναι συνολικά;", LIST)
    assert (total.intent, total.metric, total.topic) == (Intent.FOLLOWUP, Metric.SUM, ("ασφαλτοστρώσεις",))
    counted = read("από αυτές πόσες είναι αναθέσεις;", LIST)
    assert (counted.intent, counted.metric, counted.stage) == (Intent.FOLLOWUP, Metric.COUNT, Stage.AWARD)


def test_a_change_of_subject_inherits_nothing() -> None:
    request = read("άσε το αυτό, πες μου για το κολυμβητήριο", SUM)
    assert (request.intent, request.also) == (Intent.FOLLOWUP, (Intent.RECORDS,))
    assert (request.topic, request.years, request.metric) == (("κολυμβητήριο",), (), None)


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("πόσα έδωσε η Μακρακώμη για φωτισμό το 2022;", Intent.AGGREGATE),
        ("τι βγήκε την Τρίτη;", Intent.RECORDS),
        ("αδέσποτα", Intent.RECORDS),
        ("τελευταίες 10 πληρωμές", Intent.RECORDS),
        ("ευχαριστώ", Intent.SMALLTALK),
        ("είναι νόμιμη η πρώτη;", Intent.OUT_OF_SCOPE),
    ],
)
def test_what_stands_by_itself_inherits_nothing(text: str, intent: Intent) -> None:
    request = read(text, SUM)
    assert request.intent is intent
    assert request.topic != ("καύσιμα",)


def test_alerts_for_what_was_just_asked() -> None:
    request = read("ειδοποίησέ με για αυτό", LIST)
    assert (request.intent, request.topic, request.period) == (Intent.SUBSCRIBE, ("ασφαλτοστρώσεις",), None)


@pytest.mark.parametrize("text", ["γιατί;", "η τρίτη τι λέει;", "κάν' το excel", "στείλε μου το pdf", "και"])
def test_leaning_on_nothing_is_unclear(text: str) -> None:
    assert read(text).intent is Intent.UNCLEAR


def test_a_beginning_with_and_keeps_what_it_says() -> None:
    request = read("και για τα απορρίμματα;")
    assert (request.intent, request.topic, request.years) == (Intent.FOLLOWUP, ("απορρίμματα",), ())


@pytest.mark.parametrize(
    ("text", "uids", "years"),
    [
        ("σύγκρινε Στυλίδα και Μακρακώμη για καύσιμα το 2023", ["6289", "6179"], (2023,)),
        ("kausima rodos vs xania 2023", ["6265", "6322"], (2023,)),
        ("ποιος δήμος δίνει περισσότερα για καύσιμα, Ρόδου ή Χανίων;", ["6265", "6322"], ()),
        ("πόσα έδωσαν η Στυλίδα και η Μακρακώμη για καύσιμα;", ["6289", "6179"], ()),
        ("διαφορά ανάμεσα στο 2022 και το 2023 στα καύσιμα", [], (2022, 2023)),
        ("σύγκρινε τα καύσιμα από το 2022 στο 2023", [], (2022, 2023)),
    ],
)
def test_comparisons_have_two_sides(text: str, uids: list[str], years: tuple[int, ...]) -> None:
    request = read(text)
    assert (request.intent, request.metric, request.stage) == (Intent.COMPARE, Metric.SUM, Stage.PAYMENT)
    assert [uid for each in request.organizations for uid in each.uids] == uids
    assert request.years == years
    assert len(request.topic) == 1


def test_part_of_a_year_is_compared_with_the_same_part_of_the_last() -> None:
    request = read("αυξήθηκαν οι απευθείας αναθέσεις σε σχέση με πέρσι;")
    assert (request.intent, request.metric) == (Intent.COMPARE, Metric.SUM_AND_COUNT)
    assert request.years == (2025, 2026)
    assert request.period is not None
    assert (request.period.since, request.period.until) == (date(2026, 1, 1), date(2026, 10, 6))


def test_before_and_after_elections_has_windows_of_equal_length() -> None:
    request = read("πριν και μετά τις εκλογές του 2023 πόσα για εκδηλώσεις")
    assert (request.intent, request.topic) == (Intent.COMPARE, ("εκδηλώσεις",))
    assert request.period is not None
    assert (request.period.since, request.period.last_day) == (date(2023, 4, 8), date(2024, 4, 8))


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("αναθέσεις 2024 προς 2023 ποσοστό μεταβολής", (2023, 2024)),
        ("γιατί έπεσαν οι αναθέσεις το 2024", (2023, 2024)),  # against the year before
        ("τι άλλαξε στις πληρωμές μεταξύ 2022 και 2024", (2022, 2023, 2024)),  # every year of the span
        ("ξόδεψε περισσότερα για καύσιμα το 2024 ή το 2025;", (2024, 2025)),
        ("ksodepse perissotera gia kausima to 2024 i to 2025", (2024, 2025)),
        ("ΞΟΔΕΨΕ ΠΕΡΙΣΣΟΤΕΡΑ ΓΙΑ ΚΑΥΣΙΜΑ ΤΟ 2024 Η ΤΟ 2025;", (2024, 2025)),
        ("συγκρινε 2022 2023 2024 για φωτισμο", (2022, 2023, 2024)),
        ("πόσο διαφέρουν οι αναθέσεις του 2022 από του 2023", (2022, 2023)),
    ],
)
def test_years_are_sides_in_their_order(text: str, years: tuple[int, ...]) -> None:
    request = read(text)
    assert request.intent is Intent.COMPARE
    assert tuple(period.whole_year for period in request.sides.periods) == years


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("σύγκρινε τον Ιανουάριο με τον Φεβρουάριο του 2024 στις αναθέσεις", [date(2024, 1, 1), date(2024, 2, 1)]),
        ("σύγκρινε αναθέσεις Ιανουαρίου με αναθέσεις Φεβρουαρίου 2024", [date(2024, 1, 1), date(2024, 2, 1)]),
        ("αναθέσεις Μαρτίου 2024 έναντι Μαρτίου 2023", [date(2023, 3, 1), date(2024, 3, 1)]),
    ],
)
def test_months_share_the_one_year_that_is_said(text: str, starts: list[date]) -> None:
    assert [period.since for period in read(text).sides.periods] == starts


@pytest.mark.parametrize(
    ("text", "topics"),
    [
        ("καύσιμα ή ρεύμα: πού πήγαν περισσότερα το 2024;", (("καύσιμα",), ("ρεύμα",))),
        ("καυσιμα η ρευμα που πηγαν περισσοτερα το 2024", (("καυσιμα",), ("ρευμα",))),
        ("σύγκρινε ύδρευση και αποχέτευση το 2024", (("ύδρευση",), ("αποχέτευση",))),
        (
            "σύγκρινε τις αναθέσεις για παιδικές χαρές με τις αναθέσεις για καύσιμα",
            (("παιδικές", "χαρές"), ("καύσιμα",)),
        ),
        ("σύγκρινε συντήρηση και επισκευή οχημάτων το 2023 και το 2024", ()),  # the years are the sides
    ],
)
def test_topics_are_parted_only_when_they_are_what_is_compared(text: str, topics: tuple[tuple[str, ...], ...]) -> None:
    assert read(text).sides.topics == topics


def test_stages_are_sides_of_their_own() -> None:
    assert read("σύγκρινε συμβάσεις και αναθέσεις του 2024").sides.stages == (Stage.CONTRACT, Stage.AWARD)


@pytest.mark.parametrize(
    "text",
    [
        "αναθέσεις για καύσιμα ή ρεύμα το 2023",
        "πράξη μεταβολής υπηρεσιακής κατάστασης 2024",
        "αύξησε τα τέλη ο δήμος το 2024",
        "περισσότερα από 10.000 ευρώ για καύσιμα το 2023",
    ],
)
def test_words_of_comparing_alone_make_no_comparison(text: str) -> None:
    assert read(text).intent is not Intent.COMPARE


def test_awards_against_tenders_are_both_awards() -> None:
    request = read("σύγκρινε αναθέσεις και διαγωνισμούς σε ποσά το 2025")
    assert (request.intent, request.stage) == (Intent.COMPARE, Stage.AWARD)
    assert request.decision_types == ("Δ.1", "Δ.2.2")


def test_in_relation_to_a_topic_is_no_comparison() -> None:
    assert read("τι έγινε σε σχέση με τα αδέσποτα").intent is Intent.RECORDS


@pytest.mark.parametrize(
    "text",
    [
        "ηνκξκ",
        "ηκξφγδ",
        "asdfqwer",
        ".",
        "???",
        "",
        "%",
        "πόσα;",
        "πόσα ξόδεψε ο δήμος",
        "posa ksodepse o dimos",
        "2024",
        "δήμος Στυλίδας",
        "ναι",
        "θέλω πληροφορίες",
    ],
)
def test_too_vague(text: str) -> None:
    request = read(text)
    assert request.intent is Intent.UNCLEAR
    assert request.sureness < 0.5


@pytest.mark.parametrize("text", ["ekdromes ton kapi", "νπδδ", "κδαπ", "strgt", "έκφραση γνώμης"])
def test_words_hard_to_say_are_no_keyboard_mash(text: str) -> None:
    assert read(text).intent is (Intent.UNCLEAR if text == "strgt" else Intent.RECORDS)


def test_a_word_with_a_number_may_be_a_code_or_a_question() -> None:
    request = read("καύσιμα-2024")
    assert (request.intent, request.topic, request.years) == (Intent.UNCLEAR, ("καύσιμα",), (2024,))


@pytest.mark.parametrize(
    ("text", "payee"),
    [
        ("πες μου για τον Δοκιμόπουλο", "Δοκιμόπουλος"),
        ("πόσα πήρε ο Δοκιμόπουλος;", "Δοκιμόπουλος"),
        ("πληρωμές του δοκιμάκη", "δοκιμάκης"),
        ("pes mou gia ton Παπαδόπουλο", "Παπαδόπουλος"),
        ("της Δοκιμοπούλου", "Δοκιμοπούλου"),
    ],
)
def test_a_bare_surname_is_asked_about(text: str, payee: str) -> None:
    request = read(text)
    assert (request.intent, request.payee) == (Intent.UNCLEAR, payee)
    assert request.scope is Scope.PRIVATE_PERSON


LIST = "αποφάσεις για ασφαλτοστρώσεις 2025"
TOTAL = "πόσα ανέθεσε ο δήμος για καύσιμα το 2024"


def test_the_acts_behind_a_figure() -> None:
    request = read("δείξε μου τις πράξεις", TOTAL)
    assert (request.intent, request.metric, request.topic, request.years) == (
        Intent.FOLLOWUP, None, ("καύσιμα",), (2024,),
    )  # fmt: skip


def test_all_the_years() -> None:
    request = read("για όλα τα χρόνια", TOTAL)
    assert (request.intent, request.metric, request.period) == (Intent.FOLLOWUP, Metric.SUM, None)


def test_the_sum_of_a_list_and_its_order() -> None:
    assert read("πόσο κόστισαν όλες μαζί;", LIST).metric is Metric.SUM
    ordered = read("ταξινόμησέ τες με βάση το ποσό", LIST)
    assert (ordered.metric, ordered.stage, ordered.topic) == (Metric.LARGEST, None, ("ασφαλτοστρώσεις",))
    assert ordered.notes == ()


def test_the_last_of_a_list_and_the_last_acts() -> None:
    assert read("η τελευταία;", LIST).items == (-1,)
    assert read("τελευταίες αποφάσεις", LIST).newest_first


def test_limits_and_joined_words_go_over() -> None:
    request = read("μόνο άνω των 5.000", "πόσα ανατέθηκαν για καύσιμα ή φωτισμό το 2024")
    assert request.amount_above
    assert request.topic_text == "καύσιμα ή φωτισμό"


def test_the_same_of_nothing_is_unclear() -> None:
    assert read("το ίδιο για το 2022").intent is Intent.UNCLEAR


def test_the_largest_of_all_is_not_of_the_act_before() -> None:
    for text, metric in (
        ("ποια ήταν η μεγαλύτερη σύμβαση", Metric.LARGEST),
        ("πόσες συμβάσεις υπέγραψε", Metric.COUNT),
    ):
        request = read(text, "τι είναι η 6ΛΓΣΩΛ2-5ΤΟ;")
        assert (request.intent, request.metric, request.adas) == (Intent.AGGREGATE, metric, ())


def test_what_is_asked_of_the_act_before() -> None:
    for text, ask in (("ποιος την υπέγραψε;", "signer"), ("στείλε μου το pdf", "pdf")):
        request = read(text, "τι είναι η 6ΛΓΣΩΛ2-5ΤΟ;")
        assert (request.intent, request.ask, [each.ada for each in request.adas]) == (
            Intent.FOLLOWUP, ask, ["6ΛΓΣΩΛ2-5ΤΟ"],
        )  # fmt: skip
        assert read(text, "καύσιμα 2024").adas == ()


def test_the_first_half_of_a_year_is_no_line_of_a_list() -> None:
    request = read("πόσα ανατέθηκαν το πρώτο εξάμηνο του 2022", SUM)
    assert request.items == ()
    assert request.period is not None


@pytest.mark.parametrize("text", ["οι μεγαλύτεροι ανάδοχοι το 2024", "οι μεγαλύτερες αναθέσεις του 2025"])
def test_a_ranking_that_lacks_nothing_inherits_no_topic(text: str) -> None:
    assert read(text, "πόσα ανατέθηκαν για καύσιμα το 2023").topic == ()


def test_the_revoked_ones_are_a_list_and_of_what_was_asked_before() -> None:
    alone = read("ποιες ανακλήθηκαν;")
    assert (alone.intent, alone.status) == (Intent.RECORDS, "REVOKED")
    after = read("ποιες ανακλήθηκαν;", "πόσες αποφάσεις για καύσιμα το 2023")
    assert (after.status, after.topic, after.years) == ("REVOKED", ("καύσιμα",), (2023,))
    assert read("ανακλήθηκε;", "9ΠΤΝΩ1Ρ-ΑΒΓ").ask == "status"


def test_an_average_after_a_near_limit_list_is_an_average() -> None:
    request = read("μέσος όρος αναθέσεων ανά έτος", "αναθέσεις λίγο κάτω από το όριο της απευθείας ανάθεσης το 2024")
    assert (request.metric, request.near_limit, request.period) == (Metric.AVERAGE, False, None)
