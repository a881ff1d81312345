(** * Section 5: the step of the proof of theorem 5.1 on vectors with one very low coordinate *)

From Coq Require Import Reals.
From Boundcheck Require Import Definitions DefinitionsMore GenBounds.
From Boundcheck.grove2001 Require Import Definitions.
Open Scope R_scope.

Definition is_least (n : nat) (u : vec) (m : R) : Prop :=
  (exists i, (i < n)%nat /\ u i = m) /\ forall i, (i < n)%nat -> m <= u i.
Definition is_greatest (n : nat) (u : vec) (m : R) : Prop :=
  (exists i, (i < n)%nat /\ u i = m) /\ forall i, (i < n)%nat -> u i <= m.

(** G(z) = exp(z_1) + ... + exp(z_n), and ln G(z) is the level of one coordinate alone. *)
Definition gls_5_1_proof_stmt : Prop := forall n u z v k low high,
  (forall i, (i < n)%nat -> 0 < u i) -> is_least n u low -> is_greatest n u high ->
  potential exp n v = potential exp n z -> (k < n)%nat ->
  v k < (dot n u z - (INR n - 1) * Rabs (ln (potential exp n z)) * high) / low ->
  dot n u v - dot n u z < b_gls_5_1_proof.
