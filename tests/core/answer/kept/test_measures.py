"""Averages, shares and delays over the demonstration bodies: files, pictures and check against the world's truth."""

import statistics
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from zoneinfo import ZoneInfo

import pytest

from core.answer.kept.files import Files
from core.domain.answer import ChoiceKind, Outcome, plain
from core.domain.condition import DecisionFilter
from core.domain.decision import Status
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import Grouping, Unit
from core.domain.table import Table
from core.greek.numbers import format_euro
from core.store import averages, delays
from ingest.world import World
from tests.core.answer.conftest import OTHER_TOWN, TODAY, TOWN, WATER, Talk
from tests.core.answer.kept.test_tables import IN, column, total

CENT = Decimal("0.01")


def cents(value: Decimal) -> Decimal:
    return value.quantize(CENT, ROUND_HALF_UP)


def amounts(world: World, uid: str, stage: Stage, year: int) -> list[Decimal]:
    """What each act of the cell amounts to, reversals and silent acts left out."""
    acts: dict[str, list[Decimal]] = {}
    for row in world.truth.rows:
        if (row.organization_uid, row.stage, row.year) == (uid, stage, year) and row.counted and row.amount is not None:
            acts.setdefault(row.ada, []).append(row.sign * row.amount)
    return [sum(parts, Decimal(0)) for parts in acts.values() if sum(parts, Decimal(0)) >= 0 and max(parts) >= 0]


def waits(world: World, uid: str) -> dict[str, tuple[date, int]]:
    """Day of issue, and days until the posting, of each published act."""
    athens = ZoneInfo("Europe/Athens")
    posted = {
        row["ada"]: datetime.fromtimestamp(int(str(row["publishTimestamp"])) / 1000, tz=athens).date()
        for row in world.decisions
    }
    return {
        act.ada: (act.issued_on, (posted[act.ada] - act.issued_on).days)
        for act in world.truth.decisions
        if act.organization_uid == uid and act.status is Status.PUBLISHED
    }


def nearest_rank(days: list[int], tenths: int) -> int:
    return sorted(days)[-(-len(days) * tenths // 10) - 1]


def recipe(table: Table, label: str) -> object:
    return next(cell for name, cell in table.recipe if name == label)


@pytest.mark.parametrize("year", [2023, 2024, 2025, 2026])
@pytest.mark.parametrize("stage", [Stage.AWARD, Stage.PAYMENT, Stage.COMMITMENT, Stage.CONTRACT])
@pytest.mark.parametrize("uid", [TOWN, OTHER_TOWN, WATER])
async def test_every_average_and_median_of_the_world_is_exact(talk: Talk, uid: str, stage: Stage, year: int) -> None:
    where = DecisionFilter(organizations=(uid,), period=Period.year(year))
    found = await averages.by(talk.pool, where=where, stage=stage)
    truth = amounts(talk.world, uid, stage, year)
    counted = [each for each in found if each.counted]

    assert len(counted) == bool(truth)
    for each in counted:
        assert each.counted == len(truth)
        assert each.median == statistics.median(truth)
        assert each.mean is not None and cents(each.mean) == cents(sum(truth, Decimal(0)) / len(truth))


@pytest.mark.parametrize("uid", [TOWN, OTHER_TOWN, WATER])
async def test_every_month_of_delays_of_the_world_is_exact(talk: Talk, uid: str) -> None:
    months: dict[str, list[int]] = {}
    for issued_on, days in waits(talk.world, uid).values():
        months.setdefault(f"{issued_on:%Y-%m}", []).append(days)
    found = await delays.by(talk.pool, where=DecisionFilter(organizations=(uid,)), group_by=Grouping.MONTH)

    assert {each.key for each in found} == months.keys()
    for each in found:
        counted = [days for days in months[each.key] if 0 <= days <= 400]
        assert (each.counted, each.median, each.ninth) == (
            len(counted),
            nearest_rank(counted, 5),
            nearest_rank(counted, 9),
        )


async def test_the_rows_of_an_average_add_up_to_it(talk: Talk, files: Files) -> None:
    answer = await talk.ask("ποιος είναι ο μέσος όρος των πληρωμών το 2024", organization=TOWN)
    table = await files.table(talk.conversation, answer.receipt)
    counted = [value for value in column(table, IN) if isinstance(value, Decimal)]

    assert recipe(table, "Μέσος όρος (€)") == cents(total(table) / len(counted))
    assert recipe(table, "Διάμεσος (€)") == cents(statistics.median(counted))
    assert format_euro(total(table) / len(counted)) in plain(answer.text)
    checked = await files.check(talk.conversation, answer.receipt, today=TODAY)
    assert checked.same and {"mean", "median"} <= {each.label for each in checked.figures}


async def test_the_rows_of_a_share_are_its_part_and_the_recipe_tells_the_whole(talk: Talk, files: Files) -> None:
    answer = await talk.ask("τι ποσοστό των πληρωμών αφορά καύσιμα", organization=TOWN)
    table = await files.table(talk.conversation, answer.receipt)
    part = talk.world.truth.total(stage=Stage.PAYMENT, topic="fuel", named=True, organization_uid=TOWN)
    whole = talk.world.truth.total(stage=Stage.PAYMENT, organization_uid=TOWN)

    assert total(table) == part.net
    assert recipe(table, "Σύνολο από το οποίο βγαίνει το ποσοστό (€)") == whole.net
    told = next(each.value for each in answer.figures if each.label == "share")
    assert abs(told - part.net / whole.net * 100) <= Decimal("0.05")
    assert (await files.check(talk.conversation, answer.receipt, today=TODAY)).same


async def test_the_rows_of_a_delay_hold_every_act_with_its_days(talk: Talk, files: Files) -> None:
    answer = await talk.ask("πόσο καθυστερεί η ανάρτηση των πράξεων ανά έτος", organization=OTHER_TOWN)
    table = await files.table(talk.conversation, answer.receipt)
    truth = waits(talk.world, OTHER_TOWN)
    told = {row[0]: row[4] for row in table.rows if row[8] == "ναι"}

    assert told == {ada: days for ada, (_, days) in truth.items() if 0 <= days <= 400}
    chart = await files.chart(talk.conversation, answer.receipt)
    assert chart.unit is Unit.DAYS and chart.in_time and len(chart.bars) >= 2
    assert "εκπρόθεσμη" in plain(answer.text)  # no term is applied, and the reply says so
    assert (await files.check(talk.conversation, answer.receipt, today=TODAY)).same


async def test_how_it_was_found_names_the_lookup(talk: Talk) -> None:
    await talk.ask("ποια είναι η διάμεσος των πληρωμών το 2024", organization=TOWN)
    told = await talk.press("Πώς το βρήκα")

    assert "Μέσος όρος και διάμεσος" in plain(told.text)


async def test_a_share_of_commitments_of_several_years_is_refused_and_of_one_year_given(talk: Talk) -> None:
    refused = await talk.ask("τι ποσοστό των δεσμεύσεων αφορά ύδρευση", organization=WATER)
    given = await talk.ask("τι ποσοστό των δεσμεύσεων το 2024 αφορά ύδρευση", organization=WATER)

    assert refused.outcome is Outcome.NOT_IN_DATA and not refused.figures
    assert given.outcome is Outcome.ANSWERED and "%" in plain(given.text)


async def test_a_share_without_a_part_is_asked_back(talk: Talk) -> None:
    answer = await talk.ask("τι ποσοστό των πληρωμών το 2024", organization=TOWN)

    assert answer.outcome is Outcome.UNCLEAR and not answer.figures


async def test_many_months_are_cut_and_offered_by_year(talk: Talk, files: Files) -> None:
    answer = await talk.ask("πόσα πλήρωσε ο δήμος για καύσιμα ανά μήνα", organization=TOWN)
    lines = [line for line in plain(answer.text).splitlines() if " 202" in line.partition(" · ")[0]]

    assert len(lines) == 24 and "και άλλοι" in plain(answer.text)
    assert [each.label for each in answer.choices if each.kind is ChoiceKind.ASK] == ["Ανά έτος"]
    table = await files.table(talk.conversation, answer.receipt)
    months = [cell for name, cell in table.recipe if name.startswith("  ") and "/" in name]
    assert sum((cell for cell in months if isinstance(cell, Decimal)), Decimal(0)) == total(table)
    by_year = await talk.press("Ανά έτος")
    assert by_year.outcome is Outcome.ANSWERED and "2024 ·" in plain(by_year.text)


async def test_a_question_of_delays_does_not_lean_on_the_topic_before_it(talk: Talk) -> None:
    await talk.ask("πόσα πλήρωσε ο δήμος για καύσιμα το 2024", organization=TOWN)
    answer = await talk.ask("πόσο καθυστερεί η ανάρτηση των πράξεων", organization=TOWN)

    assert answer.request is not None and not answer.request.topic
    later = await talk.ask("και ανά μήνα;", organization=TOWN)
    assert later.request is not None
    assert later.request.group_by is Grouping.MONTH and later.request.metric == answer.request.metric
