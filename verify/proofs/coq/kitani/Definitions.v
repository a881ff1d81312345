(** * Labels in turn *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** The labels b, - b, b and so on, and two experts, of whom one always says 1 and the other -1. *)
Fixpoint alternating (b : bool) (S : list ctrial) : Prop :=
  match S with
  | [] => True
  | c :: S' => (fst c 0%nat = 1 /\ fst c 1%nat = -1) /\ snd c = b /\ alternating (negb b) S'
  end.
