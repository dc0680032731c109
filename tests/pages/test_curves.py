"""Pictures of bounds over their parameter."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from perturb.pages.figures import curves
from tests.pages.five import picture


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
