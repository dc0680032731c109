"""The committed reports speak about this catalogue, and their evidence is what the project promises."""

from __future__ import annotations

import json
import re
from pathlib import Path

from perturb.pages.items import items, silent
from perturb.pages.stale import stale
from perturb.results.store import CLAIMS, FULL_SIMULATIONS, LAWS, MUTANTS, Store
from perturb.sharpen.kills import score
from perturb.statements.catalogue import catalogue, experiments, laws
from perturb.statements.shelf import papers, shelf

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
