"""Graders of what is shown or refused: lists of acts, cards, refusals, and how the question was read."""

import re
from dataclasses import replace

from core.answer.slots import to_json
from core.domain.answer import Answer, plain
from core.domain.request import Request
from core.greek.fold import fold
from evals.cases import Case, subjects_matching
from evals.corpora.entries import Corpus
from evals.graders.verdict import EURO, Verdict, in_greek
from evals.messages import same

SHOWN = 5
SILENT = frozenset({"refused", "out_of_scope", "outside_coverage", "unclear"})


def records(case: Case, answer: Answer, corpus: Corpus, verdict: Verdict) -> None:
    """A relevant act among the first five, and none outside of what the question limits."""
    relevant = subjects_matching(corpus, case, fold)
    cited = [citation.ada for citation in answer.citations]
    if not relevant:
        if answer.outcome.value == "answered":
            verdict.fault("answered, though no such act is held")
        return
    verdict.place = next((place for place, ada in enumerate(cited, 1) if ada in relevant), None)
    first = cited[:SHOWN]
    verdict.shown, verdict.could_show = len(first), min(SHOWN, len(relevant))
    verdict.shown_relevant = sum(ada in relevant for ada in first)
    if answer.outcome.value not in ("answered", "partial"):
        verdict.fault(f"{answer.outcome.value}, truth {len(relevant)} acts")
    elif verdict.place is None or verdict.place > SHOWN:
        verdict.fault(f"none of the {len(relevant)} relevant acts in the first {SHOWN}")
    within = corpus.acts(replace(case.about, topic=None, without=None)) | corpus.unpublished
    outside = [ada for ada in cited if ada not in within]
    if outside:
        verdict.fault(f"outside of what was asked: {outside}")


def card(case: Case, answer: Answer, corpus: Corpus, verdict: Verdict) -> None:
    """Exactly these acts, each with its amounts; of those that nobody holds, a line that says so."""
    cited = {citation.ada for citation in answer.citations}
    linked = {other for ada in case.adas for other in corpus.linked.get(ada, ())}
    if not set(case.adas) <= cited <= set(case.adas) | linked:
        verdict.fault(f"cites {sorted(cited)}, asked {sorted(case.adas)}")
    if not case.adas and answer.outcome.value != "not_in_data":
        verdict.fault(f"{answer.outcome.value}, though no such act is held")
    text = plain(answer.text)
    for ada in (*case.adas, *case.absent):
        if ada not in text:
            verdict.fault(f"the text lacks {ada}")
    for ada in case.adas:
        known = corpus.amounts(ada)
        if known and not any(in_greek(amount) in text for amount in known):
            verdict.fault(f"the text has no amount of {ada}: {sorted(known)}")
    told = {each.label: each.value for each in reversed(answer.figures) if each.unit.value == EURO}
    for ada in case.adas:  # the first figure of an act is its own, a later one that of an earlier version
        if ada in told and told[ada] not in corpus.amounts(ada):
            verdict.wrong(f"{ada}: {told[ada]}, the act says {sorted(corpus.amounts(ada))}")


def refusal(case: Case, answer: Answer, corpus: Corpus, verdict: Verdict) -> None:
    """The kind of refusal is the outcome. No figure in euro beside it; where nothing may be told, no act either."""
    outcome = answer.outcome.value
    euros = [figure.value for figure in answer.figures if figure.unit.value == EURO]
    if outcome in ("answered", "partial") or euros:
        verdict.answered_refusal = True
        verdict.fault(f"a refusal was answered: {outcome}, {len(euros)} figures")
    if outcome in SILENT and (answer.citations or re.search(r"\d €|\d ευρω", fold(plain(answer.text)))):
        verdict.answered_refusal = True
        verdict.fault(f"{outcome}, yet it tells of {len(answer.citations)} acts or an amount")


def understood(case: Case, request: Request | None, verdict: Verdict) -> None:
    """Intent and slots; a slot counts where it is expected or returned."""
    if request is None:
        verdict.fault("the answer does not say how the question was read")
        return
    made = to_json(request)
    if case.intent and made["intent"] != case.intent:
        verdict.fault(f"intent {made['intent']}, not {case.intent}")
    if not case.slots:
        return
    returned = made["slots"]
    for slot in sorted({*case.slots, *(name for name, value in returned.items() if _says(value))}):
        _slot(slot, case.slots.get(slot), returned.get(slot), verdict)


def _slot(slot: str, expected: object, got: object, verdict: Verdict) -> None:
    if not _says(expected) and not _says(got):
        return
    if _says(expected) and _says(got) and same(slot, expected, got):
        verdict.hits += 1
        return
    verdict.missed += _says(expected)
    verdict.extra += _says(got)
    verdict.fault(f"{slot}: {got!r}, not {expected!r}")


def _says(value: object) -> bool:
    return value is not None and value != [] and value != ""
