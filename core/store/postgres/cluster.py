"""One PostgreSQL cluster on disk and the programs that make, start, ask and stop it; who may do so is decided above."""

import hashlib
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.errors import Misconfigured
from core.store.postgres import binaries
from core.store.postgres.processes import arguments_of
from core.store.postgres.server_user import ServerUser, can_enter, make_private, run_as

OWNER = "postgres"
READY, REJECTING, SILENT = 0, 1, 2  # answers of pg_isready
_CTYPES = ("C.UTF-8", "en_US.UTF-8", "el_GR.UTF-8", "UTF-8")  # pg_trgm finds nothing in Greek under LC_CTYPE=C
_LONGEST_SOCKET = 103  # bytes of a socket's path: 107 on Linux, 103 on macOS
_LOG_BYTES = 5_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """`root` belongs to `user` alone. Programs run as `user`, in `root`, without our environment."""

    root: Path
    user: ServerUser
    programs: Path
    settings: Mapping[str, str]
    timeout: float

    @property
    def data(self) -> Path:
        return self.root / "data"

    @property
    def mark(self) -> str:
        """Stands in the command line of every process of this server."""
        return "diafaneia-" + hashlib.sha256(os.fsencode(self.data)).hexdigest()[:16]

    def recorded_pid(self) -> int:
        """The postmaster's number as it wrote it down; 0 when it did not. It may be stale."""
        try:
            return int((self.data / "postmaster.pid").read_text().split("\n", 1)[0])
        except (OSError, ValueError):
            return 0

    def ready(self) -> int:
        """Asks the server itself: READY, REJECTING (it starts, recovers or stops) or SILENT."""
        sock = str(socket_dir(self.root))
        try:
            return self._run("pg_isready", "-q", "-h", sock, "-p", "5432", "-t", "3", seconds=30).returncode
        except subprocess.TimeoutExpired:
            return SILENT

    def prepare(self, lock: int) -> None:
        """Makes the data where there are none and checks that these programs can read them. `lock`: see `launch`."""
        for half_done in self.root.glob("data.new-*"):
            shutil.rmtree(half_done, ignore_errors=True)
        if not (self.data / "PG_VERSION").exists():
            self._initdb(lock)
        have, want = (self.data / "PG_VERSION").read_text().strip(), binaries.version().partition(".")[0]
        if have != want:
            raise Misconfigured(
                f"Τα δεδομένα στο {self.data} είναι του PostgreSQL {have} και τα προγράμματα του {want}: "
                "κάντε pg_dump με την παλιά έκδοση και επαναφορά σε νέο DATA_DIR."
            )

    def launch(self, lock: int) -> None:
        """Starts the server; its processes inherit the descriptor `lock` and with it the lock."""
        self._drop_stale_files()
        output = self.root / "server.log"
        if output.exists() and output.stat().st_size > _LOG_BYTES:
            output.replace(self.root / "server.log.1")
        start = ("pg_ctl", "start", "-w", "-t", str(int(self.timeout)), "-l", output.name, "-o", self._options())
        if self._run(*start, seconds=self.timeout + 10, keep=(lock,)).returncode:
            said = output.read_text(errors="replace").strip()[-1500:] if output.exists() else ""
            raise Misconfigured(f"Ο ενσωματωμένος PostgreSQL δεν ξεκίνησε. Το ημερολόγιό του ({output}) λέει:\n{said}")

    def shut_down(self) -> bool:
        """Stops the server; open sessions are cut, committed work is kept."""
        stopped = self._run("pg_ctl", "stop", "-m", "fast", "-w", "-t", "60", seconds=70).returncode == 0
        sock = self.root / "sock"
        if stopped and sock.is_symlink():
            shutil.rmtree(sock.resolve(), ignore_errors=True)
            sock.unlink()
        return stopped

    def _initdb(self, lock: int) -> None:
        """Made under another name, so that a cluster called data/ is a whole one."""
        for ctype in _CTYPES:
            fresh = self.root / f"data.new-{os.urandom(6).hex()}"
            done = self._run(
                *("initdb", "-D", str(fresh), "-U", OWNER, "-E", "UTF8", "--locale-provider=builtin"),
                *("--builtin-locale=C.UTF-8", "--lc-collate=C", f"--lc-ctype={ctype}", "--lc-messages=C"),
                *("--text-search-config=simple", "--auth-local=trust", "--auth-host=reject", "--no-instructions"),
                *(("--no-sync",) if self.settings.get("fsync") == "off" else ()),
                seconds=self.timeout,
                keep=(lock,),
                output=True,
            )
            if done.returncode == 0:
                os.rename(fresh, self.data)
                return
            if "invalid locale name" not in done.stderr:
                raise Misconfigured(f"Το initdb απέτυχε στο {self.root}: {done.stderr.strip()[-500:]}")
        raise Misconfigured("Το σύστημα δεν έχει καμία τοπική ρύθμιση UTF-8 (π.χ. C.UTF-8): εγκαταστήστε μία.")

    def _options(self) -> str:
        """Settings go on the command line: as root we write no file where another user could have put a link."""
        listening = str(_make_socket_dir(self.root, self.user)).replace('"', '""')
        settings = {
            **self.settings,
            "cluster_name": self.mark,
            "listen_addresses": "",
            "port": "5432",
            "unix_socket_permissions": "0700",
            "unix_socket_directories": f'"{listening}"',
        }
        return shlex.join(part for name, value in settings.items() for part in ("-c", f"{name}={value}"))

    def _drop_stale_files(self) -> None:
        """No process of ours lives, so its files are stale, even where their number is a zombie's or another's."""
        pid = self.recorded_pid()
        if pid and str(self.data) in arguments_of(pid):
            raise Misconfigured(
                f"Άλλος διακομιστής (pid {pid}) τρέχει ήδη πάνω στο {self.data}, όχι από εμάς: σταματήστε τον."
            )
        for stale in (self.data / "postmaster.pid", socket_dir(self.root) / ".s.PGSQL.5432.lock"):
            stale.unlink(missing_ok=True)

    def _run(
        self, program: str, *arguments: str, seconds: float, keep: tuple[int, ...] = (), output: bool = False
    ) -> subprocess.CompletedProcess[str]:
        # PGDATA and a relative log: pg_ctl pastes -D and -l into a shell command, where a `$` in a path would be read.
        environment = {"PGDATA": str(self.data)}
        command = [str(self.programs / program), *arguments]
        return run_as(
            self.user, command, cwd=self.root, seconds=seconds, environment=environment, keep=keep, output=output
        )


def socket_dir(root: Path) -> Path:
    """Where clients find the socket of a server that runs."""
    return (root / "sock").resolve()


def _make_socket_dir(root: Path, user: ServerUser) -> Path:
    """sock/ itself, or where that is too long for a socket, a private short directory to which sock/ points."""
    sock = root / "sock"
    if not sock.is_symlink() and _fits(sock):
        make_private(sock, user)
        return sock
    if not can_enter(user, sock, write=True):
        sock.unlink(missing_ok=True)
        places = (Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp"))
        place = next(place for place in places if _fits(place / "diafaneia-12345678") and can_enter(user, place))
        fresh = Path(tempfile.mkdtemp(prefix="diafaneia-", dir=place))
        if user.dropped:
            os.chown(fresh, user.uid, user.gid)
        sock.symlink_to(fresh)
    return sock.resolve()


def _fits(directory: Path) -> bool:
    return len(os.fsencode(directory / ".s.PGSQL.5432")) <= _LONGEST_SOCKET
