(** * Section 7: the bound (b) of theorem 7.1 from z0 = (1, ..., 1), and its limit

    U is the 1-norm of u, X the largest magnitude of an entry of an example, ||S||_p the largest p-norm of one. *)

From Coq Require Import Reals List Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises GenClaims.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.grove2001 Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** Theorem 7.1 (b) at p, from z0 = (1, ..., 1) *)
Definition bound_at (n : nat) (delta : R) (u : vec) (S : list ctrial) (p : R) : R :=
  b_gls_7_1b (pnorm (p / (p - 1)) n u) (largest (fun c => pnorm p n (fst c)) S) (pnorm p n ones) delta p (dot n u ones).

(** The limit of the bounds, and its value. *)
Definition gls_cor7_2_stmt : Prop := says_gls_cor7_2 /\ forall n U X delta entropy u (S : list ctrial),
  given_gls_cor7_2 n U X delta entropy u S -> largest (fun c => largest_entry n (fst c)) S = X ->
  forall eps, 0 < eps -> exists p0, forall p, 2 <= p -> p0 <= p ->
  Rabs (bound_at n delta u S p - b_gls_cor7_2 U X delta entropy (INR n)) < eps.
