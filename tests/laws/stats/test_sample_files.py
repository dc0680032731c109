"""Samples from Parquet, standard input, blank-separated columns, and from what never ends."""

from __future__ import annotations

import io
import subprocess
import sys
import tracemalloc
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from perturb.laws.stats import samples
from perturb.laws.stats.samples import BadSamples, read_samples
from tests.cli.processes import ENVIRONMENT

VALUES = np.array([0.5, 1.5, -2.0])


def test_a_column_of_one(tmp_path: Path) -> None:
    for name, shape in (("a", (3, 1)), ("b", (1, 3))):
        np.save(tmp_path / f"{name}.npy", VALUES.reshape(shape))
        assert np.array_equal(read_samples(tmp_path / f"{name}.npy"), VALUES)
    np.save(tmp_path / "c.npy", np.ones((2, 2)))
    with pytest.raises(BadSamples, match="a vector is needed"):
        read_samples(tmp_path / "c.npy")


def test_blanks_between_columns(tmp_path: Path) -> None:
    path = tmp_path / "s.txt"
    path.write_text("# made by hand\nn   edge\n5  0.5\n5  1.5\n10 -2.0\n")
    assert np.array_equal(read_samples(path, "edge"), VALUES)
    with pytest.raises(BadSamples, match="2 columns, choose one with --column: 'n', 'edge'"):
        read_samples(path)


def test_parquet(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    folder = tmp_path / "raw" / "n-5"
    folder.mkdir(parents=True)
    parquet.write_table(pyarrow.table({"value": VALUES}), folder / "chunk-000000-3.parquet")
    parquet.write_table(pyarrow.table({"value": 2 * VALUES}), folder / "chunk-000001-3.parquet")
    assert np.array_equal(read_samples(folder / "chunk-000000-3.parquet"), VALUES)
    assert np.array_equal(read_samples(tmp_path / "raw"), [*VALUES, *2 * VALUES])
    two = tmp_path / "two.parquet"
    parquet.write_table(pyarrow.table({"x": VALUES, "y": VALUES[::-1]}), two)
    assert np.array_equal(read_samples(two, "y"), VALUES[::-1])
    for column, said in ((None, "choose one with --column: x, y"), ("z", "no column 'z'; there are x, y")):
        with pytest.raises(BadSamples, match=said):
            read_samples(two, column)
    two.write_bytes(b"PAR1 and nothing else")
    with pytest.raises(BadSamples, match="a damaged Parquet file"):
        read_samples(two)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = SimpleNamespace(buffer=io.BytesIO(b"0.5\n1.5\n-2.0\n"))
    monkeypatch.setattr(samples, "sys", SimpleNamespace(stdin=stream))
    assert np.array_equal(read_samples(Path("-")), VALUES)


@pytest.mark.skipif(not Path("/dev/urandom").exists(), reason="no file without an end here")
def test_what_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "MOST", 2**20)
    with pytest.raises(BadSamples, match="/dev/urandom: more than 1 MB"):
        read_samples(Path("/dev/urandom"))


@pytest.mark.parametrize("text", ["1\n1.5-3\n4\n", "1\n.\n2\n", "1\n1e5e5\n2\n", "1\n--2\n", "1\n1e999\n2\n"])
def test_a_column_that_is_not_plain_is_read_line_by_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "s.txt"
    path.write_text(text)
    with pytest.raises(BadSamples, match=r"line [12]"):
        read_samples(path)


def test_a_plain_column_takes_little_memory(tmp_path: Path) -> None:
    """It took twenty times the file."""
    path = tmp_path / "s.txt"
    values = np.random.default_rng(0).normal(size=100_000)
    path.write_text("\r\n".join(["", *map(repr, map(float, values)), "", ""]))
    tracemalloc.start()
    assert np.array_equal(read_samples(path), values)
    assert tracemalloc.get_traced_memory()[1] < 4 * path.stat().st_size
    tracemalloc.stop()


@pytest.mark.parametrize("mark", [",", " ", "\t"])
def test_a_column_of_a_table_takes_little_memory(mark: str, tmp_path: Path) -> None:
    """It took twenty times the file, whose cells were all held."""
    path = tmp_path / "s.csv"
    values = np.random.default_rng(0).normal(size=(50_000, 2))
    path.write_text("".join(f"{x!r}{mark}{y!r}\n" for x, y in values.tolist()))
    tracemalloc.start()
    assert np.array_equal(read_samples(path, "2"), values[:, 1])
    assert tracemalloc.get_traced_memory()[1] < 4 * path.stat().st_size
    tracemalloc.stop()


def test_more_values_than_are_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Packed, they are few bytes: a quarter of a gigabyte of int8 is two of float64."""
    monkeypatch.setattr(samples, "VALUES", 1_000)
    np.save(tmp_path / "s.npy", np.zeros(1_001, np.int8))
    (tmp_path / "s.txt").write_text("1\n" * 1_001)
    for name in ("s.npy", "s.txt"):
        with pytest.raises(BadSamples, match="values; take a part"):
            read_samples(tmp_path / name)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no devices here")
def test_text_without_end(tmp_path: Path) -> None:
    """One line and exit code 2, within half a gigabyte: it held two, and more for the cells."""
    limit = f"ulimit -v {2_500_000}; yes 1.25 | {sys.executable} -m perturb law -"
    done = subprocess.run(["bash", "-c", limit], env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("Error: -: more than 256 MB or 33,554,432 values")
