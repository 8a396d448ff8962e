"""«βγάλε τη 2», «χωρίς την ΑΔΑ …», «βάλ' την πάλι»: what is to be taken out of the list before, or put back."""

from dataclasses import replace

from core.answer.intents.inheriting import turn_places
from core.answer.intents.turns import ask_of_act, items_of
from core.answer.reading import sheet as sheets
from core.answer.reading.page import word_set
from core.answer.reading.sheet import Sheet
from core.domain.request import Intent, Request
from core.greek.fold import fold

_LONG = 12
_PLURAL = word_set("τεσ τισ τα τουσ ολα ολεσ ολουσ")
_POINTING = word_set("τη την το τον τα τισ τεσ τουσ αυτη αυτην αυτο αυτον αυτεσ αυτα αυτουσ εκεινη εκεινο και")
_HIGHEST = 100


def edits(sheet: Sheet) -> Request | None:
    """«βγάλε τη 2», «χωρίς την ΑΔΑ …», «βάλ' την πάλι»: the list of the answer before, changed."""
    signs = sheet.signs
    shown = signs.any("turn.bring") or ask_of_act(sheet) or signs.any("alert.noun")
    if not sheet.previous or shown or len(sheet.page.tokens) > _LONG or _says_more(sheet):
        return None
    adas = tuple(each for each in sheet.facts.adas if each.certain or each.labelled or sheet.facts.named_ada)
    if largest := _largest(sheet):
        return replace(sheets.bare(sheet, Intent.FOLLOWUP), ask="without", items=largest, notes=("largest",))
    items = tuple(dict.fromkeys((*items_of(sheet, day=True), *_numbers(sheet))))
    if signs.any("turn.back"):
        several = any(sheet.page.word(place) in _PLURAL for place in range(len(sheet.page.tokens)))
        made = replace(sheets.bare(sheet, Intent.FOLLOWUP), ask="restore", items=items, adas=adas)
        return replace(made, notes=("several",) if several else ())
    if not signs.any("turn.without") or not (items or adas or _only_points(sheet)):
        return None
    return replace(sheets.bare(sheet, Intent.FOLLOWUP), ask="without", items=items, adas=adas)


def _only_points(sheet: Sheet) -> bool:
    """«βγάλ' την», «χωρίς αυτό»: which line is not said."""
    said = {place for each in sheet.signs.of("turn.without") for place in each.places}
    return all(place in said or sheet.page.word(place) in _POINTING for place in range(len(sheet.page.tokens)))


def and_too(text: str) -> bool:
    """«και την 3»: to be understood by what was done just before."""
    return fold(text).split()[:1] in (["και"], ["κι"])


def _says_more(sheet: Sheet) -> bool:
    """Anything but the line itself: a topic, a body, a year, an amount, a measure."""
    turn = turn_places(sheet)
    own = [word for place, word in sheet.topic.parts if place not in turn and not word.isdigit()]
    named = (sheet.facts.organizations, sheet.facts.years, sheet.names.payee, sheet.facts.afm)
    left = [word for word in sheet.topic.exclude if not word.isdigit() and word not in _ordinals(sheet)]
    amounts = sheet.facts.amount_min is not None or sheet.facts.amount_max is not None
    return bool(own or left or any(named) or amounts or sheet.signs.any("rank.smallest"))


def _largest(sheet: Sheet) -> tuple[int, ...]:
    """«χωρίς τις 2 μεγαλύτερες»: the first lines of what goes by amount."""
    asked = sheet.signs.any("turn.without") and sheet.signs.any("rank.largest")
    return tuple(range(1, (sheet.measures.limit or 1) + 1)) if asked else ()


def _ordinals(sheet: Sheet) -> set[str]:
    said = (*sheet.signs.family("item"), *sheet.signs.of("turn.firsts"), *sheet.signs.family("number"))
    return {sheet.page.tokens[place].typed for each in said for place in each.places}


def _numbers(sheet: Sheet) -> tuple[int, ...]:
    """«τις 2 και 3», «το 2, το 4»: every bare number is a line; «τις 2 πρώτες»: the lines up to it."""
    if sheet.signs.any("turn.firsts"):
        return tuple(range(1, _how_many(sheet) + 1))
    words = (sheet.page.word(place) for place in range(len(sheet.page.tokens)) if sheet.page.taken.get(place) != "ada")
    return tuple(int(word) for word in words if word.isdigit() and 0 < int(word) <= _HIGHEST)


def _how_many(sheet: Sheet) -> int:
    """The number beside «πρώτες», by digit or by word."""
    named = [int(each.name) for each in sheet.signs.family("number")]
    digits = (sheet.page.word(place) for place in range(len(sheet.page.tokens)))
    return next(iter([*named, *(int(word) for word in digits if word.isdigit() and int(word) <= _HIGHEST)]), 1)
