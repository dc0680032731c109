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
WIDTH, HEIGHT, ACROSS, DOWN = 112, 28, 24, 12  # of a node and of the gaps between nodes, in pixels
MARGIN = 8


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
    """Reads what perturb.report.pages.depends writes; other lines say nothing that is drawn."""
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
    at = {name: _corner(place) for name, place in places(chart).items()}
    wide = max(x for x, _ in at.values()) + WIDTH + MARGIN
    high = max(y for _, y in at.values()) + HEIGHT + MARGIN
    size = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    head = f'<svg {size} role="group" aria-label="What leans on what">'
    parts = [*_arrows(chart, at), *_nodes(chart, at)]
    return head + "".join(parts) + "</svg>"


def _corner(place: tuple[int, int]) -> tuple[int, int]:
    return MARGIN + place[0] * (WIDTH + ACROSS), MARGIN + place[1] * (HEIGHT + DOWN)


def _arrows(chart: Chart, at: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    for start, end in chart.arrows:
        (x, y), (u, v) = at[start], at[end]
        x, y, v = x + WIDTH, y + HEIGHT // 2, v + HEIGHT // 2
        bend = max((u - x) // 2, 20)
        yield f'<path d="M{x} {y}C{x + bend} {y} {u - bend} {v} {u - 5} {v}"/>'
        yield f'<path class="head" d="M{u} {v}l-7 -4v8z"/>'


def _nodes(chart: Chart, at: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    home = list(chart.boxes.values())[-1] if chart.boxes else ""
    for name, (x, y) in at.items():
        label, box = chart.labels[name], chart.boxes[name]
        away = "" if box == home else ' stroke-dasharray="4"'
        title = f"<title>{escape(label)}{'' if box == home else f', {escape(box)}'}</title>"
        yield (
            f'<a href="#item-{escape(label.partition(MARK)[0])}">{title}'
            f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="5" '
            f'style="{chart.styles.get(chart.kinds[name], "")}"{away}/>'
            f'<text x="{x + WIDTH // 2}" y="{y + HEIGHT // 2 + 4}">{escape(said(label))}</text></a>'
        )


def said(label: str) -> str:
    """As people write it: lem-8 is Lemma 8, eq-46 is (46), each with its mark."""
    result, mark, letters = label.partition(MARK)
    kind, _, number = result.partition("-")
    if kind == "eq" and number.isdigit():
        result = f"({number})"
    elif kind in NAMES and number.isdigit():
        result = f"{NAMES[kind]} {number}"
    return f"{result}{mark}{letters}"
