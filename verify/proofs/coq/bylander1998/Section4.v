(** * Section 4: mistakes *)

From Boundcheck Require Import Vectors GenBounds GenClaims Runs Premises Learners TwoPlays.
From Boundcheck Require Perceptron EU.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.grove2001 Require Import Definitions.
From Boundcheck.bylander1998 Require Import Definitions Section4Statements.
Open Scope R_scope.

Theorem bylander_4_trial : bylander_4_trial_stmt.
Proof.
  intros n s [x y] yhat. subst yhat. unfold b_bylander_4_trial, one_or_zero; cbn [fst snd].
  generalize (dot n s x); intros d. unfold absolute_target. destruct y; unfold label; interval_cases.
Qed.

Lemma bylander_4_any_holds : bylander_4_any.
Proof.
  intros n step w S m Hm. destruct (observation_4 n step S w m Hm) as (S' & Hs & Hl & Ha).
  exists S'; repeat split; auto. apply Rle_ge, Ha.
Qed.

Lemma losses_of_mistakes {W} (r : rule W) (S : list ctrial) :
  over_play r label classification_target (fun _ yhat side c => Rabs side * (1 - label (snd c) * yhat)) S
  >= over_play r label classification_target (fun _ _ side c =>
       (if Req_EM_T (Rabs side) 1 then 1 else 0) * one_or_zero (ltb 0 (label (snd c)))) S
    + over_play r label classification_target (fun _ _ side c =>
       (if Req_EM_T (Rabs side) 1 then 1 else 0) * one_or_zero (ltb (label (snd c)) 0)) S.
Proof.
  unfold over_play. generalize (first_state r). induction S as [|c S IH]; intros K; unfold over_run in *; [lra|].
  specialize (IH (play r label classification_target K c)). rewrite class_mistake, positives, negatives.
  unfold leb. destruct (Rle_dec _ _), (snd c); cbn [eqb one_or_zero]; repeat destruct (Req_EM_T _ _); lra.
Qed.

Theorem bylander_4 : bylander_4_stmt.
Proof. split; [exact bylander_4_any_holds|]. split; [apply Rge_refl|apply losses_of_mistakes]. Qed.

Theorem bylander_4_eu : bylander_4_eu_stmt. Proof. split; [apply Rge_refl|apply losses_of_mistakes]. Qed.

Theorem bylander_5 : bylander_5_stmt.
Proof.
  intros n U X u S (HX & HU & HS & Hsep%separable_of). in_words. unfold b_bylander_5, eta_bylander_5. apply le_floor.
  replace (/ X ^ 2) with (1 / X ^ 2) by nra. eapply Perceptron.theorem_5; eassumption.
Qed.

Theorem bylander_5_loss : bylander_5_loss_stmt.
Proof.
  intros n U X u S S' (HX & Hl & HU & HS & Hsep%separable_of) Hsub. in_words.
  unfold b_bylander_5_loss, eta_bylander_5_loss.
  replace (/ X ^ 2) with (1 / X ^ 2) by nra. eapply Perceptron.theorem_5_loss; eassumption.
Qed.

(** ** From zero the rate only scales the weights *)

(** Its predictions are positive multiples of each other, and so are on the same sides. *)
Lemma never_apart_scaled {n} (r r' : rule vec) a (S : list ctrial) : 0 < a ->
  first_state r = zero -> first_state r' = zero ->
  (forall K K' x, same n K K' -> prediction r K x = a * prediction r' K' x) ->
  (forall K x y side, next_state r K x y side = fun e => K e + side * x e) ->
  (forall K x y side, next_state r' K x y side = fun e => K e + side * x e) ->
  over_plays r r' label classification_target classification_target
    (fun _ _ side _ _ side' _ => if Req_EM_T (Rabs side) (Rabs side') then 0 else 1) S = 0.
Proof.
  intros Ha E0 E0' Ep En En'. apply never_apart with (same n) (fun _ => True); [apply Forall_forall; auto| |].
  { rewrite E0, E0'. intros i _. reflexivity. }
  intros K K' [x y] _ H. unfold play; cbn [fst snd]. rewrite (Ep K K' x H), side_scaled, En, En'
    by (exact Ha || destruct y; cbn; auto).
  split; [apply equal_predictions; reflexivity|]. intros i Hi. rewrite (H i Hi). reflexivity.
Qed.

Theorem bylander_5_eta : bylander_5_eta_stmt.
Proof.
  intros n eta rate S (He & Hr). apply (@never_apart_scaled n) with (eta / rate); auto; [signs|]. intros K K' x H. cbn.
  rewrite <- dot_scal. apply dot_ext; auto. intros i Hi. rewrite (H i Hi). unfold zero. field. lra.
Qed.

Theorem bylander_5_delta : bylander_5_delta_stmt.
Proof.
  intros n U u S (HU0 & HU & HS & Hsep%separable_of). in_words.
  unfold b_bylander_5_delta, eta_bylander_5_delta, delta_bylander_5_delta, X_bylander_5_delta. apply le_floor.
  replace (/ 1 ^ 2) with (1 / 1 ^ 2) by field. replace (/ (/ U) ^ 2) with (U ^ 2 * 1 ^ 2) by (field; lra).
  eapply Perceptron.theorem_5; try eassumption. lra.
Qed.

Theorem bylander_6 : bylander_6_stmt.
Proof.
  intros n U X u S (HU0 & HX & Hu & HU & HS & Hsep%separable_of). in_words. apply le_floor.
  eapply EU.theorem_6; eassumption.
Qed.

Theorem bylander_6_loss : bylander_6_loss_stmt.
Proof.
  intros n U X u S S' (HU0 & HX & Hl & Hu & HU & HS & Hsep%separable_of) Hsub. in_words.
  eapply EU.theorem_6_loss; eassumption.
Qed.

(** ** With threshold 0 the sum of the weights does not matter *)

Theorem bylander_6_norm : bylander_6_norm_stmt.
Proof.
  intros n U eta S (_ & HU). apply (@never_apart_scaled n) with U; auto. intros K K' x H. cbn.
  assert (same n (fun e => ones e * exp (eta * K e)) (fun e => ones e * exp (eta * K' e))) as E.
  { intros i Hi. rewrite (H i Hi). reflexivity. }
  rewrite (dot_ext n _ _ x x E), (sum_ext n _ _ E) by auto. unfold Rdiv. ring.
Qed.

Theorem bylander_6_litt : bylander_6_litt_stmt.
Proof.
  intros n U u S (HU0 & Hu & HU & HS & Hsep%separable_of). in_words. unfold b_bylander_6_litt, delta_bylander_6_litt.
  apply le_floor.
  replace (2 * ln (INR n) / (/ U) ^ 2) with (2 * U ^ 2 * 1 ^ 2 * ln (INR n)) by (field; lra).
  eapply EU.theorem_6; try eassumption. lra.
Qed.

Lemma rate_below eta U X : 0 < eta -> 0 < U -> 0 <= X -> (0 < X -> eta < 2 / (U * X ^ 2)) -> eta * U * X ^ 2 < 2.
Proof.
  intros He HU [HX| <-] H; [|lra]. assert (0 < U * X ^ 2) by signs. apply (Rmult_lt_compat_r (U * X ^ 2)) in H; auto.
  replace (2 / (U * X ^ 2) * (U * X ^ 2)) with 2 in H by (field; lra). lra.
Qed.

Theorem bylander_7 : bylander_7_stmt.
Proof.
  intros n U X eta u S (HX & He & HU0 & Hr & Hu & HU & HS & Hc%right_of). in_words. apply le_floor.
  apply (rate_below eta U X He HU0 HX) in Hr.
  eapply Rle_trans; [eapply EU.theorem_7; eassumption|apply Req_le; field; lra].
Qed.

Theorem bylander_7_loss : bylander_7_loss_stmt.
Proof.
  intros n U X eta u S S' (HX & He & HU0 & Hr & Hl & Hu & HU & HS & Hc%right_of) Hs. in_words.
  apply (rate_below eta U X He HU0 HX) in Hr.
  eapply EU.theorem_7_loss; try eassumption. eapply Rle_lt_trans; [|exact Hl]. apply Req_le.
  unfold longer_bylander_7_loss. field. lra.
Qed.

Theorem bylander_7_dev : bylander_7_dev_stmt.
Proof.
  intros n U X u [x y] S (HX & Hu & HU & HS) Hin He. rewrite Forall_forall in HS. cbn [fst snd] in He.
  pose proof (HS _ Hin) as Hx. unfold b_bylander_7_dev. pose proof (holder_max n u x X U Hu (Req_le _ _ HU) Hx HX) as H.
  revert H He. unfold trial_loss, as_trial; cbn [fst snd]. generalize (dot n u x); intros d H He.
  apply abs_bounds in H. destruct y; unfold label, label_interval; interval_cases.
Qed.

Theorem bylander_7_267 : bylander_7_267_stmt.
Proof.
  intros n u S (Hz & (i & Hi & E)%(expert_of _ _ Hz) & HS%votes_of). in_words. unfold b_bylander_7_267.
  assert (nonnegative n u) as Hu
    by (intros j Hj; rewrite E by exact Hj; unfold unit_vector; destruct (Nat.eqb j i); lra).
  assert (forall x, dot n u x = x i) as Hdot by (intros x; rewrite <- (dot_unit n i x Hi); apply dot_ext; auto).
  assert (sum n u = 1) as Hsum by (rewrite <- (Hdot (fun _ => 1)); apply sum_ext; intros; ring).
  assert (box_labels n 1 S) as Hbox.
  { eapply Forall_impl; [|exact HS]. intros c Hc j Hj.
    destruct (Hc j Hj) as [-> | ->]; unfold Rabs; destruct (Rcase_abs _); lra. }
  assert (right_or_clear n u S) as Hclear.
  { eapply Forall_impl; [|exact HS]. intros [x y] Hc He; cbn [fst snd] in *. revert He. unfold errs; cbn [fst snd].
    rewrite Hdot, leb_false. destruct (Hc i Hi) as [-> | ->]; destruct y; cbn [label]; lra. }
  eapply Rle_trans; [apply (EU.theorem_7 n (1 / 2) 1 1 u S); auto; lra|].
  assert (1 <= INR n) as Hn by (apply (le_INR 1); lia).
  assert (0 <= ln (INR n)) by (rewrite <- ln_1; apply ln_le_mono; lra). pose proof (pos_INR (cmp_mistakes n u S)). lra.
Qed.

Theorem bylander_fn5 : bylander_fn5_stmt.
Proof.
  intros n U X eta u S (HX & He & Hr & HU & HS & Hc%right_of). in_words. apply le_floor.
  assert (eta * 1 * X ^ 2 < 2) as H by (apply rate_below; auto; [lra|intros H; specialize (Hr H);
    replace (1 * X ^ 2) with (X ^ 2) by ring; exact Hr]).
  eapply Rle_trans; [eapply Perceptron.footnote_5; try eassumption; lra|apply Req_le; field; lra].
Qed.

(** ** Mistakes *)

Lemma mistakes_at_most wrong step S : forall w, (mistakes_by wrong step w S <= length S)%nat.
Proof.
  induction S as [|c S IH]; intros w; cbn; [lia|].
  destruct (wrong w c); [specialize (IH (step (label (snd c)) w (fst c)))|specialize (IH w)]; lia.
Qed.

Theorem bylander_5_exact : bylander_5_exact_stmt.
Proof.
  intros n U X u S (HX & HU & HS & Hsep%separable_of). in_words. unfold b_bylander_5_exact, eta_bylander_5_exact.
  apply Rmin_glb.
  - apply le_INR, mistakes_at_most.
  - apply le_floor. replace (/ X ^ 2) with (1 / X ^ 2) by nra. eapply Perceptron.theorem_5; eassumption.
Qed.

(** ** A wrong vote costs at least half of what the experts in error pay *)

Section Vote.
Variables (tie : bool) (n : nat) (beta : R).
Hypotheses (Hn : (0 < n)%nat) (Hbeta : 0 < beta < 1).
Notation wrong := (errs_at tie n 0).

Lemma penalty_positive sgn w x : (forall i, (i < n)%nat -> 0 < w i) ->
  forall i, (i < n)%nat -> 0 < penalty beta sgn w x i.
Proof. intros Hw i Hi. unfold penalty. specialize (Hw i Hi). destruct (Rlt_dec _ _); nra. Qed.

Lemma penalty_sum w c : votes n (fst c) -> wrong w c = true -> (forall i, (i < n)%nat -> 0 < w i) ->
  sum n (penalty beta (label (snd c)) w (fst c)) <= (1 + beta) / 2 * sum n w.
Proof.
  destruct c as [x y]; cbn [fst snd]. intros Hx He Hw.
  assert (label y * dot n w x <= 0) as Hd.
  { unfold errs_at, positive in He; cbn [fst snd] in He.
    destruct tie, y; cbn [label]; match type of He with context [?f 0 ?d] => destruct (f 0 d) eqn:E end;
      rewrite ?leb_true, ?leb_false, ?ltb_true, ?ltb_false in E; lra. }
  assert (sum n (penalty beta (label y) w x) = (1 + beta) / 2 * sum n w + (1 - beta) / 2 * (label y * dot n w x)) as ->.
  { unfold dot. rewrite <- !sum_scal, <- sum_plus. apply sum_ext. intros i Hi. unfold penalty.
    destruct (Rlt_dec (label y * x i) 0), y, (Hx i Hi) as [E|E]; rewrite E; cbn [label] in *; lra. }
  nra.
Qed.

Lemma vote_bound i S : (i < n)%nat -> Forall (fun c => votes n (fst c)) S ->
  forall w, (forall i, (i < n)%nat -> 0 < w i) -> - ln ((1 + beta) / 2) * INR (mistakes_by wrong (penalty beta) w S)
  <= ln (sum n w) - ln (w i) - ln beta * INR (expert_mistakes i S).
Proof.
  intros Hi. assert (ln beta < 0) as Hlb by (rewrite <- ln_1; apply ln_increasing; lra).
  induction 1 as [|[x y] S Hc HS IH]; intros w Hw; cbn [mistakes_by expert_mistakes fst snd].
  - cbn [INR]. assert (ln (w i) <= ln (sum n w)); [|lra]. apply ln_le_mono; auto. apply sum_term_le; auto. left; auto.
  - rewrite plus_INR. destruct (wrong w (x, y)) eqn:He.
    + pose proof (penalty_positive (label y) w x Hw) as Hw'. specialize (IH _ Hw').
      pose proof (penalty_sum w (x, y) Hc He Hw) as Hs. cbn [fst snd] in Hs.
      apply ln_le_mono in Hs; [|apply sum_pos; assumption]. rewrite ln_mult in Hs by (try apply sum_pos; auto; lra).
      rewrite plus_INR.
      assert (ln (penalty beta (label y) w x i) = ln (w i) + ln beta * INR (if expert_errs i (x, y) then 1 else 0))
        as E.
      { unfold penalty, expert_errs, ltb. destruct (Rlt_dec _ _); cbn [INR]; [|ring]. rewrite ln_mult by (auto; lra).
        ring. }
      cbn [INR]. lra.
    + specialize (IH w Hw). pose proof (pos_INR (if expert_errs i (x, y) then 1 else 0)). nra.
Qed.
End Vote.

Lemma exp_at_least y : -1 <= y / 256 -> (1 + y / 256) ^ 256 <= exp y.
Proof.
  intros Hy. replace (exp y) with (exp (y / 256) ^ 256) by (rewrite exp_power, INR_IZR_INZ; f_equal; field).
  apply pow_incr. split; [lra|apply exp_ineq1_le].
Qed.

(** ln(2/(1 + 1/e)) >= 25/66. *)
Lemma constant_264 : ln ((1 + exp (- 1)) / 2) <= - (25 / 66).
Proof.
  rewrite <- (ln_exp (- (25 / 66))). pose proof (exp_at_least 1 ltac:(lra)) as H1.
  pose proof (exp_at_least (- (25 / 66)) ltac:(lra)) as H2.
  assert (exp (- 1) * exp 1 = 1) as E by (transitivity (exp 0); [rewrite <- exp_plus; f_equal; lra|apply exp_0]).
  assert (27120 / 10000 <= exp 1) as L1 by nra.
  assert (6844 / 10000 <= exp (- (25 / 66))) as L2
    by (eapply Rle_trans; [|exact H2]; replace (1 + - (25 / 66) / 256) with (16871 / 16896) by field; lra). clear H1 H2.
  pose proof (exp_pos (- 1)) as P. apply ln_le_mono; [lra|]. nra.
Qed.

(** The comparator that is 1 on expert i alone errs where the expert does. *)
Lemma expert_of_comparator n i u S : (i < n)%nat -> (forall j, (j < n)%nat -> u j = unit_vector i j) ->
  Forall (fun c => votes n (fst c)) S -> cmp_mistakes n u S = expert_mistakes i S.
Proof.
  intros Hi Hu HS. induction HS as [|[x y] S Hc HS IH]; auto. cbn [cmp_mistakes expert_mistakes fst snd] in *.
  replace (errs n u (x, y)) with (expert_errs i (x, y)); auto. unfold expert_errs, errs; cbn [fst snd].
  rewrite (dot_ext n u (unit_vector i) x x Hu (fun _ _ => eq_refl)), (dot_unit n i x Hi). unfold leb, ltb.
  destruct (Hc i Hi) as [-> | ->]; destruct y; cbn [label]; decide_reals; lra.
Qed.

Theorem bylander_7_264 : bylander_7_264_stmt.
Proof.
  intros n u S (Hz & (i & Hi & Hu)%(expert_of _ _ Hz) & HS%votes_of). unfold beta_bylander_7_264.
  rewrite vote_mistakes by (signs || exact HS).
  rewrite (expert_of_comparator n i u S Hi Hu HS). unfold b_bylander_7_264.
  assert (0 < exp (- 1) < 1) as Hb by (split; [signs|rewrite <- exp_0; apply exp_increasing; lra]).
  pose proof (vote_bound true n (exp (- 1)) ltac:(lia) Hb i S Hi HS ones ltac:(intros; unfold ones; lra)) as H.
  rewrite ln_exp in H. pose proof constant_264 as HC. unfold ones at 2 3 in H.
  replace (sum n (fun _ => 1)) with (INR n) in H by (rewrite sum_const; ring). rewrite ln_1 in H.
  set (M := INR (mistakes_by _ _ _ _)) in *.
  pose proof (pos_INR (mistakes_by (errs_at true n 0) (penalty (exp (- 1))) ones S)) as HM. fold M in HM. nra.
Qed.
