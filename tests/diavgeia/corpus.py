"""Everything posted, found fast: by body and issue date first, then act by act."""

from bisect import bisect_left, bisect_right, insort
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

from tests.diavgeia.acts import Act
from tests.diavgeia.query import Between, Group, Node, Term, Text, compiled, conjuncts, milliseconds, written

_REMEMBERED = 16


class Corpus:
    """Acts by ΑΔΑ. Every change goes through `put` or `drop`, or what was found before would be served again."""

    def __init__(self, uids_of: Callable[[str], frozenset[str]]) -> None:
        self.acts: dict[str, Act] = {}
        self.newest_ms = 0
        self._uids_of = uids_of
        self._by_issue: dict[str, list[tuple[int, str]]] = {}
        self._found: OrderedDict[str, list[Act]] = OrderedDict()

    def load(self, acts: Iterable[Act]) -> None:
        for act in acts:
            self.acts[act.ada] = act
            self.newest_ms = max(self.newest_ms, act.submission_ms)
            self._by_issue.setdefault(act.organization, []).append((act.issue_ms, act.ada))
        for listed in self._by_issue.values():
            listed.sort()

    def put(self, act: Act) -> None:
        """A new act, or one that replaces the one of the same ΑΔΑ."""
        if act.ada in self.acts:
            self.drop(act.ada)
        self.acts[act.ada] = act
        self.newest_ms = max(self.newest_ms, act.submission_ms)
        insort(self._by_issue.setdefault(act.organization, []), (act.issue_ms, act.ada))
        self._found.clear()

    def drop(self, ada: str) -> Act:
        act = self.acts.pop(ada)
        self._by_issue[act.organization].remove((act.issue_ms, ada))
        self._found.clear()
        return act

    def search(self, query: Node) -> list[Act]:
        """All that match, newest submission first, then by ΑΔΑ."""
        key = written(query)
        if key not in self._found:
            matches = compiled(query, self._uids_of)
            found = [act for act in self._candidates(query) if matches(act)]
            self._found[key] = sorted(found, key=lambda act: (-act.submission_ms, act.ada))
            if len(self._found) > _REMEMBERED:
                self._found.popitem(last=False)
        self._found.move_to_end(key)
        return self._found[key]

    def _candidates(self, query: Node) -> Iterator[Act]:
        uids, low, high = set(self._by_issue), -(10**18), 10**18
        for part in conjuncts(query):
            if (named := self._bodies(part)) is not None:
                uids = uids & named
            elif (span := _issued(part)) is not None:
                low, high = max(low, span[0]), min(high, span[1])
        for uid in uids:
            listed = self._by_issue[uid]
            begin, end = bisect_left(listed, (low, "")), bisect_right(listed, (high, "\U0010ffff"))
            yield from (self.acts[ada] for _, ada in listed[begin:end])

    def _bodies(self, node: Node) -> set[str] | None:
        """The bodies that a part of the query allows; None when it is about something else."""
        if isinstance(node, Group):
            inner = [self._bodies(part) for part in node.parts]
            known = [each for each in inner if each is not None]
            return set().union(*known) if node.operator == "OR" and len(known) == len(inner) else None
        if not isinstance(node.value, Text):
            return None
        match node.field:
            case "organizationUid":
                return {node.value.text}
            case "organizationLatinName":
                return set(self._uids_of(node.value.text))
        return None


def _issued(node: Node) -> tuple[int, int] | None:
    if not isinstance(node, Term) or node.field != "issueDate" or not isinstance(node.value, Between):
        return None
    low, high = node.value.low, node.value.high
    if not isinstance(low, datetime) or not isinstance(high, datetime):
        return None
    return milliseconds(low), milliseconds(high)
