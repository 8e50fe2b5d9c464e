// SPDX-License-Identifier: Apache-2.0
// The elastic energy of batches: derivatives, closed forms, output of strains and resultants, precision, allocation.
#include "kernels/shell/elasticity.hpp"

#include <doctest/doctest.h>

#include "kernels/core/allocations.hpp"
#include "kernels/materials/isotropic.hpp"
#include "kernels/materials/orthotropic.hpp"
#include "tests/support/shell_batches.hpp"

using namespace plisse;
using namespace plisse::shell;
using plisse::test::RandomBatch;

namespace {

constexpr StrainMeasure measures[] = {StrainMeasure::exact, StrainMeasure::linear, StrainMeasure::printed};

template <class T>
materials::Isotropic<T> isotropic() {
  return {{.young = 3e6, .poisson = 0.3, .thickness = 0.2}, {}};
}

template <class T>
materials::Orthotropic<T> cloth() {
  return {{.a11 = 15.557, .a12 = 7.779, .a22 = 25.004, .g12 = 1.076, .thickness = 0.4, .warp_angle = 20}, {}};
}

}  // namespace

TEST_CASE("derivatives of the elastic energy agree with central differences") {
  for (const auto measure : measures)
    for (const double size : {1e-2, 1.0})
      for (const bool woven : {false, true}) {
        CAPTURE(int(measure));
        CAPTURE(size);
        CAPTURE(woven);
        Workspace workspace;
        const auto first = isotropic<double>();
        const auto second = cloth<double>();
        const materials::Material<double>& material = woven ? static_cast<const materials::Material<double>&>(second) : first;
        const Elasticity<double> elasticity(measure, material, 4, workspace);
        const RandomBatch batch(11, size);
        CHECK(test::gradient_error(elasticity, batch) <= 1e-6);
        const auto hessian = test::hessian_errors(elasticity, batch);
        CHECK(hessian.difference <= 1e-6);
        CHECK(hessian.asymmetry == 0);
        CHECK(elasticity.quadratic() == (measure == StrainMeasure::linear));
      }
}

TEST_CASE("the Hessian at rest is positive semi-definite and the one of the linear strains") {
  Workspace workspace;
  const auto material = isotropic<double>();
  const RandomBatch batch(13, 0);
  const auto hessian = [&](StrainMeasure measure) {
    Array2<double> result("hessian", jet_size * jet_size, RandomBatch::points_in_all);
    Elasticity<double>(measure, material, 4, workspace).add_hessian(Exec(), batch.points, batch.sites, batch.jets, 1, result);
    return test::on_host(result);
  };
  const auto exact = hessian(StrainMeasure::exact), linear = hessian(StrainMeasure::linear);
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    difference = std::max(difference, std::abs(exact.data()[i] - linear.data()[i]));
    size = std::max(size, std::abs(linear.data()[i]));
  }
  CHECK(size > 0);
  CHECK(difference <= 1e-14 * size);
  // Of a quadratic energy: psi = 1/2 u . H u, here with another jet.
  const RandomBatch moved(13, 0.7);
  const double energy =
      Elasticity<double>(StrainMeasure::linear, material, 4, workspace).evaluate(Exec(), moved.points, moved.sites, moved.jets, 1, {});
  const auto jets = test::on_host(moved.jets);
  double form = 0;
  for (int p = moved.sites.first; p < moved.sites.first + moved.sites.count; ++p)
    for (int i = 0; i < jet_size; ++i)
      for (int j = 0; j < jet_size; ++j) form += 0.5 * jets(i / 6, i % 6, p) * linear(jet_size * i + j, p) * jets(j / 6, j % 6, p);
  CHECK(energy > 0);
  CHECK(form == doctest::Approx(energy).epsilon(1e-12));
}

TEST_CASE("rigid motions cost nothing with exact strains, whatever the material") {
  test::Random random(17);
  std::vector<test::Frame> frames;
  std::vector<test::Jet> rigid, stretched;
  std::vector<double> weights;
  const test::Vector axis{2. / 7, 3. / 7, 6. / 7};
  for (int p = 0; p < 50; ++p) {
    const auto f = test::random_frame(random, 1.5);
    const auto turn = [&](const test::Vector& v) {
      return std::sin(2.1) * cross(axis, v) - (1 - std::cos(2.1)) * (v - dot(axis, v) * axis);
    };
    frames.push_back(f);
    weights.push_back(random.number(0.1, 2));
    rigid.push_back({turn(f.x), turn(f.t1), turn(f.t2), -f.h11 * turn(f.n), -f.h12 * turn(f.n), -f.h22 * turn(f.n)});
    stretched.push_back({f.x, f.t1, f.t2, -f.h11 * f.n, -f.h12 * f.n, -f.h22 * f.n});  // twice the size
  }
  Workspace workspace;
  const auto iso = isotropic<double>();
  const auto woven = cloth<double>();
  for (const materials::Material<double>* material :
       {static_cast<const materials::Material<double>*>(&iso), static_cast<const materials::Material<double>*>(&woven)}) {
    const Elasticity<double> elasticity(StrainMeasure::exact, *material, 50, workspace);
    const auto energy = [&](const std::vector<test::Jet>& jets) {
      const test::Batch<double> batch(frames, jets, weights);
      return elasticity.evaluate(Exec(), batch.points, batch.all(), batch.jets, 1, {});
    };
    CHECK(energy(rigid) <= 1e-12 * energy(stretched));
    CHECK(energy(rigid) >= 0);
  }
}

TEST_CASE("constant strain and constant curvature have the energy of the closed form") {
  const double E = 3e6, nu = 0.3, h = 0.2, R = 0.8, area = 2.5;
  const test::Frame plane{{}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, 0, 0, 0};
  Workspace workspace;
  const Elasticity<double> elasticity(StrainMeasure::exact, isotropic<double>(), 8, workspace);

  const test::Jet stretch{{}, {0.1, 0, 0}, {}, {}, {}, {}};
  const test::Batch<double> patch(std::vector(8, plane), std::vector(8, stretch), std::vector(8, area / 8));
  const double e = 0.5 * (1.1 * 1.1 - 1);
  CHECK(elasticity.evaluate(Exec(), patch.points, patch.all(), patch.jets, 1, {}) ==
        doctest::Approx(area * 0.5 * E * h / (1 - nu * nu) * e * e).epsilon(1e-12));
  CHECK(elasticity.bending() == 0);

  std::vector<test::Jet> rolled;
  for (int p = 0; p < 8; ++p) {
    const double c = std::cos(p / R), s = std::sin(p / R);
    rolled.push_back({{}, {c - 1, 0, s}, {}, {-s / R, 0, c / R}, {}, {}});
  }
  const test::Batch<double> cylinder(std::vector(8, plane), rolled, std::vector(8, area / 8));
  CHECK(elasticity.evaluate(Exec(), cylinder.points, cylinder.all(), cylinder.jets, 1, {}) ==
        doctest::Approx(area * 0.5 * E * h * h * h / (12 * (1 - nu * nu)) / (R * R)).epsilon(1e-12));
  CHECK(elasticity.membrane() <= 1e-20);
}

TEST_CASE("strains and resultants come out as tensors") {
  Workspace workspace;
  const RandomBatch batch(19, 0.4);
  for (const auto measure : measures) {
    const Elasticity<double> elasticity(measure, cloth<double>(), 4, workspace);
    Array2<double> strain("strain", 6, RandomBatch::points_in_all), resultant("resultant", 6, RandomBatch::points_in_all);
    elasticity.strains(Exec(), batch.points, batch.sites, batch.jets, strain);
    elasticity.resultants(Exec(), batch.points, batch.sites, batch.jets, resultant);
    const auto s = test::on_host(strain), r = test::on_host(resultant);
    const auto weight = test::on_host(batch.points.weight);
    double energy = 0;  // 1/2 (n : e + m : k)
    for (int p = batch.sites.first; p < batch.sites.first + batch.sites.count; ++p)
      for (int i = 0; i < 6; ++i) energy += weight(p) * 0.5 * s(i, p) * r(i, p) * (i % 3 == 1 ? 2 : 1);
    CHECK(energy == doctest::Approx(elasticity.evaluate(Exec(), batch.points, batch.sites, batch.jets, 1, {})).epsilon(1e-12));
    CHECK(elasticity.membrane() + elasticity.bending() == doctest::Approx(energy).epsilon(1e-12));
    CHECK(s(0, 0) == 0);
  }
}

TEST_CASE("float agrees with double, and a repeated evaluation to the last bit") {
  test::Random random(23);
  for (const double size : {1e-7, 1e-3, 1.0})
    for (const auto measure : measures) {
      CAPTURE(size);
      CAPTURE(int(measure));
      std::vector<test::Frame> frames;
      std::vector<test::Jet> jets;
      for (int p = 0; p < 3000; ++p) {
        frames.push_back(test::random_frame(random, 0.5));
        jets.push_back(test::random_jet(random, 0.3 * size));
      }
      const test::Batch<float> narrow(frames, jets);
      const test::Batch<double> wide(frames, jets);
      Workspace workspace;
      const Elasticity<float> in_float(measure, isotropic<float>(), 3000, workspace);
      const Elasticity<double> in_double(measure, isotropic<double>(), 3000, workspace);
      const auto adjoint_float = narrow.zeros(), again = narrow.zeros();
      const auto adjoint_double = wide.zeros();
      const double energy = in_float.evaluate(Exec(), narrow.points, narrow.all(), narrow.jets, 1, adjoint_float);
      CHECK(energy == doctest::Approx(in_double.evaluate(Exec(), wide.points, wide.all(), wide.jets, 1, adjoint_double)).epsilon(1e-5));
      CHECK(in_float.evaluate(Exec(), narrow.points, narrow.all(), narrow.jets, 1, again) == energy);
      const auto a = test::on_host(adjoint_float), c = test::on_host(again);
      const auto b = test::on_host(adjoint_double);
      double error = 0, norm = 0;
      bool same = true;
      for (std::size_t i = 0; i < a.size(); ++i) {
        error += std::pow(a.data()[i] - b.data()[i], 2);
        norm += std::pow(b.data()[i], 2);
        same = same && a.data()[i] == c.data()[i];
      }
      CHECK(std::sqrt(error / norm) <= 1e-5);
      CHECK(same);
    }
}

TEST_CASE("nothing is allocated by an evaluation") {
  Workspace workspace;
  const Elasticity<double> elasticity(StrainMeasure::exact, isotropic<double>(), 4, workspace);
  const RandomBatch batch(29, 0.2);
  const auto adjoint = batch.zeros();
  const Array2<double> hessian("hessian", jet_size * jet_size, RandomBatch::points_in_all);
  const AllocationCount allocations;
  elasticity.evaluate(Exec(), batch.points, batch.sites, batch.jets, 1, adjoint);
  elasticity.add_hessian(Exec(), batch.points, batch.sites, batch.jets, 1, hessian);
  CHECK(allocations.value() == 0);
}
