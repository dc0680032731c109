"""How much a witness file may ask for: what is beyond is refused before anything is computed.

A file with the right checksum may still have been written by hand. The stored witnesses stay far below these
numbers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.ranges import Box, Extents, as_extents, known, spans
from perturb.vocab.grammar.tree import CONST, Expr
from perturb.vocab.relations.order import Link

BYTES = 2**22
DIGITS = 5_000
DEPTH = 200
TOKENS = 50_000
ENTRIES = 10_000
INSTANCES = 10_000
EXPONENT = 1_000
EXACT = re.compile(rf"-?[0-9]{{1,{DIGITS}}}(/[0-9]{{1,{DIGITS}}})?")  # \d has the digits of other scripts
EXPONENTS = {"pow", "matpow", "schatten"}


def readable_file(path: Path) -> None:
    """ValueError for what is no file, or one that is too long. Raises OSError."""
    if path.exists() and not path.is_file():
        raise ValueError("not a file")
    if path.stat().st_size > BYTES:
        raise ValueError(f"longer than {BYTES:,} bytes, which no witness is")


def exact_numbers(value: Any) -> None:
    """ValueError unless these nested lists hold integers and texts p/q of not too many digits."""
    if isinstance(value, list):
        if len(value) > ENTRIES:
            raise ValueError(f"more than {ENTRIES:,} entries")
        for entry in value:
            exact_numbers(entry)
    elif isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError(f"{str(value)[:20]!r} is no exact number")
    elif EXACT.fullmatch(str(value)) is None:
        raise ValueError(f"{str(value)[:20]!r} is no exact number of at most {DIGITS:,} digits")


def statement_text(text: str) -> None:
    """ValueError for a relation that is nested too deep, or too long."""
    depth = deepest = 0
    for sign in re.findall(r"[()]", text):
        depth += 1 if sign == "(" else -1
        deepest = max(deepest, depth)
    if deepest > DEPTH or len(text) > TOKENS * 4:
        raise ValueError(f"statement: nested deeper than {DEPTH}, or too long")
    if re.search(rf"\d{{{DIGITS + 1}}}", text):
        raise ValueError(f"statement: a number of more than {DIGITS:,} digits")


def relation(link: Link, shapes: Mapping[str, tuple[int, ...] | int]) -> None:
    """ValueError where a relation has too many instances at these shapes, matrices that are too large, or
    exponents that are too high.
    """
    box = _box(link, shapes)
    if box is None:
        return
    count = 1
    for interval in box.values():
        count *= max(1, int(interval.hi - interval.lo) + 1) if interval.finite else INSTANCES + 1
    if count > INSTANCES:
        raise ValueError(
            f"a relation with {'more than ' if count > 10**9 else ''}{min(count, 10**9):,} instances"
        )
    memo: dict[Expr, Any] = {}
    for side in link.parts:
        _sizes(side, as_extents(shapes.items()), box, memo)


def _box(link: Link, shapes: Mapping[str, tuple[int, ...] | int]) -> Box | None:
    """None where no index has a value at this size: nothing is asserted there."""
    try:
        return spans(link, shapes)
    except ValueError:
        return None


def _sizes(expr: Expr, sizes: Extents, box: Box, memo: dict[Expr, Any]) -> None:
    """From the leaves upwards, so that nothing beyond the limit is ever multiplied."""
    if expr in memo:
        return
    for part in expr.args if expr.expansion is None else (*expr.args, expr.expansion):
        _sizes(part, sizes, box, memo)
    found = known(expr, sizes, box, memo)
    if expr.kind in (Kind.VECTOR, Kind.MATRIX):
        entries = 1
        for side in found:
            entries *= max(0, side.hi)
        if entries > ENTRIES:
            raise ValueError(f"{expr.word.name}: a {expr.kind.value} of more than {ENTRIES:,} entries")
    if expr.word.name in EXPONENTS and _large(expr.args[-1], found if expr.kind is Kind.INTEGER else None):
        raise ValueError(f"{expr.word.name}: an exponent beyond {EXPONENT:,}")


def _large(exponent: Expr, found: Any) -> bool:
    value = exponent.payload[0] if exponent.word is CONST else None
    return value is not None and max(abs(value.numerator), value.denominator) > EXPONENT
