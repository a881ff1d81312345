(** * Runs: the telescoping sum, Observations 4 and 10 *)

From Boundcheck Require Import Vectors.
Open Scope R_scope.

(** ** Tolerance 0, which is none *)

Lemma widen_0 I : widen 0 I = I.
Proof. destruct I as [[] []]; unfold widen, shift; cbn [low high]; rewrite ?Ropp_0, ?Rplus_0_r; auto. Qed.

Lemma tolerant_0 S : tolerant 0 S = S.
Proof. unfold tolerant. induction S as [|[x I] S IH]; cbn [map fst snd]; auto. rewrite widen_0, IH; auto. Qed.

Lemma as_trials_length S : length (as_trials S) = length S. Proof. apply map_length. Qed.

(** ** Subsequences *)

Lemma subsequence_nil_l {A} (S : list A) : subsequence [] S. Proof. induction S; constructor; auto. Qed.

Lemma subsequence_Forall {A} (P : A -> Prop) S' S : subsequence S' S -> Forall P S -> Forall P S'.
Proof. induction 1; intros HS; inversion HS; auto. Qed.

(** ** The error probability is at most the loss at tolerance 1/2 *)

Lemma error_probability_le y b : error_probability y b <= loss y (widen (1 / 2) (label_interval b)).
Proof.
  apply Rmax_lub; [apply loss_nonneg|].
  destruct b; unfold label, label_interval; interval_cases; (eapply Rle_trans; [apply Rmin_r|lra]).
Qed.

Section Run.
Variables (n : nat) (step : learner).

(** ** The telescoping sum of Theorems 2, 3, 8 and 9

    If every update lowers the potential [Phi] enough to pay for the excess of [u] over [w] on its trial,
    less [cst], then the total excess loss is at most the initial potential and [l (cst - tau)]. *)
Lemma telescope (Inv P : vec -> Prop) (Phi : vec -> R) (kappa cst tau : R) (u : vec) :
  0 <= tau -> 0 < kappa -> tau <= cst -> (forall w, Inv w -> 0 <= Phi w) ->
  (forall sgn w x, sgn = 1 \/ sgn = -1 -> Inv w -> P x -> Inv (step sgn w x) /\
     sgn * (dot n u x - dot n w x) <= (Phi w - Phi (step sgn w x)) / kappa + cst) ->
  forall (S : list trial) w, Inv w -> Forall (fun tr => P (fst tr) /\ nonempty (snd tr)) S ->
  alg_loss n step w (tolerant tau S) <= cmp_loss n u S + Phi w / kappa + INR (length S) * (cst - tau).
Proof.
  intros Htau Hkappa Hcst Hpos Hstep S; induction S as [|[x I] S IH]; intros w Hw HS.
  - cbn. assert (0 <= Phi w / kappa) by (apply Rle_mult_inv_pos; auto). lra.
  - inversion HS as [|? ? [Hx HI] HS']; cbn [fst snd] in Hx, HI. cbn [length tolerant map alg_loss cmp_loss].
    fold (tolerant tau S). rewrite S_INR. unfold trial_loss, update; cbn [fst snd].
    destruct (below (dot n w x) (widen tau I)) eqn:Hb.
    + pose proof (lemma1_below _ _ (dot n u x) _ Htau HI Hb) as L.
      destruct (Hstep 1 w x (or_introl eq_refl) Hw Hx) as [Hw' Hd]. specialize (IH _ Hw' HS'). lra.
    + destruct (above (dot n w x) (widen tau I)) eqn:Ha.
      * pose proof (lemma1_above _ _ (dot n u x) _ Htau HI Hb Ha) as L.
        destruct (Hstep (-1) w x (or_intror eq_refl) Hw Hx) as [Hw' Hd]. specialize (IH _ Hw' HS'). lra.
      * specialize (IH _ Hw HS'). pose proof (loss_nonneg (dot n u x) I).
        assert (loss (dot n w x) (widen tau I) = 0) as -> by (unfold loss; rewrite Hb, Ha; reflexivity). lra.
Qed.

(** ** Observation 4: m mistakes leave a subsequence of length m with absolute loss at least m *)

Lemma error_side w c : errs n w c = true ->
  1 <= trial_loss n w (as_trial c) /\ update n step w (as_trial c) = step (label (snd c)) w (fst c).
Proof.
  destruct c as [x []]; unfold errs, trial_loss, update, as_trial, label_interval, label, loss, below, above, ltb, leb;
    cbn [fst snd low high]; decide_reals; split; (reflexivity || lra).
Qed.

Lemma observation_4 S : forall w m, (m <= mistakes n step w S)%nat ->
  exists S', subsequence S' S /\ length S' = m /\ INR m <= alg_loss n step w (as_trials S').
Proof.
  unfold mistakes; induction S as [|c S IH]; intros w m Hm; cbn [mistakes_by] in Hm.
  - exists []. replace m with O by lia. cbn. repeat split; [constructor|lra].
  - destruct (errs n w c) eqn:He.
    + destruct m as [|m]. { exists []. cbn. repeat split; [apply subsequence_nil_l|lra]. }
      destruct (IH (step (label (snd c)) w (fst c)) m) as (S' & Hs & Hl & Ha); [lia|].
      destruct (error_side w c He) as [H1 H2]. exists (c :: S'). rewrite S_INR. cbn [as_trials map alg_loss length].
      rewrite H2. fold (as_trials S'). repeat split; [constructor; assumption|lia|lra].
    + destruct (IH w m Hm) as (S' & Hs & Hl & Ha). exists S'. repeat split; [constructor| |]; auto.
Qed.

(** ** Observation 10: at tolerance 1/2 the absolute loss is at least the expected number of mistakes *)

Lemma observation_10 S : forall w, expected_mistakes n step w S <= alg_loss n step w (tolerant (1 / 2) (as_trials S)).
Proof.
  induction S as [|c S IH]; intros w; cbn [expected_mistakes as_trials tolerant map alg_loss]; [lra|].
  apply Rplus_le_compat; [apply error_probability_le|auto].
Qed.

End Run.

(** ** The comparator on labels *)

Lemma cmp_loss_nonneg n u S : 0 <= cmp_loss n u S.
Proof. induction S; cbn; [lra|]. pose proof (loss_nonneg (dot n u (fst a)) (snd a)). signs. Qed.

Lemma cmp_loss_subsequence n u S' S : subsequence S' S -> cmp_loss n u (as_trials S') <= cmp_loss n u (as_trials S).
Proof.
  unfold as_trials; induction 1 as [|c S' S Hs IH|c S' S Hs IH]; cbn [map cmp_loss]; [lra| |lra].
  pose proof (loss_nonneg (dot n u (fst (as_trial c))) (snd (as_trial c))). unfold trial_loss; lra.
Qed.

(** Where [u] does not err it has no loss; where it errs, at most [B + 1] if no prediction exceeds [B]. *)
Lemma cmp_loss_mistakes n u B S : Forall (fun c => Rabs (dot n u (fst c)) <= B) S ->
  Forall (fun c => errs n u c = false -> 1 <= label (snd c) * dot n u (fst c)) S ->
  cmp_loss n u (as_trials S) <= (B + 1) * INR (cmp_mistakes n u S).
Proof.
  induction S as [|c S IH]; cbn [as_trials map cmp_loss cmp_mistakes]; intros HB HS; [cbn; lra|].
  inversion HB as [|? ? HB1 HB2]; inversion HS as [|? ? HS1 HS2]; subst. specialize (IH HB2 HS2). fold (as_trials S).
  rewrite plus_INR. apply abs_bounds in HB1.
  destruct (errs n u c);
    destruct c as [x []]; unfold trial_loss, as_trial, label_interval; cbn [fst snd label INR] in *; interval_cases.
Qed.

(** A mistake bound follows from a loss bound on the subsequence of mistakes. *)
Lemma mistakes_from_loss n step w S A c : c < 1 ->
  (forall S', subsequence S' S -> alg_loss n step w (as_trials S') <= A + c * INR (length S')) ->
  INR (mistakes n step w S) <= A / (1 - c).
Proof.
  intros Hc H. destruct (observation_4 n step S w _ (Nat.le_refl _)) as (S' & Hs & Hl & Ha). specialize (H S' Hs).
  rewrite Hl in H. apply Rmult_le_reg_r with (1 - c); [lra|]. replace (A / (1 - c) * (1 - c)) with A by (field; lra).
  lra.
Qed.

(** More trials than that cost less than one each. *)
Lemma loss_on_long_sequence n step w (S : list ctrial) A c :
  c < 1 -> alg_loss n step w (as_trials S) <= A + c * INR (length S) ->
  A / (1 - c) < INR (length S) -> alg_loss n step w (as_trials S) < INR (length S).
Proof.
  intros Hc H Hl. apply Rmult_lt_compat_r with (r := 1 - c) in Hl; [|lra].
  replace (A / (1 - c) * (1 - c)) with A in Hl by (field; lra). lra.
Qed.
