(** * Section 3: what a mistake does *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
Import ListNotations.
Open Scope R_scope.

Definition gls_claim2_stmt : Prop := forall p n a delta u z0 wrong (S : list ctrial),
  given_gls_claim2 n a delta p u S -> decides_by_sign_of n (link p) wrong ->
  dot n u (state_after wrong (perceptron a) z0 S)
  >= b_gls_claim2 a delta (INR (mistakes_by wrong (perceptron a) z0 S)) (dot n u z0).
