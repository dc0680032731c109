"""Rules of exponents that matrices which do not commute break."""

from perturb import claim, then
from perturb.domains import square, symmetric
from perturb.vocab import absolute, mat_exp, spectral_radius, trace
from theorems.refuted import REFUTED


@claim(
    REFUTED,
    "the Golden-Thompson inequality for three matrices",
    id="golden-thompson-three",
    status="refuted",
    domain=symmetric(count=3, n=(1, 3)),
)
def trace_of_an_exponential_of_three(A, B, C):
    """tr e^(A+B+C) <= |tr(e^A e^B e^C)| for symmetric matrices.

    Believed because it is true of two matrices (Golden 1965, Thompson 1965) and of three that commute. True
    instead: Lieb's triple matrix inequality (1973), with an integral in the place of the product.
    """
    yield then(trace(mat_exp(A + B + C)), "<=", absolute(trace(mat_exp(A) @ mat_exp(B) @ mat_exp(C))))


@claim(
    REFUTED,
    "the spectral radius of the exponential of a sum",
    id="spectral-radius-exponential",
    status="refuted",
    domain=square(count=2, n=(1, 3)),
)
def spectral_radius_of_an_exponential(A, B):
    """The spectral radius of e^(A+B) is at most that of e^A e^B.

    Believed because it is true of symmetric matrices, where it is the Golden-Thompson inequality for the
    largest eigenvalue. True instead for general matrices: the radius is at most e to the largest eigenvalue
    of the symmetric part of A + B.
    """
    yield then(spectral_radius(mat_exp(A + B)), "<=", spectral_radius(mat_exp(A) @ mat_exp(B)))
