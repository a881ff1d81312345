(** * Passive-Aggressive *)

From Coq Require Import Reals List Bool Arith.
From Boundcheck Require Import Definitions GenBounds GenPremises.
From Boundcheck.classics Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

Definition classics_pa_stmt : Prop := forall n U X u (S : list ctrial),
  given_classics_pa n U X u S ->
  over_run (pa n) (fun w c => hinge_loss n w c ^ 2) zero S <= b_classics_pa U X.

Definition classics_pa_x_stmt : Prop := forall n U H u (S : list ctrial),
  given_classics_pa_x n H U u S ->
  over_run (pa n) (fun w c => hinge_loss n w c ^ 2) zero S <= b_classics_pa_x H U.

Definition classics_pa_x_sharp_stmt : Prop := forall n U H u (S : list ctrial),
  given_classics_pa_x_sharp n H U u S ->
  over_run (pa n) (fun w c => hinge_loss n w c ^ 2) zero S <= b_classics_pa_x_sharp H U.

Definition classics_pa1_stmt : Prop := forall n C U X u (S : list ctrial),
  given_classics_pa1 n C U X u S ->
  over_run (pa1 n C) (mistake n) zero S - 2 * C * Rmax (/ C) (X ^ 2) * total (hinge_loss n u) S
  <= b_classics_pa1 C U X.

Definition classics_pa1_sharp_stmt : Prop := forall n C U X u (S : list ctrial),
  given_classics_pa1_sharp n C U X u S ->
  over_run (pa1 n C) (mistake n) zero S - 2 / (- C * X ^ 2 + 2) * total (hinge_loss n u) S
  <= b_classics_pa1_sharp C U X.

Definition classics_pa2_stmt : Prop := forall n C U X u (S : list ctrial),
  given_classics_pa2 n C U X u S ->
  over_run (pa2 n C) (fun w c => hinge_loss n w c ^ 2) zero S
  - 2 * C * (X ^ 2 + 1 / (2 * C)) * total (fun c => hinge_loss n u c ^ 2) S <= b_classics_pa2 C U X.

Definition classics_pa2_sharp_stmt : Prop := forall n C rho U X u (S : list ctrial),
  given_classics_pa2_sharp n C U X rho u S ->
  over_run (pa2 n C) (fun w c => hinge_loss n w c ^ 2) zero S
  - rho ^ 2 * (2 * C * X ^ 2 + 1) ^ 2 / (C * (C * X ^ 2 * rho - C + rho)) / 4 * total (fun c => hinge_loss n u c ^ 2) S
  <= b_classics_pa2_sharp C U X rho.

Definition classics_pa2_separable_stmt : Prop := forall n C U X u (S : list ctrial),
  given_classics_pa2_separable n C U X u S ->
  over_run (pa2 n C) (fun w c => hinge_loss n w c ^ 2) zero S <= b_classics_pa2_separable C U X.
