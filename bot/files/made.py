"""Files of an answer, made off the event loop: a table as CSV or a workbook, a chart as a picture."""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from bot.files.csv_file import csv_bytes
from bot.replies.catalog import REPLIES
from core.domain.chart import Chart
from core.domain.table import Table
from core.errors import InvalidInput

_Source = TypeVar("_Source")
_ONE_AT_A_TIME = (
    threading.Lock()
)  # pyplot's neighbours share state, and two pictures at once would need twice the memory


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeFile:
    """`caption` is what the reader is told with it, the demonstration line included."""

    name: str
    content: bytes
    caption: str


async def table_file(table: Table, *, ending: str = ".xlsx") -> MadeFile:
    """`ending` decides the form: `.xlsx` or `.csv`."""
    write = {".xlsx": _workbook, ".csv": csv_bytes}.get(ending.lower())
    if write is None:
        raise InvalidInput(REPLIES.file_ending.format(endings=".xlsx, .csv"), value=ending)
    content = await _made(write, table)
    return MadeFile(name=table.name + ending, content=content, caption=_caption(table.caption, demo=table.demo))


async def chart_file(chart: Chart, *, ending: str = ".png") -> MadeFile:
    if ending.lower() != ".png":
        raise InvalidInput(REPLIES.file_ending.format(endings=".png"), value=ending)
    content = await _made(_picture, chart)
    return MadeFile(name=chart.name + ending, content=content, caption=_caption(chart.caption, demo=chart.demo))


async def written(file: MadeFile, path: Path) -> Path:
    """Where it was written: at `path`, or under its own name when that is a directory."""

    def write() -> Path:
        target = path / file.name if path.is_dir() else path
        target.write_bytes(file.content)
        return target.absolute()

    try:
        return await asyncio.to_thread(write)
    except OSError as error:
        raise InvalidInput(REPLIES.file_unwritable.format(path=path), value=str(path)) from error


async def _made(write: Callable[[_Source], bytes], source: _Source) -> bytes:
    def alone() -> bytes:
        with _ONE_AT_A_TIME:
            return write(source)

    return await asyncio.to_thread(alone)


def _workbook(table: Table) -> bytes:
    from bot.files.xlsx_file import xlsx_bytes

    return xlsx_bytes(table)


def _picture(chart: Chart) -> bytes:
    from bot.files.chart_png import png_bytes  # matplotlib takes a second and 40 MB: not before somebody wants one

    return png_bytes(chart)


def _caption(text: str, *, demo: bool) -> str:
    return f"{REPLIES.demo}\n\n{text}" if demo else text
