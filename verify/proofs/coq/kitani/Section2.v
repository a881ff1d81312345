(** * Section 2: the weight of a relevant attribute *)

From Coq Require Import Reals List Bool Lra Lia Arith.
From Boundcheck Require Import BaseMore GenBounds.
From Boundcheck Require Winnow.
From Boundcheck.kitani Require Import Definitions.
From Boundcheck.kitani Require Import Section2Statements.
Import ListNotations.
Open Scope R_scope.

Theorem kitani_lem1 : kitani_lem1_stmt.
Proof.
  intros n u x. unfold b_kitani_lem1. split.
  - pose proof (cauchy_schwarz n u x) as H. apply abs_bounds in H. lra.
  - intros c Hc Hx. rewrite (dot_ext n u u x (fun i => c * u i)) by auto. rewrite dot_scal_r.
    assert (dot n u u = norm n u ^ 2) as -> by (rewrite norm_sq; apply sum_ext; intros; ring).
    assert (norm n x = c * norm n u) as ->; [|ring]. unfold norm.
    rewrite (sum_ext n (fun i => x i ^ 2) (fun i => c ^ 2 * u i ^ 2)) by (intros i Hi; rewrite Hx by assumption; ring).
    rewrite sum_scal, sqrt_mult_alt by apply pow2_ge_0. rewrite sqrt_pow2 by exact Hc. reflexivity.
Qed.

Section Relevant.
Variables (n : nat) (beta : R) (u : vec) (i : nat).
Hypotheses (Hb : 0 < beta) (Hu : zero_one n u) (Hi : (i < n)%nat) (Hui : u i = 1).
Notation wrong := (errs_at false n (INR n)).
Notation step := (winnow (1 + beta)).

(** The relevant attribute is not active on negative examples. *)
Lemma relevant_weight S : Forall (labelled_by n u) S -> forall w,
  state_after wrong step w S i = w i * (1 + beta) ^ mistakes_where (positive_and_active i) wrong step w S.
Proof.
  induction 1 as [|[x y] S [Hx Hy] HS IH]; intros w; cbn [state_after mistakes_where fst snd] in *; [cbn; ring|].
  destruct (wrong w (x, y)); rewrite IH; [|reflexivity]. unfold positive_and_active at 2; cbn [fst snd].
  destruct y; cbn [label andb].
  - rewrite Winnow.promoted by (auto; lra). unfold is_one. destruct (Req_EM_T (x i) 1) as [E|E].
    + rewrite E, Nat.add_1_l. cbn [pow]. ring.
    + destruct (Hx i Hi) as [E'|]; [|contradiction]. rewrite E', Nat.add_0_l. ring.
  - rewrite Winnow.demoted by (auto; lra). rewrite (Winnow.disjunction_false n u x i) by auto.
    rewrite Nat.add_0_l. field. lra.
Qed.

(** With one relevant attribute it is active on all positive examples. *)
Lemma only_relevant S : sum n u = 1 -> Forall (labelled_by n u) S -> forall w,
  mistakes_where (positive_and_active i) wrong step w S = mistakes_on true wrong step w S.
Proof.
  intros H1. induction 1 as [|[x y] S [Hx Hy] HS IH]; intros w; cbn [mistakes_where mistakes_on fst snd] in *;
    [reflexivity|].
  destruct (wrong w (x, y)); rewrite IH; [|reflexivity]. f_equal. unfold positive_and_active; cbn [fst snd].
  destruct y; cbn [andb eqb]; [|reflexivity].
  unfold is_one. destruct (Req_EM_T (x i) 1) as [E|E]; [reflexivity|exfalso].
  destruct (Winnow.disjunction_true n u x Hu Hx (eq_sym Hy)) as [Hd _].
  assert (dot n u x = x i) as Ed; [|destruct (Hx i Hi); lra].
  unfold dot. rewrite (sum_single n i); [rewrite Hui; ring|exact Hi|].
  intros j Hj Hne. destruct (Hu j Hj) as [->|E1]; [ring|exfalso].
  assert (sum n u >= u i + u j) as Hs; [|lra].
  clear -Hu Hi Hj Hne. induction n as [|m IH]; [lia|]. cbn [sum].
  assert (zero_one m u) as Hu' by (intros q Hq; apply Hu; lia).
  assert (forall q, (q < m)%nat -> 0 <= u q) as Hp by (intros q Hq; destruct (Hu' q Hq) as [->| ->]; lra).
  destruct (Nat.eq_dec i m) as [->|Him].
  - pose proof (sum_term_le m u j ltac:(lia) Hp). lra.
  - destruct (Nat.eq_dec j m) as [->|Hjm].
    + pose proof (sum_term_le m u i ltac:(lia) Hp). lra.
    + specialize (IH Hu' ltac:(lia) ltac:(lia)). destruct (Hu m ltac:(lia)) as [->| ->]; lra.
Qed.
End Relevant.

Theorem kitani_lem3_active : kitani_lem3_active_stmt.
Proof.
  intros n beta u S i (Hb & Hu & HS) Hi Hui wrong. unfold b_kitani_lem3_active, wrong.
  rewrite (relevant_weight n beta u i Hb Hu Hi Hui S HS), Rpower_pow, (Rplus_comm beta) by lra. unfold ones. ring.
Qed.

Theorem kitani_lem3 : kitani_lem3_stmt.
Proof.
  intros n beta u S i (Hb & H1 & Hu & HS) Hi Hui. unfold b_kitani_lem3, winnow_mistakes_on.
  rewrite (relevant_weight n beta u i Hb Hu Hi Hui S HS), (only_relevant n beta u i Hu Hi Hui S H1 HS).
  rewrite Rpower_pow, (Rplus_comm beta) by lra. unfold ones. ring.
Qed.

Lemma mistakes_on_snoc y wrong step c S : forall w,
  mistakes_on y wrong step w (S ++ [c]) = (mistakes_on y wrong step w S +
    (if wrong (state_after wrong step w S) c then if eqb (snd c) y then 1 else 0 else 0))%nat.
Proof.
  induction S as [|d S IH]; intros w; cbn [app mistakes_on state_after].
  - destruct (wrong w c); lia.
  - destruct (wrong w d); rewrite IH; lia.
Qed.

Theorem kitani_eq34 : kitani_eq34_stmt.
Proof.
  intros n u S c i Hu H1 HS Hi Hui w He Hy. unfold beta_kitani_eq34, b_kitani_eq34 in *. apply Forall_app in HS.
  destruct HS as [HS Hc]. unfold winnow_mistakes_on. rewrite mistakes_on_snoc. fold w. rewrite He, Hy. cbn [eqb].
  unfold w. rewrite (relevant_weight n 1 u i Rlt_0_1 Hu Hi Hui S HS), (only_relevant n 1 u i Hu Hi Hui S H1 HS).
  rewrite plus_INR. cbn [INR]. rewrite Rplus_minus_r || idtac.
  match goal with |- _ = Rpower 2 (?a + 1 - 1) => replace (a + 1 - 1) with a by ring end.
  rewrite Rpower_pow by lra. replace (1 + 1) with 2 by ring. unfold ones. ring.
Qed.

Theorem kitani_eq28 : kitani_eq28_stmt.
Proof.
  intros n u S (Hu & HS). unfold beta_kitani_eq28, b_kitani_eq28, winnow_mistakes_on.
  enough (forall w, added_on_negatives n (errs_at false n (INR n)) (winnow (1 + 1)) w S
    <= - INR n / 2 * INR (mistakes_on false (errs_at false n (INR n)) (winnow (1 + 1)) w S)) as H
    by (specialize (H ones); lra).
  induction HS as [|[x y] S [Hx Hy] HS IH]; intros w; cbn [added_on_negatives mistakes_on fst snd] in *;
    [cbn; lra|].
  destruct (errs_at false n (INR n) w (x, y)) eqn:He; [|apply IH].
  specialize (IH (winnow (1 + 1) (label y) w x)). rewrite plus_INR.
  destruct y; cbn [eqb label INR] in *; [lra|].
  unfold errs_at in He; cbn [fst snd] in He. destruct (positive false (INR n) (dot n w x)) eqn:Hp; [|discriminate].
  pose proof (Winnow.demotion_takes n w x Hx Hp). lra.
Qed.
