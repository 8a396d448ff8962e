"""Subscriptions that are deleted while a batch is under way, or worded anew while something waits for them."""

import asyncio
from dataclasses import replace

import pytest

from core.alerts.matching import Index, Matcher
from core.answer.alerting.changing import Changing
from core.answer.alerting.command import Command, Do, command_of
from core.app import SettingCache
from core.domain.subscription import SubscriptionState
from core.store import matches, subscriptions
from core.store.matches import Match
from core.store.pool import Connection, Pool, transaction
from tests.builders import an_award
from tests.core.alerts.conftest import NOW, World, about, posted

_WAITING = "SELECT ada FROM matches WHERE taken_at IS NULL AND told_at IS NULL"


class Slow(Matcher):
    """Has read the subscriptions, and goes on when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.has_read, self.may_go_on = asyncio.Event(), asyncio.Event()

    async def _current(self, db: Connection) -> Index:
        index = await super()._current(db)
        self.has_read.set()
        await self.may_go_on.wait()
        return index


@pytest.mark.parametrize("do", [Do.DELETED, Do.FORGET])
async def test_a_batch_lives_when_what_it_found_something_for_is_deleted(own: Pool, do: Do) -> None:
    async with transaction(own) as db:
        wish = await World(db=db, matcher=Matcher()).subscribe(about("καύσιμα"))
    slow = Slow()

    async def batch() -> int:
        async with transaction(own) as db:
            return await World(db=db, matcher=slow).arrive(posted(an_award(subject="Καύσιμα")))

    setting = await SettingCache(own, home="6265")()
    changing = Changing(own, clock=lambda: NOW)
    async with asyncio.timeout(20):
        arriving = asyncio.create_task(batch())
        await slow.has_read.wait()
        deleting = asyncio.create_task(changing.do(wish.conversation, Command(do=do, number=wish.id), setting))
        await asyncio.wait({deleting}, timeout=0.5)
        slow.may_go_on.set()
        assert await arriving == 1
        await deleting
    assert await own.fetchval("SELECT count(*) FROM decisions") == 1
    assert await own.fetchval("SELECT count(*) FROM matches") == 0


async def test_what_is_found_for_a_subscription_that_is_gone_falls_out(world: World) -> None:
    kept = await world.subscribe(about("καύσιμα"))
    found = [Match(subscription=number, ada="ΑΔΑ", due_at=NOW) for number in (kept.id, kept.id + 1)]
    assert await matches.add(world.db, matches=found, at=NOW) == [(kept.id, NOW, 1)]


async def test_what_waits_for_other_words_is_not_told_under_the_new_ones(own: Pool) -> None:
    fuel, road = posted(an_award(subject="Καύσιμα")), posted(an_award(subject="Καύσιμα οχημάτων δρόμων"))
    async with transaction(own) as db:
        world = World(db=db, matcher=Matcher())
        wish = await world.subscribe(about("καύσιμα"))
        await world.arrive(fuel, road)
    setting = await SettingCache(own, home="6265")()
    command = Command(do=Do.REPLACE, number=wish.id, wish=about("δρόμοι"))
    await Changing(own, clock=lambda: NOW).do(wish.conversation, command, setting)
    assert [row["ada"] for row in await own.fetch(_WAITING)] == [road.ada]
    assert await own.fetchval("SELECT news_from FROM subscriptions") > wish.news_from


async def test_what_other_words_took_comes_back_when_they_are_taken_back(own: Pool) -> None:
    fuel, road = posted(an_award(subject="Καύσιμα")), posted(an_award(subject="Καύσιμα οχημάτων δρόμων"))
    async with transaction(own) as db:
        world = World(db=db, matcher=Matcher())
        wish = await world.subscribe(about("καύσιμα"))
        await world.arrive(fuel, road)
    setting, changing = await SettingCache(own, home="6265")(), Changing(own, clock=lambda: NOW)
    less = Command(do=Do.EXCLUDE, number=wish.id, title="δρόμων", ada=road.ada)
    undo = (await changing.do(wish.conversation, less, setting)).choices[0]
    assert undo.label == "Αναίρεση"
    assert [row["ada"] for row in await own.fetch(_WAITING)] == [fuel.ada]
    await changing.do(wish.conversation, command_of(undo), setting)
    assert {row["ada"] for row in await own.fetch(_WAITING)} == {fuel.ada, road.ada}


async def test_an_act_that_was_taken_and_is_corrected_until_it_fits_is_told(own: Pool) -> None:
    road = posted(an_award(subject="Καύσιμα οχημάτων δρόμων"))
    async with transaction(own) as db:
        world = World(db=db, matcher=Matcher())
        wish = await world.subscribe(about("καύσιμα"))
        await world.arrive(road)
    setting, changing = await SettingCache(own, home="6265")(), Changing(own, clock=lambda: NOW)
    await changing.do(wish.conversation, Command(do=Do.EXCLUDE, number=wish.id, title="δρόμων", ada=road.ada), setting)
    assert not await own.fetch(_WAITING)
    again = replace(road, subject="Καύσιμα οχημάτων", version_key=b"k" * 32, raw='{"v": 2}', submitted_at=NOW)
    async with transaction(own) as db:
        assert await World(db=db, matcher=Matcher()).arrive(again)
    assert [row["ada"] for row in await own.fetch(_WAITING)] == [road.ada]


async def test_a_change_of_no_subscription_is_no_change(own: Pool) -> None:
    async with transaction(own) as db:
        await World(db=db, matcher=Matcher()).subscribe(about("καύσιμα"))
    before = await own.fetchval("SELECT version FROM subscription_version")
    await subscriptions.remove(own, conversation="telegram:1", number=999)
    await subscriptions.set_state(own, conversation="telegram:1", numbers=None, state=SubscriptionState.PAUSED)
    assert await own.fetchval("SELECT version FROM subscription_version") == before
