"""A part of a statement with complex entries, as trees of real ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any

from perturb.numbers.numerals import meant
from perturb.vocab.complexes.operators import Operators
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import WORDS, Expr, as_expr, const, variable
from perturb.vocab.printing.terms import printed
from perturb.vocab.systems.facts import never_negative
from perturb.vocab.words.complexes import complex_matrix
from perturb.vocab.words.lists import Identity
from perturb.vocab.words.matrix import T, cols, eye, rows
from perturb.vocab.words.vector import column_matrix

Pair = tuple[Expr, Expr]


class Defining:
    """The word whose definition is being read, of complex values; empty elsewhere."""

    word = ""

    @contextmanager
    def of(self, word: str) -> Iterator[None]:
        before, self.word = self.word, word
        try:
            yield
        finally:
            self.word = before


DEFINING = Defining()


class Complex(Operators):
    """X + iY: a number, vector or matrix with the real part `re` and the imaginary part `im`.

    `double` is the real matrix [[X, -Y], [Y, X]] of a complex matrix: sums, products, inverses and functions
    of matrices are those of the doubles, `T(double)` is the adjoint, `.H`. A product has its parts from those
    of the factors, and only where somebody asks for them.
    """

    as_complex = True
    __array_ufunc__ = None  # numbers of numpy leave the operators to this class
    __hash__ = object.__hash__

    def __init__(
        self,
        kind: Kind,
        pair: Callable[[], Pair],
        double: Expr | None = None,
        sides: tuple[Expr, ...] | None = None,
        modulus: Expr | None = None,
        row: bool = False,
    ) -> None:
        self.kind, self._pair, self._double, self._sides = kind, pair, double, sides
        self._found: Pair | None = None
        self._adjoint: Complex | None = None
        self.modulus = modulus  # of a number, where a word says it
        self.row = row  # of a vector: x^*, which stands before others
        self.plain: Expr | None = None  # as it was written, of inputs that stand whole: for print

    @classmethod
    def of(cls, re: Any, im: Any, *, called: str = "") -> Complex:
        """X + iY of two real parts of one shape; the input that is `called` so."""
        pair = as_expr(re), as_expr(im)
        found = cls(_common(*pair), lambda: pair)
        found.plain = variable(called, found.kind) if called else None
        return found

    @property
    def parts(self) -> Pair:
        """The real and the imaginary part."""
        if self._found is None:
            self._found = self._pair()
        if self.plain not in (None, self._found[0]):
            for name, part in zip(("real", "imag"), self._found, strict=True):
                printed(part, WORDS[name].node(self.plain))
        return self._found

    @property
    def re(self) -> Expr:
        return self.parts[0]

    @property
    def im(self) -> Expr:
        return self.parts[1]

    @property
    def double(self) -> Expr:
        """[[X, -Y], [Y, X]]; of a vector that of its column, of x^* of the row. TypeError of a number."""
        if self.kind is Kind.SCALAR:
            raise TypeError("a matrix is expected, not a complex number")
        if self._double is None:
            self._double = self._made()
        if self.plain is not None:
            printed(self._double, self.plain)
        return self._double

    def _made(self) -> Expr:
        if self.kind is Kind.MATRIX:
            return complex_matrix.node(*self.parts)
        if self.row:
            return T.node(self.H.double)
        return complex_matrix.node(*map(column_matrix.node, self.parts))

    @property
    def sides(self) -> tuple[Expr, ...]:
        """The numbers of rows and columns of X."""
        if self._sides is None:
            self._sides = rows.node(self.re), cols.node(self.re)
        return self._sides

    @property
    def conj(self) -> Complex:
        found = Complex.of(self.re, -self.im)
        found.row = self.row
        return found.called("conj", self)

    @property
    def T(self) -> Complex:
        """The transpose, without conjugation. TypeError within the definition of a word of real matrices."""
        if DEFINING.word:
            raise TypeError(
                f"{DEFINING.word} is defined by a transpose: of complex matrices that may be the adjoint"
            )
        return self.transposed

    @property
    def transposed(self) -> Complex:
        return Complex.of(T.node(self.re), T.node(self.im)).called("T", self)

    @property
    def H(self) -> Complex:
        """The adjoint, the conjugate transpose; of a vector x the row x^* of the conjugates."""
        if self.kind is Kind.SCALAR:
            return self.conj
        if self._adjoint is None:
            self._adjoint = self._flipped().called("H", self)
            self._adjoint._adjoint = self
        return self._adjoint

    def _flipped(self) -> Complex:
        if self.row and self._double is None:
            return Complex.of(self.re, -self.im)
        double = T.node(self.double)
        if self.kind is Kind.VECTOR:
            return Complex(self.kind, lambda: (self.re, -self.im), double, row=not self.row)
        sides = tuple(reversed(self.sides))
        return Complex(self.kind, lambda: (T.node(self.re), -T.node(self.im)), double, sides)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "as_multiple_of_identity":
            raise AttributeError(name)
        raise AttributeError(
            f"a complex part of a statement has no .{name}: real, imag, conj, A.H and A.T it has"
        )

    def __bool__(self) -> bool:
        raise TypeError("a statement cannot branch on a value: write the condition with given(...)")

    def __iter__(self) -> Any:
        raise TypeError("a statement cannot be looped over: use an index, A[i, j]")

    def _compared(self, other: Any) -> Any:
        raise TypeError('relations are written given(a, "<", b) or then(a, "<=", b), between real numbers')

    __lt__ = __le__ = __gt__ = __ge__ = _compared

    def __repr__(self) -> str:
        return f"complex {self.kind.value} ({self.re!r}, {self.im!r})"

    def __getitem__(self, key: Any) -> Any:
        """Components count from 1, A[i, j] is an entry, v[:k] the first k components, as of real parts."""
        found = Complex.of(self.re[key], self.im[key])
        found.row = self.row and found.kind is Kind.VECTOR
        if self.plain is not None:
            found.plain = self.plain[key]
        return found

    def called(self, name: str, *args: Any) -> Complex:
        """The same value, in print the word of that name over `args`."""
        self.plain = written(name, *args)
        return self


class Multiple(Operators):
    """z I for a complex number z: it takes its size from the matrix beside it."""

    as_complex = True

    def __init__(self, factor: Complex) -> None:
        self.factor = factor

    def beside(self, A: Any) -> Complex:
        one = eye.node(A.re if isinstance(A, Complex) else as_expr(A))
        return Complex.of(self.factor.re * one, self.factor.im * one)


UNIT = variable("1j", Kind.SCALAR)  # in print


def written(name: str, *args: Any) -> Expr | None:
    """A word over values as they were written; None where some part has no such text."""
    matrices = [x for x in args if isinstance(x, Complex | Expr) and x.kind is Kind.MATRIX]
    told = [_plain(one, _plain(matrices[0], None) if matrices else None) for one in args]
    found = [one for one in told if one is not None]
    with suppress(TypeError, ValueError):
        return WORDS[name].node(*found) if len(found) == len(args) else None
    return None


def _plain(x: Any, beside: Expr | None) -> Expr | None:
    if isinstance(x, Complex):
        return x.plain
    if isinstance(x, complex):
        re, im = const(meant(x.real)), const(meant(x.imag))
        unit = UNIT if im is const(1) else im * UNIT
        return re if im is const(0) else unit if re is const(0) else re + unit
    if isinstance(x, Multiple):
        return None if beside is None or x.factor.plain is None else x.factor.plain * eye.node(beside)
    if isinstance(x, Identity):
        return None if beside is None else as_expr(x.beside(beside))
    return as_expr(x)


def _common(re: Expr, im: Expr) -> Kind:
    """Of a number of any kind and a number of any kind, else the one that both are."""
    if re.kind is im.kind:
        return Kind.SCALAR if re.kind is Kind.INTEGER else re.kind
    if {re.kind, im.kind} <= {Kind.INTEGER, Kind.SCALAR}:
        return Kind.SCALAR
    raise TypeError(f"the parts of X + iY are a {re.kind.value} and a {im.kind.value}")


def lifted(x: Any, beside: Any = None) -> Complex:
    """Anything of a statement as a complex value; a multiple of I has the size of the matrix `beside` it."""
    if isinstance(x, Complex):
        return x
    if isinstance(x, Multiple | Identity):
        if not isinstance(beside, Complex | Expr) or beside.kind is not Kind.MATRIX:
            raise TypeError("a multiple of I takes its size from a matrix beside it")
        return x.beside(beside) if isinstance(x, Multiple) else _identity(x, beside)
    if isinstance(x, complex):
        found = Complex.of(const(meant(x.real)), const(meant(x.imag)))
        found.plain = _plain(x, None)
        return found
    real = as_expr(x)
    found = Complex.of(real, zero(real))
    found.plain = real
    return found


def _identity(one: Identity, A: Complex | Expr) -> Complex:
    if isinstance(A, Expr):
        return lifted(one.beside(A))

    def parts() -> Pair:
        re = one.beside(A.re)
        return re, zero(A.re if _everywhere(as_expr(one.factor)) else re)

    return Complex(Kind.MATRIX, parts, one.beside(A.double), (A.sides[0], A.sides[0]))


def zero(x: Expr) -> Expr:
    """0 in the shape of x, and 0 x of a number that has no value everywhere.

    So either part of a complex value says all that must have a value, and has all indices: what asks for one
    of them, or compares them one by one, leaves out what the whole leaves out.
    """
    return const(0) if x.kind in (Kind.SCALAR, Kind.INTEGER) and _everywhere(x) else const(0) * x


@lru_cache(maxsize=4096)
def _everywhere(x: Expr) -> bool:
    """Has x a value at every point, at every size, without an index? What is not certain counts as no."""
    return _by_its_word(x) and not x.free and all(map(_everywhere, x.args))


def _by_its_word(x: Expr) -> bool:
    word = x.word
    if word.name in ("op", "s1"):  # of no matrix is there none
        return True
    if word.name.startswith("complex_") and word.name != "complex_lam":
        return word.name == "complex_matrix" or x.args[0].double
    if word.subscripts or word.symmetric_in:
        return False
    if word.name == "sqrt" and never_negative(x.args[0]):
        return True
    if word.partial is None and x.expansion is not None:
        return _everywhere(x.expansion)
    return not (word.partial(*x.args) if callable(word.partial) else word.partial)


def is_complex(x: Any) -> bool:
    return isinstance(x, complex) or hasattr(x, "as_complex")
