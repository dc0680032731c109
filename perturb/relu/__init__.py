"""Layers x -> ReLU(Ax + b): norms, distances, ReLU singular values and widths, each with a certificate."""

from perturb.relu.distance import relu_distance
from perturb.relu.norm import relu_norm
from perturb.relu.sampled import relu_singular_values_sampled
from perturb.relu.singular import relu_singular_bounds, relu_singular_values
from perturb.relu.width import mean_width, operator_width, relu_width, relu_width_bounds, widths_through
from perturb.relu.width_norms import mean_norm, mean_positive_norm
from perturb.relu.width_sets import draw_widths

__all__ = [
    "draw_widths",
    "mean_norm",
    "mean_positive_norm",
    "mean_width",
    "operator_width",
    "relu_distance",
    "relu_norm",
    "relu_singular_bounds",
    "relu_singular_values",
    "relu_singular_values_sampled",
    "relu_width",
    "relu_width_bounds",
    "widths_through",
]
