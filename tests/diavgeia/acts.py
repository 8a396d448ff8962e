"""Acts as the local Διαύγεια keeps them: the JSON text once, and beside it what searching needs."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ingest.world import as_source_text

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Version:
    """A state of an act, as it was sent at that time."""

    version_id: str
    created_ms: int
    status: str
    corrects: str | None
    text: bytes
    creator: str


@dataclass(slots=True)
class Act:
    """`text` is what the source answers today."""

    ada: str
    organization: str
    decision_type: str
    status: str
    issue_ms: int
    submission_ms: int
    publish_ms: int
    version_id: str
    corrects: str | None
    text: bytes
    versions: list[Version] = field(default_factory=list)

    def row(self) -> Row:
        return dict(json.loads(self.text))

    def values(self, name: str) -> Iterator[object]:
        """What a field of the advanced search finds in this act."""
        row = self.row()
        if name in _OWN:
            yield from _listed(row.get(_OWN[name]))
        elif name in ("q", "content"):
            yield row.get("subject")
        else:
            yield from _inner(row.get("extraFieldValues"), _INNER.get(name, (name,)))

    def version(self) -> Version:
        """The state of today."""
        return Version(
            version_id=self.version_id,
            created_ms=self.submission_ms,
            status=self.status,
            corrects=self.corrects,
            text=self.text,
            creator=f"{self.organization}_1",
        )


_OWN = {
    "ada": "ada",
    "subject": "subject",
    "protocolNumber": "protocolNumber",
    "unitUid": "unitIds",
    "signerUid": "signerIds",
    "thematicCategory": "thematicCategoryIds",
}
_INNER = {
    "amount": ("amount", "amountWithVAT"),
    "receiverAFM": ("afm",),
    "giverAFM": ("afm",),
    "receiverName": ("name",),
    "financialYear": ("financialYear",),
    "relatedDecisionsADA": ("relatedDecisionsADA", "textRelatedADA", "relatedPartialADA"),
    "cpv": ("cpv",),
}


def _listed(value: object) -> Iterable[object]:
    return value if isinstance(value, list) else [value]


def _inner(value: object, names: tuple[str, ...]) -> Iterator[object]:
    """Every scalar under one of these names, at any depth."""
    if isinstance(value, list):
        for each in value:
            yield from _inner(each, names)
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            if name in names and not isinstance(inner, Mapping | list):
                yield inner
            elif name in names and isinstance(inner, list):
                yield from (each for each in inner if not isinstance(each, Mapping | list))
            yield from _inner(inner, names)


def act_of(source: Mapping[str, Any] | str | bytes) -> Act:
    """From a row, or from its JSON text, which is then served letter by letter."""
    if isinstance(source, Mapping):
        row, text = source, as_source_text(dict(source)).encode()
    else:
        row = json.loads(source)
        text = source.strip() if isinstance(source, bytes) else source.strip().encode()
    return Act(
        ada=str(row["ada"]),
        organization=str(row["organizationId"]),
        decision_type=str(row["decisionTypeId"]),
        status=str(row["status"]),
        issue_ms=int(row["issueDate"]),
        submission_ms=int(row.get("submissionTimestamp") or 0),
        publish_ms=int(row.get("publishTimestamp") or 0),
        version_id=str(row.get("versionId")),
        corrects=row.get("correctedVersionId"),
        text=text,
    )
