"""The server's share of the memory that it may use."""

import pytest

from core.store.postgres.memory import buffers_mb


@pytest.mark.parametrize(
    ("bound", "expected"),
    [
        ("2147483648", 256),
        ("536870912", 128),
        ("1000000", 128),
        ("99999999999999", buffers_mb()),
        ("max", buffers_mb()),
    ],
)
def test_a_container_s_bound_counts_and_the_share_has_both_ends(tmp_path, bound, expected):
    place = tmp_path / "memory.max"
    place.write_text(f"{bound}\n")
    assert buffers_mb(place) == expected


def test_without_a_bound_it_is_a_share_of_the_machine_s(tmp_path):
    assert 128 <= buffers_mb(tmp_path / "nothing") <= 1024
