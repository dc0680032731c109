"""Activations by the words that settings and graphs have for them: which is ReLU, which stretch nothing.

f stretches nothing where |f(x) - f(y)| <= |x - y|, entry by entry. Of leaky ReLU and ELU that holds for
slopes of at most 1, which is what every library sets.
"""

from __future__ import annotations

BOUNDED = ("tanh", "hardtanh", "sigmoid", "hardsigmoid", "softsign", "clip", "sin", "cos")
GENTLE = frozenset((*BOUNDED, "relu", "relu6", "leakyrelu", "elu", "softplus", "abs", "linear", "identity"))


def is_relu(word: str | None) -> bool:
    """Where nothing is said it is taken to be."""
    return word is None or plain(word) == "relu"


def is_gentle(word: str | None) -> bool:
    return word is None or plain(word) in GENTLE


def plain(word: str) -> str:
    """In one spelling."""
    return word.lower().replace("_", "").replace("-", "").replace(" ", "")
