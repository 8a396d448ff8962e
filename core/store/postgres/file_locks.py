"""Locks on files, held by processes and dropped by the kernel when the last of them dies, however it dies."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import Unavailable
from core.store.postgres.server_user import ServerUser

SHARED = fcntl.LOCK_SH
ALONE = fcntl.LOCK_EX
_PAUSE = 0.05


def open_lock(path: Path, user: ServerUser) -> int:
    """Descriptor of a lock file that `user` owns; it is not followed when it is a link, nor inherited by children."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    if user.dropped:
        os.fchown(descriptor, user.uid, user.gid)
    return descriptor


def take(descriptor: int, kind: int, *, seconds: float = 0.0) -> bool:
    """True when the lock was taken within `seconds`."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                return False
            time.sleep(_PAUSE)
        else:
            return True


@contextmanager
def held(path: Path, user: ServerUser, *, seconds: float) -> Iterator[int]:
    """The lock of `path`, alone, for as long as the block lasts."""
    descriptor = open_lock(path, user)
    try:
        if not take(descriptor, ALONE, seconds=seconds):
            raise Unavailable(f"Άλλη διεργασία κρατά το {path} περισσότερο από {seconds:.0f} δευτερόλεπτα.")
        yield descriptor
    finally:
        os.close(descriptor)
