"""Do two folders of reports say the same? `python tools/compare_reports.py reports other/reports`

Records (.jsonl, a line a statement) are compared value by value and pages (.md) line by line, links and
pictures included: words, verdicts, counts and links must be equal. Decimal numbers may differ by a part in a
million, or by one unit of the last digit printed: processors round differently. Pictures must be there, and
every link must lead to a file.

What legitimately depends on the machine that wrote it is compared only in what it links to: `benchmarks`
(timings), and in other pages the rows of the versions of libraries. Elsewhere "seconds" are not compared.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterator, Mapping
from itertools import takewhile, zip_longest
from pathlib import Path
from typing import Any

RELATIVE = 1e-6
TIMED = "benchmarks"
CLOCKS = {"seconds"}
VERSIONS = re.compile(r"^\| (python-flint|numpy) \|.*$", re.MULTILINE)
EXACT = {"id", "experiment", "fingerprint", "stream_key", "kind", "status", "outcome", "verdict", "at"}
EXACT |= {"witness", "worst"}
NUMBER = re.compile(r"(?<![\w.-])-?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?(?!\w)")  # none within thm-22.76a
LINK = re.compile(r"\]\(([^)\s]+)\)")
ABSENT = object()


def main(old: Path, new: Path) -> int:
    """Print each difference in a line. 1 when there is one, 2 when a folder is missing, else 0."""
    for folder in (old, new):
        if not folder.is_dir():
            print(f"{folder}: no such folder", file=sys.stderr)
            return 2
    found = list(differences(old, new))
    print(*found, f"{len(found)} differences between {old} and {new}", sep="\n")
    return 1 if found else 0


def differences(old: Path, new: Path) -> Iterator[str]:
    """One line each, by file."""
    before, after = files(old), files(new)
    for name in sorted(before | after):
        if name not in before or name not in after:
            yield f"{name}: {'missing' if name in before else 'extra'}"
            continue
        if name.endswith(".jsonl"):
            yield from (
                f"{name}: {line}" for line in records(*(by_id(folder / name) for folder in (old, new)))
            )
        elif name.endswith(".md"):
            texts = [(folder / name).read_text(encoding="utf-8") for folder in (old, new)]
            yield from (f"{name}: {line}" for line in page(*texts, name.startswith(f"{TIMED}/")))
            yield from (f"{name}: dead link {link}" for link in dead(texts[1], new / name))


def files(folder: Path) -> set[str]:
    """What is in a folder; a file cut short by an interruption, or a file of chunks, is no report."""
    found = (p for p in folder.rglob("*") if p.is_file() and p.suffix in (".jsonl", ".md", ".png"))
    return {p.relative_to(folder).as_posix() for p in found}


def by_id(path: Path) -> dict[str, Any]:
    """The records of a file by what they are about: `id`, or the `experiment` of a simulation."""
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
    return {record.get("id") or record["experiment"]: record for record in found}


def records(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """Differences of two files of records, by statement."""
    for name in sorted(old.keys() | new.keys()):
        if name not in old or name not in new:
            yield f"{name} is {'missing' if name in old else 'extra'}"
        else:
            yield from (f"{name}: {line}" for line in values(old[name], new[name]))


def values(old: Any, new: Any, where: str = "") -> Iterator[str]:
    """Differences of two JSON values."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted((old.keys() | new.keys()) - CLOCKS):
            yield from values(old.get(key, ABSENT), new.get(key, ABSENT), f"{where}.{key}" if where else key)
    elif isinstance(old, list) and isinstance(new, list):
        for index, pair in enumerate(zip_longest(old, new, fillvalue=ABSENT)):
            yield from values(*pair, f"{where}[{index}]")
    elif not same(old, new) or (where.rpartition(".")[2] in EXACT and old != new):
        yield f"{where}: {shown(old)} became {shown(new)}"


def same(old: Any, new: Any) -> bool:
    if isinstance(old, float) and isinstance(new, float):
        return math.isclose(old, new, rel_tol=RELATIVE)
    if isinstance(old, str) and isinstance(new, str):
        return alike(old, new)
    return type(old) is type(new) and bool(old == new)


def alike(old: str, new: str) -> bool:
    """Equal but for the last digits of decimal numbers."""
    if old == new:
        return True
    if NUMBER.sub("#", old) != NUMBER.sub("#", new):
        return False
    return all(map(near, NUMBER.findall(old), NUMBER.findall(new)))


def near(old: str, new: str) -> bool:
    """Whole numbers must be equal; decimals may differ in the last digit that either shows."""
    if old == new:
        return True
    if not all("." in text or "e" in text for text in (old, new)):
        return False
    x, y = (float(text.replace(",", "")) for text in (old, new))
    return abs(x - y) <= max(RELATIVE * abs(x), 1.01 * max(unit(old), unit(new)))


def unit(text: str) -> float:
    """The weight of the last digit: 0.001 of 0.123, 1e-10 of 1.25e-08."""
    digits, _, exponent = text.partition("e")
    return 10.0 ** (int(exponent or 0) - len(digits.partition(".")[2]))


def page(old: str, new: str, timed: bool) -> Iterator[str]:
    """Differences of two pages: of their links, and of all their lines unless they are timings."""
    before, after = set(LINK.findall(old)), set(LINK.findall(new))
    yield from (f"link {link} is gone" for link in sorted(before - after))
    yield from (f"link {link} is new" for link in sorted(after - before))
    if timed:
        return
    lines = (VERSIONS.sub("", text).splitlines() for text in (old, new))
    for number, (was, now) in enumerate(zip_longest(*lines, fillvalue=""), 1):
        if not alike(was, now):
            common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(was, now, strict=False)))
            start = max(0, common - 20)
            yield f"line {number}: {shown(was[start:])} became {shown(now[start:])}"


def dead(text: str, path: Path) -> list[str]:
    """Links of a page to files that are not there."""
    links = {link.partition("#")[0] for link in LINK.findall(text) if "://" not in link}
    return sorted(link for link in links if link and not (path.parent / link).exists())


def shown(value: Any) -> str:
    text = "nothing" if value is ABSENT else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 100 else text[:97] + "..."


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
