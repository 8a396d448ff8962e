"""What a message takes over from the turn before: every slot that it does not fill itself."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

from core.answer.intents import sides
from core.answer.reading import sheet as sheets
from core.answer.reading.sheet import Sheet
from core.domain.period import Period
from core.domain.request import IN_TIME, REVERSALS, Grouping, Intent, Metric, Request

_OF_TALK = frozenset({"turn", "ask", "item"})
MEASURES = frozenset({Metric.AVERAGE, Metric.MEDIAN, Metric.SHARE, Metric.DELAY})
_MEASURED = (
    "sum.how_much", "sum.total", "sum.amount", "count.how_many", "count.number", "average.mean", "average.median",
    "average.percent", "posting.late", "rank.largest", "rank.smallest",
)  # fmt: skip
_MONTH = re.compile("ιανουαρ|φεβρουαρ|μαρτι|απριλ|μαι(?:οσ|ο|ου)$|ιουν|ιουλ|αυγουστ|σεπτεμβρ|οκτωβρ|νοεμβρ|δεκεμβρ")
_MOST = ("money.word", "group.payee", "group.payee_nouns", "group.organization")
_MONTHS_OF = {Grouping.MONTH: 1, Grouping.QUARTER: 3}
_AS_BEFORE = frozenset({Metric.SUM, Metric.COUNT})
_KEPT = (
    "topic", "exclude", "payee", "afm", "amount_min", "amount_max", "metric", "unit", "group_by", "limit", "status",
    "unit_words", "kae", "cpv", "adas", "newest_first", "near_limit", "limit_euro",
)  # fmt: skip
_OF_STAGE = ("stage", "stage_named", "decision_types", "named_types", "direct_only")


Understand = Callable[[str, tuple[str, ...]], Request]


def turn_places(sheet: Sheet) -> set[int]:
    """Where words stand that only speak of the conversation."""
    return {place for each in sheet.signs.found if each.family in _OF_TALK for place in each.places}


def bare_month(sheet: Sheet) -> bool:
    """«τον Δεκέμβριο»: a month by its name, without a year."""
    period = sheet.facts.period
    whole = period is not None and period.since and period.until and period.since.day == period.until.day == 1
    named = whole and any(_MONTH.match(token.greek) for token in sheet.page.tokens)
    return bool(named) and len(sheet.facts.periods) == 1 and not (sheet.facts.years or sides.says_year(sheet.page))


def _in_year_before(sheet: Sheet, own: Request, base: Request) -> Request:
    """A month without a year is one of the year that was spoken of, when that is one."""
    held = base.period
    if not bare_month(sheet) or own.period is None or held is None or not (held.since and held.until):
        return own
    year = held.since.year
    if held.until > date(year + 1, 1, 1):
        return own
    return replace(own, period=sides.in_year(own.period, year))


def _over_spans(made: Request, group_by: Grouping, before: Period) -> Request:
    """A course by year is not of one year, and one by month or quarter not of a single one: it is of their year."""
    if before.since is None or before.last_day is None or before.since.year != before.last_day.year:
        return made
    year, months = before.since.year, before.last_day.month - before.since.month
    if group_by is Grouping.YEAR:
        return replace(made, period=None, years=())
    if group_by in IN_TIME and months < _MONTHS_OF[group_by]:
        return replace(made, period=Period.year(year), years=(year,))
    return made


def inherited(sheet: Sheet, understand: Understand) -> Request:
    """This message's slots over those of the turn before; stage, period and bodies go over as a whole."""
    base = understand(sheet.previous[-1], sheet.previous[:-1])
    own = replace(sheets.request(sheet, Intent.FOLLOWUP), topic=sheet.topic.without(turn_places(sheet)))
    slots: dict[str, Any] = {name: getattr(own, name) or getattr(base, name) for name in _KEPT}
    staged = own if own.stage_named or own.named_types or base.stage is None else base
    slots |= {name: getattr(staged, name) for name in _OF_STAGE}
    own = _in_year_before(sheet, own, base)
    timed = own if own.period else base
    bodied = own if own.organizations or own.own_body else base
    least, most = (own if own.amount_min is not None else base), (own if own.amount_max is not None else base)
    slots |= {"amount_above": least.amount_above, "amount_below": most.amount_below}
    slots["joints"] = tuple(dict.fromkeys((*base.joints, *own.joints)))
    made = replace(own, **slots, period=timed.period, years=timed.years, continues=True)
    made = replace(made, organizations=bodied.organizations, own_body=bodied.own_body)
    if REVERSALS in base.notes and not (own.metric or own.stage_named):
        made = replace(made, notes=(*made.notes, REVERSALS))
    if base.metric in MEASURES and not sheet.signs.any(*_MEASURED):  # «και ανά μήνα;»: the same measure
        made = replace(made, metric=base.metric, unit=base.unit)
        told = tuple(note for note in base.notes if note.startswith("share:"))
        made = replace(made, notes=(*made.notes, *told), sides=made.sides if own.topic else base.sides)
    grouped = own.group_by is not None and own.metric is Metric.SUM
    if grouped and base.metric in _AS_BEFORE and not sheet.signs.any(*_MEASURED, *_MOST):
        made = replace(made, metric=base.metric, unit=base.unit)  # a grouping that says no measure of its own
    if bare_month(sheet) and made.group_by in IN_TIME and not own.group_by:
        made = replace(made, group_by=None)
    if own.group_by and not own.period and base.period:
        made = _over_spans(made, own.group_by, base.period)
    if own.metric in MEASURES:
        made = replace(made, near_limit=own.near_limit)
    return replace(made, decision_types=()) if made.metric in sheets.OF_STAGE and made.stage_named else made
