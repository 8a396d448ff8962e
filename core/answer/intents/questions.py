"""Questions about acts: one by its ΑΔΑ, a comparison, a figure, a list, or something too vague to answer."""

from dataclasses import replace

from core.answer.intents import comparing, shares
from core.answer.intents.following import COURSE
from core.answer.intents.turns import ask_of_act, leans
from core.answer.reading import sheet as sheets
from core.answer.reading.english import is_english
from core.answer.reading.sheet import Sheet
from core.domain.ledger import Stage
from core.domain.request import IN_TIME, Grouping, Intent, Metric, Request, Scope


def about_act(sheet: Sheet) -> Request | None:
    """An ΑΔΑ anywhere is a question about that act; what was asked of it goes along."""
    if not sheet.facts.named_ada:
        return None
    made = Request(text=sheet.text, intent=Intent.ADASEARCH, adas=sheet.facts.adas, ask=_asked(sheet))
    return replace(made, about=sheet.topic.words)


_CHANGES = ("versus.change", "versus.changed")
_OF_ITSELF = frozenset({"payee", "signer", "pdf", "page", "quote", "status"})


def _asked(sheet: Sheet) -> str | None:
    """«ποιος πληρώθηκε» is of the act itself, «πληρώθηκε;» of what came after it."""
    own = ask_of_act(sheet)
    course = next((ask for cue, ask in COURSE if sheet.signs.any(cue)), None)
    if sheet.signs.any("course.who"):
        return "payee"
    return own if own in _OF_ITSELF or course is None else course


def read(sheet: Sheet) -> Request:
    """A comparison needs two sides, a figure a measure, a list anything to look for; else it is unclear."""
    if is_english(sheet.page):
        made = sheets.request(sheet, Intent.UNCLEAR, scope=Scope.FOREIGN_LANGUAGE, sureness=0.3)
        return replace(made, topic=(), metric=None, unit=None)
    if _is_vague(sheet):
        return _unclear(sheet)
    if comparing.is_comparison(sheet):
        return comparing.read(sheet)
    if sheet.measures.metric is not None:
        return _figure(sheet)
    if (
        (sheet.measures.types and sheet.measures.stage is not None)
        or sheet.asks
        or sheet.topic.words
        or sheet.facts.period
        or sheet.measures.status
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


def _figure(sheet: Sheet) -> Request:
    made = sheets.request(sheet, Intent.AGGREGATE)
    if made.group_by is Grouping.ORGANIZATION:  # «ποιος φορέας … τα λιγότερα»: which end is asked, and no topic
        ends = {place for each in sheet.signs.of("versus.more") for place in each.places}
        notes = (*made.notes, *comparing.end(sheet), *comparing.unmeasured(sheet))
        made = replace(made, topic=sheet.topic.without(ends), notes=notes)
    if made.group_by in IN_TIME:  # «μεταβολή ανά τρίμηνο»
        changes = {place for cue in _CHANGES for each in sheet.signs.of(cue) for place in each.places}
        made = replace(made, topic=sheet.topic.without(changes))
    if made.metric is Metric.SHARE:
        return shares.split(made, sheet)
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
