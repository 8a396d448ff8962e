"""Grades awards close under a limit: each reading of VAT by itself, to the act and to the cent."""

from dataclasses import replace

from core.domain.answer import Answer, plain
from evals.cases import Case
from evals.corpora.entries import NOTHING, Corpus
from evals.graders.verdict import DECISIONS, EURO, Verdict, cents, in_greek


def near(case: Case, answer: Answer, corpus: Corpus, verdict: Verdict) -> None:
    """`case.bands` in the order of the answer: the earlier limit first, without VAT before with it."""
    numbers = [each for each in answer.figures if each.unit.value == DECISIONS and each.label.startswith("decisions ")]
    sums = {each.label: each.value for each in answer.figures if each.unit.value == EURO}
    said = {each.label.removeprefix("decisions "): int(each.value) for each in numbers if each.label.count(" ") == 2}
    text = plain(answer.text)
    found = 0
    for least, most in case.bands:
        truth = corpus.stages(replace(case.about, least=least, most=most)).get("award", NOTHING)
        key = _key(most)
        found += len(truth.adas)
        if said.get(key, 0) != len(truth.adas):
            verdict.wrong(f"{key}: {said.get(key, 0)} awards, truth {len(truth.adas)}")
        if truth.adas and cents(sums.get(f"net {key}", truth.net - 1)) != cents(truth.net):
            verdict.wrong(f"{key}: {sums.get(f'net {key}')} euro, truth {truth.net}")
        if in_greek(most) not in text:
            verdict.fault(f"the text lacks the end of the band {in_greek(most)}")
    if found and answer.outcome.value != "answered":
        verdict.fault(f"{answer.outcome.value}, truth {found} awards")
    if "δεν σημαίνει παράβαση" not in text:
        verdict.fault("the text does not say what the list is not")


_LIMITS = {"20000": "20000 net", "24800": "20000 gross", "30000": "30000 net", "37200": "30000 gross"}
_LIMITS |= {"60000": "60000 net", "74400": "60000 gross"}


def _key(most: object) -> str:
    return _LIMITS[str(most)]
