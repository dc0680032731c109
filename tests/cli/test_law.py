"""`perturb law`: exit codes, what is printed and refused; `--spectrum`, the eigenvalues of one matrix."""

from __future__ import annotations

import json
import os
import re
from math import sqrt

import numpy as np
import pytest
from click.testing import CliRunner

from perturb import law
from perturb.cli import main
from perturb.cli.law import command
from perturb.laws.distributions import marchenko_pastur, semicircle
from perturb.laws.distributions.gaussian_largest import GaussianLargest
from perturb.laws.distributions.names import named_distribution

GOE = GaussianLargest(1, 50).rvs(3_000, np.random.default_rng(1))


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    np.save("goe.npy", GOE)
    np.save("scaled.npy", GOE * sqrt(2))

    def call(line: str, code: int = 0):
        result = CliRunner().invoke(command, line.split())
        assert result.exit_code == code, result.output
        assert "Traceback" not in result.output
        return result.output

    return call


def test_not_refuted(run):
    out = run("goe.npy --distribution tracy-widom-1 --n 50")
    assert "NOT REFUTED  at alpha 1e-06, 3,000 draws" in out
    assert "distribution: GOE largest, n = 50" in out
    assert "DKW radius" in out
    assert "hint" not in out


def test_the_name_of_old_is_refused_by_the_new_one():
    done = CliRunner().invoke(main, ["goodness", "goe.npy"])
    assert done.exit_code == 2
    assert "perturb goodness is now perturb law" in done.output


def test_without_a_distribution_those_that_fit_are_ranked(run):
    """It asked for --distribution."""
    assert "GOE largest, n = 50: sup distance seen 0.0" in run("goe.npy --n 50")
    np.save("moved.npy", 1 + 2 * named_distribution("semicircle").rvs(2_000, random_state=1))
    assert re.search(r"1\.\d+ \+ 2\.\d+ semicircle .* \(centring and scale fitted\)", run("moved.npy"))
    found = json.loads(run("moved.npy --json"))
    assert (found["verdict"], found["draws"], len(found["found"])) == ("not refuted", 2_000, 1)
    np.save("cauchy.npy", np.random.default_rng(0).standard_cauchy(3_000))
    assert "REFUTED  at alpha 1e-06, 3,000 draws\n  none fits" in run("cauchy.npy", 1)
    np.save("few.npy", np.arange(4.0))
    assert "so few draws allow every distribution" in run("few.npy", 1)


@pytest.mark.parametrize("option", ["--ensemble goe", "--within 0.1", "--value-error 0", "--out figures"])
def test_what_speaks_of_one_distribution_needs_it(run, option):
    assert "needs --distribution NAME; --list shows all" in run(f"goe.npy {option}", 2)


def test_refuted_with_a_hint(run):
    out = run("scaled.npy --distribution tracy-widom-1 --n 50", 1)
    assert "REFUTED" in out
    assert "hint (scale): fits sqrt(2) GOE largest, n = 50, rather than GOE largest" in out
    assert "NOT REFUTED" in run("scaled.npy --distribution sqrt(2)*tracy-widom-1 --n 50")
    assert "NOT REFUTED" in run("scaled.npy --distribution tracy-widom-1 --n 50 --scale 1.4142135623730951")


def test_a_limit_says_so(run):
    out = run("goe.npy --distribution tracy-widom-1", 1)
    assert "hint (finite n)" in out
    assert "with --n N" in out
    assert "no distribution at n = 50 is known here" in run("goe.npy --distribution edelman --n 50", 1)
    assert "extrapolated" in run("scaled.npy --distribution tracy-widom-1 --n 1000", 1)


def test_json(run):
    found = json.loads(
        run("scaled.npy --distribution tracy-widom-1 --n 50 --ensemble goe --json --alpha 1e-4", 1)
    )
    assert (found["verdict"], found["distribution"]) == ("refuted", "GOE largest, n = 50")
    assert (found["draws"], found["alpha"], found["n"]) == (3_000, 1e-4, 50)
    assert found["distance"]["lo"] <= found["distance"]["seen"] <= found["distance"]["hi"]
    assert found["distance"]["alpha"] == 5e-5
    assert found["hints"][0]["kind"] == "scale"


def test_tolerance(run):
    assert "CERTIFIED within 0.1" in run("goe.npy --distribution tracy-widom-1 --n 50 --tolerance 0.1")
    assert "UNRESOLVED within 0.05" in run("goe.npy --distribution tracy-widom-1 --n 50 --within 0.05", 1)
    assert "REFUTED within 0.01" in run("scaled.npy --distribution tracy-widom-1 --n 50 --within 0.01", 1)


def test_shift_scale_and_column(run, tmp_path):
    (tmp_path / "two.csv").write_text("n,edge\n" + "".join(f"50,{3 + 2 * x}\n" for x in GOE))
    line = "two.csv --distribution tracy-widom-1 --n 50 --scale 2 --shift 3 --column edge"
    assert "NOT REFUTED" in run(line)


@pytest.mark.parametrize("name", ["tracy-widom-1 --n 100", "edelman", "marchenko-pastur:2", "semicircle"])
def test_figure(run, name, tmp_path):
    np.save("s.npy", named_distribution(name.split()[0]).rvs(200, np.random.default_rng(2)))
    assert "figure: figures/a/s.png" in run(f"s.npy --distribution {name} --out figures/a")
    data = (tmp_path / "figures" / "a" / "s.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    run(f"s.npy --distribution {name} --out figures/b")
    assert (tmp_path / "figures" / "b" / "s.png").read_bytes() == data


BAD = {
    "no file": ("none.npy --distribution tracy-widom-1", "none.npy: No such file or directory"),
    "a folder": (". --distribution tracy-widom-1", "Is a directory"),
    "unknown name": ("goe.npy --distribution tracy-widom-7", "did you mean tracy-widom-"),
    "n": ("goe.npy --distribution tracy-widom-1 --n 0", "0 is not in the range 1<=x<=1000000000000"),
    "n is no integer": ("goe.npy --distribution tracy-widom-1 --n 2.5", "'2.5' is not a valid integer"),
    "ensemble without n": ("goe.npy --distribution tracy-widom-1 --ensemble goe", "needs the size --n"),
    "ensemble of another": (
        "goe.npy --distribution tracy-widom-1 --n 9 --ensemble gue",
        "does not go with",
    ),
    "n beyond floats": (f"goe.npy --distribution tracy-widom-1 --n {10**400}", "is not in the range"),
    "alpha": ("goe.npy --distribution tracy-widom-1 --alpha 0", "0.0 is not in the range 1e-300<=x<1"),
    "alpha below the floats": ("goe.npy --distribution tracy-widom-1 --alpha 5e-324", "is not in the range"),
    "ratio": ("goe.npy --distribution marchenko-pastur:1e-300", "ratio must lie between"),
    "edge beyond floats": (
        "goe.npy --distribution marchenko-pastur:1e12,1e300",
        "the upper edge must be positive",
    ),
    "sigma": (
        "goe.npy --distribution shifted-singular:1e200",
        "sigma must be positive and finite, 1e-12 to 1e100",
    ),
    "radius": (f"goe.npy --distribution ginibre-radius:{10**320}", "n must be at most 10^10"),
    "size": (f"goe.npy --distribution ginibre-smallest:{10**320}", "n must be at most 10^15"),
    "alpha nan": ("goe.npy --distribution tracy-widom-1 --alpha nan", "--alpha nan is not a finite number"),
    "tolerance": ("goe.npy --distribution tracy-widom-1 --within 1", "0<x<1"),
    "tolerance nan": (
        "goe.npy --distribution tracy-widom-1 --within nan",
        "--tolerance nan is not a finite number",
    ),
    "scale 0": (
        "goe.npy --distribution tracy-widom-1 --scale 0",
        "--scale 0.0 is not a finite number other than 0",
    ),
    "scale nan": ("goe.npy --distribution tracy-widom-1 --scale nan", "--scale nan is not"),
    "shift inf": ("goe.npy --distribution tracy-widom-1 --shift inf", "--shift inf is not a finite number"),
    "scale that overflows": ("goe.npy --distribution tracy-widom-1 --scale 1e-308", "values are not finite"),
    "scale that kills": ("goe.npy --distribution tracy-widom-1 --shift 1e300", "all 3,000 values equal"),
    "out is a file": ("goe.npy --distribution tracy-widom-1 --out goe.npy", "is a file"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input(run, name):
    line, message = BAD[name]
    assert message in run(line, 2)


def test_bad_files(run, tmp_path):
    (tmp_path / "s.txt").write_text("1\n2\nthree\n")
    assert "s.txt, line 3: 'three' is not a number" in run("s.txt --distribution semicircle", 2)
    np.save("two.npy", np.ones((3, 2)))
    assert "a vector is needed, this has shape (3, 2)" in run("two.npy --distribution semicircle", 2)


def test_list(run):
    out = run("--list")
    assert "marchenko-pastur:RATIO[,VARIANCE]" in out
    assert "goe (tracy-widom-1)" in out


def test_a_distribution_at_its_own_size_is_not_called_a_limit(run):
    for name in ("goe-largest:50", "kappa-2x2", "ginibre-smallest:4", "smallest-singular:complex"):
        assert "a limit" not in run(f"goe.npy --distribution {name}", 0 if "50" in name else 1)
    out = run("goe.npy --distribution goe-largest:50 --n 50")
    assert "--n changes nothing" in out
    assert "is known here" not in out


def test_a_file_name_that_is_not_utf_8(run, tmp_path):
    name = os.fsdecode(b"na\xffme.npy")
    np.save(tmp_path / name, GOE)
    assert "NOT REFUTED" in run(f"{name} --distribution goe-largest:50")
    assert json.loads(run(f"{name} --distribution goe-largest:50 --json"))["verdict"] == "not refuted"


def test_the_smallest_alpha_gives_well_formed_json(run):
    def refuse(word: str) -> None:
        raise AssertionError(word)

    found = json.loads(
        run("goe.npy --distribution goe-largest:50 --alpha 1e-300 --json"), parse_constant=refuse
    )
    assert found["alpha"] == 1e-300


def test_the_line_shows_what_refuted(run):
    """A band that holds 0 stood beside REFUTED: in Python nothing else was said."""
    rng = np.random.default_rng(14)
    right = GaussianLargest(1, 50).rvs(3_000, rng)
    wrong = np.where(rng.random(3_000) < 0.1, 4 * rng.standard_normal(3_000), right)
    np.save("tails.npy", wrong)
    out = run("tails.npy --distribution goe-largest:50", 1)
    assert "in [0, 0." in out
    assert "\n  refuted by: order statistics\n" in out
    found = json.loads(run("tails.npy --distribution goe-largest:50 --json", 1))
    assert (found["refuted_by"], found["distance"]["lo"]) == (["order statistics"], 0)
    again = law(wrong, "goe-largest:50")
    assert again.lines()[1:] == out.splitlines()[1:]
    assert again.rows()[0]["refuted_by"] == "order statistics"
    assert "refuted by" not in run("goe.npy --distribution goe-largest:50")


# `perturb law --spectrum`: the eigenvalues of one matrix; and the same in Python.


RNG = np.random.default_rng(3)
X, Y = RNG.standard_normal((100, 200)), RNG.standard_normal((100, 167))
RIGHT, WRONG = np.linalg.eigvalsh(X @ X.T / 200), np.linalg.eigvalsh(Y @ Y.T / 167)
MP = "--distribution marchenko-pastur:0.5"


@pytest.fixture
def run_law_spectrum(tmp_path, monkeypatch):
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


def test_the_spectrum_of_one_matrix(run_law_spectrum):
    out = run_law_spectrum(f"right.npy {MP} --spectrum --alpha 0.01")
    assert "NOT REFUTED  at alpha 1e-02, the 100 eigenvalues of one matrix (confidence)" in out
    assert "ensemble: X X*/200 of a 100 x 200 matrix X of real N(0, 1) entries" in out
    assert "assumed: Gaussian real entries (--beta 2: complex), and all eigenvalues of one matrix" in out
    assert "the limits decide (rung: asymptotic)" in run_law_spectrum(f"right.npy {MP} --spectrum --draws 99")
    assert "REFUTED" in run_law_spectrum(f"wrong.npy {MP} --spectrum --draws 99", 1)


def test_without_the_option_it_is_not_judged(run_law_spectrum):
    """It was REFUTED as a sample of independent draws."""
    for line in (f"right.npy {MP}", "right.npy", f"right.npy {MP} --within 0.5", "wrong.npy"):
        out = run_law_spectrum(line, 1)
        assert "UNRESOLVED" in out
        assert "no independent draws: " in out
        assert "have a test of their own: --spectrum" in out
        assert "DKW" not in out
    found = json.loads(run_law_spectrum(f"right.npy {MP} --json", 1))
    assert (found["verdict"], found["refuted_by"]) == ("unresolved", [])
    assert (found["distance"]["lo"], found["distance"]["hi"], found["mean"]) == (0, 1, None)


def test_console_json_and_python_agree(run_law_spectrum):
    line = f"wrong.npy {MP} --spectrum --alpha 0.01 --beta 2 --draws 99"
    told, found = run_law_spectrum(line, 1), json.loads(run_law_spectrum(f"{line} --json", 1))
    again = law(WRONG, marchenko_pastur(0.5), alpha=0.01, spectrum=True, beta=2, draws=99)
    assert [f"  {line}" for line in again.details()] == told.splitlines()[1:]
    assert again.lines()[1:] == told.splitlines()[1:]
    assert {"samples": "wrong.npy", **again.record()} == found
    assert (found["verdict"], found["rung"], found["beta"]) == ("refuted", "confidence", 2)
    assert [row["statistic"] for row in again.rows()] == [s["name"] for s in found["statistics"]]
    assert "**refuted**" in again._repr_markdown_()
    plain = law(WRONG**2, "semicircle")
    np.save("plain.npy", WRONG**2)
    assert [*plain.lines()[1:]] == run_law_spectrum("plain.npy --distribution semicircle", 1).splitlines()[1:]


BAD_LAW_SPECTRUM = {
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


@pytest.mark.parametrize("name", BAD_LAW_SPECTRUM)
def test_bad_input_law_spectrum(run_law_spectrum, name):
    line, message = BAD_LAW_SPECTRUM[name]
    assert message in run_law_spectrum(line, 2)


def test_exact_zeros(run_law_spectrum):
    few = run_law_spectrum("zeros.npy --distribution marchenko-pastur:2 --spectrum", 1)
    assert "(exact)" in few
    assert "refuted by: 50 of 100 values must be 0, and 40 are, which has probability 0" in few
    many = run_law_spectrum(f"zeros.npy {MP} --spectrum --draws 99 --alpha 0.01", 1)
    assert "log det -" in many


def test_several_spectra_put_together_are_said_so(run_law_spectrum):
    spectra = [
        np.linalg.eigvalsh(Z @ Z.T / 80) for Z in np.random.default_rng(5).standard_normal((8, 40, 80))
    ]
    np.save("several.npy", np.concatenate(spectra))
    out = run_law_spectrum(f"several.npy {MP} --spectrum --alpha 0.01 --draws 199", 1)
    assert "as near as in independent draws, or in several spectra put together" in out


def test_python_refuses_what_does_not_go_together():
    with pytest.raises(ValueError, match="n is for independent draws"):
        law(RIGHT, semicircle(), n=100, spectrum=True)
    with pytest.raises(ValueError, match=r"beta is for the eigenvalues of one matrix: spectrum=True"):
        law(RIGHT, semicircle(), beta=2)
    with pytest.raises(ValueError, match="spectrum needs a distribution"):
        law(RIGHT, spectrum=True)
