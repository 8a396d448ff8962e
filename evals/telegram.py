"""`python -m evals.telegram crowd`: many chats ask the bot's process at once; are taps answered meanwhile?"""

import asyncio
import sys
import time
from collections.abc import Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Any

from evals.alerts_processes import Processes
from evals.ingestion_bed import after, made
from evals.proving import Proofs, Server, prove
from evals.scale.measured import quantile
from ingest.world import build
from tests.telegram_bridge import Bridge

_FLOODER, _TAPPER, _FIRST = 5, 6, 1_001
_MOST_SECONDS, _MOST_TAP = 10.0, 0.3
_TOPICS = ("καύσιμα", "ύδρευση", "απορρίμματα", "λογισμικό", "ελαστικά", "γήπεδα", "αδέσποτα", "πετρέλαιο", "σχολικά")
_ASKED = ("πόσα ανέθεσε ο δήμος για {} το {}", "πόσα πλήρωσε ο δήμος για {} το {}", "{} {}")


async def crowd(databases: Server, *, chats: int, decisions: int, seed: int) -> dict[str, Any]:
    """Every chat is answered in time, one that floods keeps nobody waiting, taps are answered at once."""
    invented = build(seed=seed, decisions=decisions, first_year=2024, last_year=2026)
    folder, now = databases.root.parent / f"{databases.root.name}-crowd", after(invented)
    folder.mkdir()
    async with made(await databases(), invented, now=now, since=date(2024, 1, 1)) as bed, Bridge() as bridge:
        for command in (("register",), ("backfill",), ("nightly",)):
            await bed.run(*command)
        telegram: Any = bridge
        run = Processes(bed=bed, telegram=telegram, folder=folder)
        run.tick()
        await run.start("bot")
        try:
            return await _measured(bridge, chats)
        finally:
            await run.stop()


async def _measured(bridge: Bridge, chats: int) -> dict[str, Any]:
    await bridge.write("πόσα ανέθεσε ο δήμος για καύσιμα το 2025", chat=_TAPPER, user=_TAPPER)
    said = await bridge.reply(chat=_TAPPER, seconds=60)
    shown = [each for row in said.buttons for each in row]
    if not any(each["text"] == "Πώς το βρήκα" for each in shown):
        raise RuntimeError(f"no answer to be tapped: {said.text}")
    button = next(each for each in shown if each["text"] == "Πώς το βρήκα")
    began, taps = time.monotonic(), asyncio.create_task(_taps(bridge, button["callback_data"], said))
    for number in range(30):
        await bridge.write(f"πόσα πλήρωσε ο δήμος για γάλα {number}", chat=_FLOODER, user=_FLOODER)
    for number in range(chats):
        topic, year = _TOPICS[number % len(_TOPICS)], 2024 + number // len(_TOPICS) % 3
        text = _ASKED[number % len(_ASKED)].format(topic, year)
        await bridge.write(text, chat=_FIRST + number, user=_FIRST + number)
    waits = await asyncio.gather(*(_answered(bridge, _FIRST + number, began) for number in range(chats)))
    taps.cancel()
    tapped = (await asyncio.gather(taps, return_exceptions=True))[0]
    delays: Sequence[float] = tapped if isinstance(tapped, list) else []
    answered = [each for each in waits if each is not None]
    p95 = quantile(answered, 0.95)
    slow = max(delays, default=float("inf"))
    return {
        "ok": len(answered) == chats and p95 <= _MOST_SECONDS and slow <= _MOST_TAP and not bridge.refused,
        "chats": chats,
        "answered": len(answered),
        "seconds": {"p50": round(quantile(answered, 0.5), 2), "p95": round(p95, 2), "slowest": round(max(answered), 2)},
        "taps": len(delays),
        "tap_seconds": {"p95": round(quantile(delays, 0.95), 3), "slowest": round(slow, 3)} if delays else None,
        "refused_by_the_bot_api": len(bridge.refused),
    }


async def _answered(bridge: Bridge, chat: int, began: float) -> float | None:
    try:
        await bridge.reply(chat=chat, seconds=60)
    except TimeoutError:
        return None
    return time.monotonic() - began


async def _taps(bridge: Bridge, data: str, said: Any) -> list[float]:
    """How long each press waits until it is answered; until cancelled."""
    delays: list[float] = []
    try:
        while True:
            before, began = len(bridge.called("answerCallbackQuery")), time.monotonic()
            await bridge.press(data, said, user=_TAPPER)
            while len(bridge.called("answerCallbackQuery")) <= before:  # noqa: ASYNC110  (the bot ends it)
                await asyncio.sleep(0.005)
            delays.append(time.monotonic() - began)
            await asyncio.sleep(0.4)
    except asyncio.CancelledError:
        return delays


PROOFS: Proofs = MappingProxyType({"crowd": crowd})
WHOLE: Mapping[str, Mapping[str, int]] = MappingProxyType({"crowd": {"chats": 200, "decisions": 6_000}})


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 proven, 1 not."""
    return prove("evals.telegram", __doc__, PROOFS, WHOLE, arguments)


if __name__ == "__main__":
    sys.exit(main())
