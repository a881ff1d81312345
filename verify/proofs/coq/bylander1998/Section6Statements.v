(** * Section 6: the worst case of theorem 11 *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions DefinitionsMore GenBounds GenPremises.
Import ListNotations.
Open Scope R_scope.

Definition bylander_11_exact_stmt : Prop := forall n U X u (S : list ctrial),
  given_bylander_11_exact n U X u S ->
  alg_loss n (perceptron (eta_bylander_11_exact X)) zero (tolerant (1 / 2) (as_trials S))
  <= b_bylander_11_exact U X (INR (length S)) /\
  expected_mistakes n (perceptron (eta_bylander_11_exact X)) zero S <= b_bylander_11_exact U X (INR (length S)).
