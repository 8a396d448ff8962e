"""Words of a question that are no button, no topic and no new question; and what they ask of the turn before."""

import pytest

from core.domain.ledger import Stage
from core.domain.request import REVERSALS, Grouping, Intent, Metric
from tests.core.answer.messages import read

AWARDS = "αναθέσεις για καύσιμα το 2024 του δήμου Ρόδου"
COUNTED = "πόσες αναθέσεις ανά μήνα το 2024"
FUEL = "πόσα δώσαμε για καύσιμα το 2025;"


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        ("ποιοι ανάδοχοι πήραν τα περισσότερα;", Metric.SUM),
        ("ποιοι πήραν τα περισσότερα λεφτά;", Metric.SUM),
        ("poioi piran ta perissotera", Metric.SUM),
        ("ποιος ανάδοχος έχει τις περισσότερες;", Metric.COUNT),
    ],
)
def test_who_got_most_is_a_question_and_no_next_page(text: str, metric: Metric) -> None:
    request = read(text, AWARDS)
    assert (request.ask, request.metric, request.group_by) == (None, metric, Grouping.PAYEE)
    assert (request.stage, request.topic, request.years) == (Stage.AWARD, ("καύσιμα",), (2024,))
    assert request.organizations[0].uids == ("6265",)


@pytest.mark.parametrize(
    "text", ["περισσότερα", "δείξε μου περισσότερες", "ποιες είναι οι υπόλοιπες;", "θέλω περισσότερα στοιχεία"]
)
def test_more_alone_turns_the_page(text: str) -> None:
    assert read(text, AWARDS).ask == "more"


def test_which_month_or_year_had_most_is_the_same_list_by_time() -> None:
    month = read("ποιος μήνας είχε τα περισσότερα;", COUNTED)
    assert (month.metric, month.group_by, month.years, month.topic) == (Metric.COUNT, Grouping.MONTH, (2024,), ())
    year = read("ποια χρονιά τα περισσότερα", COUNTED)
    assert (year.metric, year.group_by, year.period) == (Metric.COUNT, Grouping.YEAR, None)
    by_number = read("ποιος μήνας είχε τις περισσότερες αναθέσεις;", "αναθέσεις ανά μήνα το 2024")
    assert (by_number.metric, by_number.group_by, by_number.years) == (Metric.COUNT, Grouping.MONTH, (2024,))


def test_words_of_the_question_are_no_topic_of_it() -> None:
    years = ("πληρωμές για καύσιμα 2024", "πληρωμές για καύσιμα ανά έτος")
    why = read("γιατί η διαφορά;", "σύγκρινε τις πληρωμές για καύσιμα 2024 και 2025")
    assert (why.intent, why.ask, why.topic) == (Intent.COMPARE, "why", ("καύσιμα",))
    high = read("γιατί το 2023 ήταν τόσο ψηλά;", years[1])
    assert (high.ask, high.topic, high.years) == ("why", ("καύσιμα",), (2023,))
    course = read("πώς εξελίχθηκε ανά έτος;", years[0])
    assert (course.topic, course.group_by, course.period) == (("καύσιμα",), Grouping.YEAR, None)
    same = read("πόσες είναι του ίδιου αναδόχου;", AWARDS)
    assert (same.topic, same.metric, same.group_by) == (("καύσιμα",), Metric.COUNT, Grouping.PAYEE)


@pytest.mark.parametrize("text", ["μήνας", "τρίμηνο", "πρώτος", "συνολικής", "μέρες", "γιατί η διαφορά;"])
def test_a_word_that_is_no_topic_is_asked_back(text: str) -> None:
    assert (read(text).intent, read(text).topic) == (Intent.UNCLEAR, ())


def test_the_same_words_beside_a_topic_or_after_for_are_one() -> None:
    assert read("διαφορά αποδοχών υπαλλήλων").topic == ("διαφορά", "αποδοχών", "υπαλλήλων")
    assert read("αποφάσεις για αύξηση").topic == ("αύξηση",)


@pytest.mark.parametrize(("text", "limit"), [("μόνο 3", 3), ("4 μόνο", 4), ("οι 10;", 10)])
def test_a_number_that_ends_a_list_question_is_its_limit(text: str, limit: int) -> None:
    alone = read(f"πράξεις για αδέσποτα το 2024, {text}")
    assert (alone.intent, alone.limit, alone.topic) == (Intent.RECORDS, limit, ("αδέσποτα",))
    after = read(text, "πράξεις για αδέσποτα το 2024")
    assert (after.intent, after.limit, after.topic) == (Intent.FOLLOWUP, limit, ("αδέσποτα",))


@pytest.mark.parametrize("text", ["και για το 2023", "kai gia to 2023", "το 2023;"])
def test_a_comparison_in_another_period_keeps_its_sides(text: str) -> None:
    bodies = read(text, "σύγκρινε δήμο Ρόδου και δήμο Χανίων πληρωμές 2024")
    assert (bodies.intent, bodies.years, len(bodies.organizations)) == (Intent.COMPARE, (2023,), 2)
    topics = read(text, "σύγκρινε καύσιμα και ρεύμα το 2024")
    assert (topics.intent, topics.years, topics.sides.topics) == (Intent.COMPARE, (2023,), (("καύσιμα",), ("ρεύμα",)))


@pytest.mark.parametrize(
    ("text", "ask"),
    [("πορεία", "course"), ("πορεία της πράξης", "course"), ("έγινε πληρωμή;", "paid"), ("πληρώθηκε;", "paid")],
)
def test_the_course_of_the_act_before(text: str, ask: str) -> None:
    request = read(text, "τι είναι η 6ΛΓΣΩΛ2-5ΤΟ;")
    assert (request.intent, request.ask, request.adas[0].ada) == (Intent.ADASEARCH, ask, "6ΛΓΣΩΛ2-5ΤΟ")
    assert read(text, AWARDS).ask is None
    assert read(text, AWARDS, "άνοιξε τη 2").ask == ask


def test_a_rise_against_another_year_is_of_what_was_asked() -> None:
    request = read("πόσο αυξήθηκε σε σχέση με το 2024", FUEL)
    assert (request.intent, request.topic, request.stage) == (Intent.COMPARE, ("καύσιμα",), Stage.PAYMENT)
    assert [each.whole_year for each in request.sides.periods] == [2024, 2025]
    assert read("και από το 2023;", FUEL).intent is Intent.FOLLOWUP
    own = read("αυξήθηκαν οι πληρωμές για φωτισμό το 2024 σε σχέση με το 2023;", FUEL)
    assert (own.topic, [each.whole_year for each in own.sides.periods]) == (("φωτισμό",), [2023, 2024])


def test_a_month_without_a_year_is_of_the_year_before_it() -> None:
    december = read("πόσες αναθέσεις τον Δεκέμβριο", "αναθέσεις ανά μήνα 2024")
    assert december.period is not None
    assert (str(december.period.since), december.metric, december.group_by) == ("2024-12-01", Metric.COUNT, None)
    alone = read("πόσες αναθέσεις τον Δεκέμβριο")
    assert alone.period is not None
    assert str(alone.period.since) == "2025-12-01"
    said = read("πόσες αναθέσεις τον Δεκέμβριο του 2023", "αναθέσεις ανά μήνα 2024")
    assert said.period is not None
    assert str(said.period.since) == "2023-12-01"


HELD = "δεσμεύσεις 2024 δήμος Ρόδου"


@pytest.mark.parametrize(
    "text",
    [
        "πόσες ανατροπές έγιναν;", "πόσο ήταν οι ανατροπές σε ευρώ;", "ανατροπές δεσμεύσεων 2023", "ανατροπή",
        "ανακλήσεις δεσμεύσεων 2024", "ανατροπή ανάληψης υποχρέωσης",
    ],
)  # fmt: skip
def test_reversals_are_asked_of_the_commitments(text: str) -> None:
    request = read(text)
    assert (request.intent, request.stage, request.metric) == (Intent.AGGREGATE, Stage.COMMITMENT, Metric.SUM)
    assert (request.topic, REVERSALS in request.notes) == ((), True)


def test_reversals_keep_period_and_body_and_go_on() -> None:
    asked = read("πόσες ανατροπές έγιναν;", HELD)
    later = read("και το 2023", HELD, "πόσες ανατροπές έγιναν;")
    for request, year in ((asked, 2024), (later, 2023)):
        assert (request.years, request.organizations[0].uids, request.topic) == ((year,), ("6265",), ())
        assert (request.stage, REVERSALS in request.notes) == (Stage.COMMITMENT, True)
    assert read("ανατροπή οχήματος").topic == ("ανατροπή", "οχήματος")
