(** * Section 2: the Perceptron and Winnow *)

From Coq Require Import Reals.
From Boundcheck Require Import Definitions GenBounds GenClaims.
Open Scope R_scope.

(** The largest where one is a multiple of the other that is not negative. *)
Definition kitani_lem1_stmt : Prop := says_kitani_lem1 /\ forall n u x c, 0 <= c -> same n x (fun i => c * u i) ->
  dot n u x = b_kitani_lem1 (norm n u) (norm n x).
