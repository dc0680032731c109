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
L = 3, l = 2, 1 and 0. g and h are the gradients of a loss at the outputs y_L and y'_L of two inputs of
one cell: any loss for which (14) holds there. One pair of matrices D on the whole cell.
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

ANY_SMOOTH_LOSS = """
L = 3, on one cell with its matrices; x is the difference of two inputs, and g, h are the gradients at
their outputs of any loss for which (14) holds there.
"""

MULTILINEAR = """
L = 3, l = 1, 2 and 3. g stands for the gradient of the loss at the output, so that the change of the
loss is that of <g, y_L> to first order.
"""

SUMS_OF_ATOMS = """
L = 4; x is the difference of two inputs of one cell, and the entries of C are the coefficients c_ij, 0
where i or j is inactive. Rows of W_1 and columns of W_L are of any length, whose maxima stand in front.
"""

WITH_NINE = """
(7) and (9) together: Qz + 1 - q > 0, where q is the diagonal of Q, says z_i > 0 where q_i = 1, and nothing
elsewhere; (8): Qz - z >= 0. Q and Q' fulfil them for one z; one of the two may be that of (6).
"""

FOUR_LAYERS = """
L = 4, (7) and (8) as (2Q - I)z >= 0. A further layer is one more step of the proof.
"""

ON_A_LINE = """
One layer with one input. x and x' lie in the polytopes of two configurations, which are convex: if x differs
from x', both have all between them as inner points.
"""

TWO_HIDDEN = """
L = 3, (7) and (9) together as Qz + 1 - q > 0, (8) as Qz - z >= 0. x is in the polytope of either
configuration. A further layer is one more step of the proof.
"""

BEHIND_ZERO = """
b_1 = -u^2 - W_1 x stands for all pre-activations that are not positive: x is in the polytope of q_1 = 0.
"""

TWO_NEURONS = """
W_2 = (p, r). As W_1 is onto, the two pre-activations of the first layer take all values: u > 0 beside a
negative one on (1, 0), v > 0 on (0, 1), two positive ones on (1, 1).
"""

ON_THE_POLYTOPE = """
L = 3, for any matrices Q_l with entries 0 and 1; on P_q the left side is M x, by Proposition 3.
"""

ON_THE_POLYTOPE_OF_FOUR = """
L = 4, for any matrices Q_l with entries 0 and 1; on P_q the left side is M x, by Proposition 3. A layer more
makes C longer, and beta_q by one term.
"""

FOUR_ROW_BY_ROW = """
L = 4, any widths. Matrices are written as vectors, row by row; the atom of (i, j) is then column (i, j)
of the product, and entry (i, j) of C its coefficient.
"""

PATHS = """
L = 5, for i in S_4 and j in S_1: from neuron j of the first layer to neuron i of the fourth, by column j of
W_2, W_3 and row i of W_4.
"""

COUNTED = """
L = 6: all weights are 1, so that each path counts 1. With fewer layers one of the factors stands alone.
"""
