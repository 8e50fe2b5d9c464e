// SPDX-License-Identifier: Apache-2.0
#include "kernels/linalg/symmetric_solver.hpp"

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/linalg/cholesky.hpp"

namespace plisse::linalg {
namespace {

constexpr double smallest_entry = 1e-26;  // of the diagonal, over the largest

std::vector<double> scaling(Matrix a, int n) {
  double largest = 0;
  for (int i = 0; i < n; ++i) largest = std::max(largest, std::abs(*a.at(i, i)));
  if (largest == 0) largest = 1;
  std::vector<double> scale(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) scale[i] = 1 / std::sqrt(std::max(std::abs(*a.at(i, i)), smallest_entry * largest));
  return scale;
}

// visit(i, j) for all entries below the diagonal, in parallel.
template <class Visit>
void visit_below_diagonal(const char* label, int n, const Visit& visit) {
  const Tiling tiles(n);
  for_tasks(label, tiles.lower_tiles(), [&](int t) {
    const LowerTile at = lower_tile(t);
    const int row = tiles.first(at.row), column = tiles.first(at.column);
    for (int i = row; i < row + tiles.length(at.row); ++i)
      for (int j = column; j < std::min(i, column + tiles.length(at.column)); ++j) visit(i, j);
  });
}

}  // namespace

SymmetricSolver::SymmetricSolver(Matrix a, int n) : a_(a), n_(n), scale_(scaling(a, n)), diagonal_(scale_.size()) { scale_and_mirror(); }

void SymmetricSolver::scale_and_mirror() {
  for (int i = 0; i < n_; ++i) diagonal_[i] = *a_.at(i, i) * scale_[i] * scale_[i];
  visit_below_diagonal("plisse::linalg::mirror", n_,
                       [a = a_, scale = scale_.data()](int i, int j) { *a.at(j, i) = *a.at(i, j) * scale[i] * scale[j]; });
}

void SymmetricSolver::restore(double shift) const {
  for (int i = 0; i < n_; ++i) *a_.at(i, i) = diagonal_[i] + shift;
  visit_below_diagonal("plisse::linalg::restore", n_, [a = a_](int i, int j) { *a.at(i, j) = *a.at(j, i); });
}

bool SymmetricSolver::factorise(double shift) {
  restore(shift);
  return factorise_cholesky(a_, n_) == 0;
}

std::vector<double> SymmetricSolver::multiply(const std::vector<double>& y) const {
  std::vector<double> result(y.size()), factor_diagonal(y.size());
  for (int i = 0; i < n_; ++i) factor_diagonal[i] = std::exchange(*a_.at(i, i), diagonal_[i]);
  const SingleThreadedBlas single;
  cblas_dsymv(CblasRowMajor, CblasUpper, n_, 1, a_.data, int(a_.stride), y.data(), 1, 0, result.data(), 1);
  for (int i = 0; i < n_; ++i) *a_.at(i, i) = factor_diagonal[i];
  return result;
}

std::vector<double> SymmetricSolver::solve(const std::vector<double>& b, int refinements) const {
  std::vector<double> scaled(b.size());
  for (int i = 0; i < n_; ++i) scaled[i] = scale_[i] * b[i];
  std::vector<double> y = scaled;
  solve_cholesky(a_, n_, y.data());
  for (int step = 0; step < refinements; ++step) {
    std::vector<double> residual = multiply(y);
    for (int i = 0; i < n_; ++i) residual[i] = scaled[i] - residual[i];
    solve_cholesky(a_, n_, residual.data());
    for (int i = 0; i < n_; ++i) y[i] += residual[i];
  }
  for (int i = 0; i < n_; ++i) y[i] *= scale_[i];
  return y;
}

}  // namespace plisse::linalg
