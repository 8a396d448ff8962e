"""The process that opens files of strangers: little memory, no secrets, no network of ours. A wish in, a JSON line out.

`python -m ingest.documents.worker`, started by `reader.py`. Whatever a file does to it, the parent starts another.
"""

import base64
import json
import resource
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ingest.documents.text.pages import read_file
from ingest.documents.text.pictures import picture
from ingest.documents.text.showing import shown

MEMORY_BYTES = 1 << 30  # of addresses: a page that wants more is a bomb
_FILES = 64


def bound() -> None:
    """Limits that this process cannot raise again."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (_FILES, _FILES))


def _answer(wish: dict[str, Any]) -> dict[str, Any]:
    """`path` alone: the file as it is read. With `page`: that page as a picture, for people if there is a `quote`."""
    path = Path(wish["path"])
    if (quote := wish.get("quote")) is not None:
        picture_shown, marked = shown(path, wish["page"], quote)
        return {"picture": base64.b64encode(picture_shown).decode(), "marked": marked}
    if (page := wish.get("page")) is not None:
        return {"picture": base64.b64encode(picture(path, page)).decode()}
    return asdict(read_file(path))


def main() -> int:
    """Until the input ends. A file that takes all the memory ends it, without an answer."""
    bound()
    for line in sys.stdin:
        try:
            answer = json.dumps(_answer(json.loads(line)), ensure_ascii=True)
        except MemoryError:
            return 1
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
