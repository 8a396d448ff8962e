"""The desk that posts acts: mints ΑΔΑs, dates and versions, writes the API's JSON and, beside it, the truth."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal

from core.domain.decision import LinkKind, Status
from core.domain.identifiers import ISSUER_ALPHABET, issuer_code
from core.domain.ledger import AmountState, Flag, Stage
from core.domain.period import ATHENS
from ingest.worlds.catalogue import Body, Catalogue, Topic
from ingest.worlds.parties import Json, PayeeClass
from ingest.worlds.truth import SetAside, Truth, TruthDecision, TruthLink, TruthRow

# First characters accumulate over the years (DIAVGEIA_API §6.1).
_FIRST = ((2010, "4"), (2012, "Β"), (2014, "7Ω6"), (2016, "Ψ"), (2019, "9"), (2023, "Ρ"), (2025, "Ε"), (2026, "Λ"))
_ERP_TYPES = ("Β.1.3", "Β.2.1")
_HOST = "https://diavgeia.gov.gr"
_THEMES = {"Β": "24", "Δ": "20", "Γ": "10004", "Α": "10004", "2": "10004", "1": "04", "Ε": "10", "Ζ": "10004"}


@dataclass(slots=True, kw_only=True)
class Money:
    """A planned amount of an act: what totals must find. `amount` None: see `state`."""

    stage: Stage
    amount: Decimal | None
    state: AmountState = AmountState.STATED
    sign: int = 1
    payees: tuple[str, ...] = ()
    payee_class: PayeeClass = PayeeClass.NOBODY
    kae: str | None = None
    flags: frozenset[Flag] = frozenset()
    set_aside: SetAside | None = None


@dataclass(slots=True, kw_only=True)
class Act:
    """A planned act. `subject` is already dressed; `values` are its `extraFieldValues`; `delay` the days until posting.

    `before` are the `extraFieldValues` of the version that a correction replaced; `edited`: changed after its posting.
    `overrides` replace fields of the finished row.
    """

    body: Body
    decision_type: str
    subject: str
    issued_on: date
    values: Json | None
    money: Iterable[Money] = ()
    topic: Topic | None = None
    named: bool = False
    direct: bool = False
    chain: int | None = None
    protocol: str | None = None
    status: Status = Status.PUBLISHED
    private: bool = False
    delay: int | None = None
    cases: tuple[str, ...] = ()
    links: Mapping[str, LinkKind] = field(default_factory=dict)
    before: Json | None = None
    edited: bool = False
    overrides: Json = field(default_factory=dict)


class Desk:
    """Everything posted so far. One random source makes the whole world; no clock is read."""

    def __init__(self, *, catalogue: Catalogue, rng: random.Random, until: date) -> None:
        self.catalogue = catalogue
        self.rng = rng
        self.until = until
        self.truth = Truth()
        self.decisions: list[Json] = []
        self.superseded: list[Json] = []
        self.posted: Counter[str] = Counter()
        self._adas: set[str] = set()
        self._protocols: Counter[tuple[str, int]] = Counter()
        self._chains = 0
        self._codes = {body.uid: issuer_code(body.uid) for body in catalogue.bodies}

    def next_chain(self) -> int:
        """A number for a new purchase."""
        self._chains += 1
        return self._chains

    def protocol(self, body: Body, year: int) -> str:
        """The next protocol number of a body and year, in the body's style."""
        self._protocols[body.uid, year] += 1
        number = self._protocols[body.uid, year]
        return f"{number}/{year}" if body.erp else f"{number + 1000}"

    def post(self, act: Act) -> str:
        """Posts the act and returns its ΑΔΑ."""
        ada = self._mint(act)
        published = self._published(act)
        row = self._row(act, ada, published)
        if act.before is not None:
            self._keep_version_before(act.before, row, published)
        self.decisions.append(row | act.overrides)
        self.posted[act.body.uid] += 1
        self._tell_truth(act, ada)
        return ada

    def _mint(self, act: Act) -> str:
        firsts = "".join(letters for year, letters in _FIRST if year <= act.issued_on.year)[-6:]
        while True:
            tail = "".join(self.rng.choices(ISSUER_ALPHABET, k=6))
            ada = f"{self.rng.choice(firsts)}{tail[:3]}{self._codes[act.body.uid]}-{tail[3:]}"
            if ada not in self._adas:
                self._adas.add(ada)
                return ada

    def _published(self, act: Act) -> int:
        """Milliseconds of the posting: office hours, some days after the issue, never after the world's last day."""
        delay = act.delay if act.delay is not None else self.rng.choice((0, 0, 0, 1, 1, 2, 3, 6))
        day = max(min(act.issued_on + timedelta(days=delay), self.until), act.issued_on)
        opening = datetime.combine(day, time(8), tzinfo=ATHENS)
        return int(opening.timestamp() * 1000) + self.rng.randrange(8 * 3_600_000)

    def _uuid(self) -> str:
        text = f"{self.rng.getrandbits(128):032x}"
        return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-a{text[17:20]}-{text[20:]}"

    def _row(self, act: Act, ada: str, published: int) -> Json:
        revoked = act.status is Status.REVOKED
        changed = revoked or act.edited or act.before is not None or act.status is not Status.PUBLISHED
        return {
            "protocolNumber": act.protocol or self.protocol(act.body, act.issued_on.year),
            "subject": act.subject,
            "issueDate": issue_ms(act.issued_on, athens=act.body.erp and act.decision_type in _ERP_TYPES),
            "organizationId": act.body.uid,
            "signerIds": [self.signer(act.body)],
            "unitIds": [self.unit(act.body)],
            "decisionTypeId": act.decision_type,
            "thematicCategoryIds": [_THEMES[act.decision_type[0]]],
            "extraFieldValues": act.values,
            "privateData": act.private,
            "ada": ada,
            "publishTimestamp": published,
            "submissionTimestamp": self._later(published) if changed else published,
            "versionId": self._uuid(),
            "status": act.status.value,
            "url": f"{_HOST}/luminapi/api/decisions/{ada}",
            "documentUrl": None if revoked else f"{_HOST}/doc/{ada}",
            "documentChecksum": None,
            "attachments": [],
            "warnings": None,
            "correctedVersionId": None,
        }

    def _later(self, published: int) -> int:
        """Some hours to two months on, still within the world's last day."""
        last = int(datetime.combine(self.until, time(17), tzinfo=ATHENS).timestamp() * 1000)
        return max(min(published + self.rng.randrange(3_600_000, 60 * 86_400_000), last), published + 1)

    def _keep_version_before(self, before: Json, row: Json, published: int) -> None:
        earlier = row | {"extraFieldValues": before, "versionId": self._uuid(), "submissionTimestamp": published}
        row["correctedVersionId"] = earlier["versionId"]
        self.superseded.append(earlier)

    def unit(self, body: Body) -> str:
        """The uid of one of the body's units."""
        return unit_uid(body, self.rng.randrange(len(body.units)))

    def signer(self, body: Body) -> str:
        """The uid of one of the body's signers."""
        return signer_uid(body, self.rng.randrange(SIGNERS))

    def _tell_truth(self, act: Act, ada: str) -> None:
        topic = act.topic.key if act.topic else None
        self.truth.decisions.append(
            TruthDecision(
                organization_uid=act.body.uid,
                ada=ada,
                decision_type=act.decision_type,
                status=act.status,
                issued_on=act.issued_on,
                topic=topic,
                named=act.named,
                direct=act.direct,
                cases=act.cases,
                chain=act.chain,
            )
        )
        self.truth.links.extend(TruthLink(ada=ada, target=target, kind=kind) for target, kind in act.links.items())
        self.truth.rows.extend(self._truth_row(act, ada, topic, money) for money in act.money)

    def _truth_row(self, act: Act, ada: str, topic: str | None, money: Money) -> TruthRow:
        values = act.values or {}
        fiscal = values.get("financialYear") if money.stage is Stage.COMMITMENT else None
        return TruthRow(
            organization_uid=act.body.uid,
            ada=ada,
            decision_type=act.decision_type,
            stage=money.stage,
            sign=money.sign,
            amount=money.amount,
            state=money.state,
            year=fiscal if isinstance(fiscal, int) else act.issued_on.year,
            month=f"{act.issued_on:%Y-%m}",
            topic=topic,
            named=act.named,
            payees=money.payees,
            payee_class=money.payee_class,
            kae=money.kae,
            flags=money.flags,
            set_aside=_ASIDE_BY_STATUS.get(act.status, money.set_aside),
        )


SIGNERS = 3
_ASIDE_BY_STATUS = {Status.REVOKED: SetAside.REVOKED, Status.PENDING_REVOCATION: SetAside.PENDING_REVOCATION}


def issue_ms(day: date, *, athens: bool) -> int:
    """A date as the source stores it: UTC midnight, or Athens midnight for some software (DIAVGEIA_API §4.2)."""
    zone = ATHENS if athens else UTC
    return int(datetime.combine(day, time(), tzinfo=zone).timestamp() * 1000)


def unit_uid(body: Body, place: int) -> str:
    return f"{body.uid}{place + 1:02d}"


def signer_uid(body: Body, place: int) -> str:
    return f"{body.uid}{place + 51:02d}"
