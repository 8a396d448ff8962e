"""Everything that was read of one message, and the Request that is made of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from core.answer.reading import facts as facts_reading
from core.answer.reading import measures as measures_reading
from core.answer.reading import names as names_reading
from core.answer.reading import topic as topic_reading
from core.answer.reading.cues import Found, Signs, lexicon
from core.answer.reading.facts import Facts
from core.answer.reading.measures import Measures
from core.answer.reading.names import Names
from core.answer.reading.page import Page
from core.answer.reading.topic import Topic
from core.domain.request import Intent, Metric, Request, Scope
from core.greek.names import OrganizationIndex

# Measures of a stage as a whole: the type that was named does not narrow them (awards are Δ.1 and Δ.2.2).
OF_STAGE = frozenset(
    {Metric.SUM, Metric.SUM_AND_PAYEES, Metric.SUM_AND_COUNT, Metric.LARGEST, Metric.SMALLEST, Metric.COUNT}
    | {Metric.AVERAGE, Metric.MEDIAN, Metric.SHARE, Metric.DELAY}
)
# Types that name a part of their stage alone.
_PARTS = (("Δ.2.2",), ("Β.1.2",))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One message, read. `previous` are the user's earlier texts, oldest first."""

    text: str
    page: Page
    signs: Signs
    facts: Facts
    names: Names
    measures: Measures
    topic: Topic
    today: date
    previous: tuple[str, ...]

    @property
    def asks(self) -> bool:
        """Something that only a question about acts would say."""
        measured = self.measures.stage_named or self.measures.types or self.measures.metric or self.measures.near_limit
        own = self.facts.own_body or self.names.payee
        return bool(self.facts.any or measured or own or self.signs.any("act.noun"))


def read(
    text: str,
    *,
    today: date,
    bodies: OrganizationIndex,
    registered: Callable[[str], bool],
    previous: Sequence[str],
) -> Sheet:
    """The readers in their order: what is certain takes its words first, the topic is what is left."""
    page = Page.of(text)
    signs = Signs(lexicon().find(page))
    facts = facts_reading.read(page, signs, today=today, bodies=bodies, registered=registered)
    names = names_reading.read(page, signs)
    measures = measures_reading.read(page, signs)
    for each in _asides(signs, facts):
        page.take(each.places, each.family)
    return Sheet(
        text=text, page=page, signs=signs, facts=facts, names=names, measures=measures,
        topic=topic_reading.read(page, signs), today=today, previous=tuple(previous),
    )  # fmt: skip


_STOPS = ("alert.stop", "alert.paused", "alert.erase", "alert.strike")
_WISHES = ("alert.wish", "alert.enroll", "alert.resume")
_ALERT_WORDS = frozenset({*_STOPS, *_WISHES, "alert.when", "alert.send", "alert.about", "alert.noun"})
_AT_FIRST = 2  # «θέλω να ακολουθήσω το θέμα …»


def wishes(signs: Signs) -> tuple[Found, ...]:
    """What asks for alerts: in so many words, or as a clause about what is to come beside one that asks to be told."""
    clauses = signs.of("alert.when") if signs.any("alert.send") else ()
    enrolled = tuple(each for each in signs.of("alert.enroll") if each.places[0] <= _AT_FIRST)
    return (*signs.of("alert.wish"), *clauses, *enrolled, *signs.of("alert.resume"))


def _asides(signs: Signs, facts: Facts) -> list[Found]:
    """Words of alerts, of asking about one act, of comparing: once there is one, they belong to no topic."""
    asides = [each for each in signs.found if each.cue in _COMPARING]
    if signs.any(*_STOPS) or wishes(signs):
        asides += [each for each in signs.found if each.cue in _ALERT_WORDS or each.family == "frequency"]
    if facts.named_ada:
        asides += [each for each in signs.found if each.family == "ask"]
    return asides


_COMPARING = frozenset({"versus.compare", "versus.change", "versus.against", "versus.elections"})


def request(sheet: Sheet, intent: Intent, *, scope: Scope | None = None, sureness: float = 1.0) -> Request:
    """All that was read, as slots. What an intent does not use is left out by `bare`."""
    facts, measures, names, topic = sheet.facts, sheet.measures, sheet.names, sheet.topic
    filtered = intent is Intent.AGGREGATE and measures.stage_named and measures.metric in OF_STAGE
    filtered = filtered and measures.types not in _PARTS
    return Request(
        text=sheet.text,
        intent=intent,
        scope=scope,
        adas=facts.adas,
        topic=topic.words, exclude=topic.exclude, joints=topic.joints,
        period=facts.period,
        years=facts.years,
        organizations=facts.organizations,
        own_body=facts.own_body,
        payee=names.payee, afm=facts.afm,
        amount_min=facts.amount_min, amount_max=facts.amount_max,
        amount_above=facts.amount_above, amount_below=facts.amount_below,
        stage=measures.stage,
        stage_named=measures.stage_named,
        direct_only=measures.direct_only,
        near_limit=measures.near_limit,
        limit_euro=facts.limit_euro,
        decision_types=() if filtered else measures.types,
        named_types=measures.types,
        metric=measures.metric,
        unit=measures.unit,
        group_by=measures.group_by,
        newest_first=measures.newest_first,
        limit=measures.limit,
        status=measures.status,
        unit_words=names.unit_words,
        act_number=facts.act_number,
        adam=facts.adam,
        kae=facts.kae,
        cpv=facts.cpv,
        sureness=sureness,
        notes=facts.notes + measures.notes + _set_aside(topic) + (() if intent is Intent.FOLLOWUP else _hollow(topic)),
    )  # fmt: skip


def _set_aside(topic: Topic) -> tuple[str, ...]:
    """What was typed and is not looked for: told to the reader."""
    return tuple(f"unused:{word}" for word in topic.unused) + tuple(f"ignored:{words}" for words in topic.ignored)


def _hollow(topic: Topic) -> tuple[str, ...]:
    """After an earlier turn they speak of its answer; alone they are told as not looked for."""
    return tuple(f"ignored:{word}" for word in topic.hollow)


def bare(sheet: Sheet, intent: Intent, *, scope: Scope | None = None, sureness: float = 1.0) -> Request:
    """An intent that asks nothing of the data: no slots but the ΑΔΑs."""
    adas = tuple(each for each in sheet.facts.adas if each.certain or each.labelled)
    return Request(text=sheet.text, intent=intent, scope=scope, adas=adas, sureness=sureness)
