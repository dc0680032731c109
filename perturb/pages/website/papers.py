"""The pages of papers: rows that a link can lead to."""

from __future__ import annotations

import re

ROW = re.compile(r"^\| ((?:[^|`]*<br><sub>)?)`([\w-]+)((?:\.[^`]*)?)`((?:</sub>)?) \|", re.M)


def with_rows(text: str) -> str:
    """The table of items with a place `item-<result>` at the first item of each numbered result."""
    seen: set[str] = set()

    def mark(found: re.Match[str]) -> str:
        result = found[2]
        place = "" if result in seen else f'<span id="item-{result}"></span>'
        seen.add(result)
        return f"| {place}{found[1]}`{result}{found[3]}`{found[4]} |"

    return ROW.sub(mark, text)
