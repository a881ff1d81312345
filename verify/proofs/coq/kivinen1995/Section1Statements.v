(** * Section 1: k-term DNF *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions DefinitionsMore GenBounds.
From Boundcheck.kivinen1995 Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** Winnow on the values of all 3^N conjunctions; the DNF has k = sum u terms. *)
Definition kw_dnf_stmt : Prop := forall N u (S : list ((nat -> bool) * bool)),
  let n := (3 ^ N)%nat in
  zero_one n u -> 1 <= sum n u -> Forall (fun c => snd c = dnf N u (fst c)) S ->
  INR (winnow_mistakes true n alpha_kw_dnf (theta_kw_dnf (INR N) (sum n u)) (map (conjunctions N) S))
  < b_kw_dnf (INR N) (sum n u).

Definition kw_dnf_natural_stmt : Prop := forall N u (S : list ((nat -> bool) * bool)),
  let n := (3 ^ N)%nat in
  (1 <= N)%nat -> zero_one n u -> 1 <= sum n u <= 2 ^ N -> Forall (fun c => snd c = dnf N u (fst c)) S ->
  INR (winnow_mistakes true n alpha_kw_dnf_natural (theta_kw_dnf_natural (INR N) (sum n u)) (map (conjunctions N) S))
  < b_kw_dnf_natural (INR N) (sum n u).
