"""Figures of R. H. Riedi, R. Balestriero and R. G. Baraniuk, Singular Value Perturbation and Deep Network
Optimization."""
