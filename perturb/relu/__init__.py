"""ReLU layers without bias: norm, distance and ReLU singular values, each with a certificate."""

from perturb.relu.distance import relu_distance as relu_distance
from perturb.relu.norm import relu_norm as relu_norm
