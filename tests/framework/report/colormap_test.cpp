// SPDX-License-Identifier: Apache-2.0
#include "framework/report/colormap.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

using namespace plisse::report;

namespace {

using Labels = std::vector<std::string>;

}  // namespace

TEST_CASE("ticks are nice numbers within the range") {
  CHECK(nice_ticks(0, 1, 5).labels == Labels{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"});
  CHECK(nice_ticks(0.03, 0.97, 4).labels == Labels{"0.25", "0.50", "0.75"});
  CHECK(nice_ticks(-104, 104, 5).labels == Labels{"-100", "-50", "0", "50", "100"});
  CHECK(nice_ticks(-0.3, 0.3, 6).labels == Labels{"-0.3", "-0.2", "-0.1", "0.0", "0.1", "0.2", "0.3"});
  const Ticks small = nice_ticks(0, 3e-5, 3);
  CHECK(small.exponent == -5);
  CHECK(small.labels == Labels{"0", "1", "2", "3"});
  const Ticks large = nice_ticks(1.2e6, 2.6e6, 3);
  CHECK(large.exponent == 6);
  CHECK(large.labels == Labels{"1.5", "2.0", "2.5"});
  for (const double scale : {1e-9, 0.3, 7., 1e12}) {
    for (const double low : {-1.7, -0.2, 0., 0.9}) {
      const double high = low + 1.37;
      const Ticks ticks = nice_ticks(scale * low, scale * high, 5);
      CHECK(ticks.values.size() >= 2);
      CHECK(ticks.values.size() <= 7);
      for (std::size_t i = 0; i < ticks.values.size(); ++i) {
        CHECK(ticks.values[i] >= scale * (low - 1e-9));
        CHECK(ticks.values[i] <= scale * (high + 1e-9));
        CHECK(std::stod(ticks.labels[i]) * std::pow(10., ticks.exponent) == doctest::Approx(ticks.values[i]).epsilon(1e-9));
      }
    }
  }
  CHECK_THROWS_AS(nice_ticks(1, 1, 5), std::invalid_argument);
}

TEST_CASE("the shown range leaves out the outermost hundredths and is symmetric for signed values") {
  std::vector<double> values;
  for (int i = 0; i <= 1000; ++i) values.push_back(i);
  values.push_back(std::numeric_limits<double>::quiet_NaN());
  CHECK(shown_range(values) == std::pair(10., 990.));
  for (double& v : values) v -= 400;
  const auto [low, high] = shown_range(values);
  CHECK(high == 590);
  CHECK(low == -590);
  for (double& v : values) v += 380;  // from -20 on: the negative side hardly matters
  CHECK(shown_range(values).first == -10);
  CHECK(shown_range({3, 3, 3}).first < 3);
  CHECK(shown_range({3, 3, 3}).second > 3);
  CHECK(shown_range({0}) == std::pair(0., 1.));
  CHECK(shown_range({-2}).first < shown_range({-2}).second);
  CHECK_THROWS_AS(shown_range({std::numeric_limits<double>::infinity()}), std::invalid_argument);
}

TEST_CASE("colours: ends of the table, grey at zero, ever lighter, grey for nothing") {
  const ColorScale sequential(2, 4);
  CHECK(!sequential.diverging());
  CHECK(sequential.srgb(4) == Rgb{253 / 255.f, 231 / 255.f, 37 / 255.f});
  CHECK(sequential.srgb(9) == sequential.srgb(4));
  CHECK(sequential.srgb(-9) == sequential.srgb(2));
  float last = -1;
  for (int i = 0; i <= 100; ++i) {
    const Rgb c = sequential.linear(2 + i * 0.02);
    const float luminance = 0.2126f * c[0] + 0.7152f * c[1] + 0.0722f * c[2];
    CHECK(luminance > last);
    last = luminance;
  }
  const ColorScale diverging(-1, 3);
  CHECK(diverging.diverging());
  const Rgb zero = diverging.srgb(0);
  CHECK(std::abs(zero[0] - zero[2]) < 0.01f);
  CHECK(diverging.srgb(3)[0] > diverging.srgb(3)[2] + 0.3f);
  CHECK(diverging.srgb(-1)[2] > diverging.srgb(-1)[0]);
  CHECK(diverging.srgb(-3) == diverging.srgb(-1));
  const Rgb none = sequential.srgb(std::nan(""));
  CHECK(none[0] == none[2]);
  CHECK_THROWS_AS(ColorScale(1, 1), std::invalid_argument);
  for (const float x : {0.f, 0.01f, 0.5f, 1.f}) CHECK(srgb_from_linear(linear_from_srgb({x, x, x})[0]) == doctest::Approx(x).epsilon(1e-5));
}
