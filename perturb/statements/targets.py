"""What a target on the command line names: an id, a glob, a paper's key, a file; or a simulation."""

from __future__ import annotations

import ast
import difflib
import fnmatch
import importlib
import importlib.util
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from perturb import sources
from perturb.sources import USER, Source, from_source
from perturb.statements.catalogue import (
    CLAIMS,
    GROUPS,
    SIMULATIONS,
    Declared,
    Statement,
    collect,
    declared_in,
    everything,
)
from perturb.statements.claim import Claim
from perturb.statements.experiment import Experiment
from perturb.statements.picture import Picture


class BadTarget(LookupError):
    """A target that names no claim or law, or not one of the kind that is wanted."""


def load_statements(path: Path) -> list[Statement]:
    """The claims, laws, tails and means of a Python file.

    Raises BadTarget when it is missing, fails to run, or declares none.
    """
    module = _run(path)
    _refuse_shadowed(path)
    try:
        found = statements_of(module)
    except ValueError as error:
        raise BadTarget(f"TARGET {str(path)!r}: {error}") from None
    if not found:
        raise BadTarget(f"TARGET {str(path)!r}: the file declares no claim (use @claim) and no law")
    return found


def statements_of(module: ModuleType) -> list[Statement]:
    """The claims, laws, tails and means that a module itself declares, in the order of declaration.

    ValueError when two share an id.
    """
    found = Declared()
    own = [s for s in declared_in(module) if isinstance(s, Statement) and not isinstance(s, Experiment)]
    for statement in own:
        found.add(statement)
    return list({id(s): s for s in own}.values())


def _run(path: Path) -> ModuleType:
    if "\0" in str(path) or not (path.is_file() or sources.sent(str(path))):
        raise BadTarget(f"TARGET {str(path)!r}: no such file")
    sources.forget(_packages())
    how = sources.spec(f"{USER}{path.stem}", str(path))
    module = importlib.util.module_from_spec(how)
    sys.modules[how.name] = module
    try:
        assert how.loader is not None
        with from_source():
            how.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise BadTarget(
            f"TARGET {str(path)!r}: {type(error).__name__}: {error}{_line(error, path)}"
        ) from None
    return module


def _packages() -> list[str]:
    """The top packages of everything that is found through entry points."""
    return sorted({entry.module.partition(".")[0] for group in GROUPS for entry in entry_points(group=group)})


def _refuse_shadowed(path: Path) -> None:
    """Of two functions with one name Python keeps the second; the first would never be checked."""
    source, lines = sources.source_of(path), dict[str, int]()
    assert source is not None
    for node in ast.parse(source.data).body:
        if isinstance(node, ast.FunctionDef) and node.name in lines:
            where = f"lines {lines[node.name]} and {node.lineno}"
            raise BadTarget(f"TARGET {str(path)!r}: {node.name} is defined twice ({where})")
        if isinstance(node, ast.FunctionDef):
            lines[node.name] = node.lineno


@lru_cache(maxsize=64)
def again(statement_file: str) -> dict[str, Statement]:
    """In a worker: the statements of a file that the parent has loaded, from the bytes that it sent, by id.

    Without them (the parent's program had imported the module by itself) the whole catalogue.
    """
    source = sources.sent(statement_file)
    if source is None:
        return everything()
    if source.name.startswith(USER):
        return {s.id: s for s in load_statements(Path(statement_file))}
    with from_source():
        return {s.id: s for s in statements_of(importlib.import_module(source.name))}


def _line(error: BaseException, path: Path) -> str:
    """The last line of the user's own file that the error passed through."""
    trace, line = error.__traceback__, None
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename) == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f" (line {line})" if line else ""


def changed(judged: Iterable[Statement]) -> list[Source]:
    """What was run for these statements, their files and helpers beside them, and has other bytes by now."""
    files = {str(s.file) for s in judged}
    others = (USER, *(entry.module + "." for entry in entry_points(group=CLAIMS)))
    files |= {s.file for s in sources.read().values() if not f"{s.name}.".startswith(others)}
    return [s for s in sources.read().values() if s.file in files and not s.still_there]


def select(targets: Sequence[str]) -> list[Claim]:
    """The claims that the targets name: an id, a glob, a paper's key, or a .py file. Raises BadTarget."""
    chosen: dict[str, Claim] = {}
    for target, found in _targets(targets):
        claims = [s for s in found if isinstance(s, Claim)]
        if not claims:
            others = f"{found[0].id} is {_called(found[0])}, taken by list, show and check"
            raise BadTarget(f"TARGET {target!r} names no claim: {others}")
        chosen |= {c.id: c for c in claims}
    return list(chosen.values())


def statements(targets: Sequence[str]) -> list[Statement]:
    """The claims, laws, tails and means that the targets name. Raises BadTarget."""
    return list({s.id: s for _, found in _targets(targets) for s in found}.values())


def _targets(targets: Sequence[str]) -> Iterator[tuple[str, list[Statement]]]:
    """What each target names; an id that two files declare is refused. A file is read once."""
    seen: dict[str, Statement] = {}
    known: dict[str, Statement] | None = None
    files: dict[Path, list[Statement]] = {}
    with sources.reading_once():
        for target in targets:
            if target.endswith(".py"):
                path = Path(target).resolve() if "\0" not in target else Path(target)
                found = files[path] = files.get(path) or load_statements(path)
            else:
                known = everything() if known is None else known
                found = _matching(target, known)
            for s in found:
                if seen.setdefault(s.id, s).file != s.file:
                    raise BadTarget(f"TARGET {target!r}: id {s.id!r} is declared in {seen[s.id].file} too")
            yield target, found


def _matching(target: str, known: dict[str, Statement]) -> list[Statement]:
    if target in known:
        return [known[target]]
    keys = sorted({_paper(key) for key in known})
    matches = [s for key, s in known.items() if fnmatch.fnmatchcase(key, target) or _paper(key) == target]
    if matches:
        return matches
    for name, drawn in _simulations().items():
        if fnmatch.fnmatchcase(name, target) or _short(name) == target:
            raise BadTarget(f"TARGET {target!r}: {name} is {_called(drawn)}: perturb simulate {name}")
    near = difflib.get_close_matches(target, [*known, *keys], n=3, cutoff=0.5)
    hint = f"; did you mean {', '.join(near)}?" if near else "; perturb list shows all"
    raise BadTarget(f"TARGET {target!r} names no statement{hint}")


def _paper(key: str) -> str:
    return key.partition("/")[0]


def _short(name: str) -> str:
    return name.rpartition("/")[2]


def _called(one: Statement | Experiment | Picture) -> str:
    """a law, an experiment"""
    return f"{'an' if one.kind[0] in 'aeiou' else 'a'} {one.kind}"


def _simulations() -> dict[str, Experiment | Picture]:
    found = collect(SIMULATIONS)
    known: dict[str, Experiment | Picture] = {**found.experiments, **found.pictures}
    return dict(sorted(known.items()))


def find(name: str) -> Experiment | Picture:
    """The experiment or picture of a name, "paper/figure" or "figure"; LookupError naming close matches."""
    known = _simulations()
    hits = [full for full in known if name in (full, _short(full))]
    if name in known or len(hits) == 1:
        return known[name if name in known else hits[0]]
    if hits:
        raise LookupError(f"{name!r} is ambiguous: {', '.join(hits)}")
    for statement in everything().values():
        if name in (statement.id, _short(statement.id)):
            raise LookupError(f"{statement.id} is {_called(statement)}: perturb check {statement.id}")
    close = difflib.get_close_matches(name, [*known, *map(_short, known)], cutoff=0.4)
    hint = f"did you mean {', '.join(close)}?" if close else f"known: {', '.join(sorted(known)) or 'none'}"
    raise LookupError(f"no experiment is called {name!r}; {hint}")
