"""The case tree of one goal: which questions the statement asks, and a certificate for every branch."""

from __future__ import annotations

from collections.abc import Container
from time import process_time
from typing import Any

from perturb.prove.backwards import integers
from perturb.prove.closer import Closer
from perturb.prove.efforts import EFFORTS, Try
from perturb.prove.gauges import Gauge
from perturb.prove.inputs import complex_variables
from perturb.prove.lean import Leaf, earlier
from perturb.prove.path import Path
from perturb.prove.ring import Unsupported
from perturb.prove.sample import Cloud, points
from perturb.prove.signs import TEXT, Asked, PathEnds, VariantAsked
from perturb.prove.spoken import Teller
from perturb.prove.statement import Goal, SizedClaim
from perturb.prove.unfinished import Open, OutOfTime
from perturb.vocab.grammar.tree import Expr

Tree = dict[str, Any]
LEAVES = 1000
LARGE = 3  # from this size on diagonal inputs are tried first
CERTAINLY = 1e-3  # of the size of a goal's terms: no rounding looks like this


class Grower:
    """Case trees of the goals of one statement."""

    def __init__(self, statement: SizedClaim, deadline: float, tell: Teller | None = None) -> None:
        self._about(statement)
        self.deadline, self.tell = deadline, tell
        self.efforts: tuple[Try, ...] = EFFORTS
        self.everywhere = True  # no undefined part was met
        self.squared = False  # the sides of the goal are compared by their squares
        self.concluded = False  # some path has reached the conclusion
        self.leaves = 0
        self.used: set[int] = set()  # which of the hypotheses that may be used the leaves have used
        self.count = 0
        self.valued: Container[Expr] | None = None  # the parts that may have no value; None: all

    def _about(self, statement: SizedClaim) -> None:
        self.statement = statement
        self.cloud = Cloud(statement.names, points(statement.made, statement.sizes))

    def _one(self, goal: Goal, use: list[int], squared: bool) -> dict[str, Any]:
        self.gauges = list[Gauge]()
        self.now, self.count = goal, len(use)
        self.squared = squared
        self.closer = Closer(complex_variables(self.statement.names))
        tree = self._tree(goal, use, [])
        lets = {"let": [str(part) for part in self.statement.lets]} if self.statement.lets else {}
        marked = {"squared": True} if squared else {}
        ordered = [one.name for one in self.statement.made if one.ordered]
        turn = {"turn": self.statement.turn, "diagonal": ordered} if ordered else {}
        return {"use": use, **lets, **turn, **marked, "gauges": self.gauges, "tree": tree}

    def _usable(self, goal: Goal) -> list[int]:
        """The hypotheses that polynomials express."""
        return list(range(len(self.statement.claim.hypotheses)))

    def _tree(self, goal: Goal, use: list[int], answers: list[int]) -> Tree:
        if process_time() > self.deadline:
            raise OutOfTime(self.statement, goal, None)
        try:
            path = self.statement.run(goal, use, answers, self.squared)
        except Asked as asked:
            return self._asked(goal, use, answers, asked)
        except VariantAsked as asked:
            cases = [self._tree(goal, use, [*answers, k]) for k in range(asked.count)]
            return {"variant": cases}
        except PathEnds as ended:
            return self._ended(ended)
        return self._final(path)

    def _asked(self, goal: Goal, use: list[int], answers: list[int], asked: Asked) -> Tree:
        path: Path = asked.path  # type: ignore[attr-defined]
        empty = not self.cloud.fits(path).any()
        for efforts in ((), EFFORTS[:3]) if path.constraints and empty else ():
            leaf = self._leaf(path, efforts, 0.5)
            if leaf is not None:
                return leaf
        if not asked.options:
            raise Open(self.statement, goal, path, None)
        cases, everywhere = {}, self.everywhere
        for bits in asked.options:
            case = cases[TEXT[bits]] = self._tree(goal, use, [*answers, bits])
            found = earlier(case, len(path.constraints), len(path.rules)) if isinstance(case, Leaf) else None
            if found is not None:
                self.everywhere = everywhere
                return found
        return {"ask": cases, "on": str(asked.poly)[:80]}

    def _ended(self, ended: PathEnds) -> Tree:
        path: Path = ended.path  # type: ignore[attr-defined]
        if ended.how == "undefined" and not self.cloud.fits(path).any():
            leaf = self._leaf(path, EFFORTS[:13], 5.0)
            if leaf is not None:
                return leaf
        if ended.how == "true":
            self.concluded = True
        if ended.how == "undefined":
            self.everywhere = False
            if self.valued is not None and ended.part not in self.valued:
                raise Open(self.statement, self.now, path, None)
        return {ended.how: 1}

    def _final(self, path: Path) -> Tree:
        fits = self.cloud.fits(path, CERTAINLY)
        if fits.any():
            raise Open(self.statement, self.now, path, int(fits.argmax()))
        self.concluded = True
        if self.tell is not None:
            self.tell(self.statement, path, self.now)
        leaf = self._leaf(path, self.efforts, self.deadline - process_time())
        if leaf is None:
            if process_time() > self.deadline:
                raise OutOfTime(self.statement, self.now, path)
            raise Open(self.statement, self.now, path, None)
        return leaf

    def _leaf(self, path: Path, efforts: tuple[Try, ...], seconds: float) -> Tree | None:
        self.leaves += 1
        if self.leaves > LEAVES:
            raise Unsupported(f"more than {LEAVES} cases")
        found = self.closer.close(path, efforts, min(process_time() + seconds, self.deadline))
        if found is None:
            return None
        certificate, gauge = found
        self._note(path, certificate)
        return Leaf(self._with_gauge(certificate, gauge), len(path.constraints))

    def _note(self, path: Path, certificate: dict[str, Any]) -> None:
        """Which hypotheses a leaf uses, at the least."""
        spans = list(zip(path.starts, [*path.starts[1:], len(path.constraints)], strict=True))[: self.count]
        numbers = set(integers(certificate))
        self.used.update(k for k, span in enumerate(spans) if not numbers.isdisjoint(range(*span)))

    def _with_gauge(self, certificate: dict[str, Any], gauge: Gauge) -> dict[str, Any]:
        if not gauge:
            return certificate
        if gauge not in self.gauges:
            self.gauges.append(gauge)
        return {"gauge": self.gauges.index(gauge), **certificate}
