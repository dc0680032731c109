"""Random matrices: samplers of the shape (n, draws, rng) -> array with `draws` first."""

from perturb.ensembles.dense import symmetrised_largest
from perturb.ensembles.entries import entries_of, ginibre, uniform_entries
from perturb.ensembles.extremes import circulant_extremes, masked_extremes, shifted_extremes
from perturb.ensembles.gaussian import ginibre_extremes, goe_largest, gue_largest, kappa_ginibre
from perturb.ensembles.spectra import singular_values, symmetric_eigenvalues

__all__ = [
    "circulant_extremes",
    "entries_of",
    "ginibre",
    "ginibre_extremes",
    "goe_largest",
    "gue_largest",
    "kappa_ginibre",
    "masked_extremes",
    "shifted_extremes",
    "singular_values",
    "symmetric_eigenvalues",
    "symmetrised_largest",
    "uniform_entries",
]
