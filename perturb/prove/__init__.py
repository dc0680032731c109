"""Universal certificates: a statement proved for all matrices of a small size.

Start at MAP.md, which walks one claim through; FORMAT.md says what the file of a proof means. prover.py makes
one. It imports lemmas (the ways to prove a goal), these import cases (its branches), identities (a leaf),
tidy (making it small) and reading (polynomials), each only what stands after it. checker imports none of
these. proved.py says which files count. May import every room left of it, as search and sharpen.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    """The name is taken twice, by what one asks and by the package that answers: this module is both."""

    def __call__(self, *args: Any, **named: Any) -> Any:
        """As `perturb.api.examine.prove`."""
        return import_module("perturb.api.examine").prove(*args, **named)


sys.modules[__name__].__class__ = _Callable
