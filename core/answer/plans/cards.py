"""An ΑΔΑ was sent: the card of each, in the order asked, and for one that is not held near ones as a guess."""

from core.answer.alerting.command import watching
from core.answer.compose import english_cards, refusals
from core.answer.compose.asked import asked_line, is_open
from core.answer.compose.cards import card_choices, card_text
from core.answer.compose.pdf_amounts import check_line, named_line
from core.answer.compose.words import organization_name, plain_code
from core.answer.lookups import find_decision
from core.answer.lookups.find_decision import DecisionFinding, Missing
from core.answer.papers import page_asked, paper_choice, sheet_choice
from core.answer.reading.english import speaks_english
from core.answer.steps import Call, Draft, Situation, Step
from core.domain.answer import Answer, Choice, ChoiceKind, Citation, Outcome
from core.domain.decision import DecisionCard
from core.domain.request import Intent
from core.store.requests import Fetched

_SEPARATOR = "\n\n———\n\n"
_FRESH = "Την έφερα μόλις τώρα από τη Διαύγεια."
_NOT_FOUND = {
    None: "Δεν βρήκα πράξη με ΑΔΑ {ada} στη βάση μας· στη Διαύγεια μπορεί να υπάρχει.",
    Fetched.ABSENT: "Δεν υπάρχει πράξη με ΑΔΑ {ada}: ρώτησα και τη Διαύγεια.",
    Fetched.FAILED: "Δεν έχουμε την πράξη {ada}, και η Διαύγεια δεν απαντά τώρα. Στείλτε ξανά τον ΑΔΑ αργότερα.",
    Fetched.WAITING: "Δεν έχουμε ακόμη την πράξη {ada}. Τη ζήτησα από τη Διαύγεια, που αργεί· στείλτε ξανά τον ΑΔΑ "
    "σε λίγο.",
    Fetched.NOBODY: "Δεν έχουμε την πράξη {ada}, και η ανάγνωση της Διαύγειας δεν λειτουργεί αυτή τη στιγμή. "
    "Θα τη ζητήσω μόλις λειτουργήσει.",
}


def step(situation: Situation) -> Step:
    """One lookup for all of them, then the cards."""
    if situation.results:
        return Draft(answer=_draft(situation))
    adas = tuple(candidate.ada for candidate in situation.request.adas)
    return (Call(lookup=find_decision.NAME, arguments=find_decision.Arguments(adas=adas)),)


def _draft(situation: Situation) -> Answer:
    found = next(result for result in situation.results if isinstance(result, DecisionFinding))
    blocks = [_card(situation, found, card) for card in found.cards]
    if len(blocks) > 1:
        blocks = [plain_code(block) for block in blocks]  # a link has no room inside of code
    blocks += [_missing(situation, missing) for missing in found.missing]
    if found.left_out:
        blocks.append(f"Δείχνω έως πέντε πράξεις μαζί. Στείλτε ξανά: {', '.join(found.left_out)}")
    made = Answer(
        outcome=Outcome.ANSWERED if found.cards else Outcome.NOT_IN_DATA,
        text=_SEPARATOR.join(blocks),
        request=situation.request,
        figures=found.finding.figures,
        citations=_citations(found),
        choices=_with_watching(situation, found),
        at_once=_at_once(situation, found),
    )
    return english_cards.in_english(made, situation, found) if speaks_english(situation.request.text) else made


def _with_watching(situation: Situation, found: DecisionFinding) -> tuple[Choice, ...]:
    watching, others = _watching(situation, found), (*_choices(found), *_papers(situation, found))
    return (*watching, *others) if Intent.SUBSCRIBE in situation.request.also else (*others, *watching)


def _papers(situation: Situation, found: DecisionFinding) -> tuple[Choice, ...]:
    """Of one act that may be shown: its PDF, and the page that was asked for."""
    if len(found.cards) != 1 or situation.setting.demo or not is_open(found.cards[0]):
        return ()
    ada, page = found.cards[0].ada, page_asked(situation.request.text)
    sheet = (sheet_choice(ada, page),) if situation.request.ask == "page" and page else ()
    return (*sheet, paper_choice(ada))


def _at_once(situation: Situation, found: DecisionFinding) -> ChoiceKind | None:
    """«στείλε μου το PDF» is answered by the PDF, «δείξε τη σελίδα 2» by the page."""
    offered = {choice.kind for choice in _papers(situation, found)}
    wanted = {"pdf": ChoiceKind.PAPER, "page": ChoiceKind.SHEET}.get(situation.request.ask or "")
    return wanted if wanted in offered else None


def _watching(situation: Situation, found: DecisionFinding) -> tuple[Choice, ...]:
    """«Ναι» where it was asked for, else a button among the others: what happens to these acts later is told."""
    adas = tuple(card.ada for card in found.cards)
    if not adas:
        return ()
    request = situation.request
    wished = Intent.SUBSCRIBE in request.also
    command = watching(adas, revoked_only=wished and request.status == "REVOKED")
    return (command.choice("Ναι" if wished else "Παρακολούθηση"),)


def _card(situation: Situation, found: DecisionFinding, card: DecisionCard) -> str:
    wishes_alert = Intent.SUBSCRIBE in situation.request.also
    wish = refusals.ALERTS_FOR_REVOCATION if situation.request.status == "REVOKED" else refusals.ALERTS_FOR_ACT
    asked = wish if wishes_alert else _asked_line(situation, card)
    read = _read_as(situation, card.ada)
    told = card_text(
        card,
        issuer_afm=situation.setting.body(card.organization_uid).afm,
        of_amount=check_line(found.checks.get(card.ada)),
        of_acts=named_line(found.named.get(card.ada, ())),
    )
    return "\n\n".join(part for part in (read, asked, told, _FRESH if card.ada in found.fresh else "") if part)


def _asked_line(situation: Situation, card: DecisionCard) -> str:
    """Of one act what was asked; of several no file is sent."""
    request = situation.request
    alone = len(request.adas) == 1 and not situation.setting.demo
    named = page_asked(request.text) is not None
    return asked_line(card, request.ask, sends=alone, page_named=named)


def _read_as(situation: Situation, ada: str) -> str:
    """Said only where the letters themselves had to be guessed, not for look-alikes of another alphabet."""
    guessed = next((item for item in situation.request.adas if item.ada == ada and not item.certain), None)
    return f"Διάβασα «{guessed.typed}» ως {ada}." if guessed and guessed.typed.upper() != ada else ""


def _missing(situation: Situation, missing: Missing) -> str:
    came = missing.fetched if missing.fetched in _NOT_FOUND else None
    parts = [_NOT_FOUND[came].format(ada=missing.ada)]
    if missing.issuer_uid and situation.setting.is_registered(missing.issuer_uid):
        name = organization_name(situation.setting.body(missing.issuer_uid).label)
        parts.append(f"Από τη μορφή του φαίνεται να είναι του φορέα: {name}.")
    if missing.near:
        parts.append(f"Μήπως εννοείτε {' ή '.join(missing.near)};")
    return " ".join(parts)


def _citation(card: DecisionCard) -> Citation:
    return Citation(ada=card.ada, organization=organization_name(card.organization), issued_on=card.issued_on)


def _citations(found: DecisionFinding) -> tuple[Citation, ...]:
    """The cards' own acts first, then the held ones that they are linked to, each once."""
    linked = (other for card in found.cards for other in card.related if other.held)
    named = (Citation(ada=each.ada) for acts in found.named.values() for each in acts)
    known = (Citation(ada=each.ada, issued_on=each.issued_on) for each in linked)
    cited = (*map(_citation, found.cards), *known, *named)
    first = {each.ada: each for each in reversed(cited)}
    return tuple(first[ada] for ada in dict.fromkeys(each.ada for each in cited))


def _choices(found: DecisionFinding) -> tuple[Choice, ...]:
    near = tuple(Choice(label=ada, kind=ChoiceKind.ASK, text=ada) for missing in found.missing for ada in missing.near)
    if len(found.cards) == 1:
        return (*card_choices(found.cards[0]), *near)
    links = tuple(
        Choice(label=f"PDF {card.ada}", kind=ChoiceKind.LINK, text=_citation(card).url) for card in found.cards
    )
    return (*links, *near)
