"""What a corpus truly holds, as entries that a question selects and adds up: the same for both corpora."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

ZERO = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One amount of one act, or an act without money (`stage` None). Reversals are negative.

    `counted`: totals hold it. `unread`: the amount was never fetched. `year`: fiscal of a commitment, else of issue.
    """

    ada: str
    organization: str
    decision_type: str
    issued_on: date
    year: int
    published: bool
    stage: str | None = None
    amount: Decimal | None = None
    counted: bool = True
    unread: bool = False
    payees: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    topic: str | None = None
    posted_on: date | None = None  # of the first posting; None where the source's row does not say
    direct: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """Which entries a question is about; a `payee` alone on its amount.

    `topic`: a name in the corpus's own list; `without`: one that is not.
    """

    organizations: tuple[str, ...] = ()
    stage: str | None = None
    types: tuple[str, ...] = ()
    years: tuple[int, ...] = ()
    since: date | None = None
    until: date | None = None
    topic: str | None = None
    without: str | None = None
    payee: str | None = None
    direct: bool = False
    least: Decimal | None = None
    most: Decimal | None = None
    but: frozenset[str] = frozenset()  # acts that the reader took out


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """One stage of what counts; numbers of acts: all, without an amount, of these not fetched."""

    adas: frozenset[str]
    silent: frozenset[str]
    unread: frozenset[str]
    gross: Decimal
    reversed: Decimal

    @property
    def net(self) -> Decimal:
        return self.gross - self.reversed

    @property
    def can_be_told(self) -> bool:
        """Some act has an amount, and not more than half were never fetched."""
        return bool(self.adas - self.silent) and len(self.unread) * 2 <= len(self.adas)


NOTHING = Total(adas=frozenset(), silent=frozenset(), unread=frozenset(), gross=ZERO, reversed=ZERO)


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """`subjects` by ΑΔΑ, every version's act included; `has_topic` tells what an entry is about."""

    name: str
    today: date
    entries: tuple[Entry, ...]
    by_ada: Mapping[str, tuple[Entry, ...]]
    subjects: Mapping[str, str]
    has_topic: Callable[[Entry, str], bool]
    marked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # ΑΔΑs by what is special about them
    known_stages: frozenset[str] = frozenset()  # those whose amounts this truth can tell
    linked: Mapping[str, frozenset[str]] = field(default_factory=dict)  # acts of the same chain, where the truth has it

    @property
    def unpublished(self) -> frozenset[str]:
        """Revoked acts and those about to be: lists show them, marked."""
        return frozenset(entry.ada for entry in self.entries if not entry.published)

    def chosen(self, query: Query) -> list[Entry]:
        """The published entries of the question."""
        return [entry for entry in self.entries if entry.published and self._fits(entry, query)]

    def _fits(self, entry: Entry, query: Query) -> bool:
        return (
            _among(entry.organization, query.organizations)
            and _among(entry.decision_type, query.types)
            and _among(entry.year, query.years)
            and (query.stage is None or entry.stage == query.stage)
            and entry.ada not in query.but
            and (query.since is None or entry.issued_on >= query.since)
            and (query.until is None or entry.issued_on < query.until)
            and (query.payee is None or {query.payee} == set(entry.payees))
            and (entry.direct or not query.direct)
            and (query.least is None or (entry.amount is not None and entry.amount >= query.least))
            and (query.most is None or (entry.amount is not None and entry.amount <= query.most))
            and (query.topic is None or self.has_topic(entry, query.topic))
            and (query.without is None or not self.has_topic(entry, query.without))
        )

    def stages(self, query: Query) -> dict[str, Total]:
        """Totals of each stage: euro figures hold what counts alone."""
        cells: dict[str, list[Entry]] = {}
        for entry in self.chosen(query):
            if entry.stage and entry.counted:
                cells.setdefault(entry.stage, []).append(entry)
        return {stage: total(entries) for stage, entries in cells.items()}

    def acts(self, query: Query) -> frozenset[str]:
        """Acts, suspects and repeats included."""
        return frozenset(entry.ada for entry in self.chosen(query))

    def amounts(self, ada: str) -> set[Decimal]:
        """Every amount that an act states, and their sum."""
        known = [entry.amount for entry in self.by_ada.get(ada, ()) if entry.amount is not None]
        return {abs(amount) for amount in (*known, sum(known, ZERO))} if known else set()

    def ranked(self, query: Query, *, largest: bool, limit: int) -> list[tuple[str, Decimal]]:
        """Acts by what they add up to at this stage; equal amounts the newest first, then by ΑΔΑ."""
        sums: dict[str, Decimal] = {}
        days: dict[str, date] = {}
        for entry in self.chosen(query):
            if entry.counted and entry.amount is not None and entry.amount > 0:
                sums[entry.ada] = sums.get(entry.ada, ZERO) + entry.amount
                days[entry.ada] = entry.issued_on
        sign = -1 if largest else 1
        order = sorted(sums, key=lambda ada: (sign * sums[ada], -days[ada].toordinal(), ada))
        return [(ada, sums[ada]) for ada in order[:limit]]


def indexed(entries: Iterable[Entry]) -> dict[str, tuple[Entry, ...]]:
    """Entries by their ΑΔΑ."""
    cells: dict[str, list[Entry]] = {}
    for entry in entries:
        cells.setdefault(entry.ada, []).append(entry)
    return {ada: tuple(listed) for ada, listed in cells.items()}


def _among(value: object, wanted: Collection[object]) -> bool:
    return not wanted or value in wanted


def total(entries: Iterable[Entry]) -> Total:
    listed = list(entries)
    adas = frozenset(entry.ada for entry in listed)
    silent = adas - {entry.ada for entry in listed if entry.amount is not None}
    amounts = [entry.amount for entry in listed if entry.amount is not None]
    return Total(
        adas=adas,
        silent=silent,
        unread=silent & {entry.ada for entry in listed if entry.unread},
        gross=sum((amount for amount in amounts if amount > 0), ZERO),
        reversed=-sum((amount for amount in amounts if amount < 0), ZERO),
    )
