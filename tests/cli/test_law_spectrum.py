"""`perturb law --spectrum`: the eigenvalues of one matrix; and the same in Python."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

from perturb import law
from perturb.cli.law import command
from perturb.laws.distributions import marchenko_pastur, semicircle

RNG = np.random.default_rng(3)
X, Y = RNG.standard_normal((100, 200)), RNG.standard_normal((100, 167))
RIGHT, WRONG = np.linalg.eigvalsh(X @ X.T / 200), np.linalg.eigvalsh(Y @ Y.T / 167)
MP = "--distribution marchenko-pastur:0.5"


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    np.save("right.npy", RIGHT)
    np.save("wrong.npy", WRONG)
    np.save("complex.npy", RIGHT + 1j)
    np.save("one.npy", RIGHT[:1])
    np.save("equal.npy", np.ones(5))
    np.save("zeros.npy", np.append(np.zeros(40), RIGHT[40:]))

    def call(line: str, code: int = 0):
        result = CliRunner().invoke(command, line.split())
        assert result.exit_code == code, result.output
        assert "Traceback" not in result.output
        return result.output

    return call


def test_the_spectrum_of_one_matrix(run):
    out = run(f"right.npy {MP} --spectrum --alpha 0.01")
    assert "NOT REFUTED  at alpha 1e-02, the 100 eigenvalues of one matrix (confidence)" in out
    assert "ensemble: X X*/200 of a 100 x 200 matrix X of real N(0, 1) entries" in out
    assert "assumed: Gaussian real entries (--beta 2: complex), and all eigenvalues of one matrix" in out
    assert "the limits decide (rung: asymptotic)" in run(f"right.npy {MP} --spectrum --draws 99")
    assert "REFUTED" in run(f"wrong.npy {MP} --spectrum --draws 99", 1)


def test_without_the_option_it_is_not_judged(run):
    """It was REFUTED as a sample of independent draws."""
    for line in (f"right.npy {MP}", "right.npy", f"right.npy {MP} --within 0.5", "wrong.npy"):
        out = run(line, 1)
        assert "UNRESOLVED" in out
        assert "no independent draws: " in out
        assert "have a test of their own: --spectrum" in out
        assert "DKW" not in out
    found = json.loads(run(f"right.npy {MP} --json", 1))
    assert (found["verdict"], found["refuted_by"]) == ("unresolved", [])
    assert (found["distance"]["lo"], found["distance"]["hi"], found["mean"]) == (0, 1, None)


def test_console_json_and_python_agree(run):
    line = f"wrong.npy {MP} --spectrum --alpha 0.01 --beta 2 --draws 99"
    told, found = run(line, 1), json.loads(run(f"{line} --json", 1))
    again = law(WRONG, marchenko_pastur(0.5), alpha=0.01, spectrum=True, beta=2, draws=99)
    assert [f"  {line}" for line in again.details()] == told.splitlines()[1:]
    assert again.lines()[1:] == told.splitlines()[1:]
    assert {"samples": "wrong.npy", **again.record()} == found
    assert (found["verdict"], found["rung"], found["beta"]) == ("refuted", "confidence", 2)
    assert [row["statistic"] for row in again.rows()] == [s["name"] for s in found["statistics"]]
    assert "**refuted**" in again._repr_markdown_()
    plain = law(WRONG**2, "semicircle")
    np.save("plain.npy", WRONG**2)
    assert [*plain.lines()[1:]] == run("plain.npy --distribution semicircle", 1).splitlines()[1:]


BAD = {
    "complex": (f"complex.npy {MP} --spectrum", "the values must be real numbers, these are complex"),
    "one value": (f"one.npy {MP} --spectrum", "one value only"),
    "equal values": (f"equal.npy {MP} --spectrum", "all 5 values equal 1"),
    "no distribution": ("right.npy --spectrum", "--spectrum needs --distribution NAME"),
    "another kind": (
        "right.npy --distribution edelman --spectrum",
        "no spectrum of one matrix is known here",
    ),
    "n": (f"right.npy {MP} --spectrum --n 9", "--n is for independent draws; a spectrum is held against"),
    "within": (f"right.npy {MP} --spectrum --within .1", "--tolerance is for independent draws"),
    "figure": (f"right.npy {MP} --spectrum --out x", "--out is for independent draws"),
    "beta alone": (f"right.npy {MP} --beta 2", "--beta is for the eigenvalues of one matrix: --spectrum"),
    "draws": (f"right.npy {MP} --spectrum --draws 3", "3 is not in the range 19<=x<=1000000"),
    "no such beta": (
        "right.npy --distribution circular-radius --spectrum --beta 4",
        "beta = 4 is none of 1, 2",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input(run, name):
    line, message = BAD[name]
    assert message in run(line, 2)


def test_exact_zeros(run):
    few = run("zeros.npy --distribution marchenko-pastur:2 --spectrum", 1)
    assert "(exact)" in few
    assert "refuted by: 50 of 100 values must be 0, and 40 are, which has probability 0" in few
    many = run(f"zeros.npy {MP} --spectrum --draws 99 --alpha 0.01", 1)
    assert "log det -" in many


def test_several_spectra_put_together_are_said_so(run):
    spectra = [
        np.linalg.eigvalsh(Z @ Z.T / 80) for Z in np.random.default_rng(5).standard_normal((8, 40, 80))
    ]
    np.save("several.npy", np.concatenate(spectra))
    out = run(f"several.npy {MP} --spectrum --alpha 0.01 --draws 199", 1)
    assert "as near as in independent draws, or in several spectra put together" in out


def test_python_refuses_what_does_not_go_together():
    with pytest.raises(ValueError, match="n is for independent draws"):
        law(RIGHT, semicircle(), n=100, spectrum=True)
    with pytest.raises(ValueError, match=r"beta is for the eigenvalues of one matrix: spectrum=True"):
        law(RIGHT, semicircle(), beta=2)
    with pytest.raises(ValueError, match="spectrum needs a distribution"):
        law(RIGHT, spectrum=True)
