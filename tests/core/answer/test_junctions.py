"""Words of a topic that are joined: either of them or both, by what the subjects hold; what is left out as a whole."""

from collections.abc import Sequence
from typing import Any

import pytest

from core.answer import topics
from core.answer.junctions import Reading
from core.answer.topics import Topic
from core.store import decisions
from tests.builders import a_decision
from tests.core.answer.messages import read

SUBJECTS = (
    *(f"Προμήθεια καυσίμων και λιπαντικών {place}" for place in ("Α", "Β", "Γ", "Δ", "Ε", "ΣΤ")),
    "Προμήθεια λιπαντικών γεννήτριας",
    "Προμήθεια βενζίνης χλοοκοπτικών",
    "Προμήθεια πετρελαίου λεβήτων",
    "Προμήθεια βενζίνης και πετρελαίου",
    "Συντήρηση οχημάτων",
    "Συντήρηση κλιματιστικών",
    "Απόφραξη οχημάτων αποχέτευσης",
    "Απόφραξη φρεατίων",
    "Φωτισμός γηπέδου",
    "Δημοτικός φωτισμός οδών",
    "Κατάλογος γηπέδων δημοτικών",
)


@pytest.fixture
async def held(db: Any) -> Any:
    await decisions.save(db, decisions=[a_decision(subject) for subject in SUBJECTS])
    await decisions.refresh_statistics(db)
    return db


async def resolve(db: Any, text: str) -> Topic:
    """The whole way: as it is typed, read, and resolved."""
    request = read(text)
    return await topics.resolve(db, words=request.topic, exclude=request.exclude, joints=request.joints)


async def found(db: Any, topic: Topic) -> set[str]:
    rows = await db.fetch("SELECT sample FROM texts WHERE lexemes @@ $1::text::tsquery", topic.condition.tsquery)
    return {row["sample"] for row in rows}


def holding(*parts: str) -> set[str]:
    return {subject for subject in SUBJECTS if any(part in subject for part in parts)}


FIVE = (
    "αποφάσεις για βενζίνη και πετρέλαιο",
    "αποφασεις για βενζινη και πετρελαιο",
    "ΑΠΟΦΑΣΕΙΣ ΓΙΑ ΒΕΝΖΙΝΗ ΚΑΙ ΠΕΤΡΕΛΑΙΟ",
    "apofaseis gia venzini kai petrelaio",
    "αποφάσεις για βενζήνη και πετρέλεο",
)


@pytest.mark.parametrize("text", [*FIVE, "βενζίνη ή πετρέλαιο", "βενζίνη, πετρέλαιο", "βενζινη η πετρελαιο"])
async def test_what_hardly_ever_stands_together_is_either(held: Any, text: str) -> None:
    topic = await resolve(held, text)
    assert await found(held, topic) == holding("βενζίνης", "πετρελαίου")
    assert topic.reading is Reading.EITHER
    assert topic.condition.groups[0].shown[0].startswith("βενζίνη ή πετρ")


@pytest.mark.parametrize("text", ["καύσιμα και λιπαντικά", "ΚΑΥΣΙΜΑ ΚΑΙ ΛΙΠΑΝΤΙΚΑ", "kafsima kai lipantika"])
async def test_what_stands_side_by_side_is_one_expression(held: Any, text: str) -> None:
    topic = await resolve(held, text)
    assert await found(held, topic) == holding("καυσίμων")
    assert (topic.reading, topic.condition.title) == (Reading.BOTH, "καύσιμα και λιπαντικά")


async def test_or_is_always_either(held: Any) -> None:
    topic = await resolve(held, "καύσιμα ή λιπαντικά")
    assert {*holding("λιπαντικών")} <= await found(held, topic)
    assert topic.reading is Reading.EITHER


async def test_what_stands_after_both_belongs_to_both(held: Any) -> None:
    topic = await resolve(held, "συντήρηση ή απόφραξη οχημάτων")
    assert await found(held, topic) == {"Συντήρηση οχημάτων", "Απόφραξη οχημάτων αποχέτευσης"}


async def test_a_preposition_ends_what_is_joined(held: Any) -> None:
    topic = await resolve(held, "συντήρηση ή απόφραξη για οχήματα")
    assert await found(held, topic) == {"Συντήρηση οχημάτων", "Απόφραξη οχημάτων αποχέτευσης"}


async def test_a_word_that_no_subject_holds_adds_nothing_to_an_or(held: Any) -> None:
    topic = await resolve(held, "βενζίνη ή ψαροκόκαλα")
    assert await found(held, topic) == holding("βενζίνης")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("φωτισμός εκτός από δημοτικό φωτισμό", {"Φωτισμός γηπέδου"}),
        ("φωτισμός εκτός δημοτικού φωτισμού", {"Φωτισμός γηπέδου"}),
        ("φωτισμός εκτός από γήπεδα και οδούς", set()),
    ],
)
async def test_words_left_out_are_one_expression_unless_joined(held: Any, text: str, words: Sequence[str]) -> None:
    assert await found(held, await resolve(held, text)) == words


async def test_where_no_subject_holds_all_the_words_those_that_some_hold_are_offered(held: Any) -> None:
    topic = await resolve(held, "διαμαντένια συντήρηση κλιματιστικών")
    assert await found(held, topic) == set()
    assert [[group.shown[0] for group in near.groups] for near in topic.nearest] == [["συντήρηση", "κλιματιστικών"]]
    assert topic.mostly_nearest


async def test_nothing_is_offered_where_the_words_stand_together(held: Any) -> None:
    assert (await resolve(held, "συντήρηση οχημάτων")).nearest == ()
