"""Payees in the store, over a handful of literal decisions: groups of one amount, names from other acts, contracts."""

from decimal import Decimal
from typing import Any

from core.domain.condition import DecisionFilter
from core.domain.ledger import Flag, Payee, Stage
from core.domain.payee_classes import class_of
from core.store import decisions, payees
from core.store.decisions import save
from core.store.payees import Share
from tests.builders import BODY, COMPANY, PERSON, an_award

HERE = DecisionFilter(organizations=(BODY,), stage=Stage.AWARD)
OTHER = Payee(afm="998888887", name="ΔΕΥΤΕΡΗ ΔΟΚΙΜΗ Α.Ε.")
NAMELESS = Payee(afm=OTHER.afm, name=None)
NUMBERLESS = Payee(afm=None, name="ΤΡΙΤΗ ΔΟΚΙΜΗ Ε.Π.Ε.")


async def ranked(db: Any, where: DecisionFilter = HERE) -> dict[tuple[str, ...], Share]:
    parties = await payees.parties(db, where=where)
    shares = await payees.ranked(
        db,
        where=where,
        classes={party.key: class_of(party) for party in parties},
        by_acts=False,
        limit=20,
    )
    return {share.keys: share for share in shares if share.keys}


async def test_an_undivided_amount_is_its_payees_together_and_nobodys_alone(db: Any) -> None:
    await save(db, decisions=[an_award("100", payees=[COMPANY]), an_award("700", payees=[COMPANY, OTHER])])
    found = await ranked(db)
    assert {keys: share.amount for keys, share in found.items()} == {
        (COMPANY.afm,): Decimal(100),
        tuple(sorted((str(COMPANY.afm), str(OTHER.afm)))): Decimal(700),
    }
    parts = await payees.history(db, where=HERE, key=str(COMPANY.afm))
    assert {(part.shared, part.amount) for part in parts if not part.part} == {(False, 100), (True, 700)}


async def test_a_payee_without_a_number_is_known_by_its_name(db: Any) -> None:
    spelled = Payee(afm=None, name="«Τρίτη Δοκιμή» ΕΠΕ")
    await save(db, decisions=[an_award("10", payees=[NUMBERLESS]), an_award("30", payees=[spelled])])
    [(keys, share)] = (await ranked(db)).items()
    assert (keys, share.amount, share.decisions) == (("=τριτη δοκιμη",), Decimal(40), 2)
    [party] = await payees.alike(db, names=["τριτη δοκιμη"], limit=5)
    assert party.key == "=τριτη δοκιμη" and set(party.names) == {NUMBERLESS.name, spelled.name}


async def test_a_contract_is_counted_once(db: Any) -> None:
    acts = [
        an_award("500", "Κατακύρωση διαγωνισμού προμήθειας χρωμάτων"),
        an_award("500", "Σύμβαση προμήθειας χρωμάτων"),
        an_award("80", "Ανάθεση προμήθειας πινέλων"),
    ]
    await save(db, decisions=acts)
    await decisions.screen(db)
    [share] = (await ranked(db)).values()
    assert (share.amount, share.decisions) == (580, 2)


async def test_a_name_that_another_act_gives_is_shown_and_said_to_be_so(db: Any) -> None:
    nameless = an_award("10", payees=[NAMELESS])
    await save(db, decisions=[nameless, an_award("20", "Άλλη προμήθεια", payees=[OTHER])])
    rows = await decisions.rows(db, where=HERE, newest_first=True, limit=5, offset=0)
    shown = {row.ada: row.payees for row in rows}
    assert shown[nameless.ada] == ("ΔΕΥΤΕΡΗ ΔΟΚΙΜΗ Α.Ε., ΑΦΜ 998888887 (όνομα από άλλη πράξη)",)
    card = (await decisions.cards(db, adas=[nameless.ada]))[nameless.ada]
    assert card.lines[0].payees[0].elsewhere == OTHER.name


async def test_a_name_longer_than_an_index_takes_is_stored_and_counted(db: Any) -> None:
    endless = Payee(afm=OTHER.afm, name="Ένωση " + " ".join(f"{place * 7919 % 99991:05}" for place in range(1_500)))
    acts = [an_award("10", payees=[endless]), an_award("20", "Άλλη", payees=[endless]), an_award("5", payees=[OTHER])]
    await save(db, decisions=[*acts, an_award("1", "Τρίτη", payees=[NAMELESS])])
    [party] = await payees.parties(db, where=HERE)
    assert party.afm == OTHER.afm and set(party.names) == {endless.name, OTHER.name}
    assert party.names[0] == endless.name, "the most frequent first"


async def test_a_persons_name_is_not_taken_from_another_act(db: Any) -> None:
    nameless = an_award("10", payees=[Payee(afm=PERSON.afm, name=None, natural=True)])
    await save(db, decisions=[nameless, an_award("20", "Άλλη προμήθεια", payees=[PERSON])])
    rows = await decisions.rows(db, where=HERE, newest_first=True, limit=5, offset=0)
    assert next(row.payees for row in rows if row.ada == nameless.ada) == ("ιδιώτης (ΑΦΜ …)",)


async def test_acts_that_name_nobody_are_counted_by_their_reason(db: Any) -> None:
    await db.execute(
        "INSERT INTO register (uid, label, afm, name_key, raw) VALUES ($1, 'ΔΗΜΟΣ', '997561152', 'δημοσ', '{}')", BODY
    )
    itself = Payee(afm="997561152", name=None)
    own = an_award("5", payees=[itself], flags=[Flag.PAYEE_IS_ISSUER])
    await save(db, decisions=[own, an_award("6", payees=[]), an_award("7"), an_award("8")])
    found = await payees.silence(db, where=HERE)
    assert (found.decisions, found.own, found.silent, found.mostly) == (4, 1, 1, False)
    assert set(await ranked(db)) == {(COMPANY.afm,)}
