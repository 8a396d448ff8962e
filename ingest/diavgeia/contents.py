"""What else than pages is asked for: one act, its versions, the register. BadBody when it is not that."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import unquote

from ingest.diavgeia.failures import BadBody
from ingest.diavgeia.rows import BrokenJson, decode


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionEntry:
    """One line of an act's version log."""

    version_id: str
    created_at: datetime | None
    status: str
    corrects: str | None = None
    description: str | None = None


def decision_text(text: str, ada: str) -> str:
    """The text itself, when it is that act."""
    row = _object(text)
    if row.get("ada") != ada:
        raise BadBody("another act, or none")
    return text


def versions(text: str) -> tuple[VersionEntry, ...]:
    return tuple(_version(row) for row in _listed(_object(text), "versions"))


def organizations(text: str) -> list[Mapping[str, object]]:
    return _listed(_object(text), "organizations")


def supervised(text: str) -> list[Mapping[str, object]]:
    body = _object(text)
    return _listed(body, "supervisedOrganizations") if body.get("supervisedOrganizations") is not None else []


def broken_row(row: Mapping[str, object]) -> str | None:
    """The ΑΔΑ of a row that the search broke: an error instead of an act, or an act without a field all acts have."""
    whole = "errorCode" not in row and "documentUrl" in row and isinstance(row.get("ada"), str)
    if whole:
        return None
    ada, url = row.get("ada"), row.get("url")
    if isinstance(ada, str) and ada:
        return ada
    return (unquote(url.rstrip("/").rpartition("/")[2]) or None) if isinstance(url, str) else None


def _version(row: Mapping[str, object]) -> VersionEntry:
    created, corrects, description = row.get("versionTimestamp"), row.get("correctedVersionId"), row.get("description")
    return VersionEntry(
        version_id=str(row.get("versionId")),
        created_at=datetime.fromtimestamp(created / 1000, UTC) if isinstance(created, int) else None,
        status=str(row.get("status")),
        corrects=corrects if isinstance(corrects, str) else None,
        description=description if isinstance(description, str) else None,
    )


def _object(text: str) -> Mapping[str, object]:
    try:
        value = decode(text)
    except BrokenJson as error:
        raise BadBody(str(error)) from error
    if not isinstance(value, Mapping) or "errorCode" in value:
        raise BadBody("no object")
    return value


def _listed(body: Mapping[str, object], name: str) -> list[Mapping[str, object]]:
    listed = body.get(name)
    if not isinstance(listed, list) or not all(isinstance(row, Mapping) for row in listed):
        raise BadBody(f"no list of {name}")
    return listed
