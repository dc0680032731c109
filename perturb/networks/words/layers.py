"""Words of layered networks: slopes, circular convolution, and of ReLU layers the norm, the distance and
the singular values, enclosed without the bounds that statements about them are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from flint import arb, arb_mat, fmpq, fmpq_mat

from perturb.enclosure import Enclosure
from perturb.networks.relu import relu_distance as enclosed_distance
from perturb.networks.relu import relu_norm as enclosed_norm
from perturb.networks.relu.norm import groups
from perturb.networks.relu.singular import SIDE_LIMIT, searched
from perturb.networks.relu.two_layers import climb, values
from perturb.networks.words.widths import middle_of
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.scalar import hull, maximum
from perturb.vocab.grammar.kinds import M, S, V, When, smaller
from perturb.vocab.grammar.tree import Word
from perturb.vocab.systems.evaluate import as_scalar, check_shapes, column, require_entries, screened
from perturb.vocab.systems.facts import may_be_empty
from perturb.vocab.systems.rounding import moved, settled

STEPS, FEW_ROWS, EDGE = 25, 3, 1e-12  # of the screen
# Rounds of the search among kernels and steps of the fit: while few bits are asked for, and beyond.
QUICK, QUICK_IN_THE_PLANE, THOROUGH = (8, 0), (0, 0), (12, 6)
FEW_BITS = 64
CIRCLE = np.array([np.cos(angles := np.linspace(0, np.pi, 128, endpoint=False)), np.sin(angles)])


def _float_slopes(t: Any, eta: Any) -> Any:
    """NaN at a zero, where the slope is not defined."""
    known = np.where(t > 0, 1.0, np.where(t < 0, eta, np.nan))
    return np.where(np.isnan(t), np.nan, known)


def _slope(t: Any, eta: Any) -> Any:
    t, eta = as_scalar(t), as_scalar(eta)
    if t > 0:
        return fmpq(1)
    if t < 0:
        return eta
    if isinstance(t, arb) and not t.is_zero():
        return arb("nan")  # a ball that holds 0: the slope may be either
    raise Undefined("the slope of an activation at 0")


def _float_circulant(v: Any) -> Any:
    require_entries(v)
    n = v.shape[-2]
    shift = (np.arange(n)[:, None] - np.arange(n)[None, :]) % n
    return v[..., shift, 0]


def _circulant(field: Any, v: tuple[Any, ...]) -> Any:
    n, values = len(v), column(v)
    return type(values)(n, n, [values[(i - j) % n, 0] for i in range(n) for j in range(n)])


def ball_of(field: Any, found: Enclosure) -> Any:
    """What an enclosure holds, and what it rests on; at best it is about 1e-12 wide at every precision."""
    field.trusts |= found.trusts
    if found.lo is None or found.hi is None:
        return arb.nan()
    return found.lo if found.is_point else hull(arb(found.lo), arb(found.hi))


def _norm(field: Any, A: Any) -> Any:
    """A singular value, exactly where the field has these, if the rows allow it."""
    blocks = groups(A) if isinstance(A, fmpq_mat) else None
    if blocks is None:
        return ball_of(field, _remembered(enclosed_norm, A))
    return maximum([as_scalar(field.singular_values(block)[0]) for block in blocks])


def _distance(field: Any, A: Any, L: Any) -> Any:
    check_shapes(A, L, A.nrows() == L.nrows() and A.ncols() == L.ncols(), "relu_distance")
    return ball_of(field, _remembered(_unassuming, A, L))


def _unassuming(A: Any, L: Any) -> Enclosure:
    return enclosed_distance(A, L, lipschitz=False)


def _remembered(f: Callable[..., Enclosure], *matrices: Any) -> Enclosure:
    """One computation for all precisions of a point."""
    if any(isinstance(A, arb_mat) for A in matrices):
        return f(*matrices)
    return _known(f, tuple([(A.nrows(), A.ncols(), tuple(A.entries())) for A in matrices]))


@lru_cache(maxsize=64)
def _known(f: Callable[..., Enclosure], parts: tuple[tuple[int, int, tuple[fmpq, ...]], ...]) -> Enclosure:
    return f(*[fmpq_mat(m, n, entries) for m, n, entries in parts])


def _float_distance(A: Any, L: Any) -> Any:
    """From the rows and singular vectors of A, L and A - L upwards: a local maximum, as a screen."""
    A, L = np.broadcast_arrays(A, L)
    known = np.isfinite(A - L).all(axis=(-2, -1), keepdims=True)
    A, L = np.where(known, A, 0.0), np.where(known, L, 0.0)
    with np.errstate(all="ignore"):
        vectors = [A, L, *(np.linalg.svd(X)[2] for X in (A - L, A, L))]
        X = np.concatenate([*vectors, *(-V for V in vectors)], axis=-2)
        X = X / np.sqrt((X * X).sum(axis=-1, keepdims=True))
        X = climb(A, L, np.where(np.isfinite(X), X, 0.0), STEPS)
        return np.where(known, values(A, L, X).max(axis=-1)[..., None, None], np.nan)


def _float_norm(A: Any) -> Any:
    """For few rows by the sets of rows that have a nonnegative top eigenvector, else a local maximum."""
    m = A.shape[-2]
    if m > FEW_ROWS:
        return _float_distance(A, 0 * A)
    sets = [[i for i in range(m) if code >> i & 1] for code in range(1, 2**m)]
    return np.max([_top(A[..., rows, :]) for rows in sets], axis=0)[..., None, None]


@screened
def _top(A: Any) -> Any:
    """The norm of rows whose top left singular vector has one sign, else 0."""
    U, d, _ = np.linalg.svd(A, full_matrices=False)
    least, most = U[..., 0].min(axis=-1), U[..., 0].max(axis=-1)
    return np.where((least >= -EDGE) | (most <= EDGE), d[..., 0], 0.0)


slopes = Word(
    "slopes",
    V,
    r"\phi_{{{1:0}}}'({0:0})",
    _float_slopes,
    lambda field, t, eta: tuple(_slope(x, eta) for x in t),
    bounded=settled,
    meaning="1 where a component is positive and eta where it is negative, as a vector; undefined at 0",
    elsewhere="heaviside, relu, leaky relu, activation, mask, derivative, sign",
    accepts=(V, S),
    indexed=r"\phi_{{{1:0}}}'({0:0})",
    partial=True,
)
circulant = Word(
    "circulant",
    M,
    r"\mathrm{{circ}}({0:0})",
    _float_circulant,
    _circulant,
    bounded=moved,
    meaning="the n x n matrix with entries v[i - j mod n], so that its product is circular convolution",
    elsewhere="convolution, convolve, convnet, toeplitz",
    accepts=(V,),
    shape=lambda v: (v[0], v[0]),
    partial=may_be_empty,
)
relu_norm = Word(
    "relu_norm",
    S,
    r"\lVert \mathrm{{ReLU}}({0:0}\,\cdot) \rVert",
    _float_norm,
    _norm,
    meaning="the largest |ReLU(Ax)| over |x| <= 1, the norm of a ReLU layer without bias",
    elsewhere="norm of a layer, Lipschitz constant at 0, ReLU, positive part",
    nonneg=When.ALWAYS,
    inexact=True,
    accepts=(M,),
)
relu_distance = Word(
    "relu_distance",
    S,
    r"\lVert \mathrm{{ReLU}}({0:0}\,\cdot) - \mathrm{{ReLU}}({1:0}\,\cdot) \rVert",
    _float_distance,
    _distance,
    meaning="the largest |ReLU(Ax) - ReLU(Lx)| over |x| <= 1, A and L of one shape",
    elsewhere="distance of layers, approximation error of a layer, ReLU",
    nonneg=When.ALWAYS,
    inexact=True,
    accepts=(M, M),
)


@lru_cache(maxsize=256)
def _searched(m: int, n: int, entries: tuple[fmpq, ...], k: int, effort: tuple[int, int]) -> Enclosure:
    rounds, steps = effort
    return searched(fmpq_mat(m, n, entries), k, rounds, 1, steps, lipschitz=False)


def _values(field: Any, A: Any) -> tuple[Any, ...]:
    """s_0 is the norm. The others are 1-Lipschitz in A, which is used for matrices of balls, and listed."""
    m, n = A.nrows(), A.ncols()
    if max(m, n) > SIDE_LIMIT and min(m, n) > 1:
        raise Unavailable(f"relu_singular_values: sides up to {SIDE_LIMIT}, not {m} x {n}")
    first = relu_norm.certified(field, A)  # type: ignore[misc]
    middle, apart = (A, arb(0)) if isinstance(A, fmpq_mat) else middle_of(A)
    if middle is None:
        return (first, *[arb.nan()] * (min(m, n) - 1))
    field.trusts |= set() if apart == 0 else {"relu-lipschitz"}
    quick = QUICK_IN_THE_PLANE if n == 2 else QUICK
    effort = quick if field.bits <= FEW_BITS else THOROUGH
    found = [_searched(m, n, tuple(middle.entries()), k, effort) for k in range(1, min(m, n))]
    return (first, *[_widened(ball_of(field, x), apart) for x in found])


def _widened(x: Any, by: arb) -> Any:
    return x if by == 0 else (x + arb(0, 1) * by).nonnegative_part()


def _screen(A: Any) -> Any:
    """For two columns the least over the lines that L may forget; else what the truncated SVD is off by."""
    known = np.isfinite(A).all(axis=(-2, -1), keepdims=True)
    A = np.where(known, A, 0.0)
    first = relu_norm.floats(A)  # type: ignore[misc]
    if min(A.shape[-2:]) == 1:
        return np.where(known, first, np.nan)
    rest = _lines(A) if A.shape[-1] == 2 else _truncated(A)
    return np.where(known, np.concatenate([first, rest], axis=-2), np.nan)


def _lines(A: Any) -> Any:
    Y = A @ CIRCLE
    larger = np.maximum((np.maximum(Y, 0) ** 2).sum(axis=-2), (np.minimum(Y, 0) ** 2).sum(axis=-2))
    return np.sqrt(larger.min(axis=-1))[..., None, None]


def _truncated(A: Any) -> Any:
    U, d, V = np.linalg.svd(A, full_matrices=False)
    cut = [(U[..., :k] * d[..., None, :k]) @ V[..., :k, :] for k in range(1, d.shape[-1])]
    return np.concatenate([relu_distance.floats(A, L) for L in cut], axis=-2)  # type: ignore[misc]


relu_singular_values = Word(
    "relu_singular_values",
    V,
    r"s^{{\mathrm{{ReLU}}}}({0:0})",
    _screen,
    _values,
    meaning="for k = 1, ..., min(m, n) the least distance |ReLU(A.) - ReLU(L.)| over the ball from an L of "
    "rank below k, so that [1] is relu_norm(A); enclosed, to some percent, for sides up to 5",
    elsewhere="singular values of a layer, approximation numbers, low-rank layer, ReLU",
    nonneg=When.ALWAYS,
    inexact=True,
    accepts=(M,),
    indexed=r"s^{{\mathrm{{ReLU}}}}_{{{i}}}({0:0})",
    shape=lambda A: (smaller(*A),),
)
