"""Claims with complex inputs: names, data, membership, relations, and what is said of a user's file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from perturb import claim, given, paper, relations, then
from perturb.certify.point import certify
from perturb.certify.witness import save
from perturb.cli import main
from perturb.domains import (
    Domain,
    contraction,
    density,
    hermitian,
    normal,
    orthogonal,
    positive_definite,
    projection,
    psd,
    rectangular,
    scalar,
    skew_hermitian,
    square,
    symmetric,
    together,
    unit_vector,
    unitary,
    vector,
)
from perturb.domains.draws import corners, draw
from perturb.enclosure import Verdict
from perturb.results.claim_evidence import entries_named
from perturb.statements.catalogue import catalogue
from perturb.vocab import I, lam_max, norm, op
from tests.certify.witness_cases import made, on_command_line
from tools import over_complex, over_complex_page

COMPLEX = paper("complex", "Complex inputs")
C: Any = {"field": "complex", "n": (1, 3)}


@claim(COMPLEX, "(1)", domain=hermitian(n=(1, 3)), equality=[[[1, 1j], [-1j, 1]]])
def largest(A):
    yield then(lam_max(A), "<=", op(A))


@claim(
    COMPLEX,
    "(2)",
    domain=together(A=rectangular(field="complex"), x=vector(field="complex"), t=scalar(), n=(1, 3)),
)
def times(A, x, t):
    yield given(t, ">=", 1)
    yield then(norm(A @ x), "<=", t * op(A) * norm(x))


@pytest.mark.parametrize("A", [[[2, 1j], [-1j, 0]], np.array([[2, 1j], [-1j, 0]]), np.eye(2)])
def test_relations_take_complex_arrays(A: Any) -> None:
    assert relations(largest, A).verdict == relations(largest, A=A).verdict == "holds"
    parts = {"A_re": np.real(A), "A_im": np.imag(A)}
    assert relations(largest, **parts).verdict == "holds"


def test_relations_take_complex_and_real_inputs() -> None:
    A, x = np.array([[1j, 2]]), np.array([1j, 3])
    assert relations(times, A, x, 2).verdict == "holds"
    with pytest.raises(ValueError, match="size n is 2"):
        relations(times, A, np.array([1j, 3, 4]), 2)
    with pytest.raises(ValueError, match="not a finite number"):
        relations(times, A, x, 2j)
    with pytest.raises(TypeError, match="takes A, x, t"):
        relations(times, A, x)


@pytest.mark.parametrize("order", [("A", "A_re"), ("A_re", "A")])
@pytest.mark.parametrize("other", [square(n=(1, 3)), square(**C), vector(field="complex")])
def test_an_input_called_as_a_part_is(order: tuple[str, str], other: Domain) -> None:
    inputs = {"A": square(**C), "A_re": other}
    with pytest.raises(TypeError, match="A_re is a part of the complex input A"):
        together(**{name: inputs[name] for name in order})
    with pytest.raises(TypeError, match="A_re is a part of the complex input A"):
        square(count=2, **C).named(list(order))


S: Any = [[1, 1j], [1j, 1]]  # symmetric, normal, not Hermitian


@pytest.mark.parametrize(
    ("domain", "within", "without"),
    [
        (hermitian(), [[1, 1j], [-1j, 1]], S),
        (skew_hermitian(), [[1j, 1], [-1, 0]], [[1j, 1], [1, 0]]),
        (unitary(), [[0, 1j], [1, 0]], [[1, 1], [1j, 1]]),
        (psd(**C), [[1, 1j], [-1j, 1]], [[1, 2j], [-2j, 1]]),
        (positive_definite(**C), [[2, 1j], [-1j, 1]], [[1, 1j], [-1j, 1]]),
        (contraction(**C), [[0, 1j], [1, 0]], [[1, 1j], [0, 0]]),
        (normal(**C), S, [[0, 1j], [0, 0]]),
        (density(), [[0.5, 0.5j], [-0.5j, 0.5]], [[0.5, 0.5j], [0.5j, 0.5]]),
        (unit_vector(**C), [0, 1j], [1, 1j]),
        (symmetric(**C), S, [[1, 1j], [-1j, 1]]),
        (orthogonal(**C), [[1.25, 0.75j], [-0.75j, 1.25]], [[0, 1j], [1, 0]]),
    ],
)
def test_points_within_and_without(domain: Domain, within: Any, without: Any) -> None:
    one = domain.named(["A"])
    assert one.contains(one.point({"A": within}))
    assert not one.contains(one.point({"A": np.array(without)}))


def test_inputs_of_one_kind_have_parameters_of_their_own() -> None:
    two = unitary(count=2).named(["U", "V"])
    assert {key.split(".")[0] for key in two.params} == {"U", "V"}


def test_multiples_of_the_identity_in_a_chain_with_a_real_matrix() -> None:
    @claim(COMPLEX, "(3)", domain=together(A=hermitian(), R=symmetric(), n=(1, 2)))
    def chain(A, R):
        yield then(2 * I, "loewner", R, "loewner", A, "loewner", I)

    assert len(chain.conclusions) == 3
    point = {"R": 2 * np.eye(1), "A": [[3]]}
    assert [r.verdict for r in relations(chain, **point).relations] == ["holds", "holds", "violated"]


FILE = """
from perturb import claim, given, paper, then
from perturb.domains import scalar, skew_hermitian, square, vector
from perturb.vocab import entries, norm, real, total, trace

P = paper("own", "A file of complex claims")


@claim(P, "1", domain=vector(field="complex", count=2, n=(1, 3)))
def cauchy(x, y):
    yield then(abs(x.H @ y), "<=", norm(x) * norm(y))


@claim(P, "2", domain=scalar(field="complex"))
def squares(z):
    yield then(real(z * z), ">=", 0)


@claim(P, "3", domain=square(field="complex", count=2, n=(1, 3)))
def traces(A, B):
    yield then(trace(A @ B), "==", trace(B @ A))


@claim(P, "4", domain=vector(field="complex", n=(1, 3)))
def isotropic(x):
    yield given(total(x * x), "==", 0)
    yield then(x, "==", 0)


@claim(P, "5", domain=skew_hermitian(n=(1, 3)))
def imaginary(A):
    yield then(real(trace(A)), "==", 0)


@claim(P, "6", domain=skew_hermitian(n=(1, 3)))
def hollow(A):
    yield then(trace(A), "==", 0)
"""


def test_proofs_of_complex_claims(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are proofs of the pairs of real inputs; what is true over the reals alone has none."""
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(FILE)
    run = CliRunner().invoke(main, ["prove", "own.py", "--n", "2", "--seconds", "8"])
    said = {line.split()[0]: line.split()[4] for line in run.output.splitlines() if line.startswith("own/")}
    proved = {name for name, verdict in said.items() if verdict == "PROVED"}
    assert proved == {"own/cauchy", "own/traces", "own/imaginary"}, run.output
    checked = CliRunner().invoke(main, ["prove", "--check", "proofs/own/own.n2.jsonl"])
    assert "3 of 3 proofs hold" in checked.output


@pytest.mark.parametrize("command", ["show --tex", "derive", "check --seconds 2"])
def test_commands_on_complex_claims(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(FILE)
    name, *options = command.split()
    run = CliRunner().invoke(main, [name, "own.py", *options])
    assert run.exception is None or isinstance(run.exception, SystemExit), run.output
    if name == "check":
        refuted = {line.split()[0] for line in run.output.splitlines() if " REFUTED " in line}
        assert refuted == {"own/squares", "own/isotropic", "own/hollow"}


# Real theorems over the complex numbers: reports/benchmarks/over-complex.md.

KNOWN = {one.id: one for group in over_complex_page.GROUPS for one in over_complex.sources(group)}
VIOLATED = {(row["way"], row["id"]): row for row in over_complex.rows() if "witness" in row}


@pytest.mark.parametrize("key", VIOLATED)
def test_a_real_theorem_is_false_over_the_complex_numbers_at_its_point(key: tuple[str, str]) -> None:
    way, name = key
    read = over_complex.OverComplex(KNOWN[name], way).claim
    assert read.fingerprint == VIOLATED[key]["reading"]
    point = over_complex_page.point_of(read, VIOLATED[key]["witness"])
    assert read.domain.contains(point)
    assert certify(read, point).verdict is Verdict.VIOLATED
    assert way == "letter" or over_complex_page.WHY[name.partition("/")[2]]


@pytest.mark.parametrize("name", ["golden-thompson", "oppenheim", "bendixson-imaginary", "horn-sum", "young"])
def test_a_theorem_of_both_fields_survives(name: str) -> None:
    read = over_complex.OverComplex(catalogue()[f"classical/{name}"]).claim
    assert any(len(parts) == 2 for parts in read.domain.heads.values())
    for seed in range(6):
        batch = draw(read.domain, np.random.default_rng(seed), 1, {"n": 1 + seed % 3})
        found = certify(read, read.domain.construct(batch.sizes, batch.params_of(0)))
        assert found.verdict is not Verdict.VIOLATED
        assert found.verdict is Verdict.HOLDS or name == "golden-thompson"


def test_a_transpose_is_the_adjoint_or_stays_one() -> None:
    source = catalogue()["classical/rank-gram"]
    adjoint, letter = (over_complex.OverComplex(source, way) for way in ("adjoint", "letter"))
    assert "A^* A" in adjoint.formula
    assert "A^T A" in letter.formula
    assert relations(adjoint.claim, [[1], [1j]]).verdict == "holds"
    assert relations(letter.claim, [[1], [1j]]).verdict == "violated"


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("relu-lipschitz", "larger of complex vectors"),
        ("total-monotone", "an order of components of complex vectors"),
        ("mask-norm", "no input is read as a complex one"),
    ],
)
def test_what_has_no_meaning_is_not_read(name: str, word: str) -> None:
    with pytest.raises(over_complex.WithoutMeaning, match=word):
        assert over_complex.OverComplex(catalogue()[f"classical/{name}"]).claim


def test_complex_projections_are_hermitian_and_idempotent() -> None:
    domain = projection(field="complex", n=(1, 3)).named(["P"])
    assert domain.contains(domain.point({"P": [["1/2", 0.5j], [-0.5j, 0.5]]}))
    assert not domain.contains(domain.point({"P": [[0.5, 0.5j], [0.5j, 0.5]]}))
    for seed in range(5):
        batch = draw(domain, np.random.default_rng(seed), 1, {"n": 3})
        assert domain.contains(domain.construct(batch.sizes, batch.params_of(0)))


def test_the_page_over_the_complex_numbers_is_what_the_record_says() -> None:
    assert over_complex_page.OVER_C.read_text() == over_complex_page.over_complex()
    rows = over_complex.rows()
    assert not [row["id"] for row in rows if row.get("points", {}).get("violated") and "witness" not in row]


def test_a_sum_of_thousands_is_refused_in_a_line() -> None:
    (x,) = scalar().named(["x"]).arguments
    side = x
    for k in range(1, 1200):
        side = side + k * x
    with pytest.raises(ValueError, match="then: words within words, more than 200: a long sum is total"):
        then(side, "<=", 1)


def test_many_corners_are_picked_from() -> None:
    """More combinations of corners than 64 bits count."""
    domain = contraction(field="complex", count=4, n=(2, 2)).named(list("ABCD"))
    assert len(list(corners(domain, 30))) == 30


def test_entries_that_may_vary_are_those_of_the_complex_input() -> None:
    told = {"vary": ["A_re[1,2]", "A_im[2,2]", "B_re[1]", "t"], "complex": ["A"]}
    assert entries_named(told) == ["Re A[1,2]", "Im A[2,2]", "B_re[1]", "t"]


def test_a_file_is_told_by_its_complex_inputs(tmp_path: Path) -> None:
    """Replayed from the file alone, by whoever does not have the claim."""
    one = claim(paper("mine"), "told", domain=together(A=square(field="complex"), z=scalar(field="complex")))
    false = one(lambda A, z: (yield then(op(A @ A), "<=", abs(z))))
    path = save(made(false, false.domain.point({"A": [[1j]], "z": 0})), tmp_path / "w.json")
    _, told = on_command_line(path)
    assert "for all  A = A_re + i A_im (complex matrix), z = z_re + i z_im (complex scalar)" in told
    assert "then     ‖A A‖ ≤ √((Re z)² + (Im z)²)" in told
    assert "witness  A = [[i]], z = 0" in told
