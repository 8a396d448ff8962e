"""A model that writes awkward messages anew: the planner's own figures are reached, and what was understood is said."""

import pytest

from core.domain.answer import Answer, Outcome, plain
from tests.chat_server import says
from tests.core.answer.rereading.conftest import Reader, anew
from tests.core.answer.rereading.questions import AWKWARD, Awkward

_HELPLESS = (Outcome.UNCLEAR, Outcome.NOT_IN_DATA)


def values(answers: list[Answer]) -> list[tuple[object, ...]]:
    return [(each.value, each.unit, each.stage) for answer in answers for each in answer.figures]


@pytest.mark.parametrize("case", AWKWARD, ids=lambda case: case.text)
async def test_the_planner_figures_are_reached(case: Awkward, reader: Reader) -> None:
    helpless = await reader.plainly(case.text, *case.previous)
    assert helpless.outcome in _HELPLESS, "the rules answer it by now"
    wanted = [await reader.plainly(each) for each in case.plain]
    assert all(each.outcome is Outcome.ANSWERED for each in wanted)
    reader.server.script(anew(*case.anew), says("Δεν ξέρω."))
    answer = await reader.ask(case.text, *case.previous)
    assert values([answer]) == values(wanted)
    assert answer.outcome is Outcome.ANSWERED
    said = plain(answer.text)
    assert said.startswith("Κατάλαβα: ") and said.count("Κατάλαβα: ") >= len(case.anew)
    assert not [each for each in case.anew if each in said], "a model's own words are shown"
    assert answer.model_calls >= 1 and answer.cost_eur > 0
