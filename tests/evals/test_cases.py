"""How cases are read: acts of the corpus picked and typed, limits of the question, and what no case may hold."""

import pytest

from core.errors import InvalidInput
from evals.cases import Kind, case_of, load, missing, pick, written
from evals.corpora.entries import Corpus


def row(**more: object) -> dict[str, object]:
    return {"id": "X", "text": "{0}", "trap": "…", "kind": "card", **more}


def test_an_act_of_the_corpus_is_picked_and_typed_as_people_type(corpus: Corpus) -> None:
    ada = pick(corpus, "award/3")
    made = case_of(row(pick=["award/3"], form="lower"), {}, corpus)
    assert made.text == ada.lower()
    assert made.adas == (ada,)
    assert ada in corpus.subjects


def test_a_near_miss_is_an_act_that_nobody_posted(corpus: Corpus) -> None:
    made = case_of(row(pick=["award/3"], form="near miss"), {}, corpus)
    near = missing(corpus, pick(corpus, "award/3"))
    assert made.absent == (near,) and made.text == near and not made.adas
    assert near not in corpus.subjects
    assert near[:-1] == pick(corpus, "award/3")[:-1]


@pytest.mark.parametrize("form", ["latin", "spaced", "long dash", "quoted", "bracketed", "dotted", "soft hyphen"])
def test_each_form_differs_from_the_official_one(form: str) -> None:
    assert written("ΒΑΕΖΩ1Ρ-ΑΒΕ", form) != "ΒΑΕΖΩ1Ρ-ΑΒΕ"


def test_a_case_without_a_trap_or_with_an_unknown_key_is_refused(corpus: Corpus) -> None:
    with pytest.raises(InvalidInput):
        case_of(row(trap=""), {}, corpus)
    with pytest.raises(InvalidInput):
        case_of(row(expected="1"), {}, corpus)


def test_a_question_is_about_the_home_body_unless_it_names_others(corpus: Corpus) -> None:
    assert case_of(row(text="…"), {}, corpus).about.organizations == ("700001",)
    assert case_of(row(text="…", about={"orgs": ["700002"]}), {}, corpus).about.organizations == ("700002",)
    assert case_of(row(text="…", org=""), {}, corpus).about.organizations == ()


def test_every_total_of_the_world_asks_of_acts_that_exist_or_says_what_is_missing(corpus: Corpus) -> None:
    empty = [case.id for case in load("totals", corpus).cases if not corpus.chosen(case.about)]
    # no payments at all, no award of that year, a year before the data begin: absence is their trap
    assert empty == ["TW-027", "TW-044", "TW-218"]
    assert {case.kind for case in load("totals", corpus).cases} == {Kind.TOTAL, Kind.COUNT}
