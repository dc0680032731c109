"""Bands that hold at every sample size."""
