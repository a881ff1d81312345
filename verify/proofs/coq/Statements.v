(** * What is proved: Bylander 1998, and the Perceptron's mistake bounds

    One definition a claim of the catalogue: [bylander_2_stmt] states the claim bylander.2. The constants
    [b_...] (the bound), [eta_...] (the rate that the claim fixes), [upper_...] (a rate's upper limit) and
    [longer_...] are generated from the catalogue, and so are the premises [given_...]; everything else is in Definitions.v and DefinitionsMore.v.
    Here n is the dimension, S any list of trials, INR the embedding of nat in R. Main.v proves each statement;
    StatementsMore.v and MainMore.v do the same for the multiplicative, p-norm and additive learners. *)

From Coq Require Import Reals List Bool.
From Boundcheck Require Import Definitions DefinitionsMore GenBounds GenPremises.
Import ListNotations.
Open Scope R_scope.

(** ** Section 2: excess loss on a trial *)

(** Lemma 1: too low (side = 1) and too high (side = -1). *)
Definition bylander_1_stmt : Prop := forall n w u x I, nonempty I ->
  (below (dot n w x) I = true ->
     loss (dot n w x) I - loss (dot n u x) I <= b_bylander_1 1 (dot n u x) (dot n w x)) /\
  (above (dot n w x) I = true ->
     loss (dot n w x) I - loss (dot n u x) I <= b_bylander_1 (-1) (dot n u x) (dot n w x)).

Definition bylander_zeta0_stmt : Prop := forall n w u x I,
  loss (dot n w x) I = 0 -> loss (dot n w x) I - loss (dot n u x) I <= b_bylander_zeta0.

(** ** Section 3.1: the Perceptron *)

Definition bylander_2_stmt : Prop := forall n eta U X u (S : list trial),
  given_bylander_2 n U X eta u S ->
  alg_loss n (perceptron eta) zero S - cmp_loss n u S <= b_bylander_2 U X eta (INR (length S)).

Definition bylander_2_tuned_stmt : Prop := forall n U X u (S : list trial),
  given_bylander_2_tuned n U X u S ->
  alg_loss n (perceptron (eta_bylander_2_tuned U X (INR (length S)))) zero S - cmp_loss n u S
  <= b_bylander_2_tuned U X (INR (length S)).

Definition bylander_2_step_stmt : Prop := forall n eta u w x side,
  side = 1 \/ side = -1 ->
  distance n u w - distance n u (perceptron eta side w x)
  = b_bylander_2_step eta side (dot n u x) (dot n w x) (dot n x x).

(** ** Section 3.2: Exponentiated Update *)

Definition bylander_3_stmt : Prop := forall n eta U X u (S : list trial),
  given_bylander_3 n U X eta u S ->
  alg_loss n (exponentiated n eta U) (uniform n U) S - cmp_loss n u S
  <= b_bylander_3 U X eta (INR (length S)) (INR n).

Definition bylander_3_tuned_stmt : Prop := forall n U X u (S : list trial),
  given_bylander_3_tuned n U X u S ->
  alg_loss n (exponentiated n (eta_bylander_3_tuned X (INR (length S)) (INR n)) U) (uniform n U) S - cmp_loss n u S
  <= b_bylander_3_tuned U X (INR (length S)) (INR n).

Definition bylander_3_klinit_stmt : Prop := forall n U u,
  given_bylander_3_klinit n U u ->
  relative_entropy n u (uniform n U) <= b_bylander_3_klinit U (INR n).

Definition bylander_3_klpos_stmt : Prop := forall n eta U X u (S : list trial),
  given_bylander_3_klpos n U X eta u S ->
  relative_entropy n u (weights_after n (exponentiated n eta U) (uniform n U) S) >= b_bylander_3_klpos.

Definition bylander_A1_stmt : Prop := forall n w x U X eta,
  nonnegative n w -> sum n w = U -> 0 < U -> max_norm_at_most n x X ->
  ln (sum n (fun i => w i * exp (eta * x i)) / U) <= b_bylander_A1 U X eta (dot n w x).

(** With points as outcomes and U = 1, Exponentiated Update predicts what exponentiated gradient does. *)
Definition bylander_eg_stmt : Prop := forall n eta (S : list (vec * R)) x,
  given_bylander_eg n eta ->
  dot n (weights_after n (exponentiated n eta U_bylander_eg) (uniform n U_bylander_eg) (points S)) x
  - dot n (gradient_weights n eta (uniform n U_bylander_eg) S) x = b_bylander_eg.

(** ** Section 3.3: growth with l, the tuned bounds compared, and comparators of any sign by the examples (x, -x) *)

Definition bylander_Ol_stmt : Prop := forall U X eta l n,
  given_bylander_Ol n U X eta l ->
  b_bylander_2 U X eta l - l * b_bylander_2 U X eta 1 <= b_bylander_Ol /\
  b_bylander_3 U X eta l n - l * b_bylander_3 U X eta 1 n <= b_bylander_Ol /\
  b_bylander_2_tuned U X l - sqrt l * b_bylander_2_tuned U X 1 <= b_bylander_Ol /\
  b_bylander_3_tuned U X l n - sqrt l * b_bylander_3_tuned U X 1 n <= b_bylander_Ol.

(** One relevant attribute, examples in {-1, 1}^n. *)
Definition bylander_cmp_stmt : Prop := forall l n,
  given_bylander_cmp n l ->
  b_bylander_3_tuned 1 1 l n <= b_bylander_cmp l n.

Definition bylander_double_stmt : Prop := forall n eta U X u (S : list trial),
  given_bylander_double n U X eta u S ->
  alg_loss (n + n) (exponentiated (n + n) eta U) (uniform (n + n) U) (doubled n S) - cmp_loss n u S
  <= b_bylander_double U X eta (INR (length S)) (INR n).

(** ** Section 4: mistakes *)

(** Observation 4, for any learner that updates from w, x and the side alone, and any start. *)
Definition bylander_4_any : Prop := forall n step w (S : list ctrial) m, (m <= mistakes n step w S)%nat ->
  exists S', subsequence S' S /\ length S' = m /\ alg_loss n step w (as_trials S') >= b_bylander_4 (INR m).

Definition bylander_4_stmt : Prop := bylander_4_any /\
  forall n eta w (S : list ctrial) m, given_bylander_4 eta -> (m <= mistakes n (perceptron eta) w S)%nat ->
  exists S', subsequence S' S /\ length S' = m /\
             alg_loss n (perceptron eta) w (as_trials S') >= b_bylander_4 (INR m).

Definition bylander_4_eu_stmt : Prop :=
  forall n eta U (S : list ctrial) m,
  given_bylander_4_eu U eta -> (m <= mistakes n (exponentiated n eta U) (uniform n U) S)%nat ->
  exists S', subsequence S' S /\ length S' = m /\
             alg_loss n (exponentiated n eta U) (uniform n U) (as_trials S') >= b_bylander_4_eu (INR m).

Definition bylander_5_stmt : Prop := forall n U X u (S : list ctrial),
  given_bylander_5 n U X u S ->
  INR (mistakes n (perceptron (eta_bylander_5 X)) zero S) <= b_bylander_5 U X.

(** For every subsequence that is longer than the bound. *)
Definition bylander_5_loss_stmt : Prop := forall n U X u (S S' : list ctrial),
  given_bylander_5_loss n U X u S S' -> subsequence S' S ->
  alg_loss n (perceptron (eta_bylander_5_loss X)) zero (as_trials S') < b_bylander_5_loss (INR (length S')).

Definition bylander_5_eta_stmt : Prop := forall n eta rate (S : list ctrial),
  given_bylander_5_eta eta rate ->
  INR (mistakes n (perceptron eta) zero S) - INR (mistakes n (perceptron rate) zero S) = b_bylander_5_eta.

Definition bylander_5_delta_stmt : Prop := forall n U u (S : list ctrial),
  given_bylander_5_delta n U u S ->
  INR (mistakes n (perceptron (eta_bylander_5_delta X_bylander_5_delta)) zero S)
  <= b_bylander_5_delta (delta_bylander_5_delta U).

Definition bylander_6_stmt : Prop := forall n U X u (S : list ctrial),
  given_bylander_6 n U X u S ->
  INR (mistakes n (exponentiated n (eta_bylander_6 U X) U) (uniform n U) S) <= b_bylander_6 U X (INR n).

Definition bylander_6_loss_stmt : Prop := forall n U X u (S S' : list ctrial),
  given_bylander_6_loss n U X u S S' -> subsequence S' S ->
  alg_loss n (exponentiated n (eta_bylander_6_loss U X) U) (uniform n U) (as_trials S')
  < b_bylander_6_loss (INR (length S')).

(** The sum of the weights, U or 1, does not matter. *)
Definition bylander_6_norm_stmt : Prop := forall n eta U (S : list ctrial),
  given_bylander_6_norm n U eta ->
  INR (mistakes n (exponentiated n eta U) (uniform n U) S) - INR (mistakes n (exponentiated n eta 1) (uniform n 1) S)
  = b_bylander_6_norm.

Definition bylander_6_litt_stmt : Prop := forall n U u (S : list ctrial),
  given_bylander_6_litt n U u S ->
  INR (mistakes n (exponentiated n (eta_bylander_6_litt U X_bylander_6_litt) U) (uniform n U) S)
  <= b_bylander_6_litt (delta_bylander_6_litt U) (INR n).

Definition bylander_7_stmt : Prop := forall n eta U X u (S : list ctrial),
  given_bylander_7 n U X eta u S ->
  INR (mistakes n (exponentiated n eta U) (uniform n U) S)
  <= b_bylander_7 U X eta (INR (cmp_mistakes n u S)) (INR n).

(** For every subsequence that is longer than that; k counts the comparator's mistakes on all trials. *)
Definition bylander_7_loss_stmt : Prop := forall n eta U X u (S S' : list ctrial),
  given_bylander_7_loss n U X eta u S S' -> subsequence S' S ->
  alg_loss n (exponentiated n eta U) (uniform n U) (as_trials S') < b_bylander_7_loss (INR (length S')).

Definition bylander_7_dev_stmt : Prop := forall n U X u c,
  0 <= X -> nonnegative n u -> sum n u = U -> max_norm_at_most n (fst c) X -> errs n u c = true ->
  trial_loss n u (as_trial c) <= b_bylander_7_dev U X.

(** A master algorithm: the examples hold predictions -1 or +1 of n experts; expert i errs k times. *)
Definition bylander_7_267_stmt : Prop := forall n u (S : list ctrial),
  given_bylander_7_267 n u S ->
  INR (mistakes n (exponentiated n eta_bylander_7_267 U_bylander_7_267) (uniform n U_bylander_7_267) S)
  <= b_bylander_7_267 (INR (cmp_mistakes n u S)) (INR n).

(** Footnote 5, repaired. *)
Definition bylander_fn5_stmt : Prop := forall n eta U X u (S : list ctrial),
  given_bylander_fn5 n U X eta u S ->
  INR (mistakes n (perceptron eta) zero S) <= b_bylander_fn5 U X eta (INR (cmp_mistakes n u S)).

(** ** Section 5: toleranced loss; the comparator's loss is without tolerance *)

Definition bylander_8_stmt : Prop := forall n tau U X u (S : list trial),
  given_bylander_8 n U X tau u S ->
  alg_loss n (perceptron (eta_bylander_8 X tau)) zero (tolerant tau S) - cmp_loss n u S <= b_bylander_8 U X tau.

Definition bylander_8_step_stmt : Prop := forall n eta u w x side,
  side = 1 \/ side = -1 ->
  distance n u w - distance n u (perceptron eta side w x)
  = b_bylander_8_step eta side (dot n u x) (dot n w x) (dot n x x).

Definition bylander_8_shift_stmt : Prop := forall tau y I, given_bylander_8_shift tau -> nonempty I ->
  below y (widen tau I) = true \/ above y (widen tau I) = true ->
  loss y (widen tau I) = b_bylander_8_shift (loss y I) tau.

Definition bylander_9_stmt : Prop := forall n tau U X u (S : list trial),
  given_bylander_9 n U X tau u S ->
  alg_loss n (exponentiated n (eta_bylander_9 U X tau) U) (uniform n U) (tolerant tau S) - cmp_loss n u S
  <= b_bylander_9 U X (INR n) tau.

(** The two bounds have no l in them. *)
Definition bylander_const_stmt : Prop := forall U X n tau l,
  derivable_pt_lim (fun _ => b_bylander_8 U X tau) l b_bylander_const /\
  derivable_pt_lim (fun _ => b_bylander_9 U X n tau) l b_bylander_const.

(** ** Section 6: randomised classification *)

(** The loss at tolerance 1/2 is the error probability inside (-1/2, 1/2); else it is 0, or at least 1. *)
Definition bylander_6half_stmt : Prop := forall y b,
  let toleranced := loss y (widen (1 / 2) (label_interval b)) in
  (-1 / 2 < y < 1 / 2 -> toleranced - error_probability y b = b_bylander_6half) /\
  (1 / 2 <= label b * y -> toleranced = b_bylander_6half) /\
  (label b * y <= -1 / 2 -> Rmax 0 (1 - toleranced) = b_bylander_6half).

Definition bylander_10_stmt : Prop :=
  (forall y b, error_probability y b <= b_bylander_10 (loss y (widen (1 / 2) (label_interval b)))) /\
  forall n step w (S : list ctrial),
  expected_mistakes n step w S <= b_bylander_10 (alg_loss n step w (tolerant (1 / 2) (as_trials S))).

Definition bylander_11_stmt : Prop := forall n U X u (S : list ctrial),
  given_bylander_11 n U X u S ->
  alg_loss n (perceptron (eta_bylander_11 X)) zero (tolerant (1 / 2) (as_trials S)) <= b_bylander_11 U X /\
  expected_mistakes n (perceptron (eta_bylander_11 X)) zero S <= b_bylander_11 U X.

(** The sum of u may be less than U. *)
Definition bylander_12_stmt : Prop := forall n U X u (S : list ctrial),
  given_bylander_12 n U X u S ->
  alg_loss n (exponentiated n (eta_bylander_12 U X) U) (uniform n U) (tolerant (1 / 2) (as_trials S))
  <= b_bylander_12 U X (INR n) /\
  expected_mistakes n (exponentiated n (eta_bylander_12 U X) U) (uniform n U) S <= b_bylander_12 U X (INR n).

(** The randomised bounds are half the deterministic ones before rounding. *)
Definition bylander_half_stmt : Prop := forall U X n,
  2 * b_bylander_11 U X - longer_bylander_5_loss U X = b_bylander_half /\
  2 * b_bylander_12 U X n - longer_bylander_6_loss U X n = b_bylander_half.

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

Definition gls_perceptron_stmt : Prop := forall n a U X delta u wrong (S : list ctrial),
  given_gls_perceptron n U X a delta u S -> decides_by_sign n wrong ->
  INR (mistakes_by wrong (perceptron a) zero S) <= b_gls_perceptron U X delta.

Definition gls_6_perceptron_stmt : Prop := forall n a U X delta u wrong (S : list ctrial),
  given_gls_6_perceptron n U X a delta u S -> decides_by_sign n wrong ->
  INR (mistakes_by wrong (perceptron a) zero S) <= b_gls_6_perceptron U X delta.

(** Duda and Hart's construction: any scale eta of the comparator, and a not too large for it. *)
Definition gls_8_dh_stmt : Prop := forall n a U X delta eta u wrong (S : list ctrial),
  given_gls_8_dh n U X a delta eta u S -> decides_by_sign n wrong ->
  INR (mistakes_by wrong (perceptron a) zero S) <= b_gls_8_dh U X a delta eta.

(** ** Online learning notes: the hinge loss of mistake rounds, and gradient descent on it *)

(** For any u on a mistake, and at the weights w on every round. *)
Definition uml_hinge_stmt : Prop := forall n u w c,
  (errs n w c = true -> hinge (label (snd c) * dot n u (fst c)) - (if errs n u c then 1 else 0) >= b_uml_hinge) /\
  (if errs n w c then hinge (label (snd c) * dot n w (fst c)) else 0) - (if errs n w c then 1 else 0) >= b_uml_hinge.

Definition uml_grad_stmt : Prop := forall n eta (S : list ctrial) i,
  given_uml_grad eta ->
  descent n eta zero S i - state_after (errs n) (perceptron eta) zero S i = b_uml_grad.
