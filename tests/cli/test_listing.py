"""The commands that decide nothing: list, show, new, help."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from perturb import __version__
from perturb.statements.catalogue import catalogue, experiments, laws, pictures
from perturb.vocab.printing.readable import readable
from tests.cli import cli_files as files
from tests.cli.cli_files import Run, refused, write

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
    refused(run("list", "riedi2022 (3)"), "no statement decides it: perturb show 'riedi2022 (3)'")


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
    assert [row["id"] for row in rows] == list(CATALOGUE)
    for row in rows:
        c = CATALOGUE[row["id"]]
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
