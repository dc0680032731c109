"""The words that statements are written in; the same words work on numpy arrays in a notebook.

May import process, numbers and laws. Inside, a package imports those before it: `grammar` (what words and
trees are, start with `grammar.tree`), `systems` (the number systems in which trees are read, protocol
`systems.evaluate.System`), `words` (the words themselves: one that is declared there is offered here),
`complexes` (what each word is of complex matrices, in words of real ones),
`printing` (trees as LaTeX), `relations` (`given`, `then`, and verdicts on them).
"""

# ruff: noqa: F403 (every word of a file of words)

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from perturb import version
from perturb.process import public
from perturb.vocab import words as _words
from perturb.vocab.complexes.arrays import immediate_over_c as _immediate_over_c
from perturb.vocab.grammar.elsewhere import instead as _instead
from perturb.vocab.grammar.ranges import indices as indices
from perturb.vocab.grammar.tree import LATER as _LATER
from perturb.vocab.grammar.tree import WORDS as _WORDS
from perturb.vocab.grammar.tree import Word as _Word
from perturb.vocab.relations.order import given as given
from perturb.vocab.relations.order import then as then
from perturb.vocab.words.lists import I as I
from perturb.vocab.words.lists import from_list as _from_list
from perturb.vocab.words.lists import pi as pi

if version.TYPE_CHECKING:  # for who reads types: what `__getattr__` does
    from perturb.vocab.words.arithmetic import *
    from perturb.vocab.words.complexes import *
    from perturb.vocab.words.eigen import *
    from perturb.vocab.words.entrywise import *
    from perturb.vocab.words.lists import *
    from perturb.vocab.words.matrix import *
    from perturb.vocab.words.matrix_functions import *
    from perturb.vocab.words.parts import *
    from perturb.vocab.words.spectral import *
    from perturb.vocab.words.subspaces import *
    from perturb.vocab.words.vector import *

    circulant: _Word
    mean_width: _Word
    operator_width: _Word
    relu_distance: _Word
    relu_norm: _Word
    relu_singular_values: _Word
    relu_width: _Word
    slopes: _Word
    spherical_width: _Word

# What words and trees ask of files that rest on them.
_LATER.on_arrays, _LATER.from_list, _LATER.instead = _immediate_over_c, _from_list, _instead

import_module("perturb.vocab.complexes.matrices")
import_module("perturb.vocab.complexes.screening")
for _file in iter_modules(_words.__path__):
    import_module(f"{_words.__name__}.{_file.name}")


def __getattr__(name: str) -> _Word:
    """Every word that says what it means is public; + - [i] and [x, y] are written by signs."""
    found = next((w for w in _WORDS.values() if w.called == name and w.meaning and name != "list"), None)
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


import_module("perturb.networks.words")  # words about layers, which rest on this package

_PUBLIC = {word.called for word in _WORDS.values() if word.meaning and word.called != "list"}
__all__ = sorted({"I", "given", "indices", "pi", "then"} | _PUBLIC)
__dir__ = public.offered(__name__)
