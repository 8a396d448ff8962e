"""What a message wants counted: euro, acts, people or things; all together, the largest, each, on average."""

import re
from dataclasses import dataclass

from core.answer.reading.cues import Found, Signs
from core.answer.reading.page import Page, word_set
from core.domain.request import PEAK_LEAST, PEAK_MOST, REVERSALS, Metric, Unit

# «ποσό», «ποσά» without accents look like «πόσο», «πόσα»: a noun has these before it.
_BEFORE_NOUN = word_set("το τα τι ποιο ποια συνολικο συνολικα του των κατα σε")
_VERB = re.compile(r"(?:αμε|ουμε|ουσατε|ησε|ωσε|εψε|αξε|ησαν|ωσαν|εψαν|αξαν|θηκε|θηκαν|τηκε|τηκαν)$")
_VERBS = (
    "plain.verb", "money.moved", "money.given", "stage.payment", "stage.award", "stage.commitment", "stage.approval",
    "count.has", "deed.προσλήψεις",
)  # fmt: skip
_COUNTED = (
    ("count.unit", "unit"),
    ("pay.kind", "money"), ("money.word", "money"), ("count.noun", "acts"), ("act.noun", "acts"),
    ("count.inhabitants", "inhabitants"), ("count.people", "people"),
)  # fmt: skip
_NO_NOUN = frozenset({"plain", "sum", "turn", "money", "name"})
_RANKED = ("act.noun", "count.noun", "money.word", "money.noun", "group.payee_nouns")
_WHO = ("group.payee", "group.payee_nouns", "group.organization", "group.when", "versus.who_more")
_LATE = ("καθυστ", "αργ", "εκπροθ", "kathyst", "arg")
_INTO = word_set("σε για στισ στα στουσ στο στον στη στην")
_ACTS = ("περισσοτερεσ", "πολλεσ", "λιγοτερεσ", "λιγεσ", "perissoteres", "polles")
_PEAKS = ("rank.most", "rank.least", "rank.largest", "rank.smallest")
_NEAR = 5
_FEW = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """`metric` of `unit`; `notes` say what the metric alone does not."""

    metric: Metric | None = None
    unit: Unit | None = None
    notes: tuple[str, ...] = ()


def read(page: Page, signs: Signs, stages: list[Found]) -> Measure:
    """The first of: days until posting, average, share or price, reversals, a span of time, a rank, a count, a sum."""
    for reader in (_delay, _average, _reversed, _peak, _rank, _many, _sum):
        measure = reader(page, signs, stages)
        if measure is not None:
            return measure
    return Measure()


def take(page: Page, signs: Signs, *cues: str, reading: str = "metric") -> None:
    for cue in cues:
        for each in signs.of(cue):
            page.take(each.places, reading)


def _how_much(page: Page, signs: Signs) -> list[Found]:
    """«πόσο», «πόσα»; not «ποσό», «ποσά»."""
    return [
        each
        for each in signs.of("sum.how_much")
        if not page.tokens[each.places[0]].typed.endswith(("ό", "ά", "Ό", "Ά"))
        and (page.word(each.places[0] - 1) not in _BEFORE_NOUN or page.breaks_after(each.places[0] - 1))
    ]


def _is_verb(page: Page, signs: Signs, place: int) -> bool:
    if place < len(page.tokens) and _VERB.search(page.tokens[place].greek):
        return True
    return any(place in each.places for cue in _VERBS for each in signs.of(cue))


def _asked_after(page: Page, signs: Signs, place: int) -> str:
    """What «πόσα», «πόσες», «πόσοι» ask for, by the words that follow: money, acts, people, inhabitants or things."""
    after = place + 1
    missing = after >= len(page.tokens)
    if page.word(place) in ("ποσοι", "ποσουσ") and (missing or _is_verb(page, signs, after)):
        return "people"
    if page.word(place) in ("ποσα", "ποσο") and page.word(after) in _INTO:  # «πόσα σε κατακυρώσεις»
        return "money"
    nouns = (after,) if missing or _is_verb(page, signs, after) else (after, after + 1)  # «πόσες νέες αποφάσεις»
    for cue, kind in _COUNTED:
        if any(each.places[0] in nouns for each in signs.of(cue)):
            return kind
    unsaid = "acts" if page.word(place) in ("ποσεσ", "ποσων") else "money"
    if missing or not page.is_free(after) or _is_verb(page, signs, after) or page.breaks_after(place):
        return unsaid
    plain = any(after in each.places for each in signs.found if each.family in _NO_NOUN)
    return unsaid if plain else "things"


def _average(page: Page, signs: Signs, stages: list[Found]) -> Measure | None:
    if signs.any("average.head"):
        take(page, signs, "average.head", "sum.how_much")
        return Measure(metric=Metric.PER_CAPITA, unit=Unit.EURO)
    if signs.any("average.percent"):
        take(page, signs, "average.percent", "average.change", "sum.how_much", "sum.total")
        return Measure(metric=Metric.SHARE, unit=Unit.PERCENT, notes=_shared(page, signs, stages))
    if not signs.any("average.price", "average.mean", "average.median"):
        return None
    take(page, signs, "average.price", "average.mean", "average.median", "sum.how_much", "sum.amount")
    costs = any(page.word(place).startswith(("κοστιζ", "στοιχιζ")) for each in stages for place in each.places)
    if signs.any("average.price") or costs:
        return Measure(metric=Metric.UNIT_PRICE, unit=Unit.EURO)
    take(page, signs, "money.word", "money.noun")
    return Measure(metric=Metric.AVERAGE if signs.any("average.mean") else Metric.MEDIAN, unit=Unit.EURO)


def _shared(page: Page, signs: Signs, stages: list[Found]) -> tuple[str, ...]:
    """Whether acts are shared out and not euro, and whether «απευθείας» is the part: «… είναι απευθείας»."""
    euro = bool(stages) or signs.any("money.noun", "money.word", "money.moved", "money.given")
    take(page, signs, "money.word", "money.noun", "money.moved")
    starts = {each.places[0] for each in stages}
    direct = [each for each in signs.of("direct.award") if each.places[-1] + 1 not in starts]
    acts = signs.any("act.noun") and not euro
    return tuple(["share:acts"] * acts + ["share:direct"] * bool(direct))


def _delay(page: Page, signs: Signs, stages: list[Found]) -> Measure | None:
    """«πόσο καθυστερεί η ανάρτηση», «σε πόσες μέρες αναρτώνται»: a word for the time and one for the posting."""
    strong = any(page.word(each.places[0]).startswith(_LATE) for each in signs.of("posting.late"))
    if not signs.any("posting.late") or not (signs.any("posting.post") or (strong and signs.any("posting.listed"))):
        return None
    take(page, signs, "posting.late", "posting.post", "posting.listed", "posting.since", "sum.how_much")
    take(page, signs, "average.mean", "average.median", "count.how_many", "rank.most", "rank.largest", "plain.word")
    return Measure(metric=Metric.DELAY, unit=Unit.DAYS)


def _reversed(page: Page, signs: Signs, stages: list[Found]) -> Measure | None:
    """«πόσες ανατροπές έγιναν», «ανατροπές δεσμεύσεων»: of commitments; «ανατροπή οχήματος» is a topic."""
    found = signs.of("reversal.noun")
    if not found or not all(_is_of_commitments(page, signs, each) for each in found):
        return None
    take(page, signs, "reversal.noun", "reversal.of", "count.how_many", "sum.how_much", "sum.total", "money.word")
    return Measure(metric=Metric.SUM, unit=Unit.EURO, notes=(REVERSALS,))


def _is_of_commitments(page: Page, signs: Signs, found: Found) -> bool:
    after = found.places[-1] + 1
    said = signs.any("reversal.of") or len(found.places) > 1 or page.breaks_after(after - 1) or not page.is_free(after)
    return said or any(after in each.places for each in signs.found if each.family in ("plain", "act", "turn"))


def _peak(page: Page, signs: Signs, stages: list[Found]) -> Measure | None:
    """«ποιος μήνας είχε τις περισσότερες αναθέσεις», «ποια χρονιά ξόδεψε τα λιγότερα»; «… τη μεγαλύτερη ανάθεση» is
    an act.
    """
    ranks = [each for cue in _PEAKS for each in signs.of(cue)]
    one_act = {each.places[0] for each in stages}
    if not ranks or not signs.any("group.when") or any(_is_of_one(signs, each, one_act) for each in ranks):
        return None
    least = signs.any("rank.least", "rank.smallest")
    acts = _most_acts(page, signs)
    take(page, signs, *_PEAKS)
    if not acts:
        take(page, signs, "sum.how_much", "sum.total", "sum.amount", "money.word", "money.moved", "money.noun")
    return Measure(
        metric=Metric.COUNT if acts else Metric.SUM,
        unit=Unit.DECISIONS if acts else Unit.EURO,
        notes=(PEAK_LEAST if least else PEAK_MOST,),
    )


def _is_of_one(signs: Signs, rank: Found, stages: set[int]) -> bool:
    return rank.cue in ("rank.largest", "rank.smallest") and rank.places[-1] + 1 in stages


def _rank(page: Page, signs: Signs, stages: list[Found]) -> Measure | None:
    """«η μεγαλύτερη ανάθεση», «οι 5 ακριβότερες»: acts by amount; «κορυφαίοι προμηθευτές» are payees by total."""
    ranks = [("rank.largest", Metric.LARGEST), ("rank.smallest", Metric.SMALLEST)]
    if not signs.any(*_WHO):
        ranks.append(("rank.most", Metric.LARGEST))
    for cue, metric in ranks:
        for each in signs.of(cue):
            if not all(map(page.is_free, each.places)):
                continue
            if signs.any("group.payee_nouns") and not stages:
                page.take(each.places, "metric")
                take(page, signs, "sum.how_much", "sum.total", "sum.amount", "money.word")
                return Measure(metric=Metric.SUM, unit=Unit.EURO)
            if stages or _beside_acts(signs, each) or len(page.tokens) <= _FEW:
                page.take(each.places, "metric")
                take(page, signs, "money.word", "sum.how_much")
                return Measure(metric=metric, unit=Unit.EURO)
    return None


def _beside_acts(signs: Signs, rank: Found) -> bool:
    near = set(range(rank.places[0] - _NEAR, rank.places[-1] + _NEAR))
    return any(near & set(each.places) for cue in _RANKED for each in signs.of(cue))


def _many(page: Page, signs: Signs, stages: list[Found]) -> Measure | None:
    if _most_acts(page, signs):
        take(page, signs, "rank.most")
        return Measure(metric=Metric.COUNT, unit=Unit.DECISIONS)
    if signs.any("count.number", "count.times"):
        take(page, signs, "count.number", "count.times")
        return Measure(metric=Metric.COUNT, unit=Unit.DECISIONS)
    for each in (*signs.of("count.how_many"), *_how_much(page, signs)):
        kind = _asked_after(page, signs, each.places[-1])
        if kind == "acts" and signs.any("sum.value"):  # «πόσες, και τι αξίας;»: a sum tells how many there are
            take(page, signs, "sum.value", "count.how_many", "sum.how_much")
            return Measure(metric=Metric.SUM, unit=Unit.EURO)
        if kind != "money":
            page.take(each.places, "metric")
            return _counted(page, signs, kind)
    return None


def _most_acts(page: Page, signs: Signs) -> bool:
    """«ποιος ανάδοχος πήρε τις περισσότερες αναθέσεις», «… έχει τις περισσότερες;»: by number."""
    if not signs.any(*_WHO):
        return False
    lasts = {each.places[-1] for cue in ("rank.most", "rank.least") for each in signs.of(cue)}
    bare = any(page.word(last).endswith(_ACTS) and page.breaks_after(last) for last in lasts)
    return bare or any(each.places[0] - 1 in lasts for each in signs.of("count.noun"))


def _counted(page: Page, signs: Signs, kind: str) -> Measure:
    if kind == "acts":
        take(page, signs, "act.noun", reading="act")
        return Measure(metric=Metric.COUNT, unit=Unit.DECISIONS)
    if kind == "unit":
        units = page.typed(signs.of("count.unit")[0].places)
        take(page, signs, "count.unit")
        return Measure(metric=Metric.COUNT, unit=Unit.THINGS, notes=("things", f"unit:{units}"))
    if kind == "things":
        return Measure(metric=Metric.COUNT, unit=Unit.THINGS, notes=(kind,))
    if signs.family("deed"):  # «πόσοι υπάλληλοι προσλήφθηκαν»: the deed is the topic
        take(page, signs, "count.people")
    return Measure(metric=Metric.COUNT_PEOPLE, unit=Unit.PEOPLE, notes=(kind,))


def _sum(page: Page, signs: Signs, stages: list[Found]) -> Measure | None:
    staged = {place for each in stages for place in each.places}
    nouns = [each for each in signs.of("money.noun") if not staged & set(each.places)]
    spending = nouns and not signs.any("act.noun")
    words = any(page.is_free(each.places[0]) for each in signs.of("money.word"))
    moved = words and not signs.any("act.noun") and (not stages or signs.any("money.moved", "money.given"))
    who = signs.any("group.payee") and signs.any("money.word", "rank.most")
    trend = signs.any("group.trend") and (bool(stages) or signs.any("money.noun"))
    asked = _how_much(page, signs) or signs.any("sum.total", "sum.amount", "count.how_many")
    if not (asked or moved or spending or who or trend):
        return None
    take(page, signs, "sum.how_much", "sum.total", "sum.amount", "money.word", "money.moved", "money.noun", "rank.most")
    return Measure(metric=Metric.SUM, unit=Unit.EURO)
