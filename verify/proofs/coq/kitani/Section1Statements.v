(** * Section 1: Weighted Majority *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.kitani Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** ** Weighted Majority, against each of n experts *)

(** WMA with two experts that say 1 and -1, whatever the first label is. *)
Definition kitani_wma_noreg_stmt : Prop := forall eta x b m,
  given_kitani_wma_noreg eta -> x 0%nat = 1 -> x 1%nat = -1 -> (1 <= m)%nat ->
  let S := alternating x b (2 * m) in
  (INR (majority_mistakes 2 eta ones S) - Rmin (INR (expert_mistakes 0 S)) (INR (expert_mistakes 1 S)))
  / INR (length S) = b_kitani_wma_noreg.

(** The bounds on E[M] and on M: those on the regret, and the mistakes k of the expert. *)
Definition kitani_rwma_half_stmt : Prop := forall N eta k, given_kitani_rwma_half N eta k ->
  2 * (b_kitani_rwma N eta k + k) - (b_kitani_wma N eta k + k) = b_kitani_rwma_half.
