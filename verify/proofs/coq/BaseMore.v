(** * More on logarithms and sums *)

From Coq Require Import Reals List Bool Lra Lia Arith.
From Boundcheck Require Export Base DefinitionsMore.
Open Scope R_scope.

(** ** Logarithms *)

Lemma ln_le_mono a b : 0 < a -> a <= b -> ln a <= ln b.
Proof. intros Ha [H| ->]; [left; apply ln_increasing; assumption|lra]. Qed.

Lemma ln_pow_nat a j : 0 < a -> ln (a ^ j) = INR j * ln a.
Proof. intros Ha. rewrite <- Rpower_pow by assumption. unfold Rpower. apply ln_exp. Qed.

Lemma ln_above_1 a : 1 < a -> 0 < ln a.
Proof. intros. rewrite <- ln_1. apply ln_increasing; lra. Qed.

Lemma ln_at_least_1 a : 1 <= a -> 0 <= ln a.
Proof. intros. rewrite <- ln_1. apply ln_le_mono; lra. Qed.

Lemma ln_le_minus_1 a : 0 < a -> ln a <= a - 1.
Proof.
  intros Ha. destruct (Req_dec (ln a) 0) as [E|E].
  - assert (a = 1) by (apply ln_inv; [assumption|lra|rewrite ln_1; assumption]). lra.
  - pose proof (exp_ineq1 (ln a) E) as H. rewrite exp_ln in H by assumption. lra.
Qed.

(** exp is below its chord from 0 to L. *)
Lemma below_chord s L : 0 <= s <= 1 -> exp (s * L) <= 1 - s + s * exp L.
Proof.
  intros Hs. set (E := exp (s * L)). assert (0 < E) as HE by apply exp_pos.
  assert (E * (1 - s * L) <= 1) as H0.
  { pose proof (exp_ineq1_le (- (s * L))). replace 1 with (E * exp (- (s * L))) at 2
      by (unfold E; rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
    apply Rmult_le_compat_l; lra. }
  assert (E * (1 + (1 - s) * L) <= exp L) as H1.
  { pose proof (exp_ineq1_le ((1 - s) * L)). replace (exp L) with (E * exp ((1 - s) * L))
      by (unfold E; rewrite <- exp_plus; f_equal; ring).
    apply Rmult_le_compat_l; lra. }
  apply (Rmult_le_compat_l (1 - s)) in H0; [|lra]. apply (Rmult_le_compat_l s) in H1; [|lra].
  replace E with ((1 - s) * (E * (1 - s * L)) + s * (E * (1 + (1 - s) * L))) at 1 by ring. lra.
Qed.

Lemma INR_at_least_1 n : (0 < n)%nat -> 1 <= INR n.
Proof. intros. change 1 with (INR 1). apply le_INR; lia. Qed.

(** ** Sums *)

Lemma sum_swap m n (f : nat -> nat -> R) :
  sum m (fun i => sum n (fun j => f i j)) = sum n (fun j => sum m (fun i => f i j)).
Proof.
  induction m; cbn [sum]; [rewrite sum_zero; reflexivity|]. rewrite IHm, <- sum_plus. reflexivity.
Qed.

Lemma sum_split m n f : sum (m + n) f = sum m f + sum n (fun i => f (m + i)%nat).
Proof.
  induction n; cbn [sum]; [rewrite Nat.add_0_r; ring|]. rewrite Nat.add_succ_r; cbn [sum]. rewrite IHn; ring.
Qed.

(** A function that is not 0 at one place only. *)
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

Lemma power_of_2 d : Rpower 2 (INR d) = INR (2 ^ d).
Proof. rewrite Rpower_pow, pow_INR by lra. f_equal; cbn; ring. Qed.

Lemma whole_k k : 1 <= INR k -> (1 <= k)%nat.
Proof. intros H. apply INR_le. exact H. Qed.

Lemma whole_n n d k : INR n = Rpower 2 (INR d) + INR k - 1 -> (n + 1 = 2 ^ d + k)%nat.
Proof. intros H. apply INR_eq. rewrite power_of_2 in H. rewrite !plus_INR. cbn [INR]. lra. Qed.

Lemma whole_odd k : INR k = 2 * floor (INR k / 2) + 1 -> Nat.Odd k.
Proof.
  unfold floor. set (z := up (INR k / 2)). intros H. rewrite INR_IZR_INZ in H.
  assert (Z.of_nat k = 2 * (z - 1) + 1)%Z as E by (apply eq_IZR; rewrite plus_IZR, mult_IZR, minus_IZR; lra).
  exists (Z.to_nat (z - 1)). lia.
Qed.
