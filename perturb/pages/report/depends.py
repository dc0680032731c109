"""What leans on what in a paper: graphs of its numbered results, and who leaned on a false statement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import networkx as nx

from perturb.pages.items import WRONG, Item, base, group, leans
from perturb.pages.markdown import fence, joined, table
from perturb.pages.report.badge import place, places, title
from perturb.statements.erratum import Section
from perturb.statements.paper import Paper, Status

LEAD = (
    "An arrow runs from a result to one whose printed argument uses it; one that other arrows imply is left "
    "out. A result is marked by what is false of it as printed, the text beside it included, with the "
    "letters of its sections on the errata sheet and the colour of the worst:"
)
HOMES = (
    "Each graph shows what the results of one section use; what stands in another section is in a dashed box."
)
Kinds = Mapping[str, Sequence[str]]
HEAVY = (Section.CONSEQUENCES, Section.FALSE)
LEANS, PLAIN = "leans", "plain"
# The mark of a result, with its colour and what it says; the letters are those of the errata sheet.
MARKS = {
    "A": ("red", "an error with consequences"),
    "B": ("red", "a statement that is false as printed"),
    "C": ("orange", "a misprint"),
    "D": ("yellow", "a gap in its proof"),
    LEANS: ("pale, dashed", "nothing of its own, but its argument directly uses what is marked A or B"),
    PLAIN: ("grey, no mark", "none of these; of a result marked A or B it uses only parts that are right"),
}
CLASSES = (
    "classDef A fill:#d6604d,stroke:#67001f,stroke-width:3px,color:#000",
    "classDef B fill:#d6604d,stroke:#67001f,color:#000",
    "classDef C fill:#fdb863,stroke:#b35806,color:#000",
    "classDef D fill:#ffee99,stroke:#8c6d31,color:#000",
    "classDef leans fill:#fddbc7,stroke:#67001f,stroke-dasharray:4,color:#000",
    "classDef plain fill:#eeeeee,stroke:#777777,color:#000",
)


def graph(found: Sequence[Item]) -> nx.DiGraph:
    """Numbered results that lean on others or are leaned on; edges from what is used to where it is used.

    An edge that other edges imply is left out, but for those of a circle.
    """
    whole = nx.DiGraph()
    for item in found:
        whole.add_edges_from((group(u), group(item.id)) for u in item.depends if group(u) != group(item.id))
    acyclic = nx.condensation(whole)
    kept, home = nx.transitive_reduction(acyclic), acyclic.graph["mapping"]
    told = [(a, b) for a, b in whole.edges if home[a] == home[b] or kept.has_edge(home[a], home[b])]
    return nx.DiGraph(sorted(told))


def kinds(found: Sequence[Item]) -> dict[str, tuple[str, ...]]:
    """By result: its sections of the errata sheet, the worst first; else "leans" if it uses an A or a B."""
    wrong: dict[str, set[str]] = {}
    for item in found:
        wrong.setdefault(group(item.id), set()).update(map(str, item.wrong))
    heavy = [item for item in found if item.worst in HEAVY]
    users = (group(item.id) for used in heavy for item in found if leans(item, used.id))
    marked = {name: tuple(sorted(marks)) for name, marks in wrong.items() if marks}
    return {name: (LEANS,) for name in users} | marked


def _users(found: Sequence[Item], kinds: Sequence[Section] = WRONG) -> Iterator[tuple[Item, list[Item]]]:
    """What is false as printed, in one of these ways, and used, with what uses it."""
    for used in found:
        users = [item for item in found if item is not used and leans(item, used.id)]
        if users and used.worst in kinds and not _slip(used):
            yield used, users


def _slip(item: Item) -> bool:
    """A misprint beside a statement that is right: in its proof, or in what it cites."""
    return item.worst is Section.MISPRINTS and item.status in (Status.PROVED, Status.PRINTED)


def section(paper: Paper, found: Sequence[Item]) -> str:
    """The graphs, and the table of those that leaned on a false statement; empty without dependencies."""
    net = graph(found)
    if not net:
        return ""
    there = homes(paper)
    kind = kinds(found)
    blocks = [_block(title, net, there, kind) for title in dict.fromkeys(there.values())]
    return joined(
        '## <a id="what-leans-on-what"></a>What leans on what',
        _answer(found, kind),
        LEAD,
        _legend(),
        HOMES,
        *blocks,
        _leaning(found),
    )


def _answer(found: Sequence[Item], kind: Kinds) -> str:
    """In a sentence or two, what rests on something false."""
    names = dict.fromkeys(group(item.id) for _, users in _users(found, HEAVY) for item in users)
    fallen = [name for name in names if kind.get(name, (LEANS,))[0] in HEAVY]
    others = [name for name in names if name not in fallen]
    told = [f"False themselves, and resting on something false: {_listed(fallen)}."] if fallen else []
    if others:
        own = "with a misprint or a gap of their own at most"
        told.append(f"Resting on something false, {own}: {_listed(others)}.")
    return " ".join(told)


def _listed(results: Iterable[str]) -> str:
    """Theorem 35, (46) and the like; numbers and remarks of the text by their ids."""
    return places(f"/{name}" for name in results)


def _legend() -> str:
    return "\n".join(f"- {mark} ({colour}): {said}" for mark, (colour, said) in MARKS.items())


def homes(paper: Paper) -> dict[str, str]:
    """The section of the paper in which each of its numbered results stands, by result."""
    title, found = paper.title, dict[str, str]()
    for item in paper.items:
        title = paper.sections.get(item, title)
        found.setdefault(group(item), title)
    return found


def _block(title: str, net: nx.DiGraph, there: Mapping[str, str], kind: Kinds) -> str:
    """The arrows that end in a section; nothing where none does."""
    edges = [(a, b) for a, b in net.edges if there.get(b) == title]
    shown = fence(mermaid(edges, title, there, kind), "mermaid")
    return joined(f"### {title}", shown) if edges else ""


def mermaid(edges: Sequence[tuple[str, str]], title: str, there: Mapping[str, str], kind: Kinds) -> str:
    """A flow chart from left to right; other sections are boxes of their own."""
    names = list(dict.fromkeys(name for edge in edges for name in edge))
    boxes: dict[str, list[str]] = {}
    for name in names:
        boxes.setdefault(there.get(name, "elsewhere"), []).append(name)
    lines = ["flowchart LR"]
    for k, (box, inside) in enumerate(sorted(boxes.items(), key=lambda pair: pair[0] == title)):
        lines.append(f'subgraph s{k}["{box}"]')
        lines += [_marked(name, kind.get(name, ())) for name in inside]
        lines.append("end")
        if box != title:
            lines.append(f"style s{k} fill:none,stroke-dasharray:4")
    lines += [f"{_node(a)} --> {_node(b)}" for a, b in edges]
    return "\n".join([*lines, *CLASSES])


def _marked(name: str, marks: Sequence[str]) -> str:
    """A node with its marks in letters, and the colour of the worst."""
    said = f" · {' '.join(marks)}" if marks else ""
    return f'  {_node(name)}["{name}{said}"]:::{next(iter(marks), PLAIN)}'


def _node(name: str) -> str:
    """A name that is no keyword of the language: `end` and `style` would be."""
    return "n_" + name.replace("-", "_")


def _leaning(found: Sequence[Item]) -> str:
    pairs = list(_users(found))
    twice = Counter((place(used.id), used.worst) for used, _ in pairs)
    rows = []
    for used, users in pairs:
        several = twice[place(used.id), used.worst] > 1 and used.printed
        named = title(used.printed[0]) if several else place(used.id)
        rows.append([f"{named}, {used.worst}", "; ".join(_fates(users))])
    if not rows:
        return ""
    lead = "Who leaned on a statement that is false as printed, and what became of it:"
    return joined(lead, table(["False as printed", "Used for"], rows))


def _fates(users: Sequence[Item]) -> list[str]:
    """One entry for each fate."""
    by: dict[str, list[str]] = {}
    for item in users:
        by.setdefault(_fate(item), []).append(item.id)
    return [f"{places(names)} ({fate})" for fate, names in by.items()]


def _fate(item: Item) -> str:
    if item.worst in WRONG:
        mended = "; ".join(dict.fromkeys(map(title, item.corrected)))
        told = f"marked {item.worst}"
        return f"{told}, mended as {mended}" if mended else told
    own = next((c.status for c in item.printed if base(c.id) == item.id), item.status)
    return f"{own}: it survives" if own else "not checkable at a point"
