(** * One inequality a trial: what the squared distance pays for *)

From Boundcheck Require Import Vectors Runs.
From Boundcheck Require Perceptron.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.classics Require Export Rules.
Open Scope R_scope.

(** ** The potential argument: one inequality a trial, from the squared distance *)

Lemma by_distance {A} n rule (value : vec -> A -> R) (cost : A -> R) kappa u U (S : list A) :
  0 <= kappa -> norm n u <= U ->
  (forall w c, In c S -> value w c <= kappa * (distance n u w - distance n u (rule w c)) + cost c) ->
  over_run rule value zero S <= kappa * U ^ 2 + total cost S.
Proof.
  intros Hk HU H.
  assert (forall w, over_run rule value w S <= kappa * distance n u w + total cost S) as HH.
  { induction S as [|c S IH]; intros w; cbn [over_run total fold_right].
    - pose proof (Rmult_le_pos _ _ Hk (Perceptron.distance_nonneg n u w)). lra.
    - specialize (H w c (or_introl eq_refl)) as H1.
      assert (forall w d, In d S -> value w d <= kappa * (distance n u w - distance n u (rule w d)) + cost d) as H2
        by (intros; apply H; right; assumption). specialize (IH H2 (rule w c)). unfold over_run, total in *. lra. }
  specialize (HH zero). rewrite Perceptron.distance_zero in HH. apply sq_le in HU. nra.
Qed.

Lemma total_scal {A} k (f : A -> R) S : total (fun c => k * f c) S = k * total f S.
Proof. induction S as [|c S IH]; cbn [total fold_right]; [ring|]. unfold total in *. lra. Qed.

Lemma total_plus {A} k (f : A -> R) S : total (fun c => f c + k) S = total f S + INR (length S) * k.
Proof.
  induction S as [|c S IH]; cbn [total fold_right length]; [cbn; ring|]. rewrite S_INR. unfold total in *. lra.
Qed.

Lemma total_zero {A} (S : list A) : total (fun _ => 0) S = 0.
Proof. induction S as [|c S IH]; cbn; auto. unfold total in IH. lra. Qed.

(** The same for a gradient step of rate eta, where a trial may cost k more than it costs u. *)
Lemma by_gradient {A} n rule (value : vec -> A -> R) (cost : A -> R) eta k u U (S : list A) :
  0 < eta -> norm n u <= U ->
  (forall w c, In c S -> 2 * eta * (value w c - cost c - k) <= distance n u w - distance n u (rule w c)) ->
  over_run rule value zero S - total cost S <= U ^ 2 / (2 * eta) + INR (length S) * k.
Proof.
  intros He HU H. assert (0 < / (2 * eta)) as Hi by signs.
  pose proof (by_distance n rule value (fun c => cost c + k) (/ (2 * eta)) u U S ltac:(lra) HU) as B.
  rewrite total_plus in B. unfold Rdiv.
  enough (over_run rule value zero S <= / (2 * eta) * U ^ 2 + (total cost S + INR (length S) * k)) by lra. apply B.
  intros w c Hc. specialize (H w c Hc). apply (Rmult_le_compat_l (/ (2 * eta))) in H; [|lra].
  rewrite <- Rmult_assoc, Rinv_l in H by lra. lra.
Qed.

Lemma distance_along n u w s x : distance n u w - distance n u (fun i => w i + s * x i)
  = 2 * s * (dot n u x - dot n w x) - s ^ 2 * dot n x x.
Proof. unfold distance, dot. induction n; cbn [sum]; nra. Qed.

Lemma margin_along n u w s c :
  distance n u w - distance n u (along_example s w c) = 2 * s * (margin n u c - margin n w c) - s ^ 2 * dot n (fst c)
    (fst c).
Proof.
  unfold along_example. rewrite (distance_along n u w (s * label (snd c)) (fst c)). unfold margin.
  replace ((s * label (snd c)) ^ 2) with (s ^ 2 * (label (snd c) * label (snd c))) by ring. rewrite label_square. ring.
Qed.

Lemma in_ball_sq n X (c : ctrial) : in_ball n X c -> 0 <= dot n (fst c) (fst c) <= X ^ 2.
Proof. rewrite dot_self. split; [apply sq_nonneg|apply sq_le, H]. Qed.

Lemma hinge_bounds m : 0 <= hinge m /\ 1 - m <= hinge m. Proof. split; [apply Rmax_l|apply Rmax_r]. Qed.

Lemma hinge_cases m : (hinge m = 0 /\ 1 <= m) \/ (hinge m = 1 - m /\ m < 1).
Proof. unfold hinge, Rmax. destruct (Rle_dec 0 (1 - m)); [|lra]. lra. Qed.

Lemma hinge_nonneg n w c : 0 <= hinge_loss n w c. Proof. apply hinge_bounds. Qed.

Lemma separable_hinge n u c : 1 <= margin n u c -> hinge_loss n u c = 0.
Proof. unfold hinge_loss. destruct (hinge_cases (margin n u c)); lra. Qed.

(** 2 s l* is at most s^2/rho + rho l*^2. *)
Lemma young s m rho : 0 < rho -> 2 * s * m <= / rho * s ^ 2 + rho * m ^ 2.
Proof.
  intros Hr. assert (0 <= rho * (m - s / rho) ^ 2) as H by signs.
  assert (rho * (m - s / rho) ^ 2 = rho * m ^ 2 - 2 * s * m + / rho * s ^ 2) by (field; lra). lra.
Qed.

(** ** Sums of squares against sums of products, by a free factor for each *)

Lemma over_run_linear {W A} (rule : W -> A -> W) f g a b S : forall w,
  over_run rule (fun w c => a * f w c + b * g w c) w S = a * over_run rule f w S + b * over_run rule g w S.
Proof. unfold over_run. induction S as [|c S IH]; intros w; [ring|]. rewrite IH. ring. Qed.

Lemma over_run_le {W A} (rule : W -> A -> W) f g S : (forall w c, In c S -> f w c <= g w c) ->
  forall w, over_run rule f w S <= over_run rule g w S.
Proof.
  unfold over_run. induction S as [|c S IH]; intros H w; [lra|].
  apply Rplus_le_compat; [apply H; left; reflexivity|apply IH; intros; apply H; right; assumption].
Qed.

(** The weights change at most where the margin is beta at most. *)
Lemma margin_updates n beta eta S :
  over_run (margin_perceptron n beta eta)
    (fun w c => if Req_EM_T (distance n (margin_perceptron n beta eta w c) w) 0 then 0 else 1) zero S
  <= over_run (margin_perceptron n beta eta) (margin_update n beta) zero S.
Proof.
  apply over_run_le. intros w c _. unfold margin_perceptron, margin_update.
  destruct (Rle_dec _ _), (Req_EM_T _ _) as [|H]; try lra. exfalso. apply H. unfold distance.
  rewrite (sum_ext n _ (fun _ => 0)) by (intros; ring). apply sum_zero.
Qed.

Lemma over_run_total {A} (rule : vec -> A -> vec) (f : A -> R) S : forall w, over_run rule (fun _ => f) w S = total f S.
Proof. unfold over_run. induction S as [|c S IH]; intros w; auto. rewrite IH. reflexivity. Qed.

Lemma best_factor k p q : 0 <= p -> 0 <= q -> (forall c, 0 < c -> k <= c * p ^ 2 / 2 + q ^ 2 / (2 * c)) -> k <= p * q.
Proof.
  intros Hp Hq H. apply le_epsilon. intros e0 He0. set (e := e0 / (p + q + 1)).
  assert (0 < e) as He by (apply Rdiv_lt_0_compat; lra).
  assert (e * (p + q) <= e0).
  { unfold e. apply Rmult_le_reg_r with (p + q + 1); [lra|].
    replace (e0 / (p + q + 1) * (p + q) * (p + q + 1)) with (e0 * (p + q)) by (field; lra). lra. }
  eapply Rle_trans; [apply (H ((q + e) / (p + e))); apply Rdiv_lt_0_compat; lra|].
  assert (0 <= p / (p + e) <= 1) as [P0 P1].
  { split; [signs|]. apply Rmult_le_reg_r with (p + e); [lra|].
    replace (p / (p + e) * (p + e)) with p by (field; lra). lra. }
  assert (0 <= q / (q + e) <= 1) as [Q0 Q1].
  { split; [signs|]. apply Rmult_le_reg_r with (q + e); [lra|].
    replace (q / (q + e) * (q + e)) with q by (field; lra). lra. }
  replace ((q + e) / (p + e) * p ^ 2 / 2 + q ^ 2 / (2 * ((q + e) / (p + e))))
    with ((q + e) * p / 2 * (p / (p + e)) + (p + e) * q / 2 * (q / (q + e))) by (field; lra).
  assert ((q + e) * p / 2 * (p / (p + e)) <= (q + e) * p / 2 * 1) by (apply Rmult_le_compat_l; nra).
  assert ((p + e) * q / 2 * (q / (q + e)) <= (p + e) * q / 2 * 1) by (apply Rmult_le_compat_l; nra). lra.
Qed.

Lemma norm_scaled n c u : 0 < c -> norm n (fun i => c * u i) = c * norm n u.
Proof.
  intros Hc. unfold norm. rewrite (sum_ext n (fun i => (c * u i) ^ 2) (fun i => c ^ 2 * u i ^ 2)) by (intros; ring).
  rewrite sum_scal, sqrt_mult_alt by apply pow2_ge_0. rewrite sqrt_pow2 by lra. reflexivity.
Qed.

Lemma margin_scaled n k u c : margin n (fun i => k * u i) c = k * margin n u c.
Proof. unfold margin. rewrite dot_scal. ring. Qed.
