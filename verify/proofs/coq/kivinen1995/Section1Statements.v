(** * Section 1: the Perceptron on disjunctions *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.kivinen1995 Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** The batch setting. Training examples are from the first half of the pairs; one of the first 2^d attributes is
    relevant. Of the 2^d instances of the second half, errors are counted. *)
Definition kw_batch_stmt : Prop := forall tie d n L u past,
  given_kw_batch n (INR d) u -> additive n L -> starts_at_zero n L -> sum (2 ^ d) u = 1 ->
  Forall (fun c => exists t, (t < 2 ^ (d - 1))%nat /\
    (same n (fst c) (upper_half d t) \/ same n (fst c) (lower_half d t))) past ->
  let error x := told_apart (predicts tie n L past x) (disjunction n u x) in
  sum (2 ^ (d - 1)) (fun t =>
    error (upper_half d (2 ^ (d - 1) + t)) + error (lower_half d (2 ^ (d - 1) + t))) = b_kw_batch (INR d).
