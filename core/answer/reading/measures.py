"""What is counted and how: stage, type of act, measure, grouping, order, number of rows."""

import re
from dataclasses import dataclass

from core.answer.reading.cues import Found, Signs
from core.answer.reading.page import Page
from core.domain.ledger import Stage
from core.domain.request import Grouping, Metric, Unit
from core.domain.types import DECISION_TYPES

_CODE = re.compile(r"(?<![\w.])([ΑΒΓΔΕΖABEΖZ])\.?(\d)(?:\.(\d))?(?:\.(\d))?(?![\w])", re.IGNORECASE)
_GREEK = str.maketrans("ABEZabezαβγδεζ", "ΑΒΕΖΑΒΕΖΑΒΓΔΕΖ")
_WITHOUT_AMOUNT = ("Α.2", "Α.3", "Α.4")
_GROUPS = ("month", "quarter", "year", "decision_type", "payee", "organization")
_PLAIN_ORDER = ("rank.newest", "rank.largest", "rank.smallest", "rank.most")


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """`money`: euro are asked for without a stage. `listed`: acts are named by their type, as a list would."""

    stage: Stage | None = None
    stage_named: bool = False
    types: tuple[str, ...] = ()
    direct_only: bool = False
    metric: Metric | None = None
    unit: Unit | None = None
    group_by: Grouping | None = None
    newest_first: bool = False
    limit: int | None = None
    status: str | None = None
    money: bool = False
    notes: tuple[str, ...] = ()


def read(page: Page, signs: Signs) -> Measures:
    """Takes the words that measure off the page."""
    codes = _type_codes(page)
    stages = _stages(page, signs)
    types = codes or _types(page, signs, stages)
    metric, unit, notes = _metric(page, signs, stages)
    group = _group(page, signs, metric)
    newest, limit = _order(page, signs, metric)
    if metric is None and group is not None:
        metric, unit = (Metric.COUNT, Unit.DECISIONS) if signs.any("act.noun") else (Metric.SUM, Unit.EURO)
    money = metric is not None and unit is Unit.EURO
    stage = Stage(stages[0].name) if stages else None
    named = stage is not None
    if stage is None and types:
        stage = DECISION_TYPES[types[0]].stage if types[0] in DECISION_TYPES else None
        named = stage is not None
    if metric is Metric.UNIT_PRICE:
        stage, named = None, False
    elif stage is None and money and metric not in (Metric.LARGEST, Metric.SMALLEST):
        stage = Stage.PAYMENT
    direct = _take_all(page, signs.of("direct.award"), "direct")
    status = next((each.name for each in signs.family("status")), None)
    _take_all(page, signs.family("status"), "status")
    return Measures(
        stage=stage, stage_named=named, types=types, direct_only=direct, metric=metric, unit=unit, group_by=group,
        newest_first=newest, limit=limit, status=status, money=money, notes=notes + _basis(page, signs),
    )  # fmt: skip


def _take_all(page: Page, found: tuple[Found, ...], reading: str) -> bool:
    for each in found:
        page.take(each.places, reading)
    return bool(found)


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
    return any(each.places[-1] in (before, before - 1) and before >= 0 for each in signs.of("type_head.of"))


def _stages(page: Page, signs: Signs) -> list[Found]:
    """The stages in the order in which they are said. A second one after a verb is a part of the topic."""
    found = [each for each in signs.family("stage") if not _is_governed(signs, each)]
    found = [each for each in found if all(page.taken.get(each.places[end]) in (None, "type") for end in (0, -1))]
    if not found:
        return []
    kept = [found[0]]
    comparing = bool(signs.of("versus.compare"))
    kept += [each for each in found[1:] if each.name == found[0].name or comparing]
    for each in kept:
        page.take(each.places, "stage")
    return kept


def _types(page: Page, signs: Signs, stages: list[Found]) -> tuple[str, ...]:
    """Types named where a stage was read, and types that belong to no stage."""
    places = {place for stage in stages for place in stage.places}
    named = [each for each in signs.family("type") if not _is_governed(signs, each)]
    kept = [each for each in named if set(each.places) & places or each.name in _WITHOUT_AMOUNT]
    _take_all(page, tuple(kept), "type")
    return tuple(dict.fromkeys(each.name for each in kept))


_BEFORE_NOUN = frozenset("το τα τι ποιο ποια συνολικο συνολικα του των κατα σε".split())


def _how_much(page: Page, signs: Signs) -> list[Found]:
    """«πόσο», «πόσα», which without accents look like «ποσό», «ποσά»."""
    return [
        each
        for each in signs.of("sum.how_much")
        if not page.tokens[each.places[0]].typed.endswith(("ό", "ά", "Ό", "Ά"))
        and page.word(each.places[0] - 1) not in _BEFORE_NOUN
    ]


def _asked_after(page: Page, signs: Signs, place: int) -> str:
    """What «πόσα», «πόσες», «πόσοι» ask for, by the words that follow: money, acts, people, inhabitants or things."""
    after = place + 1
    if any(after in each.places for each in signs.of("pay.kind")):
        return "money"
    if page.word(place) in ("ποσοι", "ποσουσ") and (after >= len(page.tokens) or _is_verb(signs, page, after)):
        return "people"
    for cue, kind in (
        ("money.word", "money"), ("count.noun", "acts"), ("act.noun", "acts"), ("count.inhabitants", "inhabitants"),
        ("count.people", "people"),
    ):  # fmt: skip
        if any(after in each.places or after + 1 in each.places and page.word(after) != "" and not _is_verb(signs, page, after)
               for each in signs.of(cue) if each.places[0] in (after, after + 1)):  # fmt: skip
            return kind
    if after >= len(page.tokens) or page.taken.get(after) or _is_verb(signs, page, after) or page.breaks_after(place):
        return "money"
    plain = any(after in each.places for each in signs.found if each.family in ("plain", "sum", "turn", "money", "name"))
    return "money" if plain else "things"


_VERB = re.compile(r"(?:αμε|ουμε|ουσατε|ησε|ωσε|εψε|αξε|ησαν|ωσαν|εψαν|αξαν|θηκε|θηκαν|τηκε|τηκαν)$")


def _is_verb(signs: Signs, page: Page, place: int) -> bool:
    if place < len(page.tokens) and _VERB.search(page.tokens[place].greek):
        return True
    verbs = ("plain.verb", "money.moved", "stage.payment", "stage.award", "stage.commitment", "stage.approval", "count.has", "deed.προσλήψεις")
    return any(place in each.places for cue in verbs for each in signs.of(cue))


def _metric(page: Page, signs: Signs, stages: list[Found]) -> tuple[Metric | None, Unit | None, tuple[str, ...]]:
    for reader in (_average, _rank, _many, _sum):
        read_as = reader(page, signs, stages)
        if read_as is not None:
            return read_as
    return None, None, ()


_Read = tuple[Metric | None, Unit | None, tuple[str, ...]]


def _average(page: Page, signs: Signs, stages: list[Found]) -> _Read | None:
    if signs.any("average.head"):
        _take_all(page, signs.of("average.head"), "metric")
        _take_all(page, signs.of("sum.how_much"), "metric")
        return Metric.PER_CAPITA, Unit.EURO, ()
    if signs.any("average.percent"):
        _take_all(page, signs.of("average.percent"), "metric")
        return Metric.SUM, Unit.PERCENT, ("percent",)
    priced, mean = signs.any("average.price"), signs.any("average.mean")
    if not (priced or mean):
        return None
    for cue in ("average.price", "average.mean", "sum.how_much"):
        _take_all(page, signs.of(cue), "metric")
    costs = any(page.word(place).startswith(("κοστιζ", "στοιχιζ")) for each in stages for place in each.places)
    if priced or costs:
        return Metric.UNIT_PRICE, Unit.EURO, ()
    return Metric.SUM, Unit.EURO, ("average",)


def _rank(page: Page, signs: Signs, stages: list[Found]) -> _Read | None:
    """«η μεγαλύτερη ανάθεση», «οι 5 ακριβότερες»: acts by amount; «κορυφαίοι προμηθευτές» are payees by total."""
    most = () if signs.any("group.payee", "group.payee_nouns", "group.organization", "versus.who_more") else ("rank.most",)
    ranks = [("rank.largest", Metric.LARGEST), ("rank.smallest", Metric.SMALLEST)] + [(cue, Metric.LARGEST) for cue in most]
    for cue, metric in ranks:
        for each in signs.of(cue):
            if not all(page.is_free(place) or page.taken[place] == "metric" for place in each.places):
                continue
            near = range(each.places[0] - 4, each.places[-1] + 5)
            of_acts = any(set(found.places) & set(near) for name in _RANKED for found in signs.of(name)) or bool(stages)
            if signs.any("group.payee_nouns") and not stages:
                page.take(each.places, "metric")
                return Metric.SUM, Unit.EURO, ()
            if of_acts or len(page.tokens) <= 6:
                page.take(each.places, "metric")
                for name in ("money.word", "sum.how_much"):
                    _take_all(page, signs.of(name), "metric")
                return metric, Unit.EURO, ()
    return None


_RANKED = ("act.noun", "count.noun", "money.word", "money.noun", "group.payee_nouns")


def _many(page: Page, signs: Signs, stages: list[Found]) -> _Read | None:
    if signs.any("count.number", "count.times"):
        for cue in ("count.number", "count.times"):
            _take_all(page, signs.of(cue), "metric")
        return Metric.COUNT, Unit.DECISIONS, ()
    for each in (*signs.of("count.how_many"), *_how_much(page, signs)):
        kind = _asked_after(page, signs, each.places[-1])
        if kind == "money":
            continue
        page.take(each.places, "metric")
        return _counted(page, signs, kind)
    return None


def _counted(page: Page, signs: Signs, kind: str) -> _Read:
    if kind == "acts":
        _take_all(page, signs.of("act.noun"), "act")
        return Metric.COUNT, Unit.DECISIONS, ()
    if kind in ("people", "inhabitants"):
        if not signs.any("deed.προσλήψεις"):
            return Metric.COUNT_PEOPLE, Unit.PEOPLE, (kind,)
        _take_all(page, signs.of("count.people"), "metric")
        return Metric.COUNT_PEOPLE, Unit.PEOPLE, (kind,)
    return Metric.COUNT, Unit.THINGS, ("things",)


def _sum(page: Page, signs: Signs, stages: list[Found]) -> _Read | None:
    asked = [*_how_much(page, signs), *signs.of("sum.total"), *signs.of("sum.amount"), *signs.of("count.how_many")]
    moved = signs.of("money.moved") if signs.any("money.word") else ()
    staged = {place for each in stages for place in each.places}
    spending = [] if signs.any("act.noun") else [each for each in signs.of("money.noun") if not staged & set(each.places)]
    payees = signs.any("group.payee") and signs.any("money.word", "rank.most")
    trend = signs.any("group.trend") and (stages or signs.any("money.noun"))
    if not (asked or moved or spending or payees or trend):
        return None
    for cue in ("sum.how_much", "sum.total", "sum.amount", "money.word", "money.moved", "money.noun", "rank.most"):
        _take_all(page, signs.of(cue), "metric")
    if any(page.word(each.places[0]) == "ποσοι" for each in asked):
        return None
    return Metric.SUM, Unit.EURO, ()


def _group(page: Page, signs: Signs, metric: Metric | None) -> Grouping | None:
    for name in _GROUPS:
        found = signs.of(f"group.{name}")
        if found:
            _take_all(page, found, "group")
            return Grouping(name)
    if signs.any("group.trend") and (metric is not None or signs.family("stage")):
        _take_all(page, signs.of("group.trend"), "group")
        return Grouping.YEAR
    if signs.any("group.payee_nouns") and (metric is not None or signs.any(*_PLAIN_ORDER)):
        _take_all(page, signs.of("group.payee_nouns"), "group")
        return Grouping.PAYEE
    return None


def _number_at(page: Page, signs: Signs, place: int) -> int | None:
    word = page.word(place)
    if word.isdigit() and 0 < int(word) <= 100:
        return int(word)
    return next((int(each.name) for each in signs.family("number") if place in each.places), None)


def _order(page: Page, signs: Signs, metric: Metric | None) -> tuple[bool, int | None]:
    """«τελευταίες 10 πληρωμές», «top 5», «οι τρεις μεγαλύτερες»."""
    newest = [each for each in signs.of("rank.newest") if all(map(page.is_free, each.places)) and _orders(page, signs, each)]
    _take_all(page, tuple(newest), "sort")
    counted = [*newest, *signs.of("rank.largest"), *signs.of("rank.smallest"), *signs.of("group.payee_nouns")]
    counted += [*signs.of("count.noun"), *signs.of("act.noun")] if newest or metric is None else []
    for each in counted:
        for place in (each.places[-1] + 1, each.places[0] - 1):
            number = _number_at(page, signs, place) if page.is_free(place) else None
            if number is not None and (number > 1 or newest):
                page.take(range(place, place + 1), "limit")
                return bool(newest), number
    return bool(newest), None


def _orders(page: Page, signs: Signs, found: Found) -> bool:
    """«νέα» orders only beside acts: «νέα γέφυρα» is a topic."""
    if page.word(found.places[0])[:2] not in ("νε", "φρ"):
        return True
    after = found.places[-1] + 1
    return any(after in each.places for cue in ("act.noun", "count.noun") for each in signs.of(cue))


def _basis(page: Page, signs: Signs) -> tuple[str, ...]:
    notes = tuple(dict.fromkeys(f"basis:{each.name}" for each in signs.family("basis")))
    _take_all(page, signs.family("basis"), "basis")
    return notes
