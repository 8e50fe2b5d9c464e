// SPDX-License-Identifier: Apache-2.0
#include "framework/report/camera.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "framework/report/scene.hpp"
#include "framework/report/sequence.hpp"
#include "framework/report/text.hpp"
#include "shapes.hpp"

using namespace plisse;
using namespace plisse::report;

namespace {

struct Extent {
  double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
};

// Of all points in the picture [pixels].
Extent project(const Camera& camera, const Viewport& viewport, const geometry::SurfaceMesh& mesh) {
  Extent extent;
  for (const auto& p : mesh.positions) {
    const Eigen::Vector3d d = Eigen::Vector3d(p[0], p[1], p[2]) - camera.eye;
    const double depth = d.dot(camera.forward), scale = viewport.height / (2 * camera.tangent * depth);
    CHECK(depth > 0);
    const double x = viewport.left + viewport.width / 2 + scale * d.dot(camera.right),
                 y = viewport.top + viewport.height / 2 - scale * d.dot(camera.up);
    extent.left = std::min(extent.left, x), extent.right = std::max(extent.right, x);
    extent.top = std::min(extent.top, y), extent.bottom = std::max(extent.bottom, y);
  }
  return extent;
}

}  // namespace

TEST_CASE("the cloth fills the viewport and stays inside, from every side and in every format") {
  const auto cloth = testing::wavy(30);
  for (const Viewport viewport : {Viewport{0, 0, 640, 480}, Viewport{0, 60, 500, 420}, Viewport{10, 5, 200, 900}}) {
    for (const char* view : {"default", "front", "back", "left", "right", "top", "bottom", "33,-60"}) {
      CAPTURE(view);
      const Camera camera = frame({{&cloth, nullptr}}, parse_view(view), viewport);
      const Extent e = project(camera, viewport, cloth);
      CHECK(e.left >= viewport.left);
      CHECK(e.right <= viewport.left + viewport.width);
      CHECK(e.top >= viewport.top);
      CHECK(e.bottom <= viewport.top + viewport.height);
      const double share = std::max((e.right - e.left) / viewport.width, (e.bottom - e.top) / viewport.height);
      CHECK(share > 0.75);
      // A ray through a point's pixel meets the point.
      const Eigen::Vector3d ray = camera.ray(viewport, e.left, e.top);
      CHECK(ray.dot(camera.forward) == doctest::Approx(1));
    }
  }
}

TEST_CASE("directions: front looks along +y with x to the right, top looks down with y up") {
  const auto cloth = testing::wavy(4);
  const Camera front = frame({{&cloth, nullptr}}, parse_view("front"), {0, 0, 4, 3});
  CHECK((front.forward - Eigen::Vector3d(0, 1, 0)).norm() < 1e-12);
  CHECK((front.right - Eigen::Vector3d(1, 0, 0)).norm() < 1e-12);
  CHECK((front.up - Eigen::Vector3d(0, 0, 1)).norm() < 1e-12);
  const Camera top = frame({{&cloth, nullptr}}, parse_view("top"), {0, 0, 4, 3});
  CHECK((top.forward - Eigen::Vector3d(0, 0, -1)).norm() < 1e-12);
  CHECK((top.up - Eigen::Vector3d(0, 1, 0)).norm() < 1e-12);
  const Camera right = frame({{&cloth, nullptr}}, parse_view("right"), {0, 0, 4, 3});
  CHECK(right.eye.x() > 1);
}

TEST_CASE("a floor of any size leaves the framing alone, a near body is in the picture, a far part of it is not") {
  const auto cloth = testing::wavy(20);
  const Viewport viewport{0, 0, 640, 480};
  const Camera alone = frame({{&cloth, nullptr}}, parse_view("default"), viewport);
  const auto floor = testing::flat(1, 1000, -0.2);
  const Camera floored = frame({{&cloth, &floor}}, parse_view("default"), viewport);
  CHECK((floored.eye - alone.eye).norm() < 1e-9);
  CHECK(floored.ground < -0.2);
  CHECK(alone.ground > -0.2);

  const auto body = testing::sphere(20, 0.2, {0, 0, -0.3});
  const Camera with_body = frame({{&cloth, &body}}, parse_view("front"), viewport);
  const Extent e = project(with_body, viewport, body);
  CHECK(e.bottom > 300);
  const auto far_away = testing::sphere(20, 0.2, {0, 0, -3});
  CHECK((frame({{&cloth, &far_away}}, parse_view("default"), viewport).eye - alone.eye).norm() < 1e-9);
}

TEST_CASE("one camera holds several cloths") {
  const auto a = testing::wavy(10);
  auto b = a;
  for (auto& p : b.positions) p[2] -= 1;
  const Viewport viewport{0, 0, 640, 480};
  const Camera camera = frame({{&a, nullptr}, {&b, nullptr}}, parse_view("default"), viewport);
  for (const auto* mesh : std::vector<const geometry::SurfaceMesh*>{&a, &b}) {
    const Extent e = project(camera, viewport, *mesh);
    CHECK(std::min(e.left, e.top) >= 0);
    CHECK(e.right <= 640);
    CHECK(e.bottom <= 480);
  }
}

TEST_CASE("corner normals: smooth on a sphere, sharp on an edge") {
  const auto ball = testing::sphere(40, 2, {1, 1, 1});
  const auto smooth = corner_normals(ball, 180);
  for (std::size_t t = 0; t < ball.triangles.size(); ++t) {
    for (std::size_t c = 0; c < 3; ++c) {
      const auto& p = ball.positions[std::size_t(ball.triangles[t][c])];
      CHECK(smooth[3 * t + c].dot(Vec3f(float(p[0] - 1), float(p[1] - 1), float(p[2] - 1)) / 2) > 0.998f);
    }
  }
  geometry::SurfaceMesh corner;
  corner.positions = {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, -1}};
  corner.triangles = {{0, 2, 1}, {0, 1, 3}};
  const auto sharp = corner_normals(corner, 50);
  CHECK((sharp[0] - Vec3f(0, 0, 1)).norm() < 1e-6f);
  CHECK((sharp[3] - Vec3f(-1, 0, 0)).norm() < 1e-6f);
  CHECK((corner_normals(corner, 180)[0] - Vec3f(-1, 0, 1).normalized()).norm() < 1e-6f);
}

TEST_CASE("the sample sequence is stratified in every elementary interval, differently for every seed") {
  std::set<float> firsts;
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    const Sequence sequence(seed);
    firsts.insert(sequence(0)[0]);
    for (int split = 0; split <= 6; ++split) {
      const int columns = 1 << split, rows = 64 >> split;
      std::set<int> boxes;
      for (std::uint32_t i = 0; i < 64; ++i) {
        const auto u = sequence(i);
        CHECK(u[0] < 1);
        CHECK(u[1] < 1);
        boxes.insert(int(u[0] * float(columns)) * rows + int(u[1] * float(rows)));
      }
      CHECK(boxes.size() == 64);
    }
  }
  CHECK(firsts.size() == 50);
}

TEST_CASE("text is drawn where it is asked for, and cut to fit") {
  io::Image image(200, 60);
  draw_text(image, 20, 40, "mean curvature [10⁻³ m]", 16, {0, 0, 0});
  int ink = 0, outside = 0;
  for (int y = 0; y < 60; ++y) {
    for (int x = 0; x < 200; ++x) (y > 20 && y < 48 && x >= 19 ? ink : outside) += image.pixel(x, y)[0] < 128;
  }
  CHECK(ink > 100);
  CHECK(outside == 0);
  CHECK(text_width("ii", 16) > text_width("i", 16));
  CHECK(text_width(fitted("a caption that is far too long", 16, 100), 16) <= 100);
  CHECK(fitted("short", 16, 1000) == "short");
  draw_text(image, -5, 2, "over the edge", 300, {0, 0, 0});
  draw_text(image, 5, 20, "broken \xff utf-8 \xe2\x82", 12, {0, 0, 0});
}
