(** * Finite sums, vectors and their norms, logarithms, intervals and their losses *)

From Coq Require Export Reals List Bool Lra Lia Arith.
From Boundcheck Require Export Definitions.
Export ListNotations.
Open Scope R_scope.

(** ** What premises say, in the words of the proofs; [Premises.v] proves that they say it *)

Definition ball_trials (n : nat) (X : R) (S : list trial) : Prop :=
  Forall (fun tr => norm n (fst tr) <= X /\ nonempty (snd tr)) S.
Definition box_trials (n : nat) (X : R) (S : list trial) : Prop :=
  Forall (fun tr => max_norm_at_most n (fst tr) X /\ nonempty (snd tr)) S.
Definition ball_labels (n : nat) (X : R) (S : list ctrial) : Prop := Forall (fun c => norm n (fst c) <= X) S.
Definition ball_points (n : nat) (X : R) (S : list (vec * R)) : Prop := Forall (fun c => norm n (fst c) <= X) S.
Definition in_ball (n : nat) (X : R) (c : ctrial) : Prop := norm n (fst c) <= X.
Definition pnorm_ball (p : R) (n : nat) (X : R) (S : list ctrial) : Prop := Forall (fun c => pnorm p n (fst c) <= X) S.
Definition sum_at_most (n : nat) (X : R) (S : list ctrial) : Prop := Forall (fun c => sum n (fst c) <= X) S.
Definition in_unit_box (n : nat) (x : vec) : Prop := forall i, (i < n)%nat -> 0 <= x i <= 1.
Definition votes (n : nat) (x : vec) : Prop := forall i, (i < n)%nat -> x i = 1 \/ x i = -1.
Definition is_expert (n : nat) (u : vec) : Prop :=
  exists i, (i < n)%nat /\ forall j, (j < n)%nat -> u j = unit_vector i j.
Definition entropy_of_shares (n : nat) (U : R) (u : vec) : R := - sum n (fun i => Rabs (u i) / U * ln (Rabs (u i) / U)).
Definition separable (n : nat) (u : vec) (S : list ctrial) : Prop := cmp_loss n u (as_trials S) = 0.
Definition right_or_clear (n : nat) (u : vec) (S : list ctrial) : Prop :=
  Forall (fun c => errs n u c = false -> 1 <= label (snd c) * dot n u (fst c)) S.
Definition gap_around_one (n : nat) (delta : R) (u : vec) (c : ctrial) : Prop :=
  if snd c then 1 <= dot n u (fst c) else dot n u (fst c) <= 1 - delta.

(** ** Finite sums *)

Lemma sum_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> sum n f = sum n g.
Proof. induction n; cbn [sum]; intros H; auto. rewrite IHn, H by auto; nra. Qed.

Lemma sum_plus n f g : sum n (fun i => f i + g i) = sum n f + sum n g.
Proof. induction n; cbn [sum]; [ring|]. rewrite IHn; ring. Qed.

Lemma sum_minus n f g : sum n (fun i => f i - g i) = sum n f - sum n g.
Proof. induction n; cbn [sum]; [ring|]. rewrite IHn; ring. Qed.

Lemma sum_scal n c f : sum n (fun i => c * f i) = c * sum n f.
Proof. induction n; cbn [sum]; [ring|]. rewrite IHn; ring. Qed.

Lemma sum_scal_r n c f : sum n (fun i => f i * c) = sum n f * c.
Proof. induction n; cbn [sum]; [ring|]. rewrite IHn; ring. Qed.

Lemma sum_const n c : sum n (fun _ => c) = INR n * c.
Proof. induction n; [cbn; ring|]. rewrite S_INR; cbn [sum]; lra. Qed.

Lemma sum_zero n : sum n (fun _ => 0) = 0. Proof. rewrite sum_const; ring. Qed.

Lemma sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof. induction n; cbn [sum]; intros H; [lra|]. apply Rplus_le_compat; auto. Qed.

Lemma sum_nonneg n f : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= sum n f.
Proof. intros H. rewrite <- (sum_zero n). apply sum_le, H. Qed.

(** A sign that the terms of a sum, or the factors of a product, a quotient or a power, give. *)
Ltac signs := solve [assumption | lra | match goal with
  | |- 0 < _ * _ => apply Rmult_lt_0_compat; signs
  | |- 0 <= _ * _ => apply Rmult_le_pos; signs
  | |- 0 < _ / _ => apply Rdiv_lt_0_compat; signs
  | |- 0 <= _ / _ => apply Rle_mult_inv_pos; signs
  | |- 0 < / _ => apply Rinv_0_lt_compat; signs
  | |- 0 < _ ^ _ => apply pow_lt; signs
  | |- 0 <= _ ^ 2 => apply pow2_ge_0
  | |- 0 <= _ ^ _ => apply pow_le; signs
  | |- 0 < _ + _ => first [apply Rplus_lt_le_0_compat; signs | apply Rplus_le_lt_0_compat; signs]
  | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; signs
  | |- 0 < exp _ => apply exp_pos
  | |- 0 < Rpower _ _ => apply exp_pos
  | |- 0 <= Rabs _ => apply Rabs_pos
  | |- 0 <= INR _ => apply pos_INR
  | |- 0 < sqrt _ => apply sqrt_lt_R0; signs
  | |- 0 <= sqrt _ => apply sqrt_pos
  | |- 0 <= norm _ _ => apply sqrt_pos
  | |- 0 <= sum _ _ => apply sum_nonneg; intros; signs
  | |- 0 <= _ => left; signs
  | |- _ <> 0 => apply Rgt_not_eq; signs
  end].

Lemma sum_pos n f : (0 < n)%nat -> (forall i, (i < n)%nat -> 0 < f i) -> 0 < sum n f.
Proof.
  destruct n as [|n]; intros Hn H; [lia|].
  apply Rplus_le_lt_0_compat; [apply sum_nonneg; intros; apply Rlt_le; auto|auto].
Qed.

Lemma sum_term_le n f i : (i < n)%nat -> (forall j, (j < n)%nat -> 0 <= f j) -> f i <= sum n f.
Proof.
  induction n; intros Hi H; [lia|]. cbn [sum]. destruct (Nat.eq_dec i n) as [->|Hne].
  - pose proof (sum_nonneg n f). assert (0 <= sum n f) by auto. lra.
  - assert (f i <= sum n f) by (apply IHn; [lia|auto]). assert (0 <= f n) by auto. lra.
Qed.

Lemma sum_abs_le n f : Rabs (sum n f) <= sum n (fun i => Rabs (f i)).
Proof. induction n; cbn [sum]; [rewrite Rabs_R0; lra|]. eapply Rle_trans; [apply Rabs_triang|]. lra. Qed.

Lemma abs_bounds a b : Rabs a <= b -> - b <= a <= b. Proof. unfold Rabs. destruct (Rcase_abs a); lra. Qed.

(** ** The greatest and the least *)

Lemma greatest_at n f : (0 < n)%nat -> exists i, (i < n)%nat /\ f i = greatest n f.
Proof.
  induction n as [|[|n] IH]; [lia|exists O; auto|].
  change (greatest (S (S n)) f) with (Rmax (greatest (S n) f) (f (S n))).
  apply Rmax_case; [destruct (IH ltac:(lia)) as (i & Hi & E); exists i|exists (S n)]; auto.
Qed.

Lemma greatest_above n f i : (i < n)%nat -> f i <= greatest n f.
Proof.
  induction n as [|[|n] IH]; intros Hi; [lia|replace i with O by lia; cbn; lra|].
  destruct (Nat.eq_dec i (S n)) as [->|]; [apply Rmax_r|]. eapply Rle_trans; [apply IH; lia|apply Rmax_l].
Qed.

Lemma greatest_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> greatest n f = greatest n g.
Proof.
  destruct n as [|n]; intros H; auto.
  destruct (greatest_at (S n) f) as (i & Hi & Ei), (greatest_at (S n) g) as (j & Hj & Ej); [lia..|].
  apply Rle_antisym; [rewrite <- Ei, H by auto|rewrite <- Ej, <- H by auto]; apply greatest_above; lia.
Qed.

Lemma least_at n f : (0 < n)%nat -> exists i, (i < n)%nat /\ f i = least n f.
Proof.
  intros Hn. destruct (greatest_at n (fun i => - f i) Hn) as (i & Hi & E). exists i. unfold least. split; signs.
Qed.

Lemma least_below n f i : (i < n)%nat -> least n f <= f i.
Proof. intros Hi. pose proof (greatest_above n (fun i => - f i) i Hi). unfold least. lra. Qed.

(** ** Logarithms *)

Lemma ln_quotient a b : 0 < a -> 0 < b -> ln (a / b) = ln a - ln b.
Proof. intros. unfold Rdiv. rewrite ln_mult, ln_Rinv by auto using Rinv_0_lt_compat. reflexivity. Qed.

Lemma ln_le_minus_1 a : 0 < a -> ln a <= a - 1.
Proof. intros Ha. pose proof (exp_ineq1_le (ln a)) as H. rewrite exp_ln in H by assumption. lra. Qed.

(** ** Inner products and norms *)

Lemma dot_ext n u u' v v' :
  (forall i, (i < n)%nat -> u i = u' i) -> (forall i, (i < n)%nat -> v i = v' i) -> dot n u v = dot n u' v'.
Proof. intros Hu Hv. apply sum_ext; intros i Hi. rewrite Hu, Hv by assumption; nra. Qed.

Lemma dot_comm n u v : dot n u v = dot n v u. Proof. apply sum_ext; intros; ring. Qed.

Lemma dot_zero n v : dot n zero v = 0. Proof. rewrite <- (sum_zero n). apply sum_ext; intros; unfold zero; ring. Qed.

Lemma dot_plus n u v x : dot n (fun i => u i + v i) x = dot n u x + dot n v x.
Proof. unfold dot; rewrite <- sum_plus; apply sum_ext; intros; ring. Qed.

Lemma dot_scal n c u x : dot n (fun i => c * u i) x = c * dot n u x.
Proof. unfold dot; rewrite <- sum_scal; apply sum_ext; intros; ring. Qed.

Lemma dot_opp n u v : dot n u (fun i => - v i) = - dot n u v.
Proof. unfold dot; induction n; cbn [sum]; [ring|]. lra. Qed.

Definition sq (n : nat) (u : vec) : R := sum n (fun i => u i ^ 2).

Lemma sq_nonneg n u : 0 <= sq n u. Proof. apply sum_nonneg; intros; nra. Qed.

Lemma norm_sq n u : norm n u ^ 2 = sq n u. Proof. apply pow2_sqrt, sq_nonneg. Qed.

Lemma norm_nonneg n u : 0 <= norm n u. Proof. apply sqrt_pos. Qed.

Lemma sq_le n u B : norm n u <= B -> sq n u <= B ^ 2. Proof. rewrite <- norm_sq. pose proof (norm_nonneg n u). nra. Qed.

(** [(s u - t v)^2] summed: what Cauchy-Schwarz is made of. *)
Lemma sq_combination n s t u v :
  sum n (fun i => (s * u i - t * v i) ^ 2) = s ^ 2 * sq n u - 2 * s * t * dot n u v + t ^ 2 * sq n v.
Proof. unfold sq, dot; induction n; cbn [sum]; [ring|]. lra. Qed.

Lemma cauchy_schwarz_sq n u v : dot n u v ^ 2 <= sq n u * sq n v.
Proof.
  pose proof (sq_nonneg n u) as Hu; pose proof (sq_nonneg n v) as Hv.
  assert (H : forall s t, 0 <= s ^ 2 * sq n u - 2 * s * t * dot n u v + t ^ 2 * sq n v).
  { intros; rewrite <- sq_combination; signs. }
  destruct (Rle_lt_or_eq_dec _ _ Hv) as [Hp|Hz].
  - specialize (H (sq n v) (dot n u v)). nra.
  - destruct (Rle_lt_or_eq_dec _ _ Hu) as [Hq|Hq].
    + specialize (H (dot n u v) (sq n u)). nra.
    + rewrite <- Hz. pose proof (H 1 1); pose proof (H 1 (-1)). nra.
Qed.

Lemma cauchy_schwarz n u v : Rabs (dot n u v) <= norm n u * norm n v.
Proof.
  apply Rsqr_incr_0_var; [|signs]. rewrite <- Rsqr_abs, !Rsqr_pow2, Rpow_mult_distr, !norm_sq. apply cauchy_schwarz_sq.
Qed.

(** Hoelder for the 1-norm and the max-norm, with nonnegative u. *)
Lemma holder_max n u x X U :
  nonnegative n u -> sum n u <= U -> max_norm_at_most n x X -> 0 <= X -> Rabs (dot n u x) <= U * X.
Proof.
  intros Hu HU Hx HX. eapply Rle_trans; [apply sum_abs_le|]. apply Rle_trans with (sum n u * X); [|nra].
  rewrite <- sum_scal_r. apply sum_le; intros i Hi. rewrite Rabs_mult, (Rabs_pos_eq (u i)) by auto.
  apply Rmult_le_compat_l; auto.
Qed.

(** ** Decisions *)

Ltac decide_reals :=
  repeat match goal with
  | H : context [Rlt_dec ?a ?b] |- _ => destruct (Rlt_dec a b)
  | H : context [Rle_dec ?a ?b] |- _ => destruct (Rle_dec a b)
  | |- context [Rlt_dec ?a ?b] => destruct (Rlt_dec a b)
  | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b)
  end.

Lemma ltb_true a b : ltb a b = true <-> a < b. Proof. unfold ltb; decide_reals; lra. Qed.

Lemma ltb_false a b : ltb a b = false <-> b <= a. Proof. unfold ltb; decide_reals; lra. Qed.

Lemma leb_true a b : leb a b = true <-> a <= b. Proof. unfold leb; decide_reals; nra. Qed.

Lemma leb_false a b : leb a b = false <-> b < a. Proof. unfold leb; decide_reals; nra. Qed.

Lemma label_cases y : label y = 1 \/ label y = -1. Proof. destruct y; auto. Qed.

Lemma label_square y : label y * label y = 1. Proof. destruct y; cbn; ring. Qed.

Lemma floor_bounds r : r - 1 < floor r <= r. Proof. unfold floor. destruct (archimed r). lra. Qed.

(** A natural number is at most r if and only if it is at most floor r. *)
Lemma le_floor M r : INR M <= r -> INR M <= floor r.
Proof.
  intros H. destruct (archimed r) as [H1 _]. unfold floor. rewrite INR_IZR_INZ in *.
  assert (Z.of_nat M < up r)%Z as Hlt by (apply lt_IZR; lra). assert (Z.of_nat M <= up r - 1)%Z as Hle by lia.
  apply IZR_le in Hle. rewrite minus_IZR in Hle. lra.
Qed.

(** ** Lemma 1, with a tolerance for the learner (0 for the plain lemma) *)

Ltac interval_cases :=
  unfold loss, nonempty, below, above, widen, shift, ltb, leb, low, high in *; decide_reals;
  try discriminate; try lra.

Lemma loss_nonneg y I : 0 <= loss y I. Proof. destruct I as [[] []]; interval_cases. Qed.

Lemma lemma1_below tau yw yu I : 0 <= tau -> nonempty I -> below yw (widen tau I) = true ->
  loss yw (widen tau I) - loss yu I <= yu - yw - tau.
Proof. destruct I as [[] []]; interval_cases. Qed.

Lemma lemma1_above tau yw yu I :
  0 <= tau -> nonempty I -> below yw (widen tau I) = false -> above yw (widen tau I) = true ->
  loss yw (widen tau I) - loss yu I <= yw - yu - tau.
Proof. intros Ht [y [Hb Ha]] Hf H. destruct I as [[] []]; interval_cases. Qed.

Lemma label_interval_nonempty y : nonempty (label_interval y).
Proof. exists (label y). destruct y; cbn; rewrite ?ltb_false; lra. Qed.

(** ** Logarithms *)

Lemma ln_le_mono a b : 0 < a -> a <= b -> ln a <= ln b.
Proof. intros Ha [H| ->]; [left; apply ln_increasing; assumption|lra]. Qed.

Lemma ln_pow_nat a j : 0 < a -> ln (a ^ j) = INR j * ln a.
Proof. intros Ha. rewrite <- Rpower_pow by assumption. apply ln_exp. Qed.

Lemma exp_power y m : exp y ^ m = exp (INR m * y).
Proof.
  induction m as [|m IH]; [rewrite Rmult_0_l, exp_0; reflexivity|]. rewrite S_INR. cbn [pow]. rewrite IH, <- exp_plus.
  f_equal; ring.
Qed.

Lemma ln_above_1 a : 1 < a -> 0 < ln a. Proof. rewrite <- ln_1. apply ln_increasing; lra. Qed.

Lemma ln_at_least_1 a : 1 <= a -> 0 <= ln a. Proof. rewrite <- ln_1. apply ln_le_mono; lra. Qed.

(** exp is below its chord from 0 to L. *)
Lemma below_chord s L : 0 <= s <= 1 -> exp (s * L) <= 1 - s + s * exp L.
Proof.
  set (E := exp (s * L)). assert (0 < E) as HE by apply exp_pos.
  assert (E * (1 - s * L) <= 1) as H0.
  { pose proof (exp_ineq1_le (- (s * L))).
    replace 1 with (E * exp (- (s * L))) at 2 by (unfold E; rewrite <- exp_plus, Rplus_opp_r; apply exp_0). nra. }
  assert (E * (1 + (1 - s) * L) <= exp L) as H1.
  { pose proof (exp_ineq1_le ((1 - s) * L)).
    replace (exp L) with (E * exp ((1 - s) * L)) by (unfold E; rewrite <- exp_plus; f_equal; ring). nra. }
  nra.
Qed.

Lemma INR_at_least_1 n : (0 < n)%nat -> 1 <= INR n. Proof. change 1 with (INR 1). apply le_INR; lia. Qed.

(** ** Sums *)

Lemma sum_swap m n (f : nat -> nat -> R) :
  sum m (fun i => sum n (fun j => f i j)) = sum n (fun j => sum m (fun i => f i j)).
Proof. induction m; cbn [sum]; [rewrite sum_zero; reflexivity|]. rewrite IHm, <- sum_plus. reflexivity. Qed.

Lemma sum_split m n f : sum (m + n) f = sum m f + sum n (fun i => f (m + i)%nat).
Proof. induction n; cbn [sum]; [rewrite Nat.add_0_r; ring|]. rewrite Nat.add_succ_r; cbn [sum]. lra. Qed.

(** A function that is not 0 at one place only. *)
Lemma sum_halves n f : sum (n + n) f = sum n (fun i => f i + f (n + i)%nat).
Proof. rewrite sum_split, <- sum_plus. reflexivity. Qed.

Lemma sum_single n i f : (i < n)%nat -> (forall j, (j < n)%nat -> j <> i -> f j = 0) -> sum n f = f i.
Proof.
  induction n as [|n IH]; intros Hi Hf; [lia|]. cbn [sum]. destruct (Nat.eq_dec n i) as [->|Hne].
  - rewrite (sum_ext i f (fun _ => 0)) by (intros; apply Hf; lia). rewrite sum_zero; ring.
  - rewrite IH, (Hf n) by (intros; try apply Hf; lia). ring.
Qed.

Lemma dot_scal_r n c u x : dot n u (fun i => c * x i) = c * dot n u x.
Proof. unfold dot; rewrite <- sum_scal; apply sum_ext; intros; ring. Qed.

Lemma dot_plus_r n u x y : dot n u (fun i => x i + y i) = dot n u x + dot n u y.
Proof. unfold dot; rewrite <- sum_plus; apply sum_ext; intros; ring. Qed.

Lemma dot_minus n u v x : dot n (fun i => u i - v i) x = dot n u x - dot n v x.
Proof. unfold dot; rewrite <- sum_minus; apply sum_ext; intros; ring. Qed.

Lemma dot_minus_r n u x y : dot n u (fun i => x i - y i) = dot n u x - dot n u y.
Proof. unfold dot; rewrite <- sum_minus; apply sum_ext; intros; ring. Qed.

(** ** Numbers that are whole *)

Lemma power_of_2 d : Rpower 2 (INR d) = INR (2 ^ d). Proof. rewrite Rpower_pow, pow_INR by lra. f_equal. Qed.

Lemma whole_k k : 1 <= INR k -> (1 <= k)%nat. Proof. intros H. apply INR_le. exact H. Qed.

Lemma whole_n n d k : INR n = Rpower 2 (INR d) + INR k - 1 -> (n + 1 = 2 ^ d + k)%nat.
Proof. intros H. apply INR_eq. rewrite power_of_2 in H. rewrite !plus_INR. cbn [INR]. lra. Qed.

Lemma whole_rest k r : (r <= 1)%nat -> INR k = 2 * floor (INR k / 2) + INR r -> exists m, (k = 2 * m + r)%nat.
Proof.
  unfold floor. set (z := up (INR k / 2)). intros Hr H. rewrite !INR_IZR_INZ in H.
  assert (Z.of_nat k = 2 * (z - 1) + Z.of_nat r)%Z as E by (apply eq_IZR; rewrite plus_IZR, mult_IZR, minus_IZR; lra).
  exists (Z.to_nat (z - 1)). lia.
Qed.

(** ** Steps that several proofs take *)

Lemma excess L C B B' : L <= C + B' -> B' = B -> L - C <= B. Proof. lra. Qed.

Lemma dot_self n x : dot n x x = sq n x. Proof. apply sum_ext; intros; ring. Qed.

Lemma dot_unit n i x : (i < n)%nat -> dot n (unit_vector i) x = x i.
Proof.
  intros Hi. unfold dot, unit_vector. induction n; [lia|]. cbn [sum]. destruct (Nat.eq_dec i n) as [->|Hne].
  - rewrite Nat.eqb_refl, (sum_ext n _ (fun _ => 0)), sum_zero; [ring|]. intros j Hj.
    replace (Nat.eqb j n) with false by (symmetry; apply Nat.eqb_neq; lia). ring.
  - rewrite IHn by lia. replace (Nat.eqb n i) with false by (symmetry; apply Nat.eqb_neq; lia). ring.
Qed.

Lemma Rlt_eq_trans a b c : a < b -> b = c -> a < c. Proof. lra. Qed.

Lemma Rle_eq_trans a b c : a <= b -> b = c -> a <= c. Proof. lra. Qed.

Lemma sum_ones n : sum n ones = INR n. Proof. unfold ones. rewrite sum_const; ring. Qed.

Lemma norm1_nonnegative n u : nonnegative n u -> norm1 n u = sum n u.
Proof. intros Hu. apply sum_ext; intros i Hi. apply Rabs_pos_eq; auto. Qed.

(** Two terms of a sum of terms that are not negative. *)
Lemma sum_two_terms n f k j : (k < n)%nat -> (j < n)%nat -> k <> j -> (forall i, (i < n)%nat -> 0 <= f i) ->
  f k + f j <= sum n f.
Proof.
  intros Hk Hj Hkj Hf. pose (only := fun a i => if Nat.eqb i a then f a else 0).
  assert (forall a, (a < n)%nat -> sum n (only a) = f a) as E.
  { intros a Ha.
    rewrite (sum_single n a) by (try assumption; intros i _ Hi; unfold only;
      apply Nat.eqb_neq in Hi; rewrite Hi; reflexivity). unfold only. rewrite Nat.eqb_refl. reflexivity. }
  rewrite <- (E k Hk), <- (E j Hj), <- sum_plus. apply sum_le; intros i Hi. unfold only.
  destruct (Nat.eqb_spec i k), (Nat.eqb_spec i j); subst; try lia; specialize (Hf _ Hi); lra.
Qed.

Lemma norm_le_norm1 n u : norm n u <= norm1 n u.
Proof.
  assert (sum n (fun i => u i ^ 2) <= norm1 n u ^ 2 /\ 0 <= norm1 n u) as [H H0].
  { unfold norm1. induction n as [|n [IH IH0]]; cbn [sum]; [lra|]. pose proof (Rabs_pos (u n)).
    rewrite <- (pow2_abs (u n)). nra. }
  rewrite <- (sqrt_pow2 (norm1 n u)) by exact H0. apply sqrt_le_1_alt, H.
Qed.

Lemma norm_le_box n x X : 0 <= X -> max_norm_at_most n x X -> norm n x <= sqrt (INR n) * X.
Proof.
  intros HX Hx. rewrite <- (sqrt_pow2 X) by exact HX. rewrite <- sqrt_mult_alt by apply pos_INR. apply sqrt_le_1_alt.
  rewrite <- sum_const. apply sum_le; intros i Hi. rewrite <- (pow2_abs (x i)). apply pow_incr. split; [signs|auto].
Qed.

Lemma power_0 r : power 0 r = 0. Proof. unfold power. destruct (Req_EM_T 0 0); nra. Qed.

Lemma signed_power_cases y r : signed_power y r = if Rlt_dec y 0 then - power y r else power y r.
Proof.
  unfold signed_power, sign_of. destruct (Rlt_dec 0 y), (Rlt_dec y 0); try lra.
  replace y with 0 by lra. rewrite power_0. ring.
Qed.
