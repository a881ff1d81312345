(** * Section 2: the Perceptron and Winnow *)

From Boundcheck Require Import Vectors GenBounds GenClaims Premises Learners.
From Boundcheck Require Perceptron Winnow.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.kitani Require Import Definitions Section2Statements.
Open Scope R_scope.

Ltac perceptron_here n := moment (perceptron_exactly n 1 zero) (misses_class n).
Lemma winnow_here n beta : 0 < beta ->
  exactly n (winnow_rule n (1 + beta)) (fun K i => Rpower (1 + beta) (K i)) (fun v => v) (winnow (1 + beta)) ones.
Proof. intros H. apply winnow_exactly. lra. Qed.
Ltac winnow_here n beta H := moment (winnow_here n beta H) (misses_threshold_above n (INR n)).

(** What holds of all trials holds of those so far. *)
Ltac sofar H := apply Forall_app in H; destruct H as [H _].

(** u/||u||. *)
Lemma normalised n u : 0 < norm1 n u ->
  exists v, norm n v = 1 /\ 0 < norm n u /\ forall x, dot n v x = dot n u x / norm n u.
Proof.
  intros Hu.
  assert (0 < norm n u) as H.
  { destruct (norm_nonneg n u) as [H|E]; auto. pose proof (norm_sq n u) as Hsq. enough (norm1 n u = 0) by lra.
    rewrite <- (sum_zero n). apply sum_ext; intros i Hi.
    pose proof (sum_term_le n (fun j => u j ^ 2) i Hi (fun j _ => pow2_ge_0 (u j))) as T. fold (sq n u) in T.
    assert (u i = 0) as -> by nra. apply Rabs_R0. }
  assert (forall x, dot n (fun i => / norm n u * u i) x = dot n u x / norm n u) as Hd
    by (intros x; rewrite dot_scal; unfold Rdiv; ring). exists (fun i => / norm n u * u i). repeat split; auto.
  rewrite <- sqrt_1. unfold norm at 1. f_equal. fold (sq n (fun i => / norm n u * u i)).
  rewrite <- dot_self, Hd, dot_comm, Hd, dot_self, <- norm_sq. field. lra.
Qed.

Lemma normalised_margin n gamma u v (S : list ctrial) : 0 < norm n u -> (forall x, dot n v x = dot n u x / norm n u) ->
  margin_at_least n (gamma * norm n u) u S -> margin_at_least n gamma v S.
Proof.
  intros H E Hm. eapply Forall_impl; [|exact Hm]. intros c Hc. rewrite E. apply Rmult_le_reg_r with (norm n u); auto.
  replace (label (snd c) * (dot n u (fst c) / norm n u) * norm n u) with (label (snd c) * dot n u (fst c))
    by (field; lra). exact Hc.
Qed.

(** Gamma is the smallest margin in proportion to ||u||. *)
Lemma margin_of n gamma u (S : list ctrial) : 0 < norm1 n u ->
  smallest (fun c : ctrial => label (snd c) * dot n u (fst c)) S / norm n u = gamma ->
  margin_at_least n (gamma * norm n u) u S.
Proof.
  intros Hu <-. destruct (normalised n u Hu) as (_ & _ & Hn & _). unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by
    lra. exact (smallest_le _ S).
Qed.

Theorem kitani_perc : kitani_perc_stmt.
Proof.
  intros n R_ gamma u S (Hg & Hu & HS & Hm%(margin_of _ _ _ _ Hu)). in_words. unfold b_kitani_perc.
  destruct (normalised n u Hu) as (v & Hv & Hn & E). apply (normalised_margin n gamma u v S Hn E) in Hm.
  replace (R_ ^ 2 / gamma ^ 2) with (1 ^ 2 * R_ ^ 2 / gamma ^ 2) by nra.
  apply Perceptron.perceptron_mistakes with (n := n) (u := v); (apply decides_class || signs).
Qed.

Theorem kitani_perc_step : kitani_perc_step_stmt.
Proof.
  intros n K c w yhat side He. apply (errs_in _ _ _ _ _ _ _ (perceptron_exactly n 1 zero) (misses_class n)) in He.
  apply (Perceptron.wrong_side n (errs n) (decides_class n)), He.
Qed.

Theorem kitani_eq7 : kitani_eq7_stmt.
Proof.
  intros n R_ S later HS. sofar HS. perceptron_here n. unfold b_kitani_eq7.
  pose proof (Perceptron.length_grows n 1 (errs n) Rle_0_1 (decides_class n) R_ S HS zero) as H.
  rewrite Perceptron.sq_zero in H. unfold sq in H. lra.
Qed.

Theorem kitani_eq10 : kitani_eq10_stmt.
Proof.
  intros n u K Hu w. unfold b_kitani_eq10. destruct (normalised n u Hu) as (v & Hv & _ & E). rewrite <- E.
  pose proof (Perceptron.margin_le_norm n v w 1 (dot n v w) Hv). lra.
Qed.

Lemma margin_after n gamma u wrong (S : list ctrial) : decides_by_sign n wrong -> margin_at_least n gamma u S ->
  INR (mistakes_by wrong (perceptron 1) zero S) * gamma <= dot n u (state_after wrong (perceptron 1) zero S).
Proof.
  intros Hsign Hm. pose proof (Perceptron.margin_grows n 1 wrong Rle_0_1 gamma u S Hm zero) as H.
  rewrite (dot_comm n u zero), dot_zero in H. lra.
Qed.

Theorem kitani_eq14 : kitani_eq14_stmt.
Proof.
  intros n gamma u S later [Hu Hm%(margin_of _ _ _ _ Hu)]. sofar Hm. perceptron_here n. unfold b_kitani_eq14.
  destruct (normalised n u Hu) as (v & _ & Hn & E). apply (normalised_margin n gamma u v S Hn E) in Hm. rewrite <- E.
  pose proof (margin_after n gamma v (errs n) S (decides_class n) Hm). lra.
Qed.

Theorem kitani_eq16 : kitani_eq16_stmt.
Proof.
  intros n gamma u S later [Hu Hm%(margin_of _ _ _ _ Hu)]. sofar Hm. perceptron_here n. destruct (normalised n u Hu) as (v & Hv & Hn & E).
  apply (normalised_margin n gamma u v S Hn E) in Hm. apply (Perceptron.margin_le_norm n v); auto.
  apply margin_after; [apply decides_class|auto].
Qed.

Theorem kitani_eq17 : kitani_eq17_stmt.
Proof.
  intros n gamma u S later (Hg & Hu & Hm). pose proof (kitani_eq16 n gamma u S later (conj Hu Hm)) as H.
  unfold b_kitani_eq16 in H. revert H. perceptron_here n. intros H. unfold b_kitani_eq17.
  set (w := state_after _ _ _ _) in *.
  rewrite <- (pow2_sqrt (dot n w w)) by (rewrite dot_self; apply sq_nonneg). apply pow_incr.
  split; [|exact H]. apply Rmult_le_pos; [apply pos_INR|lra].
Qed.

Theorem kitani_eq18 : kitani_eq18_stmt.
Proof.
  intros n R_ gamma u S later (Hg & Hu & HS & Hm). eapply Rle_trans; [|apply (kitani_eq7 n R_ S later HS)].
  eapply Rle_trans; [apply (kitani_eq17 n gamma u S later (conj Hg (conj Hu Hm)))|].
  unfold b_kitani_eq17. rewrite dot_self. apply Rle_refl.
Qed.

Theorem kitani_winnow : kitani_winnow_stmt.
Proof.
  intros n u S (Hn & Hu & HI & HS%(labelled_if_positive _ _ _ Hu HI)). unfold beta_kitani_winnow, b_kitani_winnow.
  in_words.
  eapply Rlt_eq_trans; [apply (Winnow.winnow_at_n false n 1 u S Hn Rlt_0_1 Hu HS)|]. replace (1 + 1) with 2 by ring.
  lra.
Qed.

Theorem kitani_winnow_beta : kitani_winnow_beta_stmt.
Proof.
  intros n beta u S (Hn & Hb & Hu & HI & HS%(labelled_if_positive _ _ _ Hu HI)). unfold b_kitani_winnow_beta.
  in_words.
  eapply Rlt_eq_trans; [apply (Winnow.winnow_at_n false n beta u S Hn Hb Hu HS)|]. rewrite (Rplus_comm 1 beta). lra.
Qed.

Lemma errs_at_false n theta w c :
  errs_at false n theta w c = true -> positive false theta (dot n w (fst c)) = negb (snd c).
Proof. unfold errs_at. destruct (positive _ _ _), (snd c); lra. Qed.

(** Weights after a mistake on a trial. *)
Lemma after_mistake n K (c : ctrial) y : let r := winnow_rule n (1 + 1) in
  Rabs (side_of (prediction r K (fst c)) (threshold_above_target (INR n) (snd c))) <> 0 -> snd c = y ->
  errs_at false n (INR n) (weights_in r K) c = true /\
  weights_in r (play r label (threshold_above_target (INR n)) K c)
    = winnow (1 + 1) (label y) (weights_in r K) (fst c).
Proof.
  intros r He <-. apply (errs_in _ _ _ _ _ _ _ (winnow_here n 1 Rlt_0_1) (misses_threshold_above n (INR n))) in He.
  split; [exact He|]. unfold r in *.
  rewrite (weights_of_play _ _ _ _ _ _ _ (winnow_here n 1 Rlt_0_1) (misses_threshold_above n (INR n))), He. reflexivity.
Qed.

Theorem kitani_eq24 : kitani_eq24_stmt.
Proof.
  intros n K c S HS Hc w yhat side K' w' He Hy%is_positive. red in HS. rewrite Forall_forall in HS.
  destruct (after_mistake n K c true He Hy) as [Hw E]. unfold w', K', w, beta_kitani_eq24. rewrite E.
  apply Winnow.promotion_adds; [exact (HS c Hc)|]. apply errs_at_false in Hw. rewrite Hw, Hy. reflexivity.
Qed.

Theorem kitani_eq27 : kitani_eq27_stmt.
Proof.
  intros n K c S HS Hc w yhat side K' w' He Hy%is_negative. red in HS. rewrite Forall_forall in HS.
  destruct (after_mistake n K c false He Hy) as [Hw E]. unfold w', K', w, beta_kitani_eq27, b_kitani_eq27. rewrite E.
  apply errs_at_false in Hw. rewrite Hy in Hw. pose proof (Winnow.demotion_takes n _ (fst c) (HS c Hc) Hw).
  cbn [label]. lra.
Qed.

Theorem kitani_eq29 : kitani_eq29_stmt.
Proof.
  intros n u S later (_ & HI & _). sofar HI. unfold beta_kitani_eq29, b_kitani_eq29. winnow_here n 1 Rlt_0_1.
  pose proof (Winnow.run_potential n S HI ones) as H. rewrite sum_ones in H. lra.
Qed.

Theorem kitani_eq25 : kitani_eq25_stmt.
Proof.
  intros n u S later G. pose proof (kitani_eq29 n u S later G) as H.
  unfold beta_kitani_eq29, b_kitani_eq29 in H. unfold beta_kitani_eq25, b_kitani_eq25. revert H.
  winnow_here n 1 Rlt_0_1. intros H.
  assert (0 <= INR n * INR (mistakes_on false (errs_at false n (INR n)) (winnow (1 + 1)) ones S)) by signs. lra.
Qed.

Theorem kitani_eq30 : kitani_eq30_stmt.
Proof.
  intros n u S later [Hn _]. unfold beta_kitani_eq30. winnow_here n 1 Rlt_0_1. apply Winnow.run_positive; auto.
  intros; unfold ones; lra.
Qed.

Theorem kitani_eq31 : kitani_eq31_stmt.
Proof.
  intros n u S later [Hn G]. eapply Rlt_le_trans.
  - apply (kitani_eq30 n u S later (conj Hn G)).
  - apply (kitani_eq29 n u S later G).
Qed.

(** The two halves of the theorem, at beta = 1. *)
Ltac halves HS := let H1 := fresh in let H2 := fresh in
  lazymatch goal with Hn : (0 < ?n)%nat, Hu : forall i, (i < ?n)%nat -> ?u i = 0 \/ ?u i = 1 |- _ =>
    destruct (Winnow.winnow_split_at_n false n 1 u _ Hn Rlt_0_1 Hu HS) as [H1 H2] end;
  replace (ln (1 + 1)) with (ln 2) in H1 by (f_equal; ring).

Theorem kitani_eq33 : kitani_eq33_stmt.
Proof.
  intros n u S later (Hn & Hu & HI & HS%(labelled_if_positive _ _ _ Hu HI)). sofar HS.
  unfold beta_kitani_eq33, b_kitani_eq33. winnow_here n 1 Rlt_0_1. halves HS. lra.
Qed.

Theorem kitani_eq36 : kitani_eq36_stmt.
Proof.
  intros n u S (Hn & Hu & HI & HS%(labelled_if_positive _ _ _ Hu HI)). unfold beta_kitani_eq36, b_kitani_eq36. in_words.
  halves HS. lra.
Qed.

Theorem kitani_eq35 : kitani_eq35_stmt.
Proof.
  intros n u S (Hn & E & Hu & HI & HS%(labelled_if_positive _ _ _ Hu HI)). unfold beta_kitani_eq35, b_kitani_eq35.
  in_words.
  halves HS. nra.
Qed.

Theorem kitani_eq37 : kitani_eq37_stmt.
Proof.
  intros n u S (Hn & Hu & HI & HS%(labelled_if_positive _ _ _ Hu HI)). unfold beta_kitani_eq37, b_kitani_eq37. in_words.
  halves HS. lra.
Qed.

Theorem kitani_eq38 : kitani_eq38_stmt.
Proof.
  intros n u S (Hn & Hu & HI & HS%(labelled_if_positive _ _ _ Hu HI)). unfold beta_kitani_eq38, b_kitani_eq38. in_words.
  rewrite Winnow.all_mistakes, plus_INR. halves HS.
  lra.
Qed.

Theorem kitani_lem4 : kitani_lem4_stmt.
Proof.
  intros n beta u c i S later (Hb & _ & Hx & _) Hi K w yhat side Herr Hy%is_positive Hxi. apply Forall_elt in Hx.
  apply (errs_in _ _ _ _ _ _ _ (winnow_here n beta Hb) (misses_threshold_above n (INR n))) in Herr. fold w in Herr.
  destruct (Hx i Hi) as [E|E]; [nra|].
  assert (forall j, 0 < w j) as Hw.
  { unfold w, K. winnow_here n beta Hb. apply Winnow.run_stays_positive, Winnow.ones_positive. }
  assert (dot n w (fst c) <= INR n) as H. { apply errs_at_false in Herr. rewrite Hy in Herr. apply ltb_false, Herr. }
  eapply Rle_trans; [|exact H]. replace (w i) with (w i * fst c i) by nra.
  apply (sum_term_le n (fun j => w j * fst c j) i Hi). intros j Hj. apply Rmult_le_pos; [left; apply Hw|].
  destruct (Hx j Hj) as [->| ->]; lra.
Qed.

Theorem kitani_lem1 : kitani_lem1_stmt.
Proof.
  split.
  - intros n u c. pose proof (cauchy_schwarz n u (fst c)) as H. apply abs_bounds in H. intuition lra.
  - intros n u x c Hc Hx. unfold b_kitani_lem1. rewrite (dot_ext n u u x (fun i => c * u i)) by auto.
    rewrite dot_scal_r. assert (dot n u u = norm n u ^ 2) as -> by (rewrite norm_sq; apply sum_ext; intros; ring).
    assert (norm n x = c * norm n u) as ->; [|ring]. unfold norm.
    rewrite (sum_ext n (fun i => x i ^ 2) (fun i => c ^ 2 * u i ^ 2)) by (intros i Hi; rewrite Hx by assumption; ring).
    rewrite sum_scal, sqrt_mult_alt by apply pow2_ge_0. rewrite sqrt_pow2 by exact Hc. reflexivity.
Qed.

(** Mistakes on trials of one kind. *)
Fixpoint mistakes_where (kind : ctrial -> bool) (wrong : vec -> ctrial -> bool) (step : learner) (w : vec)
    (S : list ctrial) : nat :=
  match S with
  | [] => 0
  | c :: S' =>
      if wrong w c
      then (if kind c then 1 else 0) + mistakes_where kind wrong step (step (label (snd c)) w (fst c)) S'
      else mistakes_where kind wrong step w S'
  end%nat.
Definition positive_and_active (i : nat) (c : ctrial) : bool := snd c && is_one (fst c i).

Section Relevant.
Variables (n : nat) (beta : R) (u : vec) (i : nat).
Hypotheses (Hb : 0 < beta) (Hu : zero_one n u) (Hi : (i < n)%nat) (Hui : u i = 1).
Notation wrong := (errs_at false n (INR n)).
Notation step := (winnow (1 + beta)).

(** The relevant attribute is not active on negative examples. *)
Lemma relevant_weight S : Forall (labelled_by n u) S -> forall w,
  state_after wrong step w S i = w i * (1 + beta) ^ mistakes_where (positive_and_active i) wrong step w S.
Proof.
  induction 1 as [|[x y] S [Hx Hy] HS IH]; intros w; cbn [state_after mistakes_where fst snd] in *; [lra|].
  destruct (wrong w (x, y)); rewrite IH; auto. unfold positive_and_active at 2; cbn [fst snd]. destruct y.
  - rewrite Winnow.promoted by (auto; lra). unfold is_one. destruct (Req_EM_T (x i) 1) as [E|E].
    + rewrite E, Nat.add_1_l. cbn [pow]. ring.
    + destruct (Hx i Hi) as [E'|]; [|lra]. rewrite E', Nat.add_0_l. ring.
  - rewrite Winnow.demoted by (auto; lra). rewrite (Winnow.disjunction_false n u x i) by auto. rewrite Nat.add_0_l. lra.
Qed.

(** With one relevant attribute it is active on all positive examples. *)
Lemma only_relevant S : sum n u = 1 -> Forall (labelled_by n u) S -> forall w,
  mistakes_where (positive_and_active i) wrong step w S = mistakes_on true wrong step w S.
Proof.
  intros H1. induction 1 as [|[x y] S [Hx Hy] HS IH]; intros w; cbn [mistakes_where mistakes_on fst snd] in *; auto.
  destruct (wrong w (x, y)); auto. unfold positive_and_active; cbn [fst snd]. destruct y; auto. unfold is_one.
  destruct (Req_EM_T (x i) 1) as [E|E]; auto. destruct (Winnow.disjunction_true n u x Hu Hx (eq_sym Hy)) as [Hd _].
  assert (dot n u x = x i) as Ed; [|destruct (Hx i Hi); lra]. unfold dot. rewrite (sum_single n i); [nra|lia|].
  intros j Hj Hne. destruct (Hu j Hj) as [->|E1]; [ring|auto]. assert (sum n u >= u i + u j) as Hs; [|lra].
  clear -Hu Hi Hj Hne. induction n as [|m IH]; [lia|]. cbn [sum].
  assert (zero_one m u) as Hu' by (intros q Hq; apply Hu; lia).
  assert (forall q, (q < m)%nat -> 0 <= u q) as Hp by (intros q Hq; destruct (Hu' q Hq) as [->| ->]; lra).
  destruct (Nat.eq_dec i m) as [->|Him].
  - pose proof (sum_term_le m u j ltac:(lia) Hp). lra.
  - destruct (Nat.eq_dec j m) as [->|Hjm].
    + pose proof (sum_term_le m u i ltac:(lia) Hp). lra.
    + specialize (IH Hu' ltac:(lia) ltac:(lia)). destruct (Hu m ltac:(lia)) as [->| ->]; lra.
Qed.
End Relevant.

Lemma active_mistakes n beta i (S : list ctrial) : 0 < beta ->
  over_play (winnow_rule n (1 + beta)) label (threshold_above_target (INR n)) (fun K yhat side c =>
    Rabs side * one_or_zero (ltb 0 (label (snd c))) * (if Req_EM_T ((fst c) i) 1 then 1 else 0)) S
  = INR (mistakes_where (positive_and_active i) (errs_at false n (INR n)) (winnow (1 + beta)) ones S).
Proof.
  intros Hb. pose proof (misses_threshold_above n (INR n)) as M.
  rewrite (over_exactly _ _ _ _ _ _ _ _ (winnow_here n beta Hb) M _
    (fun _ c => INR (if positive_and_active i c then 1 else 0))).
  - generalize ones. induction S as [|c S IH]; intros v; [reflexivity|]. unfold over_run in *.
    cbn [mistakes_where]. rewrite IH. destruct (errs_at _ _ _ v c); [rewrite plus_INR|]; ring.
  - intros K c. rewrite (errs_rabs _ _ _ _ _ _ _ _ (winnow_here n beta Hb) M), positives.
    unfold positive_and_active, is_one. destruct (errs_at _ _ _ _ c), (snd c); cbn [eqb one_or_zero andb]; try ring.
    all: destruct (Req_EM_T _ _); cbn [INR]; ring.
Qed.

Theorem kitani_lem3_active : kitani_lem3_active_stmt.
Proof.
  intros n beta u i S later (Hb & Hu & HI & HS%(labelled_if_positive _ _ _ Hu HI)) Hi K w Hui. sofar HS.
  unfold w, K, b_kitani_lem3_active. winnow_here n beta Hb. rewrite active_mistakes by exact Hb.
  rewrite (relevant_weight n beta u i Hb Hu Hi Hui S HS), Rpower_pow, (Rplus_comm beta) by lra. unfold ones. ring.
Qed.

Theorem kitani_lem3 : kitani_lem3_stmt.
Proof.
  intros n beta u i S later (Hb & H1 & Hu & HI & HS%(labelled_if_positive _ _ _ Hu HI)) Hi K w Hui. sofar HS.
  unfold w, K, b_kitani_lem3. winnow_here n beta Hb.
  rewrite (relevant_weight n beta u i Hb Hu Hi Hui S HS), (only_relevant n beta u i Hu Hi Hui S H1 HS).
  rewrite Rpower_pow, (Rplus_comm beta) by lra. unfold ones. ring.
Qed.

Lemma mistakes_on_snoc y wrong step c S : forall w,
  mistakes_on y wrong step w (S ++ [c]) = (mistakes_on y wrong step w S +
    (if wrong (state_after wrong step w S) c then if eqb (snd c) y then 1 else 0 else 0))%nat.
Proof.
  induction S as [|d S IH]; intros w; cbn [app mistakes_on state_after].
  - destruct (wrong w c); lia.
  - destruct (wrong w d); rewrite IH; lia.
Qed.

Theorem kitani_eq34 : kitani_eq34_stmt.
Proof.
  intros n u c i S later (H1 & Hu & HI & HS%(labelled_if_positive _ _ _ Hu HI)) Hi K w yhat side He Hy%is_positive Hui.
  unfold beta_kitani_eq34, b_kitani_eq34 in *. sofar HS.
  apply (errs_in _ _ _ _ _ _ _ (winnow_here n 1 Rlt_0_1) (misses_threshold_above n (INR n))) in He. fold w in He.
  assert (w = state_after (errs_at false n (INR n)) (winnow (1 + 1)) ones S) as E
    by (unfold w, K; winnow_here n 1 Rlt_0_1; reflexivity).
  winnow_here n 1 Rlt_0_1. rewrite mistakes_on_snoc, <- E. rewrite He, Hy. cbn [eqb]. rewrite E.
  rewrite (relevant_weight n 1 u i Rlt_0_1 Hu Hi Hui S HS), (only_relevant n 1 u i Hu Hi Hui S H1 HS). rewrite plus_INR.
  cbn [INR]. match goal with |- _ = Rpower 2 (?a + 1 - 1) => replace (a + 1 - 1) with a by ring end.
  rewrite Rpower_pow by lra. replace (1 + 1) with 2 by ring. unfold ones. ring.
Qed.

Theorem kitani_eq28 : kitani_eq28_stmt.
Proof.
  intros n u S later (_ & HI & _). sofar HI. unfold beta_kitani_eq28, b_kitani_eq28. winnow_here n 1 Rlt_0_1.
  pose proof (misses_threshold_above n (INR n)) as M. pose proof (winnow_here n 1 Rlt_0_1) as F.
  rewrite (over_exactly _ _ _ _ _ _ _ _ F M _ (fun v c => one_or_zero (eqb (snd c) false) *
    (sum n (winnow (1 + 1) (label (snd c)) v (fst c)) - sum n v))).
  2: { intros K c. rewrite (errs_rabs _ _ _ _ _ _ _ _ F M), negatives, (weights_of_play _ _ _ _ _ _ _ F M),
    (weights_exactly _ _ _ _ _ _ F). destruct (errs_at _ _ _ _ c); ring. }
  cbn beta. enough (forall w, over_run (fun v (c : ctrial) => if errs_at false n (INR n) v c
      then winnow (1 + 1) (label (snd c)) v (fst c) else v) (fun v c => if errs_at false n (INR n) v c
      then one_or_zero (eqb (snd c) false) * (sum n (winnow (1 + 1) (label (snd c)) v (fst c)) - sum n v) else 0) w S
    <= - INR n / 2 * INR (mistakes_on false (errs_at false n (INR n)) (winnow (1 + 1)) w S)) as H
    by (specialize (H ones); lra). clear F M.
  induction HI as [|[x y] S Hx HI IH]; intros w; unfold over_run in *; cbn [mistakes_on fst snd]; [cbn; lra|].
  destruct (errs_at false n (INR n) w (x, y)) eqn:He.
  2: { rewrite Rplus_0_l. apply IH. }
  specialize (IH (winnow (1 + 1) (label y) w x)).
  rewrite plus_INR. destruct y; cbn [eqb label INR one_or_zero] in *; [lra|]. unfold errs_at in He; cbn [fst snd] in He.
  destruct (positive false (INR n) (dot n w x)) eqn:Hp; [|lra]. pose proof (Winnow.demotion_takes n w x Hx Hp). lra.
Qed.
