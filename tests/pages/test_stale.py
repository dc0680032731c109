"""Reports and catalogue: `stale` notices every difference, and the committed reports are of today."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from perturb.domains import square
from perturb.laws.distributions import ScaledDistribution
from perturb.pages.items import items, silent
from perturb.pages.render import render
from perturb.pages.stale import stale
from perturb.results.store import CLAIMS, FULL_SIMULATIONS, LAWS, MUTANTS, Store
from perturb.sharpen.kills import score
from perturb.statements.catalogue import catalogue, experiments, laws
from perturb.statements.shelf import Shelf, papers, shelf
from tests.pages.conftest import CHANCE
from tests.small_laws import ALL, LIMIT, average, over, true, wide

EXTRA = [("Figure 4", "simulations/fig-4.md")]
SHELF = Shelf(statements=ALL)


@pytest.fixture
def rendered(samples):
    claims, folder = samples
    (folder / "simulations").mkdir()
    (folder / "simulations" / "fig-4.md").write_text("# Figure 4\n")
    render(claims, folder, EXTRA)
    return claims, folder


def test_all_is_well_after_rendering(rendered, chance):
    assert stale(*rendered) == []
    assert stale([], chance, shelf=SHELF) == []


def test_changed_pages_missing_ones_and_strangers(rendered):
    claims, folder = rendered
    page = folder / "sample" / "three.md"
    page.write_text(page.read_text().replace("survived", "proved"))
    (folder / "sample" / "gone.md").write_text("# x\n\n[Status of the catalogue](../README.md)\n")
    (folder / "simulations" / "fig-4.md").unlink()
    (folder / "vocabulary.md").unlink()
    assert stale(claims, folder) == [
        "vocabulary.md: missing",
        "sample/three.md: differs from a fresh rendering",
        "simulations/fig-4.md: missing",
        "sample/gone.md: of no statement",
    ]


def test_the_section_that_differs_is_named(rendered):
    claims, folder = rendered
    page = folder / "sample" / "three.md"
    page.write_text(page.read_text().replace("| 9,000 | 3,000 |", "| 9,000 | 3,001 |"))
    assert stale(claims, folder) == [
        "sample/three.md: differs from a fresh rendering, from the section 'A shift' on"
    ]


def test_a_missing_witness_is_named(rendered):
    claims, folder = rendered
    (claims[1].file.parent / "witnesses" / "sample-same.json").unlink()
    assert "sample/same: witness file sample-same.json is missing, or refutes it no longer" in stale(
        claims, folder
    )


def test_a_changed_statement_and_a_record_of_none(rendered):
    claims, folder = rendered
    other = replace(claims[0], domain=square(count=2, n=(1, 4)).named(["A", "B"]))
    line = f"{other.id}: the statement has changed since its record (fingerprint)"
    assert line in stale([other, *claims[1:]], folder)
    assert "sample/shift: a record of no claim" in stale(claims[:2], folder)
    Store(folder).keep_only(CLAIMS, ["sample/same", "sample/shift"])
    assert "sample/weyl: no record" in stale(claims, folder)


def test_an_edited_record_is_refused(rendered):
    """One of another statement by its fingerprint, one of another finding by its page."""
    claims, folder = rendered
    store, which = Store(folder), claims[0].id
    record = store.read(CLAIMS)[which]
    store.put(CLAIMS, replace(record, drawn=record.drawn + 1))
    (line,) = [line for line in stale(claims, folder) if "sample/three.md" in line]
    assert "differs from a fresh rendering" in line
    store.put(CLAIMS, replace(record, fingerprint="0" * 12))
    line = f"{which}: the statement has changed since its record (fingerprint)"
    assert line in stale(claims, folder)
    text = "\n".join(
        (
            claims[0].domain.describe(),
            repr(sorted(claims[0].domain.all_ranges().items())),
            "; ".join(link.canonical() for link in claims[0].hypotheses),
            "; ".join(link.canonical() for link in claims[0].conclusions),
        )
    )
    assert record.fingerprint == hashlib.sha256(text.encode()).hexdigest()[:12]


def test_another_numpy_does_not_make_the_pages_stale(rendered):
    claims, folder = rendered
    page = folder / "README.md"
    page.write_text(re.sub(r"\| numpy \| .* \|", "| numpy | 0.1 |", page.read_text()))
    assert stale(claims, folder) == []
    page.write_text(page.read_text().replace("| seed | 0 |", "| seed | 1 |"))
    (line,) = stale(claims, folder)
    assert line.startswith("README.md: differs from a fresh rendering")


def test_pictures_of_other_data_and_missing_ones(chance):
    path = chance / "small" / "small_laws.png"
    wider = replace(wide, reference=ScaledDistribution(LIMIT, 1.001, LIMIT.name, "x"))
    assert "small/small_laws.png: drawn from other data" in stale(
        [], chance, shelf=Shelf(statements=(true, wider, over, average))
    )
    path.unlink()
    assert stale([], chance, shelf=SHELF) == ["small/small_laws.png: missing"]


def other_sampler(n, draws, rng):
    return true.statistic(n, draws, rng) + 1e-3


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        (replace(true, rate=lambda n: 0.91 / n), "the statement has changed since its record (fingerprint)"),
        (replace(true, sizes=(2, 9)), "the statement has changed since its record (fingerprint)"),
        (replace(true, version=2), "the statement has changed since its record (fingerprint)"),
        (
            replace(true, reference=ScaledDistribution(LIMIT, 1.001, LIMIT.name, "x")),
            "the statement has changed since its record (fingerprint)",
        ),
        (
            replace(true, statistic=other_sampler),
            "its sampler gives other values than at the time of its record",
        ),
        (replace(true, status=None), "the status has changed since its record"),
    ],
)
def test_a_record_of_an_older_law_is_noticed(chance, changed, line):
    assert f"small/true: {line}" in stale([], chance, shelf=Shelf(statements=(changed, wide, over, average)))


def test_a_changed_tail_is_noticed(chance):
    for changed in (
        replace(over, bound=lambda t: 0.61),
        replace(over, op=">="),
        replace(over, cases=((0.0,),)),
    ):
        lines = stale([], chance, shelf=Shelf(statements=(true, wide, changed, average)))
        assert "small/tail: the statement has changed since its record (fingerprint)" in lines


def test_a_record_of_no_law_is_noticed(chance):
    store = Store(chance)
    store.put(LAWS, replace(store.read(LAWS)["small/tail"], id="small/old"))
    assert stale([], chance, shelf=SHELF) == ["small/old: a record of no law, tail or mean"]


def test_what_is_no_record_is_named(chance):
    Store(chance).path(LAWS).write_text('{"id": "small/true"}')
    with pytest.raises(ValueError, match=r"laws\.jsonl, line 1: "):
        stale([], chance, shelf=SHELF)


def test_without_records_every_law_is_missing_one(tmp_path):
    render([], tmp_path, shelf=SHELF)
    assert stale([], tmp_path, shelf=SHELF) == [f"{s.id}: no record" for s in ALL]
    assert (tmp_path / CHANCE).read_text().count("Not computed yet") == 4
    assert "![" not in (tmp_path / CHANCE).read_text()


# The committed reports speak about this catalogue, and their evidence is what the project promises.


REPORTS = Path(__file__).parent.parent.parent / "reports"
STORE = Store(REPORTS)
CLAIM_RECORDS, LAW_RECORDS = STORE.read(CLAIMS).values(), STORE.read(LAWS).values()


def test_the_pages_match_the_catalogue() -> None:
    """When this fails: make report, look at the pages, commit them."""
    assert stale(list(catalogue().values()), REPORTS, shelf=shelf()) == []


def test_nothing_that_a_paper_prints_is_skipped_silently() -> None:
    """Every item of a paper's list is a claim, a law, or a remark that says why it is neither."""
    claims, beside = list(catalogue().values()), shelf()
    for paper in papers(claims):
        assert silent(items(paper, claims, beside.remarks, beside.laws)) == []


def test_what_speaks_of_an_item_speaks_of_one_that_is_printed() -> None:
    claims, beside = list(catalogue().values()), shelf()
    for paper in papers(claims):
        mine = [c for c in claims if c.paper == paper]
        named = {name for c in mine for name in (*c.covers, *c.depends)}
        remarks = [r for r in beside.remarks.values() if r.paper == paper]
        named |= {name for r in remarks for name in (*r.items, *r.depends)}
        results = {item.partition(".")[0] for item in paper.items}
        results |= {item.rstrip("abcdefgh") for item in paper.items}
        assert named <= set(paper.items) | results


def test_status_and_evidence_fit_everywhere() -> None:
    assert [r.id for r in [*CLAIM_RECORDS, *LAW_RECORDS] if not r.agrees] == []


def test_all_verdicts_of_samples_together_cost_a_millionth() -> None:
    assert [r.id for r in LAW_RECORDS] == list(laws())
    assert sum(r.alpha for r in LAW_RECORDS if r.kind != "record") <= 1e-6
    assert sum(r.alpha for r in LAW_RECORDS if r.kind == "record") <= 0.05


def test_no_true_claim_falls_over_a_hundred_thousand_certified_points() -> None:
    true = [r for r in CLAIM_RECORDS if r.status and r.status.expects == "survived"]
    assert sum(r.verdicts.holds for r in true) >= 100_000
    assert sum(r.verdicts.violated for r in true) == 0
    assert all(r.points.get("corners", 0) > 0 for r in true)


def test_every_witness_beside_a_theorem_belongs_to_a_refuted_claim() -> None:
    known = {name for r in CLAIM_RECORDS for name in (r.witness, r.worst) if name}
    stored = {path.name for path in REPORTS.parent.glob("theorems/*/witnesses/*.json")}
    assert stored == known


def test_the_mutation_score_is_high() -> None:
    """Of the mutants that are neither proved true nor about definedness only, nearly all are refuted."""
    found = score([row for record in STORE.read(MUTANTS).values() for row in record.mutants])
    assert found.counted >= 300
    assert found.share >= 0.97


def test_every_file_of_records_is_as_the_store_writes_it() -> None:
    """In the order of ids and in the store's own form, so that a later run changes only what it changes."""
    for path in sorted(STORE.folder.iterdir()):
        lines = path.read_text().splitlines()
        found = [json.loads(line) for line in lines]
        names = [record.get("id") or record["experiment"] for record in found]
        assert names == sorted(names)
        assert [json.dumps(record, ensure_ascii=False) for record in found] == lines


def test_runs_of_the_full_profile_are_those_of_the_experiments_declared() -> None:
    """When this fails: perturb simulate NAME --profile full."""
    known, runs = experiments(), STORE.read(FULL_SIMULATIONS)
    assert runs
    for name, results in runs.items():
        experiment = known[name]
        assert results.stream_key == experiment.stream_key
        assert not results.interrupted
        assert experiment.profile({size.n: size.draws for size in results.sizes}) == "full"
        key, figure = name.split("/")
        assert f"](simulations/full/{figure}.md)" in (REPORTS / key / "README.md").read_text()


def test_every_link_leads_to_a_file_and_to_a_place_in_it() -> None:
    texts = {path.resolve(): path.read_text() for path in REPORTS.rglob("*.md")}
    for path, text in texts.items():
        for link in re.findall(r"\]\(([^)\s]+)\)", text):
            if "://" not in link:
                name, _, place = link.partition("#")
                target = (path.parent / name).resolve() if name else path
                assert target.exists(), (path.name, link)
                assert not place or f'<a id="{place}"></a>' in texts[target], (path.name, link)


def test_no_place_has_two_names() -> None:
    for path in REPORTS.rglob("*.md"):
        found = re.findall(r'<a id="([^"]+)"></a>', path.read_text())
        assert len(found) == len(set(found)), path


def test_pictures_are_few_and_small() -> None:
    sizes = [path.stat().st_size for path in REPORTS.rglob("*.png")]
    assert len(sizes) <= 150
    assert sum(sizes) <= 8e6


def test_what_is_called_true_has_its_proof() -> None:
    """A page says why a mutant is true, never None."""
    rows = [row for found in STORE.read(MUTANTS).values() for row in found.mutants]
    assert all((row.proof is not None) == row.proved_true for row in rows)
