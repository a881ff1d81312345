(** * Section 8: Bregman distances as measures of progress *)

From Coq Require Import Reals List.
From Boundcheck Require Import Definitions GenBounds GenPremises GenClaims.
From Boundcheck.grove2001 Require Import Definitions.
Open Scope R_scope.

(** The bound of gls.8.dh at its best eta. *)
Definition gls_8_dh_best_stmt : Prop := says_gls_8_dh_best /\ forall U X delta a, given_gls_8_dh_best X a delta ->
  b_gls_8_dh U X a delta (a * X ^ 2 / delta) = b_gls_8_dh_best U X delta.

(** The points of the segment from v to z. *)
Definition towards (v z : vec) (t : R) : vec := fun i => v i + t * (z i - v i).

Definition convex (H : vec -> R) : Prop :=
  forall v z t, 0 <= t <= 1 -> H (towards v z t) <= (1 - t) * H v + t * H z.
Definition is_gradient (n : nat) (H : vec -> R) (gradient : vec -> vec) : Prop :=
  forall v z, derivable_pt_lim (fun t => H (towards v z t)) 0 (dot n (gradient v) (fun i => z i - v i)).

(** For any convex H; for G = F(z_1) + ... + F(z_n) with an increasing f = F', as those of f_p and exp. *)
Definition gls_8_7_stmt : Prop :=
  (forall n H gradient z v, convex H -> is_gradient n H gradient -> bregman n H gradient z v >= b_gls_8_7) /\
  (forall f F n z v, strictly_increasing f -> has_derivative F f ->
    bregman n (potential F n) (componentwise f) z v >= b_gls_8_7) /\
  says_gls_8_7.

(** H = psi(G), whose gradient is psi'(G) f. *)
Definition gls_8_8_stmt : Prop :=
  (forall psi psi' f F n eta u v z, (forall i, (i < n)%nat -> f (v i) = eta * u i) ->
    let H := fun y => psi (potential F n y) in
    let q := psi' (potential F n v) * eta in
    let r := H v - q * dot n u v in
    bregman n H (fun y i => psi' (potential F n y) * f (y i)) z v - (H z - q * dot n u z - r) = b_gls_8_8) /\
  says_gls_8_8.

(** A region E of points (x, y), with no state at (G(z), u.z), that contains all points with x <= c and y >= d, lies
    there above the optimum: for any G of which the supremum of u.v over G(v) = G(z) is attained, at [best]; for f_p,
    where the optimum is ||u||_q ||z||_p. Any other bound h(||z||_p) on u.z is at least that, such as the one of section
    4, and the one from a Bregman distance at eta. *)
Definition gls_8_1_stmt : Prop :=
  (forall n (G : vec -> R) u z best (E : R -> R -> Prop) c d,
    G best = G z -> (forall v, G v = G z -> dot n u v <= dot n u best) ->
    (forall v, ~ E (G v) (dot n u v)) -> (forall x y, x <= c -> d <= y -> E x y) -> G z <= c -> dot n u best < d) /\
  says_gls_8_1 /\ (forall p n U Z eta u z, given_gls_8_1 n U Z eta p u z ->
    (forall (E : R -> R -> Prop) c d, (forall v, ~ E (pnorm p n v) (dot n u v)) ->
      (forall x y, x <= c -> d <= y -> E x y) -> Z <= c -> b_gls_8_1 U Z < d) /\
    (forall h : R -> R, (forall v, dot n u v <= h (pnorm p n v)) -> h Z >= b_gls_8_1 U Z)).
