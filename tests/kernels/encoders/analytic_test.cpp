// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "kernels/encoders/frequency.hpp"
#include "kernels/encoders/identity.hpp"
#include "tests/kernels/encoders/support.hpp"

using namespace plisse;
using tests::EncoderCase;
using tests::to_host;

TEST_CASE("identity centres its points unless told not to") {
  for (const int dimension : {1, 2, 3}) {
    EncoderCase<encoders::Identity, double> centred({}, dimension, 5, 6), plain({false}, dimension, 5, 6);
    CHECK(centred.encoder.features() == dimension);
    CHECK(centred.layout.size() == 0);
    centred.forward();
    plain.forward();
    const auto x = to_host(plain.points), f = to_host(centred.features), g = to_host(plain.features);
    for (int d = 0; d < dimension; ++d)
      for (int c = 0; c < 6; ++c) {
        CHECK(g(d, c, 4) == x(d, c, 4));
        CHECK(f(d, c, 4) == doctest::Approx(2 * x(d, c, 4) - (c == 0)));
      }
  }
}

TEST_CASE_TEMPLATE("frequency gives x, sines and cosines of every octave, for any number of points", T, float, double) {
  for (const int n : {1, 16, 37}) {
    EncoderCase<encoders::Frequency, T> c({4, false}, 2, n, 1, 64);
    CHECK(c.encoder.features() == 18);
    c.forward();
    const auto x = to_host(c.points), f = to_host(c.features);
    for (int p = 0; p < n; ++p)
      for (int d = 0; d < 2; ++d) {
        CHECK(f(d, 0, p) == x(d, 0, p));
        for (int k = 0; k < 4; ++k) {
          const double angle = std::pow(2., k) * std::numbers::pi * double(x(d, 0, p)), tolerance = sizeof(T) == 4 ? 3e-6 : 1e-14;
          CHECK(std::fabs(f(2 + 4 * k + d, 0, p) - std::sin(angle)) < tolerance);
          CHECK(std::fabs(f(4 + 4 * k + d, 0, p) - std::cos(angle)) < tolerance);
        }
      }
  }
}

TEST_CASE("frequency without octaves is the identity; centred doubles the frequencies") {
  EncoderCase<encoders::Frequency, double> none({0, true}, 3, 3), two({2, true}, 3, 3);
  none.forward();
  two.forward();
  const auto x = to_host(none.points), f = to_host(none.features), g = to_host(two.features);
  CHECK(none.encoder.features() == 3);
  for (int d = 0; d < 3; ++d) {
    CHECK(f(d, 0, 1) == doctest::Approx(2 * x(d, 0, 1) - 1));
    CHECK(g(9 + d, 0, 1) == doctest::Approx(std::sin(2 * std::numbers::pi * f(d, 0, 1))));
  }
}

TEST_CASE("jets of the analytic encoders follow the chain rule along curved patches") {
  for (const int dimension : {2, 3}) {
    for (const int channels : {3, 6}) {
      EncoderCase<encoders::Identity, double> identity({}, dimension, 3, channels);
      CHECK(tests::jet_error(identity, 1, 1e-3) < 1e-6);
      EncoderCase<encoders::Frequency, double> frequency({3, false}, dimension, 3, channels);
      CHECK(tests::jet_error(frequency, 1, 2e-5) < 1e-4);
      EncoderCase<encoders::Frequency, double> centred({2, true}, dimension, 3, channels);
      CHECK(tests::jet_error(centred, 1, 2e-5) < 1e-4);
    }
  }
}
