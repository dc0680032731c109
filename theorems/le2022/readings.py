"""Why the finite form in which a statement is examined is the printed one, or says more."""

THREE_SLICES = """
a = m, b = 3, c = n: the tensor as its three slices, of a rows and c columns.
"""

TWO_SLICES = """
a = m, b = 2, c = n: the tensor as its two slices, of a rows and c columns.
"""

CONSERVED = """
At any one time t. By (74) the matrix in D is the one at time 0, so that D is fixed at initialization.
"""

ANY_TIME = """
At any one time t: all that depends on time stands outside D, whose matrices gradient flow conserves by
Theorem 1.
"""

ON_THE_RAY = """
One example and two layers, the flow in closed form: both layers grow along a ray, on which both sides are
multiples of those at one point of it.
"""

ONE_EXAMPLE = """
One example, h what enters the layers and g what comes back through W_2, on both sides of (12) times -1 over
the derivative of the loss.
"""

POSITIONS = """
At any one time t, for c_K = n: all that depends on time stands outside E, which gradient flow conserves.
"""

TELESCOPED = """
Two passages; s_j stands for the squared operator norm of layer j, F for the squared Frobenius norm of
the first, which is by (83) that of the last, a vector, plus D_0. Further layers are further steps.
"""

A_WHOLE_CHAIN = """
At any one time t. T^[1] is c_1 x a_1 b_1; the second convolution has two taps, its slices X_1 and X_2;
the block is behind m = 2 positions, Y = [Y_1 Y_2] and Z = [Z_1 Z_2]; w is the last layer. With more taps
and positions there are more slices. Gradient flow conserves each E_i.
"""

AT_ONE_TIME = """
At any one time t, where the first singular value is simple; u and v are its singular vectors.
"""
