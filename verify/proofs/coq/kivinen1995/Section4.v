(** * Section 4: one sequence for the Perceptron and Winnow *)

From Coq Require Import Reals List Bool Lra Lia Arith.
From Boundcheck Require Import BaseMore GenBounds.
From Boundcheck Require Hadamard.
From Boundcheck.kivinen1995 Require Import Definitions.
From Boundcheck.kivinen1995 Require Import Section1.
From Boundcheck.kivinen1995 Require Import Section2.
From Boundcheck.kivinen1995 Require Import Section4Statements.
Import ListNotations.
Open Scope R_scope.

Theorem kw_lin : kw_lin_stmt.
Proof.
  intros tie d n k eta Hd Hk Hn. unfold N_kw_lin. destruct (bias_additive tie n eta) as [HL H0].
  destruct (Hadamard.theorem_13_zero_start d n k Hk ltac:(lia) tie _ HL H0) as (u & S & H1 & H2 & _ & H4 & H5).
  exists u, S. rewrite pow_INR in H5. pose proof (INR_at_least_1 k Hk).
  repeat split; auto; [apply Rle_ge; exact H5|].
  unfold b_kw_lin. rewrite <- H2. apply winnow_3_2; auto. lra.
Qed.
