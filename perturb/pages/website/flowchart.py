"""A flow chart in the few words of Mermaid that the reports use, drawn as SVG when the site is built."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

import networkx as nx

NODE = re.compile(r'^(\w+)\["([^"]*)"\](?::::(\w+))?$')
ARROW = re.compile(r"^(\w+) --> (\w+)$")
BOX = re.compile(r'^subgraph (\w+)\["([^"]*)"\]$')
CLASS = re.compile(r"^classDef (\w+) (.*)$")
NAMES = {
    "cor": "Corollary",
    "def": "Definition",
    "ex": "Example",
    "fig": "Figure",
    "lem": "Lemma",
    "prop": "Proposition",
    "thm": "Theorem",
}
MARK = " · "  # between the name of a result and what is wrong with it
WIDTH, HEIGHT, ACROSS, DOWN = 96, 28, 26, 14  # of a node and of the gaps between nodes, in pixels
MARGIN, AROUND = 8, 4  # around the chart, and of the box around a node of another section
LETTER = 7  # the width of one


@dataclass
class Chart:
    """Labels by node, the class and the box of each, arrows, colours by class."""

    labels: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    boxes: dict[str, str] = field(default_factory=dict)
    arrows: list[tuple[str, str]] = field(default_factory=list)
    styles: dict[str, str] = field(default_factory=dict)


def fence(source: str, *_: Any, **__: Any) -> str:
    """A fence `mermaid`, as the extension for fences asks for it."""
    return f'<div class="chart" data-search-exclude>{svg(parse(source))}</div>'


def parse(source: str) -> Chart:
    """Reads what perturb.pages.report.depends writes; other lines say nothing that is drawn."""
    chart, box = Chart(), ""
    for line in map(str.strip, source.splitlines()):
        if found := BOX.match(line):
            box = found[2]
        elif found := NODE.match(line):
            chart.labels[found[1]], chart.boxes[found[1]] = found[2], box
            chart.kinds[found[1]] = found[3] or "plain"
        elif found := ARROW.match(line):
            chart.arrows.append((found[1], found[2]))
        elif found := CLASS.match(line):
            chart.styles[found[1]] = found[2].replace(",", ";").replace("color:", "--ink:")
    return chart


def places(chart: Chart) -> dict[str, tuple[int, int]]:
    """(column, row) of each node: right of all that leads to it, near to the rows of these."""
    net = nx.DiGraph(chart.arrows)
    net.add_nodes_from(chart.labels)
    whole = nx.condensation(net)  # a circle stands in one column
    found: dict[str, tuple[int, int]] = {}
    for column, parts in enumerate(nx.topological_generations(whole)):
        names = [name for part in parts for name in whole.nodes[part]["members"]]
        ordered = sorted(names, key=lambda name: (_pull(name, net, found), list(chart.labels).index(name)))
        found |= {name: (column, row) for row, name in enumerate(ordered)}
    return found


def _pull(name: str, net: nx.DiGraph, found: Mapping[str, tuple[int, int]]) -> float:
    rows = [found[before][1] for before in net.predecessors(name) if before in found]
    return sum(rows) / len(rows) if rows else 0.0


def svg(chart: Chart) -> str:
    """Nodes are links to `#item-<name>`, with which a label begins; the ink of arrows is that of the page."""
    at = corners(chart)
    wide = max(x + width for x, _, width in at.values()) + MARGIN
    high = max(y for _, y, _ in at.values()) + HEIGHT + MARGIN
    size = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    head = f'<svg {size} role="group" aria-label="What leans on what">'
    parts = [*_arrows(chart, at), *_nodes(chart, at)]
    return head + "".join(parts) + "</svg>"


def corners(chart: Chart) -> dict[str, tuple[int, int, int]]:
    """The upper left corner of each node and its width: a column is as wide as its longest label."""
    at = places(chart)
    widths: dict[int, int] = {}
    for name, (column, _) in at.items():
        own = LETTER * len(said(chart.labels[name])) + 2 * MARGIN
        widths[column] = max(widths.get(column, WIDTH), own)
    starts = [MARGIN + sum(widths[k] + ACROSS for k in range(column)) for column in range(len(widths))]
    return {
        name: (starts[column], MARGIN + row * (HEIGHT + DOWN), widths[column])
        for name, (column, row) in at.items()
    }


def _arrows(chart: Chart, at: Mapping[str, tuple[int, int, int]]) -> Iterator[str]:
    for start, end in chart.arrows:
        (x, y, width), (u, v, _) = at[start], at[end]
        x, y, v = x + width, y + HEIGHT // 2, v + HEIGHT // 2
        bend = max((u - x) // 2, 20)
        yield f'<path d="M{x} {y}C{x + bend} {y} {u - bend} {v} {u - 5} {v}"/>'
        yield f'<path class="head" d="M{u} {v}l-7 -4v8z"/>'


def _nodes(chart: Chart, at: Mapping[str, tuple[int, int, int]]) -> Iterator[str]:
    home = list(chart.boxes.values())[-1] if chart.boxes else ""
    for name, (x, y, width) in at.items():
        label, box = chart.labels[name], chart.boxes[name]
        away = "" if box == home else _box(x, y, width)
        title = f"<title>{escape(label)}{'' if box == home else f', {escape(box)}'}</title>"
        yield (
            f'<a href="#item-{escape(label.partition(MARK)[0])}">{title}'
            f'{away}<rect x="{x}" y="{y}" width="{width}" height="{HEIGHT}" rx="5" '
            f'style="{chart.styles.get(chart.kinds[name], "")}"/>'
            f'<text x="{x + width // 2}" y="{y + HEIGHT // 2 + 4}">{escape(said(label))}</text></a>'
        )


def _box(x: int, y: int, width: int) -> str:
    """Around a node of another section, in the ink of the page."""
    size = f'width="{width + 2 * AROUND}" height="{HEIGHT + 2 * AROUND}"'
    return f'<rect class="away" x="{x - AROUND}" y="{y - AROUND}" {size} rx="7"/>'


def said(label: str) -> str:
    """As people write it: lem-8 is Lemma 8, eq-46 is (46), each with its mark."""
    result, mark, letters = label.partition(MARK)
    kind, _, number = result.partition("-")
    if kind == "eq" and number.isdigit():
        result = f"({number})"
    elif kind in NAMES and number.isdigit():
        result = f"{NAMES[kind]} {number}"
    return f"{result}{mark}{letters}"
