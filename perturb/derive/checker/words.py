"""Words of sums, products, quotients and matrices."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from perturb.derive.checker.matrices import Matrix, Unspoken, Word
from perturb.derive.checker.polynomials import ONE, ZERO, Poly, number
from perturb.derive.checker.reading import WORDS, TermReader, Value, matrix, scalar, square, vector


def add(R: TermReader, x: Value, y: Value) -> Value:
    if isinstance(x, Poly) and isinstance(y, Poly):
        return x + y
    if isinstance(x, Matrix) and isinstance(y, Matrix):
        if x.vector != y.vector:
            raise Unspoken("a vector and a matrix")
        return x + y
    v, c = (x, y) if isinstance(x, Matrix) else (y, x)
    assert isinstance(v, Matrix)
    assert isinstance(c, Poly)
    return vector(v) + R.ones(v.rows).times(c)


def neg(R: TermReader, x: Value) -> Value:
    return -x


def sub(R: TermReader, x: Value, y: Value) -> Value:
    return add(R, x, -y)


def mul(R: TermReader, x: Value, y: Value) -> Value:
    if isinstance(x, Poly) and isinstance(y, Poly):
        return x * y
    if isinstance(x, Matrix) and isinstance(y, Matrix):
        return entrywise(R, vector(x), vector(y))
    A, c = (x, y) if isinstance(x, Matrix) else (y, x)
    assert isinstance(A, Matrix)
    assert isinstance(c, Poly)
    return A.times(c)


def entrywise(R: TermReader, x: Matrix, y: Matrix) -> Matrix:
    """The product of two vectors, component by component."""
    if x.rows != y.rows:
        raise Unspoken("a product of two lengths")
    terms = dict[Word, Poly]()
    for w, c in x.terms.items():
        for v, d in y.terms.items():
            factors = sorted([*R.factors(w), *R.factors(v)])
            word = factors[0] if len(factors) == 1 else ()
            if not factors and x.rows != ONE:
                word = ((R.letter(("ones", x.rows), x.rows, ONE), False),)
            if len(factors) > 1 and x.rows != ONE:
                word = ((R.letter(("had", tuple(factors)), x.rows, ONE), False),)
            terms[word] = terms.get(word, ZERO) + c * d
    return Matrix(x.rows, ONE, terms, True)


def sq(R: TermReader, x: Value) -> Value:
    return mul(R, x, x)


def divide(R: TermReader, x: Value, y: Value) -> Value:
    if isinstance(y, Matrix):
        if y.rows == ONE:
            return mul(R, x, scalar(divide(R, ONE, y.terms.get((), ZERO))))
        return mul(R, x, function(R, "reciprocal", vector(y)))
    by = scalar(y)
    if not R.positive(by):
        R.needs.nonzero[by] = None
    inverse = R.reciprocal(by)
    return x * inverse if isinstance(x, Poly) else x.times(inverse)


def function(R: TermReader, name: str, v: Matrix) -> Matrix:
    """A function of the components that not all numbers have a value under."""
    found = R.one(name, v, sides=(v.rows, ONE), vector=True)
    R.needs.valued[next(iter(found.terms))[0][0]] = None
    return found


def power(R: TermReader, x: Value, k: Value) -> Value:
    e = scalar(k).constant
    if isinstance(x, Matrix):
        if e is None or e not in (1, 2, 3, 4):
            raise Unspoken("a power of a vector that is no small integer")
        return x if e == 1 else mul(R, x, power(R, x, number(e - 1)))
    p = x
    if e == fmpq(1, 2):
        return scalar(sqrt(R, p))
    if e is None or e.denominator != 1 or abs(e) > 12:
        raise Unspoken("a power that is no small integer")
    return p.power(int(e)) if e >= 0 else scalar(divide(R, ONE, p.power(-int(e))))


def sqrt(R: TermReader, x: Value) -> Any:
    if isinstance(x, Matrix):
        if x.rows == ONE:
            return Matrix(ONE, ONE, {(): sqrt(R, x.terms.get((), ZERO))}, True)
        return function(R, "root", vector(x))
    p = x
    if not R.clear(p):
        R.needs.nonneg[p] = None
    if not p:
        return ZERO
    if len(p.terms) == 1:
        ((m, c),) = p.terms.items()
        roots = [round_root(int(c.p)), round_root(int(c.q))]
        if None not in roots and all(e % 2 == 0 for _, e in m):
            return R.absolute(Poly({tuple((k, e // 2) for k, e in m): fmpq(*roots)}))
    return R.atom("sqrt", p)


def round_root(n: int) -> int | None:
    root = round(abs(n) ** 0.5) if n < 10**12 else 0
    return root if n >= 0 and root * root == n else None


def absolute(R: TermReader, x: Value) -> Value:
    if isinstance(x, Poly):
        return R.absolute(x)
    return relu_vector(R, vector(x)).times(number(2)) - x


def relu_vector(R: TermReader, v: Matrix) -> Matrix:
    """max(v, 0), component by component."""
    if not v:
        return v
    if v.rows == ONE:
        return Matrix(ONE, ONE, {(): R.relu(v.terms.get((), ZERO))}, True)
    factor, inner = R.content(v)
    if not R.clear(factor):
        scale = number(abs(next(iter(factor.terms.values()))))
        factor, inner = scale, v.times(R.reciprocal(scale))
    if all((R.nonneg_vector(w) or R.vector_kind(w) == "ones") and R.clear(c) for w, c in inner.terms.items()):
        return v
    if R.leading_negative(inner):
        return (relu_vector(R, -inner) + inner).times(factor)
    return R.one("relu", inner, sides=(v.rows, ONE), vector=True).times(factor)


def larger(R: TermReader, x: Value, y: Value) -> Value:
    difference = sub(R, x, y)
    part = R.relu(difference) if isinstance(difference, Poly) else relu_vector(R, difference)
    return add(R, y, part)


def smaller(R: TermReader, x: Value, y: Value) -> Value:
    return -larger(R, -x, -y)


def matmul(R: TermReader, A: Value, B: Value) -> Value:
    return R.multiply(matrix(A), matrix(B))


def transpose(R: TermReader, A: Value) -> Value:
    return R.transpose(matrix(A).as_vector(False))


def eye(R: TermReader, A: Value) -> Value:
    return R.identity(matrix(A).cols)


def sym(R: TermReader, A: Value) -> Value:
    M = square(matrix(A))
    return (M + R.transpose(M)).times(number("1/2"))


def commutator(R: TermReader, A: Value, B: Value) -> Value:
    M, N = matrix(A), matrix(B)
    return R.multiply(M, N) - R.multiply(N, M)


def matpow(R: TermReader, A: Value, k: Value) -> Value:
    e, M = scalar(k).constant, square(matrix(A))
    if e is None or e.denominator != 1 or not 0 <= e <= 8:
        raise Unspoken("a power of a matrix that is no small integer")
    found = R.identity(M.rows)
    for _ in range(int(e)):
        found = R.multiply(found, M)
    return found


def diag(R: TermReader, v: Value) -> Value:
    """Linear in v."""
    x = vector(v)
    R.inhabited(x.rows)
    terms = dict[Word, Poly]()
    for w, c in x.terms.items():
        word: Word = ()
        if R.vector_kind(w) != "ones" and w:
            k = R.letter(("diag", w), x.rows, x.rows, "symmetric", "diagonal")
            word = ((k, False),)
        terms[word] = terms.get(word, ZERO) + c
    return Matrix(x.rows, x.rows, terms)


def diagonal(R: TermReader, A: Value) -> Value:
    M = square(matrix(A))
    found = R.ones(M.rows).times(M.terms.get((), ZERO))
    for w, c in M.terms.items():
        if len(w) == 1 and R.names[w[0][0]][0] == "diag":
            found = found + Matrix(M.rows, ONE, {R.names[w[0][0]][1]: c}, True)
        elif w:
            found = found + R.one("diagonal", w, sides=(M.rows, ONE), vector=True).times(c)
    return found


def entries(R: TermReader, A: Value) -> Value:
    """Row by row; linear in A."""
    M = matrix(A)
    if M.cols == ONE:
        return M.as_vector()
    if M.rows == ONE:
        return R.transpose(M).as_vector()
    rows = M.rows * M.cols
    found = Matrix(rows, ONE, {}, True)
    for w, c in M.terms.items():
        found = found + R.one("vec", w, M.rows, M.cols, sides=(rows, ONE), vector=True).times(c)
    return found


def from_entries(R: TermReader, v: Matrix) -> Matrix:
    """The matrix of which these are the entries, where it was written so."""
    names = [R.names[w[0][0]] if len(w) == 1 else ("",) for w in v.terms]
    if not names or any(name[0] != "vec" or name[2:] != names[0][2:] for name in names):
        return v
    terms = dict(zip([name[1] for name in names], v.terms.values(), strict=True))
    return Matrix(names[0][2], names[0][3], terms)


def column_matrix(R: TermReader, v: Value) -> Value:
    R.inhabited(vector(v).rows)
    return vector(v).as_vector(False)


def kron(R: TermReader, A: Value, B: Value) -> Value:
    M, N = matrix(A), matrix(B)
    terms = dict[Word, Poly]()
    for w, c in M.terms.items():
        for v, d in N.terms.items():
            word: Word = ()
            if w or v or M.rows != M.cols or N.rows != N.cols:
                word = (R.kron_letter(w, v, (M.rows, M.cols), (N.rows, N.cols)),)
            terms[word] = terms.get(word, ZERO) + c * d
    return Matrix(M.rows * N.rows, M.cols * N.cols, terms)


def hadamard(R: TermReader, A: Value, B: Value) -> Value:
    M, N = matrix(A), matrix(B)
    if (M.rows, M.cols) != (N.rows, N.cols):
        raise Unspoken("a product of two shapes")
    first, second = sorted((M, N), key=lambda X: X.key)
    traits = ["symmetric"] if R.symmetric(M) and R.symmetric(N) else []
    return R.one("hadamard", first, second, sides=(M.rows, M.cols), traits=traits)


def inverse(R: TermReader, A: Value) -> Value:
    M = square(matrix(A))
    if not M:
        raise Unspoken("the inverse of 0")
    if M.rows == ONE:
        return matrix(divide(R, R.identity(ONE), R.trace(M)))
    scale = number(abs(M.key[0][1][0][1]))
    M = M.times(R.reciprocal(scale))
    if R.identity(M.rows) == M:
        return M.times(R.reciprocal(scale))
    turned = R.transpose(M)
    back = turned.key < M.key
    traits = ["symmetric"] if turned == M else []
    found = R.one("inv", turned if back else M, sides=(M.rows, M.rows), traits=traits)
    R.needs.valued[next(iter(found.terms))[0][0]] = None
    return (R.transpose(found) if back else found).times(R.reciprocal(scale))


WORDS |= {
    "add": add, "sub": sub, "neg": neg, "mul": mul, "sq": sq, "div": divide, "pow": power, "sqrt": sqrt,
    "abs": absolute, "larger": larger, "smaller": smaller, "matmul": matmul, "T": transpose, "eye": eye,
    "sym": sym, "commutator": commutator, "matpow": matpow, "diag": diag, "diagonal": diagonal,
    "entries": entries, "vec_rows": entries, "column_matrix": column_matrix, "kron": kron,
    "hadamard": hadamard, "inv": inverse, "rows": lambda R, A: matrix(A).rows,
    "cols": lambda R, A: matrix(A).cols, "length": lambda R, v: vector(v).rows,
    "eye_rows": lambda R, A: R.identity(matrix(A).rows),
    "trace": lambda R, A: R.trace(square(matrix(A))),
}  # fmt: skip
