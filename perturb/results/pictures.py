"""Small pictures of a result, as SVG without a library: what a notebook shows below the words."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from html import escape
from math import log10

from perturb.types import FloatArray

MARGINS = "relative margin, from 1e-12 to 1"
FIT = "F(x) of the samples, from 0 to 1: level where they fit"
BANDS = "what is measured (bar) and its bound (line), from 0"
BARS, WIDTH, HEIGHT, ROW = 24, 480, 90, 18  # pixels
LOWEST, HIGHEST = -12, 0  # log10 of the relative margin


def shown(svg: str, words: str) -> str:
    """A picture inside a page of Markdown."""
    return f"![{words}](data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()})"


def margins(values: Sequence[float]) -> str:
    """How far from equality the certified points are: a bar for each half power of ten."""
    counts = [0] * BARS
    for margin in values:
        bar = (log10(max(abs(margin), 10.0**LOWEST)) - LOWEST) * BARS / (HIGHEST - LOWEST)
        counts[min(BARS - 1, int(bar))] += 1
    return _bars(counts, MARGINS)


def fit(uniform: FloatArray) -> str:
    """How the values of a cdf at samples spread over [0, 1]: evenly where the distribution is theirs."""
    counts = [0] * BARS
    for value in uniform:
        counts[min(BARS - 1, int(value * BARS))] += 1
    return _bars(counts, FIT)


def bands(rows: Sequence[tuple[str, float, float, float]]) -> str:
    """A band from lo to hi beside its bound, for each (label, lo, hi, bound); an end may be infinite."""
    finite = [x for _, *ends in rows for x in ends if abs(x) < float("inf")]
    low, high = min(0.0, *finite), max(0.0, *finite) or 1.0
    left = 120

    def at(x: float) -> float:
        return left + (WIDTH - left) * (min(max(x, low), high) - low) / (high - low)

    drawn = (
        f'<text x="0" y="{y + 13}" font-size="12">{escape(label)}</text>'
        f'<rect x="{at(lo):.1f}" y="{y + 4}" width="{max(1.0, at(hi) - at(lo)):.1f}" height="10" '
        f'fill="#b8c9dc"/>'
        f'<path d="M{at(bound):.1f} {y}v{ROW}" stroke="#a33"/>'
        for y, (label, lo, hi, bound) in zip(range(0, ROW * len(rows), ROW), rows, strict=True)
    )
    return _svg("".join(drawn), ROW * len(rows), BANDS)


def _bars(counts: Sequence[int], words: str) -> str:
    step, most = WIDTH / BARS, max(counts)
    bars = (
        f'<rect x="{k * step:.1f}" y="{HEIGHT * (1 - n / most):.1f}" width="{step - 1:.1f}" '
        f'height="{HEIGHT * n / most:.1f}" fill="#b8c9dc"/>'
        for k, n in enumerate(counts)
    )
    return _svg("".join(bars), HEIGHT, words)


def _svg(drawn: str, height: int, words: str) -> str:
    place = f'x="{WIDTH / 2}" y="{height + 16}" font-size="12" text-anchor="middle"'
    size = f'width="{WIDTH}" height="{height + 22}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{drawn}<text {place}>{words}</text></svg>'
