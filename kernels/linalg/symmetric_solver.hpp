// SPDX-License-Identifier: Apache-2.0
// Solves A x = b for a symmetric matrix that is badly scaled and at most nearly positive definite:
//   (D A D + shift I) y = D b,   x = D y,   D = diag(|A|)^(-1/2)
// by Cholesky, and takes the shift back by steps of iterative refinement against D A D.  One array holds both: the lower triangle
// becomes the factor, the upper one keeps D A D.  Scaling by the diagonal comes within a factor n of the best condition number that
// any diagonal scaling gives (A. van der Sluis, "Condition numbers and equilibration of matrices", 1969).
#pragma once

#include <vector>

#include "kernels/linalg/tiles.hpp"

namespace plisse::linalg {

class SymmetricSolver {
 public:
  // The lower triangle of a (n, n) is the matrix; the solver owns all of the array from here on.  Diagonal entries below
  // 1e-26 of the largest count as that much.
  SymmetricSolver(Matrix a, int n);

  // Factorises D A D + shift I.  False where that is not positive definite: try a larger shift.
  bool factorise(double shift);
  // x (n) of the factorised matrix for b (n); each step of refinement reduces the part of the error that the shift makes.
  std::vector<double> solve(const std::vector<double>& b, int refinements) const;

 private:
  void scale_and_mirror();
  void restore(double shift) const;
  std::vector<double> multiply(const std::vector<double>& y) const;

  Matrix a_;
  int n_;
  std::vector<double> scale_;     // (n): D
  std::vector<double> diagonal_;  // (n): of D A D
};

}  // namespace plisse::linalg
