"""Witness files: exact, decided again from the file alone, and of which claim a witness speaks."""

from __future__ import annotations

import errno
import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flint import fmpq, fmpq_mat

from perturb import given, then
from perturb.certify.replay import replay
from perturb.certify.witness import load, membership, save, speaks_of
from perturb.cli import main
from perturb.domains import integer, psd, scalar, square, symmetric, together, vector
from perturb.enclosure import Verdict
from perturb.process import output
from perturb.vocab import T, lam_min, mat_power, s, s1, total, trace
from tests.certify.witness_cases import (
    CASES,
    MIXED,
    MIXED_POINT,
    PSD,
    declare,
    edited,
    made,
    on_command_line,
)


@pytest.mark.parametrize("name", CASES)
def test_round_trip(name: str, tmp_path: Path) -> None:
    c, point = CASES[name]
    one = made(c, point)
    again = load(save(one, tmp_path / "w.json"))
    assert again == one
    assert again.values == point.values
    assert (again.claim, again.fingerprint, again.kinds) == (c.id, c.fingerprint, c.domain.kinds)
    assert again.links("conclusions") == [link for link in c.conclusions]
    replayed = replay(again)
    assert replayed.member
    assert replayed.refutes
    assert sum(v.verdict is Verdict.VIOLATED for v in replayed.verdicts) >= 2


def test_the_file_is_readable_text(saved: Path) -> None:
    text = saved.read_text(encoding="utf-8")
    data = json.loads(text)
    assert text.endswith("}\n")
    assert stat.S_IMODE(saved.stat().st_mode) == 0o644
    assert data["inputs"]["A"] == {"kind": "matrix", "value": [["0", "1"], ["0", "0"]]}
    assert data["failed"] == 1
    assert data["vary"] == ["A[1,2]"]
    assert str(Path.cwd()) not in text


def test_saving_twice_writes_the_same_bytes(tmp_path: Path) -> None:
    one, two = save(made(), tmp_path / "1.json"), save(made(), tmp_path / "2.json")
    assert one.read_bytes() == two.read_bytes()


def test_huge_numbers_survive(tmp_path: Path) -> None:
    big = fmpq(7**300, 3**200)
    point = PSD.domain.point({"A": [[str(1 / big)]]})
    again = load(save(made(PSD, point), tmp_path / "w.json"))
    assert again.values == {"A": fmpq_mat([[1 / big]])}


def test_replay_in_another_process_from_a_copy(saved: Path, tmp_path: Path) -> None:
    """No catalogue, no user file: the statement is in the witness."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    copy = Path(shutil.copy(saved, elsewhere / "copied.json"))
    saved.unlink()
    code = (
        "import sys; from pathlib import Path; sys.modules['theorems'] = None\n"
        "from perturb.certify.replay import replay; from perturb.certify.witness import load\n"
        "found = replay(load(Path('copied.json')))\n"
        "print(found.refutes, 'perturb.statements.targets' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=copy.parent, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "False"]


def test_replay_on_the_command_line(saved: Path) -> None:
    code, output = on_command_line(saved)
    assert code == 0
    assert "REFUTED" in output
    assert "in the domain: yes" in output
    assert "A = [[0, 1], [0, 0]]" in output


def test_a_point_that_satisfies_the_claim(saved: Path) -> None:
    path = edited(saved, lambda d: d["inputs"]["B"].__setitem__("value", [["1", "0"], ["0", "1"]]))
    assert not replay(load(path)).refutes
    code, output = on_command_line(path)
    assert code == 1
    assert "NOT REPRODUCED" in output


def test_a_point_outside_of_the_hypotheses(saved: Path) -> None:
    path = edited(saved, lambda d: d["inputs"]["A"].__setitem__("value", [["0", "9"], ["0", "0"]]))
    assert {v.verdict for v in replay(load(path)).verdicts} == {Verdict.VACUOUS}
    assert on_command_line(path)[0] == 1


@pytest.mark.parametrize("A", [[["-1"]], [["0", "1"], ["0", "0"]], [["0", "1"], ["1", "0"]]])
def test_a_point_outside_of_the_domain(A: Any, tmp_path: Path) -> None:
    path = save(made(*CASES["semidefinite"]), tmp_path / "w.json")
    path = edited(path, lambda d: d["inputs"]["A"].__setitem__("value", A))
    code, output = on_command_line(path)
    assert code in (1, 2)
    assert "as saved" not in output


def test_shapes_belong_to_the_domain(tmp_path: Path) -> None:
    """A statement about square matrices of at least two rows is not refuted by one row, nor by 1 x 1."""

    def small(A: Any) -> Any:
        yield then(s1(A), "<", 1)

    c = declare(small, square(n=(2, 3)))
    path = save(made(c, c.domain.point({"A": [[1, 0], [0, 1]]})), tmp_path / "w.json")
    assert replay(load(path)).refutes
    for A, member in (
        ([["1"]], False),
        ([["1", "0", "0"], ["0", "1", "0"]], False),
        ([["2", "0"], ["0", "2"]], True),
    ):
        edited(path, lambda d, A=A: d["inputs"]["A"].__setitem__("value", A))
        found = replay(load(path))
        # A violation at other sides than the file tells of is not the one that was saved.
        assert (found.member, found.refutes) == (member, False)


def test_sizes_in_common_belong_to_the_domain(tmp_path: Path) -> None:
    def small(A: Any, v: Any) -> Any:
        yield then(s1(A) + total(v), "<", 1)

    c = declare(small, together(A=square(), v=vector(), n=(1, 3)))
    path = save(made(c, c.domain.point({"A": [[1]], "v": [1]})), tmp_path / "w.json")
    assert replay(load(path)).refutes
    edited(path, lambda d: d["inputs"]["v"].__setitem__("value", ["1", "1"]))
    assert not replay(load(path)).member


@pytest.mark.parametrize("k", [0, 3])
def test_an_integer_outside_of_its_range(k: int, tmp_path: Path) -> None:
    path = save(made(MIXED, MIXED_POINT), tmp_path / "w.json")
    path = edited(path, lambda d: d["inputs"]["k"].__setitem__("value", k))
    code, output = on_command_line(path)
    assert code == 1
    assert "in the domain: NO" in output


def test_a_changed_engine_that_finds_otherwise(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One kernel that denies the violation is enough for not reproduced."""
    from perturb.numbers import charpoly

    monkeypatch.setattr(charpoly, "singular_values", lambda A: [fmpq(0)] * A.ncols())
    path = edited(saved, lambda d: d.__setitem__("conclusions", ["(<= (s1 A) 1/2)"]))
    found = replay(load(path))
    assert {v.verdict for v in found.verdicts} >= {Verdict.HOLDS, Verdict.VIOLATED}
    assert not found.refutes


def disk_full(*_: Any, **__: Any) -> Any:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class FullDisk:
    """A stream that accepts a few bytes and then finds the disk full."""

    def __init__(self, handle: int, *_: Any, **__: Any) -> None:
        self.handle = handle

    def write(self, content: bytes) -> None:
        os.write(self.handle, content[:10])
        disk_full()

    def __enter__(self) -> FullDisk:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.handle)


@pytest.mark.parametrize(
    ("place", "full"), [("replace", disk_full), ("fdopen", FullDisk), ("chmod", disk_full)]
)
def test_a_full_disk_leaves_the_old_file(
    place: str, full: Any, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = saved.read_bytes()
    monkeypatch.setattr(output.os, place, full)
    with pytest.raises(OSError, match="No space left"):
        save(made(*CASES["every kind"]), saved)
    monkeypatch.undo()
    assert saved.read_bytes() == before
    assert os.listdir(saved.parent) == [saved.name]
    assert load(saved) == made(vary=("A[1,2]",))


def test_a_full_disk_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output.os, "replace", disk_full)
    done = CliRunner().invoke(main, ["new", str(tmp_path / "c.py")])
    assert done.exit_code == 2
    assert "No space left" in done.output
    assert os.listdir(tmp_path) == []


def test_a_missing_file(tmp_path: Path) -> None:
    code, output = on_command_line(tmp_path / "nothing.json")
    assert code == 2
    assert "No such file" in output
    assert on_command_line(tmp_path)[0] == 2


# A witness speaks of a claim when statement and domain are the same: a point for one is none for another.


@pytest.mark.parametrize("name", CASES)
def test_its_own_claim(name: str) -> None:
    c, point = CASES[name]
    assert speaks_of(made(c, point), c)


def small(A: Any) -> Any:
    yield then(trace(A), ">=", 1)


@pytest.mark.parametrize("domain", [square(n=(1, 3)), symmetric(n=(1, 3)), square(2)])
def test_the_same_words_on_another_domain(domain: Any) -> None:
    """Only the lines of membership tell these apart: the point lies in each of the domains."""
    semidefinite = declare(small, psd(n=(1, 3)))
    found = made(semidefinite, semidefinite.domain.point({"A": [["1/4", 0], [0, "1/4"]]}))
    other = declare(small, domain)
    assert other.domain.contains(other.domain.point(found.values))
    assert [link.canonical() for link in other.conclusions] == found.data["conclusions"]
    assert not speaks_of(found, other)


def test_another_range_of_an_integer() -> None:
    def body(A: Any, k: Any) -> Any:
        yield then(s1(A) * k, "<=", 1)

    up_to_n = declare(body, together(A=square(), k=integer(1, "n"), n=(1, 3)))
    found = made(up_to_n, up_to_n.domain.point({"A": [[2, 0], [0, 2]], "k": 1}))
    assert not speaks_of(found, declare(body, together(A=square(), k=integer(1, 1), n=(1, 3))))


def test_another_hypothesis_or_conclusion() -> None:
    def first(A: Any, x: Any) -> Any:
        yield given(x, ">", 0)
        yield then(lam_min(A), ">=", 1)

    def weaker(A: Any, x: Any) -> Any:
        yield given(x, ">=", 0)
        yield then(lam_min(A), ">=", 1)

    def stronger(A: Any, x: Any) -> Any:
        yield given(x, ">", 0)
        yield then(lam_min(A), ">=", 2)

    domain = together(A=psd(), x=scalar(0, 10), n=(1, 3))
    claim = declare(first, domain)
    found = made(claim, claim.domain.point({"A": [["1/4"]], "x": 1}))
    assert [speaks_of(found, declare(body, domain)) for body in (first, weaker, stronger)] == [
        True,
        False,
        False,
    ]
    assert membership(claim, claim.domain.point(found.values))


def geometric(A: Any, B: Any, t: Any) -> Any:
    product = mat_power(A, t) @ mat_power(B, 1 - t)
    yield then(s(product + T(product)), "<=", s(A + B))


def test_sides_that_were_known_to_few_digits(tmp_path: Path) -> None:
    """Beside a large value a small one is known to a thousandth; a wide interval stands for nothing else."""
    claim = declare(geometric, together(A=psd(), B=psd(), t=scalar(0, 1), n=(1, 3)))
    wide = {"A": [[1, -1], [-1, 2]], "B": [["1/2", 512], [512, "1048577/2"]], "t": "1/2"}
    saved = save(made(claim, claim.domain.point(wide)), tmp_path / "w.json")
    lhs = json.loads(saved.read_text())["lhs"]
    low, high = map(float, lhs.strip("[]").split(","))
    assert high - low > 1e-6 * high
    assert replay(load(saved)).refutes
    for other in ("[-1000, 1000]", f"[{high + 1}, {high + 2}]", "[0, 60]"):
        assert not replay(load(edited(saved, lambda data, other=other: data.update(lhs=other)))).as_saved
