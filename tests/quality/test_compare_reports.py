"""The comparison of two folders of reports sees what it must, and nothing that only processors differ in."""

from __future__ import annotations

import importlib.util
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
SCRIPT = ROOT / "tools" / "compare_reports.py"
_spec = importlib.util.spec_from_file_location("compare_reports", SCRIPT)
assert _spec is not None
assert _spec.loader is not None
compare = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(compare)

RECORD: dict[str, Any] = {
    "id": "me/thm-22.76",
    "fingerprint": "1234567890e1",
    "outcome": "survived",
    "agrees": True,
    "verdicts": {"holds": 317, "violated": 0},
    "slack": {"counts": [0, 3], "tightest": {"margin": "1.25e-08", "inputs": {"A": [["1/2"]]}}},
    "lo": 0.7240589546473,
    "bound": None,
    "seconds": 1.5,
    "witness": "w.json",
}
PAGE = """# A claim

[All](README.md), ![slack](a.png), [section](#again), [web](https://example.org/x)

| Claim | Engine found | Holds | Margin |
| --- | --- | ---: | ---: |
| `me/thm-22.76` | survived | 1,317 | 0.1182 |
"""
INDEX = "# Index\n\n[a](a.md)\n\n| numpy | 2.0 |\n| claims | 1 |\n"
TIMES = "# Speed\n\n![growth](../a.png)\n\n| perturb | 0.123 | consistent |\n"
Folder = Callable[..., Path]


def lines(*records: dict[str, Any]) -> str:
    """A file of records."""
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A folder of reports as they are, with some texts replaced."""

    def make(name: str, **changed: str) -> Path:
        made = tmp_path / name
        texts = {"records/laws.jsonl": lines(RECORD), "a.md": PAGE, "README.md": INDEX, "a.png": ""}
        texts |= {"benchmarks/speed.md": TIMES}
        for file, text in (texts | {key.replace("__", "/"): text for key, text in changed.items()}).items():
            (made / file).parent.mkdir(parents=True, exist_ok=True)
            (made / file).write_text(text, encoding="utf-8")
        return made

    return make


def found(folder: Folder, file: str, text: str) -> list[str]:
    """The differences when one file of the second folder holds another text."""
    shutil.rmtree(folder("new"))
    return list(compare.differences(folder("old"), folder("new", **{file: text})))


def test_equal_folders(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    assert compare.main(folder("old"), folder("new")) == 0
    assert capsys.readouterr().out.startswith("0 differences")
    assert compare.main(folder("old"), folder("old").parent / "nowhere") == 2


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"outcome": "refuted"}, 'outcome: "survived" became "refuted"'),
        ({"agrees": False}, "agrees: true became false"),
        ({"agrees": 1}, "agrees: true became 1"),
        ({"fingerprint": "1234567891e1"}, 'fingerprint: "1234567890e1" became "1234567891e1"'),
        ({"verdicts": {"holds": 318, "violated": 0}}, "verdicts.holds: 317 became 318"),
        ({"verdicts": {"holds": 317}}, "verdicts.violated: 0 became nothing"),
        ({"slack": {**RECORD["slack"], "counts": [0, 3, 0]}}, "slack.counts[2]: nothing became 0"),
        ({"witness": None}, 'witness: "w.json" became null'),
        ({"lo": 0.72406}, "lo: 0.7240589546473 became 0.72406"),
        ({"lo": 1}, "lo: 0.7240589546473 became 1"),
        ({"bound": 0.5}, "bound: null became 0.5"),
        ({"extra": []}, "extra: nothing became []"),
    ],
)
def test_records_that_differ(change: dict[str, Any], line: str, folder: Folder) -> None:
    assert found(folder, "records__laws.jsonl", lines(RECORD | change)) == [
        f"records/laws.jsonl: me/thm-22.76: {line}"
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"lo": 0.724058954648},
        {"seconds": 99.0},
        {"slack": {"counts": [0, 3], "tightest": {"margin": "1.26e-08", "inputs": {"A": [["1/2"]]}}}},
    ],
)
def test_records_that_processors_round_differently(change: dict[str, Any], folder: Folder) -> None:
    assert found(folder, "records__laws.jsonl", lines(RECORD | change)) == []


def test_records_that_are_missing_or_extra(folder: Folder) -> None:
    """Files are compared by statement: one that is new does not move the others."""
    more = RECORD | {"id": "me/thm-1"}
    assert found(folder, "records__laws.jsonl", lines(more, RECORD)) == [
        "records/laws.jsonl: me/thm-1 is extra"
    ]
    assert found(folder, "records__laws.jsonl", lines(more)) == [
        "records/laws.jsonl: me/thm-1 is extra",
        "records/laws.jsonl: me/thm-22.76 is missing",
    ]


def test_simulations_are_told_apart_by_their_experiment(tmp_path: Path) -> None:
    path = tmp_path / "simulations.jsonl"
    path.write_text(lines({"experiment": "me/fig-1", "seed": 1}, {"experiment": "me/fig-2", "seed": 2}))
    assert list(compare.by_id(path)) == ["me/fig-1", "me/fig-2"]


@pytest.mark.parametrize(
    ("was", "now", "lines"),
    [
        ("survived", "refuted", ["a.md: line 7: "]),
        ("1,317", "1,318", ["a.md: line 7: "]),
        ("22.76", "22.77", ["a.md: line 7: "]),
        ("0.1182", "0.1185", ["a.md: line 7: "]),
        ("0.1182 |\n", "0.1182 |\n| more | refuted | 1 | 2 |\n", ["a.md: line 8: "]),
        ("(a.png)", "(b.png)", ["a.md: dead link b.png", "a.md: line 3: ", "a.md: link a.png is gone"]),
        ("[All](README.md), ", "", ["a.md: line 3: ", "a.md: link README.md is gone"]),
        ("x)", "y)", ["a.md: line 3: ", "a.md: link https://example.org/x"]),
    ],
)
def test_pages_that_differ(was: str, now: str, lines: list[str], folder: Folder) -> None:
    seen = sorted(found(folder, "a.md", PAGE.replace(was, now)))
    assert all(any(one.startswith(line) for one in seen) for line in lines), seen
    assert all(any(one.startswith(line) for line in lines) or "is new" in one for one in seen), seen


def test_a_long_line_is_shown_from_where_it_differs() -> None:
    was, now = (f"{'a claim ' * 40}survived 31{digit} points" for digit in "78")
    (line,) = compare.page(was, now, timed=False)
    assert "317 points" in line
    assert "318 points" in line
    assert len(line) < 120


def test_what_depends_on_the_machine(folder: Folder) -> None:
    """The last digit, versions of libraries and timings may differ; what timings link to may not."""
    assert found(folder, "a.md", PAGE.replace("0.1182", "0.1183")) == []
    assert found(folder, "README.md", INDEX.replace("2.0", "2.1")) == []
    assert found(folder, "benchmarks__speed.md", TIMES.replace("0.123", "9.876")) == []
    assert found(folder, "benchmarks__speed.md", TIMES.replace("a.png", "b.png")) != []


def test_missing_and_extra_files(folder: Folder) -> None:
    old, new = folder("old"), folder("new", **{"b.md": "# More\n"})
    (new / "a.png").unlink()
    assert list(compare.differences(old, new)) == [
        "a.md: dead link a.png",
        "a.png: missing",
        "b.md: extra",
        "benchmarks/speed.md: dead link ../a.png",
    ]


def test_the_committed_reports_have_no_dead_links() -> None:
    assert list(compare.differences(ROOT / "reports", ROOT / "reports")) == []
