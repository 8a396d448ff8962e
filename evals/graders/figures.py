"""Graders of figures: totals of a stage, numbers of acts, rankings; each against the truth of the corpus."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.domain.answer import Answer, Figure, plain
from core.greek.fold import fold
from evals.cases import Case
from evals.corpora.entries import NOTHING, Corpus, Total
from evals.graders.verdict import DECISIONS, EURO, Verdict, cents, in_greek

TELLING = frozenset({"answered", "partial"})
STAGE_WORDS = {
    "commitment": "δεσμευ|αναληψ|αναλαβ",
    "award": "αναθε|ανεθε|ανατεθ|κατακυρ",
    "contract": "συμβασ|συμφωνησ",
    "approval": "εγκρι|ενεκριν",
    "payment": "πληρω",
    "tender": "προκηρυ|διακηρυ|διαγωνισμ",
    "grant": "χορηγ",
    "personnel": "προσωπικ|μισθοδοσ|διορισμ",
}

_LISTED = re.compile(r"\d+\. ")


def total(case: Case, answer: Answer, corpus: Corpus, verdict: Verdict) -> None:
    """Every net figure is its own stage's; the asked one leads where it can be told, and is not given where not."""
    stage = case.about.stage or "payment"
    truth = corpus.stages(replace(case.about, stage=None))
    asked = truth.get(stage, NOTHING)
    nets = _shown(answer)
    if stage == "commitment" and asked.can_be_told and not (case.about.years or case.about.since):
        _years_apart(case, answer, corpus, verdict)
        return
    for figure in nets:
        if figure.stage and figure.stage.value in corpus.known_stages:
            _is_net(figure, truth.get(figure.stage.value, NOTHING), verdict)
        _same_period(case, figure, verdict)
    if asked.can_be_told:
        _leads(nets, stage, asked, answer, verdict)
        _cited_within(answer, asked.adas | _joint(case, corpus), verdict)
    else:
        _is_not_told(nets, stage, truth, answer, verdict)


def _joint(case: Case, corpus: Corpus) -> frozenset[str]:
    """Acts that name the payee among others: told of, and outside of the figure."""
    entries = corpus.chosen(replace(case.about, payee=None)) if case.about.payee else []
    return frozenset(entry.ada for entry in entries if case.about.payee in entry.payees)


def _shown(answer: Answer) -> list[Figure]:
    """The leading net figure, and those that a reader is told as of their stage outside of the list of acts."""
    lines = [line for line in plain(answer.text).splitlines() if not _LISTED.match(line)]
    nets = [figure for figure in answer.figures if figure.unit.value == EURO and figure.label == "net"]
    return [figure for figure in nets if figure is nets[0] or _is_told(figure, lines)]


def _is_told(figure: Figure, lines: Sequence[str]) -> bool:
    words = STAGE_WORDS.get(figure.stage.value, "") if figure.stage else ""
    return any(in_greek(figure.value) in line and re.search(words, fold(line)) for line in lines)


def _years_apart(case: Case, answer: Answer, corpus: Corpus, verdict: Verdict) -> None:
    """Commitments of several fiscal years are told year by year: what is not paid is committed again in the next."""
    text = plain(answer.text)
    years = sorted({entry.year for entry in corpus.chosen(case.about) if entry.counted})
    for year in years:
        expected = corpus.stages(replace(case.about, years=(year,))).get("commitment", NOTHING)
        label = "net" if len(years) == 1 else f"net {year}"
        said = [figure.value for figure in answer.figures if figure.label == label and figure.unit.value == EURO]
        if not said:
            verdict.fault(f"no figure of {year}, truth {expected.net}")
        elif cents(said[0]) != cents(expected.net):
            verdict.wrong(f"{year}: {said[0]}, truth {expected.net}")
        elif in_greek(expected.net) not in text:
            verdict.fault(f"the text lacks {in_greek(expected.net)} of {year}")
    _cited_within(answer, corpus.acts(case.about), verdict)


def _is_net(figure: Figure, expected: Total, verdict: Verdict) -> None:
    said = (cents(figure.value), figure.decisions, figure.without_amount)
    right = (cents(expected.net), len(expected.adas), len(expected.silent))
    if said != right:
        verdict.wrong(f"{figure.stage}: {said[0]} of {said[1]} acts, {said[2]} silent; truth {right[0]}, {right[1:]}")


def _leads(nets: list[Figure], stage: str, asked: Total, answer: Answer, verdict: Verdict) -> None:
    if answer.outcome.value not in TELLING:
        verdict.fault(f"{answer.outcome.value}, truth {asked.net} of {len(asked.adas)} acts")
        return
    if not nets:
        verdict.fault(f"no figure, truth {asked.net}")
        return
    if not nets[0].stage or nets[0].stage.value != stage:
        verdict.fault(f"{nets[0].stage} leads, not {stage}")
    text = plain(answer.text)
    if in_greek(asked.net) not in text:
        verdict.fault(f"the text lacks {in_greek(asked.net)}")
    if not re.search(STAGE_WORDS[stage], fold(text)):
        verdict.fault(f"the text does not name the stage {stage}")


def _is_not_told(nets: list[Figure], stage: str, truth: Mapping[str, Total], answer: Answer, verdict: Verdict) -> None:
    """What was not read has no total; what is absent is not a zero; another stage is given as such."""
    if any(figure.stage and figure.stage.value == stage for figure in nets):
        verdict.wrong(f"gives {stage}, of which nothing can be told")
    if answer.outcome.value == "answered":
        verdict.fault(f"answered, though {stage} has no figure to give")
    if nets and nets[0].stage and not truth.get(nets[0].stage.value, NOTHING).can_be_told:
        verdict.wrong(f"gives {nets[0].stage}, of which nothing can be told")


def _same_period(case: Case, figure: Figure, verdict: Verdict) -> None:
    """Asked for a year, the figure is of that year: no wider and no narrower."""
    about, period = case.about, figure.period
    if len(about.years) == 1 and (period is None or period.whole_year != about.years[0]):
        verdict.fault(f"period {period}, asked {about.years[0]}")
    if about.since and (period is None or (period.since, period.until) != (about.since, about.until)):
        verdict.fault(f"period {period}, asked from {about.since} until {about.until}")


def _cited_within(answer: Answer, relevant: frozenset[str], verdict: Verdict) -> None:
    cited = {citation.ada for citation in answer.citations}
    if not cited:
        verdict.fault("cites nothing")
    if cited - relevant:
        verdict.fault(f"cites what the figure does not stand on: {sorted(cited - relevant)}")


def count(case: Case, answer: Answer, corpus: Corpus, verdict: Verdict) -> None:
    """A number of acts: a unit of its own, never euro."""
    truth = len(corpus.acts(case.about))
    counts = [each for each in answer.figures if each.unit.value == DECISIONS and each.label == "decisions"]
    if not truth:
        if counts and counts[0].value:
            verdict.wrong(f"{counts[0].value} acts, truth none")
        return
    if answer.outcome.value not in TELLING or not counts:
        verdict.fault(f"{answer.outcome.value} without a count, truth {truth}")
        return
    _same_period(case, counts[0], verdict)
    if counts[0].value != truth:
        verdict.wrong(f"{counts[0].value} acts, truth {truth}")
    if not re.search(rf"(?<![\d.,]){f'{truth:,}'.replace(',', '[.]')}(?![\d,])|\bμια\b", fold(plain(answer.text))):
        verdict.fault(f"the text lacks {truth}")


def _other_stage(case: Case, answer: Answer, corpus: Corpus) -> str | None:
    """The stage that a partial answer ranks instead of the one asked."""
    ranked = [figure.stage.value for figure in answer.figures if figure.stage and figure.label in corpus.subjects]
    partial = answer.outcome.value == "partial" and len(set(ranked)) == 1
    return ranked[0] if partial and ranked[0] != case.about.stage else None


def rank(case: Case, answer: Answer, corpus: Corpus, verdict: Verdict) -> None:
    """The first acts in order; acts of one amount may stand in either order. Where the stage asked has no amounts, a
    partial answer may rank another, which is graded as itself."""
    truth = corpus.ranked(case.about, largest=case.largest, limit=case.limit)
    if not truth and (other := _other_stage(case, answer, corpus)):
        rank(replace(case, about=replace(case.about, stage=other)), answer, corpus, verdict)
        return
    said = [
        (figure.label, figure.value)
        for figure in answer.figures
        if figure.unit.value == EURO and figure.label in corpus.subjects
    ]
    if not truth:
        if said:
            verdict.wrong(f"ranks {len(said)} acts, truth none")
        return
    if not said:
        verdict.fault(f"{answer.outcome.value} without a ranking, truth {truth[0]}")
        return
    amounts = [cents(value) for _, value in said[: case.limit]]
    right = [cents(value) for _, value in truth]
    if amounts != right:
        verdict.wrong(f"amounts {amounts}, truth {right}")
    everything = dict(corpus.ranked(case.about, largest=case.largest, limit=len(corpus.entries)))
    strangers = [ada for ada, value in said if cents(everything.get(ada, value - 1)) != cents(value)]
    if strangers:
        verdict.wrong(f"{strangers} with an amount that is not theirs at this stage")
    text = plain(answer.text)
    for ada, value in said[: case.limit]:
        if ada not in text or in_greek(value) not in text:
            verdict.fault(f"the text lacks {ada} with {in_greek(value)}")
