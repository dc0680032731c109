"""What is drawn: experiments, and as no histogram pictures and curves.

An experiment is a declaration: a statistic, the sizes, the draws, and what they are held against.

What a draw costs fixes how many draws one chunk of it holds.

What is drawn that is no histogram: the nouns Picture and Curves.

A picture is drawn by a declared function; curves are a printed bound, a sharper one and the truth over their
natural parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from perturb.laws.distributions.protocol import Distribution, keyed_by_name
from perturb.laws.stats.bins import Bins, Column, Probability
from perturb.statements.chance import Law, keyed
from perturb.statements.paper import Paper
from perturb.types import FloatArray, Function

if TYPE_CHECKING:  # drawing is an extra; a declaration must not need it
    from matplotlib.figure import Figure

__all__ = ["Arguments", "Bins", "Experiment", "Panel", "Probability"]

Arguments = Mapping[str, Any]
Cost = Callable[[int], float]  # of a draw, in microseconds, by the size
Reference = Distribution | Mapping[str, Distribution] | Callable[..., Distribution] | None
Mark = float | Callable[..., float]
Draws = int | Mapping[int, int]

LARGEST = 2**32 - 1  # a size is one word of the key of a stream


# What one chunk of an experiment is meant to cost, in microseconds, and the most draws it may hold.
TARGET = 500_000
MOST = 2**18


def dense(n: int) -> float:
    """Microseconds a draw of a statistic of one dense n x n matrix, roughly.

    The second term also keeps the entries of a chunk below 2^22 (32 MiB).
    """
    return 2 + 0.12 * n**2 + 5e-4 * n**3


def chunk_draws(n: int, cost: Cost) -> int:
    """Draws in a chunk: the largest power of two that `cost` allows. No clock: the chunks fix the streams."""
    price = cost(n)
    if not price > 0:
        raise ValueError(f"cost must be positive, got {price} at n = {n}")
    return int(1 << (max(1, min(MOST, int(TARGET / price))).bit_length() - 1))


class Panel(NamedTuple):
    """One histogram (or one probability): a case by its label, a column by its name, a size."""

    case: str
    column: str
    n: int


@dataclass(frozen=True, kw_only=True)
class Experiment(Law):
    """A distribution drawn at several sizes and set beside its limit.

    name       "paper/figure"; with `version` and the seed it fixes every random bit
    statistic  f(n, draws, rng, **case) -> shape (draws,), or several columns in one pass: a dict of such
               arrays or a structured array; finite; importable by name, so that workers find it; it takes its
               randomness from `rng` draw by draw (a shorter run is then a prefix of a longer one)
    symbol     the statistic in LaTeX, without dollar signs; a dict by column when there are several
    source     where the figure and its statement come from
    bins       of the values; or by column, Bins or, for a boolean one, Probability. Others are not kept
    cases      keyword arguments of the statistic, drawn one after the other
    reference  the distribution that theory gives in the limit, a dict of them by column, or a function of the
               case; `contrast` is a second one to tell it from
    marks      vertical lines, label -> number or function of n and the case; or a dict of them by column
    draws      at each size for a quick run, or by size; `full` for `--profile full`, by size if it has others
    cost       microseconds a draw as a function of n: it sets the size of the chunks, never their content
    note       what a reader has to know, in markdown
    value_error  how far a value may be from the exact one; without it, roundings, at atoms alone
    speaks     the columns that speak of a printed item, by its id; all of them of one that it does not name
    version    to be raised when the statistic or `cost` changes: the streams change with it
    """

    statistic: Callable[..., Any]
    reference: Reference = None  # type: ignore[assignment]  # wider than a law's: a figure may have none
    contrast: Reference = None
    symbol: str | Mapping[str, str]
    draws: Draws
    full: Draws | None = None
    bins: Bins | Mapping[str, Column]
    cases: tuple[Arguments, ...] = ({},)
    marks: Mapping[str, Mark | Mapping[str, Mark]] = field(default_factory=dict)
    cost: Cost = dense
    note: str = ""
    speaks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    seed: int = 0

    kind = "experiment"

    def __post_init__(self) -> None:
        if self.paper is not None:
            self.paper.says(self.printed)
        if not self.sizes or min(self.sizes) < 1 or len(set(self.sizes)) < len(self.sizes):
            raise ValueError(f"sizes must be distinct positive integers, got {self.sizes}")
        if max(self.sizes) > LARGEST:
            raise ValueError(f"sizes must be at most {LARGEST}, got {max(self.sizes)}")
        if isinstance(self.draws, Mapping) and set(self.draws) != set(self.sizes):
            raise ValueError(f"draws by size must name the sizes {self.sizes}, got {tuple(self.draws)}")
        fewest = min(*self.plan("quick").values(), *self.plan("full").values())
        if fewest < 1:
            raise ValueError(f"draws must be positive, got {fewest}")
        if not self.cases or len(set(map(label, self.cases))) < len(self.cases):
            raise ValueError(f"cases must be distinct, at least one, got {self.cases}")
        if not self.columns:
            raise ValueError("bins must name at least one column")
        for column in self.columns.values():
            column.check()
        if unknown := {c for named in self.speaks.values() for c in named} - set(self.columns):
            raise ValueError(f"speaks names {min(unknown)!r}, which is no column of {self.name}")

    def __hash__(self) -> int:
        """Of the name: the dicts of a declaration have no hash."""
        return hash((self.name, self.version, self.seed))

    def plan(self, profile: str = "quick") -> dict[int, int]:
        """Draws by size, "quick" or "full"."""
        quick = self._by_size(self.draws)
        if profile == "quick":
            return quick
        return {n: 25 * k for n, k in quick.items()} if self.full is None else self._by_size(self.full)

    def _by_size(self, draws: Draws) -> dict[int, int]:
        return dict(draws) if isinstance(draws, Mapping) else dict.fromkeys(self.sizes, draws)

    @property
    def columns(self) -> dict[str, Column]:
        """How each column is counted; the name of a single one is empty."""
        return {"": self.bins} if isinstance(self.bins, Bins) else dict(self.bins)

    def profile(self, drawn: Mapping[int, int]) -> str | None:
        """The name of the profile that draws so many, None where there is none."""
        return next((name for name in ("full", "quick") if self.plan(name) == drawn), None)

    def panels(self) -> Iterator[Panel]:
        """In the order they are drawn and shown."""
        for case in self.cases:
            for column in self.columns:
                yield from (Panel(label(case), column, n) for n in self.sizes)

    def symbol_of(self, column: str) -> str:
        return self.symbol if isinstance(self.symbol, str) else self.symbol.get(column, rf"\text{{{column}}}")

    def stream_key_of(self, case: Arguments) -> str:
        """What the streams of a case are keyed by; sizes, draws and other cases stay out of it."""
        return keyed(self.name, self.version, label(case)) if case else self.stream_key

    def chunk_draws(self, n: int) -> int:
        return chunk_draws(n, self.cost)

    def references(self, case: str = "", column: str = "") -> tuple[Distribution, ...]:
        """The reference, then the contrast, of one row of panels; those that are declared."""
        found = (self._reference(given, case, column) for given in (self.reference, self.contrast))
        return tuple(one for one in found if one is not None)

    def named(self, case: str = "", column: str = "") -> dict[str, Distribution]:
        """The same, each once, by its name; by more where two that differ share a name."""
        return keyed_by_name(self.references(case, column))

    def case_of(self, name: str) -> Arguments:
        return next(case for case in self.cases if label(case) == name)

    def marks_of(self, panel: Panel) -> dict[str, float]:
        """Vertical lines of one panel, by label."""
        own = self.marks.get(panel.column)
        chosen = own if isinstance(own, Mapping) else self.marks
        case = self.case_of(panel.case)
        return {k: at(m, panel.n, case) for k, m in chosen.items() if not isinstance(m, Mapping)}

    def _reference(self, given: Reference, case: str, column: str) -> Distribution | None:
        if isinstance(given, Mapping):
            return given.get(column)
        if isinstance(self.columns.get(column), Probability):
            return None
        if given is None or hasattr(given, "cdf"):  # a distribution may be called as well: that freezes it
            return cast("Distribution | None", given)
        return given(**self.case_of(case))


def label(case: Arguments) -> str:
    """r = 2, entries = uniform"""
    return ", ".join(f"{key} = {value}" for key, value in case.items())


def at(value: float | Callable[..., float], n: int, case: Arguments) -> float:
    return float(value(n, **case) if callable(value) else value)


@dataclass(frozen=True, kw_only=True)
class Picture:
    """One figure: `draw` fills an empty matplotlib Figure and takes all its randomness from `seed`.

    name    "paper/figure"
    covers  ids of the printed items that it shows
    printed what its page says of them: LaTeX, or items, where it is not all that it covers
    note    what a reader has to know, in markdown
    size    of the figure, in inches
    """

    name: str
    title: str
    source: str
    draw: Callable[[Figure, int], None]
    size: tuple[float, float]
    covers: tuple[str, ...] = ()
    paper: Paper | None = None
    printed: str | tuple[str, ...] = ""
    note: str = ""
    seed: int = 0

    kind = "picture"

    def __post_init__(self) -> None:
        if self.paper is not None:
            self.paper.says(self.printed)

    @property
    def id(self) -> str:
        return self.name


Curve = Function


@dataclass(frozen=True)
class Curves:
    """One picture. Each curve takes the grid, shape (k,), and gives NaN where the bound does not apply.

    name       of the picture's file, in the folder of the paper
    parameter  the horizontal axis in LaTeX, without dollar signs; `quantity` the vertical one
    printed    bounds as printed by label; `sharpened` those that are proved, `truth` what is attained
    of         ids of the claims that the curves draw
    note       what a reader has to know, in markdown
    log, log_x   logarithmic axes; `low` and `top` the ends of the vertical one
    """

    paper: Paper
    name: str
    title: str
    parameter: str
    quantity: str
    grid: FloatArray
    printed: Mapping[str, Curve]
    sharpened: Mapping[str, Curve]
    truth: Mapping[str, Curve]
    of: Sequence[str] = ()
    note: str = ""
    log: bool = True
    log_x: bool = False
    low: float | None = None
    top: float | None = None

    @property
    def file(self) -> str:
        """The picture, from the folder of the reports."""
        return f"{self.paper.key}/{self.name}.png"
