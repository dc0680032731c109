"""How singular values of two matrices near each other follow from those of their difference."""

from __future__ import annotations

from perturb.statements.argument import argument, therefore
from perturb.vocab import fro, s1, s_min, sq, sqrt
from theorems.riedi2022 import families
from theorems.riedi2022.steps import alone, by


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
