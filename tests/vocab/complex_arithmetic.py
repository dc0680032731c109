"""Points with complex inputs, what each number system finds there, and the same in complex arithmetic."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import numpy as np
from flint import arb_mat, ctx, fmpq_mat

from perturb.domains.space import exact_value
from perturb.numbers.errors import Unavailable
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.numbers.scalar import to_arb
from perturb.vocab.complexes.values import Complex, is_complex
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, variable
from perturb.vocab.systems.certified import CharPoly, Exact, Residual
from perturb.vocab.systems.evaluate import Evaluation, Floats

Array = Any
KINDS = {"A": Kind.MATRIX, "B": Kind.MATRIX, "C": Kind.MATRIX, "x": Kind.VECTOR, "y": Kind.VECTOR}
KINDS |= {"z": Kind.SCALAR, "w": Kind.SCALAR}
REAL = {"R": Kind.MATRIX, "u": Kind.VECTOR, "t": Kind.SCALAR}
TREES: dict[str, Any] = {
    **{n: Complex.of(*[variable(f"{n}_{end}", k) for end in ("re", "im")]) for n, k in KINDS.items()},
    **{n: variable(n, k) for n, k in REAL.items()},
}


def gaussian(rng: np.random.Generator, *shape: int) -> Array:
    """Numbers that are exact in float64: quarters."""
    return rng.integers(-8, 9, shape) / 4 + 1j * rng.integers(-8, 9, shape) / 4


def square_ones(rng: np.random.Generator, n: int) -> Iterator[tuple[str, Array]]:
    G, K = gaussian(rng, n, n), gaussian(rng, n, 1)
    yield "general", G
    yield "real", G.real + 0j
    yield "imaginary", 1j * G.imag
    yield "rank one", K @ gaussian(rng, 1, n)
    yield "zero", 0 * G
    yield "nilpotent", np.triu(G, 1)
    yield "Jordan", (1 + 2j) * np.eye(n) + np.diag(np.ones(n - 1), 1)
    yield "multiple of I", (0.5 - 1j) * np.eye(n)
    yield "Hermitian", G + G.conj().T
    yield "skew", G - G.conj().T
    yield "symmetric", G + G.T
    yield "semidefinite", K @ K.conj().T
    yield "definite", G @ G.conj().T + np.eye(n)
    yield "unitary", np.diag(1j ** np.arange(1, n + 1))[np.roll(np.arange(n), 1)]


def points(seed: int = 7) -> Iterator[tuple[str, dict[str, Array]]]:
    rng = np.random.default_rng(seed)
    for n in (1, 2, 3):
        for name, A in square_ones(rng, n):
            P = gaussian(rng, n, n)
            more = {"B": P, "C": P @ P.conj().T + np.eye(n), "R": gaussian(rng, n, n).real}
            vectors = {"x": gaussian(rng, n), "y": gaussian(rng, n), "u": gaussian(rng, n).real}
            yield (
                f"{name} {n}",
                {
                    "A": A,
                    **more,
                    **vectors,
                    "z": gaussian(rng, 1)[0],
                    "w": gaussian(rng, 1)[0] + 3,
                    "t": 0.75,
                },
            )
    for m, n in ((1, 2), (2, 1), (2, 3), (3, 2)):
        G = gaussian(rng, m, n)
        for name, A in (("wide", G), ("rank one", G[:, :1] @ G[:1]), ("zero", 0 * G)):
            yield (
                f"{name} {m} x {n}",
                {"A": A, "x": gaussian(rng, n), "y": gaussian(rng, m), "R": gaussian(rng, m, n).real},
            )


POINTS = list(points())


def exact_point(point: dict[str, Array]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in point.items():
        parts = {name: np.real(value)}
        if name in KINDS:
            parts = {f"{name}_re": np.real(value), f"{name}_im": np.imag(value)}
        kind = KINDS.get(name) or REAL[name]
        found |= {key: exact_value(np.asarray(x).tolist(), kind) for key, x in parts.items()}
    return found


def as_array(value: Any) -> Array:
    if isinstance(value, fmpq_mat | arb_mat | ExactMatrix):
        rows = value.balls() if isinstance(value, ExactMatrix) else value
        return np.array([[float(to_arb(x).mid()) for x in row] for row in rows.tolist()])
    if isinstance(value, tuple):
        return np.array([float(to_arb(x).mid()) for x in value])
    return np.array(float(to_arb(value).mid()))


def by(system: Any, tree: Expr, point: dict[str, Any]) -> Array | None:
    """None where the system does not tell."""
    field = system(point, 120)
    with ctx.workprec(120):
        try:
            return as_array(Evaluation(field)(tree))
        except Unavailable:
            return None


def floated(tree: Expr, point: dict[str, Any]) -> Array | None:
    def batch(x: Any) -> Array:
        a = as_array(x)
        return a.reshape(1, *a.shape, *([1] * (2 - a.ndim)))

    with np.errstate(all="ignore"):
        found = Evaluation(Floats({k: batch(x) for k, x in point.items()}))(tree)
    found = np.asarray(found, dtype=float)
    shape = {Kind.MATRIX: found.shape[-2:], Kind.VECTOR: found.shape[-2:-1]}.get(tree.kind, ())
    found = np.broadcast_to(found, (1, *found.shape[-2:])).reshape(shape) if found.ndim else found
    return None if np.isnan(found).any() else found


def values(said: Any, point: dict[str, Any], small: bool) -> Iterator[tuple[str, Array]]:
    """What the number systems find, each as one complex array; the slow ones at small points."""
    pair = said.parts if is_complex(said) else (said,)
    systems = {"residual": Residual} | ({"charpoly": CharPoly, "exact": Exact} if small else {})
    reads = {name: (lambda e, s=s: by(s, e, point)) for name, s in systems.items()}
    for name, read in {**reads, "floats": lambda e: floated(e, point)}.items():
        found = [read(e) for e in pair]
        if all(part is not None for part in found):
            yield name, sum(x * f for x, f in zip(found, (1, 1j), strict=False))


# ---- the same in complex arithmetic; None where a word has no value -------------------------------------


def adj(A: Array) -> Array:
    return A.conj().T


def svals(A: Array) -> Array:
    return np.linalg.svd(A, compute_uv=False)


def regular(f: Callable[..., Array]) -> Callable[..., Array | None]:
    return lambda A, *more: f(A, *more) if abs(np.linalg.det(A)) > 1e-9 else None


def is_hermitian(A: Array) -> bool:
    return np.array_equal(A, adj(A))


def of_hermitian(f: Callable[..., Array], least: float | None = None) -> Callable[..., Array | None]:
    def found(A: Array, *more: Any) -> Array | None:
        if not is_hermitian(A) or (least is not None and np.linalg.eigvalsh(A)[0] < least):
            return None
        return f(A, *more)

    return found


def hfun(A: Array, f: Callable[[Array], Array]) -> Array:
    d, U = np.linalg.eigh(A)
    return U @ np.diag(f(np.maximum(d, 0) if f is np.sqrt else d)) @ adj(U)


def principal(A: Array, f: Callable[[Array], Array]) -> Array | None:
    """Of a matrix with eigenvalues apart that are off the negative axis; None elsewhere."""
    d, U = np.linalg.eig(A)
    apart = min([abs(a - b) for i, a in enumerate(d) for b in d[:i]], default=1.0) > 0.1
    off = all(abs(x.imag) > 0.05 or x.real > 0.05 for x in d)
    return U @ np.diag(f(d)) @ np.linalg.inv(U) if apart and off else None


def expm(A: Array) -> Array:
    B, term = np.eye(len(A), dtype=complex), np.eye(len(A), dtype=complex)
    for k in range(1, 30):
        term = term @ (A / 256) / k
        B = B + term
    return np.linalg.matrix_power(B, 256)


def gmean(A: Array, B: Array, t: float = 0.5) -> Array:
    R = hfun(A, np.sqrt)
    S = np.linalg.inv(R)
    return R @ hfun(S @ B @ S, lambda d: d**t) @ R


def per(A: Array) -> complex:
    n = len(A)
    return sum(math.prod(A[i, p[i]] for i in range(n)) for p in permutations(range(n)))


def w_of(A: Array) -> float:
    turns = np.exp(1j * np.linspace(0, 2 * np.pi, 20001))
    G = turns[:, None, None] * A
    return float(np.linalg.eigvalsh((G + np.conj(np.swapaxes(G, -1, -2))) / 2)[:, -1].max())


def projection(A: Array, i: int, j: int) -> Array | None:
    d, U = np.linalg.eigh(A)
    d, U = d[::-1], U[:, ::-1]
    if j > len(d) or (i > 1 and d[i - 2] - d[i - 1] < 1e-9) or (j < len(d) and d[j - 1] - d[j] < 1e-9):
        return None
    return U[:, i - 1 : j] @ adj(U[:, i - 1 : j])


def spread(A: Array) -> Array:
    """Singular values that are not 0."""
    return np.array([x for x in svals(A) if x > 1e-9 * max(1.0, svals(A)[0])])


def falling(x: Any) -> Array:
    return -np.sort(-np.asarray(x))


def few(n: int) -> Callable[[Array], Array]:
    return lambda A: falling(svals(A))[:n]


def herm(A: Array) -> Array:
    return (A + adj(A)) / 2


def cosines(A: Array, B: Array) -> Array | None:
    """None where a range is smaller than its matrix."""
    (U, s, _), (V, t, _) = (np.linalg.svd(X, full_matrices=False) for X in (A, B))
    return svals(adj(U) @ V) if min(*s, *t) > 1e-9 else None
