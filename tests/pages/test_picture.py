"""Pictures that are no histograms: the file and its page."""

from __future__ import annotations

from perturb.pages.figures.picture import page, write
from perturb.statements.picture import Picture
from simulations.riedi2022.fig_8 import FIG_8


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
    first, text = write(PICTURE, tmp_path)
    assert (first.name, text.name) == ("dots.png", "dots.md")
    before = first.read_bytes()
    write(PICTURE, tmp_path)
    assert first.read_bytes() == before
    write(PICTURE, tmp_path, seed=4)
    assert first.read_bytes() != before
    assert "--seed 4" in text.read_text()


def test_the_page_shows_what_is_printed_first():
    text = page(FIG_8, 8, "simulations.riedi2022.fig_8")
    assert (
        text.index("**Printed**, Figure 8:") < text.index(r"W_2\in\mathbb{R}^{6\times 2}") < text.index("![")
    )
