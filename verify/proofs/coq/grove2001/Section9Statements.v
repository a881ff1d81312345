(** * Section 9: the margins on mistakes are paid by Bregman distances *)

From Coq Require Import Reals List.
From Boundcheck Require Import Definitions GenClaims.
From Boundcheck.grove2001 Require Import Definitions.
Open Scope R_scope.

(** Any H, any map in the place of its gradient, any rule that says when to update. *)
Definition identity_10 : Prop := forall n H gradient a u v z wrong (S : list ctrial),
  (forall i, (i < n)%nat -> gradient v i = u i) ->
  a * over_mistakes (excess n u gradient) wrong (perceptron a) z S
  = bregman n H gradient z v + over_mistakes (moved n H gradient a) wrong (perceptron a) z S
    - bregman n H gradient (state_after wrong (perceptron a) z S) v.

(** H = G for an increasing f: what is left out is not negative. *)
Definition inequality_10 : Prop := forall f F n a u v z wrong (S : list ctrial),
  strictly_increasing f -> has_derivative F f -> (forall i, (i < n)%nat -> f (v i) = u i) ->
  a * over_mistakes (excess n u (componentwise f)) wrong (perceptron a) z S
  <= bregman n (potential F n) (componentwise f) z v
     + over_mistakes (moved n (potential F n) (componentwise f) a) wrong (perceptron a) z S.

(** For f_p and for exp. *)
Definition gls_10_stmt : Prop := inequality_10 /\ says_gls_10.
Definition gls_10_identity_stmt : Prop := identity_10 /\ says_gls_10_identity.
Definition gls_10_exp_stmt : Prop := identity_10 /\ says_gls_10_exp.
