"""The bytes of a file of claims: encodings that Python reads, and what is no text."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from perturb.process import sources
from perturb.statements.loading import BadTarget, load_statements
from tests.cli import cli_files as files

ACCENTED = files.true("Lemma de M\xe9ray")


@pytest.mark.parametrize(
    "data",
    [
        ACCENTED.encode(),
        b"\xef\xbb\xbf" + ACCENTED.encode(),
        b"# -*- coding: latin-1 -*-\n" + ACCENTED.encode("latin-1"),
        ACCENTED.replace("\n", "\r\n").encode(),
    ],
)
def test_encodings_that_python_reads(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "c.py"
    path.write_bytes(data)
    (found,) = load_statements(path)
    assert found.label == "Lemma de M\xe9ray"
    assert sources.sha256_of(path) == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (ACCENTED.encode("latin-1"), "'utf-8' codec can't decode byte 0xe9"),
        (b"x = 1\0\n" + ACCENTED.encode(), "null bytes"),
        (ACCENTED.encode("utf-16"), "Error"),
        (b"# coding: klingon\n" + ACCENTED.encode(), "klingon"),
        (b"\xef\xbb\xbf# coding: latin-1\n" + ACCENTED.encode(), "encoding"),
    ],
)
def test_bytes_that_are_no_text(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "c.py"
    path.write_bytes(data)
    with pytest.raises(BadTarget, match=r"c\.py.*Error: ") as caught:
        load_statements(path)
    assert message in str(caught.value)
