"""Files are written whole or not at all; names and digests do not depend on what does not matter."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from perturb.process.output import digest, drawn_from, slug, write_whole


def test_a_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    for content, kept in (
        ("longer than the next", b"longer than the next"),
        ("é", b"\xc3\xa9"),
        (b"\0", b"\0"),
    ):
        write_whole(path, content)
        assert path.read_bytes() == kept
    assert os.listdir(tmp_path) == ["a.txt"]
    assert path.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_what_breaks_off_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")

    def replace(*_: object) -> None:
        raise error

    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(type(error)) as caught:
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.txt"]
    if isinstance(caught.value, OSError):
        assert (caught.value.errno, caught.value.filename) == (28, str(path))


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        write_whole(tmp_path / "none" / "a.txt", "")
    assert caught.value.filename == str(tmp_path / "none" / "a.txt")


def test_names_and_digests() -> None:
    assert slug("riedi2022/thm-22.76a~corrected") == "riedi2022-thm-22.76a-corrected"
    assert digest({"a": 1, "b": [2, 3]}) == digest({"b": [2, 3], "a": 1}) != digest({"a": 1, "b": [3, 2]})
    assert len(digest(None)) == 16


def test_a_stamp_is_that_of_a_file_that_is_there(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    assert not drawn_from("abc", path)
    path.write_bytes(b"..abc..")
    assert drawn_from("abc", path)
    assert not drawn_from("abd", path)
