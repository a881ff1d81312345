(** * Section 3: worst-case bounds on the loss *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.bylander1998 Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** ** Section 3.1: the Perceptron *)

Definition bylander_2_step_stmt : Prop := forall n eta u w x side,
  side = 1 \/ side = -1 ->
  distance n u w - distance n u (perceptron eta side w x)
  = b_bylander_2_step eta side (dot n u x) (dot n w x) (dot n x x).

(** ** Section 3.2: Exponentiated Update *)

Definition bylander_3_klinit_stmt : Prop := forall n U u,
  given_bylander_3_klinit n U u ->
  relative_entropy n u (uniform n U) <= b_bylander_3_klinit U (INR n).

Definition bylander_3_klpos_stmt : Prop := forall n eta U X u (S : list trial),
  given_bylander_3_klpos n U X eta u S ->
  relative_entropy n u (weights_after n (exponentiated n eta U) (uniform n U) S) >= b_bylander_3_klpos.

(** With points as outcomes and U = 1, Exponentiated Update predicts what exponentiated gradient does. *)
Definition bylander_eg_stmt : Prop := forall n eta (S : list (vec * R)) x,
  given_bylander_eg n eta ->
  dot n (weights_after n (exponentiated n eta U_bylander_eg) (uniform n U_bylander_eg) (points S)) x
  - dot n (gradient_weights n eta (uniform n U_bylander_eg) S) x = b_bylander_eg.

(** ** Section 3.3: growth with l, the tuned bounds compared, and comparators of any sign by the examples (x, -x) *)

Definition bylander_Ol_stmt : Prop := forall U X eta l n,
  given_bylander_Ol n U X eta l ->
  b_bylander_2 U X eta l - l * b_bylander_2 U X eta 1 <= b_bylander_Ol /\
  b_bylander_3 U X eta l n - l * b_bylander_3 U X eta 1 n <= b_bylander_Ol /\
  b_bylander_2_tuned U X l - sqrt l * b_bylander_2_tuned U X 1 <= b_bylander_Ol /\
  b_bylander_3_tuned U X l n - sqrt l * b_bylander_3_tuned U X 1 n <= b_bylander_Ol.

(** One relevant attribute, examples in {-1, 1}^n. *)
Definition bylander_cmp_stmt : Prop := forall l n,
  given_bylander_cmp n l ->
  b_bylander_3_tuned 1 1 l n <= b_bylander_cmp l n.

Definition bylander_wmsim_stmt : Prop := forall n beta (S : list ctrial), given_bylander_wmsim n beta S ->
  disagreements n beta (exponentiated n (eta_bylander_wmsim beta) U_bylander_wmsim) (uniform n U_bylander_wmsim) ones S
  = b_bylander_wmsim.
