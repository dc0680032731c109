"""The reference: a page for each module that offers public names, by mkdocstrings from its source."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from perturb.pages.markdown import joined

FOLDER = "reference"
# The public modules of the README, and what a reader goes there for; words have the page of the vocabulary.
MODULES: Mapping[str, str] = {
    "perturb": "Statements",
    "perturb.domains": "Domains",
    "perturb.distributions": "Distributions",
    "perturb.ensembles": "Random matrices",
    "perturb.montecarlo": "Experiments",
    "perturb.networks": "Networks",
    "perturb.networks.counts": "Numbers of regions",
    "perturb.networks.exchange": "Files of networks",
    "perturb.relu": "ReLU layers",
    "perturb.strategies": "Matrices for Hypothesis",
    "perturb.testing": "Statements as assertions",
    "perturb.training": "Trained networks",
    "perturb.weights": "Trained weights",
}
HANDLER: dict[str, Any] = {
    "docstring_style": None,
    "filters": "public",
    "heading_level": 2,
    "members_order": "__all__",
    "merge_init_into_class": True,
    "separate_signature": True,
    "show_bases": False,
    "show_if_no_docstring": True,
    "show_root_heading": True,
    "show_root_full_path": False,
    "show_signature_annotations": True,
    "show_source": False,
}


def api() -> dict[str, str]:
    """Markdown by file."""
    return {page(name): _page(name, title) for name, title in MODULES.items()}


def page(module: str) -> str:
    return f"{FOLDER}/{module.partition('.')[2] or module}.md"


def public(module: str) -> list[str]:
    """The public names of a module: those it exports."""
    loaded = import_module(module)
    return list(loaded.__all__)


def _page(module: str, title: str) -> str:
    loaded = import_module(module)
    doc = (loaded.__doc__ or "").partition("\n\n")[0]
    home = loaded.__name__  # mkdocstrings reads files: it wants the name where it stands
    entries = [f"::: {home}.{name}" for name in sorted(public(module), key=str.lower)]
    return joined(f"# {title}: `{module}`", doc, *entries)
