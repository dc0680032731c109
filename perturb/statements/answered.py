"""What a statement is asked from Python is answered by a package above this one, loaded when it is asked."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def answered(name: str) -> Any:
    """A public function of perturb, by its name: the lazy names of `perturb` find its home."""
    return getattr(import_module("perturb"), name)
