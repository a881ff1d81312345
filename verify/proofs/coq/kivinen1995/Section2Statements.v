(** * Section 2.3: additive and rotation invariant learners *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises GenLearners GenClaims.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.kivinen1995 Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** Rotations, of which the catalogue has the reflections. *)
Definition kw_def2_stmt : Prop := says_kw_def2 /\ forall n A v x, orthonormal n A ->
  dot n (apply n A v) (apply n A x) - dot n v x = b_kw_def2.

Definition kw_perc_rotinv_stmt : Prop := says_kw_perc_rotinv /\ forall n eta theta A (S : list ctrial), orthonormal n A ->
  over_plays (perceptron_rule n eta zero) (seeing (apply n A) (perceptron_rule n eta zero)) label
    (threshold_target theta) (threshold_target theta)
    (fun _ _ side _ _ side' _ => if Req_EM_T side side' then 0 else 1) S = b_kw_perc_rotinv /\
  over_plays (bias_perceptron_rule n eta 0 zero) (seeing (apply n A) (bias_perceptron_rule n eta 0 zero)) label
    (threshold_target 0) (threshold_target 0)
    (fun _ _ side _ _ side' _ => if Req_EM_T side side' then 0 else 1) S = b_kw_perc_rotinv.

Definition kw_ellip_rot_stmt : Prop := says_kw_ellip_rot /\ forall n A (S : list ctrial), orthonormal n A ->
  over_plays (ellipsoid_rule n) (seeing (apply n A) (ellipsoid_rule n)) label (threshold_target 0) (threshold_target 0)
    (fun _ _ side _ _ side' _ => if Req_EM_T side side' then 0 else 1) S = b_kw_ellip_rot.

(** Theorem 3: the weights are in the span of the past examples, so the start is 0 and L is additive. *)
Definition kw_thm3_stmt : Prop := forall tie n L, of_dimension n L -> rotation_invariant tie n L ->
  (forall past, in_span n (map fst past) (weights L past)) /\ additive n L /\ starts_at_zero n L.

(** The converse, for any learner whose coefficients and threshold see the products alone. *)
Definition kw_thm3c_stmt : Prop := says_kw_thm3c /\
  forall tie n L, of_products n L -> rotation_invariant tie n L.

(** The examples (1, 0), (0, 1) and (r, - r) are turned by 45 degrees and reflected; the last prediction changes. *)
Definition kw_winnow_notrot_stmt : Prop := forall eta theta r, given_kw_winnow_notrot eta theta -> theta / sqrt 2 <= r ->
  let A : matrix := fun i j => (if ((i =? 1) && (j =? 1))%nat then -1 else 1) / sqrt 2 in
  let S := [(entries [1; 0], true); (entries [0; 1], true)] in
  let x := entries [r; - r] in
  let after S' := state_after (errs_at true 2 theta) (winnow (exp eta)) ones S' in
  let w := after S in
  let w' := after (rotate 2 A S) in
  orthonormal 2 A /\
  ln (w 0%nat) / eta - 1 = b_kw_winnow_notrot /\ ln (w 1%nat) / eta - 1 = b_kw_winnow_notrot /\
  ln (w' 0%nat) / eta - sqrt 2 = b_kw_winnow_notrot /\ ln (w' 1%nat) / eta = b_kw_winnow_notrot /\
  1 - told_apart (positive true theta (dot 2 w x)) (positive true theta (dot 2 w' (apply 2 A x)))
  = b_kw_winnow_notrot.
