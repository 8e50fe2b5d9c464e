// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "framework/config/registry.hpp"
#include "framework/geometry/charts.hpp"
#include "framework/geometry/garment.hpp"
#include "framework/geometry/inspection.hpp"
#include "framework/geometry/topology.hpp"
#include "framework/geometry/tube.hpp"
#include "tests/framework/geometry/meshes.hpp"

using namespace plisse;
using namespace plisse::geometry;
using std::numbers::pi;

namespace {

const std::vector<std::string> generated{"square", "disk", "skirt", "sleeve"};

// Sets a number, a list or a choice by its key.
void set(config::Schema& schema, const std::string& key, double value) {
  const auto target = schema.find(key)->target();
  if (const auto* number = std::get_if<double*>(&target)) **number = value;
  if (const auto* integer = std::get_if<int*>(&target)) **integer = int(value);
  if (const auto* list = std::get_if<std::vector<double>*>(&target)) **list = {value};
  if (const auto* choice = std::get_if<config::Option::Choice>(&target)) choice->set(int(value));
}

Garment make(const std::string& name, const std::vector<std::pair<std::string, double>>& options = {},
             const std::vector<double>& position = {}) {
  config::Component component = config::make_component("garments", name);
  config::Schema schema = config::schema_of("garments", component);
  for (const auto& [key, value] : options) set(schema, key, value);
  if (!position.empty()) *std::get<std::vector<double>*>(schema.find("position")->target()) = position;
  for (const auto& rule : schema.rules()) REQUIRE(rule.check() == "");
  return std::any_cast<const GarmentFactory&>(config::Registry::global().get("garments", name).factory)(component.options.get());
}

// Least and greatest ratio of lengths of triangle sides in space and in UV.
std::pair<double, double> stretch(const SurfaceMesh& mesh) {
  double low = HUGE_VAL, high = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double space =
          norm(mesh.positions[std::size_t(mesh.triangles[t][k])] - mesh.positions[std::size_t(mesh.triangles[t][(k + 1) % 3])]);
      const double ratio = space / norm(uv_corner(mesh, t, k) - uv_corner(mesh, t, (k + 1) % 3));
      low = std::min(low, ratio);
      high = std::max(high, ratio);
    }
  }
  return {low, high};
}

}  // namespace

TEST_CASE("garments: all are registered, have the common options, and a clean mesh and chart") {
  CHECK(config::Registry::global().names("garments") ==
        std::vector<std::string>{"disk", "gaussians", "mesh", "panel_skirt", "point_cloud", "skirt", "sleeve", "square", "tshirt"});
  for (const std::string& name : generated) {
    CAPTURE(name);
    const Garment garment = make(name);
    CHECK(garment.has_uv);
    CHECK(garment.rest.map_size == 0);
    const Report report = inspect(garment.mesh);
    CAPTURE(report.text());
    CHECK(report.usable_uv());
    CHECK_FALSE(report.mirrored);
    CHECK(report.charts == 1);
    CHECK(report.components == 1);
    for (const Defect* d :
         {&report.non_manifold, &report.inconsistent, &report.zero_area, &report.unreferenced, &report.duplicates, &report.uv_outside})
      CHECK(d->count == 0);
    const UvBounds bounds = uv_bounds(garment.mesh);
    CHECK(bounds.low == Point2{0, 0});
    CHECK(bounds.extent() == 1);
    const auto [low, high] = stretch(garment.mesh);
    CHECK(high / low < 1 + 1e-9);  // isometric up to one scale
    CHECK(garment.rest.metres_per_uv == doctest::Approx(low).epsilon(1e-9));
    CHECK(garment.rest.area == doctest::Approx(report.area).epsilon(1e-12));
    build_topology(garment.mesh);
  }
}

TEST_CASE("garments: areas are exact") {
  CHECK(make("square").rest.area == doctest::Approx(1));
  CHECK(make("square", {{"size", 0.3}}).rest.area == doctest::Approx(0.09));
  CHECK(make("disk", {{"radius", 0.7}, {"resolution", 5}}).rest.area == doctest::Approx(pi * 0.49).epsilon(1e-12));
  for (const int resolution : {8, 33, 128}) {
    const double r = resolution;
    CHECK(make("sleeve", {{"radius", 0.1}, {"length", 0.5}, {"resolution", r}}).rest.area ==
          doctest::Approx(2 * pi * 0.1 * 0.5).epsilon(1e-12));
    for (const auto& [waist, hem] : {std::pair{0.12, 0.4}, {0.4, 0.12}, {0.2, 0.2}, {0.1, 0.549}}) {
      const Garment skirt = make("skirt", {{"waist_radius", waist}, {"hem_radius", hem}, {"length", 0.45}, {"resolution", r}});
      CHECK(skirt.rest.area == doctest::Approx(pi * (waist + hem) * 0.45).epsilon(1e-12));
      const auto [low, high] = stretch(skirt.mesh);
      CHECK(high / low < 1 + 1e-9);
      CHECK(inspect(skirt.mesh).usable_uv());
    }
  }
}

TEST_CASE("garments: square has UV equal to x and y, and any rectangle fits") {
  const Garment square = make("square", {}, {0.5, -1, 2});
  for (const auto& [u, v] : {std::pair{0.0, 0.0}, {1.0, 1.0}, {0.25, 0.8}, {1.0, 0.0}}) {
    Point3 X;
    REQUIRE(rest_position(square.rest, u, v, X));
    CHECK(norm(X - Point3{0.5 + u, v - 1, 2}) < 1e-12);
  }
  config::Component component = config::make_component("garments", "square");
  config::Schema schema = config::schema_of("garments", component);
  *std::get<std::vector<double>*>(schema.find("size")->target()) = {0.5, 2};
  const Garment flag =
      std::any_cast<const GarmentFactory&>(config::Registry::global().get("garments", "square").factory)(component.options.get());
  CHECK(flag.rest.area == doctest::Approx(1));
  CHECK(uv_bounds(flag.mesh).high == Point2{0.25, 1});
  CHECK(flag.mesh.triangles.size() == 2 * 64 * 16);
}

TEST_CASE("garments: skirt hangs from its waist, its seam is welded in space and cut in UV") {
  const Garment skirt = make("skirt", {{"waist_radius", 0.1}, {"hem_radius", 0.3}, {"length", 0.5}}, {1, 2, 3});
  const Topology topology = build_topology(skirt.mesh);
  CHECK(topology.boundary_loops.size() == 2);
  CHECK(skirt.mesh.uv.size() > skirt.mesh.positions.size());
  const double height = std::sqrt(0.25 - 0.04), widening = (pi / 128) / std::sin(pi / 128);
  for (std::size_t loop = 0; loop < 2; ++loop) {
    for (const int v : topology.boundary_loops[loop]) {
      const Point3 p = skirt.mesh.positions[std::size_t(v)] - Point3{1, 2, 3};
      const bool waist = p[2] > -0.1;
      CHECK(p[2] == doctest::Approx(waist ? 0 : -height).epsilon(1e-3));
      CHECK(std::hypot(p[0], p[1]) == doctest::Approx(widening * (waist ? 0.1 : 0.3)));
    }
  }
  CHECK(inspect(skirt.mesh).boundary_edges == 256);
  // The development is an annular sector of angle 2 pi (R - r) / L: its rims are concentric arcs around the cone's apex.
  const double metres = skirt.rest.metres_per_uv, apex_distance = 0.1 * 0.5 / 0.2;
  Point2 left{1, 0}, right{0, 0};
  for (const Point2& uv : skirt.mesh.uv) {
    if (uv[0] < left[0]) left = uv;
    if (uv[0] > right[0]) right = uv;
  }
  CHECK(norm(right - left) * metres == doctest::Approx(2 * (apex_distance + 0.5) * std::sin(pi * 0.2 / 0.5)).epsilon(1e-4));
}

TEST_CASE("garments: sleeve lies around its axis, outward") {
  for (int axis = 0; axis < 3; ++axis) {
    const Garment sleeve = make("sleeve", {{"radius", 0.1}, {"length", 0.6}, {"axis", double(axis)}}, {1, 1, 1});
    const std::size_t a = std::size_t(axis), b = (a + 1) % 3, c = (a + 2) % 3;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const Point3& p : sleeve.mesh.positions) {
      low = std::min(low, p[a]);
      high = std::max(high, p[a]);
      CHECK(std::hypot(p[b] - 1, p[c] - 1) == doctest::Approx(0.1).epsilon(1e-3));
    }
    CHECK(low == doctest::Approx(0.7));
    CHECK(high == doctest::Approx(1.3));
    for (const Triangle& t : sleeve.mesh.triangles) {
      const auto at = [&](std::size_t k) { return sleeve.mesh.positions[std::size_t(t[k])] - Point3{1, 1, 1}; };
      Point3 out = at(0) + at(1) + at(2);
      out[a] = 0;
      CHECK(dot(area_vector(at(0), at(1), at(2)), out) > 0);
    }
    CHECK(build_topology(sleeve.mesh).boundary_loops.size() == 2);
  }
}

TEST_CASE("garments: look-up by map on request") {
  for (const std::string& name : generated) {
    const Garment garment = make(name, {{"lookup", 1}, {"map_resolution", 128}});
    CHECK(garment.rest.lookup == Lookup::map);
    CHECK(garment.rest.map_size == 128);
    const Garment exact = make(name);
    int both = 0;
    for (int i = 0; i < 900; ++i) {
      Point3 X, Y;
      const double u = (i % 30 + 0.5) / 30, v = (i / 30 + 0.5) / 30;
      if (!rest_position(garment.rest, u, v, X) || !rest_position(exact.rest, u, v, Y)) continue;
      ++both;
      CHECK(norm(X - Y) < 2e-3);
    }
    CHECK(both > 200);
  }
}

TEST_CASE("garments: a skirt that cannot be cut from a cone is refused with a reason") {
  config::Component component = config::make_component("garments", "skirt");
  config::Schema schema = config::schema_of("garments", component);
  set(schema, "length", 0.1);
  REQUIRE(schema.rules().size() == 1);
  CHECK(schema.rules()[0].check().find("make it longer than 0.18") != std::string::npos);
}
