"""ReLU layers without bias: norm, distance and ReLU singular values, each with a certificate."""

from perturb.relu.distance import relu_distance as relu_distance
from perturb.relu.norm import relu_norm as relu_norm
from perturb.relu.sampled import relu_singular_values_sampled as relu_singular_values_sampled
from perturb.relu.singular import relu_singular_bounds as relu_singular_bounds
from perturb.relu.singular import relu_singular_values as relu_singular_values
