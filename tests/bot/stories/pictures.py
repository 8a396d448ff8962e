"""Transcripts of the stories: as text, and as pictures of a chat, drawn with Pillow, which matplotlib brings."""

import textwrap
from collections.abc import Sequence
from pathlib import Path

import matplotlib
from PIL import Image, ImageDraw, ImageFont

from tests.telegram_wire import Seen

_FONTS = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
_WIDTH, _BUBBLE, _EDGE, _GAP, _LINE = 760, 600, 14, 10, 21
_COLUMNS = 66
_BACK, _BOT, _READER, _BUTTON, _INK, _PALE = "#dfe8ef", "#ffffff", "#e3f7cf", "#c5d6e4", "#17212b", "#5b6b78"


def leave(folder: Path, seen: Sequence[Seen], chats: Sequence[tuple[str, int]]) -> None:
    """A text and a picture for each story, named after it."""
    folder.mkdir(parents=True, exist_ok=True)
    for story in dict.fromkeys(story for story, _ in chats):
        own = [each for each in seen if each.chat in {chat for name, chat in chats if name == story}]
        (folder / f"{story}.txt").write_text("\n\n".join(map(_as_text, own)) + "\n", encoding="utf-8")
        _picture(own).save(folder / f"{story}.png")


def _as_text(each: Seen) -> str:
    who = "BOT" if not each.who else f"ΑΝΑΓΝΩΣΤΗΣ {each.who}"
    place = f" [{each.chat}]" if each.chat < 0 else ""
    rows = "".join(f"\n    {' '.join(f'[{label}]' for label in row)}" for row in each.labels)
    return f"{who}{place}{f' ({each.how})' if each.how else ''}: {each.text}{rows}"


def _picture(seen: Sequence[Seen]) -> Image.Image:
    plain = ImageFont.truetype(str(_FONTS / "DejaVuSans.ttf"), 15)
    small = ImageFont.truetype(str(_FONTS / "DejaVuSans.ttf"), 12)
    blocks = [(each, _lines(each)) for each in seen]
    height = sum(_height(each, lines) + _GAP for each, lines in blocks) + 2 * _EDGE
    image = Image.new("RGB", (_WIDTH, height), _BACK)
    draw, top = ImageDraw.Draw(image), _EDGE
    for each, lines in blocks:
        left = _EDGE if not each.who else _WIDTH - _EDGE - _BUBBLE
        bottom = top + _LINE * len(lines) + 2 * _GAP
        draw.rounded_rectangle((left, top, left + _BUBBLE, bottom), 10, fill=_READER if each.who else _BOT)
        for place, (line, faint) in enumerate(lines):
            at = (left + 12, top + _GAP + place * _LINE)
            draw.text(at, _drawn(line), font=small if faint else plain, fill=_PALE if faint else _INK)
        for row in each.labels:
            wide = _BUBBLE / len(row)
            for place, label in enumerate(row):
                box = (left + place * wide, bottom + 4, left + (place + 1) * wide - 4, bottom + 32)
                draw.rounded_rectangle(box, 6, fill=_BUTTON)
                draw.text((box[0] + 10, bottom + 10), _drawn(label), font=small, fill=_INK)
            bottom += 34
        top += _height(each, lines) + _GAP
    return image


def _drawn(text: str) -> str:
    """The font has no thumbs."""
    return text.replace("👍", "(πάνω)").replace("👎", "(κάτω)").replace("\u2060", "")


def _lines(each: Seen) -> list[tuple[str, bool]]:
    head = [(f"{each.who or 'bot'} · {each.how}" if each.how else str(each.who), True)] if each.who or each.how else []
    body = [piece for line in each.text.split("\n") for piece in textwrap.wrap(line, _COLUMNS) or [""]]
    return head + [(piece, False) for piece in body if each.text]


def _height(each: Seen, lines: Sequence[tuple[str, bool]]) -> int:
    return _LINE * len(lines) + 2 * _GAP + 34 * len(each.labels)
