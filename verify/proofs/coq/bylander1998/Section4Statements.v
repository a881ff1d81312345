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

Definition bylander_5_stmt : Prop := forall n U X u (S : list ctrial),
  given_bylander_5 n U X u S ->
  INR (mistakes n (perceptron (eta_bylander_5 X)) zero S) <= b_bylander_5 U X.

(** For every subsequence that is longer than the bound. *)
Definition bylander_5_loss_stmt : Prop := forall n U X u (S S' : list ctrial),
  given_bylander_5_loss n U X u S S' -> subsequence S' S ->
  alg_loss n (perceptron (eta_bylander_5_loss X)) zero (as_trials S') < b_bylander_5_loss (INR (length S')).

Definition bylander_5_eta_stmt : Prop := forall n eta rate (S : list ctrial),
  given_bylander_5_eta eta rate ->
  INR (mistakes n (perceptron eta) zero S) - INR (mistakes n (perceptron rate) zero S) = b_bylander_5_eta.

Definition bylander_5_delta_stmt : Prop := forall n U u (S : list ctrial),
  given_bylander_5_delta n U u S ->
  INR (mistakes n (perceptron (eta_bylander_5_delta X_bylander_5_delta)) zero S)
  <= b_bylander_5_delta (delta_bylander_5_delta U).

Definition bylander_6_stmt : Prop := forall n U X u (S : list ctrial),
  given_bylander_6 n U X u S ->
  INR (mistakes n (exponentiated n (eta_bylander_6 U X) U) (uniform n U) S) <= b_bylander_6 U X (INR n).

Definition bylander_6_loss_stmt : Prop := forall n U X u (S S' : list ctrial),
  given_bylander_6_loss n U X u S S' -> subsequence S' S ->
  alg_loss n (exponentiated n (eta_bylander_6_loss U X) U) (uniform n U) (as_trials S')
  < b_bylander_6_loss (INR (length S')).

(** The sum of the weights, U or 1, does not matter. *)
Definition bylander_6_norm_stmt : Prop := forall n eta U (S : list ctrial),
  given_bylander_6_norm n U eta ->
  INR (mistakes n (exponentiated n eta U) (uniform n U) S) - INR (mistakes n (exponentiated n eta 1) (uniform n 1) S)
  = b_bylander_6_norm.

Definition bylander_6_litt_stmt : Prop := forall n U u (S : list ctrial),
  given_bylander_6_litt n U u S ->
  INR (mistakes n (exponentiated n (eta_bylander_6_litt U X_bylander_6_litt) U) (uniform n U) S)
  <= b_bylander_6_litt (delta_bylander_6_litt U) (INR n).

Definition bylander_7_stmt : Prop := forall n eta U X u (S : list ctrial),
  given_bylander_7 n U X eta u S ->
  INR (mistakes n (exponentiated n eta U) (uniform n U) S)
  <= b_bylander_7 U X eta (INR (cmp_mistakes n u S)) (INR n).

(** For every subsequence that is longer than that; k counts the comparator's mistakes on all trials. *)
Definition bylander_7_loss_stmt : Prop := forall n eta U X u (S S' : list ctrial),
  given_bylander_7_loss n U X eta u S S' -> subsequence S' S ->
  alg_loss n (exponentiated n eta U) (uniform n U) (as_trials S') < b_bylander_7_loss (INR (length S')).

Definition bylander_7_dev_stmt : Prop := forall n U X u (S : list ctrial) c,
  given_bylander_7_dev n U X u S -> In c S -> errs n u c = true -> trial_loss n u (as_trial c) <= b_bylander_7_dev U X.

(** A master algorithm: the examples hold predictions -1 or +1 of n experts; expert i errs k times. *)
Definition bylander_7_267_stmt : Prop := forall n u (S : list ctrial),
  given_bylander_7_267 n u S ->
  INR (mistakes n (exponentiated n eta_bylander_7_267 U_bylander_7_267) (uniform n U_bylander_7_267) S)
  <= b_bylander_7_267 (INR (cmp_mistakes n u S)) (INR n).

(** Footnote 5, repaired. *)
Definition bylander_fn5_stmt : Prop := forall n eta U X u (S : list ctrial),
  given_bylander_fn5 n U X eta u S ->
  INR (mistakes n (perceptron eta) zero S) <= b_bylander_fn5 U X eta (INR (cmp_mistakes n u S)).

Definition bylander_5_exact_stmt : Prop := forall n U X u (S : list ctrial),
  given_bylander_5_exact n U X u S ->
  INR (mistakes n (perceptron (eta_bylander_5_exact X)) zero S) <= b_bylander_5_exact U X (INR (length S)).

(** Expert i errs k times; a tied vote is decided anyhow. *)
Definition bylander_7_264_stmt : Prop := forall tie n u (S : list ctrial),
  given_bylander_7_264 n u S ->
  INR (mistakes_by (errs_at tie n 0) (penalty beta_bylander_7_264) ones S)
  <= b_bylander_7_264 (INR (cmp_mistakes n u S)) (INR n).
