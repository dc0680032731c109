"""Every size: a statement as a combination of named theorems, each at terms of the statement.

May import process, numbers, vocab, domains, statements and prove. Start with `deriver`; `checker` decides,
`store.py` keeps, `accepted.py` says what of that is believed, `tell.py` says it in sentences.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _Asked(ModuleType):
    """The name is taken twice, by what one asks and by the package that answers: this module is both."""

    def __call__(self, *args: Any, **named: Any) -> Any:
        """As `perturb.api.derive.derive`."""
        return import_module("perturb.api.derive").derive(*args, **named)


sys.modules[__name__].__class__ = _Asked
