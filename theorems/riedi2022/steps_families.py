"""How sums of eigenvalues and singular values follow a family, and how singular values of two matrices near
each other follow from those of their difference; each step is proved by machine.
"""

from __future__ import annotations

from collections.abc import Iterator

from perturb.statements.argument import Inference, argument, step, therefore
from perturb.vocab import T, diag, diagonal, fro, nuclear, s, s1, s_min, sq, sqrt
from theorems.riedi2022 import families, majorisation
from theorems.riedi2022.singular_vectors import descending
from theorems.riedi2022.steps import alone, by


@argument(families.growth_between_riemann_sums)
def by_weights_of_a_row(goal, P, k, Q, l) -> Iterator[Inference]:  # noqa: E741
    """The i-th diagonal entry of R L R', R = P'Q orthogonal, is a mean of the eigenvalues."""
    n = goal.sizes["n"]
    before, after = descending(abs(k)), descending(abs(l))
    N_1 = Q @ diag(after) @ T(Q) - P @ diag(before) @ T(P)
    U, R = (P, T(P) @ Q) if goal.conclusion == 0 else (Q, T(Q) @ P)
    one = T(U) @ N_1 @ U
    upper = range(1, goal.component + 2)
    facts = []
    values = after if goal.conclusion == 0 else before
    for i in upper:
        row = sum(sq(R[i, j]) for j in range(1, n + 1))
        mean = sum(values[j] * sq(R[i, j]) for j in range(1, n + 1))
        facts.append(step(row, "==", 1, by=[]))
        diff = mean - before[i] if goal.conclusion == 0 else after[i] - mean
        facts.append(step(diagonal(one)[i], "==", diff, free=[before, after], by=[]))
    if goal.component == 1:
        for j in range(1, n + 1):
            facts.append(step(sum(sq(R[i, j]) for i in upper), "==", 1, by=[]))
    order = [step(values[j], ">=", values[j + 1], by=[]) for j in range(1, n)]
    yield from (*facts, *order)
    yield therefore(free=[before, after, R, diagonal(one)])


@argument(majorisation.singular_values_move_less_in_every_norm)
def by_the_moduli(goal, A, A_tilde) -> Iterator[Inference]:
    """The differences one by one, and then without the diagonal matrix."""
    x, E = s(A) - s(A_tilde), A - A_tilde
    if goal.at["k"] == 1:
        for i in range(1, min(goal.sizes["m"], goal.sizes["n"]) + 1):
            yield step(abs(x[i]), "<=", s1(E), by=[])
    else:
        yield step(abs(x[1]) + abs(x[2]), "<=", nuclear(E), by=[])
    yield therefore(free=[x, E, s(A)])


def weyl(A, B):
    """Each singular value moves by s_1(A - B) at most, both ways."""
    E = A - B
    found = [alone(s1(A), "<=", s1(B) + s1(E)), alone(s1(B), "<=", s1(A) + s1(E))]
    found += [alone(s_min(A), "<=", s_min(B) + s1(E)), alone(s_min(B), "<=", s_min(A) + s1(E))]
    found += [alone(s1(E), "<=", fro(E), E)]
    yield from found
    return found


@argument(families.singular_values_inherit_the_modulus)
def by_weyl(goal, A, A_tilde, delta):
    if goal.sizes["n"] == 2:
        E = A - A_tilde
        yield from weyl(A, A_tilde)
        yield therefore(free=[E])


@argument(families.gaps_and_positive_values_persist, families.gaps_persist_by_the_operator_norm)
def by_the_gap(goal, A, A_tilde):
    """The gap moves by two values, and the sum of their squares is bounded (Mirsky)."""
    if goal.sizes["n"] == 2:
        E = A - A_tilde
        known = yield from weyl(A, A_tilde)
        x, y, u, v = s1(A), s_min(A), s1(A_tilde), s_min(A_tilde)
        mirsky = alone(sq(x - u) + sq(y - v), "<=", sq(fro(E)))
        there = alone(0, "<=", fro(E), E)
        far = by([mirsky, there], x - y - (u - v), "<=", sqrt(2) * fro(E), x, y, u, v, fro(E))
        yield from (mirsky, there, far)
        yield therefore(free=[s1(E), fro(E)], by=[*known, far])
