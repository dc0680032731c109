"""The text of statements, and the values of its parts in normal form, with what they need to be defined."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from perturb.derive.checker.polynomials import ONE, ZERO, Poly, number
from perturb.derive.checker.terms import Matrix, Terms, Unsupported, Word

Tree = str | tuple[Any, ...]  # a name or number, or a word and its arguments
Value = Poly | Matrix
RATIONAL = re.compile(r"-?[0-9]+(?:/[1-9][0-9]*)?", re.ASCII)
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


def parsed(text: str) -> Tree:
    """An s-expression. Unsupported where it is none."""
    stack: list[list[Tree]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", text):
        if token == "(":
            stack.append([])
        elif token == ")":
            if len(stack) < 2 or not stack[-1]:
                raise Unsupported("a text that is not balanced")
            done = stack.pop()
            stack[-1].append(tuple(done))
        else:
            stack[-1].append(token)
    if len(stack) != 1 or len(stack[0]) != 1:
        raise Unsupported("a text that is not balanced")
    return stack[0][0]


def put(tree: Tree, given: Mapping[str, Tree]) -> Tree:
    """With names replaced, all at once; the word of a node is no name."""
    if isinstance(tree, str):
        return given.get(tree, tree)
    return (tree[0], *[put(arg, given) for arg in tree[1:]])


@dataclass
class Needs:
    """What has to hold for a part to have a value. `bounds` are >= 0 and of integers."""

    bounds: dict[Poly, None] = field(default_factory=dict)
    nonzero: dict[Poly, None] = field(default_factory=dict)
    nonneg: dict[Poly, None] = field(default_factory=dict)
    valued: dict[int, None] = field(default_factory=dict)

    def add(self, other: Needs) -> None:
        for name in ("bounds", "nonzero", "nonneg", "valued"):
            getattr(self, name).update(getattr(other, name))


class Reader(Terms):
    """Values of parts of statements about the inputs of one claim."""

    def __init__(self, inputs: Mapping[str, Value]) -> None:
        super().__init__()
        self.nonneg_words = set(NONNEG_WORDS)
        self.inputs = dict(inputs)
        self.needs = Needs()
        self._known: dict[Tree, tuple[Value, Needs]] = {}

    def __call__(self, tree: Tree) -> Value:
        """The value; what it needs is added to `needs`."""
        if tree not in self._known:
            before, self.needs = self.needs, Needs()
            try:
                value = self._value(tree)
                self._known[tree] = value, self.needs
            finally:
                self.needs = before
        value, needs = self._known[tree]
        self.needs.add(needs)
        return value

    def reading(self, tree: Tree) -> tuple[Value, Needs]:
        before, self.needs = self.needs, Needs()
        try:
            return self(tree), self.needs
        finally:
            self.needs = before

    def _value(self, tree: Tree) -> Value:
        if isinstance(tree, str):
            if tree in self.inputs:
                return self.inputs[tree]
            if RATIONAL.fullmatch(tree):
                return number(Fraction(tree))
            if NAME.fullmatch(tree):
                return self.index(tree)
            raise Unsupported(f"{tree[:40]!r}")
        word, *args = tree
        if word.startswith("matrix["):
            return self.constant(word)
        if word not in WORDS:
            raise Unsupported(f"the word {word}")
        return WORDS[word](self, *[self(arg) for arg in args])

    def function_of(self, kind: str, v: Matrix, i: Poly) -> Poly:
        x = sum((c * self.component_of(w, i) for w, c in v.terms.items()), ZERO)
        return sqrt(self, x) if kind == "root" else scalar(divide(self, ONE, x))

    def index(self, name: str) -> Poly:
        return self.atom("index", name)

    def constant(self, word: str) -> Matrix:
        lines = [line.split(",") for line in word[len("matrix[") : -1].split(";")]
        if not all(RATIONAL.fullmatch(x) for line in lines for x in line) or len({*map(len, lines)}) != 1:
            raise Unsupported("a matrix whose entries cannot be read")
        rows = [[Fraction(x) for x in line] for line in lines]
        sides = number(len(rows)), number(len(rows[0]))
        if rows == [[Fraction(int(i == j)) for j in range(len(rows[0]))] for i in range(len(rows))]:
            return self.identity(sides[0])
        same = rows == [list(col) for col in zip(*rows, strict=True)]
        return self.one("matrix", word, sides=sides, traits=["symmetric"] if same else [])


def matrix(x: Value) -> Matrix:
    if not isinstance(x, Matrix):
        raise Unsupported("a number where a matrix is wanted")
    return x


def vector(x: Value) -> Matrix:
    A = matrix(x)
    if not A.vector:
        raise Unsupported("a matrix where a vector is wanted")
    return A


def scalar(x: Value) -> Poly:
    if not isinstance(x, Poly):
        raise Unsupported("a matrix where a number is wanted")
    return x


def square(A: Matrix) -> Matrix:
    if A.rows != A.cols:
        raise Unsupported("a rectangle where a square matrix is wanted")
    return A


# Sums, products, quotients


def add(R: Reader, x: Value, y: Value) -> Value:
    if isinstance(x, Poly) and isinstance(y, Poly):
        return x + y
    if isinstance(x, Matrix) and isinstance(y, Matrix):
        if x.vector != y.vector:
            raise Unsupported("a vector and a matrix")
        return x + y
    v, c = (x, y) if isinstance(x, Matrix) else (y, x)
    assert isinstance(v, Matrix)
    assert isinstance(c, Poly)
    return vector(v) + R.ones(v.rows).times(c)


def neg(R: Reader, x: Value) -> Value:
    return -x


def sub(R: Reader, x: Value, y: Value) -> Value:
    return add(R, x, -y)


def mul(R: Reader, x: Value, y: Value) -> Value:
    if isinstance(x, Poly) and isinstance(y, Poly):
        return x * y
    if isinstance(x, Matrix) and isinstance(y, Matrix):
        return entrywise(R, vector(x), vector(y))
    A, c = (x, y) if isinstance(x, Matrix) else (y, x)
    assert isinstance(A, Matrix)
    assert isinstance(c, Poly)
    return A.times(c)


def entrywise(R: Reader, x: Matrix, y: Matrix) -> Matrix:
    """The product of two vectors, component by component."""
    if x.rows != y.rows:
        raise Unsupported("a product of two lengths")
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


def sq(R: Reader, x: Value) -> Value:
    return mul(R, x, x)


def divide(R: Reader, x: Value, y: Value) -> Value:
    if isinstance(y, Matrix):
        if y.rows == ONE:
            return mul(R, x, scalar(divide(R, ONE, y.terms.get((), ZERO))))
        return mul(R, x, function(R, "reciprocal", vector(y)))
    by = scalar(y)
    if not R.positive(by):
        R.needs.nonzero[by] = None
    inverse = R.reciprocal(by)
    return x * inverse if isinstance(x, Poly) else x.times(inverse)


def function(R: Reader, name: str, v: Matrix) -> Matrix:
    """A function of the components that not all numbers have a value under."""
    found = R.one(name, v, sides=(v.rows, ONE), vector=True)
    R.needs.valued[next(iter(found.terms))[0][0]] = None
    return found


def power(R: Reader, x: Value, k: Value) -> Value:
    e = scalar(k).constant
    if isinstance(x, Matrix):
        if e is None or e not in (1, 2, 3, 4):
            raise Unsupported("a power of a vector that is no small integer")
        return x if e == 1 else mul(R, x, power(R, x, number(e - 1)))
    p = x
    if e == Fraction(1, 2):
        return sqrt(R, p)
    if e is None or e.denominator != 1 or abs(e) > 12:
        raise Unsupported("a power that is no small integer")
    return p.power(int(e)) if e >= 0 else scalar(divide(R, ONE, p.power(-int(e))))


def sqrt(R: Reader, x: Value) -> Any:
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
        roots = [round_root(c.numerator), round_root(c.denominator)]
        if None not in roots and all(e % 2 == 0 for _, e in m):
            return R.absolute(Poly({tuple((k, e // 2) for k, e in m): Fraction(*roots)}))  # type: ignore[arg-type]
    return R.atom("sqrt", p)


def round_root(n: int) -> int | None:
    root = round(abs(n) ** 0.5) if n < 10**12 else 0
    return root if n >= 0 and root * root == n else None


def absolute(R: Reader, x: Value) -> Value:
    if isinstance(x, Poly):
        return R.absolute(x)
    return relu_vector(R, vector(x)).times(number(2)) - x


def relu_vector(R: Reader, v: Matrix) -> Matrix:
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


def larger(R: Reader, x: Value, y: Value) -> Value:
    difference = sub(R, x, y)
    part = R.relu(difference) if isinstance(difference, Poly) else relu_vector(R, difference)
    return add(R, y, part)


def smaller(R: Reader, x: Value, y: Value) -> Value:
    return -larger(R, -x, -y)  # type: ignore[operator]


# Matrices


def matmul(R: Reader, A: Value, B: Value) -> Value:
    return R.multiply(matrix(A), matrix(B))


def transpose(R: Reader, A: Value) -> Value:
    return R.transpose(matrix(A).as_vector(False))


def eye(R: Reader, A: Value) -> Value:
    return R.identity(matrix(A).cols)


def sym(R: Reader, A: Value) -> Value:
    M = square(matrix(A))
    return (M + R.transpose(M)).times(number(Fraction(1, 2)))


def commutator(R: Reader, A: Value, B: Value) -> Value:
    M, N = matrix(A), matrix(B)
    return R.multiply(M, N) - R.multiply(N, M)


def matpow(R: Reader, A: Value, k: Value) -> Value:
    e, M = scalar(k).constant, square(matrix(A))
    if e is None or e.denominator != 1 or not 0 <= e <= 8:
        raise Unsupported("a power of a matrix that is no small integer")
    found = R.identity(M.rows)
    for _ in range(int(e)):
        found = R.multiply(found, M)
    return found


def diag(R: Reader, v: Value) -> Value:
    """Linear in v."""
    x = vector(v)
    terms = dict[Word, Poly]()
    for w, c in x.terms.items():
        word: Word = ()
        if R.vector_kind(w) != "ones" and w:
            k = R.letter(("diag", w), x.rows, x.rows, "symmetric", "diagonal")
            word = ((k, False),)
        terms[word] = terms.get(word, ZERO) + c
    return Matrix(x.rows, x.rows, terms)


def diagonal(R: Reader, A: Value) -> Value:
    M = square(matrix(A))
    found = R.ones(M.rows).times(M.terms.get((), ZERO))
    for w, c in M.terms.items():
        if w:
            found = found + R.one("diagonal", w, sides=(M.rows, ONE), vector=True).times(c)
    return found


def entries(R: Reader, A: Value) -> Value:
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


def from_entries(R: Reader, v: Matrix) -> Matrix:
    """The matrix of which these are the entries, where it was written so."""
    names = [R.names[w[0][0]] if len(w) == 1 else ("",) for w in v.terms]
    if not names or any(name[0] != "vec" or name[2:] != names[0][2:] for name in names):
        return v
    terms = dict(zip([name[1] for name in names], v.terms.values(), strict=True))
    return Matrix(names[0][2], names[0][3], terms)


def column_matrix(R: Reader, v: Value) -> Value:
    return vector(v).as_vector(False)


def kron(R: Reader, A: Value, B: Value) -> Value:
    M, N = matrix(A), matrix(B)
    terms = dict[Word, Poly]()
    for w, c in M.terms.items():
        for v, d in N.terms.items():
            word: Word = ()
            if w or v or M.rows != M.cols or N.rows != N.cols:
                word = (R.kron_letter(w, v, (M.rows, M.cols), (N.rows, N.cols)),)
            terms[word] = terms.get(word, ZERO) + c * d
    return Matrix(M.rows * N.rows, M.cols * N.cols, terms)


def hadamard(R: Reader, A: Value, B: Value) -> Value:
    M, N = matrix(A), matrix(B)
    if (M.rows, M.cols) != (N.rows, N.cols):
        raise Unsupported("a product of two shapes")
    first, second = sorted((M, N), key=lambda X: X.key)
    traits = ["symmetric"] if R.symmetric(M) and R.symmetric(N) else []
    return R.one("hadamard", first, second, sides=(M.rows, M.cols), traits=traits)


def inverse(R: Reader, A: Value) -> Value:
    M = square(matrix(A))
    if not M:
        raise Unsupported("the inverse of 0")
    if M.rows == ONE:
        return matrix(divide(R, R.identity(ONE), R.trace(M)))
    scale = number(abs(M.key[0][1][0][1]))
    M = M.times(R.reciprocal(scale))
    if M == R.identity(M.rows):
        return M.times(R.reciprocal(scale))
    turned = R.transpose(M)
    back = turned.key < M.key
    traits = ["symmetric"] if turned == M else []
    found = R.one("inv", turned if back else M, sides=(M.rows, M.rows), traits=traits)
    R.needs.valued[next(iter(found.terms))[0][0]] = None
    return (R.transpose(found) if back else found).times(R.reciprocal(scale))


# Vectors and numbers of a matrix


def component(R: Reader, v: Value, i: Value) -> Poly:
    x, k = vector(v), scalar(i)
    for p in R.within(k, x.rows):
        R.needs.bounds[p] = None
    return sum((c * R.component_of(w, k) for w, c in x.terms.items()), ZERO)


def entry(R: Reader, A: Value, i: Value, j: Value) -> Poly:
    M, at, to = matrix(A), scalar(i), scalar(j)
    for p in (*R.within(at, M.rows), *R.within(to, M.cols)):
        R.needs.bounds[p] = None
    return sum((c * R.entry_of(w, at, to) for w, c in M.terms.items()), ZERO)


def sum_(R: Reader, v: Value) -> Poly:
    x = vector(v)
    return sum((c * R.sum_of([w], x.rows) for w, c in x.terms.items()), ZERO)


def singular_values(R: Reader, A: Value) -> Matrix:
    M = matrix(A)
    length = R.least(M.rows, M.cols)
    if not M:
        return Matrix(length, ONE, {}, True)
    if length == ONE:
        return Matrix(ONE, ONE, {(): fro(R, M)}, True)
    factor, inner = R.content(M)
    inner = R.representative(inner)
    size = R.absolute(factor)
    if inner == R.identity(inner.rows):
        return R.ones(length).times(size)
    return R.one("s", inner, sides=(length, ONE), vector=True).times(size)


def eigenvalues(R: Reader, A: Value) -> Matrix:
    M = square(matrix(A))
    if not R.symmetric(M):
        raise Unsupported("eigenvalues of a matrix that is not symmetric as it is written")
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


def similar(R: Reader, A: Matrix) -> Matrix:
    """Q'AQ for an orthogonal Q with which all words begin, and with Q' end."""
    while A.terms and all(len(w) > 1 for w in A.terms):
        ends = {(w[0], R.flip(w[-1])) for w in A.terms}
        (first, last), *others = ends
        if others or first != last or "orthogonal" not in R.traits[first[0]]:
            break
        A = Matrix(A.rows, A.cols, {w[1:-1]: c for w, c in A.terms.items()})
    return A


def fro(R: Reader, A: Value) -> Poly:
    """The root of the sum of the squared entries, of a matrix or a vector."""
    M = from_entries(R, matrix(A))
    if not M:
        return ZERO
    if M.rows == M.cols == ONE:
        return R.absolute(M.terms[()])
    factor, inner = R.content(M)
    return R.absolute(factor) * R.atom("fro", R.representative(inner).as_vector(False))


def invariant(name: str, partial: bool = False) -> Callable[..., Poly]:
    """A number that A', -A, QA and AQ share; of c A it is c times that of A, for c > 0 (the rank: the same)."""

    def value(R: Reader, A: Value) -> Poly:
        M = matrix(A)
        if not M:
            if partial:
                raise Unsupported(f"{name} of 0")
            return ZERO
        scale = number(abs(M.key[0][1][0][1]))  # a factor that may be 0 stays inside
        found = R.atom(name, R.representative(M.times(R.reciprocal(scale))))
        if partial:
            R.needs.valued[found.single] = None  # type: ignore[index]
        return found if name == "rank" else scale * found

    return value


def largest(R: Reader, v: Value) -> Poly:
    x = vector(v)
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


def partial_sums(R: Reader, v: Value) -> Matrix:
    x = vector(v)
    if x.rows == ONE:
        return x
    terms = {((R.partial_sums(w), False),): c for w, c in x.terms.items()}
    return Matrix(x.rows, ONE, terms, True)


def head(R: Reader, v: Value, k: Value) -> Matrix:
    x, length = vector(v), scalar(k)
    for p in (length, *R.within(length, x.rows)[1:]):
        R.needs.bounds[p] = None
    if length == x.rows:
        return x
    if length == ONE:
        return Matrix(ONE, ONE, {(): component(R, x, ONE)}, True)
    terms = {((R.letter(("head", w, length), length, ONE), False),): c for w, c in x.terms.items()}
    return Matrix(length, ONE, terms, True)


def s_of(k: str) -> Callable[..., Poly]:
    def value(R: Reader, A: Value) -> Poly:
        M = matrix(A)
        return component(R, singular_values(R, M), ONE if k == "1" else R.least(M.rows, M.cols))

    return value


def lam_of(k: str) -> Callable[..., Poly]:
    def value(R: Reader, A: Value) -> Poly:
        return component(R, eigenvalues(R, A), ONE if k == "1" else matrix(A).rows)

    return value


def condition(R: Reader, A: Value) -> Poly:
    return scalar(divide(R, s_of("1")(R, A), WORDS["s_star"](R, A)))


def index_in(R: Reader, i: Value, low: Value, high: Value) -> Poly:
    k = scalar(i)
    if not R.whole(k):
        raise Unsupported("an index that is no sum of integers")
    for p in (k - scalar(low), scalar(high) - k):
        R.needs.bounds[p] = None
    return k


# Words that are taken for what they are: the kind of their value by the sides of the first argument. A `!` after
# the name: not of all arguments; `+`: never negative.
OPAQUE = """
det permanent numerical_radius+ norm_1+ norm_inf+ relu_norm+ operator_width relu_width mean_width exp+ log! = number
moduli eig_re eig_im = rows
descending ascending partial_products = rows
relu_singular_values = least
mat_abs = cols cols psd
mat_exp = rows rows psd
mat_sqrt! mat_log! = rows rows symmetric
pinv = cols rows
"""


SQUARE = "det permanent numerical_radius moduli eig_re eig_im mat_exp mat_sqrt mat_log".split()


def opaque(name: str, shape: list[str], partial: bool) -> Callable[..., Value]:
    def value(R: Reader, *args: Value) -> Value:
        first = square(matrix(args[0])) if name in SQUARE else args[0]
        if shape == ["number"]:
            if isinstance(first, Matrix) is (name in ("exp", "log")):
                raise Unsupported(f"{name} of this")
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


WORDS: dict[str, Callable[..., Any]] = {
    "add": add, "sub": sub, "neg": neg, "mul": mul, "sq": sq, "div": divide, "pow": power, "sqrt": sqrt,
    "abs": absolute, "larger": larger, "smaller": smaller, "matmul": matmul, "T": transpose, "eye": eye,
    "sym": sym, "commutator": commutator, "matpow": matpow, "diag": diag, "diagonal": diagonal,
    "entries": entries, "column_matrix": column_matrix, "kron": kron, "hadamard": hadamard, "inv": inverse,
    "component": component, "entry": entry, "sum": sum_, "s": singular_values, "lam": eigenvalues,
    "norm": lambda R, v: fro(R, vector(v)), "fro": lambda R, A: fro(R, matrix(A)),
    "rank": invariant("rank"), "s_star": invariant("s_star", partial=True),
    "max": largest, "min": lambda R, v: -largest(R, -vector(v)), "partial_sums": partial_sums, "head": head,
    "s1": s_of("1"), "op": s_of("1"), "s_min": s_of("n"), "lam_max": lam_of("1"), "lam_min": lam_of("n"),
    "nuclear": lambda R, A: sum_(R, singular_values(R, A)), "kappa": condition,
    "cond": lambda R, A: divide(R, s_of("1")(R, A), s_of("n")(R, A)),
    "ky_fan": lambda R, A, k: sum_(R, head(R, singular_values(R, A), k)),
    "max_entry": lambda R, A: largest(R, absolute(R, vector(entries(R, A)))),
    "trace": lambda R, A: R.trace(square(matrix(A))), "index": index_in,
    "rows": lambda R, A: matrix(A).rows, "cols": lambda R, A: matrix(A).cols,
    "length": lambda R, v: vector(v).rows, "eye_rows": lambda R, A: R.identity(matrix(A).rows),
    "vec_rows": entries,
}  # fmt: skip
NONNEG_WORDS = set[str]()
for _line in OPAQUE.strip().splitlines():
    _names, _, _shape = _line.partition(" = ")
    for _name in _names.split():
        WORDS[_name.strip("!+")] = opaque(_name.strip("!+"), _shape.split(), "!" in _name)
        NONNEG_WORDS |= {_name.strip("+")} if "+" in _name else set()
