(** * Cases that meet the premises of the statements of this folder *)

From Coq Require Import Reals List Bool Lra Lia Arith.
From Boundcheck Require Import Traces GenBounds Witness.
From Boundcheck.kitani Require Import Section1Statements Section1 Section2Statements Section2.
Import ListNotations.
Open Scope R_scope.

Lemma half_below_1 : 0 < 1 / 2 < upper_eta_kitani_wma_noreg.
Proof. unfold upper_eta_kitani_wma_noreg. lra. Qed.

Lemma active_trials : Forall (labelled_by 2 u) ([] ++ [active]).
Proof. constructor; [apply active_labelled|constructor]. Qed.

Lemma active_mistake : errs_at false 2 (INR 2)
  (state_after (errs_at false 2 (INR 2)) (winnow (1 + beta_kitani_eq34)) ones []) active = true.
Proof. exact ones_err. Qed.

#[local] Hint Resolve half_below_1 active_trials active_mistake : case.

Definition kitani_wma_noreg_met := ltac:(met (kitani_wma_noreg (1 / 2) x true 1%nat)).
Definition kitani_rwma_half_met := ltac:(met (kitani_rwma_half 2 (1 / 2) 1)).
Definition kitani_lem3_met := ltac:(met (kitani_lem3 2%nat 1 u labelled 0%nat)).
Definition kitani_lem3_active_met := ltac:(met (kitani_lem3_active 2%nat 1 u labelled 0%nat)).
Definition kitani_eq28_met := ltac:(met (kitani_eq28 2%nat u labelled)).
Definition kitani_eq34_met := ltac:(met (kitani_eq34 2%nat u [] active 0%nat)).
