(** * Section 3: what a mistake does *)

From Boundcheck Require Import Vectors Runs GenBounds GenClaims Learners.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.grove2001 Require QuasiAdditive.
Open Scope R_scope.

Theorem gls_claim2 : gls_claim2_stmt.
Proof.
  intros n a delta p uz u s c S later (_ & Ha & Hd & <- & Hm) K yhat side K' z' _. unfold b_gls_claim2.
  pose proof (p_norm_exactly n p a s) as F. pose proof (misses_threshold n (link p) 0) as M. cbn beta in M.
  set (wrong := fun v => errs_at true n 0 (link p v)) in *.
  assert (z' = state_after wrong (perceptron a) s (S ++ [c])) as ->
    by (rewrite <- (after_exactly _ _ _ _ _ _ _ _ F M); unfold after_play; rewrite fold_left_app; reflexivity).
  rewrite (mistakes_on_exactly _ _ _ _ _ _ _ _ F M true (fun c => ltb 0 (label (snd c)))) by apply positives.
  rewrite (mistakes_on_exactly _ _ _ _ _ _ _ _ F M false (fun c => ltb (label (snd c)) 0)) by apply negatives.
  rewrite mistakes_on_both, QuasiAdditive.run_progress. change (c :: later) with ([c] ++ later) in Hm.
  rewrite app_assoc, Forall_app in Hm.
  pose proof (QuasiAdditive.margins_at_least a n u wrong delta _ (proj1 Hm) s) as H.
  apply (Rmult_le_compat_l a) in H; lra.
Qed.

Theorem gls_1st : gls_1st_stmt.
Proof.
  intros n a p s c S (_ & Ha) K w yhat side Hz. unfold b_gls_1st.
  apply (errs_exactly _ _ _ _ _ _ _ _ (p_norm_exactly n p a s) (misses_threshold n (link p) 0)) in Hz.
  rewrite (dot_scal_r n (a * label (snd c)) w (fst c)). destruct (decides_at_zero n (link p) (fun i => s i + a * K i) c) as [_ H].
  destruct (Rle_dec (label (snd c) * dot n w (fst c)) 0) as [Hd|Hd].
  - assert (0 <= a * - (label (snd c) * dot n w (fst c))) by (apply Rmult_le_pos; lra). lra.
  - rewrite H in Hz; [discriminate|]. apply Rnot_le_gt in Hd. exact Hd.
Qed.
