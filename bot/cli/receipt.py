"""`python -m bot receipt`: the figures of a stored answer beside today's, and what changed."""

import argparse
import asyncio
import sys
from datetime import date
from decimal import Decimal

from bot.cli.opening import Opener
from bot.cli.understanding import write_json
from bot.replies.catalog import REPLIES
from bot.terminal import show
from core.domain.checked import Change, Checked, Compared
from core.errors import InvalidInput
from core.settings import Settings

Json = dict[str, object]


async def receipt(
    open_app: Opener, settings: Settings, options: argparse.Namespace, *, today: date, seconds: float
) -> int:
    """0 when the answer holds, 1 when something behind it changed."""
    if not options.id.strip():
        raise InvalidInput(REPLIES.bad_receipt)
    async with open_app(settings) as app, asyncio.timeout(seconds):
        checked, answer = await app.check_receipt(None, options.id.strip(), today)
    if options.json:
        write_json(checked_to_json(checked), indent=2)
    else:
        sys.stdout.write(show(answer, styled=sys.stdout.isatty()) + "\n")
    return 0 if checked.same else 1


def checked_to_json(checked: Checked) -> Json:
    return {
        "receipt": checked.receipt,
        "same": checked.same,  # of all questions, where there were several
        "demo": checked.demo,
        "title": checked.title,
        "answered_on": checked.answered_on.isoformat(),
        "checked_on": checked.checked_on.isoformat(),
        "figures": [_figure(figure) for figure in checked.figures],
        "changes": [_change(change) for change in checked.changes],
        "rewritten": checked.rewritten,
        "traced": checked.traced,
        "reach": checked.reach,
        **({"more": [checked_to_json(each) for each in checked.more]} if checked.more else {}),
    }


def _figure(figure: Compared) -> Json:
    return {
        "label": figure.label,
        "unit": figure.unit.value,
        "stage": figure.stage.value if figure.stage else None,
        "then": _number(figure.then),
        "now": _number(figure.now),
    }


def _change(change: Change) -> Json:
    return {
        "ada": change.ada,
        "kind": change.kind.value,
        "then": _number(change.then),
        "now": _number(change.now),
        "why": change.why,
    }


def _number(value: Decimal | None) -> str | None:
    return None if value is None else format(value, "f")
