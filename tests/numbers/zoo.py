"""Matrices on which a spectral kernel can go wrong, references to judge it by, and the checks themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat
from mpmath import mp

from perturb.numbers.algebraic import Algebraic, algebraic_sqrt
from perturb.numbers.scalar import Scalar, to_arb

Kernel = Callable[[fmpq_mat], Sequence[Scalar]]
DIGITS = 60
TWO = fmpq(2)


def diag(*entries: fmpq | int) -> fmpq_mat:
    return fmpq_mat([[x if i == j else 0 for j in range(len(entries))] for i, x in enumerate(entries)])


def hilbert(m: int, n: int) -> fmpq_mat:
    return fmpq_mat([[fmpq(1, i + j + 1) for j in range(n)] for i in range(m)])


def jordan(n: int, x: int) -> fmpq_mat:
    return fmpq_mat([[x if i == j else int(j == i + 1) for j in range(n)] for i in range(n)])


def integers(m: int, n: int, seed: int) -> fmpq_mat:
    return fmpq_mat(
        [[(seed * (7 * i * i + 3 * j + 5 * i * j + 1)) % 19 - 9 for j in range(n)] for i in range(m)]
    )


def symmetric(A: fmpq_mat) -> fmpq_mat:
    return A + A.transpose()


ANY: dict[str, fmpq_mat] = {
    "1x1": fmpq_mat([[-3]]),
    "row": fmpq_mat([[1, -2, 2]]),
    "column": fmpq_mat([[1], [1], [1]]),
    "wide": integers(2, 5, 3),
    "tall": integers(6, 3, 5),
    "square": integers(5, 5, 7),
    "rank one": fmpq_mat([[i * j for j in (1, 2, 3)] for i in (2, -1, 4)]),
    "rank deficient wide": fmpq_mat([[1, 2, 3, 4], [2, 4, 6, 8], [1, 0, 0, 1]]),
    "jordan": jordan(4, 2),
    "nilpotent": jordan(5, 0),
    "graded": fmpq_mat([[fmpq(1 + (i * j) % 3, 10 ** (2 * (i + j))) for j in range(4)] for i in range(4)]),
    "one big": diag(1, 1, 10**12) + integers(3, 3, 1),
    "huge": integers(3, 3, 2) * TWO**900,
    "tiny": integers(3, 2, 4) * (1 / TWO**1100),
    "huge and tiny": diag(TWO**300, 1, 1 / TWO**300),
}
SYMMETRIC: dict[str, fmpq_mat] = {
    "1x1 symmetric": fmpq_mat([[5]]),
    "zero": fmpq_mat([[0] * 3] * 3),
    "identity": diag(1, 1, 1, 1),
    "diag(1,1,2)": diag(1, 1, 2),
    "diag(1,-1)": diag(1, -1),
    "ones": fmpq_mat([[1] * 4] * 4),
    "hilbert": hilbert(5, 5),
    "path": fmpq_mat([[int(abs(i - j) == 1) for j in range(6)] for i in range(6)]),
    "cycle": fmpq_mat([[int((i - j) % 5 in (1, 4)) for j in range(5)] for i in range(5)]),
    "nearly repeated": diag(1, 1 + 1 / TWO**40, 2) + symmetric(jordan(3, 0)) * (1 / TWO**45),
    "nearly singular": fmpq_mat([[1, 1], [1, 1 + 1 / TWO**70]]),
    "indefinite": symmetric(integers(5, 5, 11)),
    "huge symmetric": symmetric(integers(4, 4, 3)) * TWO**300,
    "tiny symmetric": symmetric(integers(4, 4, 3)) * (1 / TWO**300),
}
ALL = ANY | SYMMETRIC

any_matrix = pytest.mark.parametrize("A", [pytest.param(A, id=name) for name, A in ALL.items()])
symmetric_matrix = pytest.mark.parametrize("S", [pytest.param(S, id=name) for name, S in SYMMETRIC.items()])


def _mpmath(A: fmpq_mat) -> object:
    return mp.matrix([[mp.mpf(int(x.numer())) / int(x.denom()) for x in row] for row in A.tolist()])


def _spread_digits(A: fmpq_mat) -> int:
    """Enough digits that 60 are left in the smallest singular value of any matrix of the zoo."""
    bits = max((x.height_bits() for x in A.entries()), default=1)
    return DIGITS + 20 + bits // 2


def reference_singular_values(A: fmpq_mat) -> list[object]:
    with mp.workdps(_spread_digits(A)):
        S = mp.svd_r(_mpmath(A), compute_uv=False)
        return sorted((S[i] for i in range(len(S))), reverse=True)


def reference_eigenvalues(S: fmpq_mat) -> list[object]:
    with mp.workdps(_spread_digits(S)):
        E = mp.eigsy(_mpmath(S), eigvals_only=True)
        return sorted((E[i] for i in range(len(E))), reverse=True)


def size(A: fmpq_mat) -> fmpq:
    return max(abs(x) for x in A.entries())


def check_encloses(values: Sequence[Scalar], reference: Sequence[object], A: fmpq_mat, gap: float) -> None:
    """Each enclosure is finite, holds its reference to 60 digits of the matrix, is narrower than gap."""
    assert len(values) == len(reference)
    with ctx.workprec(4000):
        scale = arb(size(A))
        for x, y in zip(values, reference, strict=True):
            ball = to_arb(x)
            assert ball.is_finite()
            assert ball.overlaps(arb(y) + symmetric_ball(scale * arb(10) ** -DIGITS))
            assert ball.rad() <= scale * arb(gap)


def symmetric_ball(r: arb) -> arb:
    return (-r).union(r)


def check_singular_values(kernel: Kernel, A: fmpq_mat, gap: float = 1e-11) -> None:
    check_encloses(kernel(A), reference_singular_values(A), A, gap)


def check_eigenvalues(kernel: Kernel, S: fmpq_mat, gap: float = 1e-11) -> None:
    check_encloses(kernel(S), reference_eigenvalues(S), S, gap)


def check_overlap(xs: Sequence[Scalar], ys: Sequence[Scalar]) -> None:
    """Two enclosures of the same numbers meet. NaN meets everything, so it is refused first."""
    assert len(xs) == len(ys)
    for x, y in zip(map(to_arb, xs), map(to_arb, ys), strict=True):
        assert x.is_finite()
        assert y.is_finite()
        assert x.overlaps(y)


def root_of(n: int) -> Algebraic:
    """The square root of an integer that is not a square."""
    x = algebraic_sqrt(fmpq(n))
    assert isinstance(x, Algebraic)
    return x


def balls(A: fmpq_mat, radius: arb | float) -> arb_mat:
    return arb_mat([[arb(x) + symmetric_ball(arb(radius)) for x in row] for row in A.tolist()])
