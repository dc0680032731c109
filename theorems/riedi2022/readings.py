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
difference at any step Delta W/8. b' = b + Delta b/8, with Delta b arbitrary, is any other offset of the
region.
"""

STEP_OF_THE_WEIGHTS = """
By (47) the second difference of the loss is 2 |MD Delta W z|^2 at every step Delta W of the weights within
the region; b' = b + Delta b is any other offset.
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

INDUCTION = """
Induction on the number p of layers: for p = 1 it is (36), and any matrix A and vector B may be what p layers
make of z_1.
"""

ANY_DEPTH = """
By (37), which holds for every p, F(z_1) = M z_1 + beta in its region, and every M and beta occur; with one
skip over all layers M = M_o + rho Id. W' = W + E/8, with E arbitrary, is any weight matrix of its region.
For z != 0 every y is of the stated form, as B + MDW_o z runs through B and the range of MD.
"""

COLUMNS_ARE_DATA = """
The columns of Y and of Y^ are the labels and the outputs of the G = n data, m numbers each.
"""

ROWS_OF_DATA = """
Row k of R is a row of some M^(g) D^(g), and row k of Z is the datum z^(g) of the same g: with m = Gn rows
these are all batches, of any number G of data, and the positive factor 1/G changes nothing.
"""

ONE_DATUM_MORE = """
Induction on the number G of data: S is the sum (59) over those before, not yet divided by G, and its extreme
eigenvalues stand for their sums in (57) and (58); any positive semidefinite S is one.
"""

SAME_D = """
z' = z + v/8, with v arbitrary, is any point of the region of z: one D serves them all.
"""

SVD = """
Every square matrix is V diag(sigma) U^T with orthogonal V and U and a nonnegative descending sigma, and
every such sigma is of the form |d_i| + ... + |d_n|; the columns of U and V are then singular vectors, and
all choices occur.
"""

CONSTRUCTED = """
With an orthonormal basis of eigenvectors u_i of |A|, which are those of A^T A, the Qu_i are the v_i of (12);
a singular A is a limit of regular ones, and orthogonal matrices have a convergent subsequence.
"""

EIGENVALUE_SLOPE = """
With E = N(rho + h) - N(rho), which is hN'(rho) up to o(h), a remainder R_i of at most a constant times
|E|^2 gives the derivative where lambda_i is simple, the gaps on both sides being positive; N >= 0 is no
loss, as a multiple of Id shifts all eigenvalues alike.
"""

JACOBIAN = """
The Implicit Function Theorem gives what is printed where the derivative J of the defining equations is
regular; this is examined for the eigenvalue lambda_1 with any place in the order, the list lambda being
arbitrary.
"""

TURNING = """
That u_i is of class C^1 is the claim thm-6.diff; this one says how fast it turns. With N = N(rho), its
change E of length O(h) makes the angle between the eigenvectors O(h) where the eigenvalue is simple. The
lists lambda and lambda~ are in any order: p_1 and q_1, the first columns of P and Q, may be any pair.
"""

SINGULAR_SLOPE = """
With E = A(rho + h) - A(rho), which is hA'(rho) up to o(h), a remainder R_i of at most a constant times
|E|^2 gives (31) where s_i is simple and not zero: the gaps on both sides and s_n are positive there.
"""

RESIDUAL_SLOPE = """
A remainder R_i of at most a constant times h^2 gives the printed derivative at rho, where the gaps on both
sides are positive; M(rho) = V diag(sigma) U^T is any matrix with its singular vectors, and M_o = M(rho) -
rho Id.
"""

LIPSCHITZ = """
A function whose increments are at most |rho' - rho| has slopes of at most 1 wherever it has one.
"""

BASIS = """
An orthogonal change of basis carries w to e_1 and changes neither eigenvalues nor singular values; a matrix
M(rho_o) with the eigenvector e_1 for t is [t, r^T; 0, C]: of what is drawn for M(rho_o) the formulas keep
these parts, and t where it is not set. M(rho) is M(rho_o) + hId with h = rho - rho_o arbitrary.
"""

BASIS_AND_BIT = """
An orthogonal change of basis carries w to e_1; a matrix M(rho_o) with the eigenvector e_1 for t is [t, r^T;
0, C]: of what is drawn for M(rho_o) the formulas keep these parts. It has e_1 as a right singular vector
exactly if tr = 0; the bit b makes t = 0 or r = 0. M(rho) is M(rho_o) + hId with h = rho - rho_o.
"""

SCHUR = """
An orthogonal change of basis carries w to e_1; here all of M_o is triangular, a special case, which
suffices to refute.
"""

DISCRIMINANT = """
The discriminant vanishes exactly at multiple eigenvalues. If its differences of this order vanish at 0, 1,
2, ... for all coefficients, then for all families N(a + b rho) too, so that it is a polynomial in rho of a
smaller degree: it has finitely many zeros or is zero.
"""

RIEMANN_SUMS = """
On each cell of a partition of [0, rho] the increment lies between the slopes at its ends, for a family that
is linear there; summed over the cells both sides are Riemann sums of (64), for the partial sums of the
eigenvalues and so for their differences, the eigenvalues.
"""

MODULUS_OF_VALUES = """
A modulus of continuity of A(rho) is one of every singular value, which says more than continuity.
"""

OPEN_SETS = """
A gap, or a value, that is positive at A stays positive at every A~ that is close enough: what makes the
sets open.
"""

ENTRIES = """
A matrix cV with V in [-1, 1]^(n x n) is any matrix with entries of size at most c; cn is drawn in place of
c. By Lemma 28 the product M_o of any number p of layers is such a matrix where cn <= 1, and with p = 1
every such matrix is one: what holds for all M_o = cV holds for every p.
"""

LAYERS = """
W_k = cV_k with V_k in [-1, 1]^(n x n) is any matrix with entries of size at most c, and cn is drawn in
place of c; the columns d_k hold the diagonals of the D_k.
"""

POWER_SUMS = """
Two lists of equal length are the same up to order exactly if all their power sums are (Newton); k runs over
as many exponents as there are numbers.
"""

GRAM = """
Equal matrices have equal characteristic functions, and that of a block diagonal matrix is the product over
its blocks.
"""

KINK = """
Where f is differentiable the second difference f(x + h) + f(x - h) - 2f(x) is o(h); here it has the size of
|h|.
"""

JUMP = """
Mu = s_2 v at both points with the same u, so that the product of the two images is s_2 s_2 v^T v: with
opposite v it is negative, however small h is.
"""

NULL_SET = """
The discriminant of the characteristic polynomial of M_o^T M_o is a polynomial in the entries; if it is not
zero at one matrix of each size, its zeros have Lebesgue measure 0, hence probability 0 for every density.
"""

HALF_OF_A_MAXIMUM = """
A maximum is a bound that is attained; this is the bound, scaled to vectors of any length.
"""

ATTAINED = """
A maximum is a bound that is attained; this is where. Every A is V diag(d) U^T with orthogonal V and U.
"""

INCREMENTS = """
That f_K / F is the derivative of log F follows from bounds of its increments by the slopes at both ends, as
u tends to 0; F is the printed law, and F tends to 0 and 1 at the ends.
"""

ONE_REGION_FOR_EVERY_SKIP = """ W' = W + E/8, with E arbitrary, is any weight matrix; the hypotheses, that no
pre-activation changes its sign, do not hold rho, and the conclusion is the printed linear part (M_o + rho
Id)D for every rho.
"""

BATCH_AND_OFFSET = """ Two data of one region; the loss of the batch is the mean of their losses. The offset
enters the quadratic form through MD(Wz + b), so that it appends the entry 1 to each datum.
"""
