// SPDX-License-Identifier: Apache-2.0
#include "kernels/quadrature/gauss.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "tests/kernels/quadrature/support.hpp"

using namespace plisse;
using namespace plisse::quadrature;
using test::draw;

TEST_CASE("n Gauss points are exact to degree 2 n - 1, and not beyond") {
  for (const int n : {1, 2, 3, 5, 16, 64, 300}) {
    CAPTURE(n);
    const auto nodes = gauss_legendre(n);
    const auto error = [&](int degree) {
      double sum = 0;
      for (const auto& [at, weight] : nodes) sum += weight * std::pow(at, degree);
      return std::abs(sum * (degree + 1) - 1);
    };
    for (int degree = 0; degree < 2 * n; ++degree) CHECK(error(degree) < 1e-13);
    if (n <= 5) CHECK(error(2 * n) > 1e-7);
    for (int i = 1; i < n; ++i) CHECK(nodes[i - 1].at < nodes[i].at);
    CHECK(nodes.front().at > 0);
    CHECK(nodes.back().at < 1);
  }
}

TEST_CASE("two and three points lie where the textbook says") {
  const auto two = gauss_legendre(2), three = gauss_legendre(3);
  CHECK(two[1].at == doctest::Approx(0.5 + 0.5 / std::sqrt(3.0)).epsilon(1e-15));
  CHECK(three[0].at == doctest::Approx(0.5 - 0.5 * std::sqrt(0.6)).epsilon(1e-15));
  CHECK(three[0].weight == doctest::Approx(5.0 / 18).epsilon(1e-15));
  CHECK(three[1].weight == doctest::Approx(8.0 / 18).epsilon(1e-15));
}

TEST_CASE_TEMPLATE("the tensor rule integrates polynomials of both directions exactly", T, float, double) {
  const double tolerance = sizeof(T) == 4 ? 1e-6 : 1e-13;
  for (const auto& options :
       {GaussOptions{{3, 5}, {1, 1}, {1, 1}}, GaussOptions{{3, 5}, {4, 2}, {1, 1}}, GaussOptions{{3, 5}, {4, 3}, {10, 0.2}}}) {
    const auto drawn = draw<Gauss, T>(options, 0);
    CHECK(drawn.at.size() == std::size_t(15 * options.cells[0] * options.cells[1]));
    for (const int i : {0, 1, 4, 5})
      for (const int j : {0, 2, 7, 9})
        CHECK(drawn.integral([&](double u, double v) { return (i + 1) * (j + 1) * std::pow(u, i) * std::pow(v, j); }) ==
              doctest::Approx(1).epsilon(tolerance));
  }
}

TEST_CASE("one number serves both directions; u runs fastest") {
  const auto drawn = draw<Gauss, double>({{2}, {1}, {1}}, 3);
  CHECK(drawn == draw<Gauss, double>({{2, 2}, {1, 1}, {1, 1}}, 8));
  CHECK(drawn.at[0][0] < drawn.at[1][0]);
  CHECK(drawn.at[0][1] == drawn.at[1][1]);
}

TEST_CASE("cells grow geometrically along their direction") {
  const double grading = 16;
  const auto drawn = draw<Gauss, double>({{1, 1}, {5, 1}, {grading, 1}}, 0);
  for (int c = 1; c < 5; ++c) CHECK(drawn.weight[c] / drawn.weight[c - 1] == doctest::Approx(2));
  CHECK(drawn.weight[4] / drawn.weight[0] == doctest::Approx(grading));
}

TEST_CASE("impossible rules are refused") {
  for (const auto& options : {GaussOptions{{0, 2}, {1}, {1}}, GaussOptions{{2}, {0}, {1}}, GaussOptions{{2}, {2}, {0}},
                              GaussOptions{{}, {1}, {1}}, GaussOptions{{2, 2, 2}, {1}, {1}}, GaussOptions{{1000}, {1000}, {1}}})
    CHECK_THROWS_AS((draw<Gauss, double>(options, 0)), std::invalid_argument);
  CHECK_THROWS_AS(gauss_legendre(0), std::invalid_argument);
  CHECK_THROWS_AS(composite_gauss_legendre(2, 0, 1), std::invalid_argument);
  CHECK_THROWS_AS(composite_gauss_legendre(2, 3, -1), std::invalid_argument);
}
