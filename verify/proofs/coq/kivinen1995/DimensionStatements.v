(** * Section 1: the Vapnik-Chervonenkis dimension of disjunctions of k of N variables *)

From Coq Require Import Reals Arith.
From Boundcheck Require Import Definitions DefinitionsMore GenBounds GenPremises.
Open Scope R_scope.

(** Any labels of the d points are those of one of the disjunctions. *)
Definition shattered (N k d : nat) (point : nat -> vec) : Prop :=
  (forall t, (t < d)%nat -> zero_one N (point t)) /\
  forall labels : nat -> bool, exists u, zero_one N u /\ sum N u = INR k /\
  forall t, (t < d)%nat -> disjunction N u (point t) = labels t.

Definition kw_vc_stmt : Prop := forall N k, given_kw_vc (INR N) (INR k) ->
  exists d point, shattered N k d point /\ INR d >= b_kw_vc (INR N) (INR k).

Definition kw_vc_upper_stmt : Prop := forall N k d point, given_kw_vc_upper (INR N) (INR k) ->
  shattered N k d point -> 2 ^ d - Binomial.C N k <= b_kw_vc_upper.
