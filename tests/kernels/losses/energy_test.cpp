// SPDX-License-Identifier: Apache-2.0
// Energies whose value is known in closed form.
#include <doctest/doctest.h>

#include "batches.hpp"
#include "kernels/collision/plane.hpp"
#include "kernels/losses/bend.hpp"
#include "kernels/losses/collision.hpp"
#include "kernels/losses/gravity.hpp"
#include "kernels/losses/strain.hpp"

using namespace plisse;
using namespace plisse::losses;
using namespace plisse::losses::testing;
using doctest::Approx;

namespace {

constexpr int samples = 40;

template <class L>
double on_structures(const L& loss, const Structures<double>& structures, const Map<double>& map) {
  return loss.evaluate(Exec(), structures, mapped(structures.uv, map), 1, {}, {});
}
template <class L>
double on_mesh(const L& loss, const MeshElements<double>& mesh, const Map<double>& map) {
  return loss.evaluate(Exec(), mesh, mapped(mesh.uv, map), 1, {});
}

Map<double> stretched(double along_u, double along_v) {
  return [=](double u, double v) { return Vec3<double>{along_u * u, along_v * v, 0}; };
}

}  // namespace

TEST_CASE("rest state and rigid motions have no strain and no bend") {
  Workspace workspace;
  const auto context = context_for<double>(workspace, 100, 600, 200);
  for (const double amplitude : {0., 0.05}) {
    auto structures = random_structures<double>(workspace, samples, samples, 0.05, 0);
    structures.rest = mapped(structures.uv, wavy(amplitude));
    const auto mesh = square_mesh(6, wavy(amplitude));
    for (const auto& map : {wavy(amplitude), moved(wavy(amplitude))}) {
      for (const auto form : {StrainOptions::Form::relative, StrainOptions::Form::absolute}) {
        const Strain<double> strain({.form = form, .edges = StrainOptions::Edges::all}, context);
        CHECK(on_structures(strain, structures, map) < 1e-25);
        CHECK(on_mesh(strain, mesh, map) < 1e-25);
      }
      for (const auto form : {BendOptions::Form::normals, BendOptions::Form::area}) {
        const Bend<double> from_rest({.form = form, .rest = true}, context), from_flat({.form = form}, context);
        CHECK(on_structures(from_rest, structures, map) < 1e-23);
        CHECK(on_mesh(from_rest, mesh, map) < 1e-23);
        if (amplitude == 0) CHECK(on_structures(from_flat, structures, map) < 1e-23);
        else CHECK(on_structures(from_flat, structures, map) > 1e-3);
      }
    }
  }
}

TEST_CASE("bend from rest tells the two sides apart") {
  Workspace workspace;
  auto structures = random_structures<double>(workspace, samples, samples, 0.05, 0.2);
  const auto bowl = [](double side) {
    return Map<double>([side](double u, double v) { return Vec3<double>{u, v, side * (u * u + v * v)}; });
  };
  structures.rest = mapped(structures.uv, bowl(1));
  const Bend<double> loss({.rest = true}, context_for<double>(workspace, samples, 6 * samples, 0));
  CHECK(on_structures(loss, structures, bowl(1)) < 1e-25);
  const double to_flat = on_structures(loss, structures, flat()), to_other = on_structures(loss, structures, bowl(-1));
  CHECK(to_flat > 1e-4);
  CHECK(to_other == Approx(4 * to_flat).epsilon(0.05));
}

// A pair of triangles turns by curvature times edge times (sqrt(3)/2 cos^2 - sin^2 / (2 sqrt(3))) of the angle of its axis; the
// squares of the three pairs add up to 3/4 in every orientation.
TEST_CASE("flat cloth rolled on a cylinder bends by 3/4 (edge / radius)^2") {
  Workspace workspace;
  const double edge = 0.01, radius = 0.5;
  const auto structures = random_structures<double>(workspace, samples, samples, edge, 0.1);
  const Map<double> roll = [=](double u, double v) {
    return Vec3<double>{radius * std::sin(u / radius), v, radius * (1 - std::cos(u / radius))};
  };
  const auto context = context_for<double>(workspace, samples, 6 * samples, 0);
  const double expected = 0.75 * edge * edge / (radius * radius);
  CHECK(on_structures(Bend<double>({}, context), structures, roll) == Approx(expected).epsilon(1e-3));
  // eq. 21 with equilateral triangles: half the stiffness times the same
  const Bend<double> by_area({.form = BendOptions::Form::area, .stiffness = 3}, context);
  CHECK(on_structures(by_area, structures, roll) == Approx(1.5 * expected).epsilon(1e-3));
  CHECK(on_structures(Strain<double>({}, context), structures, roll) < 1e-8);
}

TEST_CASE("strain of a uniform stretch, the same on structures and on a mesh") {
  Workspace workspace;
  const double edge = 0.04;
  const auto structures = random_structures<double>(workspace, samples, samples, edge, 0.2);
  const auto mesh = square_mesh(5, flat());
  const auto context = context_for<double>(workspace, 100, 600, 200);
  const Strain<double> central({}, context), all({.edges = StrainOptions::Edges::all}, context);
  const auto map = stretched(1.1, 1.1);
  for (const double value : {on_structures(central, structures, map), on_mesh(central, mesh, map)}) CHECK(value == Approx(3 * 0.01));
  for (const double value : {on_structures(all, structures, map), on_mesh(all, mesh, map)}) CHECK(value == Approx(9 * 0.01));
  const Strain<double> absolute({.form = StrainOptions::Form::absolute}, context);
  CHECK(on_structures(absolute, structures, map) == Approx(3 * 0.01 * edge * edge));
}

TEST_CASE("strain is weighted by the direction of the edge") {
  Workspace workspace;
  const auto context = context_for<double>(workspace, 100, 600, 200);
  const auto mesh = square_mesh(1, flat());  // five edges: two along u, two along v, one diagonal
  const auto map = stretched(1.1, 1.1);
  const double none = on_mesh(Strain<double>({}, context), mesh, map) / 5;
  CHECK(on_mesh(Strain<double>({.warp = 3}, context), mesh, map) == Approx((2 * 3 + 2 + 1) * none));
  CHECK(on_mesh(Strain<double>({.weft = 4}, context), mesh, map) == Approx((2 + 2 * 4 + 1) * none));
  CHECK(on_mesh(Strain<double>({.bias = 0.2}, context), mesh, map) == Approx((2 + 2 + 0.2) * none));
  CHECK_THROWS_AS(Strain<double>({.warp = 0}, context), std::invalid_argument);
  CHECK_THROWS_AS(Strain<double>({.warp = 100, .bias = 10}, context), std::invalid_argument);

  const Stiffness<double> stiffness(3, 2, 0.5);
  CHECK(stiffness(0.1, 0.0) == Approx(3));
  CHECK(stiffness(0.0, -7.0) == Approx(2));
  CHECK(stiffness(-2.0, 2.0) == Approx(0.5));
  CHECK(stiffness(1.0, 1.0) == Approx(0.5));
  CHECK(Stiffness<double>(2.5, 2.5, 2.5)(0.3, 0.4) == Approx(2.5));
}

TEST_CASE("gravity is m g h along its axis") {
  Workspace workspace;
  const auto context = context_for<double>(workspace, 100, 600, 200);
  auto structures = random_structures<double>(workspace, samples, samples, 0.05, 0.2);
  auto mesh = square_mesh(4, flat());
  structures.area = mesh.area = 2.5;
  const Map<double> at_height = [](double u, double v) { return Vec3<double>{u, v, 0.8}; };
  const Gravity<double> gravity({.density = 0.3, .acceleration = 9.81}, context);
  CHECK(on_structures(gravity, structures, at_height) == Approx(0.3 * 2.5 * 9.81 * 0.8));
  CHECK(on_mesh(gravity, mesh, at_height) == Approx(0.3 * 2.5 * 9.81 * 0.8));
  // A slope has the height of its centre.
  const Map<double> slope = [](double u, double v) { return Vec3<double>{u, v, 2 * u + v}; };
  CHECK(on_mesh(gravity, mesh, slope) == Approx(0.3 * 2.5 * 9.81 * 1.5));
  const auto uv = to_host(structures.uv);
  const auto share = to_host(structures.weight);
  double height = 0;
  for (int s = 0; s < samples; ++s)
    for (int k = 0; k < 3; ++k) height += share(s) * (2 * uv(0, k * samples + s) + uv(1, k * samples + s)) / 3;
  CHECK(on_structures(gravity, structures, slope) == Approx(0.3 * 2.5 * 9.81 * height));
  const Gravity<double> downwards({.density = 0.3, .axis = GravityOptions::Up::minus_z}, context);
  CHECK(on_structures(downwards, structures, at_height) == Approx(-0.3 * 2.5 * 9.81 * 0.8));
}

TEST_CASE("collision is six times the squared depth below epsilon, and nothing above it or without a body") {
  Workspace workspace;
  const collision::Plane<double> floor({.point = {0, 0, 1}}, collision::Context{{}, 600, &workspace});
  const auto context = context_for<double>(workspace, 100, 600, 200, static_cast<const collision::Collider<double>*>(&floor));
  const auto structures = random_structures<double>(workspace, samples, samples, 0.05, 0.2);
  const auto mesh = square_mesh(4, flat());
  const Collision<double> loss({.epsilon = 0.01}, context), nothing({}, context_for<double>(workspace, 100, 600, 200));
  const auto height = [](double z) { return Map<double>([z](double u, double v) { return Vec3<double>{u, v, z}; }); };
  for (const double depth : {-0.5, -0.02}) {
    CHECK(on_structures(loss, structures, height(1 - depth)) == 0);
    CHECK(on_mesh(loss, mesh, height(1 - depth)) == 0);
  }
  for (const double depth : {-0.005, 0., 0.03}) {
    CHECK(on_structures(loss, structures, height(1 - depth)) == Approx(6 * (depth + 0.01) * (depth + 0.01)));
    CHECK(on_mesh(loss, mesh, height(1 - depth)) == Approx(6 * (depth + 0.01) * (depth + 0.01)));
  }
  Jets<double> adjoint("adjoint", 3, 1, 6 * samples);
  CHECK(nothing.evaluate(Exec(), structures, mapped(structures.uv, height(0)), 1, adjoint, {}) == 0);
}
