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
