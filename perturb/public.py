"""What is public: these modules, with the names that they export. `dir` and completion show no others."""

from __future__ import annotations

import sys

from perturb import version

if version.TYPE_CHECKING:
    from collections.abc import Callable

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


def offered(module: str) -> Callable[[], list[str]]:
    """The `__dir__` of a public module: what it exports, and the public modules below it.

    Names that Python itself gives a module stay.
    """

    def names() -> list[str]:
        own = vars(sys.modules[module])
        return sorted({*own["__all__"], *below(module), *(name for name in own if name.startswith("__"))})

    return names


def below(module: str) -> list[str]:
    """The public modules directly below this one, without its name in front."""
    found = (name.removeprefix(f"{module}.") for name in MODULES if name.startswith(f"{module}."))
    return [name for name in found if "." not in name]
