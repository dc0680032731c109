"""The distance of two spectra is at most the distance of the matrices."""

from perturb import claim, indices, then
from perturb.domains import rectangular, scalar, symmetric, together
from perturb.vocab import absolute, entries, lam, nuclear, power, s, s1, sq, total
from theorems.classical import CLASSICAL

i, j = indices("i j")


@claim(
    CLASSICAL,
    "Hoffman and Wielandt 1953; Bhatia, Matrix Analysis, Theorem VI.4.1",
    id="hoffman-wielandt",
    status="proved",
    lemma=3,
    domain=symmetric(count=2, n=(1, 4)),
    equality=[
        {"A": [[2, 1], [1, 2]], "B": [[1, 1], [1, 1]]},
        {"A": [[1, 0], [0, 3]], "B": [[2, 0], [0, -1]]},
    ],
)
def eigenvalues_in_the_frobenius_norm(A, B):
    """|A - B|_F is at least the distance of the eigenvalues paired in order, at most that in opposite order.

    The eigenvalues of -B in descending order are those of B in ascending order, with the other sign.
    """
    distance = total(sq(entries(A - B)))
    yield then(total(sq(lam(A) - lam(B))), "<=", distance, "<=", total(sq(lam(A) + lam(-B))))


@claim(
    CLASSICAL,
    "Hoffman and Wielandt 1953; Horn and Johnson, Matrix Analysis, Section 7.3",
    id="hoffman-wielandt-singular",
    status="proved",
    lemma=3,
    domain=rectangular(count=2, m=(1, 4), n=(1, 4)),
    equality=[
        {"A": [[2, 0, 0], [0, 1, 0]], "B": [[5, 0, 0], [0, 3, 0]]},
        {"A": [[0, 1], [2, 0]], "B": [[0, -3], [-4, 0]]},
    ],
)
def singular_values_in_the_frobenius_norm(A, B):
    """|A - B|_F lies between the Frobenius lengths of the differences and of the sums of singular values."""
    distance = total(sq(entries(A - B)))
    yield then(total(sq(s(A) - s(B))), "<=", distance, "<=", total(sq(s(A) + s(B))))


@claim(
    CLASSICAL,
    "Mirsky 1960, trace norm",
    id="mirsky-schatten-1",
    status="proved",
    lemma=3,
    domain=rectangular(count=2, m=(1, 4), n=(1, 4)),
    equality=[
        {"A": [[3, 0], [0, 1]], "B": [[2, 0], [0, 2]]},
        {"A": [[0, 5, 0], [1, 0, 0]], "B": [[0, 2, 0], [0, 0, 0]]},
    ],
)
def singular_values_in_the_trace_norm(A, B):
    """The ordered singular values move, in sum, by at most the trace norm of the difference."""
    yield then(total(absolute(s(A) - s(B))), "<=", nuclear(A - B))


@claim(
    CLASSICAL,
    "Mirsky 1960, Schatten 3-norm",
    id="mirsky-schatten-3",
    status="proved",
    lemma=3,
    domain=rectangular(count=2, m=(1, 4), n=(1, 4)),
    equality=[
        {"A": [[3, 0], [0, 1]], "B": [[2, 0], [0, 2]]},
        {"A": [[0, 5, 0], [1, 0, 0]], "B": [[0, 2, 0], [0, 0, 0]]},
    ],
)
def singular_values_in_the_schatten_3_norm(A, B):
    """The ordered singular values move by at most the Schatten 3-norm of the difference (third powers)."""
    yield then(total(power(absolute(s(A) - s(B)), 3)), "<=", total(power(s(A - B), 3)))


@claim(
    CLASSICAL,
    "Mirsky 1960, operator norm; Horn and Johnson, Topics in Matrix Analysis, Theorem 3.3.16 (c)",
    id="mirsky-operator",
    status="proved",
    lemma=2,
    domain=rectangular(count=2, m=(1, 4), n=(1, 4)),
    presupposes=["weyl"],
    equality=[
        {"A": [[3, 0], [0, 1]], "B": [[1, 0], [0, 1]]},
        {"A": [[0, 5, 0], [1, 0, 0]], "B": [[0, 2, 0], [0, 0, 0]]},
    ],
)
def singular_values_in_the_operator_norm(A, B):
    """Every ordered singular value moves by at most the operator norm of the difference."""
    yield then(absolute(s(A) - s(B)), "<=", s1(A - B))


@claim(
    CLASSICAL,
    "Mirsky 1960; Horn and Johnson, Matrix Analysis, Corollary 7.4.1.5",
    id="mirsky-majorization",
    status="proved",
    lemma=3,
    domain=rectangular(count=2, m=(1, 3), n=(1, 4)),
    equality=[
        {"A": [[2, 0], [0, 1]], "B": [[0, 0], [0, 0]]},
        {"A": [[3, 0], [0, 1]], "B": [[1, 0], [0, 0]]},
    ],
)
def changes_of_singular_values(A, B):
    """The k largest of the distances |s_i(A) - s_i(B)| add up to at most the k largest s_i(A - B)."""
    yield then(absolute(s(A) - s(B)), "weakly majorized", s(A - B))


@claim(
    CLASSICAL,
    "Hoffman and Wielandt 1953; Horn and Johnson, Matrix Analysis, Section 7.3, two of the values",
    id="hoffman-wielandt-two",
    status="proved",
    lemma=3,
    domain=together(A=rectangular(), B=rectangular(), p=scalar(0), r=scalar(0), m=(1, 3), n=(1, 3)),
    equality=[{"A": [[3, 0], [0, 1]], "B": [[2, 0], [0, 2]], "p": 1, "r": 1}],
)
def changes_of_two_singular_values(A, B, p, r):
    """With Cauchy and Schwarz: changes a and b of two of the singular values have (pa - rb)^2 of at most
    p^2 + r^2 times |A - B|_F^2; of one value alone it is (p - r)^2 a^2, which is no more for p, r >= 0.
    """
    change = p * (s(A)[i] - s(B)[i]) - r * (s(A)[j] - s(B)[j])
    yield then(sq(change), "<=", (sq(p) + sq(r)) * total(sq(entries(A - B))))


@claim(
    CLASSICAL,
    "Hoffman and Wielandt 1953; Horn and Johnson, Matrix Analysis, Section 7.3, the gap of two values",
    id="hoffman-wielandt-gap",
    status="proved",
    lemma=3,
    domain=rectangular(count=2, m=(1, 3), n=(1, 3)),
    equality=[{"A": [[3, 0], [0, 1]], "B": [[2, 0], [0, 2]]}],
)
def gaps_between_singular_values(A, B):
    """The gap between two singular values changes by at most sqrt(2) times |A - B|_F."""
    change = s(A)[i] - s(B)[i] - (s(A)[j] - s(B)[j])
    yield then(sq(change), "<=", 2 * total(sq(entries(A - B))))


@claim(
    CLASSICAL,
    "Mirsky 1960, the two largest values; Horn and Johnson, Matrix Analysis, Corollary 7.4.1.5",
    id="mirsky-two",
    status="proved",
    lemma=3,
    domain=rectangular(count=2, m=(2, 3), n=(2, 3)),
    equality=[{"A": [[3, 0], [0, 1]], "B": [[2, 0], [0, 2]]}],
)
def changes_of_two_singular_values_in_opposite_directions(A, B):
    """One singular value rises and another one falls by at most s_1(A - B) + s_2(A - B) together."""
    change = s(A)[i] - s(B)[i] - (s(A)[j] - s(B)[j])
    yield then(change, "<=", s(A - B)[1] + s(A - B)[2])
