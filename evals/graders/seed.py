"""The first seed's own rule of passing, re-stated (SEEDS D1): what was retrieved, what was refused, what stands there.

No ΑΔΑ in the answer but a retrieved one; refused exactly when it should be; of the expected acts one was retrieved, of
the expected texts one stands in the answer. Expected are the acts and figures of the corpus, for theirs are not held.
"""

import re
from dataclasses import replace
from decimal import Decimal

from core.domain.answer import Answer, plain
from core.greek.fold import fold
from evals.cases import Case, Kind, subjects_matching
from evals.corpora.entries import Corpus
from evals.graders.verdict import in_greek

_ADA = re.compile(r"(?<![\w-])[Α-Ω\d]{4,10}-[Α-Ω\d]{3}(?![\w-])")
_REFUSALS = frozenset({"refused", "out_of_scope", "wrong_unit", "not_in_data", "outside_coverage", "unclear"})


def seed_problems(case: Case, answer: Answer, corpus: Corpus) -> list[str]:
    """Empty: passed."""
    text = plain(answer.text)
    retrieved = {row.ada for finding in answer.findings for row in finding.rows}
    retrieved |= {citation.ada for citation in answer.citations} | set(case.adas)
    inside = " ".join(corpus.subjects.get(ada, "") for ada in retrieved).upper()
    strangers = [ada for ada in _ADA.findall(text) if ada not in retrieved and ada not in inside]
    refused = answer.outcome.value in _REFUSALS
    acts, texts = _expected_acts(case, corpus), _expected_texts(case, corpus)
    problems = [f"not retrieved: {ada}" for ada in strangers]
    if refused != (case.kind is Kind.REFUSAL):
        problems.append(f"refused: {refused}")
    if acts and not acts & retrieved:
        problems.append(f"none of {len(acts)} expected acts was retrieved")
    if texts and not any(each in text for each in texts):
        problems.append(f"none of {texts} in the answer")
    return problems


def _expected_acts(case: Case, corpus: Corpus) -> frozenset[str]:
    match case.kind:
        case Kind.RECORDS:
            return subjects_matching(corpus, case, fold)
        case Kind.CARD:
            return frozenset(case.adas)
        case Kind.RANK:
            return frozenset(ada for ada, _ in corpus.ranked(case.about, largest=case.largest, limit=1))
        case _:
            return frozenset()


def _expected_texts(case: Case, corpus: Corpus) -> list[str]:
    """Each way to write the figure; of a stage that was never read, those of the stages that were."""
    match case.kind:
        case Kind.COUNT:
            number = len(corpus.acts(case.about))
            return [str(number), f"{number:,}".replace(",", ".")]
        case Kind.RANK:
            return [_written(amount) for _, amount in corpus.ranked(case.about, largest=case.largest, limit=1)]
        case Kind.TOTAL:
            stages = corpus.stages(replace(case.about, stage=None))
            asked = stages.get(case.about.stage or "")
            told = [asked] if asked and asked.can_be_told else [each for each in stages.values() if each.can_be_told]
            return [_written(total.net) for total in told]
        case _:
            return []


def _written(amount: Decimal) -> str:
    return in_greek(amount).removesuffix(" €")
