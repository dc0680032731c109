"""The words of Gaussian mean widths: of a linear operator, of finite sets and of the images of ReLU
layers, the latter two where they are known exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
from flint import arb, fmpq_mat

from perturb.networks.relu.layer_widths import ROWS_LIMIT, exact_image_width
from perturb.networks.relu.linear_operators import exact_mean_image
from perturb.networks.relu.point_widths import DIMENSIONS, POINTS_LIMIT, edges_width, sphere_width
from perturb.numbers.errors import Unavailable
from perturb.numbers.scalar import bounds
from perturb.vocab.grammar.kinds import M, S, When
from perturb.vocab.grammar.tree import Word
from perturb.vocab.systems.conditions import to_a_part
from perturb.vocab.systems.evaluate import screened

# Of the screen: nodes t = 2^(j/4) of the rule in `networks.relu.linear_operators`, for Frobenius norm 1.
EACH, LAST = 4, 160
NODES = 2.0 ** (np.arange(-LAST, LAST + 1) / EACH)
STEP = np.log(2) / EACH
# Left of the nodes the summands are about t^(1/2), right of them t^(-1/2).
BEYOND = float((2.0 ** (-np.arange(LAST + 1, 40 * LAST) / (2 * EACH))).sum())
FLAT = 1e-9  # of the screen: singular values this small beside the largest are taken for 0
SETS = (
    f"{{word}}: at most {POINTS_LIMIT} different points (rows) that span at most {DIMENSIONS} dimensions; "
    "perturb.relu.mean_width has a band for every set"
)
OF_SETS, ON_SPHERES = (SETS.format(word=word) for word in ("mean_width", "spherical_width"))
LAYERS = (
    f"relu_width: matrices with two rows, rank 1 or at most {ROWS_LIMIT} orthogonal rows, but for zero rows; "
    "perturb.relu.relu_width has a band for every layer"
)


def float_width(A: Any) -> Any:
    """2 E|A'g|, to about 1e-12, see `linear_operators`; NaN for a matrix that is not finite."""
    known = np.isfinite(A).all(axis=(-2, -1))
    s = np.linalg.svd(np.where(known[..., None, None], A, 0.0), compute_uv=False)
    top = s[..., :1]
    scale = np.where(
        (top > 1e-140) & (top < 1e140), 1.0, top + (top == 0)
    )  # whose squares do not fit a float
    s = s / scale
    size = np.sqrt((s * s).sum(axis=-1, keepdims=True))
    share = np.divide(s, size, out=np.zeros_like(s), where=size > 0)
    logs = np.log1p(2 * NODES * (share * share)[..., None]).sum(axis=-2)
    inner = (-np.expm1(-logs / 2) / np.sqrt(NODES)).sum(axis=-1) + 2 * BEYOND
    width = np.where(known, STEP * inner / np.sqrt(np.pi) * (size * scale)[..., 0], np.nan)
    return width[..., None, None]


def _width(field: Any, A: Any) -> Any:
    """From the characteristic polynomial of A'A. Of balls that of the midpoints: | |A'g| - |B'g| | is at most
    |(A - B)'g|, whose mean is at most the Frobenius norm of A - B.
    """
    if isinstance(A, fmpq_mat):
        return 2 * exact_mean_image(A)
    ends = [bounds(x) for x in A.entries()]
    if any(end is None for end in ends):
        return arb.nan()
    middle = fmpq_mat(A.nrows(), A.ncols(), [(lo + hi) / 2 for lo, hi in ends])  # type: ignore[misc]
    apart = sum((arb((hi - lo) / 2) ** 2 for lo, hi in ends), arb(0)).sqrt()  # type: ignore[misc]
    return (2 * exact_mean_image(middle) + arb(0, 2) * apart).nonnegative_part()


operator_width = Word(
    "operator_width",
    S,
    r"\Omega({0:0})",
    float_width,
    _width,
    bounded=to_a_part(1e-10),
    meaning="2 E|A'g|, g standard Gaussian: the Gaussian mean width of the image of the unit ball under A",
    elsewhere="Gaussian mean width, mean width of an ellipsoid, complexity of a layer",
    nonneg=When.ALWAYS,
    inexact=True,
    accepts=(M,),
)


def _certified(f: Callable[[fmpq_mat], arb | None], refused: str, grows: Callable[[Any], int]) -> Any:
    """f of the exact matrix, or of the middle of one of balls and what it may be off by."""

    def width(field: Any, A: Any) -> Any:
        middle, apart = (A, arb(0)) if isinstance(A, fmpq_mat) else middle_of(A)
        if middle is None:
            return arb.nan()
        found = f(middle)
        if found is None:
            raise Unavailable(refused)
        return (found + arb(0, 2) * arb(grows(middle)).sqrt() * apart).nonnegative_part()

    return width


def middle_of(A: Any) -> tuple[fmpq_mat | None, arb]:
    """A rational matrix and a bound of the Frobenius norm of the difference."""
    ends = [bounds(x) for x in A.entries()]
    if any(end is None for end in ends):
        return None, arb(0)
    middle = fmpq_mat(A.nrows(), A.ncols(), [(lo + hi) / 2 for lo, hi in ends])  # type: ignore[misc]
    return middle, sum((arb((hi - lo) / 2) ** 2 for lo, hi in ends), arb(0)).sqrt()  # type: ignore[misc]


def _float_mean_width(K: Any) -> Any:
    return np.sqrt(2 / np.pi) * _first_volume(K)


def _float_spherical_width(K: Any) -> Any:
    n = K.shape[-1]
    known = range(2 - n % 2, n, 2)  # see `point_widths.sphere_width`
    return (1.0 if n % 2 else 2 / np.pi) * np.prod([k / (k + 1) for k in known]) * _first_volume(K)


def _first_volume(K: Any) -> Any:
    """By edges, all pairs at a time; NaN where the points span more than three dimensions."""
    K = K - K.mean(axis=-2, keepdims=True)
    U, d, _ = np.linalg.svd(K, full_matrices=False)
    flat = (d[..., DIMENSIONS:] <= FLAT * d[..., :1]).all(axis=-1)
    P = (U * d[..., None, :])[..., :DIMENSIONS]
    P = np.concatenate([P, np.zeros((*P.shape[:-1], DIMENSIONS - P.shape[-1]))], axis=-1)
    pairs = list(combinations(range(K.shape[-2]), 2))
    volume = sum((_edge(P, i, j, FLAT * d[..., 0]) for i, j in pairs), np.zeros(len(K)))
    return np.where(flat, volume, np.nan)[..., None, None]


def _edge(P: Any, i: int, j: int, dust: Any) -> Any:
    """Length times exterior angle of a pair of points (B, N, 3), 0 for no edge."""
    along, off = P[..., j, :] - P[..., i, :], P - P[..., i : i + 1, :]
    length = np.linalg.norm(along, axis=-1)
    e = along / np.where(length > dust, length, 1.0)[..., None]
    t = (off * e[..., None, :]).sum(axis=-1)
    off = off - t[..., None] * e[..., None, :]
    on_line = np.linalg.norm(off, axis=-1) <= dust[..., None]
    beyond = (on_line & ((t < -dust[..., None]) | (t > (length + dust)[..., None]))).any(axis=-1)
    twin = (on_line & (np.abs(t) <= dust[..., None]))[..., :i].any(axis=-1)
    twin |= (on_line & (np.abs(t - length[..., None]) <= dust[..., None]))[..., :j].any(axis=-1)
    share = np.where(beyond | twin | (length <= dust), 0.0, _polar(e, off, on_line))
    return length * share


def _polar(e: Any, off: Any, on_line: Any) -> Any:
    """The share of the directions perpendicular to e that have no positive product with any row of `off`."""
    f = np.eye(3)[np.abs(e).argmin(axis=-1)]
    f = np.cross(e, f)
    f = f / np.linalg.norm(f, axis=-1, keepdims=True)
    h = np.cross(e, f)
    angles = np.arctan2((off * h[..., None, :]).sum(-1), (off * f[..., None, :]).sum(-1))
    angles = np.sort(np.where(on_line, np.inf, angles), axis=-1)
    none, first = np.isinf(angles[..., 0]), angles[..., :1]
    angles = np.where(np.isinf(angles), first, angles)
    angles = np.sort(angles, axis=-1)
    around = np.concatenate([angles, angles[..., :1] + 2 * np.pi], axis=-1)
    gap = np.diff(np.where(none[..., None], 0.0, around), axis=-1).max(axis=-1)
    return np.where(none, 1.0, np.maximum(gap / np.pi - 1, 0.0) / 2)


def _float_relu_width(A: Any) -> Any:
    """The three kinds that are known; NaN for other matrices."""
    rows = A.shape[-2]
    s = np.linalg.svd(A, compute_uv=False)
    line = (s[..., 1:] <= FLAT * s[..., :1]).all(axis=-1)
    found = np.where(line, _of_a_line(A), np.nan)
    if rows == 2:
        found = np.where(line, found, _of_two(A))
    elif rows <= ROWS_LIMIT:
        gram = A @ np.swapaxes(A, -1, -2)
        mixed = np.abs(gram * (1 - np.eye(rows))).max(axis=(-2, -1))
        apart = mixed <= FLAT * np.abs(gram).max(axis=(-2, -1))
        found = np.where(apart & ~line, _of_orthogonal(A), found)
    return found[..., None, None]


def _of_a_line(A: Any) -> Any:
    U, s, _ = np.linalg.svd(A, full_matrices=False)
    a = U[..., 0] * s[..., :1]
    ahead, back = (np.linalg.norm(np.maximum(x, 0), axis=-1) for x in (a, -a))
    return (ahead + back + np.hypot(ahead, back)) / np.sqrt(2 * np.pi)


def _of_orthogonal(A: Any) -> Any:
    m = A.shape[-2]
    sets = [[i for i in range(m) if code >> i & 1] for code in range(1, 2**m)]
    return sum(float_width(A[..., J, :])[..., 0, 0] for J in sets) / 2**m


def _of_two(A: Any) -> Any:
    aa, bb = (A * A).sum(axis=-1).T
    ab = (A[..., 0, :] * A[..., 1, :]).sum(axis=-1)
    with np.errstate(all="ignore"):
        around = _both_ahead(aa, bb, ab) + _one_ahead(aa, bb, ab) + _one_ahead(bb, aa, ab)
    return around / np.sqrt(2 * np.pi)


def _both_ahead(aa: Any, bb: Any, ab: Any) -> Any:
    middle = np.arctan2(np.sqrt(aa), np.sqrt(bb))
    wide, acute = 4 * ab * ab < aa * bb, ab >= 0
    low = np.where(acute, 0.0, np.where(wide, np.arctan2(-2 * ab, bb), middle))
    high = np.where(acute, np.pi / 2, np.where(wide, np.arctan2(aa, -2 * ab), middle))
    return np.sqrt(aa) * np.sin(low) + _arc(aa, bb, ab, low, high) + np.sqrt(bb) * np.cos(high)


def _one_ahead(aa: Any, bb: Any, ab: Any) -> Any:
    turn = np.arctan2(np.maximum(ab, 0.0), bb)
    rest = np.sqrt(np.maximum(aa - np.where(bb > 0, ab * ab / bb, 0.0), 0.0)) * (1 - np.sin(turn))
    return np.where(ab <= 0, np.sqrt(aa), _arc(aa, bb, -ab, np.zeros_like(turn), turn) + rest)


def _arc(aa: Any, bb: Any, ab: Any, low: Any, high: Any) -> Any:
    """An elliptic integral: the square is M + R cos(2t - delta)."""
    from scipy.special import ellipeinc  # which not every statement needs

    M, R = (aa + bb) / 2, np.hypot((aa - bb) / 2, ab)
    delta = np.arctan2(ab, (aa - bb) / 2) / 2
    share = np.clip(2 * R / np.where(M + R > 0, M + R, 1.0), 0.0, 1.0)
    return np.sqrt(M + R) * (ellipeinc(high - delta, share) - ellipeinc(low - delta, share))


mean_width = Word(
    "mean_width",
    S,
    r"\omega({0:0})",
    screened(_float_mean_width),
    _certified(edges_width, OF_SETS, lambda K: K.ncols()),
    meaning="E sup <g, x - y> over the rows x, y of A, g standard Gaussian: the Gaussian mean width of a "
    f"finite set; for at most {POINTS_LIMIT} different rows that span at most {DIMENSIONS} dimensions",
    elsewhere="Gaussian mean width, Gaussian width, mean width of a polytope, intrinsic volume, points",
    nonneg=When.ALWAYS,
    inexact=True,
    accepts=(M,),
)
spherical_width = Word(
    "spherical_width",
    S,
    r"\overline{{\omega}}({0:0})",
    screened(_float_spherical_width),
    _certified(sphere_width, ON_SPHERES, lambda K: 1),
    meaning="E sup <u, x - y> over the rows x, y of A, u uniform on the unit sphere: the spherical mean "
    f"width of a finite set; for at most {POINTS_LIMIT} different rows that span at most {DIMENSIONS} "
    "dimensions",
    elsewhere="mean width, mean breadth, intrinsic volume, points",
    nonneg=When.ALWAYS,
    inexact=True,
    accepts=(M,),
)
relu_width = Word(
    "relu_width",
    S,
    r"\Omega(\mathrm{{ReLU}}({0:0}\,\cdot))",
    screened(_float_relu_width),
    _certified(exact_image_width, LAYERS, lambda A: A.nrows()),
    meaning="the Gaussian mean width of the image of the unit ball under x -> ReLU(Ax); for two rows, rank "
    f"1, or at most {ROWS_LIMIT} orthogonal rows (zero rows do not count)",
    elsewhere="Gaussian mean width, width of a layer, complexity of a layer, ReLU",
    nonneg=When.ALWAYS,
    inexact=True,
    accepts=(M,),
)
