(** * Section 5: the second derivatives of H*, coordinate by coordinate *)

From Boundcheck Require Import Vectors Pnorm GenBounds.
From Boundcheck.grove2001 Require Import Definitions.
Open Scope R_scope.

Lemma sum_moved n (g : R -> R) i t z : (i < n)%nat ->
  sum n (fun k => g (moved_to i t z k)) = sum n (fun k => g (z k)) - g (z i) + g t.
Proof.
  intros Hi.
  enough (sum n (fun k => g (moved_to i t z k) - g (z k)) = g t - g (z i)) as H by (rewrite sum_minus in H; lra).
  rewrite (sum_single n i) by (try assumption; intros k _ Hk; unfold moved_to;
    apply Nat.eqb_neq in Hk; rewrite Hk; ring). unfold moved_to. rewrite Nat.eqb_refl. reflexivity.
Qed.

Lemma others_nonneg n (g : R -> R) i z : (i < n)%nat -> (forall k, (k < n)%nat -> 0 <= g (z k)) ->
  0 <= sum n (fun k => g (z k)) - g (z i).
Proof. intros Hi H. pose proof (sum_term_le n (fun k => g (z k)) i Hi H) as T. lra. Qed.

Lemma near_derivative f g x d : 0 < x -> (forall t, 0 < t -> f t = g t) -> derivable_pt_lim f x d ->
  derivable_pt_lim g x d.
Proof.
  intros Hx E. apply derivable_pt_lim_locally_ext with (a := 0) (b := x + 1); [lra|]. intros t Ht. apply E. lra.
Qed.

(** ** exp *)

Section Exp.
Variables (n : nat) (u z : vec) (i j : nat).
Hypotheses (Hu : positive_vec n u) (Hz : positive_vec n z) (Hi : (i < n)%nat) (Hj : (j < n)%nat).
Let U := sum n u.
Let G (y : vec) := sum n (exponential y).

Lemma U_pos : 0 < U. Proof. apply sum_pos; [lia|auto]. Qed.
Lemma G_pos y : 0 < G y. Proof. apply sum_pos; [lia|]. intros; apply exp_pos. Qed.
Lemma G_moved k t y : (k < n)%nat -> G (moved_to k t y) = G y - exp (y k) + exp t.
Proof. intros Hk. exact (sum_moved n exp k t y Hk). Qed.

Lemma exp_first y : positive_vec n y ->
  derivable_pt_lim (fun t => sum n (fun k => u k * ln (u k * G (moved_to i t y) / U))) (y i) (U * exp (y i) / G y).
Proof.
  intros Hy. pose proof U_pos as HU. pose proof (G_pos y) as HG. set (c := G y - exp (y i)).
  assert (forall t, 0 < c + exp t) as Hc by (intros t; unfold c; rewrite <- G_moved by exact Hi; apply G_pos).
  apply near_derivative with (f := fun t => sum n (fun k => u k * (ln (u k) - ln U)) + U * ln (c + exp t)).
  - apply Hy, Hi.
  - intros t _. rewrite G_moved by exact Hi. fold c. unfold U at 2. rewrite <- sum_scal_r, <- sum_plus.
    apply sum_ext; intros k Hk. rewrite ln_quotient, ln_mult by auto using Rmult_lt_0_compat. ring.
  - replace (U * exp (y i) / G y) with (0 + U * (/ (c + exp (y i)) * (0 + exp (y i)))) by (unfold c; field; lra).
    apply (derivable_pt_lim_plus (fun _ => _) (fun t => U * ln (c + exp t))); [apply derivable_pt_lim_const|].
    apply (derivable_pt_lim_scal (fun t => ln (c + exp t))), (derivable_pt_lim_comp (fun t => c + exp t) ln).
    + apply (derivable_pt_lim_plus (fun _ => c) exp); [apply derivable_pt_lim_const|apply derivable_pt_lim_exp].
    + apply derivable_pt_lim_ln, Hc.
Qed.

Definition exp_second : R :=
  U * ((if Nat.eqb i j then exp (z i) else 0) / G z - exp (z i) * exp (z j) / G z ^ 2).

Lemma exp_second_holds : derivable_pt_lim (fun t => U * exp (moved_to j t z i) / G (moved_to j t z)) (z j) exp_second.
Proof.
  pose proof (G_pos z) as HG. set (c := G z - exp (z j)).
  assert (derivable_pt_lim (fun t => c + exp t) (z j) (0 + exp (z j))) as Dc
    by (apply (derivable_pt_lim_plus (fun _ => c) exp); [apply derivable_pt_lim_const|apply derivable_pt_lim_exp]).
  assert (c + exp (z j) = G z) as E by (unfold c; ring). unfold exp_second, moved_to at 1.
  destruct (Nat.eqb_spec i j) as [Eij|Hij].
  - apply near_derivative with (f := fun t => U * (exp t / (c + exp t))).
    + apply Hz, Hj.
    + intros t _. rewrite G_moved by exact Hj. fold c. lra.
    + pose proof (derivable_pt_lim_div exp (fun t => c + exp t) (z j) _ _ (derivable_pt_lim_exp _) Dc) as D.
      specialize (D ltac:(lra)). apply (derivable_pt_lim_scal _ U) in D. rewrite Eij. rewrite E in D.
      eapply eq_rect; [exact D|]. unfold Rsqr. field. lra.
  - apply near_derivative with (f := fun t => U * (exp (z i) / (c + exp t))).
    + apply Hz, Hj.
    + intros t _. rewrite G_moved by exact Hj. fold c. lra.
    + pose proof (derivable_pt_lim_div (fun _ => exp (z i)) (fun t => c + exp t) (z j) _ _
        (derivable_pt_lim_const _ _) Dc) as D. specialize (D ltac:(lra)). apply (derivable_pt_lim_scal _ U) in D.
      rewrite E in D. eapply eq_rect; [exact D|]. unfold Rsqr. field. lra.
Qed.
End Exp.

(** ** f_p *)

Section Power.
Variables (p q : R) (n : nat) (u z : vec) (i j : nat).
Hypotheses (Hp : 2 <= p) (Hpq : / p + / q = 1) (Hu : positive_vec n u) (Hz : positive_vec n z).
Hypotheses (Hi : (i < n)%nat) (Hj : (j < n)%nat).
Let Uq := pnorm q n u.
Let P (y : vec) := psum p n y.

Lemma P_pos y : positive_vec n y -> 0 < P y.
Proof. intros Hy. apply sum_pos; [lia|]. intros k Hk. specialize (Hy k Hk). apply power_pos. lra. Qed.

Definition others (k : nat) (y : vec) : R := P y - power (y k) p.

Lemma others_0 k y : (k < n)%nat -> 0 <= others k y.
Proof. intros Hk. apply (others_nonneg n (fun t => power t p) k y Hk). intros; apply power_nonneg. Qed.

Lemma P_moved k t y : (k < n)%nat -> 0 < t -> P (moved_to k t y) = others k y + Rpower t p.
Proof. intros Hk Ht. rewrite <- power_of_pos by exact Ht. exact (sum_moved n (fun t => power t p) k t y Hk). Qed.

Lemma P_here k y : positive_vec n y -> (k < n)%nat -> others k y + Rpower (y k) p = P y.
Proof. intros Hy Hk. unfold others. rewrite power_of_pos by auto. ring. Qed.

Lemma mass_pos k t y : (k < n)%nat -> 0 < others k y + Rpower t p.
Proof. intros Hk. pose proof (others_0 k y Hk). signs. Qed.

Lemma mass_derivative k t y : 0 < t -> derivable_pt_lim (fun s => others k y + Rpower s p) t (0 + p * Rpower t (p - 1)).
Proof.
  intros Ht. apply (derivable_pt_lim_plus (fun _ => others k y) (fun s => Rpower s p)).
  - apply derivable_pt_lim_const.
  - apply derivable_pt_lim_power, Ht.
Qed.

Definition p_slope (y : vec) : R := Uq * (Rpower (P y) (/ p - 1) * Rpower (y i) (p - 1)).

Lemma p_first y : positive_vec n y -> derivable_pt_lim (fun t => Uq * pnorm p n (moved_to i t y)) (y i) (p_slope y).
Proof.
  intros Hy. apply near_derivative with (f := fun t => Uq * Rpower (others i y + Rpower t p) (/ p)).
  - apply Hy, Hi.
  - intros t Ht. unfold pnorm. change (sum n (fun k => power (moved_to i t y k) p)) with (P (moved_to i t y)).
    rewrite P_moved, power_of_pos by (try assumption; apply mass_pos, Hi). reflexivity.
  - pose proof (derivable_pt_lim_Rpower_of _ _ _ (/ p) (mass_pos i (y i) y Hi)
      (mass_derivative i (y i) y (Hy i Hi))) as D. apply (derivable_pt_lim_scal _ Uq) in D.
    rewrite (P_here i y Hy Hi) in D. eapply eq_rect; [exact D|]. unfold p_slope. field. lra.
Qed.

Definition p_second : R := Uq *
  ((/ p - 1) * Rpower (P z) (/ p - 1 - 1) * (0 + p * Rpower (z j) (p - 1)) * Rpower (z i) (p - 1)
  + Rpower (P z) (/ p - 1) * (if Nat.eqb i j then (p - 1) * Rpower (z i) (p - 1 - 1) else 0)).

Lemma p_second_holds : derivable_pt_lim (fun t => p_slope (moved_to j t z)) (z j) p_second.
Proof.
  pose proof (derivable_pt_lim_Rpower_of _ _ _ (/ p - 1) (mass_pos j (z j) z Hj)
    (mass_derivative j (z j) z (Hz j Hj))) as D.
  apply near_derivative with (f := fun t => Uq * (Rpower (others j z + Rpower t p) (/ p - 1)
    * (if Nat.eqb i j then Rpower t (p - 1) else Rpower (z i) (p - 1)))).
  - apply Hz, Hj.
  - intros t Ht. unfold p_slope. rewrite P_moved by assumption. unfold moved_to. destruct (Nat.eqb i j); lra.
  - apply (derivable_pt_lim_scal (fun t => _)). rewrite <- (P_here j z Hz Hj). destruct (Nat.eqb_spec i j) as [->|Hij].
    + apply (derivable_pt_lim_mult (fun t => Rpower (others j z + Rpower t p) (/ p - 1)) (fun t => Rpower t (p - 1)));
        auto. apply derivable_pt_lim_power, Hz, Hj.
    + apply (derivable_pt_lim_mult (fun t => Rpower (others j z + Rpower t p) (/ p - 1))
        (fun _ => Rpower (z i) (p - 1))); auto. apply derivable_pt_lim_const.
Qed.

Lemma p_formula : let alpha := Rpower (pnorm p n z) (p - 1) / Uq in
  p_second - ((if Nat.eqb i j then (p - 1) * Rpower (z i) (p - 2) else 0) / alpha
    - Rpower (z i) (p - 1) * Rpower (z j) (p - 1)
      / (alpha ^ 3 * sum n (fun k => Rpower (alpha * u k) (/ (p - 1) - 1) / (p - 1) * u k ^ 2))) = 0.
Proof.
  cbv zeta. pose proof (P_pos z Hz) as HP.
  assert (q = p / (p - 1)) as Eq.
  { assert (q <> 0) as Hq by (intros ->; rewrite Rinv_0 in Hpq; pose proof (Rinv_lt_contravar 1 p); lra).
    apply (Rmult_eq_reg_r (/ q)); [|apply Rinv_neq_0_compat, Hq]. rewrite Rinv_r by exact Hq.
    replace (/ q) with (1 - / p) by lra. field. lra. }
  assert (0 < psum q n u) as HQ by (apply sum_pos; [lia|]; intros k Hk; specialize (Hu k Hk); apply power_pos; lra).
  set (LP := ln (P z)). set (LU := / q * ln (psum q n u)).
  assert (Uq = exp LU) as EU by (unfold Uq, pnorm; rewrite power_of_pos by exact HQ; reflexivity).
  assert (Rpower (pnorm p n z) (p - 1) = exp ((1 - / p) * LP)) as EZ.
  { unfold pnorm. change (sum n (fun k => power (z k) p)) with (P z). rewrite power_of_pos by exact HP. unfold Rpower.
    rewrite ln_exp. f_equal. fold LP. field. lra. }
  set (A := (1 - / p) * LP - LU).
  assert (Rpower (pnorm p n z) (p - 1) / Uq = exp A) as EA.
  { rewrite EZ, EU. unfold A, Rminus at 2. rewrite exp_plus, exp_Ropp. reflexivity. }
  rewrite EA.
  assert (sum n (fun k => Rpower (exp A * u k) (/ (p - 1) - 1) / (p - 1) * u k ^ 2)
    = exp ((q - 2) * A + q * LU) / (p - 1)) as ES.
  { rewrite exp_plus. replace (exp (q * LU)) with (psum q n u).
    - unfold psum, Rdiv. rewrite Rmult_comm, (Rmult_comm (exp _)), (Rmult_comm (/ _)), Rmult_assoc.
      rewrite <- sum_scal_r. apply sum_ext; intros k Hk. specialize (Hu k Hk). rewrite power_of_pos by exact Hu.
      replace (u k ^ 2) with (exp (2 * ln (u k))) by (replace (2 * ln (u k)) with (ln (u k) + ln (u k)) by ring;
        rewrite exp_plus, exp_ln by exact Hu; ring). unfold Rpower. rewrite ln_mult, ln_exp by signs.
      replace (q * ln (u k)) with ((q - 2) * ln (u k) + 2 * ln (u k)) by ring. rewrite exp_plus.
      replace ((/ (p - 1) - 1) * (A + ln (u k))) with ((q - 2) * A + (q - 2) * ln (u k)) by (rewrite Eq; field; lra).
      rewrite exp_plus. ring.
    - unfold LU.
      replace (q * (/ q * ln (psum q n u))) with (ln (psum q n u)); [rewrite exp_ln by exact HQ; reflexivity|]. field.
      rewrite Eq. apply Rgt_not_eq, Rdiv_lt_0_compat; lra. }
  rewrite ES.
  replace (exp A ^ 3) with (exp (3 * A)) by (replace (3 * A) with (A + A + A) by ring; rewrite !exp_plus; ring).
  assert (exp (3 * A) * (exp ((q - 2) * A + q * LU) / (p - 1)) = exp ((2 - / p) * LP - LU) / (p - 1)) as E3.
  { unfold Rdiv. rewrite <- Rmult_assoc, <- exp_plus. do 2 f_equal. unfold A. rewrite Eq. field. lra. }
  rewrite E3. unfold p_second. rewrite EU. replace (p - 1 - 1) with (p - 2) by ring.
  replace (Rpower (P z) (/ p - 1)) with (exp (- (A + LU))) by (unfold Rpower; f_equal; fold LP; unfold A; ring).
  replace (Rpower (P z) (/ p - 1 - 1)) with (exp (- ((2 - / p) * LP))) by (unfold Rpower; f_equal; fold LP; ring).
  unfold Rminus. rewrite !Ropp_plus_distr, !exp_plus, !exp_Ropp. pose proof (exp_pos A). pose proof (exp_pos LU).
  pose proof (exp_pos ((2 + - / p) * LP)). field; nra.
Qed.
End Power.
