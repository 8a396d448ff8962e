"""What gets a fixed reply: orders to the machine, small talk, questions that are not for us, each for its reason."""

import re
from dataclasses import replace

from core.answer.reading import sheet as sheets
from core.answer.reading.sheet import Sheet
from core.domain.payees import concerns_people
from core.domain.request import Intent, Request, Scope, Unit
from core.greek.persons import holds_person

_SQL = re.compile(
    r"\bselect\b.{1,200}\bfrom\b|\bselect\s+[\w.]+\s*\(|\bdrop\s+(?:table|database|schema|role|view)\b|\bdelete\s+from\s+\w|"
    r"\binsert\s+into\s+\w|\bupdate\s+\w+\s+set\b|\bunion\s+(?:all\s+)?select\b|\btruncate\s+(?:table\s+)?\w+\s*;|"
    r"\balter\s+(?:table|role|user)\b|\bgrant\s+\w+\s+(?:on|to)\b|\bpg_\w+\s*\(|\binformation_schema\b|'\s*or\s+'?1'?\s*=\s*'?1",
    re.IGNORECASE | re.DOTALL,
)
_MARKS = re.compile(r"<\|?/?(?:im_start|im_end|system|assistant)\b|</?tool_(?:call|response)>|[⟦⟧]")  # of prompts
_LONG = 12  # words; an instruction in a text this long was passed on with it
_ELABORATED = 2  # words that may follow thanks without being a question


def read(sheet: Sheet) -> Request | None:
    """None when the message is a question for us."""
    return _talk(sheet) or _scope(sheet)


def orders(sheet: Sheet) -> Request | None:
    """Messages that try to give us orders, or to get what is not theirs."""
    scope = _order_kind(sheet)
    return sheets.bare(sheet, Intent.INJECTION, scope=scope) if scope else None


def _order_kind(sheet: Sheet) -> Scope | None:
    signs = sheet.signs
    if _SQL.search(sheet.page.text):
        return Scope.SQL
    if _MARKS.search(sheet.page.text):
        return Scope.INSTRUCTIONS
    quoted = any(mark in sheet.page.text for mark in '«»"“”') or len(sheet.page.tokens) > _LONG
    if signs.any("injection.addressed") and signs.any("injection.orders", "injection.instructions"):
        return Scope.PASTED_TEXT if quoted else Scope.INSTRUCTIONS
    if signs.any("injection.secrets") and (not sheet.asks or signs.any("injection.instructions")):
        return Scope.SECRETS
    if signs.any("injection.fabrication"):
        return Scope.FABRICATION
    return Scope.INSTRUCTIONS if signs.any("injection.instructions") else None


def _talk(sheet: Sheet) -> Request | None:
    scope = _talk_kind(sheet)
    return sheets.bare(sheet, Intent.SMALLTALK, scope=scope) if scope else None


def _talk_kind(sheet: Sheet) -> Scope | None:
    signs = sheet.signs
    if signs.any("talk.define") and not sheet.facts.any and sheet.facts.period is None:
        return Scope.HELP
    if sheet.asks or sheet.facts.period is not None:
        return None
    rude = signs.any("abuse.strong") or (signs.any("abuse.mild") and signs.any("abuse.you")) or signs.any("abuse.told")
    if rude and not sheet.measures.types:
        return Scope.ABUSE
    rest = _rest(sheet)
    alone = len(sheet.page.tokens) == 1 and signs.any("talk.summary")
    if alone or (signs.any("talk.recap") and not rest):
        return Scope.RECAP
    if (signs.any("talk.help") and not rest) or _is_help_word(sheet):
        return Scope.HELP
    asked = rest and signs.any("plain.show")  # «ωραία, βρες μου κάτι για την αποχέτευση»
    if signs.any("talk.thanks") and rest <= _ELABORATED and not asked:
        return Scope.THANKS
    return Scope.GREETING if signs.any("talk.greeting") and not rest else None


def _rest(sheet: Sheet) -> int:
    """How many words of a topic no small talk accounts for."""
    talk = {place for each in sheet.signs.found if each.family == "talk" for place in each.places}
    return sum(place not in talk for place in sheet.topic.places)


def _is_help_word(sheet: Sheet) -> bool:
    """«βοήθεια» alone; «βοήθεια στο σπίτι» is a programme."""
    words = {place for each in sheet.signs.of("talk.helpword") for place in each.places}
    return bool(words) and words >= set(sheet.topic.places) and len(sheet.page.tokens) <= len(words) + 1


def _scope(sheet: Sheet) -> Request | None:
    for scope, holds in _REASONS:
        if holds(sheet):
            made = sheets.bare(sheet, Intent.OUT_OF_SCOPE, scope=scope)
            also = (Intent.ADASEARCH,) if sheet.facts.named_ada else ()
            return replace(made, also=also)
    if _is_fault(sheet):
        made = sheets.bare(sheet, Intent.OUT_OF_SCOPE, scope=Scope.MUNICIPAL_SERVICE)
        told = {place for cue in ("scope.fault", "scope.mine") for each in sheet.signs.of(cue) for place in each.places}
        topic = sheet.topic.without(told)
        return replace(made, topic=topic, also=(Intent.RECORDS,) if topic else ())
    return None


def _is_loaded(sheet: Sheet) -> bool:
    return sheet.signs.any("scope.loaded")


def _wants_contact(sheet: Sheet) -> bool:
    return sheet.signs.any("scope.contact") and not sheet.signs.any("act.noun")


def is_private(sheet: Sheet) -> bool:
    """A private person is asked for by name."""
    if sheet.names.person and not sheet.facts.named_ada and not sheet.signs.any("name.official"):
        return True
    if sheet.facts.named_ada:
        return False
    hired = concerns_people(sheet.page.text) and holds_person(sheet.page.text)
    return hired or sheet.signs.any("scope.private")


def _wants_verdict(sheet: Sheet) -> bool:
    if sheet.signs.any("scope.verdict"):
        return sheet.measures.metric is None
    return sheet.signs.any("scope.legal") and not sheet.signs.any("act.noun") and sheet.measures.metric is None


def _counts_staff(sheet: Sheet) -> bool:
    """«πόσους υπαλλήλους απασχολεί»; who was hired or paid is a question about acts."""
    if not sheet.signs.any("scope.people") or sheet.signs.family("deed"):
        return False
    people = {
        place for cue in ("scope.people", "count.people") for each in sheet.signs.of(cue) for place in each.places
    }
    about_acts = sheet.measures.stage_named or sheet.measures.types or sheet.topic.without(people)
    return sheet.signs.any("scope.employs") or not about_acts


def _is_not_in_data(sheet: Sheet) -> bool:
    if sheet.signs.any("act.noun") or sheet.measures.stage_named or sheet.signs.family("deed"):
        return False
    owned = sheet.measures.unit is Unit.THINGS and sheet.signs.any("count.has")
    told = sheet.previous and not sheet.signs.any("scope.votes")  # a share of what was told before
    share = sheet.signs.any("scope.share_of_what") and not told
    return sheet.signs.any("scope.not_in") or owned or share


def _is_service(sheet: Sheet) -> bool:
    if sheet.signs.any("scope.price") and not (sheet.facts.any or sheet.facts.period or sheet.facts.own_body):
        return True
    asked = sheet.signs.any("act.noun", "sum.how_much", "sum.total", "count.how_many") or sheet.measures.types
    return sheet.signs.any("scope.service") and not asked and not sheet.facts.years


def _is_off_topic(sheet: Sheet) -> bool:
    return sheet.signs.any("scope.off_topic") and not sheet.asks


def _is_fault(sheet: Sheet) -> bool:
    """Something broke, here and now: a report for the municipality, and perhaps acts about it."""
    asked = sheet.facts.any or sheet.measures.stage_named or sheet.measures.metric or sheet.signs.any("act.noun")
    if asked or sheet.facts.period is not None or (sheet.previous and sheet.signs.any("turn.why")):
        return False
    return sheet.signs.any("scope.fault") or (sheet.signs.any("scope.broken") and sheet.signs.any("scope.mine"))


_REASONS = (
    (Scope.LOADED_CLAIM, _is_loaded),
    (Scope.CONTACT_DATA, _wants_contact),
    (Scope.PRIVATE_PERSON, is_private),
    (Scope.LEGAL_ADVICE, _wants_verdict),
    (Scope.PEOPLE_COUNT, _counts_staff),
    (Scope.NOT_IN_DIAVGEIA, _is_not_in_data),
    (Scope.MUNICIPAL_SERVICE, _is_service),
    (Scope.OFF_TOPIC, _is_off_topic),
)
