"""Closed forms say the number that they stand for: read back by mpmath they are it to many digits."""

from __future__ import annotations

import re
from typing import Any

import mpmath
import pytest
from flint import fmpq, fmpz_poly

from perturb.numbers.algebraic import algebraic_sqrt, root_between
from perturb.numbers.closed_form import closed_form, decimal, has_closed_form

TWO, THREE = algebraic_sqrt(fmpq(2)), algebraic_sqrt(fmpq(3))
GOLDEN = root_between(fmpz_poly([-1, -1, 1]), fmpq(1), fmpq(2))
NUMBERS: dict[str, Any] = {
    r"-\tfrac{5}{3}": fmpq(-5, 3),
    r"\tfrac{1 + \sqrt{5}}{2}": GOLDEN,
    r"\tfrac{-\sqrt{2}}{3}": -TWO / 3,
    r"\sqrt{5 + 2 \, \sqrt{6}}": TWO + THREE,
    r"1 + \sqrt{2 + \sqrt{2}}": 1 + algebraic_sqrt(TWO + 2),
    r"-1 - \sqrt[4]{2}": -1 - algebraic_sqrt(TWO),
    r"-\sqrt[3]{2}": root_between(fmpz_poly([2, 0, 0, 1]), fmpq(-2), fmpq(-1)),
}


def value(text: str) -> Any:
    """LaTeX of roots and fractions, computed at 40 digits."""
    code = re.sub(r"\\sqrt\[(\d)\]\{(\d+)\}", r"root(\2, \1)", text)
    while "\\" in code:
        code, done = code.replace(r"\,", "*"), code
        code = re.sub(r"\\sqrt\{([^{}]*)\}", r"sqrt(\1)", code)
        code = re.sub(r"\\tfrac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/mpf(\2))", code)
        assert code != done
    with mpmath.workdps(40):
        return eval(code, {"sqrt": mpmath.sqrt, "mpf": mpmath.mpf, "root": mpmath.root})


@pytest.mark.parametrize("text", NUMBERS)
def test_the_text_is_the_number(text: str) -> None:
    x = NUMBERS[text]
    assert closed_form(x) == text
    assert has_closed_form(x)
    with mpmath.workdps(40):
        exact = (
            mpmath.mpf(int(x.p)) / int(x.q)
            if isinstance(x, fmpq)
            else mpmath.mpf(x.refine(200).mid().str(40, radius=False))
        )
        assert abs(value(text) - exact) < mpmath.mpf(10) ** -35


def test_what_has_none_is_named_by_its_polynomial() -> None:
    x = root_between(fmpz_poly([-1, -1, 0, 1]), fmpq(1), fmpq(2))
    assert not has_closed_form(x)
    assert closed_form(x) == r"\text{the root of } x^{3} - x - 1 \text{ near } 1.32472"


def test_decimals_are_rounded_and_have_powers_of_ten() -> None:
    assert decimal(GOLDEN) == "1.61803"
    assert decimal(fmpq(1, 3 * 10**9)) == r"3.33333 \cdot 10^{-10}"


def test_what_no_float_holds_has_a_decimal_and_a_name() -> None:
    huge, tiny = TWO * fmpq(10) ** 400, TWO / fmpq(10) ** 400
    assert decimal(huge) == r"1.41421 \cdot 10^{400}"
    assert decimal(tiny) == r"1.41421 \cdot 10^{-400}"
    assert closed_form(huge).endswith(rf"\text{{ near }} {decimal(huge)}")
