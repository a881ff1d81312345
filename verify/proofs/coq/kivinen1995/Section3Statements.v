(** * Section 3: pairs that additive learners cannot tell apart *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises GenClaims.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.kivinen1995 Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** Theorem 8: one trial from each pair, and a mistake on each pair that differs. *)
Definition kw_thm8_stmt : Prop := says_kw_thm8 /\ forall tie n L u psi T, given_kw_thm8 n T -> additive n L ->
  exists S, Forall2 (chosen_from n u psi) S (pairs_of T) /\
    Forall2 (fun cands err => differs n (weights L []) u psi cands = true -> err = true)
      (pairs_of T)
      (strategy_errs tie n L [] S).

(** Theorem 13: a disjunction of k attributes and trials that it labels, for any additive learner. *)
Definition kw_13a_stmt : Prop := says_kw_13a /\ forall n d k tie L, given_kw_13a n (INR d) (INR k) -> additive n L ->
  exists u S, zero_one n u /\ sum n u = INR k /\ Forall (labelled_by n u) S /\
    INR (strategy_mistakes tie n L [] S) >= b_kw_13a (INR d).
Definition kw_13b_stmt : Prop := says_kw_13b /\ forall n d k tie L, given_kw_13b n (INR d) (INR k) -> additive n L ->
  starts_at_zero n L -> exists u S, zero_one n u /\ sum n u = INR k /\ Forall (labelled_by n u) S /\
    INR (strategy_mistakes tie n L [] S) >= b_kw_13b (INR d).
(** Of Hadamard matrices with any signs of the columns, too. *)
Definition kw_def4_stmt : Prop := says_kw_def4 /\ forall d sign i j, (i < 2 ^ d)%nat ->
  (j < 2 ^ d)%nat -> dot (2 ^ d) (fun e => label (sign e) * sylvester d i e) (fun e => label (sign e) * sylvester d j e)
    - 2 ^ d * one_or_zero (Nat.eqb i j)
  = b_kw_def4.
