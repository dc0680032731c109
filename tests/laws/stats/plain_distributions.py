"""Distributions with one-line formulas, so that the tests of the engine rest on no table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perturb.laws.distributions.base import ContinuousDistribution


@dataclass(frozen=True)
class Uniform(ContinuousDistribution):
    """On (0, 1); the stated error is a parameter."""

    cdf_error: float = 0.0
    name = "U"
    latex = "U"
    support = (0.0, 1.0)

    def _cdf(self, x):
        return x

    def _pdf(self, x):
        return np.ones_like(x)


class Logistic(ContinuousDistribution):
    """1 / (1 + exp(-x))."""

    cdf_error = 1e-15
    name = "Logistic"
    latex = "L"
    support = (-np.inf, np.inf)

    def _cdf(self, x):
        return 0.5 + 0.5 * np.tanh(x / 2)

    def _pdf(self, x):
        return 0.25 / np.cosh(x / 2) ** 2

    def _ppf(self, q):
        return np.log(q) - np.log1p(-q)


class Coin:
    """Half of the mass at 0, half at 1."""

    name = latex = "coin"
    cdf_error = 0.0

    def cdf(self, x):
        return np.where(x < 0, 0.0, np.where(x < 1, 0.5, 1.0))

    def cdf_left(self, x):
        return np.where(x <= 0, 0.0, np.where(x <= 1, 0.5, 1.0))
