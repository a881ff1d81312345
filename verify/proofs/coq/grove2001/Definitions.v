(** * The vocabulary of Grove, Littlestone and Schuurmans: quasi-additive learners for a general f

    Definitions only. QA(f) keeps a state z, predicts the sign of f(z).x, and adds a y x to z on a mistake. *)

From Coq Require Import Reals.
From Boundcheck Require Import Definitions DefinitionsMore.
Open Scope R_scope.

(** f(z), coordinate by coordinate; and G(z) = F(z_1) + ... + F(z_n), where F' = f. *)
Definition componentwise (f : R -> R) (z : vec) : vec := fun i => f (z i).
Definition potential (F : R -> R) (n : nat) (z : vec) : R := sum n (componentwise F z).

Definition odd (f : R -> R) : Prop := forall z, f (- z) = - f z.
Definition strictly_increasing (f : R -> R) : Prop := forall z z', z < z' -> f z < f z'.
Definition has_derivative (f f' : R -> R) : Prop := forall z, derivable_pt_lim f z (f' z).

(** f_k(z) = (1 + z/k)^k - (1 - z/k)^k. *)
Definition interpolating (k : nat) (z : R) : R := (1 + z / INR k) ^ k - (1 - z / INR k) ^ k.

(** H(z) - H(v) - grad H(v).(z - v). *)
Definition bregman (n : nat) (H : vec -> R) (gradient : vec -> vec) (z v : vec) : R :=
  H z - H v - dot n (gradient v) (fun i => z i - v i).
