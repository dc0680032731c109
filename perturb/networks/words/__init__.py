"""The words of statements about layers: `perturb.vocab` loads this, which registers them, and offers
them.

It imports the vocabulary's own files and `perturb.networks.relu`: whatever is slow to load waits until it
is used. Start with `layers`.
"""

from perturb.networks.words.layers import circulant, relu_distance, relu_norm, relu_singular_values, slopes
from perturb.networks.words.widths import mean_width, operator_width, relu_width, spherical_width

__all__ = [
    "circulant",
    "mean_width",
    "operator_width",
    "relu_distance",
    "relu_norm",
    "relu_singular_values",
    "relu_width",
    "slopes",
    "spherical_width",
]
