"""What is counted and how: stage, type of act, measure, grouping, order, number of rows."""

import re
from dataclasses import dataclass, replace

from core.answer.reading import metric as metric_reading
from core.answer.reading.cues import Found, Signs
from core.answer.reading.metric import Measure
from core.answer.reading.page import Page, word_set
from core.domain.ledger import Stage
from core.domain.request import REVERSALS, Grouping, Metric, Unit
from core.domain.types import DECISION_TYPES

_CODE = re.compile(r"(?<![\w.])([ΑΒΓΔΕΖABEZ])\.?(\d)(?:\.(\d))?(?:\.(\d))?(?![\w])", re.IGNORECASE)
_GREEK = str.maketrans("ABEZabezαβγδεζ", "ΑΒΕΖΑΒΕΖΑΒΓΔΕΖ")
_WITHOUT_STAGE = ("Α.2", "Α.3", "Α.4")
_GROUPS = ("month", "quarter", "year", "decision_type", "payee", "organization")
_THE = word_set("οι τισ τα τουσ oi tis ta tous")
_RANKS = ("rank.newest", "rank.largest", "rank.smallest", "rank.most")


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """The measures of one message, as slots. `stage_named`: a word said it; otherwise money means payments."""

    stage: Stage | None = None
    stage_named: bool = False
    types: tuple[str, ...] = ()
    direct_only: bool = False
    near_limit: bool = False
    metric: Metric | None = None
    unit: Unit | None = None
    group_by: Grouping | None = None
    newest_first: bool = False
    limit: int | None = None
    status: str | None = None
    notes: tuple[str, ...] = ()


def read(page: Page, signs: Signs) -> Measures:
    """Takes the words that measure off the page."""
    _take_all(page, signs.of("limit.near") if is_near_limit(signs) else (), "limit")
    codes = _type_codes(page)
    stages = _stages(page, signs)
    types = codes or _types(page, signs, stages)
    measure = metric_reading.read(page, signs, stages)
    group = _group(page, signs, measure.metric)
    newest, limit = _order(page, signs, measure.metric)
    if limit is None and measure.metric is None and group is None:
        limit = _said_alone(page, signs)
    if measure.metric is None and group is not None:
        by_acts = signs.any("act.noun")
        _take_all(page, signs.of("rank.most"), "metric")
        measure = Measure(metric=Metric.COUNT if by_acts else Metric.SUM, unit=Unit.DECISIONS if by_acts else Unit.EURO)
    stage, named = _stage(stages, types, measure)
    _take_all(page, signs.of("direct.award"), "direct")
    _take_all(page, signs.family("status"), "status")
    return Measures(
        stage=stage,
        stage_named=named,
        types=types,
        direct_only=_direct(signs),
        near_limit=is_near_limit(signs),
        metric=measure.metric,
        unit=measure.unit,
        group_by=group,
        newest_first=newest,
        limit=limit,
        status=next((each.name for each in signs.family("status")), None),
        notes=measure.notes + _basis(page, signs) + _unknown_groups(page, signs),
    )


def is_near_limit(signs: Signs) -> bool:
    """«αναθέσεις λίγο κάτω από το όριο»; above it is another question, and «στα όρια του οικισμού» a topic."""
    return signs.any("limit.near") and signs.any("stage.award", "direct.award") and not signs.any("limit.above")


def _direct(signs: Signs) -> bool:
    """«απευθείας» of the acts, not of the limit itself."""
    limit = {place for each in signs.of("limit.near") for place in each.places}
    return any(not limit & set(each.places) for each in signs.of("direct.award"))


def _stage(stages: list[Found], types: tuple[str, ...], measure: Measure) -> tuple[Stage | None, bool]:
    """The stage that was said, that of the type, or payments for plain money (DESIGN §4)."""
    if REVERSALS in measure.notes:
        return Stage.COMMITMENT, True
    if measure.metric is Metric.UNIT_PRICE:
        return None, False
    if measure.metric is Metric.SHARE and not stages and not types and "share:acts" not in measure.notes:
        return Stage.PAYMENT, False
    if len({each.name for each in stages}) > 1 and measure.metric is None:  # a list of both
        return None, False
    if stages:
        return Stage(stages[0].name), True
    of_type = DECISION_TYPES[types[0]].stage if types else None
    if of_type is not None:
        return of_type, True
    plain = measure.unit is Unit.EURO and measure.metric not in (Metric.LARGEST, Metric.SMALLEST)
    return (Stage.PAYMENT, False) if plain else (None, False)


def _take_all(page: Page, found: tuple[Found, ...], reading: str) -> None:
    for each in found:
        page.take(each.places, reading)


def _type_codes(page: Page) -> tuple[str, ...]:
    """«Δ.1», «Β.2.2», «B.1.3» in Latin letters: a type by its own code."""
    codes = []
    for match in _CODE.finditer(page.text):
        code = match[1].translate(_GREEK) + "".join(f".{part}" for part in match.groups()[1:] if part)
        if code in DECISION_TYPES:
            codes.append(code)
            page.take(page.inside(*match.span()), "type")
    return tuple(dict.fromkeys(codes))


def _is_governed(signs: Signs, found: Found) -> bool:
    """«τροποποίηση σύμβασης»: the type is not what is asked for, it says what the act is about."""
    before = found.places[0] - 1
    return before >= 0 and any(each.places[-1] in (before, before - 1) for each in signs.of("type_head.of"))


def _stages(page: Page, signs: Signs) -> list[Found]:
    """The stages in the order in which they are said. Another one after the first is a part of the topic."""
    named = [each for each in signs.family("stage") if not _is_governed(signs, each)]
    named = [each for each in named if all(page.taken.get(each.places[end]) in (None, "type") for end in (0, -1))]
    given = tuple(replace(each, cue="stage.payment") for each in signs.of("money.given"))
    _take_all(page, given, "stage")
    found = named or list(given)
    kept = [each for each in found if each.name == found[0].name or _is_joined(page, signs, each)]
    _take_all(page, tuple(kept), "stage")
    return kept


_JOINING = word_set("και κι κ η ειτε")


def _is_joined(page: Page, signs: Signs, found: Found) -> bool:
    """«διαγωνισμός ή απευθείας ανάθεση», «αναθέσεις και διαγωνισμούς»: one stage beside another."""
    if signs.any("versus.compare"):
        return True
    if signs.any("sum.how_much", "sum.total"):
        return False
    before = range(max(found.places[0] - 3, 0), found.places[0])
    return any(page.word(place) in _JOINING and page.tokens[place].typed not in ("η", "Η") for place in before)


def _types(page: Page, signs: Signs, stages: list[Found]) -> tuple[str, ...]:
    """Types named where a stage was read, and types that belong to no stage."""
    places = {place for stage in stages for place in stage.places}
    named = [each for each in signs.family("type") if not _is_governed(signs, each)]
    kept = [each for each in named if set(each.places) & places or each.name in _WITHOUT_STAGE]
    _take_all(page, tuple(kept), "type")
    return tuple(dict.fromkeys(each.name for each in kept))


def _group(page: Page, signs: Signs, metric: Metric | None) -> Grouping | None:
    for name in _GROUPS:
        found = signs.of(f"group.{name}")
        if found:
            _take_all(page, (*found, *signs.of("group.trend")), "group")
            return Grouping(name)
    if signs.any("group.trend") and (metric is not None or signs.family("stage")):
        _take_all(page, signs.of("group.trend"), "group")
        return Grouping.YEAR
    if signs.any("group.payee_nouns") and (metric is not None or signs.any(*_RANKS) or _only_payees(page, signs)):
        _take_all(page, signs.of("group.payee_nouns"), "group")
        return Grouping.PAYEE
    return None


def _only_payees(page: Page, signs: Signs) -> bool:
    """«οι εργολάβοι του δήμου», «προμηθευτές καυσίμων»: who gets paid is what is asked for."""
    said = {place for each in signs.found if each.family == "plain" for place in each.places}
    payees = {place for each in signs.of("group.payee_nouns") for place in each.places}
    first = next((place for place in page.free() if place not in said), None)
    return first in payees and not signs.any("act.noun") and "stage" not in page.taken.values()


def _number_at(page: Page, signs: Signs, place: int) -> int | None:
    word = page.word(place)
    if word.isdigit() and 0 < int(word) <= 100:
        return int(word)
    return next((int(each.name) for each in signs.family("number") if place in each.places), None)


def _order(page: Page, signs: Signs, metric: Metric | None) -> tuple[bool, int | None]:
    """«τελευταίες 10 πληρωμές», «top 5», «οι τρεις μεγαλύτερες»."""
    newest = tuple(each for each in signs.of("rank.newest") if _orders(page, signs, each))
    _take_all(page, newest, "sort")
    counted = [*newest, *signs.of("rank.largest"), *signs.of("rank.smallest"), *signs.of("group.payee_nouns")]
    counted += [*signs.of("count.noun"), *signs.of("act.noun")] if newest or metric is None else []
    for each in counted:
        for place in (each.places[-1] + 1, each.places[0] - 1):
            number = _number_at(page, signs, place) if page.is_free(place) else None
            if number is not None and (number > 1 or newest):
                page.take(range(place, place + 1), "limit")
                return bool(newest), number
    return bool(newest), None


def _said_alone(page: Page, signs: Signs) -> int | None:
    """«…, μόνο 3», «4 μόνο», «οι 10;»: a number that ends what is said, and counts nothing but lines."""
    only = {place for each in signs.of("turn.only") for place in each.places}
    for place in range(len(page.tokens)):
        number = _number_at(page, signs, place) if page.is_free(place) else None
        if number is None:
            continue
        after = place + 1 in only and page.breaks_after(place + 1)
        before = place - 1 in only or page.word(place - 1) in _THE
        if after or (before and page.breaks_after(place)):
            page.take(range(place, place + 1), "limit")
            return number
    return None


def _orders(page: Page, signs: Signs, found: Found) -> bool:
    """«νέα» orders only beside acts: «νέα γέφυρα» is a topic."""
    if not all(map(page.is_free, found.places)):
        return False
    if page.word(found.places[0])[:2] not in ("νε", "φρ"):
        return True
    after = found.places[-1] + 1
    return any(after in each.places for cue in ("act.noun", "count.noun") for each in signs.of(cue))


def _basis(page: Page, signs: Signs) -> tuple[str, ...]:
    """«χωρίς ΦΠΑ», «με ΦΠΑ»."""
    _take_all(page, signs.family("basis"), "basis")
    return tuple(dict.fromkeys(f"basis:{each.name}" for each in signs.family("basis")))


def _unknown_groups(page: Page, signs: Signs) -> tuple[str, ...]:
    """«ανά ΚΑΕ»: a grouping that no lookup has; it is told, not dropped."""
    found = signs.of("group.other")
    _take_all(page, found, "group")
    return tuple(f"group:{page.tokens[each.places[-1]].typed}" for each in found)
