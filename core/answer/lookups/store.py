"""What a lookup works with: connections, the embedder, the reader's day, the names of bodies, the desk for wishes."""

from dataclasses import dataclass
from datetime import date

from core.greek.names import OrganizationIndex
from core.ports import Embedder
from core.store.open_data import OpenData
from core.store.pool import Db
from core.store.requests import FetchDesk


@dataclass(frozen=True, slots=True, kw_only=True)
class LookupStore:
    """Handed to every lookup. `pool` may be one connection (in tests); `index` knows the names of all the bodies.

    `desk`: where acts that we do not hold are asked for; None where nothing real is behind it. `open_data`: where a
    model's own SELECT is run; None where no login of its own is set up for it.
    """

    pool: Db
    embedder: Embedder | None
    today: date
    demo: bool
    index: OrganizationIndex
    desk: FetchDesk | None = None
    open_data: OpenData | None = None
