(** * Section 7: the bound (b) of theorem 7.1 from z0 = (1, ..., 1), and its limit

    U is the 1-norm of u, X the largest magnitude of an entry of an example, ||S||_p the largest p-norm of one. *)

From Coq Require Import Reals List Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.grove2001 Require Import Definitions Section2Statements.
Import ListNotations.
Open Scope R_scope.

(** ** Theorem 7.1: the p-norm Perceptron, for any real p >= 2 and whatever is decided at w.x = 0 *)

Definition gls_7_1_step_stmt : Prop := forall p n a wrong z c,
  given_gls_7_1_step a p -> decides_by_sign_of n (link p) wrong -> wrong z c = true ->
  pnorm p n (perceptron a (label (snd c)) z (fst c)) ^ 2 - pnorm p n z ^ 2
  <= b_gls_7_1_step (pnorm p n (fst c)) a p.

(** Where there is a mistake. *)
Definition gls_7_1aplus_stmt : Prop := forall p q n a U X delta u wrong (S : list ctrial),
  given_gls_7_1aplus n U X a delta p q u S -> decides_by_sign_of n (link p) wrong ->
  (0 < mistakes_by wrong (perceptron a) zero S)%nat ->
  INR (mistakes_by wrong (perceptron a) zero S) ^ 2 * delta ^ 2
  <= b_gls_7_1aplus U X (INR (mistakes_by wrong (perceptron a) zero S)) p.

Definition gls_7_1q_root_stmt : Prop := forall p q n a U X Z delta uz u z0 wrong (S : list ctrial),
  given_gls_7_1q_root n U X Z a delta p q uz u z0 S -> 0 < U -> decides_by_sign_of n (link p) wrong ->
  Rmax 0 (2 * INR (mistakes_by wrong (perceptron a) z0 S) * delta ^ 2 / ((p - 1) * U ^ 2 * X ^ 2) - 1
          + 2 * (uz * delta / ((p - 1) * a * (U ^ 2 * X ^ 2)))) ^ 2
  <= b_gls_7_1q_root U X Z a delta p uz.

(** Theorem 7.1 (b) at p, from z0 = (1, ..., 1), and its rate. *)
Definition bound_at (n : nat) (delta : R) (u : vec) (S : list ctrial) (p : R) : R :=
  b_gls_7_1b (pnorm (p / (p - 1)) n u) (largest (pnorm p n) S) (pnorm p n ones) delta p (dot n u ones).
Definition rate_at (n : nat) (delta : R) (u : vec) (S : list ctrial) (p : R) : R :=
  a_gls_7_1b (largest (pnorm p n) S) (pnorm p n ones) delta p (dot n u ones).

Definition gls_cor7_2_stmt : Prop := forall n U X delta entropy u (S : list ctrial),
  given_gls_cor7_2 n U X delta entropy u S -> largest (largest_entry n) S = X -> forall eps, 0 < eps -> exists p0, forall p, 2 <= p -> p0 <= p ->
  Rabs (bound_at n delta u S p - b_gls_cor7_2 U X delta entropy (INR n)) < eps.

(** n^(2/p) times the bound. *)
Definition gls_cor7_2_finite_stmt : Prop := forall n U X delta entropy p u (S : list ctrial),
  given_gls_cor7_2_finite n U X delta entropy p u S ->
  Rpower (INR n) (2 / p) * bound_at n delta u S p
  >= b_gls_cor7_2_finite U X delta entropy (INR n) p.

(** 0 to a positive power is 0. *)
Definition gls_7_lim_stmt : Prop := forall p z, given_gls_7_lim p z ->
  Rabs (exp z - power (1 + z / (p - 1)) (p - 1)) <= b_gls_7_lim p z.

Definition gls_7_lim_rate_stmt : Prop := forall n U X delta p u (S : list ctrial),
  given_gls_7_lim_rate n U X delta p u S ->
  let a := rate_at n delta u S p in
  (p - 1) * a / a_gls_wm U X delta <= b_gls_7_lim_rate (INR n) p /\
  Rpower (INR n) (2 / p) * a_gls_wm U X delta / ((p - 1) * a) <= b_gls_7_lim_rate (INR n) p.

(** Apart where QA(f_k) and the (k + 1)-norm Perceptron on (x, - x) from (1, ..., 1) do not predict one number. *)
Definition doubled_trial (n : nat) (c : ctrial) : ctrial := (double n (fst c), snd c).

Definition gls_fk_stmt : Prop := forall n k a (S : list ctrial), given_gls_fk (INR k) ->
  let p := INR k + 1 in
  INR (trials_apart
    (fun z v c => if Req_EM_T (dot n (componentwise (interpolating k) z) (fst c))
                              (dot (n + n) (link p v) (fst (doubled_trial n c))) then false else true)
    (quasi_additive n (componentwise (interpolating k)) a)
    (fun v c => quasi_additive (n + n) (link p) (a / INR k) v (doubled_trial n c)) zero ones S) = b_gls_fk.
