"""What a target on the command line names: an id, a glob, a paper's key, a label in print, a file."""

from __future__ import annotations

import difflib
import fnmatch
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from perturb.process import sources
from perturb.statements.catalogue import (
    SIMULATIONS,
    BadTarget,
    Declared,
    Statement,
    collect,
    everything,
    left_out,
    left_out_so_far,
    load_statements,
)
from perturb.statements.claim import Claim
from perturb.statements.erratum import Remark
from perturb.statements.printed import Drawn, Place, nearest, papers_of, places, respelled
from perturb.statements.questions import asks


@dataclass(frozen=True)
class Chosen:
    """What one target names: statements, what `perturb simulate` draws, the place in print for a label."""

    target: str
    statements: Sequence[Statement]
    drawn: Sequence[Drawn] = ()
    place: Place | None = None


def select(targets: Sequence[str], asking: bool = False) -> list[Claim]:
    """The claims among the `statements` that the targets name. BadTarget for a target without any."""
    chosen: dict[str, Claim] = {}
    for one in choose(targets):
        found = _answerable(one, asking)
        claims = [s for s in found if isinstance(s, Claim)]
        if not claims:
            others = f"{found[0].id} is {_called(found[0])}, taken by list, show and check"
            raise BadTarget(f"TARGET {one.target!r} names no claim: {others}")
        chosen |= {c.id: c for c in claims}
    return list(chosen.values())


def statements(targets: Sequence[str], asking: bool = False) -> list[Statement]:
    """The claims, laws, tails and means that the targets name. BadTarget for a target without any.

    Claims with free constants are no statements: they are there where one is `asking`, and nowhere else.
    """
    return list({s.id: s for one in choose(targets) for s in _answerable(one, asking)}.values())


def listed(targets: Sequence[str]) -> list[Statement | Drawn]:
    """The statements that the targets name, and what `perturb simulate` draws. BadTarget where neither is."""
    named: dict[str, Statement | Drawn] = {}
    for one in choose(targets):
        named |= {s.id: s for s in (*one.statements, *(one.drawn or _decidable(one)))}
    return list(named.values())


def remarked(targets: Sequence[str] = ()) -> dict[str, Remark]:
    """The remarks by the printed item that they are on, all or those on the items that the targets name."""
    known = collect().remarks
    if not targets:
        return dict(sorted(known.items()))
    at = {item for one in choose(targets) if one.place for item in one.place.items}
    fits = [key for key in sorted(known) if key in at or any(_fits(key, target) for target in targets)]
    return {key: known[key] for key in fits}


def choose(targets: Iterable[str]) -> list[Chosen]:
    """What each target names; BadTarget where it names nothing, or not one thing.

    A target is the id of a statement, the name of what `perturb simulate` draws, a glob for these, the key of
    a paper, a label as printed ("Lemma 20", "riedi2022 (101)"), a .py file, which is read once, or
    FILE.py::NAME of a statement in it. An id that two files declare is refused.
    """
    seen: dict[str, Statement] = {}
    known: Declared | None = None
    files: dict[Path, list[Statement]] = {}
    chosen: list[Chosen] = []
    with sources.reading_once():
        for target in targets:
            file, colons, name = target.partition("::")
            if file.endswith(".py"):
                path = Path(file).resolve() if "\0" not in file else Path(file)
                found = files[path] = files.get(path) or load_statements(path)
                one = Chosen(target, _called_so(found, name, target) if colons else found)
            else:
                known = known or collect()
                one = _matching(target, known)
            for s in one.statements:
                if seen.setdefault(s.id, s).file != s.file:
                    raise BadTarget(f"TARGET {target!r}: id {s.id!r} is declared in {seen[s.id].file} too")
            chosen.append(one)
    return chosen


def _called_so(found: Sequence[Statement], name: str, target: str) -> Sequence[Statement]:
    """Of the statements of a file the one that "FILE::NAME" names, by its id or the end of it."""
    hits = [one for one in found if name in (one.id, _short(one.id))]
    if why := left_out_so_far().get(name):
        raise BadTarget(why)
    if not hits:
        raise BadTarget(
            f"TARGET {target!r}: the file declares {_few(name, [_short(one.id) for one in found])}"
        )
    return hits


def _matching(target: str, known: Declared) -> Chosen:
    every, drawn = known.statements, known.drawn
    if target in every:
        return Chosen(target, [every[target]])
    fits = [key for key in sorted(every) if _fits(key, target)]
    figures = [key for key in sorted(drawn) if _fits(key, target) or _short(key) == target]
    if fits or figures:
        return Chosen(target, [every[key] for key in fits], [drawn[key] for key in figures])
    short = [key for key in sorted(every) if _short(key) == target]
    if len(short) == 1:
        return Chosen(target, [every[short[0]]])
    found = [] if short else places(target, known)
    if len(found) == 1:
        return Chosen(target, found[0].statements, found[0].drawn, found[0])
    if not short and not found and (labelled := _labelled(target, known)):
        return labelled
    if several := short or [repr(f"{place.paper.key} {place.label}") for place in found]:
        raise BadTarget(f"TARGET {target!r} is found in several papers: {', '.join(several)}")
    raise BadTarget(f"TARGET {target!r} names no statement; {_hint(target, known)}")


def _labelled(target: str, known: Declared) -> Chosen | None:
    """The statements and figures with this label, as `perturb list` prints it; the key may stand before."""

    def called(one: Statement | Drawn) -> bool:
        label = one.label if isinstance(one, Claim) else one.title
        return target in (label, f"{one.id.partition('/')[0]} {label}")

    fits = list(filter(called, known.statements.values()))
    figures = list(filter(called, known.drawn.values()))
    return Chosen(target, fits, figures) if fits or figures else None


def _fits(key: str, target: str) -> bool:
    """Is this the name, the paper, or a glob that fits?"""
    return fnmatch.fnmatchcase(key, target) or key.partition("/")[0] == target


def _hint(target: str, known: Declared) -> str:
    """What may have been meant: what is printed nearby, all of the same number, names that are alike."""
    if near := nearest(target, known):
        return near
    if (label := respelled(target)) and places(label, known):
        return f"did you mean {label!r}?"
    for place in places(target.partition("~")[0].partition(".")[0], known):
        return f"{place.title}: {_few(target, [one.id for one in (*place.statements, *place.drawn)])}"
    keys = [key for key in papers_of(known) if target.lower() in key]
    close = keys or difflib.get_close_matches(target, known.statements, n=3, cutoff=0.75)
    return f"did you mean {', '.join(close)}?" if close else "perturb list shows all"


def _few(target: str, names: Sequence[str], most: int = 4) -> str:
    """The names that are most alike, and how many more: a, b, c, d and 3 more."""
    close = difflib.get_close_matches(target, names, n=most, cutoff=0)
    return ", ".join(close) + (f" and {len(names) - most} more" if len(names) > most else "")


def _decidable(one: Chosen) -> Sequence[Statement]:
    """The statements of a target; BadTarget, with what to do instead, where it has none."""
    if one.statements:
        return one.statements
    if one.drawn:
        first = one.drawn[0]
        others = "".join(f", also {other.id}" for other in one.drawn[1:])
        what = f"{first.id} is {_called(first)}: perturb simulate {first.id}{others}"
        raise BadTarget(f"TARGET {one.target!r}: {what}")
    raise BadTarget(f"TARGET {one.target!r}: no statement decides it: perturb show {one.target!r}")


def _answerable(one: Chosen, asking: bool) -> Sequence[Statement]:
    """Without questions, which are left out of a file; BadTarget where nothing else is asked for."""
    found = _decidable(one)
    open_ = [] if asking else [s for s in found if isinstance(s, Claim) and s.free]
    told = {s.id: asks(s) for s in open_}
    alone = len(told) == len(found)
    if told and (alone or not all(left_out(_short(name), why) for name, why in told.items())):
        raise BadTarget("; ".join(told.values()))
    return [s for s in found if s.id not in told]


def _short(name: str) -> str:
    return name.partition("/")[2]


def _called(one: Statement | Drawn) -> str:
    """a law, an experiment"""
    return f"{'an' if one.kind[0] in 'aeiou' else 'a'} {one.kind}"


def _simulations() -> dict[str, Drawn]:
    return dict(sorted(collect(SIMULATIONS).drawn.items()))


def find(name: str) -> Drawn:
    """The experiment or picture of a name, "paper/figure" or "figure"; LookupError naming close matches."""
    known = _simulations()
    hits = [full for full in known if name in (full, _short(full))]
    if name in known or len(hits) == 1:
        return known[name if name in known else hits[0]]
    hits = hits or [one.id for place in places(name, collect()) for one in place.drawn]
    if len(hits) == 1:
        return known[hits[0]]
    if hits:
        raise LookupError(f"{name!r} is ambiguous: {', '.join(hits)}")
    for statement in everything().values():
        if name in (statement.id, _short(statement.id)):
            raise LookupError(f"{statement.id} is {_called(statement)}: perturb check {statement.id}")
    close = difflib.get_close_matches(name, [*known, *map(_short, known)], cutoff=0.4)
    hint = f"did you mean {', '.join(close)}?" if close else f"known: {', '.join(sorted(known)) or 'none'}"
    raise LookupError(f"no experiment is called {name!r}; {hint}")
