(** * The lemmas on exp, ln and max(0, a) that proofs entry by entry name (verify/kernel_proof/lemmas.py), by the same names *)

From Coq Require Import Reals Lra Psatz.
Open Scope R_scope.

Lemma exp_positive a : 0 < exp a.
Proof. apply exp_pos. Qed.

Lemma exp_tangent a : 1 + a <= exp a.
Proof. apply exp_ineq1_le. Qed.

Lemma exp_sum a b : exp (a + b) = exp a * exp b.
Proof. apply exp_plus. Qed.

Lemma exp_increasing a b : a <= b -> exp a <= exp b.
Proof. intros [H| ->]; [left; now apply Rpower.exp_increasing|lra]. Qed.

Lemma exp_chord a z : 0 <= z <= 1 -> exp (a * z) <= 1 - z + z * exp a.
Proof.
  intros H. pose proof (exp_pos (a * z)) as P.
  assert (exp (a * z) * (1 - a * z) <= 1) as A.
  { replace 1 with (exp (a * z) * exp (- (a * z))) at 2 by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
    apply Rmult_le_compat_l; [lra|]. pose proof (exp_ineq1_le (- (a * z))). lra. }
  assert (exp (a * z) * (1 + a - a * z) <= exp a) as B.
  { replace (exp a) with (exp (a * z) * exp (a - a * z)) by (rewrite <- exp_plus; f_equal; ring).
    apply Rmult_le_compat_l; [lra|]. pose proof (exp_ineq1_le (a - a * z)). lra. }
  assert ((1 - z) * (exp (a * z) * (1 - a * z)) <= (1 - z) * 1) by (apply Rmult_le_compat_l; lra).
  assert (z * (exp (a * z) * (1 + a - a * z)) <= z * exp a) by (apply Rmult_le_compat_l; lra).
  replace (exp (a * z)) with ((1 - z) * (exp (a * z) * (1 - a * z)) + z * (exp (a * z) * (1 + a - a * z))) by ring. lra.
Qed.

Lemma ln_exp a : ln (exp a) = a.
Proof. apply Rpower.ln_exp. Qed.

Lemma exp_ln a : 0 < a -> exp (ln a) = a.
Proof. apply Rpower.exp_ln. Qed.

Lemma ln_product a b : 0 < a -> 0 < b -> ln (a * b) = ln a + ln b.
Proof. apply ln_mult. Qed.

Lemma ln_quotient a b : 0 < a -> 0 < b -> ln (a / b) = ln a - ln b.
Proof. intros A B. unfold Rdiv. rewrite ln_mult, ln_Rinv; auto using Rinv_0_lt_compat; lra. Qed.

Lemma ln_strict a b : 0 < a -> a < b -> ln a < ln b.
Proof. apply Rpower.ln_increasing. Qed.

Lemma ln_increasing a b : 0 < a -> a <= b -> ln a <= ln b.
Proof. intros A [H| ->]; [left; now apply ln_strict|lra]. Qed.

Lemma ln_tangent a : 0 < a -> ln a <= a - 1.
Proof. intros A. pose proof (exp_ineq1_le (ln a)) as H. rewrite Rpower.exp_ln in H by assumption. lra. Qed.

Lemma ln_above a : 0 < a -> 1 - / a <= ln a.
Proof.
  intros A. pose proof (ln_tangent (/ a) (Rinv_0_lt_compat a A)) as H. rewrite ln_Rinv in H by assumption. lra.
Qed.

(** ** The largest of 0 and a number *)

Definition rectified (a : R) := Rmax 0 a.

Lemma rectified_positive a : 0 <= rectified a.
Proof. apply Rmax_l. Qed.

Lemma rectified_above a : a <= rectified a.
Proof. apply Rmax_r. Qed.

Lemma rectified_either a : rectified a * (rectified a - a) = 0.
Proof. unfold rectified, Rmax. destruct (Rle_dec 0 a); ring. Qed.

(** ** By derivatives *)

(** ln(1 + k s) less a parabola p s + q s^2. *)
Lemma derivative k p q c : 0 < 1 + k * c ->
  derivable_pt_lim (fun s => ln (1 + k * s) - (p * s + q * s ^ 2)) c (/ (1 + k * c) * k - (p + q * (2 * c))).
Proof.
  intros C.
  pose proof (derivable_pt_lim_plus (fun _ => 1) (fun s => k * s) c 0 (k * 1) (derivable_pt_lim_const 1 c)
    (derivable_pt_lim_scal (fun s => s) k c 1 (derivable_pt_lim_id c))) as A.
  replace (0 + k * 1) with k in A by ring.
  pose proof (derivable_pt_lim_comp (fun s => 1 + k * s) ln c k (/ (1 + k * c)) A (derivable_pt_lim_ln _ C)) as L.
  pose proof (derivable_pt_lim_plus (fun s => p * s) (fun s => q * s ^ 2) c (p * 1) (q * (INR 2 * c ^ 1))
    (derivable_pt_lim_scal (fun s => s) p c 1 (derivable_pt_lim_id c))
    (derivable_pt_lim_scal (fun s => s ^ 2) q c _ (derivable_pt_lim_pow c 2))) as Q.
  replace (p * 1 + q * (INR 2 * c ^ 1)) with (p + q * (2 * c)) in Q by (simpl; ring).
  exact (derivable_pt_lim_minus (fun s => ln (1 + k * s)) (fun s => p * s + q * s ^ 2) c _ _ L Q).
Qed.

(** A parabola below ln(1 + k s) at d, where the slope of the gap has the sign of s between 0 and d. *)
Lemma above_parabola k p q d :
  (forall c, Rmin 0 d <= c <= Rmax 0 d -> 0 < 1 + k * c /\ 0 <= c * (/ (1 + k * c) * k - (p + q * (2 * c)))) ->
  p * d + q * d ^ 2 <= ln (1 + k * d).
Proof.
  intros H. pose (f := fun s => ln (1 + k * s) - (p * s + q * s ^ 2)).
  pose (f' := fun c => / (1 + k * c) * k - (p + q * (2 * c))).
  assert (f 0 = 0) as Z by (unfold f; rewrite !Rmult_0_r, !Rplus_0_r, ln_1; ring).
  assert (f 0 <= f d) as G; [|unfold f in *; lra].
  destruct (Rle_lt_dec 0 d) as [D|D].
  - rewrite Rmin_left, Rmax_right in H by lra. destruct D as [D| <-]; [|lra].
    destruct (MVT_cor2 f f' 0 d D) as (c & E & C).
    + intros c C. apply derivative, H, C.
    + destruct (H c) as [_ P]; [lra|]. fold (f' c) in P. assert (0 <= f' c) by nra. nra.
  - rewrite Rmin_right, Rmax_left in H by lra. destruct (MVT_cor2 f f' d 0 D) as (c & E & C).
    + intros c C. apply derivative, H, C.
    + destruct (H c) as [_ P]; [lra|]. fold (f' c) in P. assert (f' c <= 0) by nra. nra.
Qed.

Lemma ln_parabola z : - (1 / 2) <= z -> z - z * z <= ln (1 + z).
Proof.
  intros H. replace (z - z * z) with (1 * z + - (1) * z ^ 2) by ring. replace (1 + z) with (1 + 1 * z) by ring.
  apply above_parabola. intros c C. assert (- (1 / 2) <= c) as L.
  { destruct (Rle_lt_dec 0 z); [rewrite Rmin_left in C by lra|rewrite Rmin_right in C by lra]; lra. }
  split; [lra|]. replace (c * (/ (1 + 1 * c) * 1 - (1 + - (1) * (2 * c)))) with (c ^ 2 * (1 + 2 * c) * / (1 + c)) by (field; lra).
  apply Rmult_le_pos; [apply Rmult_le_pos; [apply pow2_ge_0|lra]|left; apply Rinv_0_lt_compat; lra].
Qed.

Lemma ln_above_square z : 0 <= z -> z - 1 / 2 * z * z <= ln (1 + z).
Proof.
  intros H. replace (z - 1 / 2 * z * z) with (1 * z + - (1 / 2) * z ^ 2) by ring.
  replace (1 + z) with (1 + 1 * z) by ring. apply above_parabola. intros c C. rewrite Rmin_left in C by lra.
  split; [lra|]. replace (c * (/ (1 + 1 * c) * 1 - (1 + - (1 / 2) * (2 * c)))) with (c ^ 3 * / (1 + c)) by (field; lra).
  apply Rmult_le_pos; [apply pow_le; lra|left; apply Rinv_0_lt_compat; lra].
Qed.

(** The slope is 2 a s (1 - 2 a c (c - s))/(1 + 2 a c s), with s between 0 and d. *)
Lemma exp_concave a c d : 0 <= a -> 2 * a * c * c <= 1 -> 2 * a * (c - d) * (c - d) <= 1 ->
  exp (a * (c * c - (c - d) * (c - d))) <= 1 + 2 * a * c * d.
Proof.
  intros A C D.
  assert (forall s, Rmin 0 d <= s <= Rmax 0 d -> 2 * a * c * (c - s) <= 1 /\ 0 < 1 + 2 * a * c * s) as P.
  { intros s S. assert ((c - s) * (c - s) <= c * c \/ (c - s) * (c - s) <= (c - d) * (c - d)) as L.
    { destruct (Rle_lt_dec 0 d); [rewrite Rmin_left, Rmax_right in S by lra|rewrite Rmin_right, Rmax_left in S by lra];
      destruct (Rle_lt_dec 0 (c - s)); [left|right|right|left]; nra. }
    assert (2 * a * ((c - s) * (c - s)) <= 1) by (destruct L; nra).
    assert (2 * a * c * (c - s) <= 1) by (pose proof (pow2_ge_0 (c - (c - s))); nra). split; [assumption|].
    destruct (Req_dec (a * (c * c)) 0) as [Z|Z].
    - assert (a * c = 0) by (destruct (Rmult_integral _ _ Z) as [->|Y]; [ring|destruct (Rmult_integral _ _ Y) as [->| ->]; ring]).
      replace (2 * a * c * s) with (2 * (a * c) * s) by ring. rewrite H1. lra.
    - assert (0 < a * (c * c)) by (assert (0 <= a * (c * c)) by (apply Rmult_le_pos; nra); lra). nra. }
  assert (0 < 1 + 2 * a * c * d) as E.
  { apply P. split; [apply Rmin_r|apply Rmax_r]. }
  rewrite <- (exp_ln (1 + 2 * a * c * d)) by assumption. apply exp_increasing.
  replace (a * (c * c - (c - d) * (c - d))) with (2 * a * c * d + - a * d ^ 2) by ring.
  apply (above_parabola (2 * a * c) (2 * a * c) (- a) d). intros s S. destruct (P s S) as [P1 P2]. split; [lra|].
  replace (s * (/ (1 + 2 * a * c * s) * (2 * a * c) - (2 * a * c + - a * (2 * s))))
    with (2 * a * s ^ 2 * (1 - 2 * a * c * (c - s)) * / (1 + 2 * a * c * s)) by (field; lra).
  apply Rmult_le_pos; [|left; now apply Rinv_0_lt_compat].
  apply Rmult_le_pos; [pose proof (pow2_ge_0 s); nra|lra].
Qed.

(** ** Hoeffding's lemma for two values: the second derivative of the gap is 1/4 - p (1 - p) *)

Section Hoeffding.
Variable z : R.
Context (Z : 0 <= z <= 1).

Definition mean s := 1 - z + z * exp s.
Definition gap s := z * s + / 8 * s ^ 2 - ln (mean s).
Definition slope s := z + / 4 * s - z * exp s / mean s.
Definition bend s := / 4 - (z * exp s * mean s - z * exp s * (z * exp s)) / Rsqr (mean s).

Lemma mean_positive s : 0 < mean s.
Proof. unfold mean. pose proof (exp_pos s). destruct (Rle_lt_dec z (1 / 2)); nra. Qed.

Lemma derivative_of_exp s : derivable_pt_lim (fun s => z * exp s) s (z * exp s).
Proof. exact (derivable_pt_lim_scal exp z s (exp s) (derivable_pt_lim_exp s)). Qed.

Lemma derivative_of_mean s : derivable_pt_lim mean s (z * exp s).
Proof.
  pose proof (derivable_pt_lim_plus (fun _ => 1 - z) (fun s => z * exp s) s 0 (z * exp s)
    (derivable_pt_lim_const (1 - z) s) (derivative_of_exp s)) as D.
  replace (0 + z * exp s) with (z * exp s) in D by ring. exact D.
Qed.

Lemma derivative_of_gap s : derivable_pt_lim gap s (slope s).
Proof.
  pose proof (derivable_pt_lim_comp mean ln s _ (/ mean s) (derivative_of_mean s) (derivable_pt_lim_ln _ (mean_positive s))) as L.
  pose proof (derivable_pt_lim_plus (fun s => z * s) (fun s => / 8 * s ^ 2) s (z * 1) (/ 8 * (INR 2 * s ^ 1))
    (derivable_pt_lim_scal (fun s => s) z s 1 (derivable_pt_lim_id s))
    (derivable_pt_lim_scal (fun s => s ^ 2) (/ 8) s _ (derivable_pt_lim_pow s 2))) as Q.
  pose proof (derivable_pt_lim_minus (fun s => z * s + / 8 * s ^ 2) (fun s => ln (mean s)) s _ _ Q L) as D.
  replace (slope s) with (z * 1 + / 8 * (INR 2 * s ^ 1) - / mean s * (z * exp s)); [exact D|].
  unfold slope, Rdiv. simpl. field. apply Rgt_not_eq, mean_positive.
Qed.

Lemma derivative_of_slope s : derivable_pt_lim slope s (bend s).
Proof.
  pose proof (derivable_pt_lim_div (fun s => z * exp s) mean s _ _ (derivative_of_exp s) (derivative_of_mean s)
    (Rgt_not_eq _ _ (mean_positive s))) as L.
  pose proof (derivable_pt_lim_plus (fun _ => z) (fun s => / 4 * s) s 0 (/ 4 * 1) (derivable_pt_lim_const z s)
    (derivable_pt_lim_scal (fun s => s) (/ 4) s 1 (derivable_pt_lim_id s))) as Q.
  pose proof (derivable_pt_lim_minus (fun s => z + / 4 * s) (fun s => z * exp s / mean s) s _ _ Q L) as D.
  replace (bend s) with (0 + / 4 * 1 - (z * exp s * mean s - z * exp s * (z * exp s)) / Rsqr (mean s)); [exact D|].
  unfold bend. ring.
Qed.

Lemma bends_up s : 0 <= bend s.
Proof.
  unfold bend, Rsqr. pose proof (mean_positive s) as M.
  replace (/ 4 - (z * exp s * mean s - z * exp s * (z * exp s)) / (mean s * mean s))
    with ((mean s - 2 * (z * exp s)) ^ 2 * / (4 * (mean s * mean s))) by (field; lra).
  apply Rmult_le_pos; [apply pow2_ge_0|left; apply Rinv_0_lt_compat; nra].
Qed.

Lemma gap_not_negative a : 0 <= gap a.
Proof.
  assert (mean 0 = 1) as M by (unfold mean; rewrite exp_0; ring).
  assert (gap 0 = 0) as G by (unfold gap; rewrite M, ln_1; ring).
  assert (slope 0 = 0) as S by (unfold slope; rewrite M, exp_0; field).
  destruct (Rtotal_order 0 a) as [A|[<-|A]]; [|lra|].
  - destruct (MVT_cor2 gap slope 0 a A (fun c _ => derivative_of_gap c)) as (c & E & C).
    destruct (MVT_cor2 slope bend 0 c (proj1 C) (fun d _ => derivative_of_slope d)) as (d & F & _).
    pose proof (bends_up d). assert (0 <= slope c) by nra. nra.
  - destruct (MVT_cor2 gap slope a 0 A (fun c _ => derivative_of_gap c)) as (c & E & C).
    destruct (MVT_cor2 slope bend c 0 (proj2 C) (fun d _ => derivative_of_slope d)) as (d & F & _).
    pose proof (bends_up d). assert (slope c <= 0) by nra. nra.
Qed.
End Hoeffding.

Lemma hoeffding a z : 0 <= z <= 1 -> ln (1 - z + z * exp a) <= a * z + / 8 * a * a.
Proof. intros Z. pose proof (gap_not_negative z Z a) as G. unfold gap, mean in G. lra. Qed.
