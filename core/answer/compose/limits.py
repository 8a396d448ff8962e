"""What somebody is told who has asked as much as he may: when he may again, and what still works."""

from datetime import datetime, timedelta

from core.answer.compose.words import count
from core.domain.period import athens_day

_ADAS = "Ζητήσατε πολλές πράξεις σε λίγη ώρα."
_QUESTIONS = "Κάνατε πολλές ερωτήσεις."
_GROUP = "Η ομάδα έκανε πολλές ερωτήσεις."
_STILL = "Με τον ΑΔΑ μιας πράξης, με κουμπιά και με τις ειδοποιήσεις συνεχίζετε κανονικά."


def used_up(ends: datetime, now: datetime, *, is_ada: bool, in_group: bool) -> str:
    """`ends`: of the longest span that is used up."""
    if is_ada:
        return f"{_ADAS} Ξανά {_when(ends, now)}."
    return f"{_GROUP if in_group else _QUESTIONS} Ξανά {_when(ends, now)}. {_STILL}"


def _when(ends: datetime, now: datetime) -> str:
    left = ends - now
    if athens_day(ends) != athens_day(now) and left > timedelta(hours=1):
        return "αύριο"
    minutes = max(1, -(-int(left.total_seconds()) // 60))
    return "σε ένα λεπτό" if minutes == 1 else f"σε {count(minutes, 'λεπτό', 'λεπτά')}"
