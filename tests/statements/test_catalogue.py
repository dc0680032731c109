"""What packages declare is found through their entry points, once; simulations by full or short name."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import EntryPoint
from types import ModuleType
from typing import Any

import pytest

from perturb import claim, erratum, paper, remark, then
from perturb.domains import square
from perturb.montecarlo import experiments, find
from perturb.process import sources
from perturb.statements.catalogue import CLAIMS, SIMULATIONS, Declared, collect, declared_in
from perturb.statements.experiment import Experiment
from perturb.vocab import s1
from tests.montecarlo.plans import PLAN


def test_the_catalogue_is_found():
    assert "riedi2022/fig-4" in experiments()
    assert all(isinstance(e, Experiment) and e.name == name for name, e in experiments().items())


@pytest.mark.parametrize("name", ["fig-4", "riedi2022/fig-4"])
def test_full_and_short_names(name):
    assert find(name).name == "riedi2022/fig-4"


def test_a_near_miss_names_the_neighbour():
    with pytest.raises(LookupError, match=r"'fig-44'.*did you mean fig-4"):
        find("fig-44")


def test_a_far_miss_names_what_there_is():
    with pytest.raises(LookupError, match=r"'zzz'; known: .*riedi2022/fig-4"):
        find("zzz")


def test_a_single_module_can_be_an_entry_point(monkeypatch):
    entry = EntryPoint("mine", "simulations.riedi2022.fig_4", SIMULATIONS)
    monkeypatch.setattr(sources, "installed", lambda group: [entry])
    assert list(experiments()) == ["riedi2022/fig-4"]


MINE = paper("mine")


def positive(A: Any) -> Any:
    yield then(s1(A), ">=", 0)


def one(id: str = "positive") -> Any:
    return claim(MINE, "label", domain=square(n=2), id=id)(positive)


NOTE = remark(MINE, "a", "b", kind="existence", reason="For all matrices there is another matrix.")
SLIP = erratum(paper("mine", items=["a"]), "slip", "A slip", "a", section="C", printed="x")


def test_one_walk_finds_every_kind():
    found = collect()
    for kind in (found.claims, found.laws, found.experiments, found.pictures, found.remarks, found.curves):
        assert kind
    assert found.errata
    only = collect(CLAIMS)
    assert (only.claims, only.laws) == (found.claims, found.laws)
    assert not only.experiments


def module(**values: Any) -> ModuleType:
    made = ModuleType("made")
    made.__file__ = __file__
    vars(made).update(values)
    return made


def test_a_module_declares_what_it_holds_lists_opened():
    first, second = one(), one("second")
    assert list(declared_in(module(x=first, y=[second, NOTE, SLIP], z=PLAN, other=3))) == [
        first,
        second,
        NOTE,
        SLIP,
        PLAN,
    ]


def test_what_is_imported_is_not_declared_again():
    away = module(x=one(), z=PLAN)
    away.__file__ = "elsewhere.py"
    assert list(declared_in(away)) == [PLAN]


@pytest.mark.parametrize(
    ("first", "second", "name"),
    [
        (one(), one(), "mine/positive"),
        (PLAN, replace(PLAN, title="another"), "test/gaussian"),
        (SLIP, replace(SLIP, title="Another"), "mine/slip"),
        (NOTE, remark(MINE, "b", kind="existence", reason="Another sentence on the same item."), "mine/b"),
    ],
)
def test_a_name_is_declared_once(first, second, name):
    found = Declared()
    found.add(first)
    found.add(first)
    with pytest.raises(ValueError, match=f"'{name}' is declared twice"):
        found.add(second)
