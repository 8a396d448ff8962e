"""The grader of whole answers: what must and what must not stand in all that a reader is shown."""

import re

from core.domain.answer import Answer, ChoiceKind, plain
from core.greek.fold import fold
from evals.cases import Case
from evals.corpora.entries import Corpus
from evals.graders.verdict import Verdict

_SHOWN_WHOLE = frozenset({ChoiceKind.LINK, ChoiceKind.ASK})


def seen(answer: Answer) -> str:
    """Text, buttons and links, folded line by line."""
    buttons = [f"{choice.label} {choice.text if choice.kind in _SHOWN_WHOLE else ''}" for choice in answer.choices]
    links = [link for citation in answer.citations for link in (citation.page_url, citation.url)]
    return "\n".join(fold(line) for line in [*plain(answer.text).splitlines(), *buttons, *links])


def whole(case: Case, answer: Answer, corpus: Corpus, verdict: Verdict) -> None:
    """Every `must` stands, no `must_not` does, and it came in time."""
    text = seen(answer)
    for expression in case.must:
        if not re.search(expression, text):
            verdict.fault(f"lacks {expression!r}")
    for expression in case.must_not:
        if found := re.search(expression, text):
            verdict.forbidden = True
            verdict.fault(f"holds {found.group()!r}")
    spent = answer.milliseconds.get("total", 0) / 1000
    if case.seconds and spent > case.seconds:
        verdict.fault(f"took {spent:.1f} s")
    if case.awaits and verdict.problems:
        verdict.fault(f"awaits {case.awaits}")
