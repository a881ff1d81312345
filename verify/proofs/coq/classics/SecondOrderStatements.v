(** * The second-order Perceptron *)

From Coq Require Import Reals List.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.classics Require Import Definitions.
Open Scope R_scope.

Definition classics_second_order_stmt : Prop := forall n H Q U a gamma logdet u (S : list ctrial),
  given_classics_second_order n H Q U a gamma logdet u S ->
  second_order_total n a (fun _ => 1) S <= b_classics_second_order H Q U a gamma logdet.
