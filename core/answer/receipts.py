"""An answer as it is stored: what was asked, its buttons, and the receipt: lookups, figures and rows (DESIGN §3.8)."""

from collections.abc import Mapping
from datetime import date
from typing import Any, cast

from core.answer.kept.asked_json import to_json as to_json_again
from core.answer.slots import from_json, read_items, to_json
from core.domain.answer import (
    CODE,
    CODE_END,
    Answer,
    Choice,
    ChoiceKind,
    Figure,
    Finding,
    Outcome,
    Question,
    Row,
    plain,
)
from core.domain.ledger import OUTSIDE
from core.domain.request import Request
from core.store.answers import StoredAnswer
from core.store.conversations import Turn

ROWS_KEPT = 2000


def _figure(figure: Figure) -> dict[str, object]:
    return {
        "value": str(figure.value),
        "unit": figure.unit.value,
        "stage": figure.stage.value if figure.stage else None,
        "since": figure.period.since.isoformat() if figure.period and figure.period.since else None,
        "until": figure.period.until.isoformat() if figure.period and figure.period.until else None,
        "decisions": figure.decisions,
        "without_amount": figure.without_amount,
        "label": figure.label,
    }


def _row(row: Row) -> list[object]:
    """ΑΔΑ, version, signed amount, and whether the amount is set aside."""
    amount = None if row.amount is None else str(row.amount * row.sign)
    return [row.ada, row.version, amount, bool(OUTSIDE & set(row.flags))]


def _lookup(finding: Finding, *, with_rows: bool) -> dict[str, object]:
    rows = [_row(row) for row in finding.rows[:ROWS_KEPT]]
    return {
        "name": finding.lookup,
        "arguments": dict(finding.arguments),
        "total_rows": finding.total_rows,
        "rows": rows if with_rows else [],
        "whole": with_rows and _is_whole(finding),
        "asked": to_json_again(finding.asked) if finding.asked else None,
        **({"query": finding.query, "table": [list(row) for row in finding.table]} if finding.query else {}),
    }


def _is_whole(finding: Finding) -> bool:
    """Every act behind the figure is kept; of a ranking its lines are all there is."""
    listed, asked = len(finding.rows), finding.asked
    return listed <= ROWS_KEPT and (asked is None or bool(asked.limit) or listed >= finding.total_rows)


def _choice(choice: Choice) -> dict[str, object]:
    return {
        "label": choice.label,
        "kind": choice.kind.value,
        "text": choice.text,
        "organization_uid": choice.organization_uid,
        "page": choice.page,
    }


def packed(question: Question, answer: Answer, *, how: str, again: bool = False) -> StoredAnswer:
    """The JSON parts of an answer. `again`: a page or a changed list of one given before, no turn by itself."""
    request = to_json(answer.request) if answer.request else {}
    return StoredAnswer(
        request={
            "text": question.text,
            "organization_uid": question.organization_uid or answer.organization_uid,
            "asked_on": question.asked_on.isoformat(),
            "previous": list(question.previous),
            "page": answer.page,
            "request": request,
            "data_until": answer.data_until.isoformat() if answer.data_until else None,
            "demo": answer.demo,
            **({"again": True} if again else {}),
        },
        answer={
            "text": plain(answer.text),
            "choices": [_choice(choice) for choice in answer.choices],
            "how": how,
            **({"quotes": quotes} if (quotes := _quotes(answer)) else {}),
            "listed": [[each.place, each.key, each.shown] for each in answer.listed],
        },
        receipt={
            "figures": [_figure(figure) for figure in answer.figures],
            "lookups": [_lookup(finding, with_rows=answer.page == 1) for finding in answer.findings],
            **({"parts": _parts(answer)} if answer.parts else {}),
        },
        spent=_spent(answer) if question.text else None,
    )


def _quotes(answer: Answer) -> list[dict[str, object]]:
    """What was told of a PDF: it goes out of the answer when the act is withheld (migration 0020)."""
    every = dict.fromkeys(quote for each in (answer, *answer.parts) for quote in each.quotes)
    return [{"ada": quote.ada, "page": quote.page, "text": quote.text} for quote in every]


def _parts(answer: Answer) -> list[dict[str, object]]:
    """Of a message with several questions which figures and lookups, from and until, are of each, and its words."""
    kept: list[dict[str, object]] = []
    figures, lookups = 0, 0
    for part in answer.parts:
        text = part.request.text if part.request else ""
        ends = figures + len(part.figures), lookups + len(part.findings)
        kept.append({"text": text, "figures": [figures, ends[0]], "lookups": [lookups, ends[1]]})
        figures, lookups = ends
    return kept


def _spent(answer: Answer) -> dict[str, object]:
    """Milliseconds by stage until it was kept, and what a model took. The operator's figures are made of these."""
    return {
        "ms": answer.milliseconds,
        "mind": answer.mind,
        "calls": answer.model_calls,
        "cost_eur": str(answer.cost_eur),
        "cached": answer.cached,
    }


def question_of(stored: StoredAnswer | Turn, *, conversation: str) -> Question:
    """The question that the stored answer answered, as it was asked."""
    request = cast(Mapping[str, Any], stored.request)
    return Question(
        conversation=conversation,
        text=str(request["text"]),
        asked_on=date.fromisoformat(request["asked_on"]),
        organization_uid=request["organization_uid"],
        previous=tuple(request["previous"]),
        left_out=read_items(request["request"].get("left_out", ())),
    )


def request_of(stored: StoredAnswer) -> Request:
    """What the stored answer answered, taken apart."""
    return from_json(cast(Mapping[str, Any], stored.request["request"]))


def choice_of(stored: StoredAnswer, index: int) -> Choice | None:
    """The button at `index`, or None when there is none."""
    choices = cast(list[dict[str, Any]], stored.answer["choices"])
    if not 0 <= index < len(choices):
        return None
    kept = choices[index]
    return Choice(
        label=kept["label"],
        kind=ChoiceKind(kept["kind"]),
        text=kept["text"],
        organization_uid=kept["organization_uid"],
        page=kept["page"],
    )


def recipe(stored: StoredAnswer, *, receipt: str, demo: bool) -> Answer:
    """«Πώς το βρήκα», under the receipt of the answer itself: its button asks that one again."""
    lookups = cast(list[dict[str, Any]], stored.receipt["lookups"])
    check = Choice(label="Ισχύει ακόμη;", kind=ChoiceKind.CHECK)
    return Answer(
        outcome=Outcome.ANSWERED,
        text=f"{stored.answer['how']}\nΑπόδειξη: {CODE}{receipt}{CODE_END}",
        choices=(check,) if any(each.get("asked") or each["rows"] for each in lookups) else (),
        receipt=receipt,
        demo=demo,
    )
