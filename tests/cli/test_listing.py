"""The commands that decide nothing: list, show, new, help; items of papers; lists and pages agree."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from perturb import __version__
from perturb.cli.show import _show, overview
from perturb.pages.items import SERIOUS
from perturb.pages.material import Material
from perturb.pages.render import listed
from perturb.pages.report.paper import sheet
from perturb.statements.catalogue import Declared, catalogue, collect, experiments, laws, pictures, problems
from perturb.statements.erratum import KINDS
from perturb.statements.paper import Status
from perturb.statements.shelf import Shelf
from perturb.statements.targets import Chosen, choose
from perturb.vocab.printing.readable import prose, readable
from tests.cli import cli_files as files
from tests.cli.cli_files import Run, refused, write

DEEP = settings().max_examples >= 2_000

CATALOGUE = catalogue()
NO_STATEMENTS = ("claim", "remark", "item", "result")


def test_version_and_help(run: Run) -> None:
    assert run("--version").output.split()[-1] == __version__
    for command in ("list", "show", "check", "replay", "new", "report", "simulate"):
        done = run(command, "--help")
        assert done.exit_code == 0
        assert "Example" in done.output


def test_an_unknown_id_with_a_suggestion(run: Run) -> None:
    known = next(iter(CATALOGUE))
    refused(run("check", known[:-1] + "?x"), "names no statement")
    near = run("check", known + "x")
    refused(near, f"did you mean {known}")
    refused(run("show", known + "x"), "did you mean")
    refused(run("list", "nothing-like-this-at-all"), "perturb list shows all")
    for target in ("riedi2022/lem-20.mian", "riedi2022/lem-20.other"):
        wrong = run("show", target)
        refused(wrong, "Lemma 20 of riedi2022: riedi2022/lem-20.")
        assert "lem-28" not in wrong.stderr
    refused(run("check", "Lemma 99"), "riedi2022 has Lemma 29, Lemma 36, Lemma 41")
    refused(run("show", "Lema 20"), "did you mean 'Lemma 20'?")
    refused(run("list", "dittmer2019 (9)"), "no statement decides it: perturb show 'dittmer2019 (9)'")


@pytest.mark.parametrize("command", ["check", "attack", "tighten"])
def test_what_is_listed_but_drawn_by_simulate(command: str, run: Run) -> None:
    """Also by the short name that `perturb simulate` takes, and where a glob fits nothing else."""
    refused(
        run(command, "riedi2022 Figure 8"), "perturb simulate riedi2022/fig-8, also riedi2022/fig-8-steadily"
    )
    for target in ("riedi2022/fig-4", "fig-4", "*/fig-4"):
        refused(run(command, target), "riedi2022/fig-4 is an experiment: perturb simulate riedi2022/fig-4")
    refused(run(command, "riedi2022/fig-2"), "riedi2022/fig-2 is a picture: perturb simulate riedi2022/fig-2")


def test_list(run: Run) -> None:
    done = run("list")
    assert done.exit_code == 0
    assert all(identifier in done.output for identifier in CATALOGUE)


def test_list_as_json(run: Run) -> None:
    every: list[dict[str, Any]] = json.loads(run("list", "--json").stdout)
    assert {row["id"] for row in every if row["kind"] not in NO_STATEMENTS} == {
        *laws(),
        *experiments(),
        *pictures(),
    }
    kinds = {row["id"]: row["kind"] for row in every}
    assert (kinds["riedi2022/fig-4"], kinds["riedi2022/fig-2"]) == ("experiment", "picture")
    rows = [row for row in every if row["kind"] == "claim"]
    every_claim = CATALOGUE | problems()
    assert [row["id"] for row in rows] == sorted(every_claim)
    for row in rows:
        c = every_claim[row["id"]]
        assert set(row) >= {"id", "paper", "label", "kind", "status", "covers", "corrects", "sharpens"}
        assert (row["paper"], row["label"], row["asserted"]) == (
            c.paper.key,
            c.label,
            c.status and c.status.value,
        )
        assert row["id"].startswith(row["paper"] + "/")


def test_the_remarks_of_a_label(run: Run) -> None:
    rows = json.loads(run("list", "riedi2022 Theorem 33", "--json").stdout)
    (row,) = (one for one in rows if one["id"] == "riedi2022/thm-33.conc")
    assert (row["kind"], row["remark"], row["label"]) == ("remark", "qualitative", "Theorem 33")
    assert "1.79" in row["reason"]
    assert "remark" not in run("list", "riedi2022 Theorem 33").stdout


def test_the_printed_formula_is_listed_and_shown_first(run: Run) -> None:
    identifier, formula = "riedi2022/lem-17.71a", r"\rho-s_1(M_o)\leq s_i(M(\rho))"
    (row,) = (one for one in json.loads(run("list", "riedi2022", "--json").stdout) if one["id"] == identifier)
    assert row["printed"] == [formula]
    shown = run("show", identifier).stdout
    readable = "ρ-s₁(Mₒ) ≤ sᵢ(M(ρ))"
    assert shown.index("printed, Lemma 17, (71):") < shown.index(readable) < shown.index("for all")
    assert formula in run("show", identifier, "--tex").stdout
    assert "printed in words, as a formula, Lemma 18:" in run("show", "riedi2022/lem-18.main").stdout
    assert "\nprinted" not in run("show", "classical/araki-yamagami").stdout


def test_a_label_shows_what_is_printed_what_is_wrong_and_what_examines_it(run: Run) -> None:
    done = run("show", "lemma 20")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "Lemma 20 of riedi2022"
    printed = lines.index("printed in words, as a formula, Lemma 20:")
    erratum = lines.index(
        next(line for line in lines if line.startswith("erratum (errors with consequences): "))
    )
    assert printed < erratum < lines.index("examined by")
    assert "always; the second only if M(ρₒ)ᵀw = 0 too" in lines[erratum + 1]
    assert lines[erratum + 2].startswith("  counterexample: Take M(ρₒ) = [0, 1; 0, 0] and w = e₁")
    assert "\\" not in done.stdout
    for target in ("Lemma 20", "riedi2022 Lemma 20", "riedi2022/lem-20"):
        assert run("show", target).stdout == done.stdout
    rows = [r for r in json.loads(run("list", "Lemma 20", "--json").stdout) if r["kind"] != "result"]
    assert [row["id"] for row in rows] == [
        line.split()[0] for line in lines if line.startswith("  riedi2022/")
    ]
    told = ["refuted", "corrected", "sharpened", "sharpened", "proved", "sharpened"]
    assert [row["status"] for row in rows] == told


def test_a_figure_shows_what_draws_it(run: Run) -> None:
    shown = run("show", "riedi2022 Figure 3").stdout
    assert "riedi2022/fig-3  picture" in shown
    assert "remark (" in shown
    assert "draw it: perturb simulate riedi2022/fig-4" in run("show", "fig-4").stdout
    rows = json.loads(run("list", "riedi2022 Figure 8", "--json").stdout)
    drawn = [row["id"] for row in rows if row["kind"] not in NO_STATEMENTS]
    assert drawn == ["riedi2022/fig-8", "riedi2022/fig-8-steadily"]


def test_what_mends_a_statement_is_named_beside_it(run: Run) -> None:
    shown = run("show", "riedi2022/lem-20.main").stdout
    assert "corrected by: riedi2022/lem-20.main~corrected" in shown
    assert "erratum: Lemmas 18 to 20" in shown
    assert "corrects: riedi2022/lem-20.main\n" in run("show", "riedi2022/lem-20.main~corrected").stdout


@pytest.mark.parametrize("label", ["Lemma [/b]", "eq. [red] [7]", "(76) \\[x\\]", "a " * 200])
def test_labels_are_printed_as_they_are(label: str, run: Run) -> None:
    path = write(files.TRUE.format(label="@", options="").replace('"@"', repr(label)))
    done = run("list", path)
    assert done.exit_code == 0
    assert "".join(label.split()) in "".join(done.output.split())
    assert label.strip() in run("show", path).output


def test_targets(run: Run) -> None:
    keys = sorted({c.paper.key for c in CATALOGUE.values()})
    for key in keys:
        rows = json.loads(run("list", key, "--json").stdout)
        claims = [row["id"] for row in rows if row["kind"] == "claim"]
        assert claims == [i for i, c in CATALOGUE.items() if c.paper.key == key]
        assert all(row["paper"] == key for row in rows)
        assert json.loads(run("list", f"{key}/*", "--json").stdout) == rows
    first = next(iter(CATALOGUE))
    assert [row["id"] for row in json.loads(run("list", first, first, "--json").stdout)] == [first]


@pytest.mark.parametrize("name", list(CATALOGUE)[:: max(1, len(CATALOGUE) // 12)])
def test_show(name: str, run: Run) -> None:
    done = run("show", name)
    assert done.exit_code == 0
    c = CATALOGUE[name]
    assert name in done.output
    assert c.label in done.output
    formulas = [link.latex(c.names) for link in (*c.hypotheses, *c.conclusions)]
    formulas += [one.latex for one in c.definitions]
    assert all(readable(formula) in done.output for formula in formulas)
    assert all(formula in run("show", name, "--tex").output for formula in formulas)


def test_new(run: Run) -> None:
    done = run("new", "mine.py")
    assert done.exit_code == 0
    assert run("check", "mine.py", "--profile", "ci").exit_code == 0
    content = Path("mine.py").read_text(encoding="utf-8")
    refused(run("new", "mine.py"), "exists already")
    assert Path("mine.py").read_text(encoding="utf-8") == content


def test_new_where_it_cannot_be_written(run: Run) -> None:
    refused(run("new", "mine.txt"), "must end in .py")
    refused(run("new", "nowhere/mine.py"), "No such file or directory")


def test_show_prints_terms_by_name_and_the_canonical_form_on_demand(run, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(NAMED)
    named = run("show", str(file), "--tex").output
    assert r"then     s_1(W_1) \le 1" in named
    assert r"where    W_1 = \frac{M_o}{8}" in named
    assert "for all  M_o \\in" in named
    assert "\nBecause.\n" in named
    plain = run("show", str(file), "--canonical").output
    assert "then (<= (s1 (div X 8)) 1)" in plain
    assert "where" not in plain


NAMED = """
from perturb import claim, named, paper, then
from perturb.domains import together, square
from perturb.vocab import s1

@claim(paper("me"), "mine", domain=together(X=square()), letters={"X": "M_o"}, reading="Because.")
def mine(X):
    yield then(s1(named("W_1", X / 8)), "<=", 1)
"""


# What `perturb list --json` says of the items that papers print, and of their results.


@pytest.mark.parametrize("key", ["riedi2022", "dittmer2019", "heinecke2019", "le2022"])
def test_every_item_that_a_paper_prints_is_listed_with_a_status(key: str, run: Run) -> None:
    """As a statement or a figure, with a remark and its reason, or as an item that others speak of."""
    rows = json.loads(run("list", key, "--json").stdout)
    told = {row["id"]: row["item_status"] for row in rows}
    (paper,) = {c.paper for c in CATALOGUE.values() if c.paper.key == key}
    assert [item for item in (*paper.items, *paper.ranges) if item not in told] == []
    assert {told[item] for item in (*paper.items, *paper.ranges)} <= {*map(str, Status), *KINDS}
    assert all(row["status"] for row in rows)
    remarks = [row for row in rows if row["kind"] == "remark"]
    assert remarks
    assert all(row["id"] in paper.items and len(row["reason"]) >= 20 for row in remarks)
    assert all(row["seen_by"] for row in rows if row["kind"] == "item")


def test_how_a_printed_item_stands(run: Run) -> None:
    """Errata first, then readings and remarks; a rate of ours and an excluded reading say nothing."""
    rows: list[dict[str, Any]] = json.loads(run("list", "riedi2022", "--json").stdout)
    told = {row["id"].partition("/")[2]: row["item_status"] for row in rows}
    assert (told["fig-8.setup"], told["eq-1"], told["num-std"]) == ("misprint", "proved", "refuted")
    assert (told["lem-24.leaky"], told["thm-6.vec"], told["eq-8"]) == ("refuted", "misprint", "refuted")
    assert (told["thm-33.108"], told["thm-35.110"], told["fig-4.a"]) == ("proved", "asymptotic", "asymptotic")
    assert (told["lem-12.sv"], told["eq-2"], told["thm-42.153"]) == ("proved", "proved", "proved")
    assert (told["lem-14.65"], told["cor-11.62"], told["fig-5.b"]) == ("proved", "definition", "empirical")
    (edge,) = [row for row in rows if row["id"] == "riedi2022/thm-33.108" and row["kind"] == "law"]
    assert (edge["limit"], edge["rate"]) == ("proved", "conjectured")
    own = {row["id"].partition("/")[2]: row["status"] for row in rows if row["kind"] != "claim"}
    assert (own["fig-8.inc"], own["fig-8-steadily"], own["eq-8"]) == ("refuted", "empirical", "refuted")


def test_a_result_is_what_is_most_serious_in_its_statement(run: Run) -> None:
    """Not in a remark behind it, though that is among its items."""
    rows: list[dict[str, Any]] = json.loads(run("list", "riedi2022", "--json").stdout)
    told = {row["id"].partition("/")[2]: row for row in rows if row["kind"] in ("result", "experiment")}
    status = {name: told[name]["status"] for name in ("lem-20", "lem-24", "thm-22", "eq-33-38", "thm-42")}
    assert status == {
        "lem-20": "refuted",
        "lem-24": "proved",
        "thm-22": "proved",
        "eq-33-38": "misprint",
        "thm-42": "gap",
    }
    assert "riedi2022/thm-22.rem-4" in told["thm-22"]["items"]
    parts = [f"riedi2022/{name}" for name in ("eq-72", "eq-73a", "eq-73b", "eq-73.sharper")]
    assert told["eq-72-73"]["items"] == parts


def test_results_with_parts_are_listed_for_machines(run: Run) -> None:
    """A result of several items has a row that names them; one that is an item itself keeps its own row."""
    rows: list[dict[str, Any]] = json.loads(run("list", "Lemma 20", "--json").stdout)
    (found,) = [row for row in rows if row["kind"] == "result"]
    assert (found["id"], found["label"], found["paper"]) == ("riedi2022/lem-20", "Lemma 20", "riedi2022")
    assert sorted(found["items"]) == ["riedi2022/lem-20.cons", "riedi2022/lem-20.main"]
    every = [row["id"] for row in rows if row["kind"] not in ("remark", "item", "result")]
    assert found["id"] not in every


# What is listed can be shown, and lists and pages say one word of a printed item.


def show(one: Chosen, known: Declared) -> None:
    """As `perturb show` does."""
    if one.place is not None and (len(one.statements) != 1 or one.drawn):
        assert list(overview(one.place, readable, prose))
    else:
        assert one.statements or one.drawn
        for each in (*one.statements, *one.drawn):
            _show(each, known, False, readable)


def test_whatever_is_listed_is_shown_by_its_id_and_its_label(run: Run) -> None:
    """A fourth of it, all of it in the deep profile."""
    rows: list[dict[str, Any]] = json.loads(run("list", "--json").stdout)
    targets = dict.fromkeys([*(r["id"] for r in rows), *(f"{r['paper']} {r['label']}" for r in rows)])
    assert len(targets) > 2_000
    seen, known = set(), collect()
    for one in choose(list(targets)[:: 1 if DEEP else 4]):
        key = (one.place, *(s.id for s in (*one.statements, *one.drawn)))
        if key not in seen:
            seen.add(key)
            show(one, known)


@pytest.mark.parametrize("target", ["riedi2022 Theorem 22", "riedi2022 Corollary 40", "riedi2022/eq-1-9"])
def test_a_place_with_small_fractions_is_shown(target: str, run: Run) -> None:
    assert run("show", target).exit_code == 0


def test_the_first_word_of_a_statement_is_that_of_the_list(run: Run) -> None:
    """Of a reading of an item that stands otherwise both are told."""
    assert run("show", "riedi2022/cor-11.63").stdout.splitlines()[0] == (
        "riedi2022/cor-11.63  refuted as printed; this reading: proved"
    )
    assert "riedi2022/cor-11.63   " in run("list", "riedi2022").stdout


@pytest.mark.parametrize("key", ["riedi2022", "dittmer2019", "heinecke2019", "le2022"])
def test_a_list_and_the_page_of_a_paper_agree_on_every_item(key: str, run: Run) -> None:
    rows: list[dict[str, Any]] = json.loads(run("list", key, "--json").stdout)
    assert [row["id"] for row in rows if row["item_status"] not in (None, row["status"])] == []
    words: dict[str, set[str]] = {}
    for row in rows:
        words.setdefault(row["id"], set()).add(row["status"])
    (paper,) = {one.paper for one in collect().claims.values() if one.paper.key == key}
    assert {item: found for item in paper.items if len(found := words[item]) > 1} == {}
    page = page_of(paper)
    assert counts(page) == Counter(word for item in paper.items for word in words[item])
    assert verdicts(page) == [word for item in paper.items for word in words[item]]


def page_of(paper: Any) -> str:
    known = collect()
    shelf = Shelf(known.remarks, laws=tuple(known.laws.values()), errata=tuple(known.errata.values()))
    of = Material(list(known.claims.values()), shelf)
    return sheet(paper, listed(paper, of), of)


def counts(page: str) -> dict[str, int]:
    """The table at the top of the page."""
    lines = page.partition(" items |")[2].partition("\n\n")[0].splitlines()[2:]
    cells = [line.strip("| ").split(" | ") for line in lines]
    return {word: int(number) for word, number in cells}


def verdicts(page: str) -> list[str]:
    """The first word of the third cell of each row."""
    rows = page.partition("## Every item")[2].partition("\n## ")[0].splitlines()
    cells = [line.split(" | ")[2] for line in rows if line.startswith("| ") and "`" in line.split(" | ")[0]]
    return [first_word(cell) for cell in cells]


def first_word(cell: str) -> str:
    places = {word: cell.find(word) for word in SERIOUS if word in cell}
    return min(places, key=lambda word: places[word])


def test_a_gap_is_true(run: Run) -> None:
    """What the catalogue itself refutes is refuted, though the cause is told among the gaps."""
    rows: list[dict[str, Any]] = json.loads(run("list", "le2022", "--json").stdout)
    told = {row["id"].partition("/")[2]: row["status"] for row in rows}
    assert {told[name] for name in ("thm-1.sig-sv", "eq-62.singleton", "thm-2.proof-rep")} == {"refuted"}
    assert told["thm-1.sig-chain"] == "gap"
