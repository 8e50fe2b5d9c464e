// SPDX-License-Identifier: Apache-2.0
#include "kernels/encoders/grid.hpp"

#include <doctest/doctest.h>
#include <fenv.h>

#include <cmath>

#include "tests/kernels/encoders/support.hpp"
#include "tests/support/close.hpp"

using namespace plisse;
using encoders::GridOptions;
using tests::EncoderCase;
using tests::inner_product;
using tests::to_host;

namespace {

using Case = EncoderCase<encoders::Grid, double>;

std::string refused(const GridOptions& options, int dimension = 2, int channels = 1) {
  return tests::refusal<encoders::Grid>(options, dimension, channels);
}

}  // namespace

TEST_CASE("two levels of 100 and 50 cells with 3 features hold 38406 numbers") {
  nn::ParameterLayout layout;
  Workspace workspace;
  const encoders::Grid<float> grid({}, {2, 1, 1, &layout, &workspace});
  CHECK(layout.size() == 38406);
  CHECK(grid.features() == 6);
  CHECK(layout.slices()[0].name == "encoder.level0");
  CHECK(layout.slices()[0].shape == std::vector<std::size_t>{101, 101, 3});
  CHECK(layout.slices()[1].shape == std::vector<std::size_t>{51, 51, 3});
}

TEST_CASE("a function that is linear along every axis is reproduced everywhere, up to x = 1") {
  for (const int dimension : {2, 3})
    for (const auto& resolution : {std::vector<int>{1}, {5}, {7, 4, 3}}) {
      GridOptions options{resolution, 1, 2};
      if (resolution.size() > 1) options.resolution.resize(dimension);
      Case c(options, dimension, 40);
      const auto function = [&](const std::vector<double>& x, int f) {
        return (1 + x[0]) * (2 - x[1]) * (dimension == 3 ? 3 + f * x[2] : 3 + f);
      };
      const auto& shape = c.layout.slices()[0].shape;
      const auto values = to_host(c.parameters);
      for (std::size_t i = 0; i < values.size(); ++i) {
        std::size_t vertex = i / 2;
        std::vector<double> x(dimension);
        for (int d = dimension - 1; d >= 0; --d) {
          x[d] = double(vertex % shape[d]) / double(shape[d] - 1);
          vertex /= shape[d];
        }
        values(i) = function(x, int(i % 2));
      }
      Kokkos::deep_copy(c.parameters, values);
      c.set_point(0, {0, 0, 0});
      c.set_point(1, {1, 1, 1});
      c.set_point(2, {1, 0, 1});
      c.set_point(3, {0, 1, 0.5});
      c.forward();
      const auto x = to_host(c.points), features = to_host(c.features);
      for (int p = 0; p < c.n; ++p) {
        std::vector<double> at;
        for (int d = 0; d < dimension; ++d) at.push_back(x(d, 0, p));
        for (int f = 0; f < 2; ++f) CHECK(features(f, 0, p) == doctest::Approx(function(at, f)).epsilon(1e-13));
      }
    }
}

TEST_CASE("points outside take the value at the nearest face, NaN shows") {
  Case c({{4}, 2, 2}, 2, 5);
  c.set_point(0, {1.5, 0.3});
  c.set_point(1, {1, 0.3});
  c.set_point(2, {-2, -1e30});
  c.set_point(3, {0, 0});
  c.forward();
  const auto f = to_host(c.features);
  for (int i = 0; i < 4; ++i) {
    CHECK(f(i, 0, 0) == f(i, 0, 1));
    CHECK(f(i, 0, 2) == f(i, 0, 3));
    CHECK(std::isfinite(f(i, 0, 4)));
  }
  fenv_t traps;
  feholdexcept(&traps);  // a comparison with NaN is an invalid operation
  c.set_point(4, {std::nan(""), 0.5});
  c.forward();
  CHECK(std::isnan(to_host(c.features)(0, 0, 4)));
  feclearexcept(FE_ALL_EXCEPT);
  fesetenv(&traps);
}

TEST_CASE("derivatives are those of the interpolation inside a cell") {
  for (const int dimension : {2, 3}) {
    Case c({{6}, 2, 3}, dimension, 3, 3);
    c.set_point(1, {0.23, 0.71, 0.4});
    CHECK(tests::jet_error(c, 1, 1e-4) < 1e-6);
  }
}

TEST_CASE("backward is the transpose of forward, which is linear in the parameters") {
  for (const int dimension : {2, 3})
    for (const int channels : {1, 3})
      for (const int n : {1, 7, 500})
        for (const auto& options : {GridOptions{{9}, 3, 2}, GridOptions{{1}, 1, 1}, GridOptions{{5}, 2, 5}}) {
          Case c(options, dimension, n, channels, 600);
          tests::check_transpose(c);
        }
}

TEST_CASE("gradients agree with central differences, with all points in one cell too") {
  for (const bool crowded : {false, true}) {
    Case c({{3, 4}, 1, 2}, 2, 60, 1);
    if (crowded)
      for (int p = 0; p < c.n; ++p) c.set_point(p, {0.4 + 1e-4 * p, 0.6});
    c.backward();
    const auto gradient = to_host(c.gradient), values = to_host(c.parameters);
    double size = 0;
    for (std::size_t i = 0; i < gradient.size(); ++i) size = std::max(size, std::fabs(gradient(i)));
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      const auto objective = [&](double shift) {
        const double middle = values(i);
        values(i) += shift;
        Kokkos::deep_copy(c.parameters, values);
        values(i) = middle;
        c.forward();
        return inner_product(c.features, c.adjoint);
      };
      CHECK(std::fabs((objective(1e-3) - objective(-1e-3)) / 2e-3 - gradient(i)) <= 1e-6 * size);
    }
  }
}

TEST_CASE("gradients add up, are the same bits each time, and the same to rounding sorted or scattered") {
  tests::check_repeatable<encoders::Grid>({{20}, 2, 3}, 2, 1);   // both capacities scatter
  tests::check_repeatable<encoders::Grid>({{40}, 1, 2}, 2, 1);   // the smaller one sorts
  tests::check_repeatable<encoders::Grid>({{200}, 2, 3}, 2, 1);  // both sort
}

TEST_CASE("float follows double") { tests::check_float<encoders::Grid>({{30}, 3, 3}, 2, 1, 1e-5); }

TEST_CASE("initial values are uniform in +- init, the same for a seed") {
  Case c({{40}, 1, 3, 0.02}, 2, 1);
  c.encoder.initialise(c.parameters, 5);
  const auto a = to_host(c.parameters);
  double largest = 0, squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::fabs(a(i)));
    squares += a(i) * a(i);
  }
  CHECK(largest <= 0.02);
  CHECK(tests::close(squares / double(a.size()), 0.02 * 0.02 / 3, 0.05));
  Case again({{40}, 1, 3, 0.02}, 2, 1);
  again.encoder.initialise(again.parameters, 5);
  const auto b = to_host(again.parameters);
  for (std::size_t i = 0; i < a.size(); ++i) REQUIRE(a(i) == b(i));
}

TEST_CASE("impossible grids are refused with a reason") {
  CHECK(refused({{8}, 4, 3}) == "");
  CHECK(refused({{8}, 5, 3}) ==
        "levels is 5, but 8 cells can be halved for at most 4 levels (level l has floor(n / 2^l) cells): lower levels or raise resolution");
  CHECK(refused({{7, 3}, 4, 3}) ==
        "levels is 4, but 7 cells can be halved for at most 3 levels (level l has floor(n / 2^l) cells): lower levels or raise resolution");
  CHECK(refused({{8, 8, 8}, 1, 3}) == "resolution has 3 numbers: give one for all axes or one for each of the 2");
  CHECK(refused({{0}, 1, 3}) == "resolution is 0 cells, but must be at least 1");
  CHECK(refused({{8}, 0, 3}) == "levels is 0, but must be at least 1");
  CHECK(refused({{8}, 17, 3}) == "levels is 17, but must be at most 16");
  CHECK(refused({{8}, 1, 0}) == "features is 0, but must be at least 1");
  CHECK(refused({{8}, 1, 3, -1}) == "init is -1.000000, but must be at least 0");
  CHECK(refused({{8}, 1, 3, 0, 1.5}) == "coarse_to_fine is 1.500000, but must be from 0 to 1");
  CHECK(refused({{30000}, 1, 3}) == "level 0 would hold more than 2e9 numbers: lower its resolution or features");
  CHECK(refused({{8}, 1, 3}, 4) == "points have 4 dimensions, but must have 2 or 3");
  CHECK(refused({{8}, 1, 3}, 2, 2) == "jets have 1, 3 or 6 channels, not 2");
  CHECK(refused({{8}, 1, 3}, 2, 6) ==
        "a multilinear grid has no second derivatives: use encoder 'bspline', 'identity' or 'frequency' with losses that need them");
}
