"""Graders of averages, shares and days to posting: each figure that is told against the corpus, by rules of its own."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from core.domain.answer import Answer, Figure, plain
from evals.cases import Case
from evals.corpora.entries import NOTHING, ZERO, Corpus, Entry, Query
from evals.graders.comparisons import round_tenth
from evals.graders.figures import TELLING
from evals.graders.verdict import EURO, Verdict, cents, in_greek

PERCENT, DAYS = "percent", "days"
_LONG = 400  # days between issue and posting beyond which a date is doubted
_KEYS = {4: "%Y", 7: "%Y-%m"}


def average(case: Case, answer: Answer, corpus: Corpus, verdict: Verdict) -> None:
    """Mean and median of the acts that state an amount of zero or more; each group that is told, too."""
    stage = case.about.stage or "payment"
    told = corpus.stages(replace(case.about, stage=None)).get(stage, NOTHING)
    figures = [each for each in answer.figures if each.unit.value == EURO and _name(each) in ("mean", "median")]
    if case.outcomes or not told.can_be_told:
        if any(each.stage and each.stage.value == stage for each in figures):
            verdict.wrong(f"gives {stage}, of which nothing can be told")
        return
    if answer.outcome.value not in TELLING or not figures:
        verdict.fault(f"{answer.outcome.value} without an average")
        return
    for figure in figures:
        amounts = _amounts(corpus, _narrowed(case.about, _key(figure)))
        right = _mean(amounts) if _name(figure) == "mean" else _median(amounts)
        if (figure.value, figure.decisions) != (right, len(amounts)):
            verdict.wrong(f"{figure.label}: {figure.value} of {figure.decisions}, truth {right} of {len(amounts)}")
    whole = _amounts(corpus, case.about)
    for value in (_mean(whole), _median(whole)):
        if in_greek(value) not in plain(answer.text):
            verdict.fault(f"the text lacks {in_greek(value)}")


def _name(figure: Figure) -> str:
    return figure.label.partition(" ")[0]


def _key(figure: Figure) -> str:
    return figure.label.partition(" ")[2]


def _narrowed(query: Query, key: str) -> Query:
    """The question, of one year alone where the figure is of a year."""
    return replace(query, years=(int(key),)) if key.isdecimal() else query


def _amounts(corpus: Corpus, query: Query) -> list[Decimal]:
    acts: dict[str, list[Decimal]] = {}
    for entry in corpus.chosen(query):
        if entry.counted and entry.amount is not None:
            acts.setdefault(entry.ada, []).append(entry.amount)
    sums = {ada: sum(amounts, ZERO) for ada, amounts in acts.items() if any(amount >= 0 for amount in amounts)}
    return sorted(value for value in sums.values() if value >= 0)


def _mean(amounts: Sequence[Decimal]) -> Decimal:
    return cents(sum(amounts, ZERO) / len(amounts)) if amounts else ZERO


def _median(amounts: Sequence[Decimal]) -> Decimal:
    middle = len(amounts) // 2
    if not amounts:
        return ZERO
    return cents(amounts[middle] if len(amounts) % 2 else (amounts[middle - 1] + amounts[middle]) / 2)


def share(case: Case, answer: Answer, corpus: Corpus, verdict: Verdict) -> None:
    """`sides` are the part and the whole. Without a stage: of numbers of acts."""
    part, whole = (query for _, query in case.sides)
    shares = {each.label: each.value for each in answer.figures if each.unit.value == PERCENT}
    if case.outcomes:
        if shares and answer.outcome.value not in TELLING:
            verdict.wrong(f"a refusal that tells {shares}")
        return
    if answer.outcome.value not in TELLING or not shares:
        verdict.fault(f"{answer.outcome.value} without a share")
        return
    if part.stage is None:
        _is_share(shares, "share acts", len(corpus.acts(part)), len(corpus.acts(whole)), answer, verdict)
        return
    inside = corpus.stages(part).get(part.stage, NOTHING)
    around = corpus.stages(whole).get(part.stage, NOTHING)
    if not around.can_be_told:
        verdict.wrong(f"a share of {part.stage}, of which nothing can be told")
        return
    _is_share(shares, "share", cents(inside.net), cents(around.net), answer, verdict)
    _is_share(shares, "share acts", len(inside.adas), len(around.adas), answer, verdict)
    for amount in (inside.net, around.net):
        if in_greek(amount) not in plain(answer.text):
            verdict.fault(f"the text lacks {in_greek(amount)}")


def _is_share(
    shares: dict[str, Decimal], label: str, part: Decimal | int, whole: Decimal | int, answer: Answer, verdict: Verdict
) -> None:
    right = round_tenth(Decimal(part) / Decimal(whole) * 100)
    if shares.get(label) != right:
        verdict.wrong(f"{label}: {shares.get(label)}, truth {right} ({part} of {whole})")
    said = f"{right.normalize():f}".replace(".", ",") + "%"
    if right and said not in plain(answer.text):
        verdict.fault(f"the text lacks {said}")


def delay(case: Case, answer: Answer, corpus: Corpus, verdict: Verdict) -> None:
    """Medians and ninths by the nearest rank; the slowest acts; silence where most postings have no time."""
    acts = {entry.ada: entry for entry in corpus.chosen(case.about)}
    figures = [each for each in answer.figures if each.unit.value == DAYS]
    unknown = sum(entry.posted_on is None for entry in acts.values())
    if case.outcomes or unknown * 2 > len(acts):
        if any(each.label == "median" for each in figures) or answer.outcome.value == "answered":
            verdict.wrong(f"tells days, though {unknown} of {len(acts)} postings have no time")
        return
    if answer.outcome.value not in TELLING or not figures:
        verdict.fault(f"{answer.outcome.value} without days")
        return
    for figure in figures:
        if _name(figure) in ("median", "ninth"):
            _is_rank(figure, acts.values(), verdict)
        elif figure.label in corpus.subjects:
            _is_slow(figure, acts, verdict)
    slowest = sorted(_days(acts.values()), reverse=True)
    told = [int(each.value) for each in figures if each.label in corpus.subjects]
    if told != slowest[: len(told)]:
        verdict.wrong(f"the slowest {told}, truth {slowest[: len(told)]}")
    if f"{_at(_days(acts.values()), 5)} ημέρ" not in plain(answer.text):
        verdict.fault(f"the text lacks {_at(_days(acts.values()), 5)} days")


def _is_rank(figure: Figure, acts: Iterable[Entry], verdict: Verdict) -> None:
    days = _days(entry for entry in acts if _in_group(entry, _key(figure)))
    right = _at(days, 5 if _name(figure) == "median" else 9)
    if figure.value != right or figure.decisions != len(days):
        verdict.wrong(f"{figure.label}: {figure.value} of {figure.decisions}, truth {right} of {len(days)}")


def _is_slow(figure: Figure, acts: dict[str, Entry], verdict: Verdict) -> None:
    entry = acts.get(figure.label)
    if entry is None or _days([entry]) != [int(figure.value)]:
        verdict.wrong(f"{figure.label}: {figure.value} days")


def _in_group(entry: Entry, key: str) -> bool:
    if not key or key in (entry.decision_type, entry.organization):
        return True
    return len(key) in _KEYS and f"{entry.issued_on.strftime(_KEYS[len(key)])}" == key


def _days(acts: Iterable[Entry]) -> list[int]:
    found = [(entry.posted_on - entry.issued_on).days for entry in acts if entry.posted_on is not None]
    return sorted(days for days in found if 0 <= days <= _LONG)


def _at(days: Sequence[int], tenths: int) -> int:
    """The nearest rank: the first of which so many tenths are no longer."""
    return days[-(-len(days) * tenths // 10) - 1] if days else 0
