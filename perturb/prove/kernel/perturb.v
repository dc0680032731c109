(* The words of statements, for real matrices that are lists of rows. Read this file, and a theorem says what it says.

   The generator makes sure that every word stands where a line here gives it a meaning (sides that fit, square
   matrices, sizes 1 x 1, 1 x 2, 2 x 1, 2 x 2 for spectra, subscripts that exist); elsewhere a word has some value that
   means nothing. In Coq x / 0 and sqrt (-1) have values: a theorem says where it needs "y <> 0" and "0 <= y". *)
From Coq Require Export Reals List.
Export ListNotations.
Open Scope R_scope.

Definition vec := list R.
Definition mat := list vec.

(* Component by component. *)
Fixpoint map2 {X Y Z : Type} (f : X -> Y -> Z) (v : list X) (w : list Y) : list Z :=
  match v, w with x :: v', y :: w' => f x y :: map2 f v' w' | _, _ => [] end.
Definition vadd : vec -> vec -> vec := map2 Rplus.
Definition vsub : vec -> vec -> vec := map2 Rminus.
Definition vmul : vec -> vec -> vec := map2 Rmult.
Definition vdiv : vec -> vec -> vec := map2 Rdiv.
Definition vmax : vec -> vec -> vec := map2 Rmax.
Definition vmin : vec -> vec -> vec := map2 Rmin.
Definition vscale (x : R) : vec -> vec := map (Rmult x).
Definition vabs : vec -> vec := map Rabs.
Definition vsqrt : vec -> vec := map sqrt.
Definition madd : mat -> mat -> mat := map2 vadd.
Definition msub : mat -> mat -> mat := map2 vsub.
Definition mscale (x : R) : mat -> mat := map (vscale x).
Definition hadamard : mat -> mat -> mat := map2 vmul.

(* Parts: subscripts count from 1. *)
Definition component (v : vec) (k : nat) : R := nth (k - 1) v 0.
Definition row (A : mat) (k : nat) : vec := nth (k - 1) A [].
Definition entry (A : mat) (i j : nat) : R := component (row A i) j.
Definition head (v : vec) (k : nat) : vec := firstn k v.
Definition leading (A : mat) (k : nat) : mat := map (firstn k) (firstn k A).
Definition trailing (A : mat) (k : nat) : mat := map (skipn k) (skipn k A).
Definition upper_right (A : mat) (k : nat) : mat := map (skipn k) (firstn k A).
Definition lower_left (A : mat) (k : nat) : mat := map (firstn k) (skipn k A).
Definition without_columns (A : mat) (k : nat) : mat := map (fun r => firstn (length r - k) r) A.
Definition without_rows (A : mat) (k : nat) : mat := firstn (length A - k) A.
Definition entries (A : mat) : vec := concat A.
Definition diagonal (A : mat) : vec := map2 (fun r i => nth i r 0) A (seq 0 (length (hd [] A))).

(* Made of numbers and vectors. *)
Definition table (m n : nat) (f : nat -> nat -> R) : mat := map (fun i => map (f i) (seq 0 n)) (seq 0 m).
Definition eye (n : nat) : mat := table n n (fun i j => if Nat.eqb i j then 1 else 0).
Definition diag (v : vec) : mat :=
  table (length v) (length v) (fun i j => if Nat.eqb i j then nth i v 0 else 0).
Definition ones (n : nat) : vec := repeat 1 n.
Definition column_matrix (v : vec) : mat := map (fun x => [x]) v.
Definition reshape (v : vec) (m n : nat) : mat := table m n (fun i j => nth (i * n + j) v 0).
Definition circulant (v : vec) : mat :=
  table (length v) (length v) (fun i j => nth (Nat.modulo (i + length v - j) (length v)) v 0).
Definition upper (A : mat) : mat :=
  table (length A) (length (hd [] A)) (fun i j => if Nat.ltb j i then 0 else nth j (nth i A []) 0).
Definition T (A : mat) : mat := table (length (hd [] A)) (length A) (fun i j => nth i (nth j A []) 0).
Definition block (A B C D : mat) : mat := map2 (@app R) A B ++ map2 (@app R) C D.
Definition kron (A B : mat) : mat :=
  concat (map (fun r => map (fun t => concat (map (fun x => map (Rmult x) t) r)) B) A).

(* Sums and products. *)
Definition sum (v : vec) : R := fold_right Rplus 0 v.
Definition prod (v : vec) : R := fold_right Rmult 1 v.
Fixpoint sums_from (x : R) (v : vec) : vec := match v with [] => [] | y :: w => (x + y) :: sums_from (x + y) w end.
Definition partial_sums (v : vec) : vec := sums_from 0 v.
Fixpoint products_from (x : R) (v : vec) : vec := match v with [] => [] | y :: w => (x * y) :: products_from (x * y) w end.
Definition partial_products (v : vec) : vec := products_from 1 v.
Definition maximum (v : vec) : R := match v with [] => 0 | x :: w => fold_left Rmax w x end.
Definition minimum (v : vec) : R := match v with [] => 0 | x :: w => fold_left Rmin w x end.
Definition dot (v w : vec) : R := sum (vmul v w).
Definition mulvec (A : mat) (v : vec) : vec := map (fun r => dot r v) A.
Definition matmul (A B : mat) : mat := map (fun r => map (dot r) (T B)) A.
Fixpoint matpow (A : mat) (k : nat) : mat := match k with O => eye (length A) | S j => matmul A (matpow A j) end.
Definition trace (A : mat) : R := sum (diagonal A).
Definition norm (v : vec) : R := sqrt (dot v v).
Definition det (A : mat) : R := match A with [[a]] => a | [[a; b]; [c; d]] => a * d - b * c | _ => 0 end.
Definition permanent (A : mat) : R := match A with [[a]] => a | [[a; b]; [c; d]] => a * d + b * c | _ => 0 end.
Definition adjugate (A : mat) : mat :=
  match A with [[_]] => [[1]] | [[a; b]; [c; d]] => [[d; - b]; [- c; a]] | _ => [] end.

(* Eigenvalues of a symmetric matrix, the larger one first: the roots of x^2 - (trace A) x + det A. *)
Definition lam (A : mat) : vec :=
  match A with
  | [[a]] => [a]
  | [[a; b]; [_; d]] =>
      [(a + d) / 2 + sqrt (((a - d) / 2) ^ 2 + b ^ 2); (a + d) / 2 - sqrt (((a - d) / 2) ^ 2 + b ^ 2)]
  | _ => []
  end.
(* Singular values: the roots of the eigenvalues of A A', or of A' A where that has fewer rows. *)
Definition gram (A : mat) : mat := if Nat.leb (length A) (length (hd [] A)) then matmul A (T A) else matmul (T A) A.
Definition s (A : mat) : vec := map sqrt (lam (gram A)).
Definition s1 (A : mat) : R := component (s A) 1.
Definition is_zero (x : R) : bool := if Req_EM_T x 0 then true else false.
(* The number of singular values that are not 0, and the least one of them. *)
Definition rank (A : mat) : R := sum (map (fun x => if is_zero x then 0 else 1) (s A)).
Definition s_star (A : mat) : R :=
  match s A with [x] => x | [x; y] => if is_zero y then x else y | _ => 0 end.
Definition kappa (A : mat) : R := s1 A / s_star A.

(* Entry by entry: 1 where t > 0, eta where t < 0 (a theorem asks that t <> 0). *)
Definition slopes (t : vec) (eta : R) : vec := map (fun x => if Rlt_dec 0 x then 1 else eta) t.

(* The spaces of inputs. *)
Definition symmetric (A : mat) : Prop := A = T A.
Definition skew (A : mat) : Prop := A = mscale (-1) (T A).
Definition form (A : mat) (v : vec) : R := dot v (mulvec A v).
Definition psd (A : mat) : Prop := symmetric A /\ forall v, length v = length A -> 0 <= form A v.
Definition pd (A : mat) : Prop :=
  symmetric A /\ forall v, length v = length A -> v <> repeat 0 (length A) -> 0 < form A v.
Definition is_diagonal (A : mat) : Prop := A = hadamard (eye (length A)) A.
Definition orthogonal (A : mat) : Prop := matmul A (T A) = eye (length A) /\ matmul (T A) A = eye (length A).
Definition contraction (A : mat) : Prop := s1 A <= 1.
Definition projection (A : mat) : Prop := symmetric A /\ matmul A A = A.
Definition activation (eta : R) (A : mat) : Prop :=
  is_diagonal A /\ Forall (fun x => x = 1 \/ x = eta) (diagonal A).
Definition bounded (c : R) (A : mat) : Prop := Forall (fun x => - c <= x <= c) (entries A).
Definition rank_at_most (k : R) (A : mat) : Prop := rank A <= k.
