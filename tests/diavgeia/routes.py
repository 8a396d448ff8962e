"""What is answered to which address: the handlers of both mounts, documents, and the wish list of an operator."""

import asyncio
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from aiohttp import web

from tests.diavgeia import lucene, papers, simple
from tests.diavgeia.acts import Act
from tests.diavgeia.faults import ROWS, Fault
from tests.diavgeia.query import Node, written
from tests.diavgeia.ranges import norm_advanced

if TYPE_CHECKING:
    from tests.diavgeia_server import DiavgeiaServer

MOUNTS = ("/opendata", "/luminapi/opendata")
_USUAL = 10  # rows of a page when no size is asked for
_JSON = "application/json"
_PAGE_FOR_PEOPLE = "<!DOCTYPE html>\n<html lang='el'><head><title>Πρόγραμμα Δι@ύγεια</title></head><body></body></html>"


Reply = tuple[int, bytes]


class Routes:
    """Answers of one server."""

    def __init__(self, server: "DiavgeiaServer") -> None:
        self._server = server

    def add_to(self, app: web.Application) -> None:
        for mount in MOUNTS:
            app.router.add_get(mount + "/{path:.*}", self._api)
        app.router.add_route("HEAD", "/doc/{ada}", self._no_head)
        app.router.add_get("/doc/{ada}", self._document, allow_head=False)
        app.router.add_post("/__admin/{wish}", self._admin)

    async def _api(self, request: web.Request) -> web.StreamResponse:
        path, is_json = _format(request)
        segments = path.split("/")
        is_search = segments in (["search"], ["search", "advanced"])
        async with self._server.visit(request):
            fault = self._server.dice.roll(page=is_search)
            if fault is not None and fault not in ROWS:
                return await self._fail(request, fault, segments)
            status, body = self._answer(segments, request.query, fault)
            if is_json:
                return _json(body, status)
            xml = f'<?xml version="1.0" encoding="UTF-8"?>{_xml("response", json.loads(body))}'
            return web.Response(text=xml, status=status, content_type="application/xml")

    def _answer(self, segments: list[str], parameters: Mapping[str, str], fault: Fault | None = None) -> Reply:
        corpus = self._server.corpus
        match segments:
            case ["search"] | ["search", "advanced"]:
                return self._search(segments, parameters, fault)
            case ["search", "terms", *_]:
                return 200, _dump({"terms": [{"term": name, "label": name} for name in lucene.FIELDS]})
            case ["decisions", "v", version_id]:
                states = (state for act in corpus.acts.values() for state in (*act.versions, act.version()))
                return _found(next((state.text for state in states if state.version_id == version_id), None))
            case ["decisions", ada]:
                return _found(corpus.acts[ada].text if ada in corpus.acts else None)
            case ["decisions", ada, "versionlog"] if ada in corpus.acts:
                return 200, _dump(_version_log(corpus.acts[ada]))
            case ["decisions", ada, "attachments", number] if ada in corpus.acts:
                listed = corpus.acts[ada].row().get("attachments") or []
                return _found(next((_dump(each) for each in listed if each.get("id") == number), None))
        found = self._server.structure.answer(segments, parameters)
        return _found(_dump(found) if found is not None else None)

    def _search(self, segments: list[str], parameters: Mapping[str, str], fault: Fault | None) -> Reply:
        text = parameters.get("q", "")
        try:
            if self._server.is_out:
                raise lucene.BadQuery("invalid DT()")
            query = self._query(segments, text, parameters)
        except lucene.BadQuery as error:
            message = f"Error in query syntax. Query:{text} Error:{error}"
            return 400, _dump({"exception": "InvalidQuertSyntaxException", "errorMessage": message})
        number, size = (
            _count(parameters.get("page"), 0),
            min(_count(parameters.get("size"), _USUAL) or _USUAL, self._server.most),
        )
        self._server.live_before(query, number)
        found = self._server.corpus.search(query)
        rows = [act.text for act in found[number * size : (number + 1) * size]]
        if fault is not None and rows:
            place = self._server.dice.random.randrange(len(rows))
            rows[place] = _broken(rows[place], fault)
        info = {
            "query": written(query),
            "page": number,
            "size": size,
            "actualSize": len(rows),
            "total": len(found),
            "order": "relative" if parameters.get("sort") == "relative" else "recent",
        }
        body = b'{"decisions":[' + b",".join(rows) + b'],"info":' + _dump(info) + b"}"
        self._server.live_after(query, number)
        return 200, body

    def _query(self, segments: list[str], text: str, parameters: Mapping[str, str]) -> Node:
        now = self._server.now()
        if segments == ["search", "advanced"]:
            query = norm_advanced(lucene.parse(text), now)
            return simple.with_status(query, self._server.advanced_status)
        return simple.query_of(parameters, now=now, default_status=self._server.default_status)

    async def _fail(self, request: web.Request, fault: Fault, segments: list[str]) -> web.StreamResponse:
        dice = self._server.dice
        match fault:
            case Fault.SERVER_ERROR:
                return web.Response(text=_PAGE_FOR_PEOPLE, status=dice.random.choice((500, 502, 503, 504)))
            case Fault.TOO_MANY:
                return web.Response(status=429, headers={"Retry-After": dice.faults.retry_after})
            case Fault.HTML:
                return web.Response(text=_PAGE_FOR_PEOPLE, content_type="text/html")
            case Fault.EMPTY:
                return web.Response(text="", content_type="text/html")
            case Fault.RESET:
                return _hang_up(request)
        _, body = self._answer(segments, request.query)
        half = body[: len(body) // 2]
        if fault is Fault.TRUNCATED:
            return _json(half, 200)
        response = web.StreamResponse(headers={"Content-Type": _JSON, "Content-Length": str(len(body))})
        await response.prepare(request)
        await response.write(half)
        if fault is Fault.STALL:
            await self._server.stalled(dice.faults.stall_seconds)
        _hang_up(request)
        return response

    async def _no_head(self, _: web.Request) -> web.StreamResponse:
        return web.Response(status=405, headers={"Allow": "GET"})

    async def _document(self, request: web.Request) -> web.StreamResponse:
        """Chunked, no length, whatever Range says."""
        ada = request.match_info["ada"]
        async with self._server.visit(request):
            fault = self._server.dice.roll(page=False)
            if fault is not None:
                return await self._fail(request, fault, ["decisions", ada])
            if ada in self._server.moved:
                return web.Response(status=302, headers={"Location": self._server.moved[ada]})
            if ada in self._server.files:
                return await _chunked(request, self._server.files[ada], self._server.coding)
            paper = self._server.paper(ada)
            if paper is papers.Paper.MISSING:
                return web.Response(text=_PAGE_FOR_PEOPLE, status=404, content_type="text/html")
            if paper is papers.Paper.HTML:
                return web.Response(text=_PAGE_FOR_PEOPLE, content_type="text/html")
            act = self._server.corpus.acts[ada]
            return await _chunked(request, papers.scan_pdf() if paper is papers.Paper.SCAN else papers.text_pdf(act))

    async def _admin(self, request: web.Request) -> web.StreamResponse:
        wish = json.loads(await request.text() or "{}")
        return web.json_response(self._server.wished(request.match_info["wish"], wish))


async def _chunked(request: web.Request, data: bytes, coding: str = "") -> web.StreamResponse:
    told = {"Content-Encoding": coding} if coding else {}
    response = web.StreamResponse(headers={"Content-Type": "application/pdf", **told})
    response.enable_chunked_encoding()
    await response.prepare(request)
    for at in range(0, len(data), 1024):
        await response.write(data[at : at + 1024])
    await response.write_eof()
    return response


def _format(request: web.Request) -> tuple[str, bool]:
    """The address without its suffix, and whether JSON is wanted: by suffix, else by Accept."""
    path = request.match_info["path"].rstrip("/")
    for suffix, is_json in ((".json", True), (".xml", False)):
        if path.endswith(suffix):
            return path.removesuffix(suffix), is_json
    return path, _JSON in request.headers.get("Accept", "")


def _version_log(act: Act) -> dict[str, Any]:
    states = [*act.versions, act.version()]
    versions = [
        {
            "versionId": state.version_id,
            "creator": state.creator,
            "versionTimestamp": state.created_ms,
            "description": None,
            "status": state.status,
            "correctedVersionId": state.corrects,
        }
        for state in states
    ]
    return {"versions": versions, "ada": act.ada, "organizationId": act.organization}


def _broken(text: bytes, fault: Fault) -> bytes:
    row = json.loads(text)
    if fault is Fault.NO_DOCUMENT_URL:
        del row["documentUrl"]
        return _dump(row)
    error = {"errorCode": "DECISION-000", "errorMessage": None}
    return _dump(error | {"url": row["url"]} if fault is Fault.ERROR_ROW else error)


def _found(body: bytes | None) -> Reply:
    if body is None:
        return 404, _dump({"exception": "ResourceNotFoundException", "errorMessage": "Resource not found"})
    return 200, body


def _count(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isdigit() else otherwise


def _json(body: bytes, status: int) -> web.Response:
    return web.Response(body=body, status=status, headers={"Content-Type": f"{_JSON};charset=UTF-8"})


def _dump(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _hang_up(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


def _xml(name: str, value: object) -> str:
    if isinstance(value, Mapping):
        inner = "".join(_xml(str(key), each) for key, each in value.items())
    elif isinstance(value, list):
        inner = "".join(_xml("item", each) for each in value)
    else:
        inner = escape("" if value is None else str(value))
    return f"<{name}>{inner}</{name}>"


async def wait_until(released: asyncio.Event, seconds: float) -> None:
    """Until the time is over or the server closes."""
    try:
        async with asyncio.timeout(seconds):
            await released.wait()
    except TimeoutError:
        return
