"""What can be had of an answer that was kept: its rows as a table, its groups as a picture, its figures today."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date

from core.answer.kept.acts import acts_table
from core.answer.kept.chart import chart_of_counts, chart_of_ranks, chart_of_totals
from core.answer.kept.check import check
from core.answer.kept.near_limit import around_limit, chart_near_limit
from core.answer.kept.opened import Opened, opened
from core.answer.kept.table import money_table, number_of, sum_of
from core.answer.lookups.store import LookupStore
from core.answer.lookups.total_spending import is_tellable
from core.answer.setting import Setting
from core.domain.asked import Asked
from core.domain.chart import Chart
from core.domain.checked import Checked
from core.domain.condition import StageTotal
from core.domain.ledger import Stage
from core.domain.table import Table
from core.errors import InvalidInput, Ungrounded
from core.store import answers, behind, spending
from core.store.behind import Behind, Place
from core.store.pool import Db, Pool, snapshot

MOST_ROWS = 50_000
TOO_MANY = "Οι πράξεις είναι πάνω από 50.000: δεν χωρούν σε ένα αρχείο. Ρωτήστε για μικρότερο διάστημα."
GONE = "Η απάντηση δεν βρέθηκε. Κάντε ξανά την ερώτηση."
NO_ROWS = "Αυτή η απάντηση δεν στηρίζεται σε σύνολο πράξεων: δεν έχει τι να γραφεί σε αρχείο."
NO_GROUPS = "Γράφημα δίνω για ποσά ή πλήθη ανά έτος, μήνα, είδος ή φορέα, και για κατατάξεις."


class Files:
    """Made from today's data by the very filter of the answer; where the figure is no longer the same, they say so."""

    def __init__(self, pool: Pool, setting: Callable[[], Awaitable[Setting]]) -> None:
        self._pool = pool
        self._setting = setting

    async def table(self, conversation: str, receipt: str) -> Table:
        """Raises InvalidInput, worded for the reader, where there is no such answer or nothing to list."""
        kept, asked = await self._opened(conversation, receipt, NO_ROWS)
        setting = await self._setting()
        async with snapshot(self._pool) as db:  # rows and figure of one moment
            if asked.stage is None:
                return await _acts_table(db, kept, asked, setting)
            if asked.parts:
                return money_table(kept, asked, setting, acts=await _of_parts(db, asked), total=None, given=True)
            acts = await (_ranked(db, asked, asked.stage) if asked.limit else _behind(db, asked, asked.stage))
            total, given = await _total(db, asked, asked.stage)
        if total is not None and given and not asked.limit and sum_of(acts) != total.net:
            raise Ungrounded("the rows of a file do not add up to its figure")
        return money_table(kept, asked, setting, acts=acts, total=total, given=given)

    async def chart(self, conversation: str, receipt: str) -> Chart:
        """Raises InvalidInput, worded for the reader, where there is no such answer or nothing to compare."""
        kept, asked = await self._opened(conversation, receipt, NO_GROUPS)
        setting = await self._setting()
        async with snapshot(self._pool) as db:
            if asked.parts:
                around = replace(asked, where=around_limit(asked))
                return chart_near_limit(kept, asked, setting, acts=await _behind(db, around, Stage.AWARD))
            if asked.limit and asked.stage:
                acts = await _ranked(db, asked, asked.stage, aside=False)
                return chart_of_ranks(kept, asked, setting, acts=acts)
            if asked.group_by is None:
                raise InvalidInput(NO_GROUPS)
            if asked.stage is None:
                counted = await spending.count_by(db, where=asked.where, group_by=asked.group_by)
                return chart_of_counts(kept, asked, setting, counted=counted)
            totals = await spending.totals_by(db, where=asked.where, stage=asked.stage, group_by=asked.group_by)
        return chart_of_totals(kept, asked, setting, totals=totals)

    async def check(self, conversation: str | None, receipt: str, *, today: date) -> Checked:
        """Without a conversation, an answer of any chat: for the operator alone. Raises InvalidInput as above."""
        setting = await self._setting()
        store = LookupStore(pool=self._pool, embedder=None, today=today, demo=setting.demo, index=setting.index)
        return await check(store, setting, await self._found(conversation, receipt))

    async def _found(self, conversation: str | None, receipt: str) -> Opened:
        if conversation is None:
            stored = await answers.find_anywhere(self._pool, answer_id=receipt)
        else:
            stored = await answers.find(self._pool, answer_id=receipt, conversation=conversation)
        if stored is None:
            raise InvalidInput(GONE)
        return opened(stored, receipt=receipt)

    async def _opened(self, conversation: str, receipt: str, nothing: str) -> tuple[Opened, Asked]:
        kept = await self._found(conversation, receipt)
        if kept.asked is None:
            raise InvalidInput(nothing)
        return kept, kept.asked


async def _behind(db: Db, asked: Asked, stage: Stage) -> list[Behind]:
    acts = await behind.acts(db, where=asked.where, stage=stage, limit=MOST_ROWS + 1)
    if len(acts) > MOST_ROWS:
        raise InvalidInput(TOO_MANY)
    return acts


async def _of_parts(db: Db, asked: Asked) -> list[Behind]:
    """The acts of each part, as many as it counts, in the order of the answer."""
    stage, found = asked.stage or Stage.AWARD, list[Behind]()
    for where in asked.parts:
        part = replace(asked, where=where)
        acts = await _behind(db, part, stage)
        total, _ = await _total(db, part, stage)
        if total is not None and number_of(acts) != total.decisions:
            raise Ungrounded("the rows of a file are not as many as its figure")
        found += acts
    return found


async def _ranked(db: Db, asked: Asked, stage: Stage, *, aside: bool = True) -> list[Behind]:
    """The acts of the ranking in its order, then those that it leaves out."""
    rows = await spending.ranked(db, where=asked.where, stage=stage, largest=asked.largest, limit=asked.limit)
    ranked = [Behind(place=Place.COUNTED, row=row, signed=row.amount) for row in rows]
    out = [each for each in await _behind(db, asked, stage) if each.place is Place.SET_ASIDE] if aside else []
    return [*ranked, *out]


async def _total(db: Db, asked: Asked, stage: Stage) -> tuple[StageTotal | None, bool]:
    """The stage as it is counted now, and whether a sum of it may be told."""
    where = replace(asked.where, stage=stage)
    totals = await spending.stage_totals(db, where=where)
    limited = where.limits_lines
    unlimited = await spending.stage_totals(db, where=where.without_line_limits()) if limited else []
    total = next(iter(totals), None)
    return total, total is not None and is_tellable(total, unlimited)


async def _acts_table(db: Db, kept: Opened, asked: Asked, setting: Setting) -> Table:
    number = await spending.count(db, where=asked.where)
    acts = await behind.numbered(db, where=asked.where, limit=MOST_ROWS + 1)
    if len(acts) > MOST_ROWS:
        raise InvalidInput(TOO_MANY)
    if number_of(acts) != number:
        raise Ungrounded("the rows of a file are not as many as its figure")
    return acts_table(kept, asked, setting, acts=acts)
