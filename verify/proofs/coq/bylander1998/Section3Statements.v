(** * Section 3: the worst case of theorem 2, and Weighted Majority *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions DefinitionsMore GenBounds GenPremises.
From Boundcheck.bylander1998 Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

Definition bylander_2_exact_stmt : Prop := forall n eta U X u (S : list trial),
  given_bylander_2_exact n U X eta u S ->
  alg_loss n (perceptron eta) zero S - cmp_loss n u S <= b_bylander_2_exact U X eta (INR (length S)).

Definition bylander_wmsim_stmt : Prop := forall n beta (S : list ctrial),
  (0 < n)%nat -> 0 < beta < upper_beta_bylander_wmsim -> Forall (unit_box n) S ->
  let step := exponentiated n (eta_bylander_wmsim beta) U_bylander_wmsim in
  let start := uniform n U_bylander_wmsim in
  without_ties n step start S -> disagreements n beta step start ones S = b_bylander_wmsim.
