// SPDX-License-Identifier: Apache-2.0
// The strains of a shell: rigid motions, deformations with known strains, linearisation, rounding.
#include "kernels/shell/strain.hpp"

#include <doctest/doctest.h>

#include "tests/support/shell_batches.hpp"

using namespace plisse;
using namespace plisse::shell;
using test::Random;
using test::Vector;

namespace {

constexpr auto exact = StrainMeasure::exact, linear = StrainMeasure::linear, printed = StrainMeasure::printed;

template <class S>
std::array<S, 6> numbers(const Strains<S>& s) {
  return {s.e11, s.e12, s.e22, s.k11, s.k12, s.k22};
}

template <class S>
double largest(const Strains<S>& s) {
  double result = 0;
  for (const S& number : numbers(s)) result = std::max(result, std::abs(double(number)));
  return result;
}

// Rotation by `angle` about the direction of `axis`, less the identity.
struct Turn {
  Vector axis;
  double angle;
  Vector operator()(const Vector& v) const {
    const Vector a = (1 / norm(axis)) * axis;
    return std::sin(angle) * cross(a, v) - (1 - std::cos(angle)) * (v - dot(a, v) * a);
  }
};

// The jet of a linear map of the position: of u = map(X) + const.
template <class Map>
test::Jet jet_of(const test::Frame& f, const Map& map) {
  const Vector n = map(f.n);
  return {map(f.x), map(f.t1), map(f.t2), -f.h11 * n, -f.h12 * n, -f.h22 * n};
}

test::Frame flat() { return {{}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, 0, 0, 0}; }

// The jet scaled by a dual number of value 0 and slope 1.
Jet<Dual<double>> infinitesimal(const test::Jet& jet) {
  Jet<Dual<double>> result;
  for (int c = 0; c < channels; ++c) result[c] = Dual<double>(0, 1) * jet[c];
  return result;
}

template <StrainMeasure measure>
std::array<double, 6> slope_at_rest(const test::Frame& f, const test::Jet& jet) {
  std::array<double, 6> result;
  const auto strain = numbers(strains<measure>(f, infinitesimal(jet)));
  for (int i = 0; i < 6; ++i) result[i] = strain[i].slope;
  return result;
}

template <StrainMeasure measure>
void check_adjoint(double size) {
  Random random(3);
  for (int trial = 0; trial < 20; ++trial) {
    const auto f = test::random_frame(random, 1);
    const auto at = test::random_jet(random, size), direction = test::random_jet(random, 1);
    const Resultants<double> r{random.number(-1, 1), random.number(-1, 1), random.number(-1, 1),
                               random.number(-1, 1), random.number(-1, 1), random.number(-1, 1)};
    Jet<Dual<double>> moved;
    for (int c = 0; c < channels; ++c) moved[c] = at[c] + Dual<double>(0, 1) * direction[c];
    const auto s = strains<measure>(f, moved);
    const double forward =
        r.n11 * s.e11.slope + r.n12 * s.e12.slope + r.n22 * s.e22.slope + r.m11 * s.k11.slope + r.m12 * s.k12.slope + r.m22 * s.k22.slope;
    const auto adjoint = strain_adjoint<measure>(f, at, r);
    double reverse = 0, scale = 0;
    for (int c = 0; c < channels; ++c) {
      reverse += dot(adjoint[c], direction[c]);
      scale += norm(adjoint[c]) * norm(direction[c]);
    }
    CHECK(std::abs(forward - reverse) <= 1e-13 * scale);
  }
}

}  // namespace

TEST_CASE("adjoints of the strains are transposes of their derivatives by dual numbers") {
  for (const double size : {1e-3, 0.3, 1.0}) {
    CAPTURE(size);
    check_adjoint<exact>(size);
    check_adjoint<linear>(size);
    check_adjoint<printed>(size);
  }
}

TEST_CASE("exact strains vanish for every rigid motion of a curved surface") {
  Random random(5);
  for (int trial = 0; trial < 100; ++trial) {
    const auto f = test::random_frame(random, 2);
    const Turn turn{random.vector(1), random.number(-3.1, 3.1)};
    auto jet = jet_of(f, turn);
    jet.u += random.vector(10);
    CHECK(largest(strains<exact>(f, jet)) <= 1e-14);
    CHECK(largest(strains<linear>(f, jet)) >= 1e-6);  // which linear ones do not
  }
}

TEST_CASE("linear strains vanish for every infinitesimal rigid motion of a curved surface") {
  Random random(6);
  for (int trial = 0; trial < 100; ++trial) {
    const auto f = test::random_frame(random, 2);
    const Vector spin = random.vector(1);
    auto jet = jet_of(f, [&](const Vector& v) { return cross(spin, v); });
    jet.u += random.vector(10);
    CHECK(largest(strains<linear>(f, jet)) <= 1e-15);
  }
}

TEST_CASE("linear is the derivative of exact at rest") {
  Random random(7);
  for (int trial = 0; trial < 50; ++trial) {
    const auto f = test::random_frame(random, 2);
    const auto jet = test::random_jet(random, 1);
    const auto expected = numbers(strains<linear>(f, jet));
    const auto slope = slope_at_rest<exact>(f, jet);
    for (int i = 0; i < 6; ++i) CHECK(std::abs(slope[i] - expected[i]) <= 1e-14);
  }
}

TEST_CASE("printed lacks sym(H grad u) of the linear strain, which is nothing on a flat surface") {
  Random random(8);
  for (const double curvature : {0.0, 2.0})
    for (int trial = 0; trial < 50; ++trial) {
      const auto f = test::random_frame(random, curvature);
      const auto j = test::random_jet(random, 1);
      auto expected = numbers(strains<linear>(f, j));
      const double g11 = dot(f.t1, j.u1), g12 = dot(f.t1, j.u2), g21 = dot(f.t2, j.u1), g22 = dot(f.t2, j.u2);  // t_a . u_b
      expected[3] -= f.h11 * g11 + f.h12 * g21;
      expected[4] -= 0.5 * (f.h11 * g12 + f.h12 * g22 + f.h12 * g11 + f.h22 * g21);
      expected[5] -= f.h12 * g12 + f.h22 * g22;
      const auto slope = slope_at_rest<printed>(f, j);
      for (int i = 0; i < 6; ++i) CHECK(std::abs(slope[i] - expected[i]) <= 1e-14);
    }
}

TEST_CASE("printed is the linearised director, differentiated along the surface") {
  // A cylinder of radius R with u = (0, 0, c) everywhere, n . u = c cos(s/R) with s the arc length: w = -(grad u)^T n = 0, so a
  // translation costs nothing.  A rotation by a quarter turn about the axis leaves the surface in itself, but u is not small.
  const double R = 2;
  const test::Frame f{{0, 0, R}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, 1 / R, 0, 0};
  test::Jet translation;
  translation.u = {0, 0, 0.4};
  CHECK(largest(strains<printed>(f, translation)) == 0);
  // u = b s t1 to first order, with the second derivative u_11 = a n + c t1: w_1 = -(n . u_11 + b / R) t1, k11 = (t1 + u_1) . w_1.
  const double a = 0.3, b = 0.2, c = 0.7;
  const test::Jet jet{{}, {b, 0, 0}, {}, {c, 0, a}, {}, {}};
  CHECK(strains<printed>(f, jet).k11 == doctest::Approx(-(1 + b) * (a + b / R)));
}

TEST_CASE("a homogeneous stretch of a plane has constant membrane strain and no bending") {
  const double stretch[2][2] = {{0.2, 0.07}, {-0.11, -0.15}};  // u_i = stretch_ij x_j
  const test::Jet jet{{}, {stretch[0][0], stretch[1][0], 0}, {stretch[0][1], stretch[1][1], 0}, {}, {}, {}};
  const auto s = strains<exact>(flat(), jet);
  CHECK(s.e11 == doctest::Approx(0.5 * (1.2 * 1.2 + 0.11 * 0.11 - 1)));
  CHECK(s.e12 == doctest::Approx(0.5 * (1.2 * 0.07 - 0.11 * 0.85)));
  CHECK(s.e22 == doctest::Approx(0.5 * (0.07 * 0.07 + 0.85 * 0.85 - 1)));
  CHECK(std::abs(s.k11) + std::abs(s.k12) + std::abs(s.k22) == 0);
}

TEST_CASE("a plane rolled to a cylinder, and back, changes its curvature and nothing else") {
  const double R = 0.4;
  for (const double x : {0.0, 0.3, 1.1, 2.4}) {
    CAPTURE(x);
    const double c = std::cos(x / R), s = std::sin(x / R);
    const Vector position{R * s, 0, R * (1 - c)}, tangent{c, 0, s}, across{0, 1, 0}, normal{-s, 0, c};
    const test::Jet roll{position - Vector{x, 0, 0}, tangent - Vector{1, 0, 0}, {}, (1 / R) * normal, {}, {}};
    const auto rolled = strains<exact>(flat(), roll);
    CHECK(rolled.k11 == doctest::Approx(-1 / R).epsilon(1e-13));
    CHECK(std::abs(rolled.e11) + std::abs(rolled.e12) + std::abs(rolled.e22) + std::abs(rolled.k12) + std::abs(rolled.k22) <= 1e-14);

    const test::Frame f{position, tangent, across, normal, -1 / R, 0, 0};  // curved towards its normal
    const test::Jet unroll{Vector{x, 0, 0} - position, Vector{1, 0, 0} - tangent, {}, (-1 / R) * normal, {}, {}};
    const auto unrolled = strains<exact>(f, unroll);
    CHECK(unrolled.k11 == doctest::Approx(1 / R).epsilon(1e-13));
    CHECK(std::abs(unrolled.e11) + std::abs(unrolled.e12) + std::abs(unrolled.e22) + std::abs(unrolled.k12) + std::abs(unrolled.k22) <=
          1e-14);
  }
}

TEST_CASE("a sphere that grows stretches and bends as it must") {
  const double R = 1.7, growth = 1.3;
  Random random(9);
  auto f = test::random_frame(random, 0);
  f.h11 = f.h22 = 1 / R;
  f.x = R * f.n;
  const auto s = strains<exact>(f, jet_of(f, [&](const Vector& v) { return (growth - 1) * v; }));
  for (const double e : {s.e11, s.e22}) CHECK(e == doctest::Approx(0.5 * (growth * growth - 1)).epsilon(1e-13));
  for (const double k : {s.k11, s.k22}) CHECK(k == doctest::Approx((growth - 1) / R).epsilon(1e-13));
  CHECK(std::abs(s.e12) + std::abs(s.k12) <= 1e-14);
}

TEST_CASE("strains of tiny displacements lose nothing to rounding, in float either") {
  Random random(10);
  const auto f = test::random_frame(random, 1);
  const auto unit = test::random_jet(random, 1);
  const auto scaled = [&]<class S>(S size) {
    Jet<S> jet;
    for (int c = 0; c < channels; ++c) jet[c] = {size * S(unit[c].x), size * S(unit[c].y), size * S(unit[c].z)};
    return jet;
  };
  const auto narrow = [](const Vector& v) { return Vec3<float>{float(v.x), float(v.y), float(v.z)}; };
  const Frame<float> g{narrow(f.x), narrow(f.t1), narrow(f.t2), narrow(f.n), float(f.h11), float(f.h12), float(f.h22)};

  const auto expected = numbers(strains<linear>(f, unit));
  const auto in_double = numbers(strains<exact>(f, scaled(1e-12)));
  const auto in_float = numbers(strains<exact>(g, scaled(1e-9f)));
  for (int i = 0; i < 6; ++i) {
    CHECK(in_double[i] * 1e12 == doctest::Approx(expected[i]).epsilon(1e-10));
    CHECK(double(in_float[i]) * 1e9 == doctest::Approx(expected[i]).epsilon(1e-5));
  }
}
