(** * Section 21.4: online perceptron *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.uml Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** ** Online learning notes: the hinge loss of mistake rounds, and gradient descent on it *)

(** For any u on a mistake, and at the weights w on every round. *)
Definition uml_hinge_stmt : Prop := forall n u w c,
  (errs n w c = true -> hinge (label (snd c) * dot n u (fst c)) - (if errs n u c then 1 else 0) >= b_uml_hinge) /\
  (if errs n w c then hinge (label (snd c) * dot n w (fst c)) else 0) - (if errs n w c then 1 else 0) >= b_uml_hinge.

Definition uml_grad_stmt : Prop := forall n eta (S : list ctrial) i,
  given_uml_grad eta ->
  descent n eta zero S i - state_after (errs n) (perceptron eta) zero S i = b_uml_grad.

Definition uml_01tie_stmt : Prop := forall n w (c : ctrial),
  (if Req_EM_T (sign_of (dot n w (fst c))) (label (snd c)) then 0 else 1) - (if errs n w c then 1 else 0) = b_uml_01tie.

(** In two dimensions and more, and at every depth, each path is realised, with this margin. *)
Definition uml_ldim_stmt : Prop := forall n labels, given_uml_ldim n ->
  Forall (fun c => label (snd c) * dot n (dyadic_threshold labels) (fst c) >= b_uml_ldim (INR (length labels)))
         (along dyadic_tree [] labels).

Definition uml_treeorder_stmt : Prop := forall labels,
  dyadic_tree labels 0%nat - INR (2 * place labels + 1) / 2 ^ (length labels + 1) = b_uml_treeorder.

Definition uml_hinge_convex_stmt : Prop := forall n w trial u v c, 0 <= c <= 1 ->
  mistake_hinge n w trial (fun i => c * u i + (1 - c) * v i)
  - (c * mistake_hinge n w trial u + (1 - c) * mistake_hinge n w trial v) <= b_uml_hinge_convex.

Definition uml_grad_subgradient_stmt : Prop := forall n w u c, errs n w c = true ->
  mistake_hinge n w c u - mistake_hinge n w c w
  >= b_uml_grad_subgradient (label (snd c)) (dot n u (fst c)) (dot n w (fst c)).
