"""Code of the user's does not end the process: who asks for verdicts gets one, or an error.

`sys.exit` is an exception, which the loader tells; `os._exit` and the `os.exec` family would leave with an
exit code of their own, such as 0, and without a word.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NoReturn

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
