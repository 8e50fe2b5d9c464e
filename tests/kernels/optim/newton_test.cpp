// SPDX-License-Identifier: Apache-2.0
#include "kernels/optim/newton.hpp"

#include <doctest/doctest.h>
#include <fenv.h>

#include <limits>
#include <stdexcept>

#include "tests/kernels/linalg/matrices.hpp"
#include "tests/kernels/optim/problems.hpp"

using namespace plisse;
using namespace plisse::optim;
using namespace plisse::tests;
using doctest::Approx;

namespace {

struct Run {
  NewtonState state;
  NewtonReport last{};
  std::vector<NewtonReport> reports;
};

Run minimise(NewtonProblem& problem, const NewtonOptions& options, std::vector<double> start) {
  Newton newton(options, problem.unknowns());
  Run run{newton.begin(problem, std::move(start)), {}, {}};
  while (run.last.stop.empty() && run.reports.size() < 2000) {
    run.last = newton.iterate(problem, run.state);
    run.reports.push_back(run.last);
  }
  return run;
}

// One unknown, energy f(c, load) with the derivatives one claims.
class Claimed : public PlainProblem {
 public:
  using F = std::function<double(double)>;
  Claimed(F value, F slope, F curvature) : value_(std::move(value)), slope_(std::move(slope)), curvature_(std::move(curvature)) {}
  int unknowns() const override { return 1; }

 protected:
  double energy(const std::vector<double>& c, double, std::vector<double>& gradient, const Add& hessian) override {
    gradient[0] += slope_(c[0]);
    hessian(0, 0, curvature_(c[0]));
    return value_(c[0]);
  }

 private:
  F value_, slope_, curvature_;
};

}  // namespace

TEST_CASE("a quadratic energy takes one solve, whatever the load steps") {
  const int n = 150;
  const auto a = positive_definite(n);
  const auto exact = noise(n, 7);
  Quadratic problem(a, multiply(a, exact));
  const auto run = minimise(problem, {.load_steps = 5}, noise(n, 9));
  CHECK(run.reports.size() == 1);
  CHECK(problem.linearisations == 1);
  CHECK(run.last.stop == "one solve of a quadratic energy");
  CHECK(run.last.load == 1);
  CHECK(run.last.step == 1);
  CHECK_FALSE(run.last.failed);
  CHECK(largest_difference(run.state.c, exact) < 1e-13);
  CHECK(problem.accepted == run.state.c);
  double energy = 0;
  const auto b = multiply(a, exact);
  for (int i = 0; i < n; ++i) energy -= exact[i] * b[i] / 2;
  CHECK(run.last.energy == Approx(energy));
}

TEST_CASE("a quadratic energy without a minimum says so") {
  // x^2 / 2 - y^2 / 2 falls for ever.
  Quadratic saddle({1, 0, 0, -1}, {1, 1});
  const auto run = minimise(saddle, {.max_iterations = 8}, {0, 0});
  CHECK(run.last.failed);
  CHECK(run.last.stop.find("not positive definite") != std::string::npos);
}

TEST_CASE("a heavy cantilever droops as far as the elastica") {
  // Tips of an inextensible elastica under its own weight.
  struct Tip {
    double gamma, x, drop;
  };
  for (const auto& tip : {Tip{1, 0.991246, 0.123471}, Tip{10, 0.656354, 0.700200}, Tip{100, 0.159223, 0.937524}}) {
    for (const int load_steps : {1, 10}) {
      CAPTURE(tip.gamma);
      CAPTURE(load_steps);
      HeavyCantilever problem(100, tip.gamma, 1e8);
      const auto run = minimise(problem, {.load_steps = load_steps}, problem.straight());
      CHECK_FALSE(run.last.failed);
      CHECK(run.last.stop.starts_with("converged"));
      CHECK(run.last.load == 1);
      CHECK(problem.tip_x(run.state.c) == Approx(tip.x).epsilon(0.02));
      CHECK(problem.tip_drop(run.state.c) == Approx(tip.drop).epsilon(0.02));
      CHECK(run.reports.size() <= std::size_t(load_steps == 1 ? 12 : 6 * load_steps));
    }
  }
}

TEST_CASE("a load step that fails is halved until it succeeds, and the increments grow again") {
  HeavyCantilever problem(40, 10, 1e6);
  const auto expected = minimise(problem, {}, problem.straight());
  REQUIRE_FALSE(expected.last.failed);
  const auto run = minimise(problem, {.max_iterations = 5}, problem.straight());
  int halved = 0;
  double solved = 0;
  for (const auto& report : run.reports) {
    if (report.load_step.starts_with("iteration limit 5")) {
      ++halved;
      CHECK(report.load_step.find("tried again with load") != std::string::npos);
      CHECK(report.stop.empty());
    } else if (!report.load_step.empty()) {
      CHECK(report.load > solved);
      solved = report.load;
    }
  }
  CHECK(halved > 0);
  CHECK(solved == 1);
  CHECK_FALSE(run.last.failed);
  CHECK(largest_difference(run.state.c, expected.state.c) < 1e-5);
}

TEST_CASE("an indefinite start is left behind: double wells end in a minimum") {
  const int n = 20;
  DoubleWells problem(n);
  auto start = noise(n, 1);
  for (auto& x : start) x *= 0.1;
  const auto run = minimise(problem, {}, start);
  CHECK(run.reports.front().shift > 0.01);
  CHECK(run.reports.front().factorisations > 1);
  CHECK(run.last.shift <= 1e-13);
  CHECK_FALSE(run.last.failed);
  CHECK(run.last.stop.starts_with("converged: the predicted decrease"));
  for (std::size_t k = 1; k < run.reports.size(); ++k) CHECK(run.reports[k].energy <= run.reports[k - 1].energy + 1e-12);
  std::vector<double> gradient(n), hessian(n * n);
  problem.linearise(run.state.c, 1, gradient, {hessian.data(), n});
  for (const double g : gradient) CHECK(std::abs(g) < 1e-8);
}

TEST_CASE("a saddle that Newton's method sits on is told") {
  Claimed problem([](double x) { return std::cos(x) + 1; }, [](double x) { return -std::sin(x); }, [](double x) { return -std::cos(x); });
  const auto exactly = minimise(problem, {}, {0});
  CHECK(exactly.last.stop == "converged: the gradient is zero");
  const auto nearly = minimise(problem, {}, {1e-9});
  CHECK(nearly.last.stop.find("not positive definite there") != std::string::npos);
  CHECK(nearly.last.stop.find("a saddle") != std::string::npos);
  const auto beside = minimise(problem, {}, {0.1});
  CHECK(beside.state.c[0] == Approx(M_PI).epsilon(1e-6));
}

TEST_CASE("a run goes on to the same bits from its saved state") {
  HeavyCantilever problem(30, 20, 1e6);
  const NewtonOptions options{.load_steps = 3, .max_iterations = 15};
  Newton newton(options, problem.unknowns());
  auto state = newton.begin(problem, problem.straight());
  std::vector<NewtonState> saved;
  NewtonReport last{};
  while (last.stop.empty()) {
    saved.push_back(state);
    last = newton.iterate(problem, state);
  }
  REQUIRE(saved.size() > 10);
  for (const std::size_t from : {std::size_t(4), saved.size() / 2, saved.size() - 1}) {
    Newton other(options, problem.unknowns());
    auto resumed = saved[from];
    NewtonReport report{};
    while (report.stop.empty()) report = other.iterate(problem, resumed);
    CHECK(resumed.c == state.c);
    CHECK(resumed.iterations == state.iterations);
    CHECK(report.stop == last.stop);
  }
}

TEST_CASE("reasons of stopping") {
  SUBCASE("the tolerance is met") {
    DoubleWells problem(5);
    const auto run = minimise(problem, {.tolerance = 1e-4}, std::vector<double>(5, 2.));
    CHECK(run.last.stop.find("below the tolerance of 0.0001") != std::string::npos);
    CHECK(run.last.predicted <= 1e-4 * std::abs(run.reports.front().energy));
  }
  SUBCASE("rounding allows no more") {
    HeavyCantilever problem(30, 5, 1e6);
    const auto run = minimise(problem, {.tolerance = 1e-100}, problem.straight());
    CHECK_FALSE(run.last.failed);
    CHECK(run.last.stop.starts_with("converged as far as rounding lets it"));
    CHECK(run.last.predicted < 1e-8);
  }
  SUBCASE("the iteration limit") {
    HeavyCantilever problem(30, 5, 1e6);
    const auto run = minimise(problem, {.max_iterations = 2, .smallest_load_step = 1}, problem.straight());
    CHECK(run.last.failed);
    CHECK(run.last.stop.starts_with("iteration limit 2: "));
    CHECK(run.last.stop.ends_with("increments of the load below 1 are not tried"));
    CHECK(run.reports.size() == 2);
  }
  SUBCASE("no descent") {
    Claimed wrong([](double x) { return x; }, [](double) { return -1.; }, [](double) { return 1.; });
    const auto run = minimise(wrong, {.smallest_load_step = 0.3}, {5});
    CHECK(run.last.failed);
    CHECK(run.last.stop.starts_with("no descent: "));
    CHECK(run.last.step == 0);
    CHECK(run.state.c == std::vector<double>{5});
  }
  SUBCASE("an energy that is not finite") {
    Claimed nowhere([](double) { return std::numeric_limits<double>::infinity(); }, [](double) { return 1.; }, [](double) { return 1.; });
    const auto run = minimise(nowhere, {.smallest_load_step = 1}, {5});
    CHECK(run.last.failed);
    CHECK(run.last.stop.starts_with("energy or gradient is not finite"));
  }
  SUBCASE("no Hessian that can be factorised") {
    fenv_t traps;  // comparing NaN traps
    feholdexcept(&traps);
    Claimed broken([](double x) { return x; }, [](double) { return 1.; }, [](double) { return std::numeric_limits<double>::quiet_NaN(); });
    const auto run = minimise(broken, {.smallest_load_step = 1}, {5});
    fesetenv(&traps);
    CHECK(run.last.failed);
    CHECK(run.last.stop.starts_with("no descent: no shift up to"));
  }
}

TEST_CASE("impossible options are refused") {
  const auto refused = [](const NewtonOptions& o, int unknowns = 1) { CHECK_THROWS_AS(Newton(o, unknowns), std::invalid_argument); };
  refused({}, 0);
  refused({.load_steps = 0});
  refused({.max_iterations = 0});
  refused({.tolerance = 0});
  refused({.regularisation = -1});
  refused({.refinements = -1});
  refused({.smallest_load_step = 0});
  DoubleWells problem(3);
  CHECK_THROWS_AS(Newton({}, 4).begin(problem, {0, 0, 0}), std::invalid_argument);
}
