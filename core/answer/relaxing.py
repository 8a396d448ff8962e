"""A topic whose words no subject holds together → those of its words that some subject does: to be offered, never
taken. A figure is asked again for them, a list says that it stands on fewer words."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from core.answer.junctions import either, held, query
from core.domain.condition import Condition, WordGroup
from core.store import vocabulary
from core.store.pool import Db

_MOST_WORDS = 5
_COMMON = 600  # subjects: a word that stands in so many says nothing of what was asked


async def nearest(db: Db, condition: Condition, words: Sequence[WordGroup]) -> tuple[Condition, ...]:
    """The largest sets of the words that stand together in some subject, the rarest set first; none where the
    condition itself holds somewhere."""
    asked = tuple(words)
    if not 1 < len(asked) <= _MOST_WORDS or (await vocabulary.holding(db, queries=[query(*condition.groups)]))[0]:
        return ()
    alone = await held(db, asked)
    groups = [group for group, texts in zip(asked, alone, strict=True) if texts]
    for size in range(len(groups), 1, -1):
        if found := await _standing(db, list(combinations(groups, size))):
            return tuple(replace(condition, groups=subset, title="") for subset in found)
    single = sorted((texts, place) for place, texts in enumerate(alone) if 0 < texts <= _COMMON)
    return tuple(replace(condition, groups=(asked[place],), title="") for _, place in single)


async def _standing(db: Db, subsets: list[tuple[WordGroup, ...]]) -> list[tuple[WordGroup, ...]]:
    """Those that some subject holds whole and not too many do, the rarest first."""
    queries = [query(*subset) for subset in subsets]
    texts = await vocabulary.holding(db, queries=queries)
    fitting = [each for each in zip(texts, subsets, strict=True) if 0 < each[0] <= _COMMON]
    return [subset for _, subset in sorted(fitting, key=lambda each: each[0])]


def any_of(conditions: Sequence[Condition]) -> Condition:
    """What holds any of them, as one condition."""
    if len(conditions) == 1:
        return conditions[0]
    return replace(conditions[0], groups=(either([each.groups for each in conditions]),))
