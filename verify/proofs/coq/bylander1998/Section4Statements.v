(** * Section 4: mistakes *)

From Coq Require Import Reals List.
From Boundcheck Require Import Definitions GenBounds GenClaims.
Open Scope R_scope.

(** Observation 4, for any learner that updates from w, x and the side alone, and any start. *)
Definition bylander_4_any : Prop := forall n step w (S : list ctrial) m, (m <= mistakes n step w S)%nat ->
  exists S', subsequence S' S /\ length S' = m /\ alg_loss n step w (as_trials S') >= b_bylander_4 (INR m).

Definition bylander_4_stmt : Prop := bylander_4_any /\ says_bylander_4.
