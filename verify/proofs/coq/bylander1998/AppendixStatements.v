(** * Appendix: lemma A.1 *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
Import ListNotations.
Open Scope R_scope.

Definition bylander_A1_stmt : Prop := forall n U X eta w (S : list trial) tr,
  given_bylander_A1 n U X w S -> In tr S ->
  ln (sum n (fun i => w i * exp (eta * fst tr i)) / U) <= b_bylander_A1 U X eta (dot n w (fst tr)).
