"""Grades an answer, deterministically: the check of its kind, then those that hold for every answer."""

import re
from collections.abc import Callable, Mapping

from core.domain.answer import Answer, plain
from core.greek.fold import fold
from evals.cases import Case, Kind
from evals.corpora.entries import Corpus
from evals.graders import comparisons, figures, lists, measures, near
from evals.graders.quoted import Pages, backed, quoted
from evals.graders.seed import seed_problems
from evals.graders.verdict import Verdict, cents
from evals.graders.whole import whole

_ADA = re.compile(r"(?<![\w-])[Α-Ω\d]{4,10}-[Α-Ω\d]{3}(?![\w-])")
_CHECKS: Mapping[Kind, Callable[[Case, Answer, Corpus, Verdict], None]] = {
    Kind.TOTAL: figures.total,
    Kind.COUNT: figures.count,
    Kind.COMPARE: comparisons.compare,
    Kind.AVERAGE: measures.average,
    Kind.SHARE: measures.share,
    Kind.DELAY: measures.delay,
    Kind.NEAR: near.near,
    Kind.RANK: figures.rank,
    Kind.RECORDS: lists.records,
    Kind.CARD: lists.card,
    Kind.REFUSAL: lists.refusal,
    Kind.UNDERSTOOD: lambda case, answer, corpus, verdict: lists.understood(case, answer.request, verdict),
    Kind.QUOTED: quoted,
    Kind.WHOLE: whole,
}


def grade(case: Case, answer: Answer, corpus: Corpus, pages: Pages | None = None) -> Verdict:
    """`pages`: of the acts that are quoted."""
    verdict = Verdict()
    backed(answer, pages or {}, verdict)
    _CHECKS[case.kind](case, answer, corpus, verdict)
    _outcome(case, answer, verdict)
    _only_held_acts(case, answer, corpus, verdict)
    _amounts_of_acts(answer, corpus, verdict)
    if case.kind is not Kind.WHOLE:
        _predicates(case, answer, verdict)
    if case.seed:
        verdict.theirs = seed_problems(case, answer, corpus)
    if case.kind is not Kind.UNDERSTOOD and case.intent:
        lists.understood(case, answer.request, verdict)
    return verdict


def failed(error: BaseException) -> Verdict:
    """An outage or a bug is never a pass, whatever was expected."""
    return Verdict(problems=[f"{type(error).__name__}: {error}"])


def _outcome(case: Case, answer: Answer, verdict: Verdict) -> None:
    if case.outcomes and answer.outcome.value not in case.outcomes:
        verdict.fault(f"outcome {answer.outcome.value}, not {'/'.join(case.outcomes)}")


def _only_held_acts(case: Case, answer: Answer, corpus: Corpus, verdict: Verdict) -> None:
    """No ΑΔΑ but those held, those that the question holds, and those inside the subject of a cited act."""
    cited = {citation.ada for citation in answer.citations} | {row.ada for each in answer.findings for row in each.rows}
    inside = " ".join(corpus.subjects.get(ada, "") for ada in cited).upper()
    typed = {*case.absent, *_ADA.findall(case.text.upper())}
    named = {ada for ada in _ADA.findall(plain(answer.text)) if ada not in inside}
    for ada in sorted((cited | named) - set(corpus.subjects) - typed):
        verdict.invented_ada = True
        verdict.fault(f"nobody holds {ada}")


def _amounts_of_acts(answer: Answer, corpus: Corpus, verdict: Verdict) -> None:
    """What a list says of an act is what the act says."""
    for row in (row for each in answer.findings for row in each.rows):
        if row.amount is None or row.stage is None or row.stage.value not in corpus.known_stages:
            continue
        known = {cents(amount) for amount in corpus.amounts(row.ada)}
        if cents(abs(row.amount)) not in known:
            verdict.wrong(f"{row.ada}: {row.amount}, the act says {sorted(known)}")


def _predicates(case: Case, answer: Answer, verdict: Verdict) -> None:
    text = fold(plain(answer.text))
    for expression in case.must:
        if not re.search(expression, text):
            verdict.fault(f"lacks {expression!r}")
    for expression in case.must_not:
        if re.search(expression, text):
            verdict.fault(f"holds {expression!r}")
