"""Lookup: what the PDF of one act says, as quotes that were held against its pages; and how the file fared."""

from dataclasses import dataclass

from core.answer import inside
from core.answer.lookups.store import LookupStore
from core.answer.redacting import names_beside_numbers, without_persons
from core.domain.answer import Finding, Quote
from core.domain.decision import DecisionCard
from core.domain.document import Page
from core.domain.ledger import Stage
from core.domain.payees import is_private_person
from core.errors import InvalidInput
from core.greek.fold import words as folded
from core.store import decisions, documents
from core.store.documents import HeldDocument

NAME = "read_document"
_NAMED = frozenset({Stage.AWARD, Stage.CONTRACT, Stage.TENDER})  # a contractor is named, whoever it is


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """`words` to look for, `hints`: what is likely beside them. `ask`: «signer» for who signs; without words and
    otherwise, what the act decides.
    """

    ada: str
    words: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    ask: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentFinding:
    """`held` is None for a file that was never asked for. In `pages` the numbers of private persons are hidden."""

    finding: Finding
    ada: str
    held: HeldDocument | None
    pages: tuple[Page, ...] = ()
    quotes: tuple[Quote, ...] = ()


async def run(store: LookupStore, arguments: Arguments) -> DocumentFinding:
    if not arguments.ada:
        raise InvalidInput("Χρειάζεται ένας ΑΔΑ, π.χ. ΨΤ1ΜΩ1Ρ-ΙΕΓ.")
    held = await documents.document(store.pool, ada=arguments.ada)
    card = (await decisions.cards(store.pool, adas=(arguments.ada,))).get(arguments.ada) if held else None
    pages = await shown(store, card, ada=arguments.ada) if held else ()
    quotes = _quotes(arguments, pages)
    return DocumentFinding(
        finding=_finding(arguments, held, pages, quotes), ada=arguments.ada, held=held, pages=pages, quotes=quotes
    )


def _quotes(arguments: Arguments, pages: tuple[Page, ...]) -> tuple[Quote, ...]:
    if arguments.ask == "signer":
        return inside.signers(arguments.ada, pages)
    if arguments.words:
        return inside.about(arguments.ada, pages, arguments.words, hinted=arguments.hints)
    return inside.deciding(arguments.ada, pages)


async def shown(store: LookupStore, card: DecisionCard | None, *, ada: str = "") -> tuple[Page, ...]:
    """The pages as a reader may see them; of a file without its act (`card` None) by `ada`."""
    pages = await documents.pages(store.pool, ada=card.ada if card else ada)
    stages = {line.stage for line in card.lines} if card else set()
    if stages & _NAMED:
        return without_persons(pages, frozenset())
    private = [payee.name for line in card.lines for payee in line.payees if is_private_person(payee)] if card else []
    told = frozenset(word for name in private if name for word in folded(name) if len(word) > 2)
    return without_persons(pages, told | names_beside_numbers(pages))


def _finding(
    arguments: Arguments, held: HeldDocument | None, pages: tuple[Page, ...], quotes: tuple[Quote, ...]
) -> Finding:
    told = [("quoted", quote.text) for quote in quotes]
    told.append(("pages", " ".join(str(page.number) for page in pages)))
    told.append(("pages", f"{held.pages_total if held else 0} {len(pages)}"))
    words = (("words", ", ".join(arguments.words)),) if arguments.words else ()
    return Finding(
        lookup=NAME,
        arguments=(("ada", arguments.ada), *words),
        total_rows=len(quotes),
        facts=tuple(told),
    )
