"""The spectrum of a sum, bounded by the spectra of its terms."""

from perturb import claim, indices, then
from perturb.domains import rectangular, symmetric
from perturb.vocab import cols, descending, lam, partial_sums, s
from theorems.classical import CLASSICAL

i, j = indices("i j")


@claim(
    CLASSICAL,
    "Weyl 1912, Fan 1951; Horn and Johnson, Topics in Matrix Analysis, Theorem 3.3.16 (a)",
    id="weyl-additive",
    status="proved",
    lemma=2,
    domain=rectangular(count=2, m=(1, 4), n=(1, 4)),
    corrects="refuted/weyl-same-index",
    presupposes=["weyl"],
    equality=[
        {"A": [[1, 0], [0, 0]], "B": [[0, 0], [0, 1]]},
        {"A": [[3, 0, 0], [0, 1, 0]], "B": [[4, 0, 0], [0, 2, 0]]},
    ],
)
def singular_values_of_a_sum(A, B):
    """The singular values of a sum are bounded with shifted indices: s_{i+j-1}(A+B) <= s_i(A) + s_j(B)."""
    yield then(s(A + B)[i + j - 1], "<=", s(A)[i] + s(B)[j])


@claim(
    CLASSICAL,
    "Weyl 1912; Bhatia, Matrix Analysis, Theorem III.2.1",
    id="weyl-eigenvalues",
    status="proved",
    lemma=2,
    domain=symmetric(count=2, n=(1, 4)),
    presupposes=["weyl"],
    equality=[
        {"A": [[2, 0], [0, -1]], "B": [[3, 0], [0, 1]]},
        {"A": [[0, 1], [1, 0]], "B": [[1, 1], [1, 1]]},
    ],
)
def eigenvalues_of_a_sum(A, B):
    """Eigenvalues of a sum of symmetric matrices are bounded above and below with shifted indices."""
    pair = lam(A)[i] + lam(B)[j]
    yield then(lam(A + B)[i + j - 1], "<=", pair)
    yield then(pair, "<=", lam(A + B)[i + j - cols(A)])


@claim(
    CLASSICAL,
    "Fan 1951; Horn and Johnson, Topics in Matrix Analysis, Corollary 3.4.3",
    id="ky-fan-triangle",
    status="proved",
    lemma=2,
    domain=rectangular(count=2, m=(1, 4), n=(1, 4)),
    equality=[
        {"A": [[2, 0], [0, 1]], "B": [[1, 0], [0, 3]]},
        {"A": [[1, 2, 2]], "B": [[2, 4, 4]]},
    ],
)
def ky_fan_norms_are_norms(A, B):
    """The sum of the k largest singular values obeys the triangle inequality, for every k."""
    yield then(partial_sums(s(A + B)), "<=", partial_sums(s(A)) + partial_sums(s(B)))


@claim(
    CLASSICAL,
    "Fan 1949; Horn and Johnson, Matrix Analysis, Theorem 4.3.47",
    id="ky-fan-eigenvalues",
    status="proved",
    lemma=2,
    domain=symmetric(count=2, n=(2, 4)),
    equality=[
        {"A": [[2, 0], [0, -1]], "B": [[3, 0], [0, 1]]},
        {"A": [[0, 1], [1, 0]], "B": [[1, 1], [1, 1]]},
    ],
)
def sums_of_eigenvalues(A, B):
    """The sum of the k largest eigenvalues is subadditive on symmetric matrices, k < n.

    For k = n both sides are tr(A + B), an identity at every point, so it is left out.
    """
    k = cols(A) - 1
    yield then(partial_sums(lam(A + B))[:k], "<=", partial_sums(lam(A))[:k] + partial_sums(lam(B))[:k])


@claim(
    CLASSICAL,
    "Lidskii 1950, Wielandt 1955; Bhatia, Matrix Analysis, Theorem III.4.1",
    id="lidskii-wielandt",
    status="proved",
    lemma=3,
    domain=symmetric(count=2, n=(2, 4)),
    sharpens="classical/ky-fan-eigenvalues",
    equality=[
        {"A": [[2, 0], [0, -1]], "B": [[3, 0], [0, 1]]},
        {"A": [[1, 0], [0, 0]], "B": [[0, 0], [0, 1]]},
    ],
)
def changes_of_eigenvalues(A, B):
    """Any k eigenvalues of A rise together by at most the k largest of B when B is added, k < n.

    With the traces, which agree at every point and are left out: lambda(A + B) - lambda(A) is majorized by
    lambda(B).
    """
    k = cols(A) - 1
    yield then(partial_sums(descending(lam(A + B) - lam(A)))[:k], "<=", partial_sums(lam(B))[:k])
