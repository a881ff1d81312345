(** * Winnow on disjunctions, and the Perceptron

    Mistakes on positive examples are paid for by what the exponents of the relevant weights have left, those
    on negative examples by the sum of all weights. *)

From Boundcheck Require Import Vectors.
From Boundcheck Require Perceptron.
Open Scope R_scope.

Lemma positive_mono tie theta a b : a <= b -> positive tie theta b = false -> positive tie theta a = false.
Proof. destruct tie; rewrite ?leb_false, ?ltb_false; lra. Qed.

Lemma positive_false tie theta a : positive tie theta a = false -> a <= theta.
Proof. destruct tie; rewrite ?leb_false, ?ltb_false; lra. Qed.

Lemma positive_true tie theta a : positive tie theta a = true -> theta <= a.
Proof. destruct tie; rewrite ?leb_true, ?ltb_true; lra. Qed.

(** ** Disjunctions *)

Lemma zero_one_product n u x i : zero_one n u -> zero_one n x -> (i < n)%nat -> u i * x i = 0 \/ u i * x i = 1.
Proof. intros Hu Hx Hi. destruct (Hu i Hi) as [->| ->], (Hx i Hi) as [->| ->]; lra. Qed.

Lemma dot_term_le n u x i : zero_one n u -> zero_one n x -> (i < n)%nat -> u i * x i <= dot n u x.
Proof.
  intros Hu Hx Hi. apply (sum_term_le n (fun j => u j * x j) i Hi). intros j Hj.
  destruct (zero_one_product n u x j Hu Hx Hj); lra.
Qed.

Lemma disjunction_true n u x : zero_one n u -> zero_one n x -> disjunction n u x = true ->
  1 <= dot n u x /\ exists i, (i < n)%nat /\ u i = 1 /\ x i = 1.
Proof.
  unfold disjunction; rewrite leb_true; intros Hu Hx Hd.
  assert (exists i, (i < n)%nat /\ u i = 1 /\ x i = 1) as (i & Hi & Hui & Hxi).
  { unfold dot in Hd. induction n as [|n IH]; cbn [sum] in Hd; [lra|].
    destruct (Hu n (Nat.lt_succ_diag_r n)) as [Eu|Eu], (Hx n (Nat.lt_succ_diag_r n)) as [Ex|Ex];
      try (destruct IH as (i & Hi & Hui & Hxi);
      [intros j Hj; apply Hu; lia|intros j Hj; apply Hx; lia|rewrite Eu, Ex in Hd; lra|exists i; auto]). eauto. }
  split; [|exists i; auto]. pose proof (dot_term_le n u x i Hu Hx Hi) as T. nra.
Qed.

Lemma disjunction_false n u x i : zero_one n u -> zero_one n x -> disjunction n u x = false ->
  (i < n)%nat -> u i = 1 -> x i = 0.
Proof.
  unfold disjunction; rewrite leb_false; intros Hu Hx Hd Hi Hui. destruct (Hx i Hi) as [|Hxi]; auto.
  pose proof (dot_term_le n u x i Hu Hx Hi) as T. nra.
Qed.

(** ** The update on {0, 1}^n *)

Lemma promoted alpha w x i : 0 < alpha -> x i = 0 \/ x i = 1 -> winnow alpha 1 w x i = w i + (alpha - 1) * (w i * x i).
Proof. unfold winnow; intros Ha [->| ->]; rewrite ?Rmult_0_r, ?Rmult_1_r, ?Rpower_O, ?Rpower_1 by assumption; ring. Qed.

Lemma demoted alpha w x i : 0 < alpha -> x i = 0 \/ x i = 1 ->
  winnow alpha (-1) w x i = w i - (1 - / alpha) * (w i * x i).
Proof.
  unfold winnow; intros Ha [->| ->]; rewrite ?Rmult_0_r, ?Rmult_1_r, ?Rpower_O by assumption; [ring|].
  replace (-1) with (Ropp 1) by ring. rewrite Rpower_Ropp, Rpower_1 by assumption. ring.
Qed.

Lemma winnow_positive alpha sgn w x i : 0 < w i -> 0 < winnow alpha sgn w x i.
Proof. intros Hw. unfold winnow. signs. Qed.

Lemma sum_promoted alpha n w x : 0 < alpha -> zero_one n x ->
  sum n (winnow alpha 1 w x) = sum n w + (alpha - 1) * dot n w x.
Proof.
  intros Ha Hx. unfold dot. rewrite <- sum_scal, <- sum_plus. apply sum_ext; intros i Hi. apply promoted; auto.
Qed.

Lemma sum_demoted alpha n w x : 0 < alpha -> zero_one n x ->
  sum n (winnow alpha (-1) w x) = sum n w - (1 - / alpha) * dot n w x.
Proof.
  intros Ha Hx. unfold dot. rewrite <- sum_scal, <- sum_minus. apply sum_ext; intros i Hi. apply demoted; auto.
Qed.

Lemma all_mistakes wrong step S : forall w,
  mistakes_by wrong step w S = (mistakes_on true wrong step w S + mistakes_on false wrong step w S)%nat.
Proof.
  induction S as [|[x y] S IH]; intros w; cbn [mistakes_by mistakes_on fst snd]; auto.
  destruct (wrong w (x, y)); rewrite IH; [destruct y; cbn [eqb label]; lia|lia].
Qed.

(** ** The bound, with [J] at least every exponent that a relevant weight can reach *)

Section Winnow.
Variables (tie : bool) (n : nat) (alpha theta J : R) (u : vec).
Hypotheses (Halpha : 1 < alpha) (Htheta : 0 < theta) (Hn : (0 < n)%nat) (Hu : zero_one n u).
Hypothesis Hcap : forall j, positive tie theta (alpha ^ j) = false -> INR (S j) <= J.

Definition room (c : nat -> nat) : R := sum n (fun i => u i * (J - INR (c i))).

Definition invariant (w : vec) (c : nat -> nat) : Prop :=
  forall i, (i < n)%nat -> 0 < w i /\ (u i = 1 -> w i = alpha ^ c i /\ INR (c i) <= J).

Notation mistakes_from := (fun y => mistakes_on y (errs_at tie n theta) (winnow alpha)).

Lemma potential_bound S : Forall (labelled_by n u) S -> forall w c, invariant w c ->
  INR (mistakes_from true w S) <= room c /\
  INR (mistakes_from false w S) < alpha * INR (mistakes_from true w S) + alpha / ((alpha - 1) * theta) * sum n w.
Proof.
  assert (0 < alpha / ((alpha - 1) * theta)) as HK by signs.
  assert (alpha / ((alpha - 1) * theta) * ((alpha - 1) * theta) = alpha) as Eup by (field; lra).
  assert (alpha / ((alpha - 1) * theta) * ((1 - / alpha) * theta) = 1) as Edown by (field; lra).
  set (K := alpha / ((alpha - 1) * theta)) in *.
  induction 1 as [|[x y] S [Hx Hy] HS IH]; intros w c Hinv; cbn [mistakes_on fst snd] in *.
  - assert (0 < sum n w) as HW by (apply sum_pos; [lia|intros i Hi; apply (Hinv i Hi)]). cbn [INR].
    pose proof (Rmult_lt_0_compat _ _ HK HW). split; [|lra]. apply sum_nonneg; intros i Hi.
    destruct (Hinv i Hi) as [_ Hc]. destruct (Hu i Hi) as [E|E]; [nra|]. signs.
  - unfold errs_at at 1 4 7; cbn [fst snd]. destruct (positive tie theta (dot n w x)) eqn:Hp, y; cbn [eqb negb]; auto.
    + (* a demotion *)
      assert (invariant (winnow alpha (-1) w x) c) as Hinv'.
      { intros i Hi. split; [apply winnow_positive, (Hinv i Hi)|]. intros Hui. destruct (Hinv i Hi) as [_ Hc].
        rewrite demoted, (disjunction_false n u x i) by (auto; lra). lra. }
      destruct (IH _ _ Hinv') as [IH1 IH2]. rewrite !plus_INR; cbn [INR label].
      rewrite (sum_demoted alpha n w x) in IH2 by signs. apply positive_true in Hp. nra.
    + (* a promotion *)
      destruct (disjunction_true n u x Hu Hx (eq_sym Hy)) as [Hd _].
      set (c' := fun i => if Req_EM_T (x i) 1 then Datatypes.S (c i) else c i).
      assert (forall i, (i < n)%nat -> INR (c' i) = INR (c i) + x i) as Ec'.
      { intros i Hi. unfold c'. destruct (Req_EM_T (x i) 1) as [E|E]; [rewrite S_INR, E; ring|].
        destruct (Hx i Hi) as [E'|]; nra. }
      assert (invariant (winnow alpha 1 w x) c') as Hinv'.
      { intros i Hi. split; [apply winnow_positive, (Hinv i Hi)|]. intros Hui. destruct (Hinv i Hi) as [_ Hc].
        destruct (Hc Hui) as [Ec HcJ]. rewrite promoted by (auto; lra). unfold c'.
        destruct (Req_EM_T (x i) 1) as [E|E].
        - split; [rewrite E, Ec; cbn [pow]; ring|]. apply Hcap. rewrite <- Ec.
          apply positive_mono with (dot n w x); auto. replace (w i) with (w i * x i) by nra.
          apply (sum_term_le n (fun j => w j * x j) i Hi). intros j Hj. destruct (Hinv j Hj).
          apply Rmult_le_pos; [lra|destruct (Hx j Hj); lra].
        - destruct (Hx i Hi) as [E'|]; [|lra]. nra. }
      destruct (IH _ _ Hinv') as [IH1 IH2]. rewrite !plus_INR; cbn [INR label].
      assert (room c' = room c - dot n u x) as Er.
      { unfold room, dot. rewrite <- sum_minus. apply sum_ext; intros i Hi. rewrite Ec' by assumption; ring. }
      rewrite (sum_promoted alpha n w x) in IH2 by signs. apply positive_false in Hp. nra.
Qed.

Theorem winnow_split S : 0 <= J -> Forall (labelled_by n u) S ->
  INR (mistakes_on true (errs_at tie n theta) (winnow alpha) ones S) <= sum n u * J /\
  INR (mistakes_on false (errs_at tie n theta) (winnow alpha) ones S)
  < alpha * INR (mistakes_on true (errs_at tie n theta) (winnow alpha) ones S) + alpha * INR n / ((alpha - 1) * theta).
Proof.
  intros HJ HS. destruct (potential_bound S HS ones (fun _ => O)) as [H1 H2].
  - intros i Hi. unfold ones. cbn. lra.
  - split.
    + eapply Rle_trans; [exact H1|]. rewrite <- sum_scal_r. right; apply sum_ext; intros; cbn; ring.
    + eapply Rlt_le_trans; [exact H2|]. assert (sum n ones = INR n) as -> by (unfold ones; rewrite sum_const; ring).
      nra.
Qed.

Theorem winnow_bound S : 0 <= J -> Forall (labelled_by n u) S -> INR (winnow_mistakes tie n alpha theta S)
  < (1 + alpha) * sum n u * J + alpha * INR n / ((alpha - 1) * theta).
Proof.
  intros HJ HS. destruct (winnow_split S HJ HS) as [H1 H2]. unfold winnow_mistakes. rewrite all_mistakes, plus_INR. nra.
Qed.
End Winnow.

(** ** The two caps *)

(** A weight of at most theta has an exponent of at most log(theta). *)
Lemma cap_log tie alpha theta j : 1 < alpha -> 0 < theta ->
  positive tie theta (alpha ^ j) = false -> INR (S j) <= ln theta / ln alpha + 1.
Proof.
  intros Ha Ht H. apply positive_false in H. rewrite S_INR. apply Rplus_le_compat_r. pose proof (ln_above_1 alpha Ha).
  apply Rmult_le_reg_r with (ln alpha); auto. replace (ln theta / ln alpha * ln alpha) with (ln theta) by (field; lra).
  rewrite <- ln_pow_nat by lra. apply ln_le_mono; signs.
Qed.

Lemma INR_lt_ceiling j r : INR j < r -> INR (S j) <= ceiling r.
Proof.
  intros H. unfold ceiling. destruct (archimed (- r)) as [H1 H2]. rewrite INR_IZR_INZ in *. rewrite <- minus_IZR.
  apply IZR_le. assert (IZR (up (- r)) - 1 < IZR (- Z.of_nat j)) as H3 by (rewrite opp_IZR; lra).
  rewrite <- minus_IZR in H3. apply lt_IZR in H3. lia.
Qed.

(** A weight below theta has an exponent below the ceiling of log(theta). *)
Lemma cap_ceiling alpha theta j : 1 < alpha -> 0 < theta ->
  positive true theta (alpha ^ j) = false -> INR (S j) <= Rmax 0 (ceiling (ln theta / ln alpha)).
Proof.
  intros Ha Ht H. rewrite leb_false in H. eapply Rle_trans; [|apply Rmax_r]. apply INR_lt_ceiling.
  pose proof (ln_above_1 alpha Ha). apply Rmult_lt_reg_r with (ln alpha); auto.
  replace (ln theta / ln alpha * ln alpha) with (ln theta) by (field; lra). rewrite <- ln_pow_nat by lra.
  apply ln_increasing; signs.
Qed.

(** Threshold n: Kitani's Theorem 5 for any promotion factor, and the two halves of its proof. *)
Lemma room_at_n n beta : (0 < n)%nat -> 0 < beta -> 0 <= ln (INR n) / ln (1 + beta) + 1.
Proof. intros Hn Hb. pose proof (ln_at_least_1 _ (INR_at_least_1 n Hn)). pose proof (ln_above_1 (1 + beta)). signs. Qed.

Theorem winnow_split_at_n tie n beta u S : (0 < n)%nat -> 0 < beta -> zero_one n u -> Forall (labelled_by n u) S ->
  let on y := INR (mistakes_on y (errs_at tie n (INR n)) (winnow (1 + beta)) ones S) in
  on true <= sum n u * (ln (INR n) / ln (1 + beta) + 1) /\ on false < (1 + beta) * on true + (1 + beta) / beta.
Proof.
  intros Hn Hb Hu HS on. unfold on. pose proof (INR_at_least_1 n Hn).
  destruct (winnow_split tie n (1 + beta) (INR n) (ln (INR n) / ln (1 + beta) + 1) u) with (S := S) as [H1 H2];
    auto; try lra; [intros j; apply cap_log; lra|apply room_at_n; assumption|]. split; auto.
  eapply Rlt_le_trans; [exact H2|]. right; field. lra.
Qed.

Theorem winnow_at_n tie n beta u S : (0 < n)%nat -> 0 < beta -> zero_one n u -> Forall (labelled_by n u) S ->
  INR (winnow_mistakes tie n (1 + beta) (INR n) S)
  < (1 + beta) / beta + (2 + beta) * sum n u * (ln (INR n) / ln (1 + beta) + 1).
Proof.
  intros Hn Hb Hu HS. destruct (winnow_split_at_n tie n beta u S Hn Hb Hu HS) as [H1 H2]. unfold winnow_mistakes.
  rewrite all_mistakes, plus_INR. nra.
Qed.

(** Any threshold, which is itself positive: Kivinen and Warmuth. *)
Theorem winnow_any_threshold n alpha theta u S :
  (0 < n)%nat -> 1 < alpha -> 0 < theta -> zero_one n u -> Forall (labelled_by n u) S ->
  INR (winnow_mistakes true n alpha theta S)
  < (1 + alpha) * sum n u * Rmax 0 (ceiling (ln theta / ln alpha)) + alpha * INR n / ((alpha - 1) * theta).
Proof. intros Hn Ha Ht Hu HS. apply winnow_bound; auto; [|apply Rmax_l]. intros j. apply cap_ceiling; nra. Qed.

(** ** The sum of the weights at threshold n and factor 2 *)

Section Potential.
Variables (n : nat).
Notation wrong := (errs_at false n (INR n)).

Lemma promotion_adds w x : zero_one n x -> positive false (INR n) (dot n w x) = false ->
  sum n (winnow (1 + 1) 1 w x) - sum n w <= INR n.
Proof. intros Hx Hp. rewrite sum_promoted by signs. apply positive_false in Hp. lra. Qed.

Lemma demotion_takes w x : zero_one n x -> positive false (INR n) (dot n w x) = true ->
  sum n (winnow (1 + 1) (-1) w x) - sum n w < - INR n / 2.
Proof. intros Hx Hp. rewrite sum_demoted by signs. rewrite ltb_true in Hp. lra. Qed.

Lemma run_potential S : Forall (fun c => zero_one n (fst c)) S -> forall w,
  sum n (state_after wrong (winnow (1 + 1)) w S) <= sum n w + INR n * INR (mistakes_on true wrong (winnow (1 + 1)) w S)
     - INR n / 2 * INR (mistakes_on false wrong (winnow (1 + 1)) w S).
Proof.
  induction 1 as [|[x y] S Hx HS IH]; intros w; cbn [state_after mistakes_on fst snd]; [cbn [INR]; lra|].
  unfold errs_at at 2 3 6; cbn [fst snd].
  destruct (positive false (INR n) (dot n w x)) eqn:Hp, y; cbn [eqb negb label]; try apply IH;
    rewrite !plus_INR; cbn [INR].
  - pose proof (demotion_takes w x Hx Hp). pose proof (IH (winnow (1 + 1) (-1) w x)). lra.
  - pose proof (promotion_adds w x Hx Hp). pose proof (IH (winnow (1 + 1) 1 w x)). lra.
Qed.

Lemma run_positive alpha S : (0 < n)%nat -> forall w, (forall i, (i < n)%nat -> 0 < w i) ->
  0 < sum n (state_after wrong (winnow alpha) w S).
Proof.
  intros Hn. induction S as [|c S IH]; intros w Hw; [apply sum_pos; assumption|]. apply IH. intros i Hi.
  destruct (wrong w c); [apply winnow_positive|]; auto.
Qed.
End Potential.

(** ** Threshold 1 and a factor above n - k: the elimination algorithm

    Relevant weights stay 1, so no positive example is a mistake; a mistake on a negative example demotes a
    weight that was still 1, since all others together are below 1. *)

Section Elimination.
Variables (n : nat) (alpha : R) (u : vec).
Hypotheses (Halpha : 1 < alpha) (Hlarge : INR n - sum n u < alpha) (Hu : zero_one n u).

(** What is left to eliminate: irrelevant weights of 1. *)
Definition remaining (w : vec) : R := sum n (fun i => (1 - u i) * (if Req_EM_T (w i) 1 then 1 else 0)).
Definition eliminated (w : vec) : Prop :=
  forall i, (i < n)%nat -> 0 < w i /\ (w i = 1 \/ w i <= / alpha) /\ (u i = 1 -> w i = 1).

Lemma small_weights w x : eliminated w -> zero_one n x -> disjunction n u x = false ->
  (forall i, (i < n)%nat -> x i = 1 -> w i <> 1) -> dot n w x < 1.
Proof.
  intros Hw Hx Hd Hnone. apply Rle_lt_trans with ((INR n - sum n u) * / alpha).
  - replace ((INR n - sum n u) * / alpha) with (sum n (fun i => (1 - u i) * / alpha)).
    + apply sum_le; intros i Hi. destruct (Hw i Hi) as (H0 & H1 & _). assert (0 < / alpha) by signs.
      destruct (Hx i Hi) as [E|E]; rewrite E.
      * rewrite Rmult_0_r. apply Rmult_le_pos; [destruct (Hu i Hi); lra|lra].
      * destruct (Hu i Hi) as [Eu|Eu]; [|rewrite (disjunction_false n u x i) in E by auto; lra]. rewrite Eu.
        destruct H1; [exfalso; apply (Hnone i Hi E); assumption|lra].
    + rewrite sum_scal_r, sum_minus, sum_const. ring.
  - apply Rmult_lt_reg_r with alpha; [lra|]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. lra.
Qed.

Lemma demotion_eliminates w x : eliminated w -> zero_one n x -> disjunction n u x = false -> 1 <= dot n w x ->
  eliminated (winnow alpha (-1) w x) /\ remaining (winnow alpha (-1) w x) + 1 <= remaining w.
Proof.
  intros Hw Hx Hd H1. assert (/ alpha < 1) as Hinv by (pose proof (Rinv_lt_contravar 1 alpha); lra).
  assert (forall i, (i < n)%nat -> x i = 0 /\ winnow alpha (-1) w x i = w i \/
    x i = 1 /\ winnow alpha (-1) w x i = / alpha * w i) as Hstep.
  { intros i Hi. rewrite demoted by (auto; lra). destruct (Hx i Hi) as [E|E]; nra. }
  assert (forall i, (i < n)%nat -> x i = 1 -> u i = 0 /\ / alpha * w i <= / alpha) as Hactive.
  { intros i Hi E. destruct (Hu i Hi) as [Eu|Eu]; [|rewrite (disjunction_false n u x i) in E by auto; lra].
    destruct (Hw i Hi) as (H0 & [->|Hle] & _); [lra|]. nra. }
  split.
  - intros i Hi. destruct (Hw i Hi) as (H0 & H2 & H3). destruct (Hstep i Hi) as [[E ->]|[E ->]]; auto.
    destruct (Hactive i Hi E) as [Eu Hle]. split; signs.
  - assert (exists i, (i < n)%nat /\ x i = 1 /\ w i = 1) as (i & Hi & Exi & Ewi).
    { assert (forall m, (exists i, (i < m)%nat /\ x i = 1 /\ w i = 1) \/
        forall i, (i < m)%nat -> x i = 1 -> w i <> 1) as Hsearch.
      { induction m as [|m [(i & Hi & E)|Hm]]; [right; lia|left; exists i; auto|].
        destruct (Req_EM_T (x m) 1) as [E|E]; [destruct (Req_EM_T (w m) 1) as [E'|E']; [left; exists m; auto|]|];
          right; intros i Hi; destruct (Nat.eq_dec i m) as [->|]; auto; apply Hm; lia. }
      destruct (Hsearch n) as [|Hnone]; auto. pose proof (small_weights w x Hw Hx Hd Hnone). lra. }
    enough (1 <= remaining w - remaining (winnow alpha (-1) w x)) by lra. unfold remaining. rewrite <- sum_minus.
    set (f := fun j => (1 - u j) * (if Req_EM_T (w j) 1 then 1 else 0)
      - (1 - u j) * (if Req_EM_T (winnow alpha (-1) w x j) 1 then 1 else 0)).
    assert (forall j, (j < n)%nat -> winnow alpha (-1) w x j = 1 -> w j = 1) as Hback.
    { intros j Hj Ej. destruct (Hstep j Hj) as [[E E']|[E E']]; rewrite E' in Ej; auto. destruct (Hactive j Hj E).
      lra. }
    apply Rle_trans with (f i).
    + unfold f. destruct (Hactive i Hi Exi) as [Eu _]. rewrite Eu, Ewi. destruct (Req_EM_T 1 1); [|lra].
      destruct (Req_EM_T (winnow alpha (-1) w x i) 1) as [E|]; [|lra]. destruct (Hstep i Hi) as [[E' _]|[_ E']]; [lra|].
      nra.
    + apply (sum_term_le n f i Hi). intros j Hj. unfold f. assert (0 <= 1 - u j) by (destruct (Hu j Hj); lra).
      destruct (Req_EM_T (winnow alpha (-1) w x j) 1) as [E|].
      * destruct (Req_EM_T (w j) 1); [lra|]. contradiction (Hback j Hj E).
      * destruct (Req_EM_T (w j) 1); lra.
Qed.

Lemma elimination_from S : Forall (labelled_by n u) S -> forall w, eliminated w ->
  INR (mistakes_by (errs_at true n 1) (winnow alpha) w S) <= remaining w.
Proof.
  induction 1 as [|[x y] S [Hx Hy] HS IH]; intros w Hw; cbn [mistakes_by fst snd] in *.
  - apply sum_nonneg; intros i Hi. destruct (Hu i Hi), (Req_EM_T (w i) 1); lra.
  - unfold errs_at at 1; cbn [fst snd]. destruct (positive true 1 (dot n w x)) eqn:Hp, y; cbn [eqb negb]; auto.
    + destruct (demotion_eliminates w x Hw Hx (eq_sym Hy) (positive_true _ _ _ Hp)) as [Hw' Hr]. specialize (IH _ Hw').
      rewrite plus_INR; cbn [INR label]. lra.
    + destruct (disjunction_true n u x Hu Hx (eq_sym Hy)) as [_ (i & Hi & Eu & Ex)]. rewrite leb_false in Hp.
      destruct (Hw i Hi) as (_ & _ & H1). specialize (H1 Eu). pose proof (sum_term_le n (fun j => w j * x j) i Hi) as T.
      cbn beta in T. rewrite H1, Ex in T. unfold dot in Hp. enough (1 * 1 <= sum n (fun j => w j * x j)) by lra.
      apply T. intros j Hj. destruct (Hw j Hj). apply Rmult_le_pos; [lra|destruct (Hx j Hj); lra].
Qed.

Theorem elimination S : Forall (labelled_by n u) S -> INR (winnow_mistakes true n alpha 1 S) <= INR n - sum n u.
Proof.
  intros HS. eapply Rle_trans; [apply (elimination_from S HS)|].
  - intros i Hi. unfold ones. lra.
  - unfold remaining, ones. destruct (Req_EM_T 1 1); [|lra]. rewrite (sum_ext n _ (fun i => 1 - u i)) by (intros; ring).
    rewrite sum_minus, sum_const. lra.
Qed.
End Elimination.

(** ** The Perceptron on disjunctions *)

Lemma square_zero_one n u : zero_one n u -> sum n (fun i => u i ^ 2) = sum n u.
Proof. intros Hu. apply sum_ext; intros i Hi. destruct (Hu i Hi) as [->| ->]; ring. Qed.

Section FixedThreshold.
Variables (tie : bool) (n : nat) (eta X : R) (u : vec).
Hypotheses (Heta : 0 < eta) (HX : 0 < X) (Hu : zero_one n u).

(** The squared distance of w to 2 theta u, where theta = eta X. *)
Definition distance_to_target (w : vec) : R := sum n (fun i => (w i - 2 * (eta * X) * u i) ^ 2).

Lemma distance_step sgn w x : distance_to_target (perceptron eta sgn w x)
  = distance_to_target w + 2 * eta * sgn * (dot n w x - 2 * (eta * X) * dot n u x) + (eta * sgn) ^ 2 * dot n x x.
Proof.
  unfold distance_to_target, dot, perceptron. rewrite <- (sum_scal n (2 * (eta * X))), <- sum_minus.
  rewrite <- (sum_scal n (2 * eta * sgn)), <- (sum_scal n ((eta * sgn) ^ 2)), <- !sum_plus. apply sum_ext; intros; ring.
Qed.

Lemma fixed_threshold_from S : Forall (labelled_by n u) S -> sum_at_most n X S -> forall w,
  INR (mistakes_by (errs_at tie n (eta * X)) (perceptron eta) w S) * (eta ^ 2 * X) <= distance_to_target w.
Proof.
  induction 1 as [|[x y] S [Hx Hy] HS IH]; intros HSX w; cbn [mistakes_by fst snd] in *.
  - rewrite Rmult_0_l. apply sum_nonneg; intros; signs.
  - inversion HSX as [|? ? HX1 HX2]; subst. specialize (IH HX2). unfold errs_at at 1; cbn [fst snd].
    destruct (positive tie (eta * X) (dot n w x)) eqn:Hp, (disjunction n u x) eqn:Hd; cbn [eqb negb]; try apply IH;
      specialize (IH (perceptron eta (label (disjunction n u x)) w x)); rewrite Hd in IH; rewrite plus_INR;
      cbn [INR label] in *; rewrite distance_step in IH; assert (dot n x x <= X) as Hxx
      by (replace (dot n x x) with (sum n (fun i => x i ^ 2)) by (apply sum_ext; intros; ring); rewrite square_zero_one;
      assumption); assert (eta ^ 2 * dot n x x <= eta ^ 2 * X) by nra.
    + apply positive_true in Hp.
      assert (dot n u x = 0) as Hux.
      { unfold dot. rewrite (sum_ext n _ (fun _ => 0)); [apply sum_zero|]. intros i Hi.
        destruct (Hu i Hi) as [->|E]; [ring|]. rewrite (disjunction_false n u x i) by auto; ring. }
      nra.
    + apply positive_false in Hp. destruct (disjunction_true n u x Hu Hx Hd) as [H1 _].
      assert (2 * eta * dot n w x <= 2 * eta * (eta * X)) by nra.
      assert (4 * eta * (eta * X) * 1 <= 4 * eta * (eta * X) * dot n u x) by (apply Rmult_le_compat_l; auto; signs).
      lra.
Qed.

Theorem fixed_threshold S : Forall (labelled_by n u) S -> sum_at_most n X S ->
  INR (mistakes_by (errs_at tie n (eta * X)) (perceptron eta) zero S) <= 4 * sum n u * X.
Proof.
  intros HS HSX. pose proof (fixed_threshold_from S HS HSX zero) as H. assert (0 < eta ^ 2 * X) by signs.
  apply Rmult_le_reg_r with (eta ^ 2 * X); auto. eapply Rle_trans; [exact H|]. unfold distance_to_target, zero.
  rewrite (sum_ext n _ (fun i => 4 * (eta * X) ^ 2 * u i ^ 2)) by (intros; ring).
  rewrite sum_scal, square_zero_one by assumption. lra.
Qed.
End FixedThreshold.

Theorem learned_threshold tie n eta X u S :
  0 < eta -> zero_one n u -> Forall (labelled_by n u) S -> sum_at_most n X S -> 0 <= X ->
  INR (mistakes_by (errs_at tie (Datatypes.S n) 0) (perceptron eta) zero (with_bias n S))
  <= (4 * sum n u + 1) * (X + 1).
Proof.
  intros Heta Hu HS HSX HX. assert (0 <= sum n u) as Hk by (apply sum_nonneg; intros i Hi; destruct (Hu i Hi); lra).
  set (extended := fun (b : R) (v : vec) i => if (i <? n)%nat then v i else b).
  assert (forall b b' v v', dot (Datatypes.S n) (extended b v) (extended b' v') = dot n v v' + b * b') as Hdot.
  { intros b b' v v'. unfold dot, extended; cbn [sum]. rewrite Nat.ltb_irrefl. f_equal. apply sum_ext; intros i Hi.
    apply Nat.ltb_lt in Hi. rewrite Hi; nra. }
  assert (forall b v, zero_one n v -> norm (Datatypes.S n) (extended b v) = sqrt (sum n v + b ^ 2)) as Hnorm.
  { intros b v Hv. unfold norm. f_equal.
    replace (sum (Datatypes.S n) (fun i => extended b v i ^ 2))
      with (dot (Datatypes.S n) (extended b v) (extended b v)) by (apply sum_ext; intros; ring).
    rewrite Hdot, <- (square_zero_one n v Hv). f_equal; [apply sum_ext; intros|]; ring. }
  eapply Rle_trans; [apply (Perceptron.perceptron_mistakes (Datatypes.S n) eta (sqrt (sum n u + (- (1 / 2)) ^ 2))
    (sqrt (X + 1)) (1 / 2) (extended (- (1 / 2)) u)); try lra|].
  - rewrite Hnorm by assumption. lra.
  - intros w [x y]; unfold errs_at; cbn [fst snd].
    destruct y, tie; cbn [positive label]; unfold leb, ltb; decide_reals; nra.
  - apply Forall_map. pose proof (Forall_and HS HSX) as H. revert H. apply Forall_impl.
    intros [x y] [[Hx _] HxX]; cbn [fst snd] in *. change (norm (Datatypes.S n) (extended 1 x) <= sqrt (X + 1)).
    rewrite Hnorm by assumption. apply sqrt_le_1_alt. lra.
  - apply Forall_map. revert HS. apply Forall_impl. intros [x y] [Hx Hy]; cbn [fst snd] in *.
    change (1 / 2 <= label y * dot (Datatypes.S n) (extended (- (1 / 2)) u) (extended 1 x)). rewrite Hdot.
    destruct (disjunction n u x) eqn:Hd; rewrite Hy; cbn [label].
    + destruct (disjunction_true n u x Hu Hx Hd). lra.
    + enough (dot n u x = 0) by lra. unfold dot. rewrite (sum_ext n _ (fun _ => 0)); [apply sum_zero|]. intros i Hi.
      destruct (Hu i Hi) as [->|E]; [ring|]. rewrite (disjunction_false n u x i) by auto; ring.
  - rewrite !pow2_sqrt by lra. lra.
Qed.

(** ** From zero and with a threshold of 0 the rate only scales the weights *)

Lemma run_stays_positive wrong alpha (S : list ctrial) : forall w : vec, (forall i, 0 < w i) ->
  forall i, 0 < state_after wrong (winnow alpha) w S i.
Proof.
  induction S as [|c S IH]; intros w Hw i; auto. apply IH. intros j. destruct (wrong w c); auto.
  apply Rmult_lt_0_compat; [auto|signs].
Qed.

Lemma ones_positive i : 0 < ones i. Proof. unfold ones. lra. Qed.
