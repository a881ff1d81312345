(** * Evaluating a run trial by trial, for the exact traces of Conformance.v

    Lemmas that take one trial off a run, given the weights after it, and tactics that decide comparisons of numbers. *)

From Boundcheck Require Export Vectors.
Open Scope R_scope.

Definition vector (entries : list R) : vec := fun i => nth i entries 0.

(** ** Only the first n weights matter, so those after an update can be written out *)

Definition looks_at_n (n : nat) (step : learner) : Prop :=
  forall sgn w w' x, same n w w' -> same n (step sgn w x) (step sgn w' x).
Definition judges_by_n (n : nat) (wrong : vec -> ctrial -> bool) : Prop :=
  forall w w' c, same n w w' -> wrong w c = wrong w' c.

Lemma same_dot n w w' x : same n w w' -> dot n w x = dot n w' x. Proof. intros H. apply dot_ext; auto. Qed.

Lemma perceptron_looks n eta : looks_at_n n (perceptron eta).
Proof. intros sgn w w' x H i Hi. unfold perceptron. rewrite (H i Hi). reflexivity. Qed.

Lemma winnow_looks n alpha : looks_at_n n (winnow alpha).
Proof. intros sgn w w' x H i Hi. unfold winnow. rewrite (H i Hi). reflexivity. Qed.

Lemma exponentiated_looks n eta U : looks_at_n n (exponentiated n eta U).
Proof.
  intros sgn w w' x H i Hi. unfold exponentiated. rewrite (H i Hi).
  rewrite (sum_ext n (fun j => w j * exp (sgn * eta * x j)) (fun j => w' j * exp (sgn * eta * x j))); auto. intros j Hj.
  rewrite (H j Hj). reflexivity.
Qed.

Lemma errs_judges n : judges_by_n n (errs n).
Proof. intros w w' c H. unfold errs. rewrite (same_dot n w w' (fst c) H). reflexivity. Qed.

Lemma errs_at_judges tie n theta : judges_by_n n (errs_at tie n theta).
Proof. intros w w' c H. unfold errs_at. rewrite (same_dot n w w' (fst c) H). reflexivity. Qed.

(** The state of a quasi-additive learner is z, and its weights are f(z). *)
Definition errs_linked (tie : bool) (n : nat) (f : vec -> vec) (z : vec) : ctrial -> bool := errs_at tie n 0 (f z).

Lemma errs_linked_judges tie n f : (forall z z', same n z z' -> same n (f z) (f z')) ->
  judges_by_n n (errs_linked tie n f).
Proof. intros Hf z z' c H. apply errs_at_judges, Hf, H. Qed.

(** ** One trial: the side of the prediction, what it costs, and the weights after it *)

Section Runs.
Variables (n : nat) (step : learner).
Hypothesis (Hstep : looks_at_n n step).

Lemma same_update w w' tr : same n w w' -> same n (update n step w tr) (update n step w' tr).
Proof.
  intros H. unfold update. rewrite (same_dot n w w' (fst tr) H). destruct (below _ _); auto. destruct (above _ _); auto.
Qed.

Lemma same_loss S : forall w w', same n w w' -> alg_loss n step w S = alg_loss n step w' S.
Proof.
  induction S as [|tr S IH]; intros w w' H; cbn [alg_loss]; auto. unfold trial_loss.
  rewrite (same_dot n w w' (fst tr) H), (IH _ (update n step w' tr)); auto. apply same_update, H.
Qed.

Lemma same_mistakes wrong S : judges_by_n n wrong -> forall w w', same n w w' ->
  mistakes_by wrong step w S = mistakes_by wrong step w' S.
Proof.
  intros Hw. induction S as [|c S IH]; intros w w' H; cbn [mistakes_by]; auto. rewrite (Hw w w' c H).
  destruct (wrong w' c); auto.
Qed.

Lemma same_expected S : forall w w', same n w w' -> expected_mistakes n step w S = expected_mistakes n step w' S.
Proof.
  induction S as [|c S IH]; intros w w' H; cbn [expected_mistakes]; auto. rewrite (same_dot n w w' (fst c) H). f_equal.
  apply IH, same_update, H.
Qed.

Variables (w w' x : vec).

Lemma loss_low I S l r : below (dot n w x) I = true ->
  match low I with Infinite => 0 | Open a | Closed a => a - dot n w x end = l -> same n (step 1 w x) w' ->
  alg_loss n step w' S = r - l -> alg_loss n step w ((x, I) :: S) = r.
Proof.
  intros H L W E. cbn [alg_loss]. unfold trial_loss, update, loss; cbn [fst snd]. rewrite H, L, (same_loss _ _ _ W), E.
  ring.
Qed.

Lemma loss_high I S l r : below (dot n w x) I = false -> above (dot n w x) I = true ->
  match high I with Infinite => 0 | Open b | Closed b => dot n w x - b end = l -> same n (step (-1) w x) w' ->
  alg_loss n step w' S = r - l -> alg_loss n step w ((x, I) :: S) = r.
Proof.
  intros H A L W E. cbn [alg_loss]. unfold trial_loss, update, loss; cbn [fst snd].
  rewrite H, A, L, (same_loss _ _ _ W), E. ring.
Qed.

Lemma loss_inside I S r : below (dot n w x) I = false -> above (dot n w x) I = false ->
  alg_loss n step w S = r -> alg_loss n step w ((x, I) :: S) = r.
Proof. intros H A E. cbn [alg_loss]. unfold trial_loss, update, loss; cbn [fst snd]. rewrite H, A, E. ring. Qed.

Lemma mistake_wrong wrong y S m : judges_by_n n wrong -> wrong w (x, y) = true -> same n (step (label y) w x) w' ->
  mistakes_by wrong step w' S = m -> mistakes_by wrong step w ((x, y) :: S) = Datatypes.S m.
Proof.
  intros Hw H W E. rewrite <- (same_mistakes wrong S Hw _ _ W) in E. cbn [mistakes_by fst snd]. rewrite H, E.
  reflexivity.
Qed.

Lemma mistake_right wrong y S m : wrong w (x, y) = false ->
  mistakes_by wrong step w S = m -> mistakes_by wrong step w ((x, y) :: S) = m.
Proof. intros H E. cbn [mistakes_by]. rewrite H, E. reflexivity. Qed.

Lemma expected_low y S p r : below (dot n w x) (widen (1 / 2) (label_interval y)) = true ->
  error_probability (dot n w x) y = p -> same n (step 1 w x) w' ->
  expected_mistakes n step w' S = r - p -> expected_mistakes n step w ((x, y) :: S) = r.
Proof.
  intros H P W E. cbn [expected_mistakes fst snd]. unfold update; cbn [fst snd].
  rewrite H, P, (same_expected _ _ _ W), E. ring.
Qed.

Lemma expected_high y S p r : below (dot n w x) (widen (1 / 2) (label_interval y)) = false ->
  above (dot n w x) (widen (1 / 2) (label_interval y)) = true ->
  error_probability (dot n w x) y = p -> same n (step (-1) w x) w' ->
  expected_mistakes n step w' S = r - p -> expected_mistakes n step w ((x, y) :: S) = r.
Proof.
  intros H A P W E. cbn [expected_mistakes fst snd]. unfold update; cbn [fst snd].
  rewrite H, A, P, (same_expected _ _ _ W), E. ring.
Qed.

Lemma expected_inside y S p r : below (dot n w x) (widen (1 / 2) (label_interval y)) = false ->
  above (dot n w x) (widen (1 / 2) (label_interval y)) = false -> error_probability (dot n w x) y = p ->
  expected_mistakes n step w S = r - p -> expected_mistakes n step w ((x, y) :: S) = r.
Proof. intros H A P E. cbn [expected_mistakes fst snd]. unfold update; cbn [fst snd]. rewrite H, A, P, E. ring. Qed.

End Runs.

(** ** Weighted Majority pays in every round *)

Section Rounds.
Variables (n : nat) (eta : R).

Lemma same_penalise w w' c : same n w w' -> same n (penalise eta w c) (penalise eta w' c).
Proof. intros H i Hi. unfold penalise. rewrite (H i Hi). reflexivity. Qed.

Lemma same_majority S : forall w w', same n w w' -> majority_mistakes n eta w S = majority_mistakes n eta w' S.
Proof.
  induction S as [|c S IH]; intros w w' H; cbn [majority_mistakes]; auto. rewrite (errs_judges n w w' c H). f_equal.
  apply IH, same_penalise, H.
Qed.

Lemma same_random S : forall w w', same n w w' -> random_expert_mistakes n eta w S = random_expert_mistakes n eta w' S.
Proof.
  induction S as [|c S IH]; intros w w' H; cbn [random_expert_mistakes]; auto. f_equal.
  - unfold share_in_error. rewrite (sum_ext n w w' H). apply (f_equal (fun r => r / sum n w')).
    apply sum_ext; intros i Hi. rewrite (H i Hi). reflexivity.
  - apply IH, same_penalise, H.
Qed.

Variables (w w' x : vec) (y : bool) (S : list ctrial).
Hypothesis (After : same n (penalise eta w (x, y)) w').

Lemma majority_wrong m : errs n w (x, y) = true ->
  majority_mistakes n eta w' S = m -> majority_mistakes n eta w ((x, y) :: S) = Datatypes.S m.
Proof. intros H E. cbn [majority_mistakes]. rewrite H, (same_majority S _ _ After), E. reflexivity. Qed.

Lemma majority_right m : errs n w (x, y) = false ->
  majority_mistakes n eta w' S = m -> majority_mistakes n eta w ((x, y) :: S) = m.
Proof. intros H E. cbn [majority_mistakes]. rewrite H, (same_majority S _ _ After), E. reflexivity. Qed.

Lemma random_round p r : share_in_error n w (x, y) = p ->
  random_expert_mistakes n eta w' S = r - p -> random_expert_mistakes n eta w ((x, y) :: S) = r.
Proof. intros H E. cbn [random_expert_mistakes]. rewrite H, (same_random S _ _ After), E. ring. Qed.
End Rounds.

(** ** Exponentials that are numbers *)

Lemma exp_up s x : s * x = 1 -> exp (s * ln 2 * x) = 2.
Proof. intros H. replace (s * ln 2 * x) with (s * x * ln 2) by ring. rewrite H, Rmult_1_l, exp_ln; lra. Qed.
Lemma exp_flat s x : s * x = 0 -> exp (s * ln 2 * x) = 1.
Proof. intros H. replace (s * ln 2 * x) with (s * x * ln 2) by ring. rewrite H, Rmult_0_l, exp_0; lra. Qed.
Lemma exp_down s x : s * x = -1 -> exp (s * ln 2 * x) = / 2.
Proof.
  intros H. replace (s * ln 2 * x) with (- (s * x * -1 * ln 2)) by ring. rewrite H, exp_Ropp.
  replace (-1 * -1 * ln 2) with (ln 2) by ring. rewrite exp_ln; lra.
Qed.

Lemma exp_of_2 k m : (0 <= k)%Z -> (2 ^ k = m)%Z -> exp (IZR k * ln 2) = IZR m.
Proof.
  intros Hk <-. rewrite <- (Z2Nat.id k Hk), <- pow_IZR, <- INR_IZR_INZ. apply (Rpower_pow (Z.to_nat k) 2). lra.
Qed.
Lemma exp_of_half k m : (k <= 0)%Z -> (2 ^ (- k) = m)%Z -> exp (IZR k * ln 2) = / IZR m.
Proof.
  intros Hk Hm. replace (IZR k * ln 2) with (- (IZR (- k) * ln 2)) by (rewrite opp_IZR; ring).
  rewrite exp_Ropp, (exp_of_2 (- k) m); [lra|lia|lia].
Qed.

Lemma power_up a r : 0 < a -> r = 1 -> Rpower a r = a. Proof. intros Ha ->. apply Rpower_1, Ha. Qed.
Lemma power_flat a r : 0 < a -> r = 0 -> Rpower a r = 1. Proof. intros Ha ->. apply Rpower_O, Ha. Qed.
Lemma power_down a r : 0 < a -> r = -1 -> Rpower a r = / a.
Proof. intros Ha ->. replace (-1) with (- (1)) by ring. rewrite Rpower_Ropp, Rpower_1; auto. Qed.

(** f(z) = sign(z) |z|^k for a natural number k = p - 1. *)
Lemma link_pow k p z i : p - 1 = INR k -> (0 < k)%nat ->
  link p z i = if Rlt_dec (z i) 0 then - (- z i) ^ k else z i ^ k.
Proof.
  intros E Hk. unfold link. rewrite signed_power_cases. unfold power. rewrite E.
  destruct (Rlt_dec (z i) 0) as [H|H], (Req_EM_T (z i) 0) as [H0|H0]; try lra.
  - rewrite Rpower_pow by (apply Rabs_pos_lt; assumption). rewrite Rabs_left by assumption. reflexivity.
  - rewrite H0. destruct k; [lia|]. cbn [pow]. ring.
  - rewrite Rpower_pow by (apply Rabs_pos_lt; assumption). rewrite Rabs_pos_eq by lra. reflexivity.
Qed.

(** ** Everything is a number: evaluate, and let lra compare *)

Ltac evaluate :=
  cbv [dot sum perceptron exponentiated uniform winnow penalise expert_errs ones zero vector nth label INR ltb leb
       Nat.ltb Nat.leb Nat.add Nat.sub fst snd exponential hyperbolic double];
  repeat match goal with
  | |- context [exp 0] => rewrite exp_0
  | |- context [exp (- ?a)] => rewrite (exp_Ropp a)
  | |- context [exp (IZR ?k * ln 2)] => let m := eval compute in (2 ^ Z.abs k)%Z in
      first [rewrite (exp_of_2 k m) by (reflexivity || lia) | rewrite (exp_of_half k m) by (reflexivity || lia)]
  | |- context [exp (?s * ln 2 * ?x)] =>
      first [rewrite (exp_up s x) by lra | rewrite (exp_down s x) by lra | rewrite (exp_flat s x) by lra]
  | |- context [Rpower ?a ?r] =>
      first [rewrite (power_up a r) by lra | rewrite (power_flat a r) by lra | rewrite (power_down a r) by lra]
  end.
Ltac link_values := unfold dot; cbn [sum];
  repeat match goal with |- context [link ?p ?z ?i] =>
    first [rewrite (link_pow 1 p z i) by (cbn [INR]; lra || lia) | rewrite (link_pow 2 p z i) by (cbn [INR]; lra || lia)
          | rewrite (link_pow 3 p z i) by (cbn [INR]; lra || lia)] end.
Ltac compare := evaluate; decide_reals; lra.
Ltac decided := unfold errs, errs_linked, errs_at, positive; cbn [fst snd label]; link_values;
  match goal with
  | |- context [leb ?a ?b] =>
      first [replace (leb a b) with true by (symmetry; apply leb_true; compare)
            | replace (leb a b) with false by (symmetry; apply leb_false; compare)]
  | |- context [ltb ?a ?b] =>
      first [replace (ltb a b) with true by (symmetry; apply ltb_true; compare)
            | replace (ltb a b) with false by (symmetry; apply ltb_false; compare)]
  end; reflexivity.
Ltac side := cbn [below above widen shift label_interval low high];
  solve [reflexivity | first [apply ltb_true | apply ltb_false | apply leb_true | apply leb_false]; compare | decided].
Ltac cost := cbn [widen shift label_interval low high]; unfold error_probability, share_in_error, Rmax, Rmin; compare.
Ltac weights := intros i Hi; repeat first [exfalso; lia | destruct i as [|i]; [clear Hi; compare|]].
Ltac looks := first [apply perceptron_looks | apply exponentiated_looks | apply winnow_looks
  | apply errs_judges | apply errs_at_judges
  | apply errs_linked_judges; intros z z' H i Hi; unfold link, exponential, hyperbolic; rewrite (H i Hi); reflexivity].
Ltac trial_of_a_rule := intros n; unfold n; clear n;
  split; [intros i Hi; repeat first [exfalso; lia | destruct i as [|i]; [clear Hi|]]|];
  cbv [vector dot sum label nth fst snd Rmax Rmin sign_of];
  repeat match goal with
  | |- context [Rlt_dec ?a ?b] => let H := fresh in destruct (Rlt_dec a b) as [H|H]; revert H
  | |- context [Rle_dec ?a ?b] => let H := fresh in destruct (Rle_dec a b) as [H|H]; revert H
  end; cbn [INR]; intros; first [lra | exfalso; lra | field; lra].
Ltac finish := cbn [alg_loss mistakes_by expected_mistakes majority_mistakes random_expert_mistakes];
  (reflexivity || lra).
Ltac unfold_run := unfold as_trials, tolerant, doubled, with_bias, mistakes, winnow_mistakes; cbn [map];
  unfold as_trial; cbn [fst snd].
Ltac entries := intros i Hi; unfold upper_half, lower_half, hadamard_target;
  repeat first [exfalso; lia | destruct i as [|i]; [clear Hi; cbn; lra|]].
