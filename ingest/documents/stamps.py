"""The ΑΔΑ that the source stamped on a PDF, for whoever was sent one: a file in at standard input, a JSON line out.

`python -m ingest.documents.stamps`, a process for each file, bounded as the worker is; its starter bounds its time.
"""

import json
import re
import sys
from contextlib import closing
from typing import Any

from core.domain.document import FileState
from core.domain.identifiers import parse_ada
from core.errors import InvalidInput
from ingest.documents.text import zones
from ingest.documents.text.glyphs import Damaged, Encrypted, Ink, inked, opened
from ingest.documents.text.words import line_of, rows_of, words_of
from ingest.documents.worker import bound

MOST_PAGES = 40  # the stamp is on every page
_STAMP = re.compile(r"[ΑA]\.?[ΔD∆]\.?[ΑA]\.?\s*:?\s*((?:[^\W_]|∆){5,10}\s*-\s*(?:[^\W_]|∆){1,3})(?![^\W_])")
_LINE = re.compile(rf"\W*{_STAMP.pattern}\W*")


def stamps(body: bytes) -> dict[str, Any]:
    """`state` (a FileState) and `adas`, those of all pages, each once. Never raises for what a file can be."""
    try:
        with closing(opened(body)) as document:
            pages = min(len(document), MOST_PAGES)
            found = [ada for place in range(pages) for ada in _of_page(inked(document, place))]
    except Encrypted:
        return {"state": FileState.ENCRYPTED.value, "adas": []}
    except Damaged:
        return {"state": FileState.DAMAGED.value, "adas": []}
    return {"state": FileState.READ.value, "adas": list(dict.fromkeys(found))}


def _of_page(ink: Ink) -> list[str]:
    """Of the annotations; where there are none, as in a file that was printed anew, a line of its own at the edge."""
    written = _STAMP.findall(ink.stamp)
    if not written:
        lines = (line_of(row) for row in rows_of(words_of(ink.glyphs)))
        edge = (_LINE.fullmatch(line.text) for line in lines if zones.is_edge(line, ink.height))
        written = [line[1] for line in edge if line]
    return [ada for each in written if (ada := _parsed(each))]


def _parsed(written: str) -> str | None:
    try:
        return parse_ada(written)
    except InvalidInput:
        return None


def main() -> int:
    """A file that takes all the memory ends it, without an answer."""
    bound()
    try:
        answer = json.dumps(stamps(sys.stdin.buffer.read()))
    except MemoryError:
        return 1
    sys.stdout.write(answer + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
