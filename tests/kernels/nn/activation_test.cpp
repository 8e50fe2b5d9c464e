// SPDX-License-Identifier: Apache-2.0
#include "kernels/nn/activation.hpp"

#include <doctest/doctest.h>
#include <fenv.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace plisse;
using nn::Activation;

namespace {

// Arguments of every size up to `most`, both signs, and 0.
template <class T>
std::vector<T> arguments(double most, int n) {
  std::mt19937_64 engine(3);
  std::uniform_real_distribution<double> linear(-most, most), exponent(-12, std::log10(most));
  std::vector<T> x{0, T(most), T(-most)};
  for (int i = 0; i < n; ++i) {
    x.push_back(T(linear(engine)));
    x.push_back(T(std::copysign(std::pow(10., exponent(engine)), linear(engine))));
  }
  while (x.size() % simd::lanes<T> != 0) x.push_back(0);
  return x;
}

// Distance in units of the last place of the expected value.
template <class T>
double ulps(T got, long double expected) {
  const T nearest = T(expected);
  const T ulp =
      std::max(std::nextafter(std::fabs(nearest), std::numeric_limits<T>::infinity()) - std::fabs(nearest), std::numeric_limits<T>::min());
  return double(std::fabs((long double)got - expected) / ulp);
}

template <class T, class F, class G>
double worst_ulps(const std::vector<T>& x, F pack, G exact) {
  using V = simd::Pack<T>;
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); i += simd::lanes<T>) {
    T out[simd::lanes<T>];
    simd::store<V>(out, pack(simd::load<V>(&x[i])));
    for (int j = 0; j < simd::lanes<T>; ++j) worst = std::max(worst, ulps(out[j], exact((long double)x[i + j])));
  }
  return worst;
}

template <class T>
constexpr double zero_error = sizeof(T) == 4 ? 1e-13 : 0;

template <Activation a, class T>
nn::Derivatives<simd::Pack<T>> packs(T x, T omega = T(1.5)) {
  return nn::evaluate<a, simd::Pack<T>>(simd::broadcast<simd::Pack<T>>(x), omega);
}

// A number of a pack, which on a GPU is one itself.
template <class V>
simd::Scalar<V> element(const V& v, int i = 0) {
  simd::Scalar<V> numbers[simd::Traits<V>::size];
  simd::store<V>(numbers, v);
  return numbers[i];
}

template <Activation a>
void check_derivatives() {
  for (const double z : {-3.1, -1.2, -0.3, 0.2, 0.9, 2.5, 6.0}) {
    const double h = 1e-3;
    const auto d = packs<a>(z);
    const auto at = [&](double x) { return packs<a>(x); };
    const auto difference = [&](auto f) { return (8 * (f(at(z + h)) - f(at(z - h))) - (f(at(z + 2 * h)) - f(at(z - 2 * h)))) / (12 * h); };
    CHECK(element(d.first) == doctest::Approx(difference([](const auto& v) { return element(v.value); })).epsilon(1e-8));
    CHECK(element(d.second) == doctest::Approx(difference([](const auto& v) { return element(v.first); })).epsilon(1e-8));
    CHECK(element(d.third) == doctest::Approx(difference([](const auto& v) { return element(v.second); })).epsilon(1e-8));
    // a number gives what a pack gives
    const auto number = nn::evaluate<a, double>(z, 1.5);
    CHECK(number.value == doctest::Approx(element(d.value)).epsilon(1e-14));
    CHECK(number.first == doctest::Approx(element(d.first)).epsilon(1e-13));
    CHECK(number.second == doctest::Approx(element(d.second)).epsilon(1e-13));
    CHECK(number.third == doctest::Approx(element(d.third)).epsilon(1e-12));
  }
}

template <Activation a, class T>
void check_not_finite() {
  const T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  CHECK(std::isnan(element(packs<a>(nan).value)));
  if (a == Activation::sine) CHECK(std::isnan(element(packs<a>(inf).value)));
  else if (a == Activation::tanh) CHECK(element(packs<a>(inf).value) == 1);
  else CHECK(element(packs<a>(inf).value) == inf);
  const T largest = std::numeric_limits<T>::max() / 4;
  for (const T z : {largest, -largest}) {
    const auto d = packs<a>(z, T(1));
    for (const T v : {element(d.value), element(d.first), element(d.second), element(d.third)}) CHECK(std::isfinite(v));
  }
}

}  // namespace

TEST_CASE_TEMPLATE("sine and cosine are within 2 ulp up to 1e4, and those of the platform beyond", T, float, double) {
  using V = simd::Pack<T>;
  for (const double most : {1.0, 30.0, 1e4, 1e7}) {
    const auto x = arguments<T>(most, 20000);
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); i += simd::lanes<T>) {
      V s, c;
      nn::sincos<V>(simd::load<V>(&x[i]), s, c);
      for (int j = 0; j < simd::lanes<T>; ++j) {
        const long double exact = x[i + j];
        if (std::fabs(element(s, j) - std::sin(exact)) > zero_error<T>) worst = std::max(worst, ulps<T>(element(s, j), std::sin(exact)));
        if (std::fabs(element(c, j) - std::cos(exact)) > zero_error<T>) worst = std::max(worst, ulps<T>(element(c, j), std::cos(exact)));
      }
    }
    CHECK(worst <= 2);
  }
}

TEST_CASE_TEMPLATE("exp, tanh and log1p are within a few ulp", T, float, double) {
  using V = simd::Pack<T>;
  auto negative = arguments<T>(sizeof(T) == 4 ? 85 : 700, 20000), unit = arguments<T>(1, 20000);
  for (auto& x : negative) x = -std::fabs(x);
  for (auto& x : unit) x = std::fabs(x);
  CHECK(worst_ulps<T>(
            negative, [](const V& x) { return nn::exp_nonpositive<V>(x); }, [](long double x) { return std::exp(x); }) <= 2);
  CHECK(worst_ulps<T>(
            arguments<T>(30, 20000), [](const V& x) { return nn::tanh<V>(x); }, [](long double x) { return std::tanh(x); }) <= 4);
  CHECK(worst_ulps<T>(
            unit, [](const V& x) { return nn::log1p_unit<V>(x); }, [](long double x) { return std::log1p(x); }) <= 4);
}

TEST_CASE_TEMPLATE("the normal distribution is right to rounding on the scale of 1", T, float, double) {
  using V = simd::Pack<T>;
  const auto x = arguments<T>(12, 20000);
  const double eps = std::numeric_limits<T>::epsilon();
  for (std::size_t i = 0; i < x.size(); i += simd::lanes<T>) {
    V density, cumulative;
    nn::normal<V>(simd::load<V>(&x[i]), density, cumulative);
    for (int j = 0; j < simd::lanes<T>; ++j) {
      const long double z = x[i + j];
      const double exact = double(std::erfc(-z / std::numbers::sqrt2_v<long double>) / 2);
      const bool close = std::fabs(element(cumulative, j) - exact) <= 6 * eps * std::max(exact, 0.1) &&
                         std::fabs(element(density, j) - 0.3989422804014327 * std::exp(-double(z) * double(z) / 2)) <= 2 * eps;
      if (!close) CHECK_MESSAGE(close, "z = ", double(z), " Phi = ", double(element(cumulative, j)), " exact ", exact);
    }
  }
}

TEST_CASE("derivatives follow from the values") {
  check_derivatives<Activation::relu>();
  check_derivatives<Activation::gelu>();
  check_derivatives<Activation::tanh>();
  check_derivatives<Activation::softplus>();
  check_derivatives<Activation::sine>();
}

TEST_CASE_TEMPLATE("what is not finite shows, and large arguments stay finite", T, float, double) {
  fenv_t traps;
  feholdexcept(&traps);  // a comparison with NaN is an invalid operation
  check_not_finite<Activation::relu, T>();
  check_not_finite<Activation::gelu, T>();
  check_not_finite<Activation::tanh, T>();
  check_not_finite<Activation::softplus, T>();
  check_not_finite<Activation::sine, T>();
  feclearexcept(FE_ALL_EXCEPT);
  fesetenv(&traps);
}
