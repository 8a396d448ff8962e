"""Questions about acts: one by its ΑΔΑ, a comparison, a figure, a list, or something too vague to answer."""

from dataclasses import replace
from datetime import date, timedelta

from core.answer.intents.turns import ask_of_act, leans
from core.answer.reading import sheet as sheets
from core.answer.reading.english import is_english
from core.answer.reading.sheet import Sheet
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import Intent, Metric, Request, Scope, Unit

# Municipal elections, first Sunday: what «πριν και μετά τις εκλογές» of a municipality turns on.
_ELECTIONS = (date(2010, 11, 7), date(2014, 5, 18), date(2019, 5, 26), date(2023, 10, 8))
_HALF_YEAR = 6


def about_act(sheet: Sheet) -> Request | None:
    """An ΑΔΑ anywhere is a question about that act; what was asked of it goes along."""
    if not sheet.facts.named_ada:
        return None
    made = Request(text=sheet.text, intent=Intent.ADASEARCH, adas=sheet.facts.adas, ask=ask_of_act(sheet))
    return replace(made, about=sheet.topic.words)


def read(sheet: Sheet) -> Request:
    """A comparison needs two sides, a figure a measure, a list anything to look for; else it is unclear."""
    if is_english(sheet.page):
        made = sheets.request(sheet, Intent.UNCLEAR, scope=Scope.FOREIGN_LANGUAGE, sureness=0.3)
        return replace(made, topic=(), metric=None, unit=None)
    if _is_vague(sheet):
        return _unclear(sheet)
    if _is_comparison(sheet):
        return _comparison(sheet)
    if sheet.measures.metric is not None:
        return _figure(sheet)
    if (
        (sheet.measures.types and sheet.measures.stage is not None)
        or sheet.asks
        or sheet.topic.words
        or sheet.facts.period
    ):
        return _list(sheet)
    return _unclear(sheet)


def _unclear(sheet: Sheet) -> Request:
    made = sheets.request(sheet, Intent.UNCLEAR, sureness=0.3)
    if made.stage is Stage.PAYMENT and not made.named_types:
        made = replace(made, stage=None, stage_named=False)
    if len(sheet.page.tokens) == 1 and made.metric:  # «πόσα;» may be of anything
        made = replace(made, metric=None, unit=None)
    if leans(sheet):
        return replace(made, topic=(), ask=ask_of_act(sheet))
    if sheet.topic.mash:
        return replace(sheets.bare(sheet, Intent.UNCLEAR, sureness=0.2))
    scope = Scope.PRIVATE_PERSON if sheet.names.surname else None
    return replace(made, scope=scope)


def _is_vague(sheet: Sheet) -> bool:
    if sheet.topic.mash or sheet.topic.code_like or sheet.names.surname or leans(sheet):
        return True
    if sheet.signs.any("turn.same") and not (sheet.previous or sheet.topic.words or sheet.facts.any):
        return True
    number = bool(sheet.topic.words) and all(word.isdigit() for word in sheet.topic.words) and not sheet.asks
    return number or _is_bare(sheet) or _is_too_wide(sheet)


def _is_bare(sheet: Sheet) -> bool:
    """A period or a body and nothing else; «τι βγήκε χθες;» has a verb."""
    if sheet.signs.any("versus.compare") and len(sheet.facts.organizations) > 1:
        return False
    if (
        sheet.topic.words
        or sheet.measures.metric
        or sheet.measures.types
        or sheet.names.payee
        or sheet.names.unit_words
    ):
        return False
    said = (
        sheet.signs.any("act.noun", "plain.verb", "plain.show") or sheet.measures.stage_named or sheet.measures.status
    )
    coded = sheet.facts.afm or sheet.facts.kae or sheet.facts.cpv or sheet.facts.adam or sheet.facts.act_number
    limited = sheet.facts.amount_min or sheet.facts.amount_max
    return not (said or coded or limited or sheet.facts.adas)


def _is_too_wide(sheet: Sheet) -> bool:
    """«πόσα ξόδεψε ο δήμος»: all years, all purposes."""
    measures, facts = sheet.measures, sheet.facts
    if measures.metric is not Metric.SUM or measures.stage not in (None, Stage.PAYMENT):
        return False
    narrowed = sheet.topic.words or facts.period or facts.organizations or sheet.names.payee or facts.afm or facts.kae
    return not (narrowed or facts.cpv or facts.amount_min or facts.amount_max or measures.group_by or measures.types)


def _is_comparison(sheet: Sheet) -> bool:
    signs, facts = sheet.signs, sheet.facts
    sides = max(len(facts.organizations), len(facts.years), len(sheet.measures.types))
    if signs.any("versus.compare") or (signs.any("versus.change") and signs.any("versus.against", "versus.weak")):
        return True
    if signs.any("versus.weak") and (sides > 1 or signs.any("versus.last")):
        return True
    asked = sheet.measures.metric is not None or signs.any("versus.who_more")
    return len(facts.organizations) > 1 and asked


def _comparison(sheet: Sheet) -> Request:
    made = sheets.request(sheet, Intent.COMPARE)
    by_kind = sheet.signs.any("versus.change") or len({*made.named_types}) > 1 or _is_tender_against_award(sheet)
    metric = Metric.SUM_AND_COUNT if by_kind else made.metric or Metric.SUM
    compared = {place for each in sheet.signs.family("versus") for place in each.places}
    made = replace(
        made,
        topic=sheet.topic.without(compared),
        metric=metric,
        unit=Unit.EURO,
        stage=made.stage or Stage.PAYMENT,
        group_by=None,
    )
    if _is_tender_against_award(sheet):
        made = replace(made, stage=Stage.AWARD, named_types=("Δ.1", "Δ.2.2"), decision_types=("Δ.1", "Δ.2.2"))
    if sheet.signs.any("versus.elections") and sheet.signs.any("versus.compare"):
        return replace(made, period=_around_elections(sheet), years=())
    return _this_year_and_last(made, sheet) if sheet.signs.any("versus.last") else made


def _is_tender_against_award(sheet: Sheet) -> bool:
    """A tender in euro, compared with direct awards, is the award that it ended in."""
    return {"Δ.1", "Δ.2.1"} <= set(sheet.measures.types)


def _this_year_and_last(made: Request, sheet: Sheet) -> Request:
    """Part of a year is compared with the same part of the year before."""
    year = sheet.today.year
    if set(made.years) - {year - 1, year}:
        return made
    since, until = date(year, 1, 1), sheet.today + timedelta(days=1)
    return replace(made, years=(year - 1, year), period=Period(since=since, until=until, words=f"το {year} ως σήμερα"))


def _around_elections(sheet: Sheet) -> Period:
    """Windows of equal length on both sides of the day."""
    years = sheet.facts.years
    held = [day for day in _ELECTIONS if day <= sheet.today]
    day = next((day for day in held if day.year in years), held[-1] if held else _ELECTIONS[0])
    return Period(
        since=_months(day, -_HALF_YEAR),
        until=_months(day, _HALF_YEAR) + timedelta(days=1),
        words="γύρω από τις εκλογές",
    )


def _months(day: date, months: int) -> date:
    month = day.month - 1 + months
    return day.replace(year=day.year + month // 12, month=month % 12 + 1)


def _figure(sheet: Sheet) -> Request:
    made = sheets.request(sheet, Intent.AGGREGATE)
    if any(each.places[0] == 0 for each in sheet.signs.of("turn.why")):
        made = replace(made, ask="why")
    asks_payees = sheet.signs.any("group.payee") and sheet.signs.any("sum.how_much", "sum.total") and _and_payees(sheet)
    if asks_payees and made.metric is Metric.SUM:
        return replace(made, metric=Metric.SUM_AND_PAYEES, group_by=None)
    return made


def _and_payees(sheet: Sheet) -> bool:
    """«… και σε ποιους;» after the question about the sum: both are wanted."""
    asked = max(each.places[0] for cue in ("sum.how_much", "sum.total") for each in sheet.signs.of(cue))
    return any(
        each.places[0] > asked + 1 for each in sheet.signs.of("group.payee") if _is_question(sheet, each.places[0])
    )


def _is_question(sheet: Sheet, place: int) -> bool:
    return any(sheet.page.word(each).startswith("ποι") for each in (place, place + 1))


def _list(sheet: Sheet) -> Request:
    sure = 1.0 if sheet.asks or sheet.signs.any("plain.show", "plain.verb") else 0.6
    return sheets.request(sheet, Intent.RECORDS, sureness=sure)
