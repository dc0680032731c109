"""Input spaces of statements: what is quantified over, drawn from, shrunk in and checked for membership."""

from perturb.domains.base import Domain, Point
from perturb.domains.dense import integer, rectangular, scalar, square, together, vector
from perturb.domains.space import Param, Space
from perturb.domains.spectra import (
    contraction,
    orthogonal,
    projection,
    with_eigenvalues,
    with_singular_values,
)
from perturb.domains.structured import (
    activation,
    bounded,
    diagonal_matrices,
    of_rank,
    positive_definite,
    psd,
    symmetric,
)

__all__ = [
    "Domain",
    "Param",
    "Point",
    "Space",
    "activation",
    "bounded",
    "contraction",
    "diagonal_matrices",
    "integer",
    "of_rank",
    "orthogonal",
    "positive_definite",
    "projection",
    "psd",
    "rectangular",
    "scalar",
    "square",
    "symmetric",
    "together",
    "vector",
    "with_eigenvalues",
    "with_singular_values",
]
