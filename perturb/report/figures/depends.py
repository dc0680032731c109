"""What leans on what in a paper: the graph of its numbered results, and who leaned on a false statement."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import networkx as nx
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from perturb import files
from perturb.report.items import ORDER, Item
from perturb.report.markdown import joined, table
from perturb.statements.paper import Paper
from perturb.statements.status import Status

COLOURS = {
    Status.REFUTED: "#d6604d",
    Status.MISPRINT: "#f4a582",
    Status.VACUOUS: "#b2abd2",
    Status.GAP: "#fee08b",
    Status.PROVED: "#a6d96a",
    None: "#dddddd",
}
WORDS: dict[Status | None, str] = {None: "not checkable at a point"}
FALSE = (Status.REFUTED, Status.MISPRINT, Status.VACUOUS)


def group(name: str) -> str:
    """The numbered result of an item: what stands before the first dot."""
    return name.partition("/")[2].partition(".")[0]


def leans(item: Item, used: str) -> bool:
    """Does the item's argument use this one: by its own id, that of the display, or the whole result?"""
    return any(name in item.depends for name in (used, used.rstrip("abcdefgh"), used.partition(".")[0]))


def graph(found: Sequence[Item]) -> nx.DiGraph:
    """Numbered results that lean on others or are leaned on; edges from what is used to where it is used."""
    known: dict[str, Any] = {}
    for item in found:
        known.setdefault(group(item.id), []).append(item.status)
    result = nx.DiGraph()
    for item in found:
        for used in item.depends:
            if group(used) != group(item.id):
                result.add_edge(group(used), group(item.id))
    for node in result:
        statuses = known.get(node, [None])
        result.nodes[node]["status"] = next((s for s in ORDER if s in statuses), None)
    return result


def section(paper: Paper, found: Sequence[Item]) -> str:
    """The figure and the table of those that leaned on a false statement; empty without dependencies."""
    if not graph(found):
        return ""
    return joined(
        "## What leans on what",
        f"![dependencies]({name_of(paper)})",
        "An arrow runs from a result to one whose printed argument uses it. A result has the colour of the "
        "gravest verdict among its parts.",
        _leaning(found),
    )


def _leaning(found: Sequence[Item]) -> str:
    verdict = {item.id: item.status for item in found}
    rows = [
        [f"`{used.partition('/')[2]}`", f"`{item.id.partition('/')[2]}`", _fate(item)]
        for used, status in verdict.items()
        if status in FALSE
        for item in found
        if leans(item, used)
    ]
    if not rows:
        return ""
    lead = "Who leaned on a statement that is false as printed, and what became of it:"
    return joined(lead, table(["False as printed", "Used for", "Which is"], rows))


def _fate(item: Item) -> str:
    if item.status in FALSE:
        mended = ", ".join(f"`{c.id.partition('/')[2]}`" for c in item.corrected)
        return f"{item.status}, mended as {mended}" if mended else f"{item.status}"
    return f"{item.status}: it survives" if item.status else "not checkable at a point"


def name_of(paper: Paper) -> str:
    return f"{paper.key}-depends.png"


def _levels(net: nx.DiGraph) -> dict[str, tuple[float, float]]:
    """Left to right by the longest chain of arguments; within a level near the results that are used."""
    acyclic = nx.DiGraph((a, b) for a, b in net.edges if not nx.has_path(net, b, a))
    acyclic.add_nodes_from(net)
    place: dict[str, tuple[float, float]] = {}
    for x, level in enumerate(nx.topological_generations(acyclic)):
        names = sorted(level, key=lambda n: (_pull(acyclic, n, place), n))
        for k, name in enumerate(names):
            place[name] = (float(x), -(k - (len(names) - 1) / 2))
    return place


def _pull(net: nx.DiGraph, name: str, place: dict[str, tuple[float, float]]) -> float:
    heights = [place[used][1] for used in net.predecessors(name)]
    return -sum(heights) / len(heights) if heights else 0.0


def figure(paper: Paper, found: Sequence[Item]) -> Figure:
    net = graph(found)
    place = _levels(net)
    wide = max(x for x, _ in place.values()) + 1
    tall = max(abs(y) for _, y in place.values()) * 2 + 1
    picture = Figure(figsize=(1.9 * wide + 0.6, 0.42 * tall + 1.2), dpi=110, layout="constrained")
    FigureCanvasAgg(picture)
    axes = picture.add_subplot()
    axes.set_axis_off()
    for a, b in sorted(net.edges):
        arrow = {"arrowstyle": "-|>", "color": "#777777", "lw": 0.8, "shrinkA": 26, "shrinkB": 26}
        axes.annotate("", place[b], place[a], arrowprops=arrow | {"connectionstyle": "arc3,rad=0.08"})
    for name, (x, y) in place.items():
        box = {
            "boxstyle": "round,pad=0.35",
            "fc": COLOURS.get(net.nodes[name]["status"], "#ffffff"),
            "ec": "#444444",
        }
        axes.text(x, y, name, ha="center", va="center", fontsize=8, bbox=box)
    axes.set_xlim(-0.6, wide - 0.4)
    axes.set_ylim(-tall / 2 - 0.3, tall / 2 + 0.3)
    _legend(axes, {net.nodes[n]["status"] for n in net})
    axes.set_title(f"{paper.key}: an arrow runs from a result to where it is used", fontsize=10)
    return picture


def _legend(axes: Any, present: set[Status | None]) -> None:
    for status in [s for s in COLOURS if s in present]:
        axes.plot([], [], "s", color=COLOURS[status], label=WORDS.get(status, str(status)), markersize=8)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 0.0), ncol=6, fontsize=8, frameon=False)


def digest(found: Sequence[Item]) -> str:
    """Names the data of the figure."""
    net = graph(found)
    data = [sorted(net.edges), sorted((n, str(net.nodes[n]["status"])) for n in net)]
    return files.digest(data)


def save(paper: Paper, found: Sequence[Item], path: Path) -> None:
    files.save_picture(figure(paper, found), path, digest(found))


def is_of(found: Sequence[Item], path: Path) -> bool:
    return files.drawn_from(digest(found), path)
