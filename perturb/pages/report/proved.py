"""The page that lists what is proved for every matrix of a small size."""

from __future__ import annotations

from perturb.pages.markdown import joined, table
from perturb.pages.material import Material
from perturb.pages.places import PROVED, home, key_of
from perturb.pages.report.labels import title
from perturb.pages.report.proof import short_proof
from perturb.prove.proved import Proof, phrase
from perturb.statements.claim import Claim

INTRODUCTION = """\
Each of these statements holds for **every** input of its domain at the named size: not for sampled
points. A proof is a line of choices and multipliers, found by linear and semidefinite programs; a
checker that shares no code with the finder evaluates the statement again along each case, by formulas
of its own, and accepts when the cases cover everything and each leaf is an identity with rational
coefficients. `perturb prove --check` does so for all of them. Size n means that the largest side of a
matrix or vector is n. "Leaves" are the ends of the case trees, "splits" further cases inside them,
"factors" the most factors in a product of an identity. Where a statement has parts without a value at
some points, such as `kappa(0)`, it is proved where it has one."""


def proved(of: Material) -> str:
    """Markdown; a table a paper."""
    papers = dict.fromkeys(key_of(identifier) for identifier in of.proofs)
    return joined(
        "# Proved for every matrix of size 1, 2 or 3",
        home(PROVED),
        INTRODUCTION,
        _counts(of),
        *[_paper(key, of) for key in papers],
    )


def link(of: Material) -> str:
    """The section of the index that names the page; empty without proofs."""
    if not of.proofs:
        return ""
    many = f"{len(of.proofs)} statements hold for every matrix of size 1, 2 or 3"
    line = f"[{many}]({PROVED}), by checked certificates."
    return joined("## Proved", line)


def claim_line(claim: Claim, of: Material) -> str:
    """What is proved of one claim, and where its proofs are."""
    found = of.proofs.get(claim.id, [])
    if not found:
        return ""
    each = "; ".join(f"`{_place(proof)}`, {_cost(proof)}" for proof in found)
    return f"{phrase(found).capitalize()}, for every input: {each}. Again: `perturb prove {claim.id}`."


def shown_proof(claim: Claim, of: Material) -> str:
    """The proof at n = 2, where it is short."""
    found = [proof for proof in of.proofs.get(claim.id, []) if proof.n == 2]
    return short_proof(found[0].kept, claim.names.letter) if found else ""


def _place(proof: Proof) -> str:
    """As `perturb replay` takes it, in the folder where the reports are."""
    return f"{'/'.join(proof.kept.file.parts[-3:])}#{proof.kept.id}"


def _cost(proof: Proof) -> str:
    count = f"{proof.leaves} case" + ("s" if proof.leaves != 1 else "")
    return count if proof.defined else f"{count}, where it has a value"


def _counts(of: Material) -> str:
    sizes = sorted({proof.n for found in of.proofs.values() for proof in found})
    rows = []
    for key in dict.fromkeys(key_of(c.id) for c in of.claims):
        own = [proof.n for name, found in of.proofs.items() if key_of(name) == key for proof in found]
        rows += [[key, *[str(own.count(n)) for n in sizes]]] if own else []
    return table(["", *[f"n = {n}" for n in sizes]], rows, "l" + "r" * len(sizes)) if rows else ""


def _paper(key: str, of: Material) -> str:
    rows = []
    for claim in of.claims:
        for proof in of.proofs.get(claim.id, []) if key_of(claim.id) == key else []:
            where = of.places.link(claim.id, PROVED, title(claim))
            known = "everywhere" if proof.defined else "where it has a value"
            counts = [str(x) for x in (proof.n, proof.leaves, proof.splits, proof.degree)]
            rows.append([where, *counts, known, f"{proof.seconds:.1f}"])
    head = ["statement", "n", "leaves", "splits", "factors", "holds", "seconds"]
    return joined(f"## {key}", table(head, rows, "lrrrrlr"))
