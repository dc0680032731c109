"""The two ways in which the kernel declines to give a number."""

from __future__ import annotations


class Undefined(ArithmeticError):
    """The expression has no value at this input: 1/0, sqrt of a negative number, the minimum of nothing."""


class Unavailable(ArithmeticError):
    """The value exists but no rigorous method here reaches it; the message is the reason (size or kind)."""
