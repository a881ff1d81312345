(** * Determinants: linear in each column, 0 with two equal ones; Cramer's rule; what x x' adds *)

From Boundcheck Require Import Vectors.
From Boundcheck.classics Require Import Definitions.
Open Scope R_scope.

Ltac columns := try lia; repeat (match goal with
  | |- context [Nat.ltb ?a ?b] => destruct (Nat.ltb_spec a b)
  | |- context [Nat.eqb ?a ?b] => destruct (Nat.eqb_spec a b)
  | _ : context [Nat.eqb ?a ?b] |- _ => destruct (Nat.eqb_spec a b)
  end; subst; try lia); try reflexivity; try (f_equal; lia).

Lemma det_ext n : forall A B : matrix, (forall i j, (i < n)%nat -> (j < n)%nat -> A i j = B i j) -> det n A = det n B.
Proof.
  induction n as [|n IH]; intros A B H; auto. apply sum_ext; intros j Hj. rewrite (H O j) by lia. f_equal.
  apply IH; intros i k Hi Hk. apply H; columns.
Qed.

Lemma det_scaled n : forall c A, det n (fun i j => c * A i j) = c ^ n * det n A.
Proof.
  induction n as [|n IH]; intros c A; [cbn; ring|]. cbn [det]. rewrite <- sum_scal. apply sum_ext; intros j _.
  change (remove_column j (fun i k => c * A i k)) with (fun i k => c * remove_column j A i k). rewrite IH. cbn [pow].
  ring.
Qed.

Lemma det_identity n : det n identity = 1.
Proof.
  induction n as [|n IH]; auto. cbn [det]. rewrite (sum_single (S n) O); [|lia|].
  - rewrite (det_ext n _ identity), IH; [cbn; ring|]. columns.
  - intros j _ Hj. unfold identity at 1. columns. ring.
Qed.

(** ** Columns *)

(** The place, without column j, of a column c that is not j. *)
Definition place (j c : nat) : nat := if (c <? j)%nat then c else pred c.

Lemma with_column_removed n j c b (A : matrix) : j <> c ->
  det n (remove_column j (with_column c b A)) = det n (with_column (place j c) (fun i => b (S i)) (remove_column j A)).
Proof. intros Hj. apply det_ext; intros i k _ _. unfold remove_column, with_column, place. columns. Qed.

Lemma removed_with_column n c b (A : matrix) : det n (remove_column c (with_column c b A)) = det n (remove_column c A).
Proof. apply det_ext; intros i k _ _. unfold remove_column, with_column. columns. Qed.

Lemma det_linear n : forall c s t p q A, (c < n)%nat ->
  det n (with_column c (fun i => s * p i + t * q i) A) = s * det n (with_column c p A) + t * det n (with_column c q A).
Proof.
  induction n as [|n IH]; intros c s t p q A Hc; [lia|]. cbn [det]. rewrite <- !sum_scal, <- sum_plus.
  apply sum_ext; intros j Hj. destruct (Nat.eq_dec j c) as [->|Hne].
  - rewrite !removed_with_column. unfold with_column. rewrite Nat.eqb_refl. ring.
  - rewrite !with_column_removed by assumption. rewrite IH by (unfold place; columns). unfold with_column at 1 4 6.
    columns. ring.
Qed.

(** Neighbours exchanged: c and c + 1. *)
Definition exchanged (c j : nat) : nat := if (j =? c)%nat then S c else if (j =? S c)%nat then c else j.

Lemma sum_exchanged n c f g : (S c < n)%nat ->
  (forall j, (j < n)%nat -> g j = - f (exchanged c j)) -> sum n g = - sum n f.
Proof.
  intros Hc H.
  assert (forall m, (m <= c)%nat -> sum m g = - sum m f) as H0.
  { induction m as [|m IH]; intros Hm; cbn [sum]; [ring|]. rewrite IH, H by lia. unfold exchanged. columns. ring. }
  replace n with (S (S c) + (n - S (S c)))%nat by lia. rewrite !sum_split. cbn [sum].
  rewrite H0, (H c), (H (S c)), (sum_ext (n - S (S c)) _ (fun i => -1 * f (S (S c) + i)%nat)), sum_scal;
    [|intros i Hi; rewrite H; unfold exchanged; columns; ring|lia..]. unfold exchanged. columns. ring.
Qed.

Lemma det_exchanged n : forall c A, (S c < n)%nat -> det n (fun i j => A i (exchanged c j)) = - det n A.
Proof.
  induction n as [|n IH]; intros c A Hc; [lia|]. cbn [det]. apply (sum_exchanged _ c); auto. intros j Hj.
  set (B := fun i k => A i (exchanged c k)).
  assert (det n (remove_column j B)
    = (if (exchanged c j =? j)%nat then -1 else 1) * det n (remove_column (exchanged c j) A)) as ->.
  { destruct (Nat.eqb_spec (exchanged c j) j) as [E|E].
    - rewrite E. transitivity (- det n (remove_column j A)); [|ring].
      rewrite <- (IH (place j c)); revert E; unfold exchanged, place; columns; intros _; apply det_ext;
        intros i k _ _; unfold B, remove_column, exchanged; columns.
    - rewrite Rmult_1_l. revert E. unfold exchanged at 1.
      columns; intros _; apply det_ext; intros i k _ _; unfold B, remove_column, exchanged; columns. }
  unfold exchanged. columns; cbn [pow]; ring.
Qed.

Lemma det_equal_columns n d : forall c A, (c + S d < n)%nat ->
  (forall i, (i < n)%nat -> A i c = A i (c + S d)%nat) -> det n A = 0.
Proof.
  induction d as [|d IH]; intros c A Hc H.
  - pose proof (det_exchanged n c A ltac:(lia)) as E. rewrite (det_ext n _ A) in E; [lra|]. intros i j Hi _.
    rewrite Nat.add_1_r in H. specialize (H i Hi). unfold exchanged. columns; lra.
  - pose proof (det_exchanged n (c + S d) A ltac:(lia)) as E. rewrite (IH c) in E; [lra|lia|]. intros i Hi.
    unfold exchanged. columns. rewrite (H i Hi). auto.
Qed.

Lemma det_twice n j k A : (j < n)%nat -> (k < n)%nat -> j <> k ->
  (forall i, (i < n)%nat -> A i j = A i k) -> det n A = 0.
Proof.
  intros Hj Hk Hne H. destruct (Nat.lt_ge_cases j k).
  - apply (det_equal_columns n (k - j - 1) j); [lia|]. replace (j + S (k - j - 1))%nat with k by lia. exact H.
  - apply (det_equal_columns n (j - k - 1) k); [lia|]. replace (k + S (j - k - 1))%nat with j by lia. symmetry; auto.
Qed.

(** ** Cramer's rule *)

Definition solves (n : nat) (A : matrix) (z b : vec) : Prop := forall i, (i < n)%nat -> dot n (A i) z = b i.

Lemma det_combination n m z A j : (j < n)%nat -> (m <= n)%nat ->
  det n (with_column j (fun i => sum m (fun k => A i k * z k)) A)
  = sum m (fun k => z k * det n (with_column j (fun i => A i k) A)).
Proof.
  intros Hj. induction m as [|m IH]; intros Hm; cbn [sum].
  - pose proof (det_linear n j 0 0 zero zero A Hj) as E.
    rewrite (det_ext n _ (with_column j (fun _ => 0) A)) in E; [lra|]. intros. unfold with_column. columns; ring.
  - rewrite <- IH by lia.
    pose proof (det_linear n j 1 (z m) (fun i => sum m (fun k => A i k * z k)) (fun i => A i m) A Hj) as E.
    rewrite Rmult_1_l in E. rewrite <- E. apply det_ext; intros. unfold with_column. columns; ring.
Qed.

Lemma cramer n A z b j : (j < n)%nat -> solves n A z b -> det n (with_column j b A) = z j * det n A.
Proof.
  intros Hj H. rewrite (det_ext n _ (with_column j (fun i => sum n (fun k => A i k * z k)) A)).
  - rewrite det_combination, (sum_single n j) by lia || (intros k Hk Hne; rewrite (det_twice n j k);
      [ring|lia|lia|auto| unfold with_column; columns]). f_equal. apply det_ext; intros. unfold with_column. columns.
  - intros i k Hi _. unfold with_column. columns. symmetry. apply H, Hi.
Qed.

Lemma solve_is n A z b : det n A <> 0 -> solves n A z b -> forall i, (i < n)%nat -> solve n A b i = z i.
Proof. intros HA H i Hi. unfold solve. rewrite (cramer n A z b i Hi H). field; lra. Qed.

(** ** The determinant with multiples of a vector added to the columns *)

Lemma det_added n x y m : forall A, (m <= n)%nat -> det n (fun i j => A i j + (if (j <? m)%nat then x i * y j else 0))
  = det n A + sum m (fun j => y j * det n (with_column j x A)).
Proof.
  induction m as [|m IH]; intros A Hm; cbn [sum].
  - rewrite Rplus_0_r. apply det_ext; intros. columns. ring.
  - pose proof (IH A ltac:(lia)) as EA. set (B := fun i j => A i j + (if (j <? m)%nat then x i * y j else 0)) in *.
    pose proof (det_linear n m 1 (y m) (fun i => A i m) x B ltac:(lia)) as E.
    rewrite (det_ext n (with_column m (fun i => A i m) B) B), EA in E by (intros; unfold with_column, B; columns; ring).
    rewrite (det_ext n (with_column m x B) (fun i j => with_column m x A i j + (if (j <? m)%nat then x i * y j else
      0))), IH in E by lia || (intros; unfold with_column, B; columns; ring).
    rewrite (sum_ext m (fun j => y j * det n (with_column j x (with_column m x A))) (fun _ => 0)), sum_zero in E
      by (intros j Hj; rewrite (det_twice n j m); [ring|lia|lia|lia|intros; unfold with_column; columns]).
    rewrite Rmult_1_l, Rplus_0_r in E. rewrite <- Rplus_assoc, <- E. apply det_ext; intros. unfold with_column, B.
    columns; ring.
Qed.

Lemma det_plus_outer n A x q : solves n A q x -> det n (plus_outer A x) = (1 + dot n x q) * det n A.
Proof.
  intros H. rewrite (det_ext n _ (fun i j => A i j + (if (j <? n)%nat then x i * x j else 0))) by (intros; columns).
  rewrite det_added by lia.
  rewrite (sum_ext n _ (fun j => det n A * (x j * q j))) by (intros j Hj; rewrite (cramer n A q x j Hj H); ring).
  rewrite sum_scal. unfold dot. ring.
Qed.
