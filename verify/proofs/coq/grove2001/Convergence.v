(** * General convergence: the level of the potential rises slowly once the state is large

    One argument for theorems 4.1 and 4.2: [size] is the magnitude for an odd f, and the number itself for f > 0. *)

From Boundcheck Require Import Vectors Pnorm.
From Boundcheck.grove2001 Require QuasiAdditive.
From Boundcheck.grove2001 Require Import Definitions.
Open Scope R_scope.

(** ** Derivatives *)

Lemma derivable_pt_lim_positive F f z z' : has_derivative F f -> z < z' ->
  exists c, z < c < z' /\ F z' - F z = f c * (z' - z).
Proof. intros HF Hz. destruct (MVT_cor2 F f z z' Hz) as (c & E & Hc); auto. eauto. Qed.

Lemma derivative_continuous f f' : has_derivative f f' -> continuity f.
Proof. intros H z. apply derivable_continuous_pt. exists (f' z). apply H. Qed.

Lemma continuity_pt_delta f z : continuity_pt f z ->
  forall eps, 0 < eps -> exists d, 0 < d /\ forall y, Rabs (y - z) < d -> Rabs (f y - f z) < eps.
Proof.
  intros H eps Heps. destruct (H eps Heps) as (d & Hd & Hf). exists d. split; auto. intros y Hy.
  destruct (Req_dec y z) as [->|Hne]; [rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; assumption|]. apply Hf.
  split; [split; [exact I|auto]|auto].
Qed.

(** ** The inverse of F from [base] on, where f is at least f(base) > 0 *)

Section Inverse.
Variables (F f f' : R -> R) (base : R).
Hypotheses (HF : has_derivative F f) (Hf : has_derivative f f').
Hypotheses (Hbase : 0 < f base) (Hup : forall z z', base <= z <= z' -> f z <= f z').

Lemma F_growth z z' : base <= z <= z' -> F z + f base * (z' - z) <= F z'.
Proof.
  intros [Hz [Hz'| <-]]; [|lra]. destruct (derivable_pt_lim_positive F f z z' HF Hz') as (c & Hc & E).
  assert (f base <= f c) by (apply Hup; lra). nra.
Qed.

Lemma F_strict z z' : base <= z < z' -> F z < F z'. Proof. intros H. pose proof (F_growth z z' ltac:(lra)). nra. Qed.

Lemma inverse_exists y : F base <= y -> {z : R | base <= z /\ F z = y}.
Proof.
  intros Hy. set (b := base + (y - F base) / f base).
  assert (base <= b) as Hb by (unfold b; assert (0 <= (y - F base) / f base); signs).
  assert (y <= F b) as Fb.
  { pose proof (F_growth base b ltac:(lra)) as G. unfold b in G at 1.
    replace (f base * (base + (y - F base) / f base - base)) with (y - F base) in G by (field; lra). lra. }
  destruct (IVT_cor (fun z => F z - y) base b) as (z & Hz & E).
  - apply continuity_minus; [exact (derivative_continuous F f HF)|apply continuity_const; intros ? ?; reflexivity].
  - exact Hb.
  - nra.
  - exists z. lra.
Qed.

Definition inverse (y : R) : R :=
  match Rle_dec (F base) y with left H => proj1_sig (inverse_exists y H) | right _ => base end.

Lemma inverse_spec y : F base <= y -> base <= inverse y /\ F (inverse y) = y.
Proof.
  intros Hy. unfold inverse. destruct (Rle_dec (F base) y) as [H|H]; [|nra]. exact (proj2_sig (inverse_exists y H)).
Qed.

Lemma inverse_le y c : F base <= y -> base <= c -> y <= F c -> inverse y <= c.
Proof. intros Hy Hc H. destruct (inverse_spec y Hy) as [_ E]. pose proof (F_strict c (inverse y)). lra. Qed.

Lemma inverse_ge y c : F base <= y -> base <= c -> F c <= y -> c <= inverse y.
Proof. intros Hy Hc H. destruct (inverse_spec y Hy) as [B E]. pose proof (F_strict (inverse y) c). lra. Qed.

Lemma chord y y' : F base <= y -> F base <= y' -> y <> y' -> exists c,
  Rabs (c - inverse y) <= Rabs (inverse y' - inverse y) /\ base <= c /\ y' - y = f c * (inverse y' - inverse y).
Proof.
  intros Hy Hy' Hne. destruct (inverse_spec y Hy) as [B E]. destruct (inverse_spec y' Hy') as [B' E'].
  destruct (Rtotal_order (inverse y) (inverse y')) as [H|[H|H]].
  - destruct (derivable_pt_lim_positive F f _ _ HF H) as (c & Hc & D). exists c. rewrite !Rabs_pos_eq by lra. lra.
  - exfalso. apply Hne. rewrite <- E, <- E', H. reflexivity.
  - destruct (derivable_pt_lim_positive F f _ _ HF H) as (c & Hc & D). exists c. rewrite !Rabs_left by lra. lra.
Qed.

Lemma inverse_derivative y : F base < y -> derivable_pt_lim inverse y (/ f (inverse y)).
Proof.
  intros Hy eps Heps. set (L := inverse y). destruct (inverse_spec y ltac:(lra)) as [B E]. fold L in B.
  assert (f base <= f L) as HL by (apply Hup; lra).
  destruct (continuity_pt_delta f L (derivative_continuous f f' Hf L) (eps * (f base * f base))) as (d & Hd & Hc).
  { signs. }
  assert (0 < Rmin (y - F base) (d * f base)) as Hm by (apply Rmin_glb_lt; nra). exists (mkposreal _ Hm). cbn [pos].
  intros h Hh0 Hh. pose proof (Rmin_l (y - F base) (d * f base)). pose proof (Rmin_r (y - F base) (d * f base)).
  assert (F base <= y + h) as Hyh by (unfold Rabs in Hh; destruct (Rcase_abs h); lra).
  destruct (chord y (y + h) ltac:(lra) Hyh ltac:(lra)) as (c & Hcl & Hbc & D). fold L in Hcl, D.
  assert (f base <= f c) as Hfc by (apply Hup; lra).
  assert (inverse (y + h) - L = h / f c) as E2 by (apply Rmult_eq_reg_l with (f c); [rewrite <- D; field; lra|lra]).
  assert (Rabs (f c - f L) < eps * (f base * f base)) as Hcc.
  { apply Hc. eapply Rle_lt_trans; [exact Hcl|]. rewrite E2. unfold Rdiv.
    rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq (f c)) by lra. apply Rmult_lt_reg_r with (f c); [lra|].
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. nra. }
  rewrite E2. replace (h / f c / h - / f L) with ((f L - f c) / (f c * f L)) by (field; lra).
  assert (f base * f base <= f c * f L) as Hprod by nra. assert (0 < f base * f base) by signs. unfold Rdiv.
  rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq (f c * f L)), Rabs_minus_sym by lra.
  apply Rmult_lt_reg_r with (f c * f L); [lra|]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. nra.
Qed.
End Inverse.

(** ** The level along a segment on which it stays above [base] *)

Section Level.
Variables (F f f' : R -> R) (base : R) (n : nat) (z v : vec) (K : R).
Hypotheses (HF : has_derivative F f) (Hf : has_derivative f f') (Hpos' : forall y, 0 <= f' y).
Hypotheses (Hbase : 0 < f base) (Hup : forall y y', base <= y <= y' -> f y <= f y').

Notation inv := (inverse F f base HF Hbase Hup).
Definition at_ (t : R) : vec := fun i => z i + t * v i.
Definition mass (t : R) : R := potential F n (at_ t).
Definition slope (t : R) : R := sum n (fun i => f (at_ t i) * v i).
Definition bend (t : R) : R := sum n (fun i => f' (at_ t i) * v i ^ 2).
Definition level (t : R) : R := inv (mass t).

Hypothesis Habove : forall t, 0 <= t <= 1 -> F base < mass t.
Hypothesis Hbend : forall t, 0 <= t <= 1 -> bend t <= K * f (level t).

Lemma mass_derivative t : derivable_pt_lim mass t (slope t).
Proof.
  apply (derivable_pt_lim_sum n (fun i s => F (z i + s * v i)) (fun i => f (at_ t i) * v i)); intros i _.
  apply (derivable_pt_lim_comp (fun s => z i + s * v i) F); [apply derivable_pt_lim_line|auto].
Qed.

Lemma slope_derivative t : derivable_pt_lim slope t (bend t).
Proof.
  apply (derivable_pt_lim_sum n (fun i s => f (z i + s * v i) * v i)); intros i _.
  replace (f' (at_ t i) * v i ^ 2) with (f' (at_ t i) * v i * v i + f (at_ t i) * 0) by ring.
  apply (derivable_pt_lim_mult (fun s => f (z i + s * v i)) (fun _ => v i)); [|apply derivable_pt_lim_const].
  apply (derivable_pt_lim_comp (fun s => z i + s * v i) f); [apply derivable_pt_lim_line|auto].
Qed.

Lemma level_positive t : 0 <= t <= 1 -> 0 < f (level t).
Proof.
  intros Ht. destruct (inverse_spec F f base HF Hbase Hup (mass t)) as [B _]; [left; apply Habove, Ht|].
  assert (f base <= f (level t)) by (apply Hup; fold (level t) in B; lra). lra.
Qed.

Definition rise (t : R) : R := / f (level t) * slope t.

Lemma level_derivative t : 0 <= t <= 1 -> derivable_pt_lim level t (rise t).
Proof.
  intros Ht. apply (derivable_pt_lim_comp mass inv); [apply mass_derivative|].
  apply (inverse_derivative F f f' base HF Hf Hbase Hup), Habove, Ht.
Qed.

Definition turn (t : R) : R := (bend t * f (level t) - f' (level t) * rise t * slope t) / Rsqr (f (level t)).

Lemma rise_derivative t : 0 <= t <= 1 -> derivable_pt_lim (fun s => slope s / f (level s)) t (turn t).
Proof.
  intros Ht. apply (derivable_pt_lim_div slope (fun s => f (level s))).
  - apply slope_derivative.
  - apply (derivable_pt_lim_comp level f); [apply level_derivative, Ht|auto].
  - apply Rgt_not_eq, level_positive, Ht.
Qed.

Lemma turn_bound t : 0 <= t <= 1 -> turn t <= K.
Proof.
  intros Ht. pose proof (level_positive t Ht) as Hl. pose proof (Hbend t Ht) as B. unfold turn, rise.
  assert (0 <= f' (level t) * (/ f (level t) * slope t) * slope t) as H.
  { replace (f' (level t) * (/ f (level t) * slope t) * slope t) with (f' (level t) * (/ f (level t) * slope t ^ 2))
      by ring. apply Rmult_le_pos; auto. signs. }
  assert (0 < Rsqr (f (level t))) as Hsq by (apply Rsqr_pos_lt; lra).
  apply Rmult_le_reg_r with (Rsqr (f (level t))); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  assert (bend t * f (level t) <= K * f (level t) * f (level t)) by nra. unfold Rsqr. lra.
Qed.

Lemma rise_bound t : 0 <= t <= 1 -> slope 0 <= 0 -> rise t <= K * t.
Proof.
  intros Ht H0. pose proof (level_positive 0 ltac:(lra)) as Hl.
  assert (rise 0 <= 0) as R0 by (unfold rise; assert (0 <= / f (level 0) * - slope 0); [|lra]; signs).
  destruct (Req_dec t 0) as [->|Hne]; [lra|].
  destruct (MVT_cor2 (fun s => slope s / f (level s)) turn 0 t) as (c & E & Hc); [lra| |].
  { intros s Hs. apply rise_derivative; lra. }
  assert (turn c <= K) by (apply turn_bound; lra). assert (turn c * (t - 0) <= K * (t - 0)) by nra. unfold rise in *.
  lra.
Qed.

Theorem level_growth : slope 0 <= 0 -> level 1 <= level 0 + K / 2.
Proof.
  intros H0.
  destruct (MVT_cor2 (fun t => level t - K / 2 * t ^ 2) (fun t => rise t - K / 2 * (2 * t)) 0 1)
    as (c & E & Hc); [lra| |].
  - intros t Ht. apply (derivable_pt_lim_minus level (fun s => K / 2 * s ^ 2)); [apply level_derivative, Ht|].
    apply (derivable_pt_lim_scal (fun s => s ^ 2) (K / 2) t (2 * t)).
    replace (2 * t) with (INR 2 * t ^ pred 2) by (cbn; ring). apply derivable_pt_lim_pow.
  - pose proof (rise_bound c ltac:(lra) H0). lra.
Qed.
End Level.

(** ** A run from zero *)

Lemma highest n (size : R -> R) z : (0 < n)%nat ->
  exists i, (i < n)%nat /\ forall j, (j < n)%nat -> size (z j) <= size (z i).
Proof.
  intros Hn. destruct (greatest_at n (fun i => size (z i)) Hn) as (i & Hi & E). exists i. split; auto. intros j Hj.
  rewrite E. apply (greatest_above n (fun i => size (z i))), Hj.
Qed.

Section Run.
Variables (F f f' size : R -> R) (base late kappa reach : R).
Variables (n : nat) (a U X delta H : R) (s : nat) (u : vec) (wrong : vec -> ctrial -> bool).
Hypotheses (HF : has_derivative F f) (Hf : has_derivative f f') (Hpos' : forall y, 0 <= f' y).
Hypotheses (Hbase : 0 < f base) (Hup : forall y y', base <= y <= y' -> f y <= f y') (Hlate : base < late).
Hypotheses (HF0 : forall y, 0 <= F y) (Hbelow : forall y c, base <= c -> size y <= c -> F y <= F c)
  (Habove : forall y, F (size y) <= F y).
Hypotheses (Hstep : forall y d e, Rabs d <= e -> size y - e <= size (y + d)) (Habs : forall y, size y <= Rabs y).
Hypothesis Hslopes : forall v c, late <= c -> size v <= c -> Rabs v <= reach -> f' v <= kappa * f c.
Hypotheses (Hkappa : 0 <= kappa) (Ha : 0 < a) (Hdelta : 0 < delta) (HX : 0 < X) (Hroom : delta <= U * X).
Hypotheses (Hu0 : 0 < norm1 n u) (HU : norm1 n u <= U)
  (Hu : forall i y, (i < n)%nat -> u i * y <= Rabs (u i) * size y).
Hypothesis Hsmall : a * (U * X ^ 2 * INR n * kappa) <= delta.
Hypothesis Henough : U * (late + a * X) <= INR s * (a * delta).
Hypotheses (HH : INR n * F (X * a * INR s) <= F H) (HH' : X * a * INR s <= H).
Hypothesis Hwrong : decides_by_sign_of n (componentwise f) wrong.

Notation inv := (inverse F f base HF Hbase Hup).
Notation G := (potential F n).

Lemma n_pos : (0 < n)%nat. Proof. destruct n; [|lia]. cbn in Hu0. lra. Qed.

Lemma U_pos : 0 < U. Proof. lra. Qed.

Lemma aX_pos : 0 < a * X. Proof. signs. Qed.

Lemma aS_late : late <= X * a * INR s.
Proof.
  pose proof U_pos. auto. assert (INR s * a * delta <= INR s * a * (U * X)) by (apply Rmult_le_compat_l; signs). nra.
Qed.

Lemma potential_term z i : (i < n)%nat -> F (z i) <= G z.
Proof. intros Hi. apply (sum_term_le n (componentwise F z) i Hi). eauto. Qed.

Lemma projection z B : (forall i, (i < n)%nat -> size (z i) <= B) -> dot n u z <= norm1 n u * B.
Proof.
  intros HB. unfold dot, norm1. rewrite <- sum_scal_r. apply sum_le; intros i Hi. eapply Rle_trans; auto.
  apply Rmult_le_compat_l; [signs|auto].
Qed.

(** u.z is large only if an entry of z is. *)
Lemma far z j : (s <= j)%nat -> INR j * (a * delta) <= dot n u z ->
  exists i, (i < n)%nat /\ late + a * X <= size (z i) /\ dot n u z <= U * size (z i).
Proof.
  intros Hj Hz. destruct (highest n size z n_pos) as (i & Hi & Hmax). exists i. split; auto.
  pose proof (projection z _ Hmax) as P. set (B := size (z i)) in *. assert (0 < a * delta) as Had by signs.
  assert (0 <= INR j * (a * delta)) by signs.
  assert (INR s * (a * delta) <= INR j * (a * delta)) by (apply Rmult_le_compat_r; [lra|apply le_INR, Hj]).
  assert (0 <= B) as HB by nra. nra.
Qed.

Lemma late_F c : late <= c -> F base < F late /\ F late <= F c.
Proof.
  split; [apply (F_strict F f base HF Hbase Hup); lra|]. pose proof (F_growth F f base HF Hup late c ltac:(lra)). nra.
Qed.

Lemma above_late z i : (i < n)%nat -> late <= size (z i) -> F base < G z /\ late <= inv (G z).
Proof.
  intros Hi Hz. destruct (late_F _ Hz) as [L1 L2]. pose proof (Habove (z i)). pose proof (potential_term z i Hi).
  split; [lra|]. apply inverse_ge; lra.
Qed.

Lemma size_inside z i : (i < n)%nat -> F base < G z -> size (z i) <= inv (G z).
Proof.
  intros Hi Hz. destruct (inverse_spec F f base HF Hbase Hup (G z)) as [B E]; [lra|].
  pose proof (F_strict F f base HF Hbase Hup (inv (G z)) (size (z i))). pose proof (Habove (z i)).
  pose proof (potential_term z i Hi). lra.
Qed.

Definition good (z : vec) (j : nat) : Prop :=
  INR j * (a * delta) <= dot n u z /\ (forall i, (i < n)%nat -> Rabs (z i) <= INR j * (a * X)) /\
  ((s <= j)%nat -> U * inv (G z) <= U * H + (INR j - INR s) * (a * delta / 2)).

Lemma good_at_s z : INR s * (a * delta) <= dot n u z -> (forall i, (i < n)%nat -> Rabs (z i) <= INR s * (a * X)) ->
  good z s.
Proof.
  intros Hz Hb. split; auto. split; auto. destruct (far z s (le_n s) Hz) as (i & Hi & Hl & _). pose proof aX_pos.
  pose proof aS_late. destruct (above_late z i Hi ltac:(lra)) as [A _].
  assert (inv (G z) <= H) as HI.
  { apply inverse_le; [lra|lra|]. apply Rle_trans with (INR n * F (X * a * INR s)); auto. rewrite <- (sum_const n).
    apply sum_le; intros k Hk. apply Hbelow; [lra|]. eapply Rle_trans; auto. specialize (Hb k Hk). lra. }
  nra.
Qed.

Section Mistake.
Variables (z : vec) (j : nat) (c : ctrial).
Hypotheses (Hgood : good z j) (Hj : (s <= j)%nat) (Herr : wrong z c = true).
Hypotheses (Hx : max_norm_at_most n (fst c) X) (Hreach : INR (S j) * (a * X) <= reach).

Definition move : vec := fun i => label (snd c) * a * fst c i.

Lemma move_small i : (i < n)%nat -> Rabs (move i) <= a * X.
Proof.
  intros Hi. unfold move. rewrite !Rabs_mult, (Rabs_pos_eq a) by lra.
  replace (Rabs (label (snd c))) with 1 by (destruct (snd c); cbn; [rewrite Rabs_R1|rewrite Rabs_left]; lra).
  rewrite Rmult_1_l. apply Rmult_le_compat_l; [lra|auto].
Qed.

Lemma part_small t i : 0 <= t <= 1 -> (i < n)%nat -> Rabs (t * move i) <= a * X.
Proof.
  intros Ht Hi. rewrite Rabs_mult, (Rabs_pos_eq t) by lra. pose proof (move_small i Hi). pose proof (Rabs_pos (move i)).
  nra.
Qed.

Lemma segment_late t : 0 <= t <= 1 -> F base < mass F n z move t /\ late <= inv (mass F n z move t).
Proof.
  intros Ht. destruct (far z j Hj (proj1 Hgood)) as (i & Hi & Hl & _). apply (above_late (at_ z move t) i Hi).
  unfold at_. pose proof (Hstep (z i) (t * move i) (a * X) (part_small t i Ht Hi)). lra.
Qed.

Lemma segment_bend t : 0 <= t <= 1 -> bend f' n z move t <= kappa * INR n * (a * X) ^ 2 * f (inv (mass F n z move t)).
Proof.
  intros Ht. destruct (segment_late t Ht) as [A L]. set (c0 := inv (mass F n z move t)) in *.
  assert (0 <= kappa * f c0) as Hk. { apply Rmult_le_pos; auto. assert (f base <= f c0) by (apply Hup; lra). lra. }
  apply Rle_trans with (sum n (fun _ => kappa * f c0 * (a * X) ^ 2)); [|rewrite sum_const; right; ring].
  apply sum_le; intros i Hi.
  assert (f' (at_ z move t i) <= kappa * f c0) as S1.
  { apply Hslopes; [nra|apply (size_inside (at_ z move t) i Hi A)|]. eapply Rle_trans; [apply Rabs_triang|].
    pose proof (part_small t i Ht Hi). pose proof (proj1 (proj2 Hgood) i Hi). rewrite S_INR in Hreach. lra. }
  assert (move i ^ 2 <= (a * X) ^ 2) as S2.
  { rewrite <- (pow2_abs (move i)). apply pow_incr. split; [signs|apply move_small, Hi]. }
  apply Rle_trans with (kappa * f c0 * move i ^ 2); [apply Rmult_le_compat_r; signs|apply Rmult_le_compat_l; lra].
Qed.

Lemma level_step : U * inv (G (perceptron a (label (snd c)) z (fst c))) <= U * inv (G z) + a * delta / 2.
Proof.
  pose proof (level_growth F f f' base n z move (kappa * INR n * (a * X) ^ 2) HF Hf Hpos' Hbase Hup
    (fun t Ht => proj1 (segment_late t Ht)) segment_bend) as L.
  assert (slope f n z move 0 <= 0) as S0.
  { unfold slope. rewrite (sum_ext n _ (fun i => a * (label (snd c) * (componentwise f z i * fst c i)))).
    - rewrite !sum_scal. destruct (Hwrong z c) as [_ W].
      destruct (Rle_dec (label (snd c) * dot n (componentwise f z) (fst c)) 0) as [D|D].
      + unfold dot in D. nra.
      + rewrite W in Herr by lra. lra.
    - intros i _. unfold at_, move, componentwise. rewrite Rmult_0_l, Rplus_0_r. ring. }
  specialize (L S0). unfold level in L.
  assert (mass F n z move 0 = G z) as E0 by (apply sum_ext; intros i _; unfold componentwise, at_; f_equal; ring).
  assert (mass F n z move 1 = G (perceptron a (label (snd c)) z (fst c))) as E1.
  { apply sum_ext; intros i _. unfold componentwise, at_, move, perceptron. f_equal; ring. }
  rewrite E0, E1 in L. nra.
Qed.
End Mistake.

Lemma good_step z j c : good z j -> wrong z c = true -> max_norm_at_most n (fst c) X ->
  delta <= label (snd c) * dot n u (fst c) -> INR (S j) * (a * X) <= reach ->
  good (perceptron a (label (snd c)) z (fst c)) (S j).
Proof.
  intros Hg He Hx Hd Hr. assert (good z j) as (G1 & G2 & G3) by assumption.
  set (z' := perceptron a (label (snd c)) z (fst c)).
  assert (INR (S j) * (a * delta) <= dot n u z') as N1.
  { unfold z', perceptron. rewrite (dot_plus_r n u z (fun i => label (snd c) * a * fst c i)), dot_scal_r, S_INR. nra. }
  assert (forall i, (i < n)%nat -> Rabs (z' i) <= INR (S j) * (a * X)) as N2.
  { intros i Hi. eapply Rle_trans; [apply Rabs_triang|]. pose proof (G2 i Hi). pose proof (move_small c Hx i Hi) as M.
    unfold move in M. rewrite S_INR. lra. }
  destruct (Nat.eq_dec (S j) s) as [E|E].
  - rewrite E in N1, N2 |- *. apply good_at_s; auto.
  - split; auto. split; auto. intros Hs. assert (s <= j)%nat as Hsj by lia.
    pose proof (level_step z j c Hg Hsj He Hx Hr) as L. fold z' in L. specialize (G3 Hsj). rewrite S_INR. lra.
Qed.

Lemma good_start : good zero 0.
Proof.
  assert (INR 0 * (a * delta) <= dot n u zero) as D by (rewrite dot_comm, dot_zero; cbn; lra).
  assert (forall i, (i < n)%nat -> Rabs (zero i) <= INR 0 * (a * X)) as B
    by (intros; unfold zero; rewrite Rabs_R0; cbn; lra).
  destruct (Nat.eq_dec s 0) as [E|E]; [pose proof (good_at_s zero) as P; rewrite E in P; apply P; assumption|].
  split; auto. split; auto. lia.
Qed.

Lemma good_run S : box_labels n X S -> margin_at_least n delta u S -> forall z j, good z j ->
  INR (j + mistakes_by wrong (perceptron a) z S) * (a * X) <= reach ->
  good (state_after wrong (perceptron a) z S) (j + mistakes_by wrong (perceptron a) z S).
Proof.
  intros HS. induction HS as [|c S Hc HS IH]; intros Hm z j Hg Hr; cbn [state_after mistakes_by] in *.
  { rewrite Nat.add_0_r. assumption. }
  inversion_clear Hm as [|? ? Hd Hm']. destruct (wrong z c) eqn:He; auto.
  rewrite Nat.add_assoc, (Nat.add_comm j 1) in *. apply (IH Hm' _ (1 + j)%nat); auto. apply good_step; auto.
  eapply Rle_trans; [|exact Hr]. apply Rmult_le_compat_r; [nra|]. apply le_INR. lia.
Qed.

Theorem convergence S : box_labels n X S -> margin_at_least n delta u S ->
  INR (mistakes_by wrong (perceptron a) zero S) * (a * X) <= reach ->
  (INR (mistakes_by wrong (perceptron a) zero S) + INR s) * (a * delta) <= 2 * U * H.
Proof.
  intros HS Hm Hr. pose proof (good_run S HS Hm zero 0%nat good_start Hr) as (G1 & G2 & G3). cbn [plus] in *.
  set (m := mistakes_by wrong (perceptron a) zero S) in *. set (z := state_after wrong (perceptron a) zero S) in *.
  pose proof aX_pos. destruct (le_lt_dec s m) as [Hsm|Hsm].
  - specialize (G3 Hsm). destruct (far z m Hsm G1) as (i & Hi & Hl & Hp).
    destruct (above_late z i Hi ltac:(lra)) as [A _]. pose proof (size_inside z i Hi A).
    assert (U * size (z i) <= U * inv (G z)) by (apply Rmult_le_compat_l; lra). lra.
  - assert (0 < a * delta) by signs.
    assert (INR m * (a * delta) <= INR s * (a * delta)) by (apply Rmult_le_compat_r; [lra|apply le_INR; lia]).
    assert (INR s * a * delta <= INR s * a * (U * X)) by (apply Rmult_le_compat_l; signs). nra.
Qed.
End Run.
