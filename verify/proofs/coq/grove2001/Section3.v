(** * Section 3: what a mistake does *)

From Boundcheck Require Import Vectors Runs GenBounds GenClaims.
From Boundcheck.grove2001 Require QuasiAdditive.
Open Scope R_scope.

Theorem gls_claim2 : gls_claim2_stmt.
Proof.
  intros n a delta p uz u s c wrong S later (_ & Ha & Hd & <- & Hm) _ w w' _. unfold b_gls_claim2.
  replace w' with (state_after wrong (perceptron a) s (S ++ [c])) by apply state_after_snoc.
  rewrite QuasiAdditive.run_progress. change (c :: later) with ([c] ++ later) in Hm.
  rewrite app_assoc, Forall_app in Hm.
  pose proof (QuasiAdditive.margins_at_least a n u wrong delta _ (proj1 Hm) s) as M.
  apply (Rmult_le_compat_l a) in M; lra.
Qed.

Theorem gls_1st : gls_1st_stmt.
Proof.
  intros n a p wrong z c (_ & Ha) Hw Hz. unfold b_gls_1st.
  rewrite (dot_scal_r n (a * label (snd c)) (link p z) (fst c)). destruct (Hw z c) as [_ H].
  destruct (Rle_dec (label (snd c) * dot n (link p z) (fst c)) 0) as [Hd|Hd].
  - assert (0 <= a * - (label (snd c) * dot n (link p z) (fst c))) by (apply Rmult_le_pos; lra). lra.
  - rewrite H in Hz by lra. discriminate.
Qed.
