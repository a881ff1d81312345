(** * Section 4: one sequence for the Perceptron and Winnow *)

From Boundcheck Require Import Vectors Pnorm Learners GenBounds GenClaims TwoPlays.
From Boundcheck.classics Require Import Definitions.
From Boundcheck Require Winnow.
From Boundcheck.kivinen1995 Require Hadamard.
From Boundcheck.kivinen1995 Require Import Definitions Strategies Section1 Section3 Section4Statements.
Open Scope R_scope.

Theorem kw_winnow_ok : kw_winnow_ok_stmt.
Proof.
  intros n u S (Hk & HS). unfold alpha_kw_winnow_ok, b_kw_winnow_ok.
  assert (0 < n)%nat as Hn by (destruct n; [cbn in Hk; lra|lia]). pose proof (INR_at_least_1 n Hn).
  eapply Rlt_eq_trans; [apply (kw_winnow_up n (3 / 2) (INR n / sum n u) u S);
    repeat split; try apply HS; auto; try lra; apply Rdiv_lt_0_compat; lra|]. unfold b_kw_winnow_up. field. lra.
Qed.

Theorem kw_lrfree : kw_lrfree_stmt.
Proof.
  intros n eta rate S (He & Hr). unfold b_kw_lrfree.
  apply never_apart with (fun K K' => same n (fst K) (fst K') /\ snd K = eta / rate * snd K') (fun _ => True).
  { apply Forall_forall; auto. }
  { split; [intros i _; reflexivity|]. cbn. ring. }
  intros K K' [x y] _ [E En]. cbn [fst snd].
  assert (prediction (bias_perceptron_rule n eta 0 zero) K x
    = eta / rate * prediction (bias_perceptron_rule n rate 0 zero) K' x) as Ep.
  { cbn. rewrite Rmult_minus_distr_l, En, <- dot_scal. f_equal. apply dot_ext; auto. intros i Hi. rewrite (E i Hi).
    unfold zero. field. lra. }
  assert (0 < eta / rate) as Ha by (apply Rdiv_lt_0_compat; lra).
  rewrite Ep, side_scaled by (exact Ha || destruct y; cbn; auto). split; [apply equal_predictions; reflexivity|].
  unfold play; cbn [fst snd]. rewrite Ep, side_scaled by (exact Ha || destruct y; cbn; auto). split.
  - intros i Hi. cbn. rewrite (E i Hi). reflexivity.
  - cbn. rewrite En. field. lra.
Qed.

Lemma mean_of_ones p n : forall f g, (forall x, f x = sum n x + g) -> mean p n f = INR n * p + g.
Proof.
  induction n as [|n IH]; intros f g H; cbn [mean]; [rewrite H; cbn; ring|].
  assert (forall b x, sum n (with_entry n b x) = sum n x) as E.
  { intros b x. apply sum_ext; intros i Hi. unfold with_entry. destruct (Nat.eqb_spec i n); [lia|nra]. }
  assert (forall b x, with_entry n b x n = b) as En by (unfold with_entry; rewrite Nat.eqb_refl; reflexivity).
  rewrite (IH (fun x : vec => f (with_entry n 0 x)) g), (IH (fun x : vec => f (with_entry n 1 x)) (1 + g)), S_INR;
    [ring| |]; intros x; rewrite H; cbn [sum]; rewrite E, En; ring.
Qed.

Lemma ln_2_near : ln 2 <= 699 / 1000.
Proof. apply (ln_at_most 2 (699 / 1000) 128 128); [rewrite INR_IZR_INZ; reflexivity|lra..]. Qed.

(** k (1 - 2^(-1/k)) is at most ln 2 and, as 2^(-1/k) is below its chord, at least what it is at k = 8. *)
Lemma ones_near k : 8 <= k -> 66 / 100 < k * even_rate k <= ln 2.
Proof.
  intros Hk. unfold even_rate, Rpower. split.
  - pose proof (Rinv_0_lt_compat k ltac:(lra)). set (L := - (ln 2 / 8)).
    replace (- / k * ln 2) with (8 / k * L) by (unfold L; lra).
    assert (exp L < 9175 / 10000) as HL.
    { apply Rnot_le_lt; intros H1. assert ((9175 / 10000) ^ 8 <= exp L ^ 8) as H2 by (apply pow_incr; lra).
      rewrite exp_power in H2. replace (INR 8 * L) with (- ln 2) in H2 by (unfold L; cbn; field).
      rewrite exp_Ropp, exp_ln in H2 by lra. lra. }
    assert (0 <= 8 / k <= 1) as Hs.
    { split; [nra|]. apply Rmult_le_reg_r with k; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    pose proof (below_chord (8 / k) L Hs) as H1. apply (Rmult_le_compat_l k) in H1; [|lra].
    replace (k * (1 - 8 / k + 8 / k * exp L)) with (k - 8 * (1 - exp L)) in H1 by (field; lra). lra.
  - pose proof (exp_ineq1_le (- / k * ln 2)) as H. apply (Rmult_le_compat_l k) in H; [|lra].
    replace (k * (1 + - / k * ln 2)) with (k - ln 2) in H by (field; lra). lra.
Qed.

Theorem kw_1_7 : kw_1_7_stmt.
Proof.
  split; [|intros N k; rewrite (mean_of_ones _ N (fun x => sum N x) 0) by (intros; ring); ring]. intros N k [HN Hk].
  unfold b_kw_1_7. rewrite power_of_pos by lra. assert (8 <= INR k) as H8 by lra.
  pose proof (ones_near (INR k) H8) as [H1 H2]. pose proof ln_2_near as H3. assert (INR N = 5 / 2 * INR k) as -> by lra.
  unfold even_rate in *. rewrite Rpower_Ropp in *. replace (1 / INR k) with (/ INR k) by nra. apply Rabs_def1; lra.
Qed.

Theorem kw_lin : kw_lin_stmt.
Proof.
  intros n d eta k [Hn Hk]. rewrite (order_is n d k Hn). apply whole_n in Hn as E. apply whole_k in Hk.
  destruct (column_errs _ _ _ n d k zero (bias_additive n eta zero) Hk ltac:(lia)) as [(v & H1 & H2 & H3) H4].
  specialize (H4 0%nat (Hadamard.pow2_positive d)). rewrite Hadamard.all_disagree, <- power_of_2 in H4 by auto.
  unfold b_kw_lin. cbv zeta in *. pose proof (INR_at_least_1 k Hk).
  pose proof (winnow_3_2 n v _ (INR n / INR k) ltac:(lra) H1 H3 ltac:(rewrite H2; reflexivity)) as H5.
  unfold winnow_mistakes in H5. rewrite H2 in H5.
  rewrite <- (mistakes_of_play _ _ _ _ _ _ (winnow_follows n (3 / 2) ltac:(lra)) _ _ _
    (misses_threshold n (fun v => v) (INR n / INR k))) in H5.
  eapply Rle_lt_trans; [|exact H5]. lra.
Qed.

(** ** The set-ups of the figures *)

(** A disjunction of k attributes is false with probability (1 - p)^k. *)
Lemma nothing_active p n u : zero_one n u -> exists k, sum n u = INR k /\
  mean p n (fun x => 1 - one_or_zero (disjunction n u x)) = (1 - p) ^ k /\
  mean p n (fun x => one_or_zero (disjunction n u x)) = 1 - (1 - p) ^ k.
Proof.
  intros Hu.
  enough (exists k, sum n u = INR k /\ mean p n (fun x => 1 - one_or_zero (disjunction n u x)) = (1 - p) ^ k)
    as (k & E & Hm).
  { exists k. repeat split; auto.
    rewrite (mean_ext p n _ (fun x => 1 * 1 + - 1 * (1 - one_or_zero (disjunction n u x)))) by (intros; ring).
    rewrite (mean_linear p n (fun _ => 1)), mean_const, Hm. ring. }
  enough (forall m, (m <= n)%nat -> exists k, sum m u = INR k /\ forall s, 0 <= s -> mean p m (fun x =>
    1 - one_or_zero (leb (1 / 2) (dot m u x + s))) = if Rlt_dec s (1 / 2) then (1 - p) ^ k else 0) as H.
  { destruct (H n (Nat.le_refl n)) as (k & E & Hm). exists k. split; [exact E|]. specialize (Hm 0 (Rle_refl 0)).
    destruct (Rlt_dec 0 (1 / 2)); [|lra]. rewrite <- Hm. apply mean_ext. intros x. rewrite Rplus_0_r. reflexivity. }
  induction m as [|m IH]; intros Hm.
  - exists 0%nat. split; auto. intros s Hs. cbn [mean pow]. unfold dot, leb, one_or_zero. rewrite Rplus_0_l.
    destruct (Rle_dec (1 / 2) s), (Rlt_dec s (1 / 2)); lra.
  - destruct (IH ltac:(lia)) as (k & E & Hk).
    assert (forall b x, dot (S m) u (with_entry m b x) = dot m u x + u m * b) as Ed.
    { intros b x. unfold dot, with_entry; cbn [sum]. rewrite Nat.eqb_refl. f_equal. apply sum_ext. intros i Hi.
      destruct (Nat.eqb_spec i m); [lia|nra]. }
    assert (forall b s, 0 <= u m * b + s ->
      mean p m (fun x => 1 - one_or_zero (leb (1 / 2) (dot (S m) u (with_entry m b x) + s)))
      = if Rlt_dec (u m * b + s) (1 / 2) then (1 - p) ^ k else 0) as Hb.
    { intros b s Hs. rewrite <- (Hk _ Hs). apply mean_ext. intros x. rewrite Ed, Rplus_assoc. reflexivity. }
    destruct (Hu m ltac:(lia)) as [U0|U1].
    + exists k. split; [cbn [sum]; rewrite U0, E; ring|]. intros s Hs. cbn [mean]. rewrite !Hb by nra.
      rewrite U0, !Rmult_0_l, !Rplus_0_l. ring.
    + exists (Datatypes.S k). split; [cbn [sum]; rewrite U1, E, S_INR; ring|]. intros s Hs. cbn [mean].
      rewrite !Hb by nra. rewrite U1. destruct (Rlt_dec (1 * 1 + s) (1 / 2)); [lra|]. rewrite Rmult_0_r, Rplus_0_l.
      destruct (Rlt_dec s (1 / 2)); cbn [pow]; ring.
Qed.

Lemma half_even k : (1 <= k)%nat -> (1 - even_rate (INR k)) ^ k = 1 / 2.
Proof.
  intros Hk. unfold even_rate. replace (1 - (1 - Rpower 2 (- / INR k))) with (Rpower 2 (- / INR k)) by ring.
  rewrite <- Rpower_pow by signs. rewrite Rpower_mult. pose proof (INR_at_least_1 k Hk).
  replace (- / INR k * INR k) with (Ropp 1) by (field; lra). rewrite Rpower_Ropp, Rpower_1 by lra. field.
Qed.

Theorem kw_fig1 : kw_fig1_stmt.
Proof.
  split; [intros k l [_ Hl]; unfold b_kw_fig1; lra|]. intros n u l Hu [Hk Hl]. unfold b_kw_fig1.
  destruct (nothing_active (even_rate 20) n u Hu) as (k & E & H1 & _). rewrite H1. rewrite E in Hk. rewrite <- Hk at 1.
  rewrite half_even; [lra|]. apply whole_k. lra.
Qed.

Theorem kw_fig2 : kw_fig2_stmt.
Proof.
  split; [intros k _; reflexivity|]. intros n u Hu Hk. red in Hk. unfold b_kw_fig2.
  destruct (nothing_active (even_rate (sum n u)) n u Hu) as (k & E & _ & H2). rewrite H2, E. rewrite half_even; [lra|].
  apply whole_k. lra.
Qed.
