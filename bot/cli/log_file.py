"""Where the log goes while the screen belongs to a conversation."""

import io
from contextlib import redirect_stderr, suppress
from pathlib import Path

from core import log

_LARGEST = 5 * 1024**2  # bytes; a file that has grown beyond is begun anew


class LogFile(io.TextIOBase):
    """A file that is opened once its directory is there: on a first start the database server makes it, for its own
    user, and would find it taken. What is written before that is kept and not lost."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self._early: list[str] = []

    def write(self, text: str) -> int:
        self._early.append(text)
        if self.path.parent.is_dir():
            self._append()
        return len(text)

    def settle(self) -> None:
        """At the end: nothing that was logged is kept back, whether the directory was ever made or not."""
        if self._early:
            with suppress(OSError):
                self.path.parent.mkdir(parents=True, exist_ok=True)
            self._append()

    def _append(self) -> None:
        with suppress(OSError):  # a log that cannot be written must not end a conversation
            self._write_out()

    def _write_out(self) -> None:
        grown = self.path.exists() and self.path.stat().st_size > _LARGEST
        with self.path.open("w" if grown else "a", encoding="utf-8", errors="replace") as file:
            file.write("".join(self._early))
        self._early.clear()


def log_to_file(path: Path, *, level: str, as_json: bool, secrets: tuple[str, ...]) -> LogFile:
    """As `log.configure`, whose handler writes to what is standard error when it is made."""
    file = LogFile(path)
    with redirect_stderr(file):
        log.configure(level=level, as_json=as_json, secrets=secrets)
    return file
