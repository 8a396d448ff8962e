"""A chart as a PNG for a telephone: large Greek letters, bars with their figures, hatching where data lack."""

import io
import textwrap
import warnings
from decimal import Decimal
from typing import Any

from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from bot.replies.catalog import REPLIES
from core.domain.chart import Chart
from core.domain.request import Unit
from core.greek.numbers import format_count, format_euro

_WIDTH, _DPI = 6.8, 165  # 1122 points wide
_FULL, _PARTIAL, _EMPTY, _INK, _MUTED = "#1f5f8b", "#8fb8d3", "#f1f1f1", "#1c1c1c", "#5f5f5f"
_HATCH = "////"
_ON_HATCH = {"facecolor": "white", "edgecolor": "none", "pad": 2.5}
_ALMOST = Decimal("0.9995")  # 999.999 is «1 εκ.», not «1000 χιλ.»
_MOST_FIGURES = 14  # bars that can each carry their own figure
_LABEL_CHARACTERS = 64  # below the axis


def png_bytes(chart: Chart) -> bytes:
    """No pyplot: nothing is kept between two pictures, and no window system is asked for."""
    with warnings.catch_warnings(), rc_context({"text.parse_math": False}):  # a «$» in a subject is a dollar
        warnings.filterwarnings("ignore", "Glyph")  # a letter that the font lacks is a box, and no reason to fail
        return _drawn(chart)


def _drawn(chart: Chart) -> bytes:
    lying = not chart.in_time
    height = 0.9 + 0.72 * max(len(chart.bars), 2) if lying else 4.3
    head = textwrap.wrap(chart.title, 46)
    foot = [line for note in _notes(chart) for line in textwrap.wrap(note, 90)]
    above, below = 0.32 * len(head) + 0.62 + 0.32 * chart.demo, 0.22 * len(foot) + 0.30
    total = height + above + below
    figure = Figure(figsize=(_WIDTH, total), dpi=_DPI, facecolor="white")
    FigureCanvasAgg(figure)
    left, under = (0.36, 0.35) if lying else (0.13, 0.45)
    axes = figure.add_axes((left, (below + under) / total, 0.96 - left, (height - under) / total))
    (_lying if lying else _standing)(axes, chart)
    _frame(axes, lying=lying)
    _write_around(figure, chart, head, foot, total)
    out = io.BytesIO()
    figure.savefig(out, format="png", metadata={"Title": chart.title, "Software": "Διαφάνεια"})
    return out.getvalue()


def _notes(chart: Chart) -> list[str]:
    """What the hatching means comes first."""
    partial = [bar for bar in chart.bars if bar.partial and bar.value is not None]
    notes = [REPLIES.chart_partial] if partial else []
    for words in dict.fromkeys(bar.note for bar in chart.bars if bar.note and bar.value is None):
        labels = [_flat(bar.label) for bar in chart.bars if bar.note == words and bar.value is None]
        shown = ", ".join(labels[:6]) + (f" και άλλα {len(labels) - 6}" if len(labels) > 6 else "")
        notes.append(f"{words[:1].upper()}{words[1:]}: {shown}.")
    return notes + list(chart.notes)


def _flat(label: str) -> str:
    return " ".join(label.split())


def _standing(axes: Any, chart: Chart) -> None:
    """Bars side by side in time."""
    top = _top(chart)
    for place, bar in enumerate(chart.bars):
        if bar.value is None:
            if bar.partial:
                axes.bar(place, top, width=0.94, color=_EMPTY, hatch=_HATCH, edgecolor="#cfcfcf", linewidth=0)
            elif len(chart.bars) <= _MOST_FIGURES:
                axes.text(place, 0, "—", ha="center", va="bottom", fontsize=11.5, color=_MUTED)
            continue
        hatch = {"hatch": _HATCH, "edgecolor": "white", "linewidth": 0} if bar.partial else {}
        axes.bar(place, float(bar.value), width=0.72, color=_PARTIAL if bar.partial else _FULL, **hatch)
        if len(chart.bars) <= _MOST_FIGURES:
            rise = "bottom" if bar.value >= 0 else "top"
            small = 9.5 if len(chart.bars) > 8 else 11.5
            axes.text(place, float(bar.value), _short(bar.value, chart.unit), ha="center", va=rise, fontsize=small)
    longest = max((len(line) for bar in chart.bars for line in bar.label.split("\n")), default=1)
    every = max(1, -(-len(chart.bars) // (_LABEL_CHARACTERS // (longest + 2))))
    shown = list(range(0, len(chart.bars), every))
    axes.set_xticks(shown, [chart.bars[place].label for place in shown], fontsize=11)
    axes.set_xlim(-0.6, len(chart.bars) - 0.4)
    axes.set_ylim(_bottom(chart), top)
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=chart.unit is not Unit.EURO))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _axis(value, chart.unit)))


def _lying(axes: Any, chart: Chart) -> None:
    """Bars below each other, the first on top, each with its full figure."""
    top = _top(chart)
    for place, bar in enumerate(chart.bars):
        if bar.value is None:
            axes.barh(place, top, height=0.62, color=_EMPTY, hatch=_HATCH, edgecolor="#cfcfcf", linewidth=0)
            axes.text(top * 0.02, place, bar.note, va="center", fontsize=11, color=_MUTED, bbox=_ON_HATCH)
            continue
        axes.barh(place, float(bar.value), height=0.62, color=_PARTIAL if bar.partial else _FULL)
        axes.text(
            max(float(bar.value), 0.0) + top * 0.012, place, _whole(bar.value, chart.unit), va="center", fontsize=11.5
        )
    labels = ["\n".join(_label_lines(bar.label)) for bar in chart.bars]
    axes.set_yticks(range(len(chart.bars)), labels, fontsize=9.5)
    axes.set_ylim(len(chart.bars) - 0.4, -0.6)
    axes.set_xlim(_bottom(chart), top * 1.36)
    axes.xaxis.set_major_locator(MaxNLocator(4, integer=chart.unit is not Unit.EURO))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: _axis(value, chart.unit)))


def _label_lines(label: str) -> list[str]:
    """At most three lines and one; what follows a break in the label keeps a line of its own."""
    first, _, rest = label.partition("\n")
    wrapped = [line.replace("……", "…") for line in textwrap.wrap(first, 27, max_lines=3, placeholder="…")]
    return [*wrapped, rest] if rest else wrapped


def _top(chart: Chart) -> float:
    largest = max((float(bar.value) for bar in chart.bars if bar.value is not None), default=0.0)
    return max(largest, 0.0) * 1.14 or 1.0


def _bottom(chart: Chart) -> float:
    """Below a negative bar stands its figure."""
    least = min((float(bar.value) for bar in chart.bars if bar.value is not None), default=0.0)
    return least * 1.06 - 0.09 * _top(chart) if least < 0 else 0.0


def _frame(axes: Any, *, lying: bool) -> None:
    for side in ("top", "right", "left", "bottom"):
        axes.spines[side].set_visible(False)
    axes.grid(axis="x" if lying else "y", color="#e2e2e2", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, labelcolor=_INK)
    axes.axvline(0, color="#9a9a9a", linewidth=0.8) if lying else axes.axhline(0, color="#9a9a9a", linewidth=0.8)


def _write_around(figure: Figure, chart: Chart, head: list[str], foot: list[str], total: float) -> None:
    """Title, unit, the demonstration line above; notes below. Places are counted in inches from the top."""
    line = 0.32
    if chart.demo:
        figure.text(0.03, 1 - line / total, REPLIES.demo, fontsize=12.5, weight="bold", color="#b00020")
        line += 0.32
    for words in head:
        figure.text(0.03, 1 - line / total, words, fontsize=14, weight="bold", color=_INK)
        line += 0.32
    figure.text(0.03, 1 - line / total, chart.subtitle, fontsize=10.8, color=_MUTED)
    for place, words in enumerate(reversed(foot)):
        figure.text(0.03, (0.16 + 0.22 * place) / total, words, fontsize=9.6, color=_MUTED)


def _whole(value: Decimal, unit: Unit) -> str:
    return format_euro(value) if unit is Unit.EURO else format_count(int(value))


def _short(value: Decimal, unit: Unit) -> str:
    """«1,2 εκ.», «38 χιλ.», «744 €»: what fits above a bar; the exact figures stand in the answer."""
    if unit is not Unit.EURO:
        return format_count(int(value))
    for size, name in ((Decimal(10) ** 6, "εκ."), (Decimal(10) ** 3, "χιλ.")):
        if abs(value) >= size * _ALMOST:
            share = value / size
            digits = f"{share:.1f}" if abs(share) < 100 else f"{share:.0f}"
            return f"{digits.removesuffix('.0').replace('.', ',').replace('-', '−')} {name}"
    return f"{value:.0f} €".replace("-", "−")


def _axis(value: float, unit: Unit) -> str:
    return "0" if not value else _short(Decimal(str(round(value, 4))), unit)
