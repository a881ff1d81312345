(** * Section 6: randomised classification *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
Import ListNotations.
Open Scope R_scope.

(** ** Section 6: randomised classification *)

(** The loss at tolerance 1/2 is the error probability inside (-1/2, 1/2); else it is 0, or at least 1. *)
Definition bylander_6half_stmt : Prop := forall y b,
  let toleranced := loss y (widen (1 / 2) (label_interval b)) in
  (-1 / 2 < y < 1 / 2 -> toleranced - error_probability y b = b_bylander_6half) /\
  (1 / 2 <= label b * y -> toleranced = b_bylander_6half) /\
  (label b * y <= -1 / 2 -> Rmax 0 (1 - toleranced) = b_bylander_6half).

Definition bylander_10_stmt : Prop :=
  (forall y b, error_probability y b <= b_bylander_10 (loss y (widen (1 / 2) (label_interval b)))) /\
  forall n step w (S : list ctrial),
  expected_mistakes n step w S <= b_bylander_10 (alg_loss n step w (tolerant (1 / 2) (as_trials S))).

(** The randomised bounds are half the deterministic ones before rounding. *)
Definition bylander_half_stmt : Prop := forall U X n,
  2 * b_bylander_11 U X - longer_bylander_5_loss U X = b_bylander_half /\
  2 * b_bylander_12 U X n - longer_bylander_6_loss U X n = b_bylander_half.
