"""Answer → the HTML messages that Telegram gets: marks become tags, cited ΑΔΑs become links, all else is escaped."""

import html
import re
from collections.abc import Iterator, Mapping, Sequence

from bot.replies.catalog import REPLIES
from bot.text.parts import Piece, split
from bot.text.spans import Span, spans
from core.domain.answer import Answer, Citation

_SOURCE = "https://diavgeia.gov.gr/"
_ADA = re.compile(r"[0-9A-ZΑ-Ω]{4,14}-[0-9A-ZΑ-Ω]{1,3}")
_TAG = re.compile(r"<[^>]*>")
# What Telegram would make a link of by itself: an address, a bare domain, a mention. A word joiner ends it.
_WOULD_LINK = re.compile(r"(?<=:)(?=//)|(?<=\w\.)(?=[A-Za-z]{2}|(?:ευ|ελ)\b)|(?<=@)(?=\w)")
_JOINER = "\u2060"
_SPARE_LINES = re.compile(r"\n{3,}")


def render(answer: Answer) -> tuple[str, ...]:
    """The messages of an answer, in order: at least one. Buttons belong under the last one."""
    return render_text(answer.text, citations=answer.citations, demo=answer.demo)


def render_text(text: str, *, citations: Sequence[Citation] = (), demo: bool = False) -> tuple[str, ...]:
    """Each part repeats the demonstration line, since a part may be forwarded alone."""
    heading = (Piece(text=REPLIES.demo, opening="<b>", closing="</b>"),) if demo else ()
    linked = {citation.ada: citation.page_url for citation in citations if _may_be_linked(citation)}
    parts = split(_pieces(_SPARE_LINES.sub("\n\n", text), linked), heading=heading)
    return parts or split(_pieces(REPLIES.no_text, {}), heading=heading)


def without_markup(part: str) -> str:
    """A rendered part as its reader sees it: the last resort if Telegram refuses the HTML."""
    return html.unescape(_TAG.sub("", part))


def _may_be_linked(citation: Citation) -> bool:
    return bool(_ADA.fullmatch(citation.ada)) and citation.page_url.startswith(_SOURCE)


def _pieces(text: str, linked: Mapping[str, str]) -> Iterator[Piece]:
    longest_first = sorted(linked, key=len, reverse=True)
    cited = re.compile(rf"(?<![\w-])({'|'.join(longest_first)})(?![\w-])") if linked else None
    for span in spans(text):
        opening, closing = _tags(span)
        for stretch in cited.split(span.text) if cited and not span.code else [span.text]:
            if stretch in linked and not span.code:
                link = f'<a href="{html.escape(linked[stretch])}">'
                yield Piece(text=stretch, opening=opening + link, closing="</a>" + closing, whole=True)
            elif stretch:
                yield Piece(text=_without_links(stretch), opening=opening, closing=closing)


def _without_links(text: str) -> str:
    """Subjects and names are data: a link in them is not of our making (DESIGN §3.5)."""
    return _WOULD_LINK.sub(_JOINER, text)


def _tags(span: Span) -> tuple[str, str]:
    names = [name for name, on in (("b", span.bold), ("i", span.italic), ("code", span.code)) if on]
    return "".join(f"<{name}>" for name in names), "".join(f"</{name}>" for name in reversed(names))
