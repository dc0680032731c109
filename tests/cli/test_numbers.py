"""Numbers on the console are as short as what they say allows, and right."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from perturb.certify.sides import sides
from tests.cli import cli_files as files
from tests.cli.cli_files import Run, write

LONG = re.compile(r"\d\.\d{13,}|\d{17,}")  # a float to its last digit, or an integer that nobody reads
DIGITS = re.compile(r"-?\d+\.?\d*(?:e[-+]?\d+)?")


@pytest.mark.parametrize(
    ("left", "right", "said"),
    [
        # sqrt(2) beside 1.4142 takes six digits, to the outside; beside 1 it takes four.
        ("[1.4142135623730947, 1.4142135623730952]", "7071/5000", "[1.41421, 1.41422] 1.4142"),
        # The float64 beside 1/10 is not shown as 0.1, which means 1/10.
        ("1/10", str(Fraction(0.1)), f"0.1 {Fraction(0.1)}"),
        ("[1.4142135623730947, 1.4142135623730952]", "1", "[1.414, 1.415] 1"),
        ("[-1.4142135623730952, -1.4142135623730947]", "0", "[-1.415, -1.414] 0"),
        ("[2.7263745721125659e+347, 2.7263745721125671e+347]", "10", "[2.726e+347, 2.727e+347] 10"),
        ("1/3", "[0.33333333333333337, 0.34]", "1/3 [0.33333333333333337, 0.34]"),
        ("[0, 5]", "[6, +inf]", "[0, 5] [6, +inf]"),
        ("[1, 2]", "[1.5, 3]", "[1, 2] [1.5, 3]"),
        ("\x1b[1, 2]", "x", "\x1b[1, 2] x"),
        ("[1e999999999, 2]", "1/0", "[1e+999999999, 2] 1/0"),
    ],
)
def test_sides_are_told_apart_in_few_digits(left: str, right: str, said: str) -> None:
    assert " ".join(sides(left, right)) == said


def test_a_shortened_ball_holds_the_certified_one() -> None:
    for k in range(1, 200):
        low, high = Fraction(k, 7), Fraction(k, 7) + Fraction(1, 10**9)
        ball = f"[{float(low) - 1e-12:.15f}, {float(high) + 1e-12:.15f}]"
        shown, _ = sides(ball, str(k + 1))
        least, most = map(Fraction, DIGITS.findall(shown))
        assert least <= low <= high <= most < k + 1


def test_no_number_of_a_refutation_is_long(run: Run) -> None:
    """1.4142135623730947 was printed beside 1.4142; in a table, 1.4142 as the fraction that it is."""
    path = write(files.COMMUTATOR)
    checked = run("check", path, "--profile", "ci", "--workers", "1").stdout
    assert "left side [1.41421, 1.41422], right side 1.4142 (ball)" in checked
    saved = checked.rpartition("perturb replay ")[2].strip()
    others = (("replay", saved), ("tighten", path, "--seconds", "0.1"), ("show", path))
    for said in (checked, *(run(*args).stdout for args in others)):
        assert not LONG.search(said), said
        assert "\\lVert" not in said  # LaTeX is for pages
