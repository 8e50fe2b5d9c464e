// SPDX-License-Identifier: Apache-2.0
// Where places are: edges, nearest points, extents.
#include <doctest/doctest.h>

#include <map>
#include <stdexcept>

#include "tests/kernels/surfaces/support.hpp"
#include "tests/support/surface_checks.hpp"

using namespace plisse;
using namespace plisse::surfaces;
using namespace plisse::test;

namespace {

double length(const std::vector<EdgePoint>& points) {
  double sum = 0;
  for (const auto& p : points) sum += p.weight;
  return sum;
}

}  // namespace

TEST_CASE("edges are where the surface ends") {
  const std::map<std::string, std::string> expected{{"plate", "u0 u1 v0 v1 "},
                                                    {"Scordelis-Lo roof", "u0 u1 v0 v1 "},
                                                    {"pinched cylinder", "v0 v1 "},
                                                    {"its octant", "u0 u1 v0 v1 "},
                                                    {"frustum", "v0 v1 "},
                                                    {"cone with an apex", "v0 "},
                                                    {"disk", "v0 "},
                                                    {"ring", "u0 u1 v0 v1 "},
                                                    {"sphere", ""},
                                                    {"tilted cap", "v0 "},
                                                    {"hemisphere with a hole", "u0 u1 v0 v1 "},
                                                    {"saddle", "u0 u1 v0 v1 "}};
  for (const auto& [name, surface, area] : examples<double>()) {
    if (!expected.contains(name)) continue;
    CAPTURE(name);
    std::string found;
    const char* names[] = {"u0 ", "u1 ", "v0 ", "v1 "};
    for (const auto edge : edges)
      if (surface->has_edge(edge)) found += names[int(edge)];
    CHECK(found == expected.at(name));
    CHECK(surface->closed_u() == (found.find('u') == std::string::npos));
    CHECK(!surface->closed_v());
  }
}

TEST_CASE("edges have the lengths of the textbook") {
  const double pi = std::acos(-1.0);
  const auto edge_length = [](const auto& surface, Edge edge) { return length(surface.edge_points(edge, 20)); };
  const Cylinder<double> roof({25, 50, {-40, 40}, {}});
  CHECK(edge_length(roof, Edge::u_min) == doctest::Approx(50).epsilon(1e-14));
  CHECK(edge_length(roof, Edge::v_max) == doctest::Approx(25 * 80 * pi / 180).epsilon(1e-14));
  const Cone<double> flare({{1, 4}, {-100, 30}, 4, {}});
  CHECK(edge_length(flare, Edge::u_max) == doctest::Approx(5).epsilon(1e-14));
  CHECK(edge_length(flare, Edge::v_max) == doctest::Approx(4 * 130 * pi / 180).epsilon(1e-14));
  const Sphere<double> dome({10, {0, 72}, {0, 90}, {}});
  CHECK(edge_length(dome, Edge::u_min) == doctest::Approx(10 * 0.4 * pi).epsilon(1e-14));
  CHECK(edge_length(dome, Edge::v_max) == doctest::Approx(5 * pi * std::cos(0.4 * pi)).epsilon(1e-13));
  // The parabola z = x^2 from -1/2 to 1/2.
  CHECK(edge_length(HyperbolicParaboloid<double>({{1, 1}, 0.25, {}}), Edge::v_min) ==
        doctest::Approx(std::sqrt(2.0) / 2 + std::asinh(1.0) / 2).epsilon(1e-13));
}

TEST_CASE("conormals are unit, perpendicular to the edge and point out of the surface") {
  for (const auto& [name, surface, area] : examples<double>()) {
    CAPTURE(name);
    for (const auto edge : edges) {
      if (!surface->has_edge(edge)) {
        CHECK_THROWS_AS(surface->edge_points(edge, 3), std::invalid_argument);
        continue;
      }
      CAPTURE(edge_name(edge));
      const bool along_v = edge == Edge::u_min || edge == Edge::u_max;
      for (const auto& [u, v, weight, normal1, normal2] : surface->edge_points(edge, 5)) {
        CHECK((along_v ? u : v) == (edge == Edge::u_max || edge == Edge::v_max ? 1 : 0));
        CHECK(std::hypot(normal1, normal2) == doctest::Approx(1).epsilon(1e-14));
        const auto p = surface->point(u, v);
        const Vec conormal = normal1 * p.frame.t1 + normal2 * p.frame.t2;
        const Vec tangent = along_v ? derivative([&, u = u](double s) { return surface->at(u, s).x; }, v)
                                    : derivative([&, v = v](double s) { return surface->at(s, v).x; }, u);
        CHECK(std::abs(dot(conormal, tangent)) < 1e-9 * norm(tangent));
        // A step along the conormal in the chart leaves the unit square.
        const double dv = normal2 / p.v2, du = (normal1 - p.v1 * dv) / p.u1;
        CHECK((edge == Edge::u_min ? -du : edge == Edge::u_max ? du : edge == Edge::v_min ? -dv : dv) > 0);
      }
    }
  }
  CHECK_THROWS_AS(Plane<double>(PlaneOptions{}).edge_points(Edge::u_min, 0), std::invalid_argument);
}

TEST_CASE_TEMPLATE("edge points and single points are written at their place of the batch", T, float, double) {
  Workspace workspace;
  const HyperbolicParaboloid<T> saddle({{2, 0.7}, -0.8, tilted_plane()});
  const SurfacePoints<T> points("points", 8, workspace);
  const auto edge = saddle.edge_points(Edge::u_max, 5);
  write_edge(saddle, edge, 2, points);
  write_point(saddle.at(0.3, 0.8), 7, points);
  const auto frame = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), points.frame);
  const auto weight = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), points.weight);
  const auto conormal = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), points.conormal);
  const auto agrees = [&](int i, double u, double v) {
    const auto f = saddle.at(u, v);
    const double expected[] = {f.x.x,  f.x.y, f.x.z, f.t1.x, f.t1.y, f.t1.z, f.t2.x, f.t2.y,
                               f.t2.z, f.n.x, f.n.y, f.n.z,  f.h11,  f.h12,  f.h22};
    for (int r = 0; r < 15; ++r) CHECK(frame(r, i) == T(expected[r]));
  };
  for (int i = 0; i < 5; ++i) {
    agrees(2 + i, edge[i].u, edge[i].v);
    CHECK(weight(2 + i) == T(edge[i].weight));
    CHECK(conormal(0, 2 + i) == T(edge[i].normal1));
    CHECK(conormal(1, 2 + i) == T(edge[i].normal2));
  }
  agrees(7, 0.3, 0.8);
  CHECK(weight(7) == 1);
  CHECK((conormal(0, 7) == 0 && conormal(1, 7) == 0));
  for (const int other : {0, 1}) CHECK((weight(other) == 0 && frame(0, other) == 0));
  CHECK_THROWS_AS(write_edge(saddle, edge, 4, points), std::invalid_argument);
}

TEST_CASE("points of the surface are found again, and points off it by their distance") {
  for (const auto& [name, surface, area] : examples<double>()) {
    CAPTURE(name);
    const double size = size_of(*surface);
    for (const auto& [u, v] : chart_places(0)) {
      const auto f = surface->at(u, v);
      const auto on = surface->locate(f.x);
      CHECK(on.distance < 1e-13 * size);
      CHECK(norm(surface->at(on.u, on.v).x - f.x) < 1e-13 * size);
      if (surface->jacobian(u, v) > 1e-6 * area && !(surface->closed_u() && (u == 0 || u == 1))) {
        CHECK(on.u == doctest::Approx(u).epsilon(1e-11));
        CHECK(on.v == doctest::Approx(v).epsilon(1e-11));
      }
    }
    for (const auto& [u, v] : chart_places(0.05)) {
      const auto f = surface->at(u, v);
      const double off = 0.02 / std::max(1 / size, std::abs(f.h11) + std::abs(f.h22));
      for (const double side : {-off, off}) {
        const auto found = surface->locate(f.x + side * f.n);
        CHECK(found.distance == doctest::Approx(off).epsilon(1e-10));
        CHECK(norm(surface->at(found.u, found.v).x - f.x) < 1e-10 * size);
      }
    }
  }
}

TEST_CASE("no point of the surface is nearer than the located one, wherever the place is") {
  for (const auto& [name, surface, area] : examples<double>()) {
    CAPTURE(name);
    for (const auto& x : places_around(*surface, 60)) CHECK(locate_error(*surface, x) < 1e-12);
    const auto box = surface->bounds();
    for (const auto& x : {0.5 * (box.lower + box.upper), surface->at(0, 0).x - 2 * size_of(*surface) * surface->at(0, 0).n, Vec{0, 0, 0}})
      CHECK(locate_error(*surface, x) < 1e-12);
  }
}

TEST_CASE("reach and bounds touch the surface from outside") {
  const int cells = 200;
  for (const auto& [name, surface, area] : examples<double>()) {
    CAPTURE(name);
    for (const Vec& d : {Vec{1, 0, 0}, Vec{0, -1, 0}, Vec{0, 0, 1}, Vec{0.48, 0.6, -0.64}, Vec{-0.6, 0.64, 0.48}}) {
      double furthest = -1e300;
      for (int i = 0; i <= cells; ++i)
        for (int j = 0; j <= cells; ++j) furthest = std::max(furthest, dot(d, surface->at(double(i) / cells, double(j) / cells).x));
      const double size = size_of(*surface);
      CHECK(surface->reach(d) >= furthest - 1e-13 * size);
      CHECK(surface->reach(d) <= furthest + 2e-4 * size);
    }
    const auto box = surface->bounds();
    CHECK(box.upper.y == surface->reach({0, 1, 0}));
    CHECK(box.lower.y == -surface->reach({0, -1, 0}));
  }
}

TEST_CASE("lengths along the chart") {
  const Cylinder<double> roof({25, 50, {-40, 40}, {}});
  CHECK(roof.length_v() == doctest::Approx(50).epsilon(1e-13));
  CHECK(roof.length_u() == doctest::Approx(25 * 80 * std::acos(-1.0) / 180).epsilon(1e-13));
  CHECK(Cone<double>(ConeOptions{{1, 4}, {-90, 0}, 4, {}}).length_u() == doctest::Approx(2 * std::acos(-1.0)).epsilon(1e-13));
}

TEST_CASE("edges are chosen by their names") {
  for (const auto& [name, edge] : edge_choices()) CHECK(std::string(edge_name(edge)) == name);
  CHECK(edge_choices().size() == 4);
}
