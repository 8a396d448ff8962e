"""Two or more things side by side: what makes a question a comparison, and what stands on each side of it."""

from dataclasses import replace
from datetime import date, timedelta

from core.answer.intents import sides
from core.answer.reading import sheet as sheets
from core.answer.reading.sheet import Sheet
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import IN_TIME, Intent, Metric, Request, Sides, Unit
from core.greek.dates import describe

# Municipal elections, first Sunday: what «πριν και μετά τις εκλογές» of a municipality turns on.
_ELECTIONS = (date(2010, 11, 7), date(2014, 5, 18), date(2019, 5, 26), date(2023, 10, 8))
_HALF_YEAR = 6
_OF_ACTS = frozenset({Metric.SMALLEST, Metric.LARGEST, Metric.SHARE})  # a share of change is told by the comparison
_NO_SIDES = frozenset({Metric.AVERAGE, Metric.MEDIAN, Metric.DELAY})  # told side by side, by group
_WHOLE_STAGE = (("Δ.1",), ("Β.1.3",), ("Β.2.2",), ("Β.2.1",), ("Γ.3.4",), ("Δ.2.1",))  # how the stage itself is called
_THAN = ("απο", "απ")  # «περισσότερα από 10.000 €» is a limit
_UP = ("αυξ", "ανεβ", "εκτοξ", "διπλ")


def is_comparison(sheet: Sheet) -> bool:
    signs, facts = sheet.signs, sheet.facts
    if sheet.measures.metric in _NO_SIDES or (_is_share(sheet) and not signs.any("average.change")):
        return False
    if signs.any("versus.compare") or (signs.any("versus.change") and signs.any("versus.against", "versus.weak")):
        return True
    among = max(len(facts.organizations), len(facts.years), len(facts.periods), len(sheet.measures.types))
    if signs.any("versus.weak") and (among > 1 or signs.any("versus.last")):
        return True
    if _grows(sheet) or _is_either_or(sheet) or signs.any("versus.several"):
        return True
    asked = sheet.measures.metric is not None or signs.any("versus.who_more")
    return len(facts.organizations) > 1 and asked


def _is_share(sheet: Sheet) -> bool:
    return sheet.measures.metric is Metric.SHARE


def _grows(sheet: Sheet) -> bool:
    """«γιατί αυξήθηκαν οι αναθέσεις το 2024»: against the year before; «τι άλλαξε μεταξύ 2023 και 2024»."""
    if sheet.measures.group_by in IN_TIME and sheet.measures.metric is not None:  # «μεταβολή ανά τρίμηνο» is a course
        return False
    years = max(len(sheet.facts.years), len(sheet.facts.periods))
    if sheet.signs.any("versus.changed") and years > 1:
        return True
    return sheet.signs.any("versus.change") and sheet.measures.stage_named and years > 0


def _is_either_or(sheet: Sheet) -> bool:
    """«περισσότερα το 2024 ή το 2025», «καύσιμα ή ρεύμα, πού πήγαν περισσότερα»."""
    more = [each for each in sheet.signs.of("versus.more") if sheet.page.word(each.places[-1] + 1) not in _THAN]
    if not more or not sides.says_or(sheet.page):
        return False
    return len(sheet.facts.periods) > 1 or len(sides.topics_apart(sheet, either=True)) > 1


def read(sheet: Sheet) -> Request:
    """The comparison as a request. What is compared is taken out of the topic where it was said in passing."""
    made = sheets.request(sheet, Intent.COMPARE)
    by_kind = (
        sheet.signs.any("versus.change", "versus.changed")
        or len({*made.named_types}) > 1
        or _is_tender_against_award(sheet)
    )
    metric = Metric.SUM_AND_COUNT if by_kind else made.metric or Metric.SUM
    metric = Metric.SUM if metric in _OF_ACTS else metric
    made = replace(
        made,
        topic=sheet.topic.without(sides.places_compared(sheet)),
        metric=metric,
        unit=Unit.DECISIONS if metric is Metric.COUNT else Unit.EURO,
        stage=made.stage or Stage.PAYMENT,
        group_by=None,
        decision_types=() if made.decision_types in _WHOLE_STAGE else made.decision_types,
        ask="why" if sheet.signs.any("turn.why") else made.ask,
        notes=(*(each for each in made.notes if not each.startswith("unused:")), *_premise(sheet), *end(sheet)),
    )
    return _with_sides(made, sheet)


def _with_sides(made: Request, sheet: Sheet) -> Request:
    """Periods, else stages or kinds of act, else topics: the topic is split only where nothing else is compared."""
    if _is_tender_against_award(sheet):
        kinds = ("Δ.1", "Δ.2.2")
        return replace(made, stage=Stage.AWARD, named_types=kinds, decision_types=kinds, sides=Sides(types=kinds))
    if sheet.signs.any("versus.elections") and sheet.signs.any("versus.compare"):
        before, after = _around_elections(sheet)
        whole = Period(since=before.since, until=after.until, words="γύρω από τις εκλογές")
        return replace(made, period=whole, years=(), sides=Sides(periods=(before, after)))
    if sheet.signs.any("versus.last") and not set(made.years) - {sheet.today.year - 1, sheet.today.year}:
        return _this_year_and_last(made, sheet)
    periods = sides.periods_apart(sheet)
    if len(periods) > 1:
        return over(made, periods)
    stages = sides.stages_apart(sheet)
    if len(stages) > 1:
        return replace(made, stage=stages[0], stage_named=True, decision_types=(), sides=Sides(stages=stages))
    topics = () if len(made.organizations) > 1 else sides.topics_apart(sheet)
    return replace(made, sides=Sides(topics=topics)) if len(topics) > 1 else made


def over(made: Request, periods: tuple[Period, ...]) -> Request:
    """Periods in their order in time, and the span of all of them."""
    ordered = tuple(sorted(periods, key=lambda period: period.since or date.min))
    starts, ends = [each.since for each in ordered], [each.until for each in ordered]
    since = None if None in starts else min(start for start in starts if start)
    until = None if None in ends else max(end for end in ends if end)
    years = tuple(sorted({year for each in ordered if (year := each.whole_year)})) or made.years
    told = " και ".join(each.words for each in ordered if each.words)
    words = made.period.words if made.period and len(made.years) >= len(ordered) else told
    whole = Period(since=since, until=until, words=words)
    return replace(made, period=whole, years=years, sides=Sides(periods=ordered))


def _is_tender_against_award(sheet: Sheet) -> bool:
    """A tender in euro, compared with direct awards, is the award that it ended in."""
    return {"Δ.1", "Δ.2.1"} <= set(sheet.measures.types)


def _premise(sheet: Sheet) -> tuple[str, ...]:
    """The direction that the question takes for granted."""
    words = [sheet.page.word(each.places[0]) for each in sheet.signs.of("versus.change")]
    return ("change:up" if words[0].startswith(_UP) else "change:down",) if words else ()


def unmeasured(sheet: Sheet) -> tuple[str, ...]:
    """«ποιος δήμος έχει περισσότερους υπαλλήλους»: nothing in it is money, nor an act."""
    if sheet.measures.metric is Metric.DELAY:
        return ()
    money = any(sheet.signs.family(family) for family in ("stage", "money", "pay", "sum", "type"))
    return () if money or sheet.measures.stage_named or sheet.signs.any("act.noun") else ("side:unmeasured",)


def end(sheet: Sheet) -> tuple[str, ...]:
    """Whether the least is asked for."""
    words = [sheet.page.word(place) for each in sheet.signs.of("versus.more") for place in each.places]
    return ("side:least",) if any(word.startswith(("λιγ", "lig")) for word in words) else ()


def _this_year_and_last(made: Request, sheet: Sheet) -> Request:
    """Part of a year is compared with the same part of the year before."""
    year, end = sheet.today.year, sheet.today + timedelta(days=1)
    this = Period(since=date(year, 1, 1), until=end, words=f"το {year} ως σήμερα")
    last = replace(sides.year_before(this), words=f"το ίδιο διάστημα του {year - 1}")
    return replace(made, years=(year - 1, year), period=this, sides=Sides(periods=(last, this)))


def _around_elections(sheet: Sheet) -> tuple[Period, Period]:
    """Windows of equal length on both sides of the day, without it."""
    years = sheet.facts.years
    held = [day for day in _ELECTIONS if day <= sheet.today]
    day = next((day for day in held if day.year in years), held[-1] if held else _ELECTIONS[0])
    after = day + timedelta(days=1)
    return _described(_months(day, -_HALF_YEAR), day), _described(after, _months(after, _HALF_YEAR))


def _described(since: date, until: date) -> Period:
    return Period(since=since, until=until, words=describe(since, until))


def _months(day: date, months: int) -> date:
    month = day.month - 1 + months
    return day.replace(year=day.year + month // 12, month=month % 12 + 1)
