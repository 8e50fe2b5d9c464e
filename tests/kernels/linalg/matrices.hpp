// SPDX-License-Identifier: Apache-2.0
// Matrices for tests, and what plain loops make of them.
#pragma once

#include <cmath>
#include <vector>

#include "kernels/core/random.hpp"

namespace plisse::tests {

// Numbers in [-1, 1).
inline std::vector<double> noise(std::size_t n, std::uint64_t seed) {
  const random::Generator generator(seed, random::Stream::user, 0);
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    double u[4];
    generator.uniform4(i, u);
    values[i] = 2 * u[0] - 1;
  }
  return values;
}

// A symmetric matrix (n, n) with n on its diagonal and noise elsewhere: positive definite.
inline std::vector<double> positive_definite(int n, std::uint64_t seed = 1) {
  std::vector<double> a = noise(std::size_t(n) * n, seed);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) a[std::size_t(j) * n + i] = a[std::size_t(i) * n + j];
    a[std::size_t(i) * n + i] = n;
  }
  return a;
}

// The Cholesky factor's lower triangle, by the definition; the rest stays as it is.
inline std::vector<double> plain_cholesky(std::vector<double> a, int n) {
  const auto at = [&](int i, int j) -> double& { return a[std::size_t(i) * n + j]; };
  for (int j = 0; j < n; ++j)
    for (int i = j; i < n; ++i) {
      double sum = at(i, j);
      for (int k = 0; k < j; ++k) sum -= at(i, k) * at(j, k);
      at(i, j) = i == j ? std::sqrt(sum) : sum / at(j, j);
    }
  return a;
}

inline std::vector<double> multiply(const std::vector<double>& a, const std::vector<double>& x) {
  const std::size_t n = x.size();
  std::vector<double> y(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) y[i] += a[i * n + j] * x[j];
  return y;
}

inline double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = a.size() == b.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

}  // namespace plisse::tests
