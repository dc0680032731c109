"""The singular values of products and of commutators."""

from perturb import claim, indices, then
from perturb.domains import rectangular, square
from perturb.vocab import T, cols, commutator, fro, partial_products, partial_sums, s, sqrt
from theorems.classical import CLASSICAL

(i,) = indices("i")


@claim(
    CLASSICAL,
    "Horn 1950; Horn and Johnson, Topics in Matrix Analysis, Theorem 3.3.4",
    id="horn-product",
    status="proved",
    lemma=3,
    domain=square(count=2, n=(2, 4)),
    corrects="refuted/product-same-index",
    equality=[
        {"A": [[2, 0], [0, 1]], "B": [[3, 0], [0, 1]]},
        {"A": [[0, 1, 0], [3, 0, 0], [0, 0, 2]], "B": [[4, 0, 0], [0, 1, 0], [0, 0, 2]]},
    ],
)
def products_of_singular_values(A, B):
    """The product of the k largest singular values of AB is at most the product of those of A and B, k < n.

    For k = n both sides are |det AB|, an identity at every point, so it is left out.
    """
    k = cols(A) - 1
    yield then(partial_products(s(A @ B))[:k], "<=", partial_products(s(A) * s(B))[:k])


@claim(
    CLASSICAL,
    "Horn 1950; Horn and Johnson, Topics in Matrix Analysis, Theorem 3.3.14",
    id="horn-sum",
    status="proved",
    lemma=3,
    domain=square(count=2, n=(1, 4)),
    equality=[
        {"A": [[2, 0], [0, 1]], "B": [[3, 0], [0, 1]]},
        {"A": [[1, 1], [1, 1]], "B": [[1, 0], [0, 1]]},
    ],
)
def sums_of_singular_values_of_a_product(A, B):
    """The k largest singular values of AB have at most the sum of s_i(A) s_i(B), i <= k, for every k."""
    yield then(partial_sums(s(A @ B)), "<=", partial_sums(s(A) * s(B)))


@claim(
    CLASSICAL,
    "Bhatia and Kittaneh 1990",
    id="bhatia-kittaneh",
    status="proved",
    lemma=3,
    domain=rectangular(count=2, m=(1, 4), n=(1, 4)),
    equality=[
        {"A": [[2, 0], [0, 1]], "B": [[2, 0], [0, 1]]},
        {"A": [[1, 2, 2]], "B": [[1, 2, 2]]},
    ],
)
def arithmetic_geometric_mean(A, B):
    """The arithmetic-geometric mean inequality for each singular value: 2 s_i(AB') <= s_i(A'A + B'B)."""
    yield then(2 * s(A @ T(B))[i], "<=", s(T(A) @ A + T(B) @ B)[i])


@claim(
    CLASSICAL,
    "Conjectured by Boettcher and Wenzel 2005, proved by Vong and Jin 2008",
    id="boettcher-wenzel",
    status="proved",
    lemma=3,
    domain=square(count=2, n=(1, 4)),
    equality=[
        {"A": [[0, 1], [0, 0]], "B": [[0, 0], [1, 0]]},
        {"A": [[1, 0], [0, -1]], "B": [[0, 1], [1, 0]]},
    ],
)
def frobenius_norm_of_a_commutator(A, B):
    """The commutator has at most sqrt(2), not 2, times the product of the Frobenius norms."""
    yield then(fro(commutator(A, B)), "<=", sqrt(2) * fro(A) * fro(B))
