"""Input spaces of statements: what is quantified over, drawn from, shrunk in and checked for membership."""

from perturb.domains.base import Domain, Point
from perturb.domains.complexes import complex_square, hermitian, unitary
from perturb.domains.dense import integer, rectangular, scalar, square, together, vector
from perturb.domains.entrywise import (
    binary,
    doubly_stochastic,
    graph,
    m_matrix,
    mask,
    nonnegative,
    probability_vector,
    totally_nonnegative,
)
from perturb.domains.space import Param, Space
from perturb.domains.spectra import (
    contraction,
    orthogonal,
    projection,
    with_eigenvalues,
    with_singular_values,
)
from perturb.domains.spheres import box, positive_contraction, unit_vector
from perturb.domains.structured import (
    activation,
    bounded,
    diagonal_matrices,
    of_rank,
    positive_definite,
    psd,
    symmetric,
)
from perturb.domains.tuples import commuting, commuting_symmetric, positive_blocks
from perturb.process import public

__all__ = [
    "Domain",
    "Param",
    "Point",
    "Space",
    "activation",
    "binary",
    "bounded",
    "box",
    "commuting",
    "commuting_symmetric",
    "complex_square",
    "contraction",
    "diagonal_matrices",
    "doubly_stochastic",
    "graph",
    "hermitian",
    "integer",
    "m_matrix",
    "mask",
    "nonnegative",
    "of_rank",
    "orthogonal",
    "positive_blocks",
    "positive_contraction",
    "positive_definite",
    "probability_vector",
    "projection",
    "psd",
    "rectangular",
    "scalar",
    "square",
    "symmetric",
    "together",
    "totally_nonnegative",
    "unit_vector",
    "unitary",
    "vector",
    "with_eigenvalues",
    "with_singular_values",
]
__dir__ = public.offered(__name__)
