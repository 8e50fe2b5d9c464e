// SPDX-License-Identifier: Apache-2.0
#include "kernels/optim/lbfgs.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/kernels/optim/arrays.hpp"

using namespace plisse;
using namespace plisse::optim;
using namespace plisse::tests;
using doctest::Approx;
using Vector = std::vector<double>;

namespace {

// sum_i 100 (x_(i+1) - x_i^2)^2 + (1 - x_i)^2, minimum 0 at (1, ..., 1).
double rosenbrock(const Vector& x, Vector& g) {
  double value = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    const double a = x[i + 1] - x[i] * x[i], b = 1 - x[i];
    value += 100 * a * a + b * b;
    g[i] += -400 * a * x[i] - 2 * b;
    g[i + 1] += 200 * a;
  }
  return value;
}

// 1/2 sum_i e_i (x_i - 1 / (1 + i))^2 with e from 1 to `condition`.
struct Ellipsoid {
  double condition;
  static double minimum(std::size_t i) { return 1. / (1. + double(i)); }
  double operator()(const Vector& x, Vector& g) const {
    double value = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double e = std::pow(condition, double(i) / double(x.size() - 1)), d = x[i] - minimum(i);
      value += e * d * d / 2;
      g[i] = e * d;
    }
    return value;
  }
};

double inner(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

Vector hard_start(int n) {
  Vector x(n, 1);
  for (int i = 0; i < n; i += 2) x[i] = -1.2;
  return x;
}

template <class T>
LbfgsReport minimise(Lbfgs<T>& lbfgs, HostFunction<T>& f, const Array1<T>& x, int limit) {
  LbfgsReport report{};
  for (int i = 0; i < limit && report.stop.empty(); ++i) report = lbfgs.iterate(Exec(), f, x);
  return report;
}

}  // namespace

TEST_CASE("every step on Rosenbrock's function fulfils the strong Wolfe conditions, down to the minimum") {
  for (const int n : {2, 10}) {
    for (const double c2 : {0.9, 0.3}) {
      CAPTURE(n);
      CAPTURE(c2);
      Workspace workspace;
      const LbfgsOptions o{.history = 5, .gradient_tolerance = 1e-12, .function_tolerance = 0, .curvature = c2};
      Lbfgs<double> lbfgs(o, n, workspace);
      HostFunction<double> f(rosenbrock);
      const auto x = array<double>(hard_start(n));
      LbfgsReport report{};
      int iterations = 0;
      for (; report.stop.empty() && iterations < 300; ++iterations) {
        const auto x0 = values(x);
        Vector g0(n), g1(n);
        const double f0 = rosenbrock(x0, g0);
        report = lbfgs.iterate(Exec(), f, x);
        Vector s = values(x);
        CHECK(report.value == rosenbrock(s, g1));
        CHECK(report.gradient_norm == Approx(std::sqrt(inner(g1, g1))));
        for (int i = 0; i < n; ++i) s[i] -= x0[i];
        CHECK(report.value <= f0 + o.sufficient_decrease * inner(g0, s));
        CHECK(std::abs(inner(g1, s)) <= c2 * std::abs(inner(g0, s)) * (1 + 1e-9));
        CHECK_FALSE(report.restarted);
      }
      CHECK(report.stop.starts_with("converged: gradient norm"));
      CHECK(iterations < 120);
      for (const double xi : values(x)) CHECK(xi == Approx(1).epsilon(1e-9));
    }
  }
}

TEST_CASE("an ill-conditioned quadratic of 1000 unknowns ends at its exact minimum") {
  const int n = 1000;
  Workspace workspace;
  Lbfgs<double> lbfgs({.gradient_tolerance = 1e-10, .function_tolerance = 0}, n, workspace);
  workspace.seal();
  HostFunction<double> f(Ellipsoid{1e3});
  const auto x = array<double>(Vector(n, 0));
  const auto report = minimise(lbfgs, f, x, 1000);
  CHECK(report.stop.starts_with("converged: gradient norm"));
  CHECK(lbfgs.counters().iterations < 600);
  CHECK(f.evaluations < 1.2 * lbfgs.counters().iterations);  // unit steps fit almost always
  double worst = 0;
  const auto found = values(x);
  for (int i = 0; i < n; ++i) worst = std::max(worst, std::abs(found[i] - Ellipsoid::minimum(i)));
  CHECK(worst < 1e-5);
}

TEST_CASE("single precision goes as far as it carries") {
  const int n = 50;
  Workspace workspace;
  Lbfgs<float> lbfgs({}, n, workspace);
  HostFunction<float> f(Ellipsoid{100});
  const auto x = array<float>(Vector(n, 3));
  const auto report = minimise(lbfgs, f, x, 500);
  CHECK_FALSE(report.stop.empty());
  const auto found = values(x);
  for (int i = 0; i < n; ++i) CHECK(found[i] == Approx(Ellipsoid::minimum(i)).epsilon(1e-5));
}

TEST_CASE_TEMPLATE("a run goes on to the same bits from its saved state", T, float, double) {
  const int n = 12, first = 9, more = 12;
  Workspace workspace;
  const LbfgsOptions o{.history = 4, .gradient_tolerance = 0, .function_tolerance = 0};
  Lbfgs<T> whole(o, n, workspace), resumed(o, n, workspace);
  HostFunction<T> f(rosenbrock);
  const auto x = array<T>(hard_start(n));
  minimise(whole, f, x, first);
  const auto y = array<T>(values(x));
  for (std::size_t k = 0; k < whole.state().size(); ++k) Kokkos::deep_copy(resumed.state()[k].second, whole.state()[k].second);
  resumed.restore(whole.counters());
  CHECK(whole.counters().pairs == 4);
  for (int i = 0; i < more; ++i) {
    const auto a = whole.iterate(Exec(), f, x), b = resumed.iterate(Exec(), f, y);
    CHECK(a.value == b.value);
    CHECK(a.step == b.step);
    CHECK(a.evaluations == b.evaluations);
    CHECK(values(x) == values(y));
  }
}

TEST_CASE("a state with another history is refused") {
  Workspace workspace;
  Lbfgs<float> short_memory({.history = 3}, 2, workspace), long_memory({.history = 7}, 2, workspace);
  CHECK_THROWS_WITH_AS(long_memory.restore(short_memory.counters()),
                       "the saved state remembers 3 pairs, history is 7: set history back to go on", std::invalid_argument);
}

TEST_CASE("reasons of stopping") {
  Workspace workspace;
  SUBCASE("the gradient is zero at the start") {
    Lbfgs<double> lbfgs({}, 3, workspace);
    HostFunction<double> f(rosenbrock);
    const auto x = array<double>({1, 1, 1});
    const auto report = lbfgs.iterate(Exec(), f, x);
    CHECK(report.stop == "converged: gradient norm 0 not above 1e-08 times that at the start");
    CHECK(report.evaluations == 1);
    CHECK(values(x) == Vector{1, 1, 1});
  }
  SUBCASE("the function does not change any more") {
    Lbfgs<double> lbfgs({.gradient_tolerance = 0, .function_tolerance = 1e-3}, 2, workspace);
    HostFunction<double> f([](const Vector& v, Vector& g) {
      const double value = rosenbrock(v, g);
      return value + 100;
    });
    const auto x = array<double>({-1.2, 1});
    const auto report = minimise(lbfgs, f, x, 100);
    CHECK(report.stop.starts_with("converged: relative change of the function"));
    CHECK(report.value < 105);
    CHECK(lbfgs.counters().iterations < 30);
  }
  SUBCASE("the function is not finite at the start") {
    Lbfgs<double> lbfgs({}, 1, workspace);
    HostFunction<double> f([](const Vector&, Vector&) { return std::numeric_limits<double>::infinity(); });
    const auto x = array<double>({5});
    CHECK(lbfgs.iterate(Exec(), f, x).stop == "the function is not finite at the start");
    CHECK(values(x) == Vector{5});
  }
  SUBCASE("a line search fails twice: the memory is dropped, then the run ends at the best point") {
    Lbfgs<double> lbfgs({.gradient_tolerance = 0, .function_tolerance = 0}, 4, workspace);
    HostFunction<double> f(rosenbrock);
    const auto x = array<double>(hard_start(4));
    minimise(lbfgs, f, x, 6);
    const auto before = values(x);
    const double value = lbfgs.counters().value;
    HostFunction<double> rising([&](const Vector& v, Vector& g) {
      double up = value;
      for (int i = 0; i < 4; ++i) up += std::abs(v[i] - before[i]), g[i] = 1;
      return up;
    });
    const auto report = lbfgs.iterate(Exec(), rising, x);
    CHECK(report.restarted);
    CHECK(report.step == 0);
    CHECK(report.evaluations == 50);
    CHECK(report.stop == "line search failed: no decrease along steepest descent in 25 evaluations");
    CHECK(values(x) == before);
    CHECK(report.value == value);
    CHECK(lbfgs.iterate(Exec(), f, x).value < value);  // the right function still descends from there
  }
}

TEST_CASE("a memory that misleads is dropped, and steepest descent goes on") {
  Workspace workspace;
  Lbfgs<double> lbfgs({.max_evaluations = 8}, 2, workspace);
  HostFunction<double> f(Ellipsoid{10});
  const auto x = array<double>({50, 50});
  minimise(lbfgs, f, x, 2);
  LbfgsCounters spoilt = lbfgs.counters();
  for (auto& rho : spoilt.rho) rho = -rho;  // no positive definite matrix any more: no descent
  lbfgs.restore(spoilt);
  const double before = spoilt.value;
  const auto report = lbfgs.iterate(Exec(), f, x);
  CHECK(report.restarted);
  CHECK(report.stop.empty());
  CHECK(report.value < before);
  CHECK(lbfgs.counters().pairs == 1);
}

TEST_CASE("steps out of the function's domain are taken back") {
  Workspace workspace;
  Lbfgs<double> lbfgs({.function_tolerance = 0, .first_step = 10}, 1, workspace);
  HostFunction<double> f([](const Vector& v, Vector& g) {  // minimum at 1/2
    if (!(v[0] > 0)) return std::numeric_limits<double>::infinity();
    g[0] = 2 - 1 / v[0];
    return 2 * v[0] - std::log(v[0]);
  });
  const auto x = array<double>({3});
  CHECK(minimise(lbfgs, f, x, 50).stop.starts_with("converged: gradient norm"));
  CHECK(values(x)[0] == Approx(0.5));
}

TEST_CASE("impossible options are refused") {
  Workspace workspace;
  const auto refused = [&](const LbfgsOptions& o, std::size_t n = 1) {
    CHECK_THROWS_AS(Lbfgs<float>(o, n, workspace), std::invalid_argument);
  };
  refused({}, 0);
  refused({.history = 0});
  refused({.gradient_tolerance = -1});
  refused({.function_tolerance = -1});
  refused({.sufficient_decrease = 0.5, .curvature = 0.4});
  refused({.curvature = 1});
  refused({.max_evaluations = 0});
  refused({.first_step = 0});
}
