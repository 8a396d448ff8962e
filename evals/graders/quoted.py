"""Graders of what is said in quotes: each on the page that it names, and of the right page of the right act."""

from collections.abc import Mapping

from core.domain.answer import Answer, Quote
from core.greek.fold import fold
from evals.cases import Case
from evals.corpora.entries import Corpus
from evals.graders.verdict import Verdict

Pages = Mapping[tuple[str, int], str]  # (ΑΔΑ, page) → all that was read there
_HIDDEN = "…"


def quoted(case: Case, answer: Answer, corpus: Corpus, verdict: Verdict) -> None:
    """The words that were asked for, in a quote of one of the right pages; nothing where nothing is written."""
    if not case.says:
        if answer.quotes:
            verdict.unbacked_quote = True
            verdict.fault(f"quotes {answer.quotes[0].text[:60]!r}, though nothing of it is written")
        return
    places = list(dict.fromkeys((quote.ada, quote.page) for quote in answer.quotes))
    right = {(ada, page) for ada in case.adas for page in case.pages}
    verdict.place = next((at for at, place in enumerate(places, 1) if place in right), None)
    if verdict.place is None:
        verdict.fault(f"quotes {places or 'nothing'}, not page {case.pages} of {case.adas}")
    elif not any(_bare(case.says) in _bare(quote.text) for quote in answer.quotes):
        verdict.fault(f"no quote holds {case.says!r}")


def backed(answer: Answer, pages: Pages, verdict: Verdict) -> None:
    """Every quote of any answer: its words, one after the other, on the page of the act that it names."""
    verdict.quotes = len(answer.quotes)
    for quote in answer.quotes:
        if _stands(quote, pages.get((quote.ada, quote.page), "")):
            verdict.backed += 1
        else:
            verdict.unbacked_quote = True
            verdict.fault(f"{quote.ada} {quote.page} does not say {quote.text[:80]!r}")


def _stands(quote: Quote, page: str) -> bool:
    """A row is told cell by cell: each of them."""
    held = _bare(page)
    cells = [part for piece in quote.text.split(" · ") for part in piece.split(": ")]
    whole = [part for cell in cells for part in cell.split(_HIDDEN)]
    return bool(held) and all(_bare(part) in held for part in whole)


def _bare(text: str) -> str:
    """Letters and digits alone: breaks of lines and walls of cells differ between readers of PDFs."""
    return "".join(letter for letter in fold(text) if letter.isalnum())
