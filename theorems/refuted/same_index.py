"""Bounds on each singular value of a sum or product that hold for the largest one only."""

from perturb import claim, then
from perturb.domains import rectangular, square
from perturb.vocab import s
from theorems.refuted import REFUTED


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
