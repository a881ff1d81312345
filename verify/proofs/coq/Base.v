(** * Finite sums, products and norms; Lemma 1 *)

From Coq Require Import Reals List Bool Lra Lia Arith.
From Boundcheck Require Export Definitions.
Import ListNotations.
Open Scope R_scope.

(** ** Finite sums *)

Lemma sum_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> sum n f = sum n g.
Proof. induction n; cbn [sum]; intros H; [reflexivity|]. rewrite IHn, H by auto; reflexivity. Qed.

Lemma sum_plus n f g : sum n (fun i => f i + g i) = sum n f + sum n g.
Proof. induction n; cbn [sum]; [ring|]. rewrite IHn; ring. Qed.

Lemma sum_minus n f g : sum n (fun i => f i - g i) = sum n f - sum n g.
Proof. induction n; cbn [sum]; [ring|]. rewrite IHn; ring. Qed.

Lemma sum_scal n c f : sum n (fun i => c * f i) = c * sum n f.
Proof. induction n; cbn [sum]; [ring|]. rewrite IHn; ring. Qed.

Lemma sum_scal_r n c f : sum n (fun i => f i * c) = sum n f * c.
Proof. induction n; cbn [sum]; [ring|]. rewrite IHn; ring. Qed.

Lemma sum_const n c : sum n (fun _ => c) = INR n * c.
Proof. induction n; [cbn; ring|]. rewrite S_INR; cbn [sum]; rewrite IHn; ring. Qed.

Lemma sum_zero n : sum n (fun _ => 0) = 0.
Proof. rewrite sum_const; ring. Qed.

Lemma sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof. induction n; cbn [sum]; intros H; [lra|]. apply Rplus_le_compat; auto. Qed.

Lemma sum_nonneg n f : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= sum n f.
Proof. intros H. rewrite <- (sum_zero n). apply sum_le, H. Qed.

Lemma sum_pos n f : (0 < n)%nat -> (forall i, (i < n)%nat -> 0 < f i) -> 0 < sum n f.
Proof.
  destruct n as [|n]; intros Hn H; [lia|]. cbn [sum].
  apply Rplus_le_lt_0_compat; [apply sum_nonneg; intros; apply Rlt_le; auto|auto].
Qed.

Lemma sum_term_le n f i : (i < n)%nat -> (forall j, (j < n)%nat -> 0 <= f j) -> f i <= sum n f.
Proof.
  induction n; intros Hi H; [lia|]. cbn [sum].
  destruct (Nat.eq_dec i n) as [->|Hne].
  - pose proof (sum_nonneg n f). assert (0 <= sum n f) by auto. lra.
  - assert (f i <= sum n f) by (apply IHn; [lia|auto]). pose proof (H n). assert (0 <= f n) by auto. lra.
Qed.

Lemma sum_abs_le n f : Rabs (sum n f) <= sum n (fun i => Rabs (f i)).
Proof.
  induction n; cbn [sum]; [rewrite Rabs_R0; lra|].
  eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.

Lemma abs_bounds a b : Rabs a <= b -> - b <= a <= b.
Proof. unfold Rabs. destruct (Rcase_abs a); lra. Qed.

(** ** Logarithms *)

Lemma ln_le a b : 0 < a -> a <= b -> ln a <= ln b.
Proof. intros Ha [H| ->]; [left; apply ln_increasing; assumption|right; reflexivity]. Qed.

Lemma ln_quotient a b : 0 < a -> 0 < b -> ln (a / b) = ln a - ln b.
Proof. intros. unfold Rdiv. rewrite ln_mult, ln_Rinv by auto using Rinv_0_lt_compat. reflexivity. Qed.

Lemma ln_le_minus_1 a : 0 < a -> ln a <= a - 1.
Proof. intros Ha. pose proof (exp_ineq1_le (ln a)) as H. rewrite exp_ln in H by assumption. lra. Qed.

(** ** Inner products and norms *)

Lemma dot_ext n u u' v v' :
  (forall i, (i < n)%nat -> u i = u' i) -> (forall i, (i < n)%nat -> v i = v' i) -> dot n u v = dot n u' v'.
Proof. intros Hu Hv. apply sum_ext; intros i Hi. rewrite Hu, Hv by assumption; reflexivity. Qed.

Lemma dot_comm n u v : dot n u v = dot n v u.
Proof. apply sum_ext; intros; ring. Qed.

Lemma dot_zero n v : dot n zero v = 0.
Proof. unfold dot. rewrite <- (sum_zero n). apply sum_ext; intros; unfold zero; ring. Qed.

Lemma dot_plus n u v x : dot n (fun i => u i + v i) x = dot n u x + dot n v x.
Proof. unfold dot; rewrite <- sum_plus; apply sum_ext; intros; ring. Qed.

Lemma dot_scal n c u x : dot n (fun i => c * u i) x = c * dot n u x.
Proof. unfold dot; rewrite <- sum_scal; apply sum_ext; intros; ring. Qed.

Lemma dot_opp n u v : dot n u (fun i => - v i) = - dot n u v.
Proof. unfold dot; induction n; cbn [sum]; [ring|]. rewrite IHn; ring. Qed.

Definition sq (n : nat) (u : vec) : R := sum n (fun i => u i ^ 2).

Lemma sq_nonneg n u : 0 <= sq n u.
Proof. apply sum_nonneg; intros; apply pow2_ge_0. Qed.

Lemma norm_sq n u : norm n u ^ 2 = sq n u.
Proof. apply pow2_sqrt, sq_nonneg. Qed.

Lemma norm_nonneg n u : 0 <= norm n u.
Proof. apply sqrt_pos. Qed.

Lemma sq_le n u B : norm n u <= B -> sq n u <= B ^ 2.
Proof. intros H. rewrite <- norm_sq. pose proof (norm_nonneg n u). apply pow_incr; lra. Qed.

(** [(s u - t v)^2] summed: what Cauchy-Schwarz is made of. *)
Lemma sq_combination n s t u v :
  sum n (fun i => (s * u i - t * v i) ^ 2) = s ^ 2 * sq n u - 2 * s * t * dot n u v + t ^ 2 * sq n v.
Proof. unfold sq, dot; induction n; cbn [sum]; [ring|]. rewrite IHn; ring. Qed.

Lemma cauchy_schwarz_sq n u v : dot n u v ^ 2 <= sq n u * sq n v.
Proof.
  pose proof (sq_nonneg n u) as Hu; pose proof (sq_nonneg n v) as Hv.
  assert (H : forall s t, 0 <= s ^ 2 * sq n u - 2 * s * t * dot n u v + t ^ 2 * sq n v).
  { intros; rewrite <- sq_combination; apply sum_nonneg; intros; apply pow2_ge_0. }
  destruct (Rle_lt_or_eq_dec _ _ Hv) as [Hp|Hz].
  - specialize (H (sq n v) (dot n u v)).
    assert (0 <= sq n v * (sq n u * sq n v - dot n u v ^ 2)) by lra.
    apply Rmult_le_reg_l with (sq n v); lra.
  - destruct (Rle_lt_or_eq_dec _ _ Hu) as [Hq|Hq].
    + specialize (H (dot n u v) (sq n u)). rewrite <- Hz in *.
      assert (0 <= sq n u * (- dot n u v ^ 2)) by lra.
      apply Rmult_le_reg_l with (sq n u); lra.
    + rewrite <- Hz, <- Hq in *. pose proof (H 1 1); pose proof (H 1 (-1)).
      assert (dot n u v = 0) as -> by lra. lra.
Qed.

Lemma cauchy_schwarz n u v : Rabs (dot n u v) <= norm n u * norm n v.
Proof.
  apply Rsqr_incr_0_var; [|apply Rmult_le_pos; apply norm_nonneg].
  rewrite <- Rsqr_abs, !Rsqr_pow2, Rpow_mult_distr, !norm_sq. apply cauchy_schwarz_sq.
Qed.

(** Hoelder for the 1-norm and the max-norm, with nonnegative u. *)
Lemma holder_max n u x X U :
  nonnegative n u -> sum n u <= U -> max_norm_at_most n x X -> 0 <= X -> Rabs (dot n u x) <= U * X.
Proof.
  intros Hu HU Hx HX. eapply Rle_trans; [apply sum_abs_le|].
  apply Rle_trans with (sum n u * X); [|apply Rmult_le_compat_r; assumption].
  rewrite <- sum_scal_r. apply sum_le; intros i Hi.
  rewrite Rabs_mult, (Rabs_pos_eq (u i)) by auto. apply Rmult_le_compat_l; auto.
Qed.

(** ** Decisions *)

Ltac decide_reals :=
  repeat match goal with
  | H : context [Rlt_dec ?a ?b] |- _ => destruct (Rlt_dec a b)
  | H : context [Rle_dec ?a ?b] |- _ => destruct (Rle_dec a b)
  | |- context [Rlt_dec ?a ?b] => destruct (Rlt_dec a b)
  | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b)
  end.

Lemma ltb_true a b : ltb a b = true <-> a < b.
Proof. unfold ltb; decide_reals; split; intros; (lra || discriminate || reflexivity). Qed.

Lemma ltb_false a b : ltb a b = false <-> b <= a.
Proof. unfold ltb; decide_reals; split; intros; (lra || discriminate || reflexivity). Qed.

Lemma leb_true a b : leb a b = true <-> a <= b.
Proof. unfold leb; decide_reals; split; intros; (lra || discriminate || reflexivity). Qed.

Lemma leb_false a b : leb a b = false <-> b < a.
Proof. unfold leb; decide_reals; split; intros; (lra || discriminate || reflexivity). Qed.

Lemma label_cases y : label y = 1 \/ label y = -1.
Proof. destruct y; cbn; auto. Qed.

Lemma label_square y : label y * label y = 1.
Proof. destruct y; cbn; ring. Qed.

Lemma floor_bounds r : r - 1 < floor r <= r.
Proof. unfold floor. destruct (archimed r). lra. Qed.

(** A natural number is at most r if and only if it is at most floor r. *)
Lemma le_floor M r : INR M <= r -> INR M <= floor r.
Proof.
  intros H. destruct (archimed r) as [H1 _]. unfold floor. rewrite INR_IZR_INZ in *.
  assert (Z.of_nat M < up r)%Z as Hlt by (apply lt_IZR; lra).
  assert (Z.of_nat M <= up r - 1)%Z as Hle by lia. apply IZR_le in Hle. rewrite minus_IZR in Hle. lra.
Qed.

(** ** Lemma 1, with a tolerance for the learner (0 for the plain lemma) *)

Ltac interval_cases :=
  unfold loss, nonempty, below, above, widen, shift, ltb, leb, low, high in *; decide_reals;
  try discriminate; try lra.

Lemma loss_nonneg y I : 0 <= loss y I.
Proof. destruct I as [[] []]; interval_cases. Qed.

Lemma lemma1_below tau yw yu I :
  0 <= tau -> nonempty I -> below yw (widen tau I) = true ->
  loss yw (widen tau I) - loss yu I <= yu - yw - tau.
Proof. intros Ht [y [Hb Ha]] H. destruct I as [[] []]; interval_cases. Qed.

Lemma lemma1_above tau yw yu I :
  0 <= tau -> nonempty I -> below yw (widen tau I) = false -> above yw (widen tau I) = true ->
  loss yw (widen tau I) - loss yu I <= yw - yu - tau.
Proof. intros Ht [y [Hb Ha]] Hf H. destruct I as [[] []]; interval_cases. Qed.

Lemma widen_zero_below y I : below y (widen 0 I) = below y I.
Proof. destruct I as [[] []]; cbn; try reflexivity; repeat f_equal; rewrite ?Ropp_0, Rplus_0_r; reflexivity. Qed.

Lemma label_interval_nonempty y : nonempty (label_interval y).
Proof. exists (label y). destruct y; cbn; rewrite ?ltb_false; split; (reflexivity || lra). Qed.
