"""Words for spectra of 2 x 2 matrices, by plane coordinates z -> u z + v conj(z), and of larger ones."""

from __future__ import annotations

from typing import NamedTuple

from perturb import vocab
from perturb.prove.checker import doubles
from perturb.prove.reading import borrowed
from perturb.prove.reading.matrix_words import det, entries, times, transpose
from perturb.prove.reading.number_words import (
    Column,
    Tableau,
    folded,
    integer,
    power,
    single,
    square_only,
    total,
    word,
)
from perturb.prove.reading.path import (
    AT_MOST,
    EQUAL,
    LESS,
    MORE,
    SIDES,
    SIGNS,
    Path,
    PathEnds,
    Scalar,
)
from perturb.prove.reading.ring import Poly, Unsupported

Den = tuple[tuple[int, int], ...]


class Plane(NamedTuple):
    """A = [[u1 + v1, v2 - u2], [v2 + u2, u1 - v1]] / den."""

    u1: Poly
    u2: Poly
    v1: Poly
    v2: Poly
    den: Den


def plane(path: Path, A: Tableau) -> Plane:
    if len(A) != 2 or len(A[0]) != 2:
        raise Unsupported(f"the spectrum of a {len(A)} x {len(A[0])} matrix")
    (a, b, c, d), den = path.common([*A[0], *A[1]])
    return Plane((a + d) / 2, (c - b) / 2, (a - d) / 2, (b + c) / 2, den)


def lengths(path: Path, P: Plane) -> tuple[Poly, Poly]:
    """|u| and |v|."""
    return path.root(path.squares([P.u1, P.u2])), path.root(path.squares([P.v1, P.v2]))


def large(A: Tableau) -> bool:
    """Neither a row or column nor 2 x 2."""
    return not flat(A) and (len(A), len(A[0])) != (2, 2)


def apart(path: Path, A: Tableau, first: bool = False) -> list[Scalar]:
    """The singular values of a larger matrix, as they come, without some that are 0; perhaps the first alone.

    Of two rows or columns the roots of the eigenvalues of A A' or A'A.
    """
    alone = scattered(A)
    if alone is not None:
        return [path.absolute(x) for x in alone]
    if doubled(A):
        return list(twice(borrowed.of(doubles.complex_s, path, A)))[: 1 if first else 4]
    G = plane(path, gram(path, A))
    q = path.root(path.squares([G.v1, G.v2]))
    return [path.rooted(Scalar(p, G.den)) for p in ((G.u1 + q,) if first else (G.u1 + q, G.u1 - q))]


def doubled(A: Tableau) -> bool:
    """Of the size of the double of a 2 x 2 matrix: others of it are beyond reach."""
    return len(A) == len(A[0]) == 4


def twice(v: Column) -> Column:
    """The values of a double."""
    return Column([x for x in v for _ in range(2)])


def gram(path: Path, A: Tableau) -> Tableau:
    if 2 not in (len(A), len(A[0])):
        raise Unsupported(f"the spectrum of a {len(A)} x {len(A[0])} matrix")
    return times(path, A, transpose(path, A)) if len(A) == 2 else times(path, transpose(path, A), A)


def flat(A: Tableau) -> bool:
    return min(len(A), len(A[0])) == 1


@word(vocab.s)
def s(path: Path, A: Tableau) -> Column:
    if flat(A):
        return Column([path.norm(entries(path, A))])
    if large(A):
        return descending(path, apart(path, A), min(len(A), len(A[0])))
    P = plane(path, A)
    p, q = lengths(path, P)
    up = path.ask(p - q, SIDES) & LESS == 0
    return Column([Scalar(p + q, P.den), Scalar(p - q if up else q - p, P.den)])


@word(vocab.s1, vocab.op)
def s1(path: Path, A: Tableau) -> Scalar:
    if flat(A):
        return s(path, A)[0]
    if large(A):
        values = apart(path, A, first=True)
        return folded(path.larger, Column(values)) if values else path.number(0)
    P = plane(path, A)
    p, q = lengths(path, P)
    return Scalar(p + q, P.den)


@word(vocab.s_min)
def s_min(path: Path, A: Tableau) -> Scalar:
    return s(path, A)[-1]


@word(vocab.nuclear)
def nuclear(path: Path, A: Tableau) -> Scalar:
    return total(path, s(path, A))


@word(vocab.ky_fan)
def ky_fan(path: Path, A: Tableau, k: Scalar) -> Scalar:
    return total(path, s(path, A)[: integer(k)])


@word(vocab.fro)
def fro(path: Path, A: Tableau) -> Scalar:
    return path.norm(entries(path, A))


@word(vocab.schatten)
def schatten(path: Path, A: Tableau, p: Scalar) -> Scalar:
    inside = total(path, Column([power(path, x, p) for x in s(path, A)]))
    return power(path, inside, path.div(path.number(1), p))


@word(vocab.max_entry)
def max_entry(path: Path, A: Tableau) -> Scalar:
    sizes = [path.absolute(x) for x in entries(path, A)]
    result = sizes[0]
    for x in sizes[1:]:
        result = path.larger(result, x)
    return result


@word(vocab.s_star)
def s_star(path: Path, A: Tableau) -> Scalar:
    if flat(A):
        (x,) = s(path, A)
        if path.ask(x.num, SIGNS) == EQUAL:
            raise PathEnds("undefined")
        return x
    if large(A):
        kept = [x for x in apart(path, A) if path.ask(x.num, SIGNS) != EQUAL]
        return folded(path.smaller, Column(kept))
    P = plane(path, A)
    p, q = lengths(path, P)
    bits = path.ask(p - q, SIGNS)
    if bits != EQUAL:
        return Scalar(p - q if bits == MORE else q - p, P.den)
    if path.ask(p + q, SIGNS) == EQUAL:
        raise PathEnds("undefined")
    return Scalar(p + q, P.den)


@word(vocab.kappa)
def kappa(path: Path, A: Tableau) -> Scalar:
    top = s1(path, A)
    return path.div(top, s_star(path, A))


@word(vocab.cond)
def cond(path: Path, A: Tableau) -> Scalar:
    top = s1(path, A)
    return path.div(top, s_min(path, A))


def symmetric(path: Path, A: Tableau) -> None:
    """Undefined where a 2 x 2 matrix is not symmetric."""
    if path.ask(path.sub(A[0][1], A[1][0]).num, SIGNS) != EQUAL:
        raise PathEnds("undefined")


@word(vocab.lam)
def lam(path: Path, A: Tableau) -> Column:
    if doubled(A):
        return twice(borrowed.of(doubles.complex_lam, path, A))
    if square_only(A) != 2:
        return Column([single(A)])
    symmetric(path, A)
    P = plane(path, A)
    q = path.root(path.squares([P.v1, P.v2]))
    return Column([Scalar(P.u1 + q, P.den), Scalar(P.u1 - q, P.den)])


@word(vocab.lam_max)
def lam_max(path: Path, A: Tableau) -> Scalar:
    return lam(path, A)[0]


@word(vocab.lam_min)
def lam_min(path: Path, A: Tableau) -> Scalar:
    return lam(path, A)[-1]


@word(vocab.moduli)
def moduli(path: Path, A: Tableau) -> Column:
    if doubled(A):
        return twice(borrowed.of(doubles.complex_moduli, path, A))
    if square_only(A) != 2:
        return Column([path.absolute(single(A))])
    P = plane(path, A)
    w = path.squares([P.v1, P.v2]) - path.product(P.u2, P.u2)
    if path.ask(w, SIDES) & LESS:
        e = path.root(path.product(P.u1, P.u1) - w)
        return Column([Scalar(e, P.den)] * 2)
    e = path.root(w)
    a = path.absolute(Scalar(P.u1)).num
    up = path.ask(a - e, SIDES) & LESS == 0
    return Column([Scalar(a + e, P.den), Scalar(a - e if up else e - a, P.den)])


@word(vocab.spectral_radius)
def spectral_radius(path: Path, A: Tableau) -> Scalar:
    return moduli(path, A)[0]


@word(vocab.numerical_radius)
def numerical_radius(path: Path, A: Tableau) -> Scalar:
    """The numerical range is an ellipse around u1 with half axes |v| (real) and |u2| (imaginary)."""
    if square_only(A) != 2:
        return path.absolute(single(A))
    P = plane(path, A)
    a = path.absolute(Scalar(P.u1)).num
    b = path.root(path.squares([P.v1, P.v2]))
    e = path.product(P.u2, P.u2)
    gap = e - path.product(b, b)
    if path.ask(gap - path.product(a, b), (MORE, AT_MOST)) != MORE:
        return Scalar(a + b, P.den)
    top = path.product(e, path.product(P.u1, P.u1) + gap)
    inside = path.sqrt(path.div(Scalar(top), Scalar(gap)))
    return path.mul(inside, Scalar(path.ring.one, P.den))


@word(vocab.rank)
def rank(path: Path, A: Tableau) -> Scalar:
    alone = scattered(A) if large(A) else None
    if alone is not None:
        return total(path, Column([rank(path, Tableau([(x,)])) for x in alone]))
    if doubled(A):
        return path.mul(path.number(2), borrowed.of(doubles.complex_rank, path, A))
    if not flat(A):
        square = gram(path, A) if large(A) else A
        if path.ask(det(path, square).num, SIGNS) != EQUAL:
            return path.number(2)
    nums, _ = path.common(entries(path, A))
    return path.number(0 if path.ask(path.squares(nums), SIGNS) == EQUAL else 1)


def scattered(A: Tableau) -> list[Scalar] | None:
    """The entries that are not 0 of a matrix that has at most one in each row and in each column."""
    places = [(i, j) for i, row in enumerate(A) for j, x in enumerate(row) if not x.num.is_zero()]
    if any(len({*line}) < len(places) for line in zip(*places, strict=True)):
        return None
    return [A[i][j] for i, j in places]


def descending(path: Path, values: list[Scalar], count: int) -> Column:
    """Sorted by the path's answers, zeros added at the end."""
    found: list[Scalar] = []
    for x in values:
        k = 0
        while k < len(found) and path.ask(path.sub(found[k], x).num, SIDES) & LESS == 0:
            k += 1
        found.insert(k, x)
    return Column(found + [path.number(0)] * (count - len(found)))


@word(vocab.descending)
def sorted_down(path: Path, v: Column) -> Column:
    return descending(path, list(v), len(v))


@word(vocab.mat_abs)
def mat_abs(path: Path, A: Tableau) -> Tableau:
    """|A| z = m z + (conj(u) v / m) conj(z), m = max(|u|, |v|)."""
    if square_only(A) != 2:
        return Tableau([(path.absolute(single(A)),)])
    P = plane(path, A)
    p, q = lengths(path, P)
    m = p if path.ask(p - q, SIDES) & LESS == 0 else q
    if path.ask(m, SIGNS) == EQUAL:
        return Tableau([(path.number(0),) * 2] * 2)
    one = Scalar(path.product(P.u1, P.v1) + path.product(P.u2, P.v2))
    two = Scalar(path.product(P.u1, P.v2) - path.product(P.u2, P.v1))
    t1, t2 = path.div(one, Scalar(m)), path.div(two, Scalar(m))
    over = Scalar(path.ring.one, P.den)
    rows = [(path.add(Scalar(m), t1), t2), (t2, path.sub(Scalar(m), t1))]
    return Tableau([tuple(path.mul(x, over) for x in row) for row in rows])


@word(vocab.mat_sqrt)
def mat_sqrt(path: Path, A: Tableau) -> Tableau:
    """(A + ab I) / (a + b), a and b the roots of the eigenvalues."""
    if not doubled(A) and square_only(A) != 2:
        return Tableau([(path.sqrt(single(A)),)])
    if not doubled(A):
        symmetric(path, A)
    every = [path.sqrt(x) for x in lam(path, A)]
    a, b = every[0], every[-1]
    c = path.add(a, b)
    if path.ask(c.num, SIGNS) == EQUAL:
        return Tableau([(path.number(0),) * len(A)] * len(A))
    ab = path.mul(a, b)
    shifted = [[path.add(x, ab) if i == j else x for j, x in enumerate(row)] for i, row in enumerate(A)]
    return Tableau([tuple(path.div(x, c) for x in row) for row in shifted])
