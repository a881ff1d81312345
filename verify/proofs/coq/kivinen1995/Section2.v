(** * Section 2.3: the ellipsoid method is additive and rotation invariant, and Winnow neither *)

From Coq Require Import FunctionalExtensionality.
From Boundcheck Require Import Vectors Runs GenBounds GenClaims Learners Premises TwoPlays.
From Boundcheck.classics Require Import Definitions Rules.
From Boundcheck.kivinen1995 Require Rotation.
From Boundcheck.kivinen1995 Require Import Definitions Strategies Section2Statements.
Open Scope R_scope.

(** What the weights are moved by on a trial is the prediction (1 or 0) less the outcome. *)
Lemma moved_by_signs n eta theta s (S : list ctrial) e :
  weights_in (perceptron_rule n eta s) (after_play (perceptron_rule n eta s) label (threshold_target theta) S) e - s e
  + over_play (perceptron_rule n eta s) label (threshold_target theta) (fun K yhat side c =>
      eta * ((if Req_EM_T (side_of yhat (threshold_target theta true)) 0 then 1 else 0)
        - one_or_zero (ltb 0 (label (snd c)))) * (fst c) e) S = 0.
Proof.
  induction S as [|[x y] S IH] using (@rev_ind (vec * bool)); [cbn; unfold zero; ring|].
  rewrite after_play_snoc, over_play_snoc. revert IH. generalize (over_play (perceptron_rule n eta s) label
    (threshold_target theta) (fun K yhat side c => eta * ((if Req_EM_T (side_of yhat (threshold_target theta true)) 0
      then 1 else 0) - one_or_zero (ltb 0 (label (snd c)))) * (fst c) e) S). intros sum IH. cbv zeta.
  set (K := after_play _ _ _ S) in *. unfold play; cbn [fst snd]. rewrite !side_at.
  cbn [perceptron_rule weights_in next_state] in *. destruct (leb theta _), y; cbn [eqb label];
    unfold one_or_zero, ltb; repeat destruct (Req_EM_T _ _); repeat destruct (Rlt_dec _ _); lra.
Qed.

Theorem kw_def1 : kw_def1_stmt.
Proof.
  intros n eta theta s past c. unfold b_kw_def1. cbv zeta. split.
  - destruct (perceptron_additive n eta theta s) as (_ & HL & _).
    destruct (additive_run n _ (threshold_target theta) (fun _ => theta) past HL) as [coefficient H].
    exists coefficient. intros e He. rewrite <- (H e He). cbn. unfold zero. ring.
  - intros e _. rewrite <- after_play_snoc. apply moved_by_signs.
Qed.

Theorem kw_thm3 : kw_thm3_stmt.
Proof.
  intros tie n L Hdim Hrot. split; [exact (Rotation.theorem_3 tie n L Hdim Hrot)|].
  exact (Rotation.rotation_invariant_additive tie n L Hdim Hrot).
Qed.

(** The catalogue's reflection along u is a rotation of the first n entries; along 0 it changes nothing. *)
Lemma reflected n (u : vec) : exists A, orthonormal n A /\ forall x, same n (if Req_EM_T (sum n (fun e => Rabs (u e))) 0
  then x else fun e => x e - 2 * dot n u x / dot n u u * u e) (apply n A x).
Proof.
  destruct (Req_EM_T _ 0) as [E|E].
  - exists identity. split; [|intros x i Hi; symmetry; rewrite <- (Rotation.sum_delta n i x Hi); apply sum_ext; intros j _;
      unfold identity; rewrite Nat.eqb_sym; reflexivity].
    intros i j Hi Hj. rewrite <- (Rotation.sum_delta n i (fun k => if (k =? j)%nat then 1 else 0) Hi). reflexivity.
  - exists (Rotation.reflection n u). split; [|intros x i Hi; rewrite Rotation.reflection_apply by exact Hi; unfold Rdiv; ring].
    apply Rotation.reflection_orthonormal. intros Z. apply E. rewrite (sum_ext n _ (fun _ => 0)); [apply sum_zero|].
    intros i Hi. rewrite (Rotation.square_zero n u i Z Hi). apply Rabs_R0.
Qed.

(** A state of the one that sees rotated examples is the other one's, rotated. *)
Section Rotated.
Variables (n : nat) (A : matrix) (turn : vec -> vec) (apart : R -> R -> R -> R -> R) (eta : R).
Hypotheses (HA : orthonormal n A) (Hturn : forall x, same n (turn x) (apply n A x)).
Hypothesis Happart : forall yhat side, apart yhat side yhat side = 0.

Lemma rotated (K K' x : vec) : same n K' (apply n A K) ->
  dot n (fun e => zero e + eta * K' e) (turn x) = dot n (fun e => zero e + eta * K e) x.
Proof.
  intros E. rewrite <- (Rotation.rotation_product n A _ x HA). apply dot_ext; [intros i Hi|apply Hturn].
  rewrite (E i Hi). unfold apply, zero. rewrite Rplus_0_l, <- sum_scal. apply sum_ext; intros; ring.
Qed.

Lemma rotated_next side (K K' x : vec) : same n K' (apply n A K) ->
  same n (fun e => K' e + side * turn x e) (apply n A (fun e => K e + side * x e)).
Proof.
  intros E i Hi. rewrite (E i Hi), (Hturn x i Hi). unfold apply. rewrite <- sum_scal, <- sum_plus.
  apply sum_ext; intros; ring.
Qed.

Lemma rotated_zero : same n zero (apply n A zero).
Proof.
  intros i _. unfold apply, zero. rewrite (sum_ext n _ (fun _ => 0)) by (intros; ring). rewrite sum_zero. reflexivity.
Qed.

Lemma rotated_perceptron theta (S : list ctrial) :
  over_plays (perceptron_rule n eta zero) (seeing turn (perceptron_rule n eta zero)) label
    (threshold_target theta) (threshold_target theta) (fun _ yhat side _ yhat' side' _ => apart yhat side yhat' side') S = 0.
Proof.
  apply never_apart with (fun K K' => same n K' (apply n A K)) (fun _ => True);
    [apply Forall_forall; auto|apply rotated_zero|]. intros K K' [x y] _ E. cbn [fst snd].
  pose proof (rotated K K' x E : prediction (seeing turn (perceptron_rule n eta zero)) K' x
    = prediction (perceptron_rule n eta zero) K x) as Ep.
  rewrite Ep. split; [apply Happart|]. unfold play; cbn [fst snd]. rewrite Ep. apply rotated_next, E.
Qed.

Lemma rotated_bias_perceptron (S : list ctrial) :
  over_plays (bias_perceptron_rule n eta 0 zero) (seeing turn (bias_perceptron_rule n eta 0 zero)) label
    (threshold_target 0) (threshold_target 0) (fun _ yhat side _ yhat' side' _ => apart yhat side yhat' side') S = 0.
Proof.
  apply never_apart with (fun K K' => same n (fst K') (apply n A (fst K)) /\ snd K' = snd K) (fun _ => True);
    [apply Forall_forall; auto|split; [apply rotated_zero|reflexivity]|]. intros K K' [x y] _ [E En]. cbn [fst snd].
  assert (prediction (seeing turn (bias_perceptron_rule n eta 0 zero)) K' x
    = prediction (bias_perceptron_rule n eta 0 zero) K x) as Ep.
  { cbn. rewrite En. f_equal. apply (rotated (fst K) (fst K') x E). }
  rewrite Ep. split; [apply Happart|]. unfold play; cbn [fst snd]. rewrite Ep.
  split; [apply rotated_next, E|]. cbn. rewrite En. reflexivity.
Qed.
End Rotated.

Theorem kw_perc_rotinv : kw_perc_rotinv_stmt.
Proof.
  assert (forall n, forall x : vec, same n x x) as Hsame by (intros n x i _; reflexivity). split.
  - intros n eta theta u S. unfold b_kw_perc_rotinv. destruct (reflected n u) as (A & HA & Ht). split.
    + apply (rotated_perceptron n A _ (fun yhat _ yhat' _ => if Req_EM_T
        (if Req_EM_T (side_of yhat (threshold_target theta true)) 0 then 1 else 0)
        (if Req_EM_T (side_of yhat' (threshold_target theta true)) 0 then 1 else 0) then 0 else 1) eta HA Ht).
      intros; apply equal_predictions; reflexivity.
    + apply (rotated_bias_perceptron n A _ (fun yhat _ yhat' _ => if Req_EM_T
        (if Req_EM_T (side_of yhat (threshold_target 0 true)) 0 then 1 else 0)
        (if Req_EM_T (side_of yhat' (threshold_target 0 true)) 0 then 1 else 0) then 0 else 1) eta HA Ht).
      intros; apply equal_predictions; reflexivity.
  - intros n eta theta A S HA. unfold b_kw_perc_rotinv. split.
    + apply (rotated_perceptron n A _ (fun _ side _ side' => if Req_EM_T side side' then 0 else 1) eta HA); auto.
      intros; apply equal_predictions; reflexivity.
    + apply (rotated_bias_perceptron n A _ (fun _ side _ side' => if Req_EM_T side side' then 0 else 1) eta HA); auto.
      intros; apply equal_predictions; reflexivity.
Qed.

(** Sums over the past of multiples of its examples. *)
Lemma rotated_total n A (f g : vec * R -> R) (past past' : list (vec * R)) :
  Forall2 (fun d' d => same n (fst d') (apply n A (fst d)) /\ g d' = f d) past' past ->
  same n (fun e => total (fun d => g d * fst d e) past') (apply n A (fun e => total (fun d => f d * fst d e) past)).
Proof.
  induction 1 as [|d' d past' past [Hx Hg] _ IH]; [apply rotated_zero|]. intros i Hi. unfold total in *.
  cbn [fold_right]. rewrite IH, Hx, Hg by exact Hi. unfold apply. rewrite <- sum_scal, <- sum_plus.
  apply sum_ext; intros; ring.
Qed.

Lemma gram_rotated n a eta rate theta A turn (S : list ctrial) : orthonormal n A ->
  (forall x, same n (turn x) (apply n A x)) ->
  over_plays (gram_rule n eta rate theta a) (seeing turn (gram_rule n eta rate theta a)) label (threshold_target 0)
    (threshold_target 0) (fun _ yhat _ _ yhat' _ _ => if Req_EM_T
      (if Req_EM_T (side_of yhat (threshold_target 0 true)) 0 then 1 else 0)
      (if Req_EM_T (side_of yhat' (threshold_target 0 true)) 0 then 1 else 0) then 0 else 1) S = 0.
Proof.
  intros HA Ht. pose (turned := fun d' d : vec * R => same n (fst d') (apply n A (fst d)) /\ snd d' = snd d).
  apply never_apart with (fun K K' => same n (fst (fst K')) (apply n A (fst (fst K))) /\
    snd (fst K') = snd (fst K) /\ Forall2 turned (snd K') (snd K)) (fun _ => True).
  { apply Forall_forall. auto. }
  { split; [apply rotated_zero|split; [reflexivity|constructor]]. }
  intros [[K level] past] [[K' level'] past'] [x y] _ (E & El & Ep). cbn [fst snd] in *. subst level'.
  assert (forall v v' z, same n v' (apply n A v) -> dot n v' (turn z) = dot n v z) as HD.
  { intros v v' z Ev. rewrite <- (Rotation.rotation_product n A v z HA). apply dot_ext; [exact Ev|apply Ht]. }
  pose proof (f_equal (fun yhat => yhat - level) (HD K K' x E) :
    prediction (seeing turn (gram_rule n eta rate theta a)) (K', level, past') x
    = prediction (gram_rule n eta rate theta a) (K, level, past) x) as Hp.
  rewrite Hp. split; [apply equal_predictions; reflexivity|]. unfold play; cbn [fst snd]. rewrite Hp.
  cbn [seeing gram_rule next_state fst snd]. rewrite (HD x _ x (Ht x)).
  assert (Forall2 turned ((turn x, label y) :: past') ((x, label y) :: past)) as Hpast
    by (constructor; [split; [apply Ht|reflexivity]|exact Ep]).
  split; [|split; [reflexivity|exact Hpast]].
  apply (rotated_total n A (fun d => snd d * (eta + rate * dot n (fst d) x))
    (fun d => snd d * (eta + rate * dot n (fst d) (turn x)))).
  clear - HD Hpast. revert Hpast. generalize ((turn x, label y) :: past'), ((x, label y) :: past). intros l' l H.
  induction H as [|d' d l' l [Hx Hy] _ IH]; constructor; auto. split; auto. rewrite Hy, (HD _ _ x Hx). reflexivity.
Qed.

Theorem kw_thm3c : kw_thm3c_stmt.
Proof.
  split; [|exact Rotation.theorem_3_converse]. intros n a eta rate theta u S. unfold b_kw_thm3c.
  destruct (reflected n u) as (A & HA & Ht). exact (gram_rotated n a eta rate theta A _ S HA Ht).
Qed.

(** ** The centre is a combination of the examples *)

(** An example, and one more attribute that is 1. *)
Notation with_one n x := (joined n x (fun _ => 1)).

Lemma dot_with_one n w x : dot (n + 1) w (with_one n x) = dot n w x + w n.
Proof.
  rewrite Nat.add_1_r. unfold dot, joined; cbn [sum]. rewrite Nat.ltb_irrefl. f_equal; [|ring].
  apply sum_ext; intros i Hi. apply Nat.ltb_lt in Hi. rewrite Hi; nra.
Qed.

Lemma apply_cut m K a q (P : matrix) h v i :
  apply m (fun i j => K * (P i j - a * (h i * h j / q))) v i = K * apply m P v i - K * a / q * dot m h v * h i.
Proof. unfold apply, dot. induction m as [|m IH]; cbn [sum]; [ring|]. lra. Qed.

Lemma apply_scal m (P : matrix) a v i : apply m P (fun j => a * v j) i = a * apply m P v i.
Proof. unfold apply. rewrite <- sum_scal. apply sum_ext; intros; ring. Qed.

(** The centre and the deviation of the matrix from a multiple of the identity are combinations of the cuts. *)
Lemma ellipsoid_spans n cuts : let E := ellipsoid_after n cuts in in_span (n + 1) cuts (centre E) /\
  exists s, forall v, in_span (n + 1) cuts (fun i => apply (n + 1) (shape E) v i - s * v i).
Proof.
  induction cuts as [|g cuts [IH1 (s & IH2)]].
  - split; [apply Rotation.span_zero|]. exists 1. intros v. apply Rotation.span_ext with zero; [|apply Rotation.span_zero].
    intros i Hi. cbn [ellipsoid_after unit_ball shape]. unfold apply, zero.
    rewrite (sum_ext _ _ (fun j => (if (j =? i)%nat then 1 else 0) * v j)) by (intros; rewrite (Nat.eqb_sym i);
      reflexivity). rewrite Rotation.sum_delta by exact Hi. ring.
  - cbn [ellipsoid_after]. set (E := ellipsoid_after n cuts) in *.
    assert (in_span (n + 1) (g :: cuts) (apply (n + 1) (shape E) g)) as Hh.
    { eapply Rotation.span_ext; [|apply (Rotation.span_cons (n + 1) g cuts _ s (IH2 g))]. intros i _. cbn beta. ring. }
    unfold cut; cbn [centre shape]. set (h := apply (n + 1) (shape E) g) in *. set (q := dot (n + 1) g h).
    set (r := INR (n + 1)). split.
    + eapply Rotation.span_ext; [|apply (Rotation.span_plus _ _ _ _ (/ ((r + 1) * sqrt q)) (Rotation.span_weaken _ g _ _
        IH1) Hh)]. intros i _. lra.
    + exists (r ^ 2 / (r ^ 2 - 1) * s). intros v.
      eapply Rotation.span_ext; [|apply (Rotation.span_plus _ _ _ _ (- (r ^ 2 / (r ^ 2 - 1) * (2 / (r + 1)) / q
        * dot (n + 1) h v)) (Rotation.span_scal _ _ _ (r ^ 2 / (r ^ 2 - 1)) (Rotation.span_weaken _ g _ _ (IH2 v))) Hh)].
      intros i _. rewrite apply_cut. ring.
Qed.

Lemma ellipsoid_additive n : additive_from n (ellipsoid_rule n) (threshold_target 0)
  (fun K => - centre (ellipsoid_after n K) n) zero.
Proof.
  split; [|split; [|reflexivity]].
  { intros K x y. cbn [prediction weights_in ellipsoid_rule]. rewrite dot_with_one, side_at.
    change (fun e => centre (ellipsoid_after n K) e) with (centre (ellipsoid_after n K)). unfold leb. decide_reals;
      auto; lra. }
  intros past. cbn [weights strategy_of].
  assert (forall g, In g (after_play (ellipsoid_rule n) label (threshold_target 0) (rev past)) ->
    in_span n (map fst past) g) as H.
  { induction past as [|c past IH]; [intros g []|]. intros g. rewrite after_cons. unfold play.
    cbn [ellipsoid_rule next_state]. destruct (Req_EM_T _ 0); intros Hg; [apply Rotation.span_weaken, IH, Hg|].
    destruct Hg as [<-|Hg]; [|apply Rotation.span_weaken, IH, Hg].
    eapply Rotation.span_ext; [|apply (Rotation.span_cons n (fst c) _ zero (label (snd c))), Rotation.span_zero].
    intros i Hi. unfold joined, zero. apply Nat.ltb_lt in Hi. rewrite Hi. ring. }
  eapply Rotation.span_trans; [exact H|].
  destruct (proj1 (ellipsoid_spans n (after_play (ellipsoid_rule n) label (threshold_target 0) (rev past)))) as [c Hc].
  exists c. intros i Hi. rewrite <- Hc by lia. apply Rminus_0_r.
Qed.

Theorem kw_ellip_span : kw_ellip_span_stmt.
Proof.
  intros n past. cbv zeta. destruct (additive_run n _ (threshold_target 0) _ past (proj1 (proj2 (ellipsoid_additive n)))) as [c Hc].
  exists c. intros i Hi. unfold b_kw_ellip_span. rewrite <- Hc by exact Hi. cbn. unfold zero. ring.
Qed.

(** ** Rotations: the other run has the rotated centre, and its matrix the rotated images *)

Definition turned (n : nat) (A : matrix) : matrix :=
  fun i j => if ((i <? n) && (j <? n))%nat then A i j else if (i =? j)%nat then 1 else 0.

Lemma turned_apply n A v i : (i < n)%nat -> apply (n + 1) (turned n A) v i = apply n A v i.
Proof.
  intros Hi. unfold apply, turned. rewrite Nat.add_1_r. cbn [sum]. rewrite Nat.ltb_irrefl, andb_false_r.
  destruct (Nat.eqb_spec i n); [lia|]. rewrite Rmult_0_l, Rplus_0_r. apply sum_ext. intros j Hj.
  apply Nat.ltb_lt in Hi, Hj. rewrite Hi, Hj. reflexivity.
Qed.

Lemma turned_apply_last n A v : apply (n + 1) (turned n A) v n = v n.
Proof.
  unfold apply, turned. rewrite Nat.add_1_r. cbn [sum]. rewrite Nat.ltb_irrefl, Nat.eqb_refl. cbn [andb].
  rewrite (sum_ext n _ (fun _ => 0)), sum_zero; [ring|]. intros j Hj. destruct (Nat.eqb_spec n j); [lia|ring].
Qed.

Lemma turned_orthonormal n A : orthonormal n A -> orthonormal (n + 1) (turned n A).
Proof.
  intros HA i j Hi Hj. rewrite Nat.add_1_r. cbn [sum]. unfold turned at 3 4. rewrite Nat.ltb_irrefl. cbn [andb].
  destruct (Nat.eq_dec i n) as [->|Hin], (Nat.eq_dec j n) as [->|Hjn].
  - rewrite Nat.eqb_refl, (sum_ext n _ (fun _ => 0)), sum_zero; [ring|]. intros t Ht. unfold turned.
    rewrite Nat.ltb_irrefl, andb_false_r. destruct (Nat.eqb_spec t n); [lia|ring].
  - destruct (Nat.eqb_spec n j); [lia|]. rewrite (sum_ext n _ (fun _ => 0)), sum_zero; [ring|]. intros t Ht.
    unfold turned. rewrite Nat.ltb_irrefl, andb_false_r. destruct (Nat.eqb_spec t n); [lia|ring].
  - rewrite (sum_ext n _ (fun _ => 0)), sum_zero.
    + destruct (Nat.eqb_spec n i), (Nat.eqb_spec i n); try lia. ring.
    + intros t Ht. unfold turned. rewrite Nat.ltb_irrefl, andb_false_r. destruct (Nat.eqb_spec t n); [lia|ring].
  - rewrite <- (HA i j) by lia. destruct (Nat.eqb_spec n i); [lia|]. rewrite Rmult_0_l, Rplus_0_r. apply sum_ext.
    intros t Ht. unfold turned. replace (t <? n)%nat with true by (symmetry; apply Nat.ltb_lt; lia).
    replace (i <? n)%nat with true by (symmetry; apply Nat.ltb_lt; lia).
    replace (j <? n)%nat with true by (symmetry; apply Nat.ltb_lt; lia). reflexivity.
Qed.

Lemma turned_with_one n A x : same (n + 1) (with_one n (apply n A x)) (apply (n + 1) (turned n A) (with_one n x)).
Proof.
  intros i Hi. destruct (Nat.eq_dec i n) as [->|Hne].
  - rewrite turned_apply_last. unfold joined. rewrite Nat.ltb_irrefl. reflexivity.
  - rewrite turned_apply by lia. unfold joined at 1.
    replace (i <? n)%nat with true by (symmetry; apply Nat.ltb_lt; lia). apply sum_ext. intros j Hj. unfold joined.
    apply Nat.ltb_lt in Hj. rewrite Hj. reflexivity.
Qed.

Lemma apply_ext m P v v' : same m v v' -> forall i, apply m P v i = apply m P v' i.
Proof. intros H i. apply sum_ext. intros j Hj. rewrite (H j Hj). reflexivity. Qed.

Lemma apply_plus m P v v' a i : apply m P (fun j => v j + a * v' j) i = apply m P v i + a * apply m P v' i.
Proof. unfold apply. rewrite <- sum_scal, <- sum_plus. apply sum_ext; intros; ring. Qed.

Section Turned.
Variables (tie : bool) (n : nat) (A : matrix).
Hypothesis HA : orthonormal n A.
Notation m := (n + 1)%nat.
Notation A' := (turned n A).

Lemma product_turned v v' w w' : same m v (apply m A' v') -> same m w (apply m A' w') -> dot m v w = dot m v' w'.
Proof. intros Hv Hw. rewrite (dot_ext m _ _ _ _ Hv Hw). apply Rotation.rotation_product, turned_orthonormal, HA. Qed.

Lemma ellipsoid_turned cuts cuts' : Forall2 (fun g' g => same m g' (apply m A' g)) cuts' cuts ->
  let E := ellipsoid_after n cuts in let E' := ellipsoid_after n cuts' in same m (centre E') (apply m A' (centre E)) /\
  forall v v', same m v' (apply m A' v) -> same m (apply m (shape E') v') (apply m A' (apply m (shape E) v)).
Proof.
  induction 1 as [|g' g cuts' cuts Hg _ [IH1 IH2]]; cbn [ellipsoid_after].
  - assert (forall v, same m (apply m (shape unit_ball) v) v) as H1.
    { intros v i Hi. unfold apply. cbn [unit_ball shape].
      rewrite (sum_ext _ _ (fun j => (if (j =? i)%nat then 1 else 0) * v j)) by (intros; rewrite (Nat.eqb_sym i);
        reflexivity). apply Rotation.sum_delta, Hi. }
    split; [apply rotated_zero|]. intros v v' H i Hi. rewrite H1, H by exact Hi. symmetry. apply apply_ext, H1.
  - set (E := ellipsoid_after n cuts) in *.
    unfold cut; cbn [centre shape]. pose proof (IH2 g g' Hg) as Hh. set (h := apply m (shape E) g) in *.
    rewrite (product_turned _ _ _ _ Hg Hh). set (q := dot m g h). set (r := INR m). split.
    + intros i Hi. rewrite IH1, Hh by exact Hi. unfold Rdiv.
      rewrite (apply_ext m A' (fun i => centre E i + h i * / ((r + 1) * sqrt q))
        (fun i => centre E i + / ((r + 1) * sqrt q) * h i)) by (intros j _; ring). rewrite apply_plus. ring.
    + intros v v' Hv i Hi. rewrite apply_cut, (IH2 v v' Hv), (product_turned _ _ _ _ Hh Hv), Hh by exact Hi.
      set (K := r ^ 2 / (r ^ 2 - 1)). set (a := 2 / (r + 1)).
      rewrite (apply_ext m A' (apply m (fun i j => K * (shape E i j - a * (h i * h j / q))) v) (fun i =>
        K * apply m (shape E) v i + - (K * a / q * dot m h v) * h i)) by (intros j _; rewrite apply_cut; ring).
      rewrite (apply_plus m A' (fun i => K * apply m (shape E) v i)), apply_scal. ring.
Qed.
End Turned.

Lemma ellipsoid_rotated n A turn (apart : R -> R -> R -> R -> R) (S : list ctrial) : orthonormal n A ->
  (forall x, same n (turn x) (apply n A x)) -> (forall yhat side, apart yhat side yhat side = 0) ->
  over_plays (ellipsoid_rule n) (seeing turn (ellipsoid_rule n)) label (threshold_target 0) (threshold_target 0)
    (fun _ yhat side _ yhat' side' _ => apart yhat side yhat' side') S = 0.
Proof.
  intros HA Ht Happart. apply never_apart with (fun K K' => Forall2 (fun g' g => same (n + 1) g' (apply (n + 1) (turned n A) g)) K' K)
    (fun _ => True); [apply Forall_forall; auto|constructor|]. intros K K' [x y] _ E. cbn [fst snd].
  assert (same (n + 1) (with_one n (turn x)) (apply (n + 1) (turned n A) (with_one n x))) as Hx.
  { intros i Hi. rewrite <- turned_with_one by exact Hi. unfold joined. destruct (Nat.ltb_spec i n); auto. apply Ht. assumption. }
  assert (prediction (seeing turn (ellipsoid_rule n)) K' x = prediction (ellipsoid_rule n) K x) as Ep
    by exact (product_turned n A HA _ _ _ _ (proj1 (ellipsoid_turned n A HA K K' E)) Hx).
  rewrite Ep. split; [apply Happart|]. unfold play; cbn [fst snd]. rewrite Ep.
  cbn [seeing ellipsoid_rule next_state]. destruct (Req_EM_T _ 0); auto. constructor; auto.
  intros i Hi. rewrite Hx, apply_scal by exact Hi. reflexivity.
Qed.

Theorem kw_ellip_rot : kw_ellip_rot_stmt.
Proof.
  split.
  - intros n u S. unfold b_kw_ellip_rot. destruct (reflected n u) as (A & HA & Ht).
    apply (ellipsoid_rotated n A _ (fun yhat _ yhat' _ => if Req_EM_T
      (if Req_EM_T (side_of yhat (threshold_target 0 true)) 0 then 1 else 0)
      (if Req_EM_T (side_of yhat' (threshold_target 0 true)) 0 then 1 else 0) then 0 else 1) S HA Ht).
    intros; apply equal_predictions; reflexivity.
  - intros n A S HA. unfold b_kw_ellip_rot.
    apply (ellipsoid_rotated n A _ (fun _ side _ side' => if Req_EM_T side side' then 0 else 1) S HA);
      [intros x i _; reflexivity|intros; apply equal_predictions; reflexivity].
Qed.

(** ** Winnow is neither additive nor rotation invariant *)

Lemma label_is_1 y : (if Req_EM_T (label y) 1 then 0 else 1) = if y then 0 else 1.
Proof. destruct y; cbn [label]; destruct (Req_EM_T _ 1) as [e|e]; (reflexivity || lra). Qed.

(** The two trials, in three dimensions. *)
Lemma two_trials n (S : list ctrial) :
  (if Req_EM_T (INR (length S)) 2 then if Req_EM_T (INR n) 3 then
    total (fun c : ctrial => if Req_EM_T (label (snd c)) 1 then 0 else 1) S
    + sum n (fun e => if Req_EM_T (example S 0 e) (entries [1; 1; 0] e) then 0 else 1)
    + sum n (fun e => if Req_EM_T (example S 1 e) (entries [1; 0; 1] e) then 0 else 1) else 1 else 1) = 0 ->
  n = 3%nat /\ same_trials 3 S [(entries [1; 1; 0], true); (entries [1; 0; 1], true)].
Proof.
  destruct (Req_EM_T _ 2) as [El|]; [|lra]. destruct (Req_EM_T _ 3) as [En|]; [|lra].
  assert (length S = 2%nat) as Hl by (apply INR_eq; cbn; lra). assert (n = 3%nat) as -> by (apply INR_eq; cbn; lra).
  destruct S as [|[x y] [|[x' y'] [|? S]]]; try discriminate. clear El En Hl.
  cbn [example total fold_right map nth fst snd]. unfold example; cbn [map nth fst].
  assert (forall z z' : vec, 0 <= sum 3 (fun e => if Req_EM_T (z e) (z' e) then 0 else 1)) as H
    by (intros; apply sum_nonneg; intros; destruct (Req_EM_T _ _); lra).
  pose proof (H x (entries [1; 1; 0])). pose proof (H x' (entries [1; 0; 1])). intros E. split; [reflexivity|].
  rewrite !label_is_1 in E. destruct y, y'; try lra.
  constructor; [split; [apply no_differences; cbn [fst]; lra|reflexivity]|].
  constructor; [split; [apply no_differences; cbn [fst]; lra|reflexivity]|constructor].
Qed.

Theorem kw_winnow_notadd : kw_winnow_notadd_stmt.
Proof.
  intros n theta T [Ht [-> HT]%two_trials]. unfold b_kw_winnow_notadd, alpha_kw_winnow_notadd.
  assert (forall v z, dot 3 v z <= 3 -> errs_at true 3 theta v (z, true) = true) as Hp.
  { intros v z Hv. unfold errs_at, positive. cbn [fst snd]. rewrite (proj2 (leb_false theta _)) by lra. reflexivity. }
  rewrite (weights_of_run _ _ _ _ _ _ _ (winnow_exactly 3 2 ltac:(lra)) (misses_threshold 3 (fun v => v) theta)).
  inversion_clear HT as [|[x y] ? T' ? [Hx Hy] HT']. inversion_clear HT' as [|[x' y'] ? T'' ? [Hx' Hy'] HT''].
  inversion_clear HT''. cbn [fst snd] in *. subst y y'. set (w := state_after _ _ _ _).
  assert (forall i, (i < 3)%nat -> w i = entries [4; 2; 2] i) as Hw.
  { unfold w. cbn [state_after fst snd].
    rewrite (Hp ones) by (rewrite (dot_ext 3 ones ones x _ (fun _ _ => eq_refl) Hx); unfold dot, ones, entries; cbn;
      lra). set (w1 := winnow 2 (label true) ones x).
    assert (forall i, (i < 3)%nat -> w1 i = entries [2; 2; 1] i) as W1.
    { intros i Hi. unfold w1, winnow, ones. rewrite Hx by exact Hi. unfold entries.
      destruct i as [|[|[|i]]]; [| | |lia]; cbn [nth label];
        rewrite ?Rmult_1_l, ?Rmult_0_r, ?Rpower_1, ?Rpower_O by lra; lra. }
    rewrite (Hp w1) by (rewrite (dot_ext 3 w1 _ x' _ W1 Hx'); unfold dot, entries; cbn; lra). intros i Hi.
    unfold winnow at 1. rewrite W1, Hx' by exact Hi. unfold entries.
    destruct i as [|[|[|i]]]; [| | |lia]; cbn [nth label];
      rewrite ?Rmult_1_l, ?Rmult_0_r, ?Rpower_1, ?Rpower_O by lra; lra. }
  split; [intros i Hi; rewrite Hw by exact Hi; ring|]. intros [c Hc]. cbn [firstn map fst combination length] in Hc.
  unfold zero in Hc. pose proof (Hc 0%nat ltac:(lia)) as H0. pose proof (Hc 1%nat ltac:(lia)) as H1.
  pose proof (Hc 2%nat ltac:(lia)) as H2. rewrite Hw, Hx, Hx' in H0, H1, H2 by lia. unfold entries in *; cbn [nth] in *.
  lra.
Qed.

Theorem kw_winnow_notrot : kw_winnow_notrot_stmt.
Proof.
  intros eta theta r [He Ht] Hr A S x after w w'. unfold b_kw_winnow_notrot.
  assert (sqrt 2 * sqrt 2 = 2) as Es by (apply sqrt_sqrt; lra). assert (0 < sqrt 2) as Hs by signs.
  set (s := sqrt 2) in *. assert (1 < s) as Hs1 by nra. assert (/ s * s = 1) as Ei by (field; lra).
  assert (/ s = s / 2) as Ei2 by nra.
  assert (forall a b, 0 < a -> theta > b -> leb theta b = false) as Hneg by (intros; apply leb_false; lra).
  assert (orthonormal 2 A) as HA.
  { intros i j Hi Hj. cbn [sum]. unfold A. destruct i as [|[|i]], j as [|[|j]]; try lia; cbn [Nat.eqb andb]; nra. }
  assert (forall a, Rpower (exp eta) a = exp (a * eta)) as HP by (unfold Rpower; rewrite ln_exp; reflexivity).
  assert (w 0%nat = exp eta /\ w 1%nat = exp eta) as [W0 W1].
  { unfold w, after, S. cbn [state_after].
    assert (errs_at true 2 theta ones (entries [1; 0], true) = true) as E1.
    { unfold errs_at. cbn [fst snd]. rewrite (Hneg 1); [lia|lra|]. unfold dot, ones; cbn. lra. }
    rewrite E1. cbn [fst snd label].
    assert (errs_at true 2 theta (winnow (exp eta) 1 ones (entries [1; 0])) (entries [0; 1], true) = true) as E2.
    { unfold errs_at. cbn [fst snd]. rewrite (Hneg 1); [lia|lra|]. unfold dot, winnow, ones, entries; cbn [sum nth].
      rewrite !HP, !Rmult_0_r, Rmult_0_l, exp_0. lra. }
    rewrite E2. unfold winnow. rewrite !HP, !Rmult_0_r, Rmult_0_l, exp_0, !Rmult_1_l. lra. }
  assert (forall a b i, (i < 2)%nat -> apply 2 A (entries [a;
    b]) i = if (i =? 0)%nat then (a + b) / s else (a - b) / s) as Happ.
  { unfold apply, A, entries. destruct i as [|[|i]]; [| |lia]; cbn [sum nth Nat.eqb andb]; lra. }
  assert (w' 0%nat = exp (s * eta) /\ w' 1%nat = 1) as [W0' W1'].
  { unfold w', after, S. cbn [rotate map state_after fst snd]. set (x1 := apply 2 A (entries [1; 0])).
    set (x2 := apply 2 A (entries [0; 1])).
    assert (x1 0%nat = s / 2 /\ x1 1%nat = s / 2 /\ x2 0%nat = s / 2 /\ x2 1%nat = - (s / 2)) as (X1 & X2 & X3 & X4).
    { unfold x1, x2. rewrite !Happ by lia. cbn [Nat.eqb]. lra. }
    assert (errs_at true 2 theta ones (x1, true) = true) as E1.
    { unfold errs_at. cbn [fst snd]. rewrite (Hneg 1); [lia|lra|]. unfold dot, ones; cbn [sum]. lra. }
    rewrite E1. cbn [label].
    assert (errs_at true 2 theta (winnow (exp eta) 1 ones x1) (x2, true) = true) as E2.
    { unfold errs_at. cbn [fst snd]. rewrite (Hneg 1); [lia|lra|]. unfold dot, winnow, ones; cbn [sum].
      rewrite X1, X2, X3, X4. lra. }
    rewrite E2. unfold winnow. rewrite X1, X2, X3, X4, !HP, !Rmult_1_l, <- !exp_plus.
    split; [f_equal; lra|rewrite <- exp_0; f_equal; lra]. }
  rewrite W0, W1, W0', W1', !ln_exp, ln_1. split; auto. repeat split; try (field; lra).
  rewrite (Hneg 1), (proj2 (leb_true _ _)).
  - cbn. lra.
  - unfold dot; cbn [sum]. unfold x. rewrite !Happ, W1' by lia. cbn [Nat.eqb]. nra.
  - lra.
  - unfold dot; cbn [sum]. rewrite W0, W1. unfold x, entries; cbn [nth]. lra.
Qed.

(** ** Definition 2 *)

Theorem kw_def2 : kw_def2_stmt.
Proof.
  unfold kw_def2_stmt, b_kw_def2. split; [intros n u s c|intros n A v x HA]; [|rewrite Rotation.rotation_product by exact HA; ring].
  destruct (reflected n u) as (A & HA & Ht). rewrite <- (Rotation.rotation_product n A s (fst c) HA).
  apply Rminus_diag_eq. unfold b_kw_def2. apply dot_ext; apply Ht.
Qed.
