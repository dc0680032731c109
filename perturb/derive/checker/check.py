"""Whether a file derives what it says, for every size: each conclusion from facts, by the kernel's rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import fmpq

from perturb.derive.checker.kernel import Kernel
from perturb.derive.checker.matrices import Unspoken
from perturb.derive.checker.member import Relation, Wording, digest, statement
from perturb.derive.checker.polynomials import Poly
from perturb.derive.checker.reading import TermReader
from perturb.derive.checker.relations import primitive
from perturb.prove.checker.numbers import Rejected, require

FORMAT = 1
REFUSALS = (Unspoken, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
Lemmas = Callable[[str], tuple[str, int, Wording]]  # the fingerprint, the rank and the text of a lemma


def check(data: Any, lemmas: Lemmas, rank: int = 0) -> None:
    """Rejected, with the reason, where the file is no derivation from these lemmas.

    `rank`: that of the statement as a lemma itself, which is derived from lemmas of lower rank alone.
    """
    try:
        _check(data, lemmas, rank)
    except REFUSALS as error:
        raise Rejected(f"{type(error).__name__}: {error}") from None


def _check(data: Any, lemmas: Lemmas, rank: int) -> None:
    require(isinstance(data, dict) and data.get("format") == FORMAT, "a file of another format")
    require(digest(data) == data["fingerprint"], "the fingerprint is of another statement")
    of, goals = statement(data), data["goals"]
    require(isinstance(goals, list) and len(goals) == len(of.then) > 0, "not one derivation a conclusion")
    cited = dict[str, str]()

    def lemma(name: str) -> Wording:
        fingerprint, its_rank, text = lemmas(name)
        require(name != of.id and fingerprint != data["fingerprint"], "a statement derived from itself")
        require(its_rank > 0 and (rank == 0 or its_rank < rank), f"{name} is no lemma of lower rank")
        cited[name] = fingerprint
        return text

    for k, steps in enumerate(goals):
        kernel = Kernel(of, lemma)
        wanted = kernel.goal(k)
        kernel.run(steps)
        require(all(reached(kernel, one) for one in wanted), "a derivation that ends elsewhere")
    require(cited == data["lemmas"], "the lemmas that are cited are not those that are listed")


def reached(kernel: Kernel, wanted: Relation) -> bool:
    """The conclusion is the last fact, or clear without any."""
    p, how = freed(kernel.R, wanted[0]), wanted[1]
    if kernel.facts:
        q, found = freed(kernel.R, kernel.facts[-1][0]), kernel.facts[-1][1]
        strong = found == how or (how == ">=" and found in (">", "=="))
        if strong and (primitive(q) == primitive(p) or (found == "==" and primitive(q) == primitive(-p))):
            return True
    return not p if how == "==" else kernel.holds(p, how == ">")


def freed(R: TermReader, p: Poly) -> Poly:
    """Without powers of roots of positive numbers that all of its terms share: of the same sign."""
    if not p:
        return p
    shared = dict(next(iter(p.terms)))
    for m in p.terms:
        shared = {k: min(e, dict(m).get(k, 0)) for k, e in shared.items()}
    positive = [(k, -e) for k, e in shared.items() if e > 0 and root_of_positive(R, k)]
    return p * Poly({tuple(positive): fmpq(1)}) if positive else p


def root_of_positive(R: TermReader, k: int) -> bool:
    kind, *rest = R.names[k]
    return kind == "sqrt" and rest[0].constant is not None and rest[0].constant > 0
