"""What an answer is given in: the bodies that we know and hold, how far our data reach, whether they are real."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from core.domain.organization import Coverage, Organization
from core.greek.names import OrganizationIndex


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Read from the store, kept for a minute, shared by all answers. `coverage` is keyed by uid."""

    index: OrganizationIndex
    organizations: Mapping[str, Organization]
    covered: tuple[Organization, ...]
    coverage: Mapping[str, Coverage]
    home: str
    demo: bool

    def is_registered(self, uid: str) -> bool:
        return uid in self.organizations

    def is_covered(self, uid: str) -> bool:
        return any(body.uid == uid for body in self.covered)

    def body(self, uid: str) -> Organization:
        """The body of the register, or a bare one for a uid that no register knows."""
        return self.organizations.get(uid) or Organization(uid=uid, label=uid)

    def labels(self) -> dict[str, str]:
        """uid → label of the bodies that we hold as a whole."""
        return {body.uid: body.label for body in self.covered}

    @property
    def data_until(self) -> date | None:
        reached = [item.published_through or item.last_on for item in self.coverage.values()]
        return max((day for day in reached if day), default=None)
