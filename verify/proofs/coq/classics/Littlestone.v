(** * Winnow1 and Winnow2: the sum of the weights pays for demotions, and the room below alpha theta for promotions *)

From Coq Require Import FunctionalExtensionality.
From Boundcheck Require Import Vectors GenBounds GenClaims Premises.
From Boundcheck Require Winnow Pnorm.
From Boundcheck.classics Require Import Definitions Potential.
Open Scope R_scope.

Section Learner.
Variables (n : nat) (alpha theta : R) (u : vec).
Hypotheses (Ha : 1 < alpha) (Ht : 0 < theta) (Hu : nonnegative n u).

(** What u has left to grow, in promotions. *)
Definition room (w : vec) : R := sum n (fun i => u i * ((ln theta + ln alpha - ln (w i)) / ln alpha)).

Lemma room_from_ones : room ones = sum n u * (ln theta / ln alpha + 1).
Proof.
  unfold room, ones. rewrite <- sum_scal_r. apply sum_ext; intros. rewrite ln_1. pose proof (ln_above_1 alpha Ha).
  field. lra.
Qed.

Lemma active_below w x i : zero_one n x -> nonnegative n w -> dot n w x < theta -> (i < n)%nat -> x i = 1 ->
  w i < theta.
Proof.
  intros Hx Hw H Hi E. eapply Rle_lt_trans; [|exact H]. replace (w i) with (w i * x i) by nra.
  apply (sum_term_le n (fun j => w j * x j)); auto. intros j Hj. apply Rmult_le_pos; auto. destruct (Hx j Hj); lra.
Qed.

Lemma cap_kept w x i : zero_one n x -> nonnegative n w -> dot n w x < theta -> (i < n)%nat -> 0 < w i ->
  w i <= alpha * theta -> 0 < winnow alpha 1 w x i <= alpha * theta.
Proof.
  intros Hx Hw H Hi H0 H1. rewrite Winnow.promoted by (auto; lra). destruct (Hx i Hi) as [E|E]; rewrite E; [lra|].
  pose proof (active_below w x i Hx Hw H Hi E). nra.
Qed.

Lemma room_moved sgn w x : (forall i, (i < n)%nat -> 0 < u i -> 0 < w i) ->
  room (winnow alpha sgn w x) = room w - sgn * dot n u x.
Proof.
  intros Hw. pose proof (ln_above_1 alpha Ha). unfold room, dot. rewrite <- sum_scal, <- sum_minus.
  apply sum_ext; intros i Hi. destruct (Hu i Hi) as [Hp| <-]; [|ring]. unfold winnow.
  rewrite ln_mult by (auto; apply exp_pos). unfold Rpower. rewrite ln_exp. field. lra.
Qed.

Lemma room_nonneg w : (forall i, (i < n)%nat -> 0 < u i -> 0 < w i <= alpha * theta) -> 0 <= room w.
Proof.
  intros H. apply sum_nonneg; intros i Hi. destruct (Hu i Hi) as [Hp| <-]; [|lra]. apply Rmult_le_pos; [lra|].
  apply Rle_mult_inv_pos; [|exact (ln_above_1 alpha Ha)]. destruct (H i Hi Hp) as [H0 H1]. apply ln_le_mono in H1; auto.
  rewrite ln_mult in H1 by lra. lra.
Qed.
End Learner.

(** ** Winnow1 *)

Section Winnow1.
Variables (n : nat) (alpha theta : R) (u : vec).
Hypotheses (Ha : 1 < alpha) (Ht : 1 / alpha <= theta) (Hu : zero_one n u).

Lemma theta_positive : 0 < theta. Proof. pose proof (Rinv_0_lt_compat alpha). lra. Qed.

Lemma relevant_nonnegative : nonnegative n u. Proof. intros i Hi. destruct (Hu i Hi); lra. Qed.

Definition kept (w : vec) : Prop := nonnegative n w /\ forall i, (i < n)%nat -> 0 < u i -> 0 < w i <= alpha * theta.

Lemma winnow1_from S : Forall (fun c => zero_one n (fst c) /\ snd c = leb 1 (dot n u (fst c))) S ->
  forall w, kept w -> INR (mistakes_by (errs_at true n theta) (winnow1 alpha) w S)
  <= alpha * room n alpha theta u w + sum n w / theta.
Proof.
  pose proof theta_positive as Ht0. pose proof relevant_nonnegative as Hu0.
  induction 1 as [|[x y] S [Hx Hy] HS IH]; intros w [Hw Hk]; cbn [mistakes_by fst snd] in *.
  - pose proof (room_nonneg n alpha theta u Ha Ht0 Hu0 w Hk). assert (0 <= alpha * room n alpha theta u w) by nra.
    assert (0 <= sum n w / theta) by (apply Rle_mult_inv_pos; [apply sum_nonneg, Hw|nra]). cbn. lra.
  - unfold errs_at at 1; cbn [fst snd].
    destruct (positive true theta (dot n w x)) eqn:Hp, y; cbn [eqb negb]; try (apply IH; split; assumption);
      cbn [label]; rewrite plus_INR; change (INR 1) with 1.
    + (* an elimination *)
      rewrite leb_true in Hp. symmetry in Hy. rewrite leb_false in Hy.
      assert (forall i, (i < n)%nat -> 0 < u i -> x i = 0) as Hout.
      { intros i Hi Hui. destruct (Hx i Hi) as [|E]; auto.
        assert (u i * x i <= dot n u x).
        { apply (sum_term_le n (fun j => u j * x j)); auto. intros j Hj. apply Rmult_le_pos; auto.
          destruct (Hx j Hj); lra. }
        destruct (Hu i Hi) as [E'|E']; nra. }
      assert (forall i, winnow1 alpha (-1) w x i = if Req_EM_T (x i) 0 then w i else 0) as Ew
        by (intros i; unfold winnow1; destruct (Rlt_dec 0 (-1)); lra).
      assert (kept (winnow1 alpha (-1) w x)) as Hk'.
      { split; intros i Hi; rewrite Ew.
        - destruct (Req_EM_T (x i) 0); [auto|lra].
        - intros Hui. rewrite (Hout i Hi Hui). destruct (Req_EM_T 0 0); [auto|lra]. }
      specialize (IH _ Hk').
      assert (room n alpha theta u (winnow1 alpha (-1) w x) = room n alpha theta u w) as Er.
      { apply sum_ext; intros i Hi. destruct (Hu0 i Hi) as [Hui| <-]; [|ring]. rewrite Ew, (Hout i Hi Hui).
        destruct (Req_EM_T 0 0); nra. }
      assert (sum n (winnow1 alpha (-1) w x) = sum n w - dot n w x) as Es.
      { unfold dot. rewrite <- sum_minus. apply sum_ext; intros i Hi. rewrite Ew.
        destruct (Req_EM_T (x i) 0) as [E|E]; [nra|]. destruct (Hx i Hi) as [|E']; [lra|]. nra. }
      rewrite Er, Es in IH. apply (Rmult_le_compat_r (/ theta)) in Hp; [|signs]. rewrite Rinv_r in Hp by lra. lra.
    + (* a promotion *)
      rewrite leb_false in Hp. symmetry in Hy. rewrite leb_true in Hy.
      assert (forall i, winnow1 alpha 1 w x i = winnow alpha 1 w x i) as Ew.
      { intros i. unfold winnow1, winnow. destruct (Rlt_dec 0 1); [|lra]. rewrite Rmult_1_l. reflexivity. }
      assert (kept (winnow1 alpha 1 w x)) as Hk'.
      { split; intros i Hi; rewrite Ew.
        - rewrite Winnow.promoted by (auto; lra). specialize (Hw i Hi).
          destruct (Hx i Hi) as [E|E]; rewrite E; [lra|]. signs.
        - intros Hui. apply (cap_kept n); auto; apply Hk; auto. }
      specialize (IH _ Hk').
      assert (room n alpha theta u (winnow1 alpha 1 w x) = room n alpha theta u w - 1 * dot n u x) as Er.
      { rewrite <- (room_moved n alpha theta u Ha Hu0) by (apply Hk). apply sum_ext; intros i Hi. rewrite Ew.
        reflexivity. }
      rewrite (sum_ext n _ (winnow alpha 1 w x)), Winnow.sum_promoted in IH by (auto; lra).
      assert ((alpha - 1) * dot n w x / theta <= alpha - 1).
      { unfold Rdiv. rewrite Rmult_assoc. rewrite <- (Rmult_1_r (alpha - 1)) at 2. apply Rmult_le_compat_l; [lra|].
        apply Rmult_le_reg_r with theta; auto. rewrite Rmult_assoc, Rinv_l; lra. }
      nra.
Qed.
End Winnow1.

(** The rule of a learner that errs where its prediction, which is +1 from theta on, is not the label. *)
Ltac by_threshold step n theta := rewrite (over_run_mistakes _ _ (errs_at true n theta) step);
  [change (fun e : nat => 1) with ones
  |intros w [x y]; cbn [fst snd]; unfold errs_at, positive, leb; cbn [fst snd];
   destruct y; cbn [label]; repeat destruct (Rlt_dec _ _); repeat destruct (Rle_dec _ _);
     repeat destruct (Req_EM_T _ _); cbn [eqb negb]; try (exfalso; lra); auto;
     extensionality i; unfold winnow1, winnow; rewrite ?Pnorm.power_of_pos by lra; repeat destruct (Rlt_dec _ _);
     try (exfalso; lra); try reflexivity; destruct (Req_EM_T _ _); ring
  |intros w [x y]; cbn [fst snd]; unfold errs_at, positive, leb; cbn [fst snd];
   destruct y; cbn [label]; repeat destruct (Rlt_dec _ _); repeat destruct (Rle_dec _ _);
     repeat destruct (Req_EM_T _ _); cbn [eqb negb]; lra].

Theorem classics_winnow1 : classics_winnow1_stmt.
Proof.
  intros n alpha theta u S (Ha & Ht & Hu & Hx & Hy%above_one_of). pose proof (Forall_and Hx Hy) as HS.
  by_threshold (winnow1 alpha) n theta. unfold b_classics_winnow1.
  replace (/ alpha) with (1 / alpha) in Ht by lra.
  eapply Rle_trans; [apply (winnow1_from n alpha theta u Ha Ht Hu S HS ones)|].
  - split; intros i Hi; unfold ones; [lra|]. split; [lra|]. apply (Rmult_le_compat_l alpha) in Ht; [|lra].
    replace (alpha * (1 / alpha)) with 1 in Ht by (field; lra). exact Ht.
  - rewrite room_from_ones by assumption. assert (sum n ones = INR n) as -> by (unfold ones; rewrite sum_const; ring).
    lra.
Qed.

(** ** Winnow2: A promotions for each unit of room, B mistakes for each theta of weight *)

Section Winnow2.
Variables (n : nat) (alpha theta delta A B : R) (u : vec).
Hypotheses (Ha : 1 < alpha) (Ht : 1 <= theta) (Hu : nonnegative n u) (HA : 0 <= A) (HB : 0 <= B).
Hypotheses (Hup : 1 <= A - B * (alpha - 1)) (Hdown : 1 <= B * (1 - / alpha) - A * (1 - delta)).

Lemma winnow2_from S : Forall (fun c => zero_one n (fst c) /\ gap_around_one n delta u c) S ->
  forall w, (forall i, (i < n)%nat -> 0 < w i <= alpha * theta) ->
  INR (mistakes_by (errs_at true n theta) (winnow alpha) w S) <= A * room n alpha theta u w + B * (sum n w / theta).
Proof.
  assert (0 < theta) as Ht0 by lra.
  assert (0 < / alpha < 1) as Hi by (split; [signs|rewrite <- Rinv_1; apply Rinv_lt_contravar; lra]).
  induction 1 as [|[x y] S [Hx Hy] HS IH]; intros w Hw; cbn [mistakes_by fst snd].
  - assert (0 <= A * room n alpha theta u w) by (apply Rmult_le_pos; [nra|apply room_nonneg; auto]).
    assert (0 <= B * (sum n w / theta)).
    { apply Rmult_le_pos; auto. apply Rle_mult_inv_pos; auto. apply sum_nonneg; intros i Hi'. left; apply Hw, Hi'. }
    cbn. lra.
  - unfold gap_around_one in Hy. unfold errs_at at 1; cbn [fst snd] in *.
    destruct (positive true theta (dot n w x)) eqn:Hp, y; cbn [eqb negb]; try (apply IH; assumption);
      cbn [label]; rewrite plus_INR; change (INR 1) with 1.
    + (* a demotion *)
      rewrite leb_true in Hp.
      assert (forall i, (i < n)%nat -> 0 < winnow alpha (-1) w x i <= alpha * theta) as Hw'.
      { intros i Hin. rewrite Winnow.demoted by (auto; lra). destruct (Hw i Hin) as [W0 W1].
        destruct (Hx i Hin) as [E|E]; rewrite E; [lra|]. nra. }
      specialize (IH _ Hw').
      rewrite room_moved, Winnow.sum_demoted in IH by (auto; try lra; intros; apply Hw; assumption).
      assert (A * dot n u x <= A * (1 - delta)) by nra.
      assert (B * (1 - / alpha) * 1 <= B * (1 - / alpha) * (dot n w x / theta)).
      { apply Rmult_le_compat_l; [nra|]. apply Rmult_le_reg_r with theta; auto. unfold Rdiv.
        rewrite Rmult_assoc, Rinv_l; lra. }
      lra.
    + (* a promotion *)
      rewrite leb_false in Hp. assert (nonnegative n w) as Hw0 by (intros i Hin; left; apply Hw, Hin).
      assert (forall i, (i < n)%nat -> 0 < winnow alpha 1 w x i <= alpha * theta) as Hw'
        by (intros i Hin; apply (cap_kept n); auto; apply Hw; assumption). specialize (IH _ Hw').
      rewrite room_moved, Winnow.sum_promoted in IH by (auto; try lra; intros; apply Hw; assumption).
      assert (A * 1 <= A * dot n u x) by nra.
      assert (B * (alpha - 1) * (dot n w x / theta) <= B * (alpha - 1) * 1).
      { apply Rmult_le_compat_l; [nra|]. apply Rmult_le_reg_r with theta; auto. unfold Rdiv.
        rewrite Rmult_assoc, Rinv_l; lra. }
      lra.
Qed.
End Winnow2.

(** ln (1 + d/2) >= d/(2 + d). *)
Lemma ln_from_below d : 0 < d -> d / (2 + d) <= ln (d / 2 + 1).
Proof.
  intros Hd. pose proof (Vectors.ln_le_minus_1 (/ (d / 2 + 1))) as H. rewrite ln_Rinv in H by lra.
  assert (0 < / (d / 2 + 1)) by signs. replace (/ (d / 2 + 1) - 1) with (- (d / (2 + d))) in H by (field; lra). lra.
Qed.

Theorem classics_winnow2 : classics_winnow2_stmt.
Proof.
  intros n U d theta u S (Hd0 & Hd1 & Ht & HU & Hu & Hx & Hy%gap_of). pose proof (Forall_and Hx Hy) as HS.
  assert (0 < d <= upper_delta_classics_winnow2) as Hd by nra. clear Hd0 Hd1.
  unfold b_classics_winnow2, alpha_classics_winnow2, upper_delta_classics_winnow2 in *.
  set (alpha := d / 2 + 1). assert (1 < alpha) as Ha by (unfold alpha; lra). by_threshold (winnow alpha) n theta.
  set (A := (4 + d) / (d * (1 + d))).
  set (B := (2 + d) * (4 - 2 * d) / (d ^ 2 * (1 + d))). assert (0 < d * (1 + d)) as Hd1 by nra.
  assert (0 < d ^ 2 * (1 + d)) as Hd3 by nra. assert (0 <= A) as HA by (apply Rle_mult_inv_pos; lra).
  assert (0 <= B) as HB by (apply Rle_mult_inv_pos; nra). eapply Rle_trans.
  { apply (winnow2_from n alpha theta d A B u Ha Ht Hu HA HB) with (S := S); auto.
    - right. unfold A, B, alpha. field. lra.
    - right. unfold A, B, alpha. field. lra.
    - intros i Hi. unfold ones. nra. }
  rewrite room_from_ones, HU by assumption. assert (sum n ones = INR n) as -> by (unfold ones; rewrite sum_const; ring).
  assert (0 <= U) as HU0 by (rewrite <- HU; apply sum_nonneg, Hu). pose proof (ln_at_least_1 theta Ht) as Hl.
  pose proof (ln_from_below d ltac:(lra)) as Hla. fold alpha in Hla. assert (0 < d / (2 + d)) as Hq by signs.
  assert (A <= 5 / d) as A1.
  { apply Rmult_le_reg_r with (d * (1 + d)); auto. unfold A.
    replace ((4 + d) / (d * (1 + d)) * (d * (1 + d))) with (4 + d) by (field; lra).
    replace (5 / d * (d * (1 + d))) with (5 * (1 + d)) by (field; lra). lra. }
  assert (A * / ln alpha <= 14 / d ^ 2) as A2.
  { apply Rle_trans with (A * / (d / (2 + d))).
    - apply Rmult_le_compat_l; auto. apply Rinv_le_contravar; nra.
    - apply Rmult_le_reg_r with (d ^ 2 * (1 + d)); auto. unfold A.
      replace ((4 + d) / (d * (1 + d)) * / (d / (2 + d)) * (d ^ 2 * (1 + d))) with ((4 + d) * (2 + d)) by (field;
        lra). replace (14 / d ^ 2 * (d ^ 2 * (1 + d))) with (14 * (1 + d)) by (field; lra).
      assert (d * d <= 1 * d) by (apply Rmult_le_compat_r; lra). lra. }
  assert (B <= 8 / d ^ 2) as B1.
  { apply Rmult_le_reg_r with (d ^ 2 * (1 + d)); auto. unfold B.
    replace ((2 + d) * (4 - 2 * d) / (d ^ 2 * (1 + d)) * (d ^ 2 * (1 + d))) with ((2 + d) * (4 - 2 * d)) by (field;
      lra). replace (8 / d ^ 2 * (d ^ 2 * (1 + d))) with (8 * (1 + d)) by (field; lra). lra. }
  apply Rplus_le_compat.
  - replace (A * (U * (ln theta / ln alpha + 1))) with (U * (A + A * / ln alpha * ln theta)) by nra.
    apply Rmult_le_compat_l; auto. nra.
  - replace (8 * INR n / (d ^ 2 * theta)) with (8 / d ^ 2 * (INR n / theta)) by (field; lra).
    apply Rmult_le_compat_r; signs.
Qed.
