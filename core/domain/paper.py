"""The PDF of an act for a reader: the file itself, or one page of it as a picture with words marked on it."""

import hashlib
from dataclasses import dataclass

FILE = 0  # the page that stands for the whole file


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperWish:
    """`page`, from 1; FILE for the file itself. `quote`: what is to be marked on the page."""

    ada: str
    page: int = FILE
    quote: str = ""

    @property
    def key(self) -> str:
        """The same for the same wish, whoever has it."""
        return hashlib.sha256(f"{self.ada}\n{self.page}\n{self.quote}".encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """What is sent. `file_id`: the name of a file that was sent before, and then `content` is empty."""

    wish: PaperWish
    name: str
    caption: str
    content: bytes = b""
    file_id: str = ""
    version_key: bytes = b""

    @property
    def is_picture(self) -> bool:
        return self.wish.page != FILE
