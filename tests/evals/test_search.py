"""How search is scored: the golden set reads, ranks become shares, slips are one letter a word."""

import random
import re
import tomllib

from rapidfuzz.distance import OSA

from core.greek.fold import fold
from evals.search import GOLDEN, HELDOUT, Case, Score, first_relevant, misspelled, read_cases, score

TEXTS = {1: "προμηθεια ελαστικων", 2: "ελαστικο δαπεδο παιδικησ χαρασ", 3: "μισθοδοσια"}


def golden() -> dict:
    return tomllib.loads(GOLDEN.read_text(encoding="utf-8"))


def heldout() -> dict:
    return tomllib.loads(HELDOUT.read_text(encoding="utf-8"))


def test_the_golden_set_has_questions_of_every_kind_with_ids_of_their_own() -> None:
    rows = golden()["case"]
    assert len(rows) >= 40
    assert len({row["id"] for row in rows}) == len(rows)
    kinds = {row["kind"] for row in rows}
    assert kinds >= {"paraphrase", "everyday", "typo", "greeklish", "no_accents", "capitals", "ear", "plain"}


def test_the_questions_held_out_are_others() -> None:
    rows, known = heldout()["case"], golden()["case"]
    assert len(rows) >= 40
    assert len({row["id"] for row in rows}) == len(rows)
    assert not {fold(row["text"]) for row in rows} & {fold(row["text"]) for row in known}
    assert {row["kind"] for row in rows} >= {"paraphrase", "typo", "greeklish", "morphology", "several_words", "ear"}


def test_expressions_read_and_are_written_in_folded_letters() -> None:
    for row in golden()["case"] + heldout()["case"]:
        for key in ("relevant", "unless"):
            if key in row:
                re.compile(row[key])
                letters = re.sub(r"\\.|[^α-ωάέήίόύώϊϋΐΰς]", "", row[key])
                assert letters == fold(letters), row["id"]


def test_the_required_questions_are_in_it() -> None:
    required = {row["text"] for row in golden()["case"] if row.get("first")}
    assert required >= {
        "τι αγόρασε ο δήμος για τα σκουπίδια",
        "λάστιχα",
        "adespota",
        "φαγητό στους παιδικούς σταθμούς",
        "συντήρηση σχολικών κτηρίων",
    }


def test_relevant_texts_match_the_one_expression_and_not_the_other() -> None:
    row = {"id": "x", "text": "λάστιχα", "kind": "everyday", "relevant": "ελαστικ", "unless": "δαπεδ"}
    (case,) = read_cases({"case": [row]}, TEXTS)
    assert case == Case(id="x", words=("λάστιχα",), kind="everyday", relevant=frozenset({1}), first=False)


def test_what_looks_ahead_is_found_wherever_it_stands() -> None:
    row = {"id": "x", "text": "ελαστικά", "kind": "plain", "relevant": "μισθο|(?=.*παιδικ)(?=.*δαπεδ)"}
    (case,) = read_cases({"case": [row]}, TEXTS)
    assert case.relevant == {2, 3}


def test_scores_are_shares_of_the_questions() -> None:
    assert score([1, 5, 10, 10_000]) == Score(success_1=0.25, success_5=0.5, success_10=0.75, mrr=0.325)
    assert first_relevant([3, 2, 1], frozenset({1, 2})) == 2
    assert first_relevant([3], frozenset({1})) > 1_000


def test_a_slip_is_one_letter_in_each_word_of_five_or_more() -> None:
    rng = random.Random(1)
    for _ in range(50):
        short, long = misspelled(["ύδωρ καύσιμα"], rng)
        assert short == "ύδωρ"
        assert OSA.distance(long, "καύσιμα") <= 1
