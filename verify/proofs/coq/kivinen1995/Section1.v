(** * Section 1: mistake bounds, lower bounds, k-term DNF, random points, and the dimension of disjunctions *)

From Coq Require Import FunctionalExtensionality.
From Boundcheck Require Import Vectors GenBounds GenClaims Premises Learners.
From Boundcheck.classics Require Import Definitions.
From Boundcheck Require Pnorm.
From Boundcheck.kivinen1995 Require Hadamard Rotation.
From Boundcheck.kivinen1995 Require Import Dimension.
From Boundcheck Require Winnow.
From Boundcheck.kivinen1995 Require Import Definitions Section2.
Open Scope R_scope.

Theorem kw_winnow_up : kw_winnow_up_stmt.
Proof.
  intros n alpha theta u S (Hn & Ha & Ht & Hu & HI & HS%(labelled_of _ _ _ HI)). unfold b_kw_winnow_up. in_words.
  eapply Rlt_eq_trans; [apply (Winnow.winnow_any_threshold n alpha theta u S Hn Ha Ht Hu HS)|]. field. lra.
Qed.

Lemma disjunction_value n u x : zero_one n u -> zero_one n x ->
  if ltb 0 (sum n (fun e => if Req_EM_T (u e * x e) 0 then 0 else 1)) then 1 <= dot n u x else dot n u x = 0.
Proof.
  intros Hu Hx. replace (sum n _) with (dot n u x).
  - destruct (ltb _ _) eqn:E; [apply ltb_true in E|apply ltb_false in E]; destruct (zero_one_product n u x Hu Hx); lra.
  - apply sum_ext; intros i Hi. destruct (Req_EM_T _ 0) as [->|]; auto. destruct (Hu i Hi) as [E|E], (Hx i Hi) as [E'|E'];
      rewrite E, E' in *; lra.
Qed.

Theorem kw_model : kw_model_stmt.
Proof.
  intros n u c S [Hu HS] Hc. rewrite Forall_forall in HS. pose proof (disjunction_value n u (fst c) Hu (HS c Hc)) as H.
  repeat split; apply Rminus_diag_eq; f_equal; destruct (ltb 0 _); symmetry;
    rewrite ?leb_true, ?leb_false; lra.
Qed.

Theorem kw_incr : kw_incr_stmt.
Proof.
  intros tie n alpha eta theta past c S (He & Ha & H01 & H0) Hc. rewrite Forall_forall in H01, H0.
  pose proof (H01 c Hc) as Hx. destruct (H0 c Hc) as (i & Hi & Hxi). unfold b_kw_incr.
  assert (fst c i = 1) as E by (destruct (Hx i Hi); [contradiction|assumption]). split; intros _; apply Rlt_gt.
  - unfold perceptron. rewrite dot_plus, (dot_scal n (label (snd c) * eta)).
    match goal with |- 0 < ?r =>
      replace r with (label (snd c) * label (snd c) * (eta * dot n (fst c) (fst c))) by ring end.
    rewrite label_square, Rmult_1_l. apply Rmult_lt_0_compat; auto. apply Rlt_le_trans with (fst c i * fst c i); [nra|].
    apply (sum_term_le n (fun j => fst c j * fst c j) i Hi). intros; nra.
  - set (w := state_after _ _ _ _).
    assert (forall j, 0 < w j) as Hw by (apply Winnow.run_stays_positive, Winnow.ones_positive). unfold dot.
    rewrite <- sum_minus, <- sum_scal.
    assert (forall j, (j < n)%nat -> fst c j = 1 ->
      0 < label (snd c) * (winnow alpha (label (snd c)) w (fst c) j * fst c j - w j * fst c j)) as Hone.
    { intros j Hj Ej. unfold winnow. rewrite Ej. pose proof (Hw j). destruct (snd c); cbn [label].
      - rewrite !Rmult_1_r, Rpower_1 by lra. nra.
      - replace (-1 * 1) with (- (1)) by ring. rewrite Rpower_Ropp, Rpower_1 by lra.
        assert (/ alpha < 1) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra). nra. }
    eapply Rlt_le_trans; [apply (Hone i Hi E)|].
    apply (sum_term_le n (fun j => label (snd c) * (winnow alpha (label (snd c)) w (fst c) j * fst c j - w j * fst c j))
      i Hi). intros j Hj. destruct (Hx j Hj) as [Ej|Ej]; [nra|left; apply Hone; assumption].
Qed.

Theorem kw_elim : kw_elim_stmt.
Proof. intros n alpha u S (Ha & Hl & Hu & HI & HS%(labelled_of _ _ _ HI)). in_words. apply Winnow.elimination; auto.
  Qed.

Theorem kw_okx_fix : kw_okx_fix_stmt.
Proof.
  intros n X eta u S (He & HX & Hu & HI & HS%(labelled_of _ _ _ HI) & HSX). in_words.
  unfold theta_kw_okx_fix, b_kw_okx_fix. rewrite (Rmult_comm X eta).
  eapply Rle_eq_trans; [apply (Winnow.fixed_threshold true n eta X u He HX Hu S HS HSX)|ring].
Qed.

Theorem kw_okx_bias : kw_okx_bias_stmt.
Proof.
  intros n X eta u S (HX & He & Hu & HI & HS%(labelled_of _ _ _ HI) & HSX). rewrite bias_perceptron_mistakes.
  unfold b_kw_okx_bias.
  rewrite Nat.add_1_r.
  eapply Rle_eq_trans; [apply (Winnow.learned_threshold true n eta X u S He Hu HS HSX HX)|ring].
Qed.

Theorem kw_perc_okx : kw_perc_okx_stmt.
Proof.
  intros n X eta u S (He & Hk & HX & HS).
  eapply Rle_trans; [apply (kw_okx_bias n X eta u S); split; [lra|exact (conj He HS)]|].
  unfold b_kw_okx_bias, b_kw_perc_okx. nra.
Qed.

Lemma room_for n k : (1 <= k <= n)%nat ->
  exists d, floor (ln (INR n + 1 - INR k) / ln 2) = INR d /\ (2 ^ d + k <= n + 1)%nat.
Proof.
  intros Hk. assert (INR n + 1 - INR k = INR (n + 1 - k)) as E by (rewrite minus_INR, plus_INR by lia; cbn; ring).
  destruct (Hadamard.largest_order (INR n + 1 - INR k)) as (d & Hd & Hle).
  - rewrite E. apply INR_at_least_1; lia.
  - exists d. split; auto. rewrite E in Hle. apply INR_le in Hle. lia.
Qed.

(** An additive learner that starts from zero errs on all trials of some sequence. *)
Lemma additive_errs tie d n k L : (1 <= k)%nat -> (2 ^ d + k <= n + 1)%nat -> additive n L -> starts_at_zero n L ->
  exists u S, zero_one n u /\ sum n u = INR k /\ Forall (labelled_by n u) S /\
  INR (strategy_mistakes tie n L [] S) >= INR (2 ^ d).
Proof.
  intros Hk Hn HL H0.
  destruct (Hadamard.theorem_13_zero_start d n k Hk Hn tie L HL H0) as (u & S & Hu & Hsum & _ & HS & Hm). exists u, S.
  intuition lra.
Qed.

Theorem kw_genN : kw_genN_stmt.
Proof.
  intros tie n eta k theta L [Hk1 Hkn] HL H0. assert (1 <= k <= n)%nat as Hk by (split; apply INR_le; assumption).
  destruct (room_for n k Hk) as (d & Hd & Hn). unfold b_kw_genN. rewrite Hd, power_of_2.
  split; [|split]; apply (additive_errs tie d n k); auto; try lia; try apply bias_additive;
    [apply Rotation.perceptron_additive|intros i _; reflexivity].
Qed.

Theorem kw_abstract : kw_abstract_stmt.
Proof.
  intros tie n k L [Hk1 Hkn] HL. assert (1 <= k < n)%nat as Hk by (split; [apply INR_le|apply INR_lt]; assumption).
  destruct (room_for n k ltac:(lia)) as (d & Hd & Hn). unfold b_kw_abstract. rewrite Hd, power_of_2.
  assert (1 <= d)%nat as Hd1.
  { destruct d; [auto|lia]. destruct (floor_bounds (ln (INR n + 1 - INR k) / ln 2)) as [Hf _].
    assert (INR k + 1 <= INR n) by (rewrite <- S_INR; apply le_INR; lia).
    assert (0 < ln 2) by (apply ln_above_1; lra). assert (ln 2 <= ln (INR n + 1 - INR k)) by (apply ln_le_mono; lra).
    assert (1 <= ln (INR n + 1 - INR k) / ln 2).
    { apply Rmult_le_reg_r with (ln 2); auto.
      replace (ln (INR n + 1 - INR k) / ln 2 * ln 2) with (ln (INR n + 1 - INR k)) by (field; lra). lra. }
    cbn [INR] in Hd. lra. }
  destruct (Hadamard.theorem_13_any_start d n k ltac:(lia) Hn tie L Hd1 HL) as (u & S & Hu & Hsum & _ & HS & Hm).
  exists u, S. intuition lra.
Qed.

Lemma natural_power d : natural (power 2 (INR d)) = (2 ^ d)%nat.
Proof. rewrite Pnorm.power_of_pos, power_of_2 by lra. apply natural_INR. Qed.

(** The instances of a row, in words of the proofs; and that an example is one of the first half of the rows. *)
Lemma joined_upper d s i e : joined (2 ^ d) (fun e => 1 / 2 * (1 + sylvester d i e)) (fun e => 0 * s (2 ^ d + e)%nat) e
  = upper_half d i e.
Proof. unfold joined, upper_half. destruct (e <? 2 ^ d)%nat; field. Qed.

Lemma joined_lower d s i e : joined (2 ^ d) (fun e => 1 / 2 * (1 - sylvester d i e)) (fun e => 0 * s (2 ^ d + e)%nat) e
  = lower_half d i e.
Proof. unfold joined, lower_half. destruct (e <? 2 ^ d)%nat; field. Qed.

Lemma uppers d s i : joined (2 ^ d) (fun e => 1 / 2 * (1 + sylvester d i e)) (fun e => 0 * s (2 ^ d + e)%nat)
  = upper_half d i.
Proof. apply functional_extensionality, joined_upper. Qed.

Lemma lowers d s i : joined (2 ^ d) (fun e => 1 / 2 * (1 - sylvester d i e)) (fun e => 0 * s (2 ^ d + e)%nat)
  = lower_half d i.
Proof. apply functional_extensionality, joined_lower. Qed.

Lemma in_first_half n d (x s : vec) : (1 <= d)%nat ->
  sum (natural (power 2 (INR d) / 2)) (fun i => (if Req_EM_T (sum n (fun e => if Req_EM_T (x e)
    (joined (natural (power 2 (INR d))) (fun e => 1 / 2 * (1 + sylvester (natural (INR d)) i e))
      (fun e => 0 * s (natural (power 2 (INR d)) + e)%nat) e) then 0 else 1)) 0 then 1 else 0)
    + (if Req_EM_T (sum n (fun e => if Req_EM_T (x e)
    (joined (natural (power 2 (INR d))) (fun e => 1 / 2 * (1 - sylvester (natural (INR d)) i e))
      (fun e => 0 * s (natural (power 2 (INR d)) + e)%nat) e) then 0 else 1)) 0 then 1 else 0)) <> 0 ->
  exists t, (t < 2 ^ (d - 1))%nat /\ (same n x (upper_half d t) \/ same n x (lower_half d t)).
Proof.
  intros Hd H. apply sum_some in H as (t & Ht & H). rewrite natural_power, natural_INR in H. exists t. split.
  - replace (power 2 (INR d) / 2) with (INR (2 ^ (d - 1))) in Ht; [rewrite natural_INR in Ht; exact Ht|].
    rewrite Pnorm.power_of_pos, power_of_2 by lra. destruct d as [|d]; [lia|].
    replace (S d - 1)%nat with d by lia. rewrite Nat.pow_succ_r', mult_INR. cbn [INR]. lra.
  - destruct (Req_EM_T _ 0) as [E|_] in H; [left|destruct (Req_EM_T _ 0) as [E|_] in H; [right|lra]];
      apply no_differences in E; intros e He; rewrite (E e He); [apply joined_upper|apply joined_lower].
Qed.

Theorem kw_batch : kw_batch_stmt.
Proof.
  intros tie n d u s L T (Hn & Hd & Hk & Hu & Hone & HT) HL H0. apply whole_k in Hd. rewrite power_of_2 in Hn.
  rewrite natural_power in Hone. assert (2 ^ d <= n)%nat as Hroom by (apply INR_le; lra). unfold b_kw_batch.
  rewrite power_of_2. apply (Hadamard.batch_errors tie d n (n + 1 - 2 ^ d) u L (rev T)); auto; try lia.
  - rewrite <- Hone. apply sum_ext. intros i Hi.
    destruct (Hu i ltac:(lia)) as [-> | ->]; rewrite ?Rabs_R0, ?Rabs_R1; auto.
  - apply Forall_rev. eapply Forall_impl; [|exact HT]. intros c Hc. apply in_first_half in Hc; auto.
Qed.

Theorem kw_vc : kw_vc_stmt.
Proof.
  intros N k [Hk0 HkN]. assert (INR k <= INR N) as HN by auto.
  destruct (Hadamard.largest_order (INR N / INR k)) as (j & Ej & Hj).
  { apply Rmult_le_reg_r with (INR k); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (k * 2 ^ j <= N)%nat as Hroom.
  { apply INR_le. rewrite mult_INR. apply (Rmult_le_compat_l (INR k)) in Hj; [|lra].
    replace (INR k * (INR N / INR k)) with (INR N) in Hj by (field; lra). exact Hj. }
  exists (k * j)%nat, (block_point k j). split; [split|].
  - intros t _. apply point_zero_one.
  - intros labels. exists (chosen k j labels).
    split; [apply chosen_zero_one|split; [apply chosen_sum, Hroom| apply chosen_labels; assumption]].
  - unfold b_kw_vc. rewrite Ej, mult_INR. apply Rge_refl.
Qed.

Theorem kw_vc_upper : kw_vc_upper_stmt.
Proof.
  intros N k [Hk0 HkN] d point H. assert (1 <= k <= N)%nat as Hk by (split; apply INR_le; assumption).
  unfold b_kw_vc_upper. pose proof (le_INR _ _ (labellings_fit N k d point H)) as L.
  rewrite pow_INR, subsets_count in L by lia. replace (INR 2) with 2 in L by auto. lra.
Qed.

Lemma ln_at_most a y m q : q = INR m -> 0 < a -> 0 < q -> 0 <= y -> a <= (1 + y / q) ^ m -> ln a <= y.
Proof.
  intros Em Ha Hq Hy H. assert (0 <= y / q) by signs. rewrite <- (ln_exp y). apply ln_le_mono; auto.
  eapply Rle_trans; [exact H|].
  replace (exp y) with (exp (y / q) ^ m) by (rewrite exp_power, <- Em; f_equal; field; lra). apply pow_incr.
  split; [lra|]. apply exp_ineq1_le.
Qed.

Lemma ln_2_below : ln 2 <= 19 / 27.
Proof. apply (ln_at_most 2 (19 / 27) 32 32); [rewrite INR_IZR_INZ; reflexivity|lra..]. Qed.

Lemma winnow_3_2 n u S theta : 1 <= sum n u -> zero_one n u -> Forall (labelled_by n u) S -> theta = INR n / sum n u ->
  INR (winnow_mistakes true n (3 / 2) theta S)
  < 5 * sum n u * Rmax 0 (ceiling (ln theta / ln (3 / 2))) / 2 + 3 * sum n u.
Proof.
  intros Hk Hu HS Et. assert (0 < n)%nat as Hn by (destruct n; [cbn in Hk; lra|lia]). pose proof (INR_at_least_1 n Hn).
  assert (0 < theta) by (subst; apply Rdiv_lt_0_compat; lra).
  eapply Rlt_le_trans; [apply (Winnow.winnow_any_threshold n (3 / 2) theta u S); auto; lra|]. right. subst theta. field.
  lra.
Qed.

Theorem kw_dnf : kw_dnf_stmt.
Proof. intros n N u S (En & Hk & Hu & HI & HS%(labelled_of _ _ _ HI)). unfold alpha_kw_dnf. in_words. apply
  winnow_3_2; auto. nra. Qed.

Lemma ceiling_at_most r : ceiling r <= r + 1. Proof. unfold ceiling. destruct (archimed (- r)). lra. Qed.

Theorem kw_dnf_natural : kw_dnf_natural_stmt.
Proof.
  intros n N u S (En & Hk & Hk2 & HN & HS). rewrite Rpower_pow in Hk2 by lra. apply whole_k in HN.
  unfold alpha_kw_dnf_natural, b_kw_dnf_natural. pose proof (kw_dnf n N u S (conj En (conj Hk HS))) as H.
  unfold alpha_kw_dnf, b_kw_dnf in H. eapply Rlt_le_trans; [exact H|]. clear H HS. set (k := sum n u) in *.
  apply (INR_at_least_1 N) in HN as HN1. set (M := INR N) in *.
  assert (ln k <= M * ln 2) as Hlk by (unfold M; rewrite <- ln_pow_nat by lra; apply ln_le_mono; lra).
  assert (ln (Rpower 3 M / k) = M * ln 3 - ln k) as El.
  { unfold Rdiv. rewrite ln_mult, ln_Rinv; [unfold Rpower; rewrite ln_exp; ring|lra|signs|]. signs. }
  rewrite El. assert (ln 3 = ln 2 + ln (3 / 2)) as E3 by (rewrite <- ln_mult by lra; f_equal; field).
  pose proof (ln_above_1 (3 / 2) ltac:(lra)) as Hh. set (h := ln (3 / 2)) in *. rewrite E3. pose proof ln_2_below as H2.
  set (D := M - ln k). set (q := ln 2) in *. assert (M * (1 - q) <= D) as HD by (unfold D; lra).
  (* with s = 1 - ln 2: M <= D/s, and so is (M ln 3 - ln k)/h *)
  assert ((M * (q + h) - ln k) / h * (1 - q) <= D) as HL.
  { apply Rmult_le_reg_r with h; auto.
    replace ((M * (q + h) - ln k) / h * (1 - q) * h) with ((M * (q + h) - ln k) * (1 - q)) by (field; lra).
    assert (ln k = M - D) as -> by (unfold D; ring).
    assert (1 <= q + h) by (rewrite <- E3, <- (ln_exp 1); apply ln_le_mono; [signs|apply exp_le_3]). nra. }
  set (t := (M * (q + h) - ln k) / h) in *. assert (0 <= t) as Ht by (apply Rle_mult_inv_pos; auto; nra).
  assert (Rmax 0 (ceiling t) <= t + 1) as Hc by (apply Rmax_lub; [lra|apply ceiling_at_most]).
  assert (t * (8 / 27) <= t * (1 - q)) by nra. assert (1 * (1 - q) <= M * (1 - q)) by nra. nra.
Qed.

(** ** Random points *)

Lemma mean_ext p n : forall f g, (forall x, f x = g x) -> mean p n f = mean p n g.
Proof. induction n as [|n IH]; intros f g H; cbn [mean]; auto. f_equal; apply (f_equal (Rmult _)); auto. Qed.

Lemma mean_linear p n : forall f g a b, mean p n (fun x => a * f x + b * g x) = a * mean p n f + b * mean p n g.
Proof. induction n as [|n IH]; intros f g a b; cbn [mean]; auto. rewrite !IH. ring. Qed.

Lemma mean_const p n c : mean p n (fun _ => c) = c. Proof. induction n as [|n IH]; cbn [mean]; auto. lra. Qed.

Lemma mean_le p n : 0 <= p <= 1 -> forall f g, (forall x, f x <= g x) -> mean p n f <= mean p n g.
Proof.
  intros Hp. induction n as [|n IH]; intros f g H; [apply H|].
  apply Rplus_le_compat; (apply Rmult_le_compat_l; [lra|auto]).
Qed.

Lemma dot_with_entry n a b x x' : dot (S n) (with_entry n a x) (with_entry n b x') = dot n x x' + a * b.
Proof.
  unfold dot, with_entry; cbn [sum]. rewrite Nat.eqb_refl. f_equal. apply sum_ext. intros i Hi.
  destruct (Nat.eqb_spec i n); [lia|nra].
Qed.

(** One more entry: both are 1 with probability 1/4. *)
Lemma products_step n f :
  mean_of_products (S n) f = 3 / 4 * mean_of_products n f + / 4 * mean_of_products n (fun d => f (d + 1)).
Proof.
  set (G0 := fun x => mean (1 / 2) n (fun x' => f (dot n x x'))).
  set (G1 := fun x => mean (1 / 2) n (fun x' => f (dot n x x' + 1))).
  assert (forall x, mean (1 / 2) (S n) (fun x' => f (dot (S n) (with_entry n 0 x) x')) = G0 x) as A.
  { intros x. cbn [mean]. unfold G0.
    assert (forall b, mean (1 / 2) n (fun x' => f (dot (S n) (with_entry n 0 x) (with_entry n b x')))
      = mean (1 / 2) n (fun x' => f (dot n x x'))) as E
      by (intros b; apply mean_ext; intros x'; rewrite dot_with_entry; f_equal; ring). rewrite !E. lra. }
  assert (forall x, mean (1 / 2) (S n) (fun x' => f (dot (S n) (with_entry n 1 x) x')) = 1 / 2 * G0 x + 1 / 2 * G1 x)
    as B.
  { intros x. cbn [mean]. unfold G0, G1.
    assert (mean (1 / 2) n (fun x' => f (dot (S n) (with_entry n 1 x) (with_entry n 0 x'))) = mean (1 / 2) n (fun x'
      => f (dot n x x'))) as -> by (apply mean_ext; intros x'; rewrite dot_with_entry; f_equal; ring).
    assert (mean (1 / 2) n (fun x' => f (dot (S n) (with_entry n 1 x) (with_entry n 1 x'))) = mean (1 / 2) n (fun x'
      => f (dot n x x' + 1))) as -> by (apply mean_ext; intros x'; rewrite dot_with_entry; f_equal; ring). lra. }
  change ((1 - 1 / 2) * mean (1 / 2) n (fun x => mean (1 / 2) (S n) (fun x' => f (dot (S n) (with_entry n 0 x) x')))
    + 1 / 2 * mean (1 / 2) n (fun x => mean (1 / 2) (S n) (fun x' => f (dot (S n) (with_entry n 1 x) x')))
    = 3 / 4 * mean (1 / 2) n G0 + / 4 * mean (1 / 2) n G1).
  rewrite (mean_ext _ _ _ _ A), (mean_ext _ _ _ _ B), mean_linear. lra.
Qed.

Lemma products_zero f : mean_of_products 0 f = f 0. Proof. reflexivity. Qed.

Lemma products_ext n f g : (forall d, f d = g d) -> mean_of_products n f = mean_of_products n g.
Proof. intros H. apply mean_ext. intros x. apply mean_ext. auto. Qed.

Lemma moments n : mean_of_products n (fun d => d) = INR n / 4 /\
  mean_of_products n (fun d => d ^ 2) = 3 * INR n / 16 + (INR n / 4) ^ 2 /\ forall c, mean_of_products n (fun _ => c)
    = c.
Proof.
  assert (forall m f g a b, mean_of_products m (fun d => a * f d + b * g d)
    = a * mean_of_products m f + b * mean_of_products m g) as HL.
  { intros m f g a b. unfold mean_of_products. rewrite <- mean_linear. apply mean_ext. intros x. apply mean_linear. }
  induction n as [|n (IH1 & IH2 & IH3)].
  - rewrite !products_zero. cbn [INR]. intuition lra.
  - rewrite !products_step, S_INR. rewrite (products_ext n (fun d => d + 1) (fun d => 1 * d + 1 * 1)) by (intros; ring).
    rewrite (products_ext n (fun d => (d + 1) ^ 2) (fun d => 1 * d ^ 2 + 1 * (2 * d + 1 * 1))) by (intros; ring).
    rewrite !HL, !IH1, !IH2, !IH3. repeat split; try field. intros c. rewrite products_step, !IH3. field.
Qed.

Theorem kw_dot : kw_dot_stmt.
Proof.
  intros n. unfold b_kw_dot. destruct (moments n) as (M1 & M2 & M3). split; [nra|].
  assert (forall m f g a b, mean_of_products m (fun d => a * f d + b * g d)
    = a * mean_of_products m f + b * mean_of_products m g) as HL.
  { intros m f g a b. unfold mean_of_products. rewrite <- mean_linear. apply mean_ext. intros x. apply mean_linear. }
  rewrite (products_ext n _ (fun d => 1 * d ^ 2 + 1 * (- (INR n / 2) * d + 1 * (INR n / 4) ^ 2))) by (intros; field).
  rewrite !HL, M1, M2, M3. field.
Qed.

Theorem kw_dot_close : kw_dot_close_stmt.
Proof.
  intros n Hn. apply whole_k in Hn. unfold b_kw_dot_close. destruct (kw_dot n) as [_ V]. unfold b_kw_dot in V.
  apply (INR_at_least_1 n) in Hn as H1. set (N := INR n) in *.
  apply Rle_trans with (mean_of_products n (fun d => 64 / N ^ 2 * (d - N / 4) ^ 2)).
  - apply mean_le; [lra|]. intros x. apply mean_le; [lra|]. intros x'. set (d := dot n x x' - N / 4).
    assert (0 < N ^ 2) by nra. destruct (Rlt_dec (N / 8) (Rabs d)) as [Hd|Hd].
    + assert ((N / 8) ^ 2 <= Rabs d ^ 2) as H2 by nra. rewrite pow2_abs in H2.
      apply Rmult_le_reg_r with (N ^ 2); [lra|]. replace (64 / N ^ 2 * d ^ 2 * N ^ 2) with (64 * d ^ 2) by (field; lra).
      lra.
    + signs.
  - assert (forall k f, mean_of_products n (fun d => k * f d) = k * mean_of_products n f) as HS.
    { intros k f. unfold mean_of_products.
      rewrite (mean_ext _ n _ (fun x => k * mean (1 / 2) n (fun x' => f (dot n x x')) + 0 * 0)).
      - rewrite (mean_linear _ n (fun x => mean (1 / 2) n (fun x' => f (dot n x x'))) (fun _ => 0)). ring.
      - intros x. rewrite <- (mean_const (1 / 2) n 0) at 2. rewrite <- (mean_linear _ n _ (fun _ => 0)).
        apply mean_ext. intros; lra. }
    rewrite HS. replace (mean_of_products n (fun d => (d - N / 4) ^ 2)) with (3 * N / 16) by lra. right. field. lra.
Qed.
