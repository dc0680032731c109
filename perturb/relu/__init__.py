"""Layers x -> ReLU(Ax + b): norms, distances, singular values, widths as enclosures; pruning of networks."""

from perturb import public
from perturb.relu.dense import Dense, DenseStack, dense_stack
from perturb.relu.distance import relu_distance
from perturb.relu.double_layers import double_product, parameter_count
from perturb.relu.norm import relu_norm
from perturb.relu.observing import Observation, ObservedLayer, SeenByLayer, observe
from perturb.relu.on_data import relu_norm_on, relu_singular_bounds_on
from perturb.relu.pruning import PruningStep, printed_criteria, prune, prune_as_printed
from perturb.relu.pruning_rivals import prune_by_magnitude, truncate, truncate_to
from perturb.relu.sampled import relu_singular_values_sampled
from perturb.relu.singular import relu_singular_bounds, relu_singular_values
from perturb.relu.spectrum import layer_singular_values
from perturb.relu.width import mean_width, operator_width, relu_width, relu_width_bounds, widths_through
from perturb.relu.width_norms import mean_norm, mean_positive_norm
from perturb.relu.width_sets import draw_widths

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
