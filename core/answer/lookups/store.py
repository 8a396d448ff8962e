"""What a lookup works with: connections, the embedder if there is one, the reader's day, the names of bodies."""

from dataclasses import dataclass
from datetime import date

from core.greek.names import OrganizationIndex
from core.ports import Embedder
from core.store.pool import Db


@dataclass(frozen=True, slots=True, kw_only=True)
class LookupStore:
    """Handed to every lookup. `pool` may be one connection (in tests); `index` knows the names of all the bodies."""

    pool: Db
    embedder: Embedder | None
    today: date
    demo: bool
    index: OrganizationIndex
