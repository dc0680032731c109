"""A paper of five items in two sections: false, mended, leaning on it, sharpened, silent; and its errata."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perturb import claim, erratum, given, paper, remark, then
from perturb.domains import scalar, square, together
from perturb.pages.items import Item, items
from perturb.pages.material import Material
from perturb.statements.claim import Claim
from perturb.statements.erratum import Erratum
from perturb.statements.experiment import Curves
from perturb.statements.shelf import Shelf
from perturb.vocab import I, fro, op, s, s1

FIVE = paper(
    "five",
    "Five items",
    "A. Author",
    "A Journal",
    items=["eq-1", "lem-2.a", "lem-2.b", "thm-3", "fig-4"],
    sections={"eq-1": "1 Introduction", "lem-2.a": "2 Bounds"},
)


@claim(FIVE, "(1)", id="eq-1", status="refuted", domain=together(M=square(), rho=scalar(), n=(1, 3)))
def printed(M, rho):
    """False for negative rho."""
    yield then(s(M + rho * I), "<=", s1(M) + rho)


@claim(
    FIVE,
    "(1), mended",
    id="eq-1~corrected",
    status="corrected",
    corrects="eq-1",
    domain=together(M=square(), rho=scalar(), n=(1, 3)),
)
def mended(M, rho):
    """Proof: the triangle inequality."""
    yield then(s(M + rho * I), "<=", s1(M) + abs(rho))


@claim(
    FIVE,
    "Lemma 2",
    id="lem-2",
    status="proved",
    covers=["lem-2.a", "lem-2.b"],
    depends=["eq-1"],
    domain=square(n=(1, 3)),
)
def leaning(A):
    """A bound that has twice what it needs, and a hypothesis besides."""
    yield given(op(A), "<", 1)
    yield then(op(A), "<=", 2 * fro(A))


@claim(
    FIVE,
    "Lemma 2, sharper",
    id="lem-2~sharpened",
    status="sharpened",
    sharpens="lem-2",
    domain=square(n=(1, 3)),
)
def sharper(A):
    """Proof: one square of the sum of squares."""
    yield then(op(A), "<=", fro(A))


CLAIMS: list[Claim] = [printed, mended, leaning, sharper]
REMARKS = {
    "five/thm-3": remark(FIVE, "thm-3", kind="asymptotic", reason="A limit, which says nothing at any n.")
}
ERRATA = [
    erratum(
        FIVE,
        "sign",
        "(1): the sign",
        "eq-1",
        section="A",
        printed=r"s_i(M+\rho\,\mathrm{Id})\le s_1(M)+\rho",
        read=r"$|\rho|$ for $\rho$.",
        examples={"eq-1": r"At $M=[[M]]$ and $\rho=[[rho]]$ it is $[[lhs]]$ and not $[[rhs]]$."},
        seen_by=["eq-1~corrected"],
    ),
    erratum(
        FIVE,
        "limit",
        "Theorem 3",
        "thm-3",
        section="C",
        printed=r"n\to0",
        read=r"$n\to\infty$.",
        seen_by=["thm-3"],
    ),
    erratum(
        FIVE,
        "proof",
        "Lemma 2",
        "lem-2.a",
        section="D",
        printed=r"\|A\|<1",
        why="The proof is short.",
        seen_by=["lem-2"],
    ),
    erratum(
        FIVE,
        "twice",
        "Lemma 2",
        "lem-2.b",
        section="E",
        printed=r"2\|A\|_F",
        read=r"$\|A\|_F$.",
        seen_by=["lem-2~sharpened"],
    ),
    erratum(
        FIVE, "aside", "Figure 4", "fig-4", section="footnote", printed="x", why="nobody reads it so.",
        seen_by=["lem-2"],
    ),
]  # fmt: skip


def material(**more) -> Material:
    return Material(CLAIMS, more.pop("shelf", Shelf(REMARKS)), **more)


def listed(errata: Sequence[Erratum] = ()) -> list[Item]:
    return items(FIVE, CLAIMS, REMARKS, errata=errata)


def picture(factor: float = 1.0) -> Curves:
    return Curves(
        FIVE,
        "curve",
        "A bound",
        "r",
        r"\kappa",
        np.linspace(1, 2, 5),
        printed={"twice": lambda r: 2 * r},
        sharpened={"once": lambda r: factor * r},
        truth={"half": lambda r: np.where(r > 1.5, r / 2, np.inf)},
    )
