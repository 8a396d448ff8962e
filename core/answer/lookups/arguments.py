"""What lookups share about their arguments: what is refused, and how they are told in a receipt."""

from collections.abc import Sequence

from core.domain.condition import Condition, DecisionFilter, WordGroup
from core.domain.decision import Status
from core.domain.identifiers import is_ada
from core.domain.ledger import Payee
from core.domain.payees import is_private_person
from core.domain.period import Period
from core.domain.types import DECISION_TYPES
from core.errors import InvalidInput
from core.store import spending
from core.store.pool import Db

NO_WORDS = "Χρειάζεται τουλάχιστον μία λέξη με νόημα για την αναζήτηση, π.χ. «καύσιμα»."
PRIVATE_PERSON = "Δεν αναζητώ ιδιώτες με το όνομα ή τον ΑΦΜ τους. Αν έχετε τον ΑΔΑ μιας πράξης, μπορώ να σας τη δείξω."
ONLY_PUBLISHED = "Στα σύνολα μετρούν μόνο οι αναρτημένες πράξεις· μπορώ να δείξω πόσες και ποιες ανακλήθηκαν."

Described = tuple[tuple[str, str], ...]


def clamped(number: int, *, least: int, most: int) -> int:
    return min(max(number, least), most)


def _check_group(group: WordGroup) -> None:
    if not group.alternatives or any(not phrase or not all(phrase) for phrase in group.alternatives):
        raise InvalidInput(NO_WORDS, value=" ".join(group.shown))


async def checked(db: Db, where: DecisionFilter) -> DecisionFilter:
    """The filter, or InvalidInput: a word that says nothing would mean everything, a private person is not searched."""
    for group in (*where.condition.groups, *where.condition.exclude):
        _check_group(group)
    _check_values(where)
    if where.condition.exclude and not where.condition.groups and not where.organizations:
        raise InvalidInput(NO_WORDS)
    if where.payee_afm is not None:
        held = await spending.payees_of(db, afm=where.payee_afm)
        if all(map(is_private_person, held or [Payee(afm=where.payee_afm, name=None)])):
            raise InvalidInput(PRIVATE_PERSON)
    return where


async def checked_for_euro(db: Db, where: DecisionFilter) -> DecisionFilter:
    """The same, for figures in euro: only published acts have any."""
    if where.status not in (None, Status.PUBLISHED):
        raise InvalidInput(ONLY_PUBLISHED, value=where.status)
    return await checked(db, where)


def _check_values(where: DecisionFilter) -> None:
    unknown = [each for each in where.decision_types if each not in DECISION_TYPES]
    if unknown:
        raise InvalidInput(f"Δεν υπάρχει είδος πράξης «{unknown[0]}».", value=unknown[0])
    if where.status is not None and where.status not in set(Status):
        raise InvalidInput(f"Δεν υπάρχει κατάσταση πράξης «{where.status}».", value=where.status)
    if "" in (where.payee_afm, where.kae, where.cpv):
        raise InvalidInput("Ο ΑΦΜ, ο ΚΑΕ ή ο CPV που ζητήσατε είναι κενός.")
    if where.amount_min is not None and where.amount_max is not None and where.amount_min > where.amount_max:
        raise InvalidInput("Το κατώτερο ποσό είναι μεγαλύτερο από το ανώτερο.", value=str(where.amount_min))


def _words(groups: Sequence[WordGroup]) -> str:
    return " + ".join("/".join(group.shown) for group in groups)


def _span(period: Period) -> str:
    if period.is_open:
        return ""
    return f"{period.since or ''}..{period.last_day or ''}"


def _of_condition(condition: Condition) -> Described:
    return (("words", _words(condition.groups)), ("without", _words(condition.exclude)))


def described(where: DecisionFilter, **more: object) -> Described:
    """Names and values of what was asked, as receipts and `ask --json` tell them; what was not asked is left out."""
    told = (
        ("organizations", ", ".join(where.organizations)),
        ("period", _span(where.period)),
        ("decision_types", ", ".join(where.decision_types)),
        ("stage", where.stage or ""),
        *_of_condition(where.condition),
        ("direct_only", "true" if where.direct_only else ""),
        ("payee_afm", where.payee_afm or ""),
        ("amount_above" if where.amount_above else "amount_min", _told(where.amount_min)),
        ("amount_below" if where.amount_below else "amount_max", _told(where.amount_max)),
        ("status", where.status or ""),
        ("kae", where.kae or ""),
        ("cpv", where.cpv or ""),
        ("left_out", _left_out(where)),
        *((name, _told(value)) for name, value in more.items()),
    )
    return tuple((name, value) for name, value in told if value)


def _left_out(where: DecisionFilter) -> str:
    """ΑΔΑs by name, payees by number: one of them may be a private person."""
    acts = [key for key in where.without if is_ada(key)]
    payees = len(where.without) - len(acts)
    return ", ".join([*acts, *([f"{payees} ανάδοχοι ή δικαιούχοι"] if payees else [])])


def _told(value: object) -> str:
    return "" if value is None else str(value)
