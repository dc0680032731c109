"""What the sentences of a statement say, in the order of the text, before letters have kinds."""

from __future__ import annotations

from dataclasses import dataclass, field

from perturb.read.errors import NotUnderstood
from perturb.read.families import Function, Partition
from perturb.read.scope import SpectralLetter
from perturb.read.syntax import Letter, Node


@dataclass
class Description:
    """What a noun phrase says: matrix, vector or number, its sides, its properties."""

    kind: str = ""
    properties: list[tuple[str, int]] = field(default_factory=list)
    sides: tuple[Node, ...] = ()
    rank: tuple[str, Node] | None = None
    pos: int = 0
    loose: bool = False  # "real" may be said of a number, and of a matrix that is one

    @property
    def empty(self) -> bool:
        return not (self.kind or self.properties or self.sides or self.rank)


@dataclass
class Introduced:
    """A letter and all that is said of it; `loose` where only a quantifier beside the claim names it."""

    name: str
    pos: int
    described: list[Description] = field(default_factory=list)
    loose: bool = False
    bounds: list[tuple[Node, str]] = field(default_factory=list)


@dataclass
class Assertion:
    """A relation, or a property of a part; `given` for a hypothesis."""

    node: Node
    given: bool
    property_: str = ""
    negated: bool = False
    rank: tuple[str, Node] | None = None
    pos: int = 0
    manner: str = ""  # how matrices are compared, where the text says it
    runs: dict[str, Run] = field(default_factory=dict)  # the ranges of this one alone


@dataclass
class Run:
    """The values of an index: from `low` to `high`, None where they are not said."""

    name: str
    low: Node | None
    high: Node | None
    pos: int
    stated: int = 0  # how much was stated before


@dataclass
class Story:
    """All of it."""

    letters: dict[str, Introduced] = field(default_factory=dict)
    stated: list[Assertion] = field(default_factory=list)
    defined: dict[str, tuple[Node, int]] = field(default_factory=dict)
    notations: list[tuple[Node, str, int]] = field(
        default_factory=list
    )  # a part, and the word that it is called
    spectra: dict[str, SpectralLetter] = field(default_factory=dict)
    runs: dict[str, Run] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    groups: list[tuple[str, tuple[str, ...], int]] = field(
        default_factory=list
    )  # commuting, orthogonal to each other
    size_ranges: dict[str, int] = field(default_factory=dict)
    unread: list[tuple[str, int]] = field(default_factory=list)
    optional: set[str] = field(default_factory=set)  # names that may go without being used
    styles: dict[str, tuple[str, int]] = field(default_factory=dict)
    used: set[int] = field(default_factory=set)  # where what stands is told otherwise: of parts, by a word
    functions: dict[str, Function] = field(default_factory=dict)
    partitions: list[Partition] = field(default_factory=list)
    dummies: set[str] = field(default_factory=set)  # letters in notations: in "the rank of a matrix X"
    wide: int | None = None  # where a condition stands behind several conclusions
    ended: dict[str, int] = field(default_factory=dict)  # indices of two ranges, and how much was stated
    alone: dict[str, Node] = field(default_factory=dict)  # what a letter is, where it takes no argument
    renamed: dict[str, int] = field(default_factory=dict)  # letters that elsewhere take an argument
    single: dict[str, int] = field(default_factory=dict)  # letters of any one eigenvalue
    blocks: dict[tuple[str, str], Node] = field(default_factory=dict)  # A_k, X_k: leading ones, of which size
    passed: list[tuple[int, int]] = field(default_factory=list)  # from where to where nothing is read

    def introduce(
        self, name: str, pos: int, described: Description | None = None, loose: bool = False
    ) -> Introduced:
        """A letter, new or known, with what is said of it now."""
        one = self.letters.setdefault(name, Introduced(name, pos, loose=loose))
        if described is not None and not described.empty:
            one.described.append(described)
        return one

    def run(self, name: str, low: Node | None, high: Node | None, pos: int) -> None:
        """The range of an index. NotUnderstood where it has another one already."""
        known = self.runs.get(name)
        if known is not None and known.low is not None and low is not None and (str(known.low) != str(low)):
            self._each_its_own(known, pos)
        if known is None or low is not None:
            self.runs[name] = Run(name, low, high, pos, len(self.stated))

    def _each_its_own(self, known: Run, pos: int) -> None:
        """f_i for i <= n and g_i for i <= n - 1: each range belongs to what stands before it."""
        having = [
            k for k, one in enumerate(self.stated)
            if not one.given and any(isinstance(x, Letter) and x.name == known.name for x in one.node.walk())
        ]  # fmt: skip
        if not having or not having[0] < known.stated <= having[-1] or known.name in self.ended:
            raise NotUnderstood(f"the index {known.name} has two ranges", pos)
        for k in having:
            if k < known.stated:
                self.stated[k].runs[known.name] = known
        self.ended[known.name] = len(self.stated)
