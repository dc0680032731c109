"""Ranks of products, sums and transposes."""

from perturb import claim, then
from perturb.domains import integer, psd, rectangular, together, vector
from perturb.vocab import T, cols, diag, hadamard, head, kron, rank, rows, without_columns
from theorems.classical import CLASSICAL, PRODUCT, RECTANGLE, RECTANGLES

RANKS = "Horn and Johnson, Matrix Analysis, Section 0.4"
KRON = "Horn and Johnson, Topics in Matrix Analysis, Section 4.2"


@claim(
    CLASSICAL,
    RANKS,
    id="rank-product-left",
    status="proved",
    lemma=1,
    domain=PRODUCT,
    equality=[{"A": [[1, 2], [2, 4]], "B": [[1, 0], [0, 1]]}],
)
def rank_of_a_product_and_its_first_factor(A, B):
    """A product has at most the rank of its first factor."""
    yield then(rank(A @ B), "<=", rank(A))


@claim(
    CLASSICAL,
    RANKS,
    id="rank-product-right",
    status="proved",
    lemma=1,
    domain=PRODUCT,
    equality=[{"A": [[1, 0], [0, 1]], "B": [[1, 2], [2, 4]]}],
)
def rank_of_a_product_and_its_second_factor(A, B):
    """A product has at most the rank of its second factor."""
    yield then(rank(A @ B), "<=", rank(B))


@claim(
    CLASSICAL,
    RANKS,
    id="rank-sum",
    status="proved",
    lemma=1,
    domain=RECTANGLES,
    equality=[{"A": [[1, 0], [0, 0]], "B": [[0, 0], [0, 1]]}],
)
def rank_of_a_sum(A, B):
    """The rank of a sum is at most the sum of the ranks."""
    yield then(rank(A + B), "<=", rank(A) + rank(B))


@claim(
    CLASSICAL,
    RANKS,
    id="rank-rows",
    status="proved",
    lemma=1,
    domain=RECTANGLE,
    equality=[[[1, 2, 0], [0, 1, 1]]],
)
def rank_and_rows(A):
    """The rank is at most the number of rows."""
    yield then(rank(A), "<=", rows(A))


@claim(
    CLASSICAL,
    RANKS,
    id="rank-columns",
    status="proved",
    lemma=1,
    domain=RECTANGLE,
    equality=[[[1, 2], [0, 1], [0, 0]]],
)
def rank_and_columns(A):
    """The rank is at most the number of columns."""
    yield then(rank(A), "<=", cols(A))


@claim(
    CLASSICAL,
    RANKS,
    id="rank-transpose",
    status="proved",
    lemma=1,
    domain=RECTANGLE,
    equality=[[[1, 2], [2, 4], [0, 1]]],
)
def rank_of_the_transpose(A):
    """The transpose has the same rank."""
    yield then(rank(T(A)), "==", rank(A))


@claim(
    CLASSICAL,
    RANKS,
    id="rank-gram",
    status="proved",
    lemma=1,
    domain=RECTANGLE,
    equality=[[[1, 2], [2, 4], [0, 1]]],
)
def rank_of_the_gram_matrix(A):
    """A'A has the rank of A."""
    yield then(rank(T(A) @ A), "==", rank(A))


@claim(
    CLASSICAL,
    KRON,
    id="rank-kron",
    status="proved",
    lemma=2,
    domain=together(A=rectangular(), B=rectangular("k", "l"), m=(1, 2), n=(1, 2), k=(1, 2), l=(1, 2)),
    equality=[{"A": [[1, 2], [2, 4]], "B": [[1, 0], [0, 3]]}],
)
def rank_of_a_kronecker_product(A, B):
    """The rank of a Kronecker product is the product of the ranks."""
    yield then(rank(kron(A, B)), "==", rank(A) * rank(B))


@claim(
    CLASSICAL,
    "Horn and Johnson, Topics in Matrix Analysis, Section 5.1",
    id="rank-hadamard",
    status="proved",
    lemma=2,
    domain=RECTANGLES,
    equality=[{"A": [[1, 2], [2, 4]], "B": [[1, 0], [0, 3]]}],
)
def rank_of_an_entrywise_product(A, B):
    """The rank of an entrywise product is at most the product of the ranks."""
    yield then(rank(hadamard(A, B)), "<=", rank(A) * rank(B))


@claim(
    CLASSICAL,
    RANKS,
    id="rank-psd-sum",
    status="proved",
    lemma=2,
    domain=psd(count=2, n=(1, 3)),
    equality=[{"A": [[1, 0], [0, 0]], "B": [[2, 0], [0, 0]]}],
)
def rank_of_a_sum_of_semidefinite_matrices(A, B):
    """A sum of positive semidefinite matrices has at least the rank of each of them."""
    yield then(rank(A), "<=", rank(A + B))


@claim(
    CLASSICAL,
    f"{RANKS}; a sum of k matrices of rank one",
    id="rank-of-the-last-dyads",
    status="proved",
    lemma=1,
    domain=together(
        A=rectangular("m", "n"),
        B=rectangular("l", "n"),
        x=vector("n"),
        k=integer(0, "n"),
        m=(1, 2),
        l=(1, 2),
        n=(1, 3),
    ),
    equality=[{"A": [[1, 0], [0, 1]], "B": [[1, 0], [0, 1]], "x": [2, 1], "k": 1}],
)
def rank_of_what_is_left_of_a_sum_of_dyads(A, B, x, k):
    """A diag(x) B' is a sum of n dyads; less the first n - k of them it has at most the rank k."""
    first = without_columns(A, k) @ diag(head(x, cols(A) - k)) @ T(without_columns(B, k))
    yield then(rank(A @ diag(x) @ T(B) - first), "<=", k)
