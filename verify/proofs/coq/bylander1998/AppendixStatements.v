(** * Appendix: lemma A.1 *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
Import ListNotations.
Open Scope R_scope.

Definition bylander_A1_stmt : Prop := forall n w x U X eta,
  nonnegative n w -> sum n w = U -> 0 < U -> max_norm_at_most n x X ->
  ln (sum n (fun i => w i * exp (eta * x i)) / U) <= b_bylander_A1 U X eta (dot n w x).
