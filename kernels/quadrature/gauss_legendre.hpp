// SPDX-License-Identifier: Apache-2.0
// Gauss-Legendre quadrature on [0, 1]: n nodes integrate polynomials of degree 2 n - 1 exactly.
#pragma once

#include <vector>

namespace plisse::quadrature {

struct Node {
  double at;      // in (0, 1)
  double weight;  // sums to 1 over the rule
};

// Nodes in ascending order, to rounding.  Throws std::invalid_argument where n < 1.
std::vector<Node> gauss_legendre(int n);

// The same on each of `cells` parts of [0, 1], whose lengths form a geometric progression: the last is `grading` times the first.
std::vector<Node> composite_gauss_legendre(int n, int cells, double grading);

}  // namespace plisse::quadrature
