// SPDX-License-Identifier: Apache-2.0
// Materials: energies against the formulas written out, resultants as their derivatives, the integral through the thickness, and what
// is refused.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "kernels/core/dual.hpp"
#include "kernels/materials/isotropic.hpp"
#include "kernels/materials/orthotropic.hpp"

using namespace plisse;
using namespace plisse::materials;

namespace {

const Strains<double> some{0.11, -0.07, 0.23, 31, 17, -43};

const OrthotropicOptions canvas{.a11 = 5.366, .a12 = 2.683, .a22 = 19.804, .g12 = 2.009, .thickness = 0.37e-3, .density = 0.294};

double total(const Material<double>& material, const Strains<double>& strains) {
  const auto energy = material.stiffness().energy(strains);
  return energy.membrane + energy.bending;
}

// psi(E) of St. Venant-Kirchhoff cloth in its own axes.
double cloth(const OrthotropicOptions& o, double e11, double e12, double e22) {
  return 0.5 * o.a11 * e11 * e11 + o.a12 * e11 * e22 + 0.5 * o.a22 * e22 * e22 + o.g12 * e12 * e12;
}

std::string refusal(const std::function<void()>& make) {
  try {
    make();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

template <class M, class Options>
std::string refusal_of(const Options& options) {
  return refusal([&] { M(options, Context()); });
}

}  // namespace

TEST_CASE("isotropic energy is the closed form of plane stress") {
  const double E = 4.32e8, nu = 0.27, h = 0.25;
  const Isotropic<double> material({.young = E, .poisson = nu, .thickness = h}, {});
  const auto form = [&](double scale, double a, double b, double c) {
    return 0.5 * scale * ((1 - nu) * (a * a + 2 * b * b + c * c) + nu * (a + c) * (a + c));
  };
  const auto energy = material.stiffness().energy(some);
  CHECK(energy.membrane == doctest::Approx(form(E * h / (1 - nu * nu), some.e11, some.e12, some.e22)).epsilon(1e-13));
  CHECK(energy.bending == doctest::Approx(form(E * h * h * h / 12 / (1 - nu * nu), some.k11, some.k12, some.k22)).epsilon(1e-13));
  CHECK(material.thickness() == h);
  CHECK(material.density() == 0);
}

TEST_CASE("isotropic energy does not depend on the axes") {
  const Isotropic<double> material({.young = 2e5, .poisson = 0.4, .thickness = 0.01}, {});
  const double c = std::cos(0.7), s = std::sin(0.7);
  const auto turn = [&](double a, double b, double d, double& x, double& y, double& z) {
    x = c * c * a + 2 * c * s * b + s * s * d;
    y = (d - a) * c * s + (c * c - s * s) * b;
    z = s * s * a - 2 * c * s * b + c * c * d;
  };
  Strains<double> turned;
  turn(some.e11, some.e12, some.e22, turned.e11, turned.e12, turned.e22);
  turn(some.k11, some.k12, some.k22, turned.k11, turned.k12, turned.k22);
  CHECK(total(material, turned) == doctest::Approx(total(material, some)).epsilon(1e-13));
}

TEST_CASE("Simpson weights are positive, sum to the thickness and integrate cubics") {
  for (const int points : {3, 5, 7, 21}) {
    CAPTURE(points);
    double sum = 0, second = 0, third = 0;
    for (const auto& [height, weight] : simpson(0.3, points)) {
      CHECK(weight > 0);
      sum += weight;
      second += weight * height * height;
      third += weight * std::pow(height + 0.15, 3);
    }
    CHECK(simpson(0.3, points).size() == std::size_t(points));
    CHECK(sum == doctest::Approx(0.3).epsilon(1e-14));
    CHECK(second == doctest::Approx(std::pow(0.3, 3) / 12).epsilon(1e-13));
    CHECK(third == doctest::Approx(std::pow(0.3, 4) / 4).epsilon(1e-13));
  }
}

TEST_CASE("orthotropic energy is the integral through the thickness, and that is the closed form") {
  for (const int points : {3, 5, 9}) {
    CAPTURE(points);
    auto options = canvas;
    options.simpson_points = points;
    const Orthotropic<double> material(options, {});
    const double h = options.thickness;
    double integral = 0;
    for (const auto& [z, weight] : simpson(h, points))
      integral += weight / h * cloth(options, some.e11 + z * some.k11, some.e12 + z * some.k12, some.e22 + z * some.k22);
    const auto energy = material.stiffness().energy(some);
    CHECK(energy.membrane + energy.bending == doctest::Approx(integral).epsilon(1e-13));
    CHECK(energy.membrane == doctest::Approx(cloth(options, some.e11, some.e12, some.e22)).epsilon(1e-13));
    CHECK(energy.bending == doctest::Approx(h * h / 12 * cloth(options, some.k11, some.k12, some.k22)).epsilon(1e-13));
  }
}

TEST_CASE("the warp angle turns the law") {
  auto options = canvas;
  options.warp_angle = 30;
  const double a = std::numbers::pi / 6, c = std::cos(a), s = std::sin(a);
  // A stretch along the warp, written in the tangents, costs what a11 says; along the weft a22.
  const Orthotropic<double> material(options, {});
  CHECK(total(material, {c * c, c * s, s * s, 0, 0, 0}) == doctest::Approx(0.5 * options.a11).epsilon(1e-13));
  CHECK(total(material, {s * s, -c * s, c * c, 0, 0, 0}) == doctest::Approx(0.5 * options.a22).epsilon(1e-13));
  CHECK(total(material, {-2 * c * s, c * c - s * s, 2 * c * s, 0, 0, 0}) == doctest::Approx(options.g12).epsilon(1e-13));
  options.warp_angle = 90;
  const double h = options.thickness;
  CHECK(total(Orthotropic<double>(options, {}), {0, 0, 0, 1, 0, 0}) == doctest::Approx(h * h / 24 * options.a22).epsilon(1e-13));
}

TEST_CASE("resultants are the derivatives of the energy, the tangent those of the resultants") {
  auto turned = canvas;
  turned.warp_angle = 25;
  const Isotropic<double> isotropic({.young = 3e6, .poisson = -0.2, .thickness = 0.1}, {});
  const Orthotropic<double> orthotropic(turned, {});
  for (const Stiffness<double>& stiffness : {isotropic.stiffness(), orthotropic.stiffness()}) {
    const auto r = stiffness.resultants(some);
    const double given[6] = {r.n11, r.n12, r.n22, r.m11, r.m12, r.m22};
    for (int i = 0; i < 6; ++i) {
      using D = Dual<double>;
      D seeded[6] = {some.e11, some.e12, some.e22, some.k11, some.k12, some.k22};
      seeded[i].slope = 1;
      const Strains<D> strains{seeded[0], seeded[1], seeded[2], seeded[3], seeded[4], seeded[5]};
      const auto energy = stiffness.energy(strains);
      CHECK((energy.membrane + energy.bending).slope == doctest::Approx(given[i]).epsilon(1e-12));
      const auto derivative = stiffness.resultants(strains);
      const D rows[6] = {derivative.n11, derivative.n12, derivative.n22, derivative.m11, derivative.m12, derivative.m22};
      for (int j = 0; j < 6; ++j) CHECK(rows[j].slope == doctest::Approx(stiffness.tangent(j, i)).epsilon(1e-12));
    }
  }
}

TEST_CASE("float agrees with double") {
  auto options = canvas;
  options.warp_angle = 40;
  const Strains<float> in_float{0.11f, -0.07f, 0.23f, 31, 17, -43};
  const auto a = Orthotropic<float>(options, {}).stiffness().energy(in_float);
  const auto b = Orthotropic<double>(options, {}).stiffness().energy(some);
  CHECK(a.membrane == doctest::Approx(b.membrane).epsilon(1e-5));
  CHECK(a.bending == doctest::Approx(b.bending).epsilon(1e-5));
}

TEST_CASE("impossible materials are refused with their reason") {
  using I = Isotropic<double>;
  using O = Orthotropic<double>;
  CHECK(refusal_of<I>(IsotropicOptions()).empty());
  CHECK(refusal_of<O>(OrthotropicOptions()).empty());
  const auto says = [](const std::string& message, const std::string& text) {
    CAPTURE(message);
    CHECK(message.find(text) != std::string::npos);
  };
  says(refusal_of<I>(IsotropicOptions{.thickness = 0}), "thickness is 0, but must be above 0 m");
  says(refusal_of<I>(IsotropicOptions{.young = -2}), "young is -2, but must be above 0 Pa");
  says(refusal_of<I>(IsotropicOptions{.poisson = 0.5}), "poisson is 0.5, but must lie in (-1, 0.5)");
  says(refusal_of<I>(IsotropicOptions{.poisson = -1}), "poisson is -1, but must lie in (-1, 0.5)");
  says(refusal_of<I>(IsotropicOptions{.density = -1}), "density is -1, but must be at least 0");
  says(refusal_of<O>(OrthotropicOptions{.thickness = -0.1}), "thickness is -0.1");
  says(refusal_of<O>(OrthotropicOptions{.a11 = 0}), "a11 is 0, but must be above 0 N/m");
  says(refusal_of<O>(OrthotropicOptions{.a22 = -1}), "a22 is -1");
  says(refusal_of<O>(OrthotropicOptions{.g12 = 0}), "g12 is 0, but must be above 0 N/m: else shear costs no energy");
  says(refusal_of<O>(OrthotropicOptions{.a11 = 4, .a12 = -6, .a22 = 9}), "a12 is -6, but its square must be below a11 a22 = 36");
  says(refusal_of<O>(OrthotropicOptions{.simpson_points = 4}), "simpson_points is 4, but the composite Simpson rule needs an odd number");
  says(refusal_of<O>(OrthotropicOptions{.simpson_points = 1}), "simpson_points is 1");
}
