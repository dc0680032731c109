"""Mathematics in sentences that are written as in a program."""

from __future__ import annotations

import pytest

from perturb.pages.markdown import heading, note


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("s_1(W_1) >= rho", "$`s_{1}`$($`W_{1}`$) ≥ $`\\rho`$"),
        ("s_(n+1-i) and a_ij", "$`s_{n+1-i}`$ and $`a_{ij}`$"),
        ("tau_up != s_min", r"$`\tau_{\mathrm{up}}`$ ≠ $`s_{\min}`$"),
        ("s_i' of 2r^2, e^(A+B)", r"$`s_{i}^{\prime}`$ of $`2r^{2}`$, $`e^{A+B}`$"),
        ("|A - B|_F^2 (MD)^T z", "|A - B|$`{}_{F}^{2}`$ (MD)$`{}^{T}`$ z"),
        ("sqrt(8 n) -> 0", r"$`\sqrt{8 n}`$ → 0"),
        ("a matrix A, M' and I * 2", r"a matrix A, M' and I \* 2"),
        ("mat_abs, num_x and x < y", r"mat_abs, num_x and x \< y"),
        ("n^2n, sqrt(f(x)), 1e-3", "n^2n, sqrt(f(x)), 1e-3"),
    ],
)
def test_what_is_mathematics_beyond_doubt_is_set(said: str, shown: str) -> None:
    assert note(said) == shown


def test_a_title_has_letters_and_no_formulas() -> None:
    assert heading("M(rho) = M_o + rho Id, rho >= 0; etas") == "M(ρ) = M_o + ρ Id, ρ ≥ 0; etas"
