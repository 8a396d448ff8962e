"""Pages without text of their own, read from their picture by tesseract where it is installed (MODELS.md §6).

What it reads is marked as such, is never quoted, and no ΑΔΑ is taken from it: it writes «ΛΙΠΙ» for «ΛΠ».
"""

import asyncio
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Self

from core.domain.document import Page, Passage, PassageKind, Quality
from core.domain.identifiers import find_adas
from core.greek.fold import tidy
from ingest.documents.reader import Reader
from ingest.documents.text.passages import sentences
from ingest.documents.text.quality import mended

UNREADABLE = frozenset({Quality.SCAN, Quality.GARBLED, Quality.SHIFTED})
_PROGRAM = "tesseract"
_GREEK = "ell"
_SECONDS = 60.0
_MOST_PAGES = 40  # of one file: at two seconds a page the others wait
_PARAGRAPH = re.compile(r"\n\s*\n")


class Ocr:
    """The program, with the languages that it has."""

    def __init__(self, languages: str) -> None:
        self._languages = languages

    @classmethod
    async def found(cls) -> Self | None:
        """None where the program or its Greek is not installed."""
        if shutil.which(_PROGRAM) is None:
            return None
        told = await _output("--list-langs", stdin=b"")
        names = told.split() if told else []
        known = [name for name in (_GREEK, "eng") if name in names]
        return cls("+".join(known)) if _GREEK in known else None

    async def completed(self, reader: Reader, path: Path, pages: tuple[Page, ...]) -> tuple[Page, ...]:
        """The pages, those that cannot be read replaced by what their pictures say."""
        left = _MOST_PAGES
        made: list[Page] = []
        for page in pages:
            if page.quality in UNREADABLE and left > 0:
                left -= 1
                page = await self._read(reader, path, page)
            made.append(page)
        return tuple(made)

    async def _read(self, reader: Reader, path: Path, page: Page) -> Page:
        picture = await reader.picture(path, page.number)
        text = await _output("stdin", "stdout", "-l", self._languages, stdin=picture) if picture else None
        found = tuple(_passages(text or ""))
        stamps = tuple(each for each in page.passages if each.kind is PassageKind.STAMP)
        return replace(page, quality=Quality.OCR, passages=(*found, *stamps)) if found else page


def _passages(text: str) -> Iterator[Passage]:
    for paragraph in _PARAGRAPH.split(mended(text, None)):
        for sentence in sentences(tidy(paragraph)):
            if any(letter.isalpha() for letter in sentence):
                yield Passage(kind=PassageKind.SENTENCE, text=_without_adas(sentence))


def _without_adas(text: str) -> str:
    for found in find_adas(text, registered=lambda _: True):
        text = text.replace(found.typed, "…")
    return text


async def _output(*arguments: str, stdin: bytes) -> str | None:
    """What the program says; None when it fails or takes too long."""
    process = await asyncio.create_subprocess_exec(
        _PROGRAM,
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={"PATH": f"{os.defpath}:/usr/local/bin", "OMP_THREAD_LIMIT": "1"},
    )
    try:
        async with asyncio.timeout(_SECONDS):
            out, _ = await process.communicate(stdin)
    except TimeoutError:
        return None
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    return out.decode("utf-8", "replace") if process.returncode == 0 else None
