(** * Section 21.4: the tree that thresholds shatter, and convex losses of mistakes *)

From Boundcheck Require Import Vectors Pnorm GenBounds GenClaims Premises Learners TwoPlays.
From Boundcheck.classics Require Import Definitions.
From Boundcheck.uml Require Import Definitions Section21Statements.
Open Scope R_scope.

Theorem uml_hinge : uml_hinge_stmt.
Proof.
  intros n eta u K c yhat side. unfold side, b_uml_hinge. rewrite class_mistake. unfold one_or_zero, Rmax, leb.
  split; [intros H|]; decide_reals; lra.
Qed.

Theorem uml_grad : uml_grad_stmt.
Proof.
  intros n eta S _. apply never_apart with (same n) (fun _ => True); [apply Forall_forall; auto|intros i _; reflexivity|].
  intros K K' [x y] _ H. cbn [fst snd].
  assert (same n (weights_in (perceptron_rule n eta zero) K) (weights_in (gradient_descent_rule n eta) K')) as E.
  { intros i Hi. cbn. rewrite (H i Hi). unfold zero. ring. }
  split.
  - rewrite (sum_ext n _ (fun _ => 0)), sum_zero.
    + unfold ltb. destruct (Rlt_dec 0 0); [lra|reflexivity].
    + intros i Hi. rewrite (E i Hi). destruct (Req_EM_T _ _); lra.
  - unfold play; cbn [fst snd]. rewrite class_side. intros i Hi. cbn [perceptron_rule gradient_descent_rule next_state].
    change (prediction _ K x) with (dot n (weights_in (perceptron_rule n eta zero) K) x).
    rewrite (dot_ext n _ _ x x E), (H i Hi) by auto. cbn [gradient_descent_rule weights_in].
    destruct (leb _ _); cbn [one_or_zero]; ring.
Qed.

Theorem uml_01tie : uml_01tie_stmt.
Proof.
  split; [intros n eta c S K w yhat side; unfold side; rewrite class_mistake; change yhat with (dot n w (fst c))
    |intros n w [x y]]; unfold b_uml_01tie, sign_of, errs, one_or_zero; [ring|]. unfold leb.
  cbn [fst snd]. decide_reals; destruct y; cbn [label] in *; destruct (Req_EM_T _ _); lra.
Qed.

Lemma hinge_convex n w trial u v c : 0 <= c <= 1 -> mistake_hinge n w trial (fun i => c * u i + (1 - c) * v i)
  - (c * mistake_hinge n w trial u + (1 - c) * mistake_hinge n w trial v) <= 0.
Proof.
  intros Hc. destruct trial as [x y]. unfold mistake_hinge; cbn [fst snd]. destruct (errs n w (x, y)); [|lra].
  rewrite (dot_plus n (fun i => c * u i) (fun i => (1 - c) * v i)), !dot_scal.
  generalize (dot n u x) (dot n v x); intros a b. unfold hinge. set (s := label y). set (p := Rmax 0 (1 - s * a)).
  set (q := Rmax 0 (1 - s * b)). pose proof (Rmax_l 0 (1 - s * a)) as P0. pose proof (Rmax_r 0 (1 - s * a)) as P1.
  fold p in P0, P1. pose proof (Rmax_l 0 (1 - s * b)) as Q0. pose proof (Rmax_r 0 (1 - s * b)) as Q1. fold q in Q0, Q1.
  assert (0 <= c * p) by nra. assert (0 <= (1 - c) * q) by nra. assert (c * (1 - s * a) <= c * p) by nra.
  assert ((1 - c) * (1 - s * b) <= (1 - c) * q) by nra.
  enough (Rmax 0 (1 - s * (c * a + (1 - c) * b)) <= c * p + (1 - c) * q) by lra. apply Rmax_lub; lra.
Qed.

Theorem uml_hinge_convex : uml_hinge_convex_stmt.
Proof.
  split; [|exact hinge_convex]. intros n eta u K c yhat side. unfold side. rewrite class_mistake.
  set (w := weights_in (perceptron_rule n eta zero) K). change yhat with (dot n w (fst c)).
  change (leb (label (snd c) * dot n w (fst c)) 0) with (errs n w c). set (e := if errs n w c then 1 else 0).
  enough (forall a, 0 <= a <= 1 -> e * Rmax 0 (1 - label (snd c) * (a * dot n u (fst c) + (1 - a) * dot n w (fst c)))
    - a * e * hinge_loss n u c - (1 - a) * e * hinge_loss n w c <= 0) as H by (repeat split; apply H; lra). intros a Ha.
  pose proof (hinge_convex n w c u w a Ha) as H. unfold e, mistake_hinge, hinge_loss, hinge, margin in *.
  rewrite (dot_plus n (fun i => a * u i) (fun i => (1 - a) * w i)), !dot_scal in H. destruct (errs n w c); lra.
Qed.

Theorem uml_grad_subgradient : uml_grad_subgradient_stmt.
Proof.
  intros n eta u K [x y] yhat side He. unfold b_uml_grad_subgradient, side in *. rewrite class_mistake, class_side in *.
  cbn [fst snd] in *. unfold Rmax, leb in *. decide_reals; try lra; rewrite Rabs_R0 in He; lra.
Qed.

(** The middles that follow stay within r/2^(l - 1) and beyond r/2^l of v ... *)
Lemma middle_near labels : forall v r, 0 < r ->
  v - 2 * r * (1 - (1 / 2) ^ length labels) <= middle_from v r labels <= v + 2 * r * (1 - (1 / 2) ^ length labels).
Proof.
  induction labels as [|y ys IH]; intros v r Hr; cbn [length middle_from pow]; [lra|].
  specialize (IH (v + label y * r) (r / 2) ltac:(lra)). destruct y; cbn [label] in *; lra.
Qed.

Lemma middle_from_app labels past : forall v r, middle_from v r (past ++ labels)
  = middle_from (middle_from v r past) (r * (1 / 2) ^ length past) labels.
Proof.
  induction past as [|y ys IH]; intros v r; cbn [app middle_from length pow]; [rewrite Rmult_1_r; reflexivity|].
  rewrite IH. f_equal. field.
Qed.

Lemma dot_two n x y : (2 <= n)%nat -> (forall i, (2 <= i)%nat -> x i = 0) -> dot n x y = x 0%nat * y 0%nat + x 1%nat
  * y 1%nat.
Proof.
  intros Hn Hx. unfold dot. replace n with (2 + (n - 2))%nat by lia. rewrite sum_split. cbn [sum].
  rewrite (sum_ext (n - 2) _ (fun _ => 0)) by (intros i Hi; rewrite Hx by lia; ring). rewrite sum_zero. ring.
Qed.

(** ** The tree and the threshold, entry by entry *)

Lemma first_entry i : (if Req_EM_T (INR (i + 1)) 1 then 1 else 0) = match i with O => 1 | _ => 0 end.
Proof.
  destruct i as [|i]; destruct (Req_EM_T _ _) as [E|E]; auto; [cbn in E; lra|]. exfalso. rewrite plus_INR, S_INR in E.
  cbn [INR] in E. pose proof (pos_INR i). lra.
Qed.

Lemma second_entry i : (if Req_EM_T (INR (i + 1)) 2 then 1 else 0) = match i with 1%nat => 1 | _ => 0 end.
Proof.
  destruct i as [|[|i]]; destruct (Req_EM_T _ _) as [E|E]; auto; [cbn in E; lra|cbn in E; lra|]. exfalso.
  rewrite plus_INR, !S_INR in E. cbn [INR] in E. pose proof (pos_INR i). lra.
Qed.

Definition halves (t : nat) (c : ctrial) : R := label (snd c) / 2 ^ (t + 1).

Lemma middle_total (S : list ctrial) : forall t v,
  middle_from v (/ 2 ^ (t + 1)) (map snd S) = v + total_from t halves S.
Proof.
  induction S as [|c S IH]; intros t v; cbn [map middle_from total_from]; [lra|].
  assert (2 ^ (t + 1) <> 0) by (apply pow_nonzero; lra).
  replace (/ 2 ^ (t + 1) / 2) with (/ 2 ^ (t + 1 + 1)) by (rewrite (pow_add _ (t + 1) 1); cbn [pow]; field; auto).
  rewrite IH. unfold halves at 2. unfold Rdiv. ring.
Qed.

Lemma total_from_snoc {A} (value : nat -> A -> R) S c : forall t,
  total_from t value (S ++ [c]) = total_from t value S + value (length S + t)%nat c.
Proof.
  induction S as [|d S IH]; intros t; cbn [app total_from length Nat.add]; [ring|]. rewrite IH.
  replace (length S + (t + 1))%nat with (Datatypes.S (length S + t)) by lia. ring.
Qed.

Lemma middle_of (S : list ctrial) : 1 / 2 + numbered halves S = middle (map snd S).
Proof. unfold numbered, middle. rewrite <- middle_total. f_equal. cbn; field. Qed.

Lemma on_tree n (S : list ctrial) :
  each (fun past (c : ctrial) => forall i, (i < n)%nat -> fst c i = (1 / 2 + numbered halves (past ++ [c])
    - label (snd c) / 2 ^ (length past + 1 + 1)) * (if Req_EM_T (INR (i + 1)) 1 then 1 else 0)
    + (if Req_EM_T (INR (i + 1)) 2 then 1 else 0)) S ->
  each (fun past c => same n (fst c) (dyadic_tree (map snd past))) S.
Proof.
  intros H past c later E i Hi. change (list ctrial) in past. change ctrial in c.
  rewrite (H past c later E i Hi), first_entry, second_entry. unfold numbered.
  rewrite total_from_snoc. change (halves (length past + 1) c) with
    (label (snd c) / 2 ^ (length past + 1 + 1)). pose proof (middle_of past) as M. unfold numbered in M.
  destruct i as [|[|i]]; cbn [dyadic_tree]; lra.
Qed.

Lemma along_of n tree (S : list ctrial) : forall labels,
  each (fun past c => same n (fst c) (tree (labels ++ map snd past))) S ->
  same_trials n S (along tree labels (map snd S)).
Proof.
  induction S as [|c S IH]; intros labels H; [constructor|]. apply each_cons in H as [Hc H]. cbn [map along].
  constructor; [split; [rewrite <- (app_nil_r labels); exact Hc|reflexivity]|]. apply IH. intros past d later E.
  rewrite <- app_assoc. apply (H past d later E).
Qed.

Lemma threshold_of n u (S : list ctrial) :
  (forall i, (i < n)%nat -> u i = (1 / 2 + numbered halves S) * (if Req_EM_T (INR (i + 1)) 2 then 1 else 0)
    - (if Req_EM_T (INR (i + 1)) 1 then 1 else 0)) -> same n u (dyadic_threshold (map snd S)).
Proof.
  intros H i Hi. rewrite (H i Hi), first_entry, second_entry, middle_of.
  destruct i as [|[|i]]; cbn [dyadic_threshold]; lra.
Qed.

Theorem uml_ldim : uml_ldim_stmt.
Proof.
  intros n u c S (Hn & HS%on_tree & Hu%threshold_of) Hc. apply (along_of n dyadic_tree S []) in HS. replace (length S) with (length (map snd S)) by apply map_length. revert HS Hu.
  generalize (map snd S). intros labels HS Hu.
  enough (forall ys past T, past ++ ys = labels -> same_trials n T (along dyadic_tree past ys) -> In c T ->
    label (snd c) * dot n u (fst c) >= Rpower (1 / 2) (INR (length labels) + 1)) as H
    by (apply (H labels [] S eq_refl HS Hc)).
  induction ys as [|y ys IH]; intros past T E HT Hin; (destruct T as [|d T]; [contradiction|]); inversion_clear HT
    as [|? ? ? ? [Hx Hy] HT']; destruct Hin as [->|Hin]; cbn [fst snd] in *; [|apply (IH (past ++ [y]) T); auto].
  - rewrite Hy, (dot_ext n u (dyadic_threshold labels) (fst c) (dyadic_tree past)) by auto.
    rewrite dot_two by (auto; intros [|[|i]] ?; try lia; reflexivity). cbn [dyadic_threshold dyadic_tree].
    unfold middle. rewrite <- E, middle_from_app. set (v := middle_from (1 / 2) (1 / 4) past). cbn [middle_from].
    set (r := 1 / 4 * (1 / 2) ^ length past). assert (0 < r) as Hr by (unfold r; signs).
    pose proof (middle_near ys (v + label y * r) (r / 2) ltac:(lra)) as Hm.
    rewrite Rpower_plus, Rpower_1, Rpower_pow, app_length, pow_add by lra. cbn [length pow].
    replace ((1 / 2) ^ length past) with (4 * r) by (unfold r; field). destruct y; cbn [label] in *; lra.
  - rewrite <- E, <- app_assoc. reflexivity.
Qed.

Lemma place_snoc past y : place (past ++ [y]) = (2 * place past + if y then 1 else 0)%nat.
Proof. unfold place. rewrite fold_left_app. reflexivity. Qed.

(** The place is a sum over the labels before. *)
Definition places (m : R) (t : nat) (c : ctrial) : R :=
  one_or_zero (leb (INR t) m) * one_or_zero (ltb 0 (label (snd c))) * power 2 (m - INR t).

Lemma places_double m S : forall t, INR t + INR (length S) <= m + 1 ->
  total_from t (places (m + 1)) S = 2 * total_from t (places m) S.
Proof.
  induction S as [|c S IH]; intros t H; cbn [total_from length] in *; [ring|]. rewrite S_INR in H.
  pose proof (pos_INR (length S)). rewrite IH by (rewrite plus_INR; cbn [INR]; lra). unfold places, leb.
  rewrite !power_of_pos by lra. replace (m + 1 - INR t) with (m - INR t + 1) by ring.
  rewrite Rpower_plus, Rpower_1 by lra. decide_reals; cbn [one_or_zero]; lra.
Qed.

Lemma place_of_trials (S : list ctrial) : total_from 1 (places (INR (length S))) S = INR (place (map snd S)).
Proof.
  induction S as [|c S IH] using rev_ind; [reflexivity|].
  rewrite map_app, app_length, Nat.add_1_r, total_from_snoc, S_INR. cbn [map]. rewrite place_snoc, places_double, IH
    by (cbn [INR]; lra). unfold places. rewrite positives, !plus_INR, mult_INR.
  change (INR 1) with 1. rewrite power_of_pos, Rminus_diag_eq, Rpower_O by lra. unfold leb.
  destruct (Rle_dec _ _); [|lra]. destruct (snd c); cbn [eqb one_or_zero INR]; unfold ctrial; ring.
Qed.

Theorem uml_treeorder : uml_treeorder_stmt.
Proof.
  intros n c T later [Hn H%on_tree]. unfold b_uml_treeorder.
  replace (INR (length T) + 1 - 1) with (INR (length T)) by ring.
  change (numbered _ _) with (total_from 1 (places (INR (length T))) (T ++ [c])). rewrite total_from_snoc, place_of_trials.
  assert (places (INR (length T)) (length T + 1) c = 0) as ->.
  { unfold places, leb. rewrite plus_INR. change (INR 1) with 1. destruct (Rle_dec _ _); [lra|]. cbn [one_or_zero]. ring. }
  rewrite Rplus_0_r, (H T c later eq_refl 0%nat) by lia. clear H.
  rewrite power_of_pos, <- S_INR, Rpower_pow by lra. replace (length T) with (length (map snd T)) by apply map_length.
  generalize (map snd T). intros labels. cbn [app dyadic_tree]. unfold middle. apply Rminus_diag_eq.
  induction labels as [|y past IH] using rev_ind; [cbn; field|].
  rewrite middle_from_app, place_snoc, app_length, Nat.add_1_r. cbn [middle_from length]. rewrite IH.
  assert ((1 / 2) ^ length past = / 2 ^ length past) as -> by (replace (1 / 2) with (/ 2) by field; apply pow_inv).
  assert (2 ^ length past <> 0) by (apply pow_nonzero; lra). cbn [pow].
  destruct y; cbn [label]; rewrite ?plus_INR, ?mult_INR, ?plus_INR, ?mult_INR; cbn [INR]; field; assumption.
Qed.
