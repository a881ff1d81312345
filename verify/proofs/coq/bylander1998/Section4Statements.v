(** * Section 4: mistakes *)

From Coq Require Import Reals List.
From Boundcheck Require Import Definitions GenBounds GenPremises.
Open Scope R_scope.

(** Observation 4, for any learner that updates from w, x and the side alone, and any start. *)
Definition bylander_4_any : Prop := forall n step w (S : list ctrial) m, (m <= mistakes n step w S)%nat ->
  exists S', subsequence S' S /\ length S' = m /\ alg_loss n step w (as_trials S') >= b_bylander_4 (INR m).

Definition bylander_4_stmt : Prop := bylander_4_any /\
  forall n eta w (S : list ctrial) m, given_bylander_4 eta -> (m <= mistakes n (perceptron eta) w S)%nat ->
  exists S', subsequence S' S /\ length S' = m /\
             alg_loss n (perceptron eta) w (as_trials S') >= b_bylander_4 (INR m).

Definition bylander_4_eu_stmt : Prop :=
  forall n eta U (S : list ctrial) m,
  given_bylander_4_eu U eta -> (m <= mistakes n (exponentiated n eta U) (uniform n U) S)%nat ->
  exists S', subsequence S' S /\ length S' = m /\
             alg_loss n (exponentiated n eta U) (uniform n U) (as_trials S') >= b_bylander_4_eu (INR m).
