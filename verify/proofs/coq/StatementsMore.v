(** * What is proved: Winnow, Weighted Majority, p-norm Perceptrons, and lower bounds for additive learners

    As in Statements.v: [kitani_winnow_stmt] states the claim kitani.winnow, the constants are generated from
    the catalogue, and everything else is in Definitions.v and DefinitionsMore.v. MainMore.v has the proofs. *)

From Coq Require Import Reals List Bool.
From Boundcheck Require Import Definitions DefinitionsMore GenBounds GenPremises.
Import ListNotations.
Open Scope R_scope.

(** ** Winnow on disjunctions; the number of relevant attributes is [sum n u] *)

(** Kitani: threshold n, and w.x = n is predicted negative. *)
Definition kitani_winnow_stmt : Prop := forall n u (S : list ctrial),
  given_kitani_winnow n u S ->
  INR (winnow_mistakes false n (1 + beta_kitani_winnow) (INR n) S) < b_kitani_winnow (INR n) (sum n u).

Definition kitani_winnow_beta_stmt : Prop := forall n beta u (S : list ctrial),
  given_kitani_winnow_beta n beta u S ->
  INR (winnow_mistakes false n (1 + beta) (INR n) S) < b_kitani_winnow_beta (INR n) beta (sum n u).

(** Kivinen and Warmuth: w.x = theta is predicted positive. *)
Definition kw_winnow_up_stmt : Prop := forall n alpha theta u (S : list ctrial),
  given_kw_winnow_up n alpha theta u S ->
  INR (winnow_mistakes true n alpha theta S) < b_kw_winnow_up (INR n) alpha (sum n u) theta.

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

Definition kitani_eq35_stmt : Prop := forall n u (S : list ctrial),
  given_kitani_eq35 n u S ->
  INR (winnow_mistakes_on true false n (1 + beta_kitani_eq35) (INR n) S) <= b_kitani_eq35 (INR n).

Definition kitani_eq36_stmt : Prop := forall n u (S : list ctrial),
  given_kitani_eq36 n u S ->
  INR (winnow_mistakes_on true false n (1 + beta_kitani_eq36) (INR n) S) <= b_kitani_eq36 (INR n) (sum n u).

Definition kitani_eq37_stmt : Prop := forall n u (S : list ctrial),
  given_kitani_eq37 n u S ->
  INR (winnow_mistakes_on false false n (1 + beta_kitani_eq37) (INR n) S) < b_kitani_eq37 (INR n) (sum n u).

Definition kitani_eq38_stmt : Prop := forall n u (S : list ctrial),
  given_kitani_eq38 n u S ->
  INR (winnow_mistakes_on false false n (1 + beta_kitani_eq38) (INR n) S)
  + INR (winnow_mistakes_on true false n (1 + beta_kitani_eq38) (INR n) S) < b_kitani_eq38 (INR n) (sum n u).

(** Active attributes, where a positive example is predicted negative. *)
Definition kitani_lem4_stmt : Prop := forall n beta u (S : list ctrial) c i,
  given_kitani_lem4 n beta u S -> labelled_by n u c ->
  let w := state_after (errs_at false n (INR n)) (winnow (1 + beta)) ones S in errs_at false n (INR n) w c = true ->
  snd c = true -> (i < n)%nat -> fst c i = 1 ->
  w i <= b_kitani_lem4 (INR n).

(** N is n, and k the number of relevant attributes. *)
Definition kw_winnow_ok_stmt : Prop := forall n u (S : list ctrial),
  given_kw_winnow_ok n u S ->
  INR (winnow_mistakes true n alpha_kw_winnow_ok (theta_kw_winnow_ok (INR n) (sum n u)) S)
  < b_kw_winnow_ok (INR n) (sum n u).

(** A disjunction is each of three threshold functions. *)
Definition kw_model_stmt : Prop := forall n u x, zero_one n u -> zero_one n x ->
  told_apart (some_active n u x) (leb (1 / 2) (dot n u x)) = b_kw_model /\
  told_apart (some_active n u x) (leb 1 (dot n u x)) = b_kw_model /\
  told_apart (some_active n u x) (leb 1 (dot n (fun i => 2 * u i) x)) = b_kw_model.

(** A mistake moves w.x towards the outcome. *)
Definition kw_incr_stmt : Prop := forall tie n eta alpha theta (S : list ctrial) c,
  0 < eta -> 1 < alpha -> zero_one n (fst c) -> (exists i, (i < n)%nat /\ fst c i <> 0) ->
  let moved (step : learner) (s : vec) :=
    let w := state_after (errs_at tie n theta) step s S in
    label (snd c) * (dot n (step (label (snd c)) w (fst c)) (fst c) - dot n w (fst c)) in
  moved (perceptron eta) zero > b_kw_incr /\ moved (winnow alpha) ones > b_kw_incr.

(** The elimination algorithm. *)
Definition kw_elim_stmt : Prop := forall n alpha u (S : list ctrial),
  given_kw_elim n alpha u S ->
  INR (winnow_mistakes true n alpha theta_kw_elim S) <= b_kw_elim (INR n) (sum n u).

(** ** The Perceptron on disjunctions *)

Definition kw_okx_fix_stmt : Prop := forall tie n eta X u (S : list ctrial),
  given_kw_okx_fix n X eta u S ->
  INR (mistakes_by (errs_at tie n (theta_kw_okx_fix X eta)) (perceptron eta) zero S) <= b_kw_okx_fix X (sum n u).

Definition kw_okx_bias_stmt : Prop := forall tie n eta X u (S : list ctrial),
  given_kw_okx_bias n X eta u S ->
  INR (mistakes_by (errs_at tie (n + 1) 0) (perceptron eta) zero (with_bias n S)) <= b_kw_okx_bias X (sum n u).

Definition kw_perc_okx_stmt : Prop := forall tie n eta X u (S : list ctrial),
  given_kw_perc_okx n X eta u S ->
  INR (mistakes_by (errs_at tie (n + 1) 0) (perceptron eta) zero (with_bias n S)) <= b_kw_perc_okx X (sum n u).

(** Two rates predict the same after any trials, with the bias trick or without. *)
Definition kw_lrfree_stmt : Prop := forall tie n eta rate (S : list ctrial) x,
  given_kw_lrfree eta rate ->
  told_apart (positive tie 0 (dot n (state_after (errs_at tie n 0) (perceptron eta) zero S) x))
             (positive tie 0 (dot n (state_after (errs_at tie n 0) (perceptron rate) zero S) x)) = b_kw_lrfree.

(** ** Weighted Majority, against each of n experts *)

Definition kitani_wma_stmt : Prop := forall n eta i (S : list ctrial),
  given_kitani_wma n eta S -> (i < n)%nat ->
  INR (majority_mistakes n eta ones S) - INR (expert_mistakes i S)
  <= b_kitani_wma (INR n) eta (INR (expert_mistakes i S)).

Definition kitani_wma_range_stmt : Prop := forall n eta i (S : list ctrial),
  given_kitani_wma_range n eta S -> (i < n)%nat ->
  INR (majority_mistakes n eta ones S) - INR (expert_mistakes i S)
  <= b_kitani_wma_range (INR n) eta (INR (expert_mistakes i S)).

Definition kitani_rwma_stmt : Prop := forall n eta i (S : list ctrial),
  given_kitani_rwma n eta S -> (i < n)%nat ->
  random_expert_mistakes n eta ones S - INR (expert_mistakes i S)
  <= b_kitani_rwma (INR n) eta (INR (expert_mistakes i S)).

Definition kitani_rwma_range_stmt : Prop := forall n eta i (S : list ctrial),
  given_kitani_rwma_range n eta S -> (i < n)%nat ->
  random_expert_mistakes n eta ones S - INR (expert_mistakes i S)
  <= b_kitani_rwma_range (INR n) eta (INR (expert_mistakes i S)).

Definition kitani_rwma_sqrtT_stmt : Prop := forall n i (S : list ctrial),
  given_kitani_rwma_sqrtT n S -> (i < n)%nat ->
  random_expert_mistakes n (eta_kitani_rwma_sqrtT (INR (length S))) ones S - INR (expert_mistakes i S)
  <= b_kitani_rwma_sqrtT (INR n) (INR (expert_mistakes i S)) (INR (length S)).

Definition kitani_rwma_noreg_stmt : Prop := forall n i (S : list ctrial),
  given_kitani_rwma_noreg n S -> (i < n)%nat ->
  (random_expert_mistakes n (eta_kitani_rwma_noreg (INR (length S))) ones S - INR (expert_mistakes i S))
  / INR (length S)
  <= b_kitani_rwma_noreg (INR n) (INR (length S)).

(** ** Theorem 7.1: the p-norm Perceptron, for any real p >= 2 and whatever is decided at w.x = 0 *)

Definition gls_7_1_step_stmt : Prop := forall p n a wrong z c,
  given_gls_7_1_step a p -> decides_by_sign_of n (link p) wrong -> wrong z c = true ->
  pnorm p n (perceptron a (label (snd c)) z (fst c)) ^ 2 - pnorm p n z ^ 2
  <= b_gls_7_1_step (pnorm p n (fst c)) a p.

Definition gls_7_1q_stmt : Prop := forall p q n a U X Z uz u z0 wrong (S : list ctrial),
  given_gls_7_1q n U X Z a p q uz u z0 S -> decides_by_sign_of n (link p) wrong ->
  Rmax 0 (uz + a * margin_sum n u wrong (perceptron a) z0 S) ^ 2
  <= b_gls_7_1q U X Z a (INR (mistakes_by wrong (perceptron a) z0 S)) p.

Definition gls_9_avg_stmt : Prop := forall p q n a U X u wrong (S : list ctrial),
  given_gls_9_avg n U X a p q u S -> decides_by_sign_of n (link p) wrong ->
  margin_sum n u wrong (perceptron a) zero S ^ 2
  <= b_gls_9_avg U X (INR (mistakes_by wrong (perceptron a) zero S)) p.

Definition gls_7_1a_stmt : Prop := forall p q n a U X delta u wrong (S : list ctrial),
  given_gls_7_1a n U X a delta p q u S -> decides_by_sign_of n (link p) wrong ->
  INR (mistakes_by wrong (perceptron a) zero S) <= b_gls_7_1a U X delta p.

(** Where there is a mistake. *)
Definition gls_7_1aplus_stmt : Prop := forall p q n a U X delta u wrong (S : list ctrial),
  given_gls_7_1aplus n U X a delta p q u S -> decides_by_sign_of n (link p) wrong ->
  (0 < mistakes_by wrong (perceptron a) zero S)%nat ->
  INR (mistakes_by wrong (perceptron a) zero S) ^ 2 * delta ^ 2
  <= b_gls_7_1aplus U X (INR (mistakes_by wrong (perceptron a) zero S)) p.

(** The rate a is the one of the claim. *)
Definition gls_7_1b_stmt : Prop := forall p q n U X Z delta uz u z0 wrong (S : list ctrial),
  given_gls_7_1b n U X Z delta p q uz u z0 S -> decides_by_sign_of n (link p) wrong ->
  INR (mistakes_by wrong (perceptron (a_gls_7_1b X Z delta p uz)) z0 S) <= b_gls_7_1b U X Z delta p uz.

Definition gls_7_1c_stmt : Prop := forall p q n a U X Z delta uz u z0 wrong (S : list ctrial),
  given_gls_7_1c n U X Z a delta p q uz u z0 S -> decides_by_sign_of n (link p) wrong ->
  INR (mistakes_by wrong (perceptron a) z0 S) <= b_gls_7_1c U X delta p.

Definition gls_7_1q_root_stmt : Prop := forall p q n a U X Z delta uz u z0 wrong (S : list ctrial),
  given_gls_7_1q_root n U X Z a delta p q uz u z0 S -> 0 < U -> decides_by_sign_of n (link p) wrong ->
  Rmax 0 (2 * INR (mistakes_by wrong (perceptron a) z0 S) * delta ^ 2 / ((p - 1) * U ^ 2 * X ^ 2) - 1
          + 2 * (uz * delta / ((p - 1) * a * (U ^ 2 * X ^ 2)))) ^ 2
  <= b_gls_7_1q_root U X Z a delta p uz.

(** p = 2 ln n; U bounds the 1-norm, X the max-norm. *)
Definition gls_9_logp_stmt : Prop := forall n a U X delta u wrong (S : list ctrial),
  given_gls_9_logp n U X a delta u S -> decides_by_sign_of n (link (p_gls_9_logp (INR n))) wrong ->
  INR (mistakes_by wrong (perceptron a) zero S) <= b_gls_9_logp U X delta (INR n).

Definition gls_claim2_stmt : Prop := forall p n a delta u z0 wrong (S : list ctrial),
  given_gls_claim2 n a delta p u S -> decides_by_sign_of n (link p) wrong ->
  dot n u (state_after wrong (perceptron a) z0 S)
  >= b_gls_claim2 a delta (INR (mistakes_by wrong (perceptron a) z0 S)) (dot n u z0).

Definition gls_1st_stmt : Prop := forall p n a wrong z c,
  given_gls_1st a p -> decides_by_sign_of n (link p) wrong -> wrong z c = true ->
  dot n (link p z) (fun i => a * label (snd c) * fst c i) <= b_gls_1st.

(** ** Section 6: Weighted Majority, w = exp(z), and Balanced Winnow, w = 2 sinh(z); U is the 1-norm of u *)

Definition gls_wm_stmt : Prop := forall n U X delta entropy u wrong (S : list ctrial),
  given_gls_wm n U X delta entropy u S -> decides_by_sign_of n exponential wrong ->
  INR (mistakes_by wrong (perceptron (a_gls_wm U X delta)) zero S) <= b_gls_wm U X delta entropy (INR n).

Definition gls_wm_a_stmt : Prop := forall n a U X delta entropy u wrong (S : list ctrial),
  given_gls_wm_a n U X a delta entropy u S -> decides_by_sign_of n exponential wrong ->
  INR (mistakes_by wrong (perceptron a) zero S) <= b_gls_wm_a U X a delta entropy (INR n).

Definition gls_bw_stmt : Prop := forall n U X delta entropy u wrong (S : list ctrial),
  given_gls_bw n U X delta entropy u S -> decides_by_sign_of n hyperbolic wrong ->
  INR (mistakes_by wrong (perceptron (a_gls_bw U X delta)) zero S) <= b_gls_bw U X delta entropy (INR n).

(** ** Additive learners: L is any function of the past, and so are its thresholds *)

(** The Perceptron is one, from any start and at any threshold, with the coefficients - eta sigma. *)
Definition kw_def1_stmt : Prop := forall tie n eta theta s,
  let L := perceptron_strategy tie n eta theta s in
  additive n L /\
  forall past i, weights L past i - (s i + combination (fun t => - eta * sigma tie n L past t) (map fst past) i)
  = b_kw_def1.

Definition kw_pairs_stmt : Prop := forall n L past x x',
  additive n L -> (forall c, In c past -> dot n (fst c) x = dot n (fst c) x') ->
  (dot n (weights L past) x - dot n (weights L past) x') - (dot n (weights L []) x - dot n (weights L []) x')
  = b_kw_pairs.

(** Theorem 8: one trial from each pair, labelled by the classifier (u, psi), and a mistake on each that differs. *)
Definition kw_thm8_stmt : Prop := forall tie n L u psi B,
  additive n L -> pairwise_constant n B ->
  exists S,
    Forall2 (fun c cands => (fst c = fst cands \/ fst c = snd cands) /\ snd c = leb psi (dot n u (fst c))) S B /\
    Forall2 (fun cands err => differs n (weights L []) u psi cands = true -> err = true) B
      (strategy_errs tie n L [] S) /\
    INR (strategy_mistakes tie n L [] S) >= b_kw_thm8 (INR (differing n (weights L []) u psi B)).

(** Lemma 5: signs s differ from some column in half of the places or more. *)
Definition kw_lemma5_stmt : Prop := forall d s, given_kw_lemma5 (INR d) -> (forall t, s t = 1 \/ s t = -1) ->
  exists i, (i < 2 ^ d)%nat /\
  sum (2 ^ d) (fun t => if Req_EM_T (s t) (sylvester d t i) then 0 else 1) >= b_kw_lemma5 (INR d).

(** Lemmas 10, 11 and 12: the pairs of Sylvester's matrix, of entries 0 and 1. *)
Definition kw_lemma10_stmt : Prop := forall d n k, given_kw_lemma10 n (INR d) (INR k) ->
  pairwise_constant n (hadamard_pairs d) /\
  forall r t,
  4 * (dot n (upper_half d r) (upper_half d t) - dot n (upper_half d r) (lower_half d t))
  - (2 * dot (2 ^ d) (sylvester d r) (sylvester d t) + 2 * sum (2 ^ d) (sylvester d t)) = b_kw_lemma10 /\
  4 * (dot n (lower_half d r) (upper_half d t) - dot n (lower_half d r) (lower_half d t))
  - (- 2 * dot (2 ^ d) (sylvester d r) (sylvester d t) + 2 * sum (2 ^ d) (sylvester d t)) = b_kw_lemma10.

Definition kw_lemma11_stmt : Prop := forall d n k w, given_kw_lemma11 n (INR d) (INR k) ->
  (forall i, (i < n)%nat -> w i = 0) ->
  INR (differing n w (hadamard_target d k 0) (1 / 2) (hadamard_pairs d)) >= b_kw_lemma11 (INR d).

Definition kw_lemma12_stmt : Prop := forall d n k w, given_kw_lemma12 n (INR d) (INR k) ->
  exists i, (i < 2 ^ d)%nat /\
  INR (differing n w (hadamard_target d k i) (1 / 2) (hadamard_pairs d)) >= b_kw_lemma12 (INR d).

(** Theorem 13: a disjunction u of k attributes, and trials that it labels. *)
Definition kw_13a_stmt : Prop := forall tie d n k L,
  given_kw_13a n (INR d) (INR k) -> additive n L ->
  exists u S, zero_one n u /\ sum n u = INR k /\ Forall (labelled_by n u) S /\
  INR (strategy_mistakes tie n L [] S) >= b_kw_13a (INR d).

Definition kw_13b_stmt : Prop := forall tie d n k L,
  given_kw_13b n (INR d) (INR k) -> additive n L -> starts_at_zero n L ->
  exists u S, zero_one n u /\ sum n u = INR k /\ Forall (labelled_by n u) S /\
  INR (strategy_mistakes tie n L [] S) >= b_kw_13b (INR d).

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
Definition kw_batch_stmt : Prop := forall tie d n k L u past,
  (1 <= d)%nat -> (1 <= k)%nat -> (n + 1 = 2 ^ d + k)%nat -> additive n L -> starts_at_zero n L ->
  zero_one n u -> sum n u = INR k -> sum (2 ^ d) u = 1 -> Forall (labelled_by n u) past ->
  Forall (fun c => exists t, (t < 2 ^ (d - 1))%nat /\
    (same n (fst c) (upper_half d t) \/ same n (fst c) (lower_half d t))) past ->
  let error x := told_apart (predicts tie n L past x) (disjunction n u x) in
  sum (2 ^ (d - 1)) (fun t =>
    error (upper_half d (2 ^ (d - 1) + t)) + error (lower_half d (2 ^ (d - 1) + t))) = b_kw_batch (INR d).

(** ** Rotation invariance *)

(** Theorem 3: the weights are in the span of the past examples, so the start is 0 and L is additive. *)
Definition kw_thm3_stmt : Prop := forall tie n L, of_dimension n L -> rotation_invariant tie n L ->
  (forall past, in_span n (map fst past) (weights L past)) /\ additive n L /\ starts_at_zero n L.

Definition kw_thm3c_stmt : Prop := forall tie n L, of_products n L ->
  forall A, orthonormal n A -> forall past x,
  told_apart (predicts tie n L (rotate n A past) (apply n A x)) (predicts tie n L past x) = b_kw_thm3c.

(** With a fixed threshold, and with the bias trick. *)
Definition kw_perc_rotinv_stmt : Prop := forall tie n eta theta L,
  L = perceptron_strategy tie n eta theta zero \/ L = bias_strategy tie n eta ->
  forall A, orthonormal n A -> forall past x,
  told_apart (predicts tie n L (rotate n A past) (apply n A x)) (predicts tie n L past x) = b_kw_perc_rotinv.
