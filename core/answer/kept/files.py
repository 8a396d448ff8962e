"""What can be had of an answer that was kept: its rows as a table, its groups as a picture, its figures today."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date

from core.answer.kept import gathered, measured
from core.answer.kept.acts import acts_table
from core.answer.kept.chart import chart_of_counts, chart_of_measure, chart_of_ranks, chart_of_totals
from core.answer.kept.chart_sides import chart_of_payees, chart_of_sides
from core.answer.kept.check import check
from core.answer.kept.delays import delays_table
from core.answer.kept.near_limit import around_limit, chart_near_limit
from core.answer.kept.opened import Opened, opened_parts
from core.answer.kept.payee_tables import history_table, ranking_table
from core.answer.kept.several import several
from core.answer.kept.sides import sides_table
from core.answer.kept.table import money_table, number_of
from core.answer.lookups import posting_delay
from core.answer.lookups.store import LookupStore
from core.answer.setting import Setting
from core.domain.asked import Asked, AskedKind
from core.domain.chart import Chart
from core.domain.checked import Checked
from core.domain.ledger import Stage
from core.domain.table import Cell, Table
from core.errors import InvalidInput, Ungrounded
from core.store import answers, behind, delays, spending
from core.store.pool import Db, Pool, snapshot

GONE = "Η απάντηση δεν βρέθηκε. Κάντε ξανά την ερώτηση."
NO_ROWS = "Αυτή η απάντηση δεν στηρίζεται σε σύνολο πράξεων: δεν έχει τι να γραφεί σε αρχείο."
NO_GROUPS = "Γράφημα δίνω για ποσά ή πλήθη ανά έτος, μήνα, είδος ή φορέα, για συγκρίσεις και για κατατάξεις."


class Files:
    """Made from today's data by the very filter of the answer; where the figure is no longer the same, they say so."""

    def __init__(self, pool: Pool, setting: Callable[[], Awaitable[Setting]]) -> None:
        self._pool = pool
        self._setting = setting

    async def table(self, conversation: str, receipt: str) -> Table:
        """Raises InvalidInput, worded for the reader, where there is no such answer or nothing to list."""
        found = await self._opened(conversation, receipt, NO_ROWS)
        setting = await self._setting()
        async with snapshot(self._pool) as db:  # rows and figure of one moment
            return await _tables(db, found, setting)

    async def chart(self, conversation: str, receipt: str) -> Chart:
        """Raises InvalidInput, worded for the reader, where there is no such answer or nothing to compare."""
        found = await self._opened(conversation, receipt, NO_GROUPS)
        setting = await self._setting()
        async with snapshot(self._pool) as db:
            for kept, asked in found[:-1]:
                with suppress(InvalidInput):  # of several questions the first one that has a picture
                    return await _drawn(db, kept, asked, setting)
            return await _drawn(db, *found[-1], setting)

    async def check(self, conversation: str | None, receipt: str, *, today: date) -> Checked:
        """Without a conversation, an answer of any chat: for the operator alone. Raises InvalidInput as above."""
        setting = await self._setting()
        store = LookupStore(pool=self._pool, embedder=None, today=today, demo=setting.demo, index=setting.index)
        found = await self._found(conversation, receipt)
        counted = [kept for kept in found if kept.asked or kept.rows] or found[:1]
        first, *more = [await check(store, setting, kept) for kept in counted]
        return replace(first, more=tuple(more))

    async def _found(self, conversation: str | None, receipt: str) -> tuple[Opened, ...]:
        if conversation is None:
            stored = await answers.find_anywhere(self._pool, answer_id=receipt)
        else:
            stored = await answers.find(self._pool, answer_id=receipt, conversation=conversation)
        if stored is None:
            raise InvalidInput(GONE)
        return opened_parts(stored, receipt=receipt)

    async def _opened(self, conversation: str, receipt: str, nothing: str) -> list[tuple[Opened, Asked]]:
        """What each question asked, of those that asked for a set of acts: one at least."""
        found = [(kept, kept.asked) for kept in await self._found(conversation, receipt) if kept.asked]
        if not found:
            raise InvalidInput(nothing)
        return found


async def _tables(db: Db, found: Sequence[tuple[Opened, Asked]], setting: Setting) -> Table:
    """One question without a table loses none of the others."""
    made, refused = [], []
    for kept, asked in found:
        try:
            made.append(await _made(db, kept, asked, setting))
        except InvalidInput as error:
            refused.append(error)
    if not made:
        raise refused[0]
    return several(made)


async def _delays_table(db: Db, kept: Opened, asked: Asked, setting: Setting) -> Table:
    delay = next(iter(await delays.by(db, where=asked.where)), None)
    acts = await delays.acts(db, where=asked.where, counted=False, limit=gathered.MOST_ROWS + 1)
    gathered.few(acts)
    if sum(each.counts for each in acts) != (delay.counted if delay else 0):
        raise Ungrounded("the rows of a file are not as many as its figure")
    return delays_table(kept, asked, setting, acts=acts, delay=delay)


async def _acts_table(db: Db, kept: Opened, asked: Asked, setting: Setting, more: Sequence[tuple[str, Cell]]) -> Table:
    number = await spending.count(db, where=asked.where)
    acts = await behind.numbered(db, where=asked.where, limit=gathered.MOST_ROWS + 1)
    gathered.few(acts)
    if number_of(acts) != number:
        raise Ungrounded("the rows of a file are not as many as its figure")
    return acts_table(kept, asked, setting, acts=acts, more=more)


async def _made(db: Db, kept: Opened, asked: Asked, setting: Setting) -> Table:
    """The table that fits what was asked."""
    if kept.lookup == posting_delay.NAME:
        return await _delays_table(db, kept, asked, setting)
    more = await measured.lines(db, kept, asked)
    if asked.kind is AskedKind.PARTS:
        return money_table(kept, asked, setting, acts=await gathered.parts(db, asked), total=None, given=True)
    if asked.kind is AskedKind.SIDES:
        return sides_table(kept, asked, setting, sides=await gathered.sides(db, asked))
    if asked.stage is None:
        return await _acts_table(db, kept, asked, setting, more)
    if asked.kind is AskedKind.PAYEES:
        return ranking_table(kept, asked, setting, lines=await gathered.payee_lines(db, asked))
    if asked.kind is AskedKind.PAYEE:
        party, acts = await gathered.payee_acts(db, asked, asked.stage)
        return history_table(kept, asked, setting, party=party, acts=acts)
    if asked.kind is AskedKind.RANKING:
        total, given = await gathered.stage_total(db, asked.where, asked.stage)
        ranked = await gathered.ranked(db, asked, asked.stage)
        return money_table(kept, asked, setting, acts=ranked, total=total, given=given)
    found = await gathered.money(db, asked.where, asked.stage)
    return money_table(kept, asked, setting, acts=found.acts, total=found.total, given=found.given, more=more)


async def _drawn(db: Db, kept: Opened, asked: Asked, setting: Setting) -> Chart:
    """The picture that fits what was asked."""
    if asked.kind is AskedKind.PARTS:
        around = await gathered.acts_behind(db, around_limit(asked), Stage.AWARD)
        return chart_near_limit(kept, asked, setting, acts=around)
    if asked.kind is AskedKind.SIDES:
        return chart_of_sides(kept, asked, setting, sides=await gathered.sides(db, asked))
    if asked.stage and asked.kind is AskedKind.RANKING:
        return chart_of_ranks(kept, asked, setting, acts=await gathered.ranked(db, asked, asked.stage, aside=False))
    if asked.kind is AskedKind.PAYEES:
        return chart_of_payees(kept, asked, setting, lines=await gathered.payee_lines(db, asked))
    if asked.group_by is None:
        raise InvalidInput(NO_GROUPS)
    if kept.lookup in measured.NAMES:
        bars, unit, label = await measured.bars(db, kept, asked)
        return chart_of_measure(kept, asked, setting, bars=bars, unit=unit, label=label)
    if asked.stage is None:
        counted = await spending.count_by(db, where=asked.where, group_by=asked.group_by)
        return chart_of_counts(kept, asked, setting, counted=counted)
    totals = await spending.totals_by(db, where=asked.where, stage=asked.stage, group_by=asked.group_by)
    return chart_of_totals(kept, asked, setting, totals=totals)
