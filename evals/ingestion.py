"""`python -m evals.ingestion world|kill|nights|outage|throughput`: is what we read from Διαύγεια what is there?"""

import sys
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from evals import ingestion_proofs as proofs
from evals.proving import Proofs, prove

PROOFS: Proofs = MappingProxyType(
    {
        "world": proofs.world,
        "kill": proofs.kill,
        "nights": proofs.nights,
        "outage": proofs.outage,
        "throughput": proofs.throughput,
    }
)
# As they are made by hand; the tests run a tenth of each.
WHOLE: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "world": {"decisions": 60_000, "years": 5, "share": 0.1},
        "kill": {"decisions": 4_000, "times": 20},
        "nights": {"decisions": 4_000, "times": 10, "each": 40},
        "outage": {"decisions": 4_000, "hours": 2},
        "throughput": {"decisions": 20_000},
    }
)


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 proven, 1 not."""
    return prove("evals.ingestion", __doc__, PROOFS, WHOLE, arguments)


if __name__ == "__main__":
    sys.exit(main())
