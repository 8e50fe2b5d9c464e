// SPDX-License-Identifier: Apache-2.0
#include "kernels/optim/line_search.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/close.hpp"

using namespace plisse::optim;
using doctest::Approx;

namespace {

struct Function {
  const char* name;
  std::function<double(double)> value, slope;
};

const std::vector<Function> functions{
    {"parabola", [](double t) { return t * t - 3 * t; }, [](double t) { return 2 * t - 3; }},
    {"quartic", [](double t) { return std::pow(t - 1, 4) + 0.1 * t; }, [](double t) { return 4 * std::pow(t - 1, 3) + 0.1; }},
    {"waves", [](double t) { return 0.02 * t * t - 0.1 * t + std::cos(3 * t + 0.5); },
     [](double t) { return 0.04 * t - 0.1 - 3 * std::sin(3 * t + 0.5); }},
    // J. More, D. Thuente, "Line search algorithms with guaranteed sufficient decrease", 1994, function 1 with beta = 2.
    {"more-thuente", [](double t) { return -t / (t * t + 2); }, [](double t) { return (t * t - 2) / ((t * t + 2) * (t * t + 2)); }},
};

std::function<LinePoint(double)> points(const Function& f) {
  return [&f](double t) { return LinePoint{t, f.value(t), f.slope(t)}; };
}

}  // namespace

TEST_CASE("strong Wolfe conditions hold from first steps far too short to far too long") {
  for (const auto& f : functions)
    for (const double c2 : {0.9, 0.1})
      for (const double first : {1e-6, 1e-2, 1., 7., 1e3, 1e6}) {
        CAPTURE(f.name);
        CAPTURE(c2);
        CAPTURE(first);
        const WolfeOptions options{1e-4, c2, 60};
        const LinePoint start{0, f.value(0), f.slope(0)};
        const auto result = strong_wolfe(points(f), start, first, options);
        REQUIRE(result.wolfe);
        const double t = result.point.step;
        CHECK(result.point.value == f.value(t));
        CHECK(f.value(t) <= start.value + options.c1 * t * start.slope);
        CHECK(std::abs(f.slope(t)) <= c2 * std::abs(start.slope));
        CHECK(result.evaluations < 40);
      }
}

TEST_CASE("the last point evaluated is the one returned") {
  double last = 0;
  const auto& f = functions[2];
  const auto watched = [&](double t) {
    last = t;
    return LinePoint{t, f.value(t), f.slope(t)};
  };
  const auto result = strong_wolfe(watched, {0, f.value(0), f.slope(0)}, 50, {1e-4, 0.05, 60});
  REQUIRE(result.wolfe);
  CHECK(last == result.point.step);
}

TEST_CASE("steps beyond the domain are taken back") {
  const double none = std::numeric_limits<double>::infinity();
  const auto barrier = [&](double t) {
    return t < 1 ? LinePoint{t, -t - 0.01 * std::log(1 - t), -1 + 0.01 / (1 - t)} : LinePoint{t, none, none};
  };
  const auto result = strong_wolfe(barrier, barrier(0), 100, {1e-4, 0.1, 60});
  REQUIRE(result.wolfe);
  CHECK(result.point.step < 1);
  CHECK(result.point.step > 0.98);
}

TEST_CASE("without enough evaluations the best point so far is returned") {
  const auto& f = functions[0];
  const LinePoint start{0, f.value(0), f.slope(0)};
  const auto two = strong_wolfe(points(f), start, 1e-6, {1e-4, 0.9, 2});
  CHECK_FALSE(two.wolfe);
  CHECK(two.evaluations == 2);
  CHECK(plisse::tests::close(two.point.step, 4e-6, 1e-9));

  const auto uphill = [](double t) { return LinePoint{t, t, -1}; };  // a slope that is wrong
  const auto nothing = strong_wolfe(uphill, uphill(0), 1, {1e-4, 0.9, 25});
  CHECK_FALSE(nothing.wolfe);
  CHECK(nothing.point.step == 0);
  CHECK(nothing.point.value == 0);
}

TEST_CASE("the minimum of a cubic") {
  // t^3 - 3 t has its minimum at 1.
  const auto at = [](double t) { return LinePoint{t, t * t * t - 3 * t, 3 * t * t - 3}; };
  CHECK(cubic_minimum(at(0), at(3), 0.1) == Approx(1));
  CHECK(cubic_minimum(at(3), at(0), 0.1) == Approx(1));
  CHECK(cubic_minimum(at(0.5), at(1.2), 0.1) == Approx(1));
  CHECK(cubic_minimum(at(0.9), at(1.9), 0.2) == Approx(1.1));  // kept away from the end
  CHECK(cubic_minimum(at(0), {2, std::numeric_limits<double>::infinity(), 0}, 0.1) == Approx(1));
  const auto falling = [](double t) { return LinePoint{t, -t * t * t - t, -3 * t * t - 1}; };  // has none
  CHECK(cubic_minimum(falling(-1), falling(2), 0.1) == Approx(0.5));
}
