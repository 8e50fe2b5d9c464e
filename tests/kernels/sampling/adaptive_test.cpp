// SPDX-License-Identifier: Apache-2.0
#include "kernels/sampling/adaptive.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <numeric>

#include "tests/kernels/sampling/support.hpp"

using namespace plisse;
using namespace plisse::test;
using sampling::AdaptiveOptions;
using sampling::Lookup;

namespace {

template <class T>
using Adaptive = Sampling<sampling::Adaptive, T>;

AdaptiveOptions options(int points, std::vector<int> cells = {8}) {
  AdaptiveOptions o;
  o.points = points;
  o.cells = std::move(cells);
  o.momentum = 0;
  o.uniform_share = 0;
  o.floor = 0;
  o.lloyd = 0;
  return o;
}

// What the tests take for a loss: high in one corner.
double peak(double u, double v) { return 0.05 + std::exp(-8 * ((u - 0.8) * (u - 0.8) + (v - 0.3) * (v - 0.3))); }

// Shows the sampler the loss at its probes.
template <class T, class Loss>
void observe(Adaptive<T>& sampling, const Loss& loss) {
  const auto probes = sampling.sampler.probes();
  std::vector<double> values;
  for (const auto& [u, v] : to_host(probes, int(probes.extent(1)))) values.push_back(loss(u, v));
  sampling.sampler.observe(Exec(), to_device<T>(values));
}

template <class T>
std::vector<double> density(const Adaptive<T>& sampling) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sampling.sampler.density());
  return std::vector<double>(host.data(), host.data() + host.size());
}

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

}  // namespace

TEST_CASE_TEMPLATE("points follow the density (chi-square), a wrong density is noticed", T, float, double) {
  for (const auto& charts : {square_charts(), disk_charts(), l_charts()})
    for (const auto lookup : {Lookup::exact, Lookup::map}) {
      Adaptive<T> sampling(options(30000, {11, 8}), charts, lookup);
      observe(sampling, peak);
      const auto expected = density(sampling);
      CHECK(sum(expected) == doctest::Approx(1).epsilon(1e-5));
      const auto counts = histogram(sampling.draw(4), 11, 8);
      CHECK(plausible(counts, expected));
      CHECK(!plausible(counts, raster_shares(charts, 11, 8)));
      auto wrong = expected;
      for (std::size_t i = 0; i < wrong.size(); ++i) wrong[i] *= i % 2 ? 1.1 : 0.9;
      for (auto& p : wrong) p /= sum(expected);
      CHECK(!plausible(counts, wrong));
    }
}

TEST_CASE("the density is the loss at the cell centres times the cells' inside areas") {
  const auto charts = disk_charts();
  Adaptive<double> sampling(options(10), charts);
  observe(sampling, peak);
  const auto p = density(sampling);
  auto expected = raster_shares(charts, 8, 8, 48);
  for (int r = 0; r < 8; ++r)
    for (int c = 0; c < 8; ++c) expected[8 * r + c] *= peak((c + 0.5) / 8, (r + 0.5) / 8);
  const double total = sum(expected);
  for (int i = 0; i < 64; ++i)
    if (charts.contains((i % 8 + 0.5) / 8, (i / 8 + 0.5) / 8, 0)) CHECK(p[i] == doctest::Approx(expected[i] / total).epsilon(0.03));
  CHECK(p[0] < 0.2 * expected[9] / total);  // corner cells hold a sliver of the disk, or nothing
}

TEST_CASE_TEMPLATE("probes lie in the charts, at the centre of every full cell", T, float, double) {
  for (const auto& charts : {square_charts(), disk_charts(), l_charts(), strip_charts(), strip_charts(1e-5)}) {
    Adaptive<T> sampling(options(10, {20, 13}), charts);
    const auto probes = sampling.sampler.probes();
    const auto points = to_host(probes, int(probes.extent(1)));
    const auto p = density(sampling);
    CHECK(points.size() == std::size_t(std::count_if(p.begin(), p.end(), [](double x) { return x > 0; })));
    for (const auto& [u, v] : points) CHECK(charts.contains(u, v, tolerance<T>()));
  }
  Adaptive<T> square(options(10, {4, 2}), square_charts());
  CHECK(to_host(square.sampler.probes(), 8)[5] == Uv{0.375, 0.75});
}

TEST_CASE("momentum: p <- gamma p + (1 - gamma) p_hat") {
  auto o = options(10);
  const auto observed = [&](double momentum, int times) {
    o.momentum = momentum;
    Adaptive<double> sampling(o, square_charts());
    for (int k = 0; k < times; ++k) observe(sampling, peak);
    return density(sampling);
  };
  const auto hat = observed(0, 1), once = observed(0.75, 1), twice = observed(0.75, 2), never = observed(1, 3);
  for (int i = 0; i < 64; ++i) {
    CHECK(once[i] == doctest::Approx(0.75 / 64 + 0.25 * hat[i]));
    CHECK(twice[i] == doctest::Approx(0.75 * once[i] + 0.25 * hat[i]));
    CHECK(never[i] == doctest::Approx(1.0 / 64));
  }
}

TEST_CASE_TEMPLATE("losses of any kind give a density", T, float, double) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const double huge = double(std::numeric_limits<T>::max());
  const auto after = [&](auto loss, double floor = 0) {
    auto o = options(2000);
    o.floor = floor;
    Adaptive<T> sampling(o, square_charts());
    observe(sampling, loss);
    for (const auto& [u, v] : sampling.draw(0)) CHECK((u >= 0 && u <= 1 && v >= 0 && v <= 1));
    const auto p = density(sampling);
    CHECK(sum(p) == doctest::Approx(1).epsilon(1e-5));
    return p;
  };
  const auto left = [](double u) { return u < 0.5; };
  SUBCASE("zero, NaN or constant negative everywhere is uniform") {
    for (const double value : {0.0, nan, infinity, -infinity, -3.0, 1e-30, huge, -huge})
      for (const double p : after([&](double, double) { return value; })) CHECK(p == doctest::Approx(1.0 / 64));
  }
  SUBCASE("NaN counts as the smallest, infinity as the largest") {
    const auto p = after([&](double u, double) { return left(u) ? (u < 0.25 ? nan : 1.0) : (u < 0.75 ? infinity : 3.0); });
    CHECK(p[0] == doctest::Approx(p[2]));
    CHECK(p[4] == doctest::Approx(p[6]));
    CHECK(p[6] == doctest::Approx(3 * p[2]));
  }
  SUBCASE("negative losses are shifted") {
    const auto p = after([&](double u, double) { return left(u) ? -5.0 : u < 0.75 ? -4.0 : -2.0; });
    CHECK(p[0] == 0);
    CHECK(p[4] == doctest::Approx(1.0 / 64));
    CHECK(p[7] == doctest::Approx(3.0 / 64));
  }
  SUBCASE("no overflow from one end of the numbers to the other") {
    const auto p = after([&](double u, double) { return left(u) ? -huge : huge; });
    CHECK(p[0] == 0);
    CHECK(p[7] == doctest::Approx(1.0 / 32));
  }
  SUBCASE("the floor keeps a share of the uniform probability") {
    const auto p = after([&](double u, double) { return left(u) ? 0.0 : 1.0; }, 0.2);
    CHECK(p[0] == doctest::Approx(0.2 / 64));
    CHECK(p[7] == doctest::Approx((0.2 + 0.8 * 2) / 64));
  }
}

TEST_CASE_TEMPLATE("uniform_share: the first floor(mu N) points follow the loss, the others are uniform", T, float, double) {
  const auto right_only = [](double u, double) { return u < 0.5 ? 0.0 : 1.0; };
  for (const double share : {0.0, 0.3, 0.5, 1.0}) {
    auto o = options(4000);
    o.uniform_share = share;
    Adaptive<T> sampling(o, square_charts());
    observe(sampling, right_only);
    const int adaptive = sampling.sampler.adaptive_points();
    CHECK(adaptive == int(std::lround((1 - share) * 4000)));
    const auto points = sampling.draw(1);
    CHECK(std::all_of(points.begin(), points.begin() + adaptive, [](const Uv& p) { return p[0] >= 0.5; }));
    const auto left = std::count_if(points.begin() + adaptive, points.end(), [](const Uv& p) { return p[0] < 0.5; });
    CHECK(std::fabs(left - share * 2000) <= 4 * std::sqrt(share * 1000));
  }
}

TEST_CASE_TEMPLATE("importance weights make the mean over the charts unbiased", T, float, double) {
  const auto f = [](double u, double v) { return u * u + std::sin(4 * v) + (u > 0.7 ? 1 : 0); };
  for (const auto& charts : {square_charts(), disk_charts()}) {
    double truth = 0;
    int inside = 0;
    for (int k = 0; k < 500 * 500; ++k)
      if (const double u = (k % 500 + 0.5) / 500, v = (k / 500 + 0.5) / 500; charts.contains(u, v, 0)) truth += f(u, v), ++inside;
    truth /= inside;
    auto o = options(2000, {16});
    o.uniform_share = 0.25;
    const auto error_in_sigmas = [&](bool weighted) {
      o.importance_weights = weighted;
      Adaptive<T> sampling(o, charts);
      observe(sampling, peak);
      double mean = 0, squares = 0;
      const int steps = 30;
      for (int step = 0; step < steps; ++step) {
        const auto points = sampling.draw(step);
        const auto weights = sampling.weights();
        CHECK(sum(weights) == doctest::Approx(1).epsilon(1e-5));
        double estimate = 0;
        for (std::size_t i = 0; i < points.size(); ++i) estimate += weights[i] * f(points[i][0], points[i][1]);
        mean += estimate / steps;
        squares += estimate * estimate / steps;
      }
      return std::fabs(mean - truth) / std::sqrt((squares - mean * mean) / (steps - 1));
    };
    CHECK(error_in_sigmas(true) < 4);
    CHECK(error_in_sigmas(false) > 20);
  }
}

TEST_CASE_TEMPLATE("relaxation weighted by the density keeps it, plain relaxation flattens it", T, float, double) {
  auto o = options(4000);
  o.uniform_share = 0.5;
  const auto crowd = [&](int sweeps, sampling::LloydDensity weight) {
    o.lloyd = sweeps;
    o.lloyd_density = weight;
    Adaptive<T> sampling(o, square_charts());
    observe(sampling, [](double u, double v) { return u > 0.5 && v > 0.5 ? 1.0 : 0.0; });
    const auto points = sampling.draw(0);
    return std::count_if(points.begin(), points.end(), [](const Uv& p) { return p[0] > 0.5 && p[1] > 0.5; }) / 4000.0;
  };
  using enum sampling::LloydDensity;
  CHECK(crowd(0, uniform) == doctest::Approx(0.625).epsilon(0.05));
  CHECK(crowd(10, probability) > crowd(10, uniform));
  CHECK(crowd(10, probability) == doctest::Approx(0.625).epsilon(0.06));
}

TEST_CASE_TEMPLATE("relaxation spreads crowded points too", T, float, double) {
  auto o = options(3000, {32});
  o.uniform_share = 0.5;
  const auto distance = [&](int sweeps) {
    o.lloyd = sweeps;
    Adaptive<T> sampling(o, square_charts());
    observe(sampling, [](double u, double v) { return std::fabs(u - 0.5) < 0.1 && std::fabs(v - 0.5) < 0.1 ? 1.0 : 0.0; });
    auto crowd = sampling.draw(0);
    std::erase_if(crowd, [](const Uv& p) { return std::fabs(p[0] - 0.5) > 0.08 || std::fabs(p[1] - 0.5) > 0.08; });
    Workspace workspace;
    sampling::NeighbourGrid<T> grid(int(crowd.size()), {}, 1, workspace);
    return sampling::minimum_distance(Exec(), grid, to_device<T>(crowd), int(crowd.size()));
  };
  const double before = distance(0);
  CHECK(distance(2) > 5 * before);
}

TEST_CASE_TEMPLATE("the smallest settings work", T, float, double) {
  for (const int points : {1, 2})
    for (const int cells : {1, 2})
      for (const double share : {0.0, 1.0})
        for (const int lloyd_points : {1, 8}) {
          AdaptiveOptions o;
          o.points = points;
          o.cells = {cells};
          o.uniform_share = share;
          o.lloyd_points = lloyd_points;
          Adaptive<T> sampling(o, disk_charts());
          observe(sampling, peak);
          for (const auto& [u, v] : sampling.draw(0)) CHECK(disk_charts().contains(u, v, tolerance<T>()));
          CHECK(sum(sampling.weights()) == doctest::Approx(1));
        }
}

TEST_CASE("a sampler restored from its state draws the same points") {
  AdaptiveOptions o;
  o.points = 500;
  Adaptive<float> first(o, disk_charts()), second(o, disk_charts());
  for (int k = 0; k < 5; ++k) observe(first, peak);
  const auto saved = first.sampler.state(), restored = second.sampler.state();
  REQUIRE(saved.size() == 1);
  REQUIRE(saved[0].first == "density");
  CHECK(second.draw(9) != first.draw(9));
  Kokkos::deep_copy(restored[0].second, saved[0].second);
  CHECK(second.draw(9) == first.draw(9));
  CHECK(density(second) == density(first));
}

TEST_CASE("probes are wanted every update_every steps") {
  AdaptiveOptions o;
  o.points = 1;
  o.update_every = 3;
  const Adaptive<float> sampling(o, square_charts());
  for (int step = 0; step < 9; ++step) CHECK(sampling.sampler.wants_probes(step) == (step % 3 == 0));
}
