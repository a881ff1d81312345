(** * Cases that meet the premises of the statements of this folder *)

From Coq Require Import Reals List Bool Lra Lia Arith.
From Boundcheck Require Import Traces GenBounds Witness.
From Boundcheck.kivinen1995 Require Import Definitions.
From Boundcheck.kivinen1995 Require Import Section1Statements Section1 Section2Statements Section2.
From Boundcheck.kivinen1995 Require Import Section3Statements Section3 Section4Statements Section4.
Import ListNotations.
Open Scope R_scope.

(** One variable; the DNF "true", and the other conjunctions left out. *)
Definition points : list ((nat -> bool) * bool) := [(fun _ => true, true); (fun _ => false, true)].
Definition terms : vec := entries [1; 0; 0].

Lemma terms_zero_one : zero_one (3 ^ 1) terms.
Proof. intros i Hi. cbn in Hi. destruct i as [|[|[|i]]]; [right| | |lia]; unfold terms, entries; cbn; auto. Qed.

Lemma terms_sum : sum (3 ^ 1) terms = 1.
Proof. unfold terms, entries; cbn; lra. Qed.

Lemma terms_count : 1 <= sum (3 ^ 1) terms.
Proof. rewrite terms_sum. lra. Qed.

Lemma terms_between : 1 <= sum (3 ^ 1) terms <= 2 ^ 1.
Proof. rewrite terms_sum. lra. Qed.

Lemma points_labelled : Forall (fun c => snd c = dnf 1 terms (fst c)) points.
Proof.
  repeat constructor; cbn [fst snd]; symmetry; unfold dnf, terms, entries; cbn;
    unfold is_one, one_or_zero; destruct (Req_EM_T 1 1); (reflexivity || lra).
Qed.

Lemma identity_orthonormal : orthonormal 2 (fun i j => if (i =? j)%nat then 1 else 0).
Proof. intros i j Hi Hj. destruct i as [|[|i]], j as [|[|j]]; try lia; cbn; ring. Qed.

Lemma root_of_2 : sqrt 2 < 2.
Proof. rewrite <- (sqrt_Rsqr 2) at 2 by lra. apply sqrt_lt_1; unfold Rsqr; lra. Qed.

Lemma far_enough : 2 / sqrt 2 <= 2.
Proof.
  assert (1 <= sqrt 2) by (rewrite <- sqrt_1; apply sqrt_le_1; lra).
  apply Rmult_le_reg_r with (sqrt 2); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma first_chosen : Forall2 (fun x cands => x = fst cands \/ x = snd cands) [upper_half 1 0]
  [(upper_half 1 0, lower_half 1 0)].
Proof. repeat constructor. Qed.

Lemma pairs_constant_1 : pairwise_constant 2 ([(upper_half 1 0, lower_half 1 0)] ++ (upper_half 1 1, lower_half 1 1)
  :: []).
Proof. exact pairs_constant. Qed.

Lemma row_0 : (0 < 2 ^ 1)%nat.
Proof. cbn. lia. Qed.

Lemma row_1 : (1 < 2 ^ 1)%nat.
Proof. cbn. lia. Qed.

#[local] Hint Resolve row_0 row_1 terms_zero_one terms_count terms_between points_labelled identity_orthonormal
  root_of_2 far_enough
  first_chosen pairs_constant_1 : case.

Definition kw_dnf_met := ltac:(met (kw_dnf 1%nat terms points)).
Definition kw_dnf_natural_met := ltac:(met (kw_dnf_natural 1%nat terms points)).
Definition kw_winnow_notadd_met := ltac:(met (kw_winnow_notadd 4)).
Definition kw_def2_met := ltac:(met (kw_def2 2%nat _ u x identity_orthonormal)).
Definition kw_winnow_notrot_met := ltac:(met (kw_winnow_notrot 1 2 2)).
Definition kw_ellip_rot_met := ltac:(met (kw_ellip_rot true 2%nat _ identity_orthonormal one x)).
Definition kw_def4_met := ltac:(met (kw_def4 1%nat 0%nat 1%nat)).
Definition kw_def6_met := ltac:(met (kw_def6 2%nat _ _ _ _ _ (fun _ => 1) pairs_constant_1 first_chosen)).
Definition kw_def7_met := ltac:(met (kw_def7 1%nat 2%nat 1%nat)).
Definition kw_ellip_met := ltac:(met (kw_ellip true 1%nat 2%nat 1%nat)).
Definition kw_lin_met := ltac:(met (kw_lin true 1%nat 2%nat 1%nat 1)).
