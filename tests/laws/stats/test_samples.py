"""Files of samples, good and bad: Parquet, standard input, columns and rows, what never ends."""

from __future__ import annotations

import io
import pickle
import subprocess
import sys
import tracemalloc
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from perturb import law
from perturb.laws.distributions import semicircle
from perturb.laws.stats import samples
from perturb.laws.stats.samples import BadSamples, checked, read_samples
from tests.cli.processes import ENVIRONMENT

GOOD = {
    "plain": ("1.5\n-2\n3e-3\n", None, [1.5, -2, 3e-3]),
    "header, comments, empty lines, spaces": ("# run 7\nedge\n\n 1.5\n2 \n", None, [1.5, 2]),
    "windows": ("\ufeffx\r\n1\r\n2\r\n", None, [1, 2]),
    "by name": ("n,edge\n5,1.5\n5,2.5\n", "edge", [1.5, 2.5]),
    "by number": ("5;1.5\n5;2.5\n", "2", [1.5, 2.5]),
    "name that is a number": ("2,1\n", "1", None),
    "a name that is a unit": ("j,x\n1,2\n3,4\n", "j", [1, 3]),
    "quoted": ('"a, b",c\n1,2\n3,4\n', "a, b", [1, 3]),
    "tabulators": ("a\tb\n1\t2\n3\t4\n", "b", [2, 4]),
    "other columns may hold text": ("name,x\nrun,1\nrun,2\n", "x", [1, 2]),
}
BAD = {
    "empty": ("", None, "no values"),
    "only comments": ("# a\n\n", None, "no values"),
    "header alone": ("edge\n", None, "line 1: 'edge' is not a number"),
    "text": ("1\n2\nthree\n4\n", None, "line 3: 'three' is not a number"),
    "text after comments": ("# a\n1\n\nx y\n", None, "line 4: 'x y' is not a number"),
    "complex": ("1\n1+2j\n", None, "line 2: the values must be real numbers, '1+2j' is complex"),
    "complex from the first line on": (
        "1+2j\n3\n4\n",
        None,
        "line 1: the values must be real numbers",
    ),
    "as numpy.savetxt writes it": (" (1.0e+00+2.0e+00j)\n3\n4\n", None, "line 1: the values must be real"),
    "i": ("x\n1-2i\n3\n", None, "line 2: the values must be real numbers, '1-2i' is complex"),
    "python's digits": ("1\n1_000\n", None, "line 2: '1_000' is not a number"),
    "nan": ("x\n1\nnan\n2\ninf\n", None, "2 of 4 values are not finite, the first at line 3: nan"),
    "ragged": ("1\n2,7\n3\n", None, "line 2: 2 columns where the first line has 1"),
    "overflow": ("1\n1e999\n", None, "1 of 2 values are not finite, the first at line 2: inf"),
    "one": ("1\n", None, "one value only"),
    "constant": ("2\n2.0\n2\n", None, "all 3 values equal 2"),
    "two columns": ("a,b\n1,2\n", None, "2 columns, choose one with --column: 'a', 'b'"),
    "two columns without header": ("1,2\n3,4\n", None, "2 columns, choose one with --column: 1 to 2"),
    "no such column": ("a,b\n1,2\n", "c", "no column 'c'; there are 'a', 'b'"),
    "column 0": ("1,2\n3,4\n", "0", "no column '0'"),
    "short line": ("a,b\n1,2\n3\n", "b", "line 3: column 2 is missing"),
}


@pytest.mark.parametrize("name", GOOD)
def test_text(name, tmp_path):
    text, column, values = GOOD[name]
    file = tmp_path / "s.csv"
    file.write_bytes(text.encode())
    if values is None:
        with pytest.raises(BadSamples, match="one value"):
            read_samples(file, column)
        return
    assert read_samples(file, column).tolist() == values


@pytest.mark.parametrize("name", BAD)
def test_bad_text(name, tmp_path):
    text, column, message = BAD[name]
    file = tmp_path / "s.csv"
    file.write_bytes(text.encode())
    with pytest.raises(BadSamples) as caught:
        read_samples(file, column)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("dtype", ["f4", "f8", "i2", "u8", ">f8", "f2"])
def test_arrays(dtype, tmp_path):
    np.save(tmp_path / "s.npy", np.array([1, 2, 5], dtype))
    found = read_samples(tmp_path / "s.npy")
    assert found.tolist() == [1, 2, 5]
    assert found.dtype == np.float64


ARRAYS = {
    "matrix": (np.ones((3, 2)), r"shape \(3, 2\)"),
    "scalar": (np.float64(1), r"shape \(\)"),
    "complex": (np.array([1j, 2]), "complex"),
    "text": (np.array(["a", "b"]), "<U1"),
    "events": (np.array([True, False]), "bool"),
    "empty": (np.array([]), "no values"),
    "infinite": (np.array([1.0, np.inf, np.inf]), "2 of 3 values are not finite, the first at row 2: inf"),
    "constant": (np.full(7, 0.5), "all 7 values equal 0.5"),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_bad_arrays(name, tmp_path):
    array, message = ARRAYS[name]
    np.save(tmp_path / "s.npy", array)
    with pytest.raises(BadSamples, match=message):
        read_samples(tmp_path / "s.npy")


def test_objects_and_damage(tmp_path):
    file = tmp_path / "s.npy"
    np.save(file, np.array([1, "a"], object), allow_pickle=True)
    with pytest.raises(BadSamples, match="pickled objects are refused"):
        read_samples(file)
    file.write_bytes(pickle.dumps([1.0, 2.0]))
    with pytest.raises(BadSamples, match="pickles are refused"):
        read_samples(file)
    np.save(file, np.arange(9.0))
    file.write_bytes(file.read_bytes()[:-3])
    with pytest.raises(BadSamples, match="damaged"):
        read_samples(file)
    file.write_bytes(b"\x93NUMPY\x01\x00v\x00{'descr': 'f8'\n")
    with pytest.raises(BadSamples, match="damaged"):
        read_samples(file)
    np.savez(tmp_path / "s.npz", a=np.arange(3.0))
    with pytest.raises(BadSamples, match="archive"):
        read_samples(tmp_path / "s.npz")
    (tmp_path / "s.txt").write_bytes(b"\xff\xfe1\x00")
    with pytest.raises(BadSamples, match="neither"):
        read_samples(tmp_path / "s.txt")


def test_a_column_of_an_array(tmp_path):
    np.save(tmp_path / "s.npy", np.arange(3.0))
    with pytest.raises(BadSamples, match="column"):
        read_samples(tmp_path / "s.npy", "1")


def test_missing_files(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_samples(tmp_path / "none.npy")


def test_many_lines(tmp_path):
    values = np.random.default_rng(0).standard_normal(20_000)
    np.savetxt(tmp_path / "s.txt", values, fmt="%.17g")
    assert np.array_equal(read_samples(tmp_path / "s.txt"), values)
    assert checked(values, "x") is not values


def test_two_columns_of_one_name_are_ambiguous(tmp_path):
    path = tmp_path / "twice.csv"
    path.write_text("a,a\n1,2\n3,4\n")
    with pytest.raises(BadSamples, match="2 columns are called 'a', give its number"):
        read_samples(path, "a")
    assert read_samples(path, "2").tolist() == [2, 4]


# Samples from Parquet, standard input, blank-separated columns, and from what never ends.


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


# Samples as a column or a row of a matrix, in a file and from Python; values near the largest float.


VALUES_COLUMNS = semicircle().rvs(size=300, random_state=1)


@pytest.mark.parametrize("shape", [(-1, 1), (1, -1)])
def test_one_column_or_row_is_a_vector(shape: tuple[int, int], tmp_path: Path) -> None:
    """`goodness` refused from Python what the command line takes from a file."""
    np.save(tmp_path / "s.npy", VALUES_COLUMNS.reshape(shape))
    assert np.array_equal(read_samples(tmp_path / "s.npy"), VALUES_COLUMNS)
    found, plain = law(VALUES_COLUMNS.reshape(shape), "semicircle"), law(VALUES_COLUMNS, "semicircle")
    assert repr(found) == repr(plain)


def test_two_columns_are_none() -> None:
    with pytest.raises(BadSamples, match=r"a vector is needed, this has shape \(150, 2\)"):
        law(VALUES_COLUMNS.reshape(-1, 2), "semicircle")


def test_a_spread_beyond_all_floats_is_no_warning() -> None:
    """Warnings are errors here: the difference of the quartiles overflowed, and said so on the console."""
    assert law(np.array([1e308, -1e308] * 50), "semicircle").verdict == "refuted"
