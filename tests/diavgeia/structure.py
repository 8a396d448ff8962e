"""Bodies, units, signers and types, as the source lists them (DIAVGEIA_API §2.3, §2.4)."""

from collections.abc import Iterable, Mapping
from typing import Any

from core.domain.types import DECISION_TYPES

Row = dict[str, Any]
_POSITIONS = [{"uid": "POS_10007", "label": "Πρόεδρος Δ.Σ."}, {"uid": "POS_10138", "label": "Προϊστάμενος Διεύθυνσης"}]


class Structure:
    """The register and what hangs on it. `units_default` is what `descendants` means when it is not given."""

    def __init__(
        self,
        organizations: Iterable[Mapping[str, Any]],
        units: Iterable[Mapping[str, Any]],
        signers: Iterable[Mapping[str, Any]],
    ) -> None:
        self.organizations = [dict(row) for row in organizations]
        self._units = [dict(row) for row in units]
        self._signers = [dict(row) for row in signers]
        self.units_default = "children"

    def uids_of(self, latin_name: str) -> frozenset[str]:
        """Latin names are not unique."""
        return frozenset(str(row["uid"]) for row in self.organizations if row.get("latinName") == latin_name)

    def answer(self, segments: list[str], parameters: Mapping[str, str]) -> Row | None:
        """The body of the answer; None for what does not exist."""
        match segments:
            case ["organizations"]:
                return {"organizations": self._listed(parameters)}
            case ["organizations", name]:
                return self._one(name)
            case ["organizations", name, part]:
                found = self._one(name)
                return self._part(found, part, parameters) if found else None
            case ["units", uid]:
                return _named(self._units, uid)
            case ["signers", uid]:
                return _named(self._signers, uid)
            case ["positions"]:
                return {"positions": _POSITIONS}
            case ["types"]:
                return {"decisionTypes": [_type(uid) for uid in DECISION_TYPES]}
            case ["types", uid] if uid in DECISION_TYPES:
                return _type(uid)
            case ["types", uid, "details"] if uid in DECISION_TYPES:
                return _type(uid) | {"parent": None, "extraFields": []}
        return None

    def _listed(self, parameters: Mapping[str, str]) -> list[Row]:
        status, category = parameters.get("status", "active").lower(), parameters.get("category")
        return [
            row
            for row in self.organizations
            if status in ("all", row.get("status")) and category in (None, row.get("category"))
        ]

    def _one(self, name: str) -> Row | None:
        return next((row for row in self.organizations if name in (row["uid"], row.get("latinName"))), None)

    def _part(self, found: Row, part: str, parameters: Mapping[str, str]) -> Row | None:
        uid = str(found["uid"])
        signers = [row for row in self._signers if row["organizationId"] == uid]
        match part:
            case "details":
                supervised = [row for row in self.organizations if row.get("supervisorId") == uid]
                units = self._units_of(uid, {"descendants": "all", "status": "all"})
                return found | {
                    "units": units,
                    "signers": signers,
                    "positions": _POSITIONS,
                    "supervisedOrganizations": supervised,
                }
            case "units":
                return {"units": self._units_of(uid, parameters)}
            case "signers":
                return {"signers": signers}
            case "positions":
                return {"positions": _POSITIONS}
        return None

    def _units_of(self, uid: str, parameters: Mapping[str, str]) -> list[Row]:
        deep = parameters.get("descendants", self.units_default) == "all"
        status = parameters.get("status", "active")
        found: list[Row] = []
        parents = [uid]
        while parents:
            children = [row for row in self._units if row.get("parentId") in parents]
            found += children
            parents = [str(row["uid"]) for row in children] if deep else []
        return [row for row in found if status == "all" or row["active"] == (status == "active")]


def _named(rows: list[Row], uid: str) -> Row | None:
    return next((row for row in rows if row["uid"] == uid), None)


def _type(uid: str) -> Row:
    found = DECISION_TYPES[uid]
    return {"uid": uid, "label": found.label, "parent": found.parent, "allowedInDecisions": found.posted}
