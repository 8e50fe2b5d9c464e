// SPDX-License-Identifier: Apache-2.0
// Tensor Gauss-Legendre quadrature: n_u x n_v points in each of c_u x c_v cells, whose lengths along either direction form a
// geometric progression.  Exact for polynomials of degree 2 n - 1 in each direction.  Along a closed direction equal weights would
// do as well; Gauss points serve both.
#pragma once

#include <vector>

#include "kernels/quadrature/gauss_legendre.hpp"
#include "kernels/quadrature/quadrature.hpp"

namespace plisse::quadrature {

struct GaussOptions {
  std::vector<int> points{16, 16}, cells{1, 1};
  std::vector<double> grading{1, 1};

  template <class V>
  void describe(V& v) {
    v.option("points", points).length(1, 2).range(1, 1000).doc("points along u and along v in each cell; one number for both");
    v.option("cells", cells).length(1, 2).range(1, 10000).doc("cells along u and along v; one number for both");
    v.option("grading", grading)
        .length(1, 2)
        .range(1e-6, 1e6)
        .doc("length of the last cell over that of the first, along u and along v: above 1 gathers points at u = 0 and v = 0");
  }
};

template <class T>
class Gauss : public Quadrature<T> {
 public:
  static constexpr const char *name = "gauss", *doc = "the same Gauss-Legendre points every step, in one cell or several";
  using Options = GaussOptions;

  Gauss(const Options& options, const Context& context);

  bool fixed() const override { return true; }
  void draw(const Exec& exec, std::uint64_t step, const Array2<T>& chart, const Array1<T>& weight) const override;

 private:
  Gauss(const std::vector<Node>& u, const std::vector<Node>& v, const Context& context);

  int along_u_;
  Array2<T> at_, weight_;  // (2, larger of both): nodes along u, along v
};

}  // namespace plisse::quadrature

PLISSE_COMPONENT(quadrature::Gauss)
