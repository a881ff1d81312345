(** * The vocabulary of Grove, Littlestone and Schuurmans: quasi-additive learners for a general f

    Definitions only. QA(f) keeps a state z, predicts the sign of f(z).x, and adds a y x to z on a mistake. *)

From Coq Require Import Reals List Arith.
From Boundcheck Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** f(z), coordinate by coordinate; and G(z) = F(z_1) + ... + F(z_n), where F' = f. *)
Definition componentwise (f : R -> R) (z : vec) : vec := fun i => f (z i).
Definition potential (F : R -> R) (n : nat) (z : vec) : R := sum n (componentwise F z).

Definition odd (f : R -> R) : Prop := forall z, f (- z) = - f z.
Definition strictly_increasing (f : R -> R) : Prop := forall z z', z < z' -> f z < f z'.
Definition has_derivative (f f' : R -> R) : Prop := forall z, derivable_pt_lim f z (f' z).

(** f_k(z) = (1 + z/k)^k - (1 - z/k)^k. *)
Definition interpolating (k : nat) (z : R) : R := (1 + z / INR k) ^ k - (1 - z / INR k) ^ k.

(** The inverse of 2 sinh. *)
Definition arsinh (y : R) : R := ln (y / 2 + sqrt ((y / 2) ^ 2 + 1)).

(** H(z) - H(v) - grad H(v).(z - v). *)
Definition bregman (n : nat) (H : vec -> R) (gradient : vec -> vec) (z v : vec) : R :=
  H z - H v - dot n (gradient v) (fun i => z i - v i).

(** A sum over the mistakes of a run, of what the state and the trial give. *)
Fixpoint over_mistakes (cost : vec -> ctrial -> R) (wrong : vec -> ctrial -> bool) (step : learner) (z : vec)
    (S : list ctrial) : R :=
  match S with
  | nil => 0
  | cons c S' =>
      if wrong z c then cost z c + over_mistakes cost wrong step (step (label (snd c)) z (fst c)) S'
      else over_mistakes cost wrong step z S'
  end.

(** y (u.x - w.x), for the weights w in the state z; and the distance from z to the next state. *)
Definition excess (n : nat) (u : vec) (weights : vec -> vec) (z : vec) (c : ctrial) : R :=
  label (snd c) * (dot n u (fst c) - dot n (weights z) (fst c)).
Definition moved (n : nat) (H : vec -> R) (gradient : vec -> vec) (a : R) (z : vec) (c : ctrial) : R :=
  bregman n H gradient (perceptron a (label (snd c)) z (fst c)) z.

Definition moved_to (i : nat) (t : R) (z : vec) : vec := fun k => if Nat.eqb k i then t else z k.

(** d is the derivative in z_j of the derivative of H in its coordinate i. *)
Definition second_derivative (n : nat) (H : vec -> R) (i j : nat) (z : vec) (d : R) : Prop :=
  exists slope : vec -> R,
    (forall y, positive_vec n y -> derivable_pt_lim (fun t => H (moved_to i t y)) (y i) (slope y)) /\
    derivable_pt_lim (fun t => slope (moved_to j t z)) (z j) d.

(** The largest magnitude of an entry; 0 where there is none. *)
Definition largest_entry (n : nat) (x : vec) : R := greatest n (fun i => Rabs (x i)).
