"""Proved textbook inequalities: the engine must never refute one of them (positive controls)."""

from perturb import paper
from perturb.domains import rectangular, together

CLASSICAL = paper(
    "classical",
    "Textbook inequalities, proved",
    "H. Weyl, J. von Neumann, K. Fan, A. Horn, L. Mirsky and others",
    "R. Bhatia, Matrix Analysis (Springer, 1997); R. A. Horn and C. R. Johnson, Matrix Analysis "
    "(2nd ed., 2013) and Topics in Matrix Analysis (1991); G. W. Stewart and J. Sun, Matrix Perturbation "
    "Theory (1990); G. H. Hardy, J. E. Littlewood and G. Polya, Inequalities (1934); H. H. Bauschke and "
    "P. L. Combettes, Convex Analysis and Monotone Operator Theory (2011); R. Vershynin, High-Dimensional "
    "Probability (2018)",
)

# Where the lemmas stand that derivations cite.
HJ = "Horn and Johnson, Matrix Analysis"
TOPICS = "Horn and Johnson, Topics in Matrix Analysis"
BHATIA = "Bhatia, Matrix Analysis"

# What several of them are about.
RECTANGLE = rectangular(m=(1, 4), n=(1, 4))
RECTANGLES = rectangular(count=2, m=(1, 4), n=(1, 4))
PRODUCT = together(A=rectangular("m", "k"), B=rectangular("k", "n"), m=(1, 3), k=(1, 3), n=(1, 3))
