(** * Section 6: randomised classification *)

From Coq Require Import Reals.
From Boundcheck Require Import GenBounds GenClaims.
Open Scope R_scope.

(** The randomised bounds are half the deterministic ones before rounding. *)
Definition bylander_half_stmt : Prop := says_bylander_half /\ forall U X n,
  2 * b_bylander_11 U X - longer_bylander_5_loss U X = b_bylander_half /\
  2 * b_bylander_12 U X n - longer_bylander_6_loss U X n = b_bylander_half.
