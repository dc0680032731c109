"""Results about several statements, in the order in which they were asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, overload

from perturb.results.told import Told
from perturb.statements.catalogue import Statement
from perturb.statements.targets import statements

Target = str | Path


class Several(Told, Sequence[Told]):
    """A sequence of results, also by the id of the statement; as a table it has the rows of all."""

    def __init__(self, results: Sequence[Told], names: Sequence[str]) -> None:
        self.results, self.names = tuple(results), tuple(names)

    @overload
    def __getitem__(self, key: int | str) -> Any: ...
    @overload
    def __getitem__(self, key: slice) -> Several: ...
    def __getitem__(self, key: int | str | slice) -> Any:
        if isinstance(key, slice):
            return Several(self.results[key], self.names[key])
        if isinstance(key, str) and key not in self.names:
            raise KeyError(f"no result about {key!r}; there are {', '.join(self.names)}")
        return self.results[self.names.index(key) if isinstance(key, str) else key]

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.results)

    def lines(self) -> list[str]:
        return [line for one in self.results for line in one.lines()]

    def markdown(self) -> str:
        return "\n\n---\n\n".join(one.markdown() for one in self.results)

    def rows(self) -> list[dict[str, Any]]:
        return [row for one in self.results for row in one.rows()]


def each(target: Statement | Target, ask: Callable[[Any], Told], only: type | None = None) -> Any:
    """The result about a statement; `Several` for a target of the command line, also where it names one.

    BadTarget (a LookupError) for a target that names nothing, TypeError for what cannot be asked.
    """
    if isinstance(target, str | Path):
        found = [s for s in statements([str(target)]) if only is None or isinstance(s, only)]
        if not found:
            raise LookupError(f"target {str(target)!r} names no statement that can be asked this")
        return Several([ask(one) for one in found], [one.id for one in found])
    if not isinstance(target, only or Statement):
        raise TypeError(f"{target!r} is no {only.__name__.lower() if only else 'statement'} and no target")
    return ask(target)
