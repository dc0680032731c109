"""What subscripted words need of a shape, what they leave of it, and the arithmetic of subscripts."""

from __future__ import annotations

from collections.abc import Callable

EXISTS: dict[str, Callable[..., bool]] = {
    "component": lambda shape, e: 1 <= e <= shape[0],
    "head": lambda shape, e: 0 <= e <= shape[0],
    "entry": lambda shape, e, f: 1 <= e <= shape[0] and 1 <= f <= shape[1],
    "leading": lambda shape, e: 1 <= e <= min(shape),
    "trailing": lambda shape, e: 0 <= e < min(shape),
    "upper_right": lambda shape, e: 1 <= e <= shape[0] and 0 <= e < shape[1],
    "lower_left": lambda shape, e: 0 <= e < shape[0] and 1 <= e <= shape[1],
    "without_columns": lambda shape, e: 0 <= e < shape[1],
    "without_rows": lambda shape, e: 0 <= e < shape[0],
}
CUT: dict[str, Callable[..., tuple[int, ...]]] = {
    "component": lambda shape, e: (),
    "head": lambda shape, e: (e,),
    "entry": lambda shape, e, f: (),
    "leading": lambda shape, e: (e, e),
    "trailing": lambda shape, e: (shape[0] - e, shape[1] - e),
    "upper_right": lambda shape, e: (e, shape[1] - e),
    "lower_left": lambda shape, e: (shape[0] - e, e),
    "without_columns": lambda shape, e: (shape[0], shape[1] - e),
    "without_rows": lambda shape, e: (shape[0] - e, shape[1]),
}
INTEGER: dict[str, Callable[..., int]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "neg": lambda x: -x,
    "sq": lambda x: x * x,
    "abs": abs,
    "larger": max,
    "smaller": min,
}
