"""What happens to acts after they were posted, and new ones: the same ΑΔΑ in a new version (DIAVGEIA_API §4.4)."""

import random
import uuid
from collections.abc import Mapping
from statistics import median
from typing import Any

from core.domain.identifiers import ISSUER_ALPHABET, issuer_code
from tests.diavgeia.acts import Act, Row, act_of
from tests.diavgeia.corpus import Corpus

_HOST = "https://diavgeia.gov.gr"
_FAR_MS = 120 * 86_400_000  # beyond any window


class Changes:
    """Changes one corpus. Each is the newest submission of all, whatever the clock says."""

    def __init__(self, corpus: Corpus, *, seed: int) -> None:
        self._corpus = corpus
        self._random = random.Random(seed)

    def insert(self, row: Mapping[str, Any], now_ms: int) -> str:
        """A new act; an ΑΔΑ, a version and times are made where the row has none. Its submission stays when given."""
        moment = row.get("submissionTimestamp") or self._moment(now_ms)
        ada = row.get("ada") or self._mint(str(row["organizationId"]))
        made: Row = {
            "ada": ada,
            "versionId": self._uuid(),
            "publishTimestamp": moment,
            "submissionTimestamp": moment,
            "status": "PUBLISHED",
            "url": f"{_HOST}/luminapi/api/decisions/{ada}",
            "documentUrl": f"{_HOST}/doc/{ada}",
            "documentChecksum": None,
            "attachments": [],
            "warnings": None,
            "correctedVersionId": None,
        }
        self._corpus.put(act_of({**row, **{name: value for name, value in made.items() if row.get(name) is None}}))
        return str(ada)

    def insert_like(self, ada: str, now_ms: int, **changes: Any) -> str:
        """Another act of the same kind and day."""
        new = dict.fromkeys(("ada", "versionId", "publishTimestamp", "submissionTimestamp", "url", "documentUrl"))
        status = {"status": "PUBLISHED", "correctedVersionId": None}
        return self.insert({**self._corpus.acts[ada].row(), **new, **status, **changes}, now_ms)

    def ask_revocation(self, ada: str, now_ms: int) -> None:
        self._replace(ada, now_ms, {"status": "PENDING_REVOCATION"})

    def revoke(self, ada: str, now_ms: int) -> None:
        """Asked for and granted: two versions, and the document is gone."""
        if self._corpus.acts[ada].status == "PUBLISHED":
            self.ask_revocation(ada, now_ms)
        self._replace(ada, now_ms, {"status": "REVOKED", "documentUrl": None})

    def correct(self, ada: str, now_ms: int, changes: Mapping[str, Any]) -> None:
        """A corrected copy: it names the version that it replaces."""
        self._replace(ada, now_ms, {**changes, "correctedVersionId": self._corpus.acts[ada].version_id})

    def edit(self, ada: str, now_ms: int, changes: Mapping[str, Any]) -> None:
        """An edit of the metadata names none."""
        self._replace(ada, now_ms, changes)

    def at_random(self, act: Act, what: str, now_ms: int) -> None:
        """One change of the live feed around an act."""
        if what == "insert":
            self.insert_like(act.ada, now_ms)
        elif what == "revoke":
            self.revoke(act.ada, now_ms)
        elif what == "leave":
            self.correct(act.ada, now_ms, {"issueDate": act.issue_ms + self._towards_the_middle(act) * _FAR_MS})
        else:
            self.correct(act.ada, now_ms, {"subject": f"ΟΡΘΗ ΕΠΑΝΑΛΗΨΗ {act.row().get('subject')}"})

    def _towards_the_middle(self, act: Act) -> int:
        middle = median(each.issue_ms for each in self._corpus.acts.values())
        return 1 if act.issue_ms < middle else -1

    def _replace(self, ada: str, now_ms: int, changes: Mapping[str, Any]) -> None:
        old = self._corpus.acts[ada]
        row: Row = {**old.row(), "versionId": self._uuid(), "submissionTimestamp": self._moment(now_ms), **changes}
        new = act_of(row)
        new.versions = [*old.versions, old.version()]
        self._corpus.put(new)

    def _moment(self, now_ms: int) -> int:
        return max(now_ms, self._corpus.newest_ms + 1)

    def _mint(self, organization: str) -> str:
        while True:
            tail = "".join(self._random.choices(ISSUER_ALPHABET, k=6))
            ada = f"Λ{tail[:3]}{issuer_code(organization)}-{tail[3:]}"
            if ada not in self._corpus.acts:
                return ada

    def _uuid(self) -> str:
        return str(uuid.UUID(int=self._random.getrandbits(128), version=4))
