(** * Section 21.4: online perceptron *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenClaims.
From Boundcheck.uml Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

Definition uml_01tie_stmt : Prop := says_uml_01tie /\ forall n w (c : ctrial),
  (if Req_EM_T (sign_of (dot n w (fst c))) (label (snd c)) then 0 else 1) - (if errs n w c then 1 else 0) = b_uml_01tie.

(** Between the weights and u, and between any two vectors, wherever the mistake is made. *)
Definition uml_hinge_convex_stmt : Prop := says_uml_hinge_convex /\ forall n w trial u v c, 0 <= c <= 1 ->
  mistake_hinge n w trial (fun i => c * u i + (1 - c) * v i)
  - (c * mistake_hinge n w trial u + (1 - c) * mistake_hinge n w trial v) <= b_uml_hinge_convex.
