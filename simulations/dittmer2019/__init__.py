"""Figures of S. Dittmer, E. J. King and P. Maass, Singular Values for ReLU Layers."""
