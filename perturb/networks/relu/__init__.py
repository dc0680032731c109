"""Layers x -> ReLU(Ax + b): norms, distances, singular values, widths as enclosures; pruning of networks.

Public as `perturb.relu`. Each of its functions takes matrices or points, refused in one line by
`arguments`, and gives an Enclosure, or one for each index, with a proof in the docstring of its file. It
imports numbers and laws, nothing of networks beside it. Start with `norm`, which `distance` and `singular`
build on, and with `width`; `dense` has the stacks of layers that `pruning` and `on_data` take.
"""

from perturb.networks.relu.dense import Dense, DenseStack, dense_stack, double_product, parameter_count
from perturb.networks.relu.directions import mean_norm, mean_positive_norm
from perturb.networks.relu.distance import relu_distance
from perturb.networks.relu.linear_operators import layer_singular_values
from perturb.networks.relu.low_rank_fits import relu_singular_values_sampled
from perturb.networks.relu.norm import relu_norm
from perturb.networks.relu.on_data import (
    Observation,
    ObservedLayer,
    SeenByLayer,
    observe,
    relu_norm_on,
    relu_singular_bounds_on,
)
from perturb.networks.relu.point_widths import draw_widths
from perturb.networks.relu.pruning import (
    PruningStep,
    printed_criteria,
    prune,
    prune_as_printed,
    prune_by_magnitude,
    truncate,
    truncate_to,
)
from perturb.networks.relu.singular import relu_singular_bounds, relu_singular_values
from perturb.networks.relu.width import (
    mean_width,
    operator_width,
    relu_width,
    relu_width_bounds,
    widths_through,
)
from perturb.process import public

__all__ = [
    "Dense",
    "DenseStack",
    "Observation",
    "ObservedLayer",
    "PruningStep",
    "SeenByLayer",
    "dense_stack",
    "double_product",
    "draw_widths",
    "layer_singular_values",
    "mean_norm",
    "mean_positive_norm",
    "mean_width",
    "observe",
    "operator_width",
    "parameter_count",
    "printed_criteria",
    "prune",
    "prune_as_printed",
    "prune_by_magnitude",
    "relu_distance",
    "relu_norm",
    "relu_norm_on",
    "relu_singular_bounds",
    "relu_singular_bounds_on",
    "relu_singular_values",
    "relu_singular_values_sampled",
    "relu_width",
    "relu_width_bounds",
    "truncate",
    "truncate_to",
    "widths_through",
]
__dir__ = public.offered(__name__)
