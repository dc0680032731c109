"""Mutants are one step stronger than their claim, the engine notices; and the command `perturb mutants`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from perturb import claim, given, paper, then
from perturb.certify.point import screen
from perturb.cli import mutants as mutants_command
from perturb.cli.mutants import attacked, command
from perturb.domains import psd, square, symmetric
from perturb.domains.draws import draw
from perturb.sharpen import mutants as made
from perturb.sharpen.kills import kill, outcome, score
from perturb.sharpen.mutants import SUPPORTED, Mutant, mutants, unknown_names
from perturb.statements.catalogue import catalogue, load_statements
from perturb.vocab import I, T, det, fro, indices, kappa, lam_max, lam_min, s, s1, s_min, sq, sqrt
from perturb.vocab.systems.evaluate import Evaluation, Floats

CATALOGUE = catalogue()
# Making mutants takes seconds for all of them: which claims have some is not asked where tests are listed.
CLAIMS = [pytest.param(c, id=c.id) for c in CATALOGUE.values() if c.status in SUPPORTED]
ME = paper("test")
i, j = indices("i j")


def declare(body, domain, **options):
    return claim(ME, "label", domain=domain, status="proved", **options)(body)


def named(c) -> dict[str, Mutant]:
    return {m.name: m for m in mutants(c)}


def statement(c, part="conclusions") -> str:
    return "; ".join(link.canonical() for link in getattr(c, part))


def contraction():
    def body(M):
        yield given(s1(M), "<", 1)
        yield then(kappa(M + I), "<=", sqrt(1 + lam_max(M + T(M)) + sq(s1(M))) / (1 - s1(M)))

    return declare(body, square(n=(1, 4)), equality=[[["1/2", 0], [0, "-1/2"]]])


def test_names_and_statements():
    found = named(contraction())
    assert list(found) == [
        "conclusion-1:right-1%",
        "conclusion-1:strict",
        "conclusion-1:right:1-1%",
        "conclusion-1:right:lam_max->lam_min",
        "conclusion-1:right:s1->s2",
        "conclusion-1:right:1+1%",
        "conclusion-1:right:s1->s2#2",
        "hypothesis-1:dropped",
        "hypothesis-1:non-strict",
        "hypothesis-1:relaxed-10%",
    ]
    assert statement(found["hypothesis-1:relaxed-10%"].claim, "hypotheses") == "(< (s1 M) 11/10)"
    assert statement(found["hypothesis-1:non-strict"].claim, "hypotheses") == "(<= (s1 M) 1)"
    assert found["hypothesis-1:dropped"].claim.hypotheses == ()
    assert "(sub 101/100 (s1 M))" in statement(found["conclusion-1:right:1+1%"].claim)


def test_subscripts_move_towards_the_stronger_statement():
    def weyl(A, B):
        yield then(s(A + B)[i + j - 1], "<=", s(A)[i] + s(B)[j])

    found = named(declare(weyl, square(count=2, n=(1, 3))))
    assert "(component (s (add A B)) (sub (sub (add i j) 1) 1))" in statement(
        found["conclusion-1:left:shift-s[i+j-1]"].claim
    )
    assert "(component (s B) (add j 1))" in statement(found["conclusion-1:right:shift-s[j]"].claim)


def test_equalities_change_by_their_value_and_refuted_claims_have_no_mutants():
    def determinants(A):
        yield given(det(A), ">", 0)
        yield then(det(T(A)), "==", det(A))

    c = declare(determinants, square(n=(1, 3)))
    names = ["conclusion-1:right+1%", "hypothesis-1:dropped", "hypothesis-1:non-strict"]
    assert list(named(c)) == names
    for status in ("refuted", "conjectured"):
        assert mutants(replace(c, status=status)) == []
    assert list(named(replace(c, status=None))) == names  # without a status it is asserted


@pytest.fixture
def looked_at_once(monkeypatch):
    """Whether a relaxed domain keeps the meaning of a statement takes nine tenths of the making: certifying
    points, the same each time.
    """
    known, look = {}, made._meaningful

    def meaningful(c):
        if c.fingerprint not in known:
            known[c.fingerprint] = look(c)
        return known[c.fingerprint]

    monkeypatch.setattr(made, "_meaningful", meaningful)


@pytest.mark.usefixtures("looked_at_once")
@pytest.mark.parametrize("c", CLAIMS)
def test_mutants_of_the_catalogue(c):
    """They differ, keep their names, and have no more room than their claim."""
    found = mutants(c)
    assert len({m.name for m in found}) == len({m.claim.fingerprint for m in found} | {c.fingerprint}) - 1
    assert [m.name for m in mutants(c)] == [m.name for m in found]
    assert unknown_names(c, found) == []
    assert all(proof.strip() for proof in c.true_mutants.values())
    no_more_room(c, [m for m in found if ":right" in m.name or ":left" in m.name])


def no_more_room(c, changed):
    """On float64 draws: wherever the claim has room, its mutant has no more of it (a strict one the same)."""
    rng = np.random.default_rng(0)
    sizes = list(c.domain.sizes())
    for size in (sizes[len(sizes) // 2], sizes[-1]):
        batch = draw(c.domain, rng, 200, size)
        inside = screen(c, batch).inside
        read = Evaluation(Floats(c.domain.inputs(batch)))
        for m in changed:
            with np.errstate(all="ignore"):
                pairs = zip(c.conclusions, m.claim.conclusions, strict=True)
                before, after = next((a, b) for a, b in pairs if a is not b)
                if "shift" in m.name or "s2" in m.name or before.shown is not None:
                    continue
                was = _room(before, read)
                gap = _room(after, read) - was
            if (
                before.op == "=="
            ):  # where float64 misses an equality (an ill-conditioned inverse), it says nothing
                gap = np.where(was < -1e-9, 0.0, gap)
            wrong = inside & (gap.reshape(-1) > 1e-9) if gap.size == batch.count else inside & False
            assert not wrong.any(), m.name


def _room(link, read):
    """rhs - lhs (signed so that room is positive), with every index 2; NaN is no information."""
    at = dict.fromkeys(link.free, 2)
    try:
        lhs, rhs = read(link.lhs, at), read(link.rhs, at)
    except IndexError:
        return np.array([np.nan])
    gap = np.asarray(
        rhs - lhs if link.op in ("<=", "<") else lhs - rhs if link.op != "==" else -abs(rhs - lhs)
    )
    ratio = np.asarray(gap / (np.abs(lhs) + np.abs(rhs) + 1e-300), dtype=float)
    # A statement about sizes alone has one value.
    return np.nan_to_num(ratio.reshape((1,) * (3 - ratio.ndim) + ratio.shape)[:, :1, :1], nan=0.0)


KILLED = ["classical/weyl-additive", "classical/horn-product", "classical/fischer", "riedi2022/prop-5.22"]


@pytest.mark.usefixtures("counted_time")
@pytest.mark.parametrize("name", KILLED)
def test_the_engine_kills(name):
    for m in mutants(CATALOGUE[name]):
        found = kill(m.claim, 3.0)
        assert found.by in found.trials, m.name
        assert found.evaluations >= 1
        assert found.trials["attack"].killed


@pytest.mark.usefixtures("counted_time")
def test_a_true_statement_is_not_killed():
    c = CATALOGUE["classical/ky-fan-triangle"]
    found = kill(c, 0.3)
    assert found.by is None
    assert not any(trial.killed for trial in found.trials.values())


@pytest.mark.usefixtures("counted_time")
def test_a_hypothesis_about_definedness_only_is_not_counted():
    def ratio(A):
        yield given(s1(A), ">", 0)
        yield then(kappa(A), ">=", 1)

    c = declare(ratio, square(n=(1, 2)))
    rows = {m.name: outcome(m, c, 0.3) for m in mutants(c)}
    dropped = rows["hypothesis-1:dropped"]
    assert (dropped.killed, dropped.definedness) == (False, True)
    assert rows["conclusion-1:right+1%"].by == "property"
    assert score(list(rows.values())).definedness >= 1


@pytest.mark.usefixtures("counted_time")
def test_an_idle_hypothesis_survives_until_it_is_proved():
    def idle(A):
        yield given(s1(A), ">", 1)
        yield then(s_min(A), "<=", s1(A))

    proofs = {"hypothesis-1:dropped": "s_n <= s_1 by their order", "conclusion-9:gone": "stale"}
    c = declare(idle, square(n=(1, 2)))
    (row,) = (outcome(m, c, 0.3) for m in mutants(c) if m.name == "hypothesis-1:dropped")
    assert (row.killed, row.definedness, row.proved_true) == (False, False, False)
    assert row.survives
    proved = declare(idle, square(n=(1, 2)), true_mutants=proofs)
    (row,) = (outcome(m, proved, 0.3) for m in mutants(proved) if m.name == "hypothesis-1:dropped")
    assert row.proved_true
    assert not row.survives
    assert unknown_names(proved, mutants(proved)) == ["conclusion-9:gone"]
    assert score([row]).counted == 0


def test_a_domain_whose_words_lose_their_meaning_has_no_rim_mutant():
    def eigenvalues(A):
        yield then(lam_min(A), "<=", lam_max(A))

    def diagonal(A):
        yield then(det(A), "<=", sq(fro(A)) ** 2 + 1)

    assert "domain:rim" not in named(declare(eigenvalues, symmetric(n=(1, 3))))
    assert "domain:rim" in named(declare(diagonal, psd(n=(1, 3))))


# perturb mutants, on a file of one claim.


SUBMULTIPLICATIVE = """from perturb import claim, paper, then
from perturb.domains import square
from perturb.statements.catalogue import load_statements
from perturb.vocab import s1

EQUAL = {{"A": [[2]], "B": [[3]]}}

@claim(paper("me"), "mine", domain=square(count=2, n=(1, 3)), status="proved", equality=[EQUAL]{more})
def submultiplicative(A, B):
    yield then(s1(A @ B), "<=", {bound})
"""


def declare_mutants_command(body, domain, **options):
    return claim(ME, "label", domain=domain, status="proved", **options)(body)


def named_mutants_command(c) -> dict[str, Mutant]:
    return {m.name: m for m in mutants(c)}


def run(tmp_path: Path, monkeypatch, bound: str, *args: str, more: str = "", seconds: str = "0.5"):
    monkeypatch.chdir(tmp_path)
    Path("c.py").write_text(SUBMULTIPLICATIVE.format(bound=bound, more=more), encoding="utf-8")
    return CliRunner().invoke(command, ["c.py", "--seconds", seconds, "--workers", "1", *args])


def test_the_command_prints_a_line_a_mutant(tmp_path, monkeypatch):
    """In a worker; all of them fall at once, and the time is for a machine that is busy."""
    done = run(tmp_path, monkeypatch, "s1(A) * s1(B)", "--json", seconds="300")
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["mutant"] for line in lines] == list(named_mutants_command(_mine()))
    keys = {"id", "mutant", "proved_true", "killed", "by", "evaluations", "seconds"}
    assert all(keys <= set(line) for line in lines)
    assert all(line["killed"] for line in lines)


def _mine():
    def submultiplicative(A, B):
        yield then(s1(A @ B), "<=", s1(A) * s1(B))

    return declare_mutants_command(
        submultiplicative, square(count=2, n=(1, 3)), equality=[{"A": [[2]], "B": [[3]]}]
    )


@pytest.mark.usefixtures("counted_time")
def test_the_command_lists_survivors(tmp_path, monkeypatch):
    """In this process, whose time is counted."""
    here = lambda jobs, seconds, workers: (attacked(job, seconds) for job in jobs)  # noqa: E731
    monkeypatch.setattr(mutants_command, "run_all", here)
    monkeypatch.setattr(mutants_command, "again", lambda file: {s.id: s for s in load_statements(Path(file))})
    done = run(tmp_path, monkeypatch, "2 * s1(A) * s1(B) + 1", seconds="0.1")
    assert done.exit_code == 1
    assert "conclusion-1:right-1%" in done.stdout
    assert "killed 2 of 6 mutants (33.3%)" in done.stdout


def test_a_stale_proof_and_an_unknown_target_are_bad_input(tmp_path, monkeypatch):
    done = run(tmp_path, monkeypatch, "s1(A) * s1(B)", more=', true_mutants={"conclusion-7:right-1%": "x"}')
    assert done.exit_code == 2
    assert "conclusion-7:right-1%" in done.stderr
    done = CliRunner().invoke(command, ["no-such-claim"])
    assert done.exit_code == 2
    assert "names no statement" in done.stderr
