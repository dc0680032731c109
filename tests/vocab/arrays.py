"""Arrays on which float64 is known to fail, what words take of them, and their values in balls."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from flint import arb, ctx

from perturb import vocab
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.scalar import to_arb
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Word, as_expr, variable
from perturb.vocab.systems.certified import CharPoly
from perturb.vocab.systems.elements import exactly
from perturb.vocab.systems.evaluate import Evaluation, as_scalar, is_matrix
from perturb.vocab.systems.immediate import Counted
from tests.samples import taken as taken_kinds

BITS = 400
M, V = Kind.MATRIX, Kind.VECTOR
TAKEN = {  # of words that take more than one kind; numbers as they are
    "schatten": (M, 3),
    "mat_power": (M, 1.5),
    "weighted_geometric_mean": (M, M, 0.25),
    "pow": (V, 3),
    "entrywise_power": (M, 2),
    "reshape": (M, 2, 8),
    "larger": (V, V),
    "smaller": (V, V),
    **dict.fromkeys(("sqrt", "sq", "abs", "exp", "log"), (V,)),
}
DEFAULT = {Kind.INTEGER: 2, Kind.SCALAR: 1.5}
NORMAL = np.random.default_rng(7).normal(size=(4, 4))
HILBERT = np.array([[1 / (i + j + 1) for j in range(4)] for i in range(4)])
SHIFT = np.diag([1.0, 1.0, 1.0], 1)
LEFT, _, RIGHT = np.linalg.svd(NORMAL)
STEPS = 10.0 ** (-4.0 * np.arange(4))
ZOO = {
    "regular": NORMAL,
    "positive definite": HILBERT + np.eye(4),
    "identity": np.eye(4),
    "zero": np.zeros((4, 4)),
    "hilbert": HILBERT,
    "singular": np.arange(16.0).reshape(4, 4),
    "rank one": np.outer([1.0, 2, 3, 4], [1.0, 2, 3, 4]),
    "graded diagonal": np.diag([1.0, 1e-6, 1e-13, 1e-17]),
    "graded": NORMAL * STEPS[:, None],
    "graded symmetric": HILBERT * np.outer(STEPS, STEPS),
    "clustered": np.eye(4) + 1e-12 * (NORMAL + NORMAL.T),
    "two of one size": np.diag([1, 1 + 2.0**-40, 1, 2]),
    "nearly singular": LEFT @ np.diag([1.0, 0.7, 0.4, 1e-10]) @ RIGHT,
    "jordan": np.eye(4) + SHIFT,
    "nilpotent": SHIFT,
    "huge": NORMAL * 1e200,
    "huge symmetric": HILBERT * 1e300,
    "tiny": HILBERT * 1e-300,
    "antisymmetric": NORMAL - NORMAL.T,
    "negative": -HILBERT,
    "permutation": np.eye(4)[[1, 2, 3, 0]],
    "complex": np.block([[NORMAL[:2, :2], -NORMAL[2:, 2:]], [NORMAL[2:, 2:], NORMAL[:2, :2]]]),
}


def public_words() -> dict[str, Word]:
    """The words that a caller has, but for those that take no array."""
    words = {name: getattr(vocab, name) for name in vocab.__all__}
    return {name: w for name, w in words.items() if isinstance(w, Word) and {M, V} & set(taken(w))}


def taken(word: Word) -> tuple[Any, ...]:
    return TAKEN.get(word.name) or taken_kinds(word)[0]


def arguments(word: Word, A: Any) -> list[Any]:
    """A and its transpose for matrices, its second row for vectors; in batches, too."""
    given: list[Any] = []
    row = A[1] if A.ndim == 2 else Counted(A[..., 1, :], V)
    for kind in taken(word):
        value = {M: A if not given else np.swapaxes(A, -1, -2), V: row}.get(kind)
        given.append(DEFAULT.get(kind, kind) if value is None else value)
    return given


def enclosed(word: Word, args: list[Any], bits: int = BITS) -> list[arb] | None:
    """The numbers of the exact word, in balls; None where it has no value. Unavailable, ValueError."""
    kinds = {f"x{k}": (V, M)[a.ndim - 1] for k, a in enumerate(args) if isinstance(a, np.ndarray)}
    nodes = [
        variable(f"x{k}", kinds[f"x{k}"]) if f"x{k}" in kinds else as_expr(a) for k, a in enumerate(args)
    ]
    values = {f"x{k}": exactly(a, kinds[f"x{k}"]) for k, a in enumerate(args) if f"x{k}" in kinds}
    with ctx.workprec(bits):
        try:
            value = Evaluation(CharPoly(values, bits))(word.node(*nodes))
        except Undefined:
            return None
        entries = value.entries() if is_matrix(value) else value if isinstance(value, tuple) else [value]
        return [to_arb(as_scalar(x)) for x in entries]


def refused(word: Word, args: list[Any]) -> bool:
    """Is the exact word refused there: by shape, for want of symmetry, or of a method?"""
    try:
        enclosed(word, args)
    except (ValueError, Unavailable):
        return True
    return False


def right(x: float, ball: arb) -> bool:
    """Is x within 1e-9 of what the ball holds, as a part of that? A ball around 0 does not contradict 0."""
    with ctx.workprec(BITS):
        if ball.contains(0):
            return x == 0 or bool(abs(arb(x)) <= abs(ball).upper())
        return bool(abs(arb(x) - ball).upper() <= abs(ball).lower() * arb(1.001e-9))


def tellable(ball: arb) -> bool:
    """Do nine digits of it stand, in the range of float64?"""
    middle = float(ball.mid())
    with ctx.workprec(BITS):
        sharp = bool(ball.is_finite() and ball.rad() <= abs(ball).lower() * arb(1e-10))
    return sharp and math.isfinite(middle) and (abs(middle) > 1e-300 or bool(ball.is_zero()))
