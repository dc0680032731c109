"""Why the finite form in which an invariance is examined is the printed one, or says more."""

ONE_LAYER = """
Derivatives in t are minus derivatives of the risk; both sums are halved. X, E and S are arbitrary: whatever
the rest of the network, the loss, the data and the slopes at ties are.
"""

DESCENT = """
As for (4), with a step from W to W - rG in place of the flow. Summed over T/r steps this is r times a
bounded quantity.
"""

AT_A_TIE = """
One example x and one output, whose derivative is 1. w_u = |x|^2 u - (u.x)x has u's pre-activation 0, p and
q are the weights behind u and v, s the slope of u: an element of Clarke's subdifferential for each s in [0,
1].
"""

TWO_NEURONS = """
u, v are what comes in, f, g what leaves; d_u and so on are derivatives of the risk. s_i is the slope of
both on example i, which may differ between examples.
"""

ALL_NOT_NEGATIVE = """
One example. W_1 x = |x|^2 z with z >= 0, so that all neurons are active as in Definition 6; those at a tie
have the slope s. Case 1; cases 3, 4 and 7 have the same matrices, with more columns or rows; 4 and 7a where
a block ends with a rectifier.
"""

ONE_PATTERN = """
s_i is the slope of all neurons of the set on example i: 1, where they are linear or active on all examples.
"""

WHOLE_TRAJECTORY = """
One example and one output, f_u and f_v the weights behind; entry (u, v) moves by -l'(yf) y (f_u z_v - f_v
z_u), so that it is not constant where the loss has a derivative that is not 0.
"""

COMMUTATOR = """
One example; for more of them matrices are added. t holds the slopes, e the derivatives of the risk behind
W_2.
"""

ASYMMETRY = """
One example and one output, which each sum of (62) to (67) is made of: p = f_u and q = f_v are the weights
behind u, v. Larger weights are read as a larger modulus of the pre-activation; weights alone do not give it,
as terms may cancel. "Much larger" is one of moduli, since z_v < 0.
"""

TWO_CONVOLUTIONS = """
One example. T is c x ab (q = ab), row k of P the patch at position k. The next convolution has two taps,
K_1 and K_2 are its slices l x c and S_1, S_2 carry positions to positions; they are arbitrary, which is
more. dK are derivatives in K.
"""

CONVOLUTION_AND_MATRIX = """
One example. V_1 and V_2 hold the weights of two neurons of the next layer, position by channel; e_1, e_2
are the derivatives of the risk there.
"""

IDENTITY_BLOCK = """
One channel, one tap, one position: the convolution is multiplication by t, the block is z -> u rho(yz) + z
with yz > 0. With W_2 = [Y; I] the derivative of I is 0. The derivative of the risk in the output is 1.
"""

FREE_BLOCK = """
The same block with a skip z that is learned, as in Theorem 1.
"""

ONE_INPUT_OF_TWO = """
f = a rho(w.x), active, the derivative of the risk 1; G is its derivative in w. F is the first edge, F' the
last one.
"""

THREE_LAYERS_OF_A_BLOCK = """
r = U D Yx + Zx and W behind it, one example; s and t hold slopes, e the derivatives of the risk in the
outputs.
"""

PULL_BACK = """
z is what comes into v, f the weight of its only out-edge. Both sides are multiplied by |f|: sign(f)|f| = f.
"""

ONE_HIDDEN_LAYER = """
The tree adds h_(i, j) over i in front of neuron j; weights a_j = 0 are outside, where any sign will do.
"""

TWO_PATHS = """
mu of Lemma 5 for f = a rho(w_1 x) + b rho(w_2 x) with w_1 x, w_2 x > 0, s = |a w_1| x and t = |b w_2| x.
"""

INPUTS_EXCHANGED = """
Two active neurons with inputs |h| = (s, t), a and b the weights to a third: an activation is 1 where the
pre-activation is not negative.
"""

TWO_PATHS_SIGNED = """
The same with mu of Lemma 1, where the neuron behind each input has the sign of its path.
"""

BALL = """
u stands for w(t)/|w(t)| and v for the limit; signs agree where the products are positive.
"""

RECTIFIED_CONVOLUTION = """
One example. S holds the slopes, position by channel; the rest as for linear convolutions: the next one
has two taps.
"""

DEAD = """
The rows of X are the examples, u is what comes into the neuron, and h any other weights that are close
enough.
"""

TURNING = """
v and u are two columns of an orthogonal matrix, f = tv + su, and s stands for sin t.
"""
