"""Records of laws, tails and means, and the page and pictures that are made of them."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from perturb.distributions import ScaledDistribution
from perturb.examine.law_record import examined_law
from perturb.examine.plain import from_plain, to_plain
from perturb.examine.records import LawRecord
from perturb.examine.store import LAWS, Store
from perturb.report import chance as law_statements
from perturb.report.figures import chance as pictures
from perturb.report.pages.chance import interval, notes, page, telling
from tests.small_laws import ALL, ALPHA, LIMIT, average, over, true, wide


@pytest.fixture(scope="module")
def found():
    return {s.id: to_plain(examined_law(s, "ci", 0, ALPHA)) for s in ALL}


@pytest.fixture(scope="module")
def made(found, tmp_path_factory):
    """Reports with records, page and pictures."""
    folder = tmp_path_factory.mktemp("reports")
    Store(folder).put(LAWS, *[from_plain(LawRecord, record) for record in found.values()])
    for name, text in law_statements.pages(ALL, folder).items():
        (folder / name).write_text(text)
    law_statements.save(ALL, folder)
    return folder


@pytest.fixture
def folder(made, tmp_path: Path):
    """A copy to play with."""
    return Path(shutil.copytree(made, tmp_path / "reports"))


def test_bands_are_printed_rounded_outwards():
    assert interval({"lo": 0.123456, "hi": 0.123456}) == "[0.1234, 0.1235]"
    assert interval({"lo": -0.123456, "hi": None}) == "[-0.1235, inf)"
    assert interval({"lo": None, "hi": 3.00004e-7}) == "(-inf, 3.001e-7]"
    assert interval({"lo": 0.0, "hi": 20.0}) == "[0, 20]"


def test_the_telling_check():
    def check(verdict, bound, hi):
        return {"verdict": verdict, "bound": bound, "lo": 0.0, "hi": hi, "op": "<="}

    near, far = check("holds", 0.5, 0.4), check("holds", 0.5, 0.1)
    bad, worse, unknown = (
        check("violated", 0.1, 0.2),
        check("violated", 0.1, 0.9),
        check("undecided", None, 1.0),
    )
    assert telling([far, near, far]) is near
    assert telling([bad, near, worse, far]) is worse
    assert telling([near, unknown]) is unknown


def test_the_page(folder, found):
    text = (folder / law_statements.NAME).read_text()
    for s in ALL:
        assert text.count(f"\n## `{s.id}`\n") == 1
        assert text.count(f"\nperturb check {s.id} --profile ci\n") == 1
        assert text.count(f"| [`{s.id}`]({law_statements.anchor(s.id)}) |") == 1
    assert text.count("![") == 2
    assert "**a \\* true law**" in text
    assert "P(X > t) \\<= 0.6." in text
    assert "Speaks of `small/item-1`." in text
    assert (
        "wrong scale: consistent with 2 semicircle of variance 1, not with semicircle of variance 1" in text
    )
    assert "| 1e-08 | 4 | 4e-08 |" in text
    assert "is at most 4e-08 (union bound over 4 statements)" in text
    assert text.count("🔴 refuted") == 2
    assert "| mismatches | 🔴 1 |" in text
    assert "n^-p with p in" in text or "n^-p with p >=" in text


def test_the_parts_of_alpha_are_added(found):
    text = page(ALL, {**found, "small/tail": {**found["small/tail"], "alpha": 5e-7}})
    assert "| 5e-07 | 1 | 5e-07 |\n| 1e-08 | 3 | 3e-08 |" in text
    assert "at most 5.3e-07 (union bound over 4 statements)" in text


def test_what_else_the_bands_say(found):
    record = {**found["small/true"], "usable": {"0.05": None, "0.01": 8}, "exponent": [None, 0.456]}
    said = notes(true, record)
    assert said[:2] == [
        "Not certified within 0.05 at the sizes drawn.",
        "Usable within 0.01 from n = 8 on, at the sizes drawn.",
    ]
    assert "p <= 0.46" in said[2]
    assert "none fits" in notes(true, {**record, "fits_no_power": True})[2]
    assert notes(true, {**record, "exponent": None}) == said[:2]
    assert notes(over, found["small/tail"]) == []


def test_what_other_pages_say(found):
    said = law_statements.link(ALL, {"small/true": found["small/true"]})
    assert "[4 laws, tails and means](distributions.md): 1 consistent, 3 not computed." in said
    assert law_statements.link((), {}) == ""
    line = law_statements.verdict("small/wide~law", found["small/wide~law"])
    assert line == "[refuted](distributions.md#smallwidelaw) at alpha 1e-08"
    assert law_statements.verdict("small/mean", found["small/mean"]).startswith("🔴 ")
    assert law_statements.verdict("small/none", None) == ""
    assert law_statements.measured(found["small/wide~law"]).startswith("n = 6: sup distance in [0.1")
    assert law_statements.measured(found["small/wide~law"]).endswith("] <= 0.05")
    assert law_statements.measured(None) == ""


def test_without_records_nothing_is_said(tmp_path: Path):
    text = law_statements.pages(ALL, tmp_path)[law_statements.NAME]
    assert text.count("Not computed yet") == 4
    assert "![" not in text
    assert law_statements.save(ALL, tmp_path) == []
    assert law_statements.stale(ALL, tmp_path) == [f"{s.id}: no record" for s in ALL]
    assert law_statements.pages((), tmp_path) == {}


def test_all_is_well_after_a_run(folder):
    assert law_statements.stale(ALL, folder) == []
    assert (
        law_statements.pages(ALL, folder)[law_statements.NAME] == (folder / law_statements.NAME).read_text()
    )


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
def test_a_record_of_an_older_statement_is_noticed(folder, changed, line):
    assert f"small/true: {line}" in law_statements.stale((changed, wide, over, average), folder)


def test_a_changed_tail_is_noticed(folder):
    for changed in (
        replace(over, bound=lambda t: 0.61),
        replace(over, op=">="),
        replace(over, cases=((0.0,),)),
    ):
        lines = law_statements.stale((true, wide, changed, average), folder)
        assert lines == ["small/tail: the statement has changed since its record (fingerprint)"]


def test_pictures_of_other_data_and_strangers_are_noticed_and_removed(folder):
    first, second = (folder / law_statements.figure_of(s.id) for s in (true, wide))
    second.write_bytes(first.read_bytes())
    first.unlink()
    (folder / "distribution-old.png").touch()
    store = Store(folder)
    store.put(LAWS, replace(store.read(LAWS)["small/tail"], id="small/old"))
    assert law_statements.stale(ALL, folder) == [
        "small/old: a record of no law, tail or mean",
        f"{first.name}: missing or of other data",
        f"{second.name}: missing or of other data",
        "distribution-old.png: no such law",
    ]
    store.keep_only(LAWS, [s.id for s in ALL])
    assert law_statements.save(ALL, folder) == [first, second]
    assert law_statements.stale(ALL, folder) == []


def test_equal_records_give_equal_pictures(folder):
    before = [(folder / law_statements.figure_of(s.id)).read_bytes() for s in (true, wide)]
    assert [path.read_bytes() for path in law_statements.save(ALL, folder)] == before


def test_a_digest_names_all_that_is_drawn(found):
    record = found["small/true"]
    one_more = {**record["histogram"], "below": record["histogram"]["below"] + 1}
    others = [{**record, "histogram": one_more}, {**record, "checks": record["checks"][:1]}]
    others += [{**record, "outcome": "unresolved"}, {**record, "alpha": 1e-7}]
    digests = {pictures.digest(true, r) for r in (record, *others)}
    digests.add(
        pictures.digest(replace(true, reference=ScaledDistribution(LIMIT, 1.001, LIMIT.name, "x")), record)
    )
    assert len(digests) == 6


def test_what_a_picture_shows(found):
    drawn: Figure = pictures.figure(true, found["small/true"])
    left, right = drawn.axes
    assert (
        drawn.get_suptitle()
        == "a * true law\nsmall/true: consistent at alpha 1e-08, law: semicircle of variance 1"
    )
    assert [text.get_text() for text in left.get_legend().get_texts()] == ["n = 8, 8,000 draws", LIMIT.name]
    assert [text.get_text() for text in right.get_xticklabels()] == ["2", "8"]
    rate = next(line for line in right.get_lines() if "rate" in str(line.get_label()))
    assert list(rate.get_xdata()) == [2, 8]
    assert list(rate.get_ydata()) == [0.45, 0.1125]
    assert len(right.get_yticks()) >= 2


def test_one_size_and_no_rate_make_a_picture_too():
    alone = replace(true, sizes=(4,), rate=None, status=None)
    record = to_plain(examined_law(alone, "ci", 0, ALPHA))
    assert record["outcome"] == "unresolved"
    assert len(pictures.figure(alone, record).axes[1].get_yticks()) >= 2
    assert pictures._ticks(0.22, 0.41) == pytest.approx([0.3, 0.4])


def test_what_is_no_record_is_named(folder):
    Store(folder).path(LAWS).write_text('{"id": "small/true"}')
    with pytest.raises(ValueError, match=r"laws\.jsonl, line 1: "):
        law_statements.stale(ALL, folder)


def test_two_statements_do_not_share_their_files():
    with pytest.raises(ValueError, match="small-true"):
        law_statements.pages((true, replace(true, name="small~true")), Path("nowhere"))
