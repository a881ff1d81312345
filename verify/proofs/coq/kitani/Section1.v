(** * Section 1: Weighted Majority *)

From Coq Require Import Reals List Bool Lra Lia Arith.
From Boundcheck Require Import Vectors GenBounds GenClaims.
From Boundcheck.kitani Require Experts.
From Boundcheck.kitani Require Import Definitions.
From Boundcheck.kitani Require Import Section1Statements.
Import ListNotations.
Open Scope R_scope.

Theorem kitani_wma : kitani_wma_stmt.
Proof.
  intros n eta i S (He & He' & HS) Hi. unfold upper_eta_kitani_wma in He'. unfold b_kitani_wma.
  eapply Rle_eq_trans; [apply (Experts.weighted_majority n eta); auto; [lia|lra|apply Experts.wma_range; lra]|].
  field. lra.
Qed.

Theorem kitani_wma_range : kitani_wma_range_stmt.
Proof.
  intros n eta i S (He & He' & Hr & HS) Hi. unfold b_kitani_wma_range.
  eapply Rle_eq_trans; [apply (Experts.weighted_majority n eta); auto; [lia|lra]|]. field. lra.
Qed.

Theorem kitani_rwma : kitani_rwma_stmt.
Proof.
  intros n eta i S (He & He' & HS) Hi. unfold upper_eta_kitani_rwma in He'. unfold b_kitani_rwma.
  eapply Rle_eq_trans; [apply (Experts.randomised_weighted_majority n eta); auto;
    [lia|lra|apply Experts.rwma_range; lra]|]. field. lra.
Qed.

Theorem kitani_rwma_range : kitani_rwma_range_stmt.
Proof.
  intros n eta i S (He & He' & Hr & HS) Hi. unfold b_kitani_rwma_range.
  eapply Rle_eq_trans; [apply (Experts.randomised_weighted_majority n eta); auto; [lia|lra]|]. field. lra.
Qed.

Theorem kitani_rwma_sqrtT : kitani_rwma_sqrtT_stmt.
Proof.
  intros n i S (Hl & HS) Hi. unfold b_kitani_rwma_sqrtT, eta_kitani_rwma_sqrtT.
  replace (/ sqrt (INR (length S))) with (1 / sqrt (INR (length S))) by (unfold Rdiv; ring).
  apply Experts.randomised_weighted_majority_tuned; auto; lia.
Qed.

Lemma expert_mistakes_at_most i S : INR (expert_mistakes i S) <= INR (length S).
Proof.
  apply le_INR. induction S as [|c S IH]; cbn [expert_mistakes length]; [lia|]. destruct (expert_errs i c); lia.
Qed.

Theorem kitani_rwma_noreg : kitani_rwma_noreg_stmt.
Proof.
  intros n i S (Hl & HS) Hi. pose proof (kitani_rwma_sqrtT n i S (conj Hl HS) Hi) as H.
  unfold b_kitani_rwma_sqrtT, eta_kitani_rwma_sqrtT in H. unfold b_kitani_rwma_noreg, eta_kitani_rwma_noreg.
  pose proof (expert_mistakes_at_most i S) as Hm. pose proof (INR_at_least_1 _ Hl) as Hl1.
  set (l := INR (length S)) in *. assert (0 < sqrt l) as Hs by (apply sqrt_lt_R0; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
  assert (INR (expert_mistakes i S) / sqrt l <= sqrt l); [|lra].
  apply Rmult_le_reg_r with (sqrt l); [assumption|].
  replace (INR (expert_mistakes i S) / sqrt l * sqrt l) with (INR (expert_mistakes i S)) by (field; lra).
  rewrite sqrt_sqrt by lra. assumption.
Qed.

Lemma two_rounds eta (x : vec) b : 0 < eta < 1 -> x 0%nat = 1 -> x 1%nat = -1 -> forall m w, w 0%nat = w 1%nat -> 0 <
  w 0%nat ->
  majority_mistakes 2 eta w (alternating x b (2 * m)) = (2 * m)%nat /\
  expert_mistakes 0 (alternating x b (2 * m)) = m /\ expert_mistakes 1 (alternating x b (2 * m)) = m.
Proof.
  intros He H0 H1 m. induction m as [|m IH]; intros w Hw Hp; [cbn; auto|].
  replace (2 * Datatypes.S m)%nat with (Datatypes.S (Datatypes.S (2 * m))) by lia.
  set (k := (2 * m)%nat) in *. cbn [alternating]. rewrite negb_involutive. cbn [majority_mistakes expert_mistakes].
  assert (0 < (1 - eta) * w 1%nat) by (apply Rmult_lt_0_compat; lra).
  assert ((1 - eta) * w 1%nat < w 1%nat) by (rewrite <- (Rmult_1_l (w 1%nat)) at 2; apply Rmult_lt_compat_r; lra).
  assert (forall i y, expert_errs i (x, y) = ltb (label y * x i) 0) as Ee by reflexivity.
  assert (expert_errs 0 (x, b) = negb b /\ expert_errs 1 (x, b) = b /\ expert_errs 0 (x, negb b) = b /\
          expert_errs 1 (x, negb b) = negb b) as (E1 & E2 & E3 & E4).
  { rewrite !Ee, H0, H1. destruct b; cbn [label negb]; repeat split; rewrite ?ltb_true, ?ltb_false; lra. }
  assert (errs 2 w (x, b) = true) as E5.
  { unfold errs. rewrite leb_true. unfold dot; cbn [sum fst snd]. rewrite H0, H1, Hw. destruct b; cbn [label]; lra. }
  assert (errs 2 (penalise eta w (x, b)) (x, negb b) = true) as E6.
  { unfold errs, penalise. rewrite leb_true. unfold dot; cbn [sum fst snd]. rewrite E1, E2, H0, H1, Hw.
    destruct b; cbn [label negb]; lra. }
  rewrite E1, E2, E3, E4, E5, E6.
  destruct (IH (penalise eta (penalise eta w (x, b)) (x, negb b))) as (I1 & I2 & I3).
  - unfold penalise. rewrite E1, E2, E3, E4, Hw. destruct b; cbn [negb]; ring.
  - unfold penalise. rewrite E1, E3, Hw. destruct b; cbn [negb]; lra.
  - rewrite I1, I2, I3. destruct b; cbn [negb]; repeat split; lia.
Qed.

Lemma alternating_length x l : forall b, length (alternating x b l) = l.
Proof. induction l as [|l IH]; intros b; cbn; [|rewrite IH]; reflexivity. Qed.

Theorem kitani_wma_noreg : kitani_wma_noreg_stmt.
Proof.
  intros eta x b m He H0 H1 Hm S. unfold upper_eta_kitani_wma_noreg, b_kitani_wma_noreg in *.
  destruct (two_rounds eta x b He H0 H1 m ones eq_refl Rlt_0_1) as (E1 & E2 & E3). fold S in E1, E2, E3.
  rewrite E1, E2, E3. unfold S. rewrite alternating_length. rewrite Rmin_left by lra.
  rewrite mult_INR. cbn [INR]. pose proof (INR_at_least_1 m Hm). field. lra.
Qed.

Theorem kitani_rwma_half : kitani_rwma_half_stmt.
Proof.
  intros N eta k (He & Hk & HN). unfold b_kitani_rwma, b_kitani_wma, b_kitani_rwma_half. field. lra.
Qed.
