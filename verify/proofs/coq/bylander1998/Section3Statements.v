(** * Section 3: worst-case bounds on the loss *)

From Coq Require Import Reals List.
From Boundcheck Require Import Definitions GenBounds GenPremises GenClaims.
Open Scope R_scope.

(** Growth with l, and the tuned bounds compared. *)

Definition bylander_Ol_stmt : Prop := says_bylander_Ol /\ forall U X eta l n,
  given_bylander_Ol n U X eta l ->
  b_bylander_2 U X eta l - l * b_bylander_2 U X eta 1 <= b_bylander_Ol /\
  b_bylander_3 U X eta l n - l * b_bylander_3 U X eta 1 n <= b_bylander_Ol /\
  b_bylander_2_tuned U X l - sqrt l * b_bylander_2_tuned U X 1 <= b_bylander_Ol /\
  b_bylander_3_tuned U X l n - sqrt l * b_bylander_3_tuned U X 1 n <= b_bylander_Ol.

(** One relevant attribute, examples in {-1, 1}^n. *)
Definition bylander_cmp_stmt : Prop := says_bylander_cmp /\ forall l n,
  given_bylander_cmp n l ->
  b_bylander_3_tuned 1 1 l n <= b_bylander_cmp l n.
