"""What kind of thing a word gives, and what makes a property of it certain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import TypeVar

Part = TypeVar("Part")


class Kind(Enum):
    INTEGER = "integer"
    SCALAR = "scalar"
    VECTOR = "vector"
    MATRIX = "matrix"


M, V, S, INT = Kind.MATRIX, Kind.VECTOR, Kind.SCALAR, Kind.INTEGER


class When(Enum):
    """What makes it certain that the result of a word has a property."""

    ALWAYS = "always"
    FIRST = "its first argument has it"
    ALL = "all its arguments have it"
    ANY = "one of its arguments has it"
    NONNEGATIVE = "its argument is nonnegative, every component"
    SEMIDEFINITE = "its argument is positive semidefinite"
    SYMMETRIC = "its argument is symmetric"

    def met(self, args: Sequence[Part], has: Callable[[Part], bool]) -> bool:
        """Is the property passed on by the arguments that have it?"""
        if self is When.ALWAYS:
            return True
        if self is When.FIRST:
            return has(args[0])
        wanted = {When.ALL: all, When.ANY: any}.get(self)
        return wanted is not None and wanted(map(has, args))
