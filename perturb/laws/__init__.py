"""Limit laws as values: cdf, pdf, and the error that the cdf carries."""

from perturb.laws.base import ContinuousLaw, LimitLaw, Scaled
from perturb.laws.tracy_widom import TracyWidom, tracy_widom

__all__ = ["ContinuousLaw", "LimitLaw", "Scaled", "TracyWidom", "tracy_widom"]
