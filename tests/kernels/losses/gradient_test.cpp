// SPDX-License-Identifier: Apache-2.0
// Every loss and every option against central differences, on structures with invalid vertices, on a mesh and on points.
#include <doctest/doctest.h>

#include "batches.hpp"
#include "kernels/collision/sphere.hpp"
#include "kernels/losses/bend.hpp"
#include "kernels/losses/collision.hpp"
#include "kernels/losses/gravity.hpp"
#include "kernels/losses/regression.hpp"
#include "kernels/losses/strain.hpp"

using namespace plisse;
using namespace plisse::losses;
using namespace plisse::losses::testing;

namespace {

constexpr int samples = 5, capacity = 6, cells = 3;
constexpr double factor = 1.7, tolerance = 1e-6;

struct Scene {
  Workspace workspace;
  collision::Sphere<double> sphere;
  Context<double> context;

  Scene()
      : sphere({.center = {0.4, 0.5, -0.35}, .radius = 0.5}, collision::Context{{}, 100, &workspace}),
        context(context_for<double>(workspace, 20, 6 * capacity, 50, &sphere)) {}
};

void check_on_structures(const Loss<double>& loss, Workspace& workspace) {
  auto structures = random_structures<double>(workspace, samples, capacity, 0.2, 0.0);
  structures.area = 1.3;
  structures.rest = mapped(structures.uv, wavy(0.03));
  const auto positions = mapped(structures.uv, wavy(0.08));
  const auto valid = to_host(structures.valid);
  int invalid = 0;
  for (int k = 0; k < structure_vertices; ++k)
    for (int s = 0; s < samples; ++s) invalid += !valid(k * capacity + s);
  REQUIRE(invalid > 3);
  REQUIRE(invalid < 20);

  Jets<double> adjoint("adjoint", 3, 1, 6 * capacity);
  Array1<double> density("density", capacity);
  const double value = loss.evaluate(Exec(), structures, positions, factor, adjoint, density);
  CHECK(std::isfinite(value));
  CHECK(value != 0);
  CHECK(gradient_error(positions, adjoint,
                       [&](const Jets<double>& x) { return factor * loss.evaluate(Exec(), structures, x, factor, {}, {}); }) <= tolerance);

  // Invalid and spare vertices take no part; the density holds the samples' energies.
  const auto derivative = to_host(adjoint);
  const auto energy = to_host(density), weight = to_host(structures.weight);
  double mean = 0;
  for (int s = 0; s < capacity; ++s) {
    mean += weight(s) * energy(s);
    for (int k = 0; k < structure_vertices; ++k)
      for (int i = 0; i < 3 && !valid(k * capacity + s); ++i) CHECK(derivative(i, 0, k * capacity + s) == 0);
  }
  CHECK(mean == doctest::Approx(factor * value));

  // A second call adds to the adjoint and gives the same bits.
  CHECK(loss.evaluate(Exec(), structures, positions, factor, adjoint, {}) == value);
  const auto twice = to_host(adjoint);
  Jets<double> fresh("fresh", 3, 1, 6 * capacity);
  loss.evaluate(Exec(), structures, positions, factor, fresh, {});
  const auto once = to_host(fresh);
  for (int i = 0; i < 3; ++i)
    for (int p = 0; p < 6 * capacity; ++p) CHECK(twice(i, 0, p) == doctest::Approx(2 * once(i, 0, p)));
}

void check_on_mesh(const Loss<double>& loss) {
  const auto mesh = square_mesh(cells, wavy(0.03));
  const auto positions = mapped(mesh.uv, wavy(0.08));
  Jets<double> adjoint("adjoint", 3, 1, mesh.vertices);
  const double value = loss.evaluate(Exec(), mesh, positions, factor, adjoint);
  CHECK(value != 0);
  CHECK(gradient_error(positions, adjoint, [&](const Jets<double>& x) { return factor * loss.evaluate(Exec(), mesh, x, factor, {}); }) <=
        tolerance);
}

template <template <class> class L>
void check(const typename L<double>::Options& options) {
  Scene scene;
  const L<double> loss(options, scene.context);
  CHECK(loss.supports_structures());
  CHECK(loss.supports_mesh());
  check_on_structures(loss, scene.workspace);
  check_on_mesh(loss);
}

}  // namespace

TEST_CASE("strain: gradient") {
  for (const auto form : {StrainOptions::Form::relative, StrainOptions::Form::absolute})
    for (const auto edges : {StrainOptions::Edges::central, StrainOptions::Edges::all}) {
      check<Strain>({.form = form, .edges = edges});
      check<Strain>({.form = form, .edges = edges, .warp = 2, .weft = 0.7, .bias = 0.4});
    }
}

TEST_CASE("bend: gradient") {
  for (const auto form : {BendOptions::Form::normals, BendOptions::Form::area})
    for (const bool rest : {false, true}) check<Bend>({.form = form, .stiffness = 1.9, .rest = rest});
}

TEST_CASE("gravity: gradient") {
  check<Gravity>({});
  check<Gravity>({.axis = GravityOptions::Up::minus_y});
}

TEST_CASE("collision: gradient") { check<Collision>({.epsilon = 0.01}); }

TEST_CASE("regression: value and gradient on points") {
  Workspace workspace;
  const Regression<double> loss({}, context_for<double>(workspace, 9, 9, 0));
  CHECK(loss.supports_points());
  const auto structures = random_structures<double>(workspace, 7, 7, 0.1, 0.2);
  const auto positions = mapped(structures.uv, wavy(0.1)), target = mapped(structures.uv, wavy(0.02));
  const Points<double> points{7, target, structures.weight};
  Jets<double> adjoint("adjoint", 3, 1, positions.extent(2));
  Array1<double> density("density", 7);
  const double value = loss.evaluate(Exec(), points, positions, factor, adjoint, density);
  const auto x = to_host(positions), y = to_host(target);
  const auto weight = to_host(structures.weight), energy = to_host(density);
  double expected = 0;
  for (int s = 0; s < 7; ++s) {
    double squared = 0;
    for (int i = 0; i < 3; ++i) squared += std::pow(x(i, 0, s) - y(i, 0, s), 2);
    CHECK(energy(s) == doctest::Approx(factor * squared));
    expected += weight(s) * squared;
  }
  CHECK(value == doctest::Approx(expected));
  CHECK(gradient_error(positions, adjoint,
                       [&](const Jets<double>& at) { return factor * loss.evaluate(Exec(), points, at, factor, {}, {}); }) <= tolerance);
}

TEST_CASE("a loss refuses batches it is not defined on") {
  Workspace workspace;
  const auto context = context_for<float>(workspace, 1, 6, 0);
  const Regression<float> regression({}, context);
  CHECK_FALSE(regression.supports_structures());
  CHECK_FALSE(regression.supports_mesh());
  const Loss<float>& loss = regression;
  CHECK_THROWS_AS(loss.evaluate(Exec(), Structures<float>{}, {}, 1, {}, {}), std::logic_error);
  CHECK_THROWS_AS(loss.evaluate(Exec(), MeshElements<float>{}, {}, 1, {}), std::logic_error);
  const Strain<float> strain({}, context);
  CHECK_FALSE(strain.supports_points());
  CHECK_THROWS_AS(static_cast<const Loss<float>&>(strain).evaluate(Exec(), Points<float>{}, {}, 1, {}, {}), std::logic_error);
}
