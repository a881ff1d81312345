(** * Cases that meet the premises of the statements of this folder *)

From Coq Require Import Reals List Bool Lra Lia Arith.
From Boundcheck Require Import Traces GenBounds Witness.
From Boundcheck.bylander1998 Require Import Definitions.
From Boundcheck.bylander1998 Require Import Section3Statements Section3 Section4Statements Section4.
From Boundcheck.bylander1998 Require Import Section5Statements Section5 Section6Statements Section6.
Import ListNotations.
Open Scope R_scope.

(** One expert says 1, the other 1/2. *)
Definition surer : list ctrial := [(vector [1; 1 / 2], false)].

Lemma half_below_1 : 0 < 1 / 2 < upper_beta_bylander_wmsim.
Proof. unfold upper_beta_bylander_wmsim. lra. Qed.

Lemma surer_box : Forall (unit_box 2) surer.
Proof.
  constructor; [|constructor]. intros i Hi. destruct i as [|[|i]]; try lia; unfold vector; cbn; lra.
Qed.

Lemma surer_no_tie : without_ties 2 (exponentiated 2 (eta_bylander_wmsim (1 / 2)) U_bylander_wmsim)
  (uniform 2 U_bylander_wmsim) surer.
Proof. split; [|exact I]. unfold U_bylander_wmsim, uniform, dot, vector; cbn. lra. Qed.

#[local] Hint Resolve half_below_1 surer_box surer_no_tie : case.

Definition bylander_2_exact_met := ltac:(met (bylander_2_exact 2%nat 1 1 2 u trials)).
Definition bylander_wmsim_met := ltac:(met (bylander_wmsim 2%nat (1 / 2) surer)).
Definition bylander_5_exact_met := ltac:(met (bylander_5_exact 2%nat 1 2 u one)).
Definition bylander_7_264_met := ltac:(met (bylander_7_264 true 2%nat 0%nat one)).
Definition bylander_8_exact_met := ltac:(met (bylander_8_exact 2%nat 1 1 2 u trials)).
Definition bylander_11_exact_met := ltac:(met (bylander_11_exact 2%nat 1 2 u one)).
