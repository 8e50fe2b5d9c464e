// SPDX-License-Identifier: Apache-2.0
// Flat panels and how they are sewn: triangles of outlines with corners, curves and notches; seams, darts and refusals.
#include "framework/geometry/pattern.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <stdexcept>

#include "framework/config/error.hpp"
#include "framework/geometry/inspection.hpp"
#include "framework/geometry/oval.hpp"
#include "framework/geometry/panel_mesh.hpp"
#include "framework/geometry/seams.hpp"
#include "framework/geometry/topology.hpp"

using namespace plisse;
using namespace plisse::geometry;
using std::numbers::pi;

namespace {

double polygon_area(const std::vector<Point2>& polygon) {
  double area = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) area += 0.5 * cross(polygon[i], polygon[(i + 1) % polygon.size()]);
  return area;
}

// A polygon whose sides are cut to pieces of about the spacing.
std::vector<Point2> finely(const std::vector<Point2>& corners, double spacing) {
  std::vector<Point2> outline;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Point2 a = corners[i], b = corners[(i + 1) % corners.size()];
    const int pieces = std::max(1, int(std::ceil(norm(b - a) / spacing)));
    for (int k = 0; k < pieces; ++k) outline.push_back(a + (double(k) / pieces) * (b - a));
  }
  return outline;
}

double least_angle(const PanelMesh& mesh) {
  double least = pi;
  for (const Triangle& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto at = [&](std::size_t i) { return mesh.points[std::size_t(t[i % 3])]; };
      const Point2 b = at(k + 1) - at(k), c = at(k + 2) - at(k);
      least = std::min(least, std::acos(dot(b, c) / (norm(b) * norm(c))));
    }
  return least * 180 / pi;
}

Point3 flat(const Point2& p) { return {p[0], 0, p[1]}; }

// A square of side 1 as a panel moved by x.
Panel square(double x, std::function<Point3(const Point2&)> place) {
  return {
      "square", {line({x, 0}, {x + 1, 0}), line({x + 1, 0}, {x + 1, 1}), line({x + 1, 1}, {x, 1}), line({x, 1}, {x, 0})}, std::move(place)};
}

}  // namespace

TEST_CASE("panels fill their outline with good triangles") {
  struct Tested {
    const char* name;
    std::vector<Point2> corners;
    double least;  // angle that the outline's own corners allow [degrees]
  };
  std::vector<Point2> round;
  for (int i = 0; i < 63; ++i) round.push_back({0.5 * std::cos(2 * pi * i / 63), 0.5 * std::sin(2 * pi * i / 63)});
  const std::vector<Tested> all{
      {"square", {{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 20},
      {"turned", {{0, 0}, {0.8, 0.6}, {0.2, 1.4}, {-0.6, 0.8}}, 20},
      {"letter", {{0, 0}, {1, 0}, {1, 0.3}, {0.3, 0.3}, {0.3, 1}, {0, 1}}, 20},
      {"round", round, 20},
      {"dart", {{0, 0}, {1, 0}, {1, 1}, {0.56, 1}, {0.5, 0.4}, {0.44, 1}, {0, 1}}, 20},
      {"narrow dart", {{0, 0}, {1, 0}, {1, 1}, {0.51, 1}, {0.5, 0.4}, {0.49, 1}, {0, 1}}, 20},
  };
  for (const auto& [name, corners, least] : all)
    for (const double spacing : {0.05, 0.037}) {
      CAPTURE(name);
      CAPTURE(spacing);
      const auto outline = finely(corners, spacing);
      const PanelMesh mesh = mesh_panel(outline, spacing);
      CHECK(std::equal(outline.begin(), outline.end(), mesh.points.begin()));
      double area = 0;
      std::multiset<std::pair<int, int>> sides;
      for (const Triangle& t : mesh.triangles) {
        const auto at = [&](std::size_t i) { return mesh.points[std::size_t(t[i])]; };
        CHECK(signed_area(at(0), at(1), at(2)) > 0);
        area += signed_area(at(0), at(1), at(2));
        for (std::size_t k = 0; k < 3; ++k) sides.emplace(t[k], t[(k + 1) % 3]);
      }
      CHECK(area == doctest::Approx(polygon_area(outline)).epsilon(1e-12));
      int open = 0;  // the boundary is the outline, side by side
      for (const auto& [a, b] : sides) {
        CHECK(sides.count({a, b}) == 1);
        if (sides.count({b, a}) == 1) continue;
        ++open;
        CHECK(b == (a + 1) % int(outline.size()));
      }
      CHECK(open == int(outline.size()));
      CHECK(least_angle(mesh) >= least);
      CHECK(double(mesh.triangles.size()) == doctest::Approx(area / (std::sqrt(0.1875) * spacing * spacing)).epsilon(0.2));
    }
}

TEST_CASE("a spacing too long for an outline is refused with the place") {
  const std::vector<Point2> notched{{0, 0}, {1, 0}, {1, 1}, {0.5, 0.001}, {0, 1}};
  CHECK_THROWS_WITH_AS(mesh_panel(notched, 1), doctest::Contains("too long for this pattern near (0, 0)"), config::Error);
}

TEST_CASE("curves are walked by their length") {
  const Curve arc([](double t) { return Point2{std::cos(0.5 * pi * t * t), std::sin(0.5 * pi * t * t)}; });
  CHECK(arc.length() == doctest::Approx(0.5 * pi).epsilon(1e-5));
  for (const double s : {0., 0.25, 0.5, 0.9, 1.}) {
    CHECK(norm(arc.at(s) - Point2{std::cos(0.5 * pi * s), std::sin(0.5 * pi * s)}) < 1e-5);
    CHECK(norm(reversed(arc).at(s) - arc.at(1 - s)) < 1e-6);
    const Point2 image = mirrored(arc).at(s), back = arc.at(1 - s);
    CHECK(norm(image - Point2{-back[0], back[1]}) < 1e-6);
  }
  const Curve bend = cubic({0, 0}, {1, 0}, {1, 0}, {1, 1});
  CHECK(norm(bend.at(0)) == 0);
  CHECK(norm(bend.at(1) - Point2{1, 1}) < 1e-15);
}

TEST_CASE("an oval has the girth of one and its quarters are walked by length") {
  const Oval circle(1, 2);
  for (const double s : {-1., -0.5, 0., 0.25, 1.})
    CHECK(norm(circle.at(s) - (0.5 / pi) * Point2{std::sin(0.5 * pi * s), std::cos(0.5 * pi * s)}) < 1e-6);
  for (const double turn : {-0.3, 0., 0.1, 0.25, 0.4, 0.5, 0.74, 0.75, 0.99, 2.6})
    CHECK(norm(circle.around(turn) - (0.5 / pi) * Point2{std::sin(2 * pi * turn), -std::cos(2 * pi * turn)}) < 1e-6);
  const Oval flat_oval(0.6, 2.7);
  CHECK(flat_oval.at(0)[1] == doctest::Approx(0.6 * flat_oval.at(1)[0]));
  double length = 0;
  for (int i = 0; i < 500; ++i) length += norm(flat_oval.at((i + 1) / 500.) - flat_oval.at(i / 500.));
  CHECK(length == doctest::Approx(0.25).epsilon(1e-4));
}

TEST_CASE("two squares sewn along a side are one piece with one seam") {
  const Pattern pattern{{square(0, flat), square(7, [](const Point2& p) { return flat({p[0] - 6, p[1]}); })}, {{{0, 1}, {1, 3}}}};
  const SurfaceMesh mesh = sew(pattern, 0.1);
  const Report report = inspect(mesh);
  CAPTURE(report.text());
  CHECK(report.usable_uv());
  CHECK(report.charts == 2);
  CHECK(report.components == 1);
  CHECK(report.boundary_loops == 1);
  CHECK(report.boundary_edges == 60);
  CHECK(report.area == doctest::Approx(2).epsilon(1e-12));
  CHECK(report.duplicates.count == 0);
  const Seams found = seams(mesh);
  CHECK(found.vertices.size() == 11);
  CHECK(found.edges.size() == 10);
  CHECK(distortion_note(mesh).find("+0 to +0 %") != std::string::npos);

  auto apart = pattern;
  apart.panels[1].place = flat;
  CHECK_THROWS_AS(sew(apart, 0.1), std::logic_error);
}

TEST_CASE("a dart makes a flat panel a cone") {
  // Three quarters of a disk, cut open along the two radii that are sewn.
  const double angle = 1.5 * pi;
  const Curve rim([=](double t) { return Point2{std::cos(angle * t), std::sin(angle * t)}; });
  const Point2 end = rim.at(1);
  const auto place = [=](const Point2& p) {
    double around = std::atan2(p[1], p[0]);
    if (around < -1e-9) around += 2 * pi;
    const double turn = around * 2 * pi / angle, radius = 0.75 * norm(p);
    return Point3{radius * std::cos(turn), radius * std::sin(turn), -std::sqrt(1 - 0.75 * 0.75) * norm(p)};
  };
  const Pattern pattern{{{"cone", {rim, line(end, {0, 0}), line({0, 0}, {1, 0})}, place}}, {{{0, 1}, {0, 2}}}};
  const SurfaceMesh mesh = sew(pattern, 0.06);
  const Report report = inspect(mesh);
  CAPTURE(report.text());
  CHECK(report.usable_uv());
  CHECK(report.charts == 1);
  CHECK(report.boundary_loops == 1);
  CHECK(report.area == doctest::Approx(0.75 * pi).epsilon(0.005));
  CHECK(seams(mesh).edges.size() == 17);
  const Topology topology = build_topology(mesh);
  for (const int v : topology.boundary_loops.at(0))
    CHECK(mesh.positions[std::size_t(v)][2] == doctest::Approx(-std::sqrt(1 - 0.75 * 0.75)));
}
