"""Pictures stamped with what they are drawn from, in few colours."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from PIL import Image

from perturb.pages.figures import Drawing
from perturb.process import files


def noise() -> Figure:
    figure = Figure(figsize=(2, 2), dpi=100)
    figure.add_subplot().imshow(np.random.default_rng(0).random((40, 40, 3)))
    return figure


DRAWING = Drawing("a/b.png", files.digest([1, 2]), noise)


def test_a_picture_is_known_by_its_stamp(tmp_path: Path) -> None:
    assert not DRAWING.is_in(tmp_path)
    assert DRAWING.save(tmp_path) == tmp_path / "a" / "b.png"
    assert DRAWING.is_in(tmp_path)
    assert not replace(DRAWING, stamp=files.digest([1, 3])).is_in(tmp_path)


def test_equal_data_give_equal_bytes(tmp_path: Path) -> None:
    before = DRAWING.save(tmp_path).read_bytes()
    assert DRAWING.save(tmp_path).read_bytes() == before


def test_a_picture_has_few_colours_and_is_known_as_ours(tmp_path: Path) -> None:
    path = DRAWING.save(tmp_path)
    with Image.open(path) as image:
        assert image.mode == "P"
        assert len(image.getcolors(256)) <= files.COLOURS
        assert image.size == (200, 200)
    assert files.is_ours(path)
    noise().savefig(tmp_path / "other.png")
    assert not files.is_ours(tmp_path / "other.png")
