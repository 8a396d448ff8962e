"""The embedded server on real directories, with real kills."""

import asyncio
import ctypes
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import asyncpg
import pytest

from core.errors import Misconfigured
from core.store.embedded import EmbeddedPostgres
from core.store.postgres import binaries
from core.store.postgres.server_user import server_user
from tests.conftest import FAST

_REPOSITORY = Path(__file__).resolve().parents[3]
_as_root = pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user runs the server under its own name")
Make = Callable[..., EmbeddedPostgres]

# A client in a process of its own: starts, tells the postmaster's pid, and leaves when its standard input closes.
_CLIENT = """
import sys
from pathlib import Path
from core.store.embedded import EmbeddedPostgres
embedded = EmbeddedPostgres(Path(sys.argv[1]), fallback=None, settings={"fsync": "off", "shared_buffers": "64MB"})
embedded.start()
print((embedded.root / "data" / "postmaster.pid").read_text().split()[0], flush=True)
sys.stdin.read()
print(embedded.stop(), flush=True)
"""


@pytest.fixture
def make(place: Path) -> Iterator[Make]:
    """Makes managers that are destroyed after the test."""
    made: list[EmbeddedPostgres] = []

    def _make(root: Path = place, **options: object) -> EmbeddedPostgres:
        made.append(EmbeddedPostgres(root, **{"fallback": None, "settings": FAST, **options}))  # type: ignore[arg-type]
        return made[-1]

    yield _make
    for embedded in made:
        embedded.destroy()


def _client(root: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _CLIENT, str(root)],
        cwd=_REPOSITORY,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _line(client: subprocess.Popen[str]) -> str:
    assert client.stdout is not None
    return client.stdout.readline().strip()


def _end(client: subprocess.Popen[str]) -> str:
    """What the client says when it leaves: whether it stopped the server."""
    output, _ = client.communicate(timeout=60)
    return output.strip()


def _kill(client: subprocess.Popen[str]) -> None:
    client.kill()
    client.communicate(timeout=60)


def _postmaster(embedded: EmbeddedPostgres) -> int:
    return int((embedded.root / "data" / "postmaster.pid").read_text().split()[0])


def _ask(embedded: EmbeddedPostgres, *statements: str) -> object:
    """The value of the last statement, over a connection of its own. A thread: the test's own loop is running."""

    async def _talk() -> object:
        connection = await asyncpg.connect(embedded.dsn(), timeout=10)
        try:
            for statement in statements[:-1]:
                await connection.execute(statement)
            return await connection.fetchval(statements[-1])
        finally:
            await connection.close(timeout=10)

    return asyncio.run(_talk())


def _until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_greek_is_lowered_and_cut_to_trigrams(server: EmbeddedPostgres) -> None:
    assert _ask(server, "SELECT lower('ΔΉΜΟΣ ΡΌΔΟΥ')") == "δήμοσ ρόδου"
    assert _ask(server, "SELECT 'ΔΗΜΟΥ' ILIKE '%δημ%'")
    trigrams = "SELECT cardinality(show_trgm('Δήμος'))"
    assert _ask(server, "CREATE EXTENSION IF NOT EXISTS pg_trgm", trigrams) == 6
    facts = (
        "SELECT datlocprovider::text || ' ' || datlocale || ' ' || datctype FROM pg_database WHERE datname = 'postgres'"
    )
    assert str(_ask(server, facts)).startswith("b C.UTF-8 ")


def test_nobody_reaches_it_but_through_a_private_socket(server: EmbeddedPostgres) -> None:
    assert _ask(server, "SHOW listen_addresses") == ""
    assert _ask(server, "SHOW jit") == "off"
    assert _ask(server, "SHOW max_connections") == "60"
    assert [_mode(server.root / name) for name in ("", "data", "sock")] == [0o700] * 3
    assert all(_mode(server.root / name) & 0o077 == 0 for name in ("start.lock", "server.lock", "users.lock"))


def test_a_path_with_spaces_an_apostrophe_and_greek_letters(make: Make, place: Path) -> None:
    embedded = make(place / "Τα δεδομένα μου" / "απ' όλα")
    embedded.start()
    assert _ask(embedded, "SELECT 1") == 1


def test_a_path_too_long_for_a_socket(make: Make, place: Path) -> None:
    embedded = make(place / ("μακρύς-κατάλογος-" * 6))
    embedded.start()
    assert _ask(embedded, "SELECT 1") == 1
    elsewhere = (embedded.root / "sock").resolve()
    assert _mode(elsewhere) == 0o700
    assert embedded.stop()
    assert not elsewhere.exists()
    embedded.start()
    assert _ask(embedded, "SELECT 1") == 1


def test_four_processes_that_start_at_once_share_one_server(place: Path) -> None:
    clients = [_client(place) for _ in range(4)]
    assert len({_line(client) for client in clients} - {""}) == 1
    assert [_end(client) for client in clients] == ["False", "False", "False", "True"]


def test_the_last_to_leave_stops_it(make: Make) -> None:
    first, second = make(), make()
    first.start()
    second.start()
    assert not first.stop()
    assert _ask(second, "SELECT 1") == 1
    assert second.stop()
    assert not (second.root / "data" / "postmaster.pid").exists()


def test_a_killed_client_leaves_a_server_that_the_next_one_adopts_and_stops(make: Make, place: Path) -> None:
    client = _client(place)
    postmaster = int(_line(client))
    _kill(client)
    embedded = make()
    embedded.start()
    assert _postmaster(embedded) == postmaster
    assert embedded.stop()


def test_committed_rows_survive_a_killed_server_that_is_mended_by_the_next_start(make: Make) -> None:
    embedded = make(settings={**FAST, "fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"})
    embedded.start()
    _ask(embedded, "CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n", "SELECT 1")
    os.kill(_postmaster(embedded), signal.SIGKILL)
    embedded.start()
    assert _ask(embedded, "SELECT count(*) FROM kept") == 1000


def test_a_zombie_postmaster_does_not_pass_for_a_living_one(make: Make) -> None:
    """As where process 1 of a container reaps nobody: here its orphans come to us, and we do not reap them."""
    prctl, subreaper = ctypes.CDLL(None).prctl, 36
    assert prctl(subreaper, 1, 0, 0, 0) == 0
    try:
        embedded = make()
        embedded.start()
        postmaster = _postmaster(embedded)
        os.kill(postmaster, signal.SIGKILL)
        _until(lambda: Path(f"/proc/{postmaster}/stat").read_text().rpartition(")")[2].split()[0] == "Z")
        embedded.start()
        assert _postmaster(embedded) != postmaster
        assert _ask(embedded, "SELECT 1") == 1
        embedded.destroy()
    finally:
        prctl(subreaper, 0, 0, 0, 0)
        _reap()


def _reap() -> None:
    """Takes in the dead children that came to us; the living ones are other tests' own."""
    try:
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    except ChildProcessError:
        pass


def test_a_stale_pid_file_that_names_a_living_stranger(make: Make) -> None:
    embedded = make()
    embedded.start()
    content = (embedded.root / "data" / "postmaster.pid").read_text().splitlines()
    embedded.stop()
    user = server_user(embedded.root / "data")
    stranger = subprocess.Popen(["/bin/sleep", "60"], user=user.uid if user.dropped else None)
    try:
        (embedded.root / "data" / "postmaster.pid").write_text("\n".join([str(stranger.pid), *content[1:]]))
        embedded.start()
        assert _ask(embedded, "SELECT 1") == 1
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()


def test_a_client_killed_in_the_middle_of_initdb(make: Make, place: Path) -> None:
    client = _client(place)
    _until(lambda: any(place.glob("data.new-*/base")))
    _kill(client)
    assert not (place / "data").exists()
    embedded = make()
    embedded.start()
    assert _ask(embedded, "SELECT 1") == 1
    assert not list(place.glob("data.new-*"))


def test_backends_that_outlive_their_postmaster_are_ended(make: Make) -> None:
    embedded = make(patience=1.0)
    embedded.start()
    busy = subprocess.Popen(
        [sys.executable, "-c", _BUSY, embedded.dsn()], cwd=_REPOSITORY, stdout=subprocess.PIPE, text=True
    )
    backend = int(_line(busy))
    _until(lambda: _ask(embedded, "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%generate_series%'") == 2)
    os.kill(_postmaster(embedded), signal.SIGKILL)
    embedded.start()
    assert _ask(embedded, "SELECT 1") == 1
    assert not Path(f"/proc/{backend}/cmdline").exists() or not Path(f"/proc/{backend}/cmdline").read_bytes()
    _kill(busy)


_BUSY = """
import asyncio, sys, asyncpg
async def main():
    connection = await asyncpg.connect(sys.argv[1])
    print(connection.get_server_pid(), flush=True)
    await connection.fetchval("SELECT count(*) FROM generate_series(1, 10) a, generate_series(1, 100000000000) b")
try:
    asyncio.run(main())
except (OSError, asyncpg.PostgresError):
    pass
"""


def test_a_server_whose_socket_was_swept_away_gets_a_new_one(make: Make) -> None:
    embedded = make(patience=1.0)
    embedded.start()
    shutil.rmtree(embedded.root / "sock")
    embedded.start()
    assert _ask(embedded, "SELECT 1") == 1


def test_data_of_another_major_version_are_refused(make: Make) -> None:
    embedded = make()
    embedded.start()
    embedded.stop()
    (embedded.root / "data" / "PG_VERSION").write_text("17\n")
    with pytest.raises(Misconfigured, match=r"PostgreSQL 17.*pg_dump"):
        embedded.start()


def test_a_server_that_cannot_start_says_what_its_log_says(make: Make) -> None:
    with pytest.raises(Misconfigured, match=r"δεν ξεκίνησε[\s\S]*no_such_setting"):
        make(settings={"no_such_setting": "1"}).start()


@_as_root
def test_data_under_a_closed_directory_go_to_the_fallback_and_nothing_is_opened(make: Make, place: Path) -> None:
    closed = place / "closed"
    closed.mkdir(parents=True)
    place.chmod(0o755)
    closed.chmod(0o700)
    embedded = make(closed / "data dir", fallback=place / "fallback")
    embedded.start()
    assert _ask(embedded, "SELECT 1") == 1
    assert embedded.root == place / "fallback"
    assert "δεν έχει πρόσβαση" in embedded.notices[0]
    assert str(place / "fallback") in embedded.notices[0]
    assert (_mode(closed), list(closed.iterdir())) == (0o700, [])


@_as_root
def test_programs_under_a_closed_directory_are_copied_and_nothing_is_opened(make: Make, place: Path) -> None:
    closed = place / "closed"
    package = binaries.installed().parent
    for part in (package, package.with_name(package.name + ".libs")):
        shutil.copytree(part, closed / part.name, symlinks=True)
    place.chmod(0o755)
    closed.chmod(0o700)
    embedded = make(place / "root", pginstall=closed / package.name / "pginstall")
    embedded.start()
    assert _ask(embedded, "CREATE EXTENSION vector", "SELECT '[1,2]'::halfvec <-> '[1,3]'::halfvec") == 1
    copy = embedded.root / f"pginstall-{binaries.version()}"
    assert copy.is_dir()
    assert str(copy) in embedded.notices[0]
    assert _mode(closed) == 0o700
    embedded.stop()
    embedded.start()
    assert len(embedded.notices) == 1


@_as_root
def test_data_keep_their_owner_whoever_root_would_drop_to_today(make: Make) -> None:
    embedded = make()
    embedded.start()
    embedded.stop()
    other = 54_321
    for path in (embedded.root, *embedded.root.rglob("*")):
        os.chown(path, other, other)
    embedded.start()
    assert Path(f"/proc/{_postmaster(embedded)}").stat().st_uid == other


def test_a_place_that_cannot_be_written_is_refused_with_the_way_out(make: Make) -> None:
    with pytest.raises(Misconfigured, match="DATA_DIR"):
        make(Path("/proc/diafaneia")).start()


@pytest.mark.parametrize(
    ("machine", "cpuinfo", "missing"),
    [
        ("x86_64", "processor : 0\nflags\t\t: fpu sse2 ssse3 avx\n", "AVX2, FMA, BMI2"),
        ("x86_64", "flags : fpu avx2 fma\n", "BMI2"),
        ("aarch64", "processor : 0\nFeatures\t: fp asimd evtstrm crc32\n", "SVE"),
    ],
)
def test_a_processor_that_would_kill_the_server_is_refused_with_the_way_out(
    machine: str, cpuinfo: str, missing: str
) -> None:
    with pytest.raises(Misconfigured, match=f"εντολές {missing} .*DATABASE_URL"):
        binaries.check_cpu(machine, cpuinfo)


def test_a_processor_is_asked_before_anything_is_made(make: Make, place: Path) -> None:
    with pytest.raises(Misconfigured, match="DATABASE_URL"):
        make(cpuinfo="flags : sse2\nFeatures : fp\n").start()
    assert not place.exists()


def test_a_processor_that_suits_or_says_nothing_passes() -> None:
    binaries.check_cpu("x86_64", "flags : fpu avx2 fma bmi2\n")
    binaries.check_cpu("aarch64", "Features : fp asimd sve\n")
    binaries.check_cpu("arm64", "")
    assert binaries.installed().name == "pginstall"
