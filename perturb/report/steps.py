"""What each word of the vocabulary becomes in a check by hand."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import fmpq_mat

from perturb.balls import charpoly
from perturb.report import brackets, kit, terms
from perturb.report.kit import Matrix
from perturb.report.tables import Names, Table, as_flint, as_table, gram, table_code
from perturb.report.terms import Beyond, Term, Unproved, literal, merged, number, point
from perturb.vocab.evaluate import OutOfRange
from perturb.vocab.tree import Word
from perturb.vocab.values import each

Vector = tuple[Term, ...]


def as_term(x: Any) -> Term:
    return number(Fraction(x)) if isinstance(x, int) else x


class Steps:
    """A number system whose numbers are code: scalars are terms, matrices are named tables of fractions.

    `digits` is the length of the decimal bounds that irrational numbers get.
    """

    def __init__(self, inputs: dict[str, Any], digits: int, taken: set[str]) -> None:
        self.inputs, self.digits, self.names = inputs, digits, Names(taken)

    def constant(self, value: Fraction) -> Term:
        return number(value)

    def input(self, name: str) -> Any:
        return self.inputs[name]

    def apply(self, word: Word, args: list[Any]) -> Any:
        if word.name.startswith("matrix["):
            assert word.certified is not None
            return self._constant(word.certified(None))
        if word.name not in WORDS:
            raise Beyond(f"{word.name} is not reached by fractions")
        return WORDS[word.name](self, *args)

    def _constant(self, A: fmpq_mat) -> Table:
        return self.names.define(table_code(as_table(A)), as_table(A))

    def made(self, code: str, value: Matrix, *sources: Table) -> Table:
        """A table from exact sources."""
        if any(source.radius for source in sources):
            raise Beyond("a product with a matrix with irrational entries")
        return self.names.define(code, value, *sources)


Step = Callable[..., Any]


def _numbers(f: Callable[..., Term]) -> Step:
    return lambda steps, *xs: each(lambda *ys: f(*[as_term(y) for y in ys]), *xs)


def _by_kind(f: Callable[..., Term], tables: Callable[..., Table]) -> Step:
    """Numbers by `f`, matrices by `tables`."""

    def step(steps: Steps, *xs: Any) -> Any:
        if any(isinstance(x, Table) for x in xs):
            return tables(steps, *xs)
        return _integers(f, *xs) if all(isinstance(x, int) for x in xs) else _numbers(f)(steps, *xs)

    return step


def _integers(f: Callable[..., Term], *xs: int) -> Any:
    """Integers stay integers, for subscripts, where the result is one."""
    value = f(*[as_term(x) for x in xs]).lo.value
    return int(value) if value.denominator == 1 else number(value)


def _plus(steps: Steps, A: Table, B: Table) -> Table:
    return steps.names.define(f"plus({A.code}, {B.code})", kit.plus(A.value, B.value), A, B)


def _minus(steps: Steps, A: Table, B: Table) -> Table:
    return steps.names.define(f"minus({A.code}, {B.code})", kit.minus(A.value, B.value), A, B)


def _scaled(steps: Steps, x: Any, y: Any) -> Table:
    A, c = (x, as_term(y)) if isinstance(x, Table) else (y, as_term(x))
    if not c.exact:
        raise Beyond("an irrational multiple of a matrix")
    factor, value = c.lo.code, c.lo.value
    code, radius = f"scaled({factor}, {A.code})", abs(value) * A.radius
    made = steps.names.define(code, kit.scaled(value, A.value), A, radius=radius)
    return Table(made.code, made.value, merged(c.lo.facts, made.facts), radius)


def _product(steps: Steps, A: Table, B: Any) -> Any:
    if isinstance(B, Table):
        return steps.made(f"times({A.code}, {B.code})", kit.times(A.value, B.value), A, B)
    rows = [[terms.multiply(A.entry(i, j), B[j]) for j in range(A.ncols())] for i in range(A.nrows())]
    return tuple(_total(row) for row in rows)


def _total(values: Any) -> Term:
    total = number(Fraction(0))
    for value in values:
        total = terms.add(total, value)
    return total


def _prod(values: Any) -> Term:
    product = values[0]
    for value in values[1:]:
        product = terms.multiply(product, value)
    return product if isinstance(product, Term) else number(Fraction(1))


def _power(steps: Steps, x: Any, p: Any) -> Any:
    exponent = as_term(p)
    if not exponent.exact:
        raise Beyond("an irrational power")
    value = exponent.lo.value

    def raised(y: Any) -> Term:
        base, size = as_term(y), abs(value)
        if size == 0:
            return number(Fraction(1))
        whole = size.denominator == 1
        result = (
            terms.integer_power(base, size.numerator)
            if whole
            else terms.rational_power(base, size.numerator, size.denominator, steps.digits)
        )
        return terms.divide(number(Fraction(1)), result) if value < 0 else result

    return each(raised, x)


def _root(steps: Steps, x: Any) -> Any:
    return each(lambda y: terms.rational_power(as_term(y), 1, 2, steps.digits), x)


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


def _component(steps: Steps, v: Vector, i: int) -> Term:
    if not 1 <= i <= len(v):
        raise OutOfRange(i)
    return v[i - 1]


def _entry(steps: Steps, A: Table, i: int, j: int) -> Term:
    if not (1 <= i <= A.nrows() and 1 <= j <= A.ncols()):
        raise OutOfRange((i, j))
    return A.entry(i - 1, j - 1)


def _head(steps: Steps, v: Vector, k: int) -> Vector:
    if not 0 <= k <= len(v):
        raise OutOfRange(k)
    return v[:k]


def _column(steps: Steps, v: Vector) -> Table:
    return _from_terms(steps, [[x] for x in v])


def _diag(steps: Steps, v: Vector) -> Table:
    zero = number(Fraction(0))
    return _from_terms(steps, [[x if i == j else zero for j in range(len(v))] for i, x in enumerate(v)])


def _from_terms(steps: Steps, rows: list[list[Term]]) -> Table:
    if not all(x.exact for row in rows for x in row):
        raise Beyond("a matrix with irrational entries")
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
        raise Unproved("the inverse of a singular matrix")
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
    value = [[x if j >= i + first else Fraction(0) for j, x in enumerate(row)] for i, row in enumerate(A.value)]
    shift = f" + {first}" if first else ""
    code = f"[[x if j >= i{shift} else F(0) for j, x in enumerate(row)] for i, row in enumerate({A.code})]"
    return steps.made(code, value, A)


def _flat(A: Table, by_columns: bool = False) -> Vector:
    m, n = A.nrows(), A.ncols()
    cells = [(i, j) for j in range(n) for i in range(m)] if by_columns else [(i, j) for i in range(m) for j in range(n)]
    return tuple(A.entry(i, j) for i, j in cells)


def _diagonal(steps: Steps, A: Table) -> Vector:
    return tuple(A.entry(i, i) for i in range(min(A.nrows(), A.ncols())))


def _function(name: str, f: Callable[[Matrix], Fraction]) -> Step:
    def step(steps: Steps, A: Table) -> Term:
        if A.radius:
            raise Beyond(f"{name} of a matrix with irrational entries")
        return point(f"{name}({A.code})", f(A.value), A.facts)

    return step


def _rank(steps: Steps, A: Table) -> Term:
    G = gram(steps.names, A)
    return point(f"F(above({G.code}, F(0))[0])", Fraction(charpoly.rank(as_flint(A.value))), G.facts)


def _smallest_nonzero(steps: Steps, A: Table) -> Term:
    rank = charpoly.rank(as_flint(A.value))
    if rank == 0:
        raise Unproved("the smallest non-zero singular value of the zero matrix")
    value, G = brackets.singular_values(steps.names, A, steps.digits)[rank - 1], gram(steps.names, A)
    counted = (f"assert above({G.code}, F(0))[0] == {rank}  # the rank of {A.code}",)
    fact = brackets.diagonal_fact(G) if brackets.is_diagonal(G.value) else merged(G.facts, counted)
    ends = [terms.Bound(b.code, b.value, merged(b.facts, fact)) for b in (value.lo, value.hi)]
    return Term(ends[0], ends[1], True)


def _pi(steps: Steps) -> Term:
    low, high = Fraction("3.14159265358979"), Fraction("3.14159265358980")
    return Term(terms.Bound(literal(low), low), terms.Bound(literal(high), high), True)


def _mat_abs(steps: Steps, A: Table) -> Table:
    G = steps.made(f"times(transpose({A.code}), {A.code})", kit.times(kit.transpose(A.value), A.value), A)
    return brackets.square_root(steps.names, G, steps.digits)


def _spectrum(f: Callable[..., Vector]) -> Step:
    return lambda steps, A: f(steps.names, A, steps.digits)


WORDS: dict[str, Step] = {
    "add": _by_kind(terms.add, _plus),
    "sub": _by_kind(terms.subtract, _minus),
    "neg": _by_kind(terms.negate, lambda steps, A: _scaled(steps, A, -1)),
    "mul": _by_kind(terms.multiply, _scaled),
    "div": _by_kind(terms.divide, lambda steps, A, c: _scaled(steps, A, terms.divide(as_term(1), as_term(c)))),
    "pow": _power,
    "sqrt": _root,
    "sq": _numbers(lambda x: terms.integer_power(x, 2)),
    "abs": _numbers(terms.absolute),
    "larger": _numbers(lambda *xs: terms.extreme("max", xs)),
    "smaller": _numbers(lambda *xs: terms.extreme("min", xs)),
    "max": lambda steps, v: terms.extreme("max", v),
    "min": lambda steps, v: terms.extreme("min", v),
    "sum": lambda steps, v: _total(v),
    "prod": lambda steps, v: _prod(v),
    "partial_sums": lambda steps, v: tuple(_total(v[: k + 1]) for k in range(len(v))),
    "partial_products": lambda steps, v: tuple(_prod(v[: k + 1]) for k in range(len(v))),
    "component": _component,
    "entry": _entry,
    "head": _head,
    "length": lambda steps, v: len(v),
    "pi": _pi,
    "T": _transpose,
    "matmul": _product,
    "eye": _identity,
    "inv": _inverse,
    "matpow": _matpow,
    "kron": _two("kron", kit.kron),
    "hadamard": _two("hadamard", kit.hadamard),
    "block": _block,
    "leading": lambda steps, A, k: _part(steps, A, slice(None, k), slice(None, k)),
    "trailing": lambda steps, A, k: _part(steps, A, slice(k, None), slice(k, None)),
    "upper_right": lambda steps, A, k: _part(steps, A, slice(None, k), slice(k, None)),
    "lower_left": lambda steps, A, k: _part(steps, A, slice(k, None), slice(None, k)),
    "without_columns": lambda steps, A, k: _part(steps, A, slice(None), _shorter(A.ncols(), k)),
    "without_rows": lambda steps, A, k: _part(steps, A, _shorter(A.nrows(), k), slice(None)),
    "diag": _diag,
    "diagonal": _diagonal,
    "entries": lambda steps, A: _flat(A),
    "vec_rows": lambda steps, A: _flat(A),
    "vec_columns": lambda steps, A: _flat(A, by_columns=True),
    "column_matrix": _column,
    "upper": lambda steps, A: _masked(steps, A, 0),
    "strict_upper": lambda steps, A: _masked(steps, A, 1),
    "trace": lambda steps, A: _total(_diagonal(steps, A)),
    "det": _function("determinant", kit.determinant),
    "permanent": _function("permanent", kit.permanent),
    "rank": _rank,
    "rows": lambda steps, A: A.nrows(),
    "cols": lambda steps, A: A.ncols(),
    "s": _spectrum(brackets.singular_values),
    "s_min": lambda steps, A: brackets.singular_values(steps.names, A, steps.digits)[-1],
    "s_star": _smallest_nonzero,
    "lam": _spectrum(brackets.eigenvalues),
    "lam_min": lambda steps, A: brackets.eigenvalues(steps.names, A, steps.digits)[-1],
    "moduli": _spectrum(brackets.moduli),
    "mat_sqrt": lambda steps, A: brackets.square_root(steps.names, A, steps.digits),
    "mat_abs": _mat_abs,
}
