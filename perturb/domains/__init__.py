"""Input spaces of statements: what is quantified over, drawn from, shrunk in and checked for membership.

May import process, numbers, laws and vocab. Start with `domain.Domain`; `space.Space` is what one input is
made of, the shape that every kind of input fills in, with its points: the plain ones in `domain`, the others
by what their elements are (`structured`, `spectra`, `entrywise`, `patterned`, `tuples`). Where points come
from is in `draws` and `strategies`.
"""

from perturb.domains.complexes import density, hermitian, skew_hermitian, unitary
from perturb.domains.domain import Domain, integer, rectangular, scalar, square, together, vector
from perturb.domains.entrywise import (
    binary,
    diagonally_dominant,
    doubly_stochastic,
    graph,
    h_matrix,
    laplacians,
    m_matrix,
    mask,
    nonnegative,
    probability_vector,
    stochastic,
    totally_nonnegative,
)
from perturb.domains.patterned import (
    circulants,
    hankel,
    sign_matrices,
    sparse_nonnegative,
    toeplitz,
    weighted_permutation,
)
from perturb.domains.space import Param, Point, Space
from perturb.domains.spectra import (
    box,
    contraction,
    correlation,
    normal,
    orthogonal,
    positive_contraction,
    projection,
    unit_vector,
    with_eigenvalues,
    with_singular_values,
)
from perturb.domains.structured import (
    activation,
    bounded,
    complex_square,
    diagonal_matrices,
    of_rank,
    positive_definite,
    psd,
    symmetric,
)
from perturb.domains.tuples import commuting, commuting_symmetric, positive_blocks, rank_one_perturbation
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
    "circulants",
    "commuting",
    "commuting_symmetric",
    "complex_square",
    "contraction",
    "correlation",
    "density",
    "diagonal_matrices",
    "diagonally_dominant",
    "doubly_stochastic",
    "graph",
    "h_matrix",
    "hankel",
    "hermitian",
    "integer",
    "laplacians",
    "m_matrix",
    "mask",
    "nonnegative",
    "normal",
    "of_rank",
    "orthogonal",
    "positive_blocks",
    "positive_contraction",
    "positive_definite",
    "probability_vector",
    "projection",
    "psd",
    "rank_one_perturbation",
    "rectangular",
    "scalar",
    "sign_matrices",
    "skew_hermitian",
    "sparse_nonnegative",
    "square",
    "stochastic",
    "symmetric",
    "toeplitz",
    "together",
    "totally_nonnegative",
    "unit_vector",
    "unitary",
    "vector",
    "weighted_permutation",
    "with_eigenvalues",
    "with_singular_values",
]
__dir__ = public.offered(__name__)
