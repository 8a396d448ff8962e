"""A topic whose words no subject holds together → those of its words that some subject does: to be offered, never
taken. A figure is asked again for them, a list says that it stands on fewer words."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from core.answer.junctions import either, query
from core.domain.condition import Condition, WordGroup
from core.store import vocabulary
from core.store.pool import Db

_MOST_WORDS = 6
_COMMON = 600  # subjects: a word that stands in so many says nothing of what was asked


async def nearest(db: Db, condition: Condition, words: Sequence[WordGroup]) -> tuple[Condition, ...]:
    """The largest sets of the words that stand together in some subject, the rarest set first; none where the
    condition itself holds somewhere."""
    groups = tuple(words)
    if not 1 < len(groups) <= _MOST_WORDS or (await _counted(db, [condition.groups]))[0]:
        return ()
    for size in range(len(groups) - 1, 0, -1):
        subsets = list(combinations(groups, size))
        held = [(texts, subset) for texts, subset in zip(await _counted(db, subsets), subsets, strict=True)]
        fitting = sorted((each for each in held if 0 < each[0] <= _COMMON), key=lambda each: each[0])
        if fitting:
            return tuple(replace(condition, groups=subset, title="") for _, subset in fitting)
    return ()


def any_of(conditions: Sequence[Condition]) -> Condition:
    """What holds any of them, as one condition."""
    if len(conditions) == 1:
        return conditions[0]
    return replace(conditions[0], groups=(either([each.groups for each in conditions]),))


async def _counted(db: Db, subsets: Sequence[tuple[WordGroup, ...]]) -> list[int]:
    return await vocabulary.holding(db, queries=[query(*subset) for subset in subsets])
