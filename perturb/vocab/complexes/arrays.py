"""Words applied to numpy arrays of complex numbers: by the words of real arrays that say the same."""

from __future__ import annotations

from typing import Any

import numpy as np

from perturb.vocab.complexes.meanings import applied
from perturb.vocab.complexes.values import Complex
from perturb.vocab.grammar.tree import Expr, Word, variable
from perturb.vocab.systems.immediate import Counted, guessed, immediate, is_array, value_at


def immediate_over_c(word: Word, args: tuple[Any, ...]) -> Any:
    """`immediate`, of complex arrays, too: each part of the result to a relative 1e-9 of itself, or NaN.

    Raises TypeError for a word that has no meaning for complex matrices, and as `immediate` does.
    """
    if not any(is_array(arg) and np.asarray(arg).dtype.kind == "c" for arg in args):
        return immediate(word, args)
    arrays: dict[str, Any] = {}
    inputs = [_input(k, arg, arrays) for k, arg in enumerate(args)]
    found = applied(word, tuple(inputs))
    if isinstance(found, Complex):
        re, im = (_value(word, part, arrays) for part in found.parts)
        both = np.asarray(re) + 1j * np.asarray(im)
        return Counted(both, re.kind) if isinstance(re, Counted) else both[()]
    return _value(word, found, arrays)


def _input(k: int, arg: Any, arrays: dict[str, Any]) -> Any:
    """The argument as a part of a statement whose inputs are arrays."""
    if not is_array(arg):
        return arg
    array, kind = np.asarray(arg), guessed(arg)
    parts = {f"x{k}_re": array.real, f"x{k}_im": array.imag} if array.dtype.kind == "c" else {f"x{k}": array}
    arrays |= parts
    own = [variable(name, kind) for name in parts]
    return own[0] if len(own) == 1 else Complex.of(*own)


def _value(word: Word, tree: Expr, arrays: dict[str, Any]) -> Any:
    names = {node.payload[0] for node in tree.walk() if node.word.name == "input"}
    own = {name: arrays[name] for name in arrays if name in names}
    return value_at(word, tree, own, {name: guessed(array) for name, array in own.items()})
