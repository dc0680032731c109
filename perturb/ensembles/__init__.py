"""Random matrices: samplers of the shape (n, draws, rng) -> array with `draws` first."""

from perturb.ensembles.dense import ginibre, symmetrised_largest, uniform_entries

__all__ = ["ginibre", "symmetrised_largest", "uniform_entries"]
