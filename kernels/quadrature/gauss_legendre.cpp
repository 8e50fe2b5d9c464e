// SPDX-License-Identifier: Apache-2.0
#include "kernels/quadrature/gauss_legendre.hpp"

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>
#include <utility>

namespace plisse::quadrature {

namespace {

// The Legendre polynomial of degree n and its derivative, |x| < 1.
std::pair<double, double> legendre(int n, double x) {
  double before = 1, value = x;
  for (int k = 2; k <= n; ++k) {
    const double next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
    before = value;
    value = next;
  }
  return {value, n * (before - x * value) / (1 - x * x)};
}

// The i-th root from below, by Newton's method from Tricomi's estimate.
double root(int n, int i) {
  double x = -(1 - 1.0 / (8.0 * n * n) + 1.0 / (8.0 * n * n * n)) * std::cos(std::numbers::pi * (4 * i + 3) / (4 * n + 2));
  for (int iteration = 0; iteration < 5; ++iteration) {
    const auto [value, slope] = legendre(n, x);
    x -= value / slope;
  }
  return x;
}

}  // namespace

std::vector<Node> gauss_legendre(int n) {
  if (n < 1) throw std::invalid_argument("a Gauss rule has at least 1 point, not " + std::to_string(n));
  std::vector<Node> nodes(n);
  for (int i = 0; i < (n + 1) / 2; ++i) {
    const double x = 2 * i + 1 == n ? 0 : root(n, i), slope = legendre(n, x).second;
    const double weight = 1 / ((1 - x * x) * slope * slope);
    nodes[i] = {0.5 * (1 + x), weight};
    nodes[n - 1 - i] = {0.5 * (1 - x), weight};
  }
  return nodes;
}

std::vector<Node> composite_gauss_legendre(int n, int cells, double grading) {
  if (cells < 1) throw std::invalid_argument("a composite rule has at least 1 cell, not " + std::to_string(cells));
  if (!(grading > 0 && std::isfinite(grading)))
    throw std::invalid_argument("grading is " + std::to_string(grading) + ", but must be above 0: 1 makes equal cells");
  const double ratio = cells > 1 ? std::pow(grading, 1.0 / (cells - 1)) : 1;
  double whole = 0;
  for (int c = 0; c < cells; ++c) whole += std::pow(ratio, c);
  const auto rule = gauss_legendre(n);
  std::vector<Node> nodes;
  double start = 0;
  for (int c = 0; c < cells; ++c) {
    const double length = std::pow(ratio, c) / whole;
    for (const auto& [at, weight] : rule) nodes.push_back({start + length * at, length * weight});
    start += length;
  }
  return nodes;
}

}  // namespace plisse::quadrature
