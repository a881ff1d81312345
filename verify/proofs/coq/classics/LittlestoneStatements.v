(** * Winnow1 and Winnow2 *)

From Coq Require Import Reals List Bool.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.classics Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** A mistake on a positive example promotes the active weights; one on a negative example makes them 0. *)
Definition winnow1 (alpha : R) : learner :=
  fun sgn w x i => if Rlt_dec 0 sgn then w i * Rpower alpha (x i) else if Req_EM_T (x i) 0 then w i else 0.

(** The sum of u is k, and the label is positive where u.x >= 1; w.x = theta is predicted positive. *)
Definition classics_winnow1_stmt : Prop := forall n alpha theta u (S : list ctrial),
  given_classics_winnow1 n alpha theta u S ->
  INR (mistakes_by (errs_at true n theta) (winnow1 alpha) ones S)
  <= b_classics_winnow1 alpha (sum n u) (INR n) theta.
