"""The catalogue and what names find in it: packages, targets, labels of items, places in papers."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from perturb import claim, erratum, paper, remark, then
from perturb.domains import square
from perturb.montecarlo import experiments, find
from perturb.process import sources
from perturb.statements import targets
from perturb.statements.catalogue import (
    CLAIMS,
    SIMULATIONS,
    BadTarget,
    Declared,
    changed,
    collect,
    declared_in,
    load_statements,
)
from perturb.statements.experiment import Experiment
from perturb.statements.printed import kind_of, marks_of, nearest, places, range_of, read, respelled, written
from perturb.statements.targets import find as find_targets
from perturb.statements.targets import select, statements
from perturb.vocab import s1
from tests.cli import cli_files as files
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


# What a target on the command line names, and what it says of one that names nothing.


TWO = files.true() + files.false().removeprefix(files.HEAD)


def write(folder: Path, text: str, name: str = "mine.py") -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def test_a_file_gives_its_statements_in_the_order_of_declaration(tmp_path):
    path = write(tmp_path, TWO)
    assert [s.label for s in load_statements(Path(path))] == ["a true one", "a false one"]
    assert [c.label for c in select([path, path])] == ["a true one", "a false one"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\n", "declares no claim"),
        ("x = 1\nx / 0\n", r"ZeroDivisionError: division by zero \(line 2\)"),
        (files.false() + files.false().removeprefix(files.HEAD), "small"),
    ],
)
def test_a_file_that_is_no_use_says_why(tmp_path, text, said):
    with pytest.raises(BadTarget, match=said):
        load_statements(Path(write(tmp_path, text)))


def test_a_missing_file_and_an_id_in_two_files_are_refused(tmp_path):
    with pytest.raises(BadTarget, match="no such file"):
        statements([str(tmp_path / "none.py")])
    pair = [write(tmp_path, files.true(), name) for name in ("a.py", "b.py")]
    with pytest.raises(BadTarget, match=r"is declared in .*a\.py too"):
        statements(pair)


def test_ids_globs_and_papers():
    one = "classical/weyl-additive"
    assert [c.id for c in select([one, one])] == [one]
    assert {c.id for c in select(["classical/weyl-*"])} >= {one, "classical/weyl-eigenvalues"}
    assert all(c.id.startswith("refuted/") for c in select(["refuted"]))


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("classical/weyl-additiv", "did you mean classical/weyl-additive"),
        ("zzzz", "perturb list shows all"),
        ("fig-4", "is an experiment: perturb simulate riedi2022/fig-4"),
        ("fig-8", "is a picture: perturb simulate riedi2022/fig-8"),
    ],
)
def test_what_names_no_statement_gets_a_hint(target, said):
    with pytest.raises(BadTarget, match=said):
        statements([target])


def test_a_simulation_goes_by_its_short_name_and_a_claim_is_none():
    assert find_targets("fig-4") is find_targets("riedi2022/fig-4")
    with pytest.raises(LookupError, match="is a claim: perturb check classical/weyl-additive"):
        find_targets("weyl-additive")
    with pytest.raises(LookupError, match="did you mean"):
        find_targets("fig-44")


def test_a_file_that_changes_after_it_was_read_is_told(tmp_path):
    path = write(tmp_path, files.true())
    judged = load_statements(Path(path))
    assert changed(judged) == []
    write(tmp_path, files.true("another"))
    assert [one.file for one in changed(judged)] == [path]


# Labels as people type them, and the ids of the items that stand under them.


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("Lemma 20", {("lem", "20")}),
        ("lem. 20", {("lem", "20")}),
        ("LEMMAS 20", {("lem", "20")}),
        ("lem-20", {("lem", "20")}),
        ("(101)", {("eq", "101")}),
        ("Equation (101)", {("eq", "101")}),
        ("eqn 101", {("eq", "101")}),
        ("Theorem 22, (76)", {("thm", "22"), ("eq", "76")}),
        ("(76) of Theorem 22", {("thm", "22"), ("eq", "76")}),
        ("Fig. 6a", {("fig", "6"), ("part", "a")}),
        ("Figure 6 (a)", {("fig", "6"), ("part", "a")}),
        ("Theorem VI.4.1", {("thm", "VI.4.1")}),
        ("Corollary 3.1.3", {("cor", "3.1.3")}),
        ("Corollaries 3", {("cor", "3")}),
        ("Assumption 2", {("asm", "2")}),
        ("", set()),
        ("20", set()),
        ("Lemma", set()),
        ("Nonsense 20", set()),
        ("Lemma 20 is false", set()),
        ("Lemma 20x", set()),
    ],
)
def test_a_label_is_read_whole_or_not_at_all(text, marks) -> None:
    assert read(text) == marks


@pytest.mark.parametrize(
    ("item", "marks"),
    [
        ("p/thm-22.76a", {("thm", "22"), ("eq", "76")}),
        ("p/thm-22.rem-1", {("thm", "22")}),
        ("p/lem-20.main", {("lem", "20")}),
        ("p/fig-6.a", {("fig", "6"), ("part", "a")}),
        ("p/cor-37.i", {("cor", "37"), ("part", "i")}),
        ("p/eq-73a", {("eq", "73")}),
        ("p/eq-12.sym", {("eq", "12")}),
        ("p/eq-3-5", set()),
        ("p/num-8", set()),
        ("p/def-net", set()),
    ],
)
def test_the_label_of_an_item_is_in_its_id(item, marks) -> None:
    assert marks_of(item) == marks


def test_an_item_may_stand_for_several_numbers() -> None:
    assert range_of("p/eq-3-5.sum") == {("eq", "3"), ("eq", "4"), ("eq", "5")}
    assert range_of("p/eq-3") == range_of("p/num-3-5") == frozenset()


def test_a_label_is_written_as_papers_print_it() -> None:
    assert written(read("eq. 76 of thm 22")) == "Theorem 22, (76)"
    assert written(read("fig 6a")) == "Figure 6, (a)"


def test_what_was_meant() -> None:
    assert (respelled("Lema 20"), respelled("Theorm 3"), respelled("101")) == (
        "Lemma 20",
        "Theorem 3",
        "(101)",
    )
    assert respelled("Nonsense 20") == respelled("Lemma") == ""
    assert kind_of("co") is None


# Which items and statements a label finds, in papers made for it.


ONE = paper("one2020", items=["lem-1.2a", "lem-1.2b", "lem-3", "thm-4", "eq-7", "eq-8-9", "fig-9"])
TWO_PLACES = paper("two2021", items=["lem-3.5", "lem-6"])
BOOK = paper("book")


def stated(source, label, name, **options):
    @claim(source, label, id=name, domain=square(), **options)
    def body(A):
        yield then(s1(A), ">=", 0)

    return body


CLAIMS_PLACES = [
    stated(ONE, "Lemma 1, (2)", "lem-1.2", covers=["lem-1.2a", "lem-1.2b"]),
    stated(ONE, "sharper", "more~sharpened", sharpens="lem-1.2"),
    stated(ONE, "sharper still", "most~sharpened", sharpens="more~sharpened"),
    stated(ONE, "Lemma 3", "lem-3~first"),
    stated(ONE, "Theorem 4", "thm-4", covers=["eq-7"]),
    stated(ONE, "Between (8) and (9)", "eq-8-9"),
    stated(ONE, "(12): a display of the appendix", "appendix"),
    stated(TWO_PLACES, "Lemma 3", "lem-3.5"),
    stated(TWO_PLACES, "Lemma 6: after Lemma 3 of the others", "lem-6"),
    stated(BOOK, "Bhatia, Theorem VI.4.1", "hoffman"),
    stated(BOOK, "Horn and Johnson, Theorem 6.4", "weyl"),
]
KNOWN = Declared(claims={c.id: c for c in CLAIMS_PLACES})


def found(text: str) -> dict[str, list[str]]:
    return {place.title: [s.id.partition("/")[2] for s in place.statements] for place in places(text, KNOWN)}


def test_statements_of_all_items_under_a_label_and_what_mends_them() -> None:
    every = ["lem-1.2", "more~sharpened", "most~sharpened"]
    for text in ("Lemma 1", "(2)", "Lemma 1, (2)", "lem-1"):
        assert [*found(text).values()] == [every]
    assert [*found("lem-1.2")] == ["Lemma 1, (2) of one2020"]
    assert found("(7)") == {"(7) of one2020": ["thm-4"]}


def test_labels_are_kept_by_paper() -> None:
    both = {"Lemma 3 of one2020": ["lem-3~first"], "Lemma 3 of two2021": ["lem-3.5"]}
    assert found("Lemma 3") == both
    for text in (
        "two2021 Lemma 3",
        "Lemma 3 of two2021",
        "two2021: lem. 3",
        "TWO2021/lem-3",
        "two2021, Lemma 3",
    ):
        assert [*found(text)] == ["Lemma 3 of two2021"]
    assert found("one2020 Lemma 6") == {}


def test_ranges_and_the_labels_of_statements_come_last() -> None:
    assert found("(8)") == {"(8) of one2020": ["eq-8-9"]}
    assert found("(12)") == {"(12) of one2020": ["appendix"]}
    assert found("Theorem VI.4.1") == {"Theorem VI.4.1 of book": ["hoffman"]}
    assert found("Theorem 6") == found("Theorem 4.1") == {}


def test_what_is_printed_nearby() -> None:
    assert nearest("Lemma 5", KNOWN) == "one2020 has Lemma 1, Lemma 3; two2021 has Lemma 3, Lemma 6"
    assert nearest("two2021 Lemma 9", KNOWN) == "two2021 has Lemma 3, Lemma 6"
    assert nearest("Table 1", KNOWN) == nearest("Nonsense", KNOWN) == ""


@pytest.fixture
def known(monkeypatch) -> None:
    monkeypatch.setattr(targets, "collect", lambda *groups: KNOWN)


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("Lemma 3", "'Lemma 3' is found in several papers: 'one2020 Lemma 3', 'two2021 Lemma 3'"),
        ("one2020/lem-1.other", "names no statement; Lemma 1 of one2020: one2020/lem-1.2, "),
        ("one2020/apendix", "did you mean one2020/appendix?"),
        ("two", "did you mean two2021?"),
    ],
)
def test_what_is_refused_says_what_to_type(target, said, known) -> None:
    with pytest.raises(BadTarget) as refused:
        targets.statements([target])
    assert said in str(refused.value)


def test_a_refusal_leaves_every_file_to_be_read_anew(known) -> None:
    with pytest.raises(BadTarget, match="no statement decides it: perturb show 'Figure 9'") as refused:
        targets.statements(["Figure 9"])
    assert refused.traceback
    assert sources._this_run is None


def test_a_short_id_will_do(known) -> None:
    assert [s.id for s in targets.statements(["hoffman", "two2021 Lemma 3"])] == [
        "book/hoffman",
        "two2021/lem-3.5",
    ]
