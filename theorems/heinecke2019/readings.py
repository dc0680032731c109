"""Why the finite form in which a statement is examined is the printed one, or says more."""

THREE_LAYERS = """
L = 3: a first, a last and a middle layer. With more of them the middle factor is repeated.
"""

ANY_PATTERN = """
L = 3, and any diagonal matrices with entries 0 and 1, whether or not they are a configuration: s_l is the
trace of Q_l. Rows of W_1 and columns of W_L are of any length, whose maxima stand in front.
"""

ROW_BY_ROW = """
L = 3. Matrices are written as vectors, row by row; the atom of (i, j) is then column (i, j) of the product.
"""

ONE_NEURON = """
L = 3, one neuron a layer, no bias, the input 1, E(y) = y, W_1 = 0 moved by t in either direction, W_2 = -1.
All ties: (13) takes 1 for each derivative, so that it gives -t for the change of E.
"""

ON_THE_BOUNDARY = """
L = 2 with one neuron, no bias, W_1 = 1, W_2 = w and E(y) = y, so mu = 0. x = 0 and x' = -t lie in the cell
of q = 0; the gradient in x by (13), with D = 1 at 0 and D = 0 at x', is w and 0; for any mu the right side
is 0.
"""

ONE_MATRIX = """
L = 3, l = 0. g stands for the gradients of the loss at two points; one pair of matrices D on the whole cell.
"""

IN_WEIGHTS = """
g = dE/dz_l and y = y_(l-1) at one input, h and z at the other; by (13) the derivative in W_l is gy' and hz'.
"""

TIES = """
One input and one neuron in each of two layers, no biases. A hyperplane of the line is a point: a second tie
is at the same one.
"""

MAXIMUM = """
L - l = 2; n is the largest width of the layers l + 1 to L, the last one included.
"""

IN_ONE_CELL = """
L = 3. x and x' are in the polytope P_q of (7) and (8), boundary included; with (9) it is a part of it that is
convex too. With more layers the step from one to the next is repeated.
"""

WIDTHS = """
L = 3. The widths themselves stand for their maximum n, which says more.
"""

SQUARED_LOSS = """
L = 3, E(y) = |y|^2 / 2, so mu = 1, on one cell with its matrices; x is the difference of two inputs.
"""
