"""The noun Claim, and `claim`, which makes one from a body.

Beside them the letters of a claim (what its inputs, sizes and indices are called in print, each for one
thing), and a claim as people read it, in Unicode for a terminal, in LaTeX for a notebook.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from perturb.domains.domain import Domain, together
from perturb.domains.pairs import separated
from perturb.domains.space import Point, sides_of
from perturb.numbers.numerals import meant_within
from perturb.process.output import slug
from perturb.statements.paper import Paper, Status
from perturb.statements.problem import Posed
from perturb.vocab.complexes.values import Complex
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, variable
from perturb.vocab.printing.readable import readable
from perturb.vocab.printing.symbols import symbol
from perturb.vocab.printing.terms import (
    NAMELESS,
    Definition,
    Lexicon,
    Naming,
    Notion,
    clear_at_a_glance,
    definitions,
    noting,
)
from perturb.vocab.relations.free import Free
from perturb.vocab.relations.order import Given, Link, Then
from perturb.vocab.relations.quantifier import relation


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
    lemma: int = 0
    problem: Posed | None = None
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

    @cached_property
    def free(self) -> dict[str, Free]:
        """The constants that it leaves free, by name: with any it is a question, and no statement."""
        found = asked_in(side for link in self.conclusions for side in link.parts)
        words = {name: nodes[0].word for name, nodes in found.items()}
        return {name: word for name, word in words.items() if isinstance(word, Free)}

    @property
    def inputs(self) -> list[str]:
        """The spaces of the inputs in LaTeX, inputs of one space together."""
        return self.domain.shown({name: self.names.letter(name) for name in self.domain.heads})

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
        return text(self)

    def markdown(self) -> str:
        """The statement in LaTeX, for a notebook."""
        return markdown(self)

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
    lemma: int = 0,
    problem: Posed | None = None,
) -> Callable[[Body], Claim]:
    """Declare a statement. The body yields `given(...)` for hypotheses, then `then(...)` for conclusions.

    `printed` is the formula of the source, in LaTeX, a line each, or the items that print it, where it is not
    that of the claim's own item (`paper(printed=...)`).

    `id` is the part after the paper's key (default: the function's name). `equality` lists inputs as dicts of
    nested lists (or one nested list when there is a single input). `depends` lists the printed items that the
    source's own argument uses for this one. `presupposes` names the theorems whose use would be circular
    ("weyl"): kernels that trust them are not used. `true_mutants` maps the name of a mutant that is true to
    its one-line proof. `letters` maps inputs to what the paper calls them, in LaTeX, and `reading` says in a
    sentence why what is examined is what is printed, or more. `lemma`: the rank of a theorem that derivations
    may cite (one is derived from lemmas of lower rank only); 0, the default, is no lemma. `problem` is what
    the literature knows of an open or lately settled statement; its state is then the status. Raises
    TypeError or ValueError for a body that is not a statement, and for names that are not clear.
    """
    space = domain if isinstance(domain, Domain) else together(**domain)
    if problem is not None:
        status = problem.state.status if status is None else status

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
            lemma=lemma,
            problem=problem,
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
        values = {next(iter(domain.heads)): values}
    parts = separated(values, domain.heads)
    point = domain.point({name: meant_within(value) for name, value in parts.items()})
    if not domain.contains(point):
        raise ValueError(f"equality case {values!r} is not in the domain {domain.describe()}")
    return point


def _trace(body: Body, domain: Domain) -> tuple[tuple[Link, ...], tuple[Link, ...]]:
    """Run the body once on symbols; what it yields is the statement."""
    if not inspect.isgeneratorfunction(body):
        raise TypeError(f"{body.__name__}: the body of a claim must yield given(...) and then(...)")
    hypotheses: list[Link] = []
    conclusions: list[Link] = []
    for part in body(*domain.arguments):
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
    _free_well(body.__name__, hypotheses, conclusions, domain)
    return tuple(hypotheses), tuple(conclusions)


def asked_in(exprs: Iterable[Expr]) -> dict[str, list[Expr]]:
    """The free constants of some trees by their names, each with all nodes that are called so."""
    found: dict[str, list[Expr]] = {}
    for expr in exprs:
        for node in expr.walk():
            if isinstance(node.word, Free) and node not in found.get(node.word.asked, []):
                found.setdefault(node.word.asked, []).append(node)
    return found


def _free_well(body: str, hypotheses: Sequence[Link], conclusions: Sequence[Link], domain: Domain) -> None:
    """TypeError for a free constant in a hypothesis, with two intervals, or called as something else is."""
    if outside := asked_in(side for link in hypotheses for side in link.parts):
        raise TypeError(f"{body}: free({min(outside)!r}) stands in a given(...); it belongs into a then(...)")
    others = {*domain.spaces, *domain.ranges, *[name for link in conclusions for name in link.free]}
    for name, nodes in asked_in(side for link in conclusions for side in link.parts).items():
        if name in others:
            raise TypeError(f"{body}: free({name!r}) is called as an input, a size or an index is; rename it")
        if len(nodes) > 1:
            raise TypeError(f"{body}: free({name!r}) has two intervals; a constant has one")


def names_of(
    body: str, domain: Domain, letters: Mapping[str, str], notes: Naming, indices: frozenset[str]
) -> Lexicon:
    """The names of a claim. ValueError for a letter of no input, and for one that stands for two things."""
    whole = domain.heads
    for name in letters:
        if name not in whole:
            raise ValueError(f"{body}: letters[{name!r}] is for no input of {', '.join(whole)}")
    letters = {**letters, **parts_called(whole, domain.kinds, letters, notes)}
    plain = Lexicon(dict(letters))
    called = {name: plain.letter(name) for name in domain.spaces}
    known: dict[str, str] = {}
    for what, letter in _letters(domain, called, indices):
        if letter in known:
            both = "two inputs are" if what == known[letter] else f"{known[letter]} and {what} are both"
            raise ValueError(f"{body}: {both} called {letter}; give one of them another name")
        known[letter] = what
    spaces = {**{head: domain.spaces[own[0]] for head, own in whole.items()}, **domain.spaces}
    return Lexicon(dict(letters), notes.notions, sides_of(spaces, domain.ranges, called), indices)


def parts_called(
    heads: Mapping[str, Sequence[str]], kinds: Mapping[str, Kind], letters: Mapping[str, str], notes: Naming
) -> dict[str, str]:
    """What the parts of complex inputs are called; the matrix X + iY of both is called as the input is."""
    found: dict[str, str] = {}
    pairs = {head: parts for head, parts in heads.items() if len(parts) == 2}
    for head, parts in pairs.items():
        letter = letters.get(head) or symbol(head)
        for part, name in zip(parts, ("Re", "Im"), strict=True):
            found[part] = rf"(\mathrm{{{name}}}\,{letter})"
        X, Y = (variable(part, kinds[part]) for part in parts)
        if X.kind is not Kind.SCALAR:
            notes.add(Notion(letter, Complex.of(X, Y).double, standard=True))
    return found


def _letters(domain: Domain, called: Mapping[str, str], indices: frozenset[str]) -> Iterator[tuple[str, str]]:
    """What has which letter in print."""
    yield from (("an input", letter) for letter in called.values())
    yield from (("a size", name) for name in domain.ranges)
    yield from (("an index", symbol(name)) for name in sorted(indices))


def answered(name: str) -> Any:
    """A public function of perturb, by its name: the lazy names of `perturb` find its home."""
    return getattr(import_module("perturb"), name)


def text(claim: Claim) -> str:
    """Its name, what is quantified over, hypotheses, conclusions and terms, a line each."""
    status = f" ({claim.status.value})" if claim.status else ""
    return "\n".join([f"{claim.id}{status}: {claim.label}", *statement(claim)])


def statement(claim: Claim) -> list[str]:
    """What is quantified over, hypotheses, conclusions and terms, a line each."""
    told = (f"{title:6}   {readable(formula)}" for title, formula in relations(claim))
    sizes = [f"sizes    {said}"] if (said := claim.domain.sizes_said) else []
    return [f"for all  {readable(', '.join(claim.inputs))}", *sizes, *told]


def markdown(claim: Claim) -> str:
    """The same as formulas that a notebook sets."""
    inputs = [rf"$$\text{{for all }}\; {', '.join(claim.inputs)}$$"]
    inputs += [f"sizes: {sizes}"] if (sizes := claim.domain.sizes_said) else []
    return "\n\n".join([*inputs, *(rf"$$\text{{{title}}}\quad {f}$$" for title, f in relations(claim))])


def relations(claim: Claim) -> list[tuple[str, str]]:
    """given, then, where: each relation with the ranges of its indices, each definition, in LaTeX."""
    links = [("given", link) for link in claim.hypotheses] + [("then", link) for link in claim.conclusions]
    lines = [(title, relation(link, claim.names)) for title, link in links]
    return lines + [("where", one.latex) for one in claim.definitions]
