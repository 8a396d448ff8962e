"""Wishes about alerts: wanting them, wanting no more of them, pausing, being forgotten."""

import re
from dataclasses import replace
from datetime import date, timedelta

from core.answer.intents.inheriting import Understand, inherited
from core.answer.intents.outside import is_private
from core.answer.reading import sheet as sheets
from core.answer.reading.cues import Found
from core.answer.reading.sheet import Sheet
from core.domain.period import Period
from core.domain.request import Intent, Request, Scope

_WEEKDAYS = ("δευτερ", "τριτη", "τεταρτη", "πεμπτη", "παρασκευ", "σαββατο", "κυριακη")
_LENGTHS = (("μερ", 1), ("ημερ", 1), ("εβδομαδ", 7), ("βδομαδ", 7), ("μηνα", 30), ("μηνεσ", 30))
_LONGEST_PAUSE = 366
# Said once («ενημέρωσέ με για …»), about a time that is over, they are questions.
_ONCE = re.compile(r"^(?:ενημερωσε|πεσ|πειτε|γραψε|στειλε|στειλτε|θελω|θα)")
_SHOW = ("βρε", "δειξ", "ψαξ", "φερ")
_POLITE = ("plain.polite", "plain.word", "alert.noun", "alert.about", "abuse.you")


def read(sheet: Sheet, understand: Understand) -> Request | None:
    """None when the message wishes nothing about alerts. A negative sentence comes before the wish inside it."""
    if sheet.signs.any("alert.erase"):
        return _stopping(sheet, ask="delete_data")
    if sheet.signs.any("alert.paused"):
        return _pause(sheet)
    if sheet.signs.any("alert.stop") or _is_stop_word(sheet) or _strikes_one(sheet):
        return _stopping(sheet, ask=None)
    if _wishes(sheet):
        return _subscription(sheet, understand)
    if sheet.signs.any("alert.listed") and not sheet.asks:
        return replace(sheets.bare(sheet, Intent.SUBSCRIBE), ask="list")
    return None


def _is_stop_word(sheet: Sheet) -> bool:
    """«ΣΤΟΠ» stops only when it is all that is said: «το στοπ στη γωνία έπεσε» is a complaint."""
    stops = sheet.signs.of("alert.stopword")
    said = {place for each in sheet.signs.found if each.cue in (*_POLITE, "alert.stopword") for place in each.places}
    return bool(stops) and len(said) == len(sheet.page.tokens)


def _strikes_one(sheet: Sheet) -> bool:
    """«ποιες ειδοποιήσεις έχω; σβήσε τη δεύτερη»."""
    return sheet.signs.any("alert.strike") and sheet.signs.any("alert.noun")


def _stopping(sheet: Sheet, *, ask: str | None) -> Request:
    listed = ("list_subscriptions",) if sheet.signs.any("alert.listed") else ()
    made = sheets.bare(sheet, Intent.UNSUBSCRIBE)
    if ask is not None or listed or _is_stop_word(sheet):
        return replace(made, ask=ask, notes=listed)
    return replace(
        made, topic=sheet.topic.words, organizations=sheet.facts.organizations, unit_words=sheet.names.unit_words
    )


def _pause(sheet: Sheet) -> Request:
    return replace(sheets.bare(sheet, Intent.UNSUBSCRIBE), ask="pause", period=_pause_end(sheet))


def _pause_end(sheet: Sheet) -> Period | None:
    """The end of a pause lies ahead: «μέχρι τη Δευτέρα» is the next Monday, never today."""
    for token in sheet.page.tokens:
        for number, name in enumerate(_WEEKDAYS):
            if token.greek.startswith(name):
                days = (number - sheet.today.weekday() - 1) % 7 + 1
                return _until(sheet.today + timedelta(days=days))
    period = sheet.facts.period
    if period and period.last_day and period.last_day > sheet.today:
        return _until(period.last_day)
    return _after_a_while(sheet)


def _after_a_while(sheet: Sheet) -> Period | None:
    """«για δύο εβδομάδες», «3 μέρες»."""
    numbers = {place: int(each.name) for each in sheet.signs.family("number") for place in each.places}
    for place, token in enumerate(sheet.page.tokens[1:], start=1):
        before = sheet.page.word(place - 1)
        count = int(before) if before.isdigit() else numbers.get(place - 1, 1)
        days = next((days for name, days in _LENGTHS if token.greek.startswith(name)), None)
        if days is not None and 0 < count * days <= _LONGEST_PAUSE:
            return _until(sheet.today + timedelta(days=count * days))
    return None


def _until(day: date) -> Period:
    return Period(until=day + timedelta(days=1), words=f"έως {day.day}/{day.month}/{day.year}")


def _wishes(sheet: Sheet) -> bool:
    return any(not _is_about_the_past(sheet, wish) for wish in sheets.wishes(sheet.signs))


def _is_about_the_past(sheet: Sheet, wish: Found) -> bool:
    period = sheet.facts.period
    over = period is not None and period.until is not None and period.until <= sheet.today
    return (
        over
        and bool(_ONCE.match(sheet.page.word(wish.places[0])))
        and not sheet.signs.any("frequency.daily", "frequency.weekly")
    )


def _shows_first(sheet: Sheet) -> bool:
    """«βρες αποφάσεις για καύσιμα και ειδοποίησέ με για νέες»: the list is wanted now, too."""
    wish = min(each.places[0] for each in sheets.wishes(sheet.signs))
    return wish > 1 and sheet.page.word(0).startswith(_SHOW) and sheet.signs.any("act.noun", "count.noun")


def _subscription(sheet: Sheet, understand: Understand) -> Request:
    """The condition that is to be watched; a question about figures beside it is answered too."""
    counted = sheet.measures.metric is not None and sheet.signs.any("sum.how_much", "count.how_many", "sum.total")
    made = sheets.request(sheet, Intent.SUBSCRIBE)
    if sheet.previous and sheet.signs.any("turn.that") and not made.topic:  # «ειδοποίησέ με γι' αυτό»
        made = replace(inherited(sheet, understand), intent=Intent.SUBSCRIBE, period=None, years=())
    frequency = next((each.name for each in sheet.signs.family("frequency")), None)
    if is_private(sheet):
        made = replace(made, scope=Scope.PRIVATE_PERSON)
    made = replace(made, frequency=frequency, newest_first=False, adas=sheets.bare(sheet, Intent.SUBSCRIBE).adas)
    if counted:
        return replace(made, also=(Intent.AGGREGATE,))
    by_type = bool(made.decision_types)
    return replace(
        made,
        also=(Intent.RECORDS,) if _shows_first(sheet) else (),
        metric=None,
        unit=None,
        stage=None if by_type else made.stage,
        stage_named=made.stage_named and not by_type,
    )
