"""Proved textbook inequalities: the engine must never refute one of them (positive controls)."""

from perturb import paper

CLASSICAL = paper(
    "classical",
    "Textbook inequalities, proved",
    "H. Weyl, J. von Neumann, K. Fan, A. Horn, L. Mirsky and others",
    "R. Bhatia, Matrix Analysis (Springer, 1997); R. A. Horn and C. R. Johnson, Matrix Analysis "
    "(2nd ed., 2013) and Topics in Matrix Analysis (1991)",
)
