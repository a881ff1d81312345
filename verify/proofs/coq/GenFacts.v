(** Generated from the facts that the step proofs state; edit verify/proofs, not this file. *)

From Coq Require Import Reals ZArith.
From Boundcheck Require Import Definitions.
Open Scope R_scope.

(** exp is above its tangent *)
Definition fact_exp_is_above_its_tangent_stmt : Prop :=
  forall (a_ : R),
  1 + a_ <= exp a_.

(** exp of a sum *)
Definition fact_exp_of_a_sum_stmt : Prop :=
  forall (a_ b_ : R),
  exp (a_ + b_) = exp a_ * exp b_.

(** exp undoes ln *)
Definition fact_exp_undoes_ln_stmt : Prop :=
  forall (a_ : R),
  0 < a_ ->
  exp (ln a_) = a_.
