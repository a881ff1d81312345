(** * Rotation invariance: Theorem 3 of Kivinen and Warmuth, and its converse

    Weights outside the span of the examples are changed by the reflection along their part orthogonal to it,
    which leaves the examples as they are. *)

From Boundcheck Require Import Vectors Runs.
From Boundcheck.kivinen1995 Require Hadamard.
Open Scope R_scope.

(** ** Spans *)

Lemma combination_ext c c' xs i : (forall t, (t < length xs)%nat -> c t = c' t) ->
  combination c xs i = combination c' xs i.
Proof.
  induction xs as [|x xs IH]; intros H; cbn [combination length] in *; auto. rewrite (H (length xs)), IH by auto.
  reflexivity.
Qed.

Lemma combination_plus c c' a xs i :
  combination (fun t => c t + a * c' t) xs i = combination c xs i + a * combination c' xs i.
Proof. induction xs as [|x xs IH]; cbn [combination]; [unfold zero; ring|]. lra. Qed.

Lemma span_plus n xs v v' a : in_span n xs v -> in_span n xs v' -> in_span n xs (fun i => v i + a * v' i).
Proof.
  intros [c Hc] [c' Hc']. exists (fun t => c t + a * c' t). intros i Hi.
  rewrite combination_plus, Hc, Hc' by assumption. reflexivity.
Qed.

Lemma span_cons n x xs v a : in_span n xs v -> in_span n (x :: xs) (fun i => a * x i + v i).
Proof.
  intros [c Hc]. exists (fun t => if (t =? length xs)%nat then a else c t). intros i Hi. cbn [combination].
  rewrite Nat.eqb_refl, Hc by assumption. f_equal. apply combination_ext; intros t Ht.
  destruct (Nat.eqb_spec t (length xs)); [lia|lra].
Qed.

Lemma span_ext n xs v v' : same n v v' -> in_span n xs v -> in_span n xs v'.
Proof. intros H [c Hc]. exists c. intros i Hi. rewrite <- H; auto. Qed.

Lemma span_weaken n x xs v : in_span n xs v -> in_span n (x :: xs) v.
Proof. intros H. eapply span_ext; [|apply (span_cons n x xs v 0 H)]. intros i _. ring. Qed.

Lemma span_zero n xs : in_span n xs zero.
Proof. exists (fun _ => 0). intros i _. induction xs as [|x xs IH]; cbn [combination]; auto. rewrite <- IH. unfold zero. ring. Qed.

Lemma span_scal n xs v a : in_span n xs v -> in_span n xs (fun i => a * v i).
Proof.
  intros H. apply span_ext with (v := fun i => zero i + a * v i); [intros i _; unfold zero; ring|].
  apply span_plus; [apply span_zero|auto].
Qed.

Lemma span_in n xs x : In x xs -> in_span n xs x.
Proof.
  induction xs as [|x' xs IH]; [intros []|]. intros [E|H]; [subst x'|apply span_weaken, IH, H].
  eapply span_ext; [|apply (span_cons n x xs zero 1), span_zero]. intros i _. unfold zero. ring.
Qed.

Lemma span_trans n xs gs v : (forall g, In g gs -> in_span n xs g) -> in_span n gs v -> in_span n xs v.
Proof.
  intros H [c Hc]. apply span_ext with (combination c gs); [intros i Hi; rewrite Hc by exact Hi; reflexivity|]. clear v Hc.
  induction gs as [|g gs IH]; cbn [combination]; [apply span_zero|].
  apply span_ext with (v := fun i => combination c gs i + c (length gs) * g i); [intros i _; ring|].
  apply span_plus; [apply IH; intros; apply H; right; assumption|apply H; left; reflexivity].
Qed.

Lemma square_zero n v i : dot n v v = 0 -> (i < n)%nat -> v i = 0.
Proof.
  intros H Hi. pose proof (sum_term_le n (fun j => v j * v j) i Hi ltac:(intros; apply Rle_0_sqr)) as T.
  fold (dot n v v) in T. nra.
Qed.

(** Every vector is a combination of xs and a part that is orthogonal to them. *)
Lemma projection n xs : forall w, exists s, in_span n xs s /\ forall x, In x xs -> dot n (fun i => w i - s i) x = 0.
Proof.
  induction xs as [|x xs IH]; intros w.
  - exists zero. split; [exists zero; reflexivity|intros x []].
  - destruct (IH w) as (sw & Hsw & Hw). destruct (IH x) as (sx & Hsx & Hx). set (vw := fun i => w i - sw i).
    set (vx := fun i => x i - sx i).
    assert (forall v, (forall y, In y xs -> dot n v y = 0) -> dot n v x = dot n v vx) as Hcut.
    { intros v Hv. rewrite (dot_ext n v v x (fun i => sx i + vx i)) by (intros; unfold vx; ring). rewrite dot_plus_r.
      rewrite (dot_comm n v sx). rewrite (Hadamard.dot_span n xs sx v Hsx); [ring|]. intros y Hy. rewrite dot_comm.
      auto. }
    destruct (Req_dec (dot n vx vx) 0) as [E|E].
    + exists (fun i => 0 * x i + sw i). split; [apply span_cons, Hsw|]. intros y Hy.
      rewrite (dot_ext n _ vw y y) by (intros; unfold vw; ring). destruct Hy as [<-|Hy]; auto. rewrite Hcut by auto.
      unfold dot. rewrite (sum_ext n _ (fun _ => 0)); [apply sum_zero|]. intros i Hi. rewrite (square_zero n vx i E Hi).
      ring.
    + set (a := dot n vw vx / dot n vx vx). exists (fun i => a * x i + (sw i + - a * sx i)).
      split; [apply span_cons, span_plus; assumption|].
      assert (forall y, dot n (fun i => w i - (a * x i + (sw i + - a * sx i))) y = dot n vw y - a * dot n vx y) as Hd.
      { intros y. rewrite <- dot_scal, <- dot_minus. apply dot_ext; intros; unfold vw, vx; ring. }
      intros y [<-|Hy]; rewrite Hd; [|rewrite Hw, Hx by assumption; ring]. rewrite !Hcut by auto. unfold a. field; lra.
Qed.

(** ** Reflections *)

Definition reflection (n : nat) (v : vec) : matrix :=
  fun i j => (if (i =? j)%nat then 1 else 0) - 2 / dot n v v * v i * v j.

Lemma sum_delta n i f : (i < n)%nat -> sum n (fun k => (if (k =? i)%nat then 1 else 0) * f k) = f i.
Proof.
  intros Hi. rewrite (sum_single n i); [rewrite Nat.eqb_refl; ring|lia|]. intros j _ Hne.
  destruct (Nat.eqb_spec j i); [lia|ring].
Qed.

Lemma reflection_orthonormal n v : dot n v v <> 0 -> orthonormal n (reflection n v).
Proof.
  intros Hv i j Hi Hj. unfold reflection. set (c := 2 / dot n v v).
  rewrite (sum_ext n _ (fun k => (if (k =? i)%nat then 1 else 0) * ((if (k =? j)%nat then 1 else 0) - c * v k * v j)
    - (if (k =? j)%nat then 1 else 0) * (c * v k * v i) + c * c * v i * v j * (v k * v k))) by (intros; ring).
  rewrite sum_plus, sum_minus, !sum_delta, sum_scal by assumption. fold (dot n v v). unfold c. field; lra.
Qed.

Lemma reflection_apply n v x i : (i < n)%nat -> apply n (reflection n v) x i = x i - 2 / dot n v v * dot n v x * v i.
Proof.
  intros Hi. unfold apply, reflection.
  rewrite (sum_ext n _ (fun j => (if (j =? i)%nat then 1 else 0) * x j - 2 / dot n v v * v i * (v j * x j)))
    by (intros; rewrite (Nat.eqb_sym i); ring). rewrite sum_minus, sum_delta, sum_scal by assumption. unfold dot. ring.
Qed.

(** Examples that are orthogonal to v stay where they are. *)
Lemma reflection_fixes n v past : (forall c, In c past -> dot n v (fst c) = 0) ->
  Forall2 (fun c c' : ctrial => same n (fst c) (fst c') /\ snd c = snd c') (rotate n (reflection n v) past) past.
Proof.
  induction past as [|c past IH]; [constructor|]. constructor; [|apply IH; intros; apply H; right; assumption].
  split; auto. intros i Hi. cbn [fst]. rewrite reflection_apply, (H c) by (cbn; auto). ring.
Qed.

(** ** Theorem 3 *)

Theorem theorem_3 tie n L : of_dimension n L -> rotation_invariant tie n L ->
  forall past, in_span n (map fst past) (weights L past).
Proof.
  intros Hdim Hrot past. set (w := weights L past). set (theta := threshold L past).
  destruct (projection n (map fst past) w) as (s & Hs & Hv). set (v := fun i => w i - s i).
  destruct (Req_dec (dot n v v) 0) as [E|E].
  { apply span_ext with s; auto. intros i Hi. pose proof (square_zero n v i E Hi) as Z. unfold v in Z. lra. }
  set (A := reflection n v).
  assert (Forall2 (fun c c' => same n (fst c) (fst c') /\ snd c = snd c') (rotate n A past) past) as Hsame.
  { apply reflection_fixes. intros c Hc. apply Hv, in_map, Hc. }
  destruct (Hdim _ _ Hsame) as [Hw Ht].
  assert (dot n w v = dot n v v) as Hwv.
  { rewrite (dot_ext n w (fun i => s i + v i) v v) by (intros; unfold v; ring || reflexivity).
    rewrite dot_plus, (Hadamard.dot_span n (map fst past) s v Hs) by (intros; rewrite dot_comm; auto). ring. }
  set (b := (Rabs theta + 1) / dot n v v).
  pose proof (Hrot A (reflection_orthonormal n v E) past (fun i => b * v i)) as H. unfold predicts in H.
  rewrite Ht in H. fold theta w in H.
  assert (dot n w (fun i => b * v i) = Rabs theta + 1) as E1 by (rewrite dot_scal_r, Hwv; unfold b; field; lra).
  assert (dot n (weights L (rotate n A past)) (apply n A (fun i => b * v i)) = - (Rabs theta + 1)) as E2.
  { rewrite (dot_ext n _ w _ (fun i => - b * v i)); auto.
    - rewrite dot_scal_r, Hwv. unfold b. field; lra.
    - intros i Hi. unfold A. rewrite reflection_apply, dot_scal_r by assumption. field; lra. }
  rewrite E1, E2 in H. pose proof (Rle_abs theta). pose proof (Rle_abs (- theta)) as Hm. rewrite Rabs_Ropp in Hm.
  destruct tie; cbn [positive] in H.
  - rewrite (proj2 (leb_true theta (Rabs theta + 1))), (proj2 (leb_false theta (- (Rabs theta + 1)))) in H by lra. lra.
  - rewrite (proj2 (ltb_true theta (Rabs theta + 1))), (proj2 (ltb_false theta (- (Rabs theta + 1)))) in H by lra. lra.
Qed.

(** In other words: additive, with start 0. *)
Corollary rotation_invariant_additive tie n L : of_dimension n L -> rotation_invariant tie n L ->
  additive n L /\ starts_at_zero n L.
Proof.
  intros Hdim Hrot. pose proof (theorem_3 tie n L Hdim Hrot) as H.
  assert (starts_at_zero n L) as H0. { intros i Hi. destruct (H []) as [c Hc]. rewrite Hc by assumption. reflexivity. }
  split; auto. intros past. apply span_ext with (weights L past); auto. intros i Hi. rewrite H0 by assumption. ring.
Qed.

(** ** The converse *)

Lemma rotation_product n A x y : orthonormal n A -> dot n (apply n A x) (apply n A y) = dot n x y.
Proof.
  intros HA. unfold dot at 1, apply.
  rewrite (sum_ext n _ (fun k => sum n (fun i => sum n (fun j => A k i * A k j * (x i * y j))))).
  2: { intros k _. rewrite <- sum_scal_r. apply sum_ext; intros i _. rewrite <- sum_scal. apply sum_ext; intros; ring. }
  rewrite sum_swap. apply sum_ext; intros i Hi. rewrite sum_swap.
  rewrite (sum_ext n _ (fun j => (if (j =? i)%nat then 1 else 0) * (x i * y j))).
  - apply (sum_delta n i (fun j => x i * y j) Hi).
  - intros j Hj. rewrite sum_scal_r, HA, (Nat.eqb_sym i) by assumption. reflexivity.
Qed.

Lemma combination_rotated n A c xs x : orthonormal n A ->
  dot n (combination c (map (apply n A) xs)) (apply n A x) = dot n (combination c xs) x.
Proof.
  intros HA. induction xs as [|y xs IH]; cbn [map combination]; [rewrite !dot_zero; reflexivity|].
  rewrite !(dot_plus n (fun i => c _ * _ i)), !dot_scal, IH, rotation_product, map_length by assumption. reflexivity.
Qed.

Theorem theorem_3_converse tie n L : of_products n L -> rotation_invariant tie n L.
Proof.
  intros (coefficient & Hw & Hc) A HA past x. unfold predicts.
  assert (map fst (rotate n A past) = map (apply n A) (map fst past)) as Efst
    by (unfold rotate; rewrite !map_map; reflexivity). destruct (Hc (rotate n A past) past) as [Hcoef Htheta].
  - unfold rotate. rewrite map_map. reflexivity.
  - rewrite Efst. intros i j.
    assert (forall t, exists z, nth t (map fst past) zero = z /\
      same n (nth t (map (apply n A) (map fst past)) zero) (apply n A z)) as Hnth.
    { intros t. exists (nth t (map fst past) zero). split; auto. intros k Hk.
      destruct (Nat.lt_ge_cases t (length (map fst past))) as [Ht|Ht].
      - rewrite (nth_indep _ _ (apply n A zero)), map_nth by (rewrite map_length; assumption). reflexivity.
      - rewrite !nth_overflow by (rewrite ?map_length in *; assumption). unfold apply.
        rewrite (sum_ext n _ (fun _ => 0)) by (intros; unfold zero; ring). rewrite sum_zero; auto. }
    destruct (Hnth i) as (zi & Ei & Hi). destruct (Hnth j) as (zj & Ej & Hj). rewrite Ei, Ej.
    rewrite (dot_ext n _ (apply n A zi) _ (apply n A zj)) by assumption. apply rotation_product, HA.
  - rewrite Htheta. f_equal.
    rewrite (dot_ext n _ (combination (coefficient past) (map (apply n A) (map fst past))) _ (apply n A x));
      [|intros i Hi; rewrite Hw, Efst by assumption; apply combination_ext; auto|reflexivity].
    rewrite combination_rotated by assumption. apply dot_ext; [intros i Hi; symmetry; apply Hw, Hi|auto].
Qed.
