"""Corrections, edits and revocations in the local Διαύγεια, and the log of versions (DIAVGEIA_API §4.4)."""

import json
from pathlib import Path

import httpx
import pytest

from core.domain.identifiers import issuer_uid
from tests.diavgeia.reading import BODY, Json, advanced, at, issued, ms
from tests.diavgeia_server import DiavgeiaServer

_NOW = "2025-05-05T10:00:00"


async def _one(http: httpx.AsyncClient, server: DiavgeiaServer, path: str) -> Json:
    found: Json = (await http.get(f"{server.base_url}/{path}.json")).json()
    return found


async def test_a_correction_keeps_the_ada_and_names_what_it_replaces(http: httpx.AsyncClient) -> None:
    act = issued(1, "2025-03-03")
    async with DiavgeiaServer(decisions=[act], now=lambda: at(_NOW)) as server:
        server.correct(act["ada"], subject="Νέο θέμα", extraFieldValues={"awardAmount": {"amount": 12400.0}})
        row = await _one(http, server, f"decisions/{act['ada']}")
        old = await _one(http, server, f"decisions/v/{act['versionId']}")
        log = await _one(http, server, f"decisions/{act['ada']}/versionlog")
    assert row["correctedVersionId"] == act["versionId"] != row["versionId"]
    assert (row["publishTimestamp"], row["submissionTimestamp"]) == (act["publishTimestamp"], ms(_NOW))
    assert (row["subject"], row["extraFieldValues"]["awardAmount"]["amount"]) == ("Νέο θέμα", 12400.0)
    assert old == act
    assert [(each["versionId"], each["correctedVersionId"]) for each in log["versions"]] == [
        (act["versionId"], None),
        (row["versionId"], act["versionId"]),
    ]


async def test_an_edit_makes_a_version_that_names_no_other(http: httpx.AsyncClient) -> None:
    act = issued(1, "2025-03-03")
    async with DiavgeiaServer(decisions=[act], now=lambda: at(_NOW)) as server:
        server.edit(act["ada"], decisionTypeId="Β.2.1")
        row = await _one(http, server, f"decisions/{act['ada']}")
    assert (row["decisionTypeId"], row["correctedVersionId"]) == ("Β.2.1", None)
    assert (row["versionId"] != act["versionId"], row["submissionTimestamp"]) == (True, ms(_NOW))


async def test_a_revocation_is_asked_for_then_granted_and_takes_the_document(http: httpx.AsyncClient) -> None:
    act = issued(1, "2025-03-03")
    async with DiavgeiaServer(decisions=[act], now=lambda: at(_NOW)) as server:
        server.ask_revocation(act["ada"])
        pending = await _one(http, server, f"decisions/{act['ada']}")
        server.revoke(act["ada"])
        revoked = await _one(http, server, f"decisions/{act['ada']}")
        log = await _one(http, server, f"decisions/{act['ada']}/versionlog")
        gone = await http.get(f"{server.root_url}/doc/{act['ada']}")
    assert (pending["status"], pending["documentUrl"]) == ("PENDING_REVOCATION", act["documentUrl"])
    assert (revoked["status"], revoked["documentUrl"]) == ("REVOKED", None)
    assert [each["status"] for each in log["versions"]] == ["PUBLISHED", "PENDING_REVOCATION", "REVOKED"]
    times = [each["versionTimestamp"] for each in log["versions"]]
    assert times == sorted(set(times))
    assert gone.status_code == 404


async def test_a_search_hit_and_the_act_by_itself_are_the_same(http: httpx.AsyncClient) -> None:
    acts = [issued(number, "2025-03-03") for number in range(3)]
    async with DiavgeiaServer(decisions=acts) as server:
        server.correct(acts[1]["ada"], subject="διορθωμένο")
        found = await advanced(http, server, "issueDate:[DT(2025-03-01T00:00:00) TO DT(2025-03-31T23:59:59)]")
        alone = [await _one(http, server, f"decisions/{row['ada']}") for row in found["decisions"]]
    assert found["decisions"] == alone
    assert found["decisions"][0]["subject"] == "διορθωμένο"


async def test_a_correction_may_move_an_act_to_another_day_and_body(http: httpx.AsyncClient) -> None:
    act = issued(1, "2025-03-03")
    query = 'organizationUid:"{}" AND issueDate:[DT(2025-0{}-01T00:00:00) TO DT(2025-0{}-28T23:59:59)]'
    async with DiavgeiaServer(decisions=[act]) as server:
        server.correct(act["ada"], issueDate=ms("2025-05-05T00:00:00"), organizationId="100000002")
        before = await advanced(http, server, query.format(BODY, 3, 3))
        after = await advanced(http, server, query.format("100000002", 5, 5))
    assert (before["info"]["total"], after["info"]["total"]) == (0, 1)


async def test_new_acts_get_an_ada_of_their_body(http: httpx.AsyncClient) -> None:
    act = issued(1, "2025-03-03")
    async with DiavgeiaServer(decisions=[act], now=lambda: at(_NOW)) as server:
        new = [server.insert_like(act["ada"], issueDate=ms("2025-04-04T00:00:00")) for _ in range(3)]
        row = await _one(http, server, f"decisions/{new[0]}")
        server.vanish(new[1])
        gone = await http.get(f"{server.base_url}/decisions/{new[1]}.json")
    assert {issuer_uid(ada) for ada in new} == {BODY}
    assert len({act["ada"], *new}) == 4
    assert (row["publishTimestamp"], row["documentUrl"]) == (ms(_NOW), f"https://diavgeia.gov.gr/doc/{new[0]}")
    assert row.keys() == act.keys()
    assert gone.status_code == 404


async def test_every_change_is_the_newest_submission_even_when_the_clock_is_behind(http: httpx.AsyncClient) -> None:
    acts = [issued(number, "2025-03-03") for number in range(3)]
    async with DiavgeiaServer(decisions=acts, now=lambda: at("2020-01-01T00:00:00")) as server:
        server.correct(acts[0]["ada"], subject="α")
        server.correct(acts[1]["ada"], subject="β")
        found = await advanced(http, server, "issueDate:[DT(2025-03-01T00:00:00) TO DT(2025-03-31T23:59:59)]")
    assert [row["subject"] for row in found["decisions"]][:2] == ["β", "α"]


@pytest.mark.shared
async def test_the_log_has_the_form_of_the_recorded_one(http: httpx.AsyncClient, shared_data: Path) -> None:
    recorded = json.loads((shared_data / "fixtures/versionlog_raw/ΩΥΦΒ4653ΠΣ-1ΤΦ.json").read_text())
    act = issued(1, "2025-03-03")
    async with DiavgeiaServer(decisions=[act]) as server:
        server.correct(act["ada"], subject="α")
        log = await _one(http, server, f"decisions/{act['ada']}/versionlog")
    assert list(log) == list(recorded)
    assert {tuple(each) for each in log["versions"]} == {tuple(each) for each in recorded["versions"]}
