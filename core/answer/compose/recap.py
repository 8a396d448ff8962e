"""«Σύνοψη»: what was asked in this conversation, each with its figure and links, as the answers were given."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, cast

from core.answer.compose.words import STAGES, bold, count, decisions
from core.domain.answer import Answer, Citation, Outcome
from core.domain.identifiers import is_ada
from core.domain.ledger import Stage
from core.domain.request import Intent, Unit
from core.greek.dates import describe
from core.greek.numbers import format_euro, format_percent
from core.store.conversations import Told

MOST = 8
_LINKS = 2
_FIGURES = 3
_LONGEST = 240
_FIRST = "η πρώτη: "  # of a list of acts
_HEAD = "Όσα ρωτήσατε τις τελευταίες δύο ώρες, με τα ποσά όπως δόθηκαν:"
_LAST = f"Οι τελευταίες {MOST} ερωτήσεις σας, με τα ποσά όπως δόθηκαν:"
_ATTRIBUTION = "Σύμφωνα με πράξεις αναρτημένες στη Διαύγεια, "
_UNDERSTOOD = re.compile(
    r"Κατάλαβα: (.+?)\.(?: (?:Δεν έλαβα υπόψη|Διάβασα|Αναρτήσεις|Φορτωμένο|Δεν έχουν διαβαστεί)|\s*$)", re.MULTILINE
)
_HEADLINES = re.compile(r"net|share|average|median|decisions|subjects")


def recap(told: Sequence[Told], *, more: bool) -> Answer:
    """`told`: oldest first, at most MOST of them; `more`: there were others before."""
    blocks = ["\n".join(_lines(number, each)) for number, each in enumerate(told, 1)]
    return Answer(outcome=Outcome.SMALLTALK, text="\n\n".join((_LAST if more else _HEAD, *blocks)))


def _lines(number: int, told: Told) -> Iterator[str]:
    text = str(told.answer["text"]).strip()
    understood = _UNDERSTOOD.search(text)
    yield f"{number}. {bold(str(told.request['text']))}" + (f" → {understood[1]}" if understood else "")
    figures = list(_figures(told.figures))[:_FIGURES]
    of_one_act = cast(Mapping[str, Any], told.request["request"]).get("intent") == Intent.ADASEARCH
    if of_one_act or not figures or told.outcome != Outcome.ANSWERED:
        yield _short(text)
    yield from (each.removeprefix(_FIRST) if of_one_act else each for each in figures)
    yield from (Citation(ada=ada).page_url for ada in _adas(told)[:_LINKS])


def _short(text: str) -> str:
    """The first line of an answer, without whom it is from; what heads a list says nothing without its first line."""
    lines = [line for line in text.split("\n") if line]
    first = " ".join(lines[: 2 if lines[:1] and lines[0].endswith(":") else 1]).removeprefix(_ATTRIBUTION)
    return first if len(first) <= _LONGEST else first[:_LONGEST].rsplit(" ", 1)[0] + "…"


def _figures(kept: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The first, and those beside it that say the same of another side: «net 2022», «net 2023»."""
    name = str(kept[0]["label"]).partition(" ")[0] if kept else ""
    if not (is_ada(name) or _HEADLINES.fullmatch(name)):
        return
    for each in kept:
        label = str(each["label"])
        if is_ada(name) and label == name:
            yield f"{_FIRST}{_figure(each)}"
        elif label == name or (label.startswith(f"{name} ") and kept[0]["label"] != name):
            yield _figure(each)


def _figure(kept: Mapping[str, Any]) -> str:
    value = Decimal(kept["value"])
    shown = {
        Unit.EURO: lambda: format_euro(value),
        Unit.PERCENT: lambda: format_percent(value),
        Unit.DECISIONS: lambda: decisions(int(value)),
        Unit.DAYS: lambda: count(int(value), "ημέρα", "ημέρες"),
    }.get(kept["unit"], lambda: str(value))()
    stage = STAGES[Stage(kept["stage"])].plural if kept["stage"] else ""
    return " · ".join(part for part in (shown, stage, _when(kept)) if part)


def _when(kept: Mapping[str, Any]) -> str:
    since, until = (date.fromisoformat(kept[end]) if kept[end] else None for end in ("since", "until"))
    return describe(since, until) if since or until else ""


def _adas(told: Told) -> list[str]:
    """Of the lines that the answer numbered; else of the acts that it stands on."""
    listed = [str(key) for _, key, _ in cast(list[list[Any]], told.answer.get("listed", [])) if is_ada(str(key))]
    return listed or [ada for ada in dict.fromkeys(told.adas) if is_ada(ada)]
