"""Figures: stamped with what they are drawn from, curves of bounds, laws, histograms, pictures of runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from flint import fmpq
from matplotlib.figure import Figure
from PIL import Image

from perturb.enclosure import Enclosure
from perturb.laws.distributions import ScaledDistribution
from perturb.montecarlo import run
from perturb.pages.figures import Drawing, curves
from perturb.pages.figures import law as laws
from perturb.pages.figures.histogram import distance, histogram, interval
from perturb.pages.figures.picture import page
from perturb.pages.figures.picture import write as write_picture
from perturb.pages.report.simulation import write
from perturb.process import output
from perturb.results.run import examined_law
from perturb.statements.experiment import Picture
from perturb.statements.paper import Outcome
from simulations.riedi2022.fig_4 import FIG_4
from simulations.riedi2022.fig_8 import FIG_8
from tests.pages.five import picture
from tests.small_laws import ALPHA, LIMIT, true, wide


def noise() -> Figure:
    figure = Figure(figsize=(2, 2), dpi=100)
    figure.add_subplot().imshow(np.random.default_rng(0).random((40, 40, 3)))
    return figure


DRAWING = Drawing("a/b.png", output.digest([1, 2]), noise)


def test_a_picture_is_known_by_its_stamp(tmp_path: Path) -> None:
    assert not DRAWING.is_in(tmp_path)
    assert DRAWING.save(tmp_path) == tmp_path / "a" / "b.png"
    assert DRAWING.is_in(tmp_path)
    assert not replace(DRAWING, stamp=output.digest([1, 3])).is_in(tmp_path)


def test_equal_data_give_equal_bytes(tmp_path: Path) -> None:
    before = DRAWING.save(tmp_path).read_bytes()
    assert DRAWING.save(tmp_path).read_bytes() == before


def test_a_picture_has_few_colours_and_is_known_as_ours(tmp_path: Path) -> None:
    path = DRAWING.save(tmp_path)
    with Image.open(path) as image:
        assert image.mode == "P"
        assert len(image.getcolors(256)) <= output.COLOURS
        assert image.size == (200, 200)
    assert output.is_ours(path)
    noise().savefig(tmp_path / "other.png")
    assert not output.is_ours(tmp_path / "other.png")


# Pictures of bounds over their parameter.


def test_a_curve_leaves_out_what_does_not_apply() -> None:
    values = curves.drawn(picture())["truth"]["half"]
    assert np.isnan(values[:3]).all()
    assert values[-1] == 1.0


def test_every_curve_is_drawn_and_labelled() -> None:
    (axes,) = curves.figure(picture()).axes
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert labels == ["printed: twice", "sharpened: once", "truth: half"]
    assert axes.get_xlabel() == "$r$"
    assert axes.get_ylabel() == r"$\kappa$"


def test_a_long_title_is_broken() -> None:
    (axes,) = curves.figure(replace(picture(), title="many words " * 10)).axes
    assert max(map(len, axes.get_title().splitlines())) <= curves.WIDTH


def test_the_stamp_follows_the_values_and_no_rounding() -> None:
    assert curves.digest(picture(1 + 1e-13)) == curves.digest(picture())
    assert curves.digest(picture(0.9)) != curves.digest(picture())
    assert curves.drawing(picture()).file == "five/curve.png"


# The picture of the laws of a chapter.


def test_a_law_has_a_row_of_two_panels(found):
    drawn = laws.figure([(true, found["small/true"]), (wide, found["small/wide~law"])])
    left, right, second, _ = drawn.axes
    assert left.get_title(loc="left") == "small/true"
    assert right.get_title(loc="left") == "distance to the limit: consistent at alpha 1e-08"
    assert second.get_title(loc="left") == "small/wide~law"
    assert [text.get_text() for text in left.get_legend().get_texts()] == ["n = 8, 8,000 draws", LIMIT.name]
    assert [text.get_text() for text in right.get_xticklabels()] == ["2", "8"]
    rate = next(line for line in right.get_lines() if "rate" in str(line.get_label()))
    assert list(rate.get_xdata()) == [2, 8]
    assert list(rate.get_ydata()) == [0.45, 0.1125]
    assert len(right.get_yticks()) >= 2


def test_one_size_and_no_rate_make_a_picture_too():
    alone = replace(true, sizes=(4,), rate=None, status=None)
    record = examined_law(alone, "ci", 0, ALPHA)
    assert record.outcome is Outcome.UNRESOLVED
    assert len(laws.figure([(alone, record)]).axes[1].get_yticks()) >= 2
    assert laws._ticks(0.22, 0.41) == pytest.approx([0.3, 0.4])


def test_a_stamp_names_all_that_is_drawn(found):
    record = found["small/true"]
    one_more = replace(record.histogram, below=record.histogram.below + 1)
    others = [replace(record, histogram=one_more), replace(record, checks=record.checks[:1])]
    others += [replace(record, outcome=Outcome.UNRESOLVED), replace(record, alpha=1e-7)]
    stamps = {laws.digest([(true, r)]) for r in (record, *others)}
    wider = replace(true, reference=ScaledDistribution(LIMIT, 1.001, LIMIT.name, "x"))
    stamps |= {laws.digest([(wider, record)]), laws.digest([(true, record), (true, record)])}
    assert len(stamps) == 7


# Histograms of an experiment: panels, curves, captions, files.


@pytest.fixture(scope="module")
def results():
    return run(FIG_4, draws=60, sizes=(5, 10))


def test_bars_are_a_density_and_both_distributions_are_drawn(results):
    first, second = histogram(FIG_4, results).axes
    (bars,) = first.patches
    inside = 1 - (results.sizes[0].below + results.sizes[0].above) / 60
    assert np.sum(bars.get_data().values * np.diff(bars.get_data().edges)) == pytest.approx(inside)
    assert [text.get_text() for text in first.get_legend().get_texts()] == [
        "draws",
        r"$\sqrt{2}\,\mathrm{TW}_1$",
        r"$\mathrm{TW}_1$",
    ]
    assert second.get_legend() is None
    assert second.get_title() == "n = 10"


def test_the_numbers_stand_in_the_corner(results):
    (corner,) = histogram(FIG_4, results).axes[0].texts
    assert f": {distance(results.sizes[0], 'TW_1')}\n" in corner.get_text()
    assert "radius of the band at" in corner.get_text()


def test_what_is_missing_is_not_computed(results):
    assert distance(results.sizes[0], "another") == "not computed"
    assert interval(Enclosure(None, None)) == "not computed"


def test_a_band_is_rounded_outwards():
    assert interval(Enclosure(fmpq(1, 30), fmpq(1, 15))) == "[0.03333, 0.06667]"
    assert interval(Enclosure(fmpq(2, 30), fmpq(4, 30))) == "[0.06666, 0.1334]"


def test_files_are_named_by_the_figure(results, tmp_path):
    png, page = write(FIG_4, results, tmp_path / "new")
    assert (png.name, page.name) == ("fig-4.png", "fig-4.md")
    assert "](fig-4.png)" in page.read_text()


# Pictures that are no histograms: the file and its page.


def dots(figure, seed):
    figure.add_subplot().plot([0, seed], "o")


PICTURE = Picture(
    name="mine/dots",
    title="Dots",
    source="nobody",
    draw=dots,
    size=(2.0, 2.0),
    covers=("mine/fig-1",),
    seed=3,
)


def test_the_page_names_source_items_and_how_to_draw_it_again():
    text = page(PICTURE, 3, "simulations.mine.dots")
    assert text.startswith("# Dots\n\n`mine/dots`\n\nSource: nobody.\n\n![Dots](dots.png)")
    assert "Shows `mine/fig-1`." in text
    assert "python -m simulations.mine.dots --seed 3" in text


def test_another_seed_gives_another_picture(tmp_path):
    first, text = write_picture(PICTURE, tmp_path)
    assert (first.name, text.name) == ("dots.png", "dots.md")
    before = first.read_bytes()
    write_picture(PICTURE, tmp_path)
    assert first.read_bytes() == before
    write_picture(PICTURE, tmp_path, seed=4)
    assert first.read_bytes() != before
    assert "--seed 4" in text.read_text()


def test_the_page_shows_what_is_printed_first():
    text = page(FIG_8, 8, "simulations.riedi2022.fig_8")
    assert (
        text.index("**Printed**, Figure 8:") < text.index(r"W_2\in\mathbb{R}^{6\times 2}") < text.index("![")
    )
