"""`read`: bytes of a PDF → what is read of them, in this process. `papers_of`: a reader of a local Διαύγεια."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.domain.document import ReadFile
from ingest.documents.fetch import Papers
from ingest.documents.text.pages import read_file
from tests.diavgeia_server import DiavgeiaServer


@pytest.fixture
def read(tmp_path: Path) -> Callable[[bytes], ReadFile]:
    def reading(data: bytes) -> ReadFile:
        path = tmp_path / "document.pdf"
        path.write_bytes(data)
        return read_file(path)

    return reading


def papers_of(server: DiavgeiaServer, **options) -> Papers:
    chosen = {"spacing": 0, "seconds": 5, "jitter": lambda low, high: 0.0} | options
    return Papers(base_url=server.base_url, **chosen)
