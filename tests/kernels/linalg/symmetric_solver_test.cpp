// SPDX-License-Identifier: Apache-2.0
#include "kernels/linalg/symmetric_solver.hpp"

#include <doctest/doctest.h>

#include "tests/kernels/linalg/matrices.hpp"

using namespace plisse;
using namespace plisse::linalg;
using namespace plisse::tests;

namespace {

// Spoils what the solver must not read.
std::vector<double> lower_half(std::vector<double> a, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) a[std::size_t(i) * n + j] = 1e300;
  return a;
}

// S A S for S = diag(10^e), e from -8 to 8.
std::vector<double> badly_scaled(std::vector<double> a, int n) {
  const auto e = [n](int i) { return std::pow(10., 8. * (2. * (i * 7 % n) / (n - 1) - 1)); };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a[std::size_t(i) * n + j] *= e(i) * e(j);
  return a;
}

}  // namespace

TEST_CASE("a badly scaled matrix is solved to the accuracy of a well scaled one") {
  const int n = largest_tile + 30;
  const auto matrix = badly_scaled(positive_definite(n), n);
  auto work = lower_half(matrix, n);
  SymmetricSolver solver({work.data(), std::size_t(n)}, n);
  REQUIRE(solver.factorise(0));
  auto x = noise(n, 2);
  for (int i = 0; i < n; ++i) x[i] /= std::sqrt(matrix[std::size_t(i) * n + i]);
  const auto found = solver.solve(multiply(matrix, x), 0);
  for (int i = 0; i < n; ++i) CHECK(std::abs(found[i] - x[i]) < 1e-13 / std::sqrt(matrix[std::size_t(i) * n + i]));
}

TEST_CASE("refinement takes the shift back") {
  const int n = largest_tile + 2;
  const double shift = 0.01;
  auto matrix = positive_definite(n);
  auto work = lower_half(matrix, n);
  SymmetricSolver solver({work.data(), std::size_t(n)}, n);
  REQUIRE(solver.factorise(shift));
  const auto x = noise(n, 4), b = multiply(matrix, x);
  double error[4];
  for (int refinements = 0; refinements < 4; ++refinements) error[refinements] = largest_difference(solver.solve(b, refinements), x);
  CHECK(error[0] > 1e-3);
  for (int k = 1; k < 4; ++k) CHECK(error[k] < 0.05 * error[k - 1]);

  for (int i = 0; i < n; ++i) matrix[std::size_t(i) * n + i] *= 1 + shift;
  CHECK(largest_difference(solver.solve(multiply(matrix, x), 0), x) < 1e-12);
}

TEST_CASE("an indefinite matrix fails until the shift exceeds its lowest eigenvalue, and any number of shifts may be tried") {
  const int n = 2 * largest_tile + 1;
  std::vector<double> matrix(std::size_t(n) * n);
  for (int i = 0; i < n; ++i) {
    matrix[std::size_t(i) * n + i] = 2;
    if (i > 0) matrix[std::size_t(i) * n + i - 1] = matrix[std::size_t(i - 1) * n + i] = 1.2;
  }
  // Scaled: 1 on the diagonal, 0.6 beside it; eigenvalues 1 + 1.2 cos(k pi / (n + 1)), the lowest near -0.2.
  const double lowest = 1 - 1.2 * std::cos(M_PI / (n + 1));
  auto work = lower_half(matrix, n);
  SymmetricSolver solver({work.data(), std::size_t(n)}, n);
  CHECK_FALSE(solver.factorise(0));
  CHECK_FALSE(solver.factorise(-lowest - 1e-6));
  REQUIRE(solver.factorise(-lowest + 1e-3));
  CHECK_FALSE(solver.factorise(1e-3));
  REQUIRE(solver.factorise(1));
  for (int i = 0; i < n; ++i) matrix[std::size_t(i) * n + i] += 2;
  const auto x = noise(n, 6);
  CHECK(largest_difference(solver.solve(multiply(matrix, x), 0), x) < 1e-13);
}

TEST_CASE("unknowns that nothing depends on stay at zero") {
  const int n = 3;
  auto work = std::vector<double>{4, 0, 0, 0, 0, 0, 2, 0, 5};
  SymmetricSolver solver({work.data(), 3}, n);
  REQUIRE(solver.factorise(1e-13));
  const auto x = solver.solve({8, 0, 9}, 2);
  CHECK(x[0] == doctest::Approx((8 * 5 - 2 * 9) / 16.));
  CHECK(x[1] == 0);
  CHECK(x[2] == doctest::Approx((4 * 9 - 2 * 8) / 16.));
}
