"""After 30 days the reader's words are gone and the figures are not; before, nothing is."""

from datetime import timedelta

from core.answer.kept.files import Files
from core.store import retention
from core.store.pool import transaction
from tests.core.answer.conftest import NOW, TODAY, Talk

_QUESTION = "πόσα ανέθεσε ο Δήμος Επίδειξης για καύσιμα το 2024 παρακαλώ πολύ"
_ROW = "SELECT request::text || answer::text || receipt::text AS kept FROM answers WHERE id = $1"
_AGE = "UPDATE answers SET asked_at = $2 WHERE id = $1"


async def cleared(talk: Talk) -> None:
    async with transaction(talk.pool) as db:
        await retention.clear(db, day=TODAY, at=NOW)


async def test_the_words_go_and_the_figures_stay_to_be_checked(talk: Talk, files: Files) -> None:
    answer = await talk.ask(_QUESTION)
    before, _ = answer.figures, await files.check(talk.conversation, answer.receipt, today=TODAY)
    await talk.pool.execute(_AGE, answer.receipt, NOW - retention.QUESTIONS - timedelta(minutes=1))
    await cleared(talk)
    kept = await talk.pool.fetchval(_ROW, answer.receipt)
    assert "παρακαλώ" not in kept and "ανέθεσε" not in kept
    checked = await files.check(talk.conversation, answer.receipt, today=TODAY)
    assert [each.then for each in checked.figures if each.then is not None] and before
    assert all(each.then == each.now for each in checked.figures)
    assert (await files.table(talk.conversation, answer.receipt)).rows
    pressed = await talk.press("Πώς το βρήκα")
    assert "έληξε" in pressed.text or "δεν ισχύει" in pressed.text or "Κάντε ξανά" in pressed.text


async def test_what_is_younger_stays_as_it_is(talk: Talk) -> None:
    answer = await talk.ask(_QUESTION)
    await talk.pool.execute(_AGE, answer.receipt, NOW - retention.QUESTIONS + timedelta(minutes=1))
    await cleared(talk)
    assert "παρακαλώ" in await talk.pool.fetchval(_ROW, answer.receipt)


async def test_what_looked_nothing_up_is_gone_whole_with_its_turn(talk: Talk) -> None:
    answer = await talk.ask("ευχαριστώ πάρα πολύ")
    await talk.pool.execute(_AGE, answer.receipt, NOW - retention.QUESTIONS - timedelta(minutes=1))
    await cleared(talk)
    assert await talk.pool.fetchval(_ROW, answer.receipt) is None


async def test_several_questions_of_a_message_lose_their_words_each(talk: Talk) -> None:
    answer = await talk.ask("πόσα ανέθεσε ο Δήμος Επίδειξης για καύσιμα το 2024; πόσες αποφάσεις έβγαλε το 2025;")
    assert len(answer.parts) == 2
    await talk.pool.execute(_AGE, answer.receipt, NOW - retention.QUESTIONS - timedelta(minutes=1))
    await cleared(talk)
    kept = await talk.pool.fetchval(_ROW, answer.receipt)
    assert "πόσα" not in kept and "πόσες" not in kept
    parts = "SELECT jsonb_array_length(receipt -> 'parts') FROM answers WHERE id = $1"
    assert await talk.pool.fetchval(parts, answer.receipt) == 2
