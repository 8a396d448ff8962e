"""`python -m bot check`: each part of the configuration in one line, and how to mend what is wrong."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from core.answer.searching import index_state
from core.errors import DiafaneiaError
from core.ports import ChatMessage, ChatModel, Embedder, Finish, Role, Tool
from core.settings import Settings
from core.store.open_data import open_data
from core.store.pool import Pool
from core.store.server import Server

_FREE_BYTES = 2 * 1024**3
_SECONDS = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One line: what was looked at, whether it works, and a Greek sentence."""

    name: str
    ok: bool
    sentence: str


async def checks(
    settings: Settings, pool: Pool, server: Server, embedder: Embedder | None, chat: ChatModel | None
) -> tuple[Check, ...]:
    """All parts, in the order in which they are needed; none stops the others."""
    parts: tuple[tuple[str, Callable[[], Awaitable[str]]], ...] = (
        ("βάση", lambda: _database(pool, server)),
        ("μοντέλο αναζήτησης", lambda: _embedder(embedder)),
        ("ευρετήριο", lambda: _index(pool, embedder)),
        ("γλωσσικό μοντέλο", lambda: _chat(chat)),
        ("ερωτήματα μοντέλου", lambda: _open_data(pool, server)),
        ("δίσκος", lambda: _disk(settings)),
    )
    return tuple([await _checked(name, look) for name, look in parts])


async def _checked(name: str, look: Callable[[], Awaitable[str]]) -> Check:
    try:
        async with asyncio.timeout(_SECONDS):
            return Check(name=name, ok=True, sentence=await look())
    except DiafaneiaError as error:
        return Check(name=name, ok=False, sentence=str(error))
    except TimeoutError:
        return Check(name=name, ok=False, sentence=f"Δεν απάντησε σε {_SECONDS:.0f} δευτερόλεπτα.")


async def _database(pool: Pool, server: Server) -> str:
    version = await pool.fetchval("SHOW server_version")
    where = "ενσωματωμένη" if server.embedded else "από το DATABASE_URL"
    return f"PostgreSQL {version}, {where}."


async def _embedder(embedder: Embedder | None) -> str:
    if embedder is None:
        return "Χωρίς μοντέλο: η αναζήτηση γίνεται με λέξεις και ήχους."
    vector = await embedder.encode_query("δοκιμή")
    return f"{embedder.model}, {len(vector)} διαστάσεις."


async def _index(pool: Pool, embedder: Embedder | None) -> str:
    """Refuses vectors of another model or preparation, with the command that mends it."""
    return (await index_state(pool, embedder=embedder)).sentence


async def _chat(chat: ChatModel | None) -> str:
    """One tiny call with a tool: an endpoint that knows no tools is of no use."""
    if chat is None:
        return "Δεν έχει οριστεί: απαντούν οι κανόνες."
    asked = ChatMessage(role=Role.USER, text="Κάλεσε το ping.")
    ping = Tool(name="ping", description="δοκιμή", parameters={"type": "object", "properties": {}})
    reply = await chat.reply([asked], [ping])
    if reply.finish is Finish.FILTERED:
        raise DiafaneiaError(f"Το {reply.model} δεν δέχεται δοκιμαστικό μήνυμα: ορίστε άλλο LLM_MODEL.")
    called = any(call.name == ping.name for call in reply.calls)
    return f"{reply.model}, {'καλεί αναζητήσεις' if called else 'απαντά, αλλά δεν κάλεσε τη δοκιμαστική αναζήτηση'}."


async def _open_data(pool: Pool, server: Server) -> str:
    """Refuses a login of the reader that does not read the views, or may do more than that."""
    database = await pool.fetchval("SELECT current_database()")
    reader = await open_data(pool, dsn=server.reader_dsn(database), local=server.embedded is not None)
    if reader is None:
        return "Χωρίς READER_DATABASE_URL: το γλωσσικό μοντέλο δεν γράφει δικά του ερωτήματα SQL."
    return f"{len(reader.views)} προβολές, με χρήστη που διαβάζει μόνο αυτές."


async def _disk(settings: Settings) -> str:
    folder = next(path for path in (settings.data_dir, *settings.data_dir.parents) if path.exists())
    free = shutil.disk_usage(folder).free
    if free < _FREE_BYTES:
        raise DiafaneiaError(f"Μένουν {free // 1024**2} MB στο {folder}: ελευθερώστε χώρο ή ορίστε άλλο DATA_DIR.")
    return f"{free // 1024**3} GB ελεύθερα στο {folder}."
