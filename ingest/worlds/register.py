"""The invented bodies as the register of Διαύγεια lists them, with their units and signers (DIAVGEIA_API §2.4)."""

from ingest.worlds.catalogue import Body, Catalogue, Neighbour
from ingest.worlds.desk import SIGNERS, signer_uid, unit_uid
from ingest.worlds.parties import Json

_FOUNDED = 1_293_840_000_000  # 1 January 2011


def organizations(made: Catalogue) -> list[Json]:
    """Bodies that decide first, then the others."""
    listed: list[Body | Neighbour] = [*made.bodies, *made.neighbours]
    labels = {each.uid: each.label for each in listed}
    return [_organization(each, labels) for each in listed]


def _organization(each: Body | Neighbour, labels: dict[str, str]) -> Json:
    return {
        "uid": each.uid,
        "label": each.label,
        "abbreviation": None,
        "latinName": each.latin,
        "status": "active",
        "category": each.category,
        "vatNumber": each.party.afm,
        "fekNumber": "87",
        "fekIssue": "fektype_A",
        "fekYear": "2010",
        "odeManagerEmail": None,
        "website": "",
        "supervisorId": each.supervisor,
        "supervisorLabel": labels[each.supervisor] if each.supervisor else None,
        "organizationDomains": [],
    }


def units(made: Catalogue) -> list[Json]:
    return [_unit(body, place, label) for body in made.bodies for place, label in enumerate(body.units)]


def _unit(body: Body, place: int, label: str) -> Json:
    return {
        "uid": unit_uid(body, place),
        "label": label,
        "abbreviation": None,
        "category": "COMMITTEE" if "ΕΠΙΤΡΟΠΗ" in label else "UNIT",
        "unitDomains": [],
        "active": True,
        "activeFrom": _FOUNDED,
        "activeUntil": None,
        "parentId": body.uid,
    }


def signers(made: Catalogue) -> list[Json]:
    return [_signer(made, body, place) for body in made.bodies for place in range(SIGNERS)]


def _signer(made: Catalogue, body: Body, place: int) -> Json:
    turn = int(body.uid) + place
    return {
        "uid": signer_uid(body, place),
        "firstName": made.names[turn % len(made.names)],
        "lastName": made.surnames[turn % len(made.surnames)],
        "active": True,
        "activeFrom": _FOUNDED,
        "activeUntil": None,
        "organizationId": body.uid,
        "hasOrganizationSignRights": place == 0,
        "units": [{"uid": unit_uid(body, place), "positionId": None, "positionLabel": None}],
    }
