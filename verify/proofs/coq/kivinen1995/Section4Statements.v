(** * Section 4: linear against logarithmic growth *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises GenClaims.
From Boundcheck.kivinen1995 Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** The mean number of ones, for any N and k, and what it is for these. *)
Definition kw_1_7_stmt : Prop := says_kw_1_7 /\
  forall N k : nat, mean (even_rate (INR k)) N (fun x => sum N x) = INR N * even_rate (INR k).

Definition kw_fig1_stmt : Prop := says_kw_fig1 /\ forall n u l, zero_one n u -> given_kw_fig1 (sum n u) l ->
  l * mean (even_rate 20) n (fun x => 1 - one_or_zero (disjunction n u x)) >= b_kw_fig1.

Definition kw_fig2_stmt : Prop := says_kw_fig2 /\ forall n u, zero_one n u -> given_kw_fig2 (sum n u) ->
  mean (even_rate (sum n u)) n (fun x => one_or_zero (disjunction n u x)) - 1 / 2 = b_kw_fig2.
