(* Lemmas about the words of perturb.v, proved once. Nothing here is believed: Coq has checked it. *)
From Perturb Require Export perturb.
From Coq Require Import Lra Psatz.

Declare Reduction words := cbv [vec mat map2 vadd vsub vmul vdiv vmax vmin vscale vabs vsqrt madd msub mscale hadamard
  component row entry head leading trailing upper_right lower_left without_columns without_rows entries diagonal table
  eye diag ones column_matrix reshape circulant upper T block kron sum prod sums_from partial_sums products_from
  partial_products maximum minimum dot mulvec matmul matpow trace norm det permanent adjugate lam gram s s1 slopes
  symmetric skew form is_diagonal orthogonal projection bounded activation
  map fold_right fold_left nth firstn skipn length concat app seq repeat hd Nat.eqb Nat.ltb Nat.leb Nat.sub Nat.add Nat.mul
  Nat.modulo Nat.divmod fst snd Nat.div].
Ltac ring_or_field := first [ring | field].
Ltac nonzero := first
  [ assumption
  | match goal with H : 0 < ?f |- ?e <> 0 => replace e with f by ring_or_field; apply Rgt_not_eq, H end
  | match goal with H : 0 < ?f |- ?e <> 0 =>
      let E := fresh in intro E; apply (Rgt_not_eq _ _ H); ring [E] end
  | lra ].
Ltac sides := repeat split; nonzero.
Ltac words := match goal with |- ?g => let g' := eval words in g in change g' end.
Ltac words_in H := let t := type of H in let t' := eval words in t in change t' in H.

(* Of equations e = 0: multiples and sums. *)
Lemma zsum a b : a = 0 -> b = 0 -> a + b = 0. Proof. intros -> ->; ring. Qed.
Lemma zmul c a : a = 0 -> c * a = 0. Proof. intros ->; ring. Qed.
Lemma eqmod x y t : t = 0 -> x = y + t -> x = y. Proof. intros ->; lra. Qed.
Lemma minus0 x y : x = y -> x - y = 0. Proof. intros ->; ring. Qed.

(* Signs of x = p c + 0 with c > 0. *)
Lemma pos_of x c p t : 0 < p -> 0 < c -> t = 0 -> x = p * c + t -> 0 < x.
Proof. intros P C -> ->. rewrite Rplus_0_r. now apply Rmult_lt_0_compat. Qed.
Lemma nneg_of x c p t : 0 <= p -> 0 < c -> t = 0 -> x = p * c + t -> 0 <= x.
Proof. intros P C -> ->. rewrite Rplus_0_r. apply Rmult_le_pos; lra. Qed.
Lemma neg_of x c p t : 0 < p -> 0 < c -> t = 0 -> x = - (p * c) + t -> x < 0.
Proof. intros P C -> ->. assert (H := Rmult_lt_0_compat _ _ P C). lra. Qed.
Lemma npos_of x c p t : 0 <= p -> 0 < c -> t = 0 -> x = - (p * c) + t -> x <= 0.
Proof. intros P C -> ->. assert (H : 0 <= p * c) by (apply Rmult_le_pos; lra). lra. Qed.
Lemma zero_of x c p t : p = 0 -> t = 0 -> x = p * c + t -> x = 0.
Proof. intros -> -> ->. ring. Qed.

(* What a relation says of p = (v - u) c + 0. *)
Lemma con_le u v c p t : u <= v -> 0 < c -> t = 0 -> p = (v - u) * c + t -> 0 <= p.
Proof. intros. apply (nneg_of p c (v - u) t); auto; lra. Qed.
Lemma con_lt u v c p t : u < v -> 0 < c -> t = 0 -> p = (v - u) * c + t -> 0 < p.
Proof. intros. apply (pos_of p c (v - u) t); auto; lra. Qed.
Lemma con_eq u v c p t : u = v -> t = 0 -> p = (u - v) * c + t -> p = 0.
Proof. intros -> -> ->. ring. Qed.
Lemma sq_lt u v c p t : 0 <= u -> u < v -> 0 < c -> t = 0 -> p = (v * v - u * u) * c + t -> 0 < p.
Proof. intros U V. apply pos_of. assert (0 < (v - u) * (v + u)) by (apply Rmult_lt_0_compat; lra). lra. Qed.
Lemma sq_le u v c p t : 0 <= u -> u <= v -> 0 < c -> t = 0 -> p = (v * v - u * u) * c + t -> 0 <= p.
Proof. intros U V. apply nneg_of. assert (0 <= (v - u) * (v + u)) by (apply Rmult_le_pos; lra). lra. Qed.
Lemma sq_eq u v : 0 <= u -> 0 <= v -> u * u - v * v = 0 -> u = v.
Proof. intros U V E. apply Rsqr_inj; auto. unfold Rsqr. lra. Qed.

(* Answers. *)
Lemma ge_lt p q : q = - p -> 0 < q \/ 0 <= p.
Proof. intros ->. destruct (Rle_lt_dec 0 p); [now right | left; lra]. Qed.
Lemma le_gt p q : q = - p -> 0 <= q \/ 0 < p.
Proof. intros ->. destruct (Rle_lt_dec p 0); [left; lra | now right]. Qed.
Lemma le_ge p q : q = - p -> 0 <= q \/ 0 <= p.
Proof. intros ->. destruct (Rle_lt_dec p 0); [left; lra | right; lra]. Qed.
Lemma three p q : q = - p -> 0 < q \/ p = 0 \/ 0 < p.
Proof. intros ->. destruct (Rtotal_order p 0) as [H | [H | H]]; [left; lra | now right; left | right; right; lra]. Qed.
Lemma zero_pos p : 0 <= p -> p = 0 \/ 0 < p. Proof. intros [H | H]; auto. Qed.
Lemma zero_neg p q : q = - p -> p <= 0 -> 0 < q \/ p = 0. Proof. intros -> [H | H]; [left; lra | auto]. Qed.
Lemma both p : 0 <= p -> p <= 0 -> p = 0. Proof. intros; lra. Qed.
Lemma sum_nonzero p q : 0 <= p -> 0 <= q -> p - q <> 0 -> p + q <> 0. Proof. intros P Q H E. apply H. lra. Qed.
Lemma weak p : 0 < p -> 0 <= p. Proof. lra. Qed.
Lemma weak0 p : p = 0 -> 0 <= p. Proof. lra. Qed.
Lemma not0 p : 0 < p -> p <> 0. Proof. lra. Qed.
Lemma neg0 p : p < 0 -> p <> 0. Proof. lra. Qed.
Lemma gap p : 0 < p -> p = 0 -> False. Proof. lra. Qed.
Lemma gap_neg p : p < 0 -> 0 <= p -> False. Proof. lra. Qed.

(* A contradiction: a positive sum that is 0. *)
Lemma absurd t e : 0 < t -> e = 0 -> t + e = 0 -> False. Proof. lra. Qed.
Lemma sq0 x : 0 <= x * x. Proof. apply Rle_0_sqr. Qed.
Lemma mul0 x y : 0 <= x -> 0 <= y -> 0 <= x * y. Proof. apply Rmult_le_pos. Qed.
Lemma mul1 x y : 0 < x -> 0 < y -> 0 < x * y. Proof. apply Rmult_lt_0_compat. Qed.
Lemma add0 x y : 0 <= x -> 0 <= y -> 0 <= x + y. Proof. lra. Qed.
Lemma add1 x y : 0 < x -> 0 <= y -> 0 < x + y. Proof. lra. Qed.
Lemma inv1 x : 0 < x -> 0 < / x. Proof. apply Rinv_0_lt_compat. Qed.

(* Values. *)
Lemma lcons (X : Type) (x y : X) v w : x = y -> v = w -> x :: v = y :: w. Proof. now intros -> ->. Qed.
Arguments lcons {X}.
Lemma abs_ge x y : 0 <= x -> y = x -> Rabs x = y. Proof. intros H ->. apply Rabs_pos_eq, H. Qed.
Lemma abs_le x y : x <= 0 -> y = - x -> Rabs x = y. Proof. intros H ->. now apply Rabs_left1. Qed.
Lemma max_l x y z : 0 <= x - y -> z = x -> Rmax x y = z. Proof. intros H ->. apply Rmax_left; lra. Qed.
Lemma max_r x y z : x - y <= 0 -> z = y -> Rmax x y = z. Proof. intros H ->. apply Rmax_right; lra. Qed.
Lemma min_l x y z : x - y <= 0 -> z = x -> Rmin x y = z. Proof. intros H ->. apply Rmin_left; lra. Qed.
Lemma min_r x y z : 0 <= x - y -> z = y -> Rmin x y = z. Proof. intros H ->. apply Rmin_right; lra. Qed.
Lemma sqrt_is x y : 0 <= y -> x = y * y -> sqrt x = y.
Proof. intros H ->. now apply sqrt_square. Qed.
Lemma root_of q : 0 <= q -> exists r, 0 <= r /\ r ^ 2 - q = 0.
Proof. intros H. exists (sqrt q). split; [apply sqrt_pos |]. rewrite <- Rsqr_pow2, Rsqr_sqrt; lra. Qed.
Lemma root_pos q : 0 < q -> exists r, 0 < r /\ r ^ 2 - q = 0.
Proof. intros H. exists (sqrt q). split; [now apply sqrt_lt_R0 |]. rewrite <- Rsqr_pow2, Rsqr_sqrt; lra. Qed.
Lemma sqrt_sq x : sqrt (x * x) = Rabs x. Proof. apply sqrt_Rsqr_abs. Qed.
Lemma pow_half x k : sqrt x ^ k = sqrt x ^ k. Proof. reflexivity. Qed.
Lemma norm_1 x : norm [x] = Rabs x.
Proof. unfold norm, dot. cbn. rewrite Rplus_0_r. apply sqrt_sq. Qed.
Lemma s_11 a : s [[a]] = [Rabs a].
Proof. words. now rewrite Rplus_0_r, sqrt_sq. Qed.
Lemma s1_11 a : s1 [[a]] = Rabs a.
Proof. unfold s1. now rewrite s_11. Qed.
Lemma s_star_11 a : s_star [[a]] = Rabs a.
Proof. unfold s_star. now rewrite s_11. Qed.
Lemma slope_pos x y eta : 0 < x -> y = 1 -> (if Rlt_dec 0 x then 1 else eta) = y.
Proof. intros H ->. now destruct (Rlt_dec 0 x). Qed.
Lemma slope_neg x y eta : x < 0 -> y = eta -> (if Rlt_dec 0 x then 1 else eta) = y.
Proof. intros H ->. destruct (Rlt_dec 0 x); lra. Qed.
Lemma is_zero_yes x : x = 0 -> is_zero x = true. Proof. unfold is_zero. now destruct (Req_EM_T x 0). Qed.
Lemma is_zero_no x : x <> 0 -> is_zero x = false. Proof. unfold is_zero. now destruct (Req_EM_T x 0). Qed.
Lemma rank_11_zero a : a * a = 0 -> rank [[a]] = 0.
Proof.
  intros H. assert (a = 0) as -> by (apply Rsqr_0_uniq; exact H).
  unfold rank. rewrite s_11. cbn. rewrite Rabs_R0, is_zero_yes; auto. ring.
Qed.
Lemma rank_11_one a : 0 < a * a -> rank [[a]] = 1.
Proof.
  intros H. unfold rank. rewrite s_11. cbn. rewrite is_zero_no; [ring |].
  apply Rabs_no_R0. intros ->. lra.
Qed.

(* Spaces at 1 x 1. *)
Lemma psd_11 a : psd [[a]] -> 0 <= a.
Proof. intros [_ H]. specialize (H [1] eq_refl). cbv -[Rplus Rmult Rle IZR] in H. lra. Qed.
Lemma pd_11 a : pd [[a]] -> 0 < a.
Proof.
  intros [_ H]. specialize (H [1] eq_refl). assert (N : [1] <> repeat 0 (length [[a]])) by (cbn; intros E; injection E; lra).
  specialize (H N). cbv -[Rplus Rmult Rlt IZR] in H. lra.
Qed.
Lemma contraction_11 a : contraction [[a]] -> a <= 1 /\ -1 <= a.
Proof. unfold contraction. rewrite s1_11. intros H. assert (L := Rle_abs a). assert (M := Rle_abs (- a)). rewrite Rabs_Ropp in M. lra. Qed.
Lemma skew_11 a : skew [[a]] -> a = 0.
Proof. unfold skew. intros H. injection H. words. lra. Qed.
Lemma orthogonal_11 a : orthogonal [[a]] -> a = 1 \/ a = -1.
Proof.
  intros [H _]. words_in H. injection H. intros E.
  destruct (Rmult_integral (a - 1) (a + 1)); [ring_simplify; lra | left; lra | right; lra].
Qed.
Lemma projection_11 a : projection [[a]] -> a = 0 \/ a = 1.
Proof.
  intros [_ H]. words_in H. injection H. intros E.
  destruct (Rmult_integral a (a - 1)); [ring_simplify; lra | left; lra | right; lra].
Qed.
Lemma activation_11 eta a : activation eta [[a]] -> a = 1 \/ a = eta.
Proof. intros [_ H]. exact (Forall_inv H). Qed.

(* Matrices of two rows and columns: z -> u z + v conj(z). *)
Lemma plane a b c d : exists u1 u2 v1 v2, a = u1 + v1 /\ b = v2 - u2 /\ c = v2 + u2 /\ d = u1 - v1.
Proof. exists ((a + d) / 2), ((c - b) / 2), ((a - d) / 2), ((b + c) / 2). repeat split; field. Qed.
Lemma polar x y : exists c s m n, n = 0 /\ 0 <= m /\ c ^ 2 + s ^ 2 = 1 /\ x = c * m - s * n /\ y = s * m + c * n.
Proof.
  destruct (Req_dec (x ^ 2 + y ^ 2) 0) as [Z | N].
  - exists 1, 0, 0, 0. assert (x = 0) by nra. assert (y = 0) by nra. repeat split; lra.
  - assert (0 <= x ^ 2 + y ^ 2) by nra. destruct (root_pos (x ^ 2 + y ^ 2)) as (r & P & E); [lra |].
    exists (x / r), (y / r), r, 0. repeat split; try lra; try (field; lra).
    replace ((x / r) ^ 2 + (y / r) ^ 2) with ((x ^ 2 + y ^ 2) / r ^ 2) by (field; lra).
    replace (x ^ 2 + y ^ 2) with (r ^ 2) by lra. field; lra.
Qed.
Lemma half a b : a ^ 2 + b ^ 2 = 1 -> exists c s, c ^ 2 + s ^ 2 = 1 /\ a = c ^ 2 - s ^ 2 /\ b = 2 * c * s.
Proof.
  intros H. destruct (Req_dec a (-1)) as [-> | N].
  - exists 0, 1. assert (b = 0) by nra. repeat split; lra.
  - assert (0 < (1 + a) / 2) by nra. destruct (root_pos ((1 + a) / 2)) as (c & P & E); [lra |].
    exists c, (b / (2 * c)).
    assert (F : (b / (2 * c)) ^ 2 = (1 - a) / 2).
    { replace ((b / (2 * c)) ^ 2) with (b ^ 2 / (4 * c ^ 2)) by (field; lra).
      replace (c ^ 2) with ((1 + a) / 2) by lra. replace (b ^ 2) with ((1 - a) * (1 + a)) by lra. field; lra. }
    repeat split; [rewrite F; lra | rewrite F; lra | field; lra].
Qed.
Lemma turned c s x y : c ^ 2 + s ^ 2 = 1 -> exists p q, x = c * p - s * q /\ y = s * p + c * q.
Proof.
  intros H. exists (c * x + s * y), (c * y - s * x).
  split; [replace x with (x * (c ^ 2 + s ^ 2)) at 1 by (rewrite H; ring) |
          replace y with (y * (c ^ 2 + s ^ 2)) at 1 by (rewrite H; ring)]; ring.
Qed.

(* Roots under another name. *)
Lemma root_eq p q e : 0 <= p -> p * p = e -> q = e -> sqrt q = p.
Proof. intros P E ->. now apply sqrt_is. Qed.
Lemma root_sq p : 0 <= p -> sqrt (p ^ 2) = p.
Proof. intros P. apply sqrt_is; [assumption | ring]. Qed.

Lemma lam_22 a b c d q x y : b = c -> 0 <= q -> q * q = ((a - d) / 2) * ((a - d) / 2) + ((b + c) / 2) * ((b + c) / 2) ->
  x = (a + d) / 2 + q -> y = (a + d) / 2 - q -> lam [[a; b]; [c; d]] = [x; y].
Proof.
  intros -> Q E -> ->. words. rewrite (sqrt_is (((a - d) / 2) ^ 2 + c ^ 2) q); auto. rewrite E. field.
Qed.
Lemma gram_lam a b c d p q : 0 <= p -> 0 <= q ->
  p * p = (a + d) / 2 * ((a + d) / 2) + (c - b) / 2 * ((c - b) / 2) ->
  q * q = (a - d) / 2 * ((a - d) / 2) + (b + c) / 2 * ((b + c) / 2) ->
  s [[a; b]; [c; d]] = [p + q; Rabs (p - q)].
Proof.
  intros P Q E F. unfold s. replace (gram [[a; b]; [c; d]]) with [[a * a + b * b; a * c + b * d]; [a * c + b * d; c * c + d * d]].
  2: { words. repeat (apply lcons; [| try reflexivity]); try (apply lcons; [| try reflexivity]); try reflexivity; try ring.
       all: repeat (apply lcons; [ring | try reflexivity]). }
  rewrite (lam_22 _ _ _ _ (2 * p * q) (p * p + q * q + 2 * p * q) (p * p + q * q - 2 * p * q)); auto.
  - cbn [map]. rewrite (sqrt_is _ (p + q)); [| lra | ring].
    replace (p * p + q * q - 2 * p * q) with ((p - q) * (p - q)) by ring. now rewrite sqrt_sq.
  - assert (0 <= p * q) by (apply Rmult_le_pos; auto). lra.
  - replace (2 * p * q * (2 * p * q)) with (4 * (p * p) * (q * q)) by ring. rewrite E, F. field.
  - rewrite E, F. field.
  - rewrite E, F. field.
Qed.
Lemma s_22_ge a b c d p q x y : 0 <= p -> 0 <= q ->
  p * p = (a + d) / 2 * ((a + d) / 2) + (c - b) / 2 * ((c - b) / 2) ->
  q * q = (a - d) / 2 * ((a - d) / 2) + (b + c) / 2 * ((b + c) / 2) -> 0 <= p - q -> x = p + q -> y = p - q -> s [[a; b]; [c; d]] = [x; y].
Proof. intros P Q E F. intros H -> ->. rewrite (gram_lam a b c d p q); auto. now rewrite Rabs_pos_eq. Qed.
Lemma s_22_le a b c d p q x y : 0 <= p -> 0 <= q ->
  p * p = (a + d) / 2 * ((a + d) / 2) + (c - b) / 2 * ((c - b) / 2) ->
  q * q = (a - d) / 2 * ((a - d) / 2) + (b + c) / 2 * ((b + c) / 2) -> p - q <= 0 -> x = p + q -> y = q - p -> s [[a; b]; [c; d]] = [x; y].
Proof. intros P Q E F. intros H -> ->. rewrite (gram_lam a b c d p q); auto. rewrite Rabs_left1; auto. now replace (- (p - q)) with (q - p) by ring. Qed.
Lemma s1_22 a b c d p q y : 0 <= p -> 0 <= q ->
  p * p = (a + d) / 2 * ((a + d) / 2) + (c - b) / 2 * ((c - b) / 2) ->
  q * q = (a - d) / 2 * ((a - d) / 2) + (b + c) / 2 * ((b + c) / 2) -> y = p + q -> s1 [[a; b]; [c; d]] = y.
Proof. intros P Q E F. intros ->. unfold s1. now rewrite (gram_lam a b c d p q). Qed.
Lemma s_star_22_pos a b c d p q y : 0 <= p -> 0 <= q ->
  p * p = (a + d) / 2 * ((a + d) / 2) + (c - b) / 2 * ((c - b) / 2) ->
  q * q = (a - d) / 2 * ((a - d) / 2) + (b + c) / 2 * ((b + c) / 2) -> 0 < p - q -> y = p - q -> s_star [[a; b]; [c; d]] = y.
Proof. intros P Q E F. intros H ->. unfold s_star. rewrite (gram_lam a b c d p q); auto. rewrite Rabs_pos_eq, is_zero_no; lra. Qed.
Lemma s_star_22_neg a b c d p q y : 0 <= p -> 0 <= q ->
  p * p = (a + d) / 2 * ((a + d) / 2) + (c - b) / 2 * ((c - b) / 2) ->
  q * q = (a - d) / 2 * ((a - d) / 2) + (b + c) / 2 * ((b + c) / 2) -> p - q < 0 -> y = q - p -> s_star [[a; b]; [c; d]] = y.
Proof. intros P Q E F. intros H ->. unfold s_star. rewrite (gram_lam a b c d p q); auto. rewrite Rabs_left, is_zero_no; lra. Qed.
Lemma s_star_22_zero a b c d p q y : 0 <= p -> 0 <= q ->
  p * p = (a + d) / 2 * ((a + d) / 2) + (c - b) / 2 * ((c - b) / 2) ->
  q * q = (a - d) / 2 * ((a - d) / 2) + (b + c) / 2 * ((b + c) / 2) -> p - q = 0 -> y = p + q -> s_star [[a; b]; [c; d]] = y.
Proof. intros P Q E F. intros H ->. unfold s_star. rewrite (gram_lam a b c d p q); auto. rewrite H, Rabs_R0, is_zero_yes; lra. Qed.
Lemma both22 a b c d : exists p q, 0 <= p /\ 0 <= q /\
  p * p = (a + d) / 2 * ((a + d) / 2) + (c - b) / 2 * ((c - b) / 2) /\
  q * q = (a - d) / 2 * ((a - d) / 2) + (b + c) / 2 * ((b + c) / 2).
Proof.
  destruct (root_of ((a + d) / 2 * ((a + d) / 2) + (c - b) / 2 * ((c - b) / 2))) as (p & P & E); [apply add0; apply sq0 |].
  destruct (root_of ((a - d) / 2 * ((a - d) / 2) + (b + c) / 2 * ((b + c) / 2))) as (q & Q & F); [apply add0; apply sq0 |].
  exists p, q. repeat split; auto; lra.
Qed.
Lemma rank_22_two a b c d : a * d - b * c <> 0 -> rank [[a; b]; [c; d]] = 2.
Proof.
  intros N. destruct (both22 a b c d) as (p & q & P & Q & E & F). unfold rank. rewrite (gram_lam a b c d p q); auto.
  assert (G : p * p - q * q = a * d - b * c) by (rewrite E, F; field).
  assert (p - q <> 0) by (intros H; apply N; rewrite <- G; replace (p * p - q * q) with ((p - q) * (p + q)) by ring; rewrite H; ring).
  assert (p + q <> 0) by (intros H'; apply N; rewrite <- G; replace (p * p - q * q) with ((p - q) * (p + q)) by ring; rewrite H'; ring).
  cbn. rewrite !is_zero_no; [ring | now apply Rabs_no_R0 | assumption].
Qed.
Lemma rank_22_one a b c d : 0 < a * a + (b * b + (c * c + d * d)) -> a * d - b * c = 0 -> rank [[a; b]; [c; d]] = 1.
Proof.
  intros N D. destruct (both22 a b c d) as (p & q & P & Q & E & F). unfold rank. rewrite (gram_lam a b c d p q); auto.
  assert (G : p * p - q * q = 0) by (rewrite <- D, E, F; field).
  assert (p = q) as -> by (apply sq_eq; auto).
  assert (q <> 0). { intros ->. replace (0 * 0) with 0 in * by ring. nra. }
  cbn. rewrite is_zero_no, is_zero_yes; [ring | | lra]. replace (q - q) with 0 by ring. apply Rabs_R0.
Qed.
Lemma rank_22_zero a b c d : a * a + (b * b + (c * c + d * d)) = 0 -> rank [[a; b]; [c; d]] = 0.
Proof.
  intros N. assert (a = 0 /\ b = 0 /\ c = 0 /\ d = 0) as (-> & -> & -> & ->) by (repeat split; nra).
  unfold rank. rewrite (gram_lam 0 0 0 0 0 0); try lra. cbn.
  rewrite !is_zero_yes; [ring | | lra]. replace (0 - 0) with 0 by ring. apply Rabs_R0.
Qed.
Lemma line_rank x : rank [[x]] = rank [[x]]. Proof. reflexivity. Qed.
Lemma rank_12_zero a b : a * a + b * b = 0 -> rank [[a; b]] = 0.
Proof. intros N. unfold rank. words. rewrite is_zero_yes; [ring |]. rewrite (sqrt_is _ 0); lra. Qed.
Lemma rank_12_one a b : 0 < a * a + b * b -> rank [[a; b]] = 1.
Proof. intros N. unfold rank. words. rewrite is_zero_no; [ring |]. apply Rgt_not_eq, sqrt_lt_R0. lra. Qed.
Lemma rank_21_zero a b : a * a + b * b = 0 -> rank [[a]; [b]] = 0.
Proof. intros N. unfold rank. words. rewrite is_zero_yes; [ring |]. rewrite (sqrt_is _ 0); lra. Qed.
Lemma rank_21_one a b : 0 < a * a + b * b -> rank [[a]; [b]] = 1.
Proof. intros N. unfold rank. words. rewrite is_zero_no; [ring |]. apply Rgt_not_eq, sqrt_lt_R0. lra. Qed.

(* Spaces at 2 x 2. *)
Lemma symmetric_22_back a b c d : symmetric [[a; b]; [c; d]] -> b = c.
Proof. intros H. words_in H. now injection H. Qed.
Lemma symmetric_22_is a b c d : b = c -> symmetric [[a; b]; [c; d]].
Proof. intros ->. reflexivity. Qed.
Ltac pieces := repeat match goal with |- _ /\ _ => split end; try field; try lra.
Lemma symmetric_22 a b c d : symmetric [[a; b]; [c; d]] -> exists u1 v1 v2, a = u1 + v1 /\ b = v2 /\ c = v2 /\ d = u1 - v1.
Proof. intros H. apply symmetric_22_back in H. subst. exists ((a + d) / 2), ((a - d) / 2), c. pieces. Qed.
Lemma skew_22 a b c d : skew [[a; b]; [c; d]] -> exists u2, a = 0 /\ b = - u2 /\ c = u2 /\ d = 0.
Proof. intros H. unfold skew in H. words_in H. injection H. intros. exists c. pieces. Qed.
Lemma psd_22 a b c d : psd [[a; b]; [c; d]] ->
  exists u1 v1 v2, a = u1 + v1 /\ b = v2 /\ c = v2 /\ d = u1 - v1 /\ 0 <= u1 /\ 0 <= u1 ^ 2 - v1 ^ 2 - v2 ^ 2.
Proof.
  intros [S H]. apply symmetric_22_back in S. subst b.
  assert (F : forall x y, 0 <= a * x ^ 2 + 2 * c * x * y + d * y ^ 2).
  { intros x y. specialize (H [x; y] eq_refl). words_in H. lra. }
  assert (A := F 1 0). assert (D := F 0 1). assert (G := F (- c) a). assert (K := F d (- c)).
  exists ((a + d) / 2), ((a - d) / 2), c. pieces.
  destruct (Req_dec a 0) as [-> | N]; [| nra].
  destruct (Req_dec c 0) as [-> | M]; [nra |].
  assert (L := F (- (d + 1) / (2 * c)) 1). replace (0 * (- (d + 1) / (2 * c)) ^ 2 + 2 * c * (- (d + 1) / (2 * c)) * 1 + d * 1 ^ 2) with (-1) in L by (field; auto). lra.
Qed.
Lemma pd_22 a b c d : pd [[a; b]; [c; d]] ->
  exists u1 v1 v2, a = u1 + v1 /\ b = v2 /\ c = v2 /\ d = u1 - v1 /\ 0 < u1 /\ 0 < u1 ^ 2 - v1 ^ 2 - v2 ^ 2.
Proof.
  intros [S H]. apply symmetric_22_back in S. subst b.
  assert (F : forall x y, x <> 0 \/ y <> 0 -> 0 < a * x ^ 2 + 2 * c * x * y + d * y ^ 2).
  { intros x y N. specialize (H [x; y] eq_refl). words_in H. assert (W : [x; y] <> [0; 0]) by (intros E; injection E; lra). specialize (H W). lra. }
  assert (A := F 1 0 ltac:(left; lra)). assert (D := F 0 1 ltac:(right; lra)).
  assert (G := F (- c) a ltac:(right; lra)).
  exists ((a + d) / 2), ((a - d) / 2), c. pieces. nra.
Qed.
Lemma two_zero x y : x ^ 2 + y ^ 2 = 0 -> x = 0 /\ y = 0.
Proof. intros H. split; nra. Qed.
Lemma diagonal_22 a b c d : is_diagonal [[a; b]; [c; d]] -> exists u1 v1, a = u1 + v1 /\ b = 0 /\ c = 0 /\ d = u1 - v1.
Proof. intros H. words_in H. injection H. intros. exists ((a + d) / 2), ((a - d) / 2). pieces. Qed.
Lemma orthogonal_22 a b c d : orthogonal [[a; b]; [c; d]] ->
  (exists u1 u2, a = u1 /\ b = - u2 /\ c = u2 /\ d = u1 /\ u1 ^ 2 + u2 ^ 2 = 1) \/
  (exists v1 v2, a = v1 /\ b = v2 /\ c = v2 /\ d = - v1 /\ -1 = - v1 ^ 2 - v2 ^ 2).
Proof.
  intros [H K]. words_in H. words_in K. injection H. injection K. intros K4 K3 K2 K1 H4 H3 H2 H1.
  assert (D : (a * d - b * c) * (a * d - b * c) = 1).
  { replace ((a * d - b * c) * (a * d - b * c)) with
      ((a * a + (b * b + 0)) * (c * c + (d * d + 0)) - (a * c + (b * d + 0)) * (a * c + (b * d + 0))) by ring.
    rewrite H1, H2, H4. ring. }
  assert (N : (a * d - b * c - 1) * (a * d - b * c + 1) = 0) by lra.
  apply Rmult_integral in N. destruct N as [E | E].
  - left. exists a, c. destruct (two_zero (a - d) (b + c)) as [X Y]; [lra |].
    assert (a = d) by lra. assert (b = - c) by lra. subst. pieces.
  - right. exists a, c. destruct (two_zero (a + d) (b - c)) as [X Y]; [lra |].
    assert (d = - a) by lra. assert (b = c) by lra. subst. pieces.
Qed.
Lemma rank1_22 a b c d : rank_at_most 1 [[a; b]; [c; d]] ->
  exists u1 u2 v1 v2, a = u1 + v1 /\ b = v2 - u2 /\ c = v2 + u2 /\ d = u1 - v1 /\ u1 ^ 2 + u2 ^ 2 - v1 ^ 2 - v2 ^ 2 = 0.
Proof.
  intros H. destruct (Req_dec (a * d - b * c) 0) as [Z | N].
  - exists ((a + d) / 2), ((c - b) / 2), ((a - d) / 2), ((b + c) / 2). pieces.
  - unfold rank_at_most in H. rewrite rank_22_two in H; auto. lra.
Qed.
Lemma projection_22 a b c d : projection [[a; b]; [c; d]] ->
  (a = 0 /\ b = 0 /\ c = 0 /\ d = 0) \/ (a = 1 /\ b = 0 /\ c = 0 /\ d = 1) \/
  (exists v1 v2, a = 1 / 2 + v1 /\ b = v2 /\ c = v2 /\ d = 1 / 2 - v1 /\ 0 = 1 / 4 - v1 ^ 2 - v2 ^ 2).
Proof.
  intros [S H]. apply symmetric_22_back in S. subst b. words_in H. injection H. intros H4 H3 H2 H1.
  destruct (Req_dec (a + d) 1) as [E | N].
  - right. right. exists (a - 1 / 2), c. pieces.
  - assert (C : c * (a + d - 1) = 0) by lra. apply Rmult_integral in C.
    assert (c = 0) as -> by (destruct C; lra).
    assert (A : a * (a - 1) = 0) by lra. assert (D : d * (d - 1) = 0) by lra.
    apply Rmult_integral in A. apply Rmult_integral in D.
    destruct A as [A | A]; destruct D as [D | D]; try (exfalso; lra); [left | right; left]; pieces.
Qed.
Lemma activation_22 eta a b c d : activation eta [[a; b]; [c; d]] ->
  (a = 1 /\ b = 0 /\ c = 0 /\ d = 1) \/ (a = 1 /\ b = 0 /\ c = 0 /\ d = eta) \/
  (a = eta /\ b = 0 /\ c = 0 /\ d = 1) \/ (a = eta /\ b = 0 /\ c = 0 /\ d = eta).
Proof.
  intros [S H]. words_in S. injection S. intros. assert (b = 0) by lra. assert (c = 0) by lra.
  assert (A := Forall_inv H). assert (D := Forall_inv (Forall_inv_tail H)). cbn in A, D. tauto.
Qed.
