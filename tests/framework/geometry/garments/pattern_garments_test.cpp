// SPDX-License-Identifier: Apache-2.0
// Garments sewn from patterns: one manifold piece with the openings it should have, a chart for each panel, the measures asked for.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "framework/config/registry.hpp"
#include "framework/geometry/garment.hpp"
#include "framework/geometry/half_edges.hpp"
#include "framework/geometry/inspection.hpp"
#include "framework/geometry/mannequin.hpp"
#include "framework/geometry/seams.hpp"
#include "framework/geometry/topology.hpp"
#include "tests/support/close.hpp"

using namespace plisse;
using namespace plisse::geometry;

namespace {

using Settings = std::vector<std::pair<std::string, double>>;

void set(config::Schema& schema, const std::string& key, double value) {
  const auto target = schema.find(key)->target();
  if (const auto* number = std::get_if<double*>(&target)) **number = value;
  else **std::get_if<int*>(&target) = int(value);
}

Garment make(const std::string& name, const Settings& settings = {}, const std::vector<double>& position = {}) {
  config::Component component = config::make_component("garments", name);
  config::Schema schema = config::schema_of("garments", component);
  for (const auto& [key, value] : settings) set(schema, key, value);
  if (!position.empty()) *std::get<std::vector<double>*>(schema.find("position")->target()) = position;
  for (const auto& rule : schema.rules()) REQUIRE(rule.check() == "");
  return std::any_cast<const GarmentFactory&>(config::Registry::global().get("garments", name).factory)(component.options.get());
}

// What the first rule that speaks says.
std::string refusal(const std::string& name, const Settings& settings) {
  config::Component component = config::make_component("garments", name);
  config::Schema schema = config::schema_of("garments", component);
  for (const auto& [key, value] : settings) set(schema, key, value);
  for (const auto& rule : schema.rules())
    if (!rule.check().empty()) return rule.check();
  return {};
}

double least_uv_angle(const SurfaceMesh& mesh) {
  double least = 180;
  for (const Triangle& t : mesh.uv_triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto at = [&](std::size_t i) { return mesh.uv[std::size_t(t[i % 3])]; };
      const Point2 b = at(k + 1) - at(k), c = at(k + 2) - at(k);
      least = std::min(least, std::acos(dot(b, c) / (norm(b) * norm(c))) * 180 / std::numbers::pi);
    }
  return least;
}

struct Loop {
  Point3 middle{};
  double length = 0;
};

std::vector<Loop> rims(const SurfaceMesh& mesh) {
  std::vector<Loop> found;
  for (const auto& loop : build_topology(mesh).boundary_loops) {
    found.emplace_back();
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Point3 a = mesh.positions[std::size_t(loop[i])], b = mesh.positions[std::size_t(loop[(i + 1) % loop.size()])];
      found.back().middle = found.back().middle + (1. / double(loop.size())) * a;
      found.back().length += norm(b - a);
    }
  }
  return found;
}

// The volume between the garment and the lids on its rims: positive where the outside is outside.
double enclosed(const SurfaceMesh& mesh) {
  double sum = 0;
  for (const auto& [a, b, c] : mesh.triangles)
    sum += dot(mesh.positions[std::size_t(a)], cross(mesh.positions[std::size_t(b)], mesh.positions[std::size_t(c)])) / 6;
  const auto loops = build_topology(mesh).boundary_loops;
  const auto lids = rims(mesh);
  for (std::size_t i = 0; i < loops.size(); ++i)
    for (std::size_t k = 0; k < loops[i].size(); ++k)
      sum += dot(lids[i].middle,
                 cross(mesh.positions[std::size_t(loops[i][(k + 1) % loops[i].size()])], mesh.positions[std::size_t(loops[i][k])])) /
             6;
  return sum;
}

void check_sewn(const Garment& garment, int panels, int openings) {
  const Report report = inspect(garment.mesh);
  CAPTURE(report.text());
  CHECK(garment.has_uv);
  CHECK(report.usable_uv());
  CHECK_FALSE(report.mirrored);
  CHECK(report.charts == panels);
  CHECK(report.components == 1);
  CHECK(report.boundary_loops == openings);
  for (const Defect* d :
       {&report.non_manifold, &report.inconsistent, &report.zero_area, &report.unreferenced, &report.duplicates, &report.uv_outside})
    CHECK(d->count == 0);
  // A sphere with a hole for each opening.
  const int edges = int(3 * garment.mesh.triangles.size() + std::size_t(report.boundary_edges)) / 2;
  CHECK(int(garment.mesh.positions.size()) - edges + int(garment.mesh.triangles.size()) == 2 - openings);
  CHECK(least_uv_angle(garment.mesh) > 15);
  CHECK(enclosed(garment.mesh) > 0);
  REQUIRE(garment.notes.size() == 1);
  CHECK(garment.notes[0].find("lengths change by") != std::string::npos);
}

}  // namespace

TEST_CASE("a T-shirt is sewn from four panels and has four openings") {
  const std::vector<Settings> all{{},
                                  {{"edge", 0.008}},
                                  {{"edge", 0.04}},
                                  {{"chest", 1.1}, {"shoulders", 0.46}, {"sleeve_angle", 0}},
                                  {{"ease", 0.02}, {"shoulders", 0.36}, {"armhole", 0.3}, {"neck", 0.22}},
                                  {{"sleeve_length", 0.55}, {"sleeve_girth", 0.25}, {"sleeve_angle", 70}},
                                  {{"length", 0.4}, {"neck_drop", 0.05}, {"sleeve_length", 0.12}}};
  for (const Settings& settings : all) {
    CAPTURE(settings.empty() ? "default" : settings[0].first);
    check_sewn(make("tshirt", settings), 4, 4);
  }
}

TEST_CASE("the openings of a T-shirt are its hem, neck and sleeve ends, where they should be") {
  const Garment shirt = make("tshirt", {{"edge", 0.01}, {"sleeve_girth", 0.36}}, {1, 2, 3});
  auto loops = rims(shirt.mesh);
  REQUIRE(loops.size() == 4);
  std::sort(loops.begin(), loops.end(), [](const Loop& a, const Loop& b) { return a.middle[2] < b.middle[2]; });
  CHECK(loops[0].length == doctest::Approx(1.08).epsilon(0.01));  // chest and ease
  CHECK(loops[0].middle[2] == doctest::Approx(3 - 0.66).epsilon(0.01));
  for (const std::size_t sleeve : {1u, 2u}) {
    CHECK(std::abs(loops[sleeve].middle[0] - 1) > 0.25);
    CHECK(loops[sleeve].length == doctest::Approx(0.4).epsilon(0.2));
  }
  CHECK(loops[1].middle[0] + loops[2].middle[0] == doctest::Approx(2));
  CHECK(norm(loops[3].middle - Point3{1, 2, 3}) < 0.06);
  double highest = -10, left = 10, right = -10;
  for (const Point3& p : shirt.mesh.positions) {
    highest = std::max(highest, p[2]);
    left = std::min(left, p[0]);
    right = std::max(right, p[0]);
  }
  CHECK(highest < 3.05);
  CHECK(right - 1 == doctest::Approx(1 - left).epsilon(1e-9));
}

TEST_CASE("a T-shirt of any edge length has the same shape, and triangles of that length") {
  const Garment coarse = make("tshirt", {{"edge", 0.02}}), fine = make("tshirt", {{"edge", 0.01}});
  CHECK(coarse.rest.area == doctest::Approx(fine.rest.area).epsilon(0.01));
  CHECK(double(fine.mesh.triangles.size()) == doctest::Approx(4. * double(coarse.mesh.triangles.size())).epsilon(0.08));
}

TEST_CASE("the T-shirt is worn by the mannequin without touching it") {
  const Garment shirt = make("tshirt");
  const Field3 body = mannequin_field({});
  for (const Point3& p : shirt.mesh.positions) REQUIRE(body(p) > 0);
}

TEST_CASE("T-shirts that cannot be cut are refused with what would do") {
  CHECK(refusal("tshirt", {{"shoulders", 0.6}}) == "shoulders 0.6 m must be at most half of chest and ease, 0.54 m");
  CHECK(refusal("tshirt", {{"neck", 0.3}}) == "neck 0.3 m must be at most 0.7 times shoulders, 0.28 m");
  CHECK(refusal("tshirt", {{"neck_drop", 0.3}}) == "neck_drop 0.3 m must be at most 0.8 times armhole, 0.192 m");
  CHECK(refusal("tshirt", {{"armhole", 0.6}}) == "armhole 0.6 m must be at most 0.8 times length, 0.528 m");
  CHECK(refusal("tshirt", {{"armhole", 0.1}, {"neck_drop", 0.05}}) == "armhole 0.1 m must be at least 0.4 times shoulders, 0.16 m");
  CHECK(refusal("tshirt", {{"sleeve_length", 0.05}}) == "sleeve_length 0.05 m must be at least half the armhole, 0.12 m");
}

TEST_CASE("a panel skirt has its panels, a waist and a hem") {
  const std::vector<Settings> all{
      {},
      {{"edge", 0.008}},
      {{"darts", 0}, {"panels", 6}},
      {{"darts", 1}, {"panels", 4}, {"edge", 0.02}},
      {{"darts", 3}, {"dart_width", 0.015}, {"flatness", 1}},
      {{"panels", 3}, {"hem", 0.9}, {"length", 0.8}},
      {{"panels", 5}, {"hem", 2.4}, {"darts", 1}},
      {{"waist", 0.3}, {"hips", 0.45}, {"hem", 0.8}, {"length", 0.3}, {"hip_depth", 0.1}, {"dart_length", 0.06}}};
  for (const Settings& settings : all) {
    CAPTURE(settings.empty() ? "default" : settings[0].first);
    int panels = 2;
    for (const auto& [key, value] : settings)
      if (key == "panels") panels = int(value);
    check_sewn(make("panel_skirt", settings), panels, 2);
  }
}

TEST_CASE("a panel skirt has the girths and the length asked for, and level rims") {
  for (const double panels : {2., 5.})
    for (const double darts : {0., 2.}) {
      const Garment skirt = make("panel_skirt", {{"panels", panels}, {"darts", darts}, {"hem", 1.2}, {"edge", 0.01}}, {1, 2, 3});
      auto loops = rims(skirt.mesh);
      REQUIRE(loops.size() == 2);
      std::sort(loops.begin(), loops.end(), [](const Loop& a, const Loop& b) { return a.middle[2] > b.middle[2]; });
      CHECK(loops[0].length == doctest::Approx(0.79).epsilon(0.003));
      CHECK(loops[1].length == doctest::Approx(1.2).epsilon(0.003));
      CHECK(norm(loops[0].middle - Point3{1, 2, 3}) < 2e-3);
      double lowest = 10;
      for (const Point3& p : skirt.mesh.positions) lowest = std::min(lowest, p[2]);
      CHECK(loops[1].middle[2] == doctest::Approx(lowest).epsilon(1e-9));
      CHECK(3 - lowest < 0.55);
      CHECK(3 - lowest > 0.53);
      // Cloth: the tube of the girths, and nothing of the darts.
      CHECK(skirt.rest.area > 0.79 * 0.54);
      CHECK(skirt.rest.area < 1.2 * 0.55);
    }
}

TEST_CASE("a dart takes its width away at the waist and ends where it should") {
  const Garment skirt = make("panel_skirt", {{"darts", 1}, {"dart_width", 0.03}, {"dart_length", 0.1}, {"edge", 0.01}});
  const double metres = skirt.rest.metres_per_uv;
  const Seams found = seams(skirt.mesh);
  std::map<int, int> dart_edges;  // of each panel: seams within one chart
  const Report report = inspect(skirt.mesh);
  std::map<int, int> chart_of;
  for (std::size_t t = 0; t < skirt.mesh.uv_triangles.size(); ++t)
    for (const int v : skirt.mesh.uv_triangles[t]) chart_of[v] = report.chart[t];
  double widest = 0, deepest = 0;
  for (const SeamVertex& v : found.vertices) {
    if (v.uv.size() != 2 || chart_of.at(v.uv[0]) != chart_of.at(v.uv[1])) continue;
    ++dart_edges[chart_of.at(v.uv[0])];
    const Point2 a = skirt.mesh.uv[std::size_t(v.uv[0])], b = skirt.mesh.uv[std::size_t(v.uv[1])];
    widest = std::max(widest, metres * norm(b - a));
    CHECK(a[1] == doctest::Approx(b[1]).epsilon(1e-6));
  }
  for (const SeamVertex& v : found.vertices)
    if (v.uv.size() == 2 && chart_of.at(v.uv[0]) == chart_of.at(v.uv[1]))
      deepest = std::max(deepest, 1.07 - skirt.mesh.positions[std::size_t(v.vertex)][2]);
  CHECK(dart_edges.size() == 2);
  for (const auto& [panel, count] : dart_edges) CHECK(count == 11);  // 11 pieces; the dart's end is one UV vertex
  CHECK(tests::close(widest, 0.03, 0.02));
  CHECK(tests::close(deepest, 0.1 * 10 / 11, 0.1));
}

TEST_CASE("the panel skirt is worn by the mannequin without touching it") {
  const Garment skirt = make("panel_skirt");
  const Field3 body = mannequin_field({});
  for (const Point3& p : skirt.mesh.positions) REQUIRE(body(p) > 0);
}

TEST_CASE("panel skirts that cannot be cut are refused with what would do") {
  CHECK(refusal("panel_skirt", {{"hip_depth", 0.54}}) == "hip_depth 0.54 m must be at most 0.9 times length, 0.495 m");
  CHECK(refusal("panel_skirt", {{"dart_length", 0.3}}) ==
        "dart_length 0.3 m must be from 1.5 times dart_width to hip_depth, 0.0375 to 0.19 m");
  CHECK(refusal("panel_skirt", {{"panels", 12}, {"darts", 4}}) ==
        "4 darts a panel leave 0.01317 m of waist between them; choose fewer, or an edge of at most 0.006583 m");
  CHECK(refusal("panel_skirt", {{"hem", 9}}) == "a skirt of length 0.55 m cannot widen from 0.79 over 1.04 to 9 m; make it longer");
}
