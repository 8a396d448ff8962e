"""What a PDF says, in quotes with their page; and why a PDF says nothing."""

from collections.abc import Sequence

from core.answer.compose.words import bold, count, join_and
from core.answer.lookups.read_document import DocumentFinding
from core.domain.answer import Quote
from core.domain.document import FileState, Page, PageMark, Quality
from core.greek.numbers import format_count

NOT_READ = {
    FileState.MISSING: "Η Διαύγεια δεν δίνει έγγραφο για αυτή την πράξη.",
    FileState.WITHHELD: "Το κείμενο του PDF δεν το κρατάμε: η πράξη έχει σήμανση προσωπικών δεδομένων, ή η ανάρτησή "
    "της ανακλήθηκε ή αναμένει ανάκληση.",
    FileState.NOT_PDF: "Στη θέση του εγγράφου η Διαύγεια έδωσε κάτι που δεν είναι PDF: δεν διαβάζεται.",
    FileState.EMPTY: "Το αρχείο της πράξης στη Διαύγεια είναι κενό.",
    FileState.TOO_LARGE: "Το PDF της πράξης είναι πολύ μεγάλο για να διαβαστεί εδώ.",
    FileState.ENCRYPTED: "Το PDF της πράξης είναι κλειδωμένο με κωδικό: δεν διαβάζεται.",
    FileState.DAMAGED: "Το PDF της πράξης είναι χαλασμένο: δεν ανοίγει.",
    FileState.TOO_HEAVY: "Το PDF της πράξης δεν διαβάστηκε: ξεπέρασε τα όρια μνήμης ή χρόνου.",
    FileState.REDIRECTED: "Η Διαύγεια παρέπεμψε το έγγραφο σε άλλη διεύθυνση: δεν το διαβάσαμε.",
    FileState.UNAVAILABLE: "Η Διαύγεια δεν έδωσε το έγγραφο όταν το ζητήσαμε· θα το ξαναζητήσουμε.",
}
_UNREADABLE = {
    Quality.SCAN: "σαρωμένο έγγραφο: δεν διαβάζεται κείμενο",
    Quality.STAMP_ONLY: "μόνο η σφραγίδα της Διαύγειας, χωρίς κείμενο",
    Quality.BLANK: "χωρίς κείμενο",
    Quality.GARBLED: "η γραμματοσειρά του δεν λέει ποια γράμματα δείχνει: δεν διαβάζεται κείμενο",
    Quality.SHIFTED: "η γραμματοσειρά δίνει άλλα γράμματα από αυτά που δείχνει, γι' αυτό δεν παραθέτω από εκεί",
    Quality.OCR: "κείμενο από οπτική αναγνώριση, με πιθανά λάθη: δεν παραθέτω από εκεί",
}
_SUPERSEDED = "Το PDF φέρει την ένδειξη «ΜΗ ΕΓΚΥΡΟ. ΔΙΟΡΘΩΘΗΚΕ ΜΕ ΝΕΟΤΕΡΟ»: υπάρχει νεότερη ορθή επανάληψη."


def quotes_text(quotes: Sequence[Quote]) -> str:
    """A line a quote, letter for letter."""
    return "\n".join(f"σελ. {quote.page}: «{_unquoted(quote.text)}»" for quote in quotes)


def _unquoted(text: str) -> str:
    """Quotation marks around all of it would stand twice."""
    inner = text[1:-1]
    whole = text.startswith("«") and text.endswith("»") and "«" not in inner and "»" not in inner
    return inner if whole else text


def headline(found: DocumentFinding, *, ask: str | None, words: Sequence[str], in_english: bool = False) -> str:
    """The first line: where the quotes are from, or that there are none (in Greek alone)."""
    if in_english:
        about = "Where it is signed, the" if ask == "signer" else "The"
        asked = f" on «{' '.join(words)}»" if words and ask != "signer" else ""
        return f"{about} act's PDF{asked} reads, in Greek and word for word (σελ. is the page):"
    where = f"Στο PDF της πράξης ({_pages(found)})"
    if ask == "signer":
        return f"{where} η θέση των υπογραφών γράφει:" if found.quotes else f"{where} δεν βρήκα θέση υπογραφών."
    asked = f" για «{' '.join(words)}»" if words else ""
    if found.quotes:
        return f"{where} αναφέρεται{asked}:" if words else f"{where} διαβάζω:"
    return (
        f"{where} δεν βρήκα κάτι{asked}. Έψαξα με λέξεις: μπορεί να το λέει αλλιώς."
        if words
        else f"{where} δεν βρήκα τι αποφασίζεται."
    )


def said_headline(words: Sequence[str], *, in_english: bool = False) -> str:
    """What stands nearest to the question, and never that it is the same."""
    asked = " ".join(words)
    if in_english:
        return f"Inside the PDFs, nearest to «{asked}» stands, in Greek and word for word (σελ. is the page):"
    return f"Μέσα στα PDF, το πιο κοντινό στο «{asked}» γράφεται εδώ:"


def searched(files: int) -> str:
    """How much text there was to search."""
    return f"Έψαξα στο κείμενο του PDF {count(files, 'πράξης', 'πράξεων')}: όσων έχουμε διαβάσει."


def not_said(files: int, words: Sequence[str]) -> str:
    """Nothing of it in any text that we have; where there is none, nothing was searched."""
    asked = f"«{' '.join(words)}»"
    if not files:
        return f"Μέσα σε PDF δεν έψαξα για {asked}: κανένα δεν είναι ακόμη έτοιμο για αναζήτηση."
    return f"Σε κανένα PDF δεν βρήκα κάτι για {asked}. {searched(files)} Ίσως το λέει με άλλα λόγια."


def _pages(found: DocumentFinding) -> str:
    total = found.held.pages_total if found.held else 0
    if total == 1:
        return "1 σελίδα"
    read = len(found.pages)
    every = f"{format_count(total)} σελίδες"
    return every if read == total else f"διαβάστηκαν {format_count(read)} από {every}"


def caveats(pages: Sequence[Page]) -> str:
    """Pages that could not be read, by reason; a watermark that says the text no longer holds."""
    told = []
    if any(PageMark.SUPERSEDED in page.marks for page in pages):
        told.append(bold(_SUPERSEDED))
    for quality, reason in _UNREADABLE.items():
        numbers = [str(page.number) for page in pages if page.quality is quality]
        if numbers:
            where = f"Όλο το έγγραφο ({len(pages)} σελ.)" if len(numbers) == len(pages) else f"Σελ. {join_and(numbers)}"
            told.append(f"{where}: {reason}.")
    return "\n".join(told)


def is_unreadable(pages: Sequence[Page]) -> bool:
    """Not one page of it can be quoted."""
    return all(page.quality is not Quality.READABLE for page in pages)
