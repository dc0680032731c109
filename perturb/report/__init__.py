"""Reports: the status grid, one page a claim, figures; all from records, byte-stable."""

from perturb.report.build import render, stale

__all__ = ["render", "stale"]
