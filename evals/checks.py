"""Graders, deterministic: what is wrong with an answer, and which of the three gates it breaks."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal

from core.answer.slots import to_json
from core.domain.answer import Answer, Figure, plain
from core.greek.fold import fold
from evals.cases import Case, Kind, subjects_matching
from evals.corpora.entries import NOTHING, Corpus, Query
from evals.messages import same

EURO, DECISIONS = "euro", "decisions"
REFUSALS = frozenset({"refused", "out_of_scope", "wrong_unit", "outside_coverage", "not_in_data", "unclear"})
TELLING = frozenset({"answered", "partial"})
STAGE_WORDS = {
    "commitment": r"δεσμευ|αναληψ",
    "award": r"αναθε[στ]|ανετεθ|κατακυρ",
    "contract": r"συμβασ|συμφωνησ",
    "approval": r"εγκρι",
    "payment": r"πληρω",
    "tender": r"προκηρυ|διακηρυ|διαγωνισμ",
    "grant": r"επιχορηγ|χορηγ",
}
_ADA = re.compile(r"(?<![\w-])[Α-Ω\d]{4,10}-[Α-Ω\d]{3}(?![\w-])")
_FIRST_SHOWN = 5


@dataclass(slots=True, kw_only=True)
class Verdict:
    """`problems` empty: passed. The flags are the gates; `found` at which place the first relevant act stands."""

    problems: list[str] = field(default_factory=list)
    wrong_figure: bool = False
    invented_ada: bool = False
    answered_refusal: bool = False
    place: int | None = None
    hits: int = 0
    missed: int = 0
    extra: int = 0

    @property
    def passed(self) -> bool:
        return not self.problems

    def wrong(self, problem: str) -> None:
        self.problems.append(problem)
        self.wrong_figure = True


def grade(case: Case, answer: Answer, corpus: Corpus) -> Verdict:
    """The kind's own check, and those that hold for every answer."""
    verdict = Verdict()
    _CHECKS[case.kind](case, answer, corpus, verdict)
    if case.kind is Kind.UNDERSTOOD:
        return verdict
    _outcome(case, answer, verdict)
    _only_held_acts(case, answer, corpus, verdict)
    _amounts_of_acts(answer, corpus, verdict)
    _predicates(case, answer, verdict)
    if case.intent or case.slots:
        _understood(case, answer, corpus, verdict)
    return verdict


def failed(error: BaseException) -> Verdict:
    """An outage or a bug is never a pass, whatever was expected."""
    return Verdict(problems=[f"{type(error).__name__}: {error}"])


def in_greek(amount: Decimal) -> str:
    """«1.234,56 €», by a rule of its own."""
    cents = amount.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    return f"{cents:,.2f}".translate(str.maketrans(",.", ".,")) + " €"


def _outcome(case: Case, answer: Answer, verdict: Verdict) -> None:
    if case.outcomes and answer.outcome.value not in case.outcomes:
        verdict.problems.append(f"outcome {answer.outcome.value}, not {'/'.join(case.outcomes)}")


def _only_held_acts(case: Case, answer: Answer, corpus: Corpus, verdict: Verdict) -> None:
    """No ΑΔΑ but those held, those that the question holds, and those inside a cited subject."""
    cited = {citation.ada for citation in answer.citations} | {row.ada for each in answer.findings for row in each.rows}
    typed = set(case.absent) | set(_ADA.findall(case.text.upper()))
    inside = " ".join(corpus.subjects.get(ada, "") for ada in cited).upper()
    seen = cited | set(_ADA.findall(plain(answer.text)))
    for ada in sorted(seen - set(corpus.subjects) - typed):
        if ada not in inside or ada in cited:
            verdict.invented_ada = True
            verdict.problems.append(f"ΑΔΑ {ada} is held by nobody")


def _amounts_of_acts(answer: Answer, corpus: Corpus, verdict: Verdict) -> None:
    """What a list says of an act is what the act says. An amount given away as ΑΦΜ is not in our lists at all."""
    for row in (row for each in answer.findings for row in each.rows):
        known = corpus.amounts(row.ada)
        if row.amount is not None and known and not _is_among(abs(row.amount), known):
            verdict.wrong(f"{row.ada}: {row.amount}, the act says {sorted(known)}")


def _is_among(value: Decimal, known: Iterable[Decimal]) -> bool:
    return any(_cents(value) == _cents(each) for each in known)


def _cents(value: Decimal) -> Decimal:
    return value.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


def _predicates(case: Case, answer: Answer, verdict: Verdict) -> None:
    text = fold(plain(answer.text))
    verdict.problems += [f"lacks {each!r}" for each in case.must if not re.search(fold(each), text)]
    verdict.problems += [f"holds {each!r}" for each in case.must_not if re.search(fold(each), text)]


def _total(case: Case, answer: Answer, corpus: Corpus, verdict: Verdict) -> None:
    """Every net figure is its own stage's; the asked one leads where it can be told, and is not given where not."""
    truth = corpus.stages(_all_stages(case.about))
    stage = case.about.stage or "payment"
    asked = truth.get(stage, NOTHING)
    nets = [figure for figure in answer.figures if figure.unit.value == EURO and figure.label == "net"]
    for figure in nets:
        _net(figure, truth, verdict)
        _same_period(case, figure, verdict)
    if not asked.can_be_told:
        if any(figure.stage and figure.stage.value == stage for figure in nets):
            verdict.wrong(f"gives {stage}, of which nothing can be told")
        if answer.outcome.value == "answered":
            verdict.problems.append(f"answered, though {stage} has no figure to give")
        return
    _leads(nets, stage, asked.net, answer, verdict)
    _cited_within(answer, truth[stage].adas, verdict)


def _net(figure: Figure, truth: dict[str, Any], verdict: Verdict) -> None:
    name = figure.stage.value if figure.stage else ""
    if name not in STAGE_WORDS or name == "tender":
        return
    expected = truth.get(name, NOTHING)
    said = (_cents(figure.value), figure.decisions, figure.without_amount)
    if said != (_cents(expected.net), len(expected.adas), len(expected.silent)):
        right = (expected.net, len(expected.adas), len(expected.silent))
        verdict.wrong(f"{name}: {said[0]} of {said[1]} acts ({said[2]} silent), truth {right}")
