(** * Section 4: the worst case of theorem 5, and a master algorithm *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions DefinitionsMore GenBounds GenPremises.
From Boundcheck.bylander1998 Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

Definition bylander_5_exact_stmt : Prop := forall n U X u (S : list ctrial),
  given_bylander_5_exact n U X u S ->
  INR (mistakes n (perceptron (eta_bylander_5_exact X)) zero S) <= b_bylander_5_exact U X (INR (length S)).

(** Expert i errs k times; a tied vote is decided anyhow. *)
Definition bylander_7_264_stmt : Prop := forall tie n i (S : list ctrial),
  (i < n)%nat -> Forall (fun c => votes n (fst c)) S ->
  INR (mistakes_by (errs_at tie n 0) (penalty beta_bylander_7_264) ones S)
  <= b_bylander_7_264 (INR (expert_mistakes i S)) (INR n).
