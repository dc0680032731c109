"""The nouns of the catalogue: Paper, Status, Claim, Remark; and `claim`, which makes one from a body."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from perturb.domains.base import Domain, Point
from perturb.domains.dense import together
from perturb.files import slug
from perturb.vocab.order import Given, Link, Then
from perturb.vocab.tree import variable


class Status(StrEnum):
    """What people assert. What the engine finds is evidence and stands beside it.

    Beside the usual ones: "gap", true although the printed proof does not prove it; "misprint", false or
    without meaning as printed while the intended statement is clear from the text; "vacuous", hypotheses
    that no point meets.
    """

    PRINTED = "printed"
    PROVED = "proved"
    CORRECTED = "corrected"
    SHARPENED = "sharpened"
    REFUTED = "refuted"
    CONJECTURED = "conjectured"
    GAP = "gap"
    MISPRINT = "misprint"
    VACUOUS = "vacuous"

    @property
    def expects(self) -> str:
        """The outcome of an examination that fits what people assert."""
        if self in (Status.REFUTED, Status.MISPRINT):
            return "refuted"
        return "vacuous" if self is Status.VACUOUS else "survived"


@dataclass(frozen=True)
class Paper:
    """Where statements come from. `items` are the ids of everything it prints, in its order, if listed.

    `sections` has the titles of its sections, each by the id of its first item.
    """

    key: str
    title: str = ""
    authors: str = ""
    reference: str = ""
    items: tuple[str, ...] = ()
    sections: Mapping[str, str] = field(default_factory=dict, compare=False)


def paper(
    key: str,
    title: str = "",
    authors: str = "",
    reference: str = "",
    items: Sequence[str] = (),
    sections: Mapping[str, str] | None = None,
) -> Paper:
    """A source; its key starts the ids of its claims. Raises ValueError for an unusable key."""
    if not key or any(c in key for c in "/*?[] \t"):
        raise ValueError(f"paper: key = {key!r} must be a word without / * ? [ ] or blanks")
    if unknown := sorted(set(sections or {}) - set(items)):
        raise ValueError(f"paper: sections names {unknown[0]!r}, which is no item")
    titles = {f"{key}/{item}": section for item, section in (sections or {}).items()}
    return Paper(key, title, authors, reference, tuple(f"{key}/{item}" for item in items), titles)


@dataclass(frozen=True, eq=False)
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
    corrects: str | None = None
    sharpens: str | None = None
    depends: tuple[str, ...] = ()
    presupposes: frozenset[str] = frozenset()
    true_mutants: Mapping[str, str] = field(default_factory=dict)
    file: Path | None = None

    kind = "claim"

    @property
    def fingerprint(self) -> str:
        """Changes exactly when the statement or its domain does; not with labels, status or comments."""
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
    def slug(self) -> str:
        """The id as a file name."""
        return slug(self.id)


@dataclass(frozen=True)
class Remark:
    """A printed item that no certificate at one point decides, and why; so that nothing is left out silently.

    kind    "definition" (notation, nothing is asserted), "existence" (for all matrices there is an object),
            "asymptotic" (a limit; says nothing at a finite n), "empirical" (seen in simulations),
            "qualitative" (no quantity is named)
    reason  one or two sentences: why it is not a claim, and what stands in for it where something does
    seen_by ids of claims or laws that decide what can be decided of it
    """

    paper: Paper
    items: tuple[str, ...]
    kind: str
    reason: str
    seen_by: tuple[str, ...] = ()
    depends: tuple[str, ...] = ()


KINDS = ("definition", "existence", "asymptotic", "empirical", "qualitative")


def remark(
    paper: Paper,
    *items: str,
    kind: str,
    reason: str,
    seen_by: Sequence[str] = (),
    depends: Sequence[str] = (),
) -> Remark:
    """Record items that are not checkable as printed. ValueError for an unknown kind or no item."""
    if kind not in KINDS:
        raise ValueError(f"remark: kind = {kind!r} is not one of {', '.join(KINDS)}")
    if not items or len(reason) < 20:
        raise ValueError(f"remark: items = {items!r} need at least one id and a reason of a sentence")
    full = [tuple(_full(paper, name) for name in names) for names in (items, seen_by, depends)]
    return Remark(paper, full[0], kind, reason, full[1], full[2])


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
    corrects: str | None = None,
    sharpens: str | None = None,
    depends: Sequence[str] = (),
    presupposes: Sequence[str] = (),
    true_mutants: Mapping[str, str] | None = None,
) -> Callable[[Body], Claim]:
    """Declare a statement. The body yields `given(...)` for hypotheses, then `then(...)` for conclusions.

    `id` is the part after the paper's key (default: the function's name). `equality` lists inputs as dicts
    of nested lists
    (or one nested list when there is a single input). `depends` lists the printed items that the source's own
    argument uses for this one. `presupposes` names the theorems whose use would be
    circular ("weyl"): kernels that trust them are not used. `true_mutants` maps the name of a mutant that is
    true to its one-line proof. Raises TypeError or ValueError for a body that is
    not a statement.
    """
    space = domain if isinstance(domain, Domain) else together(**domain)

    def declare(body: Body) -> Claim:
        bound = space.named(list(inspect.signature(body).parameters))
        hypotheses, conclusions = _trace(body, bound)
        return Claim(
            id=f"{paper.key}/{id or body.__name__}",
            paper=paper,
            label=label,
            domain=bound,
            hypotheses=hypotheses,
            conclusions=conclusions,
            doc=inspect.getdoc(body) or "",
            status=Status(status) if status is not None else None,
            equality=tuple(_case(bound, values) for values in equality),
            covers=tuple(_full(paper, c) for c in covers),
            corrects=_full(paper, corrects),
            sharpens=_full(paper, sharpens),
            depends=tuple(_full(paper, d).partition("~")[0] for d in depends),
            presupposes=_known(presupposes),
            true_mutants=dict(true_mutants or {}),
            file=Path(inspect.getfile(body)),
        )

    return declare


TRUSTS = ("weyl", "ostrowski", "sylvester", "operator-monotone-sqrt", "gershgorin", "rouche")


def _known(presupposes: Sequence[str]) -> frozenset[str]:
    unknown = sorted(set(presupposes) - set(TRUSTS))
    if unknown:
        raise ValueError(
            f"presupposes = {unknown[0]!r} is not a theorem that a kernel trusts: {', '.join(TRUSTS)}"
        )
    return frozenset(presupposes)


def _full(source: Paper, name: Any) -> Any:
    return name if name is None or "/" in name else f"{source.key}/{name}"


def _case(domain: Domain, values: Any) -> Point:
    if not isinstance(values, Mapping):
        values = {next(iter(domain.spaces)): values}
    point = domain.point(values)
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
