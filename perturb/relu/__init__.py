"""Layers x -> ReLU(Ax + b): how far apart two are, and how wide their images, with certified bounds."""

from perturb.relu.width import mean_width, operator_width, relu_width, relu_width_bounds, widths_through
from perturb.relu.width_norms import mean_norm, mean_positive_norm
from perturb.relu.width_sets import draw_widths

__all__ = [
    "draw_widths",
    "mean_norm",
    "mean_positive_norm",
    "mean_width",
    "operator_width",
    "relu_width",
    "relu_width_bounds",
    "widths_through",
]
