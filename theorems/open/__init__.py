"""Statements that are open, partly settled, or settled since 2015: the board of problems.

Each claim has a `problem(...)`: who asked it where, its state in the literature and the day of the look at
it,
what is known, and what of it is examined. Many come from the collection OpenProblemsInNLA (A. Townsend and
others, 2026; ids such as MI-02), whose entries name the papers; the day is then that of the entry.
"""

from perturb import paper

OPEN = paper(
    "open",
    "Open and lately settled problems of matrix theory",
    reference="Each statement names its own source",
)
COLLECTION = "OpenProblemsInNLA (A. Townsend and others, github.com/ajt60gaibb/OpenProblemsInNLA)"
