(** * Section 5: the best measure of progress, sup u.v over G(v) = G(z) *)

From Coq Require Import Reals List.
From Boundcheck Require Import Definitions GenBounds GenPremises GenClaims.
From Boundcheck.grove2001 Require Import Definitions.
Open Scope R_scope.

(** G(z) = exp(z_1) + ... + exp(z_n), and ln G(z) is the level of one coordinate alone. *)
Definition gls_5_1_proof_stmt : Prop := says_gls_5_1_proof /\ forall n u z v k,
  given_gls_5_1_proof n u -> potential exp n v = potential exp n z -> (k < n)%nat ->
  v k < (dot n u z - (INR n - 1) * Rabs (ln (potential exp n z)) * greatest n u) / least n u ->
  dot n u v - dot n u z < b_gls_5_1_proof.

(** H* is ||u||_q ||z||_p for f_p, and the sum of the u_k ln(u_k G(z)/U) for exp; finv is the inverse of f. *)
Definition gls_5_hess_stmt : Prop := forall n p u z i j, given_gls_5_hess n p u z -> (i < n)%nat -> (j < n)%nat ->
  (forall q, / p + / q = 1 ->
    let alpha := Rpower (pnorm p n z) (p - 1) / pnorm q n u in
    exists d, second_derivative n (fun y => pnorm q n u * pnorm p n y) i j z d /\
    d - ((if Nat.eqb i j then (p - 1) * Rpower (z i) (p - 2) else 0) / alpha
         - Rpower (z i) (p - 1) * Rpower (z j) (p - 1)
           / (alpha ^ 3 * sum n (fun k => Rpower (alpha * u k) (/ (p - 1) - 1) / (p - 1) * u k ^ 2))) = b_gls_5_hess) /\
  (let U := sum n u in
   let alpha := sum n (exponential z) / U in
    exists d, second_derivative n (fun y => sum n (fun k => u k * ln (u k * sum n (exponential y) / U))) i j z d /\
    d - ((if Nat.eqb i j then exp (z i) else 0) / alpha
         - exp (z i) * exp (z j) / (alpha ^ 3 * sum n (fun k => / (alpha * u k) * u k ^ 2))) = b_gls_5_hess).

(** For an odd f onto the reals the supremum is attained, at v = finv(alpha u), where G is that of z. *)
Definition theorem_5_1 : Prop := forall f F finv n u z,
  odd f -> strictly_increasing f -> has_derivative F f -> F 0 = 0 -> (forall y, f (finv y) = y) ->
  0 < potential F n z -> (exists i, (i < n)%nat /\ u i <> 0) ->
  exists alpha, 0 < alpha /\
    let best : vec := fun i => finv (alpha * u i) in
    potential F n best = potential F n z /\
    forall v, potential F n v = potential F n z -> dot n u v <= dot n u best.

(** For f_p: Hoelder's inequality, attained. *)
Definition gls_5_1_stmt : Prop := theorem_5_1 /\ says_gls_5_1 /\ forall p q n u z, 2 <= p -> / p + / q = 1 ->
  exists v, pnorm p n v = pnorm p n z /\ dot n u v = b_gls_5_1 (pnorm q n u) (pnorm p n z).

(** For exp: an upper bound, the least one, and attained if no u_i is 0. *)
Definition gls_5_1_exp_stmt : Prop := says_gls_5_1_exp /\ forall n U entropy u z, given_gls_5_1_exp n U entropy u ->
  let best := U * (ln (sum n (exponential z)) - entropy) in
  (forall eps, 0 < eps -> exists v, sum n (exponential v) = sum n (exponential z) /\ best - eps < dot n u v) /\
  (positive_vec n u -> exists v, sum n (exponential v) = sum n (exponential z) /\ dot n u v = best).

(** For 2 sinh: where the bound is attained. *)
Definition gls_5_1_bw_stmt : Prop := says_gls_5_1_bw /\ forall n alpha u,
  let best := fun i => arsinh (alpha * u i) in
  (forall i, (i < n)%nat -> hyperbolic best i = alpha * u i) /\
  sum n (fun i => exp (best i) + exp (- best i)) = sum n (fun i => 2 * sqrt ((alpha * u i / 2) ^ 2 + 1)).

(** ** The optimum as a function of the level: v(alpha) with f(v(alpha)) = alpha u, for every alpha > 0 *)

Definition optimal (f : R -> R) (n : nat) (u : vec) (path : R -> vec) : Prop :=
  forall alpha i, 0 < alpha -> (i < n)%nat -> f (path alpha i) = alpha * u i.

(** psi(r) is the optimum u.v(alpha) at the level r = G(v(alpha)). *)
Definition is_optimum (F : R -> R) (n : nat) (u : vec) (path : R -> vec) (psi : R -> R) : Prop :=
  forall alpha, 0 < alpha -> psi (potential F n (path alpha)) = dot n u (path alpha).

Definition slope_is_reciprocal (bound : R) (F : R -> R) (n : nat) (u : vec) (path : R -> vec) : Prop :=
  forall psi, is_optimum F n u path psi -> forall alpha, 0 < alpha ->
  exists d, derivable_pt_lim psi (potential F n (path alpha)) d /\ d - / alpha = bound.

(** It increases, and its chord from alpha to alpha' has a slope between 1/alpha' and 1/alpha. *)
Definition increases_and_is_concave (bound : R) (F : R -> R) (n : nat) (u : vec) (path : R -> vec) : Prop :=
  forall alpha alpha', 0 < alpha < alpha' ->
  let rise := dot n u (path alpha') - dot n u (path alpha) in
  let run := potential F n (path alpha') - potential F n (path alpha) in
  rise > bound /\ run - alpha * rise > bound /\ alpha' * rise - run > bound.

(** Any increasing f, odd or not; then f_p, 2 sinh, and exp with u > 0. *)
Definition for_every_f (property : (R -> R) -> nat -> vec -> (R -> vec) -> Prop) : Prop :=
  forall n u, (exists i, (i < n)%nat /\ u i <> 0) ->
  (forall f F path, strictly_increasing f -> has_derivative F f -> optimal f n u path ->
    property F n u path) /\
  (forall p, 2 <= p -> property (fun y => power y p / p) n u (fun alpha i => signed_power (alpha * u i) (/ (p - 1)))) /\
  property (fun y => exp y + exp (- y)) n u (fun alpha i => arsinh (alpha * u i)) /\
  ((forall i, (i < n)%nat -> 0 < u i) -> property exp n u (fun alpha i => ln (alpha * u i))).

Definition gls_5_2_stmt : Prop := for_every_f (slope_is_reciprocal b_gls_5_2) /\ says_gls_5_2.

Definition gls_5_3_stmt : Prop := for_every_f (increases_and_is_concave b_gls_5_3) /\ says_gls_5_3.
