"""The recorded messages as a suite: how each is understood, intent and slots, with no database."""

import json
import time

from core.answer.understanding import understand
from core.domain.answer import Answer, Outcome
from evals.cases import Case, Kind, Suite
from evals.checks import grade
from evals.corpora.entries import Corpus
from evals.corpora.real import SHARED
from evals.messages import Line, read_lines, read_register
from evals.run import Result


def case_of(line: Line) -> Case:
    return Case(
        id=line.id,
        text=line.text,
        trap="as people type",
        kind=Kind.UNDERSTOOD,
        today=line.today,
        previous=line.previous,
        intent=line.intent,
        slots=line.slots,
    )


async def understanding(corpus: Corpus) -> tuple[Suite, list[Result]]:
    """Each line by the rules alone."""
    register = SHARED / "fixtures" / "organizations_active.json"
    bodies = read_register(register)
    uids = frozenset(row["uid"] for row in json.loads(register.read_text(encoding="utf-8"))["organizations"])
    suite = Suite(name="messages", corpus=corpus.name, cases=tuple(map(case_of, read_lines(SHARED / "messages.jsonl"))))
    results = []
    for case in suite.cases:
        started = time.perf_counter()
        request = understand(
            case.text, today=case.today, bodies=bodies, previous=case.previous, registered=uids.__contains__
        )
        spent = (time.perf_counter() - started) * 1000
        read = Answer(outcome=Outcome.UNCLEAR, text="", request=request)
        results.append(
            Result(case=case, verdict=grade(case, read, corpus), outcome="read", text="", milliseconds=spent)
        )
    return suite, results
