"""Known derivatives, one line a word: from the slope by a value to the slopes by its arguments.

`RULES[word](g, y, *args)` has g, the derivative of a number by the value y (its shape, perhaps with more axes
before), and gives the derivatives by the arguments, None for integers. Where values tie it is one of the
subgradients, where there is none, NaN. float64, for searches alone. Spectra: Magnus and Neudecker, Matrix
Differential Calculus, 3rd ed. 2007, Chapter 8; functions of symmetric matrices: Daleckii and Krein (Bhatia,
Matrix Analysis, Theorem V.3.3); eigenvalues: Horn and Johnson, Matrix Analysis, Theorem 6.3.12.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from perturb.vocab.systems.evaluate import inverses, screened

Rule = Callable[..., tuple[Any, ...]]


def _t(A: Any) -> Any:
    return np.swapaxes(A, -1, -2)


_inverse = screened(inverses)


def _sound(A: Any) -> Any:
    """Zeros for what is not finite: LAPACK raises there, and nothing has a slope by it."""
    return np.where(np.isfinite(A).all(axis=(-2, -1), keepdims=True), A, 0.0)


def _sym(A: Any) -> Any:
    return (A + _t(A)) / 2


def _like(g: Any, x: Any) -> Any:
    """Zeros of the last two sides of x, with the axes of g before them."""
    return np.zeros((*g.shape[:-2], *np.shape(x)[-2:]))


def _placed(g: Any, x: Any, rows: slice, columns: slice) -> Any:
    found = _like(g, x)
    found[..., rows, columns] = g
    return found


def _on_diagonal(v: Any) -> Any:
    """Columns (..., k, 1) as diagonal matrices."""
    return v * np.eye(v.shape[-2])


def _power(g: Any, y: Any, x: Any, p: Any) -> tuple[Any, ...]:
    x = np.asarray(x, dtype=float)
    by_exponent = (
        None if isinstance(p, int) else g * np.where(x > 0, y * np.log(np.where(x > 0, x, 1.0)), 0.0)
    )
    return g * p * np.power(x, np.asarray(p, dtype=float) - 1.0), by_exponent


def _matpow(g: Any, y: Any, A: Any, k: int) -> tuple[Any, ...]:
    powers = [np.broadcast_to(np.eye(A.shape[-1]), A.shape)]
    for _ in range(k - 1):
        powers.append(powers[-1] @ A)
    parts = [_t(powers[i]) @ g @ _t(powers[k - 1 - i]) for i in range(k)]
    return sum(parts, _like(g, A)), None


def _kron(g: Any, y: Any, A: Any, B: Any) -> tuple[Any, ...]:
    (m, n), (p, q) = A.shape[-2:], B.shape[-2:]
    blocks = g.reshape(*g.shape[:-2], m, p, n, q)
    return (
        np.einsum("...ipjq,...pq->...ij", blocks, np.broadcast_to(B, (*g.shape[:-2], p, q))),
        np.einsum("...ipjq,...ij->...pq", blocks, np.broadcast_to(A, (*g.shape[:-2], m, n))),
    )


def _singular(g: Any, A: Any) -> Any:
    U, _, V = np.linalg.svd(_sound(A), full_matrices=False)
    return (U * _t(g)) @ V


def _s_star(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    values = np.linalg.svd(_sound(A), compute_uv=False)[..., None]
    last = np.abs(values - y) == np.abs(values - y).min(axis=-2, keepdims=True)
    return (_singular(g * last / last.sum(axis=-2, keepdims=True), A),)


def _symmetric(g: Any, A: Any) -> Any:
    """Of eigenvalues in descending order."""
    vectors = np.linalg.eigh(_sym(_sound(A)))[1][..., ::-1]
    return (vectors * _t(g)) @ _t(vectors)


def _last(g: Any, A: Any) -> Any:
    found = np.zeros((*g.shape[:-2], min(A.shape[-2:]), 1))
    found[..., -1:, :] = g
    return found


def _moduli(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    """d|z| = Re(conj(z) / |z| y'dA x / y'x), of right and left eigenvectors x and y."""
    values, right = np.linalg.eig(_sound(A))
    order = np.argsort(-np.abs(values), axis=-1, kind="stable")
    right = np.take_along_axis(right, order[..., None, :], axis=-1)
    values = np.take_along_axis(values, order, axis=-1)
    left = _inverse(right)
    phase = np.conj(values) / np.abs(values)
    return (np.real(_t(left) @ _on_diagonal(g * phase[..., None]) @ _t(right)),)


def _of_spectrum(f: Callable[[Any], Any], slope: Callable[[Any], Any]) -> Rule:
    """Of a function of symmetric matrices: divided differences in the basis of the eigenvectors."""

    def rule(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
        values, vectors = np.linalg.eigh(_sym(_sound(A)))
        a, b = values[..., :, None], values[..., None, :]
        near = np.abs(a - b) <= 1e-7 * np.maximum(np.abs(a), np.abs(b))
        divided = np.where(near, slope((a + b) / 2), (f(a) - f(b)) / np.where(near, 1.0, a - b))
        return (vectors @ (divided * (_t(vectors) @ _sym(g) @ vectors)) @ _t(vectors),)

    return rule


_root = _of_spectrum(lambda x: np.sqrt(np.maximum(x, 0)), lambda x: 0.5 / np.sqrt(np.maximum(x, 1e-300)))


def _modulus(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    return (2 * A @ _root(g, y, _t(A) @ A)[0],)


def _det(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    """The adjugate by singular values: those of the others for each, also where one is 0."""
    U, values, V = np.linalg.svd(_sound(A))
    n = values.shape[-1]
    others = np.where(np.eye(n, dtype=bool), 1.0, values[..., None, :]).prod(axis=-1)
    sign = np.linalg.det(U) * np.linalg.det(V)
    return (g * sign[..., None, None] * ((U * others[..., None, :]) @ V),)


def _product(g: Any, y: Any, v: Any) -> tuple[Any, ...]:
    k = v.shape[-2]
    return (g * np.where(np.eye(k, dtype=bool), 1.0, _t(v)).prod(axis=-1, keepdims=True),)


def _extreme(g: Any, y: Any, v: Any) -> tuple[Any, ...]:
    there = v == y
    return (g * there / np.maximum(there.sum(axis=-2, keepdims=True), 1),)


def _block(g: Any, y: Any, A: Any, B: Any, C: Any, D: Any) -> tuple[Any, ...]:
    m, n = A.shape[-2:]
    return g[..., :m, :n], g[..., :m, n:], g[..., m:, :n], g[..., m:, n:]


def _flat(g: Any, A: Any) -> Any:
    return g.reshape(*g.shape[:-2], *A.shape[-2:])


RULES: dict[str, Rule] = {
    "add": lambda g, y, a, b: (g, g),
    "sub": lambda g, y, a, b: (g, -g),
    "neg": lambda g, y, a: (-g,),
    "mul": lambda g, y, a, b: (g * b, g * a),
    "hadamard": lambda g, y, a, b: (g * b, g * a),
    "div": lambda g, y, a, b: (g / b, -g * y / b),
    "pow": _power,
    "entrywise_power": _power,
    "sqrt": lambda g, y, x: (g / (2 * y),),
    "sq": lambda g, y, x: (2 * g * x,),
    "abs": lambda g, y, x: (g * np.sign(x),),
    "entrywise_abs": lambda g, y, x: (g * np.sign(x),),
    "exp": lambda g, y, x: (g * y,),
    "entrywise_exp": lambda g, y, x: (g * y,),
    "log": lambda g, y, x: (g / x,),
    "larger": lambda g, y, a, b: (g * np.greater_equal(a, b), g * np.less(a, b)),
    "smaller": lambda g, y, a, b: (g * np.less_equal(a, b), g * np.greater(a, b)),
    "sum": lambda g, y, v: (g + np.zeros(v.shape[-2:]),),
    "prod": _product,
    "max": _extreme,
    "min": _extreme,
    "partial_sums": lambda g, y, v: (np.flip(np.cumsum(np.flip(g, -2), axis=-2), -2),),
    "component": lambda g, y, v, i: (_placed(g, v, slice(i - 1, i), slice(None)), None),
    "entry": lambda g, y, A, i, j: (_placed(g, A, slice(i - 1, i), slice(j - 1, j)), None, None),
    "head": lambda g, y, v, k: (_placed(g, v, slice(0, k), slice(None)), None),
    "T": lambda g, y, A: (_t(g),),
    "matmul": lambda g, y, A, B: (g @ _t(B), _t(A) @ g),
    "eye": lambda g, y, A: (None,),
    "inv": lambda g, y, A: (-_t(y) @ g @ _t(y),),
    "matpow": _matpow,
    "kron": _kron,
    "s": lambda g, y, A: (_singular(g, A),),
    "s_min": lambda g, y, A: (_singular(_last(g, A), A),),
    "s_star": _s_star,
    "lam": lambda g, y, A: (_symmetric(g, A),),
    "lam_min": lambda g, y, A: (_symmetric(_last(g, A), A),),
    "moduli": _moduli,
    "trace": lambda g, y, A: (g * np.eye(A.shape[-1]),),
    "det": _det,
    "diag": lambda g, y, v: (np.diagonal(g, axis1=-2, axis2=-1)[..., None],),
    "diagonal": lambda g, y, A: (_on_diagonal(g),),
    "entries": lambda g, y, A: (_flat(g, A),),
    "vec_rows": lambda g, y, A: (_flat(g, A),),
    "vec_columns": lambda g, y, A: (_t(_flat(g, _t(A))),),
    "upper": lambda g, y, A: (np.triu(g),),
    "strict_upper": lambda g, y, A: (np.triu(g, 1),),
    "lower": lambda g, y, A: (np.tril(g),),
    "strict_lower": lambda g, y, A: (np.tril(g, -1),),
    "row_sums": lambda g, y, A: (g + np.zeros(A.shape[-2:]),),
    "column_sums": lambda g, y, A: (_t(g) + np.zeros(A.shape[-2:]),),
    "row": lambda g, y, A, i: (_placed(_t(g), A, slice(i - 1, i), slice(None)), None),
    "column": lambda g, y, A, j: (_placed(g, A, slice(None), slice(j - 1, j)), None),
    "column_matrix": lambda g, y, v: (g,),
    "block": _block,
    "mat_sqrt": _root,
    "mat_abs": _modulus,
    "mat_log": _of_spectrum(np.log, lambda x: 1 / x),
}
