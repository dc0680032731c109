"""A printed statement, LaTeX and English, becomes a claim; what is not understood is an error with its place.

May import process, numbers, vocab, domains and statements. The way of a text: `source` (LaTeX tokens, each
with its place), `macros` (the file's own), `pieces` (words and formulas), `formula` (a formula as a tree of
`syntax`, by the grammar in `mathematics.lark`), `prose` (sentences as a `story`), `understand` (the story as
a domain, hypotheses and conclusions), `written` (the file of the claim). Start with `reader.read`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _Reads(ModuleType):
    """The name is taken twice, by what one asks and by the package that answers: this module is both."""

    def __call__(self, *args: Any, **named: Any) -> Any:
        """As `perturb.api.read.read`."""
        return import_module("perturb.api.read").read(*args, **named)


sys.modules[__name__].__class__ = _Reads
