(** * Section 5: toleranced loss; the comparator's loss is without tolerance *)

From Boundcheck Require Import Vectors GenBounds GenClaims Runs Premises Learners.
From Boundcheck Require Perceptron EU.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.bylander1998 Require Import Definitions Section3 Section5Statements.
Open Scope R_scope.

Theorem bylander_8 : bylander_8_stmt.
Proof.
  intros n U X tau u S (Ht & HX & HU & HO & HS%(ball_of _ _ _ HO)). in_words. rewrite comparator_total.
  unfold eta_bylander_8.
  eapply excess; [apply Perceptron.theorem_8; eassumption|unfold b_bylander_8; field; lra].
Qed.

Theorem bylander_8_step : bylander_8_step_stmt.
Proof. intros n eta tau u K [x I]. apply (bylander_2_step n eta u K (x, widen tau I)). Qed.

Theorem bylander_8_shift : bylander_8_shift_stmt.
Proof.
  intros n tau s [x I] S [Ht HI] Hc yhat yhat' side'. subst yhat yhat' side'. rewrite Forall_forall in HI. destruct (HI _ Hc) as [z [Hb Ha]].
  unfold side_of, b_bylander_8_shift; cbn [fst snd] in *. generalize (dot n s x); intros y.
  destruct I as [[] []]; interval_cases.
Qed.

Theorem bylander_9 : bylander_9_stmt.
Proof.
  intros n U X tau u S (Ht & HU0 & HX & Hu & HU & HO & HS%(box_of _ _ _ HO)). in_words. rewrite comparator_total.
  unfold eta_bylander_9.
  eapply excess; [apply EU.theorem_9; eassumption|unfold b_bylander_9; field; lra].
Qed.

Theorem bylander_const : bylander_const_stmt.
Proof. split; [split; reflexivity|]. intros U X n tau l. split; apply derivable_pt_lim_const. Qed.

Theorem bylander_8_exact : bylander_8_exact_stmt.
Proof.
  intros n U X tau u S (Ht & HX & HU & HO & HS%(ball_of _ _ _ HO)). in_words. rewrite comparator_total.
  unfold eta_bylander_8_exact.
  assert (0 < X ^ 2) by (apply pow_lt; exact HX).
  assert (0 < 2 * tau / X ^ 2) as He by (apply Rdiv_lt_0_compat; lra).
  assert (2 * tau / X ^ 2 * X ^ 2 / 2 = tau) as Et by (field; lra).
  eapply Rle_trans; [apply (worst_excess n (2 * tau / X ^ 2) U X tau u He ltac:(lra) ltac:(lra) ltac:(lra) S _ HU HS
    eq_refl)|].
  rewrite (rmin_scale (2 * tau / X ^ 2) (X * INR (length S)) (U * X ^ 2 / (2 * tau))) by (lra || (field; lra)).
  unfold b_bylander_8_exact. rewrite Et. apply Req_le.
  generalize (Rmin (X * INR (length S)) (U * X ^ 2 / (2 * tau))); intros r. field. lra.
Qed.
