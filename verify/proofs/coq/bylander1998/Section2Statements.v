(** * Section 2: excess loss on a trial *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
Import ListNotations.
Open Scope R_scope.

(** ** Section 2: excess loss on a trial *)

(** Lemma 1: too low (side = 1) and too high (side = -1). *)
Definition bylander_1_stmt : Prop := forall n w u x I, nonempty I ->
  (below (dot n w x) I = true ->
     loss (dot n w x) I - loss (dot n u x) I <= b_bylander_1 1 (dot n u x) (dot n w x)) /\
  (above (dot n w x) I = true ->
     loss (dot n w x) I - loss (dot n u x) I <= b_bylander_1 (-1) (dot n u x) (dot n w x)).

Definition bylander_zeta0_stmt : Prop := forall n w u x I,
  loss (dot n w x) I = 0 -> loss (dot n w x) I - loss (dot n u x) I <= b_bylander_zeta0.
