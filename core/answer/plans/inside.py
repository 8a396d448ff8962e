"""«τι λέει η … για …», «ποιος υπέγραψε την …»: quotes from the PDF of one act, with their page; else its card."""

from dataclasses import replace

from core.answer import asked_inside
from core.answer.compose import quoted
from core.answer.compose.asked import PDF_LINES
from core.answer.compose.words import bold, code, organization_name
from core.answer.lookups import find_decision, read_document
from core.answer.lookups.find_decision import DecisionFinding
from core.answer.lookups.read_document import DocumentFinding
from core.answer.papers import paper_choice, sheet_choices
from core.answer.plans import cards
from core.answer.reading.english import speaks_english
from core.answer.steps import Call, Draft, Situation, Step
from core.domain.answer import Answer, Choice, ChoiceKind, Citation, Outcome
from core.domain.decision import DecisionCard
from core.domain.document import FileState
from core.domain.request import Intent, Request
from core.domain.subjects import shown_subject
from core.greek.dates import short_day
from core.greek.fold import words

_ASKS = frozenset({"signer", "quote", "summary"})
_QUESTIONS = frozenset(words("τι ποιος ποια ποιο ποιοι ποιες ποιον πόσο πόσες πόσα πότε πού πώς γιατί"))
_SIGNED = frozenset(words("signed signs signer signature signatures"))
_OF_METADATA = frozenset({"amount", "status", "payee"})
_READ = (FileState.READ, FileState.PARTIAL)


def is_asked(request: Request) -> bool:
    """Of one act, in so many words; of several acts their cards are shown."""
    if len(request.adas) != 1 or Intent.SUBSCRIBE in request.also:
        return False
    if request.ask in _OF_METADATA:  # the card says it, unless it is asked of something that only the text holds
        return asked_inside.is_of_text(request.text)
    wants = request.ask is None and bool(request.about or _is_question(request))
    return _asked(request) in _ASKS or (wants and bool(_wanted(request)))


def _is_question(request: Request) -> bool:
    """«ποιος ψήφισε κατά στην …»: asked in so many words, about something inside."""
    return bool(_QUESTIONS & set(words(request.text)[:2]))  # «για πόσο …», «μέχρι πότε …»


def _wanted(request: Request) -> tuple[str, ...]:
    """The words to look for."""
    asked = asked_inside.asked_words(request.text, request.adas[0].typed)
    return asked or (() if speaks_english(request.text) else asked_inside.in_greek(request.about))


def _asked(request: Request) -> str | None:
    """«who signed …» is asked in words that our reading of Greek does not know."""
    return "signer" if request.ask is None and _SIGNED & set(words(request.text)) else request.ask


def step(situation: Situation) -> Step:
    """Card and PDF in one round."""
    request = situation.request
    if situation.results:
        return _draft(situation)
    ada = request.adas[0].ada
    reading = read_document.Arguments(
        ada=ada, words=_wanted(request), hints=asked_inside.hints(request.text), ask=_asked(request)
    )
    return (
        Call(lookup=find_decision.NAME, arguments=find_decision.Arguments(adas=(ada,))),
        Call(lookup=read_document.NAME, arguments=reading),
    )


def _draft(situation: Situation) -> Step:
    known = next((result for result in situation.results if isinstance(result, DecisionFinding)), None)
    found = next((result for result in situation.results if isinstance(result, DocumentFinding)), None)
    plain = cards.step(situation)
    if known is None or not known.cards or found is None or not isinstance(plain, Draft):
        return plain
    if found.held is None or (speaks_english(situation.request.text) and not found.quotes):
        return plain  # the card in English
    if found.held.state not in _READ:
        return _above_card(plain, quoted.NOT_READ[found.held.state])
    if not found.quotes:
        return _above_card(plain, _nothing(situation, found))
    return Draft(answer=_answer(situation, known.cards[0], found))


def _papers(situation: Situation, found: DocumentFinding) -> tuple[Choice, ...]:
    """The pages that are quoted, and the file. Invented acts have none."""
    return () if situation.setting.demo else (*sheet_choices(found.quotes), paper_choice(found.ada))


def _nothing(situation: Situation, found: DocumentFinding) -> str:
    """Why nothing is quoted. Where no page can be read, nobody knows what it says."""
    reasons = quoted.caveats(found.pages)
    if quoted.is_unreadable(found.pages):
        return reasons
    request = situation.request
    first = quoted.headline(found, ask=_asked(request), words=_wanted(request))
    return "\n".join(part for part in (first, reasons) if part)


def _above_card(plain: Draft, line: str) -> Draft:
    """The card without its own line about the PDF, below what is known about the PDF."""
    body = plain.answer.text
    for own in PDF_LINES:
        body = body.removeprefix(f"{own}\n\n")
    return Draft(answer=replace(plain.answer, outcome=Outcome.PARTIAL, text=f"{line}\n\n{body}"))


def _answer(situation: Situation, card: DecisionCard, found: DocumentFinding) -> Answer:
    request = situation.request
    citation = Citation(ada=card.ada, organization=organization_name(card.organization), issued_on=card.issued_on)
    act = "\n".join(
        (
            bold(shown_subject(card.subject, card.decision_type, card.private)),
            f"{organization_name(card.organization)} · εκδόθηκε {short_day(card.issued_on)}",
            f"ΑΔΑ {code(card.ada)}",
        )
    )
    first = quoted.headline(found, ask=_asked(request), words=_wanted(request), in_english=speaks_english(request.text))
    blocks = ("\n".join((first, quoted.quotes_text(found.quotes))), quoted.caveats(found.pages), act)
    return Answer(
        outcome=Outcome.ANSWERED,
        text="\n\n".join(block for block in blocks if block),
        request=request,
        figures=(),
        quotes=found.quotes,
        citations=(citation,),
        choices=(
            *_papers(situation, found),
            Choice(label="PDF", kind=ChoiceKind.LINK, text=citation.url),
            Choice(label="Στη Διαύγεια", kind=ChoiceKind.LINK, text=citation.page_url),
            Choice(label="Η πράξη", kind=ChoiceKind.ASK, text=card.ada),
        ),
        organization_uid=card.organization_uid,
    )
