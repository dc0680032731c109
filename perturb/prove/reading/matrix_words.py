"""Words between matrices: products, blocks, triangles, inverses."""

from __future__ import annotations

from flint import fmpq

from perturb import vocab
from perturb.prove.checker import doubles
from perturb.prove.reading import borrowed
from perturb.prove.reading.number_words import (
    WORDS,
    Column,
    Tableau,
    entrywise,
    existing,
    integer,
    negative,
    single,
    square_only,
    sub,
    word,
)
from perturb.prove.reading.path import EQUAL, LESS, SIGNS, Path, PathEnds, Scalar
from perturb.prove.reading.ring import Unsupported
from perturb.vocab.grammar.tree import Word
from perturb.vocab.words import lists, matrix


def dot(path: Path, x: tuple[Scalar, ...], y: tuple[Scalar, ...]) -> Scalar:
    if len(x) != len(y):
        raise Unsupported("a product of these shapes")
    products = [path.mul(a, b) for a, b in zip(x, y, strict=True)]
    result = products[0]
    for term in products[1:]:
        result = path.add(result, term)
    return result


@word(vocab.T)
def transpose(path: Path, A: Tableau) -> Tableau:
    return Tableau(zip(*A, strict=True))


@word(vocab.mul)
def matmul(path: Path, A: Tableau, B: Tableau | Column) -> Tableau | Column:
    if isinstance(B, Column):
        return Column([dot(path, row, B) for row in A])
    return times(path, A, B)


def times(path: Path, A: Tableau, B: Tableau) -> Tableau:
    """The product of two matrices."""
    columns = list(zip(*B, strict=True))
    return Tableau([tuple(dot(path, row, column) for column in columns) for row in A])


def identity(path: Path, n: int) -> Tableau:
    return Tableau([tuple(path.number(int(i == j)) for j in range(n)) for i in range(n)])


@word(vocab.eye)
def eye(path: Path, A: Tableau) -> Tableau:
    return identity(path, len(A[0]))


@word(matrix.eye_rows)
def eye_rows(path: Path, A: Tableau) -> Tableau:
    return identity(path, len(A))


@word(vocab.diag)
def diag(path: Path, v: Column) -> Tableau:
    nought = path.number(0)
    return Tableau([tuple(x if i == j else nought for j in range(len(v))) for i, x in enumerate(v)])


@word(vocab.diagonal)
def diagonal(path: Path, A: Tableau) -> Column:
    return Column([A[i][i] for i in range(min(len(A), len(A[0])))])


@word(vocab.entries, vocab.vec_rows)
def entries(path: Path, A: Tableau) -> Column:
    return Column([x for row in A for x in row])


@word(vocab.vec_columns)
def vec_columns(path: Path, A: Tableau) -> Column:
    return entries(path, transpose(path, A))


@word(vocab.column_matrix)
def column_matrix(path: Path, v: Column) -> Tableau:
    return Tableau([(x,) for x in v])


@word(vocab.circulant)
def circulant(path: Path, v: Column) -> Tableau:
    n = len(v)
    return Tableau([tuple(v[(i - j) % n] for j in range(n)) for i in range(n)])


@word(vocab.hadamard)
def hadamard(path: Path, A: Tableau, B: Tableau) -> Tableau:
    return entrywise(path.mul, A, B)


@word(vocab.kron)
def kron(path: Path, A: Tableau | Column, B: Tableau | Column) -> Tableau:
    first = column_matrix(path, A) if isinstance(A, Column) else A
    second = column_matrix(path, B) if isinstance(B, Column) else B
    return Tableau([tuple(path.mul(a, b) for a in row for b in other) for row in first for other in second])


@word(vocab.commutator)
def commutator(path: Path, A: Tableau, B: Tableau) -> Tableau:
    difference = sub(path, matmul(path, A, B), matmul(path, B, A))
    assert isinstance(difference, Tableau)
    return difference


@word(vocab.sym)
def sym(path: Path, A: Tableau) -> Tableau:
    square_only(A)
    half = path.number(fmpq(1, 2))
    return entrywise(lambda a, b: path.mul(path.add(a, b), half), A, transpose(path, A))


@word(vocab.matpow)
def matpow(path: Path, A: Tableau, k: Scalar) -> Tableau:
    result = identity(path, square_only(A))
    for _ in range(integer(k)):
        result = times(path, result, A)
    return result


def masked(path: Path, A: Tableau, above: int) -> Tableau:
    """The entries with j - i >= above."""
    nought = path.number(0)
    return Tableau(
        [tuple(x if j - i >= above else nought for j, x in enumerate(row)) for i, row in enumerate(A)]
    )


@word(vocab.upper)
def upper(path: Path, A: Tableau) -> Tableau:
    return masked(path, A, 0)


@word(vocab.strict_upper)
def strict_upper(path: Path, A: Tableau) -> Tableau:
    return masked(path, A, 1)


@word(vocab.block)
def block(path: Path, A: Tableau, B: Tableau, C: Tableau, D: Tableau) -> Tableau:
    top = [r + s for r, s in zip(A, B, strict=True)]
    return Tableau(top + [r + s for r, s in zip(C, D, strict=True)])


def part(rows: slice, columns: slice, A: Tableau) -> Tableau:
    kept = [row[columns] for row in A[rows]]
    if not kept or not kept[0]:
        raise Unsupported("an empty block")
    return Tableau(kept)


def _cut(word: Word, rows: str, columns: str) -> None:
    def cut(path: Path, A: Tableau, k: Scalar) -> Tableau:
        m, n, j = len(A), len(A[0]), integer(k)
        ends = {"upto": (0, j), "after": (j, None), "all": (0, None)}
        first = (0, m - j) if rows == "without" else ends[rows]
        second = (0, n - j) if columns == "without" else ends[columns]
        return part(slice(*first), slice(*second), A)

    WORDS[word] = cut


for _word, _rows, _columns in (
    (vocab.leading, "upto", "upto"),
    (vocab.trailing, "after", "after"),
    (vocab.upper_right, "upto", "after"),
    (vocab.lower_left, "after", "upto"),
    (vocab.without_columns, "all", "without"),
    (vocab.without_rows, "without", "all"),
):
    _cut(_word, _rows, _columns)


@word(vocab.schur)
def schur(path: Path, A: Tableau, k: Scalar) -> Tableau:
    left = times(path, WORDS[vocab.lower_left](path, A, k), inv(path, WORDS[vocab.leading](path, A, k)))
    corner = WORDS[vocab.trailing](path, A, k)
    complement = sub(path, corner, times(path, left, WORDS[vocab.upper_right](path, A, k)))
    assert isinstance(complement, Tableau)
    return complement


@word(vocab.trace)
def trace(path: Path, A: Tableau) -> Scalar:
    square_only(A)
    values = diagonal(path, A)
    result = values[0]
    for x in values[1:]:
        result = path.add(result, x)
    return result


@word(vocab.complex_matrix)
def complex_matrix(path: Path, X: Tableau, Y: Tableau) -> Tableau:
    return block(path, X, entrywise(negative, Y), Y, X)


def two_by_two(path: Path, A: Tableau, plus: bool) -> Scalar:
    """ad - bc, or ad + bc."""
    if square_only(A) != 2:
        return single(A)
    first, second = path.mul(A[0][0], A[1][1]), path.mul(A[0][1], A[1][0])
    return path.add(first, second) if plus else path.sub(first, second)


@word(vocab.det)
def det(path: Path, A: Tableau) -> Scalar:
    if len(A) == len(A[0]) == 4:
        found: Scalar = borrowed.of(doubles.determinant, path, A)
        return found
    return two_by_two(path, A, plus=False)


@word(vocab.permanent)
def permanent(path: Path, A: Tableau) -> Scalar:
    return two_by_two(path, A, plus=True)


@word(vocab.inv)
def inv(path: Path, A: Tableau) -> Tableau:
    if square_only(A) == 4:
        whole, over = adjugate(path, A), det(path, A)
        return Tableau([tuple(path.div(x, over) for x in row) for row in whole])
    if len(A) != 2:
        return Tableau([(path.div(path.number(1), single(A)),)])
    t = det(path, A)
    (a, b), (c, d) = A
    x, y, z, w = [path.div(v, t) for v in (d, negative(b), negative(c), a)]
    return Tableau([(x, y), (z, w)])


def slope(path: Path, t: Scalar, eta: Scalar) -> Scalar:
    bits = path.ask(t.num, SIGNS)
    if bits == EQUAL:
        raise PathEnds("undefined")
    return eta if bits == LESS else path.number(1)


@word(vocab.slopes)
def slopes(path: Path, t: Column, eta: Scalar) -> Column:
    return Column([slope(path, x, eta) for x in t])


@word(vocab.row)
def row(path: Path, A: Tableau, k: Scalar) -> Column:
    return Column(A[existing(integer(k), len(A)) - 1])


@word(vocab.banded)
def banded(path: Path, A: Tableau, k: Scalar) -> Tableau:
    reach, nought = integer(k), path.number(0)
    rows = [[x if abs(i - j) <= reach else nought for j, x in enumerate(row)] for i, row in enumerate(A)]
    return Tableau([tuple(row) for row in rows])


@word(vocab.ones)
def ones(path: Path, k: Scalar) -> Column:
    return Column([path.number(1)] * integer(k))


@word(lists.listed)
def listed(path: Path, *numbers: Scalar) -> Column:
    return Column(numbers)


@word(vocab.reshape)
def reshape(path: Path, x: Tableau | Column, rows: Scalar, cols: Scalar) -> Tableau:
    entries = [a for row in x for a in row] if isinstance(x, Tableau) else list(x)
    m, n = integer(rows), integer(cols)
    if m < 1 or n < 1 or m * n != len(entries):
        raise Unsupported(f"{len(entries)} entries as a {m} x {n} matrix")
    return Tableau([tuple(entries[i * n : (i + 1) * n]) for i in range(m)])


@word(vocab.adjugate)
def adjugate(path: Path, A: Tableau) -> Tableau:
    if square_only(A) == 1:
        return identity(path, 1)
    if len(A) == 4:
        found: Tableau = borrowed.of(doubles.adjugate, path, A)
        return found
    if len(A) > 2:
        raise Unsupported(f"the adjugate of a {len(A)} x {len(A)} matrix")
    (a, b), (c, d) = A
    return Tableau([(d, negative(b)), (negative(c), a)])
