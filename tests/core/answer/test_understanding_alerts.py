"""Wishes about alerts, and the everyday sentences that only sound like one."""

from datetime import date
from decimal import Decimal

import pytest

from core.domain.request import Intent, Metric
from tests.core.answer.messages import read


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("ειδοποίησέ με όταν βγει απόφαση για ανεμογεννήτριες", "ανεμογεννήτριες"),
        ("ειδοποιησε με για ανεμογεννητριες", "ανεμογεννητριες"),
        ("ΕΙΔΟΠΟΙΗΣΕ ΜΕ ΓΙΑ ΑΝΕΜΟΓΕΝΝΗΤΡΙΕΣ", "ΑΝΕΜΟΓΕΝΝΗΤΡΙΕΣ"),
        ("eidopoiise me gia anemogennitries", "anemogennitries"),
        ("για ανεμογεννήτριες ιδοποίησέ με", "ανεμογεννήτριες"),
        ("θέλω ειδοποίηση όταν βγει κάτι για λατομεία", "λατομεία"),
        ("θέλω να ξέρω όταν βγαίνει κάτι για λατομεία", "λατομεία"),
        ("πες μου όταν ξαναβγεί κάτι για λατομεία", "λατομεία"),
        ("να μαθαίνω για προσλήψεις", "προσλήψεις"),
        ("ενημέρωνέ με για τα αδέσποτα", "αδέσποτα"),
        ("στέλνε μου ό,τι βγαίνει για αδέσποτα", "αδέσποτα"),
        ("στέλνε εδώ στην ομάδα ό,τι βγαίνει για αδέσποτα", "αδέσποτα"),
    ],
)
def test_wishes_with_their_topic(text: str, topic: str) -> None:
    request = read(text)
    assert request.intent is Intent.SUBSCRIBE
    assert request.topic == (topic,)


def test_a_wish_about_one_act() -> None:
    request = read("πες μου όταν ανακληθεί η 9Ω4Τ7ΛΗ-ΔΟΚ")
    assert (request.intent, request.status, request.topic) == (Intent.SUBSCRIBE, "REVOKED", ())
    assert [each.ada for each in request.adas] == ["9Ω4Τ7ΛΗ-ΔΟΚ"]


def test_a_wish_with_conditions() -> None:
    request = read("στέλνε μου κάθε πρωί τις νέες αναθέσεις του δήμου Στυλίδας πάνω από 50.000 για οδοποιία")
    assert (request.intent, request.frequency) == (Intent.SUBSCRIBE, "daily")
    assert (request.decision_types, request.stage) == (("Δ.1",), None)
    assert (request.amount_min, request.topic) == (Decimal(50000), ("οδοποιία",))
    assert request.organizations[0].uids == ("6289",)
    assert not request.newest_first


@pytest.mark.parametrize(
    ("text", "frequency"),
    [
        ("στείλε μου κάθε Δευτέρα τις νέες συμβάσεις", "weekly"),
        ("ειδοποίησέ με κάθε εβδομάδα για σχολεία", "weekly"),
        ("ειδοποίησέ με καθημερινά για σχολεία", "daily"),
        ("ειδοποίησέ με αμέσως για σχολεία", "immediate"),
        ("ειδοποίησέ με για σχολεία", None),
    ],
)
def test_how_often(text: str, frequency: str | None) -> None:
    request = read(text)
    assert (request.intent, request.frequency) == (Intent.SUBSCRIBE, frequency)


def test_a_unit_is_watched_as_a_unit() -> None:
    request = read("να μαθαίνω για οτιδήποτε γράφει η Τεχνική Υπηρεσία")
    assert (request.intent, request.unit_words, request.topic) == (Intent.SUBSCRIBE, "Τεχνική Υπηρεσία", ())


def test_a_question_beside_a_wish_is_answered_too() -> None:
    request = read("πόσα δώσαμε για αδέσποτα φέτος και στείλε μου ειδοποίηση όταν ξαναβγεί κάτι")
    assert (request.intent, request.also) == (Intent.SUBSCRIBE, (Intent.AGGREGATE,))
    assert (request.metric, request.years, request.topic) == (Metric.SUM, (2026,), ("αδέσποτα",))


@pytest.mark.parametrize(
    "text",
    [
        "στοπ",
        "ΣΤΟΠ",
        "stop",
        "Στοπ!",
        "σταμάτα",
        "σταμάτα να μου στέλνεις",
        "σταματήστε τις ειδοποιήσεις",
        "απεγγράψτε με",
        "apegrapste me",
        "δεν θέλω άλλα μηνύματα",
        "δεν θελω αλλες ειδοποιησεις plz",
        "φτάνει με τις ειδοποιήσεις",
        "μην με ενοχλείς άλλο",
        "min mou stelneis alla",
        "θέλω να διαγραφώ",
        "βγάλε με από τη λίστα",
    ],
)
def test_opting_out_of_everything(text: str) -> None:
    request = read(text)
    assert request.intent is Intent.UNSUBSCRIBE
    assert (request.topic, request.ask) == ((), None)


@pytest.mark.parametrize(
    "text",
    [
        "μη μου ξαναστείλεις για ανεμογεννήτριες",
        "μη μου ξαναστειλεις για ανεμογεννήτριες",
        "δεν θέλω άλλες ειδοποιήσεις για ανεμογεννήτριες",
        "κόψε τις ενημερώσεις για ανεμογεννήτριες",
        "σβήσε την ειδοποίηση για ανεμογεννήτριες",
    ],
)
def test_opting_out_of_one_topic(text: str) -> None:
    request = read(text)
    assert request.intent is Intent.UNSUBSCRIBE
    assert request.topic == ("ανεμογεννήτριες",)


@pytest.mark.parametrize(
    "text",
    [
        "διέγραψέ με από παντού και σβήσε ό,τι έχεις για μένα",
        "σβήσε τα δεδομένα μου",
        "διαγράψτε το ιστορικό μου",
        "svise ta dedomena mou",
    ],
)
def test_being_forgotten(text: str) -> None:
    request = read(text)
    assert (request.intent, request.ask) == (Intent.UNSUBSCRIBE, "delete_data")


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("κάνε παύση μέχρι τη Δευτέρα", date(2026, 10, 13)),
        ("σταμάτα μέχρι την Παρασκευή", date(2026, 10, 10)),
        ("κάνε παύση στις ειδοποιήσεις για δύο εβδομάδες", date(2026, 10, 20)),
        ("kane pausi mexri tin paraskevi", date(2026, 10, 10)),
    ],
)
def test_a_pause_ends_ahead(text: str, until: date) -> None:
    request = read(text)
    assert (request.intent, request.ask) == (Intent.UNSUBSCRIBE, "pause")
    assert request.period is not None
    assert request.period.until == until


def test_asking_for_the_list_and_striking_one() -> None:
    assert read("τι ειδοποιήσεις έχω;").ask == "list"
    struck = read("ti eidopoiiseis exw? svise tin deuteri")
    assert (struck.intent, struck.notes) == (Intent.UNSUBSCRIBE, ("list_subscriptions",))


@pytest.mark.parametrize(
    "text",
    [
        "Το στοπ δίπλα στο σπίτι μου έπεσε",
        "σταμάτησε η αποκομιδή",
        "σταμάτησαν τα σκουπίδια στη γειτονιά μου",
        "πινακίδες στοπ 2024",
        "διακοπή ρεύματος αύριο;",
        "αποφάσεις για διακοπή κυκλοφορίας",
        "διακοπή υδροδότησης",
        "παύση εργασιών εργοταξίου",
        "διαγραφή οφειλών",
        "διαγραφή από μητρώα αρρένων",
        "τέλος ακίνητης περιουσίας",
        "ακύρωση διαγωνισμού",
        "φτάνει το νερό στα χωριά;",
        "Απεγγράφηκα χτες, θέλω να ξαναγραφτώ",
        "δεν βρίσκω αποφάσεις για το νερό",
    ],
)
def test_everyday_sentences_are_no_opting_out(text: str) -> None:
    assert read(text).intent is not Intent.UNSUBSCRIBE


@pytest.mark.parametrize(
    "text",
    [
        "στείλε μου τις αποφάσεις για λατομεία",
        "ενημέρωσέ με για τις πληρωμές του 2024",
        "εγγραφές στους παιδικούς σταθμούς 2024",
        "επιτροπή παρακολούθησης και παραλαβής",
        "γράψε μου ποιες συμβάσεις υπάρχουν",
        "δείξε μου ό,τι βγαίνει για αδέσποτα",
    ],
)
def test_everyday_sentences_are_no_wish(text: str) -> None:
    assert read(text).intent is Intent.RECORDS


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("όταν βγει κάτι για το κολυμβητήριο στείλε μου μήνυμα", "κολυμβητήριο"),
        ("μόλις αναρτηθεί απόφαση για το κολυμβητήριο πες το μου", "κολυμβητήριο"),
        ("θέλω να ξέρω αν ξαναβγεί απόφαση για το κολυμβητήριο", "κολυμβητήριο"),
        ("εγγραφή για κολυμβητήριο", "κολυμβητήριο"),
        ("ακολούθησε το θέμα κολυμβητήριο", "κολυμβητήριο"),
        ("ξεκίνα πάλι τις ειδοποιήσεις για το κολυμβητήριο", "κολυμβητήριο"),
        ("κάθε Δευτέρα πρωί στέλνε μου τις νέες αποφάσεις για κολυμβητήριο", "κολυμβητήριο"),
    ],
)
def test_wishes_in_other_words(text: str, topic: str) -> None:
    request = read(text)
    assert (request.intent, request.topic) == (Intent.SUBSCRIBE, (topic,))


@pytest.mark.parametrize(
    "text",
    [
        "διέγραψε την ειδοποίηση για αδέσποτα",
        "διεγραψα την ειδοποιηση για αδεσποτα",
        "diegrapse tin eidopoiisi gia adespota",
        "ΔΙΑΓΡΑΨΤΕ ΤΗΝ ΕΙΔΟΠΟΙΗΣΗ ΓΙΑ ΑΔΕΣΠΟΤΑ",
    ],
)
def test_deleting_an_alert_subscribes_nobody(text: str) -> None:
    assert read(text).intent is Intent.UNSUBSCRIBE


def test_a_list_now_and_an_alert() -> None:
    request = read("βρες αποφάσεις για καύσιμα και ειδοποίησέ με για νέες")
    assert (request.intent, request.also, request.topic) == (Intent.SUBSCRIBE, (Intent.RECORDS,), ("καύσιμα",))


@pytest.mark.parametrize(
    "text",
    ["αν βγήκε απόφαση για κεραίες πες το μου", "η εγγραφή στα μητρώα αρρένων", "τι ακολούθησε το 2023 για κεραίες"],
)
def test_what_is_over_or_a_topic_is_no_wish(text: str) -> None:
    assert read(text).intent is not Intent.SUBSCRIBE
