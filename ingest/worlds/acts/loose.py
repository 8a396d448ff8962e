"""Acts outside of the chains: council decisions, certificates, committees, hirings, grants, work contracts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from core.domain.ledger import AmountState, Stage
from ingest.worlds import amounts, subjects
from ingest.worlds.acts import values
from ingest.worlds.acts.chains import some_topic
from ingest.worlds.acts.purchases import kae_of
from ingest.worlds.catalogue import Body, Loose, Topic
from ingest.worlds.desk import Act, Desk, Money
from ingest.worlds.parties import Json, Party, PayeeClass, with_check_digit

_PRIVATE = ("Γ.3.3", "Γ.3.4", "Γ.3.5", "Γ.3.2", "100")


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What an act of a loose type holds."""

    values: Json
    money: tuple[Money, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Where an act of a loose type arises."""

    desk: Desk
    body: Body
    day: date
    topic: Topic


def post_one(desk: Desk, body: Body, day: date) -> None:
    """One act of a loose type, frequent ones more often."""
    listed = desk.catalogue.loose
    loose = desk.rng.choices(listed, weights=[each.weight for each in listed])[0]
    post(desk, body, day, loose)


def post(desk: Desk, body: Body, day: date, loose: Loose) -> None:
    topic = some_topic(desk, body)
    item = desk.rng.choice(topic.items)
    said = subjects.fill(desk, desk.rng.choice(loose.subjects), body=body, day=day, item=item)
    draft = _DRAFTS[loose.decision_type](Scene(desk=desk, body=body, day=day, topic=topic))
    private = loose.decision_type in _PRIVATE and desk.rng.random() < 0.5
    desk.post(
        Act(
            body=body,
            decision_type=loose.decision_type,
            subject=said.text,
            issued_on=day,
            values=draft.values,
            money=draft.money,
            topic=topic if said.named else None,
            named=said.named,
            direct=said.direct,
            private=private,
        )
    )


def employee(desk: Desk) -> tuple[Party, str]:
    """An invented private person with an ΑΦΜ of a range that is not given out."""
    catalogue, rng = desk.catalogue, desk.rng
    name = f"{rng.choice(catalogue.surnames)},,{rng.choice(catalogue.names)},{rng.choice(catalogue.names)}"
    afm = with_check_digit(f"5{rng.randrange(10_000_000):07d}")
    return Party(afm=afm, names=(name,), natural=True, payee_class=PayeeClass.EMPLOYEE), name


def _plain(**fields: object) -> Callable[[Scene], Draft]:
    def draft(scene: Scene) -> Draft:
        return Draft(values={**fields, "relatedDecisions": [], "documentType": values.ACT})

    return draft


def _work_contract(scene: Scene) -> Draft:
    amount = amounts.euro(scene.desk.rng, 900, 9_000)
    person, name = employee(scene.desk)
    people = values.persons([(person, name)])
    stated = scene.desk.rng.random() < 0.6
    money = Money(
        stage=Stage.CONTRACT,
        amount=amount if stated else None,
        state=AmountState.STATED if stated else AmountState.UNSTATED,
        payees=(person.afm,),
        payee_class=PayeeClass.EMPLOYEE,
    )
    content = values.contract(people=people, amount=values.money(amount) if stated else None, duration="8 μήνες")
    return Draft(values=content | {"contractType": "Σύμβαση Εργασίας"}, money=(money,))


def _delegated_warrant(scene: Scene) -> Draft:
    kae = kae_of(scene.topic, scene.day.year)
    lines = [(f"{kae}", amounts.euro(scene.desk.rng, 80, 4_000))]
    if scene.desk.rng.random() < 0.25:
        lines.append(("00-6495", amounts.euro(scene.desk.rng, 80, 900)))
    money = tuple(Money(stage=Stage.COMMITMENT, amount=amount, kae=code) for code, amount in lines)
    return Draft(values=values.delegated_warrant(year=scene.day.year, lines=lines), money=money)


def _grant(scene: Scene) -> Draft:
    club = scene.desk.rng.choice(scene.desk.catalogue.clubs)
    amount = amounts.euro(scene.desk.rng, 300, 8_000)
    money = Money(stage=Stage.GRANT, amount=amount, payees=(club.afm,), payee_class=PayeeClass.CLUB, kae="00-6734")
    content = values.grant(giver=scene.body.party, receivers=[(club, club.names[0])], amount=amount, kae="00-6734")
    return Draft(values=content, money=(money,))


def _programme(scene: Scene) -> Draft:
    amount = amounts.euro(scene.desk.rng, 30_000, 900_000)
    content: Json = {
        "financialYear": scene.day.year,
        "investAmount": float(amount),
        "signDate": None,
        "signExpireDate": None,
        "contributing_parts": [],
        "fek": None,
        "relatedDecisions": [],
        "documentType": values.ACT,
    }
    return Draft(values=content, money=(Money(stage=Stage.GRANT, amount=amount),))


def _committee(scene: Scene) -> Draft:
    content: Json = {
        "eidosPraxisSyllogikou": "Συγκρότηση",
        "typeOfSullogiko": "Επιτροπή",
        "positionSalary": None if scene.desk.rng.random() < 0.5 else {"amount": None, "currency": None},
        "fek": {},
        "relatedDecisions": [],
        "documentType": values.ACT,
    }
    return Draft(values=content, money=(Money(stage=Stage.PERSONNEL, amount=None, state=AmountState.UNSTATED),))


def _position(scene: Scene) -> Draft:
    amount = amounts.euro(scene.desk.rng, 700, 2_500)
    content: Json = {
        "eidosPraxis": "Καθορισμός Αμοιβής – Αποζημίωσης",
        "positionSalary": values.money(amount),
        "position": "Μονομελές Όργανο",
        "employerOrg": None,
        "relatedDecisions": [],
        "documentType": values.ACT,
    }
    return Draft(values=content, money=(Money(stage=Stage.PERSONNEL, amount=amount),))


def _budget(scene: Scene) -> Draft:
    content: Json = {
        "financialYear": scene.day.year,
        "budgettype": values.REGULAR,
        "budgetkind": "Φορέα",
        "isBudgetApprovalForOrg": False,
        "refersToOtherOrgBudget": None,
        "relatedDecisions": [],
        "documentType": values.ACT,
    }
    return Draft(values=content)


def _account(scene: Scene) -> Draft:
    content: Json = {
        "accountType": "Απολογισμός",
        "financialYear": scene.day.year,
        "timePeriod": "Μήνας",
        "isAccountApprovalForOtherOrg": False,
        "refersToOtherOrgAccount": None,
        "relatedDecisions": [],
        "documentType": values.ACT,
    }
    return Draft(values=content)


def _concession(scene: Scene) -> Draft:
    club = scene.desk.rng.choice(scene.desk.catalogue.clubs)
    content: Json = {
        "grantor": values.payer(scene.body.party),
        "grantee": values.persons([(club, club.names[0])]),
        "antikeimeno": None,
        "relatedDecisions": [],
        "documentType": values.ACT,
    }
    return Draft(values=content)


def _appointment(scene: Scene) -> Draft:
    fek: Json = {"aa": str(scene.desk.rng.randrange(1, 900)), "issue": "fektype_C", "issueyear": scene.day.year}
    people = scene.desk.rng.randrange(1, 9)
    content: Json = {"numberOfPeople": people, "employerOrg": scene.body.uid, "fek": fek}
    return Draft(values=content | {"relatedDecisions": [], "documentType": values.ACT})


def _staff_change(scene: Scene) -> Draft:
    fek: Json = {"aa": "41", "issue": "fektype_C", "issueyear": scene.day.year}
    content: Json = {"eidosYpMetavolis": "Λύση Υπαλληλικής Σχέσης", "fek": fek}
    return Draft(values=content | {"relatedDecisions": [], "documentType": values.ACT})


def _form(scene: Scene) -> Draft:
    return Draft(values={"documentType": "ΠΡΟΤΥΠΟ ΕΓΓΡΑΦΟ"})


_DRAFTS: Mapping[str, Callable[[Scene], Draft]] = {
    "Α.2": _plain(fek={}, kanonistikipraxiaa=None, kanonistikipraxitype=None, co_competent=None),
    "2.4.7.1": _plain(kanonistikipraxitype=None, kanonistikiPraxiPublishMedium=None, fek=None),
    "2.4.6.1": _plain(xorotaxikipraxitype=None, municipality="1304"),
    "Α.3": _plain(onomaEgkykliou="Εγκύκλιος"),
    "Α.4": _plain(gnomodotisiEidosForea="Άλλο"),
    "Β.1.1": _budget,
    "Β.1.2": _delegated_warrant,
    "Β.3": _account,
    "Β.4": _grant,
    "Β.5": _concession,
    "Β.6": _programme,
    "100": _position,
    "Γ.2": _committee,
    "Γ.3.1": _plain(vacancyOpeningType="Προκήρυξη Πλήρωσης Θέσεων με σειρά προτεραιότητας", textRelatedADA=None),
    "Γ.3.2": _plain(textRelatedADA=None),
    "Γ.3.3": _appointment,
    "Γ.3.4": _work_contract,
    "Γ.3.5": _staff_change,
    "Γ.3.6": _plain(),
    "Ε.1": _plain(),
    "Ε.3": _plain(),
    "Ζ.1": _form,
}
