"""One input space: its parameters, and the map from them to the element.

Parameters are real arrays, numbers in [0, 1], signs, bits. The map is written in the vocabulary: it builds
float64 batches and exact rational points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from flint import fmpq, fmpq_mat

from perturb.vocab.extent import Sides
from perturb.vocab.order import Given
from perturb.vocab.tree import Expr, variable
from perturb.vocab.word import Kind

Size = int | str
Sizes = Mapping[str, int]
Range = tuple[Size, Size]
COMMON = "in common"  # no name of an input has a space


@dataclass(frozen=True)
class Param:
    """One parameter array: shape in sizes; range real, nonneg, positive, signed, unit, sign or bit."""

    shape: tuple[Size, ...]
    range: str = "real"

    def kind(self) -> Kind:
        return (Kind.SCALAR, Kind.VECTOR, Kind.MATRIX)[len(self.shape)]

    def allows(self, x: fmpq) -> bool:
        """Is x a value that an entry of this parameter may take?"""
        if self.range in ("sign", "bit"):
            return bool(x in ((1, -1) if self.range == "sign" else (0, 1)))
        least = {"unit": 0, "signed": -1, "nonneg": 0}.get(self.range)
        if self.range == "positive":
            return bool(x > 0)
        return least is None or bool(x >= least and (self.range == "nonneg" or x <= 1))

    def extent(self, sizes: Sizes) -> tuple[int, ...]:
        return tuple(sizes[d] if isinstance(d, str) else d for d in self.shape)


@dataclass(frozen=True)
class Space:
    """One input: parameters, the map `build` from them to the element, and the exact membership test.

    `member(element)` says in the vocabulary what makes an element one: hypotheses that every kernel can
    check; `shape` names the sizes of the element; `text` is LaTeX with {0} for the name; `wider` is the same
    space with its constraint relaxed (the rim lies there); `shown` is the text of a page, where it says more.
    """

    kind: Kind
    shape: tuple[Size, ...]
    params: Mapping[str, Param]
    build: Callable[..., Expr]
    member: Callable[[Expr], Sequence[Given]]
    text: str
    wider: Space | None = None
    low: Size | None = None
    high: Size | None = None
    shown: str = ""
    # Parameters that the inputs of one domain have in common, which the map takes after its own; what these
    # inputs must fulfil together, in the order of `place`.
    common: Mapping[str, Param] = field(default_factory=dict)
    joint: Callable[..., Sequence[Given]] | None = None
    place: int = 0
    # Most elements have irrational entries, as on a sphere; rational parameters give rational ones only.
    # `further` are elements of these sizes that no rational parameters give.
    rational_only: bool = False
    further: Callable[[tuple[int, ...]], Sequence[fmpq_mat]] | None = None

    def named_params(self, name: str) -> dict[str, Param]:
        """Its parameters, keyed `name.param`, then those in common."""
        own = {f"{name}.{key}": p for key, p in self.params.items()}
        return {**own, **{f"{COMMON}.{key}": p for key, p in self.common.items()}}

    def further_elements(self, sizes: Sizes) -> Sequence[fmpq_mat]:
        """Elements that no rational parameters give, at these sizes."""
        sides = tuple(sizes[d] if isinstance(d, str) else d for d in self.shape)
        return self.further(sides) if self.further is not None else ()

    def element(self, name: str) -> Expr:
        """The element as a tree over its parameters."""
        return self.build(*[variable(key, p.kind()) for key, p in self.named_params(name).items()])


def members(spaces: Mapping[str, Space]) -> list[Given]:
    """What makes the inputs of a domain elements of their spaces, each by itself and together."""
    parts = [part for n, space in spaces.items() for part in space.member(variable(n, space.kind))]
    for joint in dict.fromkeys(space.joint for space in spaces.values()):
        if joint is not None:
            those = sorted((s.place, n) for n, s in spaces.items() if s.joint is joint)
            parts += joint(*[variable(n, spaces[n].kind) for _, n in those])
    return parts


def sides_of(spaces: Mapping[str, Space], sizes: Iterable[str], letters: Mapping[str, str]) -> Sides:
    """What the sides of the inputs are called; `letters` are those of the inputs."""
    shapes = {name: None if s.kind is Kind.INTEGER else s.shape for name, s in spaces.items()}
    return Sides(tuple(sizes), shapes, {name: letters[name] for name, s in shapes.items() if s is None})
