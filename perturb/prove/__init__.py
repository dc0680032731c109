"""Universal certificates: a statement proved for all matrices of a small size; see FORMAT.md."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    """The name is taken twice, by what one asks and by the package that answers: this module is both."""

    def __call__(self, *args: Any, **named: Any) -> Any:
        """As `perturb.api.universal.prove`."""
        return import_module("perturb.api.universal").prove(*args, **named)


sys.modules[__name__].__class__ = _Callable
