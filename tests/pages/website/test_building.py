"""Building the site: the command, the check of links, recipes, dialects of Markdown, charts, MathML."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner, Result

from perturb.cli import main, terminal
from perturb.pages.website.executed import cookbook
from perturb.pages.website.flowchart import corners, parse, places, said, svg
from perturb.pages.website.links import DeadLink, check
from perturb.pages.website.page import adapted

EXTRA = "the site needs the extra `site`: make site"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("reports", "docs"):
        (tmp_path / name).mkdir()
    return tmp_path


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["site", *args])


def refused(done: Result, line: str) -> None:
    assert done.exit_code == 2
    assert line in done.output
    assert "Traceback" not in done.output


def test_a_missing_extra_is_said_before_any_work(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "find_spec", lambda name: None if name == "mkdocs" else object())
    refused(run(), "the site needs mkdocs: pip install 'perturb[site]'")


def test_a_file_is_no_place_for_a_site(here: Path) -> None:
    (here / "f").write_text("")
    refused(run("--out", "f"), "'f' is a file")


def test_reports_and_pages_must_be_there(here: Path) -> None:
    refused(run("--reports", "gone"), "'gone' does not exist")
    refused(run("--docs", "gone"), "'gone' does not exist")


def test_a_folder_of_something_else_is_left_alone(here: Path) -> None:
    pytest.importorskip("mkdocs", reason=EXTRA)
    (here / "thesis").mkdir()
    (here / "thesis" / "chapter.tex").write_text("mine")
    refused(run("--out", "thesis"), "holds something else than a site")
    assert (here / "thesis" / "chapter.tex").read_text() == "mine"


def test_a_place_below_a_file_is_one_line(here: Path) -> None:
    pytest.importorskip("mkdocs", reason=EXTRA)
    (here / "f").write_text("")
    refused(run("--out", "f/site"), "f: File exists")


def test_a_record_that_cannot_be_read_is_one_line(here: Path) -> None:
    pytest.importorskip("mkdocs", reason=EXTRA)
    (here / "reports" / "records").mkdir()
    (here / "reports" / "records" / "claims.jsonl").write_text("{\n")
    refused(run("--out", "site"), "claims.jsonl, line 1")


def test_an_interrupt_leaves_what_was_there(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build = pytest.importorskip("perturb.pages.website.build", reason=EXTRA)
    (here / "site").mkdir()
    (here / "site" / build.MARK).write_text("old")

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(build, "gathered", stopped)
    done = run("--out", "site")
    assert done.exit_code == 130
    assert "site is as it was" in done.output
    assert [path.name for path in here.iterdir() if path.name not in ("reports", "docs")] == ["site"]
    assert (here / "site" / build.MARK).read_text() == "old"


# Links of built pages: every kind that leads nowhere is found.


GOOD = '<a href="b.html#place">x</a> <a href="#own">y</a> <p id="own"> <img src="a.png"> <a href="https://x.org">z</a>'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "a.html").write_text(GOOD)
    (tmp_path / "b.html").write_text('<a id="place"></a><a href="a.html#paper=p&amp;text=x">f</a>')
    (tmp_path / "a.png").write_bytes(b"")
    return tmp_path


def test_good_links_pass(site: Path) -> None:
    check(site)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('<a href="c.html">', "no such file"),
        ('<a href="a.html#gone">', "no such place"),
        ('<a href="#gone">', "no such place"),
        ('<img src="gone.png">', "not in the site"),
        ('<script src="https://cdn.org/x.js">', "not in the site"),
        ('<link rel="stylesheet" href="https://fonts.org/x.css">', "not in the site"),
    ],
)
def test_dead_ones_are_named(line: str, fault: str, site: Path) -> None:
    (site / "b.html").write_text(f'<a id="place"></a>{line}')
    with pytest.raises(DeadLink, match=fault):
        check(site)


# Recipes: statements are checked, scripts are run with the data that they name.


DOCS = Path(__file__).parents[3] / "docs" / "cookbook"


def recipe(folder: Path, code: str) -> Path:
    (folder / "01_mine.py").write_text(f'"""Mine."""\n\n{code}\n')
    return folder


def test_a_script_is_run(tmp_path: Path) -> None:
    text = cookbook(recipe(tmp_path, "print(6 * 7)"))
    assert "$ python mine.py\n42\n" in text


def test_a_script_that_fails_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"01_mine.py: ZeroDivisionError"):
        cookbook(recipe(tmp_path, "1 / 0"))


def test_the_audit_of_a_trained_network(tmp_path: Path) -> None:
    """The recipe with its data: certified lines, tests and estimates."""
    for place in DOCS.glob("11_*"):
        (tmp_path / place.name).write_bytes(place.read_bytes())
    for place in DOCS.glob("*.npz"):
        (tmp_path / place.name).write_bytes(place.read_bytes())
    text = cookbook(tmp_path)
    assert "$ python audit.py\nfc2: ReLU: s_0 [" in text
    for part in ("[proved]", "[test at 0.01]", "[estimate]", "learned: fc1.weight to fc2.weight"):
        assert part in text


# What GitHub reads and what Python-Markdown reads.


def test_a_place_before_a_heading_is_the_headings_own() -> None:
    assert adapted('<a id="lem-8.50"></a>\n\n## Lemma 8\n') == "## Lemma 8 { #lem-8.50 }\n"


def test_lists_within_lists_stand_further_in() -> None:
    assert adapted("- one\n  - two\n") == "- one\n    - two\n"


def test_an_escaped_sign_is_an_entity_but_not_in_code() -> None:
    assert adapted(r"0 \<= k, `a \< b`") == r"0 &lt;= k, `a \< b`"


def test_what_is_folded_holds_markdown() -> None:
    assert adapted("<details><summary>s</summary>") == (
        '<details markdown="1" data-search-exclude><summary>s</summary>'
    )


def test_fences_stay_as_they_are() -> None:
    text = '```python\nx = "\\<"\n  - y\n<details>\n```'
    assert adapted(text) == text


def test_a_picture_opens_at_its_own_size() -> None:
    assert adapted("![A b](p/c.png)") == "[![A b](p/c.png)](p/c.png)"
    assert adapted("[![](p/c.png)](d.md)") == "[![](p/c.png)](d.md)"


# Flow charts as SVG: everything is drawn, nothing stands left of what it leans on.


SOURCE = """flowchart LR
subgraph s0["2 Background"]
  n_lem_8["lem-8 · A"]:::fallen
end
style s0 fill:none,stroke-dasharray:4
subgraph s1["3 Results"]
  n_cor_9["cor-9"]:::leans
  n_eq_4["eq-4"]:::plain
end
n_lem_8 --> n_cor_9
n_cor_9 --> n_eq_4
n_eq_4 --> n_cor_9
classDef fallen fill:#d6604d,stroke:#67001f,color:#000
classDef leans fill:#fee08b,stroke:#8c6d31,color:#000
classDef plain fill:#eeeeee,stroke:#777777,color:#000"""


def test_all_is_read() -> None:
    chart = parse(SOURCE)
    assert chart.labels == {"n_lem_8": "lem-8 · A", "n_cor_9": "cor-9", "n_eq_4": "eq-4"}
    assert chart.boxes["n_lem_8"] == "2 Background"
    assert chart.kinds["n_cor_9"] == "leans"
    assert len(chart.arrows) == 3


def test_arrows_run_to_the_right_and_a_circle_shares_a_column() -> None:
    at = places(parse(SOURCE))
    assert at["n_lem_8"][0] < at["n_cor_9"][0] == at["n_eq_4"][0]
    assert len(set(at.values())) == 3


def test_nodes_are_links_in_the_colour_of_their_class() -> None:
    drawn = svg(parse(SOURCE))
    assert re.search(r'<a href="#item-lem-8">.*?class="away".*?fill:#d6604d.*?>Lemma 8 · A</text>', drawn)
    assert drawn.count("<a ") == 3
    assert drawn.count('class="head"') == 3


def test_a_column_is_as_wide_as_its_longest_label() -> None:
    chart = parse(SOURCE.replace("cor-9", "num-one-over-r · leans"))
    at = corners(chart)
    assert at["n_cor_9"][2] == at["n_eq_4"][2] > at["n_lem_8"][2]
    assert at["n_cor_9"][0] > at["n_lem_8"][0] + at["n_lem_8"][2]


def test_names_as_people_write_them() -> None:
    assert [said(x) for x in ("lem-8 · A B", "eq-46", "thm-22", "eq-1-9", "num-data")] == [
        "Lemma 8 · A B",
        "(46)",
        "Theorem 22",
        "eq-1-9",
        "num-data",
    ]


# Formulas as MathML.


@pytest.fixture
def formulas() -> ModuleType:
    return pytest.importorskip("perturb.pages.website.formulas", reason=EXTRA)


def test_a_list_is_cut_between_its_members_and_not_within_them(formulas: ModuleType) -> None:
    tex = r"A = \begin{bmatrix} 1,\quad 2 \end{bmatrix},\quad f{x,\quad y},\quad z \qquad \text{for all } i"
    assert formulas.pieces(tex) == [
        r"A = \begin{bmatrix} 1,\quad 2 \end{bmatrix},\;",
        r"f{x,\quad y},\;",
        "z",
        r"\text{for all } i",
    ]


def test_no_tex_is_left(formulas: ModuleType) -> None:
    html = formulas.displayed(r"\lVert A \rVert_F \le \sqrt{\mathrm{rank}\,A}")
    assert "\\" not in html
    assert "<msqrt>" in html
    assert html.count('<mo stretchy="false" lspace="0" rspace="0">') == 2


@pytest.mark.parametrize("tex", [r"x^{1}^{2}", r"\nosuchcommand x", r"\begin{bmatrix} 1"])
def test_what_cannot_be_set_is_refused_with_the_page(tex: str, formulas: ModuleType) -> None:
    with pytest.raises(formulas.BadFormula, match=r"p\.md: "):
        formulas.check("p.md", f"text\n\n```math\n{tex}\n```\n")
    with pytest.raises(formulas.BadFormula, match=r"p\.md: "):
        formulas.check("p.md", f"text $`{tex}`$")


def test_code_holds_no_formulas(formulas: ModuleType) -> None:
    formulas.check("p.md", "```python\n$x^1^2$\n```\n")
