"""Lookup: the cards of ΑΔΑs; for one that we do not hold, near ones of ours and the body that its letters name."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from rapidfuzz.distance import Levenshtein

from core.answer.lookups.amount_checks import facts_of_named, figures_of_checks, with_checks
from core.answer.lookups.store import LookupStore
from core.domain.answer import Figure, Finding, Row
from core.domain.decision import DecisionCard
from core.domain.facts import AmountCheck
from core.domain.identifiers import issuer_uid
from core.domain.ledger import Flag
from core.domain.payees import Setting, is_private_person, shown_payees
from core.domain.period import athens_day
from core.domain.request import Unit
from core.domain.subjects import shown_subject
from core.domain.types import stage_of, title_of
from core.errors import InvalidInput
from core.greek.dates import long_day, short_day
from core.store import decisions, facts
from core.store.facts import Named
from core.store.requests import Fetched

NAME = "find_decision"
_MOST = 5
_NEAR = 3
_SLIPS = 2  # farther than two letters it is another act, not a slip
_FETCH_SECONDS = 3.0
_NOTHING = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """ΑΔΑs in official letters; more than five are cut off."""

    adas: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """An ΑΔΑ that we do not hold. `near` are guesses, never a replacement; its letters name the body `issuer_uid`.

    `fetched`: what came of asking the source for it; None when nobody was asked.
    """

    ada: str
    near: tuple[str, ...]
    issuer_uid: str | None
    fetched: Fetched | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionFinding:
    """Cards in the order asked. `fresh`: those that were fetched from the source for this answer.

    By ΑΔΑ: `checks`, how amounts stand to their PDF where it was read; `named`, acts of ours that it names beside the
    linked ones.
    """

    finding: Finding
    cards: tuple[DecisionCard, ...]
    missing: tuple[Missing, ...] = ()
    left_out: tuple[str, ...] = ()
    fresh: frozenset[str] = frozenset()
    checks: Mapping[str, AmountCheck] = field(default_factory=dict)
    named: Mapping[str, tuple[Named, ...]] = field(default_factory=dict)


async def run(store: LookupStore, arguments: Arguments) -> DecisionFinding:
    asked = tuple(dict.fromkeys(arguments.adas))
    if not asked or not all(asked):
        raise InvalidInput("Χρειάζεται ένας ΑΔΑ, π.χ. ΨΤ1ΜΩ1Ρ-ΙΕΓ.")
    wanted, left_out = asked[:_MOST], asked[_MOST:]
    held = await decisions.cards(store.pool, adas=wanted)
    fetched = await _fetched(store, [ada for ada in wanted if ada not in held])
    fresh = [ada for ada, came in fetched.items() if came is Fetched.STORED]
    if fresh:
        held |= await decisions.cards(store.pool, adas=fresh)
    cards = tuple(held[ada] for ada in wanted if ada in held)
    missing = tuple([await _missing(store, ada, fetched.get(ada)) for ada in wanted if ada not in held])
    rows = await with_checks(store.pool, [row_of(card) for card in cards])
    named = {card.ada: await _named(store, card) for card in cards}
    return DecisionFinding(
        finding=_finding(wanted, cards, missing, rows=rows, named=named),
        checks={row.ada: row.check for row in rows if row.check is not None},
        named=named,
        cards=cards,
        missing=missing,
        left_out=left_out,
        fresh=frozenset(fresh) & held.keys(),
    )


async def _fetched(store: LookupStore, adas: list[str]) -> dict[str, Fetched]:
    """Asks the ingest process for what we do not hold, while the reader waits."""
    return await store.desk.fetch(adas, seconds=_FETCH_SECONDS) if store.desk and adas else {}


async def _missing(store: LookupStore, ada: str, fetched: Fetched | None) -> Missing:
    near = await decisions.near_adas(store.pool, ada=ada, limit=_NEAR)
    close = tuple(other for other in near if Levenshtein.distance(ada, other, score_cutoff=_SLIPS) <= _SLIPS)
    return Missing(ada=ada, near=close, issuer_uid=issuer_uid(ada), fetched=fetched)


async def _named(store: LookupStore, card: DecisionCard) -> tuple[Named, ...]:
    """Of acts that may be shown, without those that stand on the card anyway."""
    known = {each.ada for each in card.related} | {each.ada for each in (*card.same_contract, *card.lots)}
    found = await facts.named(store.pool, ada=card.ada)
    return tuple(each for each in found if each.ada not in known)


def _finding(
    wanted: tuple[str, ...],
    cards: tuple[DecisionCard, ...],
    missing: tuple[Missing, ...],
    *,
    rows: Sequence[Row],
    named: Mapping[str, tuple[Named, ...]],
) -> Finding:
    told = [fact for card in cards for fact in _facts(card)]
    told += [fact for found in named.values() for fact in facts_of_named(found)]
    told += [("checked", str(row.check.page)) for row in rows if row.check is not None]
    told += [("missing", each.ada) for each in missing] + [("near", ada) for each in missing for ada in each.near]
    return Finding(
        lookup=NAME,
        arguments=(("adas", ", ".join(wanted)),),
        figures=(*(figure for card in cards for figure in _figures(card)), *figures_of_checks(rows)),
        rows=tuple(rows),
        total_rows=len(cards),
        facts=tuple(told),
    )


def _hides_amounts(card: DecisionCard) -> bool:
    """A private person's ΑΦΜ typed as an amount is not printed, so it is no figure either."""
    flagged = any(Flag.AFM_AS_AMOUNT in line.flags for line in card.lines)
    return flagged and any(is_private_person(payee) for line in card.lines for payee in line.payees)


def _amounts(card: DecisionCard) -> list[Decimal]:
    """Those of its lines, their sum with and without signs, and what an earlier version stated."""
    signed = [(line.sign, line.amount) for line in card.lines if line.amount is not None]
    amounts = [amount for _, amount in signed]
    if len(amounts) > 1:
        amounts += [sum(amounts, _NOTHING), abs(sum((sign * amount for sign, amount in signed), _NOTHING))]
    return amounts if card.previous_amount is None else [*amounts, card.previous_amount]


def _figures(card: DecisionCard) -> list[Figure]:
    own = [] if _hides_amounts(card) else _amounts(card)
    stage = card.lines[0].stage if card.lines else None
    return [Figure(value=amount, unit=Unit.EURO, stage=stage, decisions=1, label=card.ada) for amount in own] + [
        Figure(value=each.amount, unit=Unit.EURO, stage=stage_of(each.decision_type or ""), decisions=1, label=each.ada)
        for each in card.related
        if each.amount is not None
    ]


def _facts(card: DecisionCard) -> Iterator[tuple[str, str]]:
    """What a card may say beside its amounts: days of posting, the acts it names, its numbers."""
    yield "organization", card.organization
    yield "decision_type", title_of(card.decision_type)  # «… (100)»
    for name, moment in (("published", card.published_at), ("submitted", card.submitted_at)):
        if moment is not None:
            yield name, f"{short_day(athens_day(moment))}, {long_day(athens_day(moment))}"
    if card.protocol_number:
        yield "protocol_number", card.protocol_number
    if card.fiscal_year:
        yield "fiscal_year", str(card.fiscal_year)
    yield from (("related", each.ada) for each in card.related)
    yield from ((flag, other) for flag, other in card.screened if other)
    yield from (("same_contract", each.ada) for each in card.same_contract)
    yield from (("lot", each.ada) for each in card.lots)
    yield "counts", f"{len(card.related)} {len(card.lines)} {card.versions} {len(card.same_contract)}"
    if card.lots:
        yield "lots", f"{len(card.lots) - 1}"


def row_of(card: DecisionCard) -> Row:
    """The card as a line of a list."""
    stage = card.lines[0].stage if card.lines else None
    setting = Setting(stage=stage, decision_type=card.decision_type, subject=card.subject, one_body=not card.private)
    net = [line.sign * line.amount for line in card.lines if line.amount is not None]
    return Row(
        ada=card.ada,
        organization_uid=card.organization_uid,
        subject=shown_subject(card.subject, card.decision_type, card.private),
        decision_type=card.decision_type,
        issued_on=card.issued_on,
        stage=stage,
        amount=None if not net or _hides_amounts(card) else abs(sum(net, _NOTHING)),
        amount_state=card.amount_state,
        sign=-1 if sum(net, _NOTHING) < 0 else 1,
        payees=shown_payees([payee for line in card.lines for payee in line.payees], setting=setting),
        status=card.status,
        flags=tuple(sorted({*card.flags, *(flag for flag, _ in card.screened)})),
        version=card.version_key.hex(),
    )
