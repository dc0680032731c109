"""The page that lists what is proved for every matrix of a small size."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from perturb.pages.markdown import joined, table
from perturb.pages.material import Material
from perturb.pages.places import PROVED, chapter_of, home, key_of
from perturb.pages.report.badge import title
from perturb.process.output import json_text
from perturb.prove.checker.check import Walker
from perturb.prove.checker.leaves import fix, read, take
from perturb.prove.checker.numbers import Poly
from perturb.prove.checker.paths import POS, ZERO, Stop
from perturb.prove.checker.paths import RELATIONS as SIGNS
from perturb.prove.checker.statements import Statement
from perturb.prove.proved import Proof, phrase
from perturb.prove.store import KeptProof
from perturb.results.for_all import EVERY_SIZE, RUNG
from perturb.statements.claim import Claim

LEAVES, TERMS, LONGEST = 6, 7, 2500
RELATIONS = {"<=": r"\le", ">=": r"\ge"}
Letter = Callable[[str], str]
Leaf = tuple[Walker, Any, Any]
HEAD = r"""The proof: were the statement false, then in each case a sum of terms that are $\ge 0$, one of them
positive, would be $0$."""
PLANE = r"""Coordinates: $\begin{pmatrix} u_1 + v_1 & v_2 - u_2 \\ v_2 + u_2 & u_1 - v_1 \end{pmatrix}$ is
$z \mapsto u z + v \bar z$ on the plane, with $s_1 = |u| + |v|$ and $s_2 = ||u| - |v||$."""
TURNED = "Orthogonal matrices change no relation: {} may be diagonal, in descending order."
INTRODUCTION = """\
Each of these statements holds for **every** input of its domain at the named size: not for sampled
points. A proof is a line of choices and multipliers, found by linear and semidefinite programs; a
checker that shares no code with the finder evaluates the statement again along each case, by formulas
of its own, and accepts when the cases cover everything and each leaf is an identity with rational
coefficients. `perturb prove --check` does so for all of them. Size n means that the largest side of a
matrix or vector is n. "Leaves" are the ends of the case trees, "splits" further cases inside them,
"factors" the most factors in a product of an identity. Where a statement has parts without a value at
some points, such as `kappa(0)`, it is proved where it has one."""


def proved(of: Material) -> str:
    """Markdown; a table a paper."""
    papers = dict.fromkeys(key_of(identifier) for identifier in of.proofs)
    return joined(
        "# Proved for every matrix of size 1, 2 or 3",
        home(PROVED),
        INTRODUCTION,
        _counts(of),
        *[_paper(key, of) for key in papers],
    )


def link(of: Material) -> str:
    """The section of the index that names the page; empty without proofs."""
    if not of.proofs:
        return ""
    many = f"{len(of.proofs)} statements hold for every matrix of size 1, 2 or 3"
    line = f"[{many}]({PROVED}), by checked certificates."
    return joined("## Proved", line)


def claim_line(claim: Claim, of: Material) -> str:
    """What is proved of one claim, and where its proofs are."""
    found = of.proofs.get(claim.id, [])
    each = "; ".join(f"`{_place(proof.kept)}`, {_cost(proof)}" for proof in found)
    again = f"{phrase(found).capitalize()}, for every input: {each}. Again: `perturb prove {claim.id}`."
    own = [derived_line(claim, of), again if found else "", cited_line(claim, of)]
    return " ".join(filter(None, own))


def derived_line(claim: Claim, of: Material) -> str:
    """That it is derived for every size, from which lemmas, and where that is kept."""
    found = of.derived.get(claim.id)
    if found is None:
        return ""
    cited = ", ".join(of.places.link(name, chapter_of(claim)) for name in found.lemmas)
    return f"D{EVERY_SIZE[1:]} ({RUNG}: {cited or 'no lemma, by calculation alone'}): `{_place(found.kept)}`."


def cited_line(claim: Claim, of: Material) -> str:
    """The derivations that rest on a lemma."""
    citing = ", ".join(of.places.link(name, chapter_of(claim)) for name in of.citing.get(claim.id, ()))
    return f"A lemma on which derivations for every size rest: {citing}." if citing else ""


def shown_proof(claim: Claim, of: Material) -> str:
    """The proof at n = 2, where it is short."""
    found = [proof for proof in of.proofs.get(claim.id, []) if proof.n == 2]
    return short_proof(found[0].kept, claim.names.letter) if found else ""


def _place(kept: KeptProof) -> str:
    """As `perturb replay` takes it, in the folder where the reports are."""
    return f"{'/'.join(kept.file.parts[-3:])}#{kept.id}"


def _cost(proof: Proof) -> str:
    count = f"{proof.leaves} case" + ("s" if proof.leaves != 1 else "")
    return count if proof.defined else f"{count}, where it has a value"


def _counts(of: Material) -> str:
    sizes = sorted({proof.n for found in of.proofs.values() for proof in found})
    rows = []
    for key in dict.fromkeys(key_of(c.id) for c in of.claims):
        own = [proof.n for name, found in of.proofs.items() if key_of(name) == key for proof in found]
        rows += [[key, *[str(own.count(n)) for n in sizes]]] if own else []
    return table(["", *[f"n = {n}" for n in sizes]], rows, "l" + "r" * len(sizes)) if rows else ""


def _paper(key: str, of: Material) -> str:
    rows = []
    for claim in of.claims:
        for proof in of.proofs.get(claim.id, []) if key_of(claim.id) == key else []:
            where = of.places.link(claim.id, PROVED, title(claim))
            known = "everywhere" if proof.defined else "where it has a value"
            counts = [str(x) for x in (proof.n, proof.leaves, proof.splits, proof.degree)]
            rows.append([where, *counts, known, f"{proof.seconds:.1f}"])
    head = ["statement", "n", "leaves", "splits", "factors", "holds", "seconds"]
    return joined(f"## {key}", table(head, rows, "lrrrrlr"))


def short_proof(kept: KeptProof, letter: Letter) -> str:
    """Markdown; empty where the proof is not short."""
    data = json.loads(kept.raw)
    if len(data["proofs"]) != 1 or not _short(data["proofs"][0]["goals"]):
        return ""
    text = "\n".join(
        line for path, leaf, gauge in _leaves(data) for line in _lines(path, leaf, gauge, letter)
    )
    if not text or len(text) > LONGEST:
        return ""
    goals = data["proofs"][0]["goals"]
    names = sorted({name for goal in goals for name in goal.get("diagonal", [])})
    turned = [TURNED.format(", ".join(f"${letter(name)}$" for name in names))] if names else []
    return "\n\n".join([HEAD, *turned, *([PLANE] if "u_{" in text else []), text])


def _short(goals: list[Any]) -> bool:
    """Few leaves, each an identity of few terms."""
    text = json_text(goals)
    ends = [end for goal in goals for end in _closes(goal["tree"])]
    few = all(len(end["identity"]["sum"]) <= TERMS for end in ends)
    return 0 < len(ends) <= LEAVES and few and not re.search('"(variant|undefined|let|lemmas)"', text)


def _closes(tree: Any) -> Iterator[Any]:
    """The identities under a tree or a close, each as what holds it."""
    if "close" in tree:
        yield from _closes(tree["close"])
    if "identity" in tree:
        yield tree
    for part in (*tree.get("ask", {}).values(), *tree.get("cases", {}).values()):
        yield from _closes(part)


def _leaves(data: Any) -> Iterator[Leaf]:
    """The path to each closed leaf, what closes it, its gauge."""
    (entry,) = data["proofs"]
    statement = Statement(data, entry["sizes"])
    goals = [step for steps in statement.then for step in steps]
    for step, goal in zip(goals, entry["goals"], strict=True):
        given = [s for k in goal["use"] for s in statement.given[k]]
        waiting = [(Walker(statement, given, step, goal), goal["tree"])]
        while waiting:
            path, tree = waiting.pop()
            try:
                path.run()
            except Stop as stop:
                kind, *what = stop.args
                if kind == "ask" and "close" not in tree:
                    waiting += path.cases(what[0], tree.get("ask", {}), path.signs(what[0]))
            if "close" in tree:
                leaf = tree["close"]
                yield path, leaf, goal["gauges"][leaf["gauge"]] if "gauge" in leaf else []


def _lines(path: Walker, leaf: Any, gauge: Any, letter: Letter, indent: str = "") -> Iterator[str]:
    """One leaf as a list: the cases of a split below it, what is known, and the identity."""
    fix(path, gauge)
    for step in leaf.get("steps", []):
        take(path, step)
    show = Writer(path, letter)
    if gauge:
        turned = ", ".join(f"${show.second(one['fix'])} = 0$" for one in gauge)
        yield f"{indent}- After a rotation {turned}:"
        indent += "  "
    if "identity" in leaf:
        used = sorted({k for _, _, numbers in leaf["identity"]["sum"] for k in numbers})
        if used and all(show.shown(k)[0].is_constant() for k in used):
            yield f"{indent}- Impossible at once: {', '.join(f'${show.constraint(k)}$' for k in used)}."
            return
        yield f"{indent}- {show.known(leaf['identity'])}${show.identity(leaf['identity'])} = 0$."
        return
    p = read(path, leaf["split"])
    for relation, inner in leaf["cases"].items():
        yield f"{indent}- Where ${show.poly(p)} {RELATIONS.get(relation, relation)} 0$:"
        twin = path.copy()
        twin.put(p, SIGNS[relation])
        yield from _lines(twin, inner, [], letter, indent + "  ")


class Writer:
    """Polynomials of a path in letters."""

    def __init__(self, path: Walker, letter: Letter) -> None:
        self.path, self.letter = path, letter
        self.names = {place: name for name, place in path.names.items()}
        owners = {name.partition(".")[0] for name in self.names.values() if "." in name}
        self.alone = len(owners) < 2

    def variable(self, place: int) -> str:
        """r_{1}, u_{1}, or u_{A,1} where there are several matrices."""
        owner, _, part = self.names[place].partition(".")
        if not part:
            root = re.fullmatch(r"r(\d+)", owner)
            return f"r_{{{root.group(1)}}}" if root else f"{{{self.letter(owner)}}}"
        head, digits = (
            (part[0], part[1:]) if part[0].isalpha() else (f"{{{self.letter(owner).lower()}}}", part)
        )
        return f"{head}_{{{digits}}}" if self.alone else f"{head}_{{{self.letter(owner)},{digits}}}"

    def second(self, z: str) -> str:
        """The second coordinate of a complex variable."""
        return self.variable(self.path.names[f"{z}2"])

    def poly(self, p: Poly) -> str:
        terms = [self._term(m, Fraction(int(c.p), int(c.q))) for m, c in sorted(p.terms(), key=_last_first)]
        return re.sub(r"^\+ ", "", " ".join(terms)) or "0"

    def _term(self, monomial: tuple[int, ...], c: Fraction) -> str:
        powers = [(place, int(e)) for place, e in enumerate(monomial) if e]
        text = " ".join(self.variable(place) + (f"^{e}" if e > 1 else "") for place, e in powers)
        return f"{'-' if c < 0 else '+'} {_number(abs(c), bool(text))}{text}"

    def shown(self, k: int) -> tuple[Poly, int]:
        """A constraint and its kind, after the steps."""
        p, kind = self.path.list[k]
        return self.path.reduce(p), kind

    def constraint(self, k: int) -> str:
        p, kind = self.shown(k)
        return f"{self.poly(p)} {'=' if kind == ZERO else '>' if kind == POS else chr(92) + 'ge'} 0"

    def known(self, identity: Any) -> str:
        """What the identity rests on."""
        rules = [(place, self.path.reduce(rule.q)) for place, rule in self.path.rules.items() if rule.k == 2]
        roots = [f"{self.variable(place)}^2 = {self.poly(q)}" for place, q in rules]
        numbers = {k for _, _, used in identity["sum"] for k in used} | {k for k, _ in identity["equations"]}
        facts = [*roots, *[self.constraint(k) for k in sorted(numbers)]]
        text = ", ".join(f"${fact}$" for fact in dict.fromkeys(facts))
        return f"With {text}: " if text else ""

    def factor(self, p: Poly) -> str:
        text = self.poly(p)
        return f"({text})" if len(p) > 1 or text.startswith("-") else text

    def identity(self, data: Any) -> str:
        """sum c s^2 g g + sum p e"""
        terms = []
        for c, square, numbers in data["sum"]:
            s = read(self.path, square)
            powers = {k: numbers.count(k) for k in numbers}
            parts = [self.factor(s) + "^2"] if s != 1 else []
            parts += [self.factor(self.shown(k)[0]) + (f"^{e}" if e > 1 else "") for k, e in powers.items()]
            terms.append(_number(Fraction(c), bool(parts)) + r" \cdot ".join(parts))
        for k, p in data["equations"]:
            q = read(self.path, p)
            terms.append(rf"{self.factor(q)} \cdot {self.factor(self.shown(k)[0])}")
        return " + ".join(terms)


def _last_first(term: tuple[tuple[int, ...], Any]) -> list[int]:
    """The latest variables first, the highest powers of them."""
    return [-int(e) for e in reversed(term[0])]


def _number(c: Fraction, before: bool) -> str:
    """A coefficient; 1 is left out before something."""
    if c == 1 and before:
        return ""
    return str(c) if c.denominator == 1 else rf"\tfrac{{{c.numerator}}}{{{c.denominator}}} "
