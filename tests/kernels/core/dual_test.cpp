// SPDX-License-Identifier: Apache-2.0
// Dual numbers against closed-form derivatives.
#include "kernels/core/dual.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace plisse;

namespace {

template <class Function>
double slope(const Function& f, double x) {
  return f(Dual<double>(x, 1)).slope;
}

}  // namespace

TEST_CASE("dual numbers differentiate arithmetic") {
  using D = Dual<double>;
  const double x = 0.7;
  CHECK(slope([](D a) { return -a + 3.0; }, x) == -1);
  CHECK(slope([](D a) { return 2 - a * a; }, x) == doctest::Approx(-2 * x));
  CHECK(slope([](D a) { return 3 * a - a * 0.5 - 1.0; }, x) == doctest::Approx(2.5));
  CHECK(slope([](D a) { return a / (1.0 + a); }, x) == doctest::Approx(1 / ((1 + x) * (1 + x))));
  CHECK(slope([](D a) { return 2.0 / a + a / 4.0; }, x) == doctest::Approx(-2 / (x * x) + 0.25));
  CHECK(slope(
            [](D a) {
              D b = a;
              b *= a;
              b += 1.0;
              b -= a;
              b /= a;
              return b;
            },
            x) == doctest::Approx(1 - 1 / (x * x)));
  CHECK(D(1, 5) < D(2, 0));
  CHECK(D(2, 0) >= D(2, 9));
  CHECK(value_of(D(2, 9)) == 2);
  CHECK(value_of(2.5f) == 2.5f);
}

TEST_CASE("dual numbers differentiate elementary functions") {
  using D = Dual<double>;
  for (const double x : {0.1, 0.5, 0.9}) {
    CAPTURE(x);
    CHECK(slope([](D a) { return math::sqrt(a); }, x) == doctest::Approx(0.5 / std::sqrt(x)));
    CHECK(slope([](D a) { return math::exp(a); }, x) == doctest::Approx(std::exp(x)));
    CHECK(slope([](D a) { return math::log(a); }, x) == doctest::Approx(1 / x));
    CHECK(slope([](D a) { return math::pow(a, 2.5); }, x) == doctest::Approx(2.5 * std::pow(x, 1.5)));
    CHECK(slope([](D a) { return math::sin(a); }, x) == doctest::Approx(std::cos(x)));
    CHECK(slope([](D a) { return math::cos(a); }, x) == doctest::Approx(-std::sin(x)));
    CHECK(slope([](D a) { return math::acos(a); }, x) == doctest::Approx(-1 / std::sqrt(1 - x * x)));
    CHECK(slope([](D a) { return math::tanh(a); }, x) == doctest::Approx(1 - std::tanh(x) * std::tanh(x)));
    CHECK(slope([](D a) { return math::fabs(a - 0.5 - 1e-9); }, x) == (x > 0.5 ? 1 : -1));
  }
  // The angle of a point that goes round has slope 1 everywhere, on both sides of the branch cut.
  for (const double angle : {0.3, 1.9, 3.1, -3.1, -1.2}) {
    const Dual<double> theta(angle, 1);
    const auto back = math::atan2(math::sin(theta), math::cos(theta));
    CHECK(back.value == doctest::Approx(angle));
    CHECK(back.slope == doctest::Approx(1));
  }
}

TEST_CASE("vectors of duals mix with plain ones") {
  using D = Dual<double>;
  const Vec3<double> a{0.3, -1.2, 0.8};
  const Vec3<D> b{D(1, 0.5), D(2, -1), D(-0.4, 2)}, plain{D(a.x), D(a.y), D(a.z)};
  const auto same = [](const Vec3<D>& x, const Vec3<D>& y) {
    for (int i = 0; i < 3; ++i) {
      CHECK(x[i].value == doctest::Approx(y[i].value));
      CHECK(x[i].slope == doctest::Approx(y[i].slope));
    }
  };
  same(a + b, plain + b);
  same(b + a, plain + b);
  same(a - b, plain - b);
  same(b - a, b - plain);
  same(cross(a, b), cross(plain, b));
  same(cross(b, a), cross(b, plain));
  same(D(2, 3) * a, D(2, 3) * plain);
  same(2.0 * b, D(2) * b);
  CHECK(dot(a, b).slope == doctest::Approx(dot(plain, b).slope));
  CHECK(dot(b, a).slope == dot(a, b).slope);
  CHECK(norm(b).slope == doctest::Approx((0.5 - 2 - 0.8) / std::sqrt(5.16)));
}
