(** * Gradient descent on the square, hinge, absolute and linear losses *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.classics Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

Definition classics_gd_square_stmt : Prop := forall n C U X u (S : list (vec * R)),
  given_classics_gd_square n C U X u S ->
  over_run (gd_square n (eta_classics_gd_square C X)) (square_loss n) zero S - C * total (square_loss n u) S
  <= b_classics_gd_square C U X.

Definition classics_ogd_hinge_stmt : Prop := forall n eta U X u (S : list ctrial),
  given_classics_ogd_hinge n U X eta u S ->
  over_run (ogd_hinge n eta) (hinge_loss n) zero S - total (hinge_loss n u) S
  <= b_classics_ogd_hinge U X eta (INR (length S)).

Definition classics_ogd_hinge_gradients_stmt : Prop := forall n eta U u (S : list ctrial),
  given_classics_ogd_hinge_gradients n U eta u ->
  over_run (ogd_hinge n eta) (fun w c => hinge_loss n w c -
    (if Rlt_dec (margin n w c) 1 then eta / 2 * dot n (fst c) (fst c) else 0)) zero S - total (hinge_loss n u) S
  <= b_classics_ogd_hinge_gradients U eta.

Definition classics_ogd_absolute_stmt : Prop := forall n eta U X u (S : list (vec * R)),
  given_classics_ogd_absolute n U X eta u S ->
  over_run (ogd_absolute n eta) (absolute_loss n) zero S - total (absolute_loss n u) S
  <= b_classics_ogd_absolute U X eta (INR (length S)).

Definition classics_ogd_squared_gradients_stmt : Prop := forall n eta U u (S : list (vec * R)),
  given_classics_ogd_squared_gradients n U eta u ->
  over_run (gd_square n (2 * eta)) (fun w c => square_loss n w c - 2 * eta * dot n (fst c) (fst c) * square_loss n w c)
    zero S - total (square_loss n u) S <= b_classics_ogd_squared_gradients U eta.

Definition classics_ogd_linear_stmt : Prop := forall n eta U u (S : list vec),
  given_classics_ogd_linear n U eta u ->
  over_run (ogd_linear eta) (fun w x => dot n w x - eta / 2 * dot n x x) zero S - total (dot n u) S
  <= b_classics_ogd_linear U eta.
