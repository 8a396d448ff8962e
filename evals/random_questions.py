"""`python -m evals.random_questions`: random questions over the real decisions, asked of the assistant itself.

Right is what the raw JSON says by rules of its own (`truth_money`, `truth_contracts`, `random_drawn`), for the words
that the answer prints as understood. An answer without a figure, where there is one, is a refusal and no error.
"""

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from core.domain.answer import Answer, Figure, Question, plain
from core.settings import Settings
from evals.bench import RESULTS, machine
from evals.corpora import real
from evals.graders.verdict import DECISIONS, EURO, cents, in_greek
from evals.random_drawn import Drawn, Group, Raw, draw
from evals.random_words import Vocabulary
from evals.report import revision
from evals.run import Door, opened
from evals.truth_money import bare, read

_FILES = ("decisions_api.jsonl.gz", "decisions_flat.jsonl.gz")
_WORST = {"agrees": 0, "agrees on nothing": 1, "refused": 2, "misread": 3, "wrong": 4}


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """One question: how it ended, and why not well."""

    drawn: Drawn
    verdict: str
    why: str = ""
    text: str = ""


def raw_acts() -> Raw:
    """Everything in the recorded files, read anew."""
    acts = read(real.SHARED / name for name in _FILES)
    return Raw(
        acts=acts,
        left_out=real.left_out(acts),
        own_numbers=real.own_numbers(),
        vocabulary=Vocabulary(acts),
    )


def grade(raw: Raw, drawn: Drawn, answer: Answer) -> Graded:
    """The worst of what is to be said of an answer."""
    understood = _understood(raw, drawn, answer)
    said = [_misread(raw, drawn, answer), *_figures(raw, drawn, answer, understood)]
    verdict, why = max((each for each in said if each), key=lambda each: _WORST[each[0]])
    return Graded(drawn=drawn, verdict=verdict, why=why, text=plain(answer.text))


def _own(raw: Raw, drawn: Drawn) -> list[Group]:
    return [[[raw.vocabulary.forms(word)]] for word in drawn.topic]


def _understood(raw: Raw, drawn: Drawn, answer: Answer) -> list[Group]:
    """The words as the answer says that it read them; as asked, where it kept nothing."""
    asked = next((finding.asked for finding in answer.findings if finding.asked), None)
    if asked is None:
        return _own(raw, drawn)
    return [[raw.vocabulary.phrase(shown) for shown in group.shown] for group in asked.where.condition.groups]


def _misread(raw: Raw, drawn: Drawn, answer: Answer) -> tuple[str, str] | None:
    """What was bound is what was asked: body, words, payee, limits."""
    asked = next((finding.asked for finding in answer.findings if finding.asked), None)
    if asked is None:
        return None
    where = asked.where
    read_words = {bare(word) for group in where.condition.groups for word in group.shown[0].split()}
    wanted = {word: raw.vocabulary.forms(word) for word in drawn.topic}
    lost = [word for word, forms in wanted.items() if not forms & read_words]
    added = [word for word in read_words if not any(word in forms for forms in wanted.values())]
    bound = (
        where.organizations,
        where.payee_afm,
        where.amount_min,
        where.amount_max,
        where.amount_above or where.amount_below,
    )
    right = ((drawn.body,), drawn.payee, drawn.least, drawn.most, drawn.strict)
    if lost or added:
        return "misread", f"words {sorted(read_words)}, asked {drawn.topic}"
    return None if bound == right else ("misread", f"bound {bound}, asked {right}")


def _figures(raw: Raw, drawn: Drawn, answer: Answer, topic: Sequence[Group]) -> list[tuple[str, str]]:
    if drawn.counts:
        return [_count(raw, drawn, answer, topic)]
    if drawn.year_by_year:
        years = sorted({act.year for act in raw.fitting(drawn, topic) if act.ada not in raw.left_out})
        if years:
            return [_year(raw, drawn, answer, topic, year, alone=len(years) == 1) for year in years]
    return [_sum(raw, drawn, answer, topic)]


def _count(raw: Raw, drawn: Drawn, answer: Answer, topic: Sequence[Group]) -> tuple[str, str]:
    right = len(raw.fitting(drawn, topic))
    said = next((each for each in answer.figures if each.unit.value == DECISIONS and each.label == "decisions"), None)
    if said is None or not said.value:
        return ("refused", f"{answer.outcome}, truth {right} acts") if right else ("agrees on nothing", "")
    if said.value != right:
        return "wrong", f"{said.value} acts, truth {right}"
    return _printed(drawn, answer, said, f"{right:,}".replace(",", ".") if right > 1 else "")


def _year(raw: Raw, drawn: Drawn, answer: Answer, topic: Sequence[Group], year: int, *, alone: bool) -> tuple[str, str]:
    right = raw.total(drawn, topic, year=year)
    labels = (f"net {year}", "net") if alone else (f"net {year}",)
    said = next((each for each in answer.figures if each.unit.value == EURO and each.label in labels), None)
    if said is None:
        return "refused", f"{answer.outcome}, truth of {year} {right.net}"
    if (cents(said.value), said.decisions, said.without_amount) != (cents(right.net), right.acts, right.without_amount):
        return "wrong", f"{year}: {said.value} of {said.decisions} acts, truth {right}"
    return ("agrees", "") if in_greek(right.net) in _text(answer) else ("misread", f"{right.net} is not printed")


def _sum(raw: Raw, drawn: Drawn, answer: Answer, topic: Sequence[Group]) -> tuple[str, str]:
    right, told = raw.total(drawn, topic), raw.is_told(drawn, topic)
    nets = [each for each in answer.figures if each.unit.value == EURO and each.label == "net"]
    said = next((each for each in nets if each.stage and each.stage.value == drawn.stage), None)
    if said is None:
        return (
            ("refused", f"{answer.outcome}, truth {right.net} of {right.acts}") if told else ("agrees on nothing", "")
        )
    if not told:
        return "wrong", f"{said.value}, truth: nothing to tell ({right})"
    if said is not nets[0]:
        return "misread", f"{nets[0].stage} leads"
    if (cents(said.value), said.decisions, said.without_amount) != (cents(right.net), right.acts, right.without_amount):
        return "wrong", f"{said.value} of {said.decisions} acts, {said.without_amount} silent; truth {right}"
    return _printed(drawn, answer, said, in_greek(right.net))


def _printed(drawn: Drawn, answer: Answer, said: Figure, words: str) -> tuple[str, str]:
    """The figure stands in the text, and is of the period that was asked."""
    period, span = said.period, drawn.span
    bounds = (period.since, period.last_day) if period else (None, None)
    if bounds != (span.since, span.until):
        return "misread", f"period {bounds}, asked {span}"
    return ("agrees", "") if words in _text(answer) else ("misread", f"{words} is not printed")


def _text(answer: Answer) -> str:
    return plain(answer.text).replace("−", "-")


async def ask(raw: Raw, door: Door, seeds: Sequence[int], number: int) -> dict[int, list[Graded]]:
    """Seed → its questions, graded."""
    return {
        seed: [await _asked(raw, door, drawn, f"{seed}-{place}") for place, drawn in enumerate(draw(raw, seed, number))]
        for seed in seeds
    }


async def _asked(raw: Raw, door: Door, drawn: Drawn, name: str) -> Graded:
    """In a conversation of its own, so that nothing is read from the question before."""
    question = Question(
        conversation=f"eval:random:{name}", text=drawn.text, asked_on=real.TODAY, organization_uid=drawn.body
    )
    return grade(raw, drawn, await door.ask(question))


def summed_up(graded: dict[int, list[Graded]]) -> dict[str, Any]:
    """Counts by seed, and whatever does not agree with its reason: no text of an answer, which may name people."""
    return {
        "seeds": {seed: dict(Counter(each.verdict for each in listed)) for seed, listed in graded.items()},
        "all": dict(Counter(each.verdict for listed in graded.values() for each in listed)),
        "apart": [
            {"seed": seed, "body": each.drawn.body, "asked": each.drawn.text, "verdict": each.verdict, "why": each.why}
            for seed, listed in graded.items()
            for each in listed
            if not each.verdict.startswith("agrees")
        ],
    }


async def _run(seeds: Sequence[int], number: int) -> tuple[Raw, dict[int, list[Graded]]]:
    raw = raw_acts()
    async with opened(real.read()) as door:
        return raw, await ask(raw, door, seeds, number)


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 nothing is wrong, 1 something is."""
    parser = argparse.ArgumentParser(prog="python -m evals.random_questions", description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--number", type=int, default=200, help="questions of each seed")
    parser.add_argument("--label", help="name of the file in evals/results/; without it nothing is written")
    parser.add_argument("--show", action="store_true", help="whatever does not agree, whole")
    asked = parser.parse_args(arguments)
    Settings.read()
    began = time.monotonic()
    _, graded = asyncio.run(_run(asked.seeds, asked.number))
    seeds = " ".join(map(str, asked.seeds))
    told = {
        "command": f"python -m evals.random_questions --seeds {seeds} --number {asked.number}",
        "measured_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "revision": revision(),
        "machine": machine(),
        "seconds": round(time.monotonic() - began, 1),
        **summed_up(graded),
    }
    text = json.dumps(told, ensure_ascii=False, indent=1)
    if asked.label:
        (RESULTS / f"{asked.label}.json").write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(text + "\n")
    if asked.show:
        for each in (each for listed in graded.values() for each in listed if not each.verdict.startswith("agrees")):
            sys.stdout.write(
                f"\n{each.verdict.upper()} @{each.drawn.body} {each.drawn.text}\n  {each.why}\n{each.text}\n"
            )
    return 1 if "wrong" in told["all"] else 0


if __name__ == "__main__":
    sys.exit(main())
