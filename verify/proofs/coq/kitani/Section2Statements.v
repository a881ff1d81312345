(** * Section 2: the Perceptron and Winnow *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.kitani Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

(** ** The Perceptron's mistake bounds, whatever is decided at w.x = 0 *)

(** gamma is a margin of u/||u||; R bounds the examples' norms; the rate is 1. *)
Definition kitani_perc_stmt : Prop := forall n R_ gamma u wrong (S : list ctrial),
  given_kitani_perc n R_ gamma u S -> decides_by_sign n wrong ->
  INR (mistakes_by wrong (perceptron 1) zero S) <= b_kitani_perc R_ gamma.

(** The steps of its proof, after all trials, so after those up to any moment. *)
Definition kitani_perc_step_stmt : Prop := forall n w wrong c,
  decides_by_sign n wrong -> wrong w c = true -> label (snd c) * dot n w (fst c) <= b_kitani_perc_step.

Definition kitani_eq7_stmt : Prop := forall n R_ wrong (S : list ctrial),
  given_kitani_eq7 n R_ S -> decides_by_sign n wrong ->
  let w := state_after wrong (perceptron 1) zero S in
  dot n w w <= b_kitani_eq7 R_ (INR (mistakes_by wrong (perceptron 1) zero S)).

Definition kitani_eq10_stmt : Prop := forall n u w, given_kitani_eq10 n u ->
  dot n u w / norm n u <= b_kitani_eq10 (dot n w w).

Definition kitani_eq14_stmt : Prop := forall n gamma u wrong (S : list ctrial),
  given_kitani_eq14 n gamma u S -> decides_by_sign n wrong ->
  dot n u (state_after wrong (perceptron 1) zero S) / norm n u
  >= b_kitani_eq14 gamma (INR (mistakes_by wrong (perceptron 1) zero S)).

Definition kitani_eq16_stmt : Prop := forall n gamma u wrong (S : list ctrial),
  given_kitani_eq16 n gamma u S -> decides_by_sign n wrong ->
  let w := state_after wrong (perceptron 1) zero S in
  INR (mistakes_by wrong (perceptron 1) zero S) * gamma <= b_kitani_eq16 (dot n w w).

Definition kitani_eq18_stmt : Prop := forall n R_ gamma u wrong (S : list ctrial),
  given_kitani_eq18 n R_ gamma u S -> decides_by_sign n wrong ->
  (INR (mistakes_by wrong (perceptron 1) zero S) * gamma) ^ 2
  <= b_kitani_eq18 R_ (INR (mistakes_by wrong (perceptron 1) zero S)).

(** ** Winnow on disjunctions; the number of relevant attributes is [sum n u] *)

(** The steps of Kitani's proof; m+ and m- are the mistakes on examples with the label +1 and -1. *)

Definition kitani_eq24_stmt : Prop := forall n w (S : list ctrial) c,
  given_kitani_eq24 n S -> In c S -> positive false (INR n) (dot n w (fst c)) = false ->
  sum n (winnow (1 + beta_kitani_eq24) 1 w (fst c)) - sum n w <= b_kitani_eq24 (INR n).

Definition kitani_eq27_stmt : Prop := forall n w (S : list ctrial) c,
  given_kitani_eq27 n S -> In c S -> positive false (INR n) (dot n w (fst c)) = true ->
  sum n (winnow (1 + beta_kitani_eq27) (-1) w (fst c)) - sum n w < b_kitani_eq27 (INR n).

Definition kitani_eq25_stmt : Prop := forall n u (S : list ctrial),
  given_kitani_eq25 n u S ->
  sum n (state_after (errs_at false n (INR n)) (winnow (1 + beta_kitani_eq25)) ones S)
  <= b_kitani_eq25 (INR n) (INR (winnow_mistakes_on true false n (1 + beta_kitani_eq25) (INR n) S)).

Definition kitani_eq29_stmt : Prop := forall n u (S : list ctrial),
  given_kitani_eq29 n u S ->
  sum n (state_after (errs_at false n (INR n)) (winnow (1 + beta_kitani_eq29)) ones S)
  <= b_kitani_eq29 (INR n) (INR (winnow_mistakes_on false false n (1 + beta_kitani_eq29) (INR n) S))
                           (INR (winnow_mistakes_on true false n (1 + beta_kitani_eq29) (INR n) S)).

Definition kitani_eq30_stmt : Prop := forall n u (S : list ctrial),
  given_kitani_eq30 n u S ->
  sum n (state_after (errs_at false n (INR n)) (winnow (1 + beta_kitani_eq30)) ones S) > b_kitani_eq30.

Definition kitani_eq31_stmt : Prop := forall n u (S : list ctrial),
  given_kitani_eq31 n u S ->
  0 < b_kitani_eq31 (INR n) (INR (winnow_mistakes_on false false n (1 + beta_kitani_eq31) (INR n) S))
                            (INR (winnow_mistakes_on true false n (1 + beta_kitani_eq31) (INR n) S)).

Definition kitani_eq33_stmt : Prop := forall n u (S : list ctrial),
  given_kitani_eq33 n u S ->
  INR (winnow_mistakes_on false false n (1 + beta_kitani_eq33) (INR n) S)
  < b_kitani_eq33 (INR (winnow_mistakes_on true false n (1 + beta_kitani_eq33) (INR n) S)).

(** Active attributes, where a positive example is predicted negative. *)
Definition kitani_lem4_stmt : Prop := forall n beta u (S : list ctrial) c i,
  given_kitani_lem4 n beta u S -> labelled_by n u c ->
  let w := state_after (errs_at false n (INR n)) (winnow (1 + beta)) ones S in errs_at false n (INR n) w c = true ->
  snd c = true -> (i < n)%nat -> fst c i = 1 ->
  w i <= b_kitani_lem4 (INR n).

(** The largest where one is a multiple of the other that is not negative. *)
Definition kitani_lem1_stmt : Prop := forall n u x,
  dot n u x <= b_kitani_lem1 (norm n u) (norm n x) /\
  forall c, 0 <= c -> same n x (fun i => c * u i) -> dot n u x = b_kitani_lem1 (norm n u) (norm n x).

Definition kitani_lem3_stmt : Prop := forall n beta u (S : list ctrial) i,
  given_kitani_lem3 n beta u S -> (i < n)%nat -> u i = 1 ->
  state_after (errs_at false n (INR n)) (winnow (1 + beta)) ones S i
  = b_kitani_lem3 beta (INR (winnow_mistakes_on true false n (1 + beta) (INR n) S)).

Definition kitani_lem3_active_stmt : Prop := forall n beta u (S : list ctrial) i,
  given_kitani_lem3_active n beta u S -> (i < n)%nat -> u i = 1 ->
  let wrong := errs_at false n (INR n) in
  state_after wrong (winnow (1 + beta)) ones S i
  = b_kitani_lem3_active beta (INR (mistakes_where (positive_and_active i) wrong (winnow (1 + beta)) ones S)).

Definition kitani_eq28_stmt : Prop := forall n u (S : list ctrial),
  given_kitani_eq28 n u S ->
  INR n + added_on_negatives n (errs_at false n (INR n)) (winnow (1 + beta_kitani_eq28)) ones S
  <= b_kitani_eq28 (INR n) (INR (winnow_mistakes_on false false n (1 + beta_kitani_eq28) (INR n) S)).

(** The mistake on c counts. *)
Definition kitani_eq34_stmt : Prop := forall n u (S : list ctrial) c i,
  given_kitani_eq34 n u (S ++ [c]) -> (i < n)%nat -> u i = 1 ->
  let w := state_after (errs_at false n (INR n)) (winnow (1 + beta_kitani_eq34)) ones S in
  errs_at false n (INR n) w c = true -> snd c = true ->
  w i = b_kitani_eq34 (INR (winnow_mistakes_on true false n (1 + beta_kitani_eq34) (INR n) (S ++ [c]))).
