"""What a batch of acts means to subscribers: who is told what, once, and when."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from core.domain.decision import Link, LinkKind, Status
from core.domain.ledger import AmountState, Stage
from core.domain.subscription import Frequency, News, Wish
from core.store import matches
from tests.builders import BODY, COMPANY, OTHER_BODY, a_commitment, a_decision, a_payment, an_award
from tests.core.alerts.conftest import BEGAN, CHAT, NOW, World, about, posted

NINE = datetime(2026, 10, 5, 6, 0, tzinfo=UTC)  # 09:00 of Athens, in summer


def later(act, *, status=Status.PUBLISHED, **more):
    """The same act as the source says it afterwards."""
    moved = replace(act, status=status, submitted_at=NOW, **more)
    return replace(moved, version_key=(status.value + str(more)).encode().ljust(32)[:32], raw='{"v": 2}')


async def test_a_new_act_that_fits_is_told_at_nine_and_others_are_not(world: World) -> None:
    await world.subscribe(about("καύσιμα"))
    fuel = posted(an_award(subject="Προμήθεια καυσίμων"))
    assert await world.arrive(fuel, posted(an_award(subject="Προμήθεια γραφικής ύλης"))) == 1
    assert await world.found() == [(fuel.ada, "new")]
    assert await world.waiting() == {CHAT: NINE}


async def test_the_same_page_again_tells_nothing_anew(world: World) -> None:
    await world.subscribe(about("καύσιμα"))
    fuel = posted(an_award(subject="Προμήθεια καυσίμων"))
    await world.arrive(fuel)
    assert await world.arrive(fuel) == 0


async def test_all_words_are_needed_and_excluded_ones_are_not_wanted(world: World) -> None:
    await world.subscribe(about("σχολεία", without=("παιδικοί σταθμοί",)))
    wanted = posted(an_award(subject="Καθαρισμός σχολείων"))
    await world.arrive(wanted, posted(an_award(subject="Σχολεία και παιδικοί σταθμοί, θέρμανση")))
    assert await world.found() == [(wanted.ada, "new")]


@pytest.mark.parametrize(
    ("wish", "fits"),
    [
        (Wish(organizations=(BODY,)), True),
        (Wish(organizations=(OTHER_BODY,)), False),
        (Wish(stage=Stage.AWARD), True),
        (Wish(stage=Stage.PAYMENT), False),
        (Wish(decision_types=("Δ.1",)), True),
        (Wish(decision_types=("Β.2.2",)), False),
        (Wish(without_types=("Δ.1",), payee_afm=COMPANY.afm), False),
        (Wish(payee_afm=COMPANY.afm), True),
        (Wish(payee_afm="094019245"), False),
        (Wish(cpv="0913"), True),
        (Wish(cpv="45"), False),
        (Wish(least=Decimal("500")), True),
        (Wish(least=Decimal("500.01")), False),
        (Wish(most=Decimal("499.99")), False),
        (Wish(units=("77",)), False),
    ],
)
async def test_every_limit_binds(world: World, wish: Wish, fits: bool) -> None:
    await world.subscribe(wish)
    assert await world.arrive(posted(an_award("500", cpvs=("09132100-4",)))) == int(fits)


async def test_the_budget_code_binds_as_in_totals(world: World) -> None:
    await world.subscribe(Wish(kae="66"))
    act = posted(a_commitment(kae="02.30-6641"))
    await world.arrive(act, posted(a_commitment(kae="02.66-7000")))
    assert await world.found() == [(act.ada, "new")]


async def test_an_act_without_an_amount_comes_in_a_part_of_its_own(world: World) -> None:
    await world.subscribe(about("καύσιμα", least=Decimal(1000)))
    silent = posted(an_award(None, state=AmountState.UNSTATED))
    bare = posted(a_decision("Συγκρότηση επιτροπής καυσίμων"))  # its type carries no amount
    await world.arrive(silent, posted(an_award("10")), bare)
    await world.waiting()
    (told,) = await world.tell()
    assert (told.row.ada, told.unstated) == (silent.ada, True)


async def test_acts_posted_late_are_news_and_archives_are_not(world: World) -> None:
    await world.subscribe(about("καύσιμα"))
    late = posted(an_award(issued_on=date(2026, 8, 20)))
    await world.arrive(late, posted(an_award(issued_on=date(2026, 10, 1)), BEGAN - timedelta(seconds=1)))
    assert await world.found() == [(late.ada, "new")]


async def test_revoked_and_corrected_acts_are_told_once_to_who_knows_of_them(world: World) -> None:
    await world.subscribe(about("καύσιμα"))
    act = posted(an_award("100"))
    await world.arrive(act)
    await world.tell()
    dearer = later(act, lines=(replace(act.lines[0], amount=Decimal(900)),))
    assert await world.arrive(dearer) == 1
    assert await world.arrive(dearer) == 0
    assert await world.found() == [(act.ada, "corrected")]
    await world.tell()
    await world.arrive(later(act, status=Status.PENDING_REVOCATION))
    await world.tell()
    revoked = later(act, status=Status.REVOKED)
    await world.arrive(revoked)
    assert await world.found() == [(act.ada, "revoked")]


async def test_a_change_of_metadata_alone_is_no_news(world: World) -> None:
    await world.subscribe(about("καύσιμα"))
    act = posted(an_award("100"))
    await world.arrive(act)
    await world.tell()
    assert await world.arrive(later(act, protocol_number="12345")) == 0


async def test_what_changes_before_it_is_told_is_told_once_as_it_is(world: World) -> None:
    await world.subscribe(about("καύσιμα"))
    act = posted(an_award("100"))
    await world.arrive(act)
    await world.arrive(later(act, status=Status.REVOKED))
    (told,) = await world.tell()
    assert (told.news, told.row.status) == (News.NEW, "REVOKED")


async def test_of_several_changes_between_two_letters_the_last_is_told(world: World) -> None:
    await world.subscribe(about("καύσιμα"), frequency=Frequency.WEEKLY)
    act = posted(an_award("100"))
    await world.arrive(act)
    await world.tell()
    await world.arrive(later(act, status=Status.PENDING_REVOCATION))
    await world.arrive(later(act, status=Status.REVOKED))
    assert await world.found() == [(act.ada, "revoked")]
    (told,) = await world.tell()
    assert (told.news, told.row.status) == (News.REVOKED, "REVOKED")


async def test_a_change_that_was_undone_before_its_letter_is_not_told(world: World) -> None:
    await world.subscribe(about("καύσιμα"), frequency=Frequency.WEEKLY)
    act = posted(an_award("100"))
    await world.arrive(act)
    await world.tell()
    await world.arrive(later(act, status=Status.PENDING_REVOCATION))
    assert await world.arrive(later(act, protocol_number="7")) == 0
    assert await world.found() == []


async def test_an_act_that_is_corrected_until_it_fits_is_new_to_its_reader(world: World) -> None:
    await world.subscribe(about("καύσιμα", least=Decimal(500)))
    act = posted(an_award("100"))
    assert await world.arrive(act) == 0
    assert await world.arrive(later(act, lines=(replace(act.lines[0], amount=Decimal(900)),))) == 1


async def test_a_watched_act_tells_of_its_payment_and_revocation(world: World) -> None:
    act = posted(an_award("100"), BEGAN - timedelta(days=99))
    await world.arrive(act)
    watch = await world.subscribe(Wish(adas=(act.ada,)), frequency=Frequency.IMMEDIATE)
    seen = await matches.posted(
        world.db, organizations=(), since=BEGAN - timedelta(days=999), until=NOW, adas=[act.ada]
    )
    await matches.watch(world.db, subscription=watch.id, acts=seen, at=NOW)
    middle = posted(a_decision("Έγκριση δαπάνης", decision_type="Β.2.1"))
    middle = replace(middle, links=(Link(target_ada=act.ada, kind=LinkKind.RELATED),))
    paid = replace(posted(a_payment("100")), links=(Link(target_ada=middle.ada, kind=LinkKind.APPROVAL),))
    await world.arrive(middle, paid)
    await world.arrive(later(act, status=Status.REVOKED))
    assert await world.found() == [(act.ada, "paid"), (act.ada, "revoked")]
    assert [each.by_ada for each in await world.tell()] == [paid.ada, None]


async def test_a_watch_for_its_revocation_alone_tells_nothing_else(world: World) -> None:
    act = posted(an_award("100"))
    await world.arrive(act)
    watch = await world.subscribe(Wish(adas=(act.ada,), only=(News.REVOKED, News.PENDING)))
    seen = await matches.posted(world.db, organizations=(), since=BEGAN, until=NOW, adas=[act.ada])
    await matches.watch(world.db, subscription=watch.id, acts=seen, at=NOW)
    assert await world.arrive(later(act, lines=(replace(act.lines[0], amount=Decimal(900)),))) == 0
    assert await world.arrive(later(act, status=Status.REVOKED)) == 1


async def test_while_paused_what_is_found_is_held_back_and_nothing_is_sent(world: World) -> None:
    await world.subscribe(about("καύσιμα"))
    await world.pause()
    assert await world.arrive(posted(an_award())) == 1
    assert await world.waiting() == {}
    assert await matches.held_back(world.db, conversation=CHAT) == 1


async def test_a_pause_ends_by_itself(world: World) -> None:
    await world.subscribe(about("καύσιμα"))
    await world.pause(NOW - timedelta(minutes=1))
    await world.arrive(posted(an_award()))
    assert await world.waiting() == {CHAT: NINE}


async def test_two_subscriptions_of_a_chat_wait_in_one_digest_due_at_the_earlier(world: World) -> None:
    await world.subscribe(about("καύσιμα"), frequency=Frequency.WEEKLY, weekday=4)
    await world.arrive(posted(an_award()))
    assert await world.waiting() == {CHAT: datetime(2026, 10, 9, 6, tzinfo=UTC)}
    await world.subscribe(about("μελάνια"))
    await world.arrive(posted(an_award(subject="Μελάνια εκτυπωτών")))
    assert await world.waiting() == {CHAT: NINE}


async def test_at_once_means_now_but_not_at_night(world: World) -> None:
    await world.subscribe(about("καύσιμα"), frequency=Frequency.IMMEDIATE)
    await world.arrive(posted(an_award()))  # 06:00 of Athens
    assert await world.waiting() == {CHAT: datetime(2026, 10, 5, 5, tzinfo=UTC)}
    noon = NOW + timedelta(hours=6)
    await world.subscribe(about("μελάνια"), chat="telegram:66", frequency=Frequency.IMMEDIATE)
    await world.arrive(posted(an_award(subject="Μελάνια")), at=noon)
    assert (await world.waiting())["telegram:66"] == noon


async def test_an_old_payment_that_an_archive_brings_is_no_news_to_who_watches(world: World) -> None:
    act = posted(an_award("100"), BEGAN - timedelta(days=99))
    await world.arrive(act)
    await world.subscribe(Wish(adas=(act.ada,)))
    links = (Link(target_ada=act.ada, kind=LinkKind.APPROVAL),)
    old, new = replace(a_payment("40"), links=links), replace(a_payment("60"), links=links)
    await world.arrive(posted(old, BEGAN - timedelta(days=30)), posted(new))
    assert await world.found() == [(act.ada, "paid")]
    assert [each.by_ada for each in await world.tell()] == [new.ada]
