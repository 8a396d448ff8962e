"""An answer as the stable JSON contract of `python -m bot ask --json`."""

from collections.abc import Mapping
from datetime import date

from bot.replies.catalog import REPLIES
from bot.text.spans import showable
from core.domain.answer import Answer, Choice, Citation, Figure, Finding, Quote, plain
from core.domain.period import Period

Json = dict[str, object]


def answer_to_json(answer: Answer, request: Mapping[str, object] | None) -> Json:
    """`request` is the question as understood, as the application words it; None when nothing was asked."""
    return {
        "outcome": answer.outcome.value,
        "demo": answer.demo,
        "text": _text(answer),
        "figures": [_figure(figure) for figure in answer.figures],
        "citations": [_citation(citation) for citation in answer.citations],
        "quotes": [_quote(quote) for quote in answer.quotes],
        "choices": [_choice(choice) for choice in answer.choices],
        "request": dict(request) if request is not None else None,
        "lookups": [_lookup(finding) for finding in answer.findings],
        "mind": answer.mind,
        "model_calls": answer.model_calls,
        "cost_eur": str(answer.cost_eur),
        "cached": answer.cached,
        "ms": dict(answer.milliseconds),
        "data_until": _day(answer.data_until),
        "receipt": answer.receipt or None,
        "page": answer.page,
        "pages": answer.pages,
        "notes": list(answer.notes),
    }


def _text(answer: Answer) -> str:
    text = showable(plain(answer.text)).strip()
    return f"{REPLIES.demo}\n\n{text}" if answer.demo else text


def _figure(figure: Figure) -> Json:
    return {
        "value": format(figure.value, "f"),
        "unit": figure.unit.value,
        "stage": figure.stage.value if figure.stage else None,
        "period": _period(figure.period),
        "decisions": figure.decisions,
        "without_amount": figure.without_amount,
        "label": plain(figure.label),
    }


def _period(period: Period | None) -> Json | None:
    """Half-open, as everywhere: `until` is the first day that is outside."""
    if period is None:
        return None
    return {"since": _day(period.since), "until": _day(period.until), "words": period.words}


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _citation(citation: Citation) -> Json:
    return {"ada": citation.ada, "url": citation.url, "page_url": citation.page_url}


def _quote(quote: Quote) -> Json:
    return {"ada": quote.ada, "page": quote.page, "text": quote.text}


def _choice(choice: Choice) -> Json:
    return {"label": plain(choice.label), "kind": choice.kind.value, "text": plain(choice.text)}


def _lookup(finding: Finding) -> Json:
    rows = max(finding.total_rows, len(finding.rows))
    if finding.query:  # a model's own SELECT: the statement as it was run, and the lines that came back
        return {"name": finding.lookup, "arguments": {"sql": finding.query}, "rows": max(len(finding.table) - 1, 0)}
    return {"name": finding.lookup, "arguments": dict(finding.arguments), "rows": rows}
