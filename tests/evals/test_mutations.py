"""The broken rules: each still stands where it is broken."""

from pathlib import Path

import pytest

from evals.mutations import MUTATIONS, Mutation

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.rule)
def test_the_rule_is_where_it_is_broken(mutation: Mutation) -> None:
    assert mutation.old in (ROOT / mutation.path).read_text(encoding="utf-8")
    assert mutation.old != mutation.new


def test_ten_rules_and_more_are_broken() -> None:
    assert len({mutation.rule for mutation in MUTATIONS}) >= 10
