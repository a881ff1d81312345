(** * The hinge loss of mistakes, and the dyadic tree *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** The hinge loss of the mistakes of w. *)
Definition mistake_hinge (n : nat) (w : vec) (c : ctrial) (v : vec) : R :=
  if errs n w c then hinge (label (snd c) * dot n v (fst c)) else 0.

(** A tree of examples: the next one is a function of the labels so far. Its path along some labels. *)
Fixpoint along (tree : list bool -> vec) (past labels : list bool) : list ctrial :=
  match labels with [] => [] | y :: labels' => (tree past, y) :: along tree (past ++ [y]) labels' end.

(** The middle of what the labels leave of [0, 1]: above the last middle after +1, below it after -1. *)
Fixpoint middle_from (v r : R) (labels : list bool) : R :=
  match labels with [] => v | y :: labels' => middle_from (v + label y * r) (r / 2) labels' end.
Definition middle (labels : list bool) : R := middle_from (1 / 2) (1 / 4) labels.

(** The dyadic tree has the examples (v, 1, 0, ...); the threshold that the labels leave is (-1, a, 0, ...). *)
Definition dyadic_tree (labels : list bool) : vec :=
  fun i => match i with O => middle labels | 1%nat => 1 | _ => 0 end.
Definition dyadic_threshold (labels : list bool) : vec :=
  fun i => match i with O => -1 | 1%nat => middle labels | _ => 0 end.

(** The place of a node in its level, from 0: node i has the children 2i and 2i + 1, in that order. *)
Definition place (labels : list bool) : nat := fold_left (fun j (y : bool) => 2 * j + if y then 1 else 0)%nat labels O.
