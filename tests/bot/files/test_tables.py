"""CSV and workbooks as Excel in Greek reads them: numbers are numbers, text is never run."""

import csv
import io
from dataclasses import replace
from datetime import date
from decimal import Decimal

import openpyxl
import pytest

from bot.files.csv_file import csv_bytes, euro_digits, harmless
from bot.files.made import table_file
from bot.files.xlsx_file import xlsx_bytes
from bot.replies.catalog import REPLIES
from core.domain.table import Table
from core.errors import InvalidInput
from tests.bot.fake_app import ADA, a_table


def book_of(table: Table) -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(xlsx_bytes(table)))


def test_a_csv_opens_right_in_greek_excel():
    content = csv_bytes(a_table())
    assert content.startswith(b"\xef\xbb\xbf")
    lines = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))
    assert lines[0] == ["ΑΔΑ", "Στη Διαύγεια", "Εκδόθηκε", "Ποσό (€)", "Θέμα"]
    assert lines[1][2:] == ["14/3/2024", "9120,50", "'=HYPERLINK(1)"]
    assert lines[2][3:] == ["-365,80", "α; «β» γ"]
    assert len(lines) == 3


@pytest.mark.parametrize(
    ("amount", "digits"),
    [("1234.5", "1234,50"), ("0", "0,00"), ("1.2345", "1,2345"), ("-7.1000", "-7,10"), ("1E+3", "1000,00")],
)
def test_amounts_keep_every_decimal_that_the_act_states(amount, digits):
    assert euro_digits(Decimal(amount)) == digits


@pytest.mark.parametrize("text", ["=1+1", "+30 210", "-α", "@SUM(A1)", "\t=1", "\r=1", " =1"])
def test_what_a_spreadsheet_would_run_is_shown(text):
    assert harmless(text).startswith("'")


def test_a_workbook_holds_rows_and_a_recipe_of_its_own():
    book = book_of(a_table())
    assert book.sheetnames == ["Πράξεις", "Συνταγή"]
    first = next(iter(book["Πράξεις"].iter_rows(min_row=2, max_row=2)))
    assert first[0].value == ADA
    assert first[1].hyperlink.target.endswith(ADA)
    assert (first[2].value.date(), first[2].number_format) == (date(2024, 3, 14), "d/m/yyyy")
    assert (first[3].value, first[3].data_type, first[3].number_format) == (9120.5, "n", "#,##0.00")
    recipe = {row[0].value: row[1] for row in book["Συνταγή"].iter_rows()}
    assert recipe["Άθροισμα (€)"].value == 8754.7
    assert recipe["Πράξεις"].value == 2


def test_no_text_of_a_workbook_is_a_formula():
    book = book_of(a_table())
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert not [cell for cell in cells if cell.data_type == "f"]
    risky = [cell for cell in cells if isinstance(cell.value, str) and cell.value.startswith(("=", "-"))]
    assert len(risky) == 2
    assert all(cell.quotePrefix for cell in risky)


def test_letters_that_no_workbook_may_hold_are_left_out():
    table = replace(a_table(), rows=(("α\x00β\x1f", None, None, None, "γ"),))
    assert book_of(table)["Πράξεις"]["A2"].value == "αβ"


def test_demonstration_data_are_marked_in_every_file():
    table = replace(a_table(), demo=True)
    book = book_of(table)
    assert [sheet["A1"].value for sheet in book] == [REPLIES.demo, REPLIES.demo]
    assert book["Πράξεις"]["A2"].value == "ΑΔΑ"
    lines = csv_bytes(table).decode("utf-8-sig").splitlines()
    assert all(REPLIES.demo in line for line in lines[1:])


async def test_the_ending_decides_the_form_and_others_are_refused():
    assert (await table_file(a_table(), ending=".CSV")).content.startswith(b"\xef\xbb\xbf")
    assert (await table_file(a_table())).content.startswith(b"PK")
    with pytest.raises(InvalidInput):
        await table_file(a_table(), ending=".pdf")
