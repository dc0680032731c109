"""E |A'g| for a rational matrix A to any precision, from the characteristic polynomial of A'A alone.

det(1 + 2 t A'A) is the sum of e_k (2t)^k with e_k >= 0 the coefficients of the characteristic polynomial but
for their signs, so that phi(t) = det(1 + 2 t A'A)^(-1/2) loses no digits and no singular value is needed:
another route than that of `width_operator`. Where the r singular values that are not 0 are all one t, E |A'g|
is t c_r, c_r = sqrt(2) Gamma((r + 1)/2) / Gamma(r/2), without an integral: at rank 1 and for t times an
orthogonal matrix, where bounds by norms are attained.
"""

from __future__ import annotations

from flint import arb, arb_poly, ctx, fmpq, fmpq_mat

from perturb.networks.relu.width_rule import mean_root, refinement

GUARD_BITS = 24


def exact_mean_image(A: fmpq_mat) -> arb:
    """E |A'g| in a ball at the working precision, g standard Gaussian in R^m, A of shape (m, n)."""
    gram = A.transpose() * A if A.ncols() <= A.nrows() else A * A.transpose()
    trace = sum((gram[i, i] for i in range(gram.nrows())), fmpq(0))
    if trace == 0:
        return arb(0)
    if gram * gram * (rank := gram.rank()) == gram * trace:
        return (arb(2 * trace / rank)).sqrt() * arb(fmpq(rank + 1, 2)).gamma() / arb(fmpq(rank, 2)).gamma()
    power = (int(trace.p).bit_length() - int(trace.q).bit_length()) // 2
    bits = ctx.prec
    with ctx.extraprec(GUARD_BITS + gram.nrows().bit_length()):
        return _mean_root((gram / fmpq(4) ** power).charpoly().coeffs(), bits) * arb(2) ** power


def _mean_root(coefficients: list[fmpq], bits: int) -> arb:
    """E sqrt(Q) from the characteristic polynomial of a Gram matrix with trace 1/2 to 4, to so many bits."""
    excess = [abs(x) for x in coefficients[-2::-1]]  # e_1, e_2, ...
    while excess[-1] == 0:
        excess.pop()
    left, right = 2 * (bits + 12) // 3, bits + 12
    k = refinement(len(excess), -0.7 * (bits + 6))
    polynomial = arb_poly([arb(0), *[arb(x * 2 ** (i + 1)) for i, x in enumerate(excess)]])
    within = [(arb(2).log() * i / k).exp() for i in range(k)]
    nodes = (within[j % k] * arb(2) ** (j // k) for j in range(-left * k, right * k + 1))
    inner = sum((_term(polynomial(t)) * t.rsqrt() for t in nodes), arb(0))
    return mean_root(inner, arb(excess[0]), len(excess), k, left, right)


def _term(excess: arb) -> arb:
    """1 - P^(-1/2) for P = 1 + excess."""
    return excess / (1 + excess + (1 + excess).sqrt())
