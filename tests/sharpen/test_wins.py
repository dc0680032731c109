"""By how much a sharpened bound beats its parent."""

from __future__ import annotations

from perturb.sharpen.wins import win
from tests.pages.five import leaning, mended, sharper


def test_a_win_is_the_ratio_of_the_bounds() -> None:
    """The parent has a factor two, and a hypothesis that half of the points miss."""
    found = win(sharper, leaning)
    assert found is not None
    assert found.median == found.high == 2.0
    assert 0 < found.wider < 1
    assert win(mended, leaning) is None
