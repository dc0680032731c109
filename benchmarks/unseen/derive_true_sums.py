"""True statements at every size about sums and differences, each a few steps from lemmas of the textbooks."""

from benchmarks.unseen import TRUE
from perturb import claim, given, indices, then
from perturb.domains import of_rank, positive_definite, psd, rectangular, scalar, square, symmetric, together
from perturb.vocab import (
    absolute,
    cols,
    cond,
    fro,
    inv,
    lam,
    lam_max,
    larger,
    mat_sqrt,
    max_entry,
    norm_1,
    norm_inf,
    nuclear,
    numerical_radius,
    op,
    partial_sums,
    rank,
    s,
    s1,
    s_min,
    schatten,
    smaller,
    sq,
    sqrt,
    sym,
    total,
    trace,
    vstack,
)

i, j, k = indices("i j k")


@claim(TRUE, "Three terms", domain=rectangular(count=3, m=(1, 4), n=(1, 4)), id="derive-sum-three")
def sum_three(A, B, C):
    """Topics, 3.3: the inequality of Weyl and Fan twice."""
    yield then(s(A + B + C)[i + j + k - 2], "<=", s(A)[i] + s(B)[j] + s(C)[k])


@claim(TRUE, "Eigenvalues of a difference", domain=symmetric(count=2, n=(1, 4)), id="derive-sum-difference")
def sum_difference(A, B):
    """Bhatia, III.2: Weyl for A and -B, the eigenvalues of which are those of B in reverse."""
    yield then(lam(A - B)[i + j - 1], "<=", lam(A)[i] - lam(B)[cols(B) + 1 - j])


@claim(
    TRUE,
    "A change of rank two",
    domain=together(A=rectangular(), B=of_rank(2), m=(3, 5), n=(3, 5)),
    id="derive-sum-rank-two",
)
def sum_rank_two(A, B):
    """Horn and Johnson, 7.3: s_3(B) = 0, and A is A + B less B."""
    yield then(s(A + B)[i + 2], "<=", s(A)[i])
    yield then(s(A)[i + 2], "<=", s(A + B)[i])


@claim(
    TRUE,
    "Distance to rank one in the trace norm",
    domain=together(A=rectangular(), B=of_rank(1), m=(1, 4), n=(1, 4)),
    id="derive-sum-rank-one",
)
def sum_rank_one(A, B):
    """Bhatia, III.2 and IV.2: s_{i+1}(A) <= s_i(A - B), summed."""
    yield then(nuclear(A) - s1(A), "<=", nuclear(A - B))


@claim(TRUE, "Fan's sums of a difference", domain=symmetric(count=2, n=(1, 4)), id="derive-sum-fan")
def sum_fan(A, B):
    """Bhatia, II.1: Fan's inequality for A = B + (A - B)."""
    yield then(partial_sums(lam(A)) - partial_sums(lam(B)), "<=", partial_sums(lam(A - B)))


@claim(
    TRUE, "Trace norm by ranks", domain=rectangular(count=2, m=(1, 4), n=(1, 4)), id="derive-sum-trace-norm"
)
def sum_trace_norm(A, B):
    """Horn and Johnson, 5.6 and 0.4.5: |X|_1 <= sqrt(rank X) |X|_F, and the rank of a sum."""
    yield then(nuclear(A + B), "<=", sqrt(rank(A) + rank(B)) * fro(A + B))


@claim(
    TRUE, "Sum and difference", domain=rectangular(count=2, m=(1, 4), n=(1, 4)), id="derive-sum-parallelogram"
)
def sum_parallelogram(A, B):
    """Horn and Johnson, 5.6: |X| <= |X|_F, and the identity of the parallelogram."""
    yield then(sq(op(A + B)) + sq(op(A - B)), "<=", 2 * (sq(fro(A)) + sq(fro(B))))


@claim(
    TRUE,
    "Schatten norms of two",
    domain=rectangular(count=2, m=(1, 4), n=(1, 4)),
    id="derive-sum-schatten",
)
def sum_schatten(A, B):
    """Bhatia, IV.2: the triangle inequality turned, and the norms fall in p."""
    yield then(absolute(schatten(A, 3) - schatten(B, 3)), "<=", schatten(A - B, 2), "<=", nuclear(A - B))


@claim(TRUE, "Condition of a changed matrix", domain=square(count=2, n=(1, 4)), id="derive-sum-condition")
def sum_condition(A, E):
    """Topics, 3.3 and Horn and Johnson, 5.8: no singular value moves by more than |E|."""
    yield given(op(E), "<", s_min(A))
    yield then((s_min(A) - op(E)) * cond(A + E), "<=", s1(A) + op(E))


@claim(TRUE, "Difference of inverses", domain=square(count=2, n=(1, 4)), id="derive-sum-inverses")
def sum_inverses(A, B):
    """Horn and Johnson, 5.8: A^(-1) - B^(-1) = A^(-1) (B - A) B^(-1)."""
    yield then(fro(inv(A) - inv(B)), "<=", op(inv(A)) * fro(A - B) * op(inv(B)))


@claim(
    TRUE,
    "Between two matrices",
    domain=together(A=symmetric(), B=symmetric(), t=scalar(0, 1), n=(1, 4)),
    id="derive-sum-between",
)
def sum_between(A, B, t):
    """Horn and Johnson, 4.3: the largest eigenvalue is convex."""
    yield then(lam_max(t * A + (1 - t) * B), "<=", larger(lam_max(A), lam_max(B)))


@claim(
    TRUE,
    "A multiple of any sign",
    domain=together(A=symmetric(), B=symmetric(), c=scalar(), n=(1, 4)),
    id="derive-sum-sign",
)
def sum_sign(A, B, c):
    """Horn and Johnson, 4.3: Weyl, and no eigenvalue of cB is beyond |c| |B|."""
    yield then(absolute(lam(A - c * B)[i] - lam(A)[i]), "<=", absolute(c) * op(B))


@claim(
    TRUE,
    "One matrix above another",
    domain=together(A=rectangular("m", "n"), B=rectangular("l", "n"), m=(1, 3), l=(1, 3), n=(1, 3)),
    id="derive-sum-stack",
)
def sum_stack(A, B):
    """Bhatia, I and IX.1: the square of the stack is A'A + B'B."""
    both = sqrt(sq(op(A)) + sq(op(B)))
    top = larger(op(A), op(B))
    yield then(top, "<=", op(vstack(A, B)), "<=", both, "<=", sqrt(2) * top)


@claim(TRUE, "Frobenius norms in order", domain=psd(count=3, n=(1, 4)), id="derive-sum-order")
def sum_order(A, B, C):
    """Horn and Johnson, 7.7: the eigenvalues of A + C are at most those of B + C, and none is negative."""
    yield given(A, "loewner", B)
    yield then(fro(A + C), "<=", fro(B + C))


@claim(TRUE, "Trace of a root", domain=psd(count=2, n=(1, 4)), id="derive-sum-root")
def sum_root(A, B):
    """Horn and Johnson, 7.2 and 5.6: Cauchy and Schwarz for the roots of the eigenvalues."""
    yield then(trace(mat_sqrt(A + B)), "<=", sqrt(cols(A)) * (sqrt(trace(A)) + sqrt(trace(B))))


@claim(
    TRUE, "Trace of an inverse", domain=positive_definite(count=2, n=(1, 4)), id="derive-sum-trace-inverse"
)
def sum_trace_inverse(A, B):
    """Horn and Johnson, 7.7: the inverse is convex in the order of Loewner."""
    yield then(4 * trace(inv(A + B)), "<=", trace(inv(A)) + trace(inv(B)))


@claim(TRUE, "Entries of a sum", domain=rectangular(count=2, m=(1, 4), n=(1, 4)), id="derive-sum-entries")
def sum_entries(A, B):
    """Horn and Johnson, 5.6: |x'Ay| <= |A|, the triangle inequality, |A|^2 <= |A|_1 |A|_oo."""
    bound = sqrt(norm_1(A) * norm_inf(A)) + sqrt(norm_1(B) * norm_inf(B))
    yield then(max_entry(A + B), "<=", op(A) + op(B), "<=", bound)


@claim(TRUE, "Radii of a sum", domain=square(count=2, n=(1, 4)), id="derive-sum-radius")
def sum_radius(A, B):
    """Topics, 1.2, 1.3, 1.5: w is a norm between |.| / 2 and |.|, at least x'Ax for unit x."""
    yield then(op(A + B), "<=", 2 * (numerical_radius(A) + numerical_radius(B)))
    yield then(lam_max(sym(A + B)), "<=", numerical_radius(A) + numerical_radius(B), "<=", op(A) + op(B))


@claim(
    TRUE,
    "Rank of a product and a term",
    domain=together(
        A=rectangular("m", "n"),
        B=rectangular("n", "l"),
        C=rectangular("m", "l"),
        m=(1, 3),
        n=(1, 3),
        l=(1, 3),
    ),
    id="derive-sum-rank",
)
def sum_rank(A, B, C):
    """Horn and Johnson, 0.4.5: the rank of a product, of a sum, and of the difference that gives C back."""
    least = smaller(rank(A), rank(B))
    yield then(rank(C) - least, "<=", rank(A @ B + C), "<=", least + rank(C))


@claim(TRUE, "Moves of all eigenvalues", domain=symmetric(count=2, n=(1, 4)), id="derive-sum-moves")
def sum_moves(A, B):
    """Bhatia, III.4 and IV.3: Hoffman and Wielandt, or Lidskii, and Cauchy and Schwarz."""
    moves = total(absolute(lam(A) - lam(B)))
    yield then(moves, "<=", nuclear(A - B), "<=", sqrt(cols(A)) * fro(A - B))
