"""The benchmark of unseen statements: a false one is false as it is encoded, and none is in the catalogue."""

from importlib import import_module
from pathlib import Path

import pytest

from perturb.certify.point import certify
from perturb.enclosure import Verdict
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim

FOLDER = Path(__file__).parents[2] / "benchmarks" / "unseen"
HALVES = sorted(FOLDER.glob("[fst]*_*.py"))
MODULES = [import_module(f"benchmarks.unseen.{path.stem}") for path in HALVES]
CLAIMS = {
    one.id.partition("/")[2]: one for m in MODULES for one in vars(m).values() if isinstance(one, Claim)
}
KNOWN = {name: point for m in MODULES for name, point in getattr(m, "KNOWN", {}).items()}


@pytest.mark.parametrize("name", KNOWN)
def test_a_false_statement_is_violated_at_its_known_counterexample(name):
    claim = CLAIMS[name]
    point = claim.domain.point(KNOWN[name])
    assert claim.domain.contains(point)
    assert certify(claim, point).verdict is Verdict.VIOLATED


def test_there_are_enough_of_each_in_a_set_and_none_is_in_the_catalogue():
    false = {name for name, one in CLAIMS.items() if one.paper.key == "unseen-false"}
    assert false == KNOWN.keys()
    assert min(many_of(p.stem.split("_")[:2]) for p in HALVES) >= 50
    assert min(many_of(["fifth", word]) for word in ("false", "true")) >= 60
    prints = {one.fingerprint for one in CLAIMS.values()}
    assert len(prints) == len(CLAIMS)
    assert not prints & {one.fingerprint for one in catalogue().values()}


def many_of(words: list[str]) -> int:
    own = [m for m, path in zip(MODULES, HALVES, strict=True) if path.stem.split("_")[:2] == words]
    return sum(isinstance(one, Claim) for m in own for one in vars(m).values())
