"""What asyncpg raises → the failures that the house names; what is neither is a bug and passes through."""

from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg

from core.errors import Misconfigured, Unavailable

_NO_ANSWER = (
    OSError,  # TimeoutError too
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # statement timeout, shutdown
    asyncpg.InsufficientResourcesError,  # disk, memory, connections
    asyncpg.LockNotAvailableError,
    asyncpg.InternalClientError,
    asyncpg.IdleInTransactionSessionTimeoutError,
)
_REFUSED = (
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.ClientConfigurationError,
)

_LOST = ("closed", "closing", "released back to the pool")  # asyncpg has one class for these and for misuse


@contextmanager
def translated() -> Iterator[None]:
    try:
        yield
    except _REFUSED as error:
        raise Misconfigured(
            f"Η βάση δεδομένων δεν δέχτηκε τη σύνδεση ({error}). Ελέγξτε το DATABASE_URL: όνομα, κωδικό και βάση."
        ) from error
    except _NO_ANSWER as error:
        raise Unavailable("Η βάση δεδομένων δεν απάντησε εγκαίρως.") from error
    except asyncpg.InterfaceError as error:
        if not any(word in str(error) for word in _LOST):
            raise
        raise Unavailable("Η σύνδεση με τη βάση δεδομένων έκλεισε.") from error
