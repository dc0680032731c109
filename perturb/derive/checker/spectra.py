"""Words of components, of spectra, and of what is taken for what it is."""

from __future__ import annotations

from collections.abc import Callable

from perturb.derive.checker.matrices import Matrix, Unspoken, Word
from perturb.derive.checker.polynomials import ONE, ZERO, Poly, number
from perturb.derive.checker.reading import (
    NONNEG_WORDS,
    WORDS,
    TermReader,
    Value,
    matrix,
    scalar,
    square,
    vector,
)
from perturb.derive.checker.words import absolute, divide, entries, from_entries


def component(R: TermReader, v: Value, i: Value) -> Poly:
    x, k = vector(v), scalar(i)
    for p in R.within(k, x.rows):
        R.needs.bounds[p] = None
    return sum((c * R.component_of(w, k) for w, c in x.terms.items()), ZERO)


def entry(R: TermReader, A: Value, i: Value, j: Value) -> Poly:
    M, at, to = matrix(A), scalar(i), scalar(j)
    for p in (*R.within(at, M.rows), *R.within(to, M.cols)):
        R.needs.bounds[p] = None
    return sum((c * R.entry_of(w, at, to) for w, c in M.terms.items()), ZERO)


def sum_(R: TermReader, v: Value) -> Poly:
    x = vector(v)
    return sum((c * R.sum_of([w], x.rows) for w, c in x.terms.items()), ZERO)


def singular_values(R: TermReader, A: Value) -> Matrix:
    M = matrix(A)
    length = R.least(M.rows, M.cols, R.deleted(M))
    if not M:
        return Matrix(length, ONE, {}, True)
    if length == ONE:
        return Matrix(ONE, ONE, {(): fro(R, M)}, True)
    factor, inner = R.measure(M)
    inner = R.representative(inner)
    size = R.absolute(factor)
    if inner == R.identity(inner.rows):
        return R.ones(length).times(size)
    return R.one("s", inner, sides=(length, ONE), vector=True).times(size)


def eigenvalues(R: TermReader, A: Value) -> Matrix:
    M = square(matrix(A))
    if not R.symmetric(M):
        raise Unspoken("eigenvalues of a matrix that is not symmetric as it is written")
    n, shift = M.rows, M.terms.get((), ZERO)
    M = Matrix(n, n, {w: c for w, c in M.terms.items() if w})
    if n == ONE:
        return Matrix(ONE, ONE, {(): shift + R.trace(M)}, True)
    found = R.ones(n).times(shift)
    if not M:
        return found
    factor, inner = R.content(M)
    sign = ONE
    if not R.clear(factor):
        scale = number(abs(next(iter(factor.terms.values()))))
        factor, inner = scale, M.times(R.reciprocal(scale))
    inner = similar(R, inner)
    if inner == R.identity(n):
        return found + R.ones(n).times(factor)
    if R.leading_negative(inner):
        sign, inner = -ONE, -inner
    values = R.one("lam", inner, sides=(n, ONE), vector=True)
    if sign != ONE:
        values = R.one("rev", next(iter(values.terms)), sides=(n, ONE), vector=True)
    return found + values.times(sign * factor)


def similar(R: TermReader, A: Matrix) -> Matrix:
    """Q'AQ for an orthogonal Q with which all words begin, and with Q' end."""
    while A.terms and all(len(w) > 1 for w in A.terms):
        ends = {(w[0], R.flip(w[-1])) for w in A.terms}
        (first, last), *others = ends
        if others or first != last or "orthogonal" not in R.traits[first[0]]:
            break
        A = Matrix(A.rows, A.cols, {w[1:-1]: c for w, c in A.terms.items()})
    return A


def fro(R: TermReader, A: Value) -> Poly:
    """The root of the sum of the squared entries, of a matrix or a vector."""
    M = from_entries(R, matrix(A))
    if not M:
        return ZERO
    if M.rows == M.cols == ONE:
        return R.absolute(M.terms[()])
    factor, inner = R.measure(M)
    return R.absolute(factor) * R.atom("fro", R.representative(inner).as_vector(False))


def invariant(name: str, partial: bool = False) -> Callable[..., Poly]:
    """A number that A', -A, QA and AQ share; of c A, c > 0, it is c times that of A (the rank: the same)."""

    def value(R: TermReader, A: Value) -> Poly:
        M = matrix(A)
        if not M:
            if partial:
                raise Unspoken(f"{name} of 0")
            return ZERO
        M = R.representative(M)
        scale = number(abs(M.key[0][1][0][1]))  # a factor that may be 0 stays inside
        found = R.atom(name, M.times(R.reciprocal(scale)))
        if partial:
            R.needs.valued[found.single] = None  # type: ignore[index]
        return found if name == "rank" else scale * found

    return value


def largest(R: TermReader, v: Value) -> Poly:
    x = vector(v)
    R.inhabited(x.rows)
    if x.rows == ONE:
        return x.terms.get((), ZERO)
    ones = next(iter(R.ones(x.rows).terms))
    shift = x.terms.get(ones, ZERO)
    x = x - R.ones(x.rows).times(shift)
    if not x:
        return shift
    factor, inner = R.content(x)
    if not R.clear(factor):
        scale = number(abs(next(iter(factor.terms.values()))))
        factor, inner = scale, x.times(R.reciprocal(scale))
    return shift + factor * R.atom("max", inner)


def partial_sums(R: TermReader, v: Value) -> Matrix:
    x = vector(v)
    if x.rows == ONE:
        return x
    terms: dict[Word, Poly] = {((R.partial_sums(w), False),): c for w, c in x.terms.items()}
    return Matrix(x.rows, ONE, terms, True)


def head(R: TermReader, v: Value, k: Value) -> Matrix:
    x, length = vector(v), scalar(k)
    for p in (length, *R.within(length, x.rows)[1:]):
        R.needs.bounds[p] = None
    if length == x.rows:
        return x
    if length == ONE:
        return Matrix(ONE, ONE, {(): component(R, x, ONE)}, True)
    letters = [(R.letter(("head", w, length), length, ONE), c) for w, c in x.terms.items()]
    terms: dict[Word, Poly] = {((k, False),): c for k, c in letters}
    return Matrix(length, ONE, terms, True)


def without(side: str) -> Callable[..., Matrix]:
    """A without its last k rows or columns, of which the shape alone is known."""

    def value(R: TermReader, A: Value, k: Value) -> Matrix:
        M, less = matrix(A), scalar(k)
        if not R.whole(less):
            raise Unspoken("a number of rows or columns that is no sum of integers")
        for p in (less, (M.rows if side == "rows" else M.cols) - less - ONE):
            R.needs.bounds[p] = None
        sides = (M.rows - less, M.cols) if side == "rows" else (M.rows, M.cols - less)
        return R.one("word", f"without_{side}", M, less, sides=sides) if less else M

    return value


def s_of(k: str) -> Callable[..., Poly]:
    def value(R: TermReader, A: Value) -> Poly:
        M = matrix(A)
        return component(R, singular_values(R, M), ONE if k == "1" else R.least(M.rows, M.cols, R.deleted(M)))

    return value


def lam_of(k: str) -> Callable[..., Poly]:
    def value(R: TermReader, A: Value) -> Poly:
        return component(R, eigenvalues(R, A), ONE if k == "1" else matrix(A).rows)

    return value


def condition(R: TermReader, A: Value) -> Poly:
    return scalar(divide(R, s_of("1")(R, A), WORDS["s_star"](R, A)))


def index_in(R: TermReader, i: Value, low: Value, high: Value) -> Poly:
    k, first, last = scalar(i), scalar(low), scalar(high)
    if not all(map(R.whole, (k, first, last))):
        raise Unspoken("an index or an end of its range that is no sum of integers")
    for p in (k - first, last - k):
        R.needs.bounds[p] = None
    return k


# Words that are taken for what they are: the kind of their value by the sides of the first argument.
# A `!` after the name: not of all arguments; `+`: never negative.
OPAQUE = """
det permanent numerical_radius+ norm_1+ norm_inf+ relu_norm+ = number
operator_width relu_width mean_width exp+ log! = number
moduli eig_re eig_im = rows
descending ascending partial_products = rows
relu_singular_values = least
mat_abs = cols cols psd
mat_exp = rows rows psd
mat_sqrt! mat_log! = rows rows symmetric
pinv = cols rows
"""


SQUARE = {"det", "permanent", "numerical_radius", "moduli", "eig_re", "eig_im"}
SQUARE |= {"mat_exp", "mat_sqrt", "mat_log"}


def opaque(name: str, shape: list[str], partial: bool) -> Callable[..., Value]:
    def value(R: TermReader, *args: Value) -> Value:
        first = square(matrix(args[0])) if name in SQUARE else args[0]
        if shape == ["number"]:
            if isinstance(first, Matrix) is (name in ("exp", "log")):
                raise Unspoken(f"{name} of this")
            found: Value = R.atom("word", name, *args)
            number_ = R.number_of("word", name, *args)
        else:
            M = matrix(first)
            sides = {"rows": M.rows, "cols": M.cols, "least": R.least(M.rows, M.cols)}
            rows, *rest = [sides[x] for x in shape if x in sides]
            psd = "psd" in shape and (name == "mat_abs" or R.symmetric(M))
            traits = ["symmetric", "psd"] if psd else ["symmetric"] if "symmetric" in shape else []
            cols = rest[0] if rest else ONE
            found = R.one("word", name, *args, sides=(rows, cols), traits=traits, vector=not rest)
            number_ = R.number_of("word", name, *args)
        if partial:
            R.needs.valued[number_] = None
        return found

    return value


WORDS |= {
    "component": component, "entry": entry, "sum": sum_, "s": singular_values, "lam": eigenvalues,
    "norm": lambda R, v: fro(R, vector(v)), "fro": lambda R, A: fro(R, matrix(A)),
    "rank": invariant("rank"), "s_star": invariant("s_star", partial=True),
    "max": largest, "min": lambda R, v: -largest(R, -vector(v)), "partial_sums": partial_sums, "head": head,
    "s1": s_of("1"), "op": s_of("1"), "s_min": s_of("n"), "lam_max": lam_of("1"), "lam_min": lam_of("n"),
    "nuclear": lambda R, A: sum_(R, singular_values(R, A)), "kappa": condition,
    "cond": lambda R, A: divide(R, s_of("1")(R, A), s_of("n")(R, A)),
    "ky_fan": lambda R, A, k: sum_(R, head(R, singular_values(R, A), k)),
    "without_rows": without("rows"), "without_columns": without("columns"),
    "max_entry": lambda R, A: largest(R, absolute(R, vector(entries(R, A)))), "index": index_in,
}  # fmt: skip
for _line in OPAQUE.strip().splitlines():
    _names, _, _shape = _line.partition(" = ")
    for _name in _names.split():
        WORDS[_name.strip("!+")] = opaque(_name.strip("!+"), _shape.split(), "!" in _name)
        NONNEG_WORDS |= {_name.strip("+")} if "+" in _name else set()
