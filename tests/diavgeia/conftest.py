"""`world`: a small invented world. `http`: a plain reader without manners, for looking at what the server sends."""

from collections.abc import AsyncIterator

import httpx
import pytest

from ingest.world import World, build


@pytest.fixture(scope="session")
def world() -> World:
    return build(decisions=800)


@pytest.fixture
async def http() -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(headers={"Accept": "application/json"}, timeout=5) as reader:
        yield reader
