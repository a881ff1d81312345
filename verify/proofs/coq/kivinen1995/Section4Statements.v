(** * Section 4: linear against logarithmic growth *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.kivinen1995 Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** Two rates predict the same after any trials, with the bias trick or without. *)
Definition kw_lrfree_stmt : Prop := forall tie n eta rate (S : list ctrial) x,
  given_kw_lrfree eta rate ->
  told_apart (positive tie 0 (dot n (state_after (errs_at tie n 0) (perceptron eta) zero S) x))
             (positive tie 0 (dot n (state_after (errs_at tie n 0) (perceptron rate) zero S) x)) = b_kw_lrfree.

Definition kw_1_7_stmt : Prop := forall N k, given_kw_1_7 (INR N) (INR k) ->
  Rabs (mean (even_rate (INR k)) N (fun x => sum N x) - 17 / 10) < b_kw_1_7.

(** One sequence, on which the Perceptron errs 2^d times, and Winnow less often than that. *)
Definition kw_lin_stmt : Prop := forall tie d n k eta,
  given_kw_lin n (INR d) (INR k) ->
  exists u S, zero_one n u /\ sum n u = INR k /\ Forall (labelled_by n u) S /\
  INR (strategy_mistakes tie n (bias_strategy tie n eta) [] S) >= 2 ^ d /\
  INR (winnow_mistakes true n (3 / 2) (N_kw_lin (INR n) / INR k) S) < b_kw_lin (N_kw_lin (INR n)) (INR k).

Definition kw_fig1_stmt : Prop := forall n u l, zero_one n u -> given_kw_fig1 (sum n u) l ->
  l * mean (even_rate 20) n (fun x => 1 - one_or_zero (disjunction n u x)) >= b_kw_fig1.

Definition kw_fig2_stmt : Prop := forall n u, zero_one n u -> given_kw_fig2 (sum n u) ->
  mean (even_rate (sum n u)) n (fun x => one_or_zero (disjunction n u x)) - 1 / 2 = b_kw_fig2.
