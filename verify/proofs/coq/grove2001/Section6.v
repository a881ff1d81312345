(** * Section 6: Weighted Majority, w = exp(z), Balanced Winnow, w = 2 sinh(z), and the Perceptron *)

From Boundcheck Require Import Vectors Runs GenBounds GenClaims Premises Learners.
From Boundcheck Require Perceptron Pnorm.
From Boundcheck.grove2001 Require QuasiAdditive.
Open Scope R_scope.

Theorem gls_perceptron : gls_perceptron_stmt.
Proof.
  intros n U X a delta u S (Ha & Hd & HU & HS & Hm). decided n (fun v : vec => v) wrong Hw.
  apply (Perceptron.perceptron_mistakes n a U X delta u); auto.
Qed.

Theorem gls_6_perceptron : gls_6_perceptron_stmt.
Proof.
  intros n U X a delta u S (HX & Ha & Hd & HU & HS & Hm). decided n (fun v : vec => v) wrong Hsign.
  unfold b_gls_6_perceptron.
  eapply Rle_trans; [apply (Perceptron.perceptron_mistakes n a U X delta u); assumption|].
  assert (0 <= U ^ 2 * X ^ 2 / delta ^ 2) by signs.
  assert (0 <= U * X / delta) by (apply Rle_mult_inv_pos; [apply Rmult_le_pos; pose proof (norm_nonneg n u); lra|nra]).
  lra.
Qed.

Lemma entropy_nonnegative n U u : nonnegative n u ->
  entropy_of_shares n U u = - sum n (fun i => u i / U * ln (u i / U)).
Proof.
  intros Hu. unfold entropy_of_shares. f_equal. apply sum_ext; intros i Hi. rewrite Rabs_pos_eq by auto. reflexivity.
Qed.

(** Where the comparator is 0 there is no trial with a margin of delta. *)
Lemma comparator_or_no_trial n U delta u (S : list ctrial) : norm1 n u = U -> 0 < delta ->
  margin_at_least n delta u S -> 0 < U \/ U = 0 /\ S = [].
Proof.
  intros HU Hd Hm. assert (0 <= U) as [H|E] by (rewrite <- HU; apply sum_nonneg; intros; apply Rabs_pos); auto.
  destruct S as [|c S]; auto. apply Forall_inv in Hm. enough (dot n u (fst c) = 0) as H0 by nra.
  rewrite <- (dot_zero n (fst c)). apply dot_ext; auto. intros i Hi. unfold zero.
  pose proof (sum_term_le n (fun j => Rabs (u j)) i Hi (fun j _ => Rabs_pos (u j))) as H. fold (norm1 n u) in H.
  apply abs_bounds in H. lra.
Qed.

Theorem gls_wm_a : gls_wm_a_stmt.
Proof.
  intros n U X a delta entropy u S (Ha & Hd & HX & Ha' & Hu & HU & ->%entropy_of & HS & Hm).
  decided n exponential wrong Hw.
  unfold b_gls_wm_a, upper_a_gls_wm_a in *.
  destruct (comparator_or_no_trial n U delta u S HU Hd Hm) as [HU0|[-> ->]];
    [rewrite HU|right; cbn [mistakes_by INR]; unfold Rdiv; ring]. rewrite norm1_nonnegative in HU by assumption.
  rewrite entropy_nonnegative by assumption.
  pose proof (QuasiAdditive.weighted_majority n a U X delta u wrong S Ha HU0 Hu HU Hw HS Hm) as H.
  assert (0 < U * X ^ 2) as HUX by signs.
  assert (0 < 2 * a * delta - U * X ^ 2 * a ^ 2) as Hden.
  { apply (Rmult_lt_compat_r (U * X ^ 2)) in Ha'; auto.
    replace (2 * delta / (U * X ^ 2) * (U * X ^ 2)) with (2 * delta) in Ha' by (field; lra). nra. }
  apply Rmult_le_reg_r with (2 * a * delta - U * X ^ 2 * a ^ 2); auto. unfold Rdiv.
  rewrite (Rmult_assoc _ (/ _)), Rinv_l, Rmult_1_r by lra. exact H.
Qed.

Theorem gls_wm : gls_wm_stmt.
Proof.
  intros n U X delta entropy u S (Hd & HX & Hu & HU & He & HS & Hm). remember (a_gls_wm U X delta) as a eqn:Ea.
  unfold a_gls_wm in Ea. unfold b_gls_wm.
  destruct (comparator_or_no_trial n U delta u S HU Hd Hm) as [HU0|[-> ->]];
    [|right; in_words; cbn [mistakes_by INR]; unfold Rdiv; ring]. assert (0 < delta / (U * X ^ 2)) as Ha by signs.
  eapply Rle_eq_trans; [apply (gls_wm_a n U X a delta entropy u S); auto|].
  - repeat split; auto; [lra|]. unfold upper_a_gls_wm_a. lra.
  - unfold b_gls_wm_a.
    replace (2 * a * delta - U * X ^ 2 * a ^ 2) with (delta ^ 2 / (U * X ^ 2)) by (rewrite Ea; field; lra). field. lra.
Qed.

Theorem gls_bw : gls_bw_stmt.
Proof.
  intros n U X delta entropy u S (Hd & HX & HU & ->%entropy_of & HS & Hm). decided n hyperbolic wrong Hw.
  remember (a_gls_bw U X delta) as a eqn:Ea.
  unfold a_gls_bw in Ea. unfold b_gls_bw.
  destruct (comparator_or_no_trial n U delta u S HU Hd Hm) as [HU0|[-> ->]];
    [rewrite HU|right; cbn [mistakes_by INR]; unfold Rdiv; ring]. assert (0 < U * X ^ 2) as HUX by signs.
  assert (0 < a) as Ha by (rewrite Ea; apply Rdiv_lt_0_compat; assumption).
  pose proof (QuasiAdditive.balanced_winnow n a U X delta u wrong S Ha HU0 HU Hw HS Hm) as H.
  replace (2 * a * delta - U * X ^ 2 * a ^ 2) with (delta ^ 2 / (U * X ^ 2)) in H by (rewrite Ea; field; lra).
  assert (0 < delta ^ 2 / (U * X ^ 2)) as Hden by nra. apply Rmult_le_reg_r with (delta ^ 2 / (U * X ^ 2)); auto.
  eapply Rle_eq_trans; [exact H|]. field. lra.
Qed.
