"""`stale` notices every difference between reports and catalogue, and nothing else."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace

import pytest

from perturb.domains import square
from perturb.laws.distributions import ScaledDistribution
from perturb.pages.render import render
from perturb.pages.stale import stale
from perturb.results.store import CLAIMS, LAWS, Store
from perturb.statements.shelf import Shelf
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
