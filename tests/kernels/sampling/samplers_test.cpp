// SPDX-License-Identifier: Apache-2.0
// What holds for every sampler: the mask, the weights, the density, reproducibility.
#include <doctest/doctest.h>

#include <numeric>
#include <stdexcept>

#include "kernels/sampling/adaptive.hpp"
#include "kernels/sampling/stratified.hpp"
#include "kernels/sampling/uniform.hpp"
#include "tests/kernels/sampling/support.hpp"

using namespace plisse;
using namespace plisse::test;
using sampling::Lookup;

namespace {

template <template <class> class S, class Number>
struct Case {
  using T = Number;
  static auto on(const Charts& charts, int points, Lookup lookup = Lookup::exact, std::uint64_t seed = 7) {
    typename S<T>::Options options;
    options.points = points;
    return Sampling<S, T>(options, charts, lookup, seed);
  }
};

std::vector<Charts> all_charts() {
  // The last two: a band far thinner than any cell, and two charts that do not touch.
  return {square_charts(), disk_charts(),      l_charts(),
          strip_charts(),  strip_charts(1e-5), Charts().rectangle({0, 0}, {0.2, 0.3}).rectangle({0.7, 0.6}, {1, 1})};
}

}  // namespace

#define PLISSE_EVERY_SAMPLER                                                                                                              \
  Case<sampling::Uniform, float>, Case<sampling::Uniform, double>, Case<sampling::Stratified, float>, Case<sampling::Stratified, double>, \
      Case<sampling::Adaptive, float>, Case<sampling::Adaptive, double>

TEST_CASE_TEMPLATE("every sample lies in the charts", C, PLISSE_EVERY_SAMPLER) {
  for (const auto& charts : all_charts()) {
    auto sampling = C::on(charts, 500);
    for (const int step : {0, 1, 2}) {
      int outside = 0;
      for (const auto& [u, v] : sampling.draw(step)) outside += !charts.contains(u, v, tolerance<typename C::T>());
      CHECK(outside == 0);
    }
  }
}

TEST_CASE_TEMPLATE("with a map, every sample lies in the mask as the surface sees it", C, PLISSE_EVERY_SAMPLER) {
  for (const auto& charts : {disk_charts(), l_charts()}) {
    const sampling::RestSurface<typename C::T> surface(rest_surface(charts, Lookup::map));
    auto sampling = C::on(charts, 2000, Lookup::map);
    sampling.draw(0);
    const auto uv = sampling.samples.uv;
    int outside = 0;
    Kokkos::parallel_reduce(
        "outside", Range(0, 2000), KOKKOS_LAMBDA(int i, int& sum) { sum += !surface.contains(uv(0, i), uv(1, i)); }, outside);
    CHECK(outside == 0);
  }
}

TEST_CASE_TEMPLATE("weights sum to 1, so that area weights sum to the area", C, PLISSE_EVERY_SAMPLER) {
  for (const auto& charts : all_charts())
    for (const int n : {1, 2, 777, 5000}) {
      auto sampling = C::on(charts, n);
      sampling.draw(3);
      const auto weights = sampling.weights();
      const auto data = rest_surface(charts);
      double area = 0;
      for (const double weight : weights) area += weight * data.area;
      CHECK(area == doctest::Approx(data.area).epsilon(sizeof(typename C::T) == 4 ? 2e-6 : 1e-12));
      CHECK(data.area == doctest::Approx(charts.area()).epsilon(1e-9));
    }
}

TEST_CASE_TEMPLATE("same seed and step: same bits; another step or seed: other points", C, PLISSE_EVERY_SAMPLER) {
  auto first = C::on(disk_charts(), 1000), second = C::on(disk_charts(), 1000), other = C::on(disk_charts(), 1000, Lookup::exact, 8);
  const auto points = first.draw(5);
  CHECK(second.draw(5) == points);
  CHECK(first.draw(6) != points);
  CHECK(first.draw(5) == points);
  CHECK(other.draw(5) != points);
}

using Independent = std::tuple<Case<sampling::Uniform, float>, Case<sampling::Uniform, double>, Case<sampling::Stratified, float>>;

TEST_CASE_TEMPLATE_DEFINE("points are uniform in the charts (chi-square)", C, uniform_density) {
  const int columns = 9, rows = 7;
  for (const auto& charts : {square_charts(1), disk_charts(), l_charts()})
    for (const auto lookup : {Lookup::exact, Lookup::map}) {
      auto sampling = C::on(charts, 20000, lookup);
      const auto counts = histogram(sampling.draw(1), columns, rows);
      auto shares = raster_shares(charts, columns, rows, 20);
      CHECK(plausible(counts, shares));
      // The test must be able to fail: a tenth too much in one half of the charts.
      double sum = 0;
      for (std::size_t i = 0; i < shares.size(); ++i) sum += shares[i] *= i < shares.size() / 2 ? 1.2 : 1;
      for (auto& share : shares) share /= sum;
      CHECK(!plausible(counts, shares));
    }
}
TEST_CASE_TEMPLATE_APPLY(uniform_density, Independent);

TEST_CASE("strata are even: one point in each, and means with far less variance than independent points") {
  const auto spread = [](auto sampling) {
    double sum = 0, squares = 0;
    const int steps = 40;
    for (int step = 0; step < steps; ++step) {
      double mean = 0;
      for (const auto& [u, v] : sampling.draw(step)) mean += std::sin(3 * u) * std::cos(2 * v) / 1024;
      sum += mean;
      squares += mean * mean;
    }
    return squares / steps - sum * sum / steps / steps;
  };
  const double uniform = spread(Case<sampling::Uniform, double>::on(square_charts(), 1024));
  const double stratified = spread(Case<sampling::Stratified, double>::on(square_charts(), 1024));
  CHECK(stratified < uniform / 50);
  auto square = Case<sampling::Stratified, double>::on(square_charts(), 1024);
  for (const double count : histogram(square.draw(0), 32, 32)) CHECK(count == 1);
}

TEST_CASE("impossible options are refused") {
  Workspace workspace;
  const sampling::RestSurface<float> surface(rest_surface(square_charts()));
  const sampling::Context<float> context{surface, 0, &workspace};
  CHECK_THROWS_AS(sampling::Uniform<float>({.points = 0}, context), std::invalid_argument);
  CHECK_THROWS_AS(sampling::Stratified<float>({.points = -1}, context), std::invalid_argument);
  const auto refused = [&](auto change) {
    sampling::AdaptiveOptions options;
    change(options);
    CHECK_THROWS_AS(sampling::Adaptive<float>(options, context), std::invalid_argument);
  };
  refused([](auto& o) { o.points = 0; });
  refused([](auto& o) { o.cells = {}; });
  refused([](auto& o) { o.cells = {8, 8, 8}; });
  refused([](auto& o) { o.cells = {0}; });
  refused([](auto& o) { o.uniform_share = 1.5; });
  refused([](auto& o) { o.momentum = -0.1; });
  refused([](auto& o) { o.update_every = 0; });
  refused([](auto& o) { o.importance_weights = true, o.uniform_share = 0, o.floor = 0; });
}
