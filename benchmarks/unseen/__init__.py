"""Statements about matrices that are not in the catalogue, chosen before the engine was run on them.

Each set holds true and false ones as a user would write them: no equality cases, no hints. A false one comes
with a known counterexample, `KNOWN[id]`, which the engine is not shown: it certifies the encoding is false.
"""

from perturb import paper

FALSE, TRUE = paper("unseen-false", "Plausible and false"), paper("unseen-true", "Textbook statements")
SWAP, TURN, ONES = [[0, 1], [1, 0]], [[0, 1], [-1, 0]], [[1, 1], [1, 1]]
RAISE, LOWER, FIRST, LAST = [[0, 1], [0, 0]], [[0, 0], [1, 0]], [[1, 0], [0, 0]], [[0, 0], [0, 1]]
ID, MINUS, ZERO = [[1, 0], [0, 1]], [[-1, 0], [0, -1]], [[0, 0], [0, 0]]
SHIFT = [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
