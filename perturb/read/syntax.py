"""A formula as a tree, before it is known what its letters are; every node has its place in the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

RANGES = ("im", "Im", "ran", "Ran", "range", "R_cal")


@dataclass(frozen=True)
class Node:
    """A part of a formula; `pos` is where it begins in the text."""

    pos: int

    def walk(self) -> Iterator[Node]:
        """This node and all below it, from left to right."""
        yield self
        for one in below(self):
            yield from one.walk()


@dataclass(frozen=True)
class Digits(Node):
    """Digits, with a decimal point perhaps."""

    text: str


@dataclass(frozen=True)
class Letter(Node):
    """A letter or a name: `name` as in Python, `written` as in LaTeX; `upright` for tr, ReLU, F."""

    name: str
    written: str
    upright: bool = False


@dataclass(frozen=True)
class Big(Node):
    """A sum, a product, a maximum, ... before what it is of; `low` and `high` beneath and above it."""

    name: str
    low: Node | None = None
    high: Node | None = None


@dataclass(frozen=True)
class Dots(Node):
    """Three dots."""


@dataclass(frozen=True)
class Bracketed(Node):
    """Parts between brackets, with commas: (A + B), [A, B], {1, ..., n}, <x, y>, an argument in braces."""

    opening: str
    parts: tuple[Node, ...]
    closing: str


@dataclass(frozen=True)
class Barred(Node):
    """Between single or double bars."""

    bar: str
    inner: Node


@dataclass(frozen=True)
class Over(Node):
    """One over the other."""

    above: Node
    under: Node


@dataclass(frozen=True)
class RootSign(Node):
    """A root, square where no degree is printed."""

    inner: Node
    degree: Node | None = None


@dataclass(frozen=True)
class Subscripted(Node):
    """A base with a subscript."""

    base: Node
    at: Node


@dataclass(frozen=True)
class Raised(Node):
    """A base with what stands above: an exponent, a star, a prime."""

    base: Node
    to: Node
    first: bool = False  # before a subscript, in the text


@dataclass(frozen=True)
class Grid(Node):
    """A matrix in print, row by row; `kind` is its environment."""

    kind: str
    rows: tuple[tuple[Node, ...], ...]


@dataclass(frozen=True)
class FactorList(Node):
    """FactorList one after the other, each with the sign before it, "" where there is none."""

    parts: tuple[tuple[str, Node], ...]


@dataclass(frozen=True)
class Summands(Node):
    """Summands, each with its sign; the first may have "" for none."""

    parts: tuple[tuple[str, Node], ...]


@dataclass(frozen=True)
class Related(Node):
    """A chain of relations; `first` is None where it goes on from elsewhere."""

    first: Node | None
    links: tuple[tuple[str, Node], ...]


def below(node: Node) -> Iterator[Node]:
    """The parts of a node."""
    for one in fields(node):
        yield from _nodes(getattr(node, one.name))


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _nodes(one)


def bare(node: Node) -> Node:
    """Without the braces of an argument around one part."""
    while isinstance(node, Bracketed) and node.opening == "" and len(node.parts) == 1:
        node = node.parts[0]
    return node


def joined_again(parts: Sequence[tuple[str, Node]]) -> Node:
    """The product of some of the factors; one alone is itself."""
    return parts[0][1] if len(parts) == 1 else FactorList(parts[0][1].pos, (("", parts[0][1]), *parts[1:]))


def inside(node: Node) -> Node:
    """Without brackets of any kind around one part."""
    node = bare(node)
    while isinstance(node, Bracketed) and len(node.parts) == 1 and node.opening in ("", "(", "["):
        node = bare(node.parts[0])
    return node


def ranged(at: Node) -> Node | None:
    """The A of a subscript im A, ran(A), R(A): the range of a matrix; None for another subscript."""
    at = bare(at)
    if not isinstance(at, FactorList) or written(at.parts[0][1]) not in RANGES or at.parts[1][0]:
        return None
    return joined_again(at.parts[1:])


def below_text(at: Node) -> str:
    """What a subscript is, apart from its place: k, n - 1."""
    parts = [(written(one) or type(one).__name__) for one in bare(at).walk()]
    signs = [
        sign for one in bare(at).walk() for sign, _ in getattr(one, "parts", ()) if isinstance(sign, str)
    ]
    return " ".join([*parts, *signs])


def written(node: Node) -> str:
    """What a simple part is called: A, A_1, \\hat{A}; "" for anything else."""
    node = bare(node)
    if isinstance(node, Letter):
        return node.name
    if isinstance(node, Digits):
        return node.text
    if isinstance(node, Subscripted):
        base, at = written(node.base), written(node.at)
        return f"{base}_{at}" if base and at else ""
    return ""
