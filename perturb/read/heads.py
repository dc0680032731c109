"""What may be called with an argument: a spectral letter, an upright name; and the peeling of scripts."""

from __future__ import annotations

from dataclasses import dataclass

from perturb.read import signs
from perturb.read.errors import NotUnderstood
from perturb.read.scope import Scope, Value
from perturb.read.syntax import (
    Bracketed,
    Letter,
    Node,
    Raised,
    Subscripted,
    bare,
    joined_again,
    ranged,
    written,
)

# Letters that are a function of a matrix, where the statement has no input called so.
SPECTRAL = (
    "sigma",
    "s",
    "lambda",
    "rho",
    "r",
    "kappa",
    "w",
    "omega",
    "Omega",
    "Gamma",
    "omega_bar",
    "d",
    "P",
    "v",
    "phi",
    "mu",
    "nu",
)
FEW = ("mu", "nu")  # of these only what the text introduces


@dataclass(frozen=True)
class Head:
    """A name that waits for its argument: its letter, what is below it, what is above it."""

    letter: Letter
    sub: Node | None
    above: tuple[Node, ...]


def _is_known(name: str, scope: Scope) -> bool:
    return scope.knows(name) and not scope.opened(name)


def head_of(node: Node, scope: Scope, called: bool = False) -> Head | None:
    """The head that a factor is; None for a factor that is a value by itself.

    `called`: brackets with a matrix follow, so that a letter of the statement may be meant as a function.
    """
    above: list[Node] = []
    sub: Node | None = None
    if not called and written(node) and _is_known(written(node), scope):
        return None
    while isinstance(node, Raised | Subscripted):
        if isinstance(node, Raised):
            above.insert(0, node.to)
            node = bare(node.base)
        else:
            if sub is not None:
                return None
            sub = node.at
            node = bare(node.base)
            if _is_known(written(Subscripted(node.pos, node, sub)), scope):
                return None
    if not isinstance(node, Letter) or (
        _is_known(node.name, scope) and not (called and node.name in SPECTRAL)
    ):
        return None
    if node.upright:
        known = signs.named_word(node.name) or node.name in ("ReLU", "relu")
        return Head(node, sub, tuple(above)) if known else None
    if node.name in ("Re", "Im", "Tr"):
        return Head(node, sub, tuple(above))
    if node.name not in SPECTRAL or node.name in FEW or node.name in scope.sizes:
        return None
    if node.name == "P" and sub is not None and ranged(sub) is not None:
        return None
    if node.name in scope.spectra and not called:
        return None
    return Head(node, sub, tuple(above))


def peeled(node: Node) -> tuple[Bracketed, list[tuple[str, Node]]] | None:
    """The brackets that a factor begins with, and the scripts on them from the inside out."""
    scripts: list[tuple[str, Node]] = []
    while isinstance(node, Raised | Subscripted):
        scripts.insert(0, ("^", node.to) if isinstance(node, Raised) else ("_", node.at))
        node = bare(node.base)
    if isinstance(node, Bracketed) and node.opening in ("(", "[", "{"):
        return node, scripts
    return None


def unclear(head: Head, pos: int) -> None:
    """NotUnderstood: where does the argument end?"""
    name = head.letter.name
    raise NotUnderstood(f"where the argument of {name} ends is not clear", pos, cure="set brackets")


def one_summand(head: Head, rest: list[tuple[str, Node]]) -> Node:
    r"""log \sum_i e^{x_i}: the sum with the one factor behind it. NotUnderstood for more of them."""
    if len(rest) > 2:
        unclear(head, rest[0][1].pos)
    return joined_again(rest)


class Evaluated(Node):
    """A value that was read already, as an argument."""

    def __init__(self, pos: int, found: Value) -> None:
        object.__setattr__(self, "pos", pos)
        object.__setattr__(self, "found", found)
