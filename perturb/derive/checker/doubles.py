"""Words of complex matrices, each as its double [[X, -Y], [Y, X]], of which every spectrum comes twice."""

from __future__ import annotations

from collections.abc import Callable

from flint import fmpq

from perturb.derive.checker.matrices import Matrix, Unspoken, Word
from perturb.derive.checker.polynomials import ONE, ZERO, Poly, number
from perturb.derive.checker.reading import WORDS, TermReader, Value, matrix, scalar, square
from perturb.derive.checker.spectra import eigenvalues, fro, singular_values
from perturb.derive.checker.terms import DOUBLE

HALF = fmpq(1, 2)


def complex_matrix(R: TermReader, X: Value, Y: Value) -> Matrix:
    """Symmetric where X is and Y is skew-symmetric by its space, or 0."""
    A, B = matrix(X), matrix(Y)
    if (A.rows, A.cols) != (B.rows, B.cols):
        raise Unspoken("parts of two shapes")
    skew = all(len(w) == 1 and "skew" in R.traits[w[0][0]] for w in B.terms)
    sides = A.rows * number(2), A.cols * number(2)
    return R.one(*DOUBLE, A, B, sides=sides, traits=["symmetric"] if R.symmetric(A) and skew else [])


def doubled(R: TermReader, A: Value) -> Matrix:
    """A sum of products of doubles, their inverses and I, whose sides are even: such a sum is a double."""
    M = matrix(A)
    even = all(R.whole(side.scaled(HALF)) for side in (M.rows, M.cols))
    if not even or not R.made_of_doubles(M):
        raise Unspoken("a complex word of a matrix that is not made of [[X, -Y], [Y, X]]")
    return M


def every_second(of: Callable[[TermReader, Value], Matrix]) -> Callable[..., Matrix]:
    """The values of a double come in pairs that are next to each other: one of each."""

    def value(R: TermReader, A: Value) -> Matrix:
        v = of(R, doubled(R, A))
        length, terms = v.rows.scaled(HALF), dict[Word, Poly]()
        for w, c in v.terms.items():
            if length == ONE:
                terms[()] = terms.get((), ZERO) + c * R.component_of(w, ONE)
            elif R.vector_kind(w) == "ones":
                terms |= R.ones(length).times(c).terms
            elif len(w) == 1:
                terms[((R.letter(("halved", w), length, ONE), False),)] = c
            else:
                raise Unspoken("a spectrum that is one number")
        return Matrix(length, ONE, terms, True)

    return value


def of_length(R: TermReader, A: Value) -> Poly:
    return fro(R, matrix(A)) * scalar(WORDS["sqrt"](R, number("1/2")))


WORDS |= {
    "complex_matrix": complex_matrix,
    "complex_s": every_second(singular_values), "complex_lam": every_second(eigenvalues),
    "complex_fro": of_length, "complex_norm": of_length,
    "complex_trace": lambda R, A: R.trace(square(matrix(A))).scaled(HALF),
    "complex_rank": lambda R, A: scalar(WORDS["rank"](R, A)).scaled(HALF),
}  # fmt: skip
