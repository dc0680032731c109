"""The constant of a statement from both sides at one size: proved there, and violated a little below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from perturb.prove.proved import Proof, phrase
from perturb.statements.claim import Claim
from perturb.vocab.grammar.kinds import Kind


def from_both_sides(
    claim: Claim, proofs: Sequence[Proof], left: float | None, witness: Mapping[str, object] | None
) -> str:
    """proved for n = 1, 2; at n = 2 the best within 1.0e-12

    `left` is the relative width between the printed constant and the refuted one, `witness` the values that
    refute it. A witness of another size than those proved says nothing of the best constant there.
    """
    text = phrase(proofs)
    if not text or left is None or witness is None:
        return text
    n = largest(claim, witness)
    if all(proof.n != n for proof in proofs):
        return text
    return f"{text}; at n = {n} the best within {left:.1e}"


def largest(claim: Claim, values: Mapping[str, object]) -> int:
    """The size that proofs call n: the largest of a point; 2 where there is none but numbers."""
    integers = {name for name, space in claim.domain.spaces.items() if space.kind is Kind.INTEGER}
    sizes = claim.domain.point(dict(values)).sizes
    return max((int(k) for name, k in sizes.items() if name not in integers), default=2)
