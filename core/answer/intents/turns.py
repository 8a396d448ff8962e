"""Messages that lean on an earlier turn: another item, why, only these, «και το 2024;», something else altogether."""

import re
from dataclasses import replace

from core.answer.intents import following
from core.answer.intents.inheriting import MEASURES, Understand, bare_month, inherited, turn_places
from core.answer.intents.shares import OF_SAME, OF_TURN, names_no_whole
from core.answer.reading import sheet as sheets
from core.answer.reading.sheet import Sheet
from core.domain.request import Grouping, Intent, Metric, Request, Unit

# About the earlier answer: its figures and rows are at hand, nothing is asked anew.
_OF_ANSWER = (("turn.export", "export"), ("turn.explain", "explain"), ("turn.more", "more"), ("turn.chart", "chart"))
OF_ACT = ("page", "pdf", "signer", "quote", "status", "payee", "amount", "summary")
_SHORT = 7
_REFINING = 5
_FEW_CHANGES = 2
_ARTICLE_AND_WORD = 2
_OF_MANY = frozenset({Metric.LARGEST, Metric.SMALLEST, Metric.COUNT})
_WHICH = ("ποιεσ", "οσεσ", "ποια", "οσα")  # «ποιες ανακλήθηκαν;» is no question about one act
_ASKING = ("sum.how_much", "count.how_many", "plain.show", "plain.verb", "sum.total")

_ASKS = re.compile(r"ποι(?:οσ|α|ο|οι|εσ|ουσ|ον|ων|ου|ασ|αν)$|ποσ(?:α|ο|εσ|οι|η)$|που$")
_SPANS = ("εξαμην", "τριμην", "διμην", "τετραμην", "μηνα", "εβδομαδ", "δεκαημερ", "δεκαπενθημερ")


def read(sheet: Sheet, understand: Understand) -> Request | None:
    """None when the message stands by itself. `understand` reads an earlier text, with those before it."""
    if not sheet.previous:
        return _opening(sheet)
    if sheet.signs.any("turn.drop"):
        return _changed(sheet)
    for reader in _READERS:
        made = reader(sheet, understand)
        if made is not None:
            return None if _leaves_the_act(sheet, made) else made
    return None


def _leaves_the_act(sheet: Sheet, made: Request) -> bool:
    """«ποια ήταν η μεγαλύτερη σύμβαση» after the card of one act asks about all of them."""
    inherited_act = bool(made.adas) and not sheet.facts.adas
    return inherited_act and made.ask is None and sheet.measures.metric in _OF_MANY


def ask_of_act(sheet: Sheet) -> str | None:
    """What is asked of one act: its signer, its PDF, its words, whether it holds …"""
    return next((ask for ask in OF_ACT if sheet.signs.any(f"ask.{ask}")), None)


def _begins_with_and(sheet: Sheet) -> bool:
    first = any(each.places[0] == 0 for each in sheet.signs.of("turn.and"))
    return first and 1 < len(sheet.page.tokens) <= _SHORT


def _opening(sheet: Sheet) -> Request | None:
    """«και για τα απορρίμματα;» with nothing before it: what it says, and nothing inherited."""
    if not _begins_with_and(sheet):
        return None
    made = sheets.request(sheet, Intent.FOLLOWUP, sureness=0.5)
    return replace(made, also=(Intent.RECORDS,) if made.topic and made.metric is None else ())


def _changed(sheet: Sheet) -> Request:
    """«άσε το αυτό, πες μου για …»: nothing of the earlier turn stays."""
    dropped = {place for each in sheet.signs.of("turn.drop") for place in each.places}
    made = replace(sheets.request(sheet, Intent.FOLLOWUP), topic=sheet.topic.without(dropped))
    if made.metric is not None:
        return replace(made, also=(Intent.AGGREGATE,))
    return replace(made, also=(Intent.RECORDS,) if made.topic else ())


def leans(sheet: Sheet) -> bool:
    """Only words that need an earlier turn: «στείλε μου το pdf», «η τρίτη τι λέει;»."""
    said = sheet.signs.any("turn.that", "turn.explain", "turn.export", "turn.why", "turn.more")
    of_many = bool(sheet.measures.status) and sheet.page.word(0) in _WHICH
    pointed = said or sheet.signs.family("item") or (ask_of_act(sheet) and not of_many)
    return bool(pointed) and not _says_new(sheet) and not sheet.asks and sheet.facts.period is None


def _says_new(sheet: Sheet) -> bool:
    """The message has a subject of its own, so that it needs no earlier one."""
    turn = turn_places(sheet)
    own = [word for place, word in sheet.topic.parts if place not in turn and not word.isdigit()]
    facts = sheet.facts
    return bool(own or facts.organizations or facts.years or facts.named_ada or sheet.names.payee or facts.afm)


def items_of(sheet: Sheet, *, day: bool = False) -> tuple[int, ...]:
    """«η τρίτη», «της πρώτης», «τη 2»; «την Τρίτη» is a day, unless something is asked of it that only an act has,
    or `day` says that no day can be meant.
    """
    items = []
    for each in sheet.signs.family("item"):
        if sheet.page.word(each.places[-1] + 1).startswith(_SPANS):  # «το πρώτο εξάμηνο»
            continue
        dated = any(sheet.page.taken.get(place) == "period" for place in each.places)
        if day or not dated or sheet.page.word(each.places[0] - 1) in ("η", "τησ") or ask_of_act(sheet):
            items.append(int(each.name))
    return tuple(items)


def _share(sheet: Sheet, understand: Understand) -> Request | None:
    """«τι ποσοστό πήρε ο πρώτος;», «τι ποσοστό είναι αυτό;»: a share that names no whole of its own."""
    measures, facts = sheet.measures, sheet.facts
    whole = measures.stage_named or measures.types or measures.group_by or facts.period or facts.organizations
    own = [place for place, _ in sheet.topic.parts if place not in turn_places(sheet)]
    if measures.metric is not Metric.SHARE or whole or "share:acts" in measures.notes:
        return None
    if not names_no_whole(sheet, own):
        return None
    made = inherited(sheet, understand)
    return replace(made, items=items_of(sheet), notes=(*made.notes, OF_TURN, *((OF_SAME,) if not own else ())))


def _item(sheet: Sheet, understand: Understand) -> Request | None:
    items = items_of(sheet)
    alone = len(sheet.page.tokens) <= _ARTICLE_AND_WORD
    listing = sheet.measures.newest_first and not alone and not ask_of_act(sheet)  # «τελευταίες» asks for a list
    if not items or listing or _says_new(sheet) or len(sheet.page.tokens) > _SHORT:
        return None
    return replace(sheets.bare(sheet, Intent.FOLLOWUP), ask=ask_of_act(sheet), items=items, adas=())


def _of_act(sheet: Sheet, understand: Understand) -> Request | None:
    """«ποιος την υπέγραψε;», «στείλε μου το PDF» after a single act."""
    ask = ask_of_act(sheet)
    if ask is None or _says_new(sheet) or sheet.facts.period or sheet.measures.metric:
        return None
    base = understand(sheet.previous[-1], sheet.previous[:-1])
    return replace(sheets.bare(sheet, Intent.FOLLOWUP), ask=ask, adas=base.adas) if len(base.adas) == 1 else None


def _of_answer(sheet: Sheet, understand: Understand) -> Request | None:
    if _says_new(sheet) or sheet.measures.near_limit or sheet.measures.group_by is Grouping.ORGANIZATION:
        return None
    ask = next((ask for cue, ask in _OF_ANSWER if sheet.signs.any(cue)), None)
    if ask is None or (ask == "more" and _asks_for_most(sheet)):
        return None
    return replace(sheets.bare(sheet, Intent.FOLLOWUP), ask=ask)


def _asks_for_most(sheet: Sheet) -> bool:
    """«ποιοι πήραν τα περισσότερα;», «πού πήγαν οι περισσότερες» are questions; «ποιες είναι οι υπόλοιπες;» turns
    the page."""
    asking = sheet.measures.group_by is not None or any(_ASKS.match(each.greek) for each in sheet.page.tokens)
    return asking and sheet.signs.any("rank.most")


def _why(sheet: Sheet, understand: Understand) -> Request | None:
    stands_alone = sheet.signs.any("versus.change") and sheet.measures.stage_named and sheet.facts.period
    if not sheet.signs.any("turn.why") or stands_alone or (_says_new(sheet) and len(sheet.page.tokens) > _SHORT):
        return None
    base = understand(sheet.previous[-1], sheet.previous[:-1])
    if base.intent is Intent.COMPARE and not _says_new(sheet):
        return replace(base, ask="why")
    return replace(inherited(sheet, understand), ask="why")


def _widened(sheet: Sheet, understand: Understand) -> Request | None:
    """«για όλα τα χρόνια»: the same without its period."""
    if not sheet.signs.any("turn.all_years") or _says_new(sheet) or sheet.facts.period:
        return None
    return replace(inherited(sheet, understand), period=None, years=())


def _ordered(sheet: Sheet, understand: Understand) -> Request | None:
    """«ταξινόμησέ τες με βάση το ποσό»: the largest of the same, «… κατά ημερομηνία» the newest."""
    if not sheet.signs.any("turn.order") or _says_new(sheet):
        return None
    made = inherited(sheet, understand)
    if sheet.signs.any("turn.by_amount"):
        made = replace(made, metric=Metric.LARGEST, unit=Unit.EURO, group_by=None)
        return made if made.stage_named else replace(made, stage=None)
    return replace(made, newest_first=True) if made.metric is None else made


def _acts_behind(sheet: Sheet, understand: Understand) -> Request | None:
    """«δείξε μου τις πράξεις»: those that a figure stood on."""
    counted = sheet.signs.any("sum.how_much", "count.how_many", "sum.total") or sheet.measures.newest_first
    if counted or not sheet.signs.any("turn.acts") or _names_something(sheet) or len(sheet.page.tokens) > _REFINING:
        return None
    return replace(inherited(sheet, understand), metric=None, unit=None, group_by=None)


def _names_something(sheet: Sheet) -> bool:
    narrowed = sheet.measures.types or sheet.measures.stage_named or sheet.measures.status or sheet.facts.own_body
    return bool(_says_new(sheet) or sheet.facts.any or sheet.facts.period or narrowed)


def _refined(sheet: Sheet, understand: Understand) -> Request | None:
    """«μόνο τα πληρωμένα», «και το 2024;», «ανά μήνα;», «Ρόδος»: the earlier question with one thing changed."""
    facts, measures = sheet.facts, sheet.measures
    if measures.metric is Metric.DELAY and not _begins_with_and(sheet):  # of all acts, unless it says of which
        return None
    named = measures.stage_named or measures.types or measures.status
    changes = (facts.period, facts.any, measures.group_by, named, sheet.topic.exclude)
    changed = sum(map(bool, changes))
    short = len(sheet.page.tokens) <= _REFINING and not sheet.topic.words and not measures.newest_first
    short = short and not measures.near_limit and not _is_whole(sheet)
    bare = 0 < changed <= _FEW_CHANGES and short and not (facts.cpv or facts.kae or sheet.signs.any(*_ASKING))
    begins_with_only = any(each.places[0] == 0 for each in sheet.signs.of("turn.only"))
    only = begins_with_only and (changed > 0 or bool(sheet.topic.words))
    fewer = measures.limit is not None and measures.metric is None and short and not changed
    month = bare_month(sheet) and not (sheet.topic.words or facts.any or sheet.names.payee)
    without = bool(sheet.topic.exclude) and not (sheet.topic.words or facts.period)
    if _begins_with_and(sheet) or only or bare or without or fewer or month or _lacks_subject(sheet):
        return inherited(sheet, understand)
    return None


def _is_whole(sheet: Sheet) -> bool:
    """«οι μεγαλύτεροι ανάδοχοι το 2024», «μέσος όρος αναθέσεων ανά έτος»: a question that lacks nothing."""
    measures = sheet.measures
    if measures.metric in MEASURES:
        return measures.stage_named and (measures.group_by is not None or sheet.facts.period is not None)
    of_something = measures.group_by is Grouping.PAYEE or (measures.metric in _OF_MANY and measures.stage_named)
    return of_something and sheet.facts.period is not None


def _lacks_subject(sheet: Sheet) -> bool:
    """«πόσα είναι συνολικά;», «ποια είναι η μεγαλύτερη;»: a measure of nothing that is named."""
    facts, measures = sheet.facts, sheet.measures
    named = bool(facts.any or facts.period or facts.own_body or sheet.names.payee)
    named = named or bool(sheet.topic.words or measures.limit or _is_whole(sheet))
    return measures.metric is not None and not named


def _pointing(sheet: Sheet, understand: Understand) -> Request | None:
    """«αυτές ταξινόμησέ τες», «τι λέει αυτή;»."""
    if not sheet.signs.any("turn.that", "turn.order", "turn.details", "turn.instead") or _says_new(sheet):
        return None
    ask = None if sheet.signs.any("turn.order") else ask_of_act(sheet)
    return replace(inherited(sheet, understand), ask=ask)


_READERS = (
    _share, _item, following.course, _of_act, _of_answer, _why, following.same_sides, following.against, _widened,
    _ordered, _acts_behind, _refined, _pointing,
)  # fmt: skip
