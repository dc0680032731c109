"""Why the finite form in which a statement is examined is the printed one, or says more."""

HALF_OF_A_MAXIMUM = """
A maximum is a bound at every point and a point where it is attained; both sides are homogeneous, so vectors
of any length stand for the ball, the sphere and the quotient.
"""

ATTAINED = """
The maximum over the sphere is attained at one of the singular vectors, the columns of V. A is square here:
rows or columns of zeros make a rectangular matrix square and change neither side.
"""

EVERY_L = """
A minimum over all L of rank at most k is a bound for every such L, written as a product WM, and an L that
attains it. The paper counts from 0: its sigma_k is the (k+1)-th singular value. For k = 0 it is L = 0.
"""

EVERY_X = """
The maxima over the ball are compared point by point, for x of any length, which says more.
"""

BELOW_THE_BOUND = """
A = [1 0; -1 1], k = 1, X = {e_1, e_2, (e_1 + e_2)/sqrt(2)}; L_t has the sum 1/(2 t^2) in (9). An upper bound
of s_1 would not lie below sigma_1/2, which is a lower bound.
"""

WEIGHTS = """
alpha and beta are any weights of a convex combination; the rows of K are the points of the set.
"""

COUNTED = """
Values are counted from 1: the i-th is s_{i-1} of the text. L of rank 0 is the zero matrix.
"""

SQUARES = """
The rows of K are the points. In every row the squares of the entries of an orthogonal matrix Q are the
weights of a convex combination: row by row their product with K has points of the hull.
"""

PER_DIRECTION = """
Expectations over g, or u, are compared at each of them. For n = 1 the ball is [-1, 1] and the sphere is
{-1, 1}, so that the image of the sphere is two points.
"""

VARIANCE = """
A product of p independent factors of mean 0 and variance v has the variance v^p, an entry of WM the variance
k v^(2p), and v^(2p) is the radicand (4/k)/(n + n), whatever p is.
"""

KURTOSIS = """
Expectations are not drawn: the first line holds at each point, and in expectation; the second is the step
of an induction over k, any numbers in place of the moments.
"""

TURNED = """
Square A by its SVD, for each u: Sigma'U'u has the law of Sigma'u, because U is orthogonal. Rows or columns of
zeros make a rectangular matrix square and change neither side.
"""

AGREE = """
Both sides are transcendental, so that no computation decides that they are equal. They are certified to agree
to twenty digits, from both sides.
"""

BY_STEPS = """
That a density has the integral 1 is said by its first two cases and by the step from n to n + 2, under which
the integral keeps its value. Equal transcendental sides are certified to agree to twenty digits.
"""

FINITE = """
For finite sets, the rows of K, whose widths come from the edges of their hull, without samples. Equal
transcendental sides are certified to agree to twenty digits.
"""

FINITE_LAWS = """
Of laws with finitely many values: alpha_i with the probabilities a_i^2/|a|^2 and h_j with b_j^2/|b|^2, here
without the denominators; others are limits of such.
"""

WITH_ITS_OPPOSITE = """
u and -u have one law, so that the mean over u is the mean over pairs u, -u; both sides are compared at each
pair. The rows of Y are points of the image of the ball.
"""

SPECTRA = """
The singular values are the squares of f_k = e_k^2 + ... + e_n^2, any decreasing numbers, so that the roots
in Step 3) are exact; U_k and V_k are the first k columns of U and V. k >= 1: for k = 0 Step 2) names no
index, and W and M have no columns and rows.
"""

KERNEL = """
L = |x|^2 B - (Bx)x^T is any matrix with Lx = 0, B any matrix: take B = L.
"""

BY_SVD = """
Square matrices by their SVD, with any increasing numbers as singular values, the least of them first. R, made
of the first n - k columns of U and V, is what the truncated SVD L = A - R leaves out, for k = 0 all of A.
Rows or columns of zeros make a rectangular matrix square and change neither side.
"""

EVERY_X_BY_SVD = EVERY_X + BY_SVD

TIES = """
sigma~_k = e_k^2 + ... + e_n^2 are any decreasing numbers, the diagonal of Sigma~ (or its non-zero entries:
the zeros behind them add nothing). The first k columns and rows of Step 3) give WM = U Sigma~ V' exactly if
all of the sum of the sigma~_i stands in front.
"""

PERIMETER = """
Widths are written without the factor sqrt(2/pi): of a planar convex set it leaves half the perimeter, in a
space of any dimension, of a segment its length (Cauchy). For n = 1 the ball is [-1, 1]; its image is two
segments from 0, of lengths |ReLU(a)| and |ReLU(-a)|, at a right angle, and their ends are |a| apart.
"""

CORNERS = """
The unit ball is the hull of the rows of P and of their opposites, any polytope with its opposite; x = P'w
with |w_1| + ... + |w_N| <= 1 is any point of it.
"""

OBSERVED = """
The set is the image of the unit ball under A. Of all k linear observations those along the first k left
singular vectors leave the least: two points that agree in them are at most 2 sigma_k apart, sigma_k counted
from 0.
"""

PAIR = """
L/|d|^2, L = |d|^2 B - (Bd)d^T with d = p - q, is any matrix that does not tell p from q; both sides are
multiplied by |d|^2.
"""
