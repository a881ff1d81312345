(** * The Perceptron against the hinge loss, and with a margin; its rate is 1 where none is named *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.classics Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

Definition classics_perceptron_hinge_stmt : Prop := forall n U X H u (S : list ctrial),
  given_classics_perceptron_hinge n H U X u S ->
  over_run (margin_perceptron n 0 1) (mistake n) zero S <= b_classics_perceptron_hinge H U X.

Definition classics_perceptron_hinge_mistaken_stmt : Prop := forall n U X H u (S : list ctrial),
  given_classics_perceptron_hinge_mistaken n H U X u S ->
  over_run (margin_perceptron n 0 1) (mistake n) zero S <= b_classics_perceptron_hinge_mistaken H U X.

Definition classics_perceptron_hinge_mohri_stmt : Prop := forall n U X H u (S : list ctrial),
  given_classics_perceptron_hinge_mohri n H U X u S ->
  over_run (margin_perceptron n 0 1) (mistake n) zero S <= b_classics_perceptron_hinge_mohri H U X.

Definition classics_perceptron_hinge2_stmt : Prop := forall n U X H u (S : list ctrial),
  given_classics_perceptron_hinge2 n H U X u S ->
  over_run (margin_perceptron n 0 1) (mistake n) zero S <= b_classics_perceptron_hinge2 H U X.

Definition classics_perceptron_hinge_sharp_stmt : Prop := forall n eta U X u (S : list ctrial),
  given_classics_perceptron_hinge_sharp n U X eta u S ->
  over_run (margin_perceptron n 0 eta) (mistake n) zero S - 2 / (- X ^ 2 * eta + 2) * total (hinge_loss n u) S
  <= b_classics_perceptron_hinge_sharp U X eta.

Definition classics_margin_stmt : Prop := forall n beta eta U X u (S : list ctrial),
  given_classics_margin n U X beta eta u S ->
  over_run (margin_perceptron n beta eta) (margin_update n beta) zero S <= b_classics_margin U X beta eta.
