(** * Section 1: mistake bounds, lower bounds, k-term DNF, random points, and the dimension of disjunctions *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.kivinen1995 Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** A disjunction is each of three threshold functions. *)
Definition kw_model_stmt : Prop := forall n u (S : list ctrial) c, given_kw_model n u S -> In c S ->
  let x := fst c in
  told_apart (some_active n u x) (leb (1 / 2) (dot n u x)) = b_kw_model /\
  told_apart (some_active n u x) (leb 1 (dot n u x)) = b_kw_model /\
  told_apart (some_active n u x) (leb 1 (dot n (fun i => 2 * u i) x)) = b_kw_model.

(** A mistake moves w.x towards the outcome. *)
Definition kw_incr_stmt : Prop := forall tie n eta alpha theta (S past : list ctrial) c,
  given_kw_incr n alpha eta S -> In c S ->
  let moved (step : learner) (s : vec) :=
    let w := state_after (errs_at tie n theta) step s past in
    label (snd c) * (dot n (step (label (snd c)) w (fst c)) (fst c) - dot n w (fst c)) in
  moved (perceptron eta) zero > b_kw_incr /\ moved (winnow alpha) ones > b_kw_incr.

(** ** The Perceptron on disjunctions *)

Definition kw_abstract_stmt : Prop := forall tie n k L,
  given_kw_abstract n (INR k) -> additive n L ->
  exists u S, zero_one n u /\ sum n u = INR k /\ Forall (labelled_by n u) S /\
  INR (strategy_mistakes tie n L [] S) >= b_kw_abstract (INR n) (INR k).

Definition kw_genN_stmt : Prop := forall tie n k L,
  given_kw_genN n (INR k) -> additive n L -> starts_at_zero n L ->
  exists u S, zero_one n u /\ sum n u = INR k /\ Forall (labelled_by n u) S /\
  INR (strategy_mistakes tie n L [] S) >= b_kw_genN (INR n) (INR k).

(** The batch setting. Training examples are from the first half of the pairs; one of the first 2^d attributes is
    relevant. Of the 2^d instances of the second half, errors are counted. *)
Definition kw_batch_stmt : Prop := forall tie d n L u past,
  given_kw_batch n (INR d) u -> additive n L -> starts_at_zero n L -> sum (2 ^ d) u = 1 ->
  Forall (fun c => exists t, (t < 2 ^ (d - 1))%nat /\
    (same n (fst c) (upper_half d t) \/ same n (fst c) (lower_half d t))) past ->
  let error x := told_apart (predicts tie n L past x) (disjunction n u x) in
  sum (2 ^ (d - 1)) (fun t =>
    error (upper_half d (2 ^ (d - 1) + t)) + error (lower_half d (2 ^ (d - 1) + t))) = b_kw_batch (INR d).

Definition kw_vc_stmt : Prop := forall N k, given_kw_vc (INR N) (INR k) ->
  exists d point, shattered N k d point /\ INR d >= b_kw_vc (INR N) (INR k).

Definition kw_vc_upper_stmt : Prop := forall N k d point, given_kw_vc_upper (INR N) (INR k) ->
  shattered N k d point -> 2 ^ d - Binomial.C N k <= b_kw_vc_upper.

(** Winnow on the values of all 3^N conjunctions at some points; u says which k = sum u of them are the terms of the DNF,
    and so the labels. *)
Definition kw_dnf_stmt : Prop := forall N u (points : list ((nat -> bool) * bool)),
  let n := (3 ^ N)%nat in
  let S := map (conjunctions N) points in
  given_kw_dnf n u S ->
  INR (winnow_mistakes true n alpha_kw_dnf (theta_kw_dnf (INR N) (sum n u)) S) < b_kw_dnf (INR N) (sum n u).

Definition kw_dnf_natural_stmt : Prop := forall N u (points : list ((nat -> bool) * bool)),
  let n := (3 ^ N)%nat in
  let S := map (conjunctions N) points in
  given_kw_dnf_natural n (INR N) u S ->
  INR (winnow_mistakes true n alpha_kw_dnf_natural (theta_kw_dnf_natural (INR N) (sum n u)) S)
  < b_kw_dnf_natural (INR N) (sum n u).

(** ** Random points *)

Definition kw_dot_stmt : Prop := forall n,
  mean_of_products n (fun d => d) - INR n / 4 = b_kw_dot /\
  mean_of_products n (fun d => (d - INR n / 4) ^ 2) - 3 * INR n / 16 = b_kw_dot.

Definition kw_dot_close_stmt : Prop := forall n, given_kw_dot_close (INR n) ->
  mean_of_products n (fun d => if Rlt_dec (INR n / 8) (Rabs (d - INR n / 4)) then 1 else 0) <= b_kw_dot_close (INR n).
