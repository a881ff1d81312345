(** * Section 1: products of random points *)

From Coq Require Import Reals.
From Boundcheck Require Import Definitions GenClaims.
From Boundcheck.kivinen1995 Require Import Definitions.
Open Scope R_scope.

(** The catalogue's sums are means over two uniform points of {0, 1}^N, of a function of their product. *)
Definition kw_dot_stmt : Prop := says_kw_dot /\ forall N f, mean_of_products N f
  = sum (N + 1) (fun j => f (INR j) * Binomial.C N j * power 3 (INR N - INR j) / 4 ^ N).
