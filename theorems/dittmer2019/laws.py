"""Section IV and Figure 1 by samples: widths of operators, one direction for all, sparse images.

Half the width of a linear operator is the mean length of Sigma g (Lemma 14), and c_n the mean length of g.
"""

from __future__ import annotations

from math import exp, lgamma, pi, sqrt

import numpy as np
from flint import arb

from perturb.laws.ensembles.truth import Span, constant, less
from perturb.statements.chance import mean, tail
from theorems.dittmer2019 import DITTMER

SPECTRA = [(1.0, 1.0), (3.0, 2.0), (4.0, 2.0, 1.0)]


def c(n):
    """(19)."""
    return sqrt(2) * exp(lgamma((n + 1) / 2) - lgamma(n / 2))


def frobenius(*spectrum):
    return sqrt(sum(value**2 for value in spectrum))


def lengths(spectrum, draws, rng):
    """|Sigma g|, which moves at most sigma_0 times as far as g."""
    return np.linalg.norm(rng.standard_normal((draws, len(spectrum))) * spectrum, axis=1)


@mean(
    DITTMER,
    "Lemma 13, (19): the mean length is c_n, from above",
    id="lem-13.19~mean-length",
    status="proved",
    bound=lambda n: c(n) + 0.015,
    cases=[(1,), (2,), (5,)],
    lipschitz=1.0,
    covers=["lem-13.chain-e"],
)
def the_mean_length(n, draws, rng):
    """E|g| = c_n, to 0.015; sqrt(n - 1 + 2/pi) is too large by 0.026 for n = 2 and n = 5."""
    return lengths(n * (1.0,), draws, rng)


@mean(
    DITTMER,
    "Lemma 13, (19): the mean length is c_n, from below",
    id="lem-13.19~below",
    status="proved",
    direction=">=",
    bound=lambda n: c(n) - 0.015,
    cases=[(1,), (2,), (5,)],
    lipschitz=1.0,
)
def the_mean_length_from_below(n, draws, rng):
    """sqrt(n - 1/2) is too small by 0.029 for n = 2."""
    return lengths(n * (1.0,), draws, rng)


@mean(
    DITTMER,
    "Lemma 14: the width of a linear operator from below",
    id="lem-14.accum",
    status="proved",
    direction=">=",
    bound=lambda *spectrum: sqrt(2 / pi) * frobenius(*spectrum),
    cases=SPECTRA,
    lipschitz=4.0,
)
def width_from_below(*given):
    """Omega(A) = 2 E|Sigma'g| lies between 2 sqrt(2/pi) and 2 times |A|_F: the accumulated effect of the
    singular values is the root of their sum of squares, up to a factor 0.8. Equality at rank 1.
    """
    *spectrum, draws, rng = given
    return lengths(spectrum, draws, rng)


@mean(
    DITTMER,
    "Lemma 14: the width of a linear operator from above",
    id="lem-14.accum~above",
    status="proved",
    bound=lambda *spectrum: c(len(spectrum)) / sqrt(len(spectrum)) * frobenius(*spectrum),
    cases=[(4.0, 1.0), (4.0, 2.0, 1.0)],
    lipschitz=4.0,
)
def width_from_above(*given):
    """Omega(A) <= 2 c_r |A|_F / sqrt(r), r > 0 the rank, below (21) unless all singular values are equal: in
    p_i = sigma_i^2/|A|_F^2 the mean of sqrt(sum p_i g_i^2) is concave and symmetric, so largest at p_i = 1/r
    and least at a vertex.
    """
    *spectrum, draws, rng = given
    return lengths(spectrum, draws, rng)


@tail(
    DITTMER,
    "Section IV-B: one g is a good estimate, of the width of two points",
    id="eq-22.one",
    status="refuted",
    bound=lambda off: 0.5,
    cases=[(0.5,)],
)
def one_direction_is_enough(off, draws, rng):
    """The text has no number; a good estimate is read here as one that is off by more than half with
    probability 1/2 at most. For two points (22) is |<g, x - y>|, in every dimension: that probability is
    0.541, and the standard deviation is 0.756 of the mean. One g is enough where the width is large beside
    the diameter: P[off by t] <= 2 exp(-t^2/(2 diam^2)).
    """
    length = np.abs(rng.standard_normal(draws))
    mean_width = constant((2 / arb.pi()).sqrt())
    known = Span(length, length)
    share = constant(arb(off))
    far = less(mean_width * (1 + share), known) | less(known, mean_width * (1 - share))
    return far.column()


def hits_zero(m, draws, rng):
    """Has Ax <= 0 a solution x != 0, for Gaussian A with m rows and 2 columns: do they miss a half-plane?"""
    turns = np.sort(rng.random((draws, m)), axis=1)
    last = 1 - (turns[:, -1] - turns[:, 0])
    # Multiples of 2^-53 up to 1: every difference is exact.
    return np.maximum(np.diff(turns, axis=1).max(axis=1), last) >= 0.5


@tail(
    DITTMER,
    "after Corollary 11: how often ball and sphere are not as wide",
    id="cor-11.ball~how-often",
    status="proved",
    direction=">=",
    bound=lambda m: 0.95 * (1 - m / 2 ** (m - 1)),
    cases=[(3,), (4,), (6,)],
)
def ball_and_sphere_differ(m, draws, rng):
    """With independent symmetric rows in general position the widths agree with probability
    2^(1-m) sum_{k<n} C(m-1, k) (Wendel 1962): always for m <= n, half the time for m = 2n; n = 2 here.
    """
    return ~hits_zero(m, draws, rng)


@tail(
    DITTMER,
    "Figure 1: how often no output is zero",
    id="fig-1.tentacles",
    status="proved",
    bound=lambda m: 1.1 * 2.0**-m,
    cases=[(1,), (2,), (4,)],
)
def no_output_is_zero(m, draws, rng):
    """2^-m for independent symmetric rows: of random layers the share of sparse images grows with the number
    of outputs. It need not for a given A: with equal rows it is 1/2 at every size.
    """
    return (rng.standard_normal((draws, m)) > 0).all(axis=1)
