"""Complex matrices of any size are complex inputs: at size 2 they say what their doubles say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perturb.read.errors import NotUnderstood
from perturb.read.reader import read
from perturb.statements.claim import Claim
from perturb.vocab.systems.evaluate import Evaluation, Floats

ANY = r"A, B \in \mathbb{C}^{n \times n}"
SAID = (
    rf"For ${ANY}$: $\|AB - BA\|_F \le \sqrt2\,\|A\|_F\|B\|_F$.",
    rf"For ${ANY}$: $\|A^*B\|_* \le \|A\|_F\|B\|_F$.",
    rf"For ${ANY}$: $|\det(A^*B)| = |\det A|\,|\det B|$.",
    rf"For ${ANY}$: $\sigma_i(AB) \le \|A\|\,\sigma_i(B)$.",
    rf"For ${ANY}$: $\operatorname{{Re}}\operatorname{{tr}}(A^*B) \le \|A\|_F\|B\|_F$.",
    rf"For ${ANY}$: $w(A) \le \|A\| \le 2 w(A)$ and $\rho(B) \le w(B)$.",
    rf"For ${ANY}$: $\operatorname{{rank}}(AB) \le \operatorname{{rank}} A$.",
    rf"For ${ANY}$: $\operatorname{{tr}}(A^*A) + \|B\|_F^2 \ge 2\|A\|_F\|B\|_F$.",
    rf"For ${ANY}$: $\|A + B\|_{{S_3}} \le \|A\|_{{S_3}} + \|B\|_{{S_3}}$.",
    rf"For ${ANY}$: $\sum_{{i=1}}^n \sigma_i(AB) \le \|A\| \sum_{{i=1}}^n \sigma_i(B)$.",
    r"Let $A \in \mathbb{C}^{n \times n}$. If $A^*A = AA^*$, then $\rho(A) = \|A\|$.",
    rf"Let ${ANY}$ be invertible. Then $\kappa(AB) \le \kappa(A)\kappa(B)$ and $\|(AB)^{{-1}}\| \ge 0$.",
    r"Let $A$ be a Hermitian $n \times n$ matrix and $U$ a unitary $n \times n$ matrix. Then "
    r"$\lambda_i(U^*AU) = \lambda_i(A)$ for $i=1,\dots,n$.",
    r"Let $A, B$ be Hermitian $n \times n$ matrices, $A \preceq B$. Then $\lambda_i(A) \le \lambda_i(B)$.",
    r"Let $A$ be a complex $n \times n$ matrix. Then $\||A|\|_F = \|A\|_F$ and $\|e^A\| \le e^{\|A\|}$.",
    r"Let $A$ be a unitary $n \times n$ matrix. Then $|\lambda_i(A)| = 1$ for all $i$.",
    r"Let $A$ be a Hermitian $n \times n$ matrix. Then $\lambda_{\max}(A) \ge \frac1n \operatorname{tr} A$.",
)


def values(claim: Claim, inputs: dict[str, Any]) -> list[Any]:
    """Of every side of its conclusions without an index, at a batch of points.

    A determinant that is not 0 is the square of a modulus for the one and the modulus for the other.
    """
    value = Evaluation(Floats(inputs))
    with np.errstate(all="ignore"):
        sides = [value(side) for link in claim.conclusions for side in _closed(link)]
    return [np.broadcast_to(side, (64, *side.shape[1:])) for side in sides if not isinstance(side, int)]


def _closed(link: Any) -> list[Any]:
    return [side for side in link.parts if not side.free]


def doubled(claim: Claim, inputs: dict[str, Any]) -> dict[str, Any]:
    parts = {head: [inputs[p] for p in own] for head, own in claim.domain.heads.items()}
    return {head: np.block([[X, -Y], [Y, X]]) for head, (X, Y) in parts.items()}


@pytest.mark.parametrize("said", SAID)
def test_of_size_2_they_say_the_same_as_real_matrices_of_twice_the_size(said: str) -> None:
    of_2 = said.replace("{n \\times n}", "{2 \\times 2}").replace("$n \\times n$", "$2 \\times 2$")
    of_2 = of_2.replace("=1}^n", "=1}^2").replace("\\dots,n", "\\dots,2")
    of_2 = of_2.replace("frac1n", "frac12")
    assert of_2 != said
    native, twice = read(said).claim, read(of_2).claim
    assert all(len(own) == 2 for own in native.domain.heads.values())
    assert len(twice.domain.heads) == len(twice.domain.spaces)
    inputs = native.domain.inputs(native.domain.draw(np.random.default_rng(3), 64, {"n": 2}))
    for name, own in doubled(native, inputs).items():
        point = twice.domain.spaces[name]
        assert point.shape == own.shape[1:]
    found, wanted = values(native, inputs), values(twice, doubled(native, inputs))
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        good = np.isfinite(other) & (abs(other) < 1e6)
        near = 2e-3 if "w(A)" in said else 1e-6  # the numerical radius of a real matrix is seen from 64 sides
        assert np.allclose(np.where(good, one, 0), np.where(good, other, 0), rtol=near, atol=near)


def test_rectangular_ones_are_read() -> None:
    told = r"Let $A \in \mathbb{C}^{m\times n}$. Then "
    told += r"$\|A\|_2 \le \|A\|_F \le \sqrt{\operatorname{rank} A}\,\|A\|_2$."
    claim = read(told).claim
    assert [link.canonical() for link in claim.conclusions] == [
        "(<= (op (complex_matrix A_re A_im)) (complex_fro (complex_matrix A_re A_im)))",
        "(<= (complex_fro (complex_matrix A_re A_im)) (mul (sqrt (complex_rank (complex_matrix A_re A_im))) "
        "(op (complex_matrix A_re A_im))))",
    ]
    assert claim.inputs == [r"A \in \mathbb{C}^{m \times n}"]


def test_a_quotient_of_the_statement_stays_one() -> None:
    told = r"Let $A \in \mathbb{C}^{m\times n}$. Then "
    told += r"$\frac{\operatorname{rank} A}{2} \le \frac{\|A\|_F}{\sqrt2}$."
    (link,) = read(told).claim.conclusions
    A = "(complex_matrix A_re A_im)"
    assert link.canonical() == f"(<= (div (complex_rank {A}) 2) (div (complex_fro {A}) (sqrt 2)))"


def test_what_has_no_word_is_refused() -> None:
    with pytest.raises(NotUnderstood, match="complex"):
        read(r"Let $A \in \mathbb{C}^{n\times n}$. Then $\det A \le 1$.")
