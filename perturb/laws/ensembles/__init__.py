"""Random matrices: samplers of the shape (n, draws, rng) -> array with `draws` first."""

from perturb.laws.ensembles.dense import (
    circulant,
    goe,
    gue,
    haar_orthogonal,
    masks,
    symmetrised_largest,
    wishart,
)
from perturb.laws.ensembles.entries import (
    complex_ginibre,
    entries_of,
    ginibre,
    rademacher,
    sparse,
    student,
    uniform_entries,
)
from perturb.laws.ensembles.extremes import circulant_extremes, masked_extremes, shifted_extremes
from perturb.laws.ensembles.gaussian import ginibre_extremes, goe_largest, gue_largest, kappa_ginibre
from perturb.laws.ensembles.spectra import singular_values, symmetric_eigenvalues
from perturb.process import public

__all__ = [
    "circulant",
    "circulant_extremes",
    "complex_ginibre",
    "entries_of",
    "ginibre",
    "ginibre_extremes",
    "goe",
    "goe_largest",
    "gue",
    "gue_largest",
    "haar_orthogonal",
    "kappa_ginibre",
    "masked_extremes",
    "masks",
    "rademacher",
    "shifted_extremes",
    "singular_values",
    "sparse",
    "student",
    "symmetric_eigenvalues",
    "symmetrised_largest",
    "uniform_entries",
    "wishart",
]
__dir__ = public.offered(__name__)
