(** * Section 2: the Perceptron and Winnow *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions DefinitionsMore GenBounds GenPremises.
From Boundcheck.kitani Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** The largest where one is a multiple of the other that is not negative. *)
Definition kitani_lem1_stmt : Prop := forall n u x,
  dot n u x <= b_kitani_lem1 (norm n u) (norm n x) /\
  forall c, 0 <= c -> same n x (fun i => c * u i) -> dot n u x = b_kitani_lem1 (norm n u) (norm n x).

Definition kitani_lem3_stmt : Prop := forall n beta u (S : list ctrial) i,
  given_kitani_lem3 n beta u S -> (i < n)%nat -> u i = 1 ->
  state_after (errs_at false n (INR n)) (winnow (1 + beta)) ones S i
  = b_kitani_lem3 beta (INR (winnow_mistakes_on true false n (1 + beta) (INR n) S)).

Definition kitani_lem3_active_stmt : Prop := forall n beta u (S : list ctrial) i,
  given_kitani_lem3_active n beta u S -> (i < n)%nat -> u i = 1 ->
  let wrong := errs_at false n (INR n) in
  state_after wrong (winnow (1 + beta)) ones S i
  = b_kitani_lem3_active beta (INR (mistakes_where (positive_and_active i) wrong (winnow (1 + beta)) ones S)).

Definition kitani_eq28_stmt : Prop := forall n u (S : list ctrial),
  given_kitani_eq28 n u S ->
  INR n + added_on_negatives n (errs_at false n (INR n)) (winnow (1 + beta_kitani_eq28)) ones S
  <= b_kitani_eq28 (INR n) (INR (winnow_mistakes_on false false n (1 + beta_kitani_eq28) (INR n) S)).

(** The mistake on c counts. *)
Definition kitani_eq34_stmt : Prop := forall n u (S : list ctrial) c i,
  zero_one n u -> sum n u = 1 -> Forall (labelled_by n u) (S ++ [c]) -> (i < n)%nat -> u i = 1 ->
  let w := state_after (errs_at false n (INR n)) (winnow (1 + beta_kitani_eq34)) ones S in
  errs_at false n (INR n) w c = true -> snd c = true ->
  w i = b_kitani_eq34 (INR (winnow_mistakes_on true false n (1 + beta_kitani_eq34) (INR n) (S ++ [c]))).
