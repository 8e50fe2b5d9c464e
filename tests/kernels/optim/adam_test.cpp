// SPDX-License-Identifier: Apache-2.0
#include "kernels/optim/adam.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace plisse;
using namespace plisse::optim;
using doctest::Approx;

namespace {

template <class T>
Array1<T> array(const std::vector<double>& values) {
  Array1<T> out("values", values.size());
  const auto host = Kokkos::create_mirror_view(out);
  for (std::size_t i = 0; i < values.size(); ++i) host(i) = T(values[i]);
  Kokkos::deep_copy(out, host);
  return out;
}

template <class T>
std::vector<double> values(const Array1<T>& array) {
  const auto host = Kokkos::create_mirror_view(array);
  Kokkos::deep_copy(host, array);
  std::vector<double> out(array.extent(0));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = double(host(i));
  return out;
}

template <class T>
Adam<T> adam(const AdamOptions& options, Workspace& workspace, std::size_t parameters, std::int64_t steps = 0) {
  return {options, Context{parameters, steps, &workspace}};
}

}  // namespace

// Two steps by hand for g = 1, then 3, with b1 = 1/2, b2 = 3/4:
//   m = 1/2, v = 1/4; unbiased 1 and 1; step 0.1 * 1
//   m = 7/4, v = 39/16; unbiased (7/4) / (3/4) = 7/3 and (39/16) / (7/16) = 39/7; step 0.1 * (7/3) / sqrt(39/7)
TEST_CASE_TEMPLATE("two steps by hand", T, float, double) {
  Workspace workspace;
  auto optimizer = adam<T>({.learning_rate = 0.1, .beta1 = 0.5, .beta2 = 0.75, .epsilon = 1e-20}, workspace, 1);
  const auto x = array<T>({2});
  optimizer.update(Exec(), 0, x, array<T>({1}));
  CHECK(values(x)[0] == Approx(1.9));
  optimizer.update(Exec(), 1, x, array<T>({3}));
  CHECK(values(x)[0] == Approx(1.9 - 0.1 * (7. / 3) / std::sqrt(39. / 7)));
  CHECK(values(optimizer.state()[0].second)[0] == Approx(1.75));
  CHECK(values(optimizer.state()[1].second)[0] == Approx(39. / 16));
}

TEST_CASE("many parameters and steps equal a plain loop") {
  const int n = 3000, steps = 20;
  Workspace workspace;
  const AdamOptions o{.learning_rate = 0.01, .schedule = Schedule::cosine, .final_fraction = 0.1, .clip = 30};
  auto optimizer = adam<double>(o, workspace, n, steps);
  std::vector<double> x(n), m(n), v(n), g(n);
  for (int i = 0; i < n; ++i) x[i] = std::sin(i);
  const auto device = array<double>(x);
  int clipped = 0;
  for (int step = 0; step < steps; ++step) {
    double squared = 0;
    for (int i = 0; i < n; ++i) {
      g[i] = x[i] * (0.1 * step + 0.3) - 0.2;
      squared += g[i] * g[i];
    }
    const Step done = optimizer.update(Exec(), step, device, array<double>(g));
    const double length = std::sqrt(squared), shorten = length > o.clip ? o.clip / length : 1;
    clipped += length > o.clip;
    const double rate = scheduled(o.schedule, o.learning_rate, o.final_fraction, step, steps);
    CHECK(done.gradient_norm == Approx(length).epsilon(1e-12));
    CHECK(done.learning_rate == rate);
    for (int i = 0; i < n; ++i) {
      m[i] = o.beta1 * m[i] + (1 - o.beta1) * shorten * g[i];
      v[i] = o.beta2 * v[i] + (1 - o.beta2) * shorten * g[i] * shorten * g[i];
      x[i] -= rate * (m[i] / (1 - std::pow(o.beta1, step + 1))) / (std::sqrt(v[i] / (1 - std::pow(o.beta2, step + 1))) + o.epsilon);
    }
  }
  CHECK(clipped > 3);
  CHECK(clipped < steps - 3);
  const auto found = values(device);
  double worst = 0;
  for (int i = 0; i < n; ++i) worst = std::max(worst, std::abs(found[i] - x[i]));
  CHECK(worst < 1e-12);
}

TEST_CASE("a long gradient is shortened to the limit") {
  Workspace workspace;
  auto free = adam<double>({}, workspace, 2), clipped = adam<double>({.clip = 1}, workspace, 2);
  const auto x = array<double>({0, 0});
  CHECK(clipped.update(Exec(), 0, x, array<double>({30, 40})).gradient_norm == Approx(50));
  free.update(Exec(), 0, x, array<double>({0.6, 0.8}));
  for (const int moment : {0, 1})
    for (const int i : {0, 1}) CHECK(values(clipped.state()[moment].second)[i] == Approx(values(free.state()[moment].second)[i]));
}

TEST_CASE("a gradient that is not finite changes nothing") {
  Workspace workspace;
  auto optimizer = adam<float>({.clip = 1}, workspace, 3);
  const auto x = array<float>({1, 2, 3});
  optimizer.update(Exec(), 0, x, array<float>({1, 1, 1}));
  const auto before = values(x), mean = values(optimizer.state()[0].second), square = values(optimizer.state()[1].second);
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Array1<float> gradient("gradient", 3);
    const auto host = Kokkos::create_mirror_view(gradient);
    host(1) = float(bad);
    Kokkos::deep_copy(gradient, host);
    CHECK_FALSE(std::isfinite(optimizer.update(Exec(), 1, x, gradient).gradient_norm));
    CHECK(values(x) == before);
    CHECK(values(optimizer.state()[0].second) == mean);
    CHECK(values(optimizer.state()[1].second) == square);
  }
}

TEST_CASE("schedules start at the rate and end at its final fraction") {
  const double rate = 0.02, fraction = 0.05;
  const int steps = 101;
  for (const auto schedule : {Schedule::exponential, Schedule::cosine}) {
    CHECK(scheduled(schedule, rate, fraction, 0, steps) == Approx(rate));
    CHECK(scheduled(schedule, rate, fraction, steps - 1, steps) == Approx(rate * fraction));
    CHECK(scheduled(schedule, rate, fraction, 10 * steps, steps) == Approx(rate * fraction));
    for (int step = 1; step < steps; ++step)
      CHECK(scheduled(schedule, rate, fraction, step, steps) < scheduled(schedule, rate, fraction, step - 1, steps));
    CHECK(scheduled(schedule, rate, fraction, 0, 1) == rate);
    CHECK(scheduled(schedule, rate, fraction, 5, 0) == rate);
  }
  CHECK(scheduled(Schedule::exponential, rate, fraction, 50, steps) == Approx(rate * std::sqrt(fraction)));
  CHECK(scheduled(Schedule::cosine, rate, fraction, 50, steps) == Approx(rate * (1 + fraction) / 2));
  CHECK(scheduled(Schedule::constant, rate, fraction, 77, steps) == rate);
}

TEST_CASE("impossible options are refused") {
  Workspace workspace;
  CHECK_THROWS_AS(adam<float>({.learning_rate = 0}, workspace, 1), std::invalid_argument);
  CHECK_THROWS_AS(adam<float>({.beta2 = 1}, workspace, 1), std::invalid_argument);
  CHECK_THROWS_AS(adam<float>({.epsilon = 0}, workspace, 1), std::invalid_argument);
  CHECK_THROWS_AS(adam<float>({.final_fraction = 0}, workspace, 1), std::invalid_argument);
  CHECK_THROWS_AS(adam<float>({.clip = -1}, workspace, 1), std::invalid_argument);
}
