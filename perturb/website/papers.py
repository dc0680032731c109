"""The pages of papers: rows that a link can lead to."""

from __future__ import annotations

import re

ROW = re.compile(r"^\| `([\w-]+)((?:\.[^`]*)?)` \|", re.M)


def with_rows(text: str) -> str:
    """The table of items with a place `item-<result>` at the first item of each numbered result."""
    seen: set[str] = set()

    def mark(found: re.Match[str]) -> str:
        result = found[1]
        place = "" if result in seen else f'<span id="item-{result}"></span>'
        seen.add(result)
        return f"| {place}`{result}{found[2]}` |"

    return ROW.sub(mark, text)
