"""Adapters chosen by the settings: the embedder, the language model with its fallback, where its SELECTs are run."""

import logging

from core.answer.minds import Routing
from core.errors import Misconfigured, Unavailable
from core.ports import ChatModel, Embedder
from core.settings import Settings
from core.store.open_data import OpenData, open_data
from core.store.pool import Pool
from core.store.server import Server

log = logging.getLogger(__name__)


def open_embedder(settings: Settings) -> Embedder:
    from core.ai.bundled_embedder import BundledEmbedder  # it reads OMP_NUM_THREADS, which settings have set by now

    return BundledEmbedder(query_seconds=settings.reply_seconds)


def open_chat(settings: Settings) -> ChatModel | None:
    """The language model with its fallback; None where none is set, and then nothing of its client is loaded."""
    if settings.llm_model is None:
        return None
    from core.ai.fallback_chat import FallbackChat
    from core.ai.openai_chat import OpenAiChat, Provider

    first = OpenAiChat(
        Provider(
            base_url=settings.llm_base_url,
            key=settings.llm_api_key,
            model=settings.llm_model,
            effort=settings.llm_effort,
            seconds=settings.llm_call_seconds,
            price_in=settings.llm_price_in,
            price_out=settings.llm_price_out,
        )
    )
    if settings.llm_fallback_model is None:
        return first
    second = Provider(
        base_url=settings.llm_fallback_base_url,
        key=settings.llm_fallback_api_key,
        model=settings.llm_fallback_model,
        seconds=settings.llm_call_seconds,
        price_in=settings.llm_fallback_price_in,
        price_out=settings.llm_fallback_price_out,
    )
    return FallbackChat(first, OpenAiChat(second))


def routing_of(settings: Settings) -> Routing:
    return Routing(economy=settings.routing == "economy", daily_eur=settings.llm_daily_eur)


async def open_reader(server: Server, pool: Pool, database: str) -> OpenData | None:
    """Where a model's own SELECT is run; without it the model has the other lookups."""
    try:
        return await open_data(pool, dsn=server.reader_dsn(database), local=server.embedded is not None)
    except (Misconfigured, Unavailable) as error:
        log.warning("no queries of the model: %s", error)
        return None
