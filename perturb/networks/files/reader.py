"""What a reader of files is: it gets a path, gives the named arrays there, and runs nothing that stands
there.

There is one for each format, and `perturb.networks.files.tensors` has the table of them by suffix.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from perturb.types import AnyArray, FloatArray

MOST = 20_000  # tensors of a file
LARGEST = 2**36  # bytes of one tensor as float64: 64 GiB


class BadWeights(ValueError):
    """A file of weights that cannot be read, in one line."""


class BadEntry(BadWeights):
    """A tensor that is not finite: the others of its file can be read all the same."""


@dataclass(frozen=True)
class Tensor:
    """A named array of a file. `load` gives it as float64, anew at each call, to be overwritten; None where
    its numbers are not real floats. `own` gives it in its own type of numpy, not to be overwritten, with what
    is not finite; None where numpy has no such type.
    """

    name: str
    shape: tuple[int, ...]
    dtype: str
    load: Callable[[], FloatArray] | None
    own: Callable[[], AnyArray] | None = None


class FileReader(Protocol):
    """Reads the files of one format."""

    def __call__(self, path: Path, /) -> Iterator[Tensor]:
        """The tensors of a file that is there, in its order.

        It looks at what the file says of them: their numbers are read when `load` or `own` is called. It
        must not run, unpickle or import what a file names, open another file outside of its folder, or
        believe a size: of at most MOST tensors each has at most LARGEST bytes, and the file has them. What
        breaks the format is BadWeights, in one line without the path; any other exception will become one.
        """
