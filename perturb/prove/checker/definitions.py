"""Words that mean others, and the spaces of inputs, in the language of statements."""

WORDS = """
(neg x) = (mul -1 x)
(sub x y) = (add x (mul -1 y))
(sq x) = (mul x x)
(op A) = (s1 A)
(s_min A) = (component (s A) (length (s A)))
(kappa A) = (div (s1 A) (s_star A))
(cond A) = (div (s1 A) (s_min A))
(nuclear A) = (sum (s A))
(ky_fan A k) = (sum (head (s A) k))
(schatten A p) = (pow (sum (pow (s A) p)) (div 1 p))
(fro A) = (norm (entries A))
(max_entry A) = (max (abs (entries A)))
(lam_max A) = (component (lam A) 1)
(lam_min A) = (component (lam A) (length (lam A)))
(spectral_radius A) = (component (moduli A) 1)
(sym A) = (mul 1/2 (add A (T A)))
(commutator A B) = (sub (matmul A B) (matmul B A))
(inv A) = (div (adjugate A) (det A))
(eye_rows A) = (eye (T A))
(vec_rows A) = (entries A)
(vec_columns A) = (entries (T A))
(complex_matrix X Y) = (block X (mul -1 Y) Y X)
(schur A k) = (sub (trailing A k) (matmul (matmul (lower_left A k) (inv (leading A k))) (upper_right A k)))
"""

# A line: the name, the text of the domain, then at 1 x 1 and at 2 x 2 the variants: free coordinates (the
# others are 0), or a constant matrix, with conditions on it, called X. Those without variants have any shape.
SPACES = r"""
general :: {0} \in SQUARE
symmetric :: {0} = {0}^T \in SQUARE :: 11 :: u1 v1 v2
skew :: {0} = -{0}^T \in SQUARE :: matrix[0] :: u2
psd :: 0 \preceq {0} \in SQUARE :: 11 with (<= 0 (det X)) :: u1 v1 v2 with (<= 0 (div (trace X) 2)) with (<= 0 (det X))
pd :: 0 \prec {0} \in SQUARE :: 11 with (< 0 (det X)) :: u1 v1 v2 with (< 0 (div (trace X) 2)) with (< 0 (det X))
diagonal :: {0} \in SQUARE\ \mathrm{diagonal} :: 11 :: u1 v1
orthogonal :: {0} \in O(%1) :: matrix[1] or matrix[-1] :: u1 u2 with (== (det X) 1) or v1 v2 with (== -1 (det X))
contraction :: {0} \in SQUARE,\ \lVert {0} \rVert \le 1 :: 11 with (<= (det X) 1) with (<= -1 (det X)) :: ALL with (<= (s1 X) 1)
projection :: {0} = {0}^T = {0}^2 \in SQUARE :: matrix[0] or matrix[1] :: matrix[0,0;0,0] or matrix[1,0;0,1] or u1=1/2 v1 v2 with (== 0 (det X))
activation :: {0} \in \mathcal{D}(m, %1, %2) :: matrix[1] or matrix[%2] :: matrix[1,0;0,1] or matrix[1,0;0,%2] or matrix[%2,0;0,1] or matrix[%2,0;0,%2]
bounded :: {0} \in [-%3, %3]^{%1 \times %2}
rank1 :: {0} \in SQUARE,\ \mathrm{rank}\,{0} \le 1 :: 11 :: ALL with (== (det X) 0)
rank2 :: {0} \in SQUARE,\ \mathrm{rank}\,{0} \le 2 :: 11 :: ALL
vector :: {0} \in \mathbb{R}^{%1}
scalar :: {0} \in \mathbb{R}
scalar from to :: {0} \in [%1, %2] :: ALL with (<= %1 X) with (<= X %2)
scalar from :: {0} \ge %1 :: ALL with (<= %1 X)
scalar to :: {0} \le %1 :: ALL with (<= X %1)
integer :: {0} \in \{%1, \dots, %2\}
"""  # noqa: E501
