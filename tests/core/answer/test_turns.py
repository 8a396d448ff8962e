"""What a chat carries from one message to the next, and what it must not."""

from core.domain.answer import Outcome
from tests.core.answer.conftest import OTHER_TOWN, TOWN, Talk


async def test_an_offered_question_is_about_the_same_body_and_stands_alone(talk: Talk) -> None:
    counted = await talk.ask("πόσες αποφάσεις εξέδωσε ο δήμος ανά μήνα το 2024", organization=TOWN)
    listed = await talk.press("Δείτε τις")
    assert listed.organization_uid == TOWN
    assert listed.citations
    assert next(each.value for each in listed.figures) == next(each.value for each in counted.figures)


async def test_the_same_question_goes_on_with_another_year_and_another_body(talk: Talk) -> None:
    first = await talk.ask("πόσα ανατέθηκαν για καύσιμα το 2024", organization=TOWN)
    again = await talk.ask("και το 2023;", organization=TOWN)
    assert [each.outcome for each in (first, again)] == [Outcome.ANSWERED] * 2
    assert "το 2023" in talk.text
    await talk.ask("Δήμος Νεράιδας")
    assert talk.answers[-1].organization_uid == OTHER_TOWN
    assert "καύσιμα" in talk.text


async def test_a_turn_that_was_refused_is_not_gone_on_from(talk: Talk) -> None:
    await talk.ask("παράνομες αναθέσεις", organization=TOWN)
    chosen = await talk.ask("Δήμος Νεράιδας")
    assert chosen.outcome is not Outcome.OUT_OF_SCOPE


async def test_a_list_after_a_ranking_is_a_list(talk: Talk) -> None:
    await talk.ask("μεγαλύτερη ανάθεση του 2024", organization=TOWN)
    await talk.ask("αποφάσεις εκτός από καύσιμα το 2024", organization=TOWN)
    assert talk.text.startswith("Βρήκα")


async def test_digits_alone_are_no_topic(talk: Talk) -> None:
    answer = await talk.ask("99")
    assert answer.outcome is Outcome.UNCLEAR
    assert not any("99" in choice.label for choice in answer.choices)
