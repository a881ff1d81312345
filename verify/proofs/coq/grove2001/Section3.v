(** * Section 3: what a mistake does *)

From Coq Require Import Reals List Bool Lra Lia Arith.
From Boundcheck Require Import Vectors Runs GenBounds GenClaims.
From Boundcheck.grove2001 Require QuasiAdditive.
From Boundcheck.grove2001 Require Import Section3Statements.
Import ListNotations.
Open Scope R_scope.

Theorem gls_claim2 : gls_claim2_stmt.
Proof.
  intros p n a delta u z0 wrong S (_ & Ha & Hd & Hm) _. unfold b_gls_claim2. rewrite QuasiAdditive.run_progress.
  pose proof (QuasiAdditive.margins_at_least a n u wrong delta S Hm z0) as M.
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
