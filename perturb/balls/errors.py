"""The two ways in which the kernel declines to give a number."""

from __future__ import annotations


class Undefined(ArithmeticError):  # noqa: N818  not a failure: the value does not exist
    """The expression has no value at this input: 1/0, sqrt of a negative number, the minimum of nothing."""


class Unavailable(ArithmeticError):  # noqa: N818  not a failure: the value exists
    """The value exists but no rigorous method here reaches it; the message is the reason (size or kind)."""
