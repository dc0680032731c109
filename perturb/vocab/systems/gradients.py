"""Gradients of words: how each passes a slope on to its arguments, in float64, for searches alone.

A rule takes (g, y, *args): g is the derivative of a number by the value y (its shape, perhaps with more axes
before), and it gives the derivatives by the arguments, None for integers. Where values tie it is one of the
subgradients, where there is none, NaN. Spectra: Magnus and Neudecker, Matrix Differential Calculus, 3rd ed.
2007, Chapter 8; functions of symmetric matrices: Daleckii and Krein (Bhatia, Matrix Analysis, Theorem V.3.3);
eigenvalues: Horn and Johnson, Matrix Analysis, Theorem 6.3.12.
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


def power(g: Any, y: Any, x: Any, p: Any) -> tuple[Any, ...]:
    x = np.asarray(x, dtype=float)
    by_exponent = (
        None if isinstance(p, int) else g * np.where(x > 0, y * np.log(np.where(x > 0, x, 1.0)), 0.0)
    )
    return g * p * np.power(x, np.asarray(p, dtype=float) - 1.0), by_exponent


def matrix_power(g: Any, y: Any, A: Any, k: int) -> tuple[Any, ...]:
    powers = [np.broadcast_to(np.eye(A.shape[-1]), A.shape)]
    for _ in range(k - 1):
        powers.append(powers[-1] @ A)
    parts = [_t(powers[i]) @ g @ _t(powers[k - 1 - i]) for i in range(k)]
    return sum(parts, _like(g, A)), None


def kron(g: Any, y: Any, A: Any, B: Any) -> tuple[Any, ...]:
    (m, n), (p, q) = A.shape[-2:], B.shape[-2:]
    blocks = g.reshape(*g.shape[:-2], m, p, n, q)
    return (
        np.einsum("...ipjq,...pq->...ij", blocks, np.broadcast_to(B, (*g.shape[:-2], p, q))),
        np.einsum("...ipjq,...ij->...pq", blocks, np.broadcast_to(A, (*g.shape[:-2], m, n))),
    )


def _singular(g: Any, A: Any) -> Any:
    U, _, V = np.linalg.svd(_sound(A), full_matrices=False)
    return (U * _t(g)) @ V


def smallest_nonzero(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
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


def moduli(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
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


matrix_root = _of_spectrum(
    lambda x: np.sqrt(np.maximum(x, 0)), lambda x: 0.5 / np.sqrt(np.maximum(x, 1e-300))
)


def determinant(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    """The adjugate by singular values: those of the others for each, also where one is 0."""
    U, values, V = np.linalg.svd(_sound(A))
    n = values.shape[-1]
    others = np.where(np.eye(n, dtype=bool), 1.0, values[..., None, :]).prod(axis=-1)
    sign = np.linalg.det(U) * np.linalg.det(V)
    return (g * sign[..., None, None] * ((U * others[..., None, :]) @ V),)


def product(g: Any, y: Any, v: Any) -> tuple[Any, ...]:
    k = v.shape[-2]
    return (g * np.where(np.eye(k, dtype=bool), 1.0, _t(v)).prod(axis=-1, keepdims=True),)


def extreme(g: Any, y: Any, v: Any) -> tuple[Any, ...]:
    there = v == y
    return (g * there / np.maximum(there.sum(axis=-2, keepdims=True), 1),)


def block(g: Any, y: Any, A: Any, B: Any, C: Any, D: Any) -> tuple[Any, ...]:
    m, n = A.shape[-2:]
    return g[..., :m, :n], g[..., :m, n:], g[..., m:, :n], g[..., m:, n:]


def _flat(g: Any, A: Any) -> Any:
    return g.reshape(*g.shape[:-2], *A.shape[-2:])


def partial_sums(g: Any, y: Any, v: Any) -> tuple[Any, ...]:
    return (np.flip(np.cumsum(np.flip(g, -2), axis=-2), -2),)


def matrix_abs(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    return (2 * A @ matrix_root(g, y, _t(A) @ A)[0],)


def plus(g: Any, y: Any, a: Any, b: Any) -> tuple[Any, ...]:
    return (g, g)


def minus(g: Any, y: Any, a: Any, b: Any) -> tuple[Any, ...]:
    return (g, -g)


def negative(g: Any, y: Any, a: Any) -> tuple[Any, ...]:
    return (-g,)


def times(g: Any, y: Any, a: Any, b: Any) -> tuple[Any, ...]:
    return (g * b, g * a)


def over(g: Any, y: Any, a: Any, b: Any) -> tuple[Any, ...]:
    return (g / b, -g * y / b)


def root(g: Any, y: Any, x: Any) -> tuple[Any, ...]:
    return (g / (2 * y),)


def square(g: Any, y: Any, x: Any) -> tuple[Any, ...]:
    return (2 * g * x,)


def absolute(g: Any, y: Any, x: Any) -> tuple[Any, ...]:
    return (g * np.sign(x),)


def exponential(g: Any, y: Any, x: Any) -> tuple[Any, ...]:
    return (g * y,)


def logarithm(g: Any, y: Any, x: Any) -> tuple[Any, ...]:
    return (g / x,)


def gamma(g: Any, y: Any, x: Any) -> tuple[Any, ...]:
    from scipy.special import digamma  # which not every search needs

    return (g * y * digamma(x),)


def larger(g: Any, y: Any, a: Any, b: Any) -> tuple[Any, ...]:
    return (g * np.greater_equal(a, b), g * np.less(a, b))


def smaller(g: Any, y: Any, a: Any, b: Any) -> tuple[Any, ...]:
    return (g * np.less_equal(a, b), g * np.greater(a, b))


def total(g: Any, y: Any, v: Any) -> tuple[Any, ...]:
    return (g + np.zeros(v.shape[-2:]),)


def component(g: Any, y: Any, v: Any, i: Any) -> tuple[Any, ...]:
    return (_placed(g, v, slice(i - 1, i), slice(None)), None)


def entry(g: Any, y: Any, A: Any, i: Any, j: Any) -> tuple[Any, ...]:
    return (_placed(g, A, slice(i - 1, i), slice(j - 1, j)), None, None)


def head(g: Any, y: Any, v: Any, k: Any) -> tuple[Any, ...]:
    return (_placed(g, v, slice(0, k), slice(None)), None)


def transpose(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    return (_t(g),)


def matmul(g: Any, y: Any, A: Any, B: Any) -> tuple[Any, ...]:
    return (g @ _t(B), _t(A) @ g)


def constant(g: Any, y: Any, *args: Any) -> tuple[Any, ...]:
    return (None,) * len(args)


def inverse(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    return (-_t(y) @ g @ _t(y),)


def singular_values(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    return (_singular(g, A),)


def smallest_singular_value(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    return (_singular(_last(g, A), A),)


def eigenvalues(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    return (_symmetric(g, A),)


def smallest_eigenvalue(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    return (_symmetric(_last(g, A), A),)


def trace(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    return (g * np.eye(A.shape[-1]),)


def diag(g: Any, y: Any, v: Any) -> tuple[Any, ...]:
    return (np.diagonal(g, axis1=-2, axis2=-1)[..., None],)


def diagonal(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    return (_on_diagonal(g),)


def entries(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    return (_flat(g, A),)


def vec_columns(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    return (_t(_flat(g, _t(A))),)


def upper(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    return (np.triu(g),)


def strict_upper(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    return (np.triu(g, 1),)


def lower(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    return (np.tril(g),)


def strict_lower(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    return (np.tril(g, -1),)


def column_sums(g: Any, y: Any, A: Any) -> tuple[Any, ...]:
    return (_t(g) + np.zeros(A.shape[-2:]),)


def row(g: Any, y: Any, A: Any, i: Any) -> tuple[Any, ...]:
    return (_placed(_t(g), A, slice(i - 1, i), slice(None)), None)


def column(g: Any, y: Any, A: Any, j: Any) -> tuple[Any, ...]:
    return (_placed(g, A, slice(None), slice(j - 1, j)), None)


def same(g: Any, y: Any, v: Any) -> tuple[Any, ...]:
    return (g,)


matrix_log = _of_spectrum(np.log, lambda x: 1 / x)
