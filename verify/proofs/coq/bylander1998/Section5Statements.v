(** * Section 5: toleranced loss; the comparator's loss is without tolerance *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
Import ListNotations.
Open Scope R_scope.

(** ** Section 5: toleranced loss; the comparator's loss is without tolerance *)

Definition bylander_8_step_stmt : Prop := forall n eta u w x side,
  side = 1 \/ side = -1 ->
  distance n u w - distance n u (perceptron eta side w x)
  = b_bylander_8_step eta side (dot n u x) (dot n w x) (dot n x x).

Definition bylander_8_shift_stmt : Prop := forall tau y I, given_bylander_8_shift tau -> nonempty I ->
  below y (widen tau I) = true \/ above y (widen tau I) = true ->
  loss y (widen tau I) = b_bylander_8_shift (loss y I) tau.

(** The two bounds have no l in them. *)
Definition bylander_const_stmt : Prop := forall U X n tau l,
  derivable_pt_lim (fun _ => b_bylander_8 U X tau) l b_bylander_const /\
  derivable_pt_lim (fun _ => b_bylander_9 U X n tau) l b_bylander_const.
