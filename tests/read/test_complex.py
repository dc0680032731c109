"""Complex matrices are complex inputs: what is written of them is what the text says of their doubles."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perturb.read.errors import NotUnderstood
from perturb.read.reader import read
from perturb.read.report import lines
from perturb.statements.claim import Claim
from perturb.vocab.grammar.tree import Expr
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


def values(sides: list[Expr], inputs: dict[str, Any]) -> list[Any]:
    """Of every side at a batch of points; of one component of a vector all of them."""
    value = Evaluation(Floats(inputs))
    open_ = [side for side in sides if side.free]
    sides = [side for side in sides if not side.free]
    sides += [one.args[0] for side in open_ for one in side.walk() if one.word.name == "component"]
    with np.errstate(all="ignore"):
        found = [value(side) for side in sides if not side.free]
    return [np.broadcast_to(one, (64, *one.shape[1:])) for one in found if not isinstance(one, int)]


def doubled(claim: Claim, inputs: dict[str, Any]) -> dict[str, Any]:
    parts = {head: [inputs[p] for p in own] for head, own in claim.domain.heads.items()}
    return {head: np.block([[X, -Y], [Y, X]]) for head, (X, Y) in parts.items()}


# Where n is a number, it is half the number of rows of the double: that is said at n = 2 only.
SIZED = [("2", said) for said in SAID]
SIZED += [("n", said) for said in SAID if "^n" not in said and "frac1n" not in said]


@pytest.mark.parametrize(("size", "said"), SIZED)
def test_the_file_says_what_the_text_says_of_doubles(size: str, said: str) -> None:
    """A text is understood in words of [[X, -Y], [Y, X]], and written in words of X + iY."""
    if size == "2":
        said = said.replace("{n \\times n}", "{2 \\times 2}").replace("$n \\times n$", "$2 \\times 2$")
        said = said.replace("=1}^n", "=1}^2").replace("\\dots,n", "\\dots,2").replace("frac1n", "frac12")
    found = read(said)
    native, chains = found.claim, found.understood.conclusions
    assert all(len(own) == 2 for own in native.domain.heads.values())
    inputs = native.domain.inputs(native.domain.draw(np.random.default_rng(3), 64, {"n": 2}))
    sides = [side for chain in chains for side in chain[::2] if isinstance(side, Expr)]
    written = [side for link in native.conclusions for side in link.parts]
    told = values(written, inputs)
    wanted = values(sides, doubled(native, inputs))
    assert wanted
    for other in wanted:
        near = 2e-3 if "w(A)" in said else 1e-6  # the numerical radius of a real matrix is seen from 64 sides
        assert any(_alike(one, other, near) for one in told), said


def _alike(one: Any, other: Any, near: float) -> bool:
    good = np.isfinite(other) & (abs(other) < 1e6)
    if one.shape != other.shape:
        return False
    return np.allclose(np.where(good, one, 0), np.where(good, other, 0), rtol=near, atol=near)


def test_what_is_understood_is_printed() -> None:
    (told, *_) = [said for said in SAID if "sigma_i(AB)" in said]
    assert "A          matrix, A ∈ ℂⁿˣⁿ" in "\n".join(lines(read(told)))


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
