"""The words of a topic, as typed → a condition over lexemes; what was read differently, and what no subject holds."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.answer import junctions, relaxing
from core.answer.junctions import Piece, Reading
from core.answer.spelling import corrected, mend, misspellings
from core.domain.condition import Condition, Phrase, WordGroup
from core.domain.request import Joint, Link, Request
from core.greek.accents import accented
from core.greek.fold import spans
from core.greek.lexemes import lexemes
from core.greek.variants import Widened, broader, phrases
from core.store import vocabulary
from core.store.pool import Db

_MOST = 16  # ways of saying one word: beyond, a condition says nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A topic as it is counted and searched.

    `corrections`: (as typed, as read), of words that no subject holds or that some subject misspells too. `unknown`:
    those that nothing was read for; they stay in the condition, which then finds nothing: a topic is never made wider
    than it was asked. `misspelled`: how some subjects write the words; these count, and are no words for a reader.
    `reading`: whether words joined by «και», «ή» or a comma are wanted together or either of them. `nearest`: sets of
    the words that some subject holds together, where none holds all: to be offered. `asked`: how
    many expressions there are in all. `broader`: what the topic is part of, where some subject holds it: offered too.
    """

    condition: Condition
    corrections: tuple[tuple[str, str], ...] = ()
    unknown: tuple[str, ...] = ()
    misspelled: tuple[str, ...] = ()
    reading: Reading | None = None
    nearest: tuple[Condition, ...] = ()
    asked: int = 0
    broader: tuple[str, ...] = ()

    @property
    def mostly_nearest(self) -> bool:
        """Those words are more than half of what was asked: one odd word was too many."""
        return bool(self.nearest) and 2 * len(self.nearest[0].groups) > self.asked

    @property
    def shown(self) -> tuple[str, ...]:
        """Each word asked and what else it stands for, as the reader is told."""
        return tuple(word for group in self.condition.groups for word in group.shown)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A word as typed, and as it is read: the same, or the word of the vocabulary that it must be."""

    typed: str
    read: str
    link: Link | None = None  # to the word before

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


async def resolve(db: Db, *, words: Sequence[str], exclude: Sequence[str], joints: Sequence[Joint] = ()) -> Topic:
    """Every word widened by what means the same and by its misspellings; one that no subject holds is read anew.

    A word that some subject holds is never read as another one, but for a misspelling: then both are meant.
    """
    wanted, unwanted = _as_typed(words, joints), _as_typed(exclude, joints)
    held = await _held(db, [*wanted, *unwanted])
    read = await _anew(db, [*wanted, *unwanted], held)
    if read:
        wanted, unwanted = _reread(wanted, read), _reread(unwanted, read)
        held = await _held(db, [*wanted, *unwanted])
    drafts, others = _drafts(wanted, held), _drafts(unwanted, held)
    wrong = await misspellings(db, held=held)
    every = [word for draft in (*drafts, *others) for word in draft.words]
    pieces = _pieces(drafts, held, wrong)
    joined = await junctions.join(db, pieces)
    left_out = _left_out(_pieces(others, held, wrong))
    condition = Condition(groups=joined.groups, exclude=left_out, title=joined.title(pieces))
    return Topic(
        condition=condition,
        reading=joined.reading,
        nearest=await relaxing.nearest(db, condition, [piece.group for piece in pieces]),
        asked=len(pieces),
        broader=await _broader(db, wanted),
        corrections=tuple(dict.fromkeys((word.typed, word.shown) for word in every if word.typed != word.read)),
        unknown=tuple(dict.fromkeys(word.typed for draft in (*drafts, *others) for word in _strange(draft, held))),
        misspelled=tuple(dict.fromkeys(each.word for draft in drafts for each in _wrong_in(draft, wrong))),
    )


async def _broader(db: Db, words: Sequence[_Asked]) -> tuple[str, ...]:
    """What the topic is part of, where every word of it stands in some subject."""
    whole = broader([word.read for word in words])
    wanted = lexemes(" ".join(whole))
    return whole if wanted and len(await vocabulary.held(db, lexemes=list(wanted))) == len(set(wanted)) else ()


async def _anew(db: Db, words: Sequence[_Asked], held: Mapping[str, int]) -> dict[str, str]:
    """Words that are read as others: what is strange to our subjects, and what is a misspelling inside them."""
    strange = [word.read for draft in _drafts(words, held) for word in _strange(draft, held)]
    mended = await mend(db, words=list(dict.fromkeys(strange))) if strange else {}
    return mended | await corrected(db, words=[word.read for word in words], held=held)


def _as_typed(texts: Sequence[str], joints: Sequence[Joint]) -> list[_Asked]:
    links = {(joint.before, joint.after): joint.link for joint in joints}
    asked = []
    for before, text in zip(("", *texts), texts, strict=False):
        cut = [text[word.start : word.end] for word in spans(text)]
        link = links.get((before, text))
        asked += [_Asked(typed=word, read=word, link=None if place else link) for place, word in enumerate(cut)]
    return asked


def _reread(words: Iterable[_Asked], read: Mapping[str, str]) -> list[_Asked]:
    return [replace(word, read=read.get(word.read, word.read)) for word in words]


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


_Wrong = Mapping[str, Sequence[vocabulary.Spelling]]


def _pieces(drafts: Sequence[_Draft], held: Mapping[str, int], wrong: _Wrong) -> list[Piece]:
    """One piece for each expression, once. Alternatives that no subject holds stay, unshown: they may come yet."""
    pieces: dict[frozenset[Phrase], Piece] = {}
    for draft in drafts:
        ways = dict((phrase, shown) for shown, phrase in reversed(draft.ways))
        ordered = dict.fromkeys(phrase for _, phrase in draft.ways)
        told = [ways[phrase] for phrase in ordered if all(lexeme in held for lexeme in phrase)]
        ordered |= dict.fromkeys(each for phrase in tuple(ordered) for each in _respelled(phrase, wrong))
        group = WordGroup(shown=tuple(dict.fromkeys((draft.ways[0][0], *told))), alternatives=tuple(ordered))
        pieces.setdefault(frozenset(ordered), Piece(group=group, link=draft.words[0].link))
    return list(pieces.values())


def _left_out(pieces: Sequence[Piece]) -> tuple[WordGroup, ...]:
    """«εκτός από δημοτικό φωτισμό»: one expression; «εκτός από καύσιμα και λιπαντικά»: either of them."""
    expressions: list[list[WordGroup]] = []
    for piece in pieces:
        if not expressions or piece.link in junctions.JOINS:
            expressions.append([])
        expressions[-1].append(piece.group)
    return tuple(junctions.together(each) for each in expressions)


def _respelled(phrase: Phrase, wrong: Mapping[str, Sequence[vocabulary.Spelling]]) -> Iterable[Phrase]:
    """The phrase with one of its lexemes misspelled."""
    for place, lexeme in enumerate(phrase):
        for other in wrong.get(lexeme, ()):
            yield (*phrase[:place], other.lexeme, *phrase[place + 1 :])


def _wrong_in(draft: _Draft, wrong: Mapping[str, Sequence[vocabulary.Spelling]]) -> Iterable[vocabulary.Spelling]:
    return (each for _, phrase in draft.ways for lexeme in phrase for each in wrong.get(lexeme, ()))


async def of_sides(db: Db, request: Request) -> tuple[Topic, ...]:
    """Those of a comparison; words that turned out to name a body are no topic any more."""
    kept = [tuple(word for word in words if word in request.topic) for words in request.sides.topics]
    return tuple([await resolve(db, words=words, exclude=request.exclude) for words in kept if words])
