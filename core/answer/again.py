"""An answer as it is kept to be given again, to whoever asks the same: without what the first reader typed."""

import zlib
from dataclasses import replace
from decimal import Decimal
from functools import cache

from pydantic import TypeAdapter

from core.answer.receipts import ROWS_KEPT
from core.domain.answer import Answer, Choice, Finding, Outcome
from core.domain.request import Request

MOST_BYTES = 4 * 1024**2  # of JSON: larger ones are made anew
_LASTING = frozenset({Outcome.ANSWERED, Outcome.PARTIAL, Outcome.NOT_IN_DATA, Outcome.WRONG_UNIT})
_TYPED = "\ue010"  # stands for what was typed, where a button asks it again with more
_TAIL = " ;?."


@cache
def _json() -> TypeAdapter[Answer]:
    return TypeAdapter(Answer)


def may_last(answer: Answer, *, passing: bool) -> bool:
    """Answers that stand on lookups. A model that was asked and did not have its say may do better the next time."""
    failed = answer.model_calls > 0 and answer.mind == "planner"
    return answer.outcome in _LASTING and bool(answer.findings) and not passing and not failed


def packed(answer: Answer) -> bytes | None:
    """None where it is too large to be worth it."""
    request = answer.request
    bare = replace(answer, request=replace(request, text="", organizations=()) if request else None)
    bare = replace(bare, findings=tuple(_trimmed(finding) for finding in bare.findings))
    if request and (typed := request.text.rstrip(_TAIL)):
        bare = replace(bare, choices=tuple(_with(choice, typed, _TYPED) for choice in bare.choices))
    made = _json().dump_json(bare)
    return zlib.compress(made, 1) if len(made) <= MOST_BYTES else None


def _trimmed(finding: Finding) -> Finding:
    """With as many rows as a receipt looks at, where the finding says how many there are."""
    looked_at = ROWS_KEPT + 1
    whole = len(finding.rows) <= looked_at or finding.total_rows < len(finding.rows)
    return finding if whole else replace(finding, rows=finding.rows[:looked_at])


def opened(kept: bytes, request: Request) -> Answer:
    """For the reader who asks now: his own words, and nothing spent on it."""
    answer = _json().validate_json(zlib.decompress(kept))
    return given_to(answer, request, typed=_TYPED)


def given_to(answer: Answer, request: Request, *, typed: str) -> Answer:
    """An answer to the same question of somebody else, whose words `typed` may stand in its buttons."""
    mine, words = answer.request, request.text.rstrip(_TAIL)
    return replace(
        answer,
        request=_said_as(mine, request) if mine else None,
        choices=tuple(_with(choice, typed, words) for choice in answer.choices) if typed else answer.choices,
        cached=True,
        model_calls=0,
        cost_eur=Decimal(0),
    )


def _said_as(request: Request, said: Request) -> Request:
    return replace(request, text=said.text, organizations=said.organizations, own_body=said.own_body)


def typed_in(request: Request) -> str:
    return request.text.rstrip(_TAIL)


def _with(choice: Choice, old: str, new: str) -> Choice:
    """A button that begins with what was typed goes on from what this reader typed."""
    return replace(choice, text=new + choice.text.removeprefix(old)) if choice.text.startswith(old) else choice
