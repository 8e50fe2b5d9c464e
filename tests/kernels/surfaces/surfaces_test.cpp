// SPDX-License-Identifier: Apache-2.0
// Closed forms, and what holds for every surface, whole or a part, straight or tilted.
#include <doctest/doctest.h>

#include <limits>
#include <stdexcept>

#include "kernels/quadrature/gauss.hpp"
#include "kernels/quadrature/low_discrepancy.hpp"
#include "kernels/quadrature/monte_carlo.hpp"
#include "kernels/quadrature/stratified.hpp"
#include "tests/kernels/surfaces/support.hpp"
#include "tests/support/surface_checks.hpp"

using namespace plisse;
using namespace plisse::surfaces;
using namespace plisse::test;

TEST_CASE("areas are those of the textbook") {
  for (const auto& [name, surface, area] : examples<double>()) {
    CAPTURE(name);
    CHECK(std::abs(surface->area() / area - 1) < 1e-12);
  }
}

TEST_CASE("frames are finite and orthonormal everywhere, tangents and H are the derivatives of x and n") {
  for (const auto& [name, surface, area] : examples<double>()) {
    CAPTURE(name);
    for (const auto& [u, v] : chart_places(0)) {
      CHECK(finite(surface->at(u, v)));
      CHECK(frame_error(surface->at(u, v)) < 1e-14);
      CHECK(surface->jacobian(u, v) >= 0);
    }
    for (const auto& [u, v] : chart_places(0.01)) {
      CHECK(tangent_error(*surface, u, v) < 1e-9);
      CHECK(weingarten_error(*surface, u, v) < 1e-8);
    }
    CHECK(divergence_error(*surface) < 1e-12);
  }
}

TEST_CASE("curvatures are those of the textbook, with normals that point outward") {
  const auto sphere = Sphere<double>({2, {-90, 90}, {0, 360}, tilted_axis()});
  const auto tube = Cylinder<double>({3, 4, {-170, 100}, tilted_axis()});
  const auto cone = Cone<double>({{3, 0}, {0, 360}, 4, {}});
  for (const auto& [u, v] : chart_places(0.02)) {
    const auto s = sphere.at(u, v), t = tube.at(u, v), c = cone.at(u, v);
    CHECK(s.h11 == doctest::Approx(0.5).epsilon(1e-15));
    CHECK(s.h22 == doctest::Approx(0.5).epsilon(1e-15));
    CHECK(s.h12 == 0);
    CHECK(dot(s.n, s.x - Vec{0.3, -2, 1}) == doctest::Approx(2).epsilon(1e-14));
    CHECK(t.h11 == doctest::Approx(1.0 / 3).epsilon(1e-15));
    CHECK((t.h12 == 0 && t.h22 == 0));
    CHECK(dot(t.n, t.x - Vec{0.3, -2, 1}) == doctest::Approx(3).epsilon(1e-14));
    CHECK(c.h11 == doctest::Approx(0.8 / (3 * (1 - v))).epsilon(1e-13));
    CHECK(c.n.y == doctest::Approx(0.6).epsilon(1e-15));
  }
  const HyperbolicParaboloid<double> saddle({{1, 1}, 0.25, {}});
  const auto centre = saddle.at(0.5, 0.5), off = saddle.at(0.9, 0.2);
  CHECK(centre.h11 == -2);
  CHECK(centre.h22 == 2);
  CHECK(centre.h12 == 0);
  // z = x^2 - y^2: Gauss's curvature is -4 / (1 + 4 x^2 + 4 y^2)^2.
  CHECK(off.h11 * off.h22 - off.h12 * off.h12 == doctest::Approx(-4 / std::pow(1 + 4 * 0.16 + 4 * 0.09, 2)).epsilon(1e-13));
  CHECK(off.x.z == doctest::Approx(0.16 - 0.09).epsilon(1e-14));
}

TEST_CASE("benchmarks lie where their papers put them") {
  const Plane<double> plate({{100, 100}, {}});
  CHECK(norm(plate.at(0.5, 0.25).x - Vec{50, 25, 0}) < 1e-12);
  CHECK(norm(plate.at(0, 0).n - Vec{0, 0, 1}) < 1e-15);
  const Cylinder<double> roof({25, 50, {-40, 40}, {}});
  const double angle = 40 * std::acos(-1.0) / 180;
  CHECK(norm(roof.at(1, 0.5).x - Vec{25 * std::sin(angle), 25, 25 * std::cos(angle)}) < 1e-12);
  CHECK(norm(roof.at(0.5, 1).x - Vec{0, 50, 25}) < 1e-12);
  const Cylinder<double> octant({300, 300, {0, 90}, {}});
  CHECK(norm(octant.at(0, 0).x - Vec{0, 0, 300}) < 1e-12);
  CHECK(norm(octant.at(1, 1).x - Vec{300, 300, 0}) < 1e-12);
}

TEST_CASE_TEMPLATE("device frames are those of the host, at their place of the batch, and multiply the weights", T, float, double) {
  const auto places = chart_places(0);
  const int n = int(places.size()), first = 3;
  const auto on_host = examples<double>();
  std::size_t k = 0;
  for (const auto& [name, surface, area] : examples<T>()) {
    CAPTURE(name);
    const auto& reference = *on_host[k++].surface;
    Workspace workspace;
    const SurfacePoints<T> points("points", n + first + 1, workspace);
    const Array2<T> chart("chart", 2, n);
    const auto coordinates = Kokkos::create_mirror_view(chart);
    for (int i = 0; i < n; ++i) {
      coordinates(0, i) = T(places[i].first);
      coordinates(1, i) = T(places[i].second);
    }
    Kokkos::deep_copy(chart, coordinates);
    Kokkos::deep_copy(points.weight, T(0.5));
    surface->frames(Exec(), chart, first, n, points);
    const auto frame = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), points.frame);
    const auto weight = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), points.weight);
    const double tolerance = sizeof(T) == 4 ? 4e-6 : 1e-14, size = size_of(reference) + norm(reference.at(0, 0).x);
    for (int i = 0; i < n; ++i) {
      const auto p = reference.point(double(coordinates(0, i)), double(coordinates(1, i)));
      const auto& f = p.frame;
      const auto row = [&](int r) {
        return Vec{double(frame(r, first + i)), double(frame(r + 1, first + i)), double(frame(r + 2, first + i))};
      };
      CHECK(norm(row(0) - f.x) <= tolerance * size);
      CHECK(norm(row(3) - f.t1) <= tolerance);
      CHECK(norm(row(6) - f.t2) <= tolerance);
      CHECK(norm(row(9) - f.n) <= tolerance);
      const double curvature = std::abs(f.h11) + std::abs(f.h12) + std::abs(f.h22);
      CHECK(norm(row(12) - Vec{f.h11, f.h12, f.h22}) <= tolerance * curvature);
      CHECK(std::abs(double(weight(first + i)) - 0.5 * p.jacobian()) <= tolerance * surface->area());
    }
    for (const int other : {0, 1, 2, n + first}) {
      CHECK(double(weight(other)) == 0.5);
      for (int r = 0; r < 15; ++r) CHECK(double(frame(r, other)) == 0);
    }
  }
}

TEST_CASE_TEMPLATE("area weights sum to the area with every rule", T, float, double) {
  const double rounding = sizeof(T) == 4 ? 2e-6 : 1e-13;
  Workspace workspace;
  const quadrature::Context context{3, random::Stream::quadrature, 1.5, &workspace};
  const quadrature::Gauss<T> gauss({{24, 24}, {1, 3}, {1, 1}}, context);
  const quadrature::MonteCarlo<T> monte_carlo({4000}, context);
  const quadrature::Stratified<T> stratified({4000}, context);
  const quadrature::LowDiscrepancy<T> low_discrepancy({4096}, context);
  for (const auto& [name, surface, area] : examples<T>()) {
    CAPTURE(name);
    CHECK(std::abs(area_ratio(*surface, gauss, false) - 1) < std::max(rounding, 1e-12));
    for (const quadrature::Quadrature<T>* rule :
         {(const quadrature::Quadrature<T>*)&monte_carlo, (const quadrature::Quadrature<T>*)&stratified,
          (const quadrature::Quadrature<T>*)&low_discrepancy}) {
      CHECK(std::abs(area_ratio(*surface, *rule, true) - 1) < rounding);
      CHECK(std::abs(area_ratio(*surface, *rule, false) - 1) < (rule == &monte_carlo ? 0.06 : rule == &stratified ? 2e-3 : 1e-3));
    }
  }
}

TEST_CASE("impossible options are refused") {
  const auto refused = []<class S>(S, auto change) {
    typename S::Options options;
    change(options);
    CHECK_THROWS_AS(S(options, Context()), std::invalid_argument);
  };
  const Plane<double> plane(PlaneOptions{});
  const Cylinder<double> cylinder(CylinderOptions{});
  const Cone<double> cone(ConeOptions{});
  const Sphere<double> sphere(SphereOptions{});
  const HyperbolicParaboloid<double> saddle(HyperbolicParaboloidOptions{});
  refused(plane, [](auto& o) { o.size = {1, 0}; });
  refused(plane, [](auto& o) { o.size = {}; });
  refused(plane, [](auto& o) { o.frame.along = {0, 0, -2}; });
  refused(plane, [](auto& o) { o.frame.normal = {0, 0, 0}; });
  refused(plane, [](auto& o) { o.frame.position = {0, 0}; });
  refused(cylinder, [](auto& o) { o.radius = 0; });
  refused(cylinder, [](auto& o) { o.length = -1; });
  refused(cylinder, [](auto& o) { o.angle = {0, 361}; });
  refused(cylinder, [](auto& o) { o.angle = {-200, 200}; });
  refused(cylinder, [](auto& o) { o.angle = {40, -40}; });
  refused(cylinder, [](auto& o) { o.angle = {40, 40}; });
  refused(cylinder, [](auto& o) { o.frame.zero = {0, 1, 0}; });
  refused(cone, [](auto& o) { o.radii = {0, 0}; });
  refused(cone, [](auto& o) { o.radii = {1, -1}; });
  refused(cone, [](auto& o) { o.radii = {1, 1}, o.height = 0; });
  refused(cone, [](auto& o) { o.height = -1; });
  refused(sphere, [](auto& o) { o.radius = std::numeric_limits<double>::infinity(); });
  refused(sphere, [](auto& o) { o.latitude = {-91, 0}; });
  refused(sphere, [](auto& o) { o.azimuth = {0}; });
  refused(saddle, [](auto& o) { o.rise = 0; });
  refused(saddle, [](auto& o) { o.size = {1, 1, 1}; });
}
