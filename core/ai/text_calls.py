"""Calls of tools that a model wrote into its text instead of calling (MODELS §5: fences, tags, bare JSON)."""

import json
from collections.abc import Collection, Iterator
from typing import Any

from core.ports import ToolCall

_LONGEST = 8_000  # letters: a call is short, and what is nested for pages is none
_ARGUMENTS = ("arguments", "parameters", "args", "input")


def calls_in_text(text: str, names: Collection[str]) -> tuple[str, tuple[ToolCall, ...]]:
    """What is left of the text, and its calls. Beside a call no text is left: it was written before the result."""
    calls = tuple(
        ToolCall(id=f"text_{place}", name=found["name"], arguments=_arguments(found))
        for place, found in enumerate(_calls(text, names), 1)
    )
    return ("" if calls else text), calls


def _calls(text: str, names: Collection[str]) -> Iterator[dict[str, Any]]:
    for found in _objects(text):
        inner = found.get("function")
        call = inner if isinstance(inner, dict) else found
        if call.get("name") in names and any(key in call for key in _ARGUMENTS):
            yield call


def _arguments(call: dict[str, Any]) -> str:
    given = next(call[key] for key in _ARGUMENTS if key in call)
    return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Every JSON object of the text that is not inside another one, and those of a list."""
    text = text[:_LONGEST]
    decoder, place = json.JSONDecoder(), text.find("{")
    while place >= 0:
        try:
            found, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            end = place + 1
        else:
            if isinstance(found, dict):
                yield found
        place = text.find("{", end)
