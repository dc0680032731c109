"""Files of samples, good and bad."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from perturb.laws.stats.samples import BadSamples, checked, read_samples

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
