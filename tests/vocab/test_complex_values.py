"""What each word says of complex values, beside numpy in complex arithmetic; what has none is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from perturb import given, then
from perturb import vocab as v
from perturb.numbers.errors import Undefined
from perturb.vocab import I
from perturb.vocab.complexes.values import is_complex
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.systems.evaluate import OutOfRange
from tests.vocab.complex_arithmetic import (
    POINTS,
    TREES,
    adj,
    cosines,
    exact_point,
    expm,
    falling,
    gmean,
    herm,
    hfun,
    of_hermitian,
    per,
    principal,
    projection,
    regular,
    spread,
    svals,
    values,
    w_of,
)

# name -> (what is said, the same of arrays, by the names of the inputs)
Case = tuple[Callable[..., Any], Callable[..., Any]]
SQUARE: dict[str, Case] = {
    "det": (lambda A: v.det(A), np.linalg.det),
    "abs det": (lambda A: abs(v.det(A)), lambda A: abs(np.linalg.det(A))),
    "det of a product": (lambda A, B: v.det(A @ B), lambda A, B: np.linalg.det(A @ B)),
    "trace": (lambda A: v.trace(A), np.trace),
    "trace of a product": (lambda A, B: v.trace(A @ B.H), lambda A, B: np.trace(A @ adj(B))),
    "permanent": (lambda A: v.permanent(A), per),
    "inv": (lambda A: v.inv(A), regular(np.linalg.inv)),
    "inv inv": (lambda A, B: v.inv(A) @ B, regular(lambda A, B: np.linalg.inv(A) @ B)),
    "matpow": (lambda A: v.matpow(A, 3), lambda A: A @ A @ A),
    "cosines": (
        lambda A, B: v.canonical_cosines(v.without_columns(A, 1), v.without_columns(B, 1)),
        lambda A, B: cosines(A[:, :-1], B[:, :-1]) if len(A) > 1 else None,
    ),
    "matpow 0": (lambda A: v.matpow(A, 0), lambda A: np.eye(len(A))),
    "moduli": (lambda A: v.moduli(A), lambda A: falling(abs(np.linalg.eigvals(A)))),
    "eig_re": (lambda A: v.eig_re(A), lambda A: falling(np.linalg.eigvals(A).real)),
    "radius": (lambda A: v.spectral_radius(A), lambda A: max(abs(np.linalg.eigvals(A)))),
    "numerical radius": (lambda A: v.numerical_radius(A), w_of),
    "lam": (lambda A: v.lam(A), of_hermitian(lambda A: falling(np.linalg.eigvalsh(A)))),
    "lam of a part": (lambda A: v.lam((A + A.H) / 2), lambda A: falling(np.linalg.eigvalsh(herm(A)))),
    "lam 1": (lambda A: v.lam(A + v.H(A))[1], lambda A: 2 * max(np.linalg.eigvalsh(herm(A)))),
    "lam_max": (lambda A: v.lam_max(A), of_hermitian(lambda A: max(np.linalg.eigvalsh(A)))),
    "lam_min": (lambda A: v.lam_min(A @ A.H), lambda A: min(np.linalg.eigvalsh(A @ adj(A)))),
    "exp": (lambda A: v.mat_exp(A), expm),
    "exp of i": (lambda A: v.mat_exp(1j * (A + A.H)), lambda A: expm(2j * herm(A))),
    "mat_sqrt": (lambda A: v.mat_sqrt(A), of_hermitian(lambda A: hfun(A, np.sqrt), -1e-12)),
    "mat_log": (lambda A: v.mat_log(A), of_hermitian(lambda A: hfun(A, np.log), 1e-9)),
    "mat_power": (
        lambda A: v.mat_power(A, 0.25),
        of_hermitian(lambda A: hfun(A, lambda d: d**0.25), 1e-9),
    ),
    "mat_abs": (lambda A: v.mat_abs(A), lambda A: hfun(adj(A) @ A, np.sqrt)),
    "mean": (lambda A, C: v.geometric_mean(A, C), of_hermitian(gmean, 1e-9)),
    "weighted": (
        lambda A, C: v.weighted_geometric_mean(A, C, 0.25),
        of_hermitian(lambda A, C: gmean(A, C, 0.25), 1e-9),
    ),
    "sqrt": (lambda A: v.principal_sqrt(A), lambda A: principal(A, np.sqrt)),
    "log": (lambda A: v.principal_log(A), lambda A: principal(A, np.log)),
    "power": (lambda A: v.principal_power(A, 0.75), lambda A: principal(A, lambda d: d**0.75)),
    "projection": (lambda A: v.spectral_projection(A, 1, 2), of_hermitian(lambda A: projection(A, 1, 2))),
    "line": (lambda A: v.eigenprojection(A, 1), of_hermitian(lambda A: projection(A, 1, 1))),
    "A - zI": (lambda A, z: A - z * I, lambda A, z: A - z * np.eye(len(A))),
    "zI - A": (lambda A, z: v.det(z * I - A), lambda A, z: np.linalg.det(z * np.eye(len(A)) - A)),
    "2I + A": (lambda A: 2 * I + A, lambda A: 2 * np.eye(len(A)) + A),
    "R - zI": (lambda R, z: R - z * I, lambda R, z: R - z * np.eye(len(R))),
    "I - zR": (lambda R, z: v.det(I - z * R), lambda R, z: np.linalg.det(np.eye(len(R)) - z * R)),
    "sizes": (lambda A, z, w: A + z * I / w - I, lambda A, z, w: A + (z / w - 1) * np.eye(len(A))),
    "I + zI": (lambda A, z: (I + z * I) @ A, lambda A, z: A + z * A),
    "-zI": (lambda A, z: A @ (-(z * I)), lambda A, z: -z * A),
    "eye": (lambda A: v.eye(A) + A, lambda A: np.eye(len(A)) + A),
    "commutator": (lambda A, B: v.commutator(A, B), lambda A, B: A @ B - B @ A),
    "commutator of a real": (lambda A, R: v.commutator(A, R), lambda A, R: A @ R - R @ A),
    "laplacian": (lambda A: v.laplacian(A), lambda A: np.diag(A.sum(1)) - A),
    "form": (lambda A, x, y: v.H(x) @ A @ y, lambda A, x, y: x.conj() @ A @ y),
    "form, grouped": (lambda A, x, y: x.H @ (A @ y), lambda A, x, y: x.conj() @ A @ y),
    "row": (lambda A, x: x.H @ A, lambda A, x: x.conj() @ A),
    "real row": (lambda A, u, y: v.H(u) @ A @ y, lambda A, u, y: u @ A @ y),
    "A u": (lambda A, u: A @ u, lambda A, u: A @ u),
    "R x": (lambda R, x: R @ x, lambda R, x: R @ x),
    "x* R y": (lambda R, x, y: x.H @ R @ y, lambda R, x, y: x.conj() @ R @ y),
    "z x*": (lambda A, x, z: (z * x.H) @ A, lambda A, x, z: z * x.conj() @ A),
    "x* + y*": (lambda A, x, y: (x.H - y.H) @ A, lambda A, x, y: (x - y).conj() @ A),
    "x* + u'": (lambda A, x, u: (x.H + v.H(u)) @ A, lambda A, x, u: (x.conj() + u) @ A),
    "A* x": (lambda A, x: v.norm(A.H @ x), lambda A, x: np.linalg.norm(adj(A) @ x)),
    "leading": (lambda A: v.leading(A, 1), lambda A: A[:1, :1]),
    "schur": (
        lambda A, C: v.schur(C + 0 * A, 1),
        lambda A, C: C[1:, 1:] - C[1:, :1] @ C[:1, 1:] / C[0, 0] if len(C) > 1 else None,
    ),
    "banded": (lambda A: v.banded(A, 1), lambda A: np.triu(np.tril(A, 1), -1)),
    "real + complex": (lambda A, R: A + R @ A, lambda A, R: A + R @ A),
    "tu": (lambda A, x, u, t: A @ (t * x + u), lambda A, x, u, t: A @ (t * x + u)),
    "fro of a sum": (lambda A, B: v.fro(A - B), lambda A, B: np.linalg.norm(A - B)),
    "op of a product": (lambda A, B: v.op(A @ B), lambda A, B: svals(A @ B)[0]),
    "kron of two": (lambda A, B: v.kron(A, B), np.kron),
    "schur product": (lambda A, B: v.hadamard(A, v.conj(B)), lambda A, B: A * B.conj()),
    "block": (lambda A, B, R: v.block(A, B, R, A.H), lambda A, B, R: np.block([[A, B], [R, adj(A)]])),
    "hstack": (lambda A, R: v.hstack(R, A), lambda A, R: np.hstack([R, A])),
    "vstack": (lambda A, R: v.vstack(A, R), lambda A, R: np.vstack([A, R])),
}
VECTORS: dict[str, Case] = {
    "x* y": (lambda x, y: v.H(x) @ y, lambda x, y: x.conj() @ y),
    "x y*": (lambda x, y: x @ y.H, lambda x, y: np.outer(x, y.conj())),
    "u y*": (lambda u, y: u @ y.H, lambda u, y: np.outer(u, y.conj())),
    "x u*": (lambda x, u: v.conj(v.H(v.H(x))) * u, lambda x, u: x.conj() * u),
    "u* y": (lambda u, y: v.H(u) @ y, lambda u, y: u @ y),
    "y* u": (lambda u, y: v.H(y) @ u, lambda u, y: y.conj() @ u),
    "|x* y|": (lambda x, y: abs(v.H(x) @ y), lambda x, y: abs(x.conj() @ y)),
    "x' y": (lambda x, y: v.total(x * y), lambda x, y: x @ y),
    "norm": (lambda x: v.norm(x), np.linalg.norm),
    "norm of x*": (lambda x: v.norm(x.H), np.linalg.norm),
    "norm 1": (lambda x: v.norm_1(x), lambda x: abs(x).sum()),
    "norm inf": (lambda x: v.norm_inf(x), lambda x: abs(x).max()),
    "|x|": (lambda x: abs(x), abs),
    "parts": (lambda x: v.real(x) * v.imag(x), lambda x: x.real * x.imag),
    "conj": (lambda x, z: v.conj(z * x), lambda x, z: (z * x).conj()),
    "over": (lambda x, z, w: (z * x) / w, lambda x, z, w: z * x / w),
    "first": (lambda x: x[1], lambda x: x[0]),
    "head": (lambda x: v.norm(x[:1]), lambda x: abs(x[0])),
    "diag": (lambda x: v.diag(x), np.diag),
    "u/x": (lambda u, w: u / w, lambda u, w: u / w),
    "column": (lambda x: v.column_matrix(x), lambda x: x[:, None]),
    "kron": (lambda x, y: v.kron(x, y), lambda x, y: np.kron(x, y)[:, None]),
    "powers": (lambda x: x**2, lambda x: x**2),
    "number": (lambda z, w: (z + 2j) / w - z**3, lambda z, w: (z + 2j) / w - z**3),
    "z^-2": (lambda w: w**-2, lambda w: w**-2),
    "1/w": (lambda w: 1 / w, lambda w: 1 / w),
    "1j/w": (lambda w, t: 1j / w + t, lambda w, t: 1j / w + t),
    "z conj z": (lambda z: z * v.conj(z), lambda z: z * z.conjugate()),
    "z*": (lambda z: v.H(z) - z.H, lambda z: 0),
    "-z": (lambda z: -z + 0.1j, lambda z: -z + 0.1j),
    "|z w|": (lambda z, w: abs(z * w), lambda z, w: abs(z * w)),
    "ux": (lambda u, z: z * u, lambda u, z: z * u),
    "tz": (lambda t, z: t * z - z / t, lambda t, z: t * z - z / t),
    "length": (lambda x: v.length(x) * x, lambda x: len(x) * x),
}
ANY: dict[str, Case] = {
    "A": (lambda A: A, lambda A: A),
    "A*": (lambda A: A.H, adj),
    "A'": (lambda A: A.T, np.transpose),
    "T": (lambda A: v.T(v.H(A)), np.conj),
    "conj": (lambda A: v.conj(A), np.conj),
    "parts": (lambda A: v.real(A) - v.imag(A), lambda A: A.real - A.imag),
    "2jA": (lambda A: 2j * A - A / 2j, lambda A: 2j * A - A / 2j),
    "-A": (lambda A: -A * 0.5, lambda A: -A / 2),
    "gram": (lambda A: A.H @ A, lambda A: adj(A) @ A),
    "A A'": (lambda A: A @ A.T, lambda A: A @ A.T),
    "A*A + I": (lambda A: A.H @ A + 1j * I, lambda A: adj(A) @ A + 1j * np.eye(A.shape[1])),
    "Ax": (lambda A, x: A @ x, lambda A, x: A @ x),
    "entry": (lambda A: A[1, 1] * A, lambda A: A[0, 0] * A),
    "s": (lambda A: v.s(A), svals),
    "s of 2jA": (lambda A: v.s(2j * A), lambda A: 2 * svals(A)),
    "s[1]": (lambda A: v.s(A)[1], lambda A: svals(A)[0]),
    "s1": (lambda A: v.s1(A), lambda A: svals(A)[0]),
    "s_min": (lambda A: v.s_min(A), lambda A: svals(A)[-1]),
    "s_star": (lambda A: v.s_star(A), lambda A: spread(A)[-1] if A.any() else None),
    "op": (lambda A: v.op(A), lambda A: svals(A)[0]),
    "fro": (lambda A: v.fro(A), np.linalg.norm),
    "nuclear": (lambda A: v.nuclear(A), lambda A: sum(svals(A))),
    "ky_fan": (lambda A: v.ky_fan(A, 1), lambda A: svals(A)[0]),
    "schatten": (lambda A: v.schatten(A, 3), lambda A: sum(svals(A) ** 3) ** (1 / 3)),
    "kappa": (lambda A: v.kappa(A), lambda A: spread(A)[0] / spread(A)[-1] if A.any() else None),
    "norm_1": (lambda A: v.norm_1(A), lambda A: abs(A).sum(0).max()),
    "norm_inf": (lambda A: v.norm_inf(A), lambda A: abs(A).sum(1).max()),
    "max_entry": (lambda A: v.max_entry(A), lambda A: abs(A).max()),
    "entrywise_abs": (lambda A: v.entrywise_abs(A), abs),
    "rank": (lambda A: v.rank(A), np.linalg.matrix_rank),
    "pinv": (lambda A: v.pinv(A), np.linalg.pinv),
    "pinv, used": (lambda A: A @ v.pinv(A) @ A, lambda A: A),
    "range": (lambda A: v.range_projection(A), lambda A: A @ np.linalg.pinv(A)),
    "polar": (
        lambda A: v.polar(A),
        lambda A: A @ np.linalg.inv(hfun(adj(A) @ A, np.sqrt)) if len(spread(A)) == A.shape[1] else None,
    ),
    "rows": (lambda A: v.rows(A) * A + v.cols(A) * A, lambda A: sum(A.shape) * A),
    "row": (lambda A: v.row(A, 1), lambda A: A[0]),
    "column": (lambda A: v.column(A, 1), lambda A: A[:, 0]),
    "sums": (lambda A: v.row_sums(A), lambda A: A.sum(1)),
    "column sums": (lambda A: v.column_sums(A), lambda A: A.sum(0)),
    "degrees": (lambda A: v.degrees(A), lambda A: A.sum(1)),
    "entries": (lambda A: v.entries(A), np.ravel),
    "vec": (lambda A: v.vec_columns(A) - v.vec_columns(A.H.T.H.T), lambda A: 0 * np.ravel(A)),
    "vec_columns": (lambda A: v.vec_columns(A), lambda A: A.ravel(order="F")),
    "vec_rows": (lambda A: v.vec_rows(A), np.ravel),
    "reshape": (lambda A: v.reshape(A, v.cols(A), v.rows(A)), lambda A: A.reshape(A.shape[::-1])),
    "upper": (lambda A: v.upper(A) - v.strict_lower(A), lambda A: np.triu(A) - np.tril(A, -1)),
    "lower": (lambda A: v.lower(A) - v.strict_upper(A), lambda A: np.tril(A) - np.triu(A, 1)),
    "diagonal": (lambda A: v.diagonal(A), np.diagonal),
    "kron R": (lambda A, R: v.kron(R, A), lambda A, R: np.kron(R, A)),
    "hadamard": (lambda A, R: v.hadamard(A, R), lambda A, R: A * R),
    "A + R": (lambda A, R: A - R, lambda A, R: A - R),
    "eye_rows": (lambda A: v.eye(A.H) @ A, lambda A: A),
    "mat_abs, any": (lambda A: v.mat_abs(A), lambda A: hfun(adj(A) @ A, np.sqrt)),
    "sides": (lambda A: v.diag(v.row(A.H, 1)), lambda A: np.diag(adj(A)[0])),
    "abs of two": (
        lambda A: v.mat_abs(A) @ v.pinv(A),
        lambda A: hfun(adj(A) @ A, np.sqrt) @ np.linalg.pinv(A),
    ),
}


def names_in(f: Callable[..., Any]) -> list[str]:
    return list(f.__code__.co_varnames[: f.__code__.co_argcount])


def parts_of(said: Any) -> Iterator[Expr]:
    return (e for part in (said.parts if is_complex(said) else (said,)) for e in part.walk())


def cases() -> Iterator[Any]:
    for table, names in (("square", SQUARE), ("vectors", VECTORS), ("any", ANY)):
        for name, (said, told) in names.items():
            yield pytest.param(table, said, told, id=f"{table}: {name}")


@pytest.mark.parametrize(("table", "said", "told"), list(cases()))
def test_word(table: str, said: Any, told: Any) -> None:
    wanted = names_in(said)
    tree = said(*[TREES[n] for n in wanted])
    asked = 0
    slow = any(e.word.name.startswith("principal") for e in parts_of(tree))
    for name, point in POINTS[::3] if slow else POINTS:
        A = point["A"]
        if table != "any" and (A.shape[0] != A.shape[1] or not set(wanted) <= set(point)):
            continue
        if not set(wanted) <= set(point):
            continue
        truth = told(*[point[n] for n in wanted])
        try:
            found = list(values(tree, exact_point(point), max(A.shape) < 3 and not slow))
        except (Undefined, OutOfRange, ValueError) as why:
            if truth is not None:
                raise AssertionError(name) from why
            continue
        if truth is None:
            continue
        for system, value in found:
            asked += 1
            assert np.shape(value) == np.shape(truth), f"{name}, {system}: {np.shape(value)}"
            near = np.allclose(value, truth, rtol=1e-3 if system == "floats" else 1e-6, atol=2e-6)
            assert near, f"{name}, {system}:\n{value}\nnot\n{truth}\nat\n{A}"
    assert asked > 5


A, B, x, y, z, R, u = (TREES[n] for n in "ABxyzRu")
REFUSED: dict[str, Callable[[], Any]] = {
    "sq": lambda: v.sq(z),
    "sqrt": lambda: v.sqrt(z),
    "exp": lambda: v.exp(1j * R[1, 1]),
    "log": lambda: v.log(x),
    "larger": lambda: v.larger(z, 1),
    "largest": lambda: v.largest(x),
    "product": lambda: v.product(x),
    "sym": lambda: v.sym(A),
    "adjugate": lambda: v.adjugate(A),
    "eig_im": lambda: v.eig_im(A),
    "eigenvector": lambda: v.eigenvector(A, 1),
    "right": lambda: v.right_singular_vector(A, 1),
    "left": lambda: v.left_singular_vector(A, 1),
    "least_minor": lambda: v.least_minor(A),
    "relu": lambda: v.relu_norm(A),
    "circulant": lambda: v.circulant(x),
    "matching": lambda: v.matching_distance(A, B),
    "descending": lambda: v.descending(x),
    "partial_sums": lambda: v.partial_sums(x),
    "entrywise_exp": lambda: v.entrywise_exp(A),
    "entrywise_power": lambda: v.entrywise_power(A, 2),
    "matrix": lambda: v.complex_matrix(A, B),
    "double": lambda: v.complex_s(A),
    "list": lambda: [1, z] @ A,
    "abs": lambda: abs(A),
    "norm": lambda: v.norm(A),
    "A / B": lambda: A / B,
    "A ** 2": lambda: A**2,
    "z ** z": lambda: z**z,
    "z ** 1/2": lambda: z**0.5,
    "2 ** z": lambda: 2**z,
    "x @ A": lambda: x @ A,
    "x @ y": lambda: x @ y,
    "A @ x*": lambda: A @ x.H,
    "x* + y": lambda: x.H + y,
    "det z": lambda: v.det(z),
    "op x": lambda: v.op(x),
    "A + x": lambda: A + x,
    "A + 1": lambda: A + 1j,
    "kron": lambda: v.kron(x.H, A),
    "column": lambda: v.column_matrix(x.H),
    "A < B": lambda: A < B,
    "bool": lambda: bool(z),
    "loop": lambda: list(x),
    "float": lambda: float(z),
    "numpy": lambda: np.exp(z),
    "index": lambda: R[z, 1],
    "power": lambda: v.matpow(A, z),
    "schatten": lambda: v.schatten(A, z),
    "I / z": lambda: (I / z) @ A @ v.sqrt(z),
    "x of x*": lambda: then(x.H, "==", y),
    "z <= 1": lambda: then(z, "<=", 1),
    "1j < t": lambda: given(1j, "<", R[1, 1]),
    "A <= R": lambda: then(A, "<=", R),
}


@pytest.mark.parametrize("said", REFUSED.values(), ids=REFUSED)
def test_refused(said: Callable[[], Any]) -> None:
    with pytest.raises(TypeError):
        said()
