(** * The second-order Perceptron: v.A^-1 v pays with the logarithm of the determinant *)

From Boundcheck Require Import Vectors GenBounds GenPremises GenClaims.
From Boundcheck.classics Require Import Definitions Rules Potential Determinant.
Open Scope R_scope.

(** ** Products with a matrix that is symmetric, has no negative square and can be solved for any vector *)

Definition times (n : nat) (A : matrix) (z : vec) : vec := fun i => dot n (A i) z.

Record sound (n : nat) (A : matrix) : Prop := Sound {
  symmetric : forall i j, A i j = A j i;
  no_negative_square : forall z, 0 <= dot n z (times n A z);
  solvable : forall b, exists z, solves n A z b;
  positive_det : 0 < det n A }.

Lemma dot_solved n A z b u : solves n A z b -> dot n u (times n A z) = dot n u b. Proof. apply dot_ext; auto. Qed.

Lemma times_exchanged n A u z : (forall i j, A i j = A j i) -> dot n u (times n A z) = dot n z (times n A u).
Proof.
  intros H. unfold times, dot.
  rewrite (sum_ext n _ (fun i => sum n (fun j => u i * (A i j * z j)))) by (symmetry; apply sum_scal). rewrite sum_swap.
  apply sum_ext; intros j _. rewrite <- sum_scal. apply sum_ext; intros i _. rewrite H. ring.
Qed.

Lemma times_plus_outer n A x z i : times n (plus_outer A x) z i = times n A z i + x i * dot n x z.
Proof. unfold times. rewrite <- dot_scal, <- dot_plus. reflexivity. Qed.

Lemma square_plus_outer n A x u : dot n u (times n (plus_outer A x) u) = dot n u (times n A u) + dot n u x ^ 2.
Proof.
  rewrite (dot_ext n u u _ (fun i => times n A u i + dot n x u * x i)) by (intros; rewrite ?times_plus_outer; ring).
  rewrite dot_plus_r, dot_scal_r, (dot_comm n x). ring.
Qed.

(** If A w = b and A q = x, then A + x x' can be solved for b + k x, too. *)
Lemma solves_plus_outer n A x w b q k : 0 < 1 + dot n x q -> solves n A w b -> solves n A q x ->
  solves n (plus_outer A x) (fun i => w i + (k - dot n x w) / (1 + dot n x q) * q i) (fun i => b i + k * x i).
Proof.
  intros Hp Hw Hq i Hi. change (dot n (plus_outer A x i)) with (fun z => times n (plus_outer A x) z i). cbv beta.
  rewrite times_plus_outer. unfold times. rewrite !dot_plus_r, !dot_scal_r, (Hw i Hi), (Hq i Hi). field. lra.
Qed.

Lemma at_least_1 n A x q : sound n A -> solves n A q x -> 1 <= 1 + dot n x q.
Proof.
  intros HA Hq. pose proof (no_negative_square n A HA q). rewrite (dot_solved n A q x q Hq), dot_comm in H. lra.
Qed.

Lemma sound_plus_outer n A x : sound n A -> sound n (plus_outer A x).
Proof.
  intros HA. destruct (solvable n A HA x) as [q Hq]. pose proof (at_least_1 n A x q HA Hq) as Hp. split.
  - intros i j. unfold plus_outer. rewrite (symmetric n A HA). ring.
  - intros z. rewrite square_plus_outer. apply Rplus_le_le_0_compat; [apply no_negative_square, HA|nra].
  - intros b. destruct (solvable n A HA b) as [w Hw]. eexists. intros i Hi.
    rewrite (solves_plus_outer n A x w b q 0); signs.
  - rewrite (det_plus_outer n A x q Hq). apply Rmult_lt_0_compat; [lra|apply positive_det, HA].
Qed.

Lemma times_start n a z i : (i < n)%nat -> times n (snd (second_order_start a)) z i = a * z i.
Proof.
  intros Hi. cbn [second_order_start snd]. unfold times, dot.
  rewrite (sum_single n i) by (assumption || (intros j _ Hj; unfold identity; destruct (Nat.eqb_spec i j); [lia|ring])).
  unfold identity. rewrite Nat.eqb_refl. ring.
Qed.

Lemma square_start n a u : dot n u (times n (snd (second_order_start a)) u) = a * sq n u.
Proof. rewrite <- dot_self, <- dot_scal_r. apply dot_ext; auto. intros i Hi. apply times_start, Hi. Qed.

Lemma sound_start n a : 0 < a -> sound n (snd (second_order_start a)).
Proof.
  intros Ha. split.
  - intros i j. cbn [second_order_start snd]. unfold identity. rewrite Nat.eqb_sym. reflexivity.
  - intros z. rewrite square_start. apply Rmult_le_pos; [lra|apply sq_nonneg].
  - intros b. exists (fun i => b i / a). intros i Hi. transitivity (a * (b i / a)); [apply times_start, Hi|field; lra].
  - cbn [second_order_start snd]. rewrite det_scaled, det_identity, Rmult_1_r. apply pow_lt, Ha.
Qed.

(** ** The potential v.A^-1 v - ln det A does not grow *)

Definition potential (n : nat) (s : vec * matrix) : R := dot n (fst s) (solve n (snd s) (fst s)) - ln (det n (snd s)).

Lemma dot_solve n A z b u : sound n A -> solves n A z b -> dot n u (solve n A b) = dot n u z.
Proof. intros HA Hz. apply dot_ext; auto. apply solve_is; auto. pose proof (positive_det n A HA). lra. Qed.

(** What Cramer's rule gives is the solution. *)
Example solve_solves n A b : sound n A -> solves n A (solve n A b) b.
Proof.
  intros HA i Hi. destruct (solvable n A HA b) as [z Hz]. rewrite (dot_solve n A z b (A i) HA Hz). apply Hz, Hi.
Qed.

Lemma potential_step n s c : sound n (snd s) -> potential n (second_order n s c) <= potential n s.
Proof.
  destruct s as [v A], c as [x b]. intros HA. unfold second_order, potential.
  destruct (Rle_dec _ _) as [Hy|]; [|cbn [fst snd]; lra]. revert Hy. unfold second_order_prediction. cbn [fst snd].
  destruct (solvable n A HA x) as [q Hq]. destruct (solvable n A HA v) as [w Hw].
  pose proof (at_least_1 n A x q HA Hq) as Hp. pose proof (sound_plus_outer n A x HA) as HB.
  pose proof (positive_det n A HA) as HdA.
  assert (dot n v q = dot n x w) as Et.
  { rewrite dot_comm, <- (dot_solved n A w v q Hw), times_exchanged by apply HA. rewrite (dot_solved n A q x w Hq).
    apply dot_comm. }
  assert (solves n A zero zero) as H0 by (intros i _; rewrite dot_comm; apply dot_zero).
  assert (dot n v (solve n (plus_outer A x) x) = dot n x w / (1 + dot n x q)) as ->.
  { rewrite (dot_solve n _ (fun i => / (1 + dot n x q) * q i) x v HB); [rewrite dot_scal_r, Et; lra|]. intros i Hi.
    transitivity (zero i + 1 * x i); [|unfold zero; ring].
    etransitivity; [|exact (solves_plus_outer n A x zero zero q 1 ltac:(lra) H0 Hq i Hi)].
    apply dot_ext; intros j _; auto. rewrite (dot_comm n x zero), dot_zero. unfold zero. lra. }
  pose proof (solves_plus_outer n A x w v q (label b) ltac:(lra) Hw Hq) as H1.
  rewrite (dot_solve n A w v v HA Hw), (dot_solve n _ _ _ _ HB H1), !dot_plus, !dot_scal, !dot_plus_r, !dot_scal_r, Et.
  rewrite (det_plus_outer n A x q Hq), ln_mult by lra. pose proof (label_square b) as Hb. set (t := dot n x w).
  set (s := 1 + dot n x q) in *. replace (dot n x q) with (s - 1) by (unfold s; ring).
  assert (1 - / s <= ln s) as Hl.
  { pose proof (ln_le_minus_1 (/ s) ltac:(apply Rinv_0_lt_compat; lra)). rewrite ln_Rinv in H by lra. lra. }
  assert (0 <= t ^ 2 / s) by signs.
  replace (dot n v w + (label b - t) / s * t + label b * (t + (label b - t) / s * (s - 1)))
    with (dot n v w + 2 * (label b * (t / s)) - t ^ 2 / s + label b * label b * (1 - / s)) by (field; lra). rewrite Hb.
  lra.
Qed.

(** ** The state after a run, and what it is made of *)

Definition after (n : nat) (a : R) (S : list ctrial) : vec * matrix :=
  fold_left (second_order n) S (second_order_start a).

Lemma after_adds n a (g : vec * matrix -> R) (value : ctrial -> R) S :
  (forall s (c : ctrial), g (fun i => fst s i + label (snd c) * fst c i, plus_outer (snd s) (fst c)) = g s + value c) ->
  g (after n a S) = g (second_order_start a) + second_order_total n a value S.
Proof.
  intros H. unfold after, second_order_total. generalize (second_order_start a).
  induction S as [|c S IH]; intros s; cbn [fold_left over_run]; [ring|]. rewrite IH. unfold second_order at 1.
  destruct (Rle_dec _ _); [rewrite H|]; ring.
Qed.

Lemma after_keeps n a (P : vec * matrix -> Prop) S :
  (forall s c, P s -> P (second_order n s c)) -> P (second_order_start a) -> P (after n a S).
Proof. unfold after. generalize (second_order_start a). induction S as [|c S IH]; cbn; auto. Qed.

Lemma sound_step n s c : sound n (snd s) -> sound n (snd (second_order n s c)).
Proof. intros H. unfold second_order. destruct (Rle_dec _ _); [apply sound_plus_outer, H|auto]. Qed.

Lemma det_after n a S : 0 < a -> det n (snd (after n a S))
  = a ^ n * det n (fun i j => identity i j + second_order_total n a (fun c => fst c i * fst c j) S / a).
Proof.
  intros Ha. rewrite <- det_scaled. apply det_ext; intros i j _ _.
  rewrite (after_adds n a (fun s => snd s i j) (fun c => fst c i * fst c j)) by reflexivity.
  cbn [second_order_start snd]. field. lra.
Qed.

Lemma margins_after n a u S : dot n u (fst (after n a S)) = second_order_total n a (margin n u) S.
Proof.
  rewrite (after_adds n a (fun s => dot n u (fst s)) (margin n u)).
  - rewrite (dot_comm n u), dot_zero. ring.
  - intros s c. cbn [fst]. rewrite dot_plus_r, dot_scal_r. reflexivity.
Qed.

Lemma square_after n a u S : dot n u (times n (snd (after n a S)) u)
  = a * sq n u + second_order_total n a (fun c => dot n u (fst c) ^ 2) S.
Proof.
  rewrite (after_adds n a (fun s => dot n u (times n (snd s) u)) (fun c => dot n u (fst c) ^ 2)).
  - rewrite square_start. reflexivity.
  - intros s c. apply square_plus_outer.
Qed.

(** The rule changes the parts of the state one by one. *)
Definition part_by_part (n : nat) (s : vec * matrix) (c : ctrial) : vec * matrix :=
  let yhat := second_order_prediction n s (fst c) in
  (if Rle_dec (label (snd c) * yhat) 0 then fun i => fst s i + label (snd c) * fst c i else fst s,
   if Rle_dec (label (snd c) * yhat) 0 then plus_outer (snd s) (fst c) else snd s).

Lemma total_of n a (value : ctrial -> R) value' S : (forall s c, value' s c =
    if Rle_dec (label (snd c) * second_order_prediction n s (fst c)) 0 then value c else 0) ->
  over_run (part_by_part n) value' (second_order_start a) S = second_order_total n a value S.
Proof.
  intros H. apply over_run_same; [|exact H]. intros [v A] c. unfold part_by_part, second_order. cbn [fst snd].
  destruct (Rle_dec _ _); reflexivity.
Qed.

Theorem classics_second_order : classics_second_order_stmt.
Proof.
  intros n H Q U a gamma logdet u S (Ha & Hg & HU & HH & HQ & HL). unfold b_classics_second_order.
  eapply Rle_trans; [right; apply (total_of n a (fun _ => 1)); reflexivity|].
  assert (second_order_total n a (fun c => Rmax 0 (gamma - margin n u c)) S <= H) as HH'
    by (eapply Rle_trans; [right; symmetry; apply total_of|exact HH]; reflexivity). clear HH. rename HH' into HH.
  assert (second_order_total n a (fun c => dot n u (fst c) ^ 2) S <= Q) as HQ'
    by (eapply Rle_trans; [right; symmetry; apply total_of|exact HQ]; reflexivity). clear HQ. rename HQ' into HQ.
  assert (ln (det n (fun i j => identity i j + second_order_total n a (fun c => fst c i * fst c j) S / a)) <= logdet)
    as HL'.
  { eapply Rle_trans; [right|exact HL]. f_equal. apply det_ext. intros i j _ _. do 2 f_equal. symmetry.
    apply total_of. intros s c. cbv zeta. change (dot n (fst s) _) with (second_order_prediction n s (fst c)).
    destruct (Rle_dec _ _); ring. }
  clear HL. rename HL' into HL.
  set (A := snd (after n a S)). set (v := fst (after n a S)).
  assert (sound n A) as HA by (apply (after_keeps n a (fun s => sound n (snd s)));
    [apply sound_step|apply sound_start, Ha]). destruct (solvable n A HA v) as [w Hw].
  assert (dot n w (times n A w) <= logdet) as HW.
  { assert (sound n A /\ potential n (after n a S) <= potential n (second_order_start a)) as [_ HP].
    { apply (after_keeps n a (fun s => sound n (snd s) /\ potential n s <= potential n (second_order_start a))).
      - intros s c [Hs Hp]. split; [apply sound_step, Hs|]. eapply Rle_trans; [apply potential_step, Hs|lra].
      - split; [apply sound_start, Ha|lra]. }
    unfold potential in HP. fold A v in HP.
    rewrite (dot_solve n A w v v HA Hw), <- (dot_comm n w), <- (dot_solved n A w v w Hw) in HP.
    cbn [second_order_start fst snd] in HP. rewrite dot_zero, det_scaled, det_identity, Rmult_1_r in HP.
    unfold A at 2 in HP. rewrite det_after in HP by assumption. pose proof (positive_det n A HA) as HD.
    unfold A in HD. rewrite det_after in HD by assumption. assert (0 < a ^ n) by signs.
    rewrite ln_mult in HP; [lra|nra|]. nra. }
  assert (dot n u (times n A u) <= Q + U ^ 2 * a) as HV. { unfold A. rewrite square_after. apply sq_le in HU. nra. }
  assert (gamma * second_order_total n a (fun _ => 1) S - H <= dot n u (times n A w)) as HM.
  { rewrite (dot_solved n A w v u Hw). unfold v. rewrite margins_after.
    eapply Rle_trans with (gamma * second_order_total n a (fun _ => 1) S
      + -1 * second_order_total n a (fun c => Rmax 0 (gamma - margin n u c)) S); [lra|]. unfold second_order_total.
    rewrite <- over_run_linear. apply over_run_le. intros s c _. destruct (Rle_dec _ _); [|lra].
    pose proof (Rmax_r 0 (gamma - margin n u c)). lra. }
  pose proof (no_negative_square n A HA w) as Pw. pose proof (no_negative_square n A HA u) as Pu.
  apply (Rmult_le_reg_l gamma); auto. rewrite sqrt_mult by lra.
  replace (gamma * (H / gamma + sqrt logdet * sqrt (Q + U ^ 2 * a) / gamma))
    with (H + sqrt logdet * sqrt (Q + U ^ 2 * a)) by (field; lra).
  assert (gamma * second_order_total n a (fun _ => 1) S - H <= sqrt logdet * sqrt (Q + U ^ 2 * a)); [|lra].
  eapply Rle_trans; [exact HM|]. apply best_factor; [apply sqrt_pos..|]. intros k Hk. rewrite !pow2_sqrt by lra.
  pose proof (no_negative_square n A HA (fun i => k * w i - u i)) as Hq.
  replace (dot n (fun i => k * w i - u i) (times n A (fun i => k * w i - u i)))
    with (k ^ 2 * dot n w (times n A w) - 2 * k * dot n u (times n A w) + dot n u (times n A u)) in Hq.
  - apply (Rmult_le_reg_l (2 * k)); [lra|].
    replace (2 * k * (k * logdet / 2 + (Q + U ^ 2 * a) / (2 * k)))
      with (k ^ 2 * logdet + (Q + U ^ 2 * a)) by (field; lra). nra.
  - rewrite (dot_ext n (fun i => k * w i - u i) (fun i => k * w i - u i) (times n A (fun i => k * w i - u i)) (fun i =>
      k * times n A w i - times n A u i)) by (auto; intros; unfold times; rewrite dot_minus_r, dot_scal_r; reflexivity).
    rewrite dot_minus_r, dot_scal_r, !dot_minus, !dot_scal, (times_exchanged n A w u) by apply HA. ring.
Qed.
