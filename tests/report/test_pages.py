"""Pages from records: what they say, that they are byte-stable, and that `stale` notices every difference."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from perturb.domains import square
from perturb.examine.plain import to_plain
from perturb.examine.records import Certificate, Tightest, VerdictCounts
from perturb.examine.store import CLAIMS, Store
from perturb.report.figures.slack import digest, slack_figure
from perturb.report.markdown import entry, prose, table, value
from perturb.report.site import render
from perturb.report.stale import stale
from tests.report.conftest import NO_SLACK, SLACK, record, revise, weyl

EXTRA = [("Figure 4", "simulations/fig-4.md")]


def rendered(samples):
    claims, folder = samples
    (folder / "simulations").mkdir(exist_ok=True)
    (folder / "simulations" / "fig-4.md").write_text("# Figure 4\n")
    return render(claims, folder, EXTRA)


def rewrite(path, **changes):
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_every_claim_has_a_page_and_the_same_records_give_the_same_bytes(samples):
    first = {path.name: path.read_bytes() for path in rendered(samples)}
    assert set(first) == {
        "README.md",
        "vocabulary.md",
        "sample-weyl.md",
        "sample-same.md",
        "sample-shift.md",
        "sample-weyl.png",
        "sample-same.png",
        "sample-same-margin.png",
    }
    assert first == {path.name: path.read_bytes() for path in rendered(samples)}
    assert not stale(*samples)


def test_the_grid_marks_mismatches_only(samples):
    rendered(samples)
    grid = (samples[1] / "README.md").read_text()
    red = [line for line in grid.splitlines() if line.startswith("|") and "🔴" in line]
    assert len(red) == 2
    assert "mismatches" in red[0]
    assert "sample/shift" in red[1]
    assert "| charpoly, 106 bits | 1,789 |  | 2 | corrects [`sample/same`](sample-same.md) |" in grid
    assert "corrected by [`sample/weyl`](sample-weyl.md)" in grid
    assert "[Figure 4](simulations/fig-4.md)" in grid
    assert "(vocabulary.md)" in grid
    assert "| profile | quick |" in grid
    assert "| seed | 0 |" in grid


def test_a_page_prints_statement_evidence_and_source(samples):
    rendered(samples)
    page = (samples[1] / "sample-weyl.md").read_text()
    assert r"s_{i + j - 1}(A + B) \le s_{i}(A) + s_{j}(B) \qquad \text{for all } i, j" in page
    assert r"a \* in the text" in page
    assert "| proved | survived 1,789 points (charpoly, 106 bits) |" in page
    assert "![slack](sample-weyl.png)" in page
    assert r"\tfrac{1}{2^{12}}" in page
    assert r"-\tfrac{1}{3}" in page
    assert "A. Author. Three statements. Journal of Samples" in page
    assert "perturb check sample/weyl" in page
    shift = (samples[1] / "sample-shift.md").read_text()
    assert "| $`s_1(M) < 1`$ | 9,000 | 3,000 |" in shift
    assert "🔴 vacuous" in shift


def test_a_witness_is_printed_with_its_check_and_its_replay(samples, capsys):
    rendered(samples)
    page = (samples[1] / "sample-same.md").read_text()
    assert r"A = \begin{bmatrix} 1 & \underline{0} \\ 0 & 0 \end{bmatrix}" in page
    assert "perturb replay theorems/witnesses/sample-same.json" in page
    assert "(../theorems/witnesses/sample-same.json)" in page
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL).group(1)
    exec(code, {})
    assert capsys.readouterr().out == "the statement fails here: lhs > rhs at i = 2\n"
    assert code.rstrip().splitlines()[-2] == "assert lhs > rhs"
    assert "Conclusion 1 fails at i = 2, certified by residual at 53 bits." in page
    assert "component" not in page


def test_what_counts_is_said_before_what_float64_screened(samples):
    rendered(samples)
    page = (samples[1] / "sample-weyl.md").read_text()
    assert "1,789 certified points decided, of 12,000 points drawn and 9,000 of these inside" in page
    assert "float64 screening, which orders points and decides nothing" in page


def test_a_refuted_claim_shows_what_a_short_search_met(samples):
    tightest = Tightest("-0.5", {"A": [["1"]], "B": [["-1"]]})
    revise(
        samples[1],
        "sample/same",
        verdicts=VerdictCounts(holds=1200, violated=300, undecided=7),
        slack=replace(SLACK, tightest=tightest),
    )
    rendered(samples)
    grid = (samples[1] / "README.md").read_text()
    assert "| refuted | refuted | charpoly, 106 bits | 1,200 | 300 | 7 | corrected by" in grid
    page = (samples[1] / "sample-same.md").read_text()
    assert "The stored witness was decided again. 1,500 certified points decided, 300 of them viol" in page
    assert "| verdicts | holds 1,200, violated 300, undecided 7 | 1,507 |" in page
    assert "Worst violation of the search: relative margin -0.5, at" in page


def test_a_refuted_claim_that_was_not_searched_has_no_counts(samples):
    nothing = {"points": {}, "verdicts": VerdictCounts(), "drawn": 0, "inside": 0}
    revise(samples[1], "sample/same", slack=NO_SLACK, **nothing)
    rendered(samples)
    assert "| charpoly, 106 bits |  |  |  | corrected by" in (samples[1] / "README.md").read_text()
    page = (samples[1] / "sample-same.md").read_text()
    assert "The stored witness was decided again; the statement was not searched anew." in page


@pytest.mark.parametrize("exact", [{"kernel": "exact", "bits": None}, {"rigour": "exact"}])
def test_exact_arithmetic_is_called_so(samples, exact):
    claims, folder = samples
    rewrite(claims[1].file.parent / "witnesses" / "sample-same.json", **exact)
    revise(folder, "sample/same", certificate=Certificate("exact", None))
    rendered(samples)
    page = (folder / "sample-same.md").read_text()
    assert "certified by exact arithmetic." in page
    assert "| refuted | refuted (exact arithmetic) |" in page


def test_the_first_bar_of_the_figure_says_that_it_collects_what_lies_below():
    found = to_plain(record(weyl, "survived", slack=replace(SLACK, counts=(3, *[0] * 33))))
    axes = slack_figure(found).axes[0]
    labels = dict(zip(axes.get_xticks(), [t.get_text() for t in axes.get_xticklabels()], strict=True))
    assert labels[-15.75] == "$<10^{-15.5}$"
    assert -16 not in labels
    assert axes.get_title().startswith("15 certified points where the statement holds")
    failing = {**found, "verdicts": {"violated": 1200}}
    assert slack_figure(failing).axes[0].get_title().endswith("beside 1,200 violations")
    assert digest(failing) != digest(found)


def test_the_vocabulary_is_a_page_that_stale_looks_at(samples):
    rendered(samples)
    path = samples[1] / "vocabulary.md"
    path.write_text(path.read_text().replace("singular", "plural"))
    assert stale(*samples) == ["vocabulary.md: differs from a fresh rendering"]


def test_a_claim_without_a_record_is_not_computed(samples):
    claims, folder = samples
    Store(folder).keep_only(CLAIMS, ["sample/same", "sample/shift"])
    rendered(samples)
    assert "| proved | not computed |" in (folder / "sample-weyl.md").read_text()
    assert "sample/weyl: no record" in stale(claims, folder)


def test_a_broken_record_is_named(samples):
    Store(samples[1]).path(CLAIMS).write_text("{")
    with pytest.raises(ValueError, match=r"claims\.jsonl, line 1: "):
        rendered(samples)


def test_stale_notices_texts_figures_files_and_strangers(samples):
    claims, folder = samples
    rendered(samples)
    page = folder / "sample-weyl.md"
    page.write_text(page.read_text().replace("survived", "proved"))
    (folder / "sample-same.png").write_bytes(b"another picture")
    (folder / "sample-gone.md").write_text("# x\n\n`sample/gone`. [All claims](README.md)\n")
    (folder / "simulations" / "fig-4.md").unlink()
    (claims[1].file.parent / "witnesses" / "sample-same.json").unlink()
    found = stale(claims, folder)
    assert "sample-weyl.md: differs from a fresh rendering" in found
    assert "sample-same.png: missing or of other data" in found
    assert "sample-gone.md: no such claim" in found
    assert "simulations/fig-4.md: missing" in found
    assert "sample/same: witness file sample-same.json is missing" in found


def test_stale_notices_a_changed_statement_and_render_removes_strangers(samples):
    claims, folder = samples
    rendered(samples)
    other = replace(claims[0], domain=square(count=2, n=(1, 4)).named(["A", "B"]))
    assert f"{other.id}: the statement has changed since its record (fingerprint)" in stale(
        [other, *claims[1:]], folder
    )
    render(claims[:2], folder)
    assert not (folder / "sample-shift.md").exists()
    assert "sample/shift: a record of no claim" in stale(claims[:2], folder)


def test_another_numpy_does_not_make_the_pages_stale(samples):
    rendered(samples)
    page = samples[1] / "README.md"
    page.write_text(re.sub(r"\| numpy \| .* \|", "| numpy | 0.1 |", page.read_text()))
    assert stale(*samples) == []
    page.write_text(page.read_text().replace("| seed | 0 |", "| seed | 1 |"))
    assert stale(*samples) == ["README.md: differs from a fresh rendering"]


def test_a_figure_of_older_data_is_noticed(samples):
    claims, folder = samples
    rendered(samples)
    revise(folder, "sample/weyl", slack=replace(SLACK, equality=13))
    assert "sample-weyl.png: missing or of other data" in stale(claims, folder)


@pytest.mark.parametrize(
    ("text", "tex"),
    [("3", "3"), ("-1/2", r"-\tfrac{1}{2}"), ("3/4096", r"\tfrac{3}{2^{12}}"), ("1/3", r"\tfrac{1}{3}")],
)
def test_entries_are_exact(text, tex):
    assert entry(text) == tex


def test_markdown_of_vectors_scalars_tables_and_prose():
    assert value("z", ["1", "2"], ["z[2]"]) == r"z = \begin{bmatrix} 1 \\ \underline{2} \end{bmatrix}"
    assert value("rho", "1/2") == r"\rho = \tfrac{1}{2}"
    assert table(["a"], [["x|y"]], "r").splitlines() == ["| a |", "| ---: |", "| x\\|y |"]
    assert prose("s_1 * s_2 <= [1]") == r"s_1 \* s_2 \<= \[1\]"
