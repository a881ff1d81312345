(** * Section 1: mistake bounds, lower bounds, k-term DNF, random points, and the dimension of disjunctions *)

From Coq Require Import FunctionalExtensionality Classical.
From Boundcheck Require Import Vectors GenBounds GenClaims Premises Learners.
From Boundcheck.classics Require Import Definitions.
From Boundcheck Require Pnorm.
From Boundcheck.kivinen1995 Require Hadamard.
From Boundcheck.kivinen1995 Require Import Dimension.
From Boundcheck Require Winnow.
From Boundcheck.kivinen1995 Require Import Definitions Section1Statements Strategies.
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
  intros n alpha eta theta past c S (He & Ha & H01 & H0) Hc. rewrite Forall_forall in H01, H0.
  pose proof (H01 c Hc) as Hx. destruct (H0 c Hc) as (i & Hi & Hxi). unfold b_kw_incr.
  assert (fst c i = 1) as E by (destruct (Hx i Hi); [contradiction|assumption]).
  pose proof (misses_threshold n (fun v => v) theta) as M. split; intros Herr; apply Rlt_gt.
  - pose proof (perceptron_exactly n eta zero) as F. rewrite (weights_of_play _ _ _ _ _ _ _ F M).
    rewrite (errs_in _ _ _ _ _ _ _ F M _ c Herr). unfold perceptron. rewrite dot_plus, (dot_scal n (label (snd c) * eta)).
    match goal with |- 0 < ?r =>
      replace r with (label (snd c) * label (snd c) * (eta * dot n (fst c) (fst c))) by ring end.
    rewrite label_square, Rmult_1_l. apply Rmult_lt_0_compat; auto. apply Rlt_le_trans with (fst c i * fst c i); [nra|].
    apply (sum_term_le n (fun j => fst c j * fst c j) i Hi). intros; nra.
  - pose proof (winnow_exactly n alpha ltac:(lra)) as F. rewrite (weights_of_play _ _ _ _ _ _ _ F M).
    rewrite (errs_in _ _ _ _ _ _ _ F M _ c Herr). rewrite (weights_of_run _ _ _ _ _ _ _ F M).
    set (w := state_after _ _ _ _). assert (forall j, 0 < w j) as Hw by (apply Winnow.run_stays_positive, Winnow.ones_positive). unfold dot.
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

(** ** The column that the adversary takes *)

(** The first of the numbers that are as large as any, counted from 1. *)
Lemma first_greatest N f : (0 < N)%nat -> exists i, (i < N)%nat /\ f i = greatest N f /\
  INR N - greatest N (fun i => if Req_EM_T (f i) (greatest N f) then INR N - INR (i + 1) else 0) = INR (i + 1).
Proof.
  intros HN. set (g := fun i => if Req_EM_T (f i) (greatest N f) then INR N - INR (i + 1) else 0).
  destruct (greatest_at N g HN) as (i & Hi & E). rewrite <- E. unfold g at 1.
  destruct (Req_EM_T (f i) (greatest N f)) as [Ef|Nf] eqn:D; [exists i; repeat split; auto; ring|].
  unfold g in E at 1. rewrite D in E. destruct (greatest_at N f HN) as (j & Hj & Ej). exists j. repeat split; auto.
  pose proof (greatest_above N g j Hj) as H. rewrite <- E in H. unfold g in H.
  destruct (Req_EM_T (f j) (greatest N f)) as [_|]; [|contradiction].
  assert (INR (j + 1) <= INR N) by (apply le_INR; lia). lra.
Qed.

Lemma target_of_column d k best i : (i < 2 ^ d)%nat -> best = INR (i + 1) ->
  (fun e => (if Req_EM_T (INR (e + 1)) best then 1 else 0) +
    one_or_zero (ltb (2 ^ d) (INR (e + 1))) * one_or_zero (ltb (INR (e + 1)) (2 ^ d + INR k))) = hadamard_target d k i.
Proof.
  intros Hi ->. apply functional_extensionality. intros e. unfold hadamard_target.
  assert (2 ^ d = INR (2 ^ d)) as -> by (rewrite pow_INR; reflexivity). rewrite <- plus_INR.
  assert (forall a b, ltb (INR a) (INR b) = (a <? b)%nat) as El.
  { intros a b. destruct (Nat.ltb_spec a b) as [H|H]; [apply ltb_true, lt_INR, H|apply ltb_false].
    apply le_INR in H. lra. }
  rewrite !El. destruct (Nat.eqb_spec e i) as [->|Hne].
  - destruct (Req_EM_T _ _) as [_|]; [|contradiction]. destruct (Nat.ltb_spec (2 ^ d) (i + 1)); [lia|]. cbn. ring.
  - destruct (Req_EM_T _ _) as [H|_]; [apply INR_eq in H; lia|]. cbn [orb].
    destruct (Nat.ltb_spec (2 ^ d) (e + 1)), (Nat.ltb_spec (e + 1) (2 ^ d + k)), (Nat.leb_spec (2 ^ d) e),
      (Nat.ltb_spec e (2 ^ d + (k - 1))); try lia; cbn; ring.
Qed.

(** An additive learner errs on the pairs of a Hadamard matrix at least as often as any column and the signs of its
    start disagree, where the labels are those that the adversary takes. *)
Lemma column_errs {W} (r : rule W) target level n d k (s : vec) :
  additive_from n r target level s -> (1 <= k)%nat -> (2 ^ d + k <= n + 1)%nat ->
  let most := greatest (2 ^ d) (fun i => sum (2 ^ d) (fun t => one_or_zero (leb (sylvester d t i *
    dot (2 ^ d) (fun e => s e) (sylvester d t)) 0))) in
  let best := 2 ^ d - greatest (2 ^ d) (fun i => if Req_EM_T (sum (2 ^ d) (fun t => one_or_zero (leb (sylvester d t i *
    dot (2 ^ d) (fun e => s e) (sylvester d t)) 0))) most then 2 ^ d - INR (i + 1) else 0) in
  let concept := fun e => (if Req_EM_T (INR (e + 1)) best then 1 else 0) +
    one_or_zero (ltb (2 ^ d) (INR (e + 1))) * one_or_zero (ltb (INR (e + 1)) (2 ^ d + INR k)) in
  let z1 := fun t => joined (2 ^ d) (fun e => 1 / 2 * (1 + sylvester d t e)) (fun e => 0 * s (2 ^ d + e)%nat) in
  let z2 := fun t => joined (2 ^ d) (fun e => 1 / 2 * (1 - sylvester d t e)) (fun e => 0 * s (2 ^ d + e)%nat) in
  let T := oppose r target (fun x => leb (1 / 2) (dot n concept x)) (map (fun t => (z1 t, z2 t)) (seq 0 (2 ^ d))) in
  (exists v, zero_one n v /\ sum n v = INR k /\ Forall (labelled_by n v) T) /\
  forall i, (i < 2 ^ d)%nat ->
    Hadamard.disagreeing d s i <= over_play r label target (fun K yhat side c => Rabs side) T.
Proof.
  intros (HT & HL & Hs) Hk Hn most best concept z1 z2 T.
  destruct (first_greatest (2 ^ d) (Hadamard.disagreeing d s) (Hadamard.pow2_positive d)) as (i & Hi & Ei & Eb).
  assert (concept = hadamard_target d k i) as Ec.
  { apply target_of_column; auto. rewrite <- Eb, pow_INR. reflexivity. }
  assert (T = oppose r target (fun x => leb (1 / 2) (dot n (hadamard_target d k i) x)) (hadamard_pairs d)) as ET.
  { unfold T. rewrite Ec. unfold hadamard_pairs. f_equal. apply map_ext. intros t. unfold z1, z2.
    rewrite uppers, lowers. reflexivity. }
  rewrite ET. destruct (Hadamard.forced_mistakes d n k Hk Hn true (strategy_of r target level) i _ HL
    (oppose_forces n r target level HT (hadamard_target d k i) (1 / 2) (hadamard_pairs d) [])) as [Hlab Hm]. split.
  - exists (hadamard_target d k i). split; [apply Hadamard.target_zero_one|split; [|exact Hlab]].
    apply (Hadamard.target_size d n k Hk Hn i Hi).
  - intros j Hj. rewrite (mistakes_of_strategy n r target level HT). apply le_INR in Hm. eapply Rle_trans; [|exact Hm].
    eapply Rle_trans; [|apply (Hadamard.disagreeing_differ d n k Hk Hn _ i Hi)].
    change (weights (strategy_of r target level) []) with (weights_in r (first_state r)). rewrite Hs, Ei.
    apply greatest_above, Hj.
Qed.

(** The order of the matrix. *)
Lemma order_of n k : (1 <= k <= n)%nat -> exists d, natural (ln (INR n - INR k + 1) / ln 2) = d /\
  floor (ln (INR n + 1 - INR k) / ln 2) = INR d /\ (2 ^ d + k <= n + 1)%nat.
Proof.
  intros Hk. destruct (room_for n k Hk) as (d & Hd & Hn). exists d. repeat split; auto.
  replace (INR n - INR k + 1) with (INR n + 1 - INR k) by ring. unfold floor in Hd. unfold natural.
  rewrite <- minus_IZR, (INR_IZR_INZ d) in Hd. apply eq_IZR in Hd. rewrite Hd. apply Nat2Z.id.
Qed.

(** From zero every pair disagrees with every column. *)
Ltac all_err H := apply Rle_ge; eapply Rle_trans; [|exact (proj2 H 0%nat (Hadamard.pow2_positive _))];
  right; symmetry; apply Hadamard.all_disagree; auto.

Theorem kw_genN : kw_genN_stmt.
Proof.
  intros n a eta k rate rho theta [Hk1 Hkn]. assert (1 <= k <= n)%nat as Hk by (split; apply INR_le; assumption).
  destruct (order_of n k Hk) as (d & Ed & Hd & Hn). rewrite Ed. unfold b_kw_genN. rewrite Hd, power_of_2.
  split; [|split].
  - all_err (column_errs _ _ _ n d k zero (additive_additive n eta rate rho theta a zero) (proj1 Hk) Hn).
  - all_err (column_errs _ _ _ n d k zero (bias_additive n eta zero) (proj1 Hk) Hn).
  - all_err (column_errs _ _ _ n d k zero (perceptron_additive n eta theta zero) (proj1 Hk) Hn).
Qed.

Theorem kw_abstract : kw_abstract_stmt.
Proof.
  intros n a eta k rate rho theta s [Hk1 Hkn].
  assert (1 <= k < n)%nat as Hk by (split; [apply INR_le|apply INR_lt]; assumption).
  destruct (order_of n k ltac:(lia)) as (d & Ed & Hd & Hn). rewrite Ed. unfold b_kw_abstract. rewrite Hd, power_of_2.
  assert (1 <= d)%nat as Hd1.
  { destruct d; [auto|lia]. destruct (floor_bounds (ln (INR n + 1 - INR k) / ln 2)) as [Hf _].
    assert (INR k + 1 <= INR n) by (rewrite <- S_INR; apply le_INR; lia).
    assert (0 < ln 2) by (apply ln_above_1; lra). assert (ln 2 <= ln (INR n + 1 - INR k)) by (apply ln_le_mono; lra).
    assert (1 <= ln (INR n + 1 - INR k) / ln 2).
    { apply Rmult_le_reg_r with (ln 2); auto.
      replace (ln (INR n + 1 - INR k) / ln 2 * ln 2) with (ln (INR n + 1 - INR k)) by (field; lra). lra. }
    cbn [INR] in Hd. lra. }
  destruct (Hadamard.half_disagree d n k ltac:(lia) Hn s Hd1) as (i & Hi & H). apply Rle_ge.
  eapply Rle_trans; [exact H|].
  exact (proj2 (column_errs _ _ _ n d k s (additive_additive n eta rate rho theta a s) ltac:(lia) Hn) i Hi).
Qed.

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

Lemma truths_apart p q : (if Req_EM_T (one_or_zero p) (one_or_zero q) then 0 else 1) = told_apart p q.
Proof. destruct p, q; cbn; destruct (Req_EM_T _ _); lra || contradiction. Qed.

Theorem kw_batch : kw_batch_stmt.
Proof.
  intros n a d eta rate rho theta u s T (Hn & Hd & Hk & Hu & Hone & HT). apply whole_k in Hd. rewrite power_of_2 in Hn.
  rewrite natural_power in Hone. assert (2 ^ d <= n)%nat as Hroom by (apply INR_le; lra). unfold b_kw_batch.
  assert (2 ^ d = 2 ^ (d - 1) + 2 ^ (d - 1))%nat as E by (destruct d as [|d']; [lia|]; cbn; rewrite Nat.sub_0_r; lia).
  assert (2 ^ d = INR (2 ^ d)) as E2 by (rewrite pow_INR; reflexivity).
  assert (natural (2 ^ d / 2) = (2 ^ (d - 1))%nat) as Eh.
  { rewrite E2, E, plus_INR. replace ((INR (2 ^ (d - 1)) + INR (2 ^ (d - 1))) / 2) with (INR (2 ^ (d - 1))) by field.
    apply natural_INR. }
  rewrite Eh. replace (2 ^ d - 2 ^ (d - 1))%nat with (2 ^ (d - 1))%nat by lia.
  destruct (additive_additive n eta rate rho theta a zero) as (_ & HL & H0).
  set (r := additive_rule n eta rate rho theta a zero) in *. set (L := strategy_of r (threshold_target 0) snd) in *.
  rewrite (sum_ext _ _ (fun _ => 1)); [rewrite sum_const, power_of_2, E, plus_INR; field|]. intros t Ht. cbv zeta.
  rewrite uppers, lowers.
  etransitivity; [|apply (Hadamard.batch_errors true d n (n + 1 - 2 ^ d) u L (rev T) (2 ^ (d - 1) + t)); auto; try lia].
  - rewrite !truths_apart. unfold predicts, disjunction, positive. cbn [weights threshold L strategy_of].
    rewrite rev_involutive. reflexivity.
  - intros i _. unfold L. cbn [weights strategy_of]. change (after_play _ _ _ (rev [])) with (first_state r).
    rewrite H0. reflexivity.
  - rewrite <- Hone. apply sum_ext. intros i Hi.
    destruct (Hu i ltac:(lia)) as [-> | ->]; rewrite ?Rabs_R0, ?Rabs_R1; auto.
  - apply Forall_rev. eapply Forall_impl; [|exact HT]. intros c Hc. apply in_first_half in Hc; auto.
Qed.

(** There is a VC dimension: the largest number that has what 0 has, where no large number has it. *)
Lemma largest (P : nat -> Prop) M : P 0%nat -> (forall d, P d -> (d <= M)%nat) ->
  exists d, P d /\ forall d', P d' -> (d' <= d)%nat.
Proof.
  intros H0 HM. assert (forall m, (exists d, P d /\ forall d', P d' -> (d' <= d)%nat) \/ exists d, P d /\ (m <= d)%nat) as H.
  { induction m as [|m [H|(d & Hd & Hm)]]; [right; exists 0%nat; auto|auto|].
    destruct (classic (exists d', P d' /\ (d < d')%nat)) as [(d' & Hd' & Hlt)|Hno]; [right; exists d'; split; auto; lia|left].
    exists d. split; auto. intros d' Hd'. apply Nat.nlt_ge. intros Hlt. apply Hno. exists d'. auto. }
  destruct (H (S M)) as [Hd|(d & Hd & Hlt)]; auto. apply HM in Hd. lia.
Qed.

Lemma vc_dimension_exists N k : (k <= N)%nat -> exists d, vc_dimension N k d.
Proof.
  intros Hk. enough (exists d, (exists point, shattered N k d point) /\ forall d', (exists point, shattered N k d' point) ->
    (d' <= d)%nat) as (d & H & Hmax) by (exists d; split; eauto).
  apply (largest (fun d => exists point, shattered N k d point) (length (subsets N k))).
  - exists (fun _ => zero). split; [intros t Ht; lia|]. intros labels.
    exists (fun i => if (i <? k)%nat then 1 else 0). split; [intros i _; destruct (i <? k)%nat; auto|].
    split; [|intros t Ht; lia]. replace N with (k + (N - k))%nat by lia. rewrite sum_split.
    rewrite (sum_ext k _ (fun _ => 1)), (sum_ext (N - k) _ (fun _ => 0)), sum_const, sum_zero; [ring|..];
      intros i Hi; [destruct (Nat.ltb_spec (k + i) k)|destruct (Nat.ltb_spec i k)]; auto; lia.
  - intros d (point & H). apply labellings_fit in H. pose proof (Nat.pow_gt_lin_r 2 d). lia.
Qed.

Theorem kw_vc : kw_vc_stmt.
Proof.
  intros N k [Hk0 HkN]. assert (INR k <= INR N) as HN by auto.
  destruct (vc_dimension_exists N k ltac:(apply INR_le, HN)) as (d & Hd). exists d. split; [exact Hd|].
  destruct (Hadamard.largest_order (INR N / INR k)) as (j & Ej & Hj).
  { apply Rmult_le_reg_r with (INR k); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (k * 2 ^ j <= N)%nat as Hroom.
  { apply INR_le. rewrite mult_INR. apply (Rmult_le_compat_l (INR k)) in Hj; [|lra].
    replace (INR k * (INR N / INR k)) with (INR N) in Hj by (field; lra). exact Hj. }
  unfold b_kw_vc. rewrite Ej, <- mult_INR. apply Rle_ge, le_INR, (proj2 Hd _ (block_point k j)). split.
  - intros t _. apply point_zero_one.
  - intros labels. exists (chosen k j labels).
    split; [apply chosen_zero_one|split; [apply chosen_sum, Hroom| apply chosen_labels; assumption]].
Qed.

Theorem kw_vc_upper : kw_vc_upper_stmt.
Proof.
  intros N k [Hk0 HkN]. assert (1 <= k <= N)%nat as Hk by (split; apply INR_le; assumption).
  destruct (vc_dimension_exists N k ltac:(lia)) as (d & [[point H] Hmax]). exists d. split; [split; eauto|].
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

(** The shares of the pairs of points with the product j: binomial coefficients, which are 0 beyond N, and powers of 3. *)
Definition chosen_of (N j : nat) : R := if (j <=? N)%nat then Binomial.C N j else 0.

Lemma chosen_none N : chosen_of N 0 = 1.
Proof.
  unfold chosen_of, Binomial.C. cbn [Nat.leb]. rewrite Nat.sub_0_r. change (INR (fact 0)) with 1.
  pose proof (INR_fact_neq_0 N). field. assumption.
Qed.

Lemma chosen_next N j : chosen_of (S N) (S j) = chosen_of N j + chosen_of N (S j).
Proof.
  unfold chosen_of. destruct (Nat.lt_trichotomy j N) as [H|[->|H]].
  - rewrite !(proj2 (Nat.leb_le _ _)) by lia. symmetry. apply pascal, H.
  - rewrite !(proj2 (Nat.leb_le _ _)), (proj2 (Nat.leb_gt _ _)) by lia. unfold Binomial.C. rewrite !Nat.sub_diag.
    change (INR (fact 0)) with 1. pose proof (INR_fact_neq_0 N). pose proof (INR_fact_neq_0 (S N)). field. auto.
  - rewrite !(proj2 (Nat.leb_gt _ _)) by lia. ring.
Qed.

Lemma power_of_3 N j : power 3 (INR N - INR j) = 3 * power 3 (INR N - INR (S j)).
Proof.
  rewrite !Pnorm.power_of_pos, S_INR by lra. replace (INR N - INR j) with (1 + (INR N - (INR j + 1))) by ring.
  rewrite Rpower_plus, Rpower_1 by lra. reflexivity.
Qed.

Lemma products_sum N : forall f, mean_of_products N f
  = sum (N + 1) (fun j => f (INR j) * Binomial.C N j * power 3 (INR N - INR j) / 4 ^ N).
Proof.
  assert (forall n g, sum (S n) g = g O + sum n (fun j => g (S j))) as first
    by (intros n g; rewrite <- (Rplus_0_l (g O)); apply (sum_split 1)).
  enough (forall f, 4 ^ N * mean_of_products N f
    = sum (S N) (fun j => f (INR j) * chosen_of N j * power 3 (INR N - INR j))) as H.
  { intros f. assert (0 < 4 ^ N) by (apply pow_lt; lra). rewrite Nat.add_1_r. apply Rmult_eq_reg_l with (4 ^ N); [|lra].
    rewrite H, <- sum_scal. apply sum_ext; intros j Hj. unfold chosen_of. rewrite (proj2 (Nat.leb_le _ _)) by lia.
    field. lra. }
  induction N as [|N IH]; intros f.
  - rewrite products_zero. cbn [sum pow INR]. rewrite chosen_none, Rminus_0_r, Pnorm.power_of_pos, Rpower_O by lra. ring.
  - rewrite products_step.
    replace (4 ^ S N * (3 / 4 * mean_of_products N f + / 4 * mean_of_products N (fun d => f (d + 1))))
      with (3 * (4 ^ N * mean_of_products N f) + 4 ^ N * mean_of_products N (fun d => f (d + 1))) by (cbn [pow]; field).
    rewrite !IH, (first (S N)), (first N), !chosen_none.
    rewrite (sum_ext (S N) (fun j => f (INR (S j)) * chosen_of (S N) (S j) * power 3 (INR (S N) - INR (S j)))
      (fun j => f (INR j + 1) * chosen_of N j * power 3 (INR N - INR j)
        + f (INR (S j)) * chosen_of N (S j) * power 3 (INR N - INR j))).
    2: { intros j _. rewrite chosen_next, !S_INR. replace (INR N + 1 - (INR j + 1)) with (INR N - INR j) by ring. ring. }
    assert (chosen_of N (S N) = 0) as Last by (unfold chosen_of; rewrite (proj2 (Nat.leb_gt (S N) N)) by lia; reflexivity).
    rewrite sum_plus. cbn [sum]. rewrite Last.
    rewrite (power_of_3 (S N) 0), !S_INR. change (INR 0) with 0.
    rewrite (sum_ext N (fun j => f (INR (S j)) * chosen_of N (S j) * power 3 (INR N - INR j))
      (fun j => 3 * (f (INR (S j)) * chosen_of N (S j) * power 3 (INR N - INR (S j)))))
      by (intros j _; rewrite (power_of_3 N j); ring).
    rewrite sum_scal. replace (INR N + 1 - (0 + 1)) with (INR N - 0) by ring. ring.
Qed.

Theorem kw_dot : kw_dot_stmt.
Proof.
  split; [|exact products_sum]. intros n. unfold b_kw_dot.
  rewrite <- (products_sum n (fun d => d)), <- (products_sum n (fun d => (d - INR n / 4) ^ 2)).
  destruct (moments n) as (M1 & M2 & M3). split; [nra|].
  assert (forall m f g a b, mean_of_products m (fun d => a * f d + b * g d)
    = a * mean_of_products m f + b * mean_of_products m g) as HL.
  { intros m f g a b. unfold mean_of_products. rewrite <- mean_linear. apply mean_ext. intros x. apply mean_linear. }
  rewrite (products_ext n _ (fun d => 1 * d ^ 2 + 1 * (- (INR n / 2) * d + 1 * (INR n / 4) ^ 2))) by (intros; field).
  rewrite !HL, M1, M2, M3. field.
Qed.

Theorem kw_dot_close : kw_dot_close_stmt.
Proof.
  intros n Hn. apply whole_k in Hn. unfold b_kw_dot_close. destruct (proj1 kw_dot n) as [_ V]. unfold b_kw_dot in V.
  rewrite <- (products_sum n (fun d => (d - INR n / 4) ^ 2)) in V.
  rewrite (sum_ext _ _ (fun j => (if Rlt_dec (INR n / 8) (Rabs (INR j - INR n / 4)) then 1 else 0) * Binomial.C n j
    * power 3 (INR n - INR j) / 4 ^ n)) by (intros j _; destruct (Rlt_dec _ _); unfold Rdiv; ring).
  rewrite <- (products_sum n (fun d => if Rlt_dec (INR n / 8) (Rabs (d - INR n / 4)) then 1 else 0)).
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
