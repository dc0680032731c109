"""The engine from Python: statements asked about, claims at inputs of one's own, small edges, proofs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import perturb
from perturb import attack, check, claim, given, law, paper, prove, relations, simulate, then, tighten
from perturb.domains import psd, square, together, vector
from perturb.laws.distributions import marchenko_pastur, semicircle
from perturb.prove.checker.check import check as check_universal
from perturb.statements.paper import Outcome
from perturb.vocab import fro, kappa, lam_min, mul, norm, s, s1, trace
from tests.cli import cli_files as files


@claim(paper("me"), "a trace", domain=square(n=(1, 2)))
def a_trace(A):
    yield then(trace(A), "<=", fro(A))


def test_the_inputs_of_the_simplest_witness_are_exact() -> None:
    found = check(a_trace, "ci")
    assert found.outcome is Outcome.REFUTED
    assert list(found.inputs) == ["A"]
    assert all(isinstance(entry, str) for row in found.inputs["A"] for entry in row)


def test_a_result_prints_itself() -> None:
    """As the console does, and in a notebook with the statement, the witness and a picture."""
    found = check(a_trace, "ci")
    assert repr(found).startswith("me/a_trace  REFUTED  certified")
    assert "\n  simplest witness  A = [[1, 0], [0, 1]]" in repr(found)
    shown = found._repr_markdown_()
    assert r"\mathrm{tr}" in shown
    assert r"$$A = \begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}$$" in shown
    assert "](data:image/svg+xml;base64," in shown
    (row,) = found.rows()
    assert (row["outcome"], row["holds"] > 0, row["violated"] > 0) == ("refuted", True, True)


def test_what_cannot_be_asked_is_named() -> None:
    with pytest.raises(ValueError, match="there is no profile 'fast'; known are ci, brief"):
        check(a_trace, "fast")
    for ask in (check, attack, tighten):
        with pytest.raises(ValueError, match="seconds = nan is not a positive"):
            ask(a_trace, seconds=float("nan"))
        with pytest.raises(ValueError, match="seconds = 'a' is not a positive"):
            ask(a_trace, seconds="a")
        for seed in (-1, 1.5, "a"):
            with pytest.raises(ValueError, match=f"seed = {seed!r} is not an integer from 0 on"):
                ask(a_trace, seed=seed)
        with pytest.raises(TypeError, match=r"3 is no .* and no target"):
            ask(3)
    with pytest.raises(ValueError, match="seed = -1 is not an integer"):
        simulate("fig-4", draws=40, sizes=[5], seed=-1)
    with pytest.raises(TypeError, match="me/a_trace takes A; given: 0 without a name, B"):
        a_trace(B=np.eye(2))
    with pytest.raises(LookupError, match="no such file"):
        check("missing.py")
    with pytest.raises(LookupError, match="no experiment is called"):
        simulate("nothing")


def test_a_file_gives_a_result_for_each_statement(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(files.true() + files.false().removeprefix(files.HEAD), encoding="utf-8")
    found = check(path, "ci")
    assert [one.outcome for one in found] == ["survived", "refuted"]
    assert found["me/small"] is found[1]
    assert repr(found).count("certified (") == len(found.rows()) == len(found) == 2
    with pytest.raises(KeyError, match="there are me/submultiplicative, me/small"):
        found["small"]
    assert check(f"{path}::small", "ci")[0].outcome == "refuted"


def test_an_attack_takes_its_time_and_a_law_its_draws() -> None:
    assert attack(a_trace, seconds=0.3).outcome == "refuted"
    (found,) = check("limits/quarter-circle", "ci", seconds=0.05)
    assert found.outcome in ("consistent", "unresolved")
    assert f"limits/quarter-circle ({found.evidence.statement.status.value})" in repr(found)
    assert found.rows()[0]["at"] == "n = 5" or found.rows()


@pytest.mark.usefixtures("counted_time")
def test_constants() -> None:
    @claim(paper("me"), "b", domain=square(n=(1, 2)))
    def twice(A):
        yield then(trace(A), "<=", 1.5 * fro(A))

    found = tighten(twice, seconds=0.5)
    assert "3/2: refuted from 1.414213562" in repr(found)
    assert [row["printed"] for row in found.rows()] == ["3/2"]


def test_goodness_of_fit() -> None:
    values = np.random.default_rng(0).exponential(size=400)
    found = law(values, "semicircle")
    assert found.verdict == "refuted"
    assert repr(found).startswith("semicircle")
    assert "REFUTED  at alpha 1e-06, 400 draws" in repr(found)
    again = law(values, semicircle())
    assert again.judged.interval == found.judged.interval
    with pytest.raises(ValueError, match="not finite"):
        law([1.0, np.inf], "semicircle")
    with pytest.raises(ValueError, match="by its name"):
        law(values, semicircle(), n=3)
    with pytest.raises(ValueError, match="needs the size n"):
        law(values, "tracy-widom-1", ensemble="goe")


def test_without_a_distribution_a_law_is_looked_for() -> None:
    found = law(semicircle().rvs(size=2_000, random_state=1))
    assert found.verdict == "not refuted"
    assert "semicircle of variance 1: sup distance seen 0.01989" in repr(found)
    assert "](data:image/svg+xml;base64," in found._repr_markdown_()
    assert list(found.to_frame().distribution) == [one.distribution.name for one in found.found]
    scaled = law(marchenko_pastur(0.5, 2.0).rvs(size=2_000, random_state=1)).lines()
    assert any(line.startswith("  Marchenko-Pastur at ratio 0.4") for line in scaled), scaled
    assert all(len(line) < 120 for line in scaled)
    nothing = law(np.random.default_rng(0).standard_cauchy(3_000))
    assert (nothing.verdict, nothing.rows()) == ("refuted", [])
    assert "none fits" in nothing._repr_markdown_()
    assert law([1, 2, 3]).verdict == "unresolved"
    with pytest.raises(ValueError, match="tolerance needs a distribution"):
        law([1, 2, 3], tolerance=0.1)


def test_one_name_has_one_meaning() -> None:
    """`perturb.law` was what declares a law."""
    with pytest.raises(TypeError, match="declared with @limit_law"):
        law(paper("me"), "a law")


def test_an_experiment() -> None:
    found = simulate("fig-4", draws=40, sizes=[5])
    assert found.results.sizes[0].draws == 40
    assert "n = 5: 40 draws, mean" in repr(found)
    for said in (repr(found), found._repr_markdown_()):
        assert "; distance to TW_1 in [0." in said
        assert said.count("distance: the largest one between the cdf of these draws and") == 1
    assert "data:image/png;base64," in found._repr_markdown_()
    assert list(found.to_frame().draws) == [40]
    assert perturb.simulate is simulate


# A claim at inputs of one's own, and how it prints.


ME = paper("me")


@claim(ME, "eq. (7)", domain=square(count=2, n=(2, 4)), status="printed")
def commutator(A, B):
    yield given(s1(A), "<=", 1)
    yield then(fro(mul(A, B) - mul(B, A)), "<=", 1.4142 * fro(A) * fro(B))


@claim(ME, "trace", domain=psd(n=(1, 3)))
def positive(P):
    yield then(lam_min(P), "<=", trace(P))


UP, DOWN = np.array([[0.0, 1.0], [0.0, 0.0]]), np.array([[0, 0], [1, 0]])


def test_a_claim_prints_as_its_statement() -> None:
    assert repr(commutator).splitlines() == [
        "me/commutator (printed): eq. (7)",
        "for all  A, B ∈ ℝⁿˣⁿ",
        "sizes    every n >= 2, searched up to 4",
        "given    s₁(A) ≤ 1",
        "then     ‖A B - B A‖_F ≤ 1.4142 ‖A‖_F ‖B‖_F",
    ]
    assert r"\lVert A B - B A \rVert_F \le 1.4142" in commutator._repr_markdown_()


def test_which_relations_hold_and_by_how_much() -> None:
    found = commutator(UP, DOWN)
    assert [(r.part, r.verdict) for r in found.relations] == [("given", "holds"), ("then", "violated")]
    assert found.relations[1].margin == pytest.approx(1.4142 / 2**0.5 - 1, rel=1e-6)
    assert (found.verdict, found.inside, bool(found)) == ("violated", True, False)
    assert "violated, margin -9.59e-06" in repr(found)
    assert commutator(B=DOWN, A=UP / 2).verdict == "violated"
    assert commutator(UP, UP.tolist())
    outside = relations(commutator, 2 * UP, DOWN)
    assert (outside.verdict, outside.relations[0].verdict) == ("vacuous", "violated")
    with pytest.raises(TypeError, match="vacuous at this point"):
        bool(outside)


def test_a_point_outside_the_domain_says_so() -> None:
    found = positive(np.array([[-1.0]]))
    assert (found.inside, found.verdict) == (False, "vacuous")
    assert "outside the domain" in repr(found)


def test_what_has_no_verdict_has_none() -> None:
    @claim(ME, "no value at 0", domain=square(n=(1, 2)))
    def condition(A):
        yield then(kappa(A), ">=", 1)

    assert condition(np.zeros((2, 2))).verdict == "vacuous"
    assert condition(np.eye(2)).verdict == "holds"


@pytest.mark.parametrize(
    ("arrays", "named", "error", "said"),
    [
        ((UP,), {}, TypeError, "takes A, B"),
        ((UP, DOWN, UP), {}, TypeError, "takes A, B"),
        ((UP, DOWN), {"A": UP}, TypeError, "takes A, B"),
        ((UP, np.eye(3)), {}, ValueError, "size n is 2 elsewhere, 3 here"),
        ((UP, np.full((2, 2), np.nan)), {}, ValueError, "not a finite number"),
        ((UP * 1j, DOWN), {}, ValueError, "not a finite number"),
        ((s(UP), DOWN), {}, ValueError, "not a matrix"),
    ],
)
def test_inputs_that_do_not_fit(arrays, named, error, said) -> None:
    with pytest.raises(error, match=said):
        commutator(*arrays, **named)


def test_as_a_table_and_in_a_notebook() -> None:
    pytest.importorskip("pandas")
    table = commutator(UP, DOWN).to_frame()
    assert list(table.verdict) == ["holds", "violated"]
    assert "| then | $" in commutator(UP, DOWN)._repr_markdown_()


def test_what_is_public_is_there() -> None:
    for name in ("attack", "check", "law", "relations", "simulate", "tighten"):
        assert name in perturb.__all__
        assert (getattr(perturb, name).__doc__ or "").count("\n") > 2


def test_sizes_beyond_those_that_are_searched() -> None:
    """The statement speaks of them, and the answer says that no search looks there."""
    zero = np.zeros((5, 5))
    first = str(commutator(zero, zero)).splitlines()[0]
    assert first == "me/commutator: holds at this point; n = 5 is beyond the sizes searched (n <= 4)"
    assert "beyond" not in str(commutator(np.eye(2), np.eye(2)))


# Eigenvalues of small matrices without the option: no number of a limit is said of them as of draws.


@pytest.mark.parametrize(("n", "m"), [(20, 40), (40, 80), (60, 40), (60, 120), (100, 200)])
def test_a_small_spectrum_is_not_refuted_as_draws(n: int, m: int) -> None:
    """For 7 of 40 true matrices of 20 x 40 the largest value lay beyond the support of the limit."""
    found: Counter[str] = Counter()
    for seed in range(40):
        X = np.random.default_rng([seed, n]).standard_normal((n, m))
        judged = perturb.law(np.linalg.eigvalsh(X @ X.T / m), marchenko_pastur(n / m))
        found[judged.verdict] += 1
        assert judged.verdict != "unresolved" or "spectrum" in repr(judged)
    assert found["refuted"] == 0
    assert found["unresolved"] > 0


def test_of_the_semicircle_too() -> None:
    for seed in range(40):
        G = np.random.default_rng(seed).standard_normal((25, 25))
        values = np.linalg.eigvalsh((G + G.T) / 50**0.5)
        assert perturb.law(values, semicircle()).verdict != "refuted"


def test_values_far_beyond_or_elsewhere_are_refuted_as_ever() -> None:
    rng = np.random.default_rng(1)
    inside = marchenko_pastur(0.5).rvs(40, rng)
    assert perturb.law(np.append(inside, 4.5), marchenko_pastur(0.5)).verdict == "refuted"
    said = perturb.law(np.append(inside, 3.0), marchenko_pastur(0.5))
    assert said.verdict == "unresolved"
    assert "1 value lies beyond the support" in repr(said)
    assert perturb.law(np.append(rng.random(400) + 0.2, 2.95), marchenko_pastur(0.5)).verdict == "refuted"


# Proofs for all matrices of a small size, asked for from Python.


@claim(paper("me"), "norms", domain=square(n=(1, 3)))
def norms(A):
    yield then(s1(A), "<=", fro(A))


def test_a_claim_is_proved_and_the_checker_accepts_it(tmp_path: Path) -> None:
    found = prove(norms, seconds=20)
    assert found
    assert found.sizes == (1, 2)
    assert "\n  n = 2  PROVED  " in repr(found)
    assert r"\lVert A \rVert_F" in found._repr_markdown_()
    assert [row["outcome"] for row in found.rows()] == ["proved", "proved"]
    for path in found.save(tmp_path):
        assert check_universal(path)["fingerprint"] == norms.fingerprint  # its only line


@claim(paper("me"), "vectors", domain=together(v=vector(), w=vector()))
def vectors(v, w):
    yield then(norm(v + w), "<=", norm(v) + norm(w))


def test_vectors_of_three_components_are_proved(tmp_path: Path) -> None:
    found = prove(vectors, n=3, seconds=60)
    assert found
    (path,) = found.save(tmp_path)
    assert path == tmp_path / "me" / "test_examine.n3.jsonl"
    assert check_universal(path)["n"] == 3


def test_what_is_false_is_not_proved(tmp_path: Path) -> None:
    found = prove(a_trace, n=2, seconds=5)
    assert not found
    assert found.save(tmp_path) == []


def test_the_package_of_this_name_stays_one() -> None:
    import perturb.prove.store as store

    assert perturb.prove.store is store
    assert callable(perturb.prove)


def test_what_cannot_be_asked_is_named_universal() -> None:
    for bad in (4, (1, 4), ()):
        with pytest.raises(ValueError, match="sizes 1 to 3"):
            prove(norms, n=bad)
    with pytest.raises(ValueError, match="seconds = 0 is not a positive"):
        prove(norms, seconds=0)
