(** * Hedge and exponentiated gradient: one inequality a trial, from the relative entropy *)

From Coq Require Import FunctionalExtensionality.
From Boundcheck Require Import Vectors EU GenBounds GenClaims Premises.
From Boundcheck Require Pnorm.
From Boundcheck.classics Require Import Definitions Potential.
Open Scope R_scope.

(** ** What the relative entropy of u to the shares of w pays for, up to a part that u alone fixes *)

Definition potential (n : nat) (u w : vec) : R := ln (sum n w) - sum n (fun i => u i * ln (w i)).

Section Run.
Context {A : Type} (n : nat) (u : vec) (rule : vec -> A -> vec) (value : vec -> A -> R) (cost : A -> R) (kappa : R).
Hypotheses (Hk : 0 <= kappa) (Hu : nonnegative n u) (HU : sum n u = 1).

Lemma dimension : (0 < n)%nat. Proof. apply (sum_positive_dimension n u). lra. Qed.

Definition own : R := sum n (fun i => u i * ln (u i)).

Lemma potential_above w : positive_vec n w -> - own <= potential n u w.
Proof.
  intros Hw. assert (0 < sum n w) as HW by (apply sum_pos; [exact dimension|auto]).
  pose proof (entropy_nonneg n 1 u (fun i => w i / sum n w) Hu HU) as H.
  assert (relative_entropy n u (fun i => w i / sum n w) = own + potential n u w) as E.
  { unfold relative_entropy, own, potential.
    rewrite (sum_ext n _ (fun i => u i * ln (u i) - u i * ln (w i) + ln (sum n w) * u i)).
    - rewrite sum_plus, sum_minus, sum_scal, HU. ring.
    - intros i Hi. rewrite ln_quotient by auto. ring. }
  enough (simplex n 1 (fun i => w i / sum n w)) as HH by (specialize (H HH); lra).
  split; [intros; apply Rdiv_lt_0_compat; auto|]. unfold Rdiv. rewrite sum_scal_r. field. lra.
Qed.

Lemma own_below : own <= 0.
Proof.
  rewrite <- (sum_zero n). apply sum_le; intros i Hi. destruct (Hu i Hi) as [Hp| <-]; [|lra].
  rewrite <- (Rmult_0_r (u i)). apply Rmult_le_compat_l; [lra|]. rewrite <- ln_1. apply ln_le_mono; auto. rewrite <- HU.
  apply sum_term_le; auto.
Qed.

Lemma by_entropy S : (forall w c, In c S -> positive_vec n w -> positive_vec n (rule w c) /\
    value w c <= kappa * (potential n u w - potential n u (rule w c)) + cost c) ->
  over_run rule value ones S <= kappa * ln (INR n) + total cost S.
Proof.
  intros H.
  assert (forall w, positive_vec n w ->
    over_run rule value w S <= kappa * (potential n u w + own) + total cost S) as HH.
  { induction S as [|c S IH]; intros w Hw; cbn [over_run total fold_right].
    - pose proof (potential_above w Hw). signs.
    - destruct (H w c (or_introl eq_refl) Hw) as [Hw' H1].
      assert (forall w d, In d S -> positive_vec n w -> positive_vec n (rule w d) /\
        value w d <= kappa * (potential n u w - potential n u (rule w d)) + cost d) as H2
        by (intros; apply H; [right|]; assumption). specialize (IH H2 (rule w c) Hw'). unfold over_run, total in *.
      lra. }
  eapply Rle_trans; [apply HH; intros i _; unfold ones; lra|].
  assert (potential n u ones = ln (INR n)) as ->.
  { unfold potential, ones. rewrite sum_const, ln_1, sum_scal_r, Rmult_1_r. ring. }
  pose proof own_below. nra.
Qed.

(** Factors g_i: the potential falls by sum u_i ln g_i - ln of the mean of g. *)
Lemma potential_drop g w : positive_vec n w -> (forall i, (i < n)%nat -> 0 < g i) ->
  potential n u w - potential n u (fun i => w i * g i)
  = sum n (fun i => u i * ln (g i)) - ln (sum n (fun i => w i * g i) / sum n w).
Proof.
  intros Hw Hg. unfold potential. assert (0 < sum n w) by (apply sum_pos; [exact dimension|auto]).
  rewrite ln_quotient by (first [assumption|apply sum_pos; [exact dimension|intros; apply Rmult_lt_0_compat; auto]]).
  rewrite (sum_ext n (fun i => u i * ln (w i * g i)) (fun i => u i * ln (w i) + u i * ln (g i)))
    by (intros; rewrite ln_mult by auto; ring). rewrite sum_plus. ring.
Qed.

(** Hoeffding's lemma on [0, 1]. *)
Lemma exponential_drop t x w : positive_vec n w -> in_unit_box n x ->
  t * (dot n u x - weighted_mean n w x) - t ^ 2 / 8 <= potential n u w - potential n u (fun i => w i * exp (t * x i)).
Proof.
  intros Hw Hx. rewrite potential_drop by (auto; intros; apply exp_pos).
  assert (0 < sum n w) as HW by (apply sum_pos; [exact dimension|auto]).
  rewrite (sum_ext n _ (fun i => t * (u i * x i))) by (intros; rewrite ln_exp; ring). rewrite sum_scal.
  change (sum n (fun i => u i * x i)) with (dot n u x).
  pose proof (lemma_A1 n w (fun i => x i - 1 / 2) (sum n w) (1 / 2) t) as L. cbv beta in L.
  assert (sum n (fun i => w i * exp (t * (x i - 1 / 2))) / sum n w
    = exp (- t / 2) * (sum n (fun i => w i * exp (t * x i)) / sum n w)) as E0.
  { rewrite (sum_ext n _ (fun i => exp (- t / 2) * (w i * exp (t * x i)))), sum_scal; [lra|]. intros i _.
    replace (t * (x i - 1 / 2)) with (t * x i + - t / 2) by field. rewrite exp_plus. ring. }
  rewrite E0, ln_mult, ln_exp in L.
  - assert (dot n w (fun i => x i - 1 / 2) = dot n w x - sum n w / 2) as E.
    { unfold dot. rewrite (sum_ext n _ (fun i => w i * x i - w i * / 2)) by (intros; field).
      rewrite sum_minus, sum_scal_r. reflexivity. }
    rewrite E in L. unfold weighted_mean, Rdiv in *.
    replace (t * (dot n w x - sum n w * / 2) * / sum n w) with (t * (dot n w x * / sum n w) - t * / 2) in L
      by (field; lra). assert (t ^ 2 * (1 * / 2) ^ 2 * / 2 = t ^ 2 * / 8) as Q by field. rewrite Q in L.
    enough (- t * / 2 + ln (sum n (fun i => w i * exp (t * x i)) * / sum n w)
      <= t * (dot n w x * / sum n w) - t * / 2 + t ^ 2 * / 8) by lra. apply L; try reflexivity; [left; auto|lra|].
    intros i Hi. specialize (Hx i Hi). unfold Rabs. destruct (Rcase_abs _); lra.
  - apply exp_pos.
  - apply Rmult_lt_0_compat; [apply sum_pos; [exact dimension|]|signs]. intros; apply Rmult_lt_0_compat; [auto|signs].
Qed.

(** beta^x is below its chord on [0, 1]. *)
Lemma power_below_chord beta x : 0 < beta -> 0 <= x <= 1 -> Rpower beta x <= 1 - (1 - beta) * x.
Proof.
  intros Hb Hx. pose proof (below_chord x (ln beta) Hx) as H. rewrite exp_ln in H by exact Hb. unfold Rpower. lra.
Qed.

Lemma power_drop beta x w : 0 < beta < 1 -> positive_vec n w -> in_unit_box n x ->
  ln beta * dot n u x + (1 - beta) * weighted_mean n w x <= potential n u w - potential n u (hedge_beta beta w x).
Proof.
  intros Hb Hw Hx. rewrite (potential_drop (fun i => Rpower beta (x i))) by (auto; intros; apply exp_pos).
  assert (0 < sum n w) as HW by (apply sum_pos; [exact dimension|auto]).
  rewrite (sum_ext n _ (fun i => ln beta * (u i * x i))) by (intros; unfold Rpower; rewrite ln_exp; ring).
  rewrite sum_scal. change (sum n (fun i => u i * x i)) with (dot n u x).
  enough (ln (sum n (fun i => w i * Rpower beta (x i)) / sum n w) <= - ((1 - beta) * weighted_mean n w x)) by lra.
  eapply Rle_trans; [apply Vectors.ln_le_minus_1, Rdiv_lt_0_compat; [apply sum_pos; [exact dimension|]|nra]|].
  { intros; apply Rmult_lt_0_compat; [auto|signs]. }
  assert (sum n (fun i => w i * Rpower beta (x i)) <= sum n w - (1 - beta) * dot n w x) as H.
  { unfold dot. rewrite <- sum_scal, <- sum_minus. apply sum_le; intros i Hi. specialize (Hw i Hi).
    pose proof (power_below_chord beta (x i) ltac:(lra) (Hx i Hi)) as P. nra. }
  apply (Rmult_le_compat_r (/ sum n w)) in H; [|signs]. unfold weighted_mean.
  replace ((sum n w - (1 - beta) * dot n w x) * / sum n w)
    with (1 - (1 - beta) * (dot n w x * / sum n w)) in H by (field; lra). lra.
Qed.
End Run.

(** ** One expert *)

Lemma expert_sums n u : is_expert n u -> nonnegative n u /\ sum n u = 1.
Proof.
  intros (i & Hi & E). split.
  - intros j Hj. rewrite E by exact Hj. unfold unit_vector. destruct (Nat.eqb j i); lra.
  - rewrite (sum_single n i u Hi); [rewrite E by exact Hi; unfold unit_vector; rewrite Nat.eqb_refl; reflexivity|].
    intros j Hj Hji. rewrite E by exact Hj. apply Nat.eqb_neq in Hji. unfold unit_vector. rewrite Hji. reflexivity.
Qed.

Theorem classics_hedge : classics_hedge_stmt.
Proof.
  intros n eta u S0 (He & Hz & Hu%(expert_of _ _ Hz) & H0 & HS%(unit_box_of _ _ H0)).
  destruct (expert_sums n u Hu) as [Hu0 HU]. unfold b_classics_hedge.
  rewrite (over_run_same _ (fun w c => hedge eta w (fst c)) _ (fun w (c : ctrial) => weighted_mean n w (fst c)))
    by reflexivity.
  rewrite (over_run_map (A := ctrial) fst (hedge eta) (weighted_mean n)), (total_map (A := ctrial) fst (dot n u)).
  change (fun e : nat => 1) with ones.
  change (@map ctrial vec fst S0) with (map fst S0).
  replace (length S0) with (length (map fst S0)) by apply map_length. rewrite <- Forall_map in HS.
  set (S := map fst S0). rewrite Forall_forall in HS.
  pose proof (fun Hk Hu HU => by_entropy n u (hedge eta) (weighted_mean n)
    (fun x => dot n u x + eta / 8) (/ eta) Hk Hu HU S) as H. rewrite total_plus in H.
  enough (over_run (hedge eta) (weighted_mean n) ones S
    <= / eta * ln (INR n) + (total (dot n u) S + INR (length S) * (eta * / 8))) by lra. apply H; [signs|auto|lra|].
  intros w x Hx Hw. split; [intros j Hj; apply Rmult_lt_0_compat; [auto|signs]|].
  pose proof (exponential_drop n u HU (- eta) x w Hw (HS x Hx)) as D. apply (Rmult_le_compat_l (/ eta)) in D; [|signs].
  unfold hedge.
  replace (/ eta * (- eta * (dot n u x - weighted_mean n w x) - (- eta) ^ 2 / 8))
    with (weighted_mean n w x - dot n u x - eta * / 8) in D by (field; lra). lra.
Qed.

Theorem classics_hedge_beta : classics_hedge_beta_stmt.
Proof.
  intros n beta u S0 (Hb0 & Hb1 & Hz & Hu%(expert_of _ _ Hz) & H0 & HS%(unit_box_of _ _ H0)).
  destruct (expert_sums n u Hu) as [Hu0 HU].
  unfold b_classics_hedge_beta, upper_beta_classics_hedge_beta in *. assert (0 < beta < 1) as Hb by lra.
  rewrite (over_run_same _ (fun w c => hedge_beta beta w (fst c)) _ (fun w (c : ctrial) => weighted_mean n w (fst c)))
    by (intros w c; try reflexivity; extensionality i; rewrite Pnorm.power_of_pos by lra; reflexivity).
  rewrite (over_run_map (A := ctrial) fst (hedge_beta beta) (weighted_mean n)), (total_map (A := ctrial) fst (dot n u)).
  change (@map ctrial vec fst S0) with (map fst S0).
  change (fun e : nat => 1) with ones.
  rewrite <- Forall_map in HS. set (S := map fst S0). rewrite Forall_forall in HS.
  pose proof (fun Hk Hu HU => by_entropy n u (hedge_beta beta) (weighted_mean n)
    (fun x => ln (1 / beta) / (1 - beta) * dot n u x) (/ (1 - beta)) Hk Hu HU S) as H. rewrite total_scal in H.
  assert (0 <= / (1 - beta)) as Hk by signs. replace (ln (INR n) / (1 - beta)) with (/ (1 - beta) * ln (INR n)) by lra.
  enough (forall a b c : R, a <= b + c -> a - c <= b) as HH; [|intros; lra]. apply HH, H; auto. intros w x Hx Hw.
  split; [intros j Hj; apply Rmult_lt_0_compat; [auto|signs]|].
  pose proof (power_drop n u HU beta x w Hb Hw (HS x Hx)) as D. apply (Rmult_le_compat_l (/ (1 - beta))) in D; auto.
  replace (/ (1 - beta) * (ln beta * dot n u x + (1 - beta) * weighted_mean n w x))
    with (weighted_mean n w x - (- ln beta) / (1 - beta) * dot n u x) in D by (field; lra).
  replace (1 / beta) with (/ beta) by lra. rewrite ln_Rinv by lra. lra.
Qed.

(** (a sqrt(2/(rho + 2)) - b sqrt((rho + 2)/2))^2 >= 0, with a and b the errors of the learner and of u. *)
Theorem classics_eg_square : classics_eg_square_stmt.
Proof.
  intros n rho u S (Hr & Hu & HU & H0 & H1).
  change (over_run (eg_square n (eta_classics_eg_square rho)) (fun w c => (snd c - weighted_mean n w (fst c)) ^ 2)
    ones S - (1 + rho / 2) * total (square_loss n u) S <= b_classics_eg_square (INR n) rho).
  assert (Forall (fun c => in_unit_box n (fst c)) S) as HS.
  { rewrite Forall_forall in *. intros c Hc i Hi. split; [exact (H0 c Hc i Hi)|auto]. }
  unfold b_classics_eg_square. rewrite Forall_forall in HS. set (eta := 4 * rho / (rho + 2)).
  pose proof (fun Hk Hu HU => by_entropy n u (eg_square n eta) (fun w c => (snd c - weighted_mean n w (fst c)) ^ 2)
    (fun c => (1 + rho / 2) * square_loss n u c) (1 / 2 + / rho) Hk Hu HU S) as H. rewrite total_scal in H.
  pose proof (Rinv_0_lt_compat rho Hr). enough (forall a b c : R, a <= b + c -> a - c <= b) as HH; [|intros; lra].
  apply HH; eapply Rle_trans; [apply H; [lra|auto|nra|]|lra]. intros w [x y] Hx Hw. specialize (HS _ Hx).
  split; [intros j Hj; apply Rmult_lt_0_compat; [auto|signs]|]. unfold eg_square, square_loss; cbn [fst snd].
  set (a := y - weighted_mean n w x). pose proof (exponential_drop n u HU (eta * a) x w Hw HS) as D.
  apply (Rmult_le_compat_l (1 / 2 + / rho)) in D; [|lra]. eapply Rle_trans; [|apply Rplus_le_compat_r, D].
  set (b := y - dot n u x). replace (dot n u x - weighted_mean n w x) with (a - b) by (unfold a, b; ring).
  enough (0 <= (2 * a - (rho + 2) * b) ^ 2 / (2 * (rho + 2))) as Q.
  { replace ((2 * a - (rho + 2) * b) ^ 2 / (2 * (rho + 2))) with ((1 / 2 + / rho) * (eta * a * (a - b) - (eta * a) ^ 2
      / 8) + (1 + rho / 2) * b ^ 2 - a ^ 2) in Q by (unfold eta; field; lra). lra. }
  signs.
Qed.
