(** * Hedge, against the best expert, and exponentiated gradient on the squared loss, against any mixture *)

From Coq Require Import Reals List Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.classics Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** Weights start from (1, ..., 1); what is predicted, or lost, is their mean of the example's entries. *)
Definition weighted_mean (n : nat) (w x : vec) : R := dot n w x / sum n w.

Definition hedge (eta : R) (w x : vec) : vec := fun i => w i * exp (- eta * x i).
Definition hedge_beta (beta : R) (w x : vec) : vec := fun i => w i * Rpower beta (x i).
Definition eg_square (n : nat) (eta : R) (w : vec) (c : vec * R) : vec :=
  fun i => w i * exp (eta * (snd c - weighted_mean n w (fst c)) * fst c i).

(** Expert i loses the entry i of each example; u is an expert, and labels are not used. *)
Definition classics_hedge_stmt : Prop := forall n eta u (S : list ctrial),
  given_classics_hedge n eta u S ->
  over_run (hedge eta) (weighted_mean n) ones (map fst S) - total (dot n u) (map fst S)
  <= b_classics_hedge eta (INR (length S)) (INR n).

Definition classics_hedge_beta_stmt : Prop := forall n beta u (S : list ctrial),
  given_classics_hedge_beta n beta u S ->
  over_run (hedge_beta beta) (weighted_mean n) ones (map fst S)
  - ln (1 / beta) / (1 - beta) * total (dot n u) (map fst S)
  <= b_classics_hedge_beta beta (INR n).

(** Any outcomes, in [0, 1] or not. *)
Definition classics_eg_square_stmt : Prop := forall n rho u (S : list (vec * R)),
  given_classics_eg_square n rho u S ->
  over_run (eg_square n (eta_classics_eg_square rho)) (fun w c => (snd c - weighted_mean n w (fst c)) ^ 2) ones S
  - (rho / 2 + 1) * total (square_loss n u) S
  <= b_classics_eg_square (INR n) rho.
