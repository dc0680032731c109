"""Why the finite form of a statement about random weights is the printed one, or says more."""

ANY_SCALE = """
An identity in all of its letters: for e = sqrt(8n) and p = n^(1/6) it is the printed one, with the
fluctuation Z of (107) or (108) written out.
"""

ANY_CENTRE = """
An identity in all of its letters: for e = sqrt(8n), so n' = n, and for m = mu_n, w = q_n it is the printed
one.
"""

BY_ITS_NORM = """
The matrix enters by s_1 = s_1(K_n) alone, any number; n is drawn as a real number from 2 on, integers
included.
"""

ALL_WEIGHTS = """
W_1, a multiple of X, runs over all matrices as X does, and r over all numbers above its printed threshold
as e > 0 does.
"""

ABOVE_THE_THRESHOLD = """
r runs over all numbers above its threshold as e > 0 does.
"""

THIRD = """
W_1 = X/3 with s_1(X) <= 1 is any matrix on the event s_1(W_1) <= 1/3, whose probability is at least the
printed one, and r is any number above its printed threshold: a claim for every realisation on an event is
the printed one in probability.
"""

EXPONENT = """
The event s_1(W_1) > 1/3 has a probability of at most exp(-n(r sqrt(8)/3 - 2)^2/2), and r > 2 + 2 nu + theta
with nu >= 1 is r = 4 + theta + e for some e > 0.
"""

EVENT_OF_149 = """
W_1 = 5X/(2r) with s_1(X) <= 1 is any matrix on the event s_1(W_1) <= 5/(2r), whose probability is at least
the printed one, and r is any number above its printed threshold; s_j and s~_j are bounded by the extreme
ones among them.
"""

BY_PARTS = """
W_1 is any matrix, its kept entries drawn apart from the deleted ones, and r any number above its printed
threshold; the hypotheses are the event of the proof, so that the claim for every realisation is the printed
one in probability.
"""

WEIGHTS_ALONE = """
W_1 = X/8 runs over all matrices as X does, and (152), which the printed statement takes for granted, is a
hypothesis.
"""

TWO_DATA = """
Two data z^(1) = sqrt(a) e_1 and z^(2) = sqrt(b) e_1: only their first coordinate is not 0, so that the data
factor of (63) is a number over itself, 1. G Q_batch^T Q_batch, with the Q of (49) or with that of (50), is
then GA_1 and zeros, with the block A_1 of (59), so that kappa(GA_1) is kappa(Q_batch)^2; both sides are
squared. W_1, a multiple of X, runs over all matrices as X does, and r over all numbers above its printed
threshold as e > 0 does; theta up to 5 is its whole printed range for n = 5 and n = 6.
"""

TWO_MASKED_DATA = """
Two data z^(1) = sqrt(a) e_1 and z^(2) = sqrt(b) e_1: G Q_batch^T Q_batch is GA_1 and zeros, with the block
A_1 of (59), so that kappa(GA_1) is kappa(Q_batch)^2, and both sides are squared. The data factor, which is 1
for such data, gives way to that of aD^(1) + bD^(2).
"""

DATA_OF_TWO_REGIONS = """
Two data with one residual layer behind the trained one, p = 1, each with its own D^(g) and D_1^(g); kappa of
the quadratic form is kappa(Q_batch)^2, so that both sides are squared.
"""

ANY_LENGTH = """
For vectors u and v of any length, which says no more than for unit ones: both sides are
those for u/|u| and v/|v|, times |u||v|. With sigma g and sigma h for g and h the left side is u'v + sigma(g'u
+ h'v), whose largest value Slepian's inequality compares with s_1(Id + W_1) + sigma gamma.
"""

EXPONENT_OF_151 = """
The number behind P[s_1(Id + W_1) > 1 + 1/r] <= exp(sqrt(3)/16) exp(-2.147 n) in the proof; n is drawn as a
real number from 1 on, integers included, and r = 6 + 2n + e with e >= 0 is every r from 2n + 6 on, while
(151) asks for r > 2 + 2n + theta with theta > 4.
"""

BY_ITS_EDGE = """
The matrix enters by Z~_n = 8x alone, any number: by (108) the left side is -t_n, and the relation says that
tau_n > -1. n is drawn as a real number from 5 on, integers included.
"""

COVARIANCE = """
An entry of K^T + K is its scalar product with a unit matrix; jointly the entries are a linear image of the
independent entries of K, of which no two of them, on or above the diagonal, share one.
"""

COUPLED = """
The entries of W_1 are independent with symmetric laws, and D_1 is fixed beforehand: then V = D_1 W_1 has the
law of W_1, and P[f(D_1 W_1) <= t] = P[f(D_1 V) <= t] = P[f(W_1) <= t] for all t and every function f, here
the singular values of (M_o + Id)D, and so the condition number, and the eigenvalues tau.
"""
