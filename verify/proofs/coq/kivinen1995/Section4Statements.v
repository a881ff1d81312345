(** * Section 4: linear against logarithmic growth *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions DefinitionsMore GenBounds.
From Boundcheck.kivinen1995 Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** One sequence, on which the Perceptron errs 2^d times, and Winnow less often than that. *)
Definition kw_lin_stmt : Prop := forall tie d n k eta,
  (1 <= d)%nat -> (1 <= k)%nat -> (n + 1 = 2 ^ d + k)%nat ->
  exists u S, zero_one n u /\ sum n u = INR k /\ Forall (labelled_by n u) S /\
  INR (strategy_mistakes tie n (bias_strategy tie n eta) [] S) >= 2 ^ d /\
  INR (winnow_mistakes true n (3 / 2) (N_kw_lin (INR n) / INR k) S) < b_kw_lin (N_kw_lin (INR n)) (INR k).
