(** Generated from the facts that the step proofs state; edit verify/proofs, not this file.

    An integer of the proofs is one of Z; p is the parameter of f_p, and vectors have n coordinates. *)

From Coq Require Import Reals ZArith.
From Boundcheck Require Import Definitions.
From Boundcheck.grove2001 Require Import Definitions.
Open Scope R_scope.

(** f_p(v) = sign(v) |v|^(p - 1), its derivative, its integral from 0, and the inverse of that from 0 on. *)
Definition f_p (p v : R) : R := signed (p - 1) v.
Definition slope_p (p v : R) : R := if Req_EM_T p 2 then 1 else (p - 1) * power v (p - 2).
Definition g_p (p v : R) : R := power v p / p.
Definition ginv_p (p r : R) : R := power (p * r) (/ p).

(** Hoelder *)
Definition fact_Hoelder_stmt : Prop :=
  forall (n : nat) (p_ q_ : R) (b_ c_ : vec),
  (1 < p_ /\ p_ + q_ = p_ * q_) ->
  dot n b_ c_ <= pnorm q_ n b_ * pnorm p_ n c_ /\ - (dot n b_ c_) <= pnorm q_ n b_ * pnorm p_ n c_.

(** Taylor, for the level *)
Definition fact_Taylor_for_the_level_stmt : Prop :=
  forall (a p : R) (l n : Z) (side : Z -> R) (top : Z -> Z) (progress wx x z : Z -> Z -> R) (bend
    progress_between v : Z -> R -> Z -> R),
  (forall (t i : Z), ((0 <= t)%Z /\ (t < l)%Z /\ (0 <= i)%Z /\ (i < n)%Z) -> z (t + 1)%Z i = z t i + a * side
    t * x t i) ->
  (forall (t : Z) (part : R) (i : Z), ((0 <= t)%Z /\ (t < l)%Z /\ (0 <= i)%Z /\ (i < n)%Z) -> v t part i = z t
    i + part * (a * side t * x t i)) ->
  (forall (t : Z), wx t 0%Z = 0) ->
  (forall (t j : Z), ((0 <= j)%Z /\ (j < n)%Z) -> wx t (j + 1)%Z = wx t j + f_p p (z t j) * x t j) ->
  (forall (t : Z), progress t 0%Z = 0) ->
  (forall (t j : Z), ((0 <= j)%Z /\ (j < n)%Z) -> progress t (j + 1)%Z = progress t j + g_p p (z t j)) ->
  (forall (t : Z) (part : R), progress_between t part 0%Z = 0) ->
  (forall (t : Z) (part : R) (j : Z), ((0 <= j)%Z /\ (j < n)%Z) -> progress_between t part (j + 1)%Z =
    progress_between t part j + g_p p (v t part j)) ->
  (forall (t : Z) (part : R), bend t part 0%Z = 0) ->
  (forall (t : Z) (part : R) (j : Z), ((0 <= j)%Z /\ (j < n)%Z) -> bend t part (j + 1)%Z = bend t part j +
    slope_p p (v t part j) * x t j * x t j) ->
  forall (t : Z) (b_ c_ : R),
  (forall (part : R), ((0 <= t)%Z /\ (t < l)%Z /\ 0 <= part /\ part <= 1 /\ b_ <= ginv_p p (progress_between t
    part n)) -> bend t part n <= c_ * f_p p (ginv_p p (progress_between t part n))) ->
  ((0 <= t)%Z /\ (t < l)%Z /\ (0 <= top t)%Z /\ (top t < n)%Z /\ 2 <= p /\ a * side t * wx t n <= 0 /\ (0 < b_
    /\ b_ + Rabs (a * side t * x t (top t)) <= Rabs (z t (top t)))) ->
  ginv_p p (progress (t + 1)%Z n) <= ginv_p p (progress t n) + a * side t * (a * side t) / 2 * c_.

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

(** f is positive *)
Definition fact_f_is_positive_stmt : Prop :=
  forall (p : R) (v_ : R),
  2 <= p ->
  0 < v_ ->
  0 < f_p p v_.

(** g grows with |v| *)
Definition fact_g_grows_with_v_stmt : Prop :=
  forall (p : R) (v_ r_ : R),
  2 <= p ->
  Rabs v_ <= r_ ->
  g_p p v_ <= g_p p r_.

(** g is not negative *)
Definition fact_g_is_not_negative_stmt : Prop :=
  forall (p : R) (v_ : R),
  2 <= p ->
  0 <= g_p p v_.

(** ginv increases *)
Definition fact_ginv_increases_stmt : Prop :=
  forall (p : R) (r_ q_ : R),
  2 <= p ->
  (0 <= r_ /\ r_ <= q_) ->
  ginv_p p r_ <= ginv_p p q_.

(** ginv undoes g *)
Definition fact_ginv_undoes_g_stmt : Prop :=
  forall (p : R) (v_ : R),
  2 <= p ->
  ginv_p p (g_p p v_) = Rabs v_.

(** smoothness *)
Definition fact_smoothness_stmt : Prop :=
  forall (n : nat) (p_ : R) (b_ c_ : vec) (r_ : R),
  (2 <= p_ /\ r_ * dot n (link p_ b_) c_ <= 0) ->
  pnorm p_ n (fun at_ => b_ at_ + (fun at_ => r_ * c_ at_) at_) * pnorm p_ n (fun at_ => b_ at_ + (fun at_ =>
    r_ * c_ at_) at_) <= pnorm p_ n b_ * pnorm p_ n b_ + (p_ - 1) * (r_ * r_) * (pnorm p_ n c_ * pnorm p_ n
    c_).

(** the level of a power *)
Definition fact_the_level_of_a_power_stmt : Prop :=
  forall (p : R) (n : Z) (c_ : R),
  2 <= p ->
  (0 <= c_ /\ (1 <= n)%Z) ->
  ginv_p p (IZR n * g_p p c_) = exp (1 / p * ln (IZR n)) * c_.

(** the slope of a power *)
Definition fact_the_slope_of_a_power_stmt : Prop :=
  forall (p : R) (v_ c_ : R),
  2 <= p ->
  (0 < c_ /\ Rabs v_ <= c_) ->
  slope_p p v_ * c_ <= (p - 1) * f_p p c_.
