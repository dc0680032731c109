"""The libraries of the extra `train`, loaded where they are used."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

# One thread: matrices are small, runs are spread over processes, and no sum depends on the number of threads.
FLAG = "--xla_cpu_multi_thread_eigen=false"


def needed(module: str) -> Any:
    """The module; ImportError in one line that names the extra where it is missing."""
    try:
        return import_module(module)
    except ImportError:
        package = {"sklearn": "scikit-learn", "PIL": "pillow"}.get(module.split(".")[0], module.split(".")[0])
        raise ImportError(f"training needs {package}: pip install 'perturb[train]'") from None


@contextmanager
def double_precision() -> Iterator[Any]:
    """JAX on one thread of the CPU, in float64 within this block only."""
    if "jax" not in sys.modules and FLAG not in os.environ.get("XLA_FLAGS", ""):
        os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {FLAG}".strip()
    jax = needed("jax")
    with jax.enable_x64(True), jax.default_device(jax.devices("cpu")[0]):
        yield jax
