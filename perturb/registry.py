"""Finding claims: in packages that declare the entry-point group, and in a file named on the command line."""

from __future__ import annotations

import ast
import difflib
import fnmatch
import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from perturb.claim import Claim

GROUP = "perturb.claims"


class BadTarget(LookupError):
    """A target that names no claim."""


def catalogue() -> dict[str, Claim]:
    """Every claim of every installed package that declares the group, by id, in the order of ids."""
    claims: dict[str, Claim] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda e: (e.name, e.value)):
        for module in walk(importlib.import_module(entry.module)):
            _add(claims, claims_of(module))
    return dict(sorted(claims.items()))


def walk(module: ModuleType) -> Iterator[ModuleType]:
    """A module and, for a package, everything inside it."""
    yield module
    for info in pkgutil.walk_packages(getattr(module, "__path__", []), module.__name__ + "."):
        yield importlib.import_module(info.name)


def claims_of(module: ModuleType) -> list[Claim]:
    """The claims that a module itself declares, in the order of declaration."""
    found = [value for value in vars(module).values() if isinstance(value, Claim)]
    return list(dict.fromkeys(c for c in found if c.file and c.file == _file(module)))


def _file(module: ModuleType) -> Path | None:
    return Path(module.__file__) if module.__file__ else None


def _add(claims: dict[str, Claim], new: Iterable[Claim]) -> None:
    for claim in new:
        if claim.id in claims:
            raise ValueError(
                f"claim id {claim.id!r} is declared twice: {claims[claim.id].file} and {claim.file}"
            )
        claims[claim.id] = claim


def load_file(path: Path) -> list[Claim]:
    """The claims of a Python file. Raises BadTarget when it is missing, fails to run, or declares none."""
    if "\0" in str(path) or not path.is_file():
        raise BadTarget(f"TARGET {str(path)!r}: no such file")
    spec = importlib.util.spec_from_file_location(f"perturb_user_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise BadTarget(
            f"TARGET {str(path)!r}: {type(error).__name__}: {error}{_line(error, path)}"
        ) from None
    _refuse_shadowed(path)
    claims: dict[str, Claim] = {}
    try:
        _add(claims, claims_of(module))
    except ValueError as error:
        raise BadTarget(f"TARGET {str(path)!r}: {error}") from None
    if not claims:
        raise BadTarget(f"TARGET {str(path)!r}: the file declares no claim (use @claim)")
    return list(claims.values())


def _refuse_shadowed(path: Path) -> None:
    """Of two functions with one name Python keeps the second; the first would never be checked."""
    lines: dict[str, int] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name in lines:
            where = f"lines {lines[node.name]} and {node.lineno}"
            raise BadTarget(f"TARGET {str(path)!r}: {node.name} is defined twice ({where})")
        if isinstance(node, ast.FunctionDef):
            lines[node.name] = node.lineno


def _line(error: BaseException, path: Path) -> str:
    """The last line of the user's own file that the error passed through."""
    trace, line = error.__traceback__, None
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename) == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f" (line {line})" if line else ""


def select(targets: Sequence[str]) -> list[Claim]:
    """The claims that the targets name: an id, a glob, a paper's key, or a .py file. Raises BadTarget."""
    chosen: dict[str, Claim] = {}
    known: dict[str, Claim] | None = None
    for target in targets:
        if target.endswith(".py"):
            matches = load_file(Path(target).absolute())
        else:
            known = catalogue() if known is None else known
            matches = _matching(target, known)
        for c in matches:
            if chosen.setdefault(c.id, c).file != c.file:
                raise BadTarget(f"TARGET {target!r}: id {c.id!r} is declared in {chosen[c.id].file} too")
    return list(chosen.values())


def _matching(target: str, known: dict[str, Claim]) -> list[Claim]:
    if target in known:
        return [known[target]]
    matches = [c for key, c in known.items() if fnmatch.fnmatchcase(key, target) or c.paper.key == target]
    if matches:
        return matches
    near = difflib.get_close_matches(
        target, [*known, *{c.paper.key for c in known.values()}], n=3, cutoff=0.5
    )
    hint = f"; did you mean {', '.join(near)}?" if near else "; perturb list shows all"
    raise BadTarget(f"TARGET {target!r} names no claim{hint}")


def covering(item: str) -> list[Claim]:
    """The claims that encode or cover a printed item."""
    return [c for c in catalogue().values() if item == c.id or item in c.covers]
