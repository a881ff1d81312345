(** * Section 5: the worst case of theorem 8 *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions DefinitionsMore GenBounds GenPremises.
Import ListNotations.
Open Scope R_scope.

Definition bylander_8_exact_stmt : Prop := forall n tau U X u (S : list trial),
  given_bylander_8_exact n U X tau u S ->
  alg_loss n (perceptron (eta_bylander_8_exact X tau)) zero (tolerant tau S) - cmp_loss n u S
  <= b_bylander_8_exact U X (INR (length S)) tau.
