"""Why the finite form in which a statement is examined is the printed one, or says more."""

THIRD_DIFFERENCES = """
On a convex set a continuous function is quadratic, that is a polynomial of degree at most two, exactly if
its third differences along all lines vanish; W', W'', W''' and b', b'', b''' are equally spaced, E and e
are arbitrary, and a region is convex, so that its ends W and W''' hold the whole line.
"""

THIRD_DIFFERENCES_JOINTLY = """
A quadratic function of all weights together would have vanishing third differences along every line inside
a region; W, W', W'', W''' and W_1, W_1', W_1'', W_1''' are equally spaced on such a line.
"""

MODULUS = """
Continuity in the weights of one layer as a modulus, which says more: the root of the loss moves by at most
a constant that is free of W, times the norm of (W' - W)z, for any two W and W' = W + E.
"""

ONE_FORM = """
W' = W + E/8, with E arbitrary, is any weight matrix of the region of W; M, D and P are those of W, so that
one quadratic function serves the whole region.
"""

SECOND_DIFFERENCE = """
The loss is quadratic in the region of W, which is convex, and the second difference of a quadratic function
is the value of its second derivative at the step W' - W = E/8, with E arbitrary.
"""

PROJECTED = """
For z != 0 nothing is lost: every MD is Pi X with Pi the projection onto its range and X = MD, and every y
is of the stated form with x = y - B and a W_o for which MD W_o z is the projection of y - B.
"""

POINTS = """
z_1' = z_1 + v/8, with v arbitrary, is any point of the region of z_1: the hypotheses ask for the same signs
of all pre-activations. That the output moves by M(z_1' - z_1) between any two points of a region says that
it is affine there with the matrix M, whatever the constant is.
"""

WEIGHTS = """
W' = W + E/8, with E arbitrary, is any weight matrix of the region of W: the hypotheses ask for the same
signs of all pre-activations. That the output moves by MD(W' - W)z between any two of them says that it is
affine in W there with the printed linear part, whatever the constant is.
"""

SHAPE = """
In a region the loss is quadratic in W, so its shape is its second derivative there, and that is the second
difference at any step E/8. b' = b + e/8, with e arbitrary, is any other offset of the region.
"""

ELLIPSOID = """
Level sets of the quadratic form are ellipsoids exactly if it is positive at every step that is not 0.
"""

CYLINDER = """
The form is the squared length of Qw, with Q of size n x n^2: its level sets are ellipsoids of dimension
rank(Q) times the kernel of Q.
"""

CONSTANTS = """
Every pair C, c > 0 with (62) is of the stated form for some delta, epsilon >= 0; both sides are squares of
those of (63), and kappa(A) is kappa(Q_batch)^2.
"""

BATCH = """
W' = W + E/8, with E arbitrary, is any weight matrix of the region of W; P^(g), M^(g) and D^(g) are those of
W, so that one quadratic function serves the common region of the data.
"""

SAME_D = """
z' = z + v/8, with v arbitrary, is any point of the region of z: one D serves them all.
"""
