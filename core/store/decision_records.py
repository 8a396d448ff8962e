"""Decisions as rows for COPY: one tuple a row, in the order of the temporary tables of saving.sql."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from core.domain.decision import Decision
from core.domain.ledger import Line
from core.domain.subjects import searched_subject
from core.greek.fold import fold
from core.greek.lexemes import tsvector
from core.greek.names import company_key

Record = tuple[Any, ...]
_GLUED = re.compile(r"'[^']{256,}':[\d,]+ ?")  # runs of letters that are no words; Postgres refuses the longest


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """What one batch copies, table by table."""

    texts: list[Record] = field(default_factory=list)
    decisions: list[Record] = field(default_factory=list)
    lines: list[Record] = field(default_factory=list)
    payees: list[Record] = field(default_factory=list)
    links: list[Record] = field(default_factory=list)


def text_key(subject: str) -> bytes:
    """Subjects that differ in case, accents, look-alikes or spaces are one text."""
    return hashlib.sha256(fold(subject).encode()).digest()


@lru_cache(maxsize=65_536)
def _payee_key(name: str) -> str:
    return company_key(name)


def _text(key: bytes, subject: str) -> Record:
    accents = unicodedata.normalize("NFD", subject).count("\u0301")
    vector = _GLUED.sub("", tsvector(subject))
    places = vector.count("':") + vector.count(",")
    return (key, subject, accents, vector, places)


def _line(place: int, line: Line) -> Record:
    return (
        place,
        line.seq,
        line.stage.value,
        line.amount,
        line.state.value,
        line.sign,
        line.currency,
        line.fiscal_year,
        line.kae,
        list(line.cpvs),
        sorted(line.flags),
        line.suspect,
    )


def _payees(place: int, line: Line) -> Iterator[Record]:
    for rank, payee in enumerate(line.payees, start=1):
        key = _payee_key(payee.name) if payee.name else None
        yield (place, line.seq, rank, payee.afm, payee.name, key, payee.natural)


def _decision(place: int, decision: Decision, key: bytes, derived: Sequence[Record]) -> Record:
    facts = (
        decision.organization_uid,
        decision.ada,
        decision.decision_type,
        decision.subject,
        key,
        decision.protocol_number,
        decision.issued_on,
        decision.issued_ms,
        decision.published_at,
        decision.submitted_at,
        decision.status.value,
        decision.private,
        list(decision.unit_uids),
        list(decision.signer_uids),
        list(decision.thematic_uids),
        decision.fiscal_year,
        decision.version_id,
        decision.corrects,
        decision.amount_state.value if decision.amount_state else None,
        sorted(decision.flags),
    )
    reading = hashlib.sha256(repr((facts, [record[1:] for record in derived])).encode()).digest()
    return (place, *facts, decision.fidelity, decision.version_key, reading, decision.raw)


def records(decisions: Iterable[Decision]) -> Records:
    """`place` ties the rows of a decision together within the batch."""
    batch = Records()
    keys: dict[str, bytes] = {}
    for place, decision in enumerate(decisions):
        known = searched_subject(decision.subject, decision.decision_type, decision.private)
        key = keys.get(known) or keys.setdefault(known, text_key(known))
        lines = [_line(place, line) for line in decision.lines]
        payees = [record for line in decision.lines for record in _payees(place, line)]
        links = [(place, link.target_ada, link.kind.value) for link in decision.links]
        batch.decisions.append(_decision(place, decision, key, [*lines, *payees, *links]))
        batch.lines.extend(lines)
        batch.payees.extend(payees)
        batch.links.extend(links)
    batch.texts.extend(_text(key, subject) for subject, key in keys.items())
    return batch
