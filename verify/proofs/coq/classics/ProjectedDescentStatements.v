(** * Gradient descent on the hinge loss, projected on a box, at rates that decrease *)

From Coq Require Import Reals List Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.classics Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** Trial t, from 1, has the rate 2 R sqrt(n)/(G sqrt(t)). Its step is an update of [ogd_hinge], cut to [-R, R]^n. *)
Definition box (R_ : R) (w : vec) : vec := fun i => Rmax (- R_) (Rmin R_ (w i)).
Definition decreasing_rate (n : nat) (R_ G : R) (t : nat) : R := 2 * R_ * sqrt (INR n) / (G * sqrt (INR t)).

Fixpoint projected_hinge_loss (n : nat) (R_ G : R) (t : nat) (w : vec) (S : list ctrial) : R :=
  match S with
  | [] => 0
  | c :: S' =>
      hinge_loss n w c
      + projected_hinge_loss n R_ G (t + 1) (box R_ (ogd_hinge n (decreasing_rate n R_ G t) w c)) S'
  end.

Definition classics_ogd_projected_stmt : Prop := forall n R_ G u (S : list ctrial),
  given_classics_ogd_projected n G R_ u S ->
  projected_hinge_loss n R_ G 1 zero S - total (hinge_loss n u) S
  <= b_classics_ogd_projected G R_ (INR (length S)) (INR n).
