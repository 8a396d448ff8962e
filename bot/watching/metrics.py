"""Numbers for Prometheus: how fresh, how much waits, how fast, how dear, whether Telegram is heard."""

from collections.abc import Iterator
from datetime import datetime

from bot.watching.heard import Heard
from core.domain.period import athens_day
from core.domain.usage import Usage
from core.letters import Standing

_Sample = tuple[str, object]


def metrics(usage: Usage, standing: Standing, night: datetime | None, heard: Heard, *, now: datetime) -> str:
    families = (*_reading(usage, night, now), *_letters(standing, now), *_answers(usage), *_polling(heard))
    lines = []
    for name, help_, samples in families:
        lines += [f"# HELP diafaneia_{name} {help_}", f"# TYPE diafaneia_{name} gauge"]
        lines += [f"diafaneia_{name}{labels} {value}" for labels, value in samples]
    return "\n".join(lines) + "\n"


def _reading(usage: Usage, night: datetime | None, now: datetime) -> Iterator[tuple[str, str, list[_Sample]]]:
    """Days without end where nothing is held yet are left out."""
    ages = [(item.organization_uid, item.published_through or item.last_on) for item in usage.coverage]
    today = athens_day(now)
    held: list[_Sample] = [(f'{{organization="{uid}"}}', (today - day).days) for uid, day in ages if day]
    yield "data_age_days", "Days since the last day of which the data are held, by body", held
    if night is not None:
        yield "last_night_age_seconds", "Since the last night began that was read", [("", _seconds(now, night))]
    yield "fetch_waiting", "Single acts that readers asked for and that are to be fetched", [("", usage.waiting)]


def _letters(standing: Standing, now: datetime) -> Iterator[tuple[str, str, list[_Sample]]]:
    oldest = _seconds(now, standing.oldest) if standing.oldest else 0
    yield "letters_waiting", "Letters that are due", [("", standing.waiting)]
    yield "letters_oldest_seconds", "Since when the one that waits longest is due", [("", oldest)]
    yield "letters_dead", "Letters that were given up", [("", standing.dead)]
    yield "letters_paused", "1 while the operator's switch holds them back", [("", int(standing.paused))]
    yield "chats_blocked", "Chats with alerts that have blocked us", [("", standing.blocked)]
    yield "subscriptions", "Alerts that are active", [("", standing.subscriptions)]


def _answers(usage: Usage) -> Iterator[tuple[str, str, list[_Sample]]]:
    today = usage.today
    outcomes: list[_Sample] = [(f'{{outcome="{name}"}}', times) for name, times in today.outcomes]
    yield "questions_today", "Answered today, by outcome", outcomes
    times = (("0.5", today.median_ms), ("0.95", today.ninety_fifth_ms))
    told: list[_Sample] = [(f'{{quantile="{each}"}}', ms / 1000) for each, ms in times if ms is not None]
    yield "answer_seconds_today", "Until an answer was there, today", told
    failures: list[_Sample] = [(f'{{kind="{each.kind}"}}', each.times) for each in today.failures]
    yield "failures_today", "What readers were told instead of an answer, by kind", failures
    yield "model_cost_eur_today", "Spent on the language model", [("", today.cost_eur)]
    if usage.left_eur is not None:
        yield "model_budget_left_eur", "Of today's budget", [("", usage.left_eur)]


def _polling(heard: Heard) -> Iterator[tuple[str, str, list[_Sample]]]:
    yield "polling_alive", "1 while Telegram answers requests for updates", [("", int(heard.is_alive))]
    yield "polling_silent_seconds", "Since Telegram last answered one", [("", round(heard.silent, 1))]
    yield "polling_restarts", "How often polling hung and was begun again", [("", heard.restarts)]


def _seconds(now: datetime, then: datetime) -> int:
    return max(0, round((now - then).total_seconds()))
