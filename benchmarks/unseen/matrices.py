"""Papers and small matrices that the statements share."""

from perturb import paper

FALSE, TRUE = paper("unseen-false", "Plausible and false"), paper("unseen-true", "Textbook statements")
SWAP, TURN, ONES = [[0, 1], [1, 0]], [[0, 1], [-1, 0]], [[1, 1], [1, 1]]
RAISE, LOWER, FIRST, LAST = [[0, 1], [0, 0]], [[0, 0], [1, 0]], [[1, 0], [0, 0]], [[0, 0], [0, 1]]
ID, MINUS, ZERO = [[1, 0], [0, 1]], [[-1, 0], [0, -1]], [[0, 0], [0, 0]]
SHIFT = [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
