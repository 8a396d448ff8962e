"""Addresses, mounts and formats of the local Διαύγεια; bodies, units, types (DIAVGEIA_API §1, §2)."""

import json
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest

from ingest.world import World
from tests.diavgeia.reading import Json, issued
from tests.diavgeia_server import DiavgeiaServer

_ACT = issued(1, "2025-03-03")


@pytest.mark.parametrize("mount", ["/opendata", "/luminapi/opendata"])
@pytest.mark.parametrize("end", [".json", ".json/", "", "/"])
async def test_both_mounts_answer_with_a_suffix_or_by_accept_and_with_a_trailing_slash(
    http: httpx.AsyncClient, mount: str, end: str
) -> None:
    async with DiavgeiaServer(decisions=[_ACT]) as server:
        found = await http.get(f"{server.root_url}{mount}/decisions/{_ACT['ada']}{end}")
        searched = await http.get(f"{server.root_url}{mount}/search{end}", params={"from_issue_date": "2025-03-01"})
    assert found.json() == _ACT
    assert searched.json()["info"]["total"] == 1


async def test_who_does_not_ask_for_json_gets_xml(http: httpx.AsyncClient) -> None:
    async with DiavgeiaServer(decisions=[_ACT]) as server:
        plain = await http.get(f"{server.base_url}/decisions/{_ACT['ada']}", headers={"Accept": "*/*"})
        named = await http.get(f"{server.base_url}/decisions/{_ACT['ada']}.xml")
        suffixed = await http.get(f"{server.base_url}/decisions/{_ACT['ada']}.json", headers={"Accept": "*/*"})
    assert plain.headers["Content-Type"].startswith("application/xml")
    assert ElementTree.fromstring(plain.text).findtext("ada") == _ACT["ada"]
    assert named.text == plain.text
    assert suffixed.json() == _ACT


@pytest.mark.parametrize("path", ["decisions/ΨΤ1ΜΩ1Ρ-ΙΕΓ", "organizations/1", "types/Ω.9", "nothing", "units/0"])
async def test_what_does_not_exist_is_404(http: httpx.AsyncClient, path: str) -> None:
    async with DiavgeiaServer(decisions=[_ACT]) as server:
        response = await http.get(f"{server.base_url}/{path}.json")
    assert (response.status_code, response.json()["exception"]) == (404, "ResourceNotFoundException")


async def test_the_register_is_listed_by_status_and_category(http: httpx.AsyncClient, world: World) -> None:
    closed = {**world.organizations[0], "uid": "700099", "status": "inactive"}
    async with DiavgeiaServer(organizations=[*world.organizations, closed]) as server:
        counts = [
            len((await http.get(f"{server.base_url}/organizations.json{query}")).json()["organizations"])
            for query in ("", "?status=all", "?status=inactive", "?status=all&category=MUNICIPALITY")
        ]
    municipalities = sum(row["category"] == "MUNICIPALITY" for row in world.organizations)
    assert counts == [len(world.organizations), len(world.organizations) + 1, 1, municipalities + 1]


async def test_a_body_by_uid_or_latin_name_with_what_it_supervises(http: httpx.AsyncClient, world: World) -> None:
    async with DiavgeiaServer.of_world(world) as server:
        by_uid = (await http.get(f"{server.base_url}/organizations/700001.json")).json()
        by_name = (await http.get(f"{server.base_url}/organizations/{by_uid['latinName']}.json")).json()
        details: Json = (await http.get(f"{server.base_url}/organizations/700001/details.json")).json()
        signers = (await http.get(f"{server.base_url}/organizations/700001/signers.json")).json()["signers"]
        unit = (await http.get(f"{server.base_url}/units/{world.units[0]['uid']}.json")).json()
    assert by_uid == by_name == world.organizations[0]
    assert {row["supervisorId"] for row in details["supervisedOrganizations"]} == {"700001"}
    assert details["signers"] == signers != []
    assert unit == world.units[0]


async def test_units_of_units_come_when_asked_for(http: httpx.AsyncClient, world: World) -> None:
    top, below = world.units[0], {**world.units[0], "uid": "1", "parentId": world.units[0]["uid"]}
    closed = {**below, "uid": "2", "active": False}
    body = world.organizations[0]
    async with DiavgeiaServer(organizations=[body], units=[top, below, closed]) as server:
        address = f"{server.base_url}/organizations/{body['uid']}/units.json"
        queries = ("", "?descendants=children", "?descendants=all", "?descendants=all&status=all")
        found = [[unit["uid"] for unit in (await http.get(address + query)).json()["units"]] for query in queries]
        server.structure.units_default = "all"
        switched = (await http.get(address)).json()["units"]
    assert found == [[top["uid"]], [top["uid"]], [top["uid"], "1"], [top["uid"], "1", "2"]]
    assert len(switched) == 2


@pytest.mark.shared
async def test_types_and_the_forms_of_bodies_are_the_recorded_ones(
    http: httpx.AsyncClient, world: World, shared_data: Path
) -> None:
    def recorded(name: str) -> Json:
        found: Json = json.loads((shared_data / "fixtures" / f"{name}.json").read_text())
        return found

    async with DiavgeiaServer.of_world(world) as server:
        types = (await http.get(f"{server.base_url}/types.json")).json()
        details = (await http.get(f"{server.base_url}/types/2.4.6.1/details.json")).json()
        body = (await http.get(f"{server.base_url}/organizations/700001.json")).json()
        parts = {
            name: (await http.get(f"{server.base_url}/organizations/700001/{name}.json")).json()
            for name in ("units", "signers", "positions")
        }
    assert sorted(types["decisionTypes"], key=lambda row: str(row["uid"])) == sorted(
        recorded("types")["decisionTypes"], key=lambda row: str(row["uid"])
    )
    assert details | {"extraFields": None} == recorded("types_2.4.6.1_details") | {"extraFields": None}
    assert body.keys() == recorded("organizations_6174").keys()
    for name, part in parts.items():
        assert part[name][0].keys() == recorded(f"organizations_6174_{name}")[name][0].keys()
