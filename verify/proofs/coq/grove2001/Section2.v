(** * Section 2: the weights of the two learners stay what the transformation makes of z *)

From Boundcheck Require Import Vectors GenBounds GenClaims Premises.
From Boundcheck.bylander1998 Require Import Definitions.
From Boundcheck.grove2001 Require Import Definitions.
Open Scope R_scope.

(** States in a relation that both steps keep, and in which the two are not apart. *)
Lemma never_apart {A B} (related : A -> B -> Prop) apart next second_next (S : list ctrial) :
  (forall s s' c, In c S -> related s s' -> apart s s' c = false /\ related (next s c) (second_next s' c)) ->
  forall s s', related s s' -> INR (trials_apart apart next second_next s s' S) = 0.
Proof.
  intros H. induction S as [|c S IH]; intros s s' Hs; auto. cbn [trials_apart].
  destruct (H s s' c (or_introl eq_refl) Hs) as [-> Hn]. apply IH; auto. intros; apply H; [right|]; auto.
Qed.

Lemma ln_inverse beta : 0 < beta -> ln (/ beta) = - ln beta. Proof. apply ln_Rinv. Qed.

Theorem gls_bw_eq : gls_bw_eq_stmt.
Proof.
  intros n beta S Hb. red in Hb. unfold b_gls_bw_eq, a_gls_bw_eq. rewrite ln_inverse by lra.
  apply (never_apart (fun (z : vec) (w : vec * vec) => forall i, fst w i = exp (z i) /\ snd w i = exp (- z i))).
  - intros z w [x y] _ H.
    assert (forall v, dot n (hyperbolic z) v = dot n (balance w) v) as E.
    { intros v. apply dot_ext; auto. intros i _. unfold hyperbolic, balance. destruct (H i) as [-> ->]. reflexivity. }
    rewrite E. split; [destruct (Req_EM_T _ _); nra|]. unfold quasi_additive, balanced_winnow, errs_at. rewrite E.
    destruct (negb _); auto. intros i. destruct (H i) as [E1 E2]. cbn [fst snd]. rewrite E1, E2.
    unfold perceptron, Rpower, Rdiv. rewrite <- exp_Ropp, <- !exp_plus. split; f_equal; ring.
  - intros i. unfold ones, zero. cbn [fst snd]. rewrite Ropp_0, exp_0. lra.
Qed.

Theorem gls_wm_eq : gls_wm_eq_stmt.
Proof.
  intros n beta S (Hn & Hb0 & H0 & HS%(unit_box_of _ _ H0)). unfold b_gls_wm_eq, a_gls_wm_eq. rewrite ln_inverse by lra.
  rewrite Forall_forall in HS.
  apply (never_apart (fun z w : vec => exists k, 0 < k /\ forall i, (i < n)%nat -> w i = k * exp (z i))).
  - intros z w [x y] Hc (k & Hk & H). pose proof (HS _ Hc : forall i, (i < n)%nat -> 0 <= x i <= 1) as Hx. clear HS.
    rename Hx into HS. unfold signed_values; cbn [fst snd].
    assert (positive true 0 (dot n (exponential z) (fun i => 2 * x i - 1)) = votes_one n w x) as E.
    { assert (0 < sum n w) as HW by (apply sum_pos; [lia|intros; rewrite H by assumption; signs]).
      assert (k * dot n (exponential z) (fun i => 2 * x i - 1) = 2 * dot n w x - sum n w) as E.
      { unfold dot. rewrite <- !sum_scal, <- sum_minus. apply sum_ext; intros i Hi. rewrite H by exact Hi.
        unfold exponential. ring. }
      assert (dot n w x / sum n w - 1 / 2 = k * dot n (exponential z) (fun i => 2 * x i - 1) * / (2 * sum n w)) as E'
        by (rewrite E; field; lra). unfold votes_one. set (d := dot n (exponential z) _) in *.
      destruct (leb (1 / 2) _) eqn:F; [apply leb_true in F; apply leb_true|apply leb_false in F; apply leb_false].
      - apply Rnot_lt_le; intros Hd. assert (0 < k * - d * / (2 * sum n w)); [|lra]. signs.
      - apply Rnot_le_lt; intros Hd. assert (0 <= k * d * / (2 * sum n w)); [|lra]. signs. }
    pose proof (E : leb 0 _ = leb (1 / 2) _) as E0. rewrite E0. split; [apply xorb_nilpotent|].
    unfold quasi_additive, majority_step, errs_at; cbn [fst snd]. rewrite E.
    destruct (votes_one n w x), y; cbn [eqb negb one_or_zero label]; try (exists k; split; assumption).
    all: exists (k * exp (ln beta / 2)); split; [signs|].
    all: intros i Hi; rewrite H by exact Hi; specialize (HS i Hi); unfold perceptron, Rpower.
    all: rewrite !Rmult_assoc; f_equal; rewrite <- !exp_plus; f_equal.
    + rewrite Rminus_0_r, Rabs_pos_eq by lra. field.
    + rewrite Rabs_left1 by lra. field.
  - exists 1. split; [lra|]. intros i _. unfold ones, zero. rewrite exp_0. ring.
Qed.

Theorem gls_ft_eq : gls_ft_eq_stmt.
Proof.
  intros n alpha theta S. unfold b_gls_ft_eq, a_gls_ft_eq.
  apply (never_apart (fun z w : vec => forall i, (i < n)%nat -> w i = exp (z i))).
  - intros z w [x y] _ H.
    assert (dot (n + 1) (with_threshold n theta z) (fst (with_constant n (x, y))) = dot n w x - theta) as E.
    { unfold dot. rewrite sum_split. cbn [sum]. unfold with_threshold, with_constant; cbn [fst snd].
      rewrite Nat.add_0_r, Nat.ltb_irrefl. rewrite (sum_ext n _ (fun i => w i * x i)); [ring|]. intros i Hi.
      rewrite (proj2 (Nat.ltb_lt i n) Hi), H by exact Hi. reflexivity. }
    assert (errs_at true (n + 1) 0 (with_threshold n theta z) (with_constant n (x, y)) = errs_at true n theta w (x, y))
      as E'.
    { unfold errs_at. rewrite E. cbn [fst snd with_constant]. do 2 f_equal. unfold positive, leb.
      destruct (Rle_dec 0 _), (Rle_dec theta _); nra. }
    split; [rewrite E'; apply xorb_nilpotent|]. unfold quasi_additive. rewrite E'.
    destruct (errs_at true n theta w (x, y)); auto. intros i Hi.
    unfold winnow, perceptron, with_constant, Rpower; cbn [fst snd].
    rewrite (proj2 (Nat.ltb_lt i n) Hi), H, <- exp_plus by exact Hi. f_equal. ring.
  - unfold ones, zero. rewrite exp_0. reflexivity.
Qed.

