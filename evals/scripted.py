"""Language models that are scripts: they look up rightly, in the wrong order, twice, too much, or lie about it; or they
look up another month (astray) or body (elsewhere) alone and tell its figure as if it were what was asked.

`python -m evals SUITE --mind scripted:NAME`. They stand where a provider's model would, behind `core.ports.ChatModel`,
so the tools, the results as text and every guard are the real ones.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from core.answer.compose.words import STAGES, capitalised
from core.domain.ledger import Stage
from core.ports import ChatMessage, ChatReply, Role, Tool, ToolCall

Wish = tuple[str, Mapping[str, Any]]
Slots = Mapping[str, Any]
_READ = re.compile(r"^Πώς διαβάστηκε: (\{.*\})$", re.MULTILINE)
_ACT = re.compile(r"^1\. (\S+) · .*? ([\d.]+,\d\d €)", re.MULTILINE)
_ANY_ACT = re.compile(r"^1\. (\S+) ·", re.MULTILINE)
_NUMBERED = re.compile(r"\d+\. ")
_AS_ASKED = re.compile(r"[Φφ]εβρουάριος 2024|τον Φεβρουάριο 2024|1/2/2024 – 29/2/2024|Δήμος Νεράιδας")
_YEAR = re.compile(r"^\d{4}$")
_OTHER_YEAR: Wish = ("total_spending", {"since": "2023-01-01", "last_day": "2023-12-31"})
_A_MONTH = {"since": "2024-02-01", "last_day": "2024-02-29"}
_EVERYTHING: Wish = ("count_decisions", {"group_by": "year"})


def slots_of(question: str) -> Slots:
    """How a question was read, as its message tells a model."""
    read = _READ.search(question)
    slots: Slots = json.loads(read[1]) if read else {}
    return slots


def main_wish(slots: Slots) -> Wish:
    """The lookup that answers, by how the question was read."""
    metric = slots.get("metric")
    if slots.get("intent") == "compare":
        return "compare", {}
    if metric in ("max", "min"):
        return "rank_decisions", {"largest": metric == "max"}
    if metric == "count":
        return "count_decisions", {}
    if "payee" in str(slots.get("group_by")) or "payee" in str(metric):
        return "rank_payees", {}
    return ("total_spending" if slots.get("intent") == "aggregate" else "search_decisions"), {}


def _rounds(name: str, main: Wish) -> list[list[Wish]]:
    rounds: dict[str, list[list[Wish]]] = {
        "right": [[main]],
        "order": [[("search_decisions", {})], [("rank_decisions", {"limit": 3})], [main]],
        "twice": [[main, main], [main]],
        "much": [[_EVERYTHING, _OTHER_YEAR, main, ("rank_payees", {})], [("coverage", {}), ("search_decisions", {})]],
        "liar": [[main]],
        "astray": [[(main[0], {**main[1], **_A_MONTH})]],
        "elsewhere": [[(main[0], {**main[1], "organizations": ["700002"]})]],
    }
    return rounds[name]


NAMES = ("right", "order", "twice", "much", "liar", "astray", "elsewhere")
_LOST = frozenset({"astray", "elsewhere"})


class ScriptedChat:
    """Satisfies `core.ports.ChatModel`; it knows nothing but the messages that any model is sent."""

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def name(self) -> str:
        return f"scripted:{self._name}"

    @property
    def spent_eur(self) -> Decimal:
        return Decimal(0)

    async def reply(self, messages: Sequence[ChatMessage], tools: Sequence[Tool]) -> ChatReply:
        slots = slots_of(next(each.text for each in messages if each.role is Role.USER))
        main = main_wish(slots)
        rounds = _rounds(self._name, main)
        said = sum(1 for each in messages if each.role is Role.ASSISTANT)
        if said < len(rounds):
            return self._made(*rounds[said])
        found = _last_result(messages) if self._name in _LOST else _result_of(main[0], messages)
        text = _sentence(main[0], slots, found)
        if self._name in _LOST:
            text = _AS_ASKED.sub("", text)
        return self._made(("answer", {"text": _lied(text) if self._name == "liar" else text}))

    async def close(self) -> None:
        """Nothing is open."""

    def _made(self, *wishes: Wish) -> ChatReply:
        calls = [ToolCall(id="", name=name, arguments=json.dumps(sent)) for name, sent in wishes]
        return ChatReply(text="", calls=tuple(calls), model=self.name)


def _lied(text: str) -> str:
    """Each last digit of an amount or a number of acts one more."""
    return re.sub(r"\d(?= €| πράξ|%)", lambda digit: str((int(digit[0]) + 1) % 10), text)


def _result_of(lookup: str, messages: Sequence[ChatMessage]) -> str:
    """What the last call of that lookup without arguments of its own brought."""
    ids = [call.id for each in messages for call in each.calls if call.name == lookup and "since" not in call.arguments]
    results = {each.call_id: each.text for each in messages if each.role is Role.TOOL}
    found = [results[each] for each in ids if "⟦" in results.get(each, "")]
    return found[0] if found else ""


def _last_result(messages: Sequence[ChatMessage]) -> str:
    return next((each.text for each in reversed(messages) if each.role is Role.TOOL and "⟦" in each.text), "")


def _sentence(lookup: str, slots: Slots, result: str) -> str:
    return _WRITERS[lookup](slots, result)


def _lines(result: str) -> list[list[str]]:
    return [line.split(" · ") for line in result.splitlines() if " · " in line and not _NUMBERED.match(line)]


def _when(label: str) -> str:
    return f"το {label}" if _YEAR.match(label) else label


def _stage_of(slots: Slots) -> Stage:
    return Stage(slots.get("stage") or "payment")


def _total(slots: Slots, result: str) -> str:
    """«Το 2024 Δήμος Χ ανέθεσε 1.234,56 €.»"""
    words = STAGES[_stage_of(slots)]
    line = next((each for each in _lines(result) if "€" in each[0] and each[1] == words.plural), None)
    return f"{capitalised(_of(line))} {words.did} {line[0]}." if line else ""


def _of(line: Sequence[str]) -> str:
    """Period and body of a line, as far as it gives them; the topic is the question's."""
    has_period = len(line) > 2 and bool(re.search(r"\d{4}", line[2]))
    return f"{_when(line[2])} {line[3] if len(line) > 3 else ''}".strip() if has_period else (line[2:3] or [""])[0]


def _count(slots: Slots, result: str) -> str:
    line = next((each for each in _lines(result) if "πράξ" in each[0]), None)
    if line is None:
        return ""
    more = line[1:] if re.search(r"\d{4}", "".join(line[1:2])) else line[2:]
    when = _when(more[0]) if more and re.search(r"\d{4}", more[0]) else ""
    return f"{capitalised(when)} βρήκα {line[0]}.".strip()


def _rank(slots: Slots, result: str) -> str:
    act = _ACT.search(result)
    if act is None:
        return ""
    word = "μικρότερη" if slots.get("metric") == "min" else "μεγαλύτερη"
    return f"Η {word} {STAGES[_stage_of(slots)].singular} είναι η {act[1]}, ύψους {act[2]}."


def _records(slots: Slots, result: str) -> str:
    act = _ANY_ACT.search(result)
    return f"Σχετική απόφαση είναι η {act[1]}." if act else ""


def _payees(slots: Slots, result: str) -> str:
    line = next((each for each in _lines(result) if "€" in each[0]), None)
    return f"{capitalised(_of(line))}, στις {line[1]}, δόθηκαν {line[0]} προς {line[-1]}." if line else ""


def _compare(slots: Slots, result: str) -> str:
    """Sides one by one, and the change where it is told."""
    lines = [each for each in _lines(result) if "€" in each[0]]
    told = [f"{capitalised(_of(line))} {line[0]} ήταν οι {line[1]}." for line in lines if "από" not in line[2][:12]]
    for line in _lines(result):
        moved = re.match(r"(αύξηση|μείωση) από (\d{4}) στο (\d{4})$", line[2]) if len(line) > 2 else None
        if moved and "%" in line[0]:
            verb = "αυξήθηκαν" if moved[1] == "αύξηση" else "μειώθηκαν"
            told.insert(0, f"Από το {moved[2]} στο {moved[3]} οι {line[1]} {verb} κατά {line[0]}.")
    return " ".join(told)


_WRITERS: Mapping[str, Callable[[Slots, str], str]] = {
    "total_spending": _total,
    "count_decisions": _count,
    "rank_decisions": _rank,
    "search_decisions": _records,
    "rank_payees": _payees,
    "compare": _compare,
}
