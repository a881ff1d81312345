(** * Figure 2: an example has N (1 - 2^(-1/k)) ones on average, where k (1 - 2^(-1/k)) is close to ln 2 *)

From Coq Require Import Reals Lra Lia Arith.
From Boundcheck Require Import BaseMore GenBounds.
From Boundcheck.kivinen1995 Require Import Definitions FiguresStatements Section1.
Open Scope R_scope.

Lemma mean_of_ones p n : forall f g, (forall x, f x = sum n x + g) -> mean p n f = INR n * p + g.
Proof.
  induction n as [|n IH]; intros f g H; cbn [mean]; [rewrite H; cbn; ring|].
  assert (forall b x, sum n (with_entry n b x) = sum n x) as E.
  { intros b x. apply sum_ext; intros i Hi. unfold with_entry. destruct (Nat.eqb_spec i n); [lia|reflexivity]. }
  assert (forall b x, with_entry n b x n = b) as En by (intros b x; unfold with_entry; rewrite Nat.eqb_refl;
    reflexivity).
  rewrite (IH (fun x : vec => f (with_entry n 0 x)) g), (IH (fun x : vec => f (with_entry n 1 x)) (1 + g)), S_INR;
    [ring| |];
    intros x; rewrite H; cbn [sum]; rewrite E, En; ring.
Qed.

Lemma ln_2_near : ln 2 <= 699 / 1000.
Proof. apply (ln_at_most 2 (699 / 1000) 128 128); [rewrite INR_IZR_INZ; reflexivity|lra..]. Qed.

(** k (1 - 2^(-1/k)) is at most ln 2 and, as 2^(-1/k) is below its chord, at least what it is at k = 8. *)
Lemma ones_near k : 8 <= k -> 66 / 100 < k * even_rate k <= ln 2.
Proof.
  intros Hk. unfold even_rate, Rpower. split.
  - pose proof (Rinv_0_lt_compat k ltac:(lra)). set (L := - (ln 2 / 8)).
    replace (- / k * ln 2) with (8 / k * L) by (unfold L; field; lra).
    assert (exp L < 9175 / 10000) as HL.
    { apply Rnot_le_lt; intros H1. assert ((9175 / 10000) ^ 8 <= exp L ^ 8) as H2 by (apply pow_incr; lra).
      rewrite exp_power in H2. replace (INR 8 * L) with (- ln 2) in H2 by (unfold L; cbn; field).
      rewrite exp_Ropp, exp_ln in H2 by lra. lra. }
    assert (0 <= 8 / k <= 1) as Hs.
    { split; [apply Rle_mult_inv_pos; lra|]. apply Rmult_le_reg_r with k; [lra|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    pose proof (below_chord (8 / k) L Hs) as H1. apply (Rmult_le_compat_l k) in H1; [|lra].
    replace (k * (1 - 8 / k + 8 / k * exp L)) with (k - 8 * (1 - exp L)) in H1 by (field; lra). lra.
  - pose proof (exp_ineq1_le (- / k * ln 2)) as H. apply (Rmult_le_compat_l k) in H; [|lra].
    replace (k * (1 + - / k * ln 2)) with (k - ln 2) in H by (field; lra). lra.
Qed.

Theorem kw_1_7 : kw_1_7_stmt.
Proof.
  intros N k [HN Hk]. unfold b_kw_1_7.
  rewrite (mean_of_ones _ N (fun x => sum N x) 0) by (intros; ring).
  assert (8 <= INR k) as H8 by lra.
  pose proof (ones_near (INR k) H8) as [H1 H2]. pose proof ln_2_near as H3.
  assert (INR N = 5 / 2 * INR k) as -> by lra.
  apply Rabs_def1; lra.
Qed.
