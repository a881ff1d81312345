(** * Labels in turn, and mistakes of one kind *)

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

(** Mistakes on trials of one kind. *)
Fixpoint mistakes_where (kind : ctrial -> bool) (wrong : vec -> ctrial -> bool) (step : learner) (w : vec)
    (S : list ctrial) : nat :=
  match S with
  | [] => 0
  | c :: S' =>
      if wrong w c
      then (if kind c then 1 else 0) + mistakes_where kind wrong step (step (label (snd c)) w (fst c)) S'
      else mistakes_where kind wrong step w S'
  end%nat.
Definition positive_and_active (i : nat) (c : ctrial) : bool := snd c && is_one (fst c i).
