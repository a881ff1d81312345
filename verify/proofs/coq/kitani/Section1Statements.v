(** * Section 1: Weighted Majority *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.kitani Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** ** Weighted Majority, against each of n experts *)

Definition kitani_wma_stmt : Prop := forall n eta i (S : list ctrial),
  given_kitani_wma n eta S -> (i < n)%nat ->
  INR (majority_mistakes n eta ones S) - INR (expert_mistakes i S)
  <= b_kitani_wma (INR n) eta (INR (expert_mistakes i S)).

Definition kitani_wma_range_stmt : Prop := forall n eta i (S : list ctrial),
  given_kitani_wma_range n eta S -> (i < n)%nat ->
  INR (majority_mistakes n eta ones S) - INR (expert_mistakes i S)
  <= b_kitani_wma_range (INR n) eta (INR (expert_mistakes i S)).

Definition kitani_rwma_stmt : Prop := forall n eta i (S : list ctrial),
  given_kitani_rwma n eta S -> (i < n)%nat ->
  random_expert_mistakes n eta ones S - INR (expert_mistakes i S)
  <= b_kitani_rwma (INR n) eta (INR (expert_mistakes i S)).

Definition kitani_rwma_range_stmt : Prop := forall n eta i (S : list ctrial),
  given_kitani_rwma_range n eta S -> (i < n)%nat ->
  random_expert_mistakes n eta ones S - INR (expert_mistakes i S)
  <= b_kitani_rwma_range (INR n) eta (INR (expert_mistakes i S)).

Definition kitani_rwma_sqrtT_stmt : Prop := forall n i (S : list ctrial),
  given_kitani_rwma_sqrtT n S -> (i < n)%nat ->
  random_expert_mistakes n (eta_kitani_rwma_sqrtT (INR (length S))) ones S - INR (expert_mistakes i S)
  <= b_kitani_rwma_sqrtT (INR n) (INR (expert_mistakes i S)) (INR (length S)).

Definition kitani_rwma_noreg_stmt : Prop := forall n i (S : list ctrial),
  given_kitani_rwma_noreg n S -> (i < n)%nat ->
  (random_expert_mistakes n (eta_kitani_rwma_noreg (INR (length S))) ones S - INR (expert_mistakes i S))
  / INR (length S)
  <= b_kitani_rwma_noreg (INR n) (INR (length S)).

(** WMA with two experts that say 1 and -1, whatever the first label is. *)
Definition kitani_wma_noreg_stmt : Prop := forall eta x b m,
  given_kitani_wma_noreg eta -> x 0%nat = 1 -> x 1%nat = -1 -> (1 <= m)%nat ->
  let S := alternating x b (2 * m) in
  (INR (majority_mistakes 2 eta ones S) - Rmin (INR (expert_mistakes 0 S)) (INR (expert_mistakes 1 S)))
  / INR (length S) = b_kitani_wma_noreg.

(** The bounds on E[M] and on M: those on the regret, and the mistakes k of the expert. *)
Definition kitani_rwma_half_stmt : Prop := forall N eta k, given_kitani_rwma_half N eta k ->
  2 * (b_kitani_rwma N eta k + k) - (b_kitani_wma N eta k + k) = b_kitani_rwma_half.
