"""The real claims of the catalogue read over the complex numbers, each tried at certified points.

`python tools/over_complex.py SECONDS POINTS` tries every reading for so many seconds of the processor, or
until so many points hold; a later run goes on with the next points. Its page: `tools/over_complex_page.py`.

A statement is a tree of words over its inputs. A reading puts complex inputs into the same tree. As the field
reads it, a transpose is the adjoint, symmetric is Hermitian, orthogonal unitary, squares those of moduli.
By the letter a transpose stays one, and so do symmetric matrices and squares of numbers.
"""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from inspect import Parameter, Signature
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from perturb import claim, given, then  # noqa: E402
from perturb.certify.point import certify, certify_links  # noqa: E402
from perturb.domains import complexes  # noqa: E402
from perturb.domains.domain import Domain  # noqa: E402
from perturb.domains.draws import draw  # noqa: E402
from perturb.domains.pairs import ENDS, called  # noqa: E402
from perturb.domains.space import Space, written_values  # noqa: E402
from perturb.enclosure import Verdict  # noqa: E402
from perturb.process.output import write_whole  # noqa: E402
from perturb.results.claims import attack  # noqa: E402
from perturb.search.method import PROFILES, claim_stream  # noqa: E402
from perturb.statements.catalogue import catalogue  # noqa: E402
from perturb.statements.claim import Claim  # noqa: E402
from perturb.statements.paper import Paper, paper  # noqa: E402
from perturb.vocab.complexes.meanings import applied  # noqa: E402
from perturb.vocab.complexes.values import Complex, is_complex  # noqa: E402
from perturb.vocab.grammar.kinds import Kind  # noqa: E402
from perturb.vocab.grammar.tree import INDEX, LEAVES, WORDS, Expr, variable  # noqa: E402
from perturb.vocab.printing.symbols import latex  # noqa: E402
from perturb.vocab.relations.order import MAJORIZED, PRECEQ, Link  # noqa: E402
from tools.unseen import statements  # noqa: E402

RECORD = ROOT / "reports" / "benchmarks" / "over-complex.ndjson"
BATCH, PROBES, LARGEST, TRIES = 50, 12, 3, 100
HALVES = ("first", "second", "third", "fourth", "fifth")
MAKERS: dict[str, Callable[..., Domain]] = {
    "general": complexes.rectangular,
    "vector": complexes.vector,
    "symmetric": lambda n, _: complexes.hermitian(n),
    "psd": lambda n, _: complexes.psd(n),
    "pd": lambda n, _: complexes.positive_definite(n),
    "orthogonal": complexes.unitary,
    "contraction": lambda n, _: complexes.contraction(n),
    "projection": lambda n, _: complexes.projection(n),
}
PAPERS: dict[str, Paper] = {
    "adjoint": paper("over-c", "Real theorems over the complex numbers"),
    "letter": paper("over-c-letter", "Real theorems over the complex numbers, letter by letter"),
}


UNORDERED = "ordered eigenvalues of matrices that are not Hermitian"
PLURAL = {Kind.SCALAR: "numbers", Kind.VECTOR: "vectors", Kind.MATRIX: "matrices"}


WEAK = {sign: name for name, (_, sign, whole) in MAJORIZED.items() if whole is None}
NULL = [["0"] * 2] * 2
TURN = {"A_re": [["0"] * 3] * 3, "A_im": [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]]}
PAULI = {"A_re": [["0", "1"], ["1", "0"]], "A_im": NULL, "B_re": NULL, "B_im": [["0", "-1"], ["1", "0"]]}
HANDS = {  # points by hand, where few that are drawn meet the hypotheses
    "unseen-true/skew-odd": TURN,
    "unseen-true/toeplitz-persymmetric": TURN,
    "unseen-true/ddvv": {**PAULI, "C_re": [["1", "0"], ["0", "-1"]], "C_im": NULL},
    "unseen-true/cube-root-determinant": {"A_re": [["-1/2"]], "A_im": [["sqrt(3)/2"]]},
}


class WithoutMeaning(TypeError):
    """A statement with a word that has no meaning over the complex numbers."""


@dataclass
class OverComplex:
    """One claim over complex inputs; of the sides in `cut` an order compares the real parts alone."""

    source: Claim
    way: str = "adjoint"
    known: dict[Expr, Any] = field(default_factory=dict)
    cut: set[Expr] = field(default_factory=set)

    @cached_property
    def domain(self) -> Domain:
        """The complex inputs that belong to the real ones. WithoutMeaning where there are none."""
        own = self.source.domain
        made = {name: self._space(space) for name, space in own.spaces.items()}
        if all(len(one.spaces) == 1 for one in made.values()):
            raise WithoutMeaning("no input is read as a complex one")
        spaces = {full: s for name, one in made.items() for full, s in called(one.spaces, [name]).items()}
        return Domain(spaces, own.ranges)

    def _space(self, space: Space) -> Domain:
        kind, *more = space.form or ("",)
        if kind == "diagonal" or (kind == "symmetric" and self.way == "letter"):
            text = (space.shown or space.text).replace("mathbb{R}", "mathbb{C}")
            pair = tuple(replace(space, part=end[1:], shown=text, form=()) for end in ENDS)
            return complexes.domain_of_pairs(pair, 1, {})  # type: ignore[arg-type]
        if kind == "orthogonal" and self.way == "letter":
            raise WithoutMeaning("complex orthogonal matrices are not drawn")
        sides = [int(one) if one.isdecimal() else one for one in more]
        return MAKERS[kind](*sides) if kind in MAKERS else Domain({"_0": space}, {})

    @cached_property
    def claim(self) -> Claim:
        """The reading as a claim of its own. WithoutMeaning where a word has no meaning."""
        if any(name.startswith("complex_") for name in self.words):
            raise WithoutMeaning("a matrix A + iB of real A and B")

        def body(*values: Any) -> Generator[Any, None, None]:
            kinds = self.source.domain.kinds
            inputs = [variable(name, kinds[name]) for name in self.domain.heads]
            self.known = dict(zip(inputs, values, strict=True))
            for link in self.source.hypotheses:
                yield given(*self._chain(link))
            for link in self.source.conclusions:
                yield then(*self._chain(link))

        names = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in self.domain.heads]
        body.__signature__ = Signature(names)  # type: ignore[attr-defined]
        body.__doc__ = self.source.doc
        name = self.source.id.replace("/", ".")
        made = claim(PAPERS[self.way], self.source.label, domain=self.domain, id=name)(body)
        for point in self._probes:
            try:
                certify(made, point)
            except ValueError:
                raise WithoutMeaning(UNORDERED) from None
        return made

    @cached_property
    def words(self) -> set[str]:
        links = (*self.source.hypotheses, *self.source.conclusions)
        return {node.word.name for link in links for part in link.parts for node in part.walk()}

    @property
    def differs(self) -> bool:
        """Does it say something else than what the field reads? A transpose, a square, a symmetric matrix."""
        symmetric = any(space.form[:1] == ("symmetric",) for space in self.source.domain.spaces.values())
        if not symmetric and not self.words & {"T", "sym", "sq"}:
            return False
        try:
            return self.claim.fingerprint != OverComplex(self.source).claim.fingerprint
        except WithoutMeaning:
            return True

    def _chain(self, link: Link) -> tuple[Any, str, Any]:
        sides = link.shown or link.parts
        lhs, rhs = map(self.read, sides)
        if link.sign == PRECEQ:
            return lhs, "loewner", rhs
        op = WEAK.get(link.sign, link.op)
        if op in ("==", "!="):
            return lhs, op, rhs
        return self._ordered(sides[0], lhs), op, self._ordered(sides[1], rhs)

    def _ordered(self, tree: Expr, side: Any) -> Any:
        """A side of an order: a number by its real part, a vector only where it is real."""
        if not isinstance(side, Complex):
            return side
        if side.kind is not Kind.SCALAR:
            return self.as_real(side, "an order of components")
        if not self._vanishes(side.im):
            self.cut.add(tree)
        return side.re

    def read(self, tree: Expr) -> Any:
        """The same of complex inputs, each part once."""
        if tree not in self.known:
            self.known[tree] = self._made(tree)
        return self.known[tree]

    def _made(self, tree: Expr) -> Any:
        word, args = tree.word, [self.read(arg) for arg in tree.args]
        if word in LEAVES and not args:
            return tree
        if word is INDEX:
            return Expr(INDEX, tuple(args), tree.payload)
        if not any(map(is_complex, args)):
            return word.node(*args)
        if word.name == "hadamard" and tree.args[0] is tree.args[1]:
            return _modulus_squared(args[0])  # how a statement writes a matrix without negative entries
        if word.name in RULES[self.way]:
            return RULES[self.way][word.name](*args)
        if word.name == "sum" and tree.args[0].word.name == "mul":
            x, y = map(self.read, tree.args[0].args)
            if isinstance(x, Complex) and isinstance(y, Complex):
                return x.H @ y
        try:
            return applied(word, tuple(args))
        except TypeError:
            if tree.expansion is not None:
                return self.read(tree.expansion)
            return word.node(*[self.as_real(arg, word.written) for arg in args])

    def as_real(self, part: Any, word: str) -> Any:
        """The real part of what is real at every point that is tried; WithoutMeaning of other values."""
        if not isinstance(part, Complex):
            return part
        if not self._vanishes(part.im):
            raise WithoutMeaning(f"{word} of complex {PLURAL[part.kind]}")
        return part.re

    def _vanishes(self, part: Expr) -> bool:
        """At every point that is tried."""
        whole = WORDS["entries"].node(part) if part.kind is Kind.MATRIX else part
        zero = then(whole, "==", 0).links
        try:
            return all(certify_links((), zero, p.values).verdict is Verdict.HOLDS for p in self._probes)
        except ValueError:
            raise WithoutMeaning(UNORDERED) from None

    @property
    def formula(self) -> str:
        """What is read, in LaTeX, as the source prints it."""
        relations = [*self.source.hypotheses, *self.source.conclusions]
        sizes = [f"{name} = {low}" for name, (low, high) in self.claim.domain.ranges.items() if low == high]
        return r",\quad ".join([*self.claim.inputs, *sizes, *map(self._printed, relations)])

    def _printed(self, link: Link) -> str:
        found = link.latex(self.source.names)
        for side in link.parts:
            own = latex(side, link.subscript(self.source.names), self.source.names)
            real = rf"\mathrm{{Re}}\left({own}\right)" if {" ", "^"} & set(own) else rf"\mathrm{{Re}}\,{own}"
            found = found.replace(own, real) if side in self.cut else found
        return found.replace("^T", "^*") if self.way == "adjoint" else found

    @cached_property
    def _probes(self) -> list[Any]:
        domain, sizes, found = self.domain, list(self.domain.sizes()), []
        for k in range(PROBES):
            batch = draw(domain, np.random.default_rng(k), 1, sizes[-1 - k % len(sizes)])
            found.append(domain.construct(batch.sizes, batch.params_of(0)))
        return found


def _modulus_squared(z: Any) -> Any:
    if z.kind is Kind.SCALAR and z.modulus is not None:
        return WORDS["sq"].node(z.modulus)
    if z.kind is Kind.MATRIX:
        return WORDS["hadamard"].node(z.re, z.re) + WORDS["hadamard"].node(z.im, z.im)
    return WORDS["sq"].node(z.re) + WORDS["sq"].node(z.im)


BOTH: dict[str, Callable[..., Any]] = {
    "partial_sums": lambda v: Complex.of(*[WORDS["partial_sums"].node(part) for part in v.parts]),
    "eig_im": lambda A: applied(WORDS["eig_re"], (-1j * A,)),
    "sq": _modulus_squared,
}
RULES: dict[str, dict[str, Callable[..., Any]]] = {
    "adjoint": {**BOTH, "T": lambda A: A.H, "sym": lambda A: (A + A.H) / 2},
    "letter": {
        **BOTH,
        "sym": lambda A: (A + A.T) / 2,
        "sq": lambda z: z * z if z.kind is Kind.SCALAR else _modulus_squared(z),
    },
}


def sources(group: str) -> Iterator[Claim]:
    """The real claims that are read: the classical catalogue, or the true ones of the unseen sets."""
    if group == "classical":
        yield from (one for one in catalogue().values() if one.paper.key == "classical")
    else:
        yield from (one for half in HALVES for one in statements(half) if one.paper.key != "unseen-false")


def readings(way: str, group: str) -> Iterator[OverComplex]:
    """All of them; by the letter those alone that say something else then."""
    for source in sources(group):
        one = OverComplex(source, way)
        if way == "adjoint" or one.differs:
            yield one


def main() -> int:
    """Further points for so many seconds, always of the reading that has had the least time."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("seconds", type=float)
    parser.add_argument("points", type=int, help="of one reading, that hold")
    parser.add_argument("--search", nargs="+", default=(), help="ids of readings to search instead")
    parser.add_argument("--way", choices=sorted(RULES), default="adjoint")
    parser.add_argument("--group", choices=("classical", "literature"), default="classical")
    asked = parser.parse_args()
    end = time.process_time() + asked.seconds
    record = {(row["way"], row["id"]): row for row in rows()}
    fresh = {(asked.way, one.source.id): one for one in readings(asked.way, asked.group)}
    for key, one in fresh.items():
        if key not in record:
            record[key] = _first(one, asked.group)
    for name in asked.search:
        effort = replace(PROFILES["quick"], rounds=10**9, related=False, seconds=asked.seconds)
        found = attack(fresh[asked.way, name].claim, effort, 0, progress=lambda _: None).found
        record[asked.way, name]["searched"] = sum(found.verdicts.values())
        if found.violations:
            worst = min((json.dumps(written_values(point.values)) for point, _ in found.violations), key=len)
            record[asked.way, name]["witness"] = json.loads(worst)
    while not asked.search and time.process_time() < end:
        waiting = [record[key] for key in fresh if _waits(record[key], asked.points)]
        if not waiting:
            break
        row = min(waiting, key=lambda row: row["seconds"])
        try:
            _more(fresh[row["way"], row["id"]].claim, row)
        except ValueError:
            row["not read"] = UNORDERED
            del row["points"]
    write_whole(RECORD, "".join(json.dumps(row) + "\n" for _, row in sorted(record.items())))
    own = [record[key] for key in fresh]
    print(dict(sum((Counter(row.get("points", {})) for row in own), Counter())))
    print("violated:", *[row["id"] for row in own if "witness" in row])
    return 0


def rows() -> list[dict[str, Any]]:
    """The record, a row a reading."""
    return [json.loads(line) for line in RECORD.read_text().splitlines()] if RECORD.exists() else []


def _first(reading: OverComplex, group: str) -> dict[str, Any]:
    row: dict[str, Any] = {"way": reading.way, "group": group, "id": reading.source.id}
    try:
        row |= {"reading": reading.claim.fingerprint, "batches": 0, "seconds": 0.0, "points": {}}
    except WithoutMeaning as error:
        row["not read"] = str(error)
    by_hand = {"witness": HANDS.get(reading.source.id)} if reading.way == "adjoint" else {}
    return row | {key: one for key, one in by_hand.items() if one}


def _waits(row: dict[str, Any], many: int) -> bool:
    return "points" in row and "witness" not in row and row["points"].get("holds", 0) < many


def _more(claim: Claim, row: dict[str, Any]) -> None:
    """The next batch, from a stream of its own; what is violated gets its smallest witness."""
    start, counts = time.process_time(), Counter(row["points"])
    every = list(claim.domain.sizes())
    sizes = [one for one in every if max(one.values()) <= LARGEST] or every[:1]
    rng = claim_stream(claim, "over the complex numbers", 0, row["batches"])
    batch = draw(claim.domain, rng, BATCH, sizes[int(rng.integers(len(sizes)))])
    for k in range(batch.count):
        point = claim.domain.construct(batch.sizes, batch.params_of(k))
        counts[found := certify(claim, point).verdict.value] += 1
        if found == "violated":
            row["witness"] = written_values(point.values)
    if row["batches"] == 0 or "witness" in row:
        small = smallest(claim, sizes, TRIES if "witness" in row else TRIES // 4)
        row |= {"witness": small} if small else {}
    row["batches"] += 1
    row["points"] = dict(counts)
    row["seconds"] = round(row["seconds"] + time.process_time() - start, 3)


def smallest(claim: Claim, every: list[dict[str, int]], tries: int) -> dict[str, Any] | None:
    """Of points of small whole parameters one that violates it, of the least size and with the least text."""
    for sizes in every:
        found = []
        for seed in range(tries):
            rng = np.random.default_rng(seed)
            batch = draw(claim.domain, rng, 1, sizes)
            params = claim.domain.params
            plain = {key: _small(rng, params[key].range, one) for key, one in batch.params.items()}
            point = claim.domain.construct(sizes, replace(batch, params=plain).params_of(0))
            if certify(claim, point).verdict is Verdict.VIOLATED:
                parts = written_values(point.values)
                text = json.dumps(parts)
                found.append((len(text), -text.count('"0"'), text.count("-"), seed, parts))
        if found:
            return min(found)[-1]
    return None


def _small(rng: np.random.Generator, kind: str, array: Any) -> Any:
    if kind in ("sign", "bit"):
        return array
    least = 1 if kind == "positive" else -1 if kind in ("real", "signed") else 0
    chance = 1 if kind == "positive" else rng.choice([0.4, 0.8])
    return (rng.integers(least, 2, size=array.shape) * (rng.random(array.shape) < chance)).astype(float)


if __name__ == "__main__":
    np.seterr(all="ignore")
    sys.exit(main())
