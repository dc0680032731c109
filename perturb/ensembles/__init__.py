"""Random matrices: samplers of the shape (n, draws, rng) -> array with `draws` first."""

from perturb import public
from perturb.ensembles.dense import circulant, goe, gue, haar_orthogonal, masks, symmetrised_largest, wishart
from perturb.ensembles.entries import (
    complex_ginibre,
    entries_of,
    ginibre,
    rademacher,
    sparse,
    student,
    uniform_entries,
)
from perturb.ensembles.extremes import circulant_extremes, masked_extremes, shifted_extremes
from perturb.ensembles.gaussian import ginibre_extremes, goe_largest, gue_largest, kappa_ginibre
from perturb.ensembles.spectra import singular_values, symmetric_eigenvalues

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
