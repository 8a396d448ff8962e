"""Is a figure what its sentence says it is? Its stage, time, body and topic, and the limits of the question."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from core.answer.claims.reading import Sentence
from core.answer.compose.words import STAGES
from core.answer.evidence import Act, Evidence, Kind
from core.answer.steps import Situation
from core.domain.condition import Condition, DecisionFilter, WordGroup
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import Unit
from core.greek.fold import fold
from core.greek.lexemes import lexemes

_CENT = Decimal("0.01")
_DIRECT = re.compile(r"\bαπευθειασ\b")
_BEFORE_CODE = re.compile(r"[,·(]?\s*αφμ\b.*$")

STAGE = "Το ποσό είναι άλλου σταδίου από αυτό που λέει η πρόταση, ή η πρόταση δεν λέει ένα μόνο στάδιο"
TIME = "Το στοιχείο είναι άλλης χρονικής περιόδου από αυτή που λέει η πρόταση"
BODY = "Το στοιχείο είναι άλλου φορέα από αυτόν που λέει η πρόταση"
TOPIC = "Το στοιχείο αφορά άλλο θέμα ή άλλους όρους από αυτούς της ερώτησης"
NAME = "Το ποσό πρέπει να στέκεται δίπλα στο όνομα αυτού που το πήρε"


def cents(amount: Decimal) -> Decimal:
    return abs(amount).quantize(_CENT, ROUND_HALF_UP)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What the question binds."""

    where: DecisionFilter
    topics: tuple[Condition, ...]
    period: Period
    bodies: frozenset[str]


def bounds_of(situation: Situation) -> Bounds:
    return Bounds(
        where=situation.where(),
        topics=tuple(topic.condition for topic in situation.topics) or (situation.topic.condition,),
        period=situation.period,
        bodies=frozenset(body.uid for body in situation.bodies),
    )


def is_limit(is_least: bool, value: Decimal, bounds: Bounds) -> bool:
    """Is it the question's own, on the same side?"""
    own = bounds.where.amount_min if is_least else bounds.where.amount_max
    return own is not None and cents(own) == value


def ranks_what_was_asked(where: DecisionFilter, bounds: Bounds) -> bool:
    """The first of a narrower or a wider ranking is the largest of something else."""
    return (
        _same(where.period, bounds.period)
        and frozenset(where.organizations) == bounds.bodies
        and where.condition in bounds.topics
        and where.direct_only == bounds.where.direct_only
        and _limits(where) == _limits(bounds.where)
    )


def misfits(evidence: Evidence, sentence: Sentence, bounds: Bounds) -> Iterator[str]:
    """What speaks against it, the first reason first; nothing when it fits."""
    if evidence.figure.unit is Unit.EURO and sentence.stages != {evidence.figure.stage}:
        yield STAGE
    if evidence.figure.unit is Unit.PERCENT and evidence.figure.stage and sentence.stages != {evidence.figure.stage}:
        yield STAGE
    if not _of_the_time(evidence, sentence, bounds):
        yield TIME
    if not _of_the_body(frozenset(evidence.where.organizations), sentence, bounds):
        yield BODY
    if not _of_the_topic(evidence.where, sentence, bounds):
        yield TOPIC
    if evidence.name and not says_name(sentence, evidence.name):
        yield NAME


def act_misfits(act: Act, sentence: Sentence, bounds: Bounds) -> Iterator[str]:
    """An act that is named must be one of those asked about; what is told beside it is its own."""
    row = act.row
    if any(row.issued_on not in period for period in sentence.periods):
        yield TIME
    if not _of_the_body(frozenset((row.organization_uid,)), sentence, bounds, one_of=True):
        yield BODY
    if act.where is not None and not _of_the_topic(act.where, sentence, bounds):
        yield TOPIC
    if act.where is not None and not _within(act.where.period, bounds.period):
        yield TIME


def _same(one: Period, other: Period) -> bool:
    return (one.since, one.until) == (other.since, other.until)


def _within(period: Period, asked: Period) -> bool:
    since = asked.since is None or (period.since is not None and period.since >= asked.since)
    until = asked.until is None or (period.until is not None and period.until <= asked.until)
    return since and until


def _of_the_time(evidence: Evidence, sentence: Sentence, bounds: Bounds) -> bool:
    """One period a sentence; of a change both, «από το 2023 στο 2024»."""
    said, own = sentence.periods, evidence.period
    if evidence.kind is Kind.CHANGE:
        before = evidence.before
        if before is None or len(said) != 2:
            return False
        opened = said[0].since == before.since and said[0].until in (None, before.until)
        return opened and _same(said[1], own)
    if said:
        return len(said) == 1 and _same(said[0], own)
    return evidence.kind is not Kind.GROUP and _same(own, bounds.period)


def _of_the_body(own: frozenset[str], sentence: Sentence, bounds: Bounds, *, one_of: bool = False) -> bool:
    if bounds.bodies and not own <= bounds.bodies:
        return False
    if sentence.bodies:
        return all(named & own for named in sentence.bodies) and bool(own)
    return own <= bounds.bodies if one_of else own == bounds.bodies


def _of_the_topic(where: DecisionFilter, sentence: Sentence, bounds: Bounds) -> bool:
    if _limits(where) != _limits(bounds.where) or (bool(_DIRECT.search(sentence.rest)) and not where.direct_only):
        return False
    if where.direct_only and not bounds.where.direct_only and not _DIRECT.search(sentence.rest):
        return False
    several = len(bounds.topics) > 1
    return any(_of_one_topic(where.condition, topic, sentence, named=several) for topic in bounds.topics)


def _of_one_topic(own: Condition, asked: Condition, sentence: Sentence, *, named: bool) -> bool:
    """Narrower words have to be named; fewer than were asked are another topic."""
    if own.exclude != asked.exclude or any(group not in own.groups for group in asked.groups):
        return False
    more = own.groups if named else [each for each in own.groups if each not in asked.groups]
    return all(_is_named(group, sentence) for group in more)


def _is_named(group: WordGroup, sentence: Sentence) -> bool:
    said = set(lexemes(sentence.text))
    return any(set(phrase) <= said for phrase in group.alternatives)


def _limits(where: DecisionFilter) -> tuple[object, ...]:
    return (
        *(where.payee_afm, where.amount_min, where.amount_max, where.amount_above, where.amount_below),
        *(where.status, where.kae, where.cpv, frozenset(where.decision_types)),
    )


def name_alone(name: str) -> str:
    """«ALPHA AE, ΑΦΜ 099…» → «alpha ae», folded."""
    return _BEFORE_CODE.sub("", fold(name)).strip()


def says_name(sentence: Sentence, name: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(name_alone(name))}(?!\w)", fold(sentence.text)))


def fits_count(evidence: Evidence, stage: Stage | None, sentence: Sentence) -> bool:
    """«3 αναθέσεις» are of awards; «3 πράξεις» of what the sentence or the question calls them, never of two stages."""
    own = evidence.figure.stage or evidence.where.stage or _stage_of(evidence.where.decision_types)
    if stage is not None:
        return own is stage
    return sentence.stages == {own} if sentence.stages else own is None or evidence.figure.stage is None


def _stage_of(types: tuple[str, ...]) -> Stage | None:
    fitting = [stage for stage, words in STAGES.items() if types and set(types) <= set(words.types.split(", "))]
    return fitting[0] if len(fitting) == 1 else None
