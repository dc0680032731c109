"""Where statements come from: all that installed packages declare, by one walk, and files of a user.

Everything that installed packages declare, by kind: one walk finds each thing once.

Statements from a file of Python: run once, from the bytes that are judged.

Where a definition fails, the file is run one definition after the other, so that the others are left. Code
of the user's does not end the process: who asks for verdicts gets one, or an error. `sys.exit` is an
exception, which is told; `os._exit` and the `os.exec` family would leave with an exit code of their own,
such as 0, and without a word.
"""

from __future__ import annotations

import ast
import gc
import importlib
import importlib.util
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from perturb.numbers.numerals import DecimalWarning
from perturb.process import sources
from perturb.process.sources import USER, Source, from_source
from perturb.statements.chance import Bound, Law
from perturb.statements.claim import Claim
from perturb.statements.erratum import Erratum, Remark
from perturb.statements.experiment import Curves, Experiment, Picture

CLAIMS, SIMULATIONS = GROUPS = sources.CATALOGUE, "perturb.simulations"
Statement = Claim | Law | Bound
# Tuples: whatever stands in a module is asked.
ANYWHERE, AT_HOME = (Experiment, Picture, Remark, Curves, Erratum), (Claim, Law, Bound)


@dataclass(frozen=True)
class Declared:
    """What was found, in the order of the walk.

    `claims`, `problems` (claims of the board) and `laws` (laws, tails and means) by id, `experiments` and
    `pictures` by name, `remarks` by the item that they are on, `curves` by the file that they are drawn into,
    `errata` by id.
    """

    claims: dict[str, Claim] = field(default_factory=dict)
    problems: dict[str, Claim] = field(default_factory=dict)
    laws: dict[str, Law | Bound] = field(default_factory=dict)
    experiments: dict[str, Experiment] = field(default_factory=dict)
    pictures: dict[str, Picture] = field(default_factory=dict)
    remarks: dict[str, Remark] = field(default_factory=dict)
    curves: dict[str, Curves] = field(default_factory=dict)
    errata: dict[str, Erratum] = field(default_factory=dict)

    @property
    def statements(self) -> dict[str, Statement]:
        return {**self.claims, **self.problems, **self.laws}

    @property
    def drawn(self) -> dict[str, Experiment | Picture]:
        """What `perturb simulate` draws."""
        return {**self.experiments, **self.pictures}

    def add(self, value: Statement | Experiment | Picture | Remark | Curves | Erratum) -> None:
        """ValueError when something else is called so."""
        match value:
            case Experiment():  # first, as it is a law too
                _keep(self.experiments, value.name, value, self.pictures)
            case Picture():
                _keep(self.pictures, value.name, value, self.experiments)
            case Claim() if value.problem is not None:
                _keep(self.problems, value.id, value, {**self.claims, **self.laws})
            case Claim():
                _keep(self.claims, value.id, value, {**self.problems, **self.laws})
            case Law() | Bound():
                _keep(self.laws, value.id, value, {**self.claims, **self.problems})
            case Remark():
                for item in value.items:
                    _keep(self.remarks, item, value)
            case Curves():
                _keep(self.curves, value.file, value)
            case Erratum():
                _keep(self.errata, value.id, value)


def _keep(known: dict[str, Any], name: str, value: Any, others: Mapping[str, Any] | None = None) -> None:
    first = (others or {}).get(name) or known.setdefault(name, value)
    if first is not value:
        where = " and ".join(
            str(one.file) for one in (first, value) if isinstance(one, Statement) and one.file
        )
        raise ValueError(f"id {name!r} is declared twice{where and ': '}{where}")


def collect(*groups: str) -> Declared:
    """What the packages of these entry-point groups declare, of all groups without any.

    ValueError when two things of one kind share their name.
    """
    found = Declared()
    with _keeping_all():
        for group in groups or GROUPS:
            for module in sources.declared(group):
                for value in declared_in(module):
                    found.add(value)
    return found


@contextmanager
def _keeping_all() -> Iterator[None]:
    """No search for garbage: what is declared stays, and looking through it takes a tenth of the time."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


def declared_in(module: ModuleType) -> Iterator[Any]:
    """The top-level values of a module that can be declared, lists opened, in their order.

    A claim, law, tail or mean belongs to the module that its body is in: imported, it is not declared again.
    """
    file = Path(module.__file__) if module.__file__ else None
    for entry in vars(module).values():
        for value in entry if isinstance(entry, list) else (entry,):
            if isinstance(value, ANYWHERE) or (
                isinstance(value, AT_HOME) and file is not None and value.file == file
            ):
                yield value


def everything() -> dict[str, Statement]:
    """Every claim, law, tail and mean, by id, in the order of ids."""
    return dict(sorted(collect(CLAIMS).statements.items()))


def catalogue() -> dict[str, Claim]:
    """Every claim, by id, in the order of ids, without those of the board."""
    return dict(sorted(collect(CLAIMS).claims.items()))


def problems() -> dict[str, Claim]:
    """Every claim of the board of problems, by id, in the order of ids."""
    return dict(sorted(collect(CLAIMS).problems.items()))


def laws() -> dict[str, Law | Bound]:
    """Every law, tail and mean beside the claims, by id, in the order of ids."""
    return dict(sorted(collect(CLAIMS).laws.items()))


def experiments() -> dict[str, Experiment]:
    """Every declared experiment by name, in the order of names."""
    return dict(sorted(collect(SIMULATIONS).experiments.items()))


def pictures() -> dict[str, Picture]:
    """Every declared picture by name, in the order of names."""
    return dict(sorted(collect(SIMULATIONS).pictures.items()))


class BadTarget(LookupError):
    """A target that names no claim or law, or not one of the kind that is wanted."""


_left_out: dict[str, str] | None = None


@contextmanager
def leaving_out() -> Iterator[dict[str, str]]:
    """Within it, a definition of a user's file that fails is left out, and the others are loaded.

    Gives what became of each: why, as BadTarget would say it, by the name of the function.
    """
    global _left_out
    before, _left_out = _left_out, {}
    try:
        yield _left_out
    finally:
        _left_out = before


def left_out_so_far() -> dict[str, str]:
    """What `leaving_out` has left out; nothing outside of it."""
    return dict(_left_out or {})


def left_out(name: str, why: str) -> bool:
    """Leave out one more, and whether that is possible: within `leaving_out` alone."""
    if _left_out is None:
        return False
    _left_out[name] = why
    return True


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
    if not found and _left_out:
        raise BadTarget(next(iter(_left_out.values())))
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
        with from_source(), no_way_out():
            how.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        whole = _why(error, path)
        if _left_out is None or isinstance(error, SyntaxError | SystemExit):
            raise BadTarget(whole) from None
        try:
            with no_way_out():
                failed = defined_one_by_one(module, path)
        except (Exception, SystemExit):
            raise BadTarget(whole) from None
        _left_out.update({name: _why(one, path) for name, one in failed.items()})
    return module


def _why(error: BaseException, path: Path) -> str:
    return f"TARGET {str(path)!r}: {type(error).__name__}: {error}{_line(error, path)}"


def _packages() -> list[str]:
    """The top packages of everything that is found through entry points."""
    return sorted({entry.module.partition(".")[0] for group in GROUPS for entry in sources.installed(group)})


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
        with leaving_out(), warnings.catch_warnings():
            warnings.simplefilter("ignore", DecimalWarning)  # the parent has told it
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
    others = (USER, *(entry.module + "." for group in GROUPS for entry in sources.installed(group)))
    files |= {s.file for s in sources.read().values() if not f"{s.name}.".startswith(others)}
    return [s for s in sources.read().values() if s.file in files and not s.still_there]


SYSTEM = import_module(os.name)  # posix or nt, of which `os` is the portable face
WAYS = [(face, name) for face in (os, SYSTEM) for name in dir(face) if name == "_exit" or name[:4] == "exec"]


@contextmanager
def no_way_out() -> Iterator[None]:
    """Within it these calls raise ValueError, in this process alone: children that are forked may end."""
    before = [getattr(face, name) for face, name in WAYS]
    for (face, name), way in zip(WAYS, before, strict=True):
        setattr(face, name, _refused(name, way, os.getpid()))
    try:
        yield
    finally:
        for (face, name), way in zip(WAYS, before, strict=True):
            setattr(face, name, way)


def _refused(name: str, way: Callable[..., Any], process: int) -> Callable[..., NoReturn]:
    def refused(*args: Any, **options: Any) -> NoReturn:
        if os.getpid() != process:
            way(*args, **options)
        raise ValueError(f"os.{name} would end the command without a verdict")

    return refused


def defined_one_by_one(module: ModuleType, path: Path) -> dict[str, Exception]:
    """Runs the bytes that were read of a file again in `module`; which decorated functions fail, and how.

    Whatever else fails at the top level of the file is raised: what stands below may need it.
    """
    source, flags = sources.source_of(path), 0
    assert source is not None
    for name in [name for name in vars(module) if not name.startswith("__")]:
        delattr(module, name)
    failed: dict[str, Exception] = {}
    for node in ast.parse(source.data).body:
        flags |= _future(node)
        code = compile(ast.Module([node], []), str(path), "exec", flags, dont_inherit=True)
        try:
            exec(code, vars(module))
        except Exception as error:
            if not (isinstance(node, ast.FunctionDef) and node.decorator_list):
                raise
            failed[node.name] = error
    return failed


def _future(node: ast.stmt) -> int:
    """The flags of `from __future__ import ...`, which hold for all that follows."""
    if not (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
        return 0
    features: Any = import_module("__future__")
    return sum(getattr(features, alias.name).compiler_flag for alias in node.names)
