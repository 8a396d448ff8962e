"""Grader of comparisons: each side, difference, percent and share that is told, against the truth of its own side."""

import re
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from core.domain.answer import Answer, Figure, plain
from core.greek.fold import fold
from evals.cases import Case
from evals.corpora.entries import NOTHING, ZERO, Corpus, Query, Total
from evals.graders.figures import STAGE_WORDS, TELLING
from evals.graders.verdict import EURO, Verdict, cents, in_greek

_HUNDRED = Decimal(100)
_BETWEEN = re.compile(r"(difference|percent) (.+) → (.+)")
_OF_ACT = re.compile(r"(share|without) (\S+-\S+)")
_OF_MONTH = re.compile(r"share month (\d\d)")
_OF_COMPANY = re.compile(r"share payee .*ΑΦΜ (\d{9})")

Sides = Mapping[str, Mapping[str, Total]]


def compare(case: Case, answer: Answer, corpus: Corpus, verdict: Verdict) -> None:
    """What can be told of all sides must be; what cannot has no figure; nothing is subtracted across stages."""
    queries = dict(case.sides)
    truth = {key: corpus.stages(replace(query, stage=None)) for key, query in case.sides}
    for figure in answer.figures:
        if figure.unit.value == EURO and figure.label.startswith("net "):
            _is_net(figure, truth, verdict)
        elif between := _BETWEEN.fullmatch(figure.label):
            _is_between(figure, between[1], between[2], between[3], truth, verdict)
        elif of_act := _OF_ACT.fullmatch(figure.label):
            _is_of_act(figure, of_act[1], of_act[2], corpus, queries, truth, verdict)
    _parts(answer, corpus, queries, truth, verdict)
    asked = {key: query.stage or "payment" for key, query in case.sides}
    told = {key: truth[key].get(stage, NOTHING) for key, stage in asked.items()}
    if case.outcomes:
        return
    if not all(total.can_be_told for total in told.values()):
        if answer.outcome.value == "answered":
            verdict.fault(f"answered, though not all of {asked} can be told")
        return
    if answer.outcome.value not in TELLING:
        verdict.fault(f"{answer.outcome.value}, truth {[str(total.net) for total in told.values()]}")
        return
    _tells(answer, asked, told, verdict)
    if len(told) == 2:
        _tells_difference(answer, asked, told, verdict, in_time=_in_time(case))


def _in_time(case: Case) -> bool:
    return len({(query.years, query.since, query.until) for _, query in case.sides}) > 1


def _of(figure: Figure, key: str, truth: Sides) -> Total:
    return truth.get(key, {}).get(figure.stage.value if figure.stage else "", NOTHING)


def _is_net(figure: Figure, truth: Sides, verdict: Verdict) -> None:
    key = figure.label.removeprefix("net ")
    expected = _of(figure, key, truth)
    said = (cents(figure.value), figure.decisions, figure.without_amount)
    right = (cents(expected.net), len(expected.adas), len(expected.silent))
    if said != right or not expected.can_be_told:
        verdict.wrong(f"{key}, {figure.stage}: {said}, truth {right}")


def _is_between(figure: Figure, what: str, first: str, second: str, truth: Sides, verdict: Verdict) -> None:
    """Of amounts as a reader sees them, to the cent."""
    before, after = _of(figure, first, truth), _of(figure, second, truth)
    if not (before.can_be_told and after.can_be_told):
        verdict.wrong(f"{figure.label}: a side of it cannot be told")
        return
    expected = _between(what, before, after)
    if expected != figure.value:
        verdict.wrong(f"{figure.label}: {figure.value}, truth {expected}")


def _between(what: str, before: Total, after: Total) -> Decimal | None:
    difference = cents(after.net) - cents(before.net)
    if what == "difference":
        return difference
    return _share(difference, cents(before.net))


def _share(part: Decimal, whole: Decimal) -> Decimal | None:
    return round_tenth(part / whole * _HUNDRED) if whole > 0 else None


def round_tenth(value: Decimal) -> Decimal:
    """Half away from zero, by a rule of its own."""
    tenths = int(abs(value) * 10 + Decimal("0.5"))
    return Decimal(tenths if value >= 0 else -tenths) / 10


def _larger(figure: Figure, truth: Sides) -> tuple[str, Decimal]:
    """The side with more of the figure's stage, and by how much."""
    nets = {key: cents(_of(figure, key, truth).net) for key in truth}
    key = max(nets, key=lambda each: nets[each])
    return key, max(nets.values()) - min(nets.values())


def _is_of_act(
    figure: Figure, what: str, ada: str, corpus: Corpus, queries: Mapping[str, Query], truth: Sides, verdict: Verdict
) -> None:
    """A share of the difference, or what the larger side is without the act."""
    key, difference = _larger(figure, truth)
    query = replace(queries[key], stage=figure.stage.value if figure.stage else None)
    amount = cents(sum((entry.amount or ZERO for entry in corpus.chosen(query) if entry.ada == ada), ZERO))
    without = cents(_of(figure, key, truth).net) - amount
    expected = _share(amount, difference) if what == "share" else without
    if not amount or figure.value != expected:
        verdict.wrong(f"{figure.label}: {figure.value}, truth {expected}")


def _parts(answer: Answer, corpus: Corpus, queries: Mapping[str, Query], truth: Sides, verdict: Verdict) -> None:
    """The month or the company that is said to differ most: on each side, and as a share of the difference."""
    for share in answer.figures:
        month, company = _OF_MONTH.fullmatch(share.label), _OF_COMPANY.search(share.label)
        if month is None and company is None:
            continue
        stage = share.stage.value if share.stage else None
        sums = {}
        for key, query in queries.items():
            own = replace(query, stage=stage)
            sums[key] = (
                _of_month(corpus, own, month[1]) if month else _of_company(corpus, own, company[1] if company else "")
            )
        kind = "month" if month else "payee"
        for figure in answer.figures:
            key = figure.label.removeprefix(f"{kind} ")
            if figure.label.startswith(kind) and key in sums and figure.value != sums[key]:
                verdict.wrong(f"{share.label}, {key}: {figure.value}, truth {sums[key]}")
        larger, difference = _larger(share, truth)
        along = sums[larger] - sum((value for key, value in sums.items() if key != larger), ZERO)
        if share.value != _share(along, difference):
            verdict.wrong(f"{share.label}: {share.value}, truth {_share(along, difference)}")


def _of_month(corpus: Corpus, query: Query, month: str) -> Decimal:
    entries = [entry for entry in corpus.chosen(query) if entry.counted and f"{entry.issued_on:%m}" == month]
    return cents(sum((entry.amount or ZERO for entry in entries), ZERO))


def _of_company(corpus: Corpus, query: Query, company: str) -> Decimal:
    """Acts every line of which names this payee alone; what they give back is no part."""
    acts: dict[str, list[tuple[tuple[str, ...], Decimal]]] = {}
    for entry in corpus.chosen(query):
        if entry.counted:
            acts.setdefault(entry.ada, []).append((tuple(set(entry.payees)), entry.amount or ZERO))
    theirs = [lines for lines in acts.values() if all(payees == (company,) for payees, _ in lines)]
    return cents(sum((amount for lines in theirs for _, amount in lines if amount > 0), ZERO))


def _tells(answer: Answer, asked: Mapping[str, str], told: Mapping[str, Total], verdict: Verdict) -> None:
    text = plain(answer.text)
    labels = {(figure.label, figure.stage.value if figure.stage else "") for figure in answer.figures}
    for key, total in told.items():
        if (f"net {key}", asked[key]) not in labels:
            verdict.fault(f"no figure of {key}, truth {total.net}")
        if in_greek(total.net) not in text:
            verdict.fault(f"the text lacks {in_greek(total.net)} of {key}")
        if not re.search(STAGE_WORDS[asked[key]], fold(text.split("\n\n")[0])):
            verdict.fault(f"the first sentence does not name the stage {asked[key]}")
    if not answer.citations:
        verdict.fault("cites nothing")


def _tells_difference(
    answer: Answer, asked: Mapping[str, str], told: Mapping[str, Total], verdict: Verdict, *, in_time: bool
) -> None:
    """None across stages. Else in the first sentence, the earlier side first, or the larger of two at one time."""
    differences = [figure for figure in answer.figures if figure.label.startswith(("difference ", "percent "))]
    if len(set(asked.values())) > 1:
        if differences:
            verdict.wrong(f"subtracts across stages: {differences[0].label}")
        return
    (_, first), (_, second) = told.items()
    gap = cents(second.net) - cents(first.net)
    sentence = plain(answer.text).split("\n\n")[0]
    if gap and in_greek(abs(gap)) not in sentence:
        verdict.fault(f"the first sentence lacks the difference {in_greek(abs(gap))}")
    order = [first, second] if in_time or gap <= 0 else [second, first]
    places = [sentence.find(in_greek(total.net)) for total in order]
    if gap and not 0 <= places[0] < places[1]:
        verdict.fault("the sides stand in the wrong order")
    moved = "αυξηθηκαν απο" if gap > 0 else "μειωθηκαν απο"
    if in_time and gap and moved not in fold(sentence):
        verdict.wrong(f"the direction is not «{moved}»")
