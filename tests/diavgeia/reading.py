"""Asking the local Διαύγεια as a program without manners would."""

from datetime import datetime, timedelta
from typing import Any

import httpx

from core.domain.identifiers import issuer_code
from core.domain.period import ATHENS
from tests.diavgeia_server import DiavgeiaServer
from tests.ingest.rows import a_row, an_ada

BODY = "100000001"
Json = dict[str, Any]


def at(text: str) -> datetime:
    """«2025-04-21T16:58:35» of Athens."""
    return datetime.fromisoformat(text).replace(tzinfo=ATHENS)


def ms(text: str) -> int:
    return round(at(text).timestamp() * 1000)


def issued(number: int, day: str, *, utc: bool = True, **changes: Any) -> Json:
    """An act of that day: at midnight of UTC, or of Athens."""
    moment = datetime.fromisoformat(f"{day}T00:00:00+00:00") if utc else at(f"{day}T00:00:00")
    posted = round((moment + timedelta(hours=12)).timestamp() * 1000)
    ada = an_ada(number, issuer_code(changes.get("body", BODY)))
    whole: Json = {
        "ada": ada,
        "issueDate": round(moment.timestamp() * 1000),
        "publishTimestamp": posted,
        "submissionTimestamp": posted + number,
        "url": f"https://diavgeia.gov.gr/luminapi/api/decisions/{ada}",
        "documentUrl": f"https://diavgeia.gov.gr/doc/{ada}",
        "documentChecksum": None,
        "attachments": [],
        "warnings": None,
    }
    return a_row(number, **(whole | changes))


async def simple(http: httpx.AsyncClient, server: DiavgeiaServer, **parameters: str) -> Json:
    """A page of the simple search."""
    return await page(http, server, "search", parameters)


async def advanced(http: httpx.AsyncClient, server: DiavgeiaServer, query: str, **parameters: str) -> Json:
    return await page(http, server, "search/advanced", {"q": query, **parameters})


async def page(http: httpx.AsyncClient, server: DiavgeiaServer, path: str, parameters: dict[str, str]) -> Json:
    response = await http.get(f"{server.base_url}/{path}.json", params=parameters)
    assert response.status_code == 200, response.text
    found: Json = response.json()
    return found


def adas(found: Json) -> list[str]:
    return [row["ada"] for row in found["decisions"]]


async def total(http: httpx.AsyncClient, server: DiavgeiaServer, **parameters: str) -> int:
    return int((await simple(http, server, **parameters))["info"]["total"])
