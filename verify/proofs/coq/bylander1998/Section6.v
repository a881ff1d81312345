(** * Section 6: randomised classification *)

From Boundcheck Require Import Vectors GenBounds GenClaims Runs Premises Learners.
From Boundcheck Require Perceptron EU.
From Boundcheck.bylander1998 Require Import Section6Statements.
Open Scope R_scope.

Theorem bylander_6half : bylander_6half_stmt.
Proof.
  intros n s [x y] yhat. subst yhat. unfold b_bylander_6half; cbn [fst snd]. rewrite randomised.
  generalize (dot n s x); intros d.
  destruct y; unfold label, label_interval, Rabs, Rmax, Rmin;
    interval_cases; repeat (destruct (Rcase_abs _) || destruct (Req_EM_T _ _)); lra.
Qed.

Theorem bylander_10 : bylander_10_stmt. Proof. intros n eta K c yhat. rewrite randomised. apply error_probability_le. Qed.

Theorem bylander_11 : bylander_11_stmt.
Proof.
  intros n U X u S (HX & HU & HS & Hsep%separable_of). in_words. unfold b_bylander_11, eta_bylander_11.
  replace (/ X ^ 2) with (1 / X ^ 2) by (field; lra). eapply Perceptron.theorem_11; eassumption.
Qed.

Theorem bylander_12 : bylander_12_stmt.
Proof.
  intros n U X u S (Hn & HU0 & HX & Hu & HU & HS & Hsep%separable_of). in_words.
  apply (EU.theorem_12 n U X u); assumption.
Qed.

Theorem bylander_half : bylander_half_stmt.
Proof.
  split; [split; reflexivity|]. intros U X n.
  unfold b_bylander_half, b_bylander_11, b_bylander_12, longer_bylander_5_loss, longer_bylander_6_loss. split; field.
Qed.

(** ** Theorem 11: K updates cost K less half the squared length of the weights *)

Section Randomised.
Variables (n : nat) (X : R) (u : vec).
Hypothesis HX : 0 < X.
Notation eta := (/ X ^ 2).

Lemma loss_by_updates (S : list ctrial) : ball_labels n X S -> separable n u S -> forall w, exists K,
  (K <= length S)%nat /\ let w' := weights_after n (perceptron eta) w (tolerant (1 / 2) (as_trials S)) in
  2 * eta * alg_loss n (perceptron eta) w (tolerant (1 / 2) (as_trials S)) <= 2 * eta * INR K + sq n w - sq n w' /\
  dot n u w + eta * INR K <= dot n u w'.
Proof.
  assert (0 < X ^ 2) as HX2 by (apply pow_lt; exact HX). assert (0 < eta) as He by (apply Rinv_0_lt_compat; exact HX2).
  induction S as [|[x y] S IH]; intros HS Hsep w; [exists 0%nat; cbn; split; [lia|lra]|].
  inversion HS as [|? ? Hx HS']; subst; cbn [fst] in Hx. apply sq_le in Hx.
  change (loss (dot n u x) (label_interval y) + cmp_loss n u (as_trials S) = 0) in Hsep.
  pose proof (cmp_loss_nonneg n u (as_trials S)) as C0. pose proof (loss_nonneg (dot n u x) (label_interval y)) as L0.
  assert (separable n u S) as Hsep' by (unfold separable; lra).
  assert (1 <= label y * dot n u x) as Hm.
  { assert (loss (dot n u x) (label_interval y) = 0) as L by lra. revert L. clear. generalize (dot n u x); intros d.
    destruct y; unfold label_interval, label; interval_cases. }
  assert (eta * sq n x <= 1) as Hex.
  { apply (Rmult_le_compat_l eta) in Hx; [|lra]. rewrite Rinv_l in Hx by lra. exact Hx. }
  assert (eta ^ 2 * sq n x <= eta) as Hex2 by (replace (eta ^ 2 * sq n x) with (eta * (eta * sq n x)) by ring;
    rewrite <- (Rmult_1_r eta) at 3; apply Rmult_le_compat_l; lra).
  cbn [as_trials tolerant map alg_loss weights_after length]. fold (as_trials S). fold (tolerant (1 / 2) (as_trials S)).
  cbn [as_trial fst snd]. set (I := widen (1 / 2) (label_interval y)).
  assert ((below (dot n w x) I = false /\ above (dot n w x) I = false /\ loss (dot n w x) I = 0) \/
    (update n (perceptron eta) w (x, I) = perceptron eta (label y) w x /\
    loss (dot n w x) I = 1 / 2 - label y * dot n w x)) as [(Hb & Ha & Hl)|[Hu Hl]].
  { unfold update, I; cbn [fst snd]. generalize (dot n w x); intros d. clear.
    destruct y; unfold label_interval, label, widen, shift, below, above, loss, low, high; cbn; unfold below, above,
      ltb, leb; cbn; decide_reals; try (left; repeat split; (reflexivity || lra)); right; split; (reflexivity || lra). }
  - destruct (IH HS' Hsep' w) as (K & HK & H1 & H2). exists K. split; [lia|]. cbv zeta in *.
    unfold trial_loss, update; cbn [fst snd]. rewrite Hb, Ha, Hl. lra.
  - destruct (IH HS' Hsep' (perceptron eta (label y) w x)) as (K & HK & H1 & H2). exists (Datatypes.S K). split; [lia|].
    cbv zeta in *. unfold trial_loss; cbn [fst snd]. rewrite Hu, Hl, S_INR. rewrite Perceptron.sq_perceptron in H1.
    rewrite Perceptron.dot_perceptron in H2.
    assert (eta * 1 <= eta * (label y * dot n u x)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
End Randomised.

(** Over whole K <= l, K - K^2/(2 V) is largest at the whole number next to V. *)
Lemma best_count K l V : (K <= l)%nat -> 0 < V -> INR K - INR K ^ 2 / (2 * V)
  <= Rmin (INR l) (floor (V + 1 / 2)) - Rmin (INR l) (floor (V + 1 / 2)) ^ 2 / (2 * V).
Proof.
  intros HK HV. destruct (floor_bounds (V + 1 / 2)) as [F1 F2].
  assert (exists z, Rmin (INR l) (floor (V + 1 / 2)) = IZR z) as [z Ez].
  { unfold Rmin. destruct (Rle_dec _ _); [exists (Z.of_nat l); apply INR_IZR_INZ|]. exists (up (V + 1 / 2) - 1)%Z.
    unfold floor. rewrite minus_IZR. reflexivity. }
  pose proof (Rmin_l (INR l) (floor (V + 1 / 2))) as M1. pose proof (Rmin_r (INR l) (floor (V + 1 / 2))) as M2.
  apply le_INR in HK. set (m := Rmin (INR l) (floor (V + 1 / 2))) in *.
  enough (0 <= (m - INR K) * (2 * V - m - INR K)) as H.
  { apply Rmult_le_reg_r with (2 * V); [lra|].
    replace ((INR K - INR K ^ 2 / (2 * V)) * (2 * V)) with (2 * V * INR K - INR K ^ 2) by (field; lra).
    replace ((m - m ^ 2 / (2 * V)) * (2 * V)) with (2 * V * m - m ^ 2) by (field; lra). lra. }
  destruct (Rtotal_order (INR K) m) as [H|[->|H]]; [|lra|].
  - assert (INR K + 1 <= m).
    { rewrite Ez, INR_IZR_INZ in *. apply lt_IZR in H. rewrite <- plus_IZR. apply IZR_le. lia. }
    apply Rmult_le_pos; lra.
  - assert (m + 1 <= INR K).
    { rewrite Ez, INR_IZR_INZ in *. apply lt_IZR in H. rewrite <- plus_IZR. apply IZR_le. lia. }
    assert (m = floor (V + 1 / 2)) as Em
      by (unfold m, Rmin in *; destruct (Rle_dec (INR l) (floor (V + 1 / 2))); [lra|reflexivity]).
    replace ((m - INR K) * (2 * V - m - INR K)) with ((INR K - m) * (m + INR K - 2 * V)) by ring.
    apply Rmult_le_pos; lra.
Qed.

Theorem bylander_11_exact : bylander_11_exact_stmt.
Proof.
  intros n U X u S (HX & HU0 & HU & HS & Hsep%separable_of). in_words. unfold eta_bylander_11_exact.
  assert (0 < X ^ 2) as HX2 by (apply pow_lt; exact HX).
  assert (0 < / X ^ 2) as He by (apply Rinv_0_lt_compat; exact HX2).
  assert (0 < U ^ 2) as HU2 by (apply pow_lt; exact HU0). set (V := U ^ 2 * X ^ 2).
  assert (0 < V) as HV by (apply Rmult_lt_0_compat; assumption).
  assert (alg_loss n (perceptron (/ X ^ 2)) zero (tolerant (1 / 2) (as_trials S))
    <= b_bylander_11_exact U X (INR (length S))) as H.
  2: { split; [exact H|]. eapply Rle_trans; [apply observation_10|exact H]. }
  destruct (loss_by_updates n X u HX S HS Hsep zero) as (K & HK & H1 & H2). cbv zeta in *.
  set (L := alg_loss _ _ _ _) in *. set (w := weights_after _ _ _ _) in *. rewrite Perceptron.sq_zero in H1.
  rewrite (dot_comm n u zero), dot_zero in H2. set (eta := / X ^ 2) in *. pose proof (cauchy_schwarz_sq n u w) as C.
  apply sq_le in HU. pose proof (sq_nonneg n w) as W. pose proof (pos_INR K) as K0.
  assert (0 <= eta * INR K) by (apply Rmult_le_pos; lra).
  assert ((eta * INR K) ^ 2 <= dot n u w ^ 2) by (apply pow_incr; lra).
  assert (sq n u * sq n w <= U ^ 2 * sq n w) by (apply Rmult_le_compat_r; lra).
  assert (L <= INR K - INR K ^ 2 / (2 * V)) as HL.
  { assert (2 * eta * (INR K ^ 2 / (2 * V)) <= sq n w).
    { apply Rmult_le_reg_l with (U ^ 2); [exact HU2|].
      replace (U ^ 2 * (2 * eta * (INR K ^ 2 / (2 * V)))) with ((eta * INR K) ^ 2)
        by (unfold V, eta; field; split; lra). lra. }
    apply Rmult_le_reg_l with (2 * eta); lra. }
  eapply Rle_trans; [exact HL|]. unfold b_bylander_11_exact. fold V.
  replace (2 * U ^ 2 * X ^ 2) with (2 * V) by (unfold V; ring). apply best_count; assumption.
Qed.
