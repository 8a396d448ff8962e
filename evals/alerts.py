"""`python -m evals.alerts matching|week|month`: are new acts matched fast enough, and is everything due told, once?"""

import sys
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from evals.alerts_matching import matching
from evals.alerts_month import month
from evals.alerts_week import week
from evals.proving import Proofs, prove

PROOFS: Proofs = MappingProxyType({"matching": matching, "week": week, "month": month})
WHOLE: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "matching": {"subscriptions": 5_000, "decisions": 3_000},
        "week": {"subscriptions": 300, "decisions": 2_500, "chats": 120},
        "month": {"subscriptions": 5_000, "decisions": 60_000, "chats": 1_000, "nights": 28, "minutes": 90},
    }
)


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 proven, 1 not."""
    return prove("evals.alerts", __doc__, PROOFS, WHOLE, arguments)


if __name__ == "__main__":
    sys.exit(main())
