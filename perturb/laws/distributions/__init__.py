"""Continuous distributions as values: the methods of scipy.stats, and a stated error of the cdf.

Start with `protocol`, what a distribution is to others, and `base`, what a new one has to give; each file of
a law names its formulas. `tabled` makes tables where many values are wanted, of polynomials on cells
(`piecewise`, `graded`). All kinds stand once in `ALL` below, and by the names that people write in `names`.
Imports types and `process.public` alone.
"""

from perturb.laws.distributions.base import ContinuousDistribution, ScaledDistribution
from perturb.laws.distributions.bulk import circular_law_radius, quarter_circle, semicircle
from perturb.laws.distributions.condition import edelman_kappa, kappa_2x2, smallest_singular_limit
from perturb.laws.distributions.free import SemicircleSum, semicircle_sum
from perturb.laws.distributions.gaussian_bounds import (
    chi_mean,
    chi_var,
    davidson_szarek_tail,
    gordon_s1,
    gordon_sn,
    laurent_massart_lower,
    laurent_massart_upper,
)
from perturb.laws.distributions.gaussian_largest import (
    GaussianLargest,
    goe_largest_distribution,
    gue_largest_distribution,
)
from perturb.laws.distributions.marchenko_pastur import marchenko_pastur
from perturb.laws.distributions.marchenko_pastur_product import marchenko_pastur_product
from perturb.laws.distributions.masked_extremes import masked_edges, masked_limits
from perturb.laws.distributions.masked_law import MaskedSingularValues, masked_singular_values
from perturb.laws.distributions.names import named_distribution
from perturb.laws.distributions.protocol import Distribution
from perturb.laws.distributions.shifted import (
    ShiftedLimits,
    ShiftedSingularValues,
    bounds_at,
    shifted_limits,
    shifted_scales,
    shifted_singular_values,
)
from perturb.laws.distributions.smallest import ginibre_smallest
from perturb.laws.distributions.spectral_radius import ginibre_spectral_radius
from perturb.laws.distributions.tracy_widom import CONVENTIONS, TracyWidom, tracy_widom
from perturb.process import public

# One instance of every kind, at the parameters where its formulas differ: what tests and pages run over.
ALL: tuple[ContinuousDistribution, ...] = (
    tracy_widom(1),
    tracy_widom(2),
    *(tracy_widom(4, convention=name) for name in CONVENTIONS),
    ScaledDistribution(tracy_widom(1), 2**0.5, "sqrt(2) TW_1", r"\sqrt{2}\,\mathrm{TW}_1"),
    edelman_kappa("real"),
    edelman_kappa("complex"),
    smallest_singular_limit("real"),
    smallest_singular_limit("complex"),
    kappa_2x2("real"),
    kappa_2x2("complex"),
    ginibre_smallest(1),
    ginibre_smallest(2),
    ginibre_smallest(30),
    semicircle(),
    semicircle(0.3),
    quarter_circle(),
    marchenko_pastur(0.2),
    marchenko_pastur(1),
    marchenko_pastur(2.5, 3.0),
    marchenko_pastur_product(0.2, 0.7),
    marchenko_pastur_product(1, 1),
    circular_law_radius(),
    ginibre_spectral_radius(1),
    ginibre_spectral_radius(20),
    semicircle_sum([-2, 0, 1, 5], [0.1, 0.2, 0.3, 0.4], 0.4),
    shifted_singular_values(0.5),
    shifted_singular_values(1.0),
    shifted_singular_values(1.5),
    # Not by `masked_singular_values`, which looks for the bands: an import should not wait for them.
    MaskedSingularValues(1.1, 0.5, 0.5, 0.25, 0.0),
    MaskedSingularValues(0.2, 0.5, 0.5, 0.25, 0.1),
    MaskedSingularValues(2.0, 0.9, 0.2, 0.15, 0.0),
)

__all__ = [
    "ALL",
    "CONVENTIONS",
    "ContinuousDistribution",
    "Distribution",
    "GaussianLargest",
    "MaskedSingularValues",
    "ScaledDistribution",
    "SemicircleSum",
    "ShiftedLimits",
    "ShiftedSingularValues",
    "TracyWidom",
    "bounds_at",
    "chi_mean",
    "chi_var",
    "circular_law_radius",
    "davidson_szarek_tail",
    "edelman_kappa",
    "ginibre_smallest",
    "ginibre_spectral_radius",
    "goe_largest_distribution",
    "gordon_s1",
    "gordon_sn",
    "gue_largest_distribution",
    "kappa_2x2",
    "laurent_massart_lower",
    "laurent_massart_upper",
    "marchenko_pastur",
    "marchenko_pastur_product",
    "masked_edges",
    "masked_limits",
    "masked_singular_values",
    "named_distribution",
    "quarter_circle",
    "semicircle",
    "semicircle_sum",
    "shifted_limits",
    "shifted_scales",
    "shifted_singular_values",
    "smallest_singular_limit",
    "tracy_widom",
]
__dir__ = public.offered(__name__)
