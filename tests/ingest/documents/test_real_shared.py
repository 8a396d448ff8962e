"""The 45 real PDFs: states and pages, every amount and ΑΔΑ that poppler sees, and the quote check over their words."""

import gzip
import json
import re
import shutil
import subprocess
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest

from core.answer.quotes import stands
from core.domain.document import FileState, Page, PageMark, PassageKind, Quality, ReadFile
from core.domain.facts import AmountCheck, Standing, checked, facts_of
from core.domain.ledger import Stage
from ingest.diavgeia.parse import NOTHING_KNOWN, parse
from ingest.documents.text.pages import read_file
from ingest.documents.text.showing import shown
from tests.core.answer.quoted_pages import FALSE, made, true_one

pytestmark = pytest.mark.shared

_AMOUNT = re.compile(r"(?<![\d.,])(?:\d{1,3}(?:\.\d{3})+|\d+),\d{2}(?!\d)")
_ADA = re.compile(r"(?<![0-9Α-Ω])[0-9Α-Ω]{5,10}-[0-9Α-Ω]{3}(?![0-9Α-Ω])")
_SHIFTED = {"6Α00Ω1Β-ΖΙΔ": 6, "6Α0Α465ΧΘΞ-ΣΓΡ": 2, "6ΖΞ74653ΠΩ-7ΚΜ": 1, "ΩΠΨ64653ΠΣ-5ΚΠ": 1, "ΩΡΠΜΩ9Ω-79Τ": 1}


@pytest.fixture(scope="module")
def files(shared_data: Path) -> dict[str, ReadFile]:
    return {path.stem: read_file(path) for path in sorted((shared_data / "pdfs").glob("*.pdf"))}


@pytest.fixture(scope="module")
def readable(files: dict[str, ReadFile]) -> dict[str, list[Page]]:
    """Acts with pages that may be quoted."""
    return {
        ada: list(read.pages) for ada, read in files.items() if all(p.quality is Quality.READABLE for p in read.pages)
    }


def test_states_pages_and_the_odd_ones_are_named(files):
    assert len(files) == 45
    assert {read.state for read in files.values()} == {FileState.READ}
    assert sum(read.pages_total for read in files.values()) == sum(len(read.pages) for read in files.values()) == 89
    shifted = {ada: sum(page.quality is Quality.SHIFTED for page in read.pages) for ada, read in files.items()}
    assert {ada: pages for ada, pages in shifted.items() if pages} == _SHIFTED
    others = {page.quality for read in files.values() for page in read.pages} - {Quality.READABLE, Quality.SHIFTED}
    assert others == set()
    repaired = {ada for ada, read in files.items() if PageMark.MOJIBAKE in read.pages[0].marks}
    assert repaired == {"ΩΖΝ04691Ω2-ΗΚ6"}
    told = " ".join(each.text for each in files["ΩΖΝ04691Ω2-ΗΚ6"].pages[0].passages)
    assert "Την έγκριση της δέσμευσης πίστωσης" in told
    (name, _) = (each.text for each in files["6Α0ΓΩ90-Η0Ο"].pages[1].passages)
    assert len(name.split()) == 2  # the second page holds the rest of a signature alone


def test_every_amount_and_ada_that_poppler_sees_is_in_our_text(files, shared_data):
    if shutil.which("pdftotext") is None:
        pytest.fail("pdftotext is missing: apt-get install poppler-utils")
    seen, missed = Counter(), Counter()
    for ada, read in files.items():
        path = shared_data / "pdfs" / f"{ada}.pdf"
        made_by = subprocess.run(["pdftotext", "-layout", "-enc", "UTF-8", path, "-"], capture_output=True, check=True)
        ours = "\n".join(each.text for page in read.pages for each in page.passages)
        for kind in (_AMOUNT, _ADA):
            theirs = Counter(kind.findall(made_by.stdout.decode()))
            seen[kind] += theirs.total()
            missed[kind] += (theirs - Counter(kind.findall(ours))).total()
    assert seen[_AMOUNT] > 400 and seen[_ADA] > 100
    assert missed[_AMOUNT] == 0
    assert missed[_ADA] <= 1  # poppler has no font for the first letters of one stamp


def test_rows_of_real_tables_keep_their_header(files):
    def rows(ada: str) -> dict[str, str]:
        return {each.text: each.header for page in files[ada].pages for each in page.passages if each.header}

    order = rows("6Α0ΓΩΚΜ-1ΥΨ")
    header = "ΚΩΔΙΚΟΣ | ΔΙΑΜΟΡΦΩΘΕΝΤΑ | ΕΝΤΑΛΘΕΝΤΑ | ΜΕ ΤΟ ΠΑΡΟΝ | ΥΠΟΛΟΙΠΟ | ΧΡΗΜΑΤΟΔΟΤΗΣΗ | ΠΟΣΟ"
    assert order["00.8117 | 1.648,21 | 0,00 | 1.500,00 | 148,21 | Ι.Π. | 1.500,00"] == header


@pytest.mark.parametrize("kind", FALSE, ids=lambda kind: kind.__name__)
def test_false_quotes_of_real_pages_are_refused(kind, readable):
    taken = [quote for quote in made(kind, readable, number=40) if stands(quote, readable[quote.ada])]
    assert taken == []


def test_true_quotes_of_real_pages_are_taken(readable):
    quotes = made(true_one, readable, number=200)
    lost = [quote.text[:80] for quote in quotes if not stands(quote, readable[quote.ada])]
    assert len(lost) <= 5, lost


@pytest.fixture(scope="module")
def amounts(files: dict[str, ReadFile], shared_data: Path) -> dict[str, AmountCheck]:
    """How the amount of each posting stands to its own PDF."""
    found = {}
    with gzip.open(shared_data / "decisions_api.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            read = files.get(row["ada"])
            act = parse(row, line, known=NOTHING_KNOWN) if read else None
            stated = [each for each in getattr(act, "lines", ()) if each.amount is not None]
            if read and stated:
                facts = [fact for page in read.pages for fact in facts_of(page)]
                whole = all(page.quality is Quality.READABLE for page in read.pages)
                pays = stated[0].stage in (Stage.PAYMENT, Stage.APPROVAL)
                total = sum(each.amount for each in stated)
                found[row["ada"]] = checked(total, facts, whole=whole, pays=pays)
    return found


def test_no_difference_from_the_posting_is_told_that_is_none(amounts):
    """What was read from the text of each, beside its metadata."""
    assert Counter(each.standing for each in amounts.values()) == {
        Standing.FOUND: 21,
        Standing.TAXED: 1,
        Standing.NOT_FOUND: 1,
        Standing.UNREAD: 1,
    }
    payable = {ada: (each.stated, each.payable, each.withheld) for ada, each in amounts.items() if each.payable}
    assert payable == {"6Α0ΒΩ1Ρ-Ξ7Γ": (Decimal("857.35"), Decimal("827.00"), True)}
    assert (amounts["67ΒΘΟΡΡ2-85Ω"].standing, amounts["67ΒΘΟΡΡ2-85Ω"].total) == (Standing.TAXED, Decimal("16000"))
    assert amounts["6Α0Α465ΧΘΞ-ΣΓΡ"].standing is Standing.UNREAD  # shifted letters
    assert amounts["ΩΥΦΒ4653ΠΣ-1ΤΦ"].standing is Standing.NOT_FOUND  # its text says 1.017,68 € and 26,02 €


def test_the_words_of_passages_are_found_on_the_picture_of_their_page(files, shared_data):
    lost = []
    for ada, read in files.items():
        for page in read.pages[:1]:
            told = [each for each in page.passages if each.kind is not PassageKind.STAMP and len(each.text) > 25]
            for passage in told[len(told) // 2 :][:1]:
                content, marked = shown(shared_data / "pdfs" / f"{ada}.pdf", page.number, passage.text)
                assert content.startswith(b"\x89PNG")
                lost += [] if marked or not any(map(str.isalnum, passage.text)) else [(ada, passage.text[:60])]
    assert lost == []
