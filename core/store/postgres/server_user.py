"""Who the embedded server runs as, and directories that only that user (and root) can enter."""

import os
import pwd
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.errors import Misconfigured

_DROP_TO = ("postgres", "nobody")
_ENTER = 'cd -- "$1"'
_ENTER_AND_WRITE = 'cd -- "$1" && test -w .'


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerUser:
    """`dropped`: we are root and the server, which refuses root, runs as somebody else."""

    uid: int
    gid: int
    dropped: bool


def server_user(data: Path) -> ServerUser:
    """Ourselves; as root the owner of the data when there are some, else `postgres`, else `nobody`."""
    if os.geteuid() != 0:
        return ServerUser(uid=os.geteuid(), gid=os.getegid(), dropped=False)
    if os.path.exists(data) and data.stat().st_uid != 0:
        return ServerUser(uid=data.stat().st_uid, gid=data.stat().st_gid, dropped=True)
    for name in _DROP_TO:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return ServerUser(uid=entry.pw_uid, gid=entry.pw_gid, dropped=True)
    raise Misconfigured(
        "Ο PostgreSQL δεν τρέχει ως root και δεν υπάρχει χρήστης postgres ή nobody. "
        "Δημιουργήστε έναν (useradd --system postgres) ή ορίστε το DATABASE_URL."
    )


def can_enter(user: ServerUser, directory: Path, *, write: bool = False) -> bool:
    """Asked as that user, so that groups, ACLs and closed parents count; modes alone would not tell."""
    script = _ENTER_AND_WRITE if write else _ENTER
    return run_as(user, ["/bin/sh", "-c", script, "sh", str(directory)], cwd=Path("/"), seconds=10).returncode == 0


def can_use(user: ServerUser, root: Path) -> bool:
    """Whether `root` can serve `user`: it is there and open to it, or can be made under a parent that it can enter."""
    there = next(path for path in (root, *root.parents) if os.path.exists(path))
    return can_enter(user, there, write=there == root or not user.dropped)


def make_private(path: Path, user: ServerUser) -> None:
    """Makes what is missing of `path`, 0700 and owned by `user`. What is there already is left as it is.

    Each directory appears under its name complete, so that processes that start together never see it half made.
    """
    for missing in reversed([part for part in (path, *path.parents) if not os.path.exists(part)]):
        fresh = tempfile.mkdtemp(prefix=".new-", dir=missing.parent)
        if user.dropped:
            os.chown(fresh, user.uid, user.gid)
        try:
            os.rename(fresh, missing)
        except OSError:
            os.rmdir(fresh)
            if not missing.is_dir():
                raise


def run_as(
    user: ServerUser,
    command: list[str],
    *,
    cwd: Path,
    seconds: float,
    environment: Mapping[str, str] | None = None,
    keep: tuple[int, ...] = (),
    output: bool = False,
) -> subprocess.CompletedProcess[str]:
    """Runs a program as `user`, with `environment` and nothing of ours; descriptors in `keep` stay open in it."""
    heard = subprocess.PIPE if output else subprocess.DEVNULL
    return subprocess.run(
        command,
        cwd=cwd,
        env={"LC_ALL": "C", "PATH": os.defpath, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=heard,
        stderr=heard,
        encoding="utf-8",
        errors="replace",
        timeout=seconds,
        pass_fds=keep,
        user=user.uid if user.dropped else None,
        group=user.gid if user.dropped else None,
        extra_groups=[] if user.dropped else None,
        check=False,
    )
