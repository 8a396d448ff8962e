"""Words of a topic → a condition: widened, read anew only where no subject holds them, the same set in any spelling."""

from collections.abc import Sequence
from typing import Any

import pytest

from core.answer import topics
from core.answer.topics import Topic
from core.store import decisions
from core.store.pool import Pool
from tests.builders import a_decision

FUEL = "Προμήθεια καυσίμων κίνησης"
SCHOOLS = "Συντήρηση σχολικών κτιρίων"
WASTE = "Αποκομιδή απορριμμάτων"
TYRES = "Προμήθεια ελαστικών"
STRAYS = "Περισυλλογή αδέσποτων ζώων"
ROADS = "Ασφαλτόστρωση οδών"
# A misspelling counts as one where the right spelling is far commoner.
SUBJECTS = (
    FUEL,
    SCHOOLS,
    WASTE,
    TYRES,
    STRAYS,
    ROADS,
    "Προμήθεια LED φωτιστικών",
    "Περισυλλογή αδέσπωτων ζώων",
    *(f"Αδέσποτα: {what}" for what in ("τροφή", "στείρωση", "εμβόλια", "στέγη", "σήμανση", "μεταφορά")),
)


@pytest.fixture
async def held(db: Any) -> Any:
    await decisions.save(db, decisions=[a_decision(subject) for subject in SUBJECTS])
    await decisions.refresh_statistics(db)
    return db


async def resolve(db: Any, *words: str, exclude: Sequence[str] = ()) -> Topic:
    return await topics.resolve(db, words=words, exclude=exclude)


async def found(db: Any, topic: Topic) -> set[str]:
    rows = await db.fetch("SELECT sample FROM texts WHERE lexemes @@ $1::text::tsquery", topic.condition.tsquery)
    return {row["sample"] for row in rows}


@pytest.mark.parametrize(
    ("spellings", "subject"),
    [
        (("καύσιμα", "καυσιμα", "ΚΑΥΣΙΜΑ", "kausima", "καύσημα", "καυσίμων", "καυσμα"), FUEL),
        (
            (
                "συντήρηση σχολικών κτιρίων",
                "συντηρηση σχολικων κτηριων",
                "ΣΥΝΤΗΡΗΣΗ ΣΧΟΛΙΚΩΝ ΚΤΗΡΙΩΝ",
                "sintirisi sxolikon ktirion",
                "συντίριση σχωλικών κτιρήων",
            ),
            SCHOOLS,
        ),
        (("ασφαλτόστρωση", "ασφαλτοστρώσεις", "ΑΣΦΑΛΤΟΣΤΡΩΣΗ", "asfaltostrosi", "ασφαλτωστροση"), ROADS),
        (("σκουπίδια", "σκουπιδια", "skoupidia", "ΣΚΟΥΠΙΔΙΑ", "σκουπηδια", "σκοπυίδια"), WASTE),
        (("λάστιχα", "lastixa", "λαστηχα", "ΛΑΣΤΙΧΑ"), TYRES),
    ],
)
async def test_any_spelling_finds_the_same_set(held: Any, spellings: Sequence[str], subject: str) -> None:
    sets = [await found(held, await resolve(held, spelling)) for spelling in spellings]
    assert sets == [{subject}] * len(spellings)


async def test_an_everyday_word_is_shown_with_the_official_one_that_it_stands_for(held: Any) -> None:
    topic = await resolve(held, "λάστιχα")
    assert topic.shown[:2] == ("λάστιχα", "ελαστικά")
    assert topic.corrections == topic.unknown == ()


async def test_what_a_word_also_means_is_shown_only_where_some_subject_holds_it(held: Any) -> None:
    group = (await resolve(held, "σκουπίδια")).condition.groups[0]
    assert "απορρίμματα" in group.shown
    assert len(group.alternatives) > len(group.shown)


async def test_every_word_is_required(held: Any) -> None:
    topic = await resolve(held, "συντήρηση", "σχολικών", "καυσίμων")
    assert len(topic.condition.groups) == 3
    assert await found(held, topic) == set()


async def test_words_come_one_by_one_or_in_one_text(held: Any) -> None:
    assert await resolve(held, "προμήθεια", "καυσίμων") == await resolve(held, "προμήθεια καυσίμων")


async def test_a_correction_is_told_as_typed_and_as_read(held: Any) -> None:
    assert (await resolve(held, "adespota")).corrections == (("adespota", "αδέσποτα"),)
    assert (await resolve(held, "καυσμα")).corrections == (("καυσμα", "καύσιμα"),)


@pytest.mark.parametrize("word", ["καύσιμα", "LED", "led", "ζώων", "κίνηση"])
async def test_a_word_that_some_subject_holds_is_never_corrected(held: Any, word: str) -> None:
    topic = await resolve(held, word)
    assert (topic.corrections, topic.unknown) == ((), ())
    assert await found(held, topic)


@pytest.mark.parametrize("word", ["μουσακάς", "κίνδυνος", "καύσωνας", "στήριξη", "διαστημόπλοιο"])
async def test_a_correct_word_that_no_subject_holds_is_never_read_as_another(held: Any, word: str) -> None:
    topic = await resolve(held, word)
    assert (topic.corrections, topic.unknown) == ((), (word,))
    assert await found(held, topic) == set()


@pytest.mark.parametrize("word", ["γκρχζφ", "xyzzy", "4412/2016", "Ω1Ρ"])
async def test_what_nothing_is_near_to_stays_as_it_is_and_finds_nothing(held: Any, word: str) -> None:
    topic = await resolve(held, word)
    assert topic.corrections == ()
    assert topic.unknown
    assert await found(held, topic) == set()


async def test_an_unknown_word_beside_a_known_one_makes_the_topic_no_wider(held: Any) -> None:
    topic = await resolve(held, "καύσιμα", "διαστημόπλοιο")
    assert topic.unknown == ("διαστημόπλοιο",)
    assert await found(held, topic) == set()


async def test_greeklish_is_read_in_greek_even_where_no_subject_holds_the_word(held: Any) -> None:
    topic = await resolve(held, "diastimoploio")
    assert topic.corrections == (("diastimoploio", "διαστημόπλοιο"),)
    assert topic.unknown == ("diastimoploio",)


async def test_misspelled_subjects_count_with_the_right_ones_and_are_no_words_for_a_reader(held: Any) -> None:
    topic = await resolve(held, "αδέσποτα")
    assert "Περισυλλογή αδέσπωτων ζώων" in await found(held, topic)
    assert topic.misspelled == ("αδεσπωτων",)
    assert "αδεσπωτων" not in topic.shown


async def test_a_misspelling_that_a_subject_holds_means_the_right_word_too(held: Any) -> None:
    wrong, right = await resolve(held, "αδέσπωτα"), await resolve(held, "αδέσποτα")
    assert await found(held, wrong) == await found(held, right)
    assert wrong.corrections == (("αδέσπωτα", "αδέσποτα"),)


async def test_excluded_words_are_widened_and_read_likewise(held: Any) -> None:
    topic = await resolve(held, "προμήθεια", exclude=["lastixa"])
    assert await found(held, topic) == {FUEL, "Προμήθεια LED φωτιστικών"}
    assert [group.shown[0] for group in topic.condition.exclude] == ["λάστιχα"]
    assert topic.corrections == (("lastixa", "λάστιχα"),)


@pytest.mark.parametrize("words", [(), ("για", "τα"), ("…",), ("",)])
async def test_words_that_say_nothing_make_no_condition(held: Any, words: Sequence[str]) -> None:
    topic = await resolve(held, *words)
    assert topic.condition.tsquery is None
    assert topic.unknown == ()


async def test_a_word_said_twice_is_one_condition(held: Any) -> None:
    assert len((await resolve(held, "καύσιμα", "ΚΑΥΣΙΜΩΝ", "kausima")).condition.groups) == 1


async def test_over_an_empty_database_a_word_is_unknown(db: Any) -> None:
    assert (await resolve(db, "καύσιμα")).unknown == ("καύσιμα",)


@pytest.mark.shared
@pytest.mark.parametrize(
    "spellings",
    [
        (
            "συντήρηση σχολικών κτηρίων",
            "συντήρηση σχολικών κτιρίων",
            "ΣΥΝΤΗΡΗΣΗ ΣΧΟΛΙΚΩΝ ΚΤΙΡΙΩΝ",
            "syntirisi sxolikon ktirion",
            "συντιριση σχολικων κτιριον",
            "συντηρήσεις σχολικών κτηρίων",
        ),
        ("καύσιμα", "ΚΑΥΣΙΜΩΝ", "kafsima", "καύσημα", "κάυσιμα", "κακύσιμα"),
        ("απορρίμματα", "απορίμματα", "aporrimmata", "ΑΠΟΡΡΙΜΜΑΤΩΝ", "απορρίματα"),
        ("αδέσποτα", "adespota", "ΑΔΕΣΠΟΤΩΝ", "αδεσπωτα", "αδέσποττα"),
        ("λάστιχα", "lastixa", "λαστηχα", "λαστιχα", "λάσιχα"),
    ],
    ids=lambda spellings: spellings[0],
)
async def test_over_the_real_subjects_too(corpus: Pool, spellings: Sequence[str]) -> None:
    sets = [await found(corpus, await resolve(corpus, spelling)) for spelling in spellings]
    assert sets[0]
    assert all(other == sets[0] for other in sets)
