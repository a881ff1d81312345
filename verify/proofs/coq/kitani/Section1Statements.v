(** * Section 1: Weighted Majority *)

From Coq Require Import Reals.
From Boundcheck Require Import GenBounds GenPremises GenClaims.
Open Scope R_scope.

(** The bounds on E[M] and on M: those on the regret, and the mistakes k of the expert. *)
Definition kitani_rwma_half_stmt : Prop := says_kitani_rwma_half /\ forall N eta k, given_kitani_rwma_half N eta k ->
  2 * (b_kitani_rwma N eta k + k) - (b_kitani_wma N eta k + k) = b_kitani_rwma_half.
