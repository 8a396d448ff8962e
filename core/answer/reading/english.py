"""Whether a message is in English: nothing that we could look for, though its letters might pass for Greeklish; and
whether its writer is to be answered in English.
"""

import re

from core.answer.reading.page import Page, word_set

# No word of these is Greek in Latin letters, in any spelling that people use.
_ENGLISH = word_set(
    "how much many what which who where when why did does was were are is the this that these those show me give list"
    " find tell about spend spent spending pay paid cost costs money municipality municipal city mayor council town"
    " decision decisions contract contracts award awards awarded payment payments fuel water supply waste school"
    " schools road roads of on for in from by with year please can could you your have has been largest biggest"
    " total all and between over under public works services search latest recent last budget expenses"
    " earn earns salary salaries buy bought get got make made hire hired work works school building buildings new old"
    " illegal legal above below than more most company companies supplier suppliers euro euros act acts"
)
_ALONE = word_set(
    "how much many what which who where when why did does was were the show tell find list please could about"
    " this illegal largest biggest latest recent spend spent spending earn salary"
)
# Said to us and not of acts: enough to know a writer by, beside another word of these.
_SAID = word_set(
    "hello hi hey good morning evening afternoon help thank thanks you bye my data delete ignore previous instructions"
    " system prompt print weather today phone number notify alert summary answer english speak do be an it not me"
)
_SAID_ALONE = word_set("hello hey morning evening thank thanks ignore instructions delete weather phone notify english")
_SURE = 0.6
_LATIN = re.compile("[A-Za-z]{2}")  # a bare ΑΔΑ needs no further look


def is_english(page: Page) -> bool:
    """Most of its words are, one of them a word that only English has; Greek letters but in codes make it Greek."""
    return _is(page, _ENGLISH, _ALONE, least=3)


def speaks_english(text: str) -> bool:
    """Whether the reply is to be in English. One word alone is none: «help» and «hello» are typed by Greeks too."""
    return bool(_LATIN.search(text)) and _is(Page.of(text), _ENGLISH | _SAID, _ALONE | _SAID_ALONE, least=2)


def _is(page: Page, words: frozenset[str], alone: frozenset[str], *, least: int) -> bool:
    said = [token for token in page.tokens if not any(map(str.isdigit, token.word))]
    latin = [token for token in said if token.latin]
    greek = [token for token in said if not token.latin and token.typed != token.typed.upper()]
    known = [token.word for token in latin if token.word in words]
    return len(known) >= least and not greek and bool(set(known) & alone) and len(known) >= _SURE * len(latin)
