"""The card at a glance, for an ΑΔΑ that is typed in another chat: of what is held, and nothing is kept of it."""

from datetime import date

import pytest

from core.answer.glancing import glance
from core.app import SettingCache
from core.domain.answer import ChoiceKind
from core.store.pool import Pool
from tests.core.answer.conftest import TOWN

TODAY = date(2026, 11, 30)
_SOME = "SELECT ada FROM decisions WHERE organization_uid = $1 AND status = $2 ORDER BY ada LIMIT 1"
_KEPT = "SELECT (SELECT count(*) FROM answers) + (SELECT count(*) FROM chats) + (SELECT count(*) FROM fetch_requests)"


@pytest.fixture
def setting(world_pool: Pool) -> SettingCache:
    return SettingCache(world_pool, home="6265")


async def test_one_ada_gives_its_card_with_links_alone_and_keeps_nothing(
    setting: SettingCache, world_pool: Pool
) -> None:
    ada = await world_pool.fetchval(_SOME, TOWN, "PUBLISHED")
    before = await world_pool.fetchval(_KEPT)
    found = await glance(world_pool, await setting(), ada.lower(), TODAY)
    (seen,) = found.found
    assert seen.ada == ada and ada in seen.answer.text and seen.title and "Δήμος" in seen.line
    assert {each.kind for each in seen.answer.choices} == {ChoiceKind.LINK} and not seen.answer.receipt
    assert not found.near and not found.missing
    assert await world_pool.fetchval(_KEPT) == before


async def test_a_slip_gives_the_near_one_and_says_what_is_not_held(setting: SettingCache, world_pool: Pool) -> None:
    ada = await world_pool.fetchval(_SOME, TOWN, "PUBLISHED")
    typed = ada[:-1] + ("Α" if ada[-1] != "Α" else "Β")
    if await world_pool.fetchval("SELECT EXISTS (SELECT FROM decisions WHERE ada = $1)", typed):
        typed = ada[:-1] + "Ψ"
    found = await glance(world_pool, await setting(), f"ΑΔΑ {typed}", TODAY)
    assert not found.found and found.missing == (typed,)
    assert ada in {each.ada for each in found.near}


async def test_one_that_is_still_being_typed_is_no_missing_one(setting: SettingCache, world_pool: Pool) -> None:
    ada = await world_pool.fetchval(_SOME, TOWN, "PUBLISHED")
    found = await glance(world_pool, await setting(), ada[:-1], TODAY)
    assert not found.found and not found.missing


async def test_a_revoked_act_says_so_in_its_line_and_first_in_its_card(setting: SettingCache, world_pool: Pool) -> None:
    ada = await world_pool.fetchval(_SOME, TOWN, "REVOKED")
    (seen,) = (await glance(world_pool, await setting(), ada, TODAY)).found
    assert seen.line.startswith("ανακλήθηκε η ανάρτηση") and "ανακλήθηκε" in seen.answer.text.splitlines()[0]


@pytest.mark.parametrize("typed", ["", "πόσα ανατέθηκαν για καύσιμα το 2024", "ποιος είναι ο Γιώργος Παπαδόπουλος"])
async def test_anything_else_gives_nothing(setting: SettingCache, world_pool: Pool, typed: str) -> None:
    found = await glance(world_pool, await setting(), typed, TODAY)
    assert not (found.found or found.near or found.missing)
