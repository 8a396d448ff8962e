"""A rewrite that turns the question round is refused: another direction, another end of time, another stage."""

import pytest

from core.answer.rereading.allowed import check
from core.answer.rereading.said import said_of
from core.domain.request import Request
from core.errors import InvalidInput
from tests.core.answer.messages import read
from tests.core.answer.rereading.questions import AWKWARD, Awkward

ABOVE = "show me the contracts above 20,000 euros for schools in 2024"
BELOW = "βρες μου πληρωμες κατω απο 5000 ευρω το 2024"
EXCEPT = "how much did the town pay for everything except fuel in 2024"
TWO = "how much did the town spend on fuel and on water in 2024"
FOUR = "δώσε μου πληρωμές για καύσιμα, φωτισμό, σχολεία και ύδρευση το 2024"
UNTIL = "how much did the town pay until March 2022"
RANGE = "πληρωμες απο 2020 εως 2023"
ENGLISH_RANGE = "how much did the town pay from 2020 to 2023"
MONTH = "πληρωμες μαρτιο 2024"
AFTER = "πληρωμες μετα το 2023"
REVOKED = "αποφασεις του 2024 που ανακληθηκαν"
SPEND = "how much did the town spend in 2024"

KEPT: tuple[tuple[str, tuple[str, ...]], ...] = (
    (ABOVE, ("συμβάσεις πάνω από 20000 ευρώ για σχολεία το 2024",)),
    (UNTIL, ("πόσα πληρώθηκαν μέχρι τον Μάρτιο του 2022",)),
    (RANGE, ("πληρωμές από το 2020 έως το 2023",)),
    (ENGLISH_RANGE, ("πόσα πληρώθηκαν από το 2020 έως το 2023",)),
    (MONTH, ("πληρωμές τον Μάρτιο του 2024",)),
    (REVOKED, ("αποφάσεις που ανακλήθηκαν το 2024",)),
    (SPEND, ("πόσα πληρώθηκαν το 2024",)),
    ("how much did the town pay since 2020", ("πληρωμές από το 2020",)),
)

TURNED: tuple[tuple[str, tuple[str, ...]], ...] = (
    (ABOVE, ("συμβάσεις κάτω από 20000 ευρώ για σχολεία το 2024",)),
    (ABOVE, ("συμβάσεις τουλάχιστον 20000 ευρώ για σχολεία το 2024",)),
    (ABOVE, ("αναθέσεις πάνω από 20000 ευρώ για σχολεία το 2024",)),
    (BELOW, ("πληρωμές πάνω από 5000 ευρώ το 2024",)),
    (BELOW, ("πληρωμές έως 5000 ευρώ το 2024",)),
    ("list the payments of up to 5,000 euro in 2024", ("πληρωμές κάτω από 5000 ευρώ το 2024",)),
    ("list the payments of 5,000 euro or more in 2024", ("πληρωμές έως 5000 ευρώ το 2024",)),
    ("list the payments of no more than 5,000 euro in 2024", ("πληρωμές πάνω από 5000 ευρώ το 2024",)),
    (EXCEPT, ("πόσα πληρώθηκαν για καύσιμα το 2024",)),
    (TWO, ("πόσα πληρώθηκαν για νερό εκτός από καύσιμα το 2024",)),
    (TWO, ("πόσα πληρώθηκαν για καύσιμα το 2024",)),
    (FOUR, ("πόσα πληρώθηκαν για καύσιμα το 2024",)),
    (UNTIL, ("πόσα πληρώθηκαν τον Μάρτιο του 2022",)),
    (UNTIL, ("πόσα πληρώθηκαν από τον Μάρτιο του 2022",)),
    (RANGE, ("πόσα πληρώθηκαν το 2020", "πόσα πληρώθηκαν το 2023")),
    (ENGLISH_RANGE, ("πόσα πληρώθηκαν το 2020", "πόσα πληρώθηκαν το 2023")),
    (ENGLISH_RANGE, ("σύγκριση πληρωμών 2020 με 2023",)),
    (MONTH, ("πόσα πληρώθηκαν το 2024",)),
    ("how much did the town pay in March 2024", ("πόσα πληρώθηκαν το 2024",)),
    (AFTER, ("πόσα πληρώθηκαν το 2023",)),
    ("how much did the town pay after 2023", ("πόσα πληρώθηκαν το 2023",)),
    ("how much did the town pay after 2023", ("πληρωμές από το 2023",)),
    ("how much did the town pay before 2020", ("πληρωμές από το 2020",)),
    ("how much did the town pay in 2023", ("πληρωμές από το 2023",)),
    (REVOKED, ("πόσες αποφάσεις βγήκαν το 2024",)),
    ("which decisions of 2024 were cancelled", ("πόσες αποφάσεις βγήκαν το 2024",)),
    (SPEND, ("πόσα δεσμεύτηκαν το 2024",)),
    ("how much was awarded in 2024", ("πόσα πληρώθηκαν το 2024",)),
    ("how much did the town commit in 2024", ("πόσα πληρώθηκαν το 2024",)),
)


def alone(text: str, previous: tuple[str, ...]) -> Request:
    return read(text, *previous)


def checked(text: str, questions: tuple[str, ...], *previous: str) -> None:
    check(questions, [read(each) for each in questions], said_of(text, previous, alone), {})


@pytest.mark.parametrize(("text", "questions"), KEPT)
def test_what_says_the_same_is_let_through(text: str, questions: tuple[str, ...]) -> None:
    checked(text, questions)


@pytest.mark.parametrize(("text", "questions"), TURNED)
def test_what_turns_the_question_round_is_refused(text: str, questions: tuple[str, ...]) -> None:
    with pytest.raises(InvalidInput):
        checked(text, questions)


@pytest.mark.parametrize("case", AWKWARD, ids=lambda case: case.text)
def test_good_rewrites_are_let_through(case: Awkward) -> None:
    checked(case.text, case.anew, *case.previous)
