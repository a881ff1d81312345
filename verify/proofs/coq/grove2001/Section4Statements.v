(** * Section 4: general convergence

    The two theorems for any f, and the claims of the catalogue, which are their instances. U bounds the 1-norm of u,
    X the entries of the examples; the run starts from z = 0. F' = f and f' is its derivative. Every state whose
    potential is F(H) has no entry beyond H, so that H is the level that the first s mistakes can reach. *)

From Coq Require Import Reals List.
From Boundcheck Require Import Definitions GenBounds GenPremises GenClaims.
From Boundcheck.grove2001 Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** The runs of QA(f) that the theorems are about. *)
Definition separated_run (f : R -> R) (n : nat) (U X delta : R) (u : vec) (wrong : vec -> ctrial -> bool)
    (S : list ctrial) : Prop :=
  0 < delta /\ norm1 n u <= U /\ decides_by_sign_of n (componentwise f) wrong /\
  box_labels n X S /\ margin_at_least n delta u S.

(** From [late] on, f' up to a level is at most kappa times f at the level; then few mistakes follow the first s. *)
Definition theorem_4_1 : Prop := forall f f' F n a U X delta late kappa H u wrong (S : list ctrial),
  odd f -> strictly_increasing f -> has_derivative f f' -> has_derivative F f -> F 0 = 0 ->
  0 < late -> (forall v level, late <= level -> Rabs v <= level -> f' v <= kappa * f level) ->
  0 < a -> a * (U * X ^ 2 * INR n * kappa) <= delta ->
  let s := ceiling (U * (late + a * X) / (a * delta)) in
  0 <= H -> INR n * F (X * a * s) <= F H ->
  separated_run f n U X delta u wrong S -> S <> [] ->
  INR (mistakes_by wrong (perceptron a) zero S) <= 2 * U * H / (a * delta) - s.

(** For f > 0 and u >= 0; F is any antiderivative that is not negative, as the integral from minus infinity is. *)
Definition theorem_4_2 : Prop := forall f f' F n a U X delta late kappa H u wrong (S : list ctrial),
  (forall z, 0 < f z) -> strictly_increasing f -> has_derivative f f' -> has_derivative F f -> (forall z, 0 <= F z) ->
  0 <= late -> (forall v level, late <= level -> v <= level -> f' v <= kappa * f level) ->
  0 < a -> a * (U * X ^ 2 * INR n * kappa) <= delta ->
  let s := ceiling (U * (late + a * X) / (a * delta)) in
  INR n * F (X * a * s) <= F H ->
  nonnegative n u -> separated_run f n U X delta u wrong S -> S <> [] ->
  INR (mistakes_by wrong (perceptron a) zero S) <= 2 * U * H / (a * delta) - s.

(** For f_p, with any rate a. *)
Definition gls_4_1_stmt : Prop := theorem_4_1 /\ says_gls_4_1.

(** For 2 sinh. *)
Definition gls_4_1_bw_stmt : Prop := theorem_4_1 /\ says_gls_4_1_bw.

(** For f_k, with any rate a. *)
Definition gls_4_1_fk_stmt : Prop := theorem_4_1 /\ says_gls_4_1_fk.

(** For exp. *)
Definition gls_4_2_stmt : Prop := theorem_4_2 /\ says_gls_4_2.

(** ** Without the premise on the limit of f'/f: a small rate makes finitely many mistakes *)

Definition small_rate_converges (f : R -> R) (n : nat) (comparator : vec -> Prop) : Prop := forall U X delta,
  exists a0, 0 < a0 /\ forall a, 0 < a <= a0 -> exists m, forall u wrong (S : list ctrial),
  comparator u -> separated_run f n U X delta u wrong S -> (mistakes_by wrong (perceptron a) zero S <= m)%nat.

Definition theorem_4_1_free : Prop := forall f f' F n,
  odd f -> strictly_increasing f -> has_derivative f f' -> continuity f' -> has_derivative F f -> F 0 = 0 ->
  small_rate_converges f n (fun _ => True).

Definition theorem_4_2_free : Prop := forall f f' F n,
  (forall z, 0 < f z) -> strictly_increasing f -> has_derivative f f' -> continuity f' -> has_derivative F f ->
  (forall z, 0 <= F z) -> small_rate_converges f n (nonnegative n).

(** For f_p. *)
Definition gls_4_1x_stmt : Prop := theorem_4_1_free /\ says_gls_4_1x.

(** For exp. *)
Definition gls_4_2x_stmt : Prop := theorem_4_2_free /\ says_gls_4_2x.
