(** * Section 5: no coordinate is above the level, and one far below it costs more than the others can gain *)

From Coq Require Import Reals Lra Lia Arith.
From Boundcheck Require Import BaseMore GenBounds.
From Boundcheck.grove2001 Require Import Definitions LevelStatements.
Open Scope R_scope.

(** Two terms of a sum of terms that are not negative. *)
Lemma sum_two_terms n f k j : (k < n)%nat -> (j < n)%nat -> k <> j -> (forall i, (i < n)%nat -> 0 <= f i) ->
  f k + f j <= sum n f.
Proof.
  intros Hk Hj Hkj Hf.
  pose (only := fun a i => if Nat.eqb i a then f a else 0).
  assert (forall a, (a < n)%nat -> sum n (only a) = f a) as E.
  { intros a Ha. rewrite (sum_single n a) by (try assumption; intros i _ Hi; unfold only;
      apply Nat.eqb_neq in Hi; rewrite Hi; reflexivity). unfold only. rewrite Nat.eqb_refl. reflexivity. }
  rewrite <- (E k Hk), <- (E j Hj), <- sum_plus. apply sum_le; intros i Hi. unfold only.
  destruct (Nat.eqb_spec i k), (Nat.eqb_spec i j); subst; try lia; specialize (Hf _ Hi); lra.
Qed.

Theorem gls_5_1_proof : gls_5_1_proof_stmt.
Proof.
  intros n u z v k low high Hu [(j & Hj & Ej) Hlow] [_ Hhigh] HG Hk Hv. unfold b_gls_5_1_proof.
  set (T := ln (potential exp n z)) in *. set (P := Rabs T) in *. assert (0 <= P) as HP by apply Rabs_pos.
  assert (0 < low) as Hl by (rewrite <- Ej; apply Hu, Hj).
  assert (forall i, (i < n)%nat -> v i <= P) as HvP.
  { intros i Hi. apply Rle_trans with T; [|apply Rle_abs]. unfold T. rewrite <- HG, <- (ln_exp (v i)).
    apply ln_le_mono; [apply exp_pos|]. unfold potential, componentwise.
    apply (sum_term_le n (fun m => exp (v m)) i Hi). intros; left; apply exp_pos. }
  apply (Rmult_lt_compat_r low) in Hv; [|exact Hl].
  replace ((dot n u z - (INR n - 1) * P * high) / low * low) with (dot n u z - (INR n - 1) * P * high) in Hv
    by (field; lra).
  assert (dot n u v <= P * (sum n u - u k) + u k * v k) as Huv.
  { pose proof (sum_term_le n (fun i => u i * (P - v i)) k Hk) as H. cbv beta in H.
    assert (sum n (fun i => u i * (P - v i)) = P * sum n u - dot n u v) as E.
    { unfold dot. rewrite <- sum_scal, <- sum_minus. apply sum_ext; intros; ring. }
    rewrite E in H. enough (u k * (P - v k) <= P * sum n u - dot n u v) by lra. apply H.
    intros i Hi. specialize (Hu i Hi). specialize (HvP i Hi). apply Rmult_le_pos; lra. }
  assert (sum n (fun i => high - u i) = INR n * high - sum n u) as Es by (rewrite sum_minus, sum_const; reflexivity).
  assert (forall i, (i < n)%nat -> 0 <= high - u i) as H0 by (intros i Hi; specialize (Hhigh i Hi); lra).
  assert (P * (sum n u - u k) + (u k - low) * v k <= (INR n - 1) * P * high); [|lra].
  destruct (Nat.eq_dec k j) as [->|Hkj].
  - pose proof (sum_term_le n (fun i => high - u i) j Hj H0) as H. rewrite Es in H. cbv beta in H.
    rewrite Ej. replace ((low - low) * v j) with 0 by ring.
    assert (P * (sum n u - low) <= P * ((INR n - 1) * high)) by (apply Rmult_le_compat_l; lra). lra.
  - pose proof (sum_two_terms n (fun i => high - u i) k j Hk Hj Hkj H0) as H. rewrite Es in H. cbv beta in H.
    specialize (Hlow k Hk). specialize (HvP k Hk).
    assert ((u k - low) * v k <= (u k - low) * P) by (apply Rmult_le_compat_l; lra).
    specialize (Hhigh k Hk).
    assert (P * (sum n u - low) <= P * ((INR n - 1) * high)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
