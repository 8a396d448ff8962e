"""The register of bodies, from every shape of its file."""

import gzip
import json
from pathlib import Path

import pytest

from core.errors import InvalidInput
from core.store import organizations
from core.store.organizations import RegisterSaved
from core.store.pool import Pool
from ingest import register
from ingest.files import FileRow
from ingest.load import Source, load
from tests.ingest.rows import a_row

BODY = {"uid": "100000001", "label": "ΔΗΜΟΣ  ΔΟΚΙΜΗΣ", "vatNumber": "997561152", "status": "active"}


@pytest.mark.parametrize(
    "content",
    [
        json.dumps({"organizations": [BODY]}).encode(),
        json.dumps([BODY, {"label": "χωρίς κωδικό"}, "text"]).encode(),
        json.dumps(BODY, indent=1).encode(),
        "\ufeff".encode() + json.dumps(BODY).encode(),
        gzip.compress(json.dumps({"organizations": [BODY]}).encode()),
    ],
)
def test_bodies_are_read_from_every_shape(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "organizations"
    path.write_bytes(content)
    (entry,) = register.read(path)
    assert (entry.uid, entry.label, entry.afm) == ("100000001", "ΔΗΜΟΣ ΔΟΚΙΜΗΣ", "997561152")


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"\xff\xfe", gzip.compress(b"[]")[:-3], b'{"organizations": null}']
)
def test_a_file_without_bodies_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(content)
    with pytest.raises(InvalidInput, match="broken"):
        register.read(path)
    with pytest.raises(InvalidInput, match="absent"):
        register.read(tmp_path / "absent.json")


async def test_acts_that_pay_their_own_body_are_seen_when_the_register_comes_later(fresh: Pool) -> None:
    values = {"awardAmount": {"amount": 5}, "person": [{"afm": "997561152", "name": "ΔΗΜΟΣ"}]}
    rows = [FileRow(row=a_row(1, extraFieldValues=values))]
    await load(fresh, Source(name="rows", rows=rows), watch=lambda _: None)
    assert await register.save(fresh, register.entries_of([BODY])) == RegisterSaved(added=1, changed=0)
    assert await fresh.fetch("SELECT flag FROM screened") == [("payee_is_issuer",)]
    assert await register.save(fresh, register.entries_of([BODY])) == RegisterSaved(added=0, changed=0)


@pytest.mark.shared
async def test_the_whole_register_is_read(fresh: Pool, shared_data: Path) -> None:
    entries = register.read(shared_data / "fixtures/organizations_active.json")
    assert len(entries) == 5_342
    await register.save(fresh, entries)
    bodies = {body.uid: body for body in await organizations.register(fresh)}
    assert len(bodies) == 5_342
    assert (bodies["6265"].label, bodies["6265"].afm, bodies["52208"].afm) == ("ΔΗΜΟΣ ΡΟΔΟΥ", "997561152", "099887492")
    inactive = register.read(shared_data / "fixtures/organizations_inactive_ministry.json")
    await register.save(fresh, inactive)
    assert not any(body.active for body in await organizations.register(fresh) if body.uid in {e.uid for e in inactive})
