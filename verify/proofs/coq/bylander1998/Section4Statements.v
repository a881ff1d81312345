(** * Section 4: mistakes *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.bylander1998 Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** ** Section 4: mistakes *)

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

Definition bylander_5_eta_stmt : Prop := forall n eta rate (S : list ctrial),
  given_bylander_5_eta eta rate ->
  INR (mistakes n (perceptron eta) zero S) - INR (mistakes n (perceptron rate) zero S) = b_bylander_5_eta.

(** The sum of the weights, U or 1, does not matter. *)
Definition bylander_6_norm_stmt : Prop := forall n eta U (S : list ctrial),
  given_bylander_6_norm n U eta ->
  INR (mistakes n (exponentiated n eta U) (uniform n U) S) - INR (mistakes n (exponentiated n eta 1) (uniform n 1) S)
  = b_bylander_6_norm.

Definition bylander_7_dev_stmt : Prop := forall n U X u (S : list ctrial) c,
  given_bylander_7_dev n U X u S -> In c S -> errs n u c = true -> trial_loss n u (as_trial c) <= b_bylander_7_dev U X.
