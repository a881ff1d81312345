(** * Section 5, after corollary 5.3: the second derivatives of the best measure of progress H*, for f_p and exp *)

From Coq Require Import Reals Arith.
From Boundcheck Require Import Definitions DefinitionsMore GenBounds.
Open Scope R_scope.

Definition positive_vec (n : nat) (z : vec) : Prop := forall i, (i < n)%nat -> 0 < z i.
Definition moved_to (i : nat) (t : R) (z : vec) : vec := fun k => if Nat.eqb k i then t else z k.

(** d is the derivative in z_j of the derivative of H in its coordinate i. *)
Definition second_derivative (n : nat) (H : vec -> R) (i j : nat) (z : vec) (d : R) : Prop :=
  exists slope : vec -> R,
    (forall y, positive_vec n y -> derivable_pt_lim (fun t => H (moved_to i t y)) (y i) (slope y)) /\
    derivable_pt_lim (fun t => slope (moved_to j t z)) (z j) d.

(** H* is ||u||_q ||z||_p for f_p, and the sum of the u_k ln(u_k G(z)/U) for exp; finv is the inverse of f. *)
Definition gls_5_hess_stmt : Prop :=
  (forall p q n u z i j, 2 <= p -> / p + / q = 1 -> positive_vec n u -> positive_vec n z ->
    (i < n)%nat -> (j < n)%nat ->
    let alpha := Rpower (pnorm p n z) (p - 1) / pnorm q n u in
    exists d, second_derivative n (fun y => pnorm q n u * pnorm p n y) i j z d /\
    d - ((if Nat.eqb i j then (p - 1) * Rpower (z i) (p - 2) else 0) / alpha
         - Rpower (z i) (p - 1) * Rpower (z j) (p - 1)
           / (alpha ^ 3 * sum n (fun k => Rpower (alpha * u k) (/ (p - 1) - 1) / (p - 1) * u k ^ 2))) = b_gls_5_hess) /\
  (forall n u z i j, positive_vec n u -> positive_vec n z -> (i < n)%nat -> (j < n)%nat ->
    let U := sum n u in
    let alpha := sum n (exponential z) / U in
    exists d, second_derivative n (fun y => sum n (fun k => u k * ln (u k * sum n (exponential y) / U))) i j z d /\
    d - ((if Nat.eqb i j then exp (z i) else 0) / alpha
         - exp (z i) * exp (z j) / (alpha ^ 3 * sum n (fun k => / (alpha * u k) * u k ^ 2))) = b_gls_5_hess).
