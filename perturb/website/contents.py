"""What stands in the navigation; statements, chapters and sources are reached from there and by search."""

from __future__ import annotations

from typing import Any

from perturb.report.material import Material
from perturb.website.page import Website


def contents(of: Material, site: Website) -> list[Any]:
    """The tabs, each with its pages."""
    return [{"Home": "index.md"}, {"Catalogue": "catalogue.md"}]
