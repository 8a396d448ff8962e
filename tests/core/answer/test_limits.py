"""Limits on amounts, counted over the demonstration bodies: the limit itself is inside or outside, as it was said."""

from collections import Counter
from decimal import Decimal

import pytest

from core.domain.answer import Answer
from core.domain.request import Unit
from core.greek.numbers import format_euro
from tests.core.answer.conftest import TOWN, Talk

AWARDS = ("Δ.1", "Δ.2.2")


def amounts(talk: Talk) -> Counter:
    """The stated amounts of the town's posted awards."""
    return Counter(
        Decimal(str(decision["extraFieldValues"]["awardAmount"]["amount"]))
        for decision in talk.world.decisions
        if decision["organizationId"] == TOWN
        and decision["decisionTypeId"] in AWARDS
        and decision["status"] == "PUBLISHED"
        and (decision["extraFieldValues"].get("awardAmount") or {}).get("amount") is not None
    )


def number(answer: Answer) -> int:
    return next(int(figure.value) for figure in answer.figures if figure.unit is Unit.DECISIONS)


@pytest.mark.parametrize(("above", "from_"), [("άνω των", "τουλάχιστον"), ("πάνω από", "τουλάχιστον")])
async def test_strictly_more_leaves_the_limit_out(talk: Talk, above: str, from_: str) -> None:
    stated = amounts(talk)
    limit, times = stated.most_common(1)[0]
    more = number(await talk.ask(f"πόσες αναθέσεις {above} {format_euro(limit)}", organization=TOWN))
    at_least = number(await talk.ask(f"πόσες αναθέσεις {from_} {format_euro(limit)}", organization=TOWN))
    assert more == sum(count for amount, count in stated.items() if amount > limit)
    assert at_least - more == times


async def test_strictly_less_leaves_the_limit_out(talk: Talk) -> None:
    stated = amounts(talk)
    limit, times = stated.most_common(1)[0]
    less = number(await talk.ask(f"πόσες αναθέσεις κάτω από {format_euro(limit)}", organization=TOWN))
    up_to = number(await talk.ask(f"πόσες αναθέσεις έως {format_euro(limit)}", organization=TOWN))
    assert up_to - less == times
    assert "κάτω από" in talk.answers[0].text and "έως" in talk.text


async def test_litres_are_refused_and_the_euro_is_offered(talk: Talk) -> None:
    answer = await talk.ask("πόσα λίτρα καύσιμα αγόρασε ο δήμος το 2024;", organization=TOWN)
    assert answer.outcome.value == "wrong_unit"
    assert "δεν δίνουν λίτρα" in talk.text
    pressed = await talk.press("Σε ευρώ")
    assert any(figure.unit is Unit.EURO for figure in pressed.figures)
