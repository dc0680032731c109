"""Limit laws as values: cdf, pdf, and the error that the cdf carries."""

from perturb.laws.base import LimitLaw, Scaled
from perturb.laws.tracy_widom import TracyWidom, tracy_widom

__all__ = ["LimitLaw", "Scaled", "TracyWidom", "tracy_widom"]
