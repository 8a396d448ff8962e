"""What is stamped on a PDF: of the annotations, else of a line of its own at the edge; never what the text cites."""

import json
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from ingest.documents.stamps import stamps
from tests.pdfs import lines, pdf

ADA, OTHER = "6ΑΑΑΩΔΟ-ΔΟΚ", "6ΑΑΓΩΔΟ-ΔΟΚ"
UNSTAMPED = "784Ι46906Ψ-59Σ"  # a signature of 2014 without an ΑΔΑ


@pytest.mark.parametrize(
    "written", [f"ΑΔΑ: {ADA}", f"ΑΔΑ:{ADA}", "Α∆Α: 6ΑΑΑΩ∆Ο-∆ΟΚ", "AΔA: 6AAAΩΔO-ΔOK", f"Α.Δ.Α. {ADA}"]
)
def test_the_stamp_is_read_in_all_its_spellings(written):
    sheet = lines("Εγκρίνει", f"σύμφωνα με την ΑΔΑ: {OTHER}", top=300)
    sheet.stamp = written
    assert stamps(pdf(sheet)) == {"state": "read", "adas": [ADA]}


def test_an_ada_in_the_text_or_within_a_line_of_the_edge_is_no_stamp():
    sheet = lines(f"ΑΔΑ: {OTHER}", top=300)
    sheet.texts.append((60, 30, 9, f"Σχετ.: η απόφαση με ΑΔΑ: {ADA}"))
    assert stamps(pdf(sheet)) == {"state": "read", "adas": []}


def test_a_process_of_its_own_reads_standard_input_and_tells_one_line():
    sheet = lines("Εγκρίνει", top=300)
    sheet.stamp = f"ΑΔΑ: {ADA}"
    done = subprocess.run(
        [sys.executable, "-m", "ingest.documents.stamps"], input=pdf(sheet, sheet), capture_output=True, check=True
    )
    assert json.loads(done.stdout) == {"state": "read", "adas": [ADA]}


@pytest.mark.shared
def test_real_files_give_their_own_ada_or_none(shared_data):
    found = {
        unicodedata.normalize("NFC", path.stem): stamps(path.read_bytes())["adas"]
        for path in sorted(Path(shared_data / "pdfs").glob("*.pdf"))
    }
    assert {ada for ada, told in found.items() if told != [ada]} <= {UNSTAMPED}
    assert found[UNSTAMPED] == []
