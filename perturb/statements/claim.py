"""The noun Claim, and `claim`, which makes one from a body."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from perturb.domains.base import Domain, Point
from perturb.domains.dense import together
from perturb.numbers.decimals import meant_within
from perturb.process.output import slug
from perturb.statements import shown
from perturb.statements.answered import answered
from perturb.statements.letters import names_of
from perturb.statements.paper import Paper
from perturb.statements.status import Status
from perturb.vocab.order import Given, Link, Then
from perturb.vocab.terms import NAMELESS, Lexicon, noting
from perturb.vocab.tree import variable
from perturb.vocab.where import Definition, clear_at_a_glance, definitions


@dataclass(frozen=True, eq=False, repr=False)
class Claim:
    """For all points of a domain: hypotheses imply conclusions. Everything else is derived from this."""

    id: str
    paper: Paper
    label: str
    domain: Domain
    hypotheses: tuple[Link, ...]
    conclusions: tuple[Link, ...]
    doc: str
    status: Status | None = None
    equality: tuple[Point, ...] = ()
    covers: tuple[str, ...] = ()
    printed: str | tuple[str, ...] = ""
    corrects: str | None = None
    sharpens: str | None = None
    depends: tuple[str, ...] = ()
    presupposes: frozenset[str] = frozenset()
    true_mutants: Mapping[str, str] = field(default_factory=dict)
    names: Lexicon = NAMELESS
    reading: str = ""
    file: Path | None = None

    kind = "claim"

    @cached_property
    def fingerprint(self) -> str:
        """12 hexadecimal digits of the sha256 of what is stated, domain included, as the machine reads it.

        It changes exactly when the statement or its domain does; not with labels, status or comments.
        """
        text = "\n".join(
            [
                self.domain.describe(),
                repr(sorted(self.domain.all_ranges().items())),
                "; ".join(h.canonical() for h in self.hypotheses),
                "; ".join(c.canonical() for c in self.conclusions),
            ]
        )
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @property
    def inputs(self) -> list[str]:
        """The spaces of the inputs in LaTeX, inputs of one space together."""
        return self.domain.shown({name: self.names.letter(name) for name in self.domain.spaces})

    @property
    def canonical(self) -> list[str]:
        """The relations as the machine reads them, without names."""
        given = [f"given {link.canonical()}" for link in self.hypotheses]
        return given + [f"then {link.canonical()}" for link in self.conclusions]

    @property
    def definitions(self) -> list[Definition]:
        """What the named terms of the statement are, each once. ValueError where one has two meanings."""
        return definitions((*self.hypotheses, *self.conclusions), self.names, self.letters)

    @property
    def letters(self) -> list[str]:
        """What the inputs are called in print."""
        return [self.names.letter(name) for name in self.domain.spaces]

    @property
    def slug(self) -> str:
        """The id as a file name."""
        return slug(self.id)

    def __repr__(self) -> str:
        """The statement, as a terminal shows it."""
        return shown.text(self)

    def markdown(self) -> str:
        """The statement in LaTeX, for a notebook."""
        return shown.markdown(self)

    _repr_markdown_ = markdown

    def __call__(self, *arrays: Any, **named: Any) -> Any:
        """Which relations hold at these inputs, certified, with margins: `perturb.relations(claim, ...)`."""
        return answered("relations")(self, *arrays, **named)


Body = Callable[..., Generator[Given | Then, None, None]]


def claim(
    paper: Paper,
    label: str,
    *,
    domain: Domain | Mapping[str, Any],
    id: str | None = None,
    status: str | Status | None = None,
    equality: Sequence[Any] = (),
    covers: Sequence[str] = (),
    printed: str | Sequence[str] = "",
    corrects: str | None = None,
    sharpens: str | None = None,
    depends: Sequence[str] = (),
    presupposes: Sequence[str] = (),
    true_mutants: Mapping[str, str] | None = None,
    letters: Mapping[str, str] | None = None,
    reading: str = "",
) -> Callable[[Body], Claim]:
    """Declare a statement. The body yields `given(...)` for hypotheses, then `then(...)` for conclusions.

    `printed` is the formula of the source, in LaTeX, a line each, or the items that print it, where it is not
    that of the claim's own item (`paper(printed=...)`).

    `id` is the part after the paper's key (default: the function's name). `equality` lists inputs as dicts of
    nested lists (or one nested list when there is a single input). `depends` lists the printed items that the
    source's own argument uses for this one. `presupposes` names the theorems whose use would be circular
    ("weyl"): kernels that trust them are not used. `true_mutants` maps the name of a mutant that is true to
    its one-line proof. `letters` maps inputs to what the paper calls them, in LaTeX, and `reading` says in a
    sentence why what is examined is what is printed, or more. Raises TypeError or ValueError for a body that
    is not a statement, and for names that are not clear.
    """
    space = domain if isinstance(domain, Domain) else together(**domain)

    def declare(body: Body) -> Claim:
        bound = space.named(list(inspect.signature(body).parameters))
        with noting() as notes:
            hypotheses, conclusions = _trace(body, bound)
        indices = frozenset(name for link in (*hypotheses, *conclusions) for name in link.free)
        made = Claim(
            id=f"{paper.key}/{id or body.__name__}",
            paper=paper,
            label=label,
            domain=bound,
            hypotheses=hypotheses,
            conclusions=conclusions,
            doc=inspect.getdoc(body) or "",
            status=Status(status) if status is not None else None,
            equality=tuple(_case(bound, values) for values in equality),
            covers=tuple(paper.full(c) for c in covers),
            printed=paper.says(printed),
            corrects=None if corrects is None else paper.full(corrects),
            sharpens=None if sharpens is None else paper.full(sharpens),
            depends=tuple(paper.full(d).partition("~")[0] for d in depends),
            presupposes=_known(presupposes),
            true_mutants=dict(true_mutants or {}),
            names=names_of(body.__name__, bound, {**bound.letters, **(letters or {})}, notes, indices),
            reading=" ".join((reading or bound.reading).split()),
            file=Path(inspect.getfile(body)),
        )
        return _clear(body.__name__, made)

    return declare


def _clear(body: str, made: Claim) -> Claim:
    """A claim in which each symbol means one thing."""
    try:
        assert clear_at_a_glance(made.names, made.letters) or made.definitions is not None
    except ValueError as error:
        raise ValueError(f"{body}: {error}") from None
    return made


SPECTRAL = ("weyl", "ostrowski", "sylvester", "operator-monotone-sqrt", "gershgorin", "rouche")
TRUSTS = (*SPECTRAL, "relu-lipschitz")


def _known(presupposes: Sequence[str]) -> frozenset[str]:
    unknown = sorted(set(presupposes) - set(TRUSTS))
    if unknown:
        raise ValueError(
            f"presupposes = {unknown[0]!r} is not a theorem that a kernel trusts: {', '.join(TRUSTS)}"
        )
    return frozenset(presupposes)


def _case(domain: Domain, values: Any) -> Point:
    if not isinstance(values, Mapping):
        values = {next(iter(domain.spaces)): values}
    point = domain.point({name: meant_within(value) for name, value in values.items()})
    if not domain.contains(point):
        raise ValueError(f"equality case {values!r} is not in the domain {domain.describe()}")
    return point


def _trace(body: Body, domain: Domain) -> tuple[tuple[Link, ...], tuple[Link, ...]]:
    """Run the body once on symbols; what it yields is the statement."""
    if not inspect.isgeneratorfunction(body):
        raise TypeError(f"{body.__name__}: the body of a claim must yield given(...) and then(...)")
    hypotheses: list[Link] = []
    conclusions: list[Link] = []
    for part in body(*[variable(name, kind) for name, kind in domain.kinds.items()]):
        if isinstance(part, Then):
            conclusions.extend(part.links)
        elif isinstance(part, Given) and not conclusions:
            hypotheses.extend(part.links)
        elif isinstance(part, Given):
            raise TypeError(f"{body.__name__}: hypotheses come first, a given(...) follows a then(...)")
        else:
            raise TypeError(f"{body.__name__}: yields {part!r}, not given(...) or then(...)")
    taken = {name for link in (*hypotheses, *conclusions) for name in link.free} & set(domain.spaces)
    if taken:
        raise TypeError(f"{body.__name__}: {', '.join(sorted(taken))} is both an input and an index")
    shared = {n for link in hypotheses for n in link.free} & {n for link in conclusions for n in link.free}
    if shared:
        name = min(shared)
        raise TypeError(
            f"{body.__name__}: each relation has its own 'for all {name}'; rename it in given or then"
        )
    if not conclusions:
        raise TypeError(f"{body.__name__}: no conclusion; yield then(...)")
    return tuple(hypotheses), tuple(conclusions)
