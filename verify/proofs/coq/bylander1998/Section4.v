(** * Section 4: the worst case of theorem 5, and a master algorithm *)

From Coq Require Import Reals List Bool Lra Lia Arith.
From Boundcheck Require Import BaseMore GenBounds.
From Boundcheck Require Import Run.
From Boundcheck Require Perceptron.
From Boundcheck.bylander1998 Require Import Definitions.
From Boundcheck.bylander1998 Require Import Section4Statements.
Import ListNotations.
Open Scope R_scope.

(** ** Mistakes *)

Lemma mistakes_at_most wrong step S : forall w, (mistakes_by wrong step w S <= length S)%nat.
Proof. induction S as [|c S IH]; intros w; cbn; [lia|]. destruct (wrong w c);
  [specialize (IH (step (label (snd c)) w (fst c)))|specialize (IH w)]; lia. Qed.

Theorem bylander_5_exact : bylander_5_exact_stmt.
Proof.
  intros n U X u S (HX & HU & HS & Hsep). unfold b_bylander_5_exact, eta_bylander_5_exact. apply Rmin_glb.
  - apply le_INR, mistakes_at_most.
  - apply le_floor. replace (/ X ^ 2) with (1 / X ^ 2) by (field; lra). eapply Perceptron.theorem_5; eassumption.
Qed.

(** ** A wrong vote costs at least half of what the experts in error pay *)

Section Vote.
Variables (tie : bool) (n : nat) (beta : R).
Hypotheses (Hn : (0 < n)%nat) (Hbeta : 0 < beta < 1).
Notation wrong := (errs_at tie n 0).

Lemma penalty_positive sgn w x : (forall i, (i < n)%nat -> 0 < w i) ->
  forall i, (i < n)%nat -> 0 < penalty beta sgn w x i.
Proof.
  intros Hw i Hi. unfold penalty. specialize (Hw i Hi). destruct (Rlt_dec _ _); [apply Rmult_lt_0_compat; lra|exact Hw].
Qed.

Lemma penalty_sum w c : votes n (fst c) -> wrong w c = true -> (forall i, (i < n)%nat -> 0 < w i) ->
  sum n (penalty beta (label (snd c)) w (fst c)) <= (1 + beta) / 2 * sum n w.
Proof.
  destruct c as [x y]; cbn [fst snd]. intros Hx He Hw.
  assert (label y * dot n w x <= 0) as Hd.
  { unfold errs_at, positive in He; cbn [fst snd] in He. destruct tie, y; cbn [label];
      match type of He with context [?f 0 ?d] => destruct (f 0 d) eqn:E end; cbn in He; try discriminate;
      rewrite ?leb_true, ?leb_false, ?ltb_true, ?ltb_false in E; lra. }
  assert (sum n (penalty beta (label y) w x)
    = (1 + beta) / 2 * sum n w + (1 - beta) / 2 * (label y * dot n w x)) as ->.
  { unfold dot. rewrite <- !sum_scal, <- sum_plus. apply sum_ext. intros i Hi. unfold penalty.
    destruct (Rlt_dec (label y * x i) 0), y, (Hx i Hi) as [E|E]; rewrite E in *; cbn [label] in *; lra. }
  assert ((1 - beta) / 2 * (label y * dot n w x) <= (1 - beta) / 2 * 0) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma vote_bound i S : (i < n)%nat -> Forall (fun c => votes n (fst c)) S ->
  forall w, (forall i, (i < n)%nat -> 0 < w i) ->
  - ln ((1 + beta) / 2) * INR (mistakes_by wrong (penalty beta) w S)
  <= ln (sum n w) - ln (w i) - ln beta * INR (expert_mistakes i S).
Proof.
  intros Hi. assert (ln beta < 0) as Hlb by (rewrite <- ln_1; apply ln_increasing; lra).
  induction 1 as [|[x y] S Hc HS IH]; intros w Hw; cbn [mistakes_by expert_mistakes fst snd] in *.
  - cbn [INR]. assert (ln (w i) <= ln (sum n w)); [|lra].
    apply ln_le_mono; [auto|]. apply sum_term_le; [exact Hi|]. intros j Hj; left; auto.
  - rewrite plus_INR. destruct (wrong w (x, y)) eqn:He.
    + pose proof (penalty_positive (label y) w x Hw) as Hw'. specialize (IH _ Hw').
      pose proof (penalty_sum w (x, y) Hc He Hw) as Hs. cbn [fst snd] in Hs.
      apply ln_le_mono in Hs; [|apply sum_pos; assumption].
      rewrite ln_mult in Hs by (try apply sum_pos; auto; lra). rewrite plus_INR.
      assert (ln (penalty beta (label y) w x i) = ln (w i) + ln beta * INR (if expert_errs i (x, y) then 1 else 0))
        as E.
      { unfold penalty, expert_errs, ltb; cbn [fst snd]. destruct (Rlt_dec _ _); cbn [INR]; [|ring].
        rewrite ln_mult by (auto; lra). ring. }
      rewrite E in IH. cbn [INR] in *. lra.
    + specialize (IH w Hw). pose proof (pos_INR (if expert_errs i (x, y) then 1 else 0)).
      assert (0 <= - ln beta * INR (if expert_errs i (x, y) then 1 else 0)) by (apply Rmult_le_pos; lra). lra.
Qed.
End Vote.

Lemma exp_power y m : exp y ^ m = exp (INR m * y).
Proof.
  induction m as [|m IH]; [cbn; rewrite Rmult_0_l, exp_0; reflexivity|].
  rewrite S_INR. cbn [pow]. rewrite IH, <- exp_plus. f_equal; ring.
Qed.

Lemma exp_at_least y : -1 <= y / 256 -> (1 + y / 256) ^ 256 <= exp y.
Proof.
  intros Hy. replace (exp y) with (exp (y / 256) ^ 256)
    by (rewrite exp_power, INR_IZR_INZ; f_equal; change (Z.of_nat 256) with 256%Z; field).
  apply pow_incr. split; [lra|apply exp_ineq1_le].
Qed.

(** ln(2/(1 + 1/e)) >= 25/66. *)
Lemma constant_264 : ln ((1 + exp (- 1)) / 2) <= - (25 / 66).
Proof.
  rewrite <- (ln_exp (- (25 / 66))). pose proof (exp_at_least 1 ltac:(lra)) as H1.
  pose proof (exp_at_least (- (25 / 66)) ltac:(lra)) as H2.
  assert (exp (- 1) * exp 1 = 1) as E
    by (transitivity (exp 0); [rewrite <- exp_plus; f_equal; lra|apply exp_0]).
  assert (27120 / 10000 <= exp 1) as L1 by (eapply Rle_trans; [|exact H1]; lra).
  assert (6844 / 10000 <= exp (- (25 / 66))) as L2
    by (eapply Rle_trans; [|exact H2]; replace (1 + - (25 / 66) / 256) with (16871 / 16896) by field; lra).
  clear H1 H2. pose proof (exp_pos (- 1)) as P. apply ln_le_mono; [lra|].
  assert (exp (- 1) * (27120 / 10000) <= 1) by (rewrite <- E; apply Rmult_le_compat_l; lra). lra.
Qed.

Theorem bylander_7_264 : bylander_7_264_stmt.
Proof.
  intros tie n i S Hi HS. unfold b_bylander_7_264, beta_bylander_7_264.
  assert (0 < exp (- 1) < 1) as Hb by (split; [apply exp_pos|rewrite <- exp_0; apply exp_increasing; lra]).
  pose proof (vote_bound tie n (exp (- 1)) ltac:(lia) Hb i S Hi HS ones ltac:(intros; unfold ones; lra)) as H.
  rewrite ln_exp in H. pose proof constant_264 as HC. unfold ones at 2 3 in H.
  replace (sum n (fun _ => 1)) with (INR n) in H by (rewrite sum_const; ring). rewrite ln_1 in H.
  set (M := INR (mistakes_by _ _ _ _)) in *. pose proof (pos_INR (mistakes_by (errs_at tie n 0) (penalty (exp (- 1)))
    ones S)) as HM.
  fold M in HM. assert (25 / 66 * M <= - ln ((1 + exp (- 1)) / 2) * M) by (apply Rmult_le_compat_r; lra). lra.
Qed.
