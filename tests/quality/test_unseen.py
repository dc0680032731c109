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


def test_there_are_sixty_of_each_in_a_half_and_none_is_in_the_catalogue():
    false = {name for name, one in CLAIMS.items() if one.paper.key == "unseen-false"}
    assert false == KNOWN.keys()
    assert min(len(false), len(CLAIMS) - len(false)) >= 2 * 60
    prints = {one.fingerprint for one in CLAIMS.values()}
    assert len(prints) == len(CLAIMS)
    assert not prints & {one.fingerprint for one in catalogue().values()}
