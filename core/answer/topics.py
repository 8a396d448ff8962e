"""The words of a topic, as typed → a condition over lexemes; what was read differently, and what no subject holds."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.answer.spelling import mend, spelled_alike
from core.domain.condition import Condition, Phrase, WordGroup
from core.greek.accents import accented
from core.greek.fold import spans
from core.greek.lexemes import lexemes
from core.greek.variants import Widened, phrases
from core.store import vocabulary
from core.store.pool import Db

_MOST = 16  # ways of saying one word: beyond, a condition says nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A topic as it is counted and searched.

    `corrections`: (as typed, as read), of words that no subject holds. `unknown`: those that nothing was read for; they
    stay in the condition, which then finds nothing: a topic is never made wider than it was asked.
    """

    condition: Condition
    corrections: tuple[tuple[str, str], ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def shown(self) -> tuple[str, ...]:
        """Each word asked and what else it stands for, as the reader is told."""
        return tuple(word for group in self.condition.groups for word in group.shown)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A word as typed, and as it is read: the same, or the word of the vocabulary that it must be."""

    typed: str
    read: str

    @property
    def shown(self) -> str:
        return accented(self.read) or self.read


@dataclass(frozen=True, slots=True, kw_only=True)
class _Draft:
    """A group before it is known which of its phrases stand in some subject."""

    words: tuple[_Asked, ...]
    ways: tuple[tuple[str, Phrase], ...]  # as shown, as lexemes; the words themselves first

    def is_held(self, held: Mapping[str, int]) -> bool:
        return any(all(lexeme in held for lexeme in phrase) for _, phrase in self.ways)


async def resolve(db: Db, *, words: Sequence[str], exclude: Sequence[str]) -> Topic:
    """Every word widened by what means the same and by other spellings of it; one that no subject holds is read anew.

    A word that some subject holds is never read as another one.
    """
    wanted, unwanted = _as_typed(words), _as_typed(exclude)
    held = await _held(db, [*wanted, *unwanted])
    drafts, others = _drafts(wanted, held), _drafts(unwanted, held)
    strange = [word.read for draft in (*drafts, *others) for word in _strange(draft, held)]
    read = await mend(db, words=list(dict.fromkeys(strange))) if strange else {}
    if read:
        wanted, unwanted = _reread(wanted, read), _reread(unwanted, read)
        held = await _held(db, [*wanted, *unwanted])
        drafts, others = _drafts(wanted, held), _drafts(unwanted, held)
    alike = await spelled_alike(db, held=held)
    pairs = [
        (word.typed, word.shown) for draft in (*drafts, *others) for word in draft.words if word.typed != word.read
    ]
    unknown = [word.typed for draft in (*drafts, *others) for word in _strange(draft, held)]
    return Topic(
        condition=Condition(
            groups=_groups(drafts, held, alike),
            exclude=_groups(others, held, alike),
        ),
        corrections=tuple(dict.fromkeys(pairs)),
        unknown=tuple(dict.fromkeys(unknown)),
    )


def _as_typed(texts: Iterable[str]) -> list[_Asked]:
    cut = [text[word.start : word.end] for text in texts for word in spans(text)]
    return [_Asked(typed=word, read=word) for word in cut]


def _reread(words: Iterable[_Asked], read: Mapping[str, str]) -> list[_Asked]:
    return [_Asked(typed=word.typed, read=read.get(word.read, word.read)) for word in words]


def _drafts(words: Sequence[_Asked], held: Mapping[str, int]) -> list[_Draft]:
    """Expressions of several words whole, where some subject holds them or what means the same; else word by word."""
    drafts = []
    for found in phrases([word.read for word in words]):
        draft = _draft(words, found)
        if found.count > 1 and not draft.is_held(held):
            drafts += [_draft([word], each) for word in draft.words for each in phrases([word.read])]
        else:
            drafts.append(draft)
    return [draft for draft in drafts if draft.ways[0][1]]


def _draft(words: Sequence[_Asked], found: Widened) -> _Draft:
    own = tuple(words[found.start : found.start + found.count])
    ways = [(" ".join(word.shown for word in own), lexemes(" ".join(word.read for word in own)))]
    ways += [(" ".join(other), lexemes(" ".join(other))) for other in found.alternatives[1:]]
    return _Draft(words=own, ways=(ways[0], *(way for way in ways[1:_MOST] if way[1])))


async def _held(db: Db, words: Sequence[_Asked]) -> dict[str, int]:
    """How many subjects hold each lexeme of the words, and of all that may be said instead."""
    read = [word.read for word in words]
    wide = [
        way
        for found in (*phrases(read), *(each for word in read for each in phrases([word])))
        for way in found.alternatives
    ]
    wanted = sorted({lexeme for way in wide for lexeme in lexemes(" ".join(way))})
    return await vocabulary.held(db, lexemes=wanted) if wanted else {}


def _strange(draft: _Draft, held: Mapping[str, int]) -> list[_Asked]:
    """The words that keep a group from finding anything."""
    if draft.is_held(held):
        return []
    return [word for word in draft.words if not all(lexeme in held for lexeme in lexemes(word.read))]


def _groups(
    drafts: Sequence[_Draft], held: Mapping[str, int], alike: Mapping[str, Sequence[vocabulary.Spelling]]
) -> tuple[WordGroup, ...]:
    """One group for each expression, once. Alternatives that no subject holds stay, unshown: they may come yet."""
    groups: dict[frozenset[Phrase], WordGroup] = {}
    for draft in drafts:
        spelled = [way for _, phrase in draft.ways for way in _respelled(phrase, alike)]
        ways = dict((phrase, shown) for shown, phrase in reversed([*draft.ways, *spelled]))
        ordered = list(dict.fromkeys(phrase for _, phrase in [*draft.ways, *spelled]))
        told = [ways[phrase] for phrase in ordered[1:] if all(lexeme in held for lexeme in phrase)]
        told += [shown for shown, phrase in spelled if shown not in told]
        group = WordGroup(shown=tuple(dict.fromkeys((draft.ways[0][0], *told))), alternatives=tuple(ordered))
        groups.setdefault(frozenset(ordered), group)
    return tuple(groups.values())


def _respelled(phrase: Phrase, alike: Mapping[str, Sequence[vocabulary.Spelling]]) -> Iterable[tuple[str, Phrase]]:
    """The phrase with one of its lexemes as others spell it, shown as that word."""
    for place, lexeme in enumerate(phrase):
        for other in alike.get(lexeme, ()):
            yield other.word, (*phrase[:place], other.lexeme, *phrase[place + 1 :])
