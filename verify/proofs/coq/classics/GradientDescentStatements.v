(** * Gradient descent on the square, hinge, absolute and linear losses *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.classics Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

Definition classics_ogd_linear_stmt : Prop := forall n eta U u (S : list vec),
  given_classics_ogd_linear n U eta u ->
  over_run (ogd_linear eta) (fun w x => dot n w x - eta / 2 * dot n x x) zero S - total (dot n u) S
  <= b_classics_ogd_linear U eta.
