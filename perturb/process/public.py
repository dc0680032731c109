"""What is public: these modules, with the names that they export. `dir` and completion show no others."""

from __future__ import annotations

import sys

from perturb import version

if version.TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

MODULES = (
    "perturb",
    "perturb.distributions",
    "perturb.domains",
    "perturb.ensembles",
    "perturb.montecarlo",
    "perturb.networks",
    "perturb.networks.counts",
    "perturb.networks.exchange",
    "perturb.relu",
    "perturb.strategies",
    "perturb.testing",
    "perturb.training",
    "perturb.vocab",
    "perturb.weights",
)
# Public modules that stand in a room under another name; each is one module, whatever it is called.
STANDS_IN = {
    "perturb.distributions": "perturb.laws.distributions",
    "perturb.ensembles": "perturb.laws.ensembles",
    "perturb.relu": "perturb.networks.relu",
    "perturb.training": "perturb.networks.training",
    "perturb.weights": "perturb.networks.weights",
}


def offered(module: str) -> Callable[[], list[str]]:
    """The `__dir__` of a public module: what it exports, and the public modules below it.

    Names that Python itself gives a module stay. `module` is its `__name__`: where it stands.
    """

    def names() -> list[str]:
        own = vars(sys.modules[module])
        return sorted({*own["__all__"], *below(module), *(name for name in own if name.startswith("__"))})

    return names


def below(module: str) -> list[str]:
    """The public modules directly below this one, without its name in front."""
    found = (name.removeprefix(f"{module}.") for name in MODULES if name.startswith(f"{module}."))
    return [name for name in found if "." not in name]


def known_as(module: str) -> str:
    """The public name of a module that stands in a room; of any other its own."""
    return next((short for short, home in STANDS_IN.items() if home == module), module)


class _Rooms:
    """Finds public modules, and those below them, in the rooms where they stand."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        public = next((short for short in STANDS_IN if f"{name}.".startswith(f"{short}.")), None)
        if public is None:
            return None
        from importlib.machinery import (
            ModuleSpec,  # with all that it loads it has no place in the first second
        )

        return ModuleSpec(name, _Standing(STANDS_IN[public] + name.removeprefix(public)))  # type: ignore[arg-type]


class _Standing:
    """Loads a module under its public name: the very module that stands in a room."""

    def __init__(self, home: str) -> None:
        self.home = home

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        from importlib import import_module

        module = import_module(self.home)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self.spec  # the import system put the public one in its place


def open_rooms() -> None:
    """From now on the public names are found, before Python would load a file below them a second time."""
    if _Rooms not in sys.meta_path:
        sys.meta_path.insert(0, _Rooms)
