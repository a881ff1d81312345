(** * The learners of the table play as those of the proofs do: proved once a learner, and once a version *)

From Coq Require Import FunctionalExtensionality.
From Boundcheck Require Import Vectors Runs.
From Boundcheck Require Export GenLearners.
From Boundcheck.classics Require Import Definitions Rules.
From Boundcheck.grove2001 Require Import Definitions.
From Boundcheck.bylander1998 Require Import Definitions.
Open Scope R_scope.

Lemma positives (c : ctrial) : ltb 0 (label (snd c)) = eqb (snd c) true.
Proof. unfold ltb. destruct (snd c); cbn [label eqb]; decide_reals; auto; lra. Qed.
Lemma negatives (c : ctrial) : ltb (label (snd c)) 0 = eqb (snd c) false.
Proof. unfold ltb. destruct (snd c); cbn [label eqb]; decide_reals; auto; lra. Qed.

(** ** Learners that move to a side as [step] does, on the state [z], whose weights are [f z] *)

Definition follows {W} (n : nat) (r : rule W) (z : W -> vec) (f : vec -> vec) (step : learner) (start : vec) : Prop :=
  (forall v v', same n v v' -> same n (f v) (f v')) /\
  (forall K x, prediction r K x = dot n (f (z K)) x) /\
  same n start (z (first_state r)) /\
  (forall K x y v, same n v (z K) ->
    same n v (z (next_state r K x y 0)) /\
    forall sgn, sgn = 1 \/ sgn = -1 -> same n (step sgn v x) (z (next_state r K x y sgn))).

(** Runs of states that stay related, where the trials have [P]. *)
Lemma over_play_simulated {W A V} (r : rule W) number target value (rule' : V -> vec * A -> V) value'
    (alike : W -> V -> Prop) (P : vec * A -> Prop) v (S : list (vec * A)) : Forall P S -> alike (first_state r) v ->
  (forall K v c, P c -> alike K v -> alike (play r number target K c) (rule' v c)) ->
  (forall K v c, P c -> alike K v ->
    value K (prediction r K (fst c)) (side_of (prediction r K (fst c)) (target (snd c))) c = value' v c) ->
  over_play r number target value S = over_run rule' value' v S.
Proof.
  intros HS H0 Hr Hv. unfold over_play. revert v H0. generalize (first_state r).
  induction HS as [|c S Hc HS IH]; intros K v E; [reflexivity|]. unfold over_run in *.
  rewrite (Hv _ _ _ Hc E), (IH (play r number target K c) (rule' v c)); auto.
Qed.

(** [wrong] says where the prediction is on the other side of the target than the label. *)
Definition misses (n : nat) (f : vec -> vec) (target : bool -> interval) (wrong : vec -> ctrial -> bool) : Prop :=
  forall v c, side_of (dot n (f v) (fst c)) (target (snd c)) = if wrong v c then label (snd c) else 0.

Ltac sides := intros v [x []]; unfold side_of, below, above, errs_at, errs, positive, ltb, leb;
  cbn [low high fst snd label]; match goal with |- context [dot ?n ?v ?x] => generalize (dot n v x); intros end;
  decide_reals; cbn; lra || auto.

Lemma misses_class n : misses n (fun v => v) classification_target (errs n). Proof. unfold classification_target;
  sides. Qed.
Lemma misses_threshold n f theta : misses n f (threshold_target theta) (fun v => errs_at true n theta (f v)).
Proof. unfold threshold_target; sides. Qed.
Lemma misses_threshold_above n theta : misses n (fun v => v) (threshold_above_target theta) (errs_at false n theta).
Proof. unfold threshold_above_target; sides. Qed.

Section Follows.
Context {W : Type} (n : nat) (r : rule W) (z : W -> vec) (f : vec -> vec) (step : learner) (start : vec).
Hypothesis F : follows n r z f step start.

Lemma dot_in K v x : same n v (z K) -> dot n (f v) x = prediction r K x.
Proof. destruct F as (Hf & Hp & _). intros E. rewrite Hp. apply dot_ext; [exact (Hf _ _ E)|reflexivity]. Qed.

Lemma over_play_run {A} number target value (rule' : vec -> vec * A -> vec) value' (S : list (vec * A)) :
  (forall K v c, same n v (z K) -> same n (rule' v c) (z (play r number target K c))) ->
  (forall K v c, same n v (z K) ->
    value K (prediction r K (fst c)) (side_of (prediction r K (fst c)) (target (snd c))) c = value' v c) ->
  over_play r number target value S = over_run rule' value' start S.
Proof.
  intros Hr Hv. apply over_play_simulated with (fun K v => same n v (z K)) (fun _ => True); auto; [|apply F].
  apply Forall_forall. auto.
Qed.

Lemma over_play_mistakes target (wrong : vec -> ctrial -> bool) (value : R -> ctrial -> R) (S : list ctrial) :
  misses n f target wrong -> (forall c, value 0 c = 0) ->
  over_play r label target (fun _ _ side c => value (Rabs side) c) S
    = over_run (fun v c => if wrong v c then step (label (snd c)) v (fst c) else v)
        (fun v c => if wrong v c then value 1 c else 0) start S.
Proof.
  intros Hw H0. apply over_play_run.
  - intros K v c E. unfold play. rewrite <- (dot_in K v (fst c) E), Hw.
    destruct F as (_ & _ & _ & Hs), (Hs K (fst c) (label (snd c)) v E) as [Hs0 Hs1].
    destruct (wrong v c); [apply Hs1|exact Hs0]. destruct (snd c); cbn; auto.
  - intros K v c E. rewrite <- (dot_in K v (fst c) E), Hw. destruct (wrong v c); [|rewrite Rabs_R0; auto].
    replace (Rabs (label (snd c))) with 1; auto. destruct (snd c); cbn [label]; [|rewrite Rabs_left by lra; ring].
    symmetry. apply Rabs_R1.
Qed.

Lemma mistakes_of_play target wrong (S : list ctrial) : misses n f target wrong ->
  over_play r label target (fun _ _ side _ => Rabs side) S = INR (mistakes_by wrong step start S).
Proof.
  intros Hw. rewrite (over_play_mistakes target wrong (fun e _ => e)) by auto. apply over_run_mistakes; auto.
Qed.

Lemma mistakes_on_play y target wrong (on : ctrial -> bool) (S : list ctrial) : misses n f target wrong ->
  (forall c, on c = eqb (snd c) y) ->
  over_play r label target (fun _ _ side c => Rabs side * one_or_zero (on c)) S = INR (mistakes_on y wrong step start S).
Proof.
  intros Hw Hon. rewrite (over_play_mistakes target wrong (fun e c => e * one_or_zero (on c))) by (auto; intros; ring).
  clear - Hon. revert start. induction S as [|c S IH]; intros v; [reflexivity|]. unfold over_run in *.
  cbn [mistakes_on]. rewrite IH. destruct (wrong v c); [|ring]. rewrite Hon, plus_INR.
  destruct (eqb (snd c) y); cbn [one_or_zero INR]; ring.
Qed.

Lemma margins_of_play target wrong u (S : list ctrial) : misses n f target wrong ->
  over_play r label target (fun _ _ side c => Rabs side * label (snd c) * dot n u (fst c)) S
    = margin_sum n u wrong step start S.
Proof.
  intros Hw. rewrite (over_play_mistakes target wrong (fun e c => e * label (snd c) * dot n u (fst c))) by (auto;
    intros; ring).
  clear. revert start. induction S as [|[x y] S IH]; intros v; [reflexivity|]. unfold over_run in *.
  cbn [margin_sum fst snd]. rewrite IH. destruct (wrong v _); ring.
Qed.
End Follows.

Section Plain.
Context {W : Type} (n : nat) (r : rule W) (z : W -> vec) (step : learner) (start : vec).
Hypothesis F : follows n r z (fun v => v) step start.

Lemma stays_same {A} number (target : A -> interval) K v (c : vec * A) : same n v (z K) ->
  same n (update n step v (fst c, target (snd c))) (z (play r number target K c)).
Proof.
  intros E. unfold play, update, side_of; cbn [fst snd].
  rewrite (dot_in n r z (fun v => v) step start F K v (fst c) E).
  destruct F as (_ & _ & _ & Hs), (Hs K (fst c) (number (snd c)) v E) as [H0 H1].
  destruct (below _ _); [|destruct (above _ _)]; auto.
Qed.

(** Losses: those of the trials with their targets in the place of outcomes. *)
Lemma loss_of_play {A} number (target : A -> interval) S :
  over_play r number target (fun _ yhat _ c => loss yhat (target (snd c))) S
    = alg_loss n step start (map (fun c => (fst c, target (snd c))) S).
Proof.
  rewrite (over_play_run n r z (fun v => v) step start F number target _
    (fun v c => update n step v (fst c, target (snd c))) (fun v c => trial_loss n v (fst c, target (snd c)))).
  - clear F. revert start. induction S as [|c S IH]; intros v; [reflexivity|]. cbn [map alg_loss]. unfold over_run in *.
    rewrite IH. reflexivity.
  - intros K v c. apply stays_same.
  - intros K v c E. unfold trial_loss; cbn [fst snd].
    rewrite (dot_in n r z (fun v => v) step start F K v (fst c) E). reflexivity.
Qed.

Lemma loss_of_intervals (S : list trial) :
  over_play r (fun _ => 0) (fun I => I) (fun _ yhat _ c => loss yhat (snd c)) S = alg_loss n step start S.
Proof.
  rewrite (loss_of_play _ (fun I => I)). f_equal. erewrite map_ext; [apply map_id|]. intros []; auto.
Qed.

Lemma state_of_intervals (S : list trial) :
  same n (weights_after n step start S) (z (after_play r (fun _ => 0) (fun I => I) S)).
Proof.
  assert (forall v K, same n v (z K) ->
    same n (weights_after n step v S) (z (fold_left (play r (fun _ => 0) (fun I => I)) S K))) as H by
    (induction S as [|[x I] S' IH]; intros v K E; [exact E|]; apply IH, (stays_same _ (fun I => I) K v (x, I) E)).
  apply H, F.
Qed.

Lemma loss_of_tolerance tau (S : list trial) :
  over_play r (fun _ => 0) (widen tau) (fun _ yhat _ c => loss yhat (widen tau (snd c))) S
    = alg_loss n step start (tolerant tau S).
Proof. apply loss_of_play. Qed.

Lemma loss_of_labels (S : list ctrial) :
  over_play r label absolute_target (fun _ yhat _ c => loss yhat (absolute_target (snd c))) S
    = alg_loss n step start (as_trials S).
Proof. apply loss_of_play. Qed.

Lemma randomised y : randomised_target y = widen (1 / 2) (label_interval y).
Proof.
  destruct y; [apply (f_equal (fun a => Interval (Closed a) Infinite))|
    apply (f_equal (fun a => Interval Infinite (Closed a)))]; lra.
Qed.

Lemma loss_of_random_labels (S : list ctrial) :
  over_play r label randomised_target (fun _ yhat _ c => loss yhat (randomised_target (snd c))) S
    = alg_loss n step start (tolerant (1 / 2) (as_trials S)).
Proof.
  rewrite loss_of_play. unfold tolerant, as_trials. rewrite map_map. f_equal. apply map_ext.
  intros [x y]; cbn [fst snd as_trial]. rewrite randomised. reflexivity.
Qed.

Lemma errors_of_random_labels (S : list ctrial) :
  over_play r label randomised_target (fun _ yhat _ c => Rmax 0 (Rmin 1 (1 / 2 - label (snd c) * yhat))) S
    = expected_mistakes n step start S.
Proof.
  rewrite (over_play_run n r z (fun v => v) step start F label randomised_target _
    (fun v c => update n step v (fst c, widen (1 / 2) (label_interval (snd c))))
    (fun v c => error_probability (dot n v (fst c)) (snd c))).
  - clear F. revert start. induction S as [|c S IH]; intros v; [reflexivity|]. unfold over_run in *.
    cbn [expected_mistakes]. rewrite IH. reflexivity.
  - intros K v [x y] E. cbn [fst snd]. rewrite <- randomised. apply (stays_same _ randomised_target K v (x, y) E).
  - intros K v c E. rewrite (dot_in n r z (fun v => v) step start F K v (fst c) E). reflexivity.
Qed.
End Plain.

(** ** The learners *)

#[global] Create HintDb learners.

Lemma perceptron_follows n eta s :
  follows n (perceptron_rule n eta s) (fun K i => s i + eta * K i) (fun v => v) (perceptron eta) s.
Proof.
  unfold perceptron; repeat split; auto; intros; cbn.
  - intros i _. unfold zero. ring.
  - intros i Hi. rewrite H by exact Hi. ring.
  - intros i Hi. rewrite H by exact Hi. ring.
Qed.

Lemma exponentiated_follows n eta U :
  follows n (exponentiated_rule n eta U ones) (weights_in (exponentiated_rule n eta U ones)) (fun v => v)
    (exponentiated n eta U) (uniform n U).
Proof.
  assert (forall K : vec, (0 < n)%nat -> 0 < sum n (fun e => ones e * exp (eta * K e))) as HM.
  { intros K Hn. eapply Rlt_le_trans; [apply (exp_pos (eta * K 0%nat))|].
    pose proof (sum_term_le n (fun e => ones e * exp (eta * K e)) 0%nat Hn) as H. cbn beta in H.
    unfold ones at 1 in H. rewrite Rmult_1_l in H. apply H. intros j _. unfold ones. pose proof (exp_pos (eta * K j)). lra. }
  repeat split; auto; intros; cbn [exponentiated_rule weights_in first_state next_state prediction].
  - unfold dot, Rdiv. rewrite <- sum_scal, <- sum_scal_r. apply sum_ext; intros; ring.
  - intros i _. unfold uniform, ones, zero.
    rewrite (sum_ext n _ (fun _ => 1)) by (intros; rewrite Rmult_0_r, exp_0; ring).
    rewrite sum_const, Rmult_0_r, exp_0. unfold Rdiv. f_equal; [ring|f_equal; ring].
  - intros i Hi. rewrite H by exact Hi. cbn [exponentiated_rule weights_in].
    replace (K i + 0 * x i) with (K i) by ring.
    rewrite (sum_ext n (fun e => ones e * exp (eta * (K e + 0 * x e))) (fun e => ones e * exp (eta * K e))); auto.
    intros j _. replace (K j + 0 * x j) with (K j) by ring. reflexivity.
  - intros i Hi. unfold exponentiated. cbn [exponentiated_rule weights_in] in H.
    set (M := sum n (fun e => ones e * exp (eta * K e))) in *.
    assert (0 < M) as HM' by (apply HM; lia).
    rewrite (sum_ext n (fun j => v j * exp (sgn * eta * x j))
      (fun j => U / M * (ones j * exp (eta * (K j + sgn * x j))))).
    + rewrite sum_scal, H by exact Hi. pose proof (HM (fun e => K e + sgn * x e) ltac:(lia)) as H2.
      cbn beta in H2.
      set (M' := sum n (fun j => ones j * exp (eta * (K j + sgn * x j)))) in *.
      unfold ones. rewrite Rmult_plus_distr_l, exp_plus.
      replace (eta * (sgn * x i)) with (sgn * eta * x i) by ring.
      destruct (Req_dec U 0) as [->|HU]; [unfold Rdiv; ring|]. field. repeat split; lra.
    + intros j Hj. rewrite H by exact Hj. unfold ones. rewrite Rmult_plus_distr_l, exp_plus.
      replace (eta * (sgn * x j)) with (sgn * eta * x j) by ring. unfold Rdiv. ring.
Qed.

(** On (x, -x). *)
Lemma loss_of_doubled n eta U (S : list trial) :
  over_play (doubled_exponentiated_rule n eta U) (fun _ => 0) (fun I => I) (fun _ yhat _ c => loss yhat (snd c)) S
    = alg_loss (n + n) (exponentiated (n + n) eta U) (uniform (n + n) U) (doubled n S).
Proof.
  rewrite <- (loss_of_intervals _ _ _ _ _ (exponentiated_follows (n + n) eta U)). unfold over_play at 2, doubled.
  rewrite <- over_run_map.
  assert (forall K x, prediction (exponentiated_rule (n + n) eta U ones) (double n K) (double n x)
    = prediction (doubled_exponentiated_rule n eta U) K x) as HP.
  { intros K x. cbn. unfold dot. rewrite !sum_split, <- !sum_plus.
    assert (forall i, (i < n)%nat -> double n K i = K i /\ double n K (n + i)%nat = - K i /\
      double n x i = x i /\ double n x (n + i)%nat = - x i) as D.
    { intros i Hi. unfold double. destruct (Nat.ltb_spec i n), (Nat.ltb_spec (n + i) n); try lia.
      replace (n + i - n)%nat with i by lia. auto. }
    f_equal; [f_equal|]; apply sum_ext; intros i Hi; destruct (D i Hi) as (E1 & E2 & E3 & E4);
      unfold ones, exponential; rewrite ?E1, ?E2, ?E3, ?E4; replace (eta * - K i) with (- eta * K i) by ring;
      try replace (- (eta * K i)) with (- eta * K i) by ring; ring. }
  apply over_play_simulated with (fun K K' => K' = double n K) (fun _ => True).
  - apply Forall_forall. auto.
  - cbn. apply functional_extensionality. intros i. unfold zero, double. destruct (Nat.ltb i n); ring.
  - intros K v c _ ->. unfold play; cbn [fst snd]. rewrite HP. cbn. apply functional_extensionality. intros i.
    unfold double. destruct (Nat.ltb i n); ring.
  - intros K v c _ ->. cbn [fst snd]. rewrite HP. reflexivity.
Qed.

Lemma winnow_follows n alpha : 0 < alpha ->
  follows n (winnow_rule n alpha) (fun K i => Rpower alpha (K i)) (fun v => v) (winnow alpha) ones.
Proof.
  assert (forall y, 0 < alpha -> raised alpha y = Rpower alpha y) as E.
  { intros y Ha. unfold raised, power. destruct (Req_EM_T y 0) as [->|]; [rewrite Rpower_O; auto|].
    destruct (Req_EM_T alpha 0); [lra|]. rewrite Rabs_pos_eq by lra. reflexivity. }
  intros Ha. unfold winnow; repeat split; auto; intros; cbn.
  - apply dot_ext; auto.
  - intros i _. unfold zero, ones. symmetry. apply Rpower_O, Ha.
  - intros i Hi. rewrite H by exact Hi. f_equal. ring.
  - intros i Hi. rewrite H by exact Hi. symmetry. apply Rpower_plus.
Qed.

(** Those that transform the state z. *)
Lemma transforming n (f : R -> R) a s (r : rule vec) (F : vec -> vec) : (forall v, F v = componentwise f v) ->
  first_state r = zero -> (forall K x, prediction r K x = dot n (F (fun i => s i + a * K i)) x) ->
  (forall K x y side, next_state r K x y side = fun e => K e + side * x e) ->
  follows n r (fun K i => s i + a * K i) F (perceptron a) s.
Proof.
  intros EF E0 Ep En. unfold perceptron; repeat split; auto; intros; rewrite ?E0, ?En.
  - intros i Hi. rewrite !EF. unfold componentwise. f_equal. auto.
  - intros i _. unfold zero. ring.
  - intros i Hi. rewrite H by exact Hi. ring.
  - intros i Hi. rewrite H by exact Hi. ring.
Qed.

Lemma p_norm_follows n p a s :
  follows n (p_norm_rule n p a s) (fun K i => s i + a * K i) (link p) (perceptron a) s.
Proof.
  apply transforming with (fun y => signed_power y (p - 1)); auto.
Qed.

Lemma p_norm_2_follows n a s :
  follows n (p_norm_rule n 2 a s) (fun K i => s i + a * K i) (fun v => v) (perceptron a) s.
Proof.
  apply transforming with (fun y => y); auto. intros K x. cbn. apply dot_ext; auto. intros i _. unfold link, signed_power, sign_of, power.
  replace (2 - 1) with 1 by ring. generalize (s i + a * K i) as y. intros y.
  destruct (Req_EM_T y 0) as [->|Hy]; [ring|]. rewrite Rpower_1 by (apply Rabs_pos_lt, Hy).
  destruct (Rlt_dec 0 y); [rewrite Rabs_right by lra|destruct (Rlt_dec y 0); [rewrite Rabs_left by lra|]]; lra.
Qed.

Lemma qa_exp_follows n a :
  follows n (qa_exp_rule n a) (fun K i => zero i + a * K i) exponential (perceptron a) zero.
Proof.
  apply transforming with exp; auto. intros K x. cbn. apply dot_ext; auto. intros i _. unfold exponential, zero.
  f_equal.
  ring.
Qed.

Lemma qa_sinh_follows n a :
  follows n (qa_sinh_rule n a) (fun K i => zero i + a * K i) hyperbolic (perceptron a) zero.
Proof.
  apply transforming with (fun y => exp y - exp (- y)); auto. intros K x. cbn. apply dot_ext; auto. intros i _.
  unfold exponential, hyperbolic, zero. f_equal; f_equal; ring.
Qed.

Lemma qa_f_follows n k a :
  follows n (qa_f_rule n k a) (fun K i => zero i + a * K i) (componentwise (interpolating k)) (perceptron a) zero.
Proof.
  apply transforming with (interpolating k); auto. intros K x. cbn. apply dot_ext; auto. intros i _.
  unfold componentwise, interpolating, zero. rewrite Rplus_0_l. reflexivity.
Qed.

(** With the bias trick the last weight is minus the threshold. *)
Lemma bias_perceptron_mistakes n eta (S : list ctrial) :
  over_play (bias_perceptron_rule n eta 0 zero) label (threshold_target 0) (fun _ _ side _ => Rabs side) S
    = INR (mistakes_by (errs_at true (n + 1) 0) (perceptron eta) zero (with_bias n S)).
Proof.
  rewrite <- (over_run_mistakes
    (fun v c => if errs_at true (n + 1) 0 v c then perceptron eta (label (snd c)) v (fst c) else v)
    (fun v c => if errs_at true (n + 1) 0 v c then 1 else 0)) by reflexivity.
  unfold with_bias. rewrite <- (over_run_map (fun c : ctrial => (fun i => if (i <? n)%nat then fst c i else 1, snd c))).
  assert (forall (K : vec * R) v (c : ctrial), same n (weights_in (bias_perceptron_rule n eta 0 zero) K) v -> v n = -
    snd K ->
    side_of (prediction (bias_perceptron_rule n eta 0 zero) K (fst c)) (threshold_target 0 (snd c))
    = if errs_at true (n + 1) 0 v (fun i => if (i <? n)%nat then fst c i else 1, snd c) then label (snd c) else 0) as
      Hs.
  { intros K v c E En.
    pose proof (misses_threshold (n + 1) (fun v => v) 0 v (fun i => if (i <? n)%nat then fst c i else 1, snd c)) as M.
    cbn [fst snd] in M. rewrite <- M. f_equal.
    rewrite Nat.add_1_r. cbn [bias_perceptron_rule prediction]. unfold dot. cbn [sum]. rewrite Nat.ltb_irrefl, En.
    unfold Rminus. f_equal; [|ring]. apply sum_ext. intros i Hi. rewrite <- (E i Hi).
    destruct (Nat.ltb_spec i n); [reflexivity|lia]. }
  apply over_play_simulated with
    (fun (K : vec * R) v => same n (weights_in (bias_perceptron_rule n eta 0 zero) K) v /\ v n = - snd K) (fun _ =>
      True).
  - apply Forall_forall. auto.
  - split; [intros i _|]; cbn; unfold zero; ring.
  - intros K v c _ [E En]. unfold play. rewrite (Hs K v c E En). cbn [fst snd].
    destruct (errs_at _ _ _ _ _); unfold perceptron; cbn [bias_perceptron_rule next_state weights_in fst snd] in *.
    + split; [intros i Hi; rewrite <- (E i Hi); destruct (Nat.ltb_spec i n); [ring|lia]|].
      rewrite En, Nat.ltb_irrefl. ring.
    + split; [intros i Hi; rewrite <- (E i Hi); ring|]. rewrite En. ring.
  - intros K v c _ [E En]. rewrite (Hs K v c E En). destruct (errs_at _ _ _ _ _); [|apply Rabs_R0].
    destruct (snd c); cbn [label]; [apply Rabs_R1|rewrite Rabs_left by lra; ring].
Qed.

(** Experts that pay for what they say; they say 1 or -1. *)
Lemma raised_next b y : 0 <= b -> 0 <= y -> raised b (y + 1) = b * raised b y.
Proof.
  intros Hb Hy. unfold raised, power. destruct (Req_EM_T (y + 1) 0); [lra|].
  destruct (Req_EM_T b 0) as [->|]; [ring|]. rewrite Rabs_pos_eq by exact Hb.
  rewrite Rpower_plus, Rpower_1 by lra. destruct (Req_EM_T y 0) as [->|]; [rewrite Rpower_O by lra|]; ring.
Qed.

Lemma raised_start b : raised b 0 = 1. Proof. unfold raised. destruct (Req_EM_T 0 0); lra. Qed.

(** What experts have paid: it is not negative, and makes the weights v. *)
Definition paid (n : nat) (b : R) (K v : vec) : Prop := forall i, (i < n)%nat -> 0 <= K i /\ v i = raised b (K i).

Lemma paid_nothing n b : paid n b zero ones.
Proof. intros i _. unfold zero, ones. rewrite raised_start. lra. Qed.

Ltac pays x i H := let E := fresh in destruct (H i ltac:(assumption)) as [E|E]; cbn [fst snd label] in *; rewrite ?E;
  unfold expert_errs, ltb; cbn [fst snd label]; rewrite ?E;
  repeat (destruct (Req_EM_T _ _) || destruct (Rlt_dec _ _)); try lra.

Lemma vote_mistakes n beta (S : list ctrial) : 0 < beta -> Forall (fun c => votes n (fst c)) S ->
  over_play (weighted_majority_vote_rule n beta) label classification_target (fun _ _ side _ => Rabs side) S
    = INR (mistakes_by (errs_at true n 0) (penalty beta) ones S).
Proof.
  intros Hb HS. rewrite <- (over_run_mistakes
    (fun v c => if errs_at true n 0 v c then penalty beta (label (snd c)) v (fst c) else v)
    (fun v c => if errs_at true n 0 v c then 1 else 0)) by reflexivity.
  assert (forall (K v x : vec), paid n beta K v ->
    prediction (weighted_majority_vote_rule n beta) K x = (if leb 0 (dot n v x) then 1 else -1)) as Hp.
  { intros K v x E. cbn.
  rewrite (dot_ext n (fun e => raised beta (K e)) v x x) by (auto; intros i Hi; symmetry; apply (E i Hi)).
    destruct (leb _ _); cbn; ring. }
  apply over_play_simulated with (paid n beta) (fun c => votes n (fst c)); [exact HS|apply paid_nothing|..].
  - intros K v [x y] Hc E i Hi. specialize (Hp K v x E). cbn in Hp. cbn. rewrite Hp.
    unfold errs_at, positive, penalty; cbn [fst snd]. destruct (E i Hi) as [HK Ev].
    destruct (leb 0 (dot n v x)), y; cbn [eqb negb label]; rewrite Ev; pays x i Hc;
      rewrite ?Rmult_0_l, ?Rmult_0_r, ?Rmult_1_l, ?Rplus_0_r, ?raised_next by lra; split; lra.
  - intros K v [x y] Hc E. specialize (Hp K v x E). cbn in Hp. cbn. rewrite Hp.
    unfold errs_at, positive, side_of, below, above, classification_target; cbn [fst snd].
    destruct (leb 0 (dot n v x)) eqn:D, y; cbn [eqb negb low high]; unfold leb; decide_reals; unfold Rabs;
      destruct (Rcase_abs _); lra.
Qed.

(** Both forms of Weighted Majority: the weights are those of [penalise] after each trial. *)
Lemma charged n eta (K v x : vec) y : 0 <= 1 - eta -> votes n x -> paid n (1 - eta) K v ->
  paid n (1 - eta) (fun i => K i + (if Req_EM_T (x i) (label y) then 0 else 1)) (penalise eta v (x, y)).
Proof.
  intros He Hx E i Hi. destruct (E i Hi) as [HK Ev]. unfold penalise. rewrite Ev.
  destruct y; pays x i Hx; rewrite ?Rplus_0_r, ?raised_next by lra; split; lra.
Qed.

Lemma over_run_majority n eta v (S : list ctrial) :
  over_run (penalise eta) (fun v c => if errs n v c then 1 else 0) v S = INR (majority_mistakes n eta v S).
Proof.
  revert v. induction S as [|c S IH]; intros v; [reflexivity|]. unfold over_run in *. cbn [majority_mistakes].
  rewrite IH, plus_INR. destruct (errs n v c); reflexivity.
Qed.

Lemma majority_vote_mistakes n eta (S : list ctrial) : 0 <= 1 - eta -> Forall (fun c => votes n (fst c)) S ->
  over_play (wma_rule n eta) label classification_target (fun _ _ side _ => Rabs side) S
    = INR (majority_mistakes n eta ones S).
Proof.
  intros He HS. rewrite <- over_run_majority.
  apply over_play_simulated with (paid n (1 - eta)) (fun c => votes n (fst c)); [exact HS|apply paid_nothing|..].
  - intros K v [x y] Hx E. apply charged; auto.
  - intros K v c _ E. replace (prediction (wma_rule n eta) K (fst c)) with (dot n v (fst c))
      by (apply dot_ext; auto; intros i Hi; apply (E i Hi)).
    pose proof (misses_class n v c) as M. cbn beta in M. rewrite M. destruct (errs n v c); [|apply Rabs_R0].
    destruct (snd c); cbn [label]; [apply Rabs_R1|rewrite Rabs_left by lra; ring].
Qed.

Lemma expert_error n eta (K v : vec) (c : ctrial) : votes n (fst c) -> paid n (1 - eta) K v -> 0 < sum n v ->
  1 / 2 - label (snd c) * prediction (rwma_rule n eta) K (fst c) / 2 = share_in_error n v c.
Proof.
  destruct c as [x y]. intros Hx E Hs. cbn. unfold share_in_error; cbn [fst snd] in *.
  rewrite (dot_ext n (fun e => raised (1 - eta) (K e)) v x x) by (auto; intros i Hi; symmetry; apply (E i Hi)).
  rewrite (sum_ext n (fun e => raised (1 - eta) (K e)) v) by (intros i Hi; symmetry; apply (E i Hi)).
  rewrite (sum_ext n (fun i => if expert_errs i (x, y) then v i else 0)
    (fun i => / 2 * v i - label y / 2 * (v i * x i))).
  - rewrite sum_minus, !sum_scal. change (sum n (fun i => v i * x i)) with (dot n v x). field. lra.
  - intros i Hi. destruct y; pays x i Hx; cbn; lra.
Qed.

(** The rate 1 leaves the experts no weights, and is that of a single trial. *)
Lemma random_expert_errors n eta (S : list ctrial) : (0 < n)%nat -> 0 < 1 - eta \/ (length S <= 1)%nat ->
  Forall (fun c => votes n (fst c)) S ->
  over_play (rwma_rule n eta) label expert_target (fun _ yhat _ c => 1 / 2 - label (snd c) * yhat / 2) S
    = random_expert_mistakes n eta ones S.
Proof.
  intros Hn He HS.
  assert (forall v, (forall i, (i < n)%nat -> 0 < v i) -> 0 < sum n v) as Hpos.
  { intros v Hv. eapply Rlt_le_trans; [apply (Hv 0%nat Hn)|]. apply (sum_term_le n v 0%nat Hn). intros i Hi. left.
  auto. }
  transitivity (over_run (penalise eta) (share_in_error n) ones S).
  2: { clear. generalize ones as v. induction S as [|c S IH]; intros v; [reflexivity|]. unfold over_run in *.
    cbn [random_expert_mistakes]. rewrite IH. reflexivity. }
  destruct He as [He|Hl].
  - apply over_play_simulated with (fun K v => paid n (1 - eta) K v /\ forall i, (i < n)%nat -> 0 < v i)
      (fun c => votes n (fst c)); [exact HS|split; [apply paid_nothing|intros i _; unfold ones; lra]|..].
    + intros K v [x y] Hx [E Hv]. split; [apply charged; auto; lra|]. intros i Hi. unfold penalise.
    specialize (Hv i Hi).
      destruct (expert_errs i (x, y)); [apply Rmult_lt_0_compat|]; auto.
    + intros K v c Hx [E Hv]. apply expert_error; auto.
  - destruct HS as [|c S Hx HS]; [reflexivity|]. destruct S as [|c' S]; [|cbn in Hl; lia].
    unfold over_play, over_run. f_equal. apply expert_error; auto; [apply paid_nothing|].
    apply Hpos. intros i _. unfold ones. lra.
Qed.
#[global] Hint Resolve perceptron_follows exponentiated_follows winnow_follows qa_exp_follows qa_sinh_follows
  qa_f_follows : learners.
#[global] Hint Resolve p_norm_2_follows | 0 : learners.
#[global] Hint Resolve p_norm_follows | 1 : learners.
#[global] Hint Resolve misses_class misses_threshold misses_threshold_above : learners.
#[global] Hint Resolve positives negatives : learners.
#[global] Hint Extern 1 (0 < _) => lra : learners.

(** ** Moments of a run: the state is that of [step], in all entries *)

Definition exactly {W} (n : nat) (r : rule W) (z : W -> vec) (f : vec -> vec) (step : learner) (start : vec) : Prop :=
  (forall K x, prediction r K x = dot n (weights_in r K) x) /\
  (forall K, weights_in r K = f (z K)) /\
  z (first_state r) = start /\
  (forall K x y, z (next_state r K x y 0) = z K) /\
  forall K x y sgn, sgn = 1 \/ sgn = -1 -> z (next_state r K x y sgn) = step sgn (z K) x.

Ltac entrywise := repeat split; intros; try reflexivity; apply functional_extensionality; intros i; cbn;
  unfold zero, ones; try ring.

Lemma perceptron_exactly n eta s :
  exactly n (perceptron_rule n eta s) (fun K i => s i + eta * K i) (fun v => v) (perceptron eta) s.
Proof. unfold perceptron. entrywise. Qed.

Lemma p_norm_exactly n p a s : exactly n (p_norm_rule n p a s) (fun K i => s i + a * K i) (link p) (perceptron a) s.
Proof. unfold perceptron. entrywise. Qed.

Lemma qa_exp_exactly n a : exactly n (qa_exp_rule n a) (fun K i => a * K i) exponential (perceptron a) zero.
Proof. unfold perceptron. entrywise. Qed.

Lemma winnow_exactly n alpha : 0 < alpha ->
  exactly n (winnow_rule n alpha) (fun K i => Rpower alpha (K i)) (fun v => v) (winnow alpha) ones.
Proof.
  intros Ha. unfold winnow. entrywise.
  - unfold raised, power. destruct (Req_EM_T _ 0) as [->|]; [rewrite Rpower_O; auto|].
    destruct (Req_EM_T alpha 0); [lra|]. rewrite Rabs_pos_eq by lra. reflexivity.
  - apply Rpower_O, Ha.
  - f_equal. ring.
  - apply Rpower_plus.
Qed.

Section Moments.
Context {W : Type} (n : nat) (r : rule W) (z : W -> vec) (f : vec -> vec) (step : learner) (start : vec).
Context (target : bool -> interval) (wrong : vec -> ctrial -> bool).
Hypotheses (F : exactly n r z f step start) (M : misses n f target wrong).

Lemma weights_exactly K : weights_in r K = f (z K). Proof. apply F. Qed.
Lemma prediction_exactly K x : prediction r K x = dot n (f (z K)) x.
Proof. destruct F as (-> & <- & _). reflexivity. Qed.

Lemma side_exactly K (c : ctrial) :
  side_of (prediction r K (fst c)) (target (snd c)) = if wrong (z K) c then label (snd c) else 0.
Proof. rewrite prediction_exactly. apply M. Qed.

Lemma play_exactly K (c : ctrial) :
  z (play r label target K c) = if wrong (z K) c then step (label (snd c)) (z K) (fst c) else z K.
Proof.
  unfold play. rewrite side_exactly. destruct F as (_ & _ & _ & H0 & H1).
  destruct (wrong (z K) c); [apply H1|apply H0]. destruct (snd c); cbn; auto.
Qed.

Lemma after_exactly S : z (after_play r label target S) = state_after wrong step start S.
Proof.
  unfold after_play. replace start with (z (first_state r)) by apply F. generalize (first_state r).
  induction S as [|c S IH]; intros K; [reflexivity|]. cbn [fold_left state_after]. rewrite IH, play_exactly. reflexivity.
Qed.

Lemma errs_exactly K (c : ctrial) :
  Rabs (side_of (prediction r K (fst c)) (target (snd c))) <> 0 -> wrong (z K) c = true.
Proof. rewrite side_exactly. destruct (wrong (z K) c); auto. rewrite Rabs_R0. lra. Qed.

Lemma errs_rabs K (c : ctrial) :
  Rabs (side_of (prediction r K (fst c)) (target (snd c))) = if wrong (z K) c then 1 else 0.
Proof.
  rewrite side_exactly. destruct (wrong (z K) c); [|apply Rabs_R0]. destruct (snd c); cbn [label]; [apply Rabs_R1|].
  rewrite Rabs_left by lra. ring.
Qed.

Lemma over_exactly value value' (S : list ctrial) :
  (forall K c, value K (prediction r K (fst c)) (side_of (prediction r K (fst c)) (target (snd c))) c
    = if wrong (z K) c then value' (z K) c else 0) ->
  over_play r label target value S
    = over_run (fun v c => if wrong v c then step (label (snd c)) v (fst c) else v)
        (fun v c => if wrong v c then value' v c else 0) start S.
Proof.
  intros H. apply over_play_simulated with (fun K v => v = z K) (fun _ => True).
  - apply Forall_forall. auto.
  - symmetry. apply F.
  - intros K v c _ ->. symmetry. apply play_exactly.
  - intros K v c _ ->. apply H.
Qed.

(** Mistakes so far, on the trials with a label alone, or on all. *)
Lemma mistakes_on_exactly y (on : ctrial -> bool) (S : list ctrial) : (forall c, on c = eqb (snd c) y) ->
  over_play r label target (fun _ _ side c => (if Req_EM_T (Rabs side) 1 then 1 else 0) * one_or_zero (on c)) S
    = INR (mistakes_on y wrong step start S).
Proof.
  intros Hon. rewrite (over_exactly _ (fun _ c => one_or_zero (on c))).
  - clear F M. revert start. induction S as [|c S IH]; intros v; [reflexivity|]. unfold over_run in *.
    cbn [mistakes_on]. rewrite IH. destruct (wrong v c); [|ring]. rewrite Hon, plus_INR.
    destruct (eqb (snd c) y); cbn [one_or_zero INR]; ring.
  - intros K c. rewrite errs_rabs. destruct (wrong (z K) c); destruct (Req_EM_T _ _); lra.
Qed.

Lemma mistakes_on_both (S : list ctrial) :
  INR (mistakes_on true wrong step start S) + INR (mistakes_on false wrong step start S)
    = INR (mistakes_by wrong step start S).
Proof.
  clear F M. revert start. induction S as [|c S IH]; intros v; cbn [mistakes_on mistakes_by]; [cbn; ring|].
  destruct (wrong v c); [|apply IH]. rewrite !plus_INR, <- IH. destruct (snd c); cbn [eqb INR]; ring.
Qed.
End Moments.

Section MomentsOfWeights.
Context {W : Type} (n : nat) (r : rule W) (z : W -> vec) (step : learner) (start : vec).
Context (target : bool -> interval) (wrong : vec -> ctrial -> bool).
Hypotheses (F : exactly n r z (fun v => v) step start) (M : misses n (fun v => v) target wrong).

Lemma errs_in K (c : ctrial) :
  Rabs (side_of (prediction r K (fst c)) (target (snd c))) <> 0 -> wrong (weights_in r K) c = true.
Proof. rewrite (weights_exactly _ _ _ _ _ _ F). apply (errs_exactly _ _ _ _ _ _ _ _ F M). Qed.

Lemma weights_of_play K (c : ctrial) : weights_in r (play r label target K c)
  = if wrong (weights_in r K) c then step (label (snd c)) (weights_in r K) (fst c) else weights_in r K.
Proof. rewrite !(weights_exactly _ _ _ _ _ _ F). apply (play_exactly _ _ _ _ _ _ _ _ F M). Qed.

Lemma weights_of_run S : weights_in r (after_play r label target S) = state_after wrong step start S.
Proof. rewrite (weights_exactly _ _ _ _ _ _ F). apply (after_exactly _ _ _ _ _ _ _ _ F M). Qed.
End MomentsOfWeights.

(** What a statement says of a moment, in the words of the proofs: the weights, and the mistakes so far. *)
Ltac moment F M := cbv zeta; rewrite ?(weights_of_run _ _ _ _ _ _ _ F M);
  rewrite ?(mistakes_on_exactly _ _ _ _ _ _ _ _ F M true (fun c => ltb 0 (label (snd c)))) by apply positives;
  rewrite ?(mistakes_on_exactly _ _ _ _ _ _ _ _ F M false (fun c => ltb (label (snd c)) 0)) by apply negatives;
  rewrite ?mistakes_on_both.

Lemma class_side d y : side_of d (classification_target y) = if leb (label y * d) 0 then label y else 0.
Proof. unfold side_of, below, above, classification_target, leb. destruct y; cbn [low high label]; unfold leb; decide_reals;
  auto; lra. Qed.

Lemma class_mistake d y : Rabs (side_of d (classification_target y)) = if leb (label y * d) 0 then 1 else 0.
Proof.
  rewrite class_side. destruct (leb _ _); [|apply Rabs_R0]. destruct y; cbn [label]; [apply Rabs_R1|].
  rewrite Rabs_left by lra. ring.
Qed.

Lemma over_mistakes_run cost (wrong : vec -> ctrial -> bool) (step : learner) v (S : list ctrial) :
  over_run (fun v c => if wrong v c then step (label (snd c)) v (fst c) else v)
    (fun v c => if wrong v c then cost v c else 0) v S = over_mistakes cost wrong step v S.
Proof.
  revert v. induction S as [|c S IH]; intros v; [reflexivity|]. unfold over_run in *. cbn [over_mistakes]. rewrite IH.
  destruct (wrong v c); ring.
Qed.

Lemma is_positive y : 0 < label y -> y = true. Proof. destruct y; cbn; auto; lra. Qed.
Lemma is_negative y : label y < 0 -> y = false. Proof. destruct y; cbn; auto; lra. Qed.

Lemma decides_class n : decides_by_sign n (errs n).
Proof. intros v c. unfold errs, leb. decide_reals; split; intros; auto; lra. Qed.

Lemma decides_at_zero n f : decides_by_sign_of n f (fun v => errs_at true n 0 (f v)).
Proof.
  intros v [x []]; unfold errs_at, positive, leb; cbn [fst snd label]; decide_reals; cbn; split; intros; auto; lra.
Qed.

(** The sums of a statement in the words of the proofs. *)
Ltac in_words := repeat first [
  erewrite loss_of_intervals by eauto with learners | erewrite loss_of_tolerance by eauto with learners |
  erewrite loss_of_labels by eauto with learners | erewrite loss_of_random_labels by eauto with learners |
  erewrite errors_of_random_labels by eauto with learners | erewrite mistakes_of_play by eauto with learners |
  erewrite mistakes_on_play by eauto with learners |
  erewrite margins_of_play by eauto with learners]; cbn beta.

(** What is so of any decision at 0 is so of that of a threshold. *)
Ltac decided n f wrong H := in_words; pose proof (decides_at_zero n f) as H; cbn beta in H; revert H;
  let at_zero := eval cbn beta in (fun v => errs_at true n 0 (f v)) in generalize at_zero; intros wrong H.
