// SPDX-License-Identifier: Apache-2.0
#include "framework/report/statistics.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "framework/report/number_text.hpp"

using namespace plisse::report;
using doctest::Approx;

TEST_CASE("mean, standard deviation with n - 1, standard error") {
  const std::vector<double> values{2, 4, 4, 4, 5, 5, 7, 9};
  const Spread s = spread(values);
  CHECK(s.n == 8);
  CHECK(s.mean == Approx(5));
  CHECK(s.deviation == Approx(std::sqrt(32.0 / 7)));
  CHECK(s.standard_error == Approx(std::sqrt(32.0 / 7 / 8)));
  CHECK(s.min == 2);
  CHECK(s.max == 9);
  CHECK(std::isnan(spread(std::vector{3.0}).deviation));
  CHECK(std::isnan(spread({}).mean));
  CHECK(spread(std::vector{0.1, 0.1, 0.1}).deviation == 0);
}

TEST_CASE("p-values of Student's t are those of the tables") {
  CHECK(two_sided_p(12.706, 1) == Approx(0.05).epsilon(1e-3));
  CHECK(two_sided_p(4.303, 2) == Approx(0.05).epsilon(1e-3));
  CHECK(two_sided_p(2.571, 5) == Approx(0.05).epsilon(1e-3));
  CHECK(two_sided_p(-4.032, 5) == Approx(0.01).epsilon(1e-3));
  CHECK(two_sided_p(2.228, 10) == Approx(0.05).epsilon(1e-3));
  CHECK(two_sided_p(2.660, 60) == Approx(0.01).epsilon(2e-3));
  CHECK(two_sided_p(0, 7) == 1);
}

TEST_CASE("the paired t-test") {
  // mean 1, variance 6/5, so t = 1/√(1.2/6) with 5 degrees of freedom
  CHECK(paired_t_test(std::vector<double>{0, 0, 0, 2, 2, 2}) == Approx(two_sided_p(1 / std::sqrt(1.2 / 6), 5)));
  CHECK(paired_t_test(std::vector<double>(6, 0.0)) == 1);
  CHECK(paired_t_test(std::vector<double>(6, 0.5)) == 0);
}

TEST_CASE("a value has the decimals of two digits of its uncertainty") {
  const auto text = [](double value, double uncertainty, int exponent = 0) {
    const NumberText t = number_text(value, uncertainty, exponent);
    return t.value + " ± " + t.uncertainty;
  };
  CHECK(text(0.123456, 0.00123) == "0.1235 ± 0.0012");
  CHECK(text(12.3456, 1.5) == "12.3 ± 1.5");
  CHECK(text(1234.5, 56.7) == "1234 ± 57");
  CHECK(text(98765, 1234) == "98800 ± 1200");
  CHECK(text(0.5, 0.0996) == "0.50 ± 0.10");
  CHECK(text(0.5, 0.00996) == "0.500 ± 0.010");
  CHECK(text(-0.001, 0.2) == "0.00 ± 0.20");
  CHECK(text(4.56e-5, 1.2e-6, -5) == "4.56 ± 0.12");
  CHECK(text(3, 0) == "3 ± 0");
}

TEST_CASE("a value without an uncertainty has four digits, an integer all of its own") {
  CHECK(number_text(0.123456, {}).value == "0.1235");
  CHECK(number_text(47427, {}).value == "47427");
  CHECK(number_text(12.3456, {}).value == "12.35");
  CHECK(number_text(0, {}).value == "0");
  CHECK(number_text(0.123456, {}).uncertainty.empty());
  CHECK(number_text(1.23456e-7, {}, -7).value == "1.235");
}

TEST_CASE("a column has powers of ten only where it needs them, and one where it can") {
  const auto of = [](std::vector<double> numbers) { return notation(numbers); };
  CHECK(of({0.5, 12, 99000}).exponent == 0);
  CHECK(of({12000, 47400, 1900000}).exponent == 0);
  CHECK(of({4.7e-4, 1.2e-3}).exponent == -4);
  CHECK(of({4.7e-4, 1.2e-3}).shared);
  CHECK(of({1.5e6, 2.25e8}).exponent == 6);
  CHECK_FALSE(of({1e-6, 1}).shared);
  CHECK(exponent_of(1e-6, of({1e-6, 1})) == -6);
  CHECK(exponent_of(1, of({1e-6, 1})) == 0);
  CHECK(of({0, 0}).exponent == 0);
}
