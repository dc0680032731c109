"""The words of statements about layers: `perturb.vocab` loads this, which registers them, and offers them."""

from perturb.networks.words.finite_widths import mean_width, relu_width
from perturb.networks.words.layer_spectrum import relu_singular_values
from perturb.networks.words.layers import circulant, relu_distance, relu_norm, slopes
from perturb.networks.words.widths import operator_width

__all__ = [
    "circulant",
    "mean_width",
    "operator_width",
    "relu_distance",
    "relu_norm",
    "relu_singular_values",
    "relu_width",
    "slopes",
]
