"""Lookup: the bodies of the register that a name may mean, and whether we hold their decisions."""

from dataclasses import dataclass

from core.answer.lookups.store import LookupStore
from core.domain.answer import Finding
from core.domain.organization import Organization
from core.errors import InvalidInput
from core.store import organizations

NAME = "find_organization"
_MOST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """A name as it is said or typed, in any case, spelling or alphabet; or a uid."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OrganizationFinding:
    """Bodies that we cover first. `certain`: the name means one body and no other."""

    finding: Finding
    organizations: tuple[Organization, ...]
    certain: bool


async def run(store: LookupStore, arguments: Arguments) -> OrganizationFinding:
    name = arguments.name.strip()
    if not name:
        raise InvalidInput("Χρειάζεται το όνομα ενός φορέα, π.χ. «Δήμος Ρόδου».")
    covered = {each.uid: each for each in await organizations.covered(store.pool)}
    mentions = store.index.find(name)
    uids = (name,) if name in covered else tuple(dict.fromkeys(uid for each in mentions for uid in each.uids))
    bodies = [covered.get(uid) or Organization(uid=uid, label=store.index.label(uid)) for uid in uids]
    bodies.sort(key=lambda body: not body.covered)
    return OrganizationFinding(
        finding=Finding(
            lookup=NAME,
            arguments=(("name", name),),
            total_rows=len(bodies),
            facts=tuple(("organization", f"{body.label} ({body.uid})") for body in bodies[:_MOST]),
        ),
        organizations=tuple(bodies[:_MOST]),
        certain=len(uids) == 1 and all(mention.certain for mention in mentions),
    )
