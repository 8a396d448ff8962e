"""Words of a topic joined by «και», «ή», a comma → one of them, or all: what the subjects that we hold say they are.

«Καύσιμα και λιπαντικά» stand side by side in hundreds of subjects: one expression, both are wanted. «Βενζίνη και
πετρέλαιο» hardly ever do: whoever names them wants either. What is said before or after both of them («προμήθεια …»,
«… οχημάτων») stays a word of its own that always binds, so that «συντήρηση ή επισκευή οχημάτων» is of vehicles.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise, product

from core.domain.condition import Condition, Phrase, WordGroup
from core.domain.request import Link
from core.store import vocabulary
from core.store.pool import Db

_SIDE_BY_SIDE = 0.3  # of the subjects of the rarer one: beyond it they are one expression
_TOGETHER, _SHARED = 0.2, 0.1  # of the rarer one's subjects, and of either one's
_FEW = 5  # fewer subjects with both say nothing
_RARE = 10
_GOES_WITH = 0.2  # of a word's subjects that hold what stands before both: then it belongs to both
_GOES_WITH_TAIL = 0.1
_MOST_WAYS = 120


class Reading(StrEnum):
    """What joined words were taken for."""

    EITHER = "either"
    BOTH = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """An expression of the topic, and what ties it to the one before."""

    group: WordGroup
    link: Link | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """The groups that bind, and how joined words among them were read; None where nothing was joined."""

    groups: tuple[WordGroup, ...]
    reading: Reading | None = None

    def title(self, pieces: Sequence[Piece]) -> str:
        """How words that are wanted together are told: with what stood between them."""
        if self.reading is not Reading.BOTH:
            return ""
        return "".join(f"{piece.link.value if piece.link else ' '}{piece.group.shown[0]}" for piece in pieces).strip()


JOINS = frozenset({Link.AND, Link.OR, Link.COMMA})


async def join(db: Db, pieces: Sequence[Piece]) -> Joined:
    """Chains of joined words one by one; a preposition ends a chain."""
    groups: list[WordGroup] = []
    readings: list[Reading] = []
    for chain in _chains(pieces):
        made = await _joined(db, chain)
        groups += made.groups
        readings += [made.reading] if made.reading else []
    return Joined(groups=tuple(groups), reading=_said(readings))


def _said(readings: Sequence[Reading]) -> Reading | None:
    """Where chains differ, the wider reading is the one to be told."""
    return Reading.EITHER if Reading.EITHER in readings else next(iter(readings), None)


def _chains(pieces: Sequence[Piece]) -> list[list[Piece]]:
    chains: list[list[Piece]] = []
    for piece in pieces:
        if not chains or piece.link is Link.APART:
            chains.append([])
        chains[-1].append(piece)
    return chains


async def _joined(db: Db, chain: Sequence[Piece]) -> Joined:
    members = _members(chain)
    if len(members) < 2:
        return Joined(groups=tuple(piece.group for piece in chain))
    said_or = any(piece.link is Link.OR for piece in chain)
    if not said_or and await _are_expressions(db, members):
        return Joined(groups=tuple(piece.group for piece in chain), reading=Reading.BOTH)
    head, members, tail = await _shared(db, members)
    return Joined(groups=(*head, either(members), *tail), reading=Reading.EITHER)


def _members(chain: Sequence[Piece]) -> list[list[WordGroup]]:
    members: list[list[WordGroup]] = []
    for piece in chain:
        if not members or piece.link in JOINS:
            members.append([])
        members[-1].append(piece.group)
    return members


async def _are_expressions(db: Db, members: Sequence[Sequence[WordGroup]]) -> bool:
    """Each member forms an expression with the next: the words that the joint stands between."""
    for one, other in pairwise(members):
        if not await _is_expression(db, one[-1], other[0]):
            return False
    return True


async def _is_expression(db: Db, one: WordGroup, other: WordGroup) -> bool:
    if set(one.alternatives) & set(other.alternatives):  # two words for the same
        return False
    (both,) = await vocabulary.holding(db, queries=[query(one, other)])
    if both < _FEW:
        return False
    first, second = await held(db, [one, other])
    rarer = min(first, second)
    if both >= _TOGETHER * rarer and both >= _SHARED * (first + second - both) and rarer >= _RARE:
        return True
    near = both * await vocabulary.share(db, words=query(one, other), so=_beside(one, other))
    return near >= _SIDE_BY_SIDE * rarer


async def held(db: Db, groups: Sequence[WordGroup]) -> list[int]:
    """In how many subjects each group stands, at least: its commonest alternative, and that as rare as its rarest word.

    Taken from the counts that are kept: to count the subjects of a common word takes longer than to answer.
    """
    lexemes = sorted({lexeme for group in groups for phrase in group.alternatives for lexeme in phrase})
    texts = await vocabulary.held(db, lexemes=lexemes)
    return [max(min(texts.get(each, 0) for each in phrase) for phrase in group.alternatives) for group in groups]


def query(*groups: WordGroup) -> str:
    """A tsquery for subjects that hold all of these."""
    return Condition(groups=tuple(groups)).tsquery or ""


def _beside(one: WordGroup, other: WordGroup) -> str:
    """The last word of one right before the first of the other, or after «και»; in either order."""
    ends, starts = _lexemes(one, last=True), _lexemes(other, last=False)
    pairs = [f"({left} <{gap}> {right})" for left, right in ((ends, starts), (starts, ends)) for gap in (1, 2)]
    return "(" + " | ".join(pairs) + ")"


def _lexemes(group: WordGroup, *, last: bool) -> str:
    words = sorted({phrase[-1 if last else 0] for phrase in group.alternatives})
    return "(" + " | ".join(f"'{word}'" for word in words) + ")"


_Split = tuple[list[WordGroup], list[list[WordGroup]], list[WordGroup]]


async def _shared(db: Db, members: list[list[WordGroup]]) -> _Split:
    """What stands before all members, the members, what stands after all: by how often the words go together."""
    head, tail = members[0][:-1], members[-1][1:]
    last = members[-1][:1] if tail else members[-1]
    if head and not await _goes(db, head, with_=last, at_least=_GOES_WITH):
        head = []
    first = members[0][len(head) :]
    if tail and not await _goes(db, first, with_=tail, at_least=_GOES_WITH_TAIL):
        tail = []
    inner = [first, *members[1:-1], members[-1][: len(members[-1]) - len(tail)]]
    return head, inner, tail


async def _goes(db: Db, one: Sequence[WordGroup], *, with_: Sequence[WordGroup], at_least: float) -> bool:
    (both,) = await vocabulary.holding(db, queries=[query(*one, *with_)])
    return both > 0 and both >= at_least * min(await held(db, with_))


def either(members: Sequence[Sequence[WordGroup]]) -> WordGroup:
    """One group whose alternatives are those of all members."""
    ways = [phrase for member in members for phrase in together(member).alternatives]
    others = [word for member in members if len(member) == 1 for word in member[0].shown[1:]]
    told = " ή ".join(_named(member, alone=len(members) == 1) for member in members)
    return WordGroup(shown=tuple(dict.fromkeys((told, *others))), alternatives=tuple(dict.fromkeys(ways)))


def _named(member: Sequence[WordGroup], *, alone: bool) -> str:
    words = " ".join(group.shown[0] for group in member)
    return words if len(member) == 1 or alone else f"“{words}”"


def together(groups: Sequence[WordGroup]) -> WordGroup:
    """All of these as one expression: an alternative holds one of each."""
    if len(groups) == 1:
        return groups[0]
    ways = [_merged(phrases) for phrases in product(*(group.alternatives for group in groups))][:_MOST_WAYS]
    return replace(
        groups[0],
        shown=(" ".join(group.shown[0] for group in groups),),
        alternatives=tuple(dict.fromkeys(ways)),
    )


def _merged(phrases: Sequence[Phrase]) -> Phrase:
    return tuple(dict.fromkeys(lexeme for phrase in phrases for lexeme in phrase))
