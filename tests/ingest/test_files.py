"""Every shape of a file gives its rows, and a broken one gives what stands before the break."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from core.errors import InvalidInput
from ingest.diavgeia.parse import Reason
from ingest.files import FileRow, SourceFile

ROWS = [{"ada": f"Χ{number}", "subject": 'θέμα { [ , ] } \\ " ' + "ω" * number} for number in range(5)]
Read = Callable[..., list[FileRow]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def write_and_read(content: str | bytes, name: str = "data.json") -> list[FileRow]:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return list(SourceFile(path).rows())

    return write_and_read


def lines(rows: list[dict[str, str]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (lines(ROWS), "data.jsonl"),
        (lines(ROWS), "data.txt"),
        (lines(ROWS).replace("\n", "\r\n\r\n"), "data.jsonl"),
        (lines(ROWS).rstrip("\n"), "data.jsonl"),
        ("\ufeff" + lines(ROWS), "data.jsonl"),
        (gzip.compress(lines(ROWS).encode()), "data.jsonl.gz"),
        (gzip.compress(lines(ROWS).encode()), "data"),
        (json.dumps(ROWS), "data.json"),
        (json.dumps(ROWS, indent=1), "data.json"),
        ("  \n" + json.dumps(ROWS), "data.json"),
        (json.dumps({"decisions": ROWS, "info": {"total": 5}}), "data.json"),
        (json.dumps({"info": {"decisions": []}, "decisions": ROWS}, indent=2), "data.json"),
        (json.dumps({"decisionResultList": ROWS}), "data.json"),
        (json.dumps({"decisions": ROWS[:3]}) + "\n" + json.dumps({"decisions": ROWS[3:]}) + "\n", "pages.jsonl"),
        ("".join(json.dumps(row, indent=2) for row in ROWS), "data.json"),
        (gzip.compress(json.dumps({"decisions": ROWS}).encode()), "data.json.gz"),
    ],
)
def test_the_rows_are_the_same_in_every_shape(read: Read, content: str | bytes, name: str) -> None:
    assert [found.row for found in read(content, name)] == ROWS


@pytest.mark.parametrize("indent", [None, 1])
def test_one_decision_is_one_row(read: Read, indent: int | None) -> None:
    assert [found.row for found in read(json.dumps(ROWS[1], indent=indent))] == [ROWS[1]]


@pytest.mark.parametrize("content", ["", " \n ", "[]", '{"decisions": [], "info": {}}', gzip.compress(b"")])
def test_an_empty_file_has_no_rows(read: Read, content: str | bytes) -> None:
    assert read(content) == []


def test_a_broken_line_is_one_rejection_among_good_rows(read: Read) -> None:
    broken = lines(ROWS[:2]) + '{"ada": "Χ", "sub\n' + "no json\n" + "3\n" + lines(ROWS[2:])
    found = read(broken, "data.jsonl")
    assert [each.row for each in found if each.row] == ROWS
    assert [each.reason for each in found if not each.row] == [
        Reason.BROKEN_JSON,
        Reason.BROKEN_JSON,
        Reason.NOT_A_DECISION,
    ]
    assert found[2].raw == '{"ada": "Χ", "sub'


def test_a_list_cut_short_gives_what_stands_before_the_cut(read: Read) -> None:
    found = read(json.dumps(ROWS)[:-60])
    assert [each.row for each in found[:-1]] == ROWS[: len(found) - 1]
    assert (len(found) > 2, found[-1].row, found[-1].reason) == (True, None, Reason.CUT_SHORT)


def test_a_gzip_cut_short_says_so(read: Read) -> None:
    rows = [{"ada": f"Χ{number}", "noise": str(hash(str(number)))} for number in range(2_000)]
    found = read(gzip.compress(lines(rows).encode())[:-500], "data.jsonl.gz")
    assert found[-1].reason is Reason.CUT_SHORT
    good = [each.row for each in found if each.row]
    assert 0 < len(good) < 2_000 and good == rows[: len(good)]


def test_a_gzip_of_which_only_the_head_arrived_says_so(read: Read) -> None:
    assert [each.reason for each in read(gzip.compress(lines(ROWS).encode())[:12])] == [Reason.CUT_SHORT]


def test_garbage_in_the_middle_of_a_list_ends_it_with_a_rejection(read: Read) -> None:
    found = read('[{"ada": "Χ"}, {"ada": "Ψ"} oops {"ada": "Ω"}]')
    assert [each.row for each in found] == [{"ada": "Χ"}, {"ada": "Ψ"}, None]
    assert found[-1].reason is Reason.BROKEN_JSON


def test_elements_that_are_no_objects_are_rejections(read: Read) -> None:
    assert [each.reason for each in read('[1, "text", null, {"ada": "Χ"}]')] == [Reason.NOT_A_DECISION] * 3 + [None]


def test_bytes_that_are_no_text_do_not_stop_the_reading(read: Read) -> None:
    found = read(b'{"ada": "\xff\xfe"}\n{"ada": "b"}\n', "data.jsonl")
    assert [each.row for each in found] == [{"ada": "\ufffd\ufffd"}, {"ada": "b"}]


def test_a_long_list_is_read_through_a_small_window(read: Read) -> None:
    rows = [{"ada": f"Χ{number}", "subject": "ω" * 3_000} for number in range(400)]
    assert [each.row for each in read(json.dumps({"decisions": rows}, ensure_ascii=False))] == rows


def test_a_file_that_does_not_open_is_named() -> None:
    with pytest.raises(InvalidInput, match="absent"):
        SourceFile(Path("absent.json"))


def test_the_position_reaches_the_size(tmp_path: Path) -> None:
    path = tmp_path / "data.jsonl"
    path.write_text(lines(ROWS), encoding="utf-8")
    file = SourceFile(path)
    assert file.position == 0
    rows = file.rows()
    next(rows)
    assert file.position == file.size == path.stat().st_size
