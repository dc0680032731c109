"""Distributions by name, and what they are at finite n."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from perturb.laws.distributions.bulk import semicircle
from perturb.laws.distributions.finite_size import at_size, implied
from perturb.laws.distributions.gaussian_largest import LARGEST, GaussianLargest
from perturb.laws.distributions.marchenko_pastur import marchenko_pastur
from perturb.laws.distributions.names import DISTRIBUTIONS, BadName, listing, named_distribution, parse
from perturb.laws.distributions.smallest import ginibre_smallest
from perturb.laws.distributions.tracy_widom import tracy_widom

NAMED = {
    "tracy-widom-1": tracy_widom(1),
    " Tracy-Widom-2 ": tracy_widom(2),
    "tracy-widom-4": tracy_widom(4, convention="stochastic-airy"),
    "tracy-widom-4:goe": tracy_widom(4, convention="goe"),
    "semicircle": semicircle(1.0),
    "semicircle:0.25": semicircle(0.25),
    "marchenko-pastur:0.5": marchenko_pastur(0.5),
    "marchenko-pastur:.5,2": marchenko_pastur(0.5, 2.0),
    "goe-largest:10": GaussianLargest(1, 10),
}
PARAMETERS = {
    "marchenko-pastur": ":0.5",
    "marchenko-pastur-product": ":0.5,1",
    "shifted-singular": ":0.5",
    "masked-singular": ":1.1,0.5,0.5",
    "goe-largest": ":5",
    "gue-largest": ":5",
}
PARAMETERS |= {"ginibre-smallest": ":5", "ginibre-radius": ":5"}


@pytest.mark.parametrize("text", NAMED)
def test_names(text):
    assert named_distribution(text) == NAMED[text]


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_every_law_can_be_named(name):
    dist = named_distribution(name + PARAMETERS.get(name, ""))
    assert 0.49 < dist.cdf(dist.ppf(0.5)) < 0.51 or dist.atoms
    assert any(usage.startswith(name) for usage, _ in listing())


@pytest.mark.parametrize(
    ("word", "factor"),
    [
        ("sqrt2", sqrt(2)),
        ("sqrt(2)", sqrt(2)),
        ("1/sqrt(2)", sqrt(0.5)),
        ("1/2", 0.5),
        ("0.7", 0.7),
        ("2e-1", 0.2),
    ],
)
def test_factors(word, factor):
    dist = named_distribution(f"{word}*tracy-widom-1")
    x = np.array([-2.0, 0.0, 1.0])
    assert dist.cdf(factor * x) == pytest.approx(tracy_widom(1).cdf(x), abs=1e-14)
    assert dist.name == f"{word} TW_1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tracy-widom-3", "no distribution is named 'tracy-widom-3'; did you mean tracy-widom-"),
        ("semicirle", "did you mean semicircle"),
        ("xyz", "known are tracy-widom-1, "),
        ("", "known are"),
        ("marchenko-pastur", "write marchenko-pastur:RATIO[,VARIANCE]"),
        ("tracy-widom-1:2", "write tracy-widom-1"),
        ("semicircle:", "parameter '' is not a number"),
        ("semicircle:-1", "variance must be positive"),
        ("semicircle:nan", "variance must be positive"),
        ("goe-largest:2.5", "parameter '2.5' is not an integer"),
        ("goe-largest:0", "n must be an integer"),
        ("edelman:quaternion", "field must be one of real, complex"),
        ("tracy-widom-4:x", "needs a convention"),
        ("-1*semicircle", "factor '-1' is not a number like"),
        ("0*semicircle", "must be positive and finite"),
        ("1/0*semicircle", "must be positive and finite"),
        ("sqrt(0)*semicircle", "must be positive and finite"),
        ("1e999*semicircle", "must be positive and finite"),
        ("*semicircle", "factor '' is not a number"),
    ],
)
def test_bad_names(text, message):
    with pytest.raises(BadName) as caught:
        named_distribution(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_name_is_said_once():
    with pytest.raises(BadName, match=r"^no distribution is named 'semicirle'; did you mean semicircle"):
        named_distribution("semicirle")
    with pytest.raises(BadName, match=r"^no distribution is named 'semicirle' \(in '2\*semicirle'\);"):
        named_distribution("2*semicirle")


def test_distributions_at_a_size():
    assert at_size(parse("tracy-widom-1"), 7) == GaussianLargest(1, 7)
    assert at_size(parse("tracy-widom-2"), 7, "gue") == GaussianLargest(2, 7)
    assert at_size(parse("smallest-singular"), 7) == ginibre_smallest(7)
    assert at_size(parse("sqrt(2)*tracy-widom-1"), 7).cdf(sqrt(2)) == GaussianLargest(1, 7).cdf(1.0)
    assert at_size(parse("edelman"), 7) is None
    assert implied(parse("smallest-singular:complex")) is None
    with pytest.raises(BadName, match="'gue' does not go with"):
        at_size(parse("tracy-widom-1"), 7, "gue")
    with pytest.raises(BadName, match="n = 0"):
        at_size(parse("tracy-widom-1"), 0)


@pytest.mark.parametrize(("beta", "name"), [(1, "tracy-widom-1"), (2, "tracy-widom-2")])
def test_beyond_the_exact_ones(beta, name, monkeypatch):
    """The expansion, where it is known exactly what it expands, is within its own error and not far less."""
    x, n = np.linspace(-6, 4, 201), 150
    exact = at_size(parse(name), n).cdf(x)
    monkeypatch.setattr("perturb.laws.distributions.finite_size.LARGEST", n - 1)
    near = at_size(parse(name), n)
    gap = np.abs(near.cdf(x) - exact).max()
    assert 0.5 * near.cdf_error < gap < near.cdf_error
    assert at_size(parse(name), LARGEST + 1).cdf_error < 0.0017
