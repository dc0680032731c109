"""How far what is behind a sample is from a distribution: the sup distance, enclosed at every sample size."""

from __future__ import annotations

from typing import Any

import numpy as np

from perturb.distributions.base import Distribution
from perturb.enclosure import Enclosure
from perturb.stats.bands import dkw_radius, sup_distance
from perturb.stats.enclose import confidence
from perturb.types import FloatArray

TRUSTS = ("DKW-Massart", "independent draws")


def distance(sample: Any, distribution: Distribution, alpha: float, *, value_error: float = 0.0) -> Enclosure:
    """sup |F - distribution| enclosed with probability at least 1 - alpha; F is what the sample was drawn
    from.

    `sample` holds independent draws, shape (m,), in any order; ties and atoms of either side are fine.
    `value_error` bounds the absolute error of each value. The band of Dvoretzky, Kiefer, Wolfowitz and
    Massart holds for the whole of F at once, so any number of distributions, fitted to the same sample or
    not, may be held against it at the same `alpha` for a single spending of it. A NaN in the sample gives the
    whole line. ValueError for an empty sample, one that is not a vector, or an alpha outside (0, 1);
    TypeError for entries that are not real.
    """
    values = vector(sample)
    radius = dkw_radius(len(values), alpha) + distribution.cdf_error
    near, far = (
        sup_distance(values, distribution.cdf, left(distribution), sign * value_error) for sign in (-1, 1)
    )
    return confidence(near - radius, far + radius, alpha, *TRUSTS, within=(0.0, 1.0))


def vector(sample: Any) -> FloatArray:
    """A sample as float64, shape (m,); ValueError or TypeError where it is none."""
    values = np.asarray(sample)
    if values.dtype.kind not in "fiub":
        raise TypeError(f"sample: entries must be real numbers, got {values.dtype}")
    if values.ndim != 1 or len(values) == 0:
        raise ValueError(f"sample: a vector with at least one value is needed, got shape {values.shape}")
    return values.astype(np.float64)


def left(distribution: Any) -> Any:
    """The left limits of a distribution's cdf, which differ from the cdf where it has atoms only."""
    return getattr(distribution, "cdf_left", distribution.cdf)
