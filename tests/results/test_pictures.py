"""What a notebook shows below the words: pictures whose bars stand where the numbers are."""

from __future__ import annotations

import base64
import re
from math import inf
from typing import Any
from xml.etree import ElementTree

import numpy as np

from perturb import check, law
from perturb.laws.distributions import semicircle
from perturb.results import pictures


def drawn(markdown: str) -> Any:
    (data,) = re.findall(r"data:image/svg\+xml;base64,([^)]+)\)", markdown)
    return ElementTree.fromstring(base64.b64decode(data))


def heights(svg: Any) -> list[float]:
    return [float(x.get("height")) for x in svg if x.tag.endswith("rect")]


def test_samples_of_the_distribution_are_level() -> None:
    """`law` had no picture."""
    right = semicircle().rvs(size=20_000, random_state=1)
    assert min(heights(drawn(law(right, "semicircle")._repr_markdown_()))) > 0.8 * pictures.HEIGHT
    wrong = heights(drawn(law(2 * right, semicircle())._repr_markdown_()))
    assert max(wrong[0], wrong[-1]) == pictures.HEIGHT
    assert min(wrong) < 0.2 * pictures.HEIGHT


def test_bands_stand_beside_their_bounds() -> None:
    svg = ElementTree.fromstring(pictures.bands([("n = 1", 0.0, 1.0, 2.0), ("a < b", 2.0, inf, 1.0)]))
    first, second = (x for x in svg if x.tag.endswith("rect"))
    assert (float(first.get("x")), float(first.get("width"))) == (120, 180)
    assert (float(second.get("x")), float(second.get("width"))) == (480, 1)  # open to the right
    assert [x.get("d") for x in svg if x.tag.endswith("path")] == ["M480.0 0v18", "M300.0 18v18"]
    assert next(x.text for x in svg) == "n = 1"


def test_a_law_shows_its_statement_and_its_bands() -> None:
    """It showed neither."""
    said = check("limits/semicircle", "ci", seconds=0.05)[0]._repr_markdown_()
    assert r"\sup_x \lvert F_n(x) - F(x) \rvert \le r(n), \qquad F = \mathrm{SC}(1)" in said
    assert len(heights(drawn(said))) == said.count("\n- n = ") > 0
    tail = check("dittmer2019/def-15.mp", "ci", seconds=0.05)[0]._repr_markdown_()
    assert "$$" in tail


def test_margins_count() -> None:
    svg = ElementTree.fromstring(pictures.margins([1e-12, 0.0, -0.9, 1.0]))
    found = heights(svg)
    assert (found[0], found[-1], sum(found)) == (pictures.HEIGHT, pictures.HEIGHT, 2 * pictures.HEIGHT)


def test_no_samples_are_outside() -> None:
    assert heights(ElementTree.fromstring(pictures.fit(np.array([0.0, 1.0]))))[0] == pictures.HEIGHT
