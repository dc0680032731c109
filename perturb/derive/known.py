"""Which lemmas there are for a claim: those of the catalogue, and those of the file that states the claim."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from perturb.derive.checker.member import Wording
from perturb.derive.lemmas import Base, Theorem
from perturb.statements.catalogue import BadTarget, catalogue, declared_in
from perturb.statements.claim import Claim

Chosen = frozenset[str] | None  # ids of lemmas; None for all


def beside(file: Path | None) -> list[Claim]:
    """The claims of the module that was loaded from this file; none where none was."""
    if file is None:
        return []
    modules = [one for one in [*sys.modules.values()] if getattr(one, "__file__", None) == str(file)]
    return [x for module in modules for x in declared_in(module) if isinstance(x, Claim)]


class Citable:
    """Claims by id, for `checker.check` and the deriver. What the catalogue has, no other file replaces."""

    def __init__(self, more: Iterable[Claim] = ()) -> None:
        self.claims: Mapping[str, Claim] = {**{one.id: one for one in more}, **catalogue()}
        self._own = dict[Path | None, dict[str, Claim]]()
        self._read = dict[Claim, Theorem]()

    def of(self, claim: Claim) -> Mapping[str, Claim]:
        """Those that a derivation of this claim may cite, and others, by id."""
        if self.claims.get(claim.id) is claim:
            return self.claims
        if claim.file not in self._own:
            own = {one.id: one for one in beside(claim.file)}
            self._own[claim.file] = {**own, **self.claims}
        return self._own[claim.file]

    def lemma(self, claim: Claim) -> Theorem:
        if claim not in self._read:
            self._read[claim] = Theorem(claim)
        return self._read[claim]

    def base(self, claim: Claim, chosen: Chosen = None, without: Iterable[str] = ()) -> Base:
        """The lemmas for this claim: of these alone, where some are chosen."""
        left = {*without}
        lemmas = {
            name: one
            for name, one in self.of(claim).items()
            if one.lemma > 0 and name not in left and (chosen is None or name in chosen)
        }
        return Base(lemmas.values())

    def cited(self, claim: Claim | None) -> Cited:
        return Cited(self, self.claims if claim is None else self.of(claim))


class Cited:
    """What the checker asks of a lemma, read when it is asked for. KeyError where there is no such lemma."""

    def __init__(self, known: Citable, claims: Mapping[str, Claim]) -> None:
        self.known, self.claims = known, claims

    def __call__(self, name: str) -> tuple[str, int, Wording]:
        lemma = self.known.lemma(self.claims[name])
        return lemma.data["fingerprint"], lemma.claim.lemma, lemma.text


def named(names: Iterable[str], known: Mapping[str, Claim], option: str) -> frozenset[str]:
    """The lemmas that an option names, several parted by commas, with or without their paper's key.

    BadTarget for a name that is none, with the ids that are most like it.
    """
    asked = [part.strip() for name in names for part in name.split(",") if part.strip()]
    return frozenset(_named(name, known, option) for name in asked)


def _named(name: str, known: Mapping[str, Claim], option: str) -> str:
    lemmas = sorted(identifier for identifier, one in known.items() if one.lemma > 0)
    fits = [x for x in lemmas if name in (x, x.partition("/")[2])]
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise BadTarget(f"{option} {name!r} is the name of several lemmas: {', '.join(fits)}")
    near = nearest(name, lemmas)
    what = "is a claim, and no lemma" if name in known else "is no lemma"
    raise BadTarget(f"{option} {name!r} {what}; {near}")


def nearest(name: str, lemmas: list[str], most: int = 3) -> str:
    if not lemmas:
        return "there are no lemmas"
    plain: dict[str, Any] = {x.partition("/")[2]: x for x in lemmas} | {x: x for x in lemmas}
    close = difflib.get_close_matches(name, plain, n=2 * most, cutoff=0)
    return f"nearest are {', '.join([*dict.fromkeys(plain[x] for x in close)][:most])}"
