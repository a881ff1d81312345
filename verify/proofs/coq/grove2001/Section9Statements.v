(** * Section 9: the margins on mistakes are paid by Bregman distances *)

From Coq Require Import Reals List.
From Boundcheck Require Import Definitions GenBounds GenPremises.
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

(** For f_p, with G(z) = sum |z_i|^p / p and f_p(v) = u. *)
Definition gls_10_stmt : Prop := inequality_10 /\ forall p n a u z wrong (S : list ctrial),
  given_gls_10 p ->
  let G := potential (fun y => power y p / p) n in
  let v := componentwise (signed (/ (p - 1))) u in
  a * over_mistakes (excess n u (link p)) wrong (perceptron a) z S - bregman n G (link p) z v
  - over_mistakes (moved n G (link p) a) wrong (perceptron a) z S <= b_gls_10.

Definition gls_10_identity_stmt : Prop := identity_10 /\ forall p n a u z wrong (S : list ctrial),
  given_gls_10_identity p ->
  let G := potential (fun y => power y p / p) n in
  let v := componentwise (signed (/ (p - 1))) u in
  a * over_mistakes (excess n u (link p)) wrong (perceptron a) z S - bregman n G (link p) z v
  - over_mistakes (moved n G (link p) a) wrong (perceptron a) z S
  + bregman n G (link p) (state_after wrong (perceptron a) z S) v = b_gls_10_identity.

(** For exp, u > 0 and v = ln u. *)
Definition gls_10_exp_stmt : Prop := identity_10 /\ forall n a u wrong (S : list ctrial),
  given_gls_10_exp n u ->
  let G := potential exp n in
  let v := componentwise ln u in
  a * over_mistakes (excess n u exponential) wrong (perceptron a) zero S - bregman n G exponential zero v
  - over_mistakes (moved n G exponential a) wrong (perceptron a) zero S
  + bregman n G exponential (state_after wrong (perceptron a) zero S) v = b_gls_10_exp.
