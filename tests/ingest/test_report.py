"""What the operator reads after a load."""

import io
from collections import Counter

import pytest
from rich.console import Console

from core.domain.ledger import Flag
from core.store.decisions import Saved
from core.store.holdings import HeldYear, Holdings
from ingest.diavgeia.parse import Reason
from ingest.load import Report
from ingest.report import FLAGS, REASONS, progress_bar, show_load, show_status

HELD = Holdings(
    decisions=3, not_published=1, versions=4, texts=2, vectors=0, register=0, covered=1, loaded_at=None, demo=False
)


def said(report: Report) -> str:
    console = Console(file=io.StringIO(), width=200)
    show_load(console, report)
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


def test_every_reason_and_screen_has_its_words() -> None:
    assert set(REASONS) == set(Reason)
    screens = {
        Flag.HUNDREDFOLD,
        Flag.SAME_AGAIN,
        Flag.PAYEE_IS_ISSUER,
        Flag.POSTED_TWICE,
        Flag.SAME_CONTRACT,
        Flag.SEVERAL_ACTS,
        Flag.EXCEEDS,
        Flag.REPLACED,
    }
    assert screens == set(FLAGS)


def test_a_load_accounts_for_every_row() -> None:
    saved = Saved(new=1_234, changed=2, reread=3, unchanged=4)
    text = said(Report(read=1_245, saved=saved, rejected=Counter({Reason.BAD_ADA: 2}), seconds=12.4, covered=["6265"]))
    assert "1.245 γραμμές σε 12 δευτερόλεπτα" in text
    assert "1.234 νέες πράξεις, 2 με νεότερη έκδοση, 3 με νέα ανάγνωση, 4 ίδιες, 2 απορρίψεις" in text
    assert "ο ΑΔΑ δεν έχει έγκυρη μορφή: 2" in text
    assert "Νέοι καλυπτόμενοι φορείς: 6265" in text


@pytest.mark.parametrize(("number", "words"), [(1, "1 πράξη,"), (37_780, "37.780 πράξεις,")])
def test_a_load_of_nothing_new_says_so(number: int, words: str) -> None:
    assert f"Τίποτα νέο: {words}" in said(Report(read=number, saved=Saved(unchanged=number)))


def test_screens_are_told_in_words() -> None:
    text = said(Report(screened={"hundredfold": 1, "same_again": 1_049}))
    assert "×100" in text and "1 πράξη" in text and "1.049 πράξεις" in text


def held_year(uid: str, year: int, *, covered: bool) -> HeldYear:
    return HeldYear(
        uid=uid,
        label=f"ΔΗΜΟΣ {uid}",
        covered=covered,
        year=year,
        decisions=10,
        stated=4,
        unstated=3,
        unread=2,
        not_published=0,
    )


def test_the_status_lists_covered_bodies_by_year_and_gathers_the_rest() -> None:
    console = Console(file=io.StringIO(), width=120)
    years = [
        held_year("1", 2023, covered=True),
        held_year("1", 2024, covered=True),
        held_year("2", 2024, covered=False),
    ]
    show_status(console, years, HELD, {"bad_ada": 5})
    lines = [line.split() for line in console.file.getvalue().splitlines()]  # type: ignore[attr-defined]
    assert ["ΔΗΜΟΣ", "1", "(1)", "20", "8", "6", "4", "2"] in lines
    assert ["2023", "10", "4", "3", "2", "1"] in lines
    assert ["1", "φορείς", "με", "λίγες", "πράξεις", "10", "4", "3", "2", "1"] in lines
    assert ["Σύνολο", "30", "12", "9", "6", "3"] in lines
    assert "ΕΙΚΟΝΙΚΑ" not in console.file.getvalue()  # type: ignore[attr-defined]


def test_the_status_of_demonstration_data_says_so() -> None:
    console = Console(file=io.StringIO(), width=120)
    demo = Holdings(
        decisions=1, not_published=0, versions=1, texts=1, vectors=0, register=0, covered=1, loaded_at=None, demo=True
    )
    show_status(console, [], demo, {})
    assert "ΕΙΚΟΝΙΚΑ ΔΕΔΟΜΕΝΑ – ΟΧΙ ΠΡΑΓΜΑΤΙΚΕΣ ΠΡΑΞΕΙΣ" in console.file.getvalue()  # type: ignore[attr-defined]


def test_the_bar_shows_the_rows_so_far() -> None:
    console = Console(file=io.StringIO(), width=120, force_terminal=True)
    with progress_bar(console) as watch:
        watch(Report(read=1_500))
    assert "1.500 πράξεις" in console.file.getvalue()  # type: ignore[attr-defined]


def test_what_new_rules_refuse_is_told() -> None:
    assert "δεν δέχονται 3 πράξεις που έχουμε ήδη" in said(Report(refused_again=3))
    assert "δεν δέχονται" not in said(Report())
