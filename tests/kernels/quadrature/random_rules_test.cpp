// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "kernels/core/allocations.hpp"
#include "kernels/quadrature/low_discrepancy.hpp"
#include "kernels/quadrature/monte_carlo.hpp"
#include "kernels/quadrature/stratified.hpp"
#include "tests/kernels/quadrature/support.hpp"

using namespace plisse;
using namespace plisse::quadrature;
using test::draw;

namespace {

template <template <class> class R, class Number>
struct Case {
  using T = Number;
  static test::Drawn drawn(int points, std::uint64_t step, std::uint64_t seed = 7) {
    typename R<T>::Options options;
    options.points = points;
    return draw<R, T>(options, step, seed);
  }
};

// Root mean square error over steps for exp(u) cos(v).
template <template <class> class R>
double error(int points) {
  const double exact = (std::exp(1.0) - 1) * std::sin(1.0);
  const int steps = 60;
  double squares = 0;
  for (int step = 0; step < steps; ++step)
    squares +=
        std::pow(Case<R, double>::drawn(points, step).integral([](double u, double v) { return std::exp(u) * std::cos(v); }) - exact, 2);
  return std::sqrt(squares / steps);
}

}  // namespace

#define PLISSE_EVERY_RANDOM_RULE                                                                                                     \
  Case<MonteCarlo, float>, Case<MonteCarlo, double>, Case<Stratified, float>, Case<Stratified, double>, Case<LowDiscrepancy, float>, \
      Case<LowDiscrepancy, double>

TEST_CASE_TEMPLATE("points lie in the unit square and weights sum to 1", C, PLISSE_EVERY_RANDOM_RULE) {
  for (const int n : {1, 2, 7, 1000}) {
    const auto drawn = C::drawn(n, 3);
    CHECK(drawn.at.size() == std::size_t(n));
    CHECK(drawn.integral([](double, double) { return 1; }) == doctest::Approx(1).epsilon(sizeof(typename C::T) == 4 ? 1e-6 : 1e-13));
    for (const auto& at : drawn.at)
      for (const double x : at) CHECK((x >= 0 && x <= 1));
  }
}

TEST_CASE_TEMPLATE("same seed and step: same bits; another step or seed: other points", C, PLISSE_EVERY_RANDOM_RULE) {
  const auto drawn = C::drawn(500, 5, 11);
  CHECK(drawn == C::drawn(500, 5, 11));
  CHECK(!(drawn == C::drawn(500, 6, 11)));
  CHECK(!(drawn == C::drawn(500, 5, 12)));
  CHECK(!(drawn == C::drawn(500, 5 + (std::uint64_t(1) << 32), 11)));
}

TEST_CASE_TEMPLATE("every single point is uniform over the steps", C, PLISSE_EVERY_RANDOM_RULE) {
  const int steps = 2000;
  for (const int index : {0, 1, 6}) {
    double mean[2] = {}, square[2] = {};
    const int n = index + 1;  // of stratified points, the last one: in a cell that does not move
    for (int step = 0; step < steps; ++step) {
      const auto all = C::drawn(n, step).at;
      for (int c = 0; c < 2; ++c) {
        double sum = 0;
        for (const auto& at : all) sum += at[c] / n;
        mean[c] += sum / steps;
        square[c] += std::pow(all[step % n][c], 2) / steps;
      }
    }
    for (int c = 0; c < 2; ++c) {
      CHECK(mean[c] == doctest::Approx(0.5).epsilon(5 * 0.58 / std::sqrt(steps * n)));
      CHECK(square[c] == doctest::Approx(1.0 / 3).epsilon(5 * 0.9 / std::sqrt(steps)));
    }
  }
}

TEST_CASE("strata: one point in each cell, cells of equal area that fill the square, for any number and aspect") {
  for (const int n : {1, 2, 3, 13, 100, 997, 1000})
    for (const double aspect : {0.05, 0.7, 1.0, 6.0}) {
      CAPTURE(n);
      CAPTURE(aspect);
      const auto drawn = draw<Stratified, double>({n}, 4, 7, aspect);
      const int rows = std::clamp(int(std::round(std::sqrt(n / aspect))), 1, n);
      std::set<std::pair<std::int64_t, std::int64_t>> cells;
      for (int i = 0; i < n; ++i) {
        const StratifiedCell cell(i, n, rows);
        cells.insert({cell.row, cell.column});
        CHECK((cell.row >= 0 && cell.row < rows && cell.column >= 0 && cell.column < cell.columns));
        CHECK(drawn.at[i][0] * double(cell.columns) == doctest::Approx(cell.column + 0.5).epsilon(0.5 / (cell.column + 0.5) + 1e-12));
        CHECK((drawn.at[i][1] * n >= double(cell.before) - 1e-9 && drawn.at[i][1] * n <= double(cell.before + cell.columns) + 1e-9));
      }
      CHECK(cells.size() == std::size_t(n));
    }
}

TEST_CASE("strata are about square on the surface") {
  for (const double aspect : {0.1, 1.0, 9.0}) {
    const StratifiedCell cell(0, 3600, int(std::round(std::sqrt(3600 / aspect))));
    const double width = aspect / double(cell.columns), height = double(cell.columns) / 3600;
    CHECK(width / height == doctest::Approx(1).epsilon(0.1));
  }
}

TEST_CASE_TEMPLATE("low discrepancy: 2^m points have one in each elementary interval of area 2^-m", T, float, double) {
  const int m = 8, n = 1 << m;
  for (const std::uint64_t step : {0, 1, 2}) {
    const auto drawn = Case<LowDiscrepancy, T>::drawn(n, step);
    for (int a = 0; a <= m; ++a) {
      std::set<std::pair<int, int>> intervals;
      for (const auto& [u, v] : drawn.at) intervals.insert({int(u * (1 << a)), int(v * (1 << (m - a)))});
      CHECK(intervals.size() == std::size_t(n));
    }
  }
}

TEST_CASE("errors fall as N^-1/2, N^-1 and N^-3/2") {
  CHECK(error<MonteCarlo>(1024) / error<MonteCarlo>(64) == doctest::Approx(1.0 / 4).epsilon(0.4));
  CHECK(error<Stratified>(1024) / error<Stratified>(64) == doctest::Approx(1.0 / 16).epsilon(0.4));
  CHECK(error<LowDiscrepancy>(1024) / error<LowDiscrepancy>(64) == doctest::Approx(1.0 / 64).epsilon(0.4));
  for (const int n : {1000, 1024}) {
    CAPTURE(n);
    const double random = error<MonteCarlo>(n), stratified = error<Stratified>(n), even = error<LowDiscrepancy>(n);
    CHECK(stratified < random / 10);
    CHECK(even < random / 30);
    MESSAGE(n << " points: error " << random << " (independent), " << stratified << " (stratified), " << even << " (low discrepancy)");
  }
}

TEST_CASE_TEMPLATE("weights are scaled to an area", T, float, double) {
  Workspace workspace;
  const int n = 3000;
  const Stratified<T> rule({n}, {1, random::Stream::quadrature, 1, &workspace});
  const Array1<T> weight("weight", n);
  const auto host = Kokkos::create_mirror_view(weight);
  for (int i = 0; i < n; ++i) host(i) = T(1 + i % 7);
  Kokkos::deep_copy(weight, host);
  rule.normalise(Exec(), weight, n - 1, 12.5);
  Kokkos::deep_copy(host, weight);
  double sum = 0;
  for (int i = 0; i < n - 1; ++i) sum += double(host(i));
  CHECK(sum == doctest::Approx(12.5).epsilon(sizeof(T) == 4 ? 1e-6 : 1e-13));
  CHECK(host(1) == doctest::Approx(2 * double(host(0))));
  CHECK(double(host(n - 1)) == 1 + (n - 1) % 7);
  CHECK_THROWS_AS(rule.normalise(Exec(), weight, n + 1, 1), std::invalid_argument);
  Kokkos::deep_copy(weight, T(0));
  CHECK_THROWS_AS(rule.normalise(Exec(), weight, n, 1), std::invalid_argument);
}

TEST_CASE("a step allocates nothing") {
  Workspace workspace;
  const LowDiscrepancy<double> rule({500}, {1, random::Stream::quadrature, 1, &workspace});
  const Array2<double> chart("chart", 2, 500);
  const Array1<double> weight("weight", 500);
  workspace.seal();
  const AllocationCount allocations;
  rule.draw(Exec(), 1, chart, weight);
  rule.normalise(Exec(), weight, 500, 2);
  CHECK(allocations.value() == 0);
}

TEST_CASE("impossible rules are refused") {
  CHECK_THROWS_AS((draw<MonteCarlo, double>({0}, 0)), std::invalid_argument);
  CHECK_THROWS_AS((draw<Stratified, double>({-1}, 0)), std::invalid_argument);
  CHECK_THROWS_AS((draw<LowDiscrepancy, double>({0}, 0)), std::invalid_argument);
  CHECK_THROWS_AS((draw<Stratified, double>({10}, 0, 1, 0)), std::invalid_argument);
}
