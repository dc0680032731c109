"""Modules that declare statements, read once and run from those bytes.

Python's bytecode cache takes a file for unchanged when its size and its time in whole seconds are: a
constant edited within a second, or a file put back by `cp -p`, would be judged as it was before. What is
loaded here is compiled from the bytes that were read, and every other look at the text (tracebacks,
`inspect`, the hash in a report) sees the same bytes. A worker is sent them, so that a file that changes
during a run changes nothing.
"""

from __future__ import annotations

import hashlib
import importlib.util
import linecache
import os
import pkgutil
import site
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import CodeType, ModuleType

from perturb.version import HOUSE


@dataclass(frozen=True)
class Source:
    """A module's name, its file, the bytes that were run, and whether it is a package."""

    name: str
    file: str
    data: bytes
    package: bool = False

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    @property
    def still_there(self) -> bool:
        """Does the file still hold these bytes?"""
        try:
            return Path(self.file).read_bytes() == self.data
        except OSError:
            return False


CATALOGUE = "perturb.claims"  # the group whose packages those of other groups import from
USER = "perturb_user_"  # starts the name of a module that is a file of the user's
Snapshot = Mapping[str, Source]
_read: dict[str, Source] = {}
_sent: dict[str, Source] = {}  # by file, as _read
_this_run: set[str] | None = None  # files that keep their bytes


def source_of(file: Path | None) -> Source | None:
    """What was run of a file; None for a module that was imported in another way: its bytes are not known."""
    return _read.get(str(file))


def sha256_of(file: Path | None) -> str | None:
    """64 hexadecimal digits of the bytes that were run of a file; None as for `source_of`."""
    source = source_of(file)
    return source.sha256 if source else None


def read() -> Snapshot:
    """Everything that was run from source so far, by file, in the order of loading."""
    return dict(_read)


def adopt(sent: Snapshot) -> None:
    """In a worker: run these bytes for these files, whatever the disk holds by now."""
    _sent.update(sent)


def _sent_as(name: str, places: Sequence[str]) -> Source | None:
    """What the parent sent under a module's name: of several files the one that is found first."""
    found = {_place(s): s for s in _sent.values() if s.name == name}
    known = (os.path.abspath(place) for place in places)
    return next((found[place] for place in known if place in found), None)


def _place(source: Source) -> str:
    """The folder in which the module was found."""
    folder = Path(source.file).parent
    return os.path.abspath(folder.parent if source.package else folder)


def sent(file: str) -> Source | None:
    """What the parent run sent of a file."""
    return _sent.get(file)


class FromSource(SourceFileLoader):
    """Compiles the file's bytes, never a cached .pyc, and remembers them."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        known = _this_run is not None and path in _this_run
        source = _sent.get(path) or (_read[path] if known else None)
        if source is None:
            source = Source(fullname, path, super().get_data(path), self.is_package(fullname))
        _read[path] = source
        if _this_run is not None:
            _this_run.add(path)
        _show(source)
        code: CodeType = self.source_to_code(source.data, path)
        return code

    def get_data(self, path: str) -> bytes:
        return _read[path].data if path in _read else super().get_data(path)


def _show(source: Source) -> None:
    """Tracebacks and `inspect` print the lines that ran; an entry without a time is never checked again."""
    try:
        text = importlib.util.decode_source(source.data)
    except (SyntaxError, UnicodeDecodeError):
        linecache.cache.pop(source.file, None)
        return
    linecache.cache[source.file] = (len(text), None, text.splitlines(keepends=True), source.file)


class _Finder(MetaPathFinder):
    """Asks the other finders, and gives what they find outside of the libraries to FromSource."""

    def __init__(self, packages: Sequence[str]) -> None:
        self.packages = tuple(packages)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if sent := _sent_as(name, sys.path if path is None else path):
            return spec(name, sent.file, sent.package)
        others = (finder for finder in sys.meta_path if not isinstance(finder, _Finder))
        specs = (finder.find_spec(name, path, target) for finder in others)
        found = next((one for one in specs if one is not None), None)
        loader = found.loader if found is not None else None
        if found is not None and type(loader) is SourceFileLoader and self._own(name, loader.path):
            found.loader = FromSource(name, loader.path)
        return found

    def _own(self, name: str, file: str) -> bool:
        named = any(name == package or name.startswith(package + ".") for package in self.packages)
        return named or not file.startswith(_libraries())


def spec(name: str, file: str, package: bool = False) -> ModuleSpec:
    """How to import a file from its bytes under a name."""
    places = [str(Path(file).parent)] if package else None
    made = importlib.util.spec_from_file_location(
        name, file, loader=FromSource(name, file), submodule_search_locations=places
    )
    assert made is not None
    return made


@lru_cache(maxsize=1)
def _libraries() -> tuple[str, ...]:
    """Where installers put modules, whose bytecode they renew with them; perturb itself states nothing."""
    folders = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    folders |= {*site.getsitepackages(), site.getusersitepackages(), HOUSE}
    return tuple(folder + os.sep for folder in folders)


def installed(group: str) -> list[EntryPoint]:
    """The entry points of a group, by name: looked up anew where a folder of the path has changed.

    A look opens a file of every package, and a command asks several times.
    """
    return _installed(group, tuple((folder, _changed(folder)) for folder in sys.path))


@lru_cache
def _installed(group: str, path: tuple[tuple[str, int], ...]) -> list[EntryPoint]:
    return sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value))


def _changed(folder: str) -> int:
    try:
        return os.stat(folder or ".").st_mtime_ns
    except OSError:
        return 0


def declared(group: str) -> Iterator[ModuleType]:
    """Every module of every installed package that declares an entry-point group, run from source."""
    own = [entry.module for each in (group, CATALOGUE) for entry in installed(each)]
    for entry in installed(group):
        with from_source(own):  # simulations import from the catalogue
            package = importlib.import_module(entry.module)
        yield from walk(package)


def walk(module: ModuleType) -> Iterator[ModuleType]:
    """A module and, for a package, everything inside it, run from source."""
    yield module
    with from_source([module.__name__]):
        inside = pkgutil.walk_packages(getattr(module, "__path__", []), module.__name__ + ".")
        found = [importlib.import_module(info.name) for info in inside]
    yield from found


@contextmanager
def reading_once() -> Iterator[None]:
    """Within it, a file that was read keeps its bytes, however often it is loaded."""
    global _this_run
    before, _this_run = _this_run, _this_run or set()
    try:
        yield
    finally:
        _this_run = before


def forget(packages: Sequence[str]) -> None:
    """Let the next file import its own helpers: two folders may have a module of one name each.

    Modules below `packages`, and those of files that were named themselves, stay.
    """
    for source in _read.values():
        top = source.name.partition(".")[0]
        if top not in packages and not top.startswith(USER):
            sys.modules.pop(source.name, None)


@contextmanager
def from_source(packages: Sequence[str] = ()) -> Iterator[None]:
    """Within it, imports of modules outside of the libraries, or below `packages`, run the files' bytes.

    Modules that are already imported stay what they are.
    """
    finder = _Finder(packages)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
