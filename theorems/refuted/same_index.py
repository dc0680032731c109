"""Bounds on each singular value of a sum or product that hold for the largest one only."""

from perturb import claim, indices, then
from perturb.domains import rectangular, square, symmetric
from perturb.vocab import matpow, s
from theorems.refuted import REFUTED

i, j = indices("i j")


@claim(
    REFUTED,
    "the triangle inequality for each singular value",
    id="weyl-same-index",
    status="refuted",
    domain=rectangular(count=2, m=(1, 4), n=(1, 4)),
)
def triangle_for_each_singular_value(A, B):
    """Every singular value is subadditive, each at its own index.

    Believed because it holds for the largest, which is a norm, and in sum over the k largest for every k.
    True instead is Weyl's inequality with shifted indices, s_{i+j-1}(A+B) <= s_i(A) + s_j(B).
    """
    yield then(s(A + B), "<=", s(A) + s(B))


@claim(
    REFUTED,
    "submultiplicativity for each singular value",
    id="product-same-index",
    status="refuted",
    domain=square(count=2, n=(1, 4)),
)
def product_for_each_singular_value(A, B):
    """Every singular value is submultiplicative, each at its own index.

    Believed because it holds for the largest, and for the product of the k largest for every k (Horn). True
    instead are that product form and s_{i+j-1}(AB) <= s_i(A) s_j(B), in particular s_i(AB) <= s_1(A) s_i(B).
    """
    yield then(s(A @ B), "<=", s(A) * s(B))


@claim(
    REFUTED,
    "Weyl's inequality with a subscript too small by one",
    id="weyl-off-by-one",
    status="refuted",
    domain=rectangular(count=2, m=(2, 4), n=(2, 4)),
)
def triangle_with_a_smaller_subscript(A, B):
    """s_{i+j-2}(A + B) <= s_i(A) + s_j(B) wherever the subscripts exist.

    Believed after a slip in counting, and large random matrices agree with it. True instead is Weyl's
    inequality for s_{i+j-1}: matrices of rank i - 1 and j - 1 can add up to rank i + j - 2, but no more.
    """
    yield then(s(A + B)[i + j - 2], "<=", s(A)[i] + s(B)[j])


@claim(
    REFUTED,
    "the arithmetic-geometric mean inequality for the anticommutator",
    id="anticommutator-same-index",
    status="refuted",
    domain=symmetric(count=2, n=(1, 3)),
)
def singular_values_of_an_anticommutator(A, B):
    """s_i(AB + BA) <= s_i(A^2 + B^2) for symmetric matrices, each at its own index.

    Believed because -(A^2 + B^2) <= AB + BA <= A^2 + B^2, and because 2 s_i(AB) obeys the bound (Bhatia and
    Kittaneh). True instead: it holds for the largest, and the others are bounded with every singular value
    of A^2 + B^2 counted twice.
    """
    yield then(s(A @ B + B @ A), "<=", s(matpow(A, 2) + matpow(B, 2)))
