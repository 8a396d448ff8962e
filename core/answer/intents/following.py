"""Messages that set the turn before in another light: its comparison in another year, against another, its course."""

from dataclasses import replace

from core.answer.intents import comparing
from core.answer.intents.inheriting import Understand, inherited, turn_places
from core.answer.reading import sheet as sheets
from core.answer.reading.sheet import Sheet
from core.domain.period import Period
from core.domain.request import Intent, Metric, Request, Unit

COURSE = (("course.whole", "course"), ("course.after", "after"), ("course.paid", "paid"))
COURSE_ASKS = tuple(ask for _, ask in COURSE)
_SHORT = 5
_ASKED = 9
_AGAINST = ("versus.change", "versus.against", "versus.weak", "versus.compare")
_OF_AMOUNTS = frozenset({Metric.SUM, Metric.COUNT, Metric.SUM_AND_COUNT})


def course(sheet: Sheet, understand: Understand) -> Request | None:
    """«πορεία», «έγινε πληρωμή;», «πληρώθηκε;» after the card of one act."""
    ask = next((ask for cue, ask in COURSE if sheet.signs.any(cue)), None)
    if ask is None or len(sheet.page.tokens) > _SHORT or _names(sheet, {"course", "act"}) or sheet.facts.period:
        return None
    if sheet.measures.metric is not None or sheet.measures.group_by is not None or sheet.signs.any("course.who"):
        return None
    base = understand(sheet.previous[-1], sheet.previous[:-1])
    if len(base.adas) == 1:
        return Request(text=sheet.text, intent=Intent.ADASEARCH, adas=base.adas, ask=ask)
    pointed = len(base.items) == 1 and base.ask not in ("without", "restore")
    going_on = base.ask in COURSE_ASKS and not base.adas
    return replace(sheets.bare(sheet, Intent.FOLLOWUP), ask=ask) if pointed or going_on else None


def same_sides(sheet: Sheet, understand: Understand) -> Request | None:
    """«και για το 2023» after bodies, topics or stages side by side: the same sides in another period."""
    only_time = sheet.facts.period and len(sheet.facts.periods) == 1 and not _names(sheet, {"turn"})
    measures = sheet.measures
    if not only_time or measures.metric or measures.group_by or measures.stage_named or measures.types:
        return None
    base = understand(sheet.previous[-1], sheet.previous[:-1])
    if base.intent is not Intent.COMPARE or len(base.sides.periods) > 1 or sheet.signs.any(*_AGAINST):
        return None
    return replace(base, period=sheet.facts.period, years=sheet.facts.years)


def against(sheet: Sheet, understand: Understand) -> Request | None:
    """«πόσο αυξήθηκε σε σχέση με το 2024» after a figure of 2025: its topic, stage and bodies in both years."""
    period = sheet.facts.period
    one = len(sheet.facts.periods) == 1 and len(sheet.page.tokens) <= _ASKED
    if not one or not sheet.signs.any(*_AGAINST) or _names(sheet, {"turn", "versus"}) or sheet.measures.stage_named:
        return None
    base = understand(sheet.previous[-1], sheet.previous[:-1])
    before = base.period
    if base.intent is Intent.COMPARE or base.adas or base.metric not in (None, *_OF_AMOUNTS):
        return None
    if period is None or before is None or not _are_two(period, before):
        return None
    found = comparing.read(sheet)
    made = replace(inherited(sheet, understand), intent=Intent.COMPARE, group_by=None, limit=None, continues=False)
    metric = base.metric or Metric.SUM
    made = replace(made, metric=metric, unit=Unit.DECISIONS if metric is Metric.COUNT else Unit.EURO, ask=found.ask)
    made = replace(made, stage=base.stage or found.stage, decision_types=(), notes=found.notes)
    return comparing.over(made, (period, before))


def _are_two(period: Period, before: Period) -> bool:
    """Two spans with both ends; «και από το 2023» goes on without one."""
    return period != before and all((period.since, period.until, before.since, before.until))


def _names(sheet: Sheet, families: set[str]) -> bool:
    """A subject of its own: a body, a payee, a code, a word of a topic that no cue of these families is."""
    aside = {place for each in sheet.signs.found if each.family in families for place in each.places}
    own = [word for place, word in sheet.topic.parts if place not in aside | turn_places(sheet)]
    return bool(own or sheet.facts.any or sheet.facts.own_body or sheet.names.payee)
