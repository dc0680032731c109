"""Random matrices: samplers of the shape (n, draws, rng) -> array with `draws` first.

A sampler takes all its randomness from `rng`, and mostly draws a prefix of a longer run. `dense` draws
matrices, `gaussian_extremes` their extremes from tridiagonal models; `ends` certifies extremes of samples,
and `events` decides relations between them: start there. Imports numbers, types and `stats.bins`.
"""

from perturb.laws.ensembles.dense import (
    circulant,
    circulant_extremes,
    complex_ginibre,
    entries_of,
    ginibre,
    goe,
    gue,
    haar_orthogonal,
    masked_extremes,
    masks,
    rademacher,
    shifted_extremes,
    sparse,
    student,
    symmetrised_largest,
    uniform_entries,
    wishart,
)
from perturb.laws.ensembles.gaussian_extremes import ginibre_extremes, goe_largest, gue_largest, kappa_ginibre
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
