"""Words for matrices: identity, transpose, products, inverse, blocks, parts, trace, determinant, rank."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from perturb.balls import charpoly, functions
from perturb.balls.scalar import Undefined
from perturb.vocab.evaluate import OutOfRange
from perturb.vocab.tree import WORDS, Expr, Kind, Word, as_expr
from perturb.vocab.values import as_scalar, check_shapes, same_system

M, V, S, INT = Kind.MATRIX, Kind.VECTOR, Kind.SCALAR, Kind.INTEGER


def entries_of(A: Any) -> list[list[Any]]:
    return [[A[i, j] for j in range(A.ncols())] for i in range(A.nrows())]


def build(rows: list[list[Any]], like: Any) -> Any:
    """A matrix in the number system of `like`."""
    return type(like)(len(rows), len(rows[0]), [x for row in rows for x in row])


def _column(v: tuple[Any, ...]) -> Any:
    from flint import arb_mat

    values = [as_scalar(x) for x in v]
    rational = all(isinstance(x, fmpq) for x in values)
    return fmpq_mat(len(v), 1, values) if rational else arb_mat(len(v), 1, values)


def _matmul(field: Any, A: Any, B: Any) -> Any:
    if isinstance(B, tuple):
        product = _matmul(field, A, _column(B))
        return tuple(product[i, 0] for i in range(product.nrows()))
    check_shapes(A, B, A.ncols() == B.nrows(), "product")
    left, right = same_system(A, B)
    return left * right


def _eye(field: Any, A: Any) -> Any:
    n = A.ncols()
    return fmpq_mat(n, n, [int(i == j) for i in range(n) for j in range(n)])


def _float_eye(A: Any) -> Any:
    return np.eye(A.shape[-1])[None]


def _inverse(field: Any, A: Any) -> Any:
    check_shapes(A, A, A.nrows() == A.ncols(), "inverse")
    try:
        return A.inv()
    except ZeroDivisionError:
        raise Undefined("the inverse of a singular matrix") from None


def screened(f: Callable[..., Any]) -> Callable[..., Any]:
    """A batched LAPACK routine that gives NaN, not an exception, for the whole batch where it fails."""

    def safe(A: Any, *rest: Any) -> Any:
        with np.errstate(all="ignore"):
            try:
                return f(A, *rest)
            except np.linalg.LinAlgError:
                return one_by_one(f, A, *rest)

    return safe


def one_by_one(f: Callable[..., Any], A: Any, *rest: Any) -> Any:
    results: list[Any] = []
    for single in A:
        try:
            results.append(f(single[None], *rest)[0])
        except np.linalg.LinAlgError:
            results.append(None)
    shape = next((r.shape for r in results if r is not None), (1, 1))
    return np.stack([np.full(shape, np.nan) if r is None else r for r in results])


def _square_only(A: Any) -> None:
    if A.shape[-1] != A.shape[-2]:
        raise ValueError(f"a square matrix is needed, not {A.shape[-2]} x {A.shape[-1]}")


def _trace(field: Any, A: Any) -> Any:
    check_shapes(A, A, A.nrows() == A.ncols(), "trace")
    return sum([A[i, i] for i in range(A.nrows())], fmpq(0))


def _float_trace(A: Any) -> Any:
    return np.trace(A, axis1=-2, axis2=-1)[..., None, None]


def _kron(field: Any, A: Any, B: Any) -> Any:
    if isinstance(A, tuple):
        A = _column(A)
    if isinstance(B, tuple):
        B = _column(B)
    A, B = same_system(A, B)
    rows = itertools.product(entries_of(A), entries_of(B))
    return build([[a * b for a in row for b in other] for row, other in rows], A)


def _float_kron(A: Any, B: Any) -> Any:
    out = np.einsum("...ij,...kl->...ikjl", A, B)
    return out.reshape(*out.shape[:-4], out.shape[-4] * out.shape[-3], out.shape[-2] * out.shape[-1])


def _hadamard(field: Any, A: Any, B: Any) -> Any:
    check_shapes(A, B, (A.nrows(), A.ncols()) == (B.nrows(), B.ncols()), "Hadamard product")
    A, B = same_system(A, B)
    pairs = zip(entries_of(A), entries_of(B), strict=True)
    return build([[a * b for a, b in zip(r, s, strict=True)] for r, s in pairs], A)


def _block(field: Any, A: Any, B: Any, C: Any, D: Any) -> Any:
    check_shapes(A, B, A.nrows() == B.nrows(), "block")
    check_shapes(C, D, C.nrows() == D.nrows() and A.ncols() == C.ncols() and B.ncols() == D.ncols(), "block")
    A, B = same_system(A, B)
    C, D = same_system(C, D)
    (A, C), (B, D) = same_system(A, C), same_system(B, D)
    top = [r + s for r, s in zip(entries_of(A), entries_of(B), strict=True)]
    bottom = [r + s for r, s in zip(entries_of(C), entries_of(D), strict=True)]
    return build(top + bottom, A)


def _diag(field: Any, v: tuple[Any, ...]) -> Any:
    n = len(v)
    column = _column(v)
    return type(column)(n, n, [column[i, 0] if i == j else 0 for i in range(n) for j in range(n)])


def _masked(A: Any, keep: Callable[[int, int], bool]) -> Any:
    rows = entries_of(A)
    return build([[x if keep(i, j) else 0 for j, x in enumerate(row)] for i, row in enumerate(rows)], A)


def _part(A: Any, rows: slice, cols: slice) -> Any:
    kept = [row[cols] for row in entries_of(A)[rows]]
    if not kept or not kept[0]:
        raise OutOfRange("an empty block")
    return build(kept, A)


def _float_part(A: Any, rows: slice, cols: slice) -> Any:
    kept = A[..., rows, cols]
    if 0 in kept.shape[-2:]:
        raise OutOfRange("an empty block")
    return kept


def _upto(k: int) -> slice:
    if k < 0:
        raise OutOfRange(k)
    return slice(0, k)


def _without(length: int, k: int) -> slice:
    if not 0 <= k < length:
        raise OutOfRange(k)
    return slice(0, length - k)


def _integer_power(f: Callable[[Any, Any], Any], eye: Callable[[Any], Any]) -> Callable[[Any, int], Any]:
    def raised(A: Any, k: int) -> Any:
        if k < 0:
            raise ValueError(f"matrix power: exponent {k} is negative; write inv(A)")
        result = eye(A)
        for _ in range(k):
            result = f(result, A)
        return result

    return raised


def _float_permanent(A: Any) -> Any:
    _square_only(A)
    n = A.shape[-1]
    rows = np.arange(n)
    terms = [np.prod(A[..., rows, list(p)], axis=-1) for p in itertools.permutations(range(n))]
    return np.sum(terms, axis=0)[..., None, None]


def _flatten(A: Any, by_columns: bool) -> tuple[Any, ...]:
    m, n = A.nrows(), A.ncols()
    if by_columns:
        return tuple(A[i, j] for j in range(n) for i in range(m))
    return tuple(A[i, j] for i in range(m) for j in range(n))


def _float_flatten(A: Any) -> Any:
    return A.reshape(*A.shape[:-2], A.shape[-2] * A.shape[-1], 1)


def _product_kind(a: Kind, b: Kind) -> Kind:
    if a is not M or b not in (M, V):
        raise TypeError(f"A @ B takes a matrix and a matrix or vector, not a {a.value} and a {b.value}")
    return b


T = Word(
    "T",
    M,
    "{0:9}^T",
    lambda A: np.swapaxes(A, -1, -2),
    lambda field, A: A.transpose(),
    level=3,
    accepts=(M,),
)
mul = Word(
    "matmul",
    _product_kind,
    "{0:2} {1:3}",
    np.matmul,
    _matmul,
    level=2,
    indexed=r"\left({0:2} {1:3*}\right)_{{{i}}}",
)
eye = Word("eye", M, lambda A: "I", _float_eye, _eye, accepts=(M,))
eye_rows = Word("eye_rows", M, lambda A: "I", body=lambda A: eye(T(A)), accepts=(M,))
inv = Word("inv", M, "{0:9}^{{-1}}", screened(np.linalg.inv), _inverse, level=3, accepts=(M,))
matpow = Word(
    "matpow",
    M,
    "{0:9}^{{{1:0}}}",
    _integer_power(np.matmul, _float_eye),
    lambda field, A, k: _integer_power(lambda X, Y: X * Y, lambda X: same_system(_eye(None, X), X)[0])(A, k),
    level=3,
    accepts=(M, INT),
)
kron = Word("kron", M, r"{0:3} \otimes {1:3}", _float_kron, _kron, level=2)
hadamard = Word("hadamard", M, r"{0:3} \circ {1:3}", np.multiply, _hadamard, level=2, accepts=(M, M))
block = Word(
    "block",
    M,
    r"\begin{{bmatrix}} {0:0} & {1:0} \\ {2:0} & {3:0} \end{{bmatrix}}",
    lambda A, B, C, D: np.concatenate([np.concatenate([A, B], -1), np.concatenate([C, D], -1)], -2),
    _block,
    accepts=(M, M, M, M),
)
commutator = Word("commutator", M, "[{0:0}, {1:0}]", body=lambda A, B: mul(A, B) - mul(B, A), accepts=(M, M))
leading = Word(
    "leading",
    M,
    "{0:9}_{{[1..{1:0}]}}",
    lambda A, k: _float_part(A, _upto(k), _upto(k)),
    lambda field, A, k: _part(A, _upto(k), _upto(k)),
    accepts=(M, INT),
)
trailing = Word(
    "trailing",
    M,
    "{0:9}_{{[{1:0}+1..]}}",
    lambda A, k: _float_part(A, slice(k, None), slice(k, None)),
    lambda field, A, k: _part(A, slice(k, None), slice(k, None)),
    accepts=(M, INT),
)
upper_right = Word(
    "upper_right",
    M,
    "{0:9}_{{[1..{1:0}],[{1:0}+1..]}}",
    lambda A, k: _float_part(A, _upto(k), slice(k, None)),
    lambda field, A, k: _part(A, _upto(k), slice(k, None)),
    accepts=(M, INT),
)
lower_left = Word(
    "lower_left",
    M,
    "{0:9}_{{[{1:0}+1..],[1..{1:0}]}}",
    lambda A, k: _float_part(A, slice(k, None), _upto(k)),
    lambda field, A, k: _part(A, slice(k, None), _upto(k)),
    accepts=(M, INT),
)
schur = Word(
    "schur",
    M,
    "{0:9} / {0:9}_{{[1..{1:0}]}}",
    body=lambda A, k: trailing(A, k) - lower_left(A, k) @ inv(leading(A, k)) @ upper_right(A, k),
    level=2,
    accepts=(M, INT),
)
without_columns = Word(
    "without_columns",
    M,
    r"{0:9}_{{\setminus {1:0}\,\mathrm{{col}}}}",
    lambda A, k: _float_part(A, slice(None), _without(A.shape[-1], k)),
    lambda field, A, k: _part(A, slice(None), _without(A.ncols(), k)),
    accepts=(M, INT),
)
without_rows = Word(
    "without_rows",
    M,
    r"{0:9}_{{\setminus {1:0}\,\mathrm{{row}}}}",
    lambda A, k: _float_part(A, _without(A.shape[-2], k), slice(None)),
    lambda field, A, k: _part(A, _without(A.nrows(), k), slice(None)),
    accepts=(M, INT),
)
diag = Word(
    "diag",
    M,
    r"\mathrm{{diag}}({0:0})",
    lambda v: v * np.eye(v.shape[-2]),
    _diag,
    accepts=(V,),
)
diagonal = Word(
    "diagonal",
    V,
    r"\mathrm{{diagonal}}({0:0})",
    lambda A: np.diagonal(A, axis1=-2, axis2=-1)[..., None],
    lambda field, A: tuple(A[i, i] for i in range(min(A.nrows(), A.ncols()))),
    accepts=(M,),
    indexed="{0:9}[{i},{i}]",
)
entries = Word(
    "entries",
    V,
    "{0:0}",
    _float_flatten,
    lambda field, A: _flatten(A, by_columns=False),
    accepts=(M,),
    indexed="{0:9}[{i}]",
)
vec_columns = Word(
    "vec_columns",
    V,
    r"\mathrm{{vec}}({0:0})",
    lambda A: _float_flatten(np.swapaxes(A, -1, -2)),
    lambda field, A: _flatten(A, by_columns=True),
    accepts=(M,),
)
vec_rows = Word(
    "vec_rows",
    V,
    r"\mathrm{{vec}}({0:9}^T)",
    _float_flatten,
    lambda field, A: _flatten(A, False),
    accepts=(M,),
)
column_matrix = Word("column_matrix", M, "{0:9}", lambda v: v, lambda field, v: _column(v), accepts=(V,))
upper = Word(
    "upper",
    M,
    r"\mathrm{{triu}}({0:0})",
    np.triu,
    lambda field, A: _masked(A, lambda i, j: i <= j),
    accepts=(M,),
)
strict_upper = Word(
    "strict_upper",
    M,
    r"\mathrm{{triu}}_1({0:0})",
    lambda A: np.triu(A, 1),
    lambda field, A: _masked(A, lambda i, j: i < j),
    accepts=(M,),
)
sym = Word("sym", M, r"\mathrm{{Re}}\,{0:9}", body=lambda A: (A + T(A)) / 2, level=3, accepts=(M,))
trace = Word("trace", S, r"\mathrm{{tr}}\left({0:0}\right)", _float_trace, _trace, accepts=(M,))
det = Word(
    "det",
    S,
    r"\det\left({0:0}\right)",
    screened(lambda A: np.linalg.det(A)[..., None, None]),
    lambda field, A: functions.determinant(A),
    accepts=(M,),
)
permanent = Word(
    "permanent",
    S,
    r"\mathrm{{per}}\left({0:0}\right)",
    _float_permanent,
    lambda field, A: functions.permanent(A),
    accepts=(M,),
)
rank = Word(
    "rank",
    S,
    r"\mathrm{{rank}}\left({0:0}\right)",
    screened(lambda A: np.linalg.matrix_rank(A).astype(float)[..., None, None]),
    lambda field, A: fmpq(charpoly.rank(A)),
    accepts=(M,),
)
rows = Word("rows", INT, r"m", lambda A: A.shape[-2], lambda field, A: A.nrows(), accepts=(M,))
cols = Word("cols", INT, r"n", lambda A: A.shape[-1], lambda field, A: A.ncols(), accepts=(M,))


def constant_matrix(A: fmpq_mat) -> Expr:
    """A matrix of exact constants inside a statement."""
    rows = [[str(x) for x in row] for row in A.tolist()]
    name = "matrix[" + ";".join(",".join(row) for row in rows) + "]"
    if name not in WORDS:
        body = r" \\ ".join(" & ".join(row) for row in rows)
        tex = rf"\begin{{bmatrix}} {body} \end{{bmatrix}}"
        screen = np.array([[float(Fraction(x)) for x in row] for row in rows])[None]
        Word(name, M, lambda: tex, lambda: screen, lambda field: A)
    return WORDS[name].node()


class Identity:
    """A multiple of the identity, c * I, that takes its size from the matrix it meets."""

    as_multiple_of_identity = True

    def __init__(self, factor: Expr) -> None:
        self.factor = factor

    def beside(self, A: Expr) -> Expr:
        if A.kind is not M:
            raise TypeError(f"I can be added to a matrix, not to a {A.kind.value}")
        return eye.node(A) if repr(self.factor) == "1" else self.factor * eye.node(A)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Identity):
            return Identity(self.factor + other.factor)
        A = as_expr(other)
        return self.beside(A) + A

    def __radd__(self, other: Any) -> Any:
        A = as_expr(other)
        return A + self.beside(A)

    def __sub__(self, other: Any) -> Any:
        if isinstance(other, Identity):
            return self + -other
        A = as_expr(other)
        return self.beside(A) - A

    def __rsub__(self, other: Any) -> Any:
        A = as_expr(other)
        return A - self.beside(A)

    def __mul__(self, factor: Any) -> Identity:
        return Identity(as_expr(factor) if repr(self.factor) == "1" else self.factor * as_expr(factor))

    __rmul__ = __mul__

    def __truediv__(self, divisor: Any) -> Identity:
        return Identity(self.factor / as_expr(divisor))

    def __repr__(self) -> str:
        return "I" if repr(self.factor) == "1" else f"{self.factor!r} * I"

    def __neg__(self) -> Identity:
        return Identity(-self.factor)


I = Identity(as_expr(1))  # noqa: E741 (the identity is called I in every text)
