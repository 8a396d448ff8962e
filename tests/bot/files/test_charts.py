"""Pictures are drawn for every kind of bar; what they must say is tested where it is decided."""

import subprocess
import sys
from dataclasses import replace
from decimal import Decimal

import pytest

from bot.files.chart_png import _axis, _notes, _short, png_bytes
from bot.replies.catalog import REPLIES
from core.domain.chart import Bar
from core.domain.request import Unit
from tests.bot.fake_app import a_chart

PNG = b"\x89PNG\r\n"


@pytest.mark.parametrize("in_time", [True, False])
@pytest.mark.parametrize("number", [0, 1, 3, 80])
def test_any_number_of_bars_is_drawn(in_time, number):
    bars = tuple(Bar(label=f"{place}", value=Decimal(place * 1000)) for place in range(number))
    assert png_bytes(replace(a_chart(), bars=bars, in_time=in_time)).startswith(PNG)


def test_partial_absent_and_negative_bars_are_drawn_and_said():
    chart = replace(a_chart(), demo=True)
    assert png_bytes(chart).startswith(PNG)
    assert _notes(chart) == [REPLIES.chart_partial, "Δεν βρήκα πράξεις: 2024.", "Πηγή: Διαύγεια."]


def test_formulas_of_its_typesetter_stay_text():
    title = "Δαπάνη $x^^2$ και 🧯"
    assert png_bytes(replace(a_chart(), title=title, notes=(title,))).startswith(PNG)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("20464.92", "20,5 χιλ."),
        ("1200000", "1,2 εκ."),
        ("2000000", "2 εκ."),
        ("744", "744 €"),
        ("-3500", "−3,5 χιλ."),
        ("999999", "1 εκ."),
    ],
)
def test_figures_are_short_and_greek(value, shown):
    assert _short(Decimal(value), Unit.EURO) == shown


def test_counts_are_whole():
    assert _short(Decimal(1234), Unit.DECISIONS) == _axis(1234.0, Unit.DECISIONS) == "1.234"


def test_the_bot_starts_without_the_libraries_of_files():
    code = "import sys, bot.__main__; sys.exit(bool({'matplotlib', 'openpyxl'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
