"""Words for the absolute value and the root of a matrix of at most two rows, in plane coordinates."""

from __future__ import annotations

from perturb.prove.diagonals import single
from perturb.prove.path import Path, Scalar
from perturb.prove.signs import EQUAL, LESS, SIDES, SIGNS
from perturb.prove.spectra import lam, lengths, plane, symmetric
from perturb.prove.words import Tableau, square_only, word


@word("mat_abs")
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


@word("mat_sqrt")
def mat_sqrt(path: Path, A: Tableau) -> Tableau:
    """(A + ab I) / (a + b), a and b the roots of the eigenvalues."""
    if square_only(A) != 2:
        return Tableau([(path.sqrt(single(A)),)])
    symmetric(path, A)
    a, b = [path.sqrt(x) for x in lam(path, A)]
    c = path.add(a, b)
    if path.ask(c.num, SIGNS) == EQUAL:
        return Tableau([(path.number(0),) * 2] * 2)
    ab = path.mul(a, b)
    shifted = [[path.add(x, ab) if i == j else x for j, x in enumerate(row)] for i, row in enumerate(A)]
    return Tableau([tuple(path.div(x, c) for x in row) for row in shifted])
