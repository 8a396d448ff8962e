"""Whether a message is in English: nothing that we could look for, though its letters might pass for Greeklish."""

from core.answer.reading.page import Page, word_set

# No word of these is Greek in Latin letters, in any spelling that people use.
_ENGLISH = word_set(
    "how much many what which who where when why did does was were are is the this that these those show me give list"
    " find tell about spend spent spending pay paid cost costs money municipality municipal city mayor council town"
    " decision decisions contract contracts award awards awarded payment payments fuel water supply waste school"
    " schools road roads of on for in from by with year please can could you your have has been largest biggest"
    " total all and between over under public works services search latest recent last budget expenses"
)
_ALONE = word_set(
    "how much many what which who where when why did does was were the show tell find list please could about"
)
_SURE = 0.6


def is_english(page: Page) -> bool:
    """Most of its words are, one of them a word that only English has; Greek letters but in codes make it Greek."""
    said = [token for token in page.tokens if not any(map(str.isdigit, token.word))]
    latin = [token for token in said if token.latin]
    greek = [token for token in said if not token.latin and token.typed != token.typed.upper()]
    known = [token.word for token in latin if token.word in _ENGLISH]
    return len(known) > 2 and not greek and set(known) & _ALONE != set() and len(known) >= _SURE * len(latin)
