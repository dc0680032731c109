"""A derivation as a person reads it: each theorem with its instance, the hypotheses, then how they combine.

Sentences have their formulas between dollar signs, so that one text serves the console and LaTeX.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from perturb.derive.checker.facts import COMPONENT
from perturb.derive.checker.kernel import RULES, Kernel
from perturb.derive.checker.member import Relation, statement
from perturb.derive.checker.polynomials import ONE, ZERO, Poly, rational
from perturb.derive.formulas import Notation
from perturb.derive.known import Citable
from perturb.statements.claim import Claim
from perturb.vocab.printing.readable import readable
from perturb.vocab.printing.symbols import latex

CLEAR = "By the rules of calculation alone: ${}$."
DOUBLE = r"${0}$ is the real matrix ${1}$ of ${2}$: it has the singular values and the eigenvalues twice."
MARK = "\x01"  # before what becomes the number of a fact
QUIET = ("clear", "square")  # facts that are told where they are used, not where they are found


def tell(claim: Claim, data: Mapping[str, Any], known: Citable) -> list[str]:
    """Lines for a terminal."""
    return [_shown(line) for line in sentences(claim, data, known, with_id)]


def tex(claim: Claim, data: Mapping[str, Any], known: Citable) -> str:
    r"""A proof environment with a \cite for each lemma, and comments that say what the keys stand for."""
    names = sorted(data["lemmas"])
    lines = sentences(claim, data, known, lambda name: rf"~\cite{{{key(name)}}}")
    keys = [f"% {key(name)}: {reference(known.of(claim)[name])}" for name in names]
    head = f"% {claim.id}, for every size"
    body = "\n".join(f"{line} \\\\" for line in lines[:-1])
    return "\n".join([head, *keys, r"\begin{proof}", *filter(None, [body]), *lines[-1:], r"\end{proof}"])


def key(name: str) -> str:
    r"""The \cite key of a lemma."""
    return re.sub(r"[^\w:-]+", "-", name.replace("/", ":"))


def reference(lemma: Claim) -> str:
    """Where it is printed."""
    source = lemma.paper.reference or lemma.paper.title
    return f"{lemma.label} [{source}]" if source else lemma.label


def with_id(name: str) -> str:
    """How a lemma is cited where there is no list of references."""
    return f" ({name})"


Cite = Callable[[str], str]


def sentences(claim: Claim, data: Mapping[str, Any], known: Citable, cite: Cite) -> list[str]:
    """One a fact, of every conclusion."""
    doubles = Notation(claim, 0).doubles.items()
    found = [DOUBLE.format(hat, latex(tree, None, claim.names), A) for tree, (hat, A) in doubles]
    for k, steps in enumerate(data["goals"]):
        goal = Notation(claim, k).goal
        if len(data["goals"]) > 1:
            found.append(f"Conclusion {k + 1}: ${goal}$.")
        found += Telling(claim, data, k, known, cite).lines(steps) if steps else [CLEAR.format(goal)]
    return found


class Telling:
    """The facts of one conclusion, computed again by the rules, and what is said of each."""

    def __init__(self, claim: Claim, data: Mapping[str, Any], k: int, known: Citable, cite: Cite) -> None:
        self.of, self.show, self.cite = statement(data), Notation(claim, k), cite
        self.claims, cited = known.of(claim), known.cited(claim)
        self.kernel = Kernel(self.of, lambda name: cited(name)[2])
        self.kernel.goal(k)
        self.before = len(self.of.given) - len(claim.hypotheses)  # those that make inputs what they are
        self.labels = dict[int, str]()  # of facts: what they are called, a mark where that is a number
        self.marks = 0
        self.used_within = set[int]()  # facts before a case or a sum that it rests on

    def lines(self, steps: Sequence[Mapping[str, Any]]) -> list[str]:
        """The last says that it is the conclusion; numbers are given in the order of what is told."""
        *found, last = self.run(steps, "")
        goal = f"${self.show.goal}$"
        if _shown(goal) in _shown(last):
            told = f"{last.removesuffix('.')}, which is the conclusion."
        elif steps[-1]["do"] in ("lemma", "given", "domain", "means", *QUIET):
            told = f"{last} This is the conclusion, {goal}."
        else:
            _, _, how = last.partition("$: ")
            told = f"{how[:1].upper()}{how[1:].removesuffix('.')}: this is the conclusion, {goal}."
        return numbered([*found, told])

    def run(self, steps: Sequence[Mapping[str, Any]], indent: str) -> list[str]:
        """The steps, those left out that nothing uses."""
        first, used, told = len(self.kernel.facts), set[int](), list[tuple[int, list[str]]]()
        last = first + len(steps) - 1
        for k, step in enumerate(steps, first):
            inner = self.inside(step, indent)
            self.kernel.touched = set()
            relation = RULES[step["do"]](self.kernel, step)
            used |= (
                self.used_within | {*self.kernel.touched} | uses(step) | ({k} if "vector" in step else set())
            )
            quiet = step["do"] in QUIET and k != last
            self.labels[k] = f"${self.show.fact(self.kernel.R, relation)}$" if quiet else self.mark()
            said = [] if quiet else [*inner, f"{indent}{self.labels[k]} {self.said(step, relation)}"]
            self.kernel.facts.append(relation)
            told.append((k, said))
        self.used_within |= {k for k in used if k < first}
        return [line for k, lines in told if k in used or k == last for line in lines]

    def mark(self) -> str:
        self.marks += 1
        return f"({MARK}{self.marks})"

    def inside(self, step: Mapping[str, Any], indent: str) -> list[str]:
        """What stands in the cases of a step, and below a sum."""
        kernel, show, found = self.kernel, self.show, list[str]()
        if step["do"] == "cases":
            p = kernel.number(step["of"])
            for assumed, part in zip(kernel.halves(p), ("above", "below"), strict=True):
                with kernel.within():
                    self.labels[len(kernel.facts)] = "the case"
                    kernel.suppose(assumed)
                    found.append(f"{indent}Where ${show.fact(kernel.R, assumed)}$:")
                    found += self.run(step[part], f"{indent}  ")
        if step["do"] == "sum":
            index, length = kernel.R.index(step["index"]), kernel.number(step["length"])
            with kernel.within():
                kernel.indices += [index - ONE, length - index]
                found.append(f"{indent}For each ${step['index']} \\le {show.part(step['length'])}$:")
                found += self.run(step["steps"], f"{indent}  ")
        return found

    def said(self, step: Mapping[str, Any], relation: Relation) -> str:
        """What a step does, in words, after its number."""
        do, fact = step["do"], f"${self.show.fact(self.kernel.R, relation)}$"
        if do == "lemma":
            return self.of_lemma(step)
        if do == "given":
            return self.hypothesis(step)
        if do == "combine":
            return f"{fact}: {self.summed(step['terms'])}."
        named = {
            name: self.labels[step[name]] for name in ("by", "of", "up", "down") if name in uses_of(step)
        }
        return {
            "domain": lambda: f"{fact}, as ${self.show.names.letter(step['name'])}$ is of its space.",
            "means": lambda: f"{fact}, which is what ${self.show.part(step['of'])}$ means.",
            "cancel": lambda: f"{fact}: divide {named['of']} by what is positive by {named['by']}.",
            "root": lambda: f"{fact}: take roots in {named['by']}.",
            "both": lambda: f"{fact}: by {named['up']} and {named['down']}, one for each direction.",
            "cases": lambda: f"{fact}: so it is in both cases.",
            "sum": lambda: f"{fact}: sum over ${step['index']}${self.of_all(step, relation)}.",
            "square": lambda: f"{fact}: a square.",
        }.get(do, lambda: f"{fact}: sums of products of what is never negative.")()

    def of_all(self, step: Mapping[str, Any], relation: Relation) -> str:
        """What is known of the vector that a sum names."""
        signs = {">=": "is negative", ">": "is negative or 0", "==": "is other than 0"}
        sign = signs[relation[1]]
        return f"; no component of ${self.show.part(step['vector'])}$ {sign}" if "vector" in step else ""

    def of_lemma(self, step: Mapping[str, Any]) -> str:
        name, texts = step["name"], step.get("with", {})
        lemma = self.claims[name]
        relation = self.show.relation(self.kernel.lemmas(name).then[step["part"]], texts, self.kernel.R)
        changed = [x for x in texts if x != COMPONENT and texts[x] != x]
        put_for = [f"${lemma.names.letter(x)} := {self.show.part(texts[x])}$" for x in changed]
        where = f", for {', '.join(put_for)}" if put_for else ""
        return f"${relation}$, by {lemma.label}{self.cite(name)}{where}."

    def hypothesis(self, step: Mapping[str, Any]) -> str:
        k = step["part"] - self.before
        at = self.show.relation(self.of.given[step["part"]], step.get("with", {}), self.kernel.R)
        return f"${at}$, {f'hypothesis {k + 1}' if k >= 0 else 'as an input is of its space'}."

    def summed(self, summands: Sequence[Any]) -> str:
        """add (1), and (2) times s_1(A): factors of one product of facts together"""
        factors = dict[tuple[int, ...], Poly]()
        for c, ids, by in summands:
            factor = ONE.scaled(rational(c)) * (ONE if by is None else self.kernel.number(by))
            factors[*ids,] = factors.get((*ids,), ZERO) + factor
        parts = [self.summand(ids, factor) for ids, factor in factors.items()]
        if len(parts) == 1:
            return f"take {parts[0]}"
        return f"add {', '.join(parts[:-1])} and {parts[-1]}"

    def summand(self, ids: Sequence[int], factor: Poly) -> str:
        """A product of facts, with what it is multiplied by."""
        shown = f"${self.show.poly(self.kernel.R, factor)}$"
        if not ids:
            return shown if factor.constant is not None else f"{shown} (never negative)"
        facts = [self.labels[k] for k in ids]
        if len(facts) == 2 and facts[0] == facts[1]:
            facts = [f"the square of {facts[0]}"]
        return " times ".join([*facts, *([] if factor == ONE else [shown])])


def numbered(lines: Sequence[str]) -> list[str]:
    """With numbers in place of marks, in the order of the lines that begin with one."""
    heads = [head[1] for line in lines if (head := re.match(rf"\s*\({MARK}(\d+)\)", line))]
    numbers = {mark: str(k + 1) for k, mark in enumerate(heads)}
    return [re.sub(rf"{MARK}(\d+)", lambda one: numbers.get(one[1], "?"), line) for line in lines]


def uses_of(step: Mapping[str, Any]) -> set[str]:
    return {name for name in ("by", "of", "up", "down") if type(step.get(name)) is int}


def uses(step: Mapping[str, Any]) -> set[int]:
    """The facts that a step names."""
    if step["do"] == "combine":
        return {k for _, ids, _ in step["terms"] for k in ids}
    return {step[name] for name in uses_of(step)}


def _shown(line: str) -> str:
    """With its formulas as a terminal shows them."""
    return re.sub(r"\$([^$]*)\$", lambda one: readable(one[1]), line)
