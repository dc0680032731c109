"""`perturb.check`, `perturb.attack` and `perturb.tighten`: as the commands of these names do.

A statement is examined, or a claim attacked, or it is asked how far the constants of a claim can be moved.

`perturb.prove`: a claim proved for all matrices of a small size, as the command of this name does.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, overload

from perturb.derive.known import Citable
from perturb.laws.stats.account import Ledger
from perturb.prove import store
from perturb.prove.judging import confirmed
from perturb.prove.proved import from_both_sides, proofs_of
from perturb.prove.prover import Attempt, attempt
from perturb.results import chance, say
from perturb.results.answers import constants
from perturb.results.between import SECONDS, Between, TwoSided
from perturb.results.claim_evidence import Evidence
from perturb.results.claims import attack as by_attack
from perturb.results.idle import examined
from perturb.results.law_evidence import LawEvidence
from perturb.results.records import row
from perturb.results.say import Told
from perturb.search.method import PROFILES, Effort
from perturb.sharpen.tighten import ConstantBracket
from perturb.statements.catalogue import Statement
from perturb.statements.claim import Claim
from perturb.statements.questions import asks
from perturb.statements.targets import statements
from perturb.vocab.printing.readable import readable

Target = str | Path
UNLIMITED = 10**9


def check(
    target: Statement | Target, profile: str = "brief", seed: int = 0, seconds: float | None = None
) -> Any:
    """Attacks a statement and certifies what is found; the same seed finds the same.

    `target` is a claim, law, tail or mean: the result is its `Evidence` (`LawEvidence` where chance plays a
    part). Or it is what the command line takes, "my_claim.py", "my_claim.py::name", an id, "Lemma 20": then
    the result is a sequence with one entry for each statement. `profile` says how hard to try, as `perturb
    check --profile` does; `seconds` sets the time for each statement instead.

    Raises ValueError for an unknown profile, a bad time or seed, or a statement without a meaning,
    LookupError for a target that names nothing.
    """
    if profile not in PROFILES:
        raise ValueError(f"there is no profile {profile!r}; known are {', '.join(PROFILES)}")
    seed = seed_of(seed)
    effort = PROFILES[profile] if seconds is None else _within(PROFILES[profile], seconds)

    def ask(one: Statement) -> Evidence | LawEvidence:
        if isinstance(one, Claim):
            return examined(one, effort, seed)
        looks = chance.PROFILES[profile]
        looks = looks if seconds is None else replace(looks, limit=2**24)
        return LawEvidence(chance.examine_law(one, Ledger(), looks, seed, seconds=effort.seconds))

    return each(target, ask)


def attack(target: Claim | Target, seconds: float = 30.0, seed: int = 0) -> Any:
    """All of the time for the search for a violation, and then for a worse one; results as for `check`.

    Raises ValueError for a bad time or seed, LookupError for a target that names no claim.
    """
    effort, seed = _within(PROFILES["deep"], seconds), seed_of(seed)
    return each(target, lambda one: by_attack(one, effort, seed, lambda found: None, False), Claim)


def _within(effort: Effort, seconds: float) -> Effort:
    return replace(effort, rounds=UNLIMITED, climb_every=1, seconds=seconds_of(seconds))


class Several(Told, Sequence[Told]):
    """A sequence of results, also by the id of the statement; as a table it has the rows of all."""

    def __init__(self, results: Sequence[Told], names: Sequence[str]) -> None:
        self.results, self.names = tuple(results), tuple(names)

    @overload
    def __getitem__(self, key: int | str) -> Any: ...
    @overload
    def __getitem__(self, key: slice) -> Several: ...
    def __getitem__(self, key: int | str | slice) -> Any:
        if isinstance(key, slice):
            return Several(self.results[key], self.names[key])
        if isinstance(key, str) and key not in self.names:
            raise KeyError(f"no result about {key!r}; there are {', '.join(self.names)}")
        return self.results[self.names.index(key) if isinstance(key, str) else key]

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.results)

    def lines(self) -> list[str]:
        return [line for one in self.results for line in one.lines()]

    def markdown(self) -> str:
        return "\n\n---\n\n".join(one.markdown() for one in self.results)

    def rows(self) -> list[dict[str, Any]]:
        return [row for one in self.results for row in one.rows()]


def each(
    target: Statement | Target,
    ask: Callable[[Any], Told],
    only: type | None = None,
    asking: bool = False,
) -> Any:
    """The result about a statement; `Several` for a target of the command line, also where it names one.

    BadTarget (a LookupError) for a target that names nothing, TypeError for what cannot be asked, ValueError
    for a claim with free constants, which is a question: where one is `asking`, it is answered.
    """
    if isinstance(target, str | Path):
        found = [s for s in statements([str(target)], asking) if only is None or isinstance(s, only)]
        if not found:
            raise LookupError(f"target {str(target)!r} names no statement that can be asked this")
        return Several([ask(one) for one in found], [one.id for one in found])
    if not isinstance(target, only or Statement):
        raise TypeError(f"{target!r} is no {only.__name__.lower() if only else 'statement'} and no target")
    if not asking and (told := asks(target)):
        raise ValueError(told)
    return ask(target)


def seconds_of(value: Any) -> float:
    """ValueError for what is no positive finite number."""
    if not isinstance(value, numbers.Real) or not 0 < float(value) < math.inf:
        raise ValueError(f"seconds = {value!r} is not a positive finite number")
    return float(value)


def seed_of(value: Any) -> int:
    """ValueError for what is no integer from 0 on."""
    if not isinstance(value, numbers.Integral) or int(value) < 0:
        raise ValueError(f"seed = {value!r} is not an integer from 0 on")
    return int(value)


@dataclass(frozen=True, repr=False)
class Tightened(Told):
    """What is known of each constant of a claim, printed or free: where it is refuted, where derived."""

    claim: Claim
    constants: tuple[Between, ...]

    @property
    def brackets(self) -> tuple[ConstantBracket, ...]:
        """From below: from where on the statement is certified false."""
        return tuple(one.bracket for one in self.constants)

    @property
    def proved(self) -> tuple[str, ...]:
        """What stored proofs say of each printed constant, empty where there is none."""
        rows, proofs = (row(self.claim, one) for one in self.brackets), proofs_of(self.claim)
        return tuple(from_both_sides(self.claim, proofs, one.open, one.witness) for one in rows)

    def lines(self) -> list[str]:
        head = f"{self.claim.id}: {'constants' if self.brackets else 'no constants'}"
        return [head, *map(_line, self.constants, self.proved)]

    def markdown(self) -> str:
        heads = "| constant | in | refuted from | open (relative) | for every matrix | derived |"
        table = [heads, "|---|---|---|---|---|---|"]
        for each, one in zip(self.constants, self.proved, strict=True):
            bracket = each.bracket
            value, place = each.name or say.constant(bracket.printed), row(self.claim, bracket).place
            found = f"| {value} | ${place}$ | {_end(bracket)} | {_left(bracket)} | {one} | {each.told} |"
            table.append(found)
        return "\n\n".join([f"**{self.claim.id}**", self.claim.markdown(), "\n".join(table)])

    def rows(self) -> list[dict[str, Any]]:
        found = [row(self.claim, bracket) for bracket in self.brackets]
        names = ("conclusion", "side", "place", "printed", "refuted_from", "open", "fallen")
        plain = [{"id": self.claim.id} | {name: getattr(one, name) for name in names} for one in found]
        both = zip(plain, self.proved, self.constants, strict=True)
        return [one | {"proved": proved} | each.row() | {"free": each.name} for one, proved, each in both]


def tighten(
    target: Claim | Target,
    seconds: float | None = None,
    seed: int = 0,
    hints: bool = True,
    derive: bool = True,
) -> Any:
    """Finds the best constants of a claim: from below by points that refute, from above by derivations.

    Each constant is moved, for so many seconds, until the statement is certified false; by default it has 20
    seconds beside the work of `check`, with which it starts and which has the last word. Then, where one may
    `derive`, the best one is looked for with which the statement is derived for every size; of a claim with
    free("c") it is the number for c that is asked for. Without `hints` the equality cases that the claim
    declares are not used. A target of the command line gives a sequence of results. Raises ValueError for a
    bad time or seed and for a free constant that is unbounded, LookupError for a target without a claim.
    """
    within = None if seconds is None else seconds_of(seconds)
    effort = TwoSided(within, seed_of(seed), hints, max(SECONDS, within or 0))
    known = Citable()

    def ask(claim: Claim) -> Tightened:
        return Tightened(claim, tuple(constants(claim, known, effort, derive)))

    return each(target, ask, Claim, asking=True)


def _line(one: Between, proved: str) -> str:
    bracket, what = one.bracket, one.name or say.constant(one.bracket.printed)
    found = f"  {what}: refuted from {_end(bracket)}, open {_left(bracket)}"
    return "; ".join(filter(None, [found, proved, one.told]))


def _end(bracket: ConstantBracket) -> str:
    return "nowhere" if bracket.refuted is None else say.refuted_from(bracket.refuted, bracket.printed)


def _left(bracket: ConstantBracket) -> str:
    return "all" if bracket.refuted is None else f"{bracket.digits:.1e}"


SIZES, LARGEST = (1, 2), 3  # by default; and that can be asked for


@dataclass(frozen=True, repr=False)
class Universal(Told):
    """What became of a claim at each size; `attempts` have the certificates, which `save` writes."""

    claim: Claim
    attempts: tuple[Attempt, ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        """Those for which the claim is proved."""
        return tuple(one.n for one in self.attempts if one.outcome == "proved")

    def __bool__(self) -> bool:
        """Proved at every size that was asked for and that the statement has."""
        return bool(self.sizes) and all(one.outcome in ("proved", "no size") for one in self.attempts)

    def save(self, folder: Path | str = store.FOLDER) -> list[Path]:
        """Writes the certificates found, for `perturb prove --check`, into these files. OSError."""
        found = [one.certificate for one in self.attempts if one.certificate]
        return [store.save(self.claim, certificate, Path(folder)).file for certificate in found]

    def lines(self) -> list[str]:
        return [self.claim.id, *(f"  {_said(one)}" for one in self.attempts)]

    def markdown(self) -> str:
        found = "\n".join(f"- {_said(one)}" for one in self.attempts)
        return "\n\n".join([f"**{self.claim.id}**", self.claim.markdown(), found])

    def rows(self) -> list[dict[str, Any]]:
        return [{"id": self.claim.id} | _row(one) for one in self.attempts]


def prove(target: Claim | Target, n: int | Sequence[int] = SIZES, seconds: float = 30.0) -> Any:
    """Tries to prove a claim for every matrix of its domain of size `n`: 1, 2, 3 or several of them.

    The result is true where all that was asked for is proved; its certificates are checked by code of their
    own: `save()`, then `perturb prove --check`. `seconds` is for each size, of processor time, and a limit
    that is looked at between steps. A target of the command line gives a sequence of results. Raises
    ValueError for another size or a bad time, LookupError for a target without a claim.
    """
    sizes = (n,) if isinstance(n, int) else tuple(n)
    if not sizes or not set(sizes) <= set(range(1, LARGEST + 1)):
        raise ValueError(f"n = {n!r}: claims are proved for the sizes 1 to 3")
    seconds = seconds_of(seconds)

    def ask(claim: Claim) -> Universal:
        return Universal(claim, tuple(confirmed(claim, attempt(claim, size, seconds)) for size in sizes))

    return each(target, ask, Claim)


def _row(one: Attempt) -> dict[str, Any]:
    outcome, note = say.attempted(one.outcome, one.note)
    numbers = {"n": one.n, "outcome": outcome, "seconds": one.seconds, "leaves": one.leaves}
    return {**numbers, "note": note, "case": one.case}


def _said(one: Attempt) -> str:
    outcome, note = say.attempted(one.outcome, one.note)
    why = f": {note}" if note else ""
    why += f"; not decided: {readable(one.case)}" if one.case else ""
    return f"n = {one.n}  {say.headline(outcome)}  {one.seconds:.1f} s{say.leaves(one.leaves)}{why}"
