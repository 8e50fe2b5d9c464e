// SPDX-License-Identifier: Apache-2.0
// Contact with a body: energy, force and Hessian by hand on a plane and by central differences on every kind of body, clearance.
#include "kernels/shell/contact.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <memory>

#include "kernels/collision/box.hpp"
#include "kernels/collision/capsule.hpp"
#include "kernels/collision/mesh.hpp"
#include "kernels/collision/plane.hpp"
#include "kernels/collision/sphere.hpp"
#include "kernels/collision/triangulate.hpp"
#include "kernels/core/allocations.hpp"
#include "tests/support/shell_batches.hpp"

using namespace plisse;
using namespace plisse::shell;
using plisse::test::RandomBatch;
using plisse::test::Vector;

namespace {

constexpr ContactOptions options{.stiffness = 300, .distance = 0.05};

// A batch whose deformed points lie where they are told to: the points of the sites at `at`, the others nowhere in particular.
RandomBatch moved_to(const std::vector<Vector>& at, unsigned seed = 3) {
  RandomBatch batch(seed, 0.3);
  const auto frame = test::on_host(batch.points.frame);
  const auto jets = test::on_host(batch.jets);
  for (int p = 0; p < batch.sites.count; ++p)
    for (int i = 0; i < 3; ++i) jets(i, 0, batch.sites.first + p) = at[std::size_t(p)][i] - frame(i, batch.sites.first + p);
  Kokkos::deep_copy(batch.jets, jets);
  return batch;
}

struct Case {
  std::string name;
  std::unique_ptr<collision::Collider<double>> collider;
  std::vector<Vector> at;  // four points: deep, shallow, between the surface and the distance to keep, clear
  bool flat;               // exact Hessian: no curvature of the distance at any of the points
};

// Gradients are taken at points whose closest feature does not change within the step of the differences.
std::vector<Case> cases() {
  std::vector<Case> all;
  const collision::Context none;
  all.push_back({"plane",
                 std::make_unique<collision::Plane<double>>(collision::PlaneOptions{.point = {0, 0, 1}, .normal = {0, 3, 4}}, none),
                 {{1, 0, 0.5}, {0.2, 0.1, 0.85}, {-1, 0, 1.03}, {0, 2, 2}},
                 true});
  all.push_back({"sphere",
                 std::make_unique<collision::Sphere<double>>(collision::SphereOptions{.center = {0.1, 0, 0.2}, .radius = 0.5}, none),
                 {{0.3, 0.1, 0.1}, {0.1, 0.45, 0.3}, {0.1, 0, 0.73}, {1, 1, 1}},
                 false});
  all.push_back({"box",
                 std::make_unique<collision::Box<double>>(collision::BoxOptions{.half_size = {0.5, 0.4, 0.3}}, none),
                 {{0.42, 0.1, 0.05}, {0.1, -0.38, 0.1}, {0.1, 0.1, 0.32}, {0.1, 0.9, 0}},
                 true});
  all.push_back(
      {"capsule",
       std::make_unique<collision::Capsule<double>>(collision::CapsuleOptions{.a = {0, 0, 0}, .b = {0, 1, 1}, .radius = 0.3}, none),
       {{0.1, 0.5, 0.4}, {0.2, 0.5, 0.6}, {0.02, 1.1, 1.3}, {1, 1, -1}},
       false});
  const collision::Context faceted{collision::icosphere({0, 0, 0}, 0.5, 1), 0, nullptr};
  const auto over = [&](int triangle, double depth) {  // above or below the centroid of a face
    const int* v = faceted.body.triangles.data() + 3 * triangle;
    const auto a = position(faceted.body, v[0]), b = position(faceted.body, v[1]), c = position(faceted.body, v[2]);
    const auto normal = cross(b - a, c - a);
    return (1. / 3) * (a + b + c) + (depth / norm(normal)) * normal;
  };
  all.push_back(
      {"mesh",
       std::make_unique<collision::Mesh<double>>(collision::MeshOptions{.query = collision::MeshOptions::Query::closest_point}, faceted),
       {over(0, -0.06), over(7, -0.03), over(11, 0.03), over(30, 0.4)},
       true});
  return all;
}

}  // namespace

TEST_CASE("on a plane energy, force and clearance are those of a spring for each area") {
  Workspace workspace;
  const collision::Plane<double> plane({}, {});
  const Contact<double> contact({.stiffness = 200, .distance = 0.1}, plane, 10, workspace);
  const auto batch = moved_to({{1, 2, -0.3}, {0, 0, 0.06}, {5, 5, 0.1}, {3, 1, 2}});
  const auto weight = test::on_host(batch.points.weight);
  const auto adjoint = batch.zeros();
  const double energy = contact.evaluate(Exec(), batch.points, batch.sites, batch.jets, 2, adjoint);
  CHECK(energy == doctest::Approx(100 * (weight(2) * 0.4 * 0.4 + weight(3) * 0.04 * 0.04)).epsilon(1e-13));
  const auto host = test::on_host(adjoint);
  CHECK(host(2, 0, 2) == doctest::Approx(-2 * 200 * 0.4 * weight(2)).epsilon(1e-13));
  CHECK(host(2, 0, 3) == doctest::Approx(-2 * 200 * 0.04 * weight(3)).epsilon(1e-12));
  CHECK(host(2, 0, 4) == doctest::Approx(0));
  for (int p = 0; p < RandomBatch::points_in_all; ++p)
    for (int k = 0; k < channels; ++k)
      for (int i = 0; i < 3; ++i)
        if (p < 2 || p > 3 || k > 0 || i < 2) CHECK(std::abs(host(i, k, p)) < 1e-12);

  const Clearance clearance = contact.clearance(Exec(), batch.points, batch.sites, batch.jets);
  CHECK(clearance.lowest == doctest::Approx(-0.3));
  CHECK(clearance.inside == 1);
  CHECK(clearance.touching >= 2);
  CHECK(clearance.touching <= 3);  // rounding decides on the point at the distance to keep
  CHECK_FALSE(contact.quadratic());
}

TEST_CASE("derivatives of contact agree with central differences on every body") {
  for (const Case& tested : cases()) {
    CAPTURE(tested.name);
    Workspace workspace;
    const Contact<double> contact(options, *tested.collider, 4, workspace);
    const auto batch = moved_to(tested.at);
    const Clearance clearance = contact.clearance(Exec(), batch.points, batch.sites, batch.jets);
    CHECK(clearance.inside == 2);
    CHECK(clearance.touching == 3);
    CHECK(test::gradient_error(contact, batch) <= 1e-6);
    const auto hessian = test::hessian_errors(contact, batch);
    CHECK(hessian.asymmetry == 0);
    CHECK(hessian.size > 0);
    if (tested.flat) CHECK(hessian.difference <= 1e-6);
    else CHECK(hessian.difference > 1e-3);
  }
}

TEST_CASE("the Hessian of contact is the stiffness times the product of normals, whatever the body") {
  for (const Case& tested : cases()) {
    CAPTURE(tested.name);
    Workspace workspace;
    const Contact<double> contact(options, *tested.collider, 4, workspace);
    const auto batch = moved_to(tested.at);
    Jets<double> positions("positions", 3, 1, 4);
    Array1<double> distance("distance", 4);
    Array2<double> normal("normal", 3, 4);
    const auto place = Kokkos::create_mirror_view(positions);
    for (int p = 0; p < 4; ++p)
      for (int i = 0; i < 3; ++i) place(i, 0, p) = tested.at[std::size_t(p)][i];
    Kokkos::deep_copy(positions, place);
    tested.collider->query(Exec(), positions, 4, distance, normal);
    const auto m = test::on_host(normal);
    const auto d = test::on_host(distance);

    Array2<double> hessian("hessian", jet_size * jet_size, RandomBatch::points_in_all);
    contact.add_hessian(Exec(), batch.points, batch.sites, batch.jets, 3, hessian);
    const auto found = test::on_host(hessian);
    const auto weight = test::on_host(batch.points.weight);
    for (int p = 0; p < RandomBatch::points_in_all; ++p)
      for (int r = 0; r < jet_size; ++r)
        for (int c = 0; c < jet_size; ++c) {
          const int site = p - batch.sites.first;
          double expected = 0;
          if (site >= 0 && site < 4 && r % channels == 0 && c % channels == 0 && d(site) < options.distance)
            expected = 3 * weight(p) * options.stiffness * m(r / channels, site) * m(c / channels, site);
          REQUIRE(found(jet_size * r + c, p) == doctest::Approx(expected).epsilon(1e-12));
        }
  }
}

TEST_CASE("a shell under pressure comes to rest on the body after one step of Newton's method") {
  Workspace workspace;
  const collision::Plane<double> plane({}, {});
  const Contact<double> contact({.stiffness = 1000, .distance = 0.02}, plane, 4, workspace);
  const double pressure = 5;
  auto batch = moved_to({{0, 0, -0.1}, {1, 0, 0}, {2, 0, 0.01}, {3, 0, 0.019}});
  const auto weight = test::on_host(batch.points.weight);
  const auto adjoint = batch.zeros();
  Array2<double> hessian("hessian", jet_size * jet_size, RandomBatch::points_in_all);
  contact.evaluate(Exec(), batch.points, batch.sites, batch.jets, 1, adjoint);
  contact.add_hessian(Exec(), batch.points, batch.sites, batch.jets, 1, hessian);
  const auto jets = test::on_host(batch.jets), gradient = test::on_host(adjoint);
  const auto curvature = test::on_host(hessian);
  constexpr int vertical = jet_size * 2 * channels + 2 * channels;
  for (int p = 2; p < 6; ++p) jets(2, 0, p) -= (gradient(2, 0, p) + weight(p) * pressure) / curvature(vertical, p);
  Kokkos::deep_copy(batch.jets, jets);
  const Clearance rest = contact.clearance(Exec(), batch.points, batch.sites, batch.jets);
  CHECK(rest.lowest == doctest::Approx(0.02 - pressure / 1000).epsilon(1e-12));
  CHECK(rest.touching == 4);
  CHECK(rest.inside == 0);
}

TEST_CASE("contact in float agrees with double and allocates nothing") {
  Workspace workspace;
  test::Random random(19);
  std::vector<test::Frame> frames;
  std::vector<test::Jet> jets;
  for (int p = 0; p < 3000; ++p) {
    frames.push_back(test::random_frame(random, 0.5));
    jets.push_back(test::random_jet(random, 0.3));
  }
  const test::Batch<float> narrow(frames, jets);
  const test::Batch<double> wide(frames, jets);
  const collision::SphereOptions ball{.radius = 1.2};
  const collision::Sphere<float> narrow_ball(ball, {});
  const collision::Sphere<double> wide_ball(ball, {});
  const Contact<float> a(options, narrow_ball, 3000, workspace);
  const Contact<double> b(options, wide_ball, 3000, workspace);
  const auto adjoint = narrow.zeros();
  const Array2<float> hessian("hessian", jet_size * jet_size, 3000);
  const double expected = b.evaluate(Exec(), wide.points, wide.all(), wide.jets, 1, {});
  const Clearance far = b.clearance(Exec(), wide.points, wide.all(), wide.jets);
  CHECK(far.touching > 100);
  const AllocationCount allocations;
  CHECK(a.evaluate(Exec(), narrow.points, narrow.all(), narrow.jets, 1, adjoint) == doctest::Approx(expected).epsilon(1e-5));
  a.add_hessian(Exec(), narrow.points, narrow.all(), narrow.jets, 1, hessian);
  CHECK(allocations.value() == 0);
  CHECK(a.clearance(Exec(), narrow.points, narrow.all(), narrow.jets).lowest == doctest::Approx(far.lowest).epsilon(1e-5));
}

TEST_CASE("no points are clear of everything, and impossible contact is refused") {
  Workspace workspace;
  const collision::Plane<double> plane({}, {});
  const auto batch = moved_to({{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}});
  const Contact<double> contact({}, plane, 3, workspace);
  const Clearance clearance = contact.clearance(Exec(), batch.points, {2, 0}, batch.jets);
  CHECK(clearance.lowest == 0);
  CHECK(clearance.touching == 0);
  CHECK_THROWS_WITH_AS(contact.evaluate(Exec(), batch.points, batch.sites, batch.jets, 1, {}), "4 points, but there is room for 3",
                       std::invalid_argument);
  CHECK_THROWS_WITH_AS(Contact<double>({.stiffness = 0}, plane, 3, workspace), "stiffness must be above 0", std::invalid_argument);
  CHECK_THROWS_WITH_AS(Contact<double>({.distance = -1}, plane, 3, workspace), "distance must be at least 0", std::invalid_argument);
}
