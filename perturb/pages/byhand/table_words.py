"""Words for matrices and their spectra in a check by hand."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from perturb import vocab
from perturb.numbers import charpoly
from perturb.pages.byhand import brackets, kit, terms
from perturb.pages.byhand.kit import Matrix
from perturb.pages.byhand.number_words import total
from perturb.pages.byhand.tables import Step, Steps, Table, Vector, as_flint, gram
from perturb.pages.byhand.terms import BeyondError, Term, UnprovedError, merged, number, point
from perturb.vocab.grammar.tree import Word
from perturb.vocab.systems.evaluate import OutOfRange
from perturb.vocab.words import vector


def _product(steps: Steps, A: Table, B: Any) -> Any:
    if isinstance(B, Table):
        return steps.made(f"times({A.code}, {B.code})", kit.times(A.value, B.value), A, B)
    rows = [[terms.multiply(A.entry(i, j), B[j]) for j in range(A.ncols())] for i in range(A.nrows())]
    return tuple(total(row) for row in rows)


def _part(steps: Steps, A: Table, rows: slice, cols: slice) -> Table:
    if any(end is not None and end < 0 for end in (rows.start, rows.stop, cols.start, cols.stop)):
        raise OutOfRange("a block outside its matrix")
    value = [row[cols] for row in A.value[rows]]
    code = f"[row[{_ends(cols)}] for row in {A.code}[{_ends(rows)}]]"
    return steps.made(code, value, A)


def _ends(part: slice) -> str:
    return ":".join("" if end is None else str(end) for end in (part.start, part.stop))


def _shorter(length: int, k: int) -> slice:
    if not 0 <= k < length:
        raise OutOfRange(k)
    return slice(None, length - k)


def _entry(steps: Steps, A: Table, i: int, j: int) -> Term:
    if not (1 <= i <= A.nrows() and 1 <= j <= A.ncols()):
        raise OutOfRange((i, j))
    return A.entry(i - 1, j - 1)


def _column(steps: Steps, v: Vector) -> Table:
    return _from_terms(steps, [[x] for x in v])


def _diag(steps: Steps, v: Vector) -> Table:
    zero = number(Fraction(0))
    return _from_terms(steps, [[x if i == j else zero for j in range(len(v))] for i, x in enumerate(v)])


def _circulant(steps: Steps, v: Vector) -> Table:
    n = len(v)
    return _from_terms(steps, [[v[(i - j) % n] for j in range(n)] for i in range(n)])


def _from_terms(steps: Steps, rows: list[list[Term]]) -> Table:
    if not all(x.exact for row in rows for x in row):
        raise BeyondError("a matrix with irrational entries")
    code = "[" + ", ".join("[" + ", ".join(x.lo.code for x in row) + "]" for row in rows) + "]"
    made = steps.names.define(code, [[x.lo.value for x in row] for row in rows])
    return Table(made.code, made.value, merged(*[x.lo.facts for row in rows for x in row], made.facts))


def _as_table(steps: Steps, x: Any) -> Table:
    return x if isinstance(x, Table) else _column(steps, x)


def _two(name: str, f: Callable[[Matrix, Matrix], Matrix]) -> Step:
    def step(steps: Steps, x: Any, y: Any) -> Table:
        A, B = _as_table(steps, x), _as_table(steps, y)
        return steps.made(f"{name}({A.code}, {B.code})", f(A.value, B.value), A, B)

    return step


def _transpose(steps: Steps, A: Table) -> Table:
    return steps.names.define(f"transpose({A.code})", kit.transpose(A.value), A)


def _identity(steps: Steps, A: Table) -> Table:
    return steps.names.define(f"identity({A.ncols()})", kit.identity(A.ncols()))


def _inverse(steps: Steps, A: Table) -> Table:
    if kit.determinant(A.value) == 0:
        raise UnprovedError("the inverse of a singular matrix")
    return steps.made(f"inverse({A.code})", kit.inverse(A.value), A)


def _matpow(steps: Steps, A: Table, k: int) -> Table:
    result = _identity(steps, A)
    for _ in range(k):
        result = _product(steps, result, A) if result.value != kit.identity(A.ncols()) else A
    return result


def _block(steps: Steps, *parts: Table) -> Table:
    code = f"blocks({', '.join(p.code for p in parts)})"
    return steps.made(code, kit.blocks(*[p.value for p in parts]), *parts)


def _masked(steps: Steps, A: Table, first: int) -> Table:
    zero = Fraction(0)
    value = [[x if j >= i + first else zero for j, x in enumerate(row)] for i, row in enumerate(A.value)]
    shift = f" + {first}" if first else ""
    code = f"[[x if j >= i{shift} else F(0) for j, x in enumerate(row)] for i, row in enumerate({A.code})]"
    return steps.made(code, value, A)


def _flat(A: Table, by_columns: bool = False) -> Vector:
    m, n = A.nrows(), A.ncols()
    if by_columns:
        return tuple(A.entry(i, j) for j in range(n) for i in range(m))
    return tuple(A.entry(i, j) for i in range(m) for j in range(n))


def _diagonal(steps: Steps, A: Table) -> Vector:
    return tuple(A.entry(i, i) for i in range(min(A.nrows(), A.ncols())))


def _function(name: str, f: Callable[[Matrix], Fraction]) -> Step:
    def step(steps: Steps, A: Table) -> Term:
        if A.radius:
            raise BeyondError(f"{name} of a matrix with irrational entries")
        return point(f"{name}({A.code})", f(A.value), A.facts)

    return step


def _rank(steps: Steps, A: Table) -> Term:
    if A.radius:
        raise BeyondError("the rank of a matrix with irrational entries")
    G = gram(steps.names, A)
    return point(f"F(above({G.code}, F(0))[0])", Fraction(charpoly.rank(as_flint(A.value))), G.facts)


def _smallest_nonzero(steps: Steps, A: Table) -> Term:
    if A.radius:
        raise BeyondError("the rank of a matrix with irrational entries")
    rank = charpoly.rank(as_flint(A.value))
    if rank == 0:
        raise UnprovedError("the smallest non-zero singular value of the zero matrix")
    value, G = brackets.singular_values(steps.names, A, steps.digits)[rank - 1], gram(steps.names, A)
    counted = (f"assert above({G.code}, F(0))[0] == {rank}  # the rank of {A.code}",)
    fact = brackets.diagonal_fact(G) if brackets.is_diagonal(G.value) else merged(G.facts, counted)
    ends = [terms.Side(b.code, b.value, merged(b.facts, fact)) for b in (value.lo, value.hi)]
    return Term(ends[0], ends[1], True)


def _mat_abs(steps: Steps, A: Table) -> Table:
    G = steps.made(f"times(transpose({A.code}), {A.code})", kit.times(kit.transpose(A.value), A.value), A)
    return brackets.square_root(steps.names, G, steps.digits)


def _spectrum(f: Callable[..., Vector]) -> Step:
    return lambda steps, A: f(steps.names, A, steps.digits)


TABLE_STEPS: dict[Word, Step] = {
    vector.entry: _entry,
    vocab.T: _transpose,
    vocab.mul: _product,
    vocab.eye: _identity,
    vocab.inv: _inverse,
    vocab.matpow: _matpow,
    vocab.kron: _two("kron", kit.kron),
    vocab.hadamard: _two("hadamard", kit.hadamard),
    vocab.block: _block,
    vocab.leading: lambda steps, A, k: _part(steps, A, slice(None, k), slice(None, k)),
    vocab.trailing: lambda steps, A, k: _part(steps, A, slice(k, None), slice(k, None)),
    vocab.upper_right: lambda steps, A, k: _part(steps, A, slice(None, k), slice(k, None)),
    vocab.lower_left: lambda steps, A, k: _part(steps, A, slice(k, None), slice(None, k)),
    vocab.without_columns: lambda steps, A, k: _part(steps, A, slice(None), _shorter(A.ncols(), k)),
    vocab.without_rows: lambda steps, A, k: _part(steps, A, _shorter(A.nrows(), k), slice(None)),
    vocab.diag: _diag,
    vocab.circulant: _circulant,
    vocab.diagonal: _diagonal,
    vocab.entries: lambda steps, A: _flat(A),
    vocab.vec_rows: lambda steps, A: _flat(A),
    vocab.vec_columns: lambda steps, A: _flat(A, by_columns=True),
    vocab.column_matrix: _column,
    vocab.upper: lambda steps, A: _masked(steps, A, 0),
    vocab.strict_upper: lambda steps, A: _masked(steps, A, 1),
    vocab.trace: lambda steps, A: total(_diagonal(steps, A)),
    vocab.det: _function("determinant", kit.determinant),
    vocab.permanent: _function("permanent", kit.permanent),
    vocab.rank: _rank,
    vocab.rows: lambda steps, A: A.nrows(),
    vocab.cols: lambda steps, A: A.ncols(),
    vocab.s: _spectrum(brackets.singular_values),
    vocab.s_min: lambda steps, A: brackets.singular_values(steps.names, A, steps.digits)[-1],
    vocab.s_star: _smallest_nonzero,
    vocab.lam: _spectrum(brackets.eigenvalues),
    vocab.lam_min: lambda steps, A: brackets.eigenvalues(steps.names, A, steps.digits)[-1],
    vocab.moduli: _spectrum(brackets.moduli),
    vocab.mat_sqrt: lambda steps, A: brackets.square_root(steps.names, A, steps.digits),
    vocab.mat_abs: _mat_abs,
}
