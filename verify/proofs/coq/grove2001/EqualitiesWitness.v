(** * Cases that meet the premises of the statements of sections 2 and 7, of the level, of the Perceptron and of H* *)

From Boundcheck Require Import Vectors Traces GenBounds Cases.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.grove2001 Require Import Definitions Section2 Section7Statements Section7 Section4 Section5 Section8.
Open Scope R_scope.

Definition experts : list ctrial := [(vector [0; 1], true)].

Lemma experts_nonnegative : Forall (fun c : ctrial => forall i, (i < 2)%nat -> 0 <= fst c i) experts.
Proof. unfold experts. each. by_entries. Qed.
Lemma experts_at_most_1 : Forall (fun c : ctrial => forall i, (i < 2)%nat -> fst c i <= 1) experts.
Proof. unfold experts. each. by_entries. Qed.

Lemma largest_of_one : largest (fun c : ctrial => greatest 2 (fun e => Rabs (fst c e))) one = 1.
Proof. cbn. rewrite Rabs_R1, (Rabs_left (-1)) by lra. unfold Rmax. repeat destruct (Rle_dec _ _); lra. Qed.

Lemma one_inside : Rabs 1 <= 2 - 1. Proof. rewrite Rabs_R1. lra. Qed.

Lemma one_is_odd : INR 1 = 2 * floor (INR 1 / 2) + 1.
Proof. unfold floor. rewrite <- (tech_up (INR 1 / 2) 1); cbn; lra. Qed.

(** exp(v) = (1/4, 7/4) and exp(0) = (1, 1) have one sum, 2. *)
Definition low_v : vec := vector [ln (1 / 4); ln (7 / 4)].

Lemma ones_positive i : (i < 2)%nat -> 0 < ones i. Proof. unfold ones. lra. Qed.
Lemma one_level : potential exp 2 low_v = potential exp 2 zero.
Proof. unfold potential, componentwise, zero; cbn. rewrite !exp_ln, exp_0 by lra. lra. Qed.
Lemma low_coordinate : low_v 0%nat
  < (dot 2 ones zero - (INR 2 - 1) * Rabs (ln (potential exp 2 zero)) * greatest 2 ones) / least 2 ones.
Proof.
  assert (greatest 2 ones = 1 /\ least 2 ones = 1) as [-> ->]
    by (unfold least, ones; cbn [greatest]; rewrite !Rmax_left by lra; lra).
  replace (potential exp 2 zero) with 2 by (unfold potential, componentwise, zero; cbn; rewrite exp_0; ring).
  unfold low_v, zero; cbn. pose proof ln_2 as H. rewrite Rabs_pos_eq by lra. replace (1 / 4) with (/ (2 * 2)) by field.
  rewrite ln_Rinv, ln_mult by lra. lra.
Qed.

#[local] Hint Resolve experts_nonnegative experts_at_most_1 largest_of_one one_inside one_is_odd ones_positive
  one_level low_coordinate : case.

Definition gls_bw_eq_met := ltac:(met (gls_bw_eq 2%nat (1 / 2) one)).
Definition gls_wm_eq_met := ltac:(met (gls_wm_eq 2%nat (1 / 2) experts)).
Definition gls_cor7_2_met := ltac:(met (proj2 gls_cor7_2 2%nat 1 1 1 (entropy_of_shares 2 (norm1 2 u) u) u one)).
Definition gls_cor7_2_finite_met := ltac:(met (gls_cor7_2_finite 2%nat 1 1 1 (entropy_of_shares 2 (norm1 2 u) u) 2 u one)).
Definition gls_7_lim_met := ltac:(met (gls_7_lim 2 1)).
Definition gls_7_lim_rate_met := ltac:(met (gls_7_lim_rate 2%nat 1 1 1 2 u one)).
Definition gls_fk_met := ltac:(met (gls_fk 2%nat 1 1%nat one)).
Definition gls_4_remark_met := ltac:(met (gls_4_remark 2%nat 1 1 1 1 u one)).
Definition gls_8_dh_best_met := ltac:(met (proj2 gls_8_dh_best 1 1 1 1)).
Definition gls_5_1_proof_met := ltac:(met (proj2 gls_5_1_proof 2%nat ones zero low_v 0%nat)).
Definition gls_5_hess_met := ltac:(met (gls_5_hess 2%nat 3 ones ones 0%nat 1%nat)).
