"""An event loop in a thread of its own: while a person is thinking what to type, the application goes on working."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from concurrent import futures
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import Any, TypeVar

_Opened = TypeVar("_Opened")
_Result = TypeVar("_Result")


class Background:
    """Runs coroutines for a thread that may block. An interrupt of the waiting thread cancels what it waits for."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="background-loop", daemon=True)

    def __enter__(self) -> "Background":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.run_until_complete(_end(asyncio.all_tasks(self._loop)))
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def run(self, coroutine: Coroutine[Any, Any, _Result]) -> _Result:
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            return future.result()
        finally:
            future.cancel()

    @contextmanager
    def opened(self, resource: AbstractAsyncContextManager[_Opened]) -> Iterator[_Opened]:
        """Opened and closed in one task, which is what resources with tasks of their own ask for."""
        ready: futures.Future[_Opened] = futures.Future()
        closing = asyncio.Event()
        hosting = asyncio.run_coroutine_threadsafe(_host(resource, ready, closing), self._loop)
        either: tuple[futures.Future[Any], ...] = (ready, hosting)
        try:
            futures.wait(either, return_when=futures.FIRST_COMPLETED)
            if not ready.done():
                hosting.result()  # says why it could not be opened
            yield ready.result()
        finally:
            if not ready.done():
                hosting.cancel()
            self._loop.call_soon_threadsafe(closing.set)
            futures.wait({hosting})
        hosting.result()


async def _host(
    resource: AbstractAsyncContextManager[_Opened], ready: "futures.Future[_Opened]", closing: asyncio.Event
) -> None:
    async with resource as opened:
        ready.set_result(opened)
        await closing.wait()


async def _end(tasks: set[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
