"""Whether a reply may be helped by a model that writes the message anew: never a refusal, an act, an alert. Pure."""

from enum import Enum, auto

from core.answer.reading.page import Page
from core.answer.rereading.said import holds_english
from core.domain.answer import Answer, ChoiceKind, Outcome
from core.domain.request import Intent, Metric, Request, Scope

_FEWEST, _MOST, _LONGEST = 2, 80, 1_000  # words and letters of a message
_ASKED = frozenset({Intent.UNCLEAR, Intent.FOLLOWUP, Intent.RECORDS, Intent.AGGREGATE, Intent.COMPARE})
_SURE = 0.8
_MASH = 0.2  # sureness of letters that are no words
_CHOSEN = frozenset({ChoiceKind.BODY, ChoiceKind.WANT})


class Help(Enum):
    """INSTEAD: the questions are answered in place of the reply. OFFERED: they stand under it, to be tapped."""

    INSTEAD = auto()
    OFFERED = auto()


def help_for(request: Request, made: Answer) -> Help | None:
    """None where the rules' reply stands whatever a model would read.

    What was not found stays not found, for a question with fewer words is another question: the reader may choose it.
    """
    if not _may_be_asked(request) or any(choice.kind in _CHOSEN for choice in made.choices):
        return None
    if made.outcome is Outcome.UNCLEAR:
        return Help.INSTEAD
    if made.outcome is not Outcome.NOT_IN_DATA or not request.topic:
        return None
    if holds_english(request.text):
        return Help.INSTEAD
    misread = len(request.topic) > 1 or request.sureness < _SURE  # a word of talk may bind as one of the topic
    return Help.OFFERED if misread else None


def _may_be_asked(request: Request) -> bool:
    if request.intent not in _ASKED or request.scope not in (None, Scope.FOREIGN_LANGUAGE):
        return False
    if request.adas or request.payee or request.afm or _cannot_be_searched(request) or request.left_out:
        return False
    number = len(Page.of(request.text).tokens)
    return _FEWEST <= number <= _MOST and len(request.text) <= _LONGEST and request.sureness > _MASH


def _cannot_be_searched(request: Request) -> bool:
    """Read well, and not answered: saying less than that would be another question."""
    coded = request.adam or request.act_number or request.unit_words or request.ask == "signer"
    return bool(coded or request.items) or request.metric in (Metric.PER_CAPITA, Metric.UNIT_PRICE)
