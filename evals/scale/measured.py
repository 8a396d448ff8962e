"""How a measurement is told: where results stand, on what machine, and within what time a share was done."""

import os
import platform
from collections.abc import Sequence
from pathlib import Path

RESULTS = Path(__file__).parents[1] / "results"


def quantile(times: Sequence[float], share: float) -> float:
    """The time within which `share` of the questions were answered."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def machine() -> dict[str, object]:
    """What the figures were measured on."""
    return {
        "cores": os.cpu_count(),
        "load": [round(load, 2) for load in os.getloadavg()],
        "system": platform.platform(),
        "processor": _processor(),
        "python": platform.python_version(),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
