(** * The Perceptron with margin: the exact worst case on separable labels *)

From Coq Require Import Reals List.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.classics Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

Definition classics_margin_sharp_stmt : Prop := forall n beta eta U X u (S : list ctrial),
  given_classics_margin_sharp n U X beta eta u S ->
  over_run (margin_perceptron n beta eta) (margin_update n beta) zero S <= b_classics_margin_sharp U X beta eta.

Definition classics_margin_exact_stmt : Prop := forall n beta eta U X u (S : list ctrial),
  given_classics_margin_exact n U X beta eta u S ->
  over_run (margin_perceptron n beta eta) (margin_update n beta) zero S
  <= b_classics_margin_exact U X beta eta (INR (length S)).
