// SPDX-License-Identifier: Apache-2.0
// A Ritz system solved by Newton's method: a thin square plate, simply supported, in a basis of random sines.
#include <doctest/doctest.h>

#include <array>
#include <numbers>
#include <numeric>

#include "kernels/optim/galerkin.hpp"
#include "kernels/optim/newton.hpp"
#include "kernels/optim/ritz.hpp"
#include "tests/kernels/linalg/matrices.hpp"

using namespace plisse;
using namespace plisse::optim;
using namespace plisse::tests;

namespace {

// (f, f_1, f_2, f_11, f_12, f_22) of two variables.
using Jet6 = std::array<double, 6>;
Jet6 operator*(const Jet6& a, const Jet6& b) {
  return {a[0] * b[0],
          a[1] * b[0] + a[0] * b[1],
          a[2] * b[0] + a[0] * b[2],
          a[3] * b[0] + 2 * a[1] * b[1] + a[0] * b[3],
          a[4] * b[0] + a[1] * b[2] + a[2] * b[1] + a[0] * b[4],
          a[5] * b[0] + 2 * a[2] * b[2] + a[0] * b[5]};
}

// Kirchhoff's plate with nu = 0 under a pressure:  D / 2 (w_11^2 + 2 w_12^2 + w_22^2) - q w, side 100, D = 1e7 / 12, q = 1.  Simply
// supported by the factor x (1 - x) y (1 - y) of the basis.  The other components have a membrane's stiffness, E h (u_1^2 + u_2^2) / 2.
class Plate : public NewtonProblem {
 public:
  static constexpr double side = 100, bending = 1e7 / 12, membrane = 1e7;

  Plate(int functions, int per_side)
      : functions_(functions), per_side_(per_side), frequencies_(noise(std::size_t(3) * functions, 1)), galerkin_(functions, per_side) {}

  int unknowns() const override { return galerkin_.unknowns(); }
  bool quadratic() const override { return true; }

  double linearise(const std::vector<double>& c, double load, std::vector<double>& gradient, linalg::Matrix hessian) override {
    const std::size_t points = std::size_t(per_side_);
    std::vector<double> phi(std::size_t(functions_) * 6 * points), jets(18 * points), g(18 * points), h(324 * points);
    double energy = 0;
    for (int row = 0; row < per_side_; ++row) {
      const BasisBlock basis = block(row, phi);
      galerkin_.evaluate(basis, c.data(), {jets.data(), points});
      const double area = side * side / (per_side_ * per_side_);
      for (int p = 0; p < per_side_; ++p) {
        const auto at = [&](int i, int a) { return jets[(6 * i + a) * points + p]; };
        const auto stiffness = [&](int i, int a, double k) {
          energy += area * k / 2 * at(i, a) * at(i, a);
          g[(6 * i + a) * points + p] = area * k * at(i, a);
          h[(18 * (6 * i + a) + 6 * i + a) * points + p] = area * k;
        };
        for (const int a : {3, 4, 5}) stiffness(2, a, bending * (a == 4 ? 2 : 1));
        for (const int i : {0, 1})
          for (const int a : {1, 2}) stiffness(i, a, membrane);
        energy -= area * load * at(2, 0);
        g[12 * points + p] = -area * load;
      }
      galerkin_.add_gradient(basis, {g.data(), points}, gradient.data());
      galerkin_.add_hessian(basis, {h.data(), points}, hessian);
    }
    return energy;
  }
  void prepare_line(const std::vector<double>& c, const std::vector<double>& direction, double load) override {
    c_ = c;
    direction_ = direction;
    load_ = load;
  }
  LinePoint along(double t) override {
    std::vector<double> c = c_, gradient(c_.size()), hessian(c_.size() * c_.size());
    for (std::size_t i = 0; i < c.size(); ++i) c[i] += t * direction_[i];
    const double energy = linearise(c, load_, gradient, {hessian.data(), c.size()});
    return {t, energy, std::inner_product(gradient.begin(), gradient.end(), direction_.begin(), 0.)};
  }

  double centre(const std::vector<double>& c) const {
    double w = 0;
    for (int j = 0; j < functions_; ++j) w += c[2 * functions_ + j] * function(j, 0.5, 0.5)[0];
    return w;
  }

 private:
  // Derivatives with respect to positions on the plate, of x = side * s, y = side * t.
  Jet6 function(int j, double s, double t) const {
    const double a = 5 * frequencies_[3 * j], b = 5 * frequencies_[3 * j + 1], phase = std::numbers::pi * frequencies_[3 * j + 2];
    const double sine = std::sin(a * s + b * t + phase), cosine = std::cos(a * s + b * t + phase);
    const Jet6 wave{sine, a * cosine, b * cosine, -a * a * sine, -a * b * sine, -b * b * sine};
    Jet6 f = wave * Jet6{s * (1 - s), 1 - 2 * s, 0, -2, 0, 0} * Jet6{t * (1 - t), 0, 1 - 2 * t, 0, 0, -2};
    for (int channel = 1; channel < 6; ++channel) f[channel] /= channel < 3 ? side : side * side;
    return f;
  }
  BasisBlock block(int row, std::vector<double>& phi) const {
    for (int j = 0; j < functions_; ++j)
      for (int p = 0; p < per_side_; ++p) {
        const Jet6 f = function(j, (p + 0.5) / per_side_, (row + 0.5) / per_side_);
        for (int a = 0; a < 6; ++a) phi[(std::size_t(j) * 6 + a) * per_side_ + p] = f[a];
      }
    return {{phi.data(), phi.data(), phi.data()}, per_side_};
  }

  int functions_, per_side_;
  std::vector<double> frequencies_;
  Galerkin galerkin_;
  std::vector<double> c_, direction_;
  double load_ = 0;
};

}  // namespace

TEST_CASE("a square plate in random sines bends as the series of sines does") {
  // Navier's series for the centre: sum over odd m, n of 16 q a^4 / (pi^6 D m n (m^2 + n^2)^2) (-1)^((m + n) / 2 - 1).
  double series = 0;
  for (int m = 1; m < 200; m += 2)
    for (int n = 1; n < 200; n += 2)
      series += ((m + n) / 2 % 2 ? 1 : -1) * 16 * std::pow(Plate::side, 4) /
                (std::pow(std::numbers::pi, 6) * Plate::bending * m * n * std::pow(m * m + n * n, 2));
  CHECK(series == doctest::Approx(0.48748).epsilon(1e-5));

  Plate plate(100, 96);
  Newton newton({}, plate.unknowns());
  auto state = newton.begin(plate, std::vector<double>(plate.unknowns()));
  const auto report = newton.iterate(plate, state);
  CHECK(report.stop == "one solve of a quadratic energy");
  CHECK(plate.centre(state.c) == doctest::Approx(series).epsilon(2e-4));
  CHECK(report.energy == doctest::Approx(-report.predicted).epsilon(1e-6));
  for (int i = 0; i < 200; ++i) CHECK(state.c[i] == 0);
}

TEST_CASE("a matrix that does not fit into memory is refused before any of it is taken") {
  Workspace workspace;
  CHECK_THROWS_AS(Ritz<double>({}, {.parameters = 1, .steps = 1, .workspace = &workspace, .coefficients = 1 << 20}), std::length_error);
  const Ritz<double> small({}, {.parameters = 1, .steps = 1, .workspace = &workspace, .coefficients = 100});
  CHECK(workspace.bytes() == 100 * 100 * sizeof(double));
}
