"""A network as an expression in the words of statements."""

from __future__ import annotations

from typing import Any

from flint import fmpq_mat

from perturb.networks.activations import Activation
from perturb.networks.graph import Network
from perturb.networks.numbers import rational
from perturb.vocab import entries, larger
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.words.lists import constant_matrix


def expression(network: Network, x: Expr) -> Expr:
    """network(x) for a vector x of a statement, with the weights as exact constants."""
    found = [x]
    for node in network.nodes:
        t: Any = entries(_constant([node.bias]))
        for j, W in zip(node.sources, node.matrices, strict=True):
            t = t + _constant(W) @ found[j]
        found.append(_activated(node.activation, t))
    return found[-1]


def _constant(A: Any) -> Expr:
    return constant_matrix(fmpq_mat([[rational(x) for x in row] for row in A]))


def _activated(phi: Activation, t: Any) -> Any:
    """low t + (up - low) max(t, 0)."""
    low, up = rational(phi.low), rational(phi.up)
    bent = larger(t, 0) * (up - low) if phi.bends else 0
    return bent + t * low if low != 0 else bent
