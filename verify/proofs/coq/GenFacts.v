(** Generated from the facts that the step proofs state; edit verify/proofs, not this file.

    Vectors have n coordinates. *)

From Coq Require Import Reals ZArith.
From Boundcheck Require Import Definitions.
From Boundcheck.grove2001 Require Import Definitions.
Open Scope R_scope.

(** Hoelder *)
Definition fact_Hoelder_stmt : Prop :=
  forall (n : nat) (p_ q_ : R) (b_ c_ : vec),
  (1 < p_ /\ p_ + q_ = p_ * q_) ->
  dot n b_ c_ <= pnorm q_ n b_ * pnorm p_ n c_ /\ - (dot n b_ c_) <= pnorm q_ n b_ * pnorm p_ n c_.

(** a norm is at most the 1-norm *)
Definition fact_a_norm_is_at_most_the_1_norm_stmt : Prop :=
  forall (n : nat) (q_ : R) (b_ : vec),
  1 <= q_ ->
  pnorm q_ n b_ <= norm1 n b_.

(** a norm is not negative *)
Definition fact_a_norm_is_not_negative_stmt : Prop :=
  forall (n : nat) (p_ : R) (b_ : vec),
  1 <= p_ ->
  0 <= pnorm p_ n b_.

(** a norm of 0 *)
Definition fact_a_norm_of_0_stmt : Prop :=
  forall (n : nat) (p_ : R),
  1 <= p_ ->
  pnorm p_ n zero = 0.

(** a norm of bounded entries *)
Definition fact_a_norm_of_bounded_entries_stmt : Prop :=
  forall (n : nat) (p_ : R) (b_ : vec) (r_ : R),
  (2 <= p_ /\ (1 <= Z.of_nat n)%Z) ->
  largest_entry n b_ <= r_ ->
  pnorm p_ n b_ <= exp (1 / p_ * ln (IZR (Z.of_nat n))) * r_.

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

(** smoothness *)
Definition fact_smoothness_stmt : Prop :=
  forall (n : nat) (p_ : R) (b_ c_ : vec) (r_ : R),
  (2 <= p_ /\ r_ * dot n (link p_ b_) c_ <= 0) ->
  pnorm p_ n (fun at_ => b_ at_ + (fun at_ => r_ * c_ at_) at_) * pnorm p_ n (fun at_ => b_ at_ + (fun at_ =>
    r_ * c_ at_) at_) <= pnorm p_ n b_ * pnorm p_ n b_ + (p_ - 1) * (r_ * r_) * (pnorm p_ n c_ * pnorm p_ n
    c_).
