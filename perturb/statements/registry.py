"""Finding claims and laws: in packages that declare the entry-point group, and in a file of the user's."""

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
from perturb.statements.chance import Bound, Law
from perturb.statements.claim import Claim

GROUP = "perturb.claims"
Statement = Claim | Law | Bound


class BadTarget(LookupError):
    """A target that names no claim."""


def everything() -> dict[str, Statement]:
    """Every claim, law, tail and mean of every installed package that declares the group, by id, sorted.

    ValueError when two share an id.
    """
    found: dict[str, Statement] = {}
    for module in sources.declared(GROUP):
        _add(found, statements_of(module))
    return dict(sorted(found.items()))


def catalogue() -> dict[str, Claim]:
    """Every claim of every installed package that declares the group, by id, in the order of ids."""
    return {key: c for key, c in everything().items() if isinstance(c, Claim)}


def laws() -> dict[str, Law | Bound]:
    """Every law, tail and mean beside the claims, by id, in the order of ids."""
    return {key: s for key, s in everything().items() if not isinstance(s, Claim)}


def statements_of(module: ModuleType) -> list[Statement]:
    """The claims, laws, tails and means that a module itself declares, in the order of declaration."""
    found = [value for value in vars(module).values() if isinstance(value, Statement)]
    own = (s for s in found if s.file and s.file == _file(module))
    return list({id(s): s for s in own}.values())


def claims_of(module: ModuleType) -> list[Claim]:
    """The claims that a module itself declares, in the order of declaration."""
    return [s for s in statements_of(module) if isinstance(s, Claim)]


def _file(module: ModuleType) -> Path | None:
    return Path(module.__file__) if module.__file__ else None


def _add(known: dict[str, Statement], new: Iterable[Statement]) -> None:
    for one in new:
        if one.id in known:
            where = f"{known[one.id].file} and {one.file}"
            raise ValueError(f"{one.kind} id {one.id!r} is declared twice: {where}")
        known[one.id] = one


def load_file(path: Path) -> list[Claim]:
    """The claims of a Python file. Raises BadTarget when it is missing, fails to run, or declares none."""
    claims = [s for s in load_statements(path) if isinstance(s, Claim)]
    if not claims:
        raise BadTarget(f"TARGET {str(path)!r}: the file declares no claim (use @claim)")
    return claims


def load_statements(path: Path) -> list[Statement]:
    """The claims, laws, tails and means of a Python file. BadTarget as for `load_file`."""
    module = _run(path)
    _refuse_shadowed(path, module)
    found: dict[str, Statement] = {}
    try:
        _add(found, statements_of(module))
    except ValueError as error:
        raise BadTarget(f"TARGET {str(path)!r}: {error}") from None
    if not found:
        raise BadTarget(f"TARGET {str(path)!r}: the file declares no claim (use @claim) and no law")
    return list(found.values())


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
    groups = (GROUP, "perturb.simulations")
    return sorted({entry.module.partition(".")[0] for group in groups for entry in entry_points(group=group)})


def _refuse_shadowed(path: Path, module: ModuleType) -> None:
    """Of two functions with one name Python keeps the second; the first would never be checked."""
    source, lines = sources.source_of(_file(module)), dict[str, int]()
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
    others = (USER, *(entry.module + "." for entry in entry_points(group=GROUP)))
    files |= {s.file for s in sources.read().values() if not f"{s.name}.".startswith(others)}
    return [s for s in sources.read().values() if s.file in files and not s.still_there]


def select(targets: Sequence[str]) -> list[Claim]:
    """The claims that the targets name: an id, a glob, a paper's key, or a .py file. Raises BadTarget."""
    chosen: dict[str, Claim] = {}
    for target, found in _targets(targets):
        claims = [s for s in found if isinstance(s, Claim)]
        if not claims:
            others = f"{found[0].id} is a {found[0].kind}, taken by list, show and check"
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
    near = difflib.get_close_matches(target, [*known, *keys], n=3, cutoff=0.5)
    hint = f"; did you mean {', '.join(near)}?" if near else "; perturb list shows all"
    raise BadTarget(f"TARGET {target!r} names no claim{hint}")


def _paper(key: str) -> str:
    return key.partition("/")[0]


def covering(item: str) -> list[Claim]:
    """The claims that encode or cover a printed item."""
    return [c for c in catalogue().values() if item == c.id or item in c.covers]
