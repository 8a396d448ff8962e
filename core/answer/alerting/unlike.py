"""«Όχι τέτοιες»: what of an act is unwanted is the reader's to say, and leaves the wish narrower."""

from dataclasses import replace

from core.answer.alerting.command import Command, Do
from core.answer.compose.words import lowered
from core.domain.answer import Answer, Choice, Outcome, Row
from core.domain.condition import WordGroup
from core.domain.subscription import Subscription, Wish
from core.domain.types import DECISION_TYPES, stage_of
from core.greek.fold import spans
from core.greek.lexemes import lexemes

_WORDS = 4
_LONG_ENOUGH = 4


def unlike(each: Subscription, row: Row) -> Answer:
    """Asks which word of its subject, or whether its kind, is not to be told any more."""
    choices = [_word(each, row, word) for word in _telling(each.wish, row.subject)]
    if row.decision_type in DECISION_TYPES and not _is_asked(each.wish, row.decision_type):
        plural = lowered(DECISION_TYPES[row.decision_type].plural)
        kind = Command(do=Do.EXCLUDE, number=each.id, ada=row.ada, decision_type=row.decision_type)
        choices.append(kind.choice(f"Όχι {plural}"))
    choices.append(Command(do=Do.KEEP).choice("Άκυρο"))
    text = f"{row.ada} · {row.subject}\n\nΤι να μη σας στέλνω για την ειδοποίηση «{each.title}»; Διαλέξτε τι να λείπει:"
    return Answer(outcome=Outcome.ALERT, text=text, choices=tuple(choices))


def without(wish: Wish, *, word: str, decision_type: str) -> Wish:
    """The wish without that word, or that kind of act."""
    if decision_type:
        return replace(wish, without_types=tuple(dict.fromkeys((*wish.without_types, decision_type))))
    group = WordGroup(shown=(word,), alternatives=(lexemes(word),))
    words = replace(wish.words, exclude=tuple(dict.fromkeys((*wish.words.exclude, group))))
    return replace(wish, words=words)


def _is_asked(wish: Wish, decision_type: str) -> bool:
    """Without that kind nothing would be left."""
    return decision_type in wish.decision_types or (wish.stage is not None and stage_of(decision_type) is wish.stage)


def _word(each: Subscription, row: Row, word: str) -> Choice:
    return Command(do=Do.EXCLUDE, number=each.id, ada=row.ada, title=word).choice(f"Όχι με «{word}»")


def _telling(wish: Wish, subject: str) -> list[str]:
    """The first words of the subject that say something and are not what was asked for."""
    asked = {lexeme for group in wish.words.groups for phrase in group.alternatives for lexeme in phrase}
    found: dict[tuple[str, ...], str] = {}
    for span in spans(subject):
        word = subject[span.start : span.end].lower()
        stems = lexemes(word)
        if len(word) >= _LONG_ENOUGH and stems and not asked & set(stems) and not word[0].isdigit():
            found.setdefault(stems, word)
    return list(found.values())[:_WORDS]
